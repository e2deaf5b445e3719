"""The hash chain: each record's BLAKE2b-256 covers the hash before it and every stored column of the record (REL-4).

Hashed bytes: 32 bytes of the previous hash, then MessagePack of the nested array
`[record, schema, command, table_ms, wall_ms, [[seq, kind, audience, body], …], [[place, id, code, debit, credit,
amount], …]]`. The first record follows on the hash of the `meta` row. No key is needed to check a chain; private
bodies are sealed before they are hashed.
"""

import hashlib
from typing import Final

import msgspec

from controller.journal.rows import Incident, IncidentKind, Meta, RawRecord
from controller.vocab.hand_records import HandEnded

HASH_SIZE: Final = 32
_MINUTE_MS: Final = 60_000


def genesis(meta: Meta) -> bytes:
    """The hash that record 1 follows on: it covers all that the journal was created with."""
    return hashlib.blake2b(msgspec.msgpack.encode(meta), digest_size=HASH_SIZE, person=b"jakaja.genesis").digest()


def link(previous: bytes, raw: RawRecord) -> bytes:
    """The chain hash after `raw`, which follows on `previous`."""
    data = previous + msgspec.msgpack.encode(raw)
    return hashlib.blake2b(data, digest_size=HASH_SIZE, person=b"jakaja.record").digest()


def snapshot_hash(chain_hash: bytes, body: bytes) -> bytes:
    """Binds a sealed snapshot to the record it was taken after."""
    return hashlib.blake2b(chain_hash + body, digest_size=HASH_SIZE, person=b"jakaja.snapshot").digest()


def make_incident(
    previous: bytes, number: int, record: int, wall_ms: int, kind: IncidentKind, sentence: str
) -> Incident:
    """The incident with its hash, which follows on that of the incident before, or on the hash of the `meta` row."""
    data = previous + msgspec.msgpack.encode((number, record, wall_ms, kind, sentence))
    told = hashlib.blake2b(data, digest_size=HASH_SIZE, person=b"jakaja.incident").digest()
    return Incident(number=number, record=record, wall_ms=wall_ms, kind=kind, sentence=sentence, hash=told)


def is_head_due(before_ms: int | None, raw: RawRecord) -> bool:
    """Whether the head after `raw` must be signed: a hand ends, or it is the first record of its minute (SEC-6).

    `before_ms` is the wall time of the record before it, None before the first.
    """
    return (
        before_ms is None
        or before_ms // _MINUTE_MS != raw.wall_ms // _MINUTE_MS
        or any(event.kind == HandEnded.__name__ for event in raw.events)
    )
