"""A hand that is declared void: poker.md §3.3 and §15, requirements R-TLT-5.

Everything is as it was before its deck was fixed.
"""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.accounts import TransferCode
from cashier.refusal import Code
from controller import machine as machines
from controller.app.views import Views
from controller.games import catalogue, mixes
from controller.machine.state import decode, encode
from controller.service.meters import read_meters
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.profile import BombPots, Ruling
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, STAFF
from tests.machine.room import kinds
from tests.table.evening import Evening, moved, of, profile_of


def void(evening: Evening, cause: hr.VoidCause = "fault", second: str = "second", **fields) -> hr.VoidHand:
    """The command that the running hand is void."""
    hand = HandId(evening.machine.table.last_hand)
    return hr.VoidHand(by="floor", hand=hand, cause=cause, second=second, **fields)


def owed(evening: Evening) -> object:
    """What a void hand must give back: button, debts, stacks, and where the money stands."""
    table = evening.machine.table
    people = (*table.seats.values(), *table.owners.values())
    debts = [(one.name, one.stack, one.waits, one.wish, one.new, one.missed_small, one.missed_big) for one in people]
    banks = [one.bank for one in people]
    held = {key: totals.credits - totals.debits for key, totals in evening.machine.ledger.accounts.items()}
    money = {key: amount for key, amount in held.items() if amount}
    return (
        table.past,
        table.past_big_blind,
        table.betting_button,
        sorted(debts),
        banks,
        money,
        machines.held(evening.machine),
    )


def ready_to_deal(evening: Evening) -> None:
    """Go on to where the next hand only wants its cards."""
    while not any(isinstance(want, tr.WantDeal) for want in machines.wants(evening.machine)):
        assert evening.pump()


@pytest.fixture
def evening() -> Evening:
    """Five players of six seats who have played a hand."""
    table = Evening(profile_of("holdem-nl", seats=6)).fill(1, 2, 3, 4, 5)
    table.play_hand()
    return table


# -- the chips -------------------------------------------------------------------------------------------------------

GAMES = [row.id for row in catalogue()] + [mix.id for mix in mixes()]


@pytest.mark.parametrize("game", GAMES)
def test_s15_in_every_game_a_void_hand_leaves_everything_as_it_was(game):
    evening = Evening(profile_of(game), seed=len(game)).fill()
    evening.play_hand()
    dice = random.Random(game)
    for _hand in range(4):
        ready_to_deal(evening)
        before = owed(evening)
        evening.deal()
        for _act in range(dice.choice((0, 0, 2, 5, 9, 14))):
            if evening.machine.table.hand is not None:
                evening.act_by_dice()
        if evening.machine.table.hand is not None:
            events = evening.do(void(evening))
            assert owed(evening) == before
            assert kinds(events)[0] == "HandVoided"
            assert not of(events, hr.RakeTaken) + of(events, hr.DropTaken) + of(events, hr.PotAwarded)
        else:
            evening.refill()


def test_s15_each_gets_back_all_he_put_in_by_a_transfer_of_its_own(evening):
    evening.do(tr.AdoptProfile(msgspec.structs.replace(evening.profile, stakes=changed_stakes(evening, ante=50))))
    stacks = {seat: state.stack for seat, state in evening.machine.table.seats.items()}
    evening.deal()
    first = evening.decision
    evening.act("raise", 600)
    evening.act("call")
    paid = {seat: stacks[seat] - state.stack for seat, state in evening.machine.table.seats.items()}
    assert paid[first.seat] == 650
    assert sorted(paid.values()) == [50, 150, 250, 650, 650]
    before = evening.machine.ledger.meter(TransferCode.STAKE_RETURNED)
    events = evening.do(void(evening))
    assert {back.seat: back.amount for back in of(events, hr.StakeReturned)} == paid
    (ended,) = of(events, hr.HandEnded)
    assert {entrant.seat: entrant.stack for entrant in ended.stacks} == stacks
    after = evening.machine.ledger.meter(TransferCode.STAKE_RETURNED)
    assert (after.count - before.count, after.amount - before.amount) == (5, sum(paid.values()))


