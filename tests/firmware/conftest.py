"""A bus in another process, as the demonstration runs it, and hands to reach its devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.virtual.config import BusConfig, LoopbackConfig, PrinterConfig, ValidatorConfig
from firmware.virtual.printer import PrinterSettings
from firmware.virtual.process import start_bus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from firmware.virtual.control import BusControl
    from firmware.virtual.process import BusProcess


@pytest.fixture
def tray(tmp_path: Path) -> Path:
    """The folder into which the printer's tickets fall."""
    return tmp_path / "tray"


@pytest.fixture
def bus(tmp_path: Path, tray: Path) -> Iterator[BusProcess]:
    """A bus process with a loop-back device, a bill validator and a ticket printer."""
    config = BusConfig(
        f"unix:{tmp_path}/usb",
        f"unix:{tmp_path}/hands",
        (LoopbackConfig(), ValidatorConfig(), PrinterConfig(settings=PrinterSettings(tickets=str(tray)))),
    )
    with start_bus(config) as running:
        yield running


@pytest.fixture
def hands(bus: BusProcess) -> Iterator[BusControl]:
    """The people around the machine."""
    with bus.control() as control:
        yield control
