"""What stands in the kiosk of the scripted evening, and what its tables' profiles say of it."""

from typing import Final

import msgspec

from cashier.devices.zvt_line import Timeouts
from cashier.money import Money
from cashier.records import DeviceId
from controller.app.config import demo_profile
from controller.vocab.profile import (
    CardReader,
    CardTerminal,
    CoinHopper,
    NoteRecycler,
    Profile,
    TicketScanner,
    UsbPlace,
)
from firmware.virtual.bill_validator import ValidatorSettings
from firmware.virtual.card_settings import TerminalSettings
from firmware.virtual.coin_hopper import HopperSettings
from firmware.virtual.config import (
    CardConfig,
    DeviceConfig,
    HopperConfig,
    PrinterConfig,
    ReaderConfig,
    RecyclerConfig,
    ScannerConfig,
    ValidatorConfig,
)
from firmware.virtual.note_recycler import RecyclerSettings

VALIDATOR, RECYCLER, STORE = DeviceId("validator"), DeviceId("recycler"), DeviceId("store")
PRINTER, HOPPER, SCANNER, CARDS = DeviceId("printer"), DeviceId("hopper"), DeviceId("scanner"), DeviceId("cards")
READER: Final = DeviceId("reader")
SPARE: Final = "spare"
"""A hopper with other coins on the same kind of adapter: plugged in for the right one, it is the wrong device."""

HOUSE_KEY: Final = bytes(range(32))
"""What the player cards of the house prove themselves by."""

COIN: Final = Money(200)
COINS: Final = 60

PATIENT_MS: Final = 600_000
"""So long wait a note in escrow and an open payment by card, also while the table's process starts again on a machine
with too much to do."""

CARD_WAITS: Final = Timeouts(t2_s=3.0, t3_s=1.0, t4_s=3.0)
"""A terminal of ours is never silent for as long as a real one may be."""

DEVICES: Final[tuple[DeviceConfig, ...]] = (
    ValidatorConfig(VALIDATOR, ValidatorSettings(stack_ms=40, escrow_ms=PATIENT_MS)),
    PrinterConfig(PRINTER),
    HopperConfig(HOPPER, HopperSettings(coins=COINS, coin_ms=30, timeout_ms=1000), adapter="cp210x"),
    ScannerConfig(SCANNER),
    CardConfig(CARDS, TerminalSettings(person="hands", bank_ms=30, remove_ms=30, give_up_ms=PATIENT_MS)),
    ReaderConfig(READER),
    RecyclerConfig(
        RECYCLER, RecyclerSettings(stored=(0,) * 5, stack_ms=40, note_ms=150, escrow_ms=PATIENT_MS), adapter="ftdi"
    ),
    HopperConfig(SPARE, HopperSettings(coin="EU100A", serial=99), adapter="cp210x"),
)
"""What stands in the kiosk, and two more: the acceptor that is built in later, and a hopper that does not belong."""


def profile_of(acceptor: DeviceId) -> Profile:
    """The demonstration's table with a whole kiosk; `acceptor` takes its notes, by ccTalk or by eSSP."""
    profile = demo_profile()
    devices = profile.cash
    if acceptor == RECYCLER:
        place = UsbPlace(vendor=0x0403, product=0x6001, serial="NR05000001")
        devices = msgspec.structs.replace(
            devices,
            validator=RECYCLER,
            validator_usb=place,
            note_protocol="essp",
            note_country="EUR",
            recycler=NoteRecycler(STORE, (Money(1000), Money(2000))),
        )
    hopper = CoinHopper(HOPPER, UsbPlace(vendor=0x10C4, product=0xEA60), COIN)
    scanner = TicketScanner(SCANNER, UsbPlace(vendor=0x1209, product=0x0005, serial="SC000001"))
    terminal = UsbPlace(vendor=0x1209, product=0x0007, serial="PT07000001")
    cards = CardTerminal(CARDS, terminal, number=978, amounts=(Money(1000), Money(2000), Money(5000)))
    reader = CardReader(READER, UsbPlace(vendor=0x1209, product=0x0009, serial="CR000001"))
    devices = msgspec.structs.replace(devices, hopper=hopper, scanner=scanner, cards=cards, reader=reader)
    return msgspec.structs.replace(profile, cash=devices)
