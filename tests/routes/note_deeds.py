"""What happens to notes in an evening, whichever the acceptor."""

from typing import Final

from cashier.records import CountDropBox
from controller.vocab import table_records as tr
from firmware.virtual.faults import Drop, Garbage, Nak, PowerCut, Stall
from tests.routes.evening import FLOOR, Deed, Evening
from tests.routes.fittings import STORE

ACCEPTOR_OUT: Final = 0x02
"""Where commands pass at the acceptor with a store."""


def amid(value: int, *faults: Drop | Garbage | Stall | Nak) -> Deed:
    return lambda evening: evening.insert_amid(value, *faults)


def refused_note(evening: Evening) -> None:
    evening.fault(evening.acceptor)
    evening.do(tr.Pause(by=FLOOR))
    evening.until(lambda: not evening.look(evening.acceptor).facts["accepting"], "a closed slot")
    assert evening.hands.insert_note(evening.acceptor, 10) == "refused"
    assert evening.hands.take_note(evening.acceptor) == 10
    evening.work(2)
    evening.do(tr.Resume(by=FLOOR))
    evening.insert(10)


def note_with_cable_out(evening: Evening) -> None:
    """The cable comes out at the word that would stack the note, or just behind it; the note is credited once."""
    before, address = evening.balance, evening.look(evening.acceptor).address
    assert evening.offer(20) == "escrow"
    evening.until(lambda: evening.house.machine.kiosk.held is not None, "the note in escrow")
    evening.until(lambda: evening.look(evening.acceptor).facts["note_at"] != "escrow", "the note on its way")
    evening.route.unplug(evening.acceptor)
    evening.until_said(evening.acceptor, "absent")
    evening.route.replug(evening.acceptor)
    assert evening.look(evening.acceptor).address != address
    evening.until(lambda: evening.balance == before + 2_000, "the credit of 20")


def note_with_power_out(evening: Evening) -> None:
    """The power fails with a note in escrow; it comes back to its owner when the power does."""
    before = evening.balance
    assert evening.offer(5) == "escrow"
    evening.route.cut_power(evening.acceptor)
    evening.until_said(evening.acceptor, "absent")
    evening.route.replug(evening.acceptor)
    evening.until(lambda: evening.hands.take_note(evening.acceptor) == 5, "the note at the bezel")
    evening.until_said(evening.acceptor, "ready")
    assert evening.balance == before


def note_with_process_killed(evening: Evening) -> None:
    before = evening.balance
    assert evening.offer(50) == "escrow"
    evening.until(lambda: evening.house.machine.kiosk.held is not None, "the note in escrow")
    evening.restart()
    evening.until(lambda: evening.balance == before + 5_000, "the credit of 50")


def jammed_note(evening: Evening) -> None:
    evening.until(lambda: bool(evening.look(evening.acceptor).facts["accepting"]), "an open slot")
    evening.hands.jam(evening.acceptor, "transport")
    assert evening.hands.insert_note(evening.acceptor, 10) == "jammed"
    evening.until_said(evening.acceptor, "jam")
    if evening.has_store:
        evening.until_said(STORE, "jam")
    evening.hands.clear_jam(evening.acceptor)
    evening.until_said(evening.acceptor, "ready")
    if evening.has_store:
        evening.mend_store()
    evening.insert(10)


def empty_the_box(evening: Evening) -> None:
    """The stacker is full, is taken out, emptied and counted, and put back."""
    evening.hands.set_stacker(evening.acceptor, "full")
    evening.until_said(evening.acceptor, "stacker-full")
    evening.hands.set_stacker(evening.acceptor, "removed")
    evening.until_said(evening.acceptor, "stacker-removed")
    found = 100 * int(evening.look(evening.acceptor).facts["stacked_value"])
    evening.do(tr.Pause(by=FLOOR))
    evening.work(2)
    evening.do(CountDropBox(by=FLOOR, amount=found))  # type: ignore[arg-type]
    evening.do(tr.Resume(by=FLOOR))
    evening.hands.set_stacker(evening.acceptor, "fitted")
    evening.until_said(evening.acceptor, "ready")


def notes_coins_and_a_ticket(evening: Evening) -> None:
    """Thirty-five euros and fifty cents: notes out of the store, two coins, and the rest on a ticket."""
    evening.notes(3_550)


def _fill_the_store(evening: Evening) -> None:
    for _note in range(2):
        evening.insert(20)
    evening.until(evening.is_quiet, "notes in the store")


def notes_out_with_cable_out(evening: Evening) -> None:
    _fill_the_store(evening)
    evening.begin_to_pay(4_000, "notes")
    evening.route.unplug(evening.acceptor)
    evening.until_said(evening.acceptor, "absent")
    evening.route.replug(evening.acceptor)
    evening.until(evening.is_quiet, "the end of the pay-out")


def notes_out_with_power_out(evening: Evening) -> None:
    """The power fails before the store has heard of the order; it gets it when the power is back."""
    _fill_the_store(evening)
    evening.cash_out(4_000, "notes")
    evening.until(lambda: evening.told["NotesSent"] > evening.told["NotesDispensed"], "leave to pay")
    evening.fault(evening.acceptor, PowerCut(ACCEPTOR_OUT))
    evening.until_said(evening.acceptor, "absent")
    evening.route.replug(evening.acceptor)
    evening.until(evening.is_quiet, "the end of the pay-out")


def notes_out_with_process_killed(evening: Evening) -> None:
    _fill_the_store(evening)
    evening.begin_to_pay(4_000, "notes")
    evening.restart()
    evening.until(evening.is_quiet, "the end of the pay-out")


def notes_out_amid(*faults: Drop | Garbage | Stall | Nak) -> Deed:
    """Two notes out, and something goes wrong once the pay-out is asked for."""

    def deed(evening: Evening) -> None:
        _fill_the_store(evening)
        evening.cash_out(4_000, "notes")
        evening.fault(evening.acceptor, *faults)
        evening.until(evening.is_quiet, "the end of the pay-out")

    return deed


def jammed_store(evening: Evening) -> None:
    """A note gets stuck on its way out: what is missing goes out in coins and on a ticket."""
    _fill_the_store(evening)
    evening.hands.jam(evening.acceptor, "stacker")
    evening.cash_out(4_000, "notes")
    evening.until(lambda: evening.house.machine.kiosk.notes is None, "the end of the notes")
    evening.hands.clear_jam(evening.acceptor)
    evening.mend_store()
    evening.until(evening.is_quiet, "the end of the pay-out")
