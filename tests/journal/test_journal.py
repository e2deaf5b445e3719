"""What is appended comes back, all of it or none of it, and private events stay private on the disk."""

import base64
import hashlib
import sqlite3
from pathlib import Path

import msgspec
import pytest

from cashier.invariant import InvariantBreach
from cashier.money import Money
from cashier.records import Audience, DeviceConditionChanged, DeviceId, NoteCredited, NoteStacked, ValidatorCounted
from controller.journal.errors import JournalDamagedError, NotAJournalError
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.rows import BalanceRow, Fault, TransferRow
from controller.journal.store import connect
from controller.journal.verify import salvage, verify
from controller.vocab.hand_records import HoleCardsDealt
from controller.vocab.ids import HandId, Now
from controller.vocab.records import AnyEvent
from controller.vocab.table_records import OpenShuffle, SeedDrawn, Tick
from tests.power.rig import KEY, MACHINE
from tests.power.session import evening

NOW = Now(table=5, wall=1_700_000_000_000)
VALIDATOR = DeviceId("validator")
STACKED = NoteStacked(device=VALIDATOR, counter=2, amount=Money(2_000))
CREDITED = NoteCredited(device=VALIDATOR, counter=2, amount=Money(2_000), balance=Money(2_000))
COUNTED = ValidatorCounted(device=VALIDATOR, counter=2, code=1)
DEALT = HoleCardsDealt(seat=3, cards=(51, 47))
IN = TransferRow(bytes(16), "note-in", "drop-box", "kiosk", 2_000)
AFTER = (BalanceRow("drop-box", 2_000, 0), BalanceRow("kiosk", 0, 2_000))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


def new(file: Path) -> Journal:
    return Journal.create(connect(file), MACHINE, KEY, NOW)


def again(file: Path) -> Journal:
    return Journal.open(connect(file), KEY)


def test_a_record_comes_back_as_it_was_appended(file: Path) -> None:
    journal = new(file)
    assert journal.record == 0
    assert journal.append(NOW, STACKED, [CREDITED, COUNTED, DEALT], [IN], AFTER) == 1
    journal.close()
    journal = again(file)
    (record,) = journal.iter_records()
    assert (record.record, record.now, record.command) == (1, NOW, "NoteStacked")
    assert record.events == (CREDITED, COUNTED, DEALT)
    assert record.transfers == (IN,)
    assert journal.recover().balances == AFTER
    assert journal.machine_id == MACHINE
    journal.close()


def test_records_can_be_read_for_some_audiences_only(file: Path) -> None:
    journal = new(file)
    journal.append(NOW, STACKED, [CREDITED, COUNTED, DEALT], [IN], AFTER)
    expected: list[tuple[set[Audience], tuple[AnyEvent, ...]]] = [
        ({"everyone"}, (CREDITED,)),
        ({"everyone", "staff"}, (CREDITED, COUNTED)),
        ({"seat"}, (DEALT,)),
        ({"sealed"}, ()),
    ]
    for audiences, events in expected:
        assert [record.events for record in journal.iter_records(audiences)] == [events]
    journal.close()


def test_a_blank_store_is_set_up_once(file: Path) -> None:
    store = connect(file)
    assert store.blank
    with pytest.raises(NotAJournalError, match="holds no journal yet"):
        Journal.open(store, KEY)
    Journal.create(store, MACHINE, KEY, NOW)
    assert not store.blank
    with pytest.raises(NotAJournalError, match="holds data already"):
        Journal.create(store, MACHINE, KEY, NOW)
    store.close()


def test_a_set_up_that_was_cut_short_can_be_done_again(file: Path) -> None:
    connect(file).close()
    new(file).close()
    assert again(file).record == 0


@pytest.mark.parametrize(
    ("transfers", "balances", "name"),
    [
        ([IN], [], "journal-balances"),
        ([IN], [AFTER[0], BalanceRow("kiosk", 0, 1_999)], "journal-balances"),
        ([IN], [*AFTER, BalanceRow("rake", 0, 0)], "journal-balances"),
        ([], AFTER, "journal-balances"),
        ([IN, IN], [], "journal-transfer"),
        ([TransferRow(b"short", "note-in", "drop-box", "kiosk", 5)], [], "journal-transfer"),
        ([TransferRow(bytes(16), "note-in", "drop-box", "kiosk", 0)], [], "journal-transfer"),
        ([TransferRow(bytes(16), "note-in", "drop-box", "kiosk", -5)], [], "journal-transfer"),
        ([TransferRow(bytes(16), "note-in", "kiosk", "kiosk", 5)], [], "journal-transfer"),
    ],
)
def test_balances_that_do_not_follow_from_the_transfers_are_a_breach(
    file: Path, transfers: list[TransferRow], balances: list[BalanceRow], name: str
) -> None:
    journal = new(file)
    with pytest.raises(InvariantBreach, match=name):
        journal.append(NOW, STACKED, [CREDITED], transfers, balances)
    assert journal.record == 0
    assert not journal.poisoned
    assert journal.append(NOW, STACKED, [CREDITED], [IN], AFTER) == 1
    journal.close()


