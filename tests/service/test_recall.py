"""The recall: requirements R-RCL-1 to R-RCL-3 and R-RCL-6."""

from datetime import UTC
from typing import get_args

import msgspec
import pytest

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier.money import EUR, Money
from cashier.records import CashOut, TicketPrinted, TicketSending
from cashier.unions import CashEvent
from controller.journal.rows import Record
from controller.language import Language, load_languages
from controller.service.recall import (
    HANDS_KEPT,
    NOTES_KEPT,
    PAID_KEPT,
    TICKETS_KEPT,
    HandRecall,
    TransferWay,
    find_hand,
    full_view,
    recall,
    seen_by,
)
from controller.service.recall_text import list_lines
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE
from tests.app.house import House
from tests.service.conftest import events_of

SEAT_1 = Viewer("seat", 1)


def kinds(hand: HandRecall) -> list[str]:
    return [type(step.event).__name__ for step in hand.steps]


def hole_cards(hand: HandRecall) -> dict[int, tuple[int, ...]]:
    return {step.event.seat: step.event.cards for step in hand.steps if isinstance(step.event, hr.HoleCardsDealt)}


def finished(records: list[Record]) -> list[HandRecall]:
    return [hand for hand in recall(records, hands=None).hands if hand.ended]


# -- R-RCL-1 -----------------------------------------------------------------------------------------------------


def test_r_rcl_1_the_unfinished_hand_and_nine_before_it(records: list[Record]) -> None:
    hands = recall(records).hands
    assert [hand.hand for hand in hands] == list(range(4, 14))
    assert len(hands) == HANDS_KEPT
    assert [hand.ended is None for hand in hands] == [False] * 9 + [True]


def test_r_rcl_1_the_journal_keeps_every_hand(records: list[Record]) -> None:
    assert [hand.hand for hand in recall(records, hands=None).hands] == list(range(1, 14))


def test_r_rcl_1_any_hand_is_found_without_reading_on(records: list[Record]) -> None:
    hands = recall(records, hands=None).hands
    for hand in hands:
        assert find_hand(iter(records), hand.hand) == hand
    assert find_hand(records) == hands[-1]
    assert find_hand(records, 14) is None
    assert find_hand([]) is None
    rest = iter(records)
    find_hand(rest, 1)
    assert next(rest).record < len(records)


def test_r_rcl_1_the_recall_is_the_same_after_a_restart(house: House) -> None:
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(3)
    house.deal()
    before = recall(house.journal.iter_records()).hands
    house.restart()
    assert recall(house.journal.iter_records()).hands == before
    assert before[-1].ended is None


def test_r_rcl_1_wherever_the_journal_ends_the_last_hands_are_there(records: list[Record]) -> None:
    for end in range(0, len(records), 7):
        hands = recall(records[:end]).hands
        begun = sum(isinstance(event, hr.HandStarted) for record in records[:end] for event in record.events)
        assert len(hands) == min(begun, HANDS_KEPT)


# -- R-RCL-2 -----------------------------------------------------------------------------------------------------


def test_r_rcl_2_a_hand_is_told_in_its_original_order(records: list[Record]) -> None:
    for hand in finished(records):
        original = [event for event in events_of(records, hand.hand) if type(event).__name__ in set(kinds(hand))]
        assert [step.event for step in hand.steps] == original
        assert kinds(hand)[-1] == "HandEnded"
        assert {"Posted", "Acted", "PotAwarded"} <= set(kinds(hand))


def test_r_rcl_2_number_time_profile_and_stacks_are_those_of_the_table(house: House) -> None:
    house.sit(1)
    house.sit(2, 16_000)
    house.deal()
    started = house.clock.now()
    house.act("fold")
    (hand,) = recall(house.journal.iter_records()).hands
    assert (hand.hand, hand.wall, hand.profile) == (1, started.wall, house.profile)
    assert {entrant.seat: entrant.stack for entrant in hand.started.entrants} == {1: 20_000, 2: 16_000}
    assert hand.ended is not None
    stacks = {seat.seat: seat.stack for seat in house.machine.table.seats.values()}
    assert {entrant.seat: entrant.stack for entrant in hand.ended.stacks} == stacks
    assert set(hand.names) == {1, 2}


