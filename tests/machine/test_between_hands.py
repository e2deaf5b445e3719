"""The table between the hands: seats, purchases, blinds, the clock (poker.md §2, §5, §7, §9)."""

import pytest

from cashier.records import CollectClaim
from cashier.redeem_records import NumberRefused
from cashier.refusal import Code
from controller import machine as machines
from controller.app.config import demo_profile
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from tests.machine.room import Room, changed, kinds, only


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def three(room) -> Room:
    for seat in (2, 5, 9):
        room.sit(seat, 20000)
    return room


def test_7_2_first_purchase_within_the_limits(room):
    room.insert(20000, 20000)
    assert room.refuse(room.buy_in(3, 3950)) is Code.BUY_IN_TOO_SMALL
    assert room.refuse(room.buy_in(3, 20050)) is Code.BUY_IN_TOO_LARGE
    assert room.refuse(room.buy_in(3, 5025)) is Code.NOT_IN_CHIP_UNITS
    room.do(room.buy_in(3, 4000))
    assert room.stack(3) == 4000
    assert room.machine.kiosk.balance == 36000


def test_7_2_a_top_up_may_be_small_but_only_to_the_maximum(room):
    room.sit(3, 19000)
    room.insert(2000)
    assert room.refuse(room.buy_in(3, 1050)) is Code.BUY_IN_TOO_LARGE
    room.do(room.buy_in(3, 50))
    assert room.stack(3) == 19050


def test_2_chips_are_never_sold_on_credit(room):
    room.insert(5000)
    assert room.refuse(room.buy_in(3, 6000)) is Code.NOT_ENOUGH_BALANCE


def test_1_2_one_player_one_seat(room):
    room.sit(3, 5000, "Aino")
    room.insert(10000)
    assert room.refuse(room.buy_in(4, 5000, "Aino")) is Code.ONE_SEAT_ONLY
    assert room.refuse(room.buy_in(3, 5000, "Eero")) is Code.SEAT_TAKEN


@pytest.mark.parametrize("name", ["", "   ", "x" * 17, "a\nb"])
def test_a_name_must_fit_the_screens(room, name):
    room.insert(5000)
    command = tr.BuyIn(request=room.request(), seat=3, amount=5000, name=name)
    assert room.refuse(command) is Code.NAME_UNUSABLE


def test_a_repeated_request_buys_once(room):
    room.insert(20000)
    command = room.buy_in(3, 5000)
    room.do(command)
    assert room.refuse(command) is Code.ALREADY_DONE
    assert room.stack(3) == 5000


def test_7_1_no_purchase_during_a_hand_the_chips_wait(room):
    for seat in (2, 5, 9):
        room.sit(seat, 5000)
    room.deal()
    room.insert(1000)
    before = room.stack(2)
    assert kinds(room.do(room.buy_in(2, 1000))) == ["ChipsReserved"]
    assert room.stack(2) == before
    assert room.machine.kiosk.balance == 0
    after = room.fold_out()
    assert only(after, tr.BoughtIn).reserved
    assert room.stack(2) == only(after, tr.BoughtIn).stack
    assert sum(room.stack(seat) for seat in (2, 5, 9)) == 16000


def test_5_4_first_button_by_open_cards_highest_by_rank_then_suit(three):
    drawn = only(three.deal(), tr.ButtonDrawn)
    assert {draw.seat for draw in drawn.cards} == {2, 5, 9}
    assert drawn.button == max(drawn.cards, key=lambda draw: draw.card).seat
    three.fold_out()
    assert tr.ButtonDrawn not in map(type, three.deal())


def test_5_4_who_has_less_than_the_smallest_buy_in_takes_no_card():
    """The house has raised its smallest buy-in before the first hand."""
    room = Room()
    for seat, amount in ((2, 4_000), (5, 20_000), (9, 20_000)):
        room.sit(seat, amount)
    limits = changed(room.profile.buy_in, least=10_000)
    room.do(tr.AdoptProfile(profile=changed(room.profile, buy_in=limits)))
    events = room.deal()
    assert {draw.seat for draw in only(events, tr.ButtonDrawn).cards} == {5, 9}
    assert {entrant.seat for entrant in only(events, hr.HandStarted).entrants} == {2, 5, 9}


