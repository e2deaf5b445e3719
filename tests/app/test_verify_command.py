"""`jakaja verify`: what it says of a journal that is whole, damaged, foreign or none, and that it changes nothing."""

import hashlib
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from cashier.money import Money
from cashier.records import CashOut, TicketPrinted, TicketSending
from controller.app.cli import main
from controller.app.home import Home
from controller.app.inspection import inspect
from controller.journal.rows import Record
from controller.journal.verify import salvage
from controller.vocab import table_records as tr
from controller.vocab.hand_records import HandStarted
from tests.app.house import House


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table that has played ten hands and printed a ticket, with a snapshot in the middle."""
    house = House(tmp_path_factory.mktemp("verify") / "table")
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(5)
    house.core.snapshot()
    house.play_bots(5)
    house.insert(2_000)
    house.do(CashOut(request=house.request(), amount=Money(2_000)))
    (number,) = house.machine.kiosk.vouchers
    house.do(TicketSending(number=number))
    house.do(TicketPrinted(number=number))
    house.close()
    return house.home.path


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be spoilt."""
    return Path(shutil.copytree(evening, tmp_path / "table"))


def prints(folder: Path) -> dict[str, str]:
    """A hash of every file below a folder, and of when it was written."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() + str(path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def records_of(folder: Path) -> list[Record]:
    """Every record of the table's journal."""
    home = Home(folder)
    return [record for record in salvage(home.journal, home.table_key) if isinstance(record, Record)]


class Said:
    """How a run of the program ended and what it said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


def verify(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> Said:
    """Run `jakaja verify`; whatever it finds, no file may change."""
    before = prints(folder) if folder.exists() else {}
    code = main(["verify", str(folder), *more])
    assert (prints(folder) if folder.exists() else {}) == before
    said = capsys.readouterr()
    return Said(code, said.out, said.err)


def test_a_whole_journal_passes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = verify(folder, capsys)
    assert (said.code, said.err) == (0, "")
    assert "journal: whole" in said.out
    assert "shuffles and hands: 10 follow" in said.out
    assert said.out.splitlines()[-1].split() == ["difference", "0.00"]


def test_a_hand_that_names_another_profile_than_the_table_ran_by_is_found(folder: Path) -> None:
    home, records = Home(folder), records_of(folder)
    assert inspect(records, home.machine_id.hex()).findings == ()
    place = next(
        place for place, record in enumerate(records) if any(isinstance(e, HandStarted) for e in record.events)
    )
    forged = tuple(
        msgspec.structs.replace(event, profile="0" * 16) if isinstance(event, HandStarted) else event
        for event in records[place].events
    )
    records[place] = msgspec.structs.replace(records[place], events=forged)
    (finding,) = inspect(records, home.machine_id.hex()).findings
    assert "it names profile 0000000000000000, the table ran by" in finding.sentence


def test_without_the_key_the_chain_alone_is_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = verify(folder, capsys, "--no-key")
    assert said.code == 0
    assert "sealed facts were not opened" in said.out


def journal_of(folder: Path) -> Path:
    return Home(folder).journal


def change_a_stack(folder: Path) -> None:
    """Somebody makes himself richer in the middle of a stored event, with the file's own means."""
    _run_sql(
        folder, "UPDATE events SET body = CAST(replace(body, '20000', '90000') AS BLOB) WHERE kind = 'HandStarted'"
    )


def delete_a_record(folder: Path) -> None:
    _run_sql(folder, "DELETE FROM events WHERE record = 30", "DELETE FROM records WHERE record = 30")


def delete_the_end(folder: Path) -> None:
    _run_sql(
        folder, *(f"DELETE FROM {table} WHERE record > 50" for table in ("transfers", "events", "outbox", "records"))
    )


def _run_sql(folder: Path, *statements: str) -> None:
    connection = sqlite3.connect(journal_of(folder), isolation_level=None)
    for (guard,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {guard}")
    connection.execute("PRAGMA foreign_keys=OFF")
    assert sum(connection.execute(statement).rowcount for statement in statements) > 0
    connection.close()


def cut_the_file(folder: Path) -> None:
    path = journal_of(folder)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])


def flip_a_stored_byte(folder: Path) -> None:
    path = journal_of(folder)
    data = bytearray(path.read_bytes())
    data[data.index(b'{"type":"Acted"') + 20] ^= 1
    path.write_bytes(data)