def test_r_rcl_2_each_act_with_the_time_that_was_left(records: list[Record], evening: House) -> None:
    *_, running = recall(records).hands
    (act,) = (step for step in running.steps if isinstance(step.event, hr.Acted))
    assert act.left == evening.profile.clocks.decision - 7_000


def test_r_rcl_2_what_the_clock_did_is_marked_with_nothing_left(house: House) -> None:
    house.sit(1)
    house.sit(2)
    house.deal()
    house.clock.advance_to(house.core.due())
    assert house.core.pump()
    (hand,) = recall(house.journal.iter_records()).hands
    (act,) = (step for step in hand.steps if isinstance(step.event, hr.Acted))
    assert (act.event.auto, act.left) == ("time-out", 0)


def test_r_rcl_2_money_in_and_out_between_the_hands_is_told_with_the_next(house: House) -> None:
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(1)
    house.do(tr.LeaveSeat(seat=3))
    house.sit(4)
    house.play_bots(1)
    *_, hand = recall(house.journal.iter_records()).hands
    told = [type(step.event) for step in hand.before]
    assert tr.SeatLeft in told
    assert tr.BoughtIn in told
    assert told.index(tr.SeatLeft) < told.index(tr.BoughtIn)


def test_r_rcl_2_money_of_a_hand_agrees_with_the_ledger(records: list[Record]) -> None:
    """Every amount that the recall tells is a transfer of the journal, and nothing in the pot is left untold."""
    for hand in finished(records):
        numbers = {step.record for step in hand.steps}
        booked = [row for record in records if record.record in numbers for row in record.transfers]
        into = sum(row.amount for row in booked if row.credit == "pot")
        out = sum(row.amount for row in booked if row.debit == "pot")
        told_in = sum(getattr(step.event, "added", 0) for step in hand.steps if isinstance(step.event, hr.Acted))
        told_in += sum(step.event.amount for step in hand.steps if isinstance(step.event, hr.Posted))
        paid = (hr.UncalledReturned, hr.RakeTaken, hr.PotAwarded)
        told_out = sum(step.event.amount for step in hand.steps if isinstance(step.event, paid))
        assert (told_in, told_out) == (into, out)
        assert into == out


# -- R-RCL-3 -----------------------------------------------------------------------------------------------------


def test_r_rcl_3_a_player_sees_his_own_cards_and_tabled_ones_only(records: list[Record]) -> None:
    for hand in finished(records):
        seen = seen_by(hand, SEAT_1)
        assert set(hole_cards(seen)) <= {1}
        shown = [step.event for step in seen.steps if isinstance(step.event, hr.HandShown)]
        assert shown == [step.event for step in hand.steps if isinstance(step.event, hr.HandShown)]


def test_r_rcl_3_everyone_sees_no_hole_card_and_nobody_the_deck(records: list[Record]) -> None:
    for hand in finished(records):
        assert hole_cards(seen_by(hand, CENTRE)) == {}
        for view in (seen_by(hand, CENTRE), seen_by(hand, SEAT_1), full_view(hand)):
            assert "DeckFixed" not in kinds(view)


def test_r_rcl_3_what_a_seat_recalls_is_what_its_screen_was_told(records: list[Record], evening: House) -> None:
    told = evening.seat(1).told(hr.HoleCardsDealt)
    recalled = [hole_cards(seen_by(hand, SEAT_1)) for hand in recall(records, hands=None).hands]
    assert [event.cards for event in told] == [cards[1] for cards in recalled if 1 in cards][-len(told) :]


def test_r_rcl_3_staff_see_every_hole_card_of_a_finished_hand(records: list[Record]) -> None:
    for hand in finished(records):
        assert set(hole_cards(full_view(hand))) == {entrant.seat for entrant in hand.started.entrants}


def test_r_rcl_3_a_hand_that_is_not_over_stays_closed_to_staff(records: list[Record]) -> None:
    *_, running = recall(records).hands
    assert running.ended is None
    assert len(hole_cards(running)) == 3
    assert full_view(running) == seen_by(running, CENTRE)


