"""Self-tests of the kiosk's devices: each is opened by its real driver and asked how it is; no money moves."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from cashier.devices.bill_validator import BillValidator
from cashier.devices.card_desk import look
from cashier.devices.card_terminal import CardTerminal
from cashier.devices.ccid_line import open_reader
from cashier.devices.ccid_messages import Garbled
from cashier.devices.coin_hopper import CoinHopper
from cashier.devices.discovery import Use
from cashier.devices.door_board import DoorBoard, Switches, open_board
from cashier.devices.driver import Driver
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.keyboard_pipe import open_keyboard
from cashier.devices.note_acceptor import NoteAcceptor
from cashier.devices.note_payer import NotePayer
from cashier.devices.payout import PayCondition, PayerReported
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter
from cashier.devices.ticket_scanner import Scanned, ScannerReported, TicketScanner
from cashier.devices.zvt_line import Timeouts
from cashier.kiosk.device_faults import well
from cashier.money import EUR, Money
from cashier.records import DeviceId, DeviceReported, PrintTicket
from cashier.usb import Backend, Stalled, Timeout, UsbAddress, open_printer

_STEPS: Final = 8
_EURO: Final = 978
_SHORT: Final = Timeouts(t2_s=3.0, t3_s=1.0)
_BETWEEN_STEPS: Final = 0.05


class Bench(msgspec.Struct, frozen=True):
    """Where the device under test is, and what the test is told: a hopper's coin in minor units, seconds to listen."""

    address: UsbAddress
    backend: Backend | None = None
    coin: Money = Money(200)
    seconds: int = 0


class Finding(msgspec.Struct, frozen=True):
    """What a self-test found: its lines, and whether the device can be used."""

    lines: tuple[str, ...]
    well: bool


class SelfTest(msgspec.Struct, frozen=True):
    """One device's self-test and the kind of USB device it looks for."""

    use: Use
    run: Callable[[Bench], Finding]


def _condition(driver: Driver) -> str:
    """Step a driver with no wants until it has spoken of itself."""
    condition = "absent"
    for _ in range(_STEPS):
        for word in driver.step(()):
            if isinstance(word, DeviceReported):
                condition = word.condition
        if condition != "absent":
            break
        time.sleep(_BETWEEN_STEPS)
    driver.close()
    return condition


def _validator(bench: Bench) -> Finding:
    driver = BillValidator(DeviceId("validator"), partial(open_serial, bench.address, bench.backend), EUR)
    condition = _condition(driver)
    made = f"{driver.identity.manufacturer} {driver.identity.product}".strip()
    return Finding((f"condition {condition}", f"made by {made or 'nobody known'}"), condition in well("validator"))


def _printer(bench: Bench) -> Finding:
    def no_ticket(ticket: PrintTicket) -> TicketText:
        raise ValueError(f"a self-test prints no ticket, not even {ticket.number}")

    condition = _condition(
        TicketPrinter(DeviceId("printer"), partial(open_printer, bench.address, bench.backend), no_ticket)
    )
    return Finding((f"condition {condition}",), condition in well("printer"))


def _hopper(bench: Bench) -> Finding:
    driver = CoinHopper(DeviceId("hopper"), partial(open_serial, bench.address, bench.backend), bench.coin)
    words = [word for _ in range(3) for word in driver.step(())]
    told = driver.ask()
    driver.close()
    condition = next((word.condition for word in reversed(words) if isinstance(word, PayerReported)), "absent")
    lines = [f"condition {condition}"]
    if told is not None:
        lines.append(f"event counter {told.counter}, last payout paid {told.paid}, unpaid {told.unpaid}")
    return Finding(tuple(lines), condition in well("hopper"))


def _recycler(bench: Bench) -> Finding:
    setting = LineSetting(stop_bits=2)
    unit = EsspUnit(partial(open_serial, bench.address, bench.backend, setting))
    payer = NotePayer(DeviceId("payer"), unit)
    paying: PayCondition = "absent"
    for word in payer.step(()):
        if isinstance(word, PayerReported):
            paying = word.condition
    notes = " ".join(str(amount) for amount in unit.setup.channels.values())
    condition = _condition(NoteAcceptor(DeviceId("validator"), unit))
    lines = [f"condition {condition}", f"notes of {notes or 'no known amount'}"]
    lines.append(f"note store {paying}" if unit.setup.payout else "no note store")
    return Finding(tuple(lines), condition in well("validator"))


def _card(bench: Bench) -> Finding:
    setting = LineSetting(stop_bits=2)
    driver = CardTerminal(
        DeviceId("cards"), partial(open_serial, bench.address, bench.backend, setting), _EURO, timeouts=_SHORT
    )
    talk = driver.diagnose()
    condition = _condition(driver) if talk is not None else "absent"
    lines = [f"condition {condition}", *(f"receipt: {line}" for line in (talk.lines if talk is not None else ()))]
    return Finding(tuple(lines), condition in well("cards"))


def _scanner(bench: Bench) -> Finding:
    driver = TicketScanner(DeviceId("scanner"), partial(open_keyboard, bench.address, bench.backend))
    end = time.monotonic() + bench.seconds
    condition, scans = "absent", 0
    while True:
        for word in driver.step():
            if isinstance(word, ScannerReported):
                condition = word.condition
            scans += isinstance(word, Scanned)
        if time.monotonic() >= end or scans:
            break
        time.sleep(_BETWEEN_STEPS)
    driver.close()
    lines = [f"condition {condition}"]
    if bench.seconds:
        lines.append(f"{scans} tickets scanned")
    return Finding(tuple(lines), condition == "ready" and (scans > 0 or not bench.seconds))


def _doors(bench: Bench) -> Finding:
    driver = DoorBoard(DeviceId("doors"), partial(open_board, bench.address, bench.backend))
    words = [word for _ in range(3) for word in driver.step()]
    driver.close()
    seen = next((word for word in words if isinstance(word, Switches)), None)
    if seen is None:
        return Finding(("condition absent",), well=False)
    shut = " ".join(str(number) for number, switch in enumerate(seen.inputs, 1) if switch.open) or "none"
    counts = " ".join(str(switch.count) for switch in seen.inputs)
    lines = ("condition ready", f"open inputs, and turned keys: {shut}", f"openings counted {counts}")
    return Finding(lines, well=True)


def _reader(bench: Bench) -> Finding:
    pipe = open_reader(bench.address, bench.backend)
    try:
        seen = look(pipe)
    except (Timeout, Stalled, Garbled):
        return Finding(("condition absent",), well=False)
    finally:
        pipe.close()
    lines = ["condition ready", f"{seen.slots} slots, {seen.cards} with a card"]
    if seen.cards:
        lines.append(f"card {seen.reset or 'does not answer'}, UID {seen.uid or 'not known'}")
    return Finding(tuple(lines), well=True)


SELF_TESTS: Final[dict[str, SelfTest]] = {
    "validator": SelfTest("serial", _validator),
    "recycler": SelfTest("serial", _recycler),
    "hopper": SelfTest("serial", _hopper),
    "printer": SelfTest("printer", _printer),
    "card": SelfTest("serial", _card),
    "scanner": SelfTest("keyboard", _scanner),
    "doors": SelfTest("other", _doors),
    "reader": SelfTest("cards", _reader),
}
"""The devices that can be tested, by name."""