def test_5_3_first_round_starts_left_of_the_big_blind(three):
    moved = only(three.deal(), tr.ButtonMoved)
    order = {2: 5, 5: 9, 9: 2}
    assert three.decision.seat == order[moved.big_blind] == moved.button


def test_an_orbit_of_folds_costs_everyone_the_same(three):
    for _hand in range(3):
        three.deal()
        three.fold_out()
    assert {three.stack(seat) for seat in (2, 5, 9)} == {20000}


def test_13_no_rake_before_the_second_round(three):
    three.deal()
    assert hr.RakeTaken not in map(type, three.fold_out())


def test_13_five_per_cent_of_a_hand_that_saw_the_flop(three):
    three.deal()
    three.act("raise", 1050)
    events = three.check_down()
    assert only(events, hr.RakeTaken).amount == 150, "5 % of 31.50 is 1.575, floored to the chip of 0.50"
    assert sum(stack.stack for stack in only(events, hr.HandEnded).stacks) == 60000 - 150


def test_9_the_clock_folds_and_the_player_sits_out(three):
    started = [e for e in three.deal() if isinstance(e, tr.ClockStarted)][-1]
    assert started.deadline == three.ms + 30000
    three.ms = started.deadline
    assert three.refuse(tr.Tick()) is Code.NOT_DUE, "the instant of the bell is the player's own"
    three.ms = started.deadline + 1
    events = three.do(tr.Tick())
    acted = only(events, hr.Acted)
    assert (acted.seat, acted.kind, acted.auto) == (started.seat, "fold", "time-out")
    assert only(events, tr.SatOut).cause == "time-out"


def test_9_an_act_after_the_time_out_is_refused(three):
    three.deal()
    late = hr.Act(seat=three.decision.seat, decision=three.decision.decision, kind="call")
    three.ms += 30001
    three.do(tr.Tick())
    assert three.refuse(late) in {Code.NOT_YOUR_TURN, Code.STALE_DECISION}


def test_an_act_counts_once(three):
    three.deal()
    call = hr.Act(seat=three.decision.seat, decision=three.decision.decision, kind="call")
    three.do(call)
    assert three.refuse(call) in {Code.NOT_YOUR_TURN, Code.STALE_DECISION}


def test_7_4_leaving_in_a_hand_folds_on_turn_and_leaves_after_it(three):
    three.deal()
    leaver = next(seat for seat in (2, 5, 9) if seat != three.decision.seat)
    assert kinds(three.leave(leaver)) == ["LeaveAsked"]
    events = []
    while three.machine.table.hand is not None:
        events += three.act("call" if three.decision.call else "check")
    folded = [e for e in events if isinstance(e, hr.Acted) and e.auto == "left"]
    assert [e.seat for e in folded] == [leaver]
    assert kinds(events)[-5:] == ["HandEnded", "SeatLeft", "ClaimOpened", "ClaimCodeGiven", "RestBegan"]
    assert leaver not in three.machine.table.seats


def test_what_leaves_a_seat_becomes_a_claim_that_its_code_collects(room):
    room.sit(4, 5000)
    events = room.leave(4)
    assert kinds(events) == ["LeaveAsked", "SeatLeft", "ClaimOpened", "ClaimCodeGiven"]
    code = room.machine.kiosk.claims[1].code
    room.do(CollectClaim(request=room.request(), code=code))
    assert room.machine.kiosk.balance == 5000
    (refused,) = room.do(CollectClaim(request=room.request(), code=code))
    assert isinstance(refused, NumberRefused)
    assert refused.code is Code.NO_SUCH_CLAIM


