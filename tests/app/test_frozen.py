"""What may never happen (architecture §5): each breach, planted in one room, freezes the table where it was.

The rule that normally keeps the breach away is taken out; the invariant behind it must then stop the table.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from cashier.kiosk import rules
from cashier.money import Money
from cashier.records import (
    CashOut,
    ClaimCollected,
    ClaimId,
    CollectClaim,
    NoteCredited,
    NoteStacked,
    RequestId,
    ResolveVoucher,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    VoucherIssued,
    VoucherReserved,
)
from cashier.refusal import Refusal
from cashier.vouchers import RANDOM_BYTES, make_number
from controller import accounting
from controller import hand as poker
from controller.app.core import Frozen
from controller.hand import Hand
from controller.journal.errors import CommitFailedError
from controller.journal.verify import verify
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.fault_records import FaultRaised
from controller.vocab.ids import DecisionId
from controller.vocab.records import HandEvent
from controller.wire import redact
from controller.wire.messages import Halted, Update
from controller.wire.viewers import STAFF
from evaluator_ext import Card
from tests.app.house import House

# The name is a function in its package; the module behind it is wanted here.
PREPARE = sys.modules["controller.shuffle.prepare"]

TICKET = make_number(bytes(RANDOM_BYTES))
DOUBTED = make_number(b"\1" * RANDOM_BYTES)


@pytest.fixture
def evening(house: House) -> House:
    """Seats 1 to 3 in a hand, 60.00 at the kiosk, a note in escrow, a ticket issued and one in doubt, a claim paid."""
    for seat in (1, 2, 3, 4):
        house.sit(seat)
    house.do(tr.LeaveSeat(seat=4, code="123456"))
    house.do(CollectClaim(request=house.request(), code="123456"))
    house.do(CashOut(request=house.request(), amount=Money(4_000), number=TICKET))
    house.do(TicketSending(number=TICKET))
    house.do(TicketPrinted(number=TICKET))
    house.do(CashOut(request=house.request(), amount=Money(10_000), number=DOUBTED))
    house.do(TicketSending(number=DOUBTED))
    house.do(TicketInDoubt(number=DOUBTED, condition="paper-out"))
    house.do(next(house.note_commands(2_000)))
    house.deal()
    return house


# -- the breaches ------------------------------------------------------------------------------------------------


def let_a_chip_appear(patch: pytest.MonkeyPatch) -> None:
    real = poker.play

    def careless(hand: Hand, act: hr.Act, auto: hr.AutoCause | None = None) -> list[HandEvent] | Refusal:
        hand.players[act.seat].stack += 1
        return real(hand, act, auto)

    patch.setattr(poker, "play", careless)


def let_a_chip_vanish(patch: pytest.MonkeyPatch) -> None:
    real = poker.play

    def careless(hand: Hand, act: hr.Act, auto: hr.AutoCause | None = None) -> list[HandEvent] | Refusal:
        hand.pot -= 1
        return real(hand, act, auto)

    patch.setattr(poker, "play", careless)


def keep_no_books_of_notes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(accounting, "transfers", lambda event, machine, count: ())


def take_any_number(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rules, "unfit_number", lambda kiosk, number: None)


def pay_out_beside_a_doubt(patch: pytest.MonkeyPatch) -> None:
    real = rules.good_for
    patch.setitem(
        rules.DECIDERS,
        CashOut,
        lambda request, command: [
            VoucherReserved(command.request, command.number, command.amount, Money(2_000), *real(request))
        ],
    )


def collect_a_claim_again(patch: pytest.MonkeyPatch) -> None:
    again = ClaimCollected(request=RequestId("f" * 32), claim=ClaimId(1), amount=Money(20_000), balance=Money(0))
    patch.setitem(rules.DECIDERS, CollectClaim, lambda request, command: [again])


def believe_a_late_proof(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(
        rules.DECIDERS,
        TicketPrinted,
        lambda request, command: [VoucherIssued(command.number, request.kiosk.vouchers[command.number].amount)],
    )


def take_every_count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rules, "_out_of_turn", lambda request, device, counter: None)


def shuffle_one_card_twice(patch: pytest.MonkeyPatch) -> None:
    real = PREPARE.shuffle
    patch.setattr(PREPARE, "shuffle", lambda cards, stream: (deck := real(cards, stream))[:51] + deck[:1])


def deal_from_the_bottom(patch: pytest.MonkeyPatch) -> None:
    real = poker.start

    def deal(started: hr.HandStarted, deck: tuple[Card, ...]) -> tuple[Hand, list[HandEvent]]:
        hand, events = real(started, deck)
        poker.evolve(hand, hr.HoleCardsDealt(seat=started.button, cards=deck[-2:]))
        return hand, events

    patch.setattr(poker, "start", deal)


def accept_any_act(patch: pytest.MonkeyPatch) -> None:
    def play(hand: Hand, act: hr.Act, _auto: hr.AutoCause | None = None) -> list[HandEvent]:
        stack = hand.players[act.seat].stack
        acted = hr.Acted(seat=act.seat, decision=act.decision, kind=act.kind, to=0, added=0, stack=stack)
        poker.evolve(hand, acted)
        return [acted]

    patch.setattr(poker, "play", play)


# -- what sets them off ------------------------------------------------------------------------------------------


def somebody_calls(house: House) -> None:
    decision = house.decision
    house.submit(hr.Act(seat=decision.seat, decision=decision.decision, kind="call"))


def the_held_note_is_stacked(house: House) -> None:
    held = house.machine.kiosk.held
    assert held is not None
    house.submit(NoteStacked(device=held.device, counter=held.counter + 1, amount=held.amount))


def the_last_note_is_told_again(house: House) -> None:
    *_, stacked = (record for record in house.journal.iter_records() if record.command == "NoteStacked")
    (event,) = stacked.events
    assert isinstance(event, NoteCredited)
    house.submit(NoteStacked(device=event.device, counter=event.counter, amount=event.amount))


def somebody_cashes_out(house: House) -> None:
    house.submit(CashOut(request=house.request(), amount=Money(4_000), number=make_number(b"\2" * RANDOM_BYTES)))


def the_torn_ticket_is_replaced_by_an_old_number(house: House) -> None:
    house.submit(ResolveVoucher(number=DOUBTED, verdict="void", by="attendant", replacement=TICKET))


def somebody_collects(house: House) -> None:
    house.submit(CollectClaim(request=house.request(), code="123456"))


def the_printer_answers_late(house: House) -> None:
    house.submit(TicketPrinted(number=DOUBTED))


def an_act_comes_for_another_decision(house: House) -> None:
    decision = house.decision
    house.submit(hr.Act(seat=decision.seat, decision=DecisionId(decision.decision - 1), kind="call"))


def somebody_acts_out_of_turn(house: House) -> None:
    decision = house.decision
    other = next(seat for seat in (1, 2, 3) if seat != decision.seat)
    house.submit(hr.Act(seat=other, decision=decision.decision, kind="fold"))


def the_next_hand_comes(house: House) -> None:
    assert house.machine.table.shuffle is not None
    house.core.pump()


@dataclass(frozen=True)
class Breach:
    """The invariant's name, how the rule before it is taken out, and what then sets it off."""

    name: str
    plant: Callable[[pytest.MonkeyPatch], None]
    provoke: Callable[[House], None]


