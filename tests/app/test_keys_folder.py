"""Where a table's keys lie: whatever is wider than it may be, another's, or a link is refused by name (SEC-5)."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.app.cli import main
from controller.app.entropy import SeededEntropy
from controller.app.home import Home
from controller.app.keys.counter import COUNTER_TOP, FileCounter
from controller.app.keys.folder import KeyFolder
from controller.app.keys.refused import KeyRefused, KeyTrouble
from controller.app.problem import Problem
from controller.wire.redact import Viewer
from controller.wire.viewers import KIOSK

Spoil = Callable[[Path, pytest.MonkeyPatch], object]
"""Does something to the folder of keys, or to who looks into it."""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "table")
    made.create(SeededEntropy(1))
    return made


def mode(of: str, bits: int) -> Spoil:
    return lambda keys, _patch: (keys / of).chmod(bits)


def another_user(_keys: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("controller.app.keys.folder.os.geteuid", lambda: os.getuid() + 1)


def linked(name: str) -> Spoil:
    def link(keys: Path, _patch: pytest.MonkeyPatch) -> None:
        (keys / name).rename(keys.parent / "elsewhere")
        (keys / name).symlink_to(keys.parent / "elsewhere")

    return link


def linked_folder(keys: Path, _patch: pytest.MonkeyPatch) -> None:
    keys.rename(keys.parent / "elsewhere")
    keys.symlink_to(keys.parent / "elsewhere")


def pipe(keys: Path, _patch: pytest.MonkeyPatch) -> None:
    (keys / "table.key").unlink()
    os.mkfifo(keys / "table.key", 0o600)


SPOILED: tuple[tuple[str, Spoil, KeyTrouble, str], ...] = (
    ("a key that the group may read", mode("table.key", 0o640), "key-open", "run chmod 600"),
    ("a key that all may read", mode("table.key", 0o604), "key-open", "run chmod 600"),
    ("a key that the group may write", mode("table.key", 0o620), "key-open", "run chmod 600"),
    ("a key that may be run", mode("table.key", 0o700), "key-open", "run chmod 600"),
    ("a folder that the group may list", mode(".", 0o740), "key-open", "run chmod 700"),
    ("a folder that all may pass", mode(".", 0o701), "key-open", "run chmod 700"),
    ("keys of another user", another_user, "key-of-another", "run as the table's user"),
    ("a key that is a link", linked("table.key"), "key-link", "put the key itself there"),
    ("a folder that is a link", linked_folder, "key-link", "put the key itself there"),
    ("a key that is a pipe", pipe, "key-link", "put the key itself there"),
    ("no key", lambda keys, _patch: (keys / "table.key").unlink(), "key-unreadable", "restore it from the backup"),
    ("half a key", lambda keys, _patch: os.truncate(keys / "table.key", 16), "key-damaged", "no key (16 bytes)"),
)


@pytest.mark.parametrize(("spoil", "trouble", "said"), [row[1:] for row in SPOILED], ids=[row[0] for row in SPOILED])
def test_sec_5_a_key_that_others_may_reach_is_refused(home, monkeypatch, spoil, trouble, said):
    spoil(home.path / "keys", monkeypatch)
    with pytest.raises(KeyRefused) as refused:
        _ = home.table_key
    assert refused.value.trouble == trouble
    assert str(refused.value).startswith(f"{trouble}: {home.path / 'keys'}")
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["seat-3", "kiosk", "cards", "notes.next"])
def test_sec_5_every_key_is_looked_at_like_the_tables_own(home, name):
    home.next_note_key(SeededEntropy(2))
    (home.path / "keys" / f"{name}.key").chmod(0o644)
    keys = {
        "seat-3": lambda: home.screen_key(Viewer("seat", 3)),
        "kiosk": lambda: home.screen_key(KIOSK),
        "cards": lambda: home.house_key,
        "notes.next": lambda: home.note_keys,
    }
    with pytest.raises(KeyRefused, match="key-open"):
        keys[name]()


class PowerGoneError(Exception):
    """The power went just here."""


@pytest.mark.parametrize("after", [0, 1, 8, 15], ids="{} files written".format)
def test_a_first_start_that_the_power_cut_off_is_begun_anew(tmp_path, monkeypatch, after):
    made = Home(tmp_path / "table")
    replace, files = KeyFolder.replace, []

    def cut_off(folder: KeyFolder, name: str, contents: bytes) -> None:
        files.append(name)
        if len(files) > after:
            raise PowerGoneError
        replace(folder, name, contents)

    with monkeypatch.context() as patched:
        patched.setattr(KeyFolder, "replace", cut_off)
        with pytest.raises(PowerGoneError):
            made.create(SeededEntropy("first"))
    assert not made.exists
    made.create(SeededEntropy("again"))
    assert len(made.machine_id) == 16
    assert len(made.screen_keys) == 13


@pytest.mark.parametrize("torn", ["", "00ff", "no identity"])
def test_an_identity_that_is_torn_is_none(home, torn):
    (home.path / "machine.id").write_text(torn, encoding="ascii")
    with pytest.raises(Problem, match="is missing or damaged"):
        _ = home.machine_id


def test_every_file_that_a_table_makes_is_closed_to_others(home):
    home.next_note_key(SeededEntropy(2))
    home.note_key_is_set()
    home.set_house_key(bytes(32))
    home.versions.raise_to(7)
    keys = home.path / "keys"
    assert keys.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in keys.iterdir()} == {0o600}
    assert home.house_key == bytes(32)
    assert len(home.note_keys) == 1


def test_a_program_says_it_in_one_line_and_changes_nothing(home, capsys):
    (home.path / "keys" / "kiosk.key").chmod(0o666)
    (home.path / "keys" / "table.key").chmod(0o666)
    before = {path.name for path in home.path.rglob("*")}
    assert main(["table", "--folder", str(home.path), "--profile", "demo"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("jakaja: key-open: ")
    assert {path.name for path in home.path.rglob("*")} == before


def test_sec_4_a_counter_never_goes_down(home):
    counter = home.versions
    assert counter.read() == 0
    counter.raise_to(41)
    counter.raise_to(41)
    with pytest.raises(KeyRefused, match=r"counter-lower: .* stands at 41 and never goes down to 40"):
        counter.raise_to(40)
    with pytest.raises(KeyRefused, match="counter-lower"):
        counter.raise_to(COUNTER_TOP)
    assert Home(home.path).versions.read() == 41


@pytest.mark.parametrize("text", [b"", b"-1", b"x", b"9" * 30], ids=repr)
def test_a_counter_that_is_no_number_is_refused(tmp_path, text):
    KeyFolder(tmp_path / "keys").make()
    counter = FileCounter.at(tmp_path / "keys" / "version")
    counter.raise_to(1)
    (tmp_path / "keys" / "version").write_bytes(text)
    with pytest.raises(KeyRefused, match="key-damaged"):
        counter.read()
