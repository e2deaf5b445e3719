"""The kiosk's devices: drivers made from the profile, stepped in turn or each in a thread of its own.

Only records cross between a driver and the core.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Final

import msgspec

from cashier.devices.bill_validator import BillValidator
from cashier.devices.card_reader import CardReader
from cashier.devices.card_terminal import CardTerminal
from cashier.devices.ccid_line import open_reader
from cashier.devices.coin_hopper import CoinHopper
from cashier.devices.door_board import DoorBoard as Board
from cashier.devices.door_board import open_board
from cashier.devices.driver import Driver
from cashier.devices.essp_cipher import DEFAULT_FIXED_KEY
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.keyboard_pipe import open_keyboard
from cashier.devices.note_acceptor import NoteAcceptor
from cashier.devices.note_payer import NotePayer
from cashier.devices.player_card import House
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter, no_slip
from cashier.devices.ticket_scanner import TicketScanner
from cashier.devices.zvt_line import Clock, Timeouts
from cashier.records import Command, PrintTicket, Want
from cashier.usb import Backend, UsbAddress, machine_backend, open_printer
from controller.app.authority import LocalAuthority
from controller.app.cash_drivers import HopperDriver, NotesDriver, ScannerDriver
from controller.app.core import Core
from controller.app.door_driver import DoorDriver
from controller.app.reader_driver import ReaderDriver
from controller.app.ticket_proof import Sign, sign_ticket
from controller.app.usb_driver import UsbWatch
from controller.language import Language, load_language
from controller.vocab.profile import CardTerminal as FittedTerminal
from controller.vocab.profile import CashDevices, DoorBoard, Profile, UsbPlace

BETWEEN_STEPS: Final = 0.1
"""Seconds a driver rests between two steps; ccTalk wants a poll every 100 to 200 ms."""


def make_drivers(
    core: Core,
    backend: Backend | None,
    zone: tzinfo | None = None,
    sign: Sign | None = None,
    note_keys: tuple[bytes, ...] = (),
    slips: Callable[[], bytes | None] = no_slip,
    house_key: bytes | None = None,
    card_waits: Timeouts | None = None,
    clock: Clock = time.monotonic,
) -> list[Driver]:
    """Return the drivers of the adopted profile's devices.

    `backend` is the bus they hang on (None: the machine's own); the validator goes on from the journal's counter.
    Tickets are signed by `sign`; between them the printer prints what `slips` gives. `note_keys` are what an eSSP note
    acceptor may be set to, and `house_key` is what player cards prove themselves by; without it they are not read.
    A card terminal is waited for as long as `card_waits` allow (None: as ZVT says), by `clock`.
    """
    profile = core.machine.table.profile
    if profile is None:
        return []
    backend = machine_backend() if backend is None else backend
    cash = profile.cash
    return [
        LocalAuthority(),
        *_note_drivers(profile, backend, core.machine.kiosk.counters.get(cash.validator), note_keys),
        TicketPrinter(
            cash.printer,
            partial(open_printer, _address(cash.printer_usb), backend),
            partial(_signed_text, profile, load_language(profile.language), zone, core.machine.machine_id, sign),
            slips=slips,
        ),
        *_more_drivers(cash, backend),
        *_reader_driver(core, cash, backend, house_key),
        *([_card_driver(cash.cards, backend, card_waits, clock)] if cash.cards is not None else []),
        *([_door_driver(profile.doors, backend)] if profile.doors is not None else []),
        *([UsbWatch(profile, backend)] if profile.usb else []),
    ]


def note_keys_of(keys: tuple[bytes, ...]) -> tuple[int, ...]:
    """The fixed keys to try an eSSP device with: the table's own, and last the factory's, which a new device has."""
    return (*(int.from_bytes(key, "big") for key in keys), DEFAULT_FIXED_KEY)


def _note_drivers(
    profile: Profile, backend: Backend | None, last_counter: int | None, note_keys: tuple[bytes, ...]
) -> Iterator[Driver]:
    """The driver of the bill validator, by what it speaks, and that of its note store; both step one unit."""
    cash = profile.cash
    address = _address(cash.validator_usb)
    if cash.note_protocol == "essp":
        line = partial(open_serial, address, backend, LineSetting(stop_bits=2))
        unit = EsspUnit(line, country=cash.note_country, fixed_keys=note_keys_of(note_keys))
        yield NoteAcceptor(cash.validator, unit, last_counter=last_counter)
        if cash.recycler is not None:
            yield NotesDriver(NotePayer(cash.recycler.device, unit, to_store=frozenset(cash.recycler.stores)))
        return
    yield BillValidator(
        cash.validator,
        partial(open_serial, address, backend),
        profile.currency,
        country=cash.note_country,
        last_counter=last_counter,
    )


def _more_drivers(cash: CashDevices, backend: Backend | None) -> Iterator[Driver]:
    """The drivers of what a kiosk may have beside its validator and printer."""
    if cash.hopper is not None:
        hopper = cash.hopper
        payer = CoinHopper(hopper.device, partial(open_serial, _address(hopper.usb), backend), hopper.coin)
        yield HopperDriver(payer, hopper.coin)
    if cash.scanner is not None:
        scanner = cash.scanner
        yield ScannerDriver(TicketScanner(scanner.device, partial(open_keyboard, _address(scanner.usb), backend)))


def _reader_driver(
    core: Core, cash: CashDevices, backend: Backend | None, house_key: bytes | None
) -> Iterator[ReaderDriver]:
    """The driver of the player cards' reader, where there is one and a key to read them by."""
    if cash.reader is not None and house_key is not None:
        opener = partial(open_reader, _address(cash.reader.usb), backend)
        yield ReaderDriver(CardReader(cash.reader.device, opener, House(house_key)), core.identify)


def _card_driver(
    cards: FittedTerminal, backend: Backend | None, card_waits: Timeouts | None, clock: Clock
) -> CardTerminal:
    """The driver of the card terminal."""
    opener = partial(open_serial, _address(cards.usb), backend, LineSetting(cards.baud, cards.stop_bits))
    return CardTerminal(cards.device, opener, cards.number, password=cards.password, timeouts=card_waits, clock=clock)


def _door_driver(board: DoorBoard, backend: Backend | None) -> DoorDriver:
    """The driver of the board of door switches."""
    return DoorDriver(Board(board.device, partial(open_board, _address(board.usb), backend)), board.doors)


def _address(place: UsbPlace) -> UsbAddress:
    return UsbAddress(vendor=place.vendor, product=place.product, serial=place.serial, port=place.port)


def _signed_text(
    profile: Profile, language: Language, zone: tzinfo | None, machine: str, sign: Sign | None, ticket: PrintTicket
) -> TicketText:
    """What a ticket says, with the table's signature in its QR if it signs."""
    text = ticket_text(profile, language, zone, ticket)
    if sign is None:
        return text
    return msgspec.structs.replace(text, proof=sign_ticket(ticket, machine, profile.currency.code, sign))


def ticket_text(profile: Profile, language: Language, zone: tzinfo | None, ticket: PrintTicket) -> TicketText:
    """Return what a ticket says, in the table's language; times in `zone`, by default the machine's."""

    def when(stamp: int) -> str:
        return language.date_time(datetime.fromtimestamp(stamp, UTC).astimezone(zone))

    return TicketText(
        house="Jakaja",
        title=language.text("ticket.title"),
        amount=language.money(ticket.amount, profile.currency),
        number_label=language.text("ticket.number"),
        issued=f"{language.text('ticket.issued')} {when(ticket.issued_at)}",
        expires=f"{language.text('ticket.valid-until')} {when(ticket.expires)}",
        machine=language.text("ticket.table", table=profile.table),
        currency=profile.currency.code,
        no_value=language.text("ticket.no-value") if profile.no_value else "",
    )


def step_all(core: Core, drivers: Sequence[Driver]) -> bool:
    """Step every driver once in this thread and submit what it says; return whether anything was said."""
    said = False
    for driver in drivers:
        for command in driver.step(_device_wants(core)):
            core.submit(command)  # type: ignore[arg-type]
            said = True
    return said


def _device_wants(core: Core) -> tuple[Want, ...]:
    return tuple(want for want in core.wants() if isinstance(want, Want))


class DeviceThreads:
    """One thread a driver, so that a device that hangs keeps no hand waiting."""

    def __init__(self, core: Core, drivers: Sequence[Driver], loop: asyncio.AbstractEventLoop) -> None:
        self._core = core
        self._loop = loop
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=(driver,), name=f"device {driver.device}", daemon=True)
            for driver in drivers
        ]

    def start(self) -> None:
        """Begin stepping."""
        for thread in self._threads:
            thread.start()

    async def stop(self) -> None:
        """End all threads after their current step."""
        self._stop.set()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _run(self, driver: Driver) -> None:
        commands: list[Command] = []
        while not self._stop.is_set():
            wants = self._on_core(partial(self._exchange, commands))
            commands = driver.step(wants)
            if not commands:
                self._stop.wait(BETWEEN_STEPS)
        driver.close()

    def _exchange(self, commands: Sequence[Command]) -> tuple[Want, ...]:
        """Submit what a driver said and return what is wanted now; runs on the core's thread."""
        for command in commands:
            self._core.submit(command)  # type: ignore[arg-type]
        return _device_wants(self._core)

    def _on_core(self, work: Callable[[], tuple[Want, ...]]) -> tuple[Want, ...]:
        """Have the core's thread do `work` and wait for it; nothing is wanted once the core has gone."""

        async def do() -> tuple[Want, ...]:
            return work()

        future = asyncio.run_coroutine_threadsafe(do(), self._loop)
        while not self._stop.is_set():
            try:
                return future.result(timeout=BETWEEN_STEPS)
            except TimeoutError:
                continue
        future.cancel()
        return ()
