"""A Debian kernel in QEMU with this checkout in it: boots once, runs what it is told, and can be given USB devices.

The guest sees the host's /usr, its Python and its packages as they are, read-only, and a copy of the checkout; each job
works in a folder that both sides see. Nothing is installed, no network is there, and no privilege is needed.
"""

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.kernel.image import GuestError, Image

ROOT: Final = Path(__file__).parents[2]
_ROOMS: Final = ("cashier", "controller", "evaluator_ext", "firmware", "tests")
_LEFT_OUT: Final = ("__pycache__", "*.png", "corpus", "planted", "perf", "ui")

_QEMU: Final = (
    # Ends with this process, however that ends.
    *("setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64"),
    # Interpreted: nested virtual machines are not to be had where the tests run, and with one processor the second
    # core is left to the other tests. `max` has what our compiled modules were built for.
    *("-accel", "tcg", "-cpu", "max", "-smp", "1", "-m", "768"),
    *("-machine", "q35", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"),
    *("-device", "qemu-xhci,id=usb"),
)
_KERNEL: Final = (
    *("console=ttyS0", "quiet", "panic=-1"),
    # A busy machine may let the guest wait for so long that it takes its timers and itself for broken.
    *("no_timer_check", "nowatchdog", "tsc=reliable"),
)
_SETTINGS: Final = (Path("/etc/ld.so.cache"), Path("/etc/libccid_Info.plist"))
"""What the guest's programs read of the host's settings; the second is the list of readers that libccid knows."""

_BOOT_S: Final = 180.0
_JOB_S: Final = 180.0
_MONITOR_S: Final = 60.0
_GRACE_S: Final = 30.0
_LAST_WORDS: Final = 3000


class Finished(msgspec.Struct, frozen=True):
    """What a job left: its exit code, what it said, and its folder with the files it made."""

    code: int
    stdout: str
    stderr: str
    folder: Path


class Job:
    """A command that runs in the guest. One at a time."""

    def __init__(self, guest: "Guest", folder: Path, timeout_s: float) -> None:
        self._guest = guest
        self._timeout_s = timeout_s
        self.folder = folder

    def await_word(self, word: str) -> None:
        """Wait until the command writes `word` as a line to its `JAKAJA_PORT`. Raises `GuestError` if it ends first."""
        line = self._guest.line(self._timeout_s)
        if line != word:
            raise GuestError(f"job {self.folder.name} said {line!r} instead of {word!r}:\n{self._said()}")

    def wait(self) -> Finished:
        """Wait for the end. Raises `GuestError` when the guest dies of it."""
        name, _, code = self._guest.line(self._timeout_s + _GRACE_S).partition(" ")
        if name != self.folder.name or not code.isdecimal():
            raise GuestError(f"job {self.folder.name} said {name!r} instead of ending:\n{self._said()}")
        return Finished(int(code), self._read("stdout"), self._read("stderr"), self.folder)

    def _read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8", errors="replace")

    def _said(self) -> str:
        return self._read("stdout") + self._read("stderr")


class Wire:
    """Lines to QEMU and back."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._lines = stream.makefile("r", encoding="utf-8", newline="\n")

    def say(self, line: str) -> None:
        """Send a line."""
        self._stream.sendall(f"{line}\n".encode())

    def hear(self, timeout_s: float) -> str:
        """The next line, empty when the other end has hung up. Raises `TimeoutError`."""
        self._stream.settimeout(timeout_s)
        return self._lines.readline()

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._stream.close()


class Guest:
    """A running guest; made by `booted`."""

    def __init__(self, exchange: Path, port: Wire, monitor: "Monitor", console: Path) -> None:
        self._exchange = exchange
        self._port = port
        self._console = console
        self._jobs = 0
        self.monitor = monitor

    def line(self, timeout_s: float) -> str:
        """The next line on the port. Raises `GuestError` with the kernel's last words if none comes."""
        try:
            line = self._port.hear(timeout_s)
        except TimeoutError:
            raise GuestError(f"the guest said nothing for {timeout_s:.0f} s:\n{self._last_words()}") from None
        if not line:
            raise GuestError(f"the guest has died:\n{self._last_words()}")
        return line.strip()

    def begin(self, *command: str, timeout_s: float = _JOB_S) -> Job:
        """Start a command, given as words; it is killed after the time."""
        self._jobs += 1
        folder = self._exchange / str(self._jobs)
        folder.mkdir()
        script = (
            f"export PYTHONPATH=/exchange/project PYTHONDONTWRITEBYTECODE=1 JAKAJA_PORT=/dev/ttyS1\n"
            f"exec timeout -s KILL {timeout_s:.0f} {shlex.join(command)}\n"
        )
        (folder / "job").write_text(script, encoding="utf-8")
        self._port.say(folder.name)
        return Job(self, folder, timeout_s)

    def run(self, *command: str, timeout_s: float = _JOB_S) -> Finished:
        """Run a command to its end."""
        return self.begin(*command, timeout_s=timeout_s).wait()

    def begin_module(self, module: str, timeout_s: float = _JOB_S) -> Job:
        """Start a module of this checkout with the Python that runs the tests."""
        python = _python().as_posix()
        return self.begin(python, "-m", module, timeout_s=timeout_s)

    def run_module(self, module: str, timeout_s: float = _JOB_S) -> Finished:
        """Run a module of this checkout to its end."""
        return self.begin_module(module, timeout_s).wait()

    def _last_words(self) -> str:
        return self._console.read_text(encoding="utf-8", errors="replace")[-_LAST_WORDS:]


class Monitor:
    """QEMU's own hands, by its machine protocol: plugs devices into the guest and types on its keyboards."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._wire.hear(_MONITOR_S)
        self.do("qmp_capabilities")

    def do(self, command: str, **arguments: Any) -> Any:
        """Have one command carried out. Raises `GuestError` if QEMU will not."""
        self._wire.say(json.dumps({"execute": command, "arguments": arguments}))
        while True:
            answer = json.loads(self._wire.hear(_MONITOR_S))
            if "error" in answer:
                raise GuestError(f"QEMU refused {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def connect(self, name: str, path: Path) -> None:
        """Have QEMU connect to the socket at `path`, as the end of a wire that a device may be given by that name."""
        wire = {"type": "unix", "data": {"path": str(path)}}
        self.do("chardev-add", id=name, backend={"type": "socket", "data": {"addr": wire, "server": False}})

    @contextmanager
    def plugged(self, driver: str, bus: str = "usb.0", **settings: Any) -> Iterator[None]:
        """A device of QEMU's on a bus of the guest, as long as the block runs."""
        self.do("device_add", driver=driver, id=driver, bus=bus, **settings)
        try:
            yield
        finally:
            self.do("device_del", id=driver)


@contextmanager
def booted(image: Image, folder: Path) -> Iterator[Guest]:
    """Boot a guest with its sockets, console and jobs in `folder`; it is ended with the block."""
    exchange = folder / "exchange"
    _share_project(exchange / "project")
    (exchange / "etc").mkdir()
    for file in filter(Path.exists, _SETTINGS):
        shutil.copy(file, exchange / "etc")
    (exchange / "shares").write_text("".join(f"{share}\n" for share in _shares()), encoding="utf-8")
    console = folder / "console"
    with _listening(folder / "port") as port, _listening(folder / "monitor") as monitor:
        process = subprocess.Popen(_command(image, folder), stdin=subprocess.DEVNULL)
        try:
            with closing(_accepted(port)) as port_wire, closing(_accepted(monitor)) as monitor_wire:
                guest = Guest(exchange, port_wire, Monitor(monitor_wire), console)
                greeting = guest.line(_BOOT_S)
                if greeting != "ready":
                    raise GuestError(f"the guest greeted with {greeting!r}:\n{console.read_text()}")
                yield guest
        finally:
            process.kill()
            process.wait()


def _share_project(target: Path) -> None:
    """Copy the rooms and compile them: the guest interprets instructions, and would take seconds to do it itself."""
    for room in _ROOMS:
        shutil.copytree(ROOT / room, target / room, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    subprocess.run((sys.executable, "-m", "compileall", "-q", target), check=True)


@contextmanager
def _listening(path: Path) -> Iterator[socket.socket]:
    """A socket for QEMU to connect to."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.as_posix())
        listener.listen(1)
        listener.settimeout(_MONITOR_S)
        yield listener


def _accepted(listener: socket.socket) -> Wire:
    """QEMU's end of a wire. Raises `GuestError` if it never connects."""
    try:
        return Wire(listener.accept()[0])
    except TimeoutError:
        raise GuestError("QEMU did not start; what it complained about stands on standard error") from None


def _command(image: Image, folder: Path) -> list[str]:
    """QEMU's command line."""
    command = [*_QEMU, "-kernel", str(image.kernel), "-initrd", str(image.ramdisk)]
    command += ["-append", " ".join(_KERNEL)]
    command += ["-serial", f"file:{folder}/console"]
    for name in ("port", "monitor"):
        command += ["-chardev", f"socket,id={name},path={folder}/{name}"]
    command += ["-serial", "chardev:port", "-mon", "chardev=monitor,mode=control"]
    for number, share in enumerate(_shares()):
        command += ["-virtfs", f"{_shared(share)},mount_tag=share{number},readonly=on"]
    return [*command, "-virtfs", f"{_shared(folder / 'exchange')},mount_tag=exchange"]


def _shared(folder: Path) -> str:
    """A folder in the words of QEMU, where a comma is written twice."""
    return f"local,path={str(folder).replace(',', ',,')},security_model=none"


def _shares() -> list[Path]:
    """What the guest sees of the host: programs and libraries, this Python and its packages."""
    wanted = [Path("/usr"), Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve()]
    return [path for path in wanted if not any(path != other and path.is_relative_to(other) for other in wanted)]


def _python() -> Path:
    """This Python by a path that the guest knows."""
    return Path(sys.prefix).resolve() / "bin" / Path(sys.executable).name


def cache_folder() -> Path:
    """Where the guest's files are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "jakaja" / "guest"
