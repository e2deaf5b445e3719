"""A TPM 2.0 for tests: `swtpm`, whole and real but for its silicon, behind a socket that nobody else knows."""

import os
import re
import select
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.app.keys.tpm import Tpm

NEEDED = ("swtpm", "swtpm_ioctl", "tpm2_unseal")
PATIENCE_S = 20
_BYTES = re.compile(r"^\s*((?:[0-9A-F]{2} )+)\s*$", re.MULTILINE)


class Emulator:
    """One chip: its power goes on and off, its owner clears it, software measures itself into it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._state = folder / "chip"
        self._state.mkdir()
        self._log = folder / "bus"
        self._pid = folder / "pid"
        self.device = f"swtpm:path={folder / 'socket'}"
        self.tpm = Tpm(self.device)

    def on(self) -> None:
        """Give it power: its registers begin at zero, as a machine that is switched on has them."""
        words = ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={self._state}"]
        for line, name in (("--server", "socket"), ("--ctrl", "socket.ctrl")):
            words += [line, f"type=unixio,path={self._folder / name}"]
        words += ["--flags", "not-need-init,startup-clear", "--log", f"file={self._log},level=20"]
        subprocess.run([*words, "--daemon", "--pid", f"file={self._pid}"], check=True, capture_output=True)

    def off(self) -> None:
        """Take its power away, and wait until it is gone."""
        if not self._pid.exists():
            return
        process = os.pidfd_open(int(self._pid.read_text(encoding="ascii")))
        subprocess.run(
            ["swtpm_ioctl", "--unix", str(self._folder / "socket.ctrl"), "-s"], check=True, capture_output=True
        )
        gone, _, _ = select.select([process], [], [], PATIENCE_S)
        os.close(process)
        assert gone, "the emulator does not end"
        self._pid.unlink(missing_ok=True)

    def keep(self) -> Path:
        """Return a copy of what the chip holds, as it lies when the power is off."""
        self.off()
        copy = Path(shutil.copytree(self._state, self._folder / "kept"))
        self.on()
        return copy

    def put_back(self, kept: Path) -> None:
        """Have the chip hold again what it held, which no real chip can be made to, and switch the machine on anew."""
        self.off()
        shutil.rmtree(self._state)
        shutil.copytree(kept, self._state)
        self.on()

    def exchange(self) -> None:
        """Put another chip in its place."""
        self.off()
        shutil.rmtree(self._state)
        self._state.mkdir()
        self.on()

    def measure(self, pcr: int) -> None:
        """Have something be measured that was not before."""
        self.tool("tpm2_pcrextend", f"{pcr}:sha256={'5a' * 32}")

    def tool(self, *words: str, given: bytes = b"") -> bytes:
        """Run one of the tools as anybody may who stands before the machine."""
        surroundings = {"PATH": "/usr/bin:/bin", "TPM2TOOLS_TCTI": self.device}
        done = subprocess.run(words, input=given, env=surroundings, cwd=self._folder, check=True, capture_output=True)
        return done.stdout

    @property
    def bus(self) -> bytes:
        """All bytes that went over the chip's lines so far, both ways."""
        return b"".join(bytes.fromhex(line) for line in _BYTES.findall(self._log.read_text(encoding="ascii")))


@contextmanager
def emulator() -> Iterator[Emulator]:
    """A new chip with power; it is gone afterwards. Skips where the emulator is not installed."""
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} is not installed: apt-get install swtpm swtpm-tools tpm2-tools")
    # A socket's path must be short, so it does not lie in the test's own folder.
    with tempfile.TemporaryDirectory(prefix="tpm-") as folder:
        chip = Emulator(Path(folder))
        chip.on()
        try:
            yield chip
        finally:
            chip.off()