BREACHES = (
    Breach("chips-conserved", let_a_chip_appear, somebody_calls),
    Breach("chips-conserved", let_a_chip_vanish, somebody_calls),
    Breach("books-match-table", keep_no_books_of_notes, the_held_note_is_stacked),
    Breach("number-used-once", take_any_number, the_torn_ticket_is_replaced_by_an_old_number),
    Breach("one-pay-out-at-a-time", pay_out_beside_a_doubt, somebody_cashes_out),
    Breach("claim-collected-once", collect_a_claim_again, somebody_collects),
    Breach("doubt-ends-by-attendant", believe_a_late_proof, the_printer_answers_late),
    Breach("note-counted-once", take_every_count, the_last_note_is_told_again),
    Breach("deck-whole", shuffle_one_card_twice, the_next_hand_comes),
    Breach("deck-in-order", deal_from_the_bottom, the_next_hand_comes),
    Breach("act-answers-offer", accept_any_act, an_act_comes_for_another_decision),
    Breach("act-answers-offer", accept_any_act, somebody_acts_out_of_turn),
)


def what_was_recorded(house: House, after: int) -> list[tuple[str, str]]:
    """Name and sentence of all breaches that the journal has since a record; there must be nothing else."""
    events = [event for record in house.journal.iter_records(first=after + 1) for event in record.events]
    assert all(isinstance(event, FaultRaised) and event.fault == "breach" for event in events)
    return [(event.place, event.detail) for event in events if isinstance(event, FaultRaised)]


