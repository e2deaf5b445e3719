"""The scripted evening: what happens, in which order, on every route. Source: requirements R-MON, R-TIC, R-TLT.

A scene is a name and a deed. After each the table must come to rest; what then stands in the books and lies in the
devices, and which errors were heard on the way, is the scene's result. It is the same on every route.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from cashier.records import CountDropBox, DeviceId
from controller.vocab import table_records as tr
from firmware.virtual.faults import Drop, Garbage, Nak, PowerCut, Stall, Unplug
from tests.routes.counting import Count, count, reconcile, reconcile_meters
from tests.routes.evening import FLOOR, HOPPER, PRINTER, RECYCLER, SCANNER, SPARE, VALIDATOR, Evening
from tests.routes.route import Route

Deed = Callable[[Evening], None]

BULK_IN, BULK_OUT, PRINTER_OUT, PRINTER_IN = 0x81, 0x02, 0x01, 0x82
"""Where bytes pass at the acceptors, and at the printer; hopper and scanner have theirs at 0x81, too."""

CP210X_OUT: Final = 0x01
IN_A_TICKET: Final = 400
"""A byte in the middle of what the printer is sent for a ticket."""

LONG_MS, SHORT_MS = 650, 150
"""Longer and shorter than a driver waits for an answer (500 ms)."""


class Scene(msgspec.Struct, frozen=True):
    """One thing that happens."""

    name: str
    deed: Deed


class Result(msgspec.Struct, frozen=True):
    """How a scene ended: the names of the errors that drivers met, and what there was to count afterwards."""

    scene: str
    errors: tuple[str, ...]
    count: Count


def play(route: Route, folder: Path) -> tuple[Result, ...]:
    """Play the whole evening over a route; raises `AssertionError` where money goes astray.

    Two tables stand in the house, one after the other at the same devices: the second has another acceptor.
    """
    for device in (SPARE, RECYCLER):
        route.unplug(device)
    first = _play_at(route, folder / "first", VALIDATOR, FIRST_TABLE)
    route.unplug(VALIDATOR)
    route.replug(RECYCLER)
    return (*first, *_play_at(route, folder / "second", RECYCLER, SECOND_TABLE))


def _play_at(route: Route, table: Path, acceptor: DeviceId, script: Iterable[Scene]) -> tuple[Result, ...]:
    """Play a table's scenes, and close its account."""
    evening = Evening(route, table, acceptor)
    try:
        results = tuple(_result(evening, scene) for scene in script)
        reconcile(evening)
    finally:
        evening.close()
        evening.house.close()
    reconcile_meters(table)
    return results


def _result(evening: Evening, scene: Scene) -> Result:
    """Play one scene to its end; a scene that fails says which one it was."""
    try:
        scene.deed(evening)
        evening.until(evening.is_quiet, "rest")
        evening.work(2)
        return Result(scene.name, evening.ear.take_heard(), count(evening))
    except AssertionError as problem:
        raise AssertionError(f"{scene.name}: {problem}") from problem


# -- a kiosk opens, and people sit down ----------------------------------------------------------------------------


def _open(evening: Evening) -> None:
    evening.until(evening.all_ready, "every device")


def _sit_down(evening: Evening) -> None:
    for seat in (1, 2, 3):
        evening.insert(50)
        evening.buy_in(seat, 5_000)
    evening.play_a_hand()


def _top_up(evening: Evening) -> None:
    evening.insert(20)
    evening.buy_in(1, 2_000)
    evening.play_a_hand()


def _bring_money(evening: Evening) -> None:
    for _note in range(3):
        evening.insert(100)


def _leave_two_seats(evening: Evening) -> None:
    evening.leave(2)
    evening.leave(3)


# -- notes ---------------------------------------------------------------------------------------------------------


def _refused_note(evening: Evening) -> None:
    evening.fault(evening.acceptor)
    evening.do(tr.Pause(by=FLOOR))
    evening.until(lambda: not evening.look(evening.acceptor).facts["accepting"], "a closed slot")
    assert evening.hands.insert_note(evening.acceptor, 10) == "refused"
    assert evening.hands.take_note(evening.acceptor) == 10
    evening.work(2)
    evening.do(tr.Resume(by=FLOOR))
    evening.insert(10)


def _note_with_cable_out(evening: Evening) -> None:
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


def _note_with_power_out(evening: Evening) -> None:
    """The power fails with a note in escrow; it comes back to its owner when the power does."""
    before = evening.balance
    assert evening.offer(5) == "escrow"
    evening.route.cut_power(evening.acceptor)
    evening.until_said(evening.acceptor, "absent")
    evening.route.replug(evening.acceptor)
    evening.until(lambda: evening.hands.take_note(evening.acceptor) == 5, "the note at the bezel")
    evening.until_said(evening.acceptor, "ready")
    assert evening.balance == before


