"""The pseudonym of whoever shows something: keyed, so that the journal alone leads to nobody (R-RG-1)."""

import hashlib
from typing import Final

from controller.vocab.player_records import Pseudonym
from controller.vocab.profile import IdentityWay

PSEUDONYM_BYTES: Final = 16
_DIGITS: Final = frozenset("0123456789abcdef")


def pseudonym(key: bytes, way: IdentityWay, token: str) -> Pseudonym:
    """Return the 32 hex digits for what was shown: keyed BLAKE2b under the table's key; empty where nothing was.

    One card gives one pseudonym at one table, another one at every other; a ticket's number gives one for each ticket.
    """
    shown = token.strip()
    if way == "anonymous" or not shown:
        return ""
    digest = hashlib.blake2b(f"{way}:{shown}".encode(), key=key, digest_size=PSEUDONYM_BYTES, person=b"jakaja.player")
    return digest.hexdigest()


def is_pseudonym(text: str) -> bool:
    """Whether a text has the form that the host gives to whoever shows something."""
    return len(text) == 2 * PSEUDONYM_BYTES and set(text) <= _DIGITS
