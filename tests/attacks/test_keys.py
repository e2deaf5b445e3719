"""Keys of a new table: made there, of nobody else's, for its user alone (SEC-5)."""

import os
import stat
from pathlib import Path

from controller.app.entropy import KernelEntropy
from controller.app.home import Home

LEAST_KEYS = 10
"""The table's, the house's, and one for each screen."""


def keys_of(path: Path) -> dict[str, bytes]:
    Home(path).create(KernelEntropy())
    return {file.name: file.read_bytes() for file in (path / "keys").iterdir()}


def test_sec_5_keys_are_made_on_the_table_for_its_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        first, second = keys_of(tmp_path / "one"), keys_of(tmp_path / "two")
    finally:
        os.umask(before)
    assert len(first) > LEAST_KEYS
    assert len({*first.values(), *second.values()}) == len(first) + len(second), "a key is shared by two"
    open_to = {
        file.name: oct(stat.S_IMODE(file.stat().st_mode))
        for file in (tmp_path / "one" / "keys").iterdir()
        if stat.S_IMODE(file.stat().st_mode) & 0o077
    }
    assert open_to == {}, f"others may read {', '.join(open_to)}"
    assert not stat.S_IMODE((tmp_path / "one" / "keys").stat().st_mode) & 0o077
