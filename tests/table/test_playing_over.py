"""Playing over an absent player's seat: poker.md §5.10."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.accounts import Account, AccountKind
from cashier.refusal import Code
from controller import machine as machines
from controller.machine.state import decode, encode
from controller.vocab import hand_records as hr
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.profile import PlayerRules
from tests.table.evening import Evening, moved, of, profile_of

OWNER = 3
ADA, BEA = "a" * 32, "b" * 32


@pytest.fixture
def evening() -> Evening:
    """Six seats, of which 1 to 5 play; one hand is over, and the player of seat 3 has gone to eat."""
    table = Evening(profile_of("holdem-nl", seats=6)).fill(1, 2, 3, 4, 5)
    table.play_hand()
    table.do(tr.SitOut(seat=OWNER))
    return table


def play_over(evening: Evening, name: str = "Over", amount: int = 10_000) -> list:
    """Have somebody buy in at the seat by staff's consent."""
    evening.do(sr.AllowPlayingOver(seat=OWNER, name=name, by="floor"))
    return evening.sit(OWNER, amount, name)


def until_dealt_in(evening: Evening, seat: int = OWNER) -> list:
    """Play on until a seat is dealt in, and return the events of that hand."""
    for _hand in range(6):
        events = evening.play_hand()
        (started,) = of(events, hr.HandStarted)
        if any(entrant.seat == seat for entrant in started.entrants):
            return events
    raise AssertionError("he was not dealt in")


def empty_out(evening: Evening) -> None:
    """Do what the table wants of its host about seats."""
    while any(isinstance(want, tr.WantVacated) for want in machines.wants(evening.machine)):
        evening.pump()


# -- who may, and by whose leave -------------------------------------------------------------------------------------


def test_s5_10_the_operator_consents_and_the_owner_is_not_asked(evening):
    assert evening.refuse(evening.buy_in(OWNER, 10_000, "Over")) is Code.NOT_ENOUGH_BALANCE
    evening.insert(10_000)
    assert evening.refuse(evening.buy_in(OWNER, 10_000, "Over")) is Code.SEAT_TAKEN
    evening.do(sr.AllowPlayingOver(seat=OWNER, name="Over", by="floor"))
    (over,) = of(evening.do(evening.buy_in(OWNER, 10_000, "Over")), sr.SeatPlayedOver)
    assert (over.seat, over.owner) == (OWNER, "Player 3")
    assert evening.machine.table.seats[OWNER].name == "Over"


def test_s5_10_only_for_whom_it_was_said_and_only_for_a_while(evening):
    evening.do(sr.AllowPlayingOver(seat=OWNER, name="Over", by="floor"))
    evening.insert(20_000)
    assert evening.refuse(evening.buy_in(OWNER, 10_000, "Another")) is Code.SEAT_TAKEN
    evening.ms += evening.profile.clocks.hold + 1
    assert evening.refuse(evening.buy_in(OWNER, 10_000, "Over")) is Code.SEAT_TAKEN


@pytest.mark.parametrize(
    ("seat", "name", "code"),
    [
        (OWNER, "Player 1", Code.ONE_SEAT_ONLY),
        (OWNER, "Player 3", Code.ONE_SEAT_ONLY),
        (1, "Over", Code.NOT_AWAY),
        (6, "Over", Code.SEAT_EMPTY),
        (OWNER, "  ", Code.NAME_UNUSABLE),
    ],
)
def test_s5_10_only_somebody_without_a_seat_at_the_seat_of_somebody_away(evening, seat, name, code):
    assert evening.refuse(sr.AllowPlayingOver(seat=seat, name=name, by="floor")) is code


def test_s5_10_nobody_plays_over_him_who_plays_over(evening):
    play_over(evening)
    evening.do(tr.SitOut(seat=OWNER))
    assert evening.refuse(sr.AllowPlayingOver(seat=OWNER, name="Third", by="floor")) is Code.ALREADY_SO


def test_s5_10_an_owner_who_is_back_before_has_kept_his_seat(evening):
    evening.do(sr.AllowPlayingOver(seat=OWNER, name="Over", by="floor"))
    evening.insert(10_000)
    evening.do(tr.SitIn(seat=OWNER))
    assert evening.refuse(evening.buy_in(OWNER, 10_000, "Over")) is Code.SEAT_TAKEN
    evening.do(tr.SitOut(seat=OWNER))
    assert evening.refuse(evening.buy_in(OWNER, 10_000, "Over")) is Code.SEAT_TAKEN


