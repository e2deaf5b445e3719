"""A table and the copies of its journal: which trouble stops a start, by what name, and how two people repair it."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.app import starting, table_command
from controller.app.boot import good_copies
from controller.app.cli import main
from controller.app.clock import VirtualClock
from controller.app.config import demo_profile
from controller.app.core import Core
from controller.app.home import Home
from controller.app.problem import Problem
from controller.journal.journal import Journal
from controller.journal.store import connect, kept_closed
from controller.journal.verify import verify
from controller.vocab import table_records as tr
from tests.app.house import WALL, House, bare

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table that has played some hands, with a mirror beside its journal and one elsewhere."""
    folder = tmp_path_factory.mktemp("copies")
    (folder / "second").mkdir()
    table_command.start(Home(folder / "table"), demo_profile(), mirror=folder / "second").close()
    house = House(folder / "played")
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(3)
    house.close()
    return folder


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Home:
    """A copy of the table that has played, with one mirror."""
    return Home(Path(shutil.copytree(played / "played", tmp_path / "table")))


@pytest.fixture
def mirrored(played: Path, tmp_path: Path) -> Home:
    """A copy of the table with a mirror on another disk, in `tmp_path`/second."""
    home = Home(Path(shutil.copytree(played / "table", tmp_path / "table")))
    shutil.copytree(played / "second", tmp_path / "second")
    home.set_second_folder(tmp_path / "second")
    return home


def prints(folder: Path) -> dict[str, str]:
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def begin(home: Home) -> Core:
    """Start a table that was played on a clock of its own."""
    return table_command.start(home, None, accept_clock=True)


def refusal(home: Home) -> str:
    """Start a table that must not start: say why in one line, and change nothing."""
    before = prints(home.path)
    with pytest.raises(Problem) as refused:
        begin(home)
    assert prints(home.path) == before
    (line,) = str(refused.value).splitlines()
    return line


def flip(path: Path, place: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(len(data) * place)] ^= 1
    path.write_bytes(data)


# -- where the copies lie ----------------------------------------------------------------------------------------


def test_a_table_keeps_three_copies_of_which_one_lies_elsewhere(mirrored: Home) -> None:
    core = begin(mirrored)
    core.submit(tr.Pause(by="Anna"))
    core.close()
    first, second = mirrored.mirrors
    assert first.parent == mirrored.path
    assert second.parent == mirrored.second_folder != mirrored.path
    assert second.name == f"{mirrored.machine_id.hex()}.mirror"
    assert good_copies(mirrored) == {first: core.record, second: core.record}


def test_a_folder_for_the_mirror_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="nowhere: is no folder; name a folder on another disk"):
        table_command.start(Home(tmp_path / "table"), demo_profile(), mirror=tmp_path / "nowhere")


def test_a_table_starts_without_its_second_disk_and_notes_it(mirrored: Home) -> None:
    second = mirrored.second_folder
    assert second is not None
    shutil.move(second, second.with_name("away"))
    core = begin(mirrored)
    assert core.frozen is None
    core.close()
    shutil.move(second.with_name("away"), second)
    core = begin(mirrored)
    core.close()
    assert set(good_copies(mirrored)) == set(mirrored.mirrors)


# -- what stops a start ------------------------------------------------------------------------------------------


