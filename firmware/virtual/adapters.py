"""The three converters that a serial device may hang on, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from firmware.virtual.cdc_acm import CdcAcm, cdc_acm_spec
from firmware.virtual.cp210x import Cp210x, cp210x_spec
from firmware.virtual.device import VirtualDevice
from firmware.virtual.ftdi import Ftdi, ftdi_spec

if TYPE_CHECKING:
    from firmware.virtual.faults import FaultPlan
    from firmware.virtual.serial_line import SerialDevice

Adapter: TypeAlias = Literal["cdc-acm", "ftdi", "cp210x"]


class Nameplate(msgspec.Struct, frozen=True):
    """What a serial device says of itself over USB; a chip of FTDI or Silicon Labs keeps its maker's ids."""

    vendor: int
    product: int
    name: str
    serial: str


def serial_device(
    serial: SerialDevice, plate: Nameplate, adapter: Adapter = "cdc-acm", plan: FaultPlan | None = None
) -> VirtualDevice:
    """A serial device behind a converter."""
    match adapter:
        case "cdc-acm":
            spec = cdc_acm_spec(plate.vendor, plate.product, "Jakaja", plate.name, plate.serial)
            return VirtualDevice(spec, CdcAcm(serial), plan)
        case "ftdi":
            return VirtualDevice(ftdi_spec(plate.name, plate.serial), Ftdi(serial), plan)
        case "cp210x":
            return VirtualDevice(cp210x_spec(plate.name, plate.serial), Cp210x(serial), plan)