def test_s5_10_not_while_the_owner_is_still_in_a_hand(evening):
    evening.do(tr.SitIn(seat=OWNER))
    evening.deal()
    while OWNER not in evening.machine.table.hand.players:
        evening.fold_out()
        evening.deal()
    evening.do(tr.SitOut(seat=OWNER))
    evening.do(sr.AllowPlayingOver(seat=OWNER, name="Over", by="floor"))
    evening.insert(10_000)
    assert evening.refuse(evening.buy_in(OWNER, 10_000, "Over")) is Code.HAND_RUNNING


def test_s5_10_nor_when_the_table_closes(evening):
    evening.do(sr.CloseTable(by="floor", hands=2))
    assert evening.refuse(sr.AllowPlayingOver(seat=OWNER, name="Over", by="floor")) is Code.TABLE_CLOSED


def test_s1_2_the_owner_has_one_seat_still(evening):
    play_over(evening)
    evening.insert(10_000)
    assert evening.refuse(evening.buy_in(6, 10_000, "Player 3")) is Code.ONE_SEAT_ONLY
    assert evening.refuse(sr.JoinList(name="Player 3", by="floor")) is Code.ONE_SEAT_ONLY
    assert evening.refuse(evening.buy_in(6, 10_000, "Over")) is Code.ONE_SEAT_ONLY


# -- what he pays, and what the owner misses -------------------------------------------------------------------------


def test_s5_10_he_posts_the_new_players_blind(evening):
    events = play_over(evening)
    (offered,) = of(events, sr.EntryOffered)
    assert (offered.ways, offered.live, offered.dead) == (("post",), 200, 0)
    assert evening.refuse(sr.ChooseEntry(seat=OWNER, way="wait")) is Code.NOT_OFFERED
    (started,) = of(until_dealt_in(evening), hr.HandStarted)
    posts = [(post.kind, post.amount) for post in started.forced if post.seat == OWNER]
    assert posts in ([("late-post", 200)], [("big-blind", 200)])


def test_s5_10_the_owner_collects_markers_although_the_other_pays(evening):
    play_over(evening)
    missed = []
    for _hand in range(6):
        events = evening.play_hand()
        missed += [event for event in of(events, tr.BlindMissed) if event.owner]
        if moved(events).big_blind == OWNER:
            break
    owner = evening.machine.table.owners[OWNER]
    assert (owner.missed_small, owner.missed_big) == (True, True)
    assert len(missed) <= 2
    over = evening.machine.table.seats[OWNER]
    assert (over.missed_small, over.missed_big) == (False, False)


def test_s5_10_when_he_returns_he_owes_them_like_anyone_who_was_away(evening):
    play_over(evening)
    while moved(evening.play_hand()).big_blind != OWNER:
        pass
    evening.do(sr.TakeSeatBack(seat=OWNER, by="floor"))
    empty_out(evening)
    (offered,) = of(evening.do(tr.SitIn(seat=OWNER)), sr.EntryOffered)
    assert (offered.ways, offered.live, offered.dead) == (("wait", "post"), 200, 100)


def test_s5_10_the_new_player_may_not_have_the_button_before_he_has_paid(evening):
    """The owner is entitled to it, but whoever plays over him is not."""
    play_over(evening)
    events = until_dealt_in(evening)
    assert moved(events).button != OWNER


# -- his money, and how it ends --------------------------------------------------------------------------------------


def test_s5_10_the_owners_stack_is_set_aside_untouched(evening):
    stack = evening.stack(OWNER)
    play_over(evening)
    evening.play_hands(8)
    assert evening.machine.table.owners[OWNER].stack == stack
    assert evening.machine.ledger.balance(Account(AccountKind.ASIDE, OWNER)) == stack


def test_s5_10_the_owner_has_his_seat_after_the_hand(evening):
    stack = evening.stack(OWNER)
    play_over(evening)
    evening.deal()
    while OWNER not in evening.machine.table.hand.players:
        evening.fold_out()
        evening.deal()
    evening.do(sr.TakeSeatBack(seat=OWNER, by="floor"))
    assert evening.refuse(sr.TakeSeatBack(seat=OWNER, by="floor")) is Code.ALREADY_SO
    assert evening.machine.table.seats[OWNER].name == "Over"
    evening.fold_out()
    empty_out(evening)
    assert evening.machine.table.seats[OWNER].name == "Player 3"
    assert evening.stack(OWNER) == stack
    claims = [claim for claim in evening.machine.kiosk.claims.values() if claim.seat == OWNER]
    assert len(claims) == 1, "what the other player had waits at the kiosk"
    assert machines.reconciliation(evening.machine).difference == 0


