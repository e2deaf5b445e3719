"""A whole bus as data: what is plugged in, and where it is served."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from firmware.virtual.adapters import Adapter
from firmware.virtual.bill_validator import ValidatorSettings, validator_device
from firmware.virtual.bus import VirtualBus
from firmware.virtual.card_reader import ReaderSettings, reader_device
from firmware.virtual.card_settings import TerminalSettings
from firmware.virtual.card_terminal import terminal_device
from firmware.virtual.coin_hopper import HopperSettings, hopper_device
from firmware.virtual.device import VirtualDevice
from firmware.virtual.door_board import DoorBoardSettings, door_board_device
from firmware.virtual.faults import FaultPlan
from firmware.virtual.loopback import Loopback, loopback_spec
from firmware.virtual.note_recycler import RecyclerSettings, recycler_device
from firmware.virtual.printer import PrinterSettings, printer_device
from firmware.virtual.scanner import ScannerSettings, scanner_device


class LoopbackConfig(msgspec.Struct, frozen=True, tag="loopback", tag_field="kind"):
    """The test device that returns what it is sent."""

    name: str = "loopback"
    faults: FaultPlan = FaultPlan()


class ValidatorConfig(msgspec.Struct, frozen=True, tag="validator", tag_field="kind"):
    """A ccTalk bill validator behind a serial converter."""

    name: str = "validator"
    settings: ValidatorSettings = ValidatorSettings()
    faults: FaultPlan = FaultPlan()
    adapter: Adapter = "cdc-acm"


class PrinterConfig(msgspec.Struct, frozen=True, tag="printer", tag_field="kind"):
    """An ESC/POS ticket printer of the printer class."""

    name: str = "printer"
    settings: PrinterSettings = PrinterSettings()
    faults: FaultPlan = FaultPlan()


class HopperConfig(msgspec.Struct, frozen=True, tag="hopper", tag_field="kind"):
    """A ccTalk coin hopper behind a serial converter."""

    name: str = "hopper"
    settings: HopperSettings = HopperSettings()
    faults: FaultPlan = FaultPlan()
    adapter: Adapter = "cdc-acm"


class ScannerConfig(msgspec.Struct, frozen=True, tag="scanner", tag_field="kind"):
    """A barcode scanner of the keyboard kind."""

    name: str = "scanner"
    settings: ScannerSettings = ScannerSettings()
    faults: FaultPlan = FaultPlan()


class DoorsConfig(msgspec.Struct, frozen=True, tag="doors", tag_field="kind"):
    """A board of door switches with a tower light."""

    name: str = "doors"
    settings: DoorBoardSettings = DoorBoardSettings()
    faults: FaultPlan = FaultPlan()


class RecyclerConfig(msgspec.Struct, frozen=True, tag="recycler", tag_field="kind"):
    """An eSSP note validator with or without a store, behind a serial converter."""

    name: str = "recycler"
    settings: RecyclerSettings = RecyclerSettings()
    faults: FaultPlan = FaultPlan()
    adapter: Adapter = "cdc-acm"


class CardConfig(msgspec.Struct, frozen=True, tag="card", tag_field="kind"):
    """A ZVT card terminal behind a serial converter."""

    name: str = "card"
    settings: TerminalSettings = TerminalSettings()
    faults: FaultPlan = FaultPlan()
    adapter: Adapter = "cdc-acm"


class ReaderConfig(msgspec.Struct, frozen=True, tag="reader", tag_field="kind"):
    """A CCID reader of chip cards."""

    name: str = "reader"
    settings: ReaderSettings = ReaderSettings()
    faults: FaultPlan = FaultPlan()


DeviceConfig: TypeAlias = (
    LoopbackConfig
    | ValidatorConfig
    | PrinterConfig
    | HopperConfig
    | ScannerConfig
    | RecyclerConfig
    | CardConfig
    | DoorsConfig
    | ReaderConfig
)


class BusConfig(msgspec.Struct, frozen=True):
    """One bus process: USB/IP address, control address (none if absent), and the devices in port order.

    ``usbfs`` is a folder in which they are shown to programs that run under umockdev's preload library.
    """

    listen: str
    control: str | None = None
    devices: tuple[DeviceConfig, ...] = ()
    usbfs: str | None = None


def build_bus(config: BusConfig) -> VirtualBus:
    """Plug everything in; raises ``ValueError`` for two devices of one name or an impossible fault."""
    bus = VirtualBus()
    for device in config.devices:
        bus.attach(device.name, _device(device))
    return bus


def _device(config: DeviceConfig) -> VirtualDevice:
    match config:
        case LoopbackConfig():
            return VirtualDevice(loopback_spec(), Loopback(), config.faults)
        case ValidatorConfig():
            return validator_device(config.settings, config.faults, config.adapter)
        case HopperConfig():
            return hopper_device(config.settings, config.faults, config.adapter)
        case ScannerConfig():
            return scanner_device(config.settings, config.faults)
        case DoorsConfig():
            return door_board_device(config.settings, config.faults)
        case ReaderConfig():
            return reader_device(config.settings, config.faults)
        case RecyclerConfig():
            return recycler_device(config.settings, config.faults, config.adapter)
        case CardConfig():
            return terminal_device(config.settings, config.faults, config.adapter)
        case PrinterConfig():
            return printer_device(config.settings, config.faults)