def test_sitting_out_and_back_waits_for_the_big_blind_once_a_blind_was_missed(three):
    three.deal()
    three.fold_out()
    big = three.machine.table.past.big_blind
    away = {2: 5, 5: 9, 9: 2}[big]
    three.do(tr.SitOut(seat=away))
    three.deal()
    three.fold_out()
    assert three.machine.table.seats[away].missed_big
    assert only(three.do(tr.SitIn(seat=away)), tr.SatIn).waits


def test_coming_back_before_any_blind_was_missed_costs_nothing(three):
    three.do(tr.SitOut(seat=5))
    assert not only(three.do(tr.SitIn(seat=5)), tr.SatIn).waits


def test_3_a_test_deck_needs_a_test_configuration():
    strict = Room()
    profile = changed(strict.profile, test_decks=False)
    strict.do(tr.AdoptProfile(profile=profile))
    for seat in (1, 2):
        strict.sit(seat, 5000)
    strict.do(tr.Tick())
    strict.do(tr.OpenShuffle(hand=HandId(1), seed=bytes(32)))
    deck = tuple(range(52))
    assert strict.refuse(tr.Deal(hand=HandId(1), test_deck=deck)) is Code.TEST_DECK_FORBIDDEN
    strict.do(tr.Deal(hand=HandId(1)))


def test_a_test_deck_holds_every_card_once(three):
    three.do(tr.Tick())
    three.do(tr.OpenShuffle(hand=HandId(1), seed=bytes(32)))
    assert three.refuse(tr.Deal(hand=HandId(1), test_deck=(0,) * 52)) is Code.TEST_DECK_FORBIDDEN


def test_test_decks_and_tickets_of_value_exclude_each_other(room):
    profile = changed(room.profile, no_value=False)
    assert room.refuse(tr.AdoptProfile(profile=profile)) is Code.PROFILE_UNUSABLE


@pytest.mark.parametrize("before", [True, False])
def test_what_was_played_for_nothing_never_becomes_money_nor_money_nothing(before):
    """Balances, tickets, and staff whose PINs everybody knows would come along."""
    profile = changed(demo_profile(), no_value=before, test_decks=False)
    room = Room(profile)
    refused = room.submit(tr.AdoptProfile(profile=changed(profile, no_value=not before)))
    assert (refused.code, refused.facts) == (Code.PROFILE_UNUSABLE, {"field": "no_value of a table in use"})
    room.do(tr.AdoptProfile(profile=changed(profile, table="another")))


def test_pausing_stops_everything_and_resuming_goes_on(three):
    three.deal()
    three.do(tr.Pause(by="floor"))
    act = hr.Act(seat=three.decision.seat, decision=three.decision.decision, kind="fold")
    assert three.refuse(act) is Code.PAUSED
    assert three.refuse(tr.Tick()) is Code.PAUSED
    assert machines.due(three.machine) is None
    three.do(tr.Resume(by="floor"))
    three.do(act)


def test_a_hand_starts_in_two_commands_and_the_commitments_come_before_the_first_card(three):
    events = three.deal()
    names = kinds(events)
    assert names.index("CardsCommitted") < names.index("DeckFixed") < names.index("HoleCardsDealt")
    assert len(only(events, tr.CardsCommitted).leaves) == 52


def test_7_2_a_bust_player_sits_out_and_buys_in_anew(room):
    room.sit(1, 4000)
    room.sit(2, 4000)
    room.deal()
    room.act("raise", room.decision.max_to)
    events = room.act("call")
    bust = only(events, tr.SatOut)
    assert bust.cause == "bust"
    assert machines.due(room.machine) is None, "one player alone plays no hand"
    room.insert(5000)
    assert room.refuse(room.buy_in(bust.seat, 3000)) is Code.BUY_IN_TOO_SMALL
    assert kinds(room.do(room.buy_in(bust.seat, 4000))) == ["BoughtIn", "SatIn"]
    assert machines.due(room.machine) is not None


def test_a_table_speaks_a_language_that_has_a_catalogue(room):
    assert room.refuse(tr.AdoptProfile(profile=changed(room.profile, language="et"))) is Code.PROFILE_UNUSABLE