def test_s5_10_who_is_asked_back_cannot_stay_by_sitting_in(evening):
    play_over(evening)
    evening.deal()
    while OWNER not in evening.machine.table.hand.players:
        evening.fold_out()
        evening.deal()
    evening.do(tr.SitOut(seat=OWNER))
    evening.do(sr.TakeSeatBack(seat=OWNER, by="floor"))
    evening.do(tr.SitIn(seat=OWNER))
    evening.fold_out()
    empty_out(evening)
    assert evening.machine.table.seats[OWNER].name == "Player 3"


def test_s5_10_if_the_other_leaves_the_owner_has_his_seat_though_he_is_away(evening):
    play_over(evening)
    events = evening.leave(OWNER)
    assert of(events, sr.SeatTakenBack)
    assert evening.machine.table.seats[OWNER].name == "Player 3"
    assert evening.machine.table.seats[OWNER].sitting_out
    assert not evening.machine.table.owners


def test_s5_10_a_seat_of_his_own_ends_it_too(evening):
    play_over(evening)
    events = evening.do(sr.MoveSeat(seat=OWNER, to=6, by="floor"))
    assert [type(event) for event in events if isinstance(event, sr.SeatMoved | sr.SeatTakenBack)] == [
        sr.SeatMoved,
        sr.SeatTakenBack,
    ]
    assert evening.machine.table.seats[6].name == "Over"
    assert not evening.machine.table.seats[6].plays_over


def test_s5_10_he_keeps_his_place_on_the_list_and_may_move_to_the_seat_that_is_kept_for_him(evening):
    evening.sit(6, 4000)
    evening.do(sr.JoinList(name="Over", by="floor"))
    play_over(evening)
    assert [waiter.name for waiter in evening.machine.table.waiting] == ["Over"]
    evening.leave(6)
    assert evening.machine.table.waiting[0].seat == 6
    events = evening.do(sr.MoveSeat(seat=OWNER, to=6, by="floor"))
    assert of(events, sr.ListLeft)[0].cause == "seated"


def test_s9_nobody_is_away_too_long_while_his_seat_is_played_over():
    profile = profile_of("holdem-nl", seats=6)
    away = 600_000
    evening = Evening(msgspec.structs.replace(profile, clocks=msgspec.structs.replace(profile.clocks, away=away)))
    evening.fill(1, 2, 3)
    evening.play_hand()
    evening.do(tr.SitOut(seat=OWNER))
    play_over(evening)
    evening.ms += 2 * away
    evening.leave(OWNER)
    assert not evening.machine.table.seats[OWNER].vacated
    assert machines.due(evening.machine) <= evening.ms + away


def test_s9_at_the_tables_closing_both_are_sent_to_the_kiosk(evening):
    play_over(evening)
    evening.do(sr.CloseTable(by="floor", hands=1))
    evening.play_hand()
    empty_out(evening)
    assert not evening.machine.table.seats
    assert not evening.machine.table.owners
    assert len([claim for claim in evening.machine.kiosk.claims.values() if claim.seat == OWNER]) == 2


# -- who he is (R-RG-2, R-TBL-7) -------------------------------------------------------------------------------------


@pytest.fixture
def known() -> Evening:
    """A table that asks for cards; Ada has seat 3 and is away."""
    evening = Evening(profile_of("holdem-nl", seats=6, players=PlayerRules(identity="card")))
    for seat, player in ((1, "c" * 32), (2, "d" * 32), (OWNER, ADA)):
        evening.insert(20_000)
        evening.do(msgspec.structs.replace(evening.buy_in(seat, 20_000), way="card", player=player))
    evening.play_hand()
    evening.do(tr.SitOut(seat=OWNER))
    evening.do(sr.AllowPlayingOver(seat=OWNER, name="Over", by="floor"))
    evening.insert(20_000)
    return evening


def purchase(evening: Evening, player: str) -> tr.BuyIn:
    return msgspec.structs.replace(evening.buy_in(OWNER, 10_000, "Over"), way="card", player=player)


def test_r_tbl_7_nobody_plays_over_himself_under_another_name(known):
    assert known.refuse(purchase(known, ADA)) is Code.ONE_SEAT_ONLY
    assert known.refuse(purchase(known, "c" * 32)) is Code.ONE_SEAT_ONLY
    assert known.refuse(purchase(known, "")) is Code.IDENTITY_NEEDED


