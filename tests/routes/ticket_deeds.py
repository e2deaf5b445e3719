"""What happens to tickets in an evening, at the printer and at the scanner."""

from typing import Final, Literal

from firmware.virtual.faults import Drop, Garbage, Nak, PowerCut, Stall, Unplug
from tests.routes.evening import Deed, Evening
from tests.routes.fittings import PRINTER, SCANNER

PRINTER_OUT, PRINTER_IN, SCANNER_IN = 0x01, 0x82, 0x81
"""Where bytes pass at the devices."""

IN_A_TICKET: Final = 3650
"""A byte behind the logo in what the printer is sent for a ticket: half of it is on paper then."""

BUSY_MS: Final = 650
"""Longer than a driver waits for an answer, and shorter than for a ticket to be taken."""


def ticket(evening: Evening) -> None:
    evening.ticket(2_000)


def ticket_comes_back(evening: Evening) -> None:
    """A ticket is printed, scanned and paid; the second scan of it pays nothing."""
    before = evening.balance
    number = evening.ticket(3_000)
    for _time in range(2):
        evening.scan(number)
        evening.until(lambda: evening.state_of(number) == "redeemed", "the ticket's money")
    assert evening.balance == before


def torn_ticket(evening: Evening) -> None:
    """The paper ends in the middle of a ticket."""
    number = evening.sending(1_000)
    evening.hands.paper_out(PRINTER, after_lines=8)
    evening.in_doubt(number)
    evening.until_said(PRINTER, "paper-out")
    evening.hands.refill_paper(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def low_paper(evening: Evening) -> None:
    evening.hands.paper_low(PRINTER)
    evening.until_said(PRINTER, "paper-low")
    evening.ticket(1_000)
    evening.hands.refill_paper(PRINTER)
    evening.until_said(PRINTER, "ready")


def open_cover(evening: Evening) -> None:
    """Under an open cover nothing is printed: what is asked for is locked, and an attendant pays it."""
    evening.hands.cover(PRINTER, is_open=True)
    evening.until_said(PRINTER, "cover-open")
    evening.cash_out(1_000)
    evening.pay_by_hand()
    evening.hands.cover(PRINTER, is_open=False)
    evening.until_said(PRINTER, "ready")


def jammed_ticket(evening: Evening) -> None:
    _jammed(evening, "paper")


def jammed_cutter(evening: Evening) -> None:
    _jammed(evening, "cutter")


def _jammed(evening: Evening, part: Literal["paper", "cutter"]) -> None:
    """Something is stuck in the middle of a ticket."""
    number = evening.sending(1_000)
    evening.hands.jam(PRINTER, part)
    evening.in_doubt(number)
    evening.hands.clear_jam(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def ticket_with_cable_out(evening: Evening) -> None:
    _gone(evening, Unplug(PRINTER_OUT, IN_A_TICKET))


def ticket_with_power_out(evening: Evening) -> None:
    _gone(evening, PowerCut(PRINTER_OUT, IN_A_TICKET))


def _gone(evening: Evening, fault: Unplug | PowerCut) -> None:
    """The printer goes in the middle of a ticket, and is plugged in again."""
    number = evening.sending(1_000)
    evening.fault(PRINTER, fault)
    evening.in_doubt(number)
    evening.route.replug(PRINTER)
    evening.until_said(PRINTER, "ready")
    evening.tear_up(number)


def ticket_with_process_killed(evening: Evening) -> None:
    """The process dies with leave to print; nobody knows whether a byte went out, and an attendant looks."""
    number = evening.sending(1_000)
    evening.restart()
    evening.in_doubt(number)
    evening.tear_up(number)


def stalled_ticket(evening: Evening) -> None:
    number = evening.sending(1_000)
    evening.fault(PRINTER, Stall(PRINTER_OUT, IN_A_TICKET))
    evening.in_doubt(number)
    evening.tear_up(number)


def busy_printer(evening: Evening) -> None:
    """The printer takes no bytes for a while in the middle of a ticket; the rest follows."""
    number = evening.sending(1_000)
    evening.fault(PRINTER, Nak(PRINTER_OUT, BUSY_MS, IN_A_TICKET))
    evening.until(lambda: evening.state_of(number) == "issued", "the proof of print")


def silent_printer(evening: Evening) -> None:
    evening.fault(PRINTER, Drop(PRINTER_IN))
    evening.work(2)
    evening.ticket(1_000)


def babbling_printer(evening: Evening) -> None:
    evening.fault(PRINTER, Garbage(PRINTER_IN))
    evening.work(2)
    evening.ticket(1_000)


def scan_amid(*faults: Drop | Garbage | Stall | Nak) -> Deed:
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


def scan_with_cable_out(evening: Evening) -> None:
    """The cable comes out in the middle of a number: half a number is none, and the whole one is paid."""
    number = evening.ticket(1_000)
    evening.fault(SCANNER, Unplug(SCANNER_IN, 80))
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
