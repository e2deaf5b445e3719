"""The programs truly run by systemd as they are installed, each as its user: what one that was broken into can reach.

A table that hangs is started anew. The same tries by whoever may, and at a program that is not closed, show that they
would succeed (SEC-1, SEC-8).
"""

import fcntl
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.host import machine

pytestmark = pytest.mark.ci

NO, GONE, CLOSED = "PermissionError", "FileNotFoundError", "OSError"

FILES = ("journal", "mirror", "table key")
ALL_OF_THE_TABLE = (*FILES, "the table's memory", "the table under a debugger")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an evening of `inside/evening.sh` left; there is one, whichever process of the tests comes first."""
    if os.geteuid() or shutil.which("systemd-nspawn") is None:
        pytest.skip("needs root, and systemd-nspawn of the package systemd-container")
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "machine"
    folder.mkdir(exist_ok=True)
    exchange = folder / "exchange"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not exchange.exists():
            exchange.mkdir()
            machine.run("evening.sh", exchange)
    assert (exchange / "left").exists(), "".join((exchange / file).read_text("utf-8") for file in ("said", "journal"))
    return exchange


def tries(evening: Path, who: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((evening / f"{who}.json").read_text("utf-8"))
    return told


def test_sec_8_a_screen_that_was_broken_into_reaches_its_own_folder_and_the_socket(evening: Path) -> None:
    assert tries(evening, "broken-into") == {
        **dict.fromkeys(FILES, NO),
        "another screen's key": NO,
        "the table's memory": GONE,
        "the table under a debugger": NO,
        "memory of its own program": 16,
        "its own program under a debugger": NO,
        "the socket": "connected",
        "another socket in its place": NO,
        "a file beside the socket": NO,
        "the program": CLOSED,
        "a rule for devices": CLOSED,
        "a setting": CLOSED,
        "a network": CLOSED,
        "a core": [0, 0],
        "processes": [],
    }


def test_sec_8_a_table_that_was_broken_into_reaches_no_screens_key_no_network_and_no_rule(evening: Path) -> None:
    tried = tries(evening, "table-broken-into")
    assert all(tried[name] > 0 for name in FILES)
    for name in ("the program", "a rule for devices", "a setting", "a network"):
        assert tried[name] == CLOSED, name
    assert tried["another screen's key"] == NO
    assert (tried["a core"], tried["its own program under a debugger"]) == ([0, 0], NO)


@pytest.mark.parametrize("who", ["screen", "nobody"])
def test_sec_8_without_its_sandbox_a_users_rights_alone_keep_him_out_of_the_table(evening: Path, who: str) -> None:
    tried = tries(evening, who)
    assert {name: tried[name] for name in ALL_OF_THE_TABLE} == dict.fromkeys(ALL_OF_THE_TABLE, NO)
    assert tried["another screen's key"] == tried["another socket in its place"] == tried["the program"] == NO
    assert tried["the socket"] == ("connected" if who == "screen" else NO)


def test_sec_8_the_same_tries_succeed_for_whoever_may(evening: Path) -> None:
    tried = tries(evening, "owner")
    assert all(tried[name] > 0 for name in FILES)
    assert (tried["the socket"], tried["another socket in its place"]) == ("connected", "moved")
    assert (tried["memory of its own program"], tried["its own program under a debugger"]) == (16, "attached")
    assert tried["a network"] == "listens"


def test_sec_1_not_even_the_tables_own_user_looks_into_the_running_table(evening: Path) -> None:
    tried = tries(evening, "owner")
    assert tried["the table's memory"] == tried["the table under a debugger"] == NO


def test_sec_8_the_table_runs_without_rights_behind_a_filter_of_calls(evening: Path) -> None:
    rights = dict(line.split(":\t") for line in (evening / "rights").read_text("utf-8").splitlines())
    assert rights == {"NoNewPrivs": "1", "Seccomp": "2", "CapBnd": "0" * 16}


def test_the_desk_asks_from_a_folder_of_its_own(evening: Path) -> None:
    assert (evening / "desk").read_text("utf-8").startswith("table Demo 1: running")


def test_a_table_that_hangs_is_started_anew_and_its_screens_come_back(evening: Path) -> None:
    after = dict(line.split("=") for line in (evening / "after").read_text("utf-8").splitlines())
    assert after == {"ActiveState": "active", "Result": "success", "NRestarts": "1"}
    told = (evening / "log").read_text("utf-8")
    assert "Power lost or program ended without being stopped" in told
    assert [told.count(f"Screen {name} connected") for name in ("seat-3", "centre", "kiosk")] == [2, 2, 2]


def test_all_of_it_stops_as_it_was_told_to(evening: Path) -> None:
    assert "Program stopped as it was told to" in (evening / "log").read_text("utf-8").splitlines()[-1]
    assert (evening / "left").read_text("utf-8") == ""