def changed_stakes(evening: Evening, **fields):
    return msgspec.structs.replace(evening.profile.stakes, **fields)


def test_s8_what_nobody_called_went_back_before_and_does_not_again():
    evening = Evening(profile_of("holdem-nl", seats=6, rulings=(Ruling("most_runs", 2),)))
    evening.sit(1, 4000)
    evening.sit(2, 9000)
    evening.deal()
    stacks = {1: 4000, 2: 9000}
    while evening.decision.kind == "bet":
        decision = evening.decision
        raises = decision.seat == 2 and decision.max_to > 4000
        evening.act("raise", 9000) if raises else evening.act("call" if decision.call else "check")
    (back,) = of(evening.log, hr.UncalledReturned)
    assert (back.seat, back.amount) == (2, 5000)
    events = evening.do(void(evening))
    assert {one.seat: one.amount for one in of(events, hr.StakeReturned)} == {1: 4000, 2: 4000}
    assert {seat: evening.stack(seat) for seat in stacks} == stacks


def test_r_tlt_5_no_jackpot_gets_anything_and_none_is_won(evening):
    evening.deal()
    while evening.machine.table.hand is not None and evening.machine.table.hand.street == 0:
        evening.act("call" if evening.decision.call else "check")
    events = evening.do(void(evening))
    assert not [event for event in events if isinstance(event, hr.DropTaken | jr.BadBeatHit | hr.RakeTaken)]


def test_what_was_bought_for_the_hand_reaches_the_stack_and_who_asked_to_leave_has_left(evening):
    evening.deal()
    evening.insert(2000)
    evening.do(tr.SitOut(seat=4))
    evening.act("raise", 5000)
    evening.do(evening.buy_in(1, 1000)) if evening.stack(1) <= 19000 else None
    evening.leave(2)
    stake = evening.machine.table.hand.player(2)
    had = stake.stack + stake.paid
    events = evening.do(void(evening))
    (left,) = of(events, tr.SeatLeft)
    assert (left.seat, left.amount) == (2, had)
    assert [claim.amount for claim in evening.machine.kiosk.claims.values()] == [had]
    assert evening.machine.table.seats[4].sitting_out


# -- who may, and when -----------------------------------------------------------------------------------------------


def test_s3_3_a_misdeal_is_one_until_two_acts_with_chips_or_three(evening):
    for acts, ends in ((("call", "call"), True), (("fold", "fold"), False), (("fold", "fold", "fold"), True)):
        evening.deal()
        for act in acts:
            evening.act(act)
        command = void(evening, "misdeal", second="")
        if ends:
            assert evening.refuse(command) is Code.HAND_UNDER_WAY
            evening.fold_out()
        else:
            evening.do(command)


def test_s3_3_by_the_hungarian_rules_it_is_one_until_betting_starts():
    evening = Evening(profile_of("holdem-nl", "hungarian", seats=6)).fill(1, 2, 3, 4)
    evening.deal()
    evening.do(void(evening, "misdeal", second=""))
    evening.deal()
    evening.act("fold")
    assert evening.refuse(void(evening, "misdeal", second="")) is Code.HAND_UNDER_WAY


@pytest.mark.parametrize("cause", ["fault", "floor"])
@pytest.mark.parametrize("second", ["", " ", "floor"])
def test_a_hand_that_is_played_takes_two_people_to_void(evening, cause, second):
    evening.deal()
    assert evening.refuse(void(evening, cause, second)) is Code.TWO_PEOPLE


def test_only_the_running_hand_can_be_void_and_only_with_a_name(evening):
    assert evening.refuse(void(evening)) is Code.NO_HAND
    evening.deal()
    command = void(evening)
    assert evening.refuse(msgspec.structs.replace(command, hand=HandId(command.hand - 1))) is Code.NO_HAND
    assert evening.refuse(msgspec.structs.replace(command, by=" ")) is Code.NOT_ALLOWED
    evening.do(command)
    assert evening.refuse(command) is Code.NO_HAND


