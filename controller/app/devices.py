"""The table's devices: drivers made from the profile, stepped in turn or each cable's in a thread of its own.

Only records cross between a driver and the core.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from cashier.records import DeviceId, DeviceReported, PrintTicket
from cashier.usb import Backend, UsbAddress, machine_backend, open_printer
from controller.app.authority import NAME as AUTHORITY
from controller.app.authority import LocalAuthority
from controller.app.cash_drivers import HopperDriver, NotesDriver, ScannerDriver
from controller.app.core import Core
from controller.app.door_driver import DoorDriver
from controller.app.fitting import Fitting, device_wants
from controller.app.reader_driver import ReaderDriver
from controller.app.ticket_proof import Sign, sign_ticket
from controller.app.usb_driver import BUS, UsbWatch
from controller.language import Language, load_language
from controller.vocab.fault_records import ReportFault
from controller.vocab.profile import CardTerminal as FittedTerminal
from controller.vocab.profile import CashDevices, Profile, UsbPlace

UNWATCHED: Final = "its driver has stopped"
"""What the machine is told of a watch that nobody keeps any more."""


def fit(
    core: Core,
    backend: Backend | None,
    zone: tzinfo | None = None,
    sign: Sign | None = None,
    note_keys: tuple[bytes, ...] = (),
    slips: Callable[[], bytes | None] = no_slip,
    house_key: bytes | None = None,
    card_waits: Timeouts | None = None,
    clock: Clock = time.monotonic,
) -> list[Fitting]:
    """Return what the adopted profile has at its cables.

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
    text = partial(_signed_text, profile, load_language(profile.language), zone, core.machine.machine_id, sign)
    opener = partial(open_printer, _address(cash.printer_usb), backend)
    return [
        Fitting(AUTHORITY, lambda: [LocalAuthority()]),
        _noted(profile, lambda: list(_note_drivers(core, profile, backend, note_keys))),
        _of_device(cash.printer, lambda: TicketPrinter(cash.printer, opener, text, slips=slips)),
        *_more_fittings(cash, backend),
        *_reader_fitting(core, cash, backend, house_key),
        *_card_fitting(cash.cards, backend, card_waits, clock),
        *_watching_fittings(profile, backend),
    ]


def make_drivers(fittings: Iterable[Fitting]) -> list[Driver]:
    """Return all drivers, to be stepped in turn by the caller."""
    return [driver for fitting in fittings for driver in fitting.make()]


def _of_device(device: DeviceId, make: Callable[[], Driver]) -> Fitting:
    """A device of the kiosk: without its driver it counts as absent."""
    return Fitting(device, lambda: [make()], (DeviceReported(device, "absent"),))


def _noted(profile: Profile, make: Callable[[], list[Driver]]) -> Fitting:
    """The unit that takes notes, with its store if it has one."""
    store = profile.cash.recycler
    devices = (profile.cash.validator, *([store.device] if store is not None else []))
    return Fitting(profile.cash.validator, make, tuple(DeviceReported(device, "absent") for device in devices))


def note_keys_of(keys: tuple[bytes, ...]) -> tuple[int, ...]:
    """The fixed keys to try an eSSP device with: the table's own, and last the factory's, which a new device has."""
    return (*(int.from_bytes(key, "big") for key in keys), DEFAULT_FIXED_KEY)


def _note_drivers(
    core: Core, profile: Profile, backend: Backend | None, note_keys: tuple[bytes, ...]
) -> Iterator[Driver]:
    """The driver of the bill validator, by what it speaks, and that of its note store; both step one unit."""
    cash = profile.cash
    last_counter = core.machine.kiosk.counters.get(cash.validator)
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


def _more_fittings(cash: CashDevices, backend: Backend | None) -> Iterator[Fitting]:
    """What a kiosk may have beside its validator and printer."""
    hopper, scanner = cash.hopper, cash.scanner
    if hopper is not None:
        line = partial(open_serial, _address(hopper.usb), backend)
        yield _of_device(hopper.device, lambda: HopperDriver(CoinHopper(hopper.device, line, hopper.coin), hopper.coin))
    if scanner is not None:
        keys = partial(open_keyboard, _address(scanner.usb), backend)
        yield _of_device(scanner.device, lambda: ScannerDriver(TicketScanner(scanner.device, keys)))


def _reader_fitting(
    core: Core, cash: CashDevices, backend: Backend | None, house_key: bytes | None
) -> Iterator[Fitting]:
    """The player cards' reader, where there is one and a key to read them by."""
    reader = cash.reader
    if reader is not None and house_key is not None:
        opener, house = partial(open_reader, _address(reader.usb), backend), House(house_key)
        yield _of_device(
            reader.device,
            lambda: ReaderDriver(CardReader(reader.device, opener, house, met=core.machine.players.met), core.identify),
        )


def _card_fitting(
    cards: FittedTerminal | None, backend: Backend | None, card_waits: Timeouts | None, clock: Clock
) -> Iterator[Fitting]:
    """The card terminal, where there is one."""
    if cards is not None:
        opener = partial(open_serial, _address(cards.usb), backend, LineSetting(cards.baud, cards.stop_bits))
        yield _of_device(
            cards.device,
            lambda: CardTerminal(
                cards.device, opener, cards.number, password=cards.password, timeouts=card_waits, clock=clock
            ),
        )


def _watching_fittings(profile: Profile, backend: Backend | None) -> Iterator[Fitting]:
    """What watches the doors and the bus: without its driver nobody knows who comes and what is plugged in."""
    board = profile.doors
    if board is not None:
        opener = partial(open_board, _address(board.usb), backend)
        unseen = ReportFault("doors-unseen", board.device, UNWATCHED)
        yield Fitting(board.device, lambda: [DoorDriver(Board(board.device, opener), board.doors)], (unseen,))
    if profile.usb:
        unknown = ReportFault("usb-stranger", BUS, UNWATCHED)
        yield Fitting(BUS, lambda: [UsbWatch(profile, backend)], (unknown,))


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
        for command in driver.step(device_wants(core)):
            core.submit(command)  # type: ignore[arg-type]
            said = True
    return said