def stand_before_the_deal(house: House) -> None:
    """Fold the running hand and open the next shuffle."""
    while house.machine.table.hand is not None:
        house.act("fold")
    while house.machine.table.shuffle is None:
        if not house.core.pump():
            house.clock.advance_to(house.core.due() or 0)


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: f"{breach.name}-{breach.plant.__name__}")
def test_a_breach_freezes_the_table_where_it_was(
    evening: House, monkeypatch: pytest.MonkeyPatch, breach: Breach
) -> None:
    if breach.provoke is the_next_hand_comes:
        stand_before_the_deal(evening)
    screens = evening.everyone()
    for screen in screens:
        screen.exchange()
    with monkeypatch.context() as planted:
        breach.plant(planted)
        before, record = evening.played, evening.core.record
        told = {screen.viewer: len(screen.sent) + len(screen.exchange()) for screen in screens}
        breach.provoke(evening)
    frozen = evening.core.frozen
    assert frozen is not None
    assert frozen.name == breach.name
    assert frozen.sentence
    assert evening.played == before
    assert what_was_recorded(evening, after=record) == [(breach.name, frozen.sentence)]
    for screen in screens:
        screen.exchange()
        (halted,) = screen.sent[told[screen.viewer] :]
        assert halted == Halted(name=breach.name, sentence=frozen.sentence if screen.viewer == STAFF else "")


