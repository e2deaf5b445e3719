"""Every kind of virtual device by its word, for command lines."""

from __future__ import annotations

from firmware.virtual.config import (
    CardConfig,
    DeviceConfig,
    DoorsConfig,
    HopperConfig,
    LoopbackConfig,
    PrinterConfig,
    ReaderConfig,
    RecyclerConfig,
    ScannerConfig,
    ValidatorConfig,
)

KINDS: dict[str, type[DeviceConfig]] = {
    "printer": PrinterConfig,
    "validator": ValidatorConfig,
    "recycler": RecyclerConfig,
    "hopper": HopperConfig,
    "scanner": ScannerConfig,
    "card": CardConfig,
    "doors": DoorsConfig,
    "reader": ReaderConfig,
    "loopback": LoopbackConfig,
}
"""Each kind's configuration; its defaults are a device of the usual build."""


def config_of(kind: str, name: str = "") -> DeviceConfig:
    """A device of that kind with its usual build; raises ``ValueError`` for an unknown kind."""
    if kind not in KINDS:
        raise ValueError(f"no device is of kind {kind!r}: use one of {', '.join(KINDS)}")
    return KINDS[kind](name or kind)
