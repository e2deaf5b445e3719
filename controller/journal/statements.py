"""The SQL that writes a record and what goes with it into the tables."""

from collections.abc import Collection, Iterator

import msgspec

from controller.journal.mirror import Entry
from controller.journal.rows import BalanceRow, Incident, SignedHead
from controller.journal.store import Statement


def record_statements(entry: Entry, seq: int, balances: Collection[BalanceRow]) -> Iterator[Statement]:
    """Everything that a record writes: itself, the new `balances`, the outbox row, and the head at event `seq`."""
    raw = entry.raw
    record = raw.record
    header = (record, raw.schema, raw.command, raw.table_ms, raw.wall_ms, entry.hash)
    yield "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", header
    for event in raw.events:
        yield "INSERT INTO events VALUES (?, ?, ?, ?, ?)", (record, *msgspec.structs.astuple(event))
    for transfer in raw.transfers:
        yield "INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?)", (record, *msgspec.structs.astuple(transfer))
    for row in balances:
        yield (
            "INSERT INTO balances VALUES (?, ?, ?) "
            "ON CONFLICT (account) DO UPDATE SET debits = excluded.debits, credits = excluded.credits",
            msgspec.structs.astuple(row),
        )
    yield "INSERT INTO outbox VALUES (?)", (record,)
    if entry.signed is not None:
        yield head_statement(record, entry.signed)
    yield "UPDATE head SET record = ?, seq = ?, hash = ?, mac = ?", (record, seq, entry.hash, entry.mac)


def head_statement(record: int, signed: SignedHead) -> Statement:
    """The row of a signed head."""
    return "INSERT INTO heads VALUES (?, ?, ?)", (record, signed.signer, signed.signature)


def incident_statement(incident: Incident) -> Statement:
    """The row of an incident."""
    return "INSERT INTO incidents VALUES (?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(incident)