def test_a_paused_hand_can_be_void_and_no_other_starts_before_staff_say_so(evening):
    evening.deal()
    evening.do(tr.Pause(by="floor"))
    evening.do(void(evening))
    assert evening.machine.table.hand is None
    assert machines.due(evening.machine) is None
    evening.do(tr.Resume(by="floor"))
    evening.play_hand()


# -- as if it had not been dealt -------------------------------------------------------------------------------------


def test_s5_the_same_blinds_are_due_again_under_the_next_number(evening):
    first = evening.deal()
    evening.do(void(evening))
    again = evening.deal()
    one, two = moved(first), moved(again)
    assert (one.button, one.small_blind, one.big_blind) == (two.button, two.small_blind, two.big_blind)
    assert two.hand == one.hand + 1


def test_s5_4_the_first_button_is_drawn_anew():
    evening = Evening(profile_of("holdem-nl", seats=6)).fill(1, 2, 3)
    evening.deal()
    evening.do(void(evening))
    assert evening.machine.table.past is None
    assert "ButtonDrawn" in kinds(evening.deal())


def test_s5_8_a_blind_that_was_missed_by_the_hand_is_not_owed(evening):
    waits_for = moved(evening.deal()).big_blind
    evening.fold_out()
    away = next(seat for seat in (*range(waits_for + 1, 6), *range(1, 6)) if seat in evening.machine.table.seats)
    evening.do(tr.SitOut(seat=away))
    events = evening.deal()
    assert [(missed.seat, missed.big) for missed in of(events, tr.BlindMissed)] == [(away, True)]
    evening.do(tr.SitIn(seat=away))
    assert evening.machine.table.seats[away].waits
    evening.do(void(evening))
    seat = evening.machine.table.seats[away]
    assert (seat.missed_small, seat.missed_big, seat.waits) == (False, False, False)
    assert moved(evening.deal()).big_blind == away


def test_s5_7_who_came_in_by_posting_posts_again():
    evening = Evening(profile_of("holdem-nl", seats=10)).fill(1, 2, 3, 4)
    evening.play_hand()
    late = hr.ForcedBet(seat=8, kind="late-post", amount=200)
    evening.sit(8, 10000, "New")
    evening.do(sr.ChooseEntry(seat=8, way="post"))
    (started,) = of(evening.deal(), hr.HandStarted)
    assert late in started.forced
    told = evening.do(void(evening))
    assert evening.machine.table.seats[8].waits
    assert [(one.seat, one.way) for one in of(told, sr.EntryChosen)] == [(8, "post")]
    (started,) = of(evening.deal(), hr.HandStarted)
    assert late in started.forced


def test_s9_a_time_bank_is_what_it_was():
    profile = profile_of("holdem-nl", seats=6)
    clocks = msgspec.structs.replace(profile.clocks, bank=30_000, bank_refill=5_000)
    evening = Evening(msgspec.structs.replace(profile, clocks=clocks)).fill(1, 2, 3)
    evening.deal()
    seat = evening.decision.seat
    evening.ms = machines.due(evening.machine)
    evening.do(tr.Tick())
    evening.ms += 4000
    evening.act("fold")
    assert 0 < evening.machine.table.seats[seat].bank < 30_000
    evening.do(void(evening))
    assert evening.machine.table.seats[seat].bank == -1, "nobody has used any of it"


def test_s6_a_bomb_pot_that_was_due_is_due_still():
    profile = profile_of("holdem-nl", seats=6, bomb_pots=BombPots(ante=200, every=3))
    evening = Evening(profile).fill(1, 2, 3, 4)
    evening.play_hands(2)
    (started,) = of(evening.deal(), hr.HandStarted)
    assert started.bomb_pot
    evening.do(void(evening))
    (again,) = of(evening.deal(), hr.HandStarted)
    assert again.bomb_pot
    evening.fold_out()
    (other,) = of(evening.deal(), hr.HandStarted)
    assert not other.bomb_pot