def test_one_damaged_mirror_is_mended_and_said_and_play_goes_on(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    (mirror,) = home.mirrors
    whole = mirror.read_bytes()
    flip(mirror, 0.5)
    core = begin(home)
    assert core.frozen is None
    core.close()
    assert mirror.read_bytes().startswith(whole)
    assert f"A damaged copy of the journal was made anew: {mirror} was damaged after record" in capsys.readouterr().err
    assert main(["verify", str(home.path)]) == 0
    assert f"{mirror} was damaged after record" in capsys.readouterr().out


@pytest.mark.parametrize("place", [0.0, 0.3, 0.7])
def test_a_damaged_database_with_a_good_mirror_is_named_with_that_mirror(home: Home, place: float) -> None:
    journal = bytearray(home.journal.read_bytes())
    start = int(len(journal) * place)
    journal[start : start + 4096] = bytes(4096)
    home.journal.write_bytes(journal)
    line = refusal(home)
    assert line.startswith("journal-damaged: ") or "is another program's database" in line
    if line.startswith("journal-damaged: "):
        assert f"believed good: {home.mirrors[0]}" in line
        assert "jakaja repair" in line


def test_a_database_that_is_gone_is_not_begun_anew_while_a_mirror_remembers(home: Home) -> None:
    home.journal.unlink()
    assert refusal(home).startswith(f"journal-damaged: {home.journal} is gone; believed good: ")
    home.journal.write_bytes(b"")
    assert refusal(home).startswith(f"journal-damaged: {home.journal} is blank; believed good: ")


def test_without_any_good_copy_the_safe_state_says_so_and_nothing_is_overwritten(home: Home) -> None:
    home.mirrors[0].write_bytes(bytes(5_000))
    journal = bytearray(home.journal.read_bytes())
    journal[40_000:60_000] = bytes(20_000)
    home.journal.write_bytes(journal)
    line = refusal(home)
    assert line.startswith("no-good-copy: ")
    assert "nothing was changed" in line


def test_a_journal_put_back_from_an_old_backup_is_refused(home: Home) -> None:
    old = home.journal.read_bytes()
    core = begin(home)
    core.submit(tr.Pause(by="Anna"))
    core.close()
    home.journal.write_bytes(old)
    line = refusal(home)
    assert line.startswith("copies-disagree: ")
    assert "the journal was cut back" in line


def test_the_journal_of_another_machine_is_refused(home: Home) -> None:
    """The whole folder but for the identity, as when a disk is moved into another cabinet."""
    (home.path / "machine.id").write_text("11" * 16 + "\n", encoding="ascii")
    assert refusal(home).startswith("journal-of-another-machine: ")


def test_the_journal_of_a_newer_program_is_refused(home: Home) -> None:
    tool = sqlite3.connect(home.journal)
    tool.execute("PRAGMA user_version = 99")
    tool.close()
    assert "has journal schema 99, this program reads" in refusal(home)


def test_a_clock_that_was_set_back_is_refused_at_the_start(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    an_hour_ago = VirtualClock(wall_ms=WALL - 3_600_000)
    monkeypatch.setattr(starting, "SystemClock", lambda _table_ms=0: an_hour_ago)
    before = prints(home.path)
    assert main(["table", "--folder", str(home.path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("jakaja: clock-behind: ")
    assert line.endswith("start once with --accept-clock")
    assert prints(home.path) == before
    assert begin(home).frozen is None


def test_two_processes_on_one_journal_are_refused(home: Home) -> None:
    holder = (
        "import sys, pathlib; from controller.app import home, table_command;"
        "core = table_command.start(home.Home(pathlib.Path(sys.argv[1])), None, accept_clock=True);"
        "print('runs', flush=True); input()"
    )
    command = [sys.executable, "-c", holder, str(home.path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"runs\n"
        try:
            assert refusal(home).startswith("journal-in-use: ")
            assert main(["repair", str(home.path), "--by", "Anna", "--by", "Ben"]) == 2
        finally:
            other.kill()


def test_a_journal_under_repair_is_opened_by_nobody_else(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """Copying it meanwhile, as the repair does, does not let go of it."""
    with kept_closed(home.journal):
        verify(home.journal, home.table_key)
        assert refusal(home).startswith("journal-in-use: ")
        assert repair(home, "Anna", "Ben") == 2
        home.journal.rename(home.journal.with_name("away"))
        assert repair(home, "Anna", "Ben") == 2, "nor where the journal itself is gone"
    assert capsys.readouterr().err.count("the table runs, or is being repaired; end that first") == 2
    assert repair(home, "Anna", "Ben") == 0


# -- snapshots ---------------------------------------------------------------------------------------------------


def test_a_bad_snapshot_is_told_at_the_start_and_written_down(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    core = begin(home)
    record, machine = core.record, core.machine
    core.snapshot()
    core.close()
    tool = sqlite3.connect(home.journal)
    with tool:
        tool.execute(f"UPDATE snapshots SET body = zeroblob(length(body)) WHERE record = {record}")
    tool.close()
    capsys.readouterr()
    core = begin(home)
    line = f"the snapshot after record {record} is not used: it was altered; the records themselves serve instead"
    assert f"jakaja: A stored state was not used: {line}" in capsys.readouterr().err.splitlines()
    assert bare(core.machine) == bare(machine)
    core.snapshot()
    core.submit(tr.Pause(by="Anna"))
    core.snapshot()
    core.close()
    assert main(["verify", str(home.path)]) == 0
    assert line in capsys.readouterr().out
    begin(home).close()
    assert line not in capsys.readouterr().err, "the next snapshots took its place"


def test_a_snapshot_of_another_program_is_told_at_the_start(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    core = begin(home)
    record, machine = core.record, core.machine
    core.close()
    journal = Journal.open(connect(home.journal), home.table_key)
    journal.snapshot(b"no state of this program")
    journal.close()
    core = begin(home)
    assert bare(core.machine) == bare(machine)
    core.close()
    told = capsys.readouterr().err
    assert f"the snapshot after record {record} is not used: another program wrote it" in told


# -- repair ------------------------------------------------------------------------------------------------------


def repair(home: Home, *names: str) -> int:
    return main(["repair", str(home.path), *(word for name in names for word in ("--by", name))])


@pytest.mark.parametrize("names", [(), ("Anna",), ("Anna", "anna "), ("Anna", "Ben", "Cleo")])
def test_a_repair_takes_two_people(home: Home, names: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    home.journal.write_bytes(b"gone")
    before = prints(home.path)
    assert repair(home, *names) == 2
    assert "on the word of two people" in capsys.readouterr().err
    assert prints(home.path) == before


def test_a_whole_journal_is_not_repaired(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    before = prints(home.path)
    assert repair(home, "Anna", "Ben") == 1
    assert "there is nothing to repair" in capsys.readouterr().out
    assert prints(home.path) == before


def test_two_people_repair_a_journal_and_the_table_stands_where_it_stood(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    core = begin(home)
    record, machine = core.record, core.machine
    core.close()
    journal = bytearray(home.journal.read_bytes())
    journal[30_000:40_000] = os.urandom(10_000)
    home.journal.write_bytes(journal)
    assert repair(home, "Anna", "Ben") == 0
    assert f"the journal was made anew, {record} records" in capsys.readouterr().out
    assert main(["verify", str(home.path)]) == 0
    core = begin(home)
    assert bare(core.machine) == bare(machine)
    core.close()
    assert (home.path / "journal.sqlite.damaged-1").read_bytes() == journal


def test_a_journal_that_was_cut_back_is_repaired_from_its_mirror(home: Home) -> None:
    old = home.journal.read_bytes()
    core = begin(home)
    core.submit(tr.Pause(by="Anna"))
    core.close()
    home.journal.write_bytes(old)
    assert main(["verify", str(home.path)]) == 1
    assert repair(home, "Anna", "Ben") == 0
    again = begin(home)
    assert bare(again.machine) == bare(core.machine)
    again.close()


# -- heads -------------------------------------------------------------------------------------------------------


def test_a_head_written_down_earlier_shows_a_history_that_was_cut_back(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even where the mirrors were cut back with it."""
    old = {path: path.read_bytes() for path in (home.journal, *home.mirrors)}
    core = begin(home)
    core.submit(tr.Pause(by="Anna"))
    core.close()
    assert main(["verify", str(home.path)]) == 0
    (head,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("head: "))
    head = head.removeprefix("head: ").split(",")[0]
    assert main(["verify", str(home.path), "--head", head]) == 0
    for path, data in old.items():
        path.write_bytes(data)
    assert main(["verify", str(home.path)]) == 0, "the file alone cannot tell"
    assert main(["verify", str(home.path), "--head", head]) == 1
    assert "NOT as written down, the journal has no such record" in capsys.readouterr().out
    assert main(["verify", str(home.path), "--head", "yesterday"]) == 2