def test_r_rg_2_each_of_the_two_has_his_own_limits(known):
    known.do(pr.SetLimit(BEA, "stake", "day", 12_000, by="floor"))
    known.do(purchase(known, BEA))
    assert known.refuse(known.buy_in(OWNER, 4000, "Over")) is Code.STAKE_LIMIT
    known.leave(OWNER)
    known.do(pr.SetLimit(ADA, "stake", "day", 20_049, by="floor"))
    assert known.refuse(known.buy_in(OWNER, 50)) is Code.STAKE_LIMIT
    used = {player: row.used[0].staked for player, row in known.machine.players.known.items()}
    assert (used[ADA], used[BEA]) == (20_000, 10_000)


def test_r_rg_2_an_owner_who_excludes_himself_is_paid_when_he_has_the_seat_again(known):
    known.do(purchase(known, BEA))
    (asked,) = of(known.do(pr.ExcludePlayer(ADA, 7, "self", by="floor")), sr.VacateAsked)
    assert asked.owner
    assert known.machine.table.seats[OWNER].name == "Over", "the other plays on"
    known.leave(OWNER)
    empty_out(known)
    assert OWNER not in known.machine.table.seats
    assert known.machine.players.of(ADA) is None


def test_r_rg_3_a_reminder_waits_until_the_owner_has_his_screen_again(known):
    known.do(pr.SetRealityCheck(ADA, 10, by="floor"))
    known.do(purchase(known, BEA))
    known.ms += 11 * 60_000
    while known.machine.table.due_hand is None:
        assert not of(known.do(tr.Tick()), pr.RealityChecked)
    known.leave(OWNER)
    (told,) = of(known.do(tr.Tick()), pr.RealityChecked)
    assert told.seat == OWNER


# -- whatever people do ----------------------------------------------------------------------------------------------


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_s5_10_money_and_seats_stay_whole_whatever_people_do(seed):
    """The audit follows every command; here it is also asked whose is what."""
    dice = random.Random(seed)
    evening = Evening(profile_of("holdem-nl", seats=6), seed).fill(1, 2, 3, 4)
    evening.play_hand()
    aside: dict[int, int] = {}
    for _step in range(60):
        _anything(evening, dice)
        table = evening.machine.table
        names = [seat.name for seat in (*table.seats.values(), *table.owners.values())]
        assert len(names) == len(set(names)), "everyone has one seat"
        assert all(table.seats[seat].plays_over for seat in table.owners), "an owner waits only for who plays over him"
        assert all(seat.seat in table.owners for seat in table.seats.values() if seat.plays_over)
        stacks = {seat: owner.stack for seat, owner in table.owners.items()}
        assert all(stacks[seat] == stack for seat, stack in aside.items() if seat in stacks)
        aside = stacks
    assert machines.reconciliation(evening.machine).difference == 0
    assert decode(encode(evening.machine)) == evening.machine


def _anything(evening: Evening, dice: random.Random) -> None:
    seat, other = dice.randrange(1, 7), dice.randrange(1, 7)
    name = f"Player {dice.randrange(1, 10)}"
    if evening.machine.table.hand is not None and dice.randrange(4):
        evening.act_by_dice()
        return
    evening.insert(10_000)
    command = dice.choice(
        [
            tr.SitOut(seat=seat),
            tr.SitOut(seat=seat),
            tr.SitIn(seat=seat),
            sr.AllowPlayingOver(seat=seat, name=name, by="floor"),
            sr.AllowPlayingOver(seat=seat, name=name, by="floor"),
            sr.TakeSeatBack(seat=seat, by="floor"),
            sr.MoveSeat(seat=seat, to=other, by="floor"),
            tr.LeaveSeat(seat=seat, code=evening.code()),
            sr.LockSeat(seat=seat, by="floor"),
            sr.UnlockSeat(seat=seat, by="floor"),
        ]
    )
    evening.submit(command)
    taken = evening.machine.table.seats.get(seat)
    if taken is not None and taken.consent is not None:
        evening.submit(evening.buy_in(seat, 10_000, taken.consent.name))
    if dice.randrange(2):
        evening.pump()


def test_s5_10_an_owner_who_was_away_when_the_game_began_comes_in_as_a_new_player():
    evening = Evening(profile_of("holdem-nl", seats=6)).fill(1, 2, OWNER)
    evening.do(tr.SitOut(seat=OWNER))
    play_over(evening)
    evening.play_hand()
    (back,) = of(evening.do(tr.LeaveSeat(seat=OWNER, code="123456")), sr.SeatTakenBack)
    assert back.owner == "Player 3"
    events = evening.do(tr.SitIn(seat=OWNER))
    assert of(events, tr.SatIn)[0].waits
    (offered,) = of(events, sr.EntryOffered)
    assert (offered.ways, offered.live) == (("wait", "post"), 200)