def test_a_game_of_a_mix_has_the_hand_still_before_it():
    evening = Evening(profile_of("horse")).fill()
    turns = []
    for number in range(12):
        (started,) = of(evening.deal(), hr.HandStarted)
        if number == 1:
            evening.do(void(evening))
        else:
            turns.append(started.game)
            while evening.machine.table.hand is not None:
                evening.act_by_dice()
            evening.refill()
    (turn,) = {event.hands for event in of(evening.log, tr.GameTurned)}
    assert turns[:turn] == turns[:1] * turn
    assert turns[turn] != turns[0]


def test_s9_a_closing_table_plays_the_hands_that_it_announced(evening):
    evening.do(sr.CloseTable(by="floor", hands=1))
    last = evening.machine.table.last_round
    evening.deal()
    events = evening.do(void(evening))
    assert not evening.machine.table.closed
    (announced,) = of(events, sr.ClosingAnnounced)
    assert announced.last == last + 1
    evening.deal()
    evening.fold_out()
    assert evening.machine.table.closed


# -- what people see -------------------------------------------------------------------------------------------------


def test_every_screen_says_that_the_hand_is_void_and_no_card_of_it_is_opened(evening):
    evening.deal()
    evening.act("raise", 600)
    shown = [*evening.log]
    events = evening.do(void(evening, reason="a card reader failed"))
    assert not [event for event in events if hasattr(event, "cards") or hasattr(event, "deck")]
    views = Views()
    views.follow((*shown, *events))
    for viewer in (CENTRE, STAFF, Viewer("seat", 1), Viewer("seat", 2)):
        view = views.of(viewer)
        assert (view.void, view.pot, view.decision, view.phase) == ("fault", 0, None, "resting")
        assert sum(back.amount for back in view.returned) == 100 + 200 + 600
        assert view.button == evening.machine.table.past.button
        for seat, state in evening.machine.table.seats.items():
            assert view.seats[seat].stack == state.stack
            assert view.seats[seat].status == "ready"
    own = views.of(Viewer("seat", 1))
    assert (own.past[-1].void, own.past[-1].net) == ("fault", 0)
    assert own.session.hands == 1
    evening.deal()
    views.follow(tuple(evening.log[len(shown) + len(events) :]))
    assert views.of(CENTRE).void is None


def test_a_void_hand_is_among_the_dealt_and_nothing_of_it_is_turnover(evening):
    records = []
    evening.deal()
    evening.act("raise", 600)
    evening.do(void(evening))

    class Told(msgspec.Struct):
        record: int
        events: tuple
        transfers: tuple = ()

    meters = read_meters([Told(1, tuple(evening.log)), *records])
    (play,) = meters.games.values()
    assert (play.hands, play.voided) == (2, 1)
    assert play.turnover == play.won + play.rake + play.dropped
    assert {seat: one.voided for seat, one in meters.seats.items()} == dict.fromkeys((1, 2, 3, 4, 5), 1)


# -- at any moment ---------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), hands=st.integers(1, 6), straddle=st.sampled_from(("none", "live", "mississippi")))
def test_whatever_happens_a_void_hand_was_no_hand(seed, hands, straddle):
    dice = random.Random(seed)
    evening = Evening(profile_of("holdem-nl", seats=6, straddle=straddle), seed=seed).fill(1, 2, 3, 4)
    evening.play_hand()
    for _hand in range(hands):
        seat = dice.randrange(1, 7)
        if seat not in evening.machine.table.seats and dice.randrange(2):
            evening.sit(seat, 10000, f"N{seed}{_hand}")
            evening.submit(sr.ChooseEntry(seat=seat, way=dice.choice(("post", "wait"))))
        elif seat in evening.machine.table.seats:
            evening.submit(tr.SitOut(seat=seat) if dice.randrange(2) else tr.SitIn(seat=seat))
        if sum(state.present for state in evening.machine.table.seats.values()) < 2:
            break
        ready_to_deal(evening)
        before = owed(evening)
        evening.deal()
        for _act in range(dice.randrange(5)):
            if evening.machine.table.hand is not None:
                evening.act_by_dice()
        if evening.machine.table.hand is not None and dice.randrange(3):
            evening.machine = decode(encode(evening.machine))
            evening.do(void(evening))
            assert owed(evening) == before
        while evening.machine.table.hand is not None:
            evening.act_by_dice()
        evening.refill()