# -- R-RCL-6 -----------------------------------------------------------------------------------------------------


def test_r_rcl_6_the_last_tickets_with_time_amount_and_last_digits(house: House) -> None:
    numbers = []
    for _ticket in range(TICKETS_KEPT + 1):
        house.insert(2_000)
        house.do(CashOut(request=house.request(), amount=Money(2_000)))
        numbers.append(house.machine.kiosk.paying)
        house.do(TicketSending(number=numbers[-1]))
        house.do(TicketPrinted(number=numbers[-1]))
        house.clock.advance(1_000)
    tickets = recall(house.journal.iter_records()).tickets
    assert TICKETS_KEPT == 35
    assert [ticket.digits for ticket in tickets] == [number[-4:] for number in numbers[1:]]
    assert {(ticket.amount, ticket.state) for ticket in tickets} == {(2_000, "issued")}
    assert tickets[1].wall - tickets[0].wall == 1_000
    assert not any(number in str(tickets) for number in numbers)


def test_r_rcl_6_the_last_notes_and_one_more_drops_the_oldest(house: House) -> None:
    for note in [1_000] + [2_000] * NOTES_KEPT:
        house.insert(note)
    notes = recall(house.journal.iter_records()).notes
    assert len(notes) == NOTES_KEPT == 35
    assert {note.amount for note in notes} == {2_000}


@pytest.mark.parametrize("language", load_languages().values(), ids=load_languages())
def test_r_rcl_6_the_last_hundred_transfers_of_cards_hopper_and_hands(language: Language) -> None:
    one = cash.PayoutId(1)
    moved: dict[str, CashEvent] = {
        "coins": payout.CoinsDispensed(one, cash.DeviceId("hopper"), 2, Money(100), Money(0), Money(0)),
        "notes": notes.NotesDispensed(one, cash.DeviceId("recycler"), (), Money(100), Money(0), Money(0)),
        "card": card.CardRefundPaid(card.CardPaymentId(1), Money(100)),
        "hand": payout.HandPaid(one, Money(100), "eve", "at the desk"),
        "card-in": card.CardPurchased(card.CardPaymentId(2), Money(100), Money(100)),
        "hopper-in": payout.HopperFilled("eve", 2, Money(100)),
    }
    first = payout.HopperFilled("eve", 1, Money(50))
    events = [first, *(event for _turn in range(17) for event in moved.values())][: PAID_KEPT + 1]
    records = [Record(number, Now(number, number), "CashOut", (event,), ()) for number, event in enumerate(events, 1)]
    folded = recall(records)
    assert len(folded.paid) == PAID_KEPT == 100
    assert {row.amount for row in folded.paid} == {100}
    assert [row.way for row in folded.paid[:6]] == list(moved) == list(get_args(TransferWay))
    lines = "\n".join(list_lines(folded, language, EUR, "ab" * 16, UTC))
    assert all(language.text(f"recall.way.{way}") in lines for way in moved)


def test_a_ticket_that_left_the_list_may_still_change() -> None:
    def record(number: int, event: CashEvent) -> Record:
        return Record(number, Now(number, number), "CashOut", (event,), ())

    def reserved(number: int) -> cash.VoucherReserved:
        return cash.VoucherReserved(
            cash.RequestId("a" * 32), cash.VoucherNumber(f"{number:018}"), Money(5), Money(0), 1, 2
        )

    records = [record(number, reserved(number)) for number in range(1, TICKETS_KEPT + 3)]
    records.append(record(99, cash.VoucherSent(cash.VoucherNumber(f"{1:018}"))))
    assert len(recall(records).tickets) == TICKETS_KEPT


@pytest.mark.parametrize("view", ["seat", "staff"])
def test_r_rcl_5_a_recalled_hand_survives_being_written_and_read(records: list[Record], view: str) -> None:
    for hand in finished(records):
        shown = seen_by(hand, SEAT_1) if view == "seat" else full_view(hand)
        assert msgspec.json.decode(msgspec.json.encode(shown), type=HandRecall) == shown
