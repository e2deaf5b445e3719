"""What a program tries that was broken into, or that somebody started beside the table, and what came of each try."""

import ctypes
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TABLE = int(Path("/exchange/table").read_text())


def opened(path: str) -> Callable[[], Any]:
    return lambda: len(Path(path).read_bytes())


def written(path: str) -> Callable[[], Any]:
    return lambda: Path(path).write_text("here")


def looked_into(process: int) -> Callable[[], Any]:
    def read() -> int:
        with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb") as memory:
            memory.seek(int(maps.readline().split("-")[0], 16))
            return len(memory.read(16))

    return read


def debugged(process: int) -> Callable[[], Any]:
    def attach() -> str:
        library = ctypes.CDLL(None, use_errno=True)
        if library.ptrace(16, process, None, None):
            raise OSError(ctypes.get_errno(), "PTRACE_ATTACH")
        os.waitpid(process, 0)
        library.ptrace(17, process, None, None)
        return "attached"

    return attach


def connected() -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("/run/jakaja/gateway.sock")
    return "connected"


def replaced() -> str:
    Path("/run/jakaja/gateway.sock").rename("/run/jakaja/other.sock").rename("/run/jakaja/gateway.sock")
    return "moved"


def listening() -> str:
    with socket.socket(socket.AF_INET) as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
    return "listens"


def main(told: Path) -> None:
    """Try everything and write down what came of it: a value, or the error's name."""
    own = subprocess.Popen(("sleep", "60"))
    tries: dict[str, Callable[[], Any]] = {
        "journal": opened("/var/lib/jakaja/journal.sqlite"),
        "mirror": opened("/var/lib/jakaja/journal.mirror"),
        "table key": opened("/var/lib/jakaja/keys/table.key"),
        "another screen's key": opened("/var/lib/jakaja-screens/seat-3/keys/seat-3.key"),
        "the table's memory": looked_into(TABLE),
        "the table under a debugger": debugged(TABLE),
        "memory of its own program": looked_into(own.pid),
        "its own program under a debugger": debugged(own.pid),
        "the socket": connected,
        "another socket in its place": replaced,
        "a file beside the socket": written("/run/jakaja/mine"),
        "the program": written("/opt/jakaja/current/bin/jakaja"),
        "a rule for devices": written("/etc/udev/rules.d/72-jakaja.rules"),
        "a setting": written("/etc/jakaja"),
        "a network": listening,
        "a core": lambda: resource.getrlimit(resource.RLIMIT_CORE),
        "processes": lambda: sorted(name for name in os.listdir("/proc") if name.isdecimal() and int(name) == TABLE),
    }
    said = {}
    for name, act in tries.items():
        try:
            said[name] = act()
        except OSError as error:
            said[name] = type(error).__name__
    own.kill()
    told.write_text(json.dumps(said))


main(Path(sys.argv[1]))
