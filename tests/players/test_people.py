"""The file of persons and the desk that keeps it (R-RG-1)."""

import stat
from datetime import date
from pathlib import Path

import msgspec
import pytest

from controller.app.people import People, Person
from controller.app.problem import Problem
from controller.journal.verify import verify
from controller.players import pseudonym
from controller.vocab import player_records as pr
from tests.players.desk import Desk

KEY = bytes(range(32))
CANARY = "Canary-Kanarialintu"
AINO = Person(CANARY, date(1990, 12, 31), "passport FI-774411", "fi")
PLAYER = "ab" * 16


def test_a_person_is_kept_found_and_erased(tmp_path: Path) -> None:
    people = People(tmp_path / "people.sqlite", KEY)
    people.put(PLAYER, AINO)
    assert people.find(PLAYER) == AINO
    assert people.list() == ((PLAYER, AINO),)
    assert people.erase(PLAYER)
    assert people.find(PLAYER) is None
    assert not people.erase(PLAYER)


def test_the_file_is_its_owners_alone_and_sealed(tmp_path: Path) -> None:
    path = tmp_path / "people.sqlite"
    People(path, KEY).put(PLAYER, AINO)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert CANARY.encode() not in path.read_bytes()
    with pytest.raises(Problem, match="does not open"):
        People(path, bytes(32)).find(PLAYER)


def test_what_is_erased_leaves_no_byte_on_the_disk(tmp_path: Path) -> None:
    """Even its sealed bytes are gone, and of those of others none is."""
    path = tmp_path / "people.sqlite"
    people = People(path, KEY)
    for number in range(40):
        people.put(f"{number:032x}", Person(f"Player {number}", date(1980, 1, 1), f"document {number}"))
    people.put(PLAYER, AINO)
    sealed = people._seal.close((PLAYER,), msgspec.msgpack.encode(AINO))
    assert sealed in path.read_bytes()
    people.erase(PLAYER)
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not any(sealed[place : place + 16] in left for place in range(0, len(sealed) - 16, 16))
    assert PLAYER.encode() not in left
    assert len(people.list()) == 40


@pytest.mark.parametrize(
    ("born", "today", "of_age"),
    [
        (date(2008, 11, 30), date(2026, 11, 29), False),
        (date(2008, 11, 30), date(2026, 11, 30), True),
        (date(2008, 2, 29), date(2026, 2, 28), False),
        (date(2008, 2, 29), date(2026, 3, 1), True),
    ],
)
def test_r_rg_1_eighteen_is_a_birthday(born: date, today: date, of_age: bool) -> None:
    assert Person("Aino", born, "passport").is_of_age(today) is of_age


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "table")


REGISTERED = ("register", "card:1111", "--name", CANARY, "--born", "1990-12-31", "--document", "passport FI-774411")


def test_r_rg_1_nobody_under_eighteen_is_put_on_file(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert desk("register", "card:1111", "--name", "Child", "--born", "2020-01-01", "--document", "x") == 2
    assert "is not 18 yet" in capsys.readouterr().err
    assert desk("register", "card:1111", "--name", "A", "--born", "yesterday", "--document", "x") == 2
    assert desk("register", "1111", "--name", "A", "--born", "1990-12-31", "--document", "x") == 2
    desk.house.close()


def test_staff_limit_exclude_and_block_a_player_by_his_card(desk: Desk) -> None:
    player = pseudonym(desk.house.home.table_key, "card", "1111")
    assert desk("limit", "card:1111", "loss", "day", "50.00", "--reason", "his wish") == 0
    limit = desk.last
    assert isinstance(limit, pr.LimitSet)
    assert (limit.player, limit.most, limit.by, limit.reason) == (player, 5_000, "Anna", "his wish")
    assert desk("limit", "card:1111", "time", "week", "90") == 0
    assert desk.last.most == 90 * 60_000
    assert desk("limit", player, "time", "week", "none") == 0
    assert desk("remind", player, "30") == 0
    assert desk("exclude", player, "30") == 0
    assert desk("exclude", player, "7") == 1
    assert desk("readmit", player) == 1
    assert desk("block", player, "0") == 0
    assert desk("unblock", player) == 0
    desk.house.close()


def test_r_rg_2_the_desk_shows_limits_and_what_is_used_of_them(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert desk(*REGISTERED) == 0
    assert desk("limit", "card:1111", "loss", "day", "50.00") == 0
    assert desk("limit", "card:1111", "loss", "day", "80.00") == 0
    assert desk("limit", "card:1111", "time", "week", "90") == 0
    assert desk("exclude", "card:1111", "0") == 0
    capsys.readouterr()
    for words in (("show", "card:1111"), ("list",)):
        assert desk(*words) == 0
        shown = capsys.readouterr().out
        assert "loss day: 50.00" in shown
        assert "80.00" in shown
        assert "time week: 90 min, used 0 min" in shown
        assert "has excluded himself until further notice" in shown
    desk.house.close()


def test_r_rg_1_an_erased_person_is_gone_from_the_disk_and_the_journal_verifies(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk(*REGISTERED) == 0
    assert desk("list", "--reason", "audit") == 0
    assert CANARY in capsys.readouterr().out
    assert isinstance(desk.last, pr.PersonOpened)
    assert desk("show", "card:1111") == 0
    assert "born 1990-12-31" in capsys.readouterr().out
    assert desk("erase", "card:1111", "--reason", "asked for it") == 0
    assert isinstance(desk.last, pr.PlayerErased)
    assert desk("show", "card:1111") == 0
    assert "nobody is on file" in capsys.readouterr().out
    home = desk.house.home
    desk.house.close()
    assert verify(home.journal, home.table_key).fault is None
    for file in home.path.rglob("*"):
        if file.is_file():
            assert CANARY.encode() not in file.read_bytes(), file
            assert b"FI-774411" not in file.read_bytes(), file
