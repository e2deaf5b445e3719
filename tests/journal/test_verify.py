"""`verify` names the first bad record, leaves the rest readable, and changes nothing."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.chain import genesis, link
from controller.journal.errors import JournalDamagedError, NotAJournalError, WrongKeyError
from controller.journal.heads import sign_head
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.rows import Fault, Head, Record, StoredRecord
from controller.journal.schema import GUARDS
from controller.journal.seal import Seals
from controller.journal.store import connect, open_copy
from controller.journal.verify import salvage, verify
from controller.vocab.ids import Now
from tests.power.rig import KEY, MACHINE

RECORDS = 51


def tamper(path: Path, *statements: str) -> None:
    """Change a journal as somebody would who knows SQL: drop the guards, work, put them back."""
    connection = sqlite3.connect(path, isolation_level=None)
    for guard in GUARDS:
        connection.execute(f"DROP TRIGGER {guard}")
    for statement in statements:
        connection.execute(statement)
    for sql in GUARDS.values():
        connection.execute(sql)
    connection.close()


def fault(path: Path, key: bytes | None = None) -> Fault:
    found = verify(path, key).fault
    assert found is not None, "the journal passes for whole"
    return found


def test_a_whole_journal_passes_with_and_without_the_key(path: Path) -> None:
    without, with_key = verify(path, None), verify(path, KEY)
    assert without.whole
    assert with_key.whole
    assert (without.records, without.opened) == (RECORDS, 0)
    assert with_key.opened == with_key.sealed == without.sealed > 0
    assert with_key.transfers == 38


def flipped(column: str) -> str:
    """SQL for `column` with its last byte changed, as the type the column has."""
    return (
        f"CASE typeof({column}) WHEN 'integer' THEN {column} + 1 "
        f"WHEN 'text' THEN substr({column}, 1, length({column}) - 1) || 'x' "
        f"ELSE CAST(substr({column}, 1, length({column}) - 1) || x'ff' AS BLOB) END"
    )


@pytest.mark.parametrize(
    ("table", "column", "first_bad"),
    [
        ("records", "schema", 25),
        ("records", "command", 25),
        ("records", "table_ms", 25),
        ("records", "wall_ms", 25),
        ("records", "hash", 25),
        ("events", "seq", 25),
        ("events", "kind", 25),
        ("events", "body", 25),
        ("transfers", "place", 25),
        ("transfers", "id", 25),
        ("transfers", "code", 25),
        ("transfers", "debit", 25),
        ("transfers", "credit", 25),
        ("transfers", "amount", 25),
        ("balances", "debits", None),
        ("balances", "credits", None),
        ("balances", "account", None),
        ("head", "seq", None),
        ("head", "hash", None),
        ("meta", "created_ms", 1),
        ("meta", "machine", 1),
        ("meta", "key_mark", 1),
    ],
)
def test_a_changed_column_is_reported_with_the_first_bad_record(
    path: Path, table: str, column: str, first_bad: int | None
) -> None:
    where = "WHERE record = 25" if first_bad == 25 else "WHERE account = 'pot'" if table == "balances" else ""
    if (table, column) == ("events", "seq"):
        where += " AND seq = (SELECT max(seq) FROM events WHERE record = 25)"
    tamper(path, f"UPDATE {table} SET {column} = {flipped(column)} {where}")
    for key in (None, KEY):
        assert fault(path, key).record == first_bad
        assert verify(path, key).records == RECORDS
    with pytest.raises((JournalDamagedError, WrongKeyError)):
        Journal.open(connect(path), KEY)


def test_a_changed_audience_is_reported(path: Path) -> None:
    tamper(path, "UPDATE events SET audience = 'everyone' WHERE record = 23 AND audience = 'everyone'")
    assert verify(path, None).whole
    tamper(path, "UPDATE events SET audience = 'staff' WHERE record = 23")
    assert fault(path).record == 23


def test_a_deleted_record_is_reported_as_missing(path: Path) -> None:
    tamper(path, *(f"DELETE FROM {table} WHERE record = 30" for table in ("transfers", "events", "outbox", "records")))
    assert fault(path) == Fault(record=30, reason="missing", sentence="record 30: the record is not there")
    assert verify(path, None).records == RECORDS - 1


def test_two_swapped_records_are_reported_at_the_first_of_them(path: Path) -> None:
    swaps = [
        f"UPDATE {table} SET record = CASE record WHEN {old} THEN {new} ELSE record END"
        for old, new in ((30, 900), (33, 30), (900, 33))
        for table in ("records", "events", "transfers")
    ]
    tamper(path, "PRAGMA foreign_keys = OFF", *swaps)
    assert fault(path).record == 30


def test_a_journal_cut_back_by_some_records_is_reported_as_truncated(path: Path) -> None:
    tamper(path, *(f"DELETE FROM {table} WHERE record > 40" for table in ("transfers", "events", "outbox", "records")))
    assert fault(path) == Fault(
        record=41, reason="truncated", sentence="record 41: the journal was cut off, records 41 to 51 are gone"
    )


def test_events_and_transfers_of_no_record_are_reported(path: Path) -> None:
    tamper(path, "INSERT INTO events VALUES (900, 900, 'SatOut', 'everyone', x'7b7d')")
    assert fault(path).reason == "sums"


STRANGER = bytes(32)
"""The key of somebody who is not this table."""


def rewrite(path: Path, *statements: str, key: bytes = STRANGER) -> None:
    """Tamper as somebody would who also makes the chain fit again and signs it, with a key of his own."""
    tamper(path, *statements)
    seals, seq = Seals(key), 0
    with open_copy(path) as reader:
        meta = reader.meta()
        current, repairs = genesis(meta), []
        for found in reader.records(1, RECORDS):
            assert isinstance(found, StoredRecord)
            current, record, seq = link(current, found.raw), found.raw.record, seq + len(found.raw.events)
            signed = sign_head(meta.machine, Head(record=record, seq=seq, hash=current, mac=b""), seals)
            repairs.append(f"UPDATE records SET hash = x'{current.hex()}' WHERE record = {record}")
            repairs.append(
                f"UPDATE heads SET signer = x'{signed.signer.hex()}', signature = x'{signed.signature.hex()}' "
                f"WHERE record = {record}"
            )
    tamper(path, *repairs, f"UPDATE head SET hash = x'{current.hex()}'", "DELETE FROM snapshots")


def test_a_history_rewritten_without_the_key_is_found_with_it(path: Path) -> None:
    rewrite(path, "UPDATE records SET wall_ms = wall_ms + 1 WHERE record = 25")
    assert verify(path, None).whole
    assert fault(path, KEY).sentence == "record 1: the signed head after it is not this table's"


def test_a_history_rewritten_without_signing_it_anew_is_found_without_any_key(path: Path) -> None:
    rewrite(path, "UPDATE records SET wall_ms = wall_ms + 1 WHERE record = 25")
    tamper(path, f"UPDATE heads SET signer = x'{Seals(KEY).signer.hex()}'")
    assert fault(path).sentence == "record 1: the signed head after it is not this table's"


def test_a_history_that_ends_otherwise_does_not_carry_the_tables_mac(path: Path) -> None:
    rewrite(path, "UPDATE records SET wall_ms = wall_ms + 1 WHERE record = 25", key=KEY)
    assert verify(path, None).whole
    assert "does not carry this table's mac" in fault(path, KEY).sentence


def test_a_private_event_replaced_without_the_key_is_named(path: Path) -> None:
    rewrite(path, "UPDATE events SET body = zeroblob(length(body)) WHERE record = 23 AND kind = 'DeckFixed'", key=KEY)
    assert verify(path, None).whole
    assert (fault(path, KEY).record, fault(path, KEY).reason) == (23, "not-opening")


def test_two_private_events_swapped_without_the_key_are_named(path: Path) -> None:
    body = "SELECT body FROM events WHERE kind = 'DeckFixed' AND record = "
    rewrite(
        path,
        f"CREATE TEMP TABLE kept AS {body} 23",
        f"UPDATE events SET body = ({body} 28) WHERE record = 23 AND kind = 'DeckFixed'",
        "UPDATE events SET body = (SELECT body FROM kept) WHERE record = 28 AND kind = 'DeckFixed'",
        key=KEY,
    )
    assert verify(path, None).whole
    assert "sealed for another place" in fault(path, KEY).sentence


@pytest.mark.parametrize("change", ["UPDATE events SET seq = seq + 1000", "UPDATE transfers SET place = place + 1000"])
def test_a_numbering_with_gaps_is_named_though_the_chain_fits(path: Path, change: str) -> None:
    rewrite(path, f"{change} WHERE record = 25")
    assert fault(path) == Fault(
        record=25, reason="altered", sentence="record 25: its events or transfers are not in one order"
    )


def test_records_behind_the_head_are_named(path: Path) -> None:
    tamper(path, "UPDATE head SET record = 40")
    assert fault(path) == Fault(
        record=41, reason="altered", sentence="record 41: it stands behind the end of the journal"
    )


@pytest.mark.parametrize("change", ["DELETE FROM outbox WHERE record = 30", "INSERT INTO outbox VALUES (52)"])
def test_an_outbox_that_is_not_the_last_records_is_reported(path: Path, change: str) -> None:
    tamper(path, "PRAGMA foreign_keys = OFF", change)
    assert fault(path).reason == "sums"


def test_an_outbox_trimmed_from_the_front_is_whole(path: Path) -> None:
    tamper(path, "DELETE FROM outbox WHERE record <= 30")
    assert verify(path, KEY).whole


def test_records_of_another_schema_are_not_guessed_at(path: Path) -> None:
    """A journal that is whole, but written with records of another version."""
    tamper(path, "UPDATE records SET schema = 2 WHERE record = 51")
    found = list(salvage(path, KEY))
    assert isinstance(found[50], Fault)
    assert "has record schema 2, this program reads 1" in found[50].sentence


def test_a_dropped_guard_is_reported(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER events_refuse_update")
    connection.close()
    assert "events_refuse_update" in fault(path).sentence


def test_a_damaged_snapshot_is_named_but_the_journal_is_sound(path: Path) -> None:
    tamper(path, f"UPDATE snapshots SET body = {flipped('body')} WHERE record = 46")
    report = verify(path, None)
    assert report.fault is None
    assert [found.record for found in report.snapshot_faults] == [46]
    assert not report.whole


def test_the_key_of_another_table_is_refused(path: Path) -> None:
    other = bytes(reversed(KEY))
    with pytest.raises(WrongKeyError, match="was not written with this key"):
        verify(path, other)
    with pytest.raises(WrongKeyError):
        Journal.open(connect(path), other)


# -- files that are no journal, or not all of one ----------------------------------------------------------------


def blank(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("deck: As Kd\n" * 100)


def other_database(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()


def set_up_cut_short(path: Path) -> None:
    path.unlink()
    connect(path).close()


def other_schema(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()


def lacks_table(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE outbox")
    connection.close()


def spoilt_header(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[16:100] = bytes(84)
    path.write_bytes(data)


def header_only(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (gone, "no such file"),
        (blank, "is empty"),
        (text, "is not an SQLite file"),
        (other_database, "another program's database"),
        (set_up_cut_short, "holds no journal yet"),
        (other_schema, "has journal schema 7, this program reads 1"),
        (lacks_table, "lacks its table outbox"),
        (spoilt_header, "its header is damaged"),
        (header_only, "its header is damaged"),
    ],
)
def test_a_file_that_is_no_journal_gets_one_clear_line(
    path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(path)
    with pytest.raises(NotAJournalError, match=sentence) as caught:
        verify(path, None)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("tenths", range(1, 10))
def test_a_file_cut_short_is_reported_and_what_is_left_of_it_reads_as_written(
    path: Path, written: Path, tenths: int
) -> None:
    whole = list(salvage(written, KEY))
    path.write_bytes(path.read_bytes()[: path.stat().st_size * tenths // 10])
    try:
        found = fault(path, KEY)
    except NotAJournalError:
        assert tenths < 7
        return
    end = found.record or RECORDS + 1
    assert list(salvage(path, KEY))[: end - 1] == whole[: end - 1]
    assert tenths < 8 or end > 20


def test_any_flipped_byte_of_the_file_is_found_or_changes_nothing(path: Path, written: Path) -> None:
    """Every 291st byte: a report names a fault, or every record still reads as it was written."""
    original, whole = written.read_bytes(), list(salvage(written, KEY))
    found = 0
    for at in range(0, len(original), 291):
        path.write_bytes(original[:at] + bytes([original[at] ^ 0x10]) + original[at + 1 :])
        try:
            sound = verify(path, KEY).fault is None
        except (NotAJournalError, WrongKeyError):
            sound = False
        found += not sound
        if sound:
            assert list(salvage(path, KEY)) == whole, f"byte {at}"
    assert found > 50


def test_a_table_that_writes_meanwhile_is_not_judged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = shutil.copyfile

    def copy_slowly(source: Path, target: str) -> None:
        copy(source, target)
        with source.open("ab") as file:
            file.write(b"another page")

    monkeypatch.setattr(shutil, "copyfile", copy_slowly)
    with pytest.raises(NotAJournalError, match="stop the table and verify again"):
        verify(path, KEY)


def test_salvage_goes_on_behind_a_bad_record(path: Path) -> None:
    tamper(path, "UPDATE events SET body = x'7b' WHERE record = 23")
    found = list(salvage(path, KEY))
    assert [index for index, record in enumerate(found, 1) if isinstance(record, Fault)] == [23]
    assert len(found) == RECORDS


def test_without_the_key_nobody_reads_a_private_event(path: Path) -> None:
    kinds = {
        type(event).__name__ for record in salvage(path, None) if isinstance(record, Record) for event in record.events
    }
    assert "HoleCardsCounted" in kinds
    assert not kinds & {"DeckFixed", "HoleCardsDealt", "SeedDrawn"}


def test_verify_says_so_when_the_table_still_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    journal = Journal.create(connect(path), MACHINE, KEY, Now(table=0, wall=0))
    journal.close()
    report = verify(path, KEY)
    assert report.whole
    assert report.records == 0
