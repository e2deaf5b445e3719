"""One salted commitment per card and a Merkle root over them: any card can be proved without showing another.

A leaf hides its card behind a secret nonce. Pairs of nodes are hashed upwards; the last node of an odd row moves up
as it is, so a proof needs to know how many leaves there are.
"""

from collections.abc import Sequence

import msgspec

from controller.vocab.digests import SIZE, digest, number
from evaluator_ext import Card


class Opening(msgspec.Struct, frozen=True):
    """All that proves one card: its place in the deck, its nonce, and the neighbours on the way up to the root."""

    place: int
    card: Card
    nonce: bytes
    path: tuple[bytes, ...]


def leaf_of(place: int, card: Card, nonce: bytes) -> bytes:
    """Return the commitment to `card` at `place` of the deck, under its secret `nonce` (32 bytes)."""
    return digest("card", (number(card), number(place)), nonce)


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over `leaves`, of which there is at least one."""
    row = list(leaves)
    while len(row) > 1:
        row = row_above(row)
    return row[0]


def open_card(deck: Sequence[Card], nonces: Sequence[bytes], leaves: Sequence[bytes], place: int) -> Opening:
    """Return the proof of the card at `place`; it tells nothing of the others."""
    path = []
    row = list(leaves)
    here = place
    while len(row) > 1:
        neighbour = here ^ 1
        if neighbour < len(row):
            path.append(row[neighbour])
        row = row_above(row)
        here //= 2
    return Opening(place=place, card=deck[place], nonce=nonces[place], path=tuple(path))


def check_card(opening: Opening, root: bytes, count: int) -> bool:
    """Return whether `opening` proves its card in the deck of `count` cards that `root` commits to.

    Openings come from outside: nothing in one makes this raise.
    """
    if not 0 <= opening.place < count or not 0 <= opening.card < 1 << 63 or len(opening.nonce) != SIZE:
        return False
    node = leaf_of(opening.place, opening.card, opening.nonce)
    path = list(opening.path)
    here, width = opening.place, count
    while width > 1:
        neighbour = here ^ 1
        if neighbour < width:
            if not path:
                return False
            other = path.pop(0)
            node = join(other, node) if here & 1 else join(node, other)
        here //= 2
        width = (width + 1) // 2
    return not path and node == root


def join(left: bytes, right: bytes) -> bytes:
    """Return the node above two neighbours."""
    return digest("node", (left, right))


def row_above(row: Sequence[bytes]) -> list[bytes]:
    """Return the nodes above a row; the last of an odd row moves up as it is."""
    above = [join(row[left], row[left + 1]) for left in range(0, len(row) - 1, 2)]
    return [*above, row[-1]] if len(row) % 2 else above