DAMAGES: tuple[Callable[[Path], None], ...] = (
    change_a_stack,
    delete_a_record,
    delete_the_end,
    cut_the_file,
    flip_a_stored_byte,
)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_journal_is_a_finding_with_its_first_bad_record(
    folder: Path, capsys: pytest.CaptureFixture[str], damage: Callable[[Path], None]
) -> None:
    records = len(records_of(folder))
    damage(folder)
    said = verify(folder, capsys)
    assert (said.code, said.err) == (1, "")
    first, second, copy = said.out.splitlines()
    assert first.startswith("journal: NOT WHOLE; ")
    assert "first bad record: " in first
    assert second.endswith(" records can still be read")
    assert f"journal.mirror: whole, {records} records" in copy, "people must see which copy is believed good"


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_table_does_not_start_from_a_damaged_journal(
    folder: Path, capsys: pytest.CaptureFixture[str], damage: Callable[[Path], None]
) -> None:
    damage(folder)
    before = prints(folder)
    assert main(["table", "--folder", str(folder)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert line.startswith("jakaja: ")
    assert "jakaja verify" in line
    assert str(journal_of(folder)) in line
    assert prints(folder) == before


@pytest.mark.parametrize("seed", range(60))
def test_a_byte_changed_anywhere_is_found_or_harmless(
    folder: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    whole = verify(folder, capsys)
    path, dice = journal_of(folder), Random(seed)
    data = bytearray(path.read_bytes())
    place = dice.randrange(len(data))
    data[place] ^= 1 << dice.randrange(8)
    path.write_bytes(data)
    said = verify(folder, capsys)
    if said.code == 0:
        # Bytes between the rows mean nothing to SQLite.
        assert said.out == whole.out
    elif said.code == 1:
        assert "NOT WHOLE" in said.out or "unusable" in said.out
    else:
        assert said.code == 2
        assert len(said.err.splitlines()) == 1


def test_a_damaged_snapshot_is_a_finding_but_the_records_serve(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = sqlite3.connect(journal_of(folder), isolation_level=None)
    assert connection.execute("UPDATE snapshots SET body = zeroblob(length(body))").rowcount > 0
    connection.close()
    said = verify(folder, capsys)
    assert said.code == 1
    assert "a snapshot is unusable and would be ignored" in said.out
    assert said.out.splitlines()[-1].split() == ["difference", "0.00"]


def one_line(said: Said) -> str:
    assert said.code == 2
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert line.startswith("jakaja: ")
    return line


def test_another_tables_key_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keys" / "table.key").write_bytes(bytes(32))
    assert "was not written with this key" in one_line(verify(folder, capsys))


def test_a_missing_key_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keys" / "table.key").unlink()
    line = one_line(verify(folder, capsys))
    assert "table.key" in line
    assert verify(folder, capsys, "--no-key").code == 0


def test_a_cut_key_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keys" / "table.key").write_bytes(bytes(31))
    assert "is no key (31 bytes)" in one_line(verify(folder, capsys))


def test_a_key_that_others_may_read_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keys" / "table.key").chmod(0o644)
    assert "chmod 600" in one_line(verify(folder, capsys))


@pytest.mark.parametrize(
    "content", [b"", b"not a journal", b"SQLite format 3\0" + bytes(4096)], ids=["empty", "text", "zeros"]
)
def test_what_is_no_journal_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    journal_of(folder).write_bytes(content)
    assert str(journal_of(folder)) in one_line(verify(folder, capsys))


def test_another_programs_database_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal_of(folder).unlink()
    connection = sqlite3.connect(journal_of(folder))
    connection.execute("CREATE TABLE shopping (item TEXT)")
    connection.commit()
    connection.close()
    assert str(journal_of(folder)) in one_line(verify(folder, capsys))


def test_a_folder_without_a_journal_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "holds no" in one_line(verify(tmp_path, capsys))
    assert "holds no" in one_line(verify(tmp_path / "nowhere", capsys))


def test_a_journal_whose_events_do_not_follow_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table whose program cheats writes a whole chain; playing the hands again finds it."""
    house = House(tmp_path / "table")
    for seat in (1, 2):
        house.sit(seat)
    house.play_bots(1)
    with monkeypatch.context() as planted:
        planted.setattr(sys.modules["controller.shuffle.prepare"], "shuffle", lambda cards, stream: tuple(cards))
        house.deal()
    while house.machine.table.hand is not None:
        house.act("fold")
    house.do(tr.Pause(by="attendant"))
    house.close()
    said = verify(house.home.path, capsys)
    assert said.code == 1
    assert "journal: whole" in said.out
    assert "record " in said.out