def test_a_transfer_is_made_once(file: Path) -> None:
    journal = new(file)
    journal.append(NOW, STACKED, [CREDITED], [IN], AFTER)
    twice = (BalanceRow("drop-box", 4_000, 0), BalanceRow("kiosk", 0, 4_000))
    with pytest.raises(InvariantBreach, match="was made before"):
        journal.append(NOW, STACKED, [CREDITED], [IN], twice)
    assert journal.record == 1
    assert not journal.poisoned
    journal.close()


def test_there_is_no_record_without_an_event(file: Path) -> None:
    journal = new(file)
    with pytest.raises(InvariantBreach, match="journal-cause"):
        journal.append(NOW, Tick(), [], [], [])
    journal.close()


def test_an_account_touched_twice_in_one_record_adds_up(file: Path) -> None:
    journal = new(file)
    out = TransferRow(bytes(15) + b"\1", "buy-in", "kiosk", "stack/1", 500)
    balances = [AFTER[0], BalanceRow("kiosk", 500, 2_000), BalanceRow("stack/1", 0, 500)]
    journal.append(NOW, STACKED, [CREDITED], [IN, out], balances)
    assert list(journal.recover().balances) == balances
    journal.close()


def test_every_append_waits_in_the_outbox(path: Path) -> None:
    store = connect(path)
    assert store.outbox() == tuple(range(1, 52))
    store.close()


def test_the_chain_can_be_recomputed_from_its_description_alone(path: Path) -> None:
    """Written from the docstring of `chain`, with its own SQL, as an auditor's program would be."""
    connection = sqlite3.connect(path)
    meta = connection.execute("SELECT schema, machine, created_ms, key_mark FROM meta").fetchone()
    current = hashlib.blake2b(msgspec.msgpack.encode(meta), digest_size=32, person=b"jakaja.genesis").digest()
    headers = "SELECT record, schema, command, table_ms, wall_ms, hash FROM records ORDER BY record"
    events = "SELECT seq, kind, audience, body FROM events WHERE record = ? ORDER BY seq"
    transfers = "SELECT place, id, code, debit, credit, amount FROM transfers WHERE record = ? ORDER BY place"
    for *header, chain_hash in connection.execute(headers).fetchall():
        rows = [connection.execute(sql, header[:1]).fetchall() for sql in (events, transfers)]
        data = current + msgspec.msgpack.encode([*header, *rows])
        current = hashlib.blake2b(data, digest_size=32, person=b"jakaja.record").digest()
        assert current == chain_hash
    connection.close()
    journal = again(path)
    assert journal.head_hash == current
    journal.close()


# -- snapshots ---------------------------------------------------------------------------------------------------


def test_recovery_is_the_newest_snapshot_and_the_records_after_it(path: Path) -> None:
    journal = again(path)
    recovered, everything = journal.recover(), journal.recover(from_start=True)
    assert recovered.snapshot == b"state after hand 8" * 200
    assert recovered.snapshot_record == 46
    assert everything.snapshot is None
    assert len(everything.tail) == 51
    assert recovered.tail == everything.tail[46:]
    assert recovered.balances == everything.balances
    journal.close()


def test_only_the_last_two_snapshots_stay(path: Path) -> None:
    store = connect(path)
    assert [snapshot.record for snapshot in store.snapshots()] == [46, 36]
    store.close()


def damage_snapshots(path: Path, count: int) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(
        "UPDATE snapshots SET body = zeroblob(length(body)) "
        "WHERE record IN (SELECT record FROM snapshots ORDER BY record DESC LIMIT ?)",
        (count,),
    )
    connection.close()


@pytest.mark.parametrize(("damaged", "used"), [(1, 36), (2, 0)])
def test_a_damaged_snapshot_is_reported_and_an_older_one_or_all_records_serve(
    path: Path, damaged: int, used: int
) -> None:
    damage_snapshots(path, damaged)
    journal = again(path)
    recovered = journal.recover()
    assert recovered.snapshot_record == used
    assert len(recovered.tail) == 51 - used
    assert len(recovered.reports) == damaged
    assert recovered.reports[0].startswith("the snapshot after record 46 is not used: it was altered")
    journal.close()


