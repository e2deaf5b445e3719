"""What each of several tries came to, side by side: one that fails leaves the others their turn."""

import traceback
from collections.abc import Callable
from pathlib import Path

import msgspec

_FILE = "said.json"


class Tries:
    """Collects what was said, and leaves it as a file for the host."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def do(self, name: str, act: Callable[[], str]) -> None:
        """Try; an error is a result like any other, and will not be the one that was expected."""
        try:
            self._said[name] = act()
        except Exception:
            self._said[name] = traceback.format_exc()

    def leave(self) -> None:
        """Write what was said into the job's folder."""
        Path(_FILE).write_bytes(msgspec.json.encode(self._said))


def read_tries(folder: Path) -> dict[str, str]:
    """What a job's tries came to, in the order of its doing."""
    return msgspec.json.decode((folder / _FILE).read_bytes(), type=dict[str, str])
