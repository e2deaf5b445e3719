"""No program of the table leaves its memory behind, on the disk as swap or as a core, and nobody looks into it (SEC-1).

A plain program under the same limits, killed and looked into in the same way, shows that the test can fail.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from controller.app.entropy import SeededEntropy
from controller.app.home import Home

ROOT = Path(__file__).parents[2]

PLAIN = (sys.executable, "-c", "import sys; print('runs', flush=True); sys.stdin.read()")

LOOK = """
import ctypes, os, sys
process, trace = sys.argv[1], ctypes.CDLL(None).ptrace
if trace(16, int(process), None, None) == 0:
    os.waitpid(int(process), 0)
    trace(17, int(process), None, None)
    print("attached")
try:
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb") as memory:
        memory.seek(int(maps.readline().split("-")[0], 16))
        print("read", len(memory.read(16)))
except OSError as error:
    print(type(error).__name__)
"""
"""What another program of the same user tries: PTRACE_ATTACH, and to read what is mapped first."""

pytestmark = pytest.mark.ci


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Home(tmp_path / "table").create(SeededEntropy(1))
    return tmp_path


def programs(folder: Path) -> dict[str, tuple[str, ...]]:
    """Every kind of program that holds cards or keys."""
    table, home = (sys.executable, "-m", "controller.app.cli"), str(folder / "table")
    screen = (sys.executable, "-m", "seats.run")
    return {
        "table": (*table, "table", "--folder", home, "--profile", "demo"),
        "seat": (*screen, "seat", "3", "--folder", home),
        "centre": (*screen, "centre", "--folder", home),
        "kiosk": (*screen, "kiosk", "--folder", home),
    }


KINDS = ("table", "seat", "centre", "kiosk")

LEAST_KIB = 10_000
"""A program in Python has more memory than this."""

LITTLE_KIB = 8192
MAY_LOCK = "ipc_lock"
"""The right to lock memory beyond any limit, CAP_IPC_LOCK."""


def unprivileged(*kept: str) -> tuple[str, ...]:
    """What runs a program with cores without limit and little to lock, of root's rights only those that are kept."""
    if os.getuid():
        return ("prlimit", "--core=unlimited")
    rights = ",".join(("-all", *(f"+{right}" for right in kept)))
    limits = ("prlimit", "--core=unlimited:unlimited", f"--memlock={LITTLE_KIB * 1024}")
    return (*limits, "setpriv", f"--bounding-set={rights}", "--inh-caps=-all")


def start(command: tuple[str, ...], place: Path, *kept: str) -> subprocess.Popen[str]:
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        (*unprivileged(*kept), *command),
        cwd=place,
        env={**os.environ, **quiet},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def limit_of(process: int) -> str:
    """The limit of core files that the kernel has for a process."""
    lines = Path(f"/proc/{process}/limits").read_text().splitlines()
    return next(line for line in lines if line.startswith("Max core file size")).split()[4]


def settled(process: subprocess.Popen[str]) -> None:
    """Wait until it is the program itself that runs, and it has set its limit."""
    python = sys.executable.encode()
    while not Path(f"/proc/{process.pid}/cmdline").read_bytes().startswith(python) or limit_of(process.pid) != "0":
        assert process.poll() is None, "the program ended before it was looked at"
        os.sched_yield()


def locked_kib(process: subprocess.Popen[str]) -> int:
    """How much of a program's memory the kernel keeps out of swap."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmLck")).split()[1])


def locked(process: subprocess.Popen[str]) -> bool:
    """Whether the program, which has been started, comes to lock its memory."""
    until = time.monotonic() + 60
    while locked_kib(process) <= LEAST_KIB and time.monotonic() < until:
        os.sched_yield()
    return locked_kib(process) > LEAST_KIB


def looked_into(process: int, place: Path, *kept: str) -> str:
    with start((sys.executable, "-c", LOOK, str(process)), place, *kept) as looking:
        return looking.communicate(timeout=60)[0].strip()


def cores_in(place: Path) -> list[str]:
    return [path.name for path in place.iterdir() if path.name.startswith("core")]


def killed(process: subprocess.Popen[str]) -> int:
    process.send_signal(signal.SIGSEGV)
    process.communicate(timeout=60)
    return process.returncode


@pytest.mark.parametrize("kind", KINDS)
def test_sec_1_a_program_that_dies_leaves_no_core_and_lets_nobody_in(folder: Path, kind: str) -> None:
    process = start(programs(folder)[kind], folder, MAY_LOCK)
    try:
        settled(process)
        assert locked(process)
        assert looked_into(process.pid, folder, MAY_LOCK) == "PermissionError"
        assert killed(process) == -signal.SIGSEGV
    finally:
        process.kill()
        process.communicate()
    assert cores_in(folder) == []


@pytest.mark.parametrize("kind", ["table", "centre"])
def test_sec_1_a_program_that_may_not_lock_its_memory_says_so_once_and_goes_on(folder: Path, kind: str) -> None:
    process = start(programs(folder)[kind], folder)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        if kind == "table":
            assert any(line.endswith("gateway.sock\n") for line in process.stdout)
        said = next(line for line in process.stderr if "swap" in line)
        assert f"at most {LITTLE_KIB} KiB may be locked" in said
        assert locked_kib(process) == 0
        process.send_signal(signal.SIGTERM)
        _said, warned = process.communicate(timeout=60)
        assert "swap" not in warned
    finally:
        process.kill()
        process.communicate()


def test_a_plain_program_locks_nothing_leaves_its_core_and_can_be_looked_into(folder: Path) -> None:
    process = start(PLAIN, folder, MAY_LOCK)
    assert process.stdout is not None
    assert process.stdout.readline() == "runs\n"
    assert locked_kib(process) == 0
    assert looked_into(process.pid, folder, MAY_LOCK).splitlines() == ["attached", "read 16"]
    assert killed(process) == -signal.SIGSEGV
    if Path("/proc/sys/kernel/core_pattern").read_text().startswith("core"):
        assert cores_in(folder)