def test_a_snapshot_moved_to_another_record_is_not_used(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE snapshots SET record = 50 WHERE record = 46")
    connection.close()
    journal = again(path)
    assert journal.recover().snapshot_record == 36
    journal.close()


def test_snapshots_that_sqlite_cannot_read_are_left_aside(path: Path) -> None:
    connection = sqlite3.connect(path)
    ((root,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'snapshots'").fetchall()
    connection.close()
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(data)
    assert not verify(path, KEY).whole
    journal = again(path)
    recovered = journal.recover()
    assert recovered.snapshot is None
    assert len(recovered.tail) == 51
    assert recovered.reports[0].startswith("the snapshots are not used")
    journal.close()


def test_there_is_no_snapshot_before_the_first_record(file: Path) -> None:
    journal = new(file)
    with pytest.raises(InvariantBreach, match="journal-snapshot"):
        journal.snapshot(b"state")
    journal.close()


def test_two_snapshots_after_one_record_are_one(file: Path) -> None:
    journal = new(file)
    journal.append(NOW, Tick(), [COUNTED], [], [])
    journal.snapshot(b"first")
    journal.snapshot(b"second")
    assert journal.recover().snapshot == b"second"
    journal.close()


# -- privacy -----------------------------------------------------------------------------------------------------


def test_no_card_seed_or_snapshot_is_on_the_disk_in_clear(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    journal = new(file)
    for _ in evening(journal):
        pass
    disk = b"".join(part.read_bytes() for part in tmp_path.iterdir())
    journal.close()
    disk += file.read_bytes()
    assert b"HoleCardsCounted" in disk
    assert b'"cards":[' in disk, "the board is public"
    for record in again(file).iter_records({"seat", "sealed"}):
        for event in record.events:
            body = msgspec.json.encode(event)
            assert body not in disk
            assert body[-20:] not in disk
    assert b"state after hand" not in disk


def test_two_hands_that_differ_in_private_cards_only_are_alike_in_length_and_in_the_open(tmp_path: Path) -> None:
    """Non-interference on the disk (RNG-7): everything but sealed bodies, ids' hashes and macs is identical."""
    kept = []
    for number, cards in enumerate([(0, 1), (51, 47)]):
        journal = new(tmp_path / f"{number}.sqlite")
        journal.append(NOW, Tick(), [HoleCardsDealt(seat=1, cards=cards), COUNTED], [], [])
        journal.close()
        connection = sqlite3.connect(tmp_path / f"{number}.sqlite")
        rows = connection.execute("SELECT record, seq, kind, audience, body FROM events").fetchall()
        connection.close()
        kept.append([(*row[:4], len(row[4]) if row[3] in ("seat", "sealed") else row[4]) for row in rows])
    assert kept[0] == kept[1]


def test_a_command_leaves_only_its_kind(file: Path) -> None:
    journal = new(file)
    seed = bytes(range(100, 132))
    journal.append(NOW, OpenShuffle(hand=HandId(1), seed=seed), [SeedDrawn(hand=HandId(1), seed=seed)], [], [])
    journal.close()
    assert b"OpenShuffle" in file.read_bytes()
    assert seed not in file.read_bytes()
    assert base64.b64encode(seed) not in file.read_bytes()


def test_a_journal_plays_on_after_opening_it_again(path: Path) -> None:
    journal = again(path)
    condition = DeviceConditionChanged(device=DeviceId("printer"), condition="paper-low")
    assert journal.append(NOW, Tick(), [condition], [], []) == 52
    journal.close()
    journal = again(path)
    assert journal.record == 52
    journal.close()


def test_long_journals_are_read_in_pieces_without_a_gap(file: Path) -> None:
    journal = new(file)
    for number in range(600):
        counted = ValidatorCounted(device=VALIDATOR, counter=number, code=1)
        journal.append(NOW, Tick(), [counted, counted], [], [])
    for first in (1, 2, 256, 257, 512, 513, 600, 601):
        assert [record.record for record in journal.iter_records(first=first)] == list(range(first, 601))
    assert journal.examine().whole
    assert journal.examine().events == 1200
    journal.close()
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("DROP TRIGGER records_refuse_delete")
    connection.execute("DELETE FROM records WHERE record IN (300, 513)")
    connection.close()
    found = verify(file, KEY).fault
    assert found is not None
    assert (found.record, found.reason) == (300, "missing")
    assert [at for at, record in enumerate(salvage(file, KEY), 1) if isinstance(record, Fault)] == [300, 513]


def test_damage_that_happens_while_the_table_runs_is_found(path: Path) -> None:
    journal = again(path)
    assert journal.examine().whole
    data = bytearray(path.read_bytes())
    data[data.index(b"HoleCardsCounted")] ^= 1
    with path.open("r+b") as file:
        file.write(data)
    assert journal.examine().fault is not None
    journal.close()
    with pytest.raises(JournalDamagedError, match=r"record \d+: .* look with `jakaja verify`"):
        again(path)