def test_a_frozen_table_answers_everything_with_its_reason(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as planted:
        let_a_chip_appear(planted)
        somebody_calls(evening)
    frozen, before = evening.core.frozen, evening.state
    assert isinstance(frozen, Frozen)
    decision = evening.decision
    act = hr.Act(seat=decision.seat, decision=decision.decision, kind="fold")
    assert evening.submit(act) == frozen
    assert evening.submit(tr.Resume(by="attendant")) == frozen
    assert evening.seat(decision.seat).ask(act) == Halted(name="chips-conserved", sentence="")
    assert evening.staff.ask(tr.Pause(by="attendant")) == Halted(name="chips-conserved", sentence=frozen.sentence)
    evening.clock.advance(1_000_000)
    assert not evening.core.pump()
    assert evening.core.due() is None
    assert evening.core.wants() == ()
    assert evening.state == before


def test_table_time_stands_still_while_frozen(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as planted:
        let_a_chip_appear(planted)
        somebody_calls(evening)
    before = evening.core.now()
    evening.clock.advance(60_000)
    assert evening.core.now().table == before.table
    assert evening.core.now().wall == before.wall + 60_000


def test_a_screen_that_connects_to_a_frozen_table_sees_everything_and_that_it_stands(
    evening: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as planted:
        let_a_chip_appear(planted)
        somebody_calls(evening)
    evening.screens.clear()
    screen = evening.seat(1)
    assert screen.view.hand == 1
    assert Halted(name="chips-conserved", sentence="") in screen.sent


def test_a_frozen_table_starts_again_and_plays_on(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as planted:
        let_a_chip_appear(planted)
        somebody_calls(evening)
    before = evening.state
    evening.restart()
    assert evening.state == before
    evening.play_bots(2)
    assert evening.core.frozen is None


@pytest.mark.parametrize(
    ("audience", "name"), [("seat", "private-event"), ("sealed", "sealed-event")], ids=["hole-cards", "deck"]
)
def test_a_card_that_would_reach_the_wrong_screen_freezes_the_table_and_reaches_nobody(
    evening: House, monkeypatch: pytest.MonkeyPatch, audience: str, name: str
) -> None:
    """The deal itself is durable then: what was committed stands, but nobody is told of it."""
    stand_before_the_deal(evening)
    for screen in evening.everyone():
        screen.exchange()
        screen.sent.clear()
    monkeypatch.setitem(redact._AUDIENCES, audience, lambda event, viewer: True)
    evening.core.pump()
    assert evening.core.frozen is not None
    assert evening.core.frozen.name == name
    for screen in evening.everyone():
        screen.exchange()
        assert not [message for message in screen.sent if isinstance(message, Update)]
        assert [type(message) for message in screen.sent] == [Halted]


def test_an_accident_in_the_program_freezes_the_table_and_tells_no_card(
    evening: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, record = evening.played, evening.core.record

    def stumble(*_anything: object) -> None:
        raise KeyError("As Kd")

    monkeypatch.setitem(rules.DECIDERS, CollectClaim, stumble)
    somebody_collects(evening)
    frozen = evening.core.frozen
    assert frozen is not None
    assert frozen.name == "program"
    assert frozen.sentence.startswith("KeyError at test_frozen.py, line ")
    assert "As Kd" not in frozen.sentence
    assert evening.played == before
    assert what_was_recorded(evening, after=record) == [("program", frozen.sentence)]


def test_money_beyond_what_the_books_can_hold_freezes_the_table(evening: House) -> None:
    """No note is worth that; it must not end the process."""
    before, record = evening.played, evening.core.record
    held = evening.machine.kiosk.held
    assert held is not None
    evening.submit(NoteStacked(device=held.device, counter=held.counter + 1, amount=Money(2**63)))
    assert evening.core.frozen is not None
    assert evening.core.frozen.name == "program"
    assert evening.played == before
    assert not evening.core.frozen.recorded, "the commit broke off, so the journal takes no more"
    assert evening.journal.record == record
    evening.restart()
    assert evening.played == before


def test_a_listener_that_stumbles_freezes_the_table_behind_what_was_committed(evening: House) -> None:
    def stumble(*_anything: object) -> None:
        raise OSError("no space left")

    evening.core.listen(stumble)
    somebody_calls(evening)
    assert evening.core.frozen is not None
    assert evening.core.frozen.name == "program"
    live = evening.state
    evening.restart()
    assert evening.state == live


def test_a_commit_that_fails_freezes_the_table(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before, record = evening.state, evening.core.record

    def fail(*_row: object) -> int:
        raise CommitFailedError("journal.db: a commit failed (disk I/O error); mend the disk")

    monkeypatch.setattr(evening.journal, "append", fail)
    somebody_calls(evening)
    assert evening.core.frozen == Frozen("journal", "journal.db: a commit failed (disk I/O error); mend the disk")
    assert (evening.state, evening.core.record) == (before, record)
    assert evening.submit(tr.Tick()) == evening.core.frozen


def test_a_snapshot_that_fails_freezes_the_table_after_telling_what_was_committed(
    evening: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_state: bytes) -> None:
        raise CommitFailedError("journal.db: a commit failed (database or disk is full); mend the disk")

    screen = evening.seat(1)
    monkeypatch.setattr(evening.journal, "snapshot", fail)
    monkeypatch.setattr("controller.app.core.SNAPSHOT_EVERY", 1)
    while evening.core.frozen is None:
        decision = evening.decision
        evening.submit(hr.Act(seat=decision.seat, decision=decision.decision, kind="fold"))
    assert evening.core.frozen is not None
    assert evening.core.frozen.name == "journal"
    assert len(screen.told(hr.HandEnded)) == 1
    assert screen.client.record == evening.core.record


def test_a_frozen_tables_journal_is_whole(evening: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as planted:
        let_a_chip_appear(planted)
        somebody_calls(evening)
    evening.journal.close()
    report = verify(evening.home.journal, evening.home.table_key)
    assert report.whole
    assert report.records == evening.core.record
