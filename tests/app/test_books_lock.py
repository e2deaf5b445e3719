"""The books in production: checked after every event, and one unit of difference locks the table (LED-7)."""

import sys

import msgspec
import pytest

from cashier.accounts import Account, AccountKind
from cashier.ledger import Transfer, audit
from cashier.money import Money
from cashier.records import CashOut, CountDropBox, Event, TicketPrinted, TicketSending
from cashier.refusal import Code, Refusal
from controller import accounting
from controller.app.core import Committed, Frozen, Saved, encode_saved
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.wire.messages import Halted, Refused
from tests.app.house import House


def book_one_unit_too_much(patch: pytest.MonkeyPatch) -> None:
    real = accounting.transfers

    def careless(event: Event, machine: str, number: int) -> tuple[Transfer, ...]:
        moved = real(event, machine, number)
        return tuple(msgspec.structs.replace(each, amount=Money(each.amount + 1)) for each in moved)

    patch.setattr(accounting, "transfers", careless)


@pytest.fixture
def dealt(house: House) -> House:
    for seat in (1, 2, 3):
        house.sit(seat)
    house.deal()
    return house


def test_led_7_one_unit_of_difference_locks_the_table_and_shows_both_sides(
    dealt: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, record = dealt.decision.seat, dealt.core.record
    called = hr.Act(seat=seat, decision=dealt.decision.decision, kind="call")
    with monkeypatch.context() as planted:
        book_one_unit_too_much(planted)
        frozen = dealt.submit(called)
    assert isinstance(frozen, Frozen)
    assert frozen.name == "books-match-table"
    booked = dealt.machine.ledger.balance(Account(AccountKind.POT)) + dealt.decision.call + 1
    assert frozen.sentence == f"pot: the ledger has {booked}, the table has {booked - 1}"
    (told,) = dealt.journal.iter_records(first=record + 1)
    (raised,) = told.events
    assert (raised.fault, raised.place, raised.detail) == ("breach", "books-match-table", frozen.sentence)
    assert dealt.staff.ask(tr.Resume(by="anna")) == Halted(name="books-match-table", sentence=frozen.sentence)


def test_led_7_the_books_are_checked_after_every_event_that_moves_money(
    dealt: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[int] = []
    booking = sys.modules["controller.accounting.booking"]

    def counted(ledger: object) -> None:
        checked.append(1)
        audit(ledger)  # type: ignore[arg-type]

    monkeypatch.setattr(booking, "audit", counted)
    (*_, last) = (dealt.act("fold") for _seat in range(2))
    assert isinstance(last, Committed)
    moving = [event for event in last.events if accounting.transfers(event, "ab", 1)]
    assert len(moving) >= 2
    assert len(checked) == len(moving)


# -- LED-8 -------------------------------------------------------------------------------------------------------


def box(house: House) -> int:
    return house.machine.ledger.balance(Account(AccountKind.DROP_BOX))


@pytest.mark.parametrize(("off", "word"), [(0, "right"), (2_000, "over"), (-2_000, "short")])
def test_led_8_a_count_of_the_drop_box_becomes_a_transfer_by_somebody_with_a_name(
    dealt: House, off: int, word: str
) -> None:
    dealt.do(tr.Pause(by="anna"))
    expected = box(dealt)
    dealt.do(CountDropBox(by="anna", amount=Money(expected + off)))
    *_, record = dealt.journal.iter_records()
    codes = [row.code for row in record.transfers]
    assert codes == {"right": [], "over": ["drop-over"], "short": ["drop-short"]}[word] + ["drop-collected"]
    assert (box(dealt), dealt.machine.ledger.balance(Account(AccountKind.OVER_SHORT))) == (0, off)
    dealt.restart()
    assert box(dealt) == 0
    dealt.do(tr.Resume(by="anna"))
    dealt.insert(2_000)
    assert box(dealt) == 2_000


def test_led_8_the_box_is_counted_only_while_nothing_can_fall_into_it(dealt: House) -> None:
    count = CountDropBox(by="anna", amount=Money(60_000))
    assert dealt.submit(count) == Refusal(Code.TAKES_NOTES)
    dealt.do(next(dealt.note_commands(2_000)))
    dealt.do(tr.Pause(by="anna"))
    assert dealt.submit(count) == Refusal(Code.TAKES_NOTES)


def test_led_8_only_staff_with_a_name_count_and_never_less_than_nothing(dealt: House) -> None:
    dealt.do(tr.Pause(by="anna"))
    for screen, command in (
        (dealt.kiosk, CountDropBox(by="anna", amount=Money(0))),
        (dealt.staff, CountDropBox(by=" ", amount=Money(0))),
    ):
        answer = screen.ask(command)
        assert isinstance(answer, Refused)
        assert answer.refusal.code is Code.NOT_ALLOWED
    assert dealt.submit(CountDropBox(by="anna", amount=Money(-1))) == Refusal(Code.AMOUNT_UNUSABLE, {"amount": -1})


# -- R-RCL-3 -----------------------------------------------------------------------------------------------------


def test_r_rcl_3_looking_at_everything_about_a_hand_is_journaled_with_a_name(dealt: House) -> None:
    while dealt.machine.table.hand is not None:
        dealt.act("fold")
    dealt.do(tr.OpenRecall(by="anna", hand=HandId(1)))
    *_, record = dealt.journal.iter_records()
    assert record.events == (tr.RecallOpened(by="anna", hand=HandId(1)),)
    assert dealt.staff.told(tr.RecallOpened) == []
    dealt.do(tr.OpenRecall(by="bo", hand=HandId(1)))
    assert [event.by for event in dealt.staff.told(tr.RecallOpened)] == ["bo"]
    assert dealt.seat(1).told(tr.RecallOpened) == []


def test_r_rcl_3_the_running_hand_stays_closed_to_staff_too(dealt: House) -> None:
    assert dealt.submit(tr.OpenRecall(by="anna", hand=HandId(1))) == Refusal(Code.NOT_ALLOWED)
    assert dealt.submit(tr.OpenRecall(by="anna", hand=HandId(2))) == Refusal(Code.NO_SUCH_HAND, {"hand": 2})
    assert dealt.submit(tr.OpenRecall(by="", hand=HandId(1))) == Refusal(Code.NOT_ALLOWED)


# -- what is stored ----------------------------------------------------------------------------------------------


def test_a_snapshot_that_does_not_know_what_waits_is_left_aside_and_the_records_serve(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a program without two phases wrote it, while a ticket was on its way."""
    house.insert(2_000)
    house.do(CashOut(request=house.request(), amount=Money(2_000)))
    number = house.machine.kiosk.paying
    assert number is not None

    def without_what_waits(saved: Saved) -> bytes:
        machine = saved.machine.copy()
        machine.ledger.pending.clear()
        return encode_saved(Saved(machine=machine, views=saved.views))

    with monkeypatch.context() as planted:
        planted.setattr("controller.app.core.encode_saved", without_what_waits)
        house.core.snapshot()
    live = house.state
    house.restart()
    assert house.state == live
    house.do(TicketSending(number=number))
    house.do(TicketPrinted(number=number))
    assert house.machine.ledger.pending == {}
