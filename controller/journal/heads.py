"""Signed heads: what a table can show to others to prove which history it stood by at which record (SEC-6).

The table signs the chain with Ed25519 when a hand ends and with the first record of each minute. The key pair is
derived from the table key, which is made on the table; the public half stands beside each signature. Whoever keeps a
signed head elsewhere can tell later whether the history up to it was changed or cut back.
"""

from typing import Final

import msgspec

from controller.journal.rows import Head, SignedHead
from controller.journal.seal import Seals, is_signed

_CONTEXT: Final = "jakaja.head"


def sign_head(machine: bytes, head: Head, seals: Seals) -> SignedHead:
    """Sign the chain as it stands at `head`."""
    return SignedHead(signer=seals.signer, signature=seals.sign(_statement(machine, head.record, head.seq, head.hash)))


def signs(signed: SignedHead, machine: bytes, record: int, seq: int, chain_hash: bytes) -> bool:
    """Whether `signed` stands under the chain as it was at `record`."""
    return is_signed(_statement(machine, record, seq, chain_hash), signed.signer, signed.signature)


def _statement(machine: bytes, record: int, seq: int, chain_hash: bytes) -> bytes:
    return msgspec.msgpack.encode((_CONTEXT, machine, record, seq, chain_hash))