def _note_with_process_killed(evening: Evening) -> None:
    before = evening.balance
    assert evening.offer(50) == "escrow"
    evening.until(lambda: evening.house.machine.kiosk.held is not None, "the note in escrow")
    evening.restart()
    evening.until(lambda: evening.balance == before + 5_000, "the credit of 50")


def _jammed_note(evening: Evening) -> None:
    evening.until(lambda: bool(evening.look(evening.acceptor).facts["accepting"]), "an open slot")
    evening.hands.jam(evening.acceptor, "transport")
    assert evening.hands.insert_note(evening.acceptor, 10) == "jammed"
    evening.until_said(evening.acceptor, "jam")
    evening.hands.clear_jam(evening.acceptor)
    evening.until_said(evening.acceptor, "ready")
    evening.insert(10)


def _empty_the_box(evening: Evening) -> None:
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


# -- tickets -------------------------------------------------------------------------------------------------------


def _ticket(evening: Evening) -> None:
    evening.ticket(2_000)


def _ticket_comes_back(evening: Evening) -> None:
    """A ticket is printed, scanned and paid; the second scan of it pays nothing."""
    before = evening.balance
    number = evening.ticket(3_000)
    for _time in range(2):
        evening.scan(number)
        evening.until(lambda: evening.state_of(number) == "redeemed", "the ticket's money")
    assert evening.balance == before


