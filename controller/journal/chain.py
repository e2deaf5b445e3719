"""The hash chain: each record's BLAKE2b-256 covers the hash before it and every stored column of the record (REL-4).

Hashed bytes: 32 bytes of the previous hash, then MessagePack of the nested array
`[record, schema, command, table_ms, wall_ms, [[seq, kind, audience, body], …], [[place, id, code, debit, credit,
amount], …]]`. The first record follows on the hash of the `meta` row. No key is needed to check a chain; private
bodies are sealed before they are hashed.
"""

import hashlib
from typing import Final

import msgspec

from controller.journal.rows import Meta, RawRecord

HASH_SIZE: Final = 32


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
