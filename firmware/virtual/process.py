"""Starting a bus in a process of its own, and ending it with its parent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from firmware.virtual.control import BusControl

if TYPE_CHECKING:
    from types import TracebackType

    from firmware.virtual.config import BusConfig

_SECONDS = 10.0


class BusProcess:
    """A running bus. It ends with :meth:`stop`, with the ``with`` block, or when this process dies."""

    def __init__(self, process: subprocess.Popen[str], address: str, control_address: str) -> None:
        self._process = process
        self.address = address
        self.control_address = control_address

    def __enter__(self) -> BusProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def control(self) -> BusControl:
        """A new client of the control channel."""
        return BusControl(self.control_address)

    def stop(self) -> None:
        """End the process and wait for it."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def start_bus(config: BusConfig) -> BusProcess:
    """Start a bus and wait until hosts may connect; raises ``RuntimeError`` when it does not start.

    What the bus complains about goes to this process's standard error.
    """
    root = str(Path(__file__).resolve().parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware.virtual", "--config", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the bus process has no pipes")
    process.stdin.write(msgspec.json.encode(config).decode() + "\n")
    process.stdin.flush()
    word, *addresses = process.stdout.readline().split() or ["dead"]
    bus = BusProcess(process, *[*addresses, "", ""][:2])
    if word != "ready":
        bus.stop()
        raise RuntimeError("the bus process did not start: its complaint is on standard error")
    return bus
