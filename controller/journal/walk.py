"""Going along the records: the chain, the signed heads and the sums, and the first thing that is wrong with them."""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.journal.chain import genesis, is_head_due, link
from controller.journal.codec import EventCodec
from controller.journal.heads import signs
from controller.journal.rows import (
    BalanceRow,
    Fault,
    Hole,
    Mark,
    Meta,
    RawRecord,
    Reason,
    Record,
    StoredRecord,
    TransferRow,
)
from controller.journal.seal import NotOpeningError
from controller.vocab.ids import Now
from controller.vocab.records import SCHEMA

_SIGNING_FROM: Final = 2
"""Journals made by this version of the tables have signed heads from their first record on."""


class Walk:
    """Goes along the records, keeps the chain and the sums, and remembers the first fault."""

    def __init__(
        self, meta: Meta, *, codec: EventCodec | None = None, signer: bytes | None = None, since: Mark | None = None
    ) -> None:
        """Begin before record 1, or after the record that was found whole before (`since`).

        With `codec` every event must decode; with `signer` every signed head must be that key's.
        """
        self._meta: Final = meta
        self._codec = codec
        self._signer = signer
        begin = since or Mark(0, 0, genesis(meta), 0, meta.schema >= _SIGNING_FROM, ())
        self.hash, self.record, self.seq = begin.hash, begin.record, begin.seq
        self._wall_ms = begin.wall_ms if begin.record else None
        self._signing = begin.signing
        self._debits: dict[str, int] = {row.account: row.debits for row in begin.balances}
        self._credits: dict[str, int] = {row.account: row.credits for row in begin.balances}
        self.records = 0
        self.events = 0
        self.transfers = 0
        self.sealed = 0
        self.opened = 0
        self.heads = 0
        self.fault: Fault | None = None

    def take(self, found: StoredRecord | Hole) -> None:
        """Go on to the next record."""
        if isinstance(found, Hole):
            self.fault = self.fault or unreadable(found)
            return
        raw = found.raw
        self.fault = self.fault or self._chain_fault(found) or self._head_fault(found) or self._body_fault(raw)
        self.hash, self.record, self._wall_ms = found.hash, raw.record, raw.wall_ms
        self._signing = self._signing or found.signed is not None
        self.seq += len(raw.events)
        self.records += 1
        self.events += len(raw.events)
        self.sealed += sum(event.audience in ("seat", "sealed") for event in raw.events)
        self.heads += found.signed is not None
        self.transfers += len(raw.transfers)
        for transfer in raw.transfers:
            self._debits[transfer.debit] = self._debits.get(transfer.debit, 0) + transfer.amount
            self._credits[transfer.credit] = self._credits.get(transfer.credit, 0) + transfer.amount

    def balances(self) -> Mapping[str, BalanceRow]:
        """Every account's totals by the transfers."""
        return {
            account: BalanceRow(account, self._debits.get(account, 0), self._credits.get(account, 0))
            for account in sorted(self._debits.keys() | self._credits.keys())
        }

    def mark(self) -> Mark:
        """What the next walk may begin after, if nothing was wrong."""
        return Mark(
            record=self.record,
            seq=self.seq,
            hash=self.hash,
            wall_ms=self._wall_ms or 0,
            signing=self._signing,
            balances=tuple(self.balances().values()),
        )

    def _chain_fault(self, found: StoredRecord) -> Fault | None:
        raw = found.raw
        numbers = [event.seq for event in raw.events]
        places = [transfer.place for transfer in raw.transfers]
        if link(self.hash, raw) != found.hash:
            return fault(raw.record, "altered", "it is not what was written, the chain breaks here")
        if numbers != list(range(self.seq + 1, self.seq + 1 + len(numbers))) or places != list(range(len(places))):
            return fault(raw.record, "altered", "its events or transfers are not in one order")
        return None

    def _head_fault(self, found: StoredRecord) -> Fault | None:
        raw, signed = found.raw, found.signed
        if signed is None:
            is_due = self._signing and is_head_due(self._wall_ms, raw)
            return fault(raw.record, "missing", "the signed head after it is gone") if is_due else None
        is_own = self._signer in (None, signed.signer)
        if not is_own or not signs(signed, self._meta.machine, raw.record, self.seq + len(raw.events), found.hash):
            return fault(raw.record, "altered", "the signed head after it is not this table's")
        return None

    def _body_fault(self, raw: RawRecord) -> Fault | None:
        if self._codec is None:
            return None
        read = read_record(raw, self._codec)
        if isinstance(read, Fault):
            return read
        self.opened += sum(event.audience in ("seat", "sealed") for event in read.events)
        return None


def read_record(raw: RawRecord, codec: EventCodec) -> Record | Fault:
    """Return `raw` with its events decoded, as far as the codec has keys; or why that cannot be."""
    if raw.schema != SCHEMA:
        return fault(raw.record, "undecodable", f"it has record schema {raw.schema}, this program reads {SCHEMA}")
    try:
        events = [codec.decode(raw.record, row) for row in raw.events]
    except NotOpeningError as refusal:
        return fault(raw.record, "not-opening", f"{refusal}")
    except msgspec.DecodeError as refusal:
        return fault(raw.record, "undecodable", f"an event is not one of this program's ({refusal})")
    return Record(
        record=raw.record,
        now=Now(table=raw.table_ms, wall=raw.wall_ms),
        command=raw.command,
        events=tuple(event for event in events if event is not None),
        transfers=tuple(TransferRow(row.id, row.code, row.debit, row.credit, row.amount) for row in raw.transfers),
    )


def unreadable(hole: Hole) -> Fault:
    """The fault that a hole is."""
    return fault(hole.record, hole.reason, hole.detail)


def fault(record: int | None, reason: Reason, what: str) -> Fault:
    """A fault in `record`, or in no single record, with its sentence."""
    place = "the journal" if record is None else f"record {record}"
    return Fault(record=record, reason=reason, sentence=f"{place}: {what}")