def _torn_ticket(evening: Evening) -> None:
    """The paper ends in the middle of a ticket."""
    number = evening.sending(1_000)
    evening.hands.paper_out(PRINTER, after_lines=8)
    evening.in_doubt(number)
    evening.until_said(PRINTER, "paper-out")
    evening.hands.refill_paper(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def _low_paper(evening: Evening) -> None:
    evening.hands.paper_low(PRINTER)
    evening.until_said(PRINTER, "paper-low")
    evening.ticket(1_000)
    evening.hands.refill_paper(PRINTER)
    evening.until_said(PRINTER, "ready")


def _open_cover(evening: Evening) -> None:
    """Under an open cover nothing is printed: what is asked for is locked, and an attendant pays it."""
    evening.hands.cover(PRINTER, is_open=True)
    evening.until_said(PRINTER, "cover-open")
    evening.cash_out(1_000)
    evening.pay_by_hand()
    evening.hands.cover(PRINTER, is_open=False)
    evening.until_said(PRINTER, "ready")


def _jammed_ticket(evening: Evening) -> None:
    number = evening.sending(1_000)
    evening.hands.jam(PRINTER, "paper")
    evening.in_doubt(number)
    evening.hands.clear_jam(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def _jammed_cutter(evening: Evening) -> None:
    number = evening.sending(1_000)
    evening.hands.jam(PRINTER, "cutter")
    evening.in_doubt(number)
    evening.hands.clear_jam(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def _ticket_with_cable_out(evening: Evening) -> None:
    number = evening.sending(1_000)
    evening.fault(PRINTER, Unplug(PRINTER_OUT, IN_A_TICKET))
    evening.in_doubt(number)
    evening.route.replug(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def _ticket_with_power_out(evening: Evening) -> None:
    number = evening.sending(1_000)
    evening.fault(PRINTER, PowerCut(PRINTER_OUT, IN_A_TICKET))
    evening.in_doubt(number)
    evening.route.replug(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def _ticket_with_process_killed(evening: Evening) -> None:
    """The process dies with leave to print; nobody knows whether a byte went out, and an attendant looks."""
    number = evening.sending(1_000)
    evening.restart()
    evening.in_doubt(number)
    evening.tear_up(number)


def _stalled_ticket(evening: Evening) -> None:
    number = evening.sending(1_000)
    evening.fault(PRINTER, Stall(PRINTER_OUT, IN_A_TICKET))
    evening.in_doubt(number)
    evening.tear_up(number)


def _busy_printer(evening: Evening) -> None:
    """The printer takes no bytes for a while in the middle of a ticket; the rest follows."""
    number = evening.sending(1_000)
    evening.fault(PRINTER, Nak(PRINTER_OUT, LONG_MS, IN_A_TICKET))
    evening.until(lambda: evening.state_of(number) == "issued", "the proof of print")


def _silent_printer(evening: Evening) -> None:
    evening.fault(PRINTER, Drop(PRINTER_IN))
    evening.work(2)
    evening.ticket(1_000)


def _babbling_printer(evening: Evening) -> None:
    evening.fault(PRINTER, Garbage(PRINTER_IN))
    evening.work(2)
    evening.ticket(1_000)


def _scan_amid(*faults: Drop | Garbage | Stall | Nak) -> Deed:
    """A ticket is scanned while something goes wrong; a scan that nobody could read is repeated."""

    def deed(evening: Evening) -> None:
        before = evening.balance
        number = evening.ticket(1_000)
        evening.fault(SCANNER, *faults)
        evening.scan(number)
        evening.work(8)
        if evening.state_of(number) == "issued":
            evening.scan(number)
        evening.until(lambda: evening.state_of(number) == "redeemed", "the ticket's money")
        assert evening.balance == before

    return deed


def _scan_with_cable_out(evening: Evening) -> None:
    """The cable comes out in the middle of a number: half a number is none, and the whole one is paid."""
    number = evening.ticket(1_000)
    evening.fault(SCANNER, Unplug(BULK_IN, 80))
    evening.work(2)
    evening.hands.scan(SCANNER, number)
    evening.until_said(SCANNER, "absent")
    evening.route.replug(SCANNER)
    evening.until_said(SCANNER, "ready")
    evening.until(lambda: not evening.look(SCANNER).facts["waiting"], "the rest of the scan")
    evening.work(8)
    assert evening.state_of(number) == "issued"
    evening.scan(number)
    evening.until(lambda: evening.state_of(number) == "redeemed", "the ticket's money")


# -- coins ---------------------------------------------------------------------------------------------------------


def _coins_and_a_ticket(evening: Evening) -> None:
    """Fifteen euros and fifty cents: seven coins, and the rest on a ticket."""
    evening.coins(1_550)


def _coins_amid(*faults: Drop | Garbage | Stall | Nak) -> Deed:
    """Three coins, and something goes wrong once the pay-out is asked for."""

    def deed(evening: Evening) -> None:
        evening.cash_out(600, "coins")
        evening.fault(HOPPER, *faults)
        evening.until(evening.is_quiet, "the end of the pay-out")

    return deed


def _coins_with_cable_out(evening: Evening) -> None:
    evening.cash_out(1_200, "coins")
    evening.until_falling()
    address = evening.look(HOPPER).address
    evening.route.unplug(HOPPER)
    evening.until_said(HOPPER, "absent")
    evening.route.replug(HOPPER)
    assert evening.look(HOPPER).address != address
    evening.until(evening.is_quiet, "the end of the pay-out")


def _coins_with_power_out(evening: Evening) -> None:
    """The power fails when three of six coins have fallen, and no fourth is there: the rest goes on a ticket."""
    with evening.coins_left(3):
        evening.cash_out(1_200, "coins")
        evening.until(lambda: not evening.look(HOPPER).facts["coins"], "the last coin")
        evening.route.cut_power(HOPPER)
        evening.until_said(HOPPER, "absent")
    evening.route.replug(HOPPER)
    evening.until(evening.is_quiet, "the end of the pay-out")


def _coins_with_process_killed(evening: Evening) -> None:
    evening.cash_out(1_200, "coins")
    evening.until_falling()
    evening.restart()
    evening.until(evening.is_quiet, "the end of the pay-out")


def _jammed_hopper(evening: Evening) -> None:
    """A coin is stuck: nothing falls, and the amount goes on a ticket."""
    evening.hands.jam(HOPPER, "coin")
    evening.cash_out(600, "coins")
    evening.until_said(HOPPER, "jam")
    evening.hands.clear_jam(HOPPER)
    evening.mend_hopper()


def _wrong_hopper(evening: Evening) -> None:
    """A hopper with other coins is plugged in for ours: it pays nothing, and what is asked for goes on a ticket."""
    evening.route.unplug(HOPPER)
    evening.until_said(HOPPER, "absent")
    evening.route.replug(SPARE)
    evening.until_said(HOPPER, "fault")
    evening.coins_refused(600)
    evening.route.unplug(SPARE)
    evening.until_said(HOPPER, "absent")
    evening.route.replug(HOPPER)
    evening.until_said(HOPPER, "ready")


def _hopper_runs_empty(evening: Evening) -> None:
    """Somebody has taken coins out of the hopper: it pays the four that are there, the rest goes on a ticket."""
    with evening.coins_left(4):
        evening.cash_out(1_200, "coins")
        evening.until_said(HOPPER, "empty")
    evening.mend_hopper()


# -- the end -------------------------------------------------------------------------------------------------------


def _go_home(evening: Evening) -> None:
    evening.leave(1)
    evening.cash_out(4_000, "hand")
    evening.pay_by_hand()
    evening.ticket(evening.balance)


def _amid(value: int, *faults: Drop | Garbage | Stall | Nak) -> Deed:
    return lambda evening: evening.insert_amid(value, *faults)


NOTES: Final = (
    Scene("a note whose order to stack is lost", _amid(5, Drop(BULK_OUT, 12))),
    Scene("a note whose report comes late", _amid(5, Nak(BULK_IN, SHORT_MS))),
    Scene("a note whose report comes too late", _amid(5, Nak(BULK_IN, LONG_MS))),
    Scene("a note while the acceptor is busy", _amid(5, Nak(BULK_OUT, LONG_MS))),
    Scene("a note while an answer stalls", _amid(5, Stall(BULK_IN))),
    Scene("a note while a command stalls", _amid(5, Stall(BULK_OUT))),
    Scene("a note with a garbled command", _amid(5, Garbage(BULK_OUT))),
    Scene("a note while the slot is closed", _refused_note),
    Scene("a note while the cable comes out", _note_with_cable_out),
    Scene("a note while the power fails", _note_with_power_out),
    Scene("a note while the process is killed", _note_with_process_killed),
    Scene("a note gets stuck", _jammed_note),
    Scene("the stacker is full and emptied", _empty_the_box),
)
"""What happens to the acceptor, whichever it is."""

REPORTS: Final = (
    Scene("a note whose report is lost", _amid(5, Drop(BULK_IN))),
    Scene("a note with a garbled report", _amid(5, Garbage(BULK_IN))),
)
"""What needs an adapter that sends nothing but answers; one of FTDI's always has something to say."""

FIRST_TABLE: Final[tuple[Scene, ...]] = (
    Scene("the kiosk opens", _open),
    Scene("three players buy in", _sit_down),
    Scene("one of them tops up", _top_up),
    Scene("money on the balance", _bring_money),
    *NOTES,
    *REPORTS,
    Scene("two players leave", _leave_two_seats),
    Scene("a ticket", _ticket),
    Scene("a ticket comes back", _ticket_comes_back),
    Scene("the paper ends in a ticket", _torn_ticket),
    Scene("the paper is low", _low_paper),
    Scene("the printer's cover is open", _open_cover),
    Scene("a ticket gets stuck", _jammed_ticket),
    Scene("the cutter gets stuck", _jammed_cutter),
    Scene("a ticket while the cable comes out", _ticket_with_cable_out),
    Scene("a ticket while the power fails", _ticket_with_power_out),
    Scene("a ticket while the process is killed", _ticket_with_process_killed),
    Scene("a ticket while the printer stalls", _stalled_ticket),
    Scene("a ticket while the printer is busy", _busy_printer),
    Scene("a ticket after an answer was lost", _silent_printer),
    Scene("a ticket after a garbled answer", _babbling_printer),
    Scene("a scan of which a key is lost", _scan_amid(Drop(BULK_IN, 16))),
    Scene("a scan with a garbled key", _scan_amid(Garbage(BULK_IN, 16))),
    Scene("a scan while the scanner stalls", _scan_amid(Stall(BULK_IN, 16))),
    Scene("a scan while the scanner is busy", _scan_amid(Nak(BULK_IN, SHORT_MS, 16))),
    Scene("a scan while the cable comes out", _scan_with_cable_out),
    Scene("coins and a ticket", _coins_and_a_ticket),
    Scene("coins while an answer is lost", _coins_amid(Drop(BULK_IN))),
    Scene("coins while an answer comes too late", _coins_amid(Nak(BULK_IN, LONG_MS))),
    Scene("coins while the hopper is busy", _coins_amid(Nak(CP210X_OUT, LONG_MS))),
    Scene("coins while an answer stalls", _coins_amid(Stall(BULK_IN))),
    Scene("coins while a command stalls", _coins_amid(Stall(CP210X_OUT))),
    Scene("coins with a garbled answer", _coins_amid(Garbage(BULK_IN))),
    Scene("coins while the cable comes out", _coins_with_cable_out),
    Scene("coins while the power fails", _coins_with_power_out),
    Scene("coins while the process is killed", _coins_with_process_killed),
    Scene("a coin gets stuck", _jammed_hopper),
    Scene("a hopper that is not ours", _wrong_hopper),
    Scene("the hopper runs empty", _hopper_runs_empty),
    Scene("the last one goes home", _go_home),
)
"""The table with the ccTalk validator, and everything that can go wrong at printer, scanner and hopper."""

SECOND_TABLE: Final[tuple[Scene, ...]] = (
    Scene("the second kiosk opens", _open),
    Scene("three players buy in", _sit_down),
    Scene("money on the balance", _bring_money),
    *NOTES,
    Scene("two players leave", _leave_two_seats),
    Scene("a ticket comes back", _ticket_comes_back),
    Scene("coins and a ticket", _coins_and_a_ticket),
    Scene("the last one goes home", _go_home),
)
"""The table with the eSSP acceptor."""
