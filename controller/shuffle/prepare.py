"""From one seed to a committed deck: the whole recipe.

1. The host draws 32 seed bytes of kernel entropy; the house binds itself to them:
   `commitment = BLAKE2b("seed"; table, hand, seed)`.
2. Entropies that the house cannot choose are mixed in:
   `key = BLAKE2b("mix", keyed by seed; table, hand, entropies...)`.
3. `BLAKE2b("deck", keyed by key)` keys the stream that shuffles, `BLAKE2b("nonces", keyed by key)` the stream of
   nonces: knowing nonces tells nothing of the deck.
4. `BLAKE2b("button", keyed by seed; hand)` keys the stream of the open cards drawn for a first button.
5. Every card gets a leaf `BLAKE2b("card", keyed by its nonce; card, place)`; the root goes over all of them.
"""

from collections.abc import Sequence

import msgspec

from cashier.invariant import invariant
from controller.shuffle.commit import leaf_of, root_of
from controller.shuffle.digest import SIZE, digest, number
from controller.shuffle.draw import Stream, shuffle
from controller.vocab.ids import HandId
from evaluator_ext import Card


class Prepared(msgspec.Struct, frozen=True):
    """A deck in dealing order with its commitments. Deck and nonces are secret; leaves and root are public."""

    deck: tuple[Card, ...]
    nonces: tuple[bytes, ...]
    leaves: tuple[bytes, ...]
    root: bytes


def open_shuffle(table: str, hand: HandId, seed: bytes) -> bytes:
    """Return the commitment that binds the house to `seed` (32 bytes) for this hand of this table."""
    _check_seed(seed)
    return digest("seed", (table.encode(), number(hand), seed))


def prepare(
    table: str,
    hand: HandId,
    seed: bytes,
    entropies: Sequence[bytes],
    cards: Sequence[Card],
    fixed: Sequence[Card] = (),
) -> Prepared:
    """Shuffle `cards` and commit to every one of them, in dealing order.

    `entropies` are everyone else's, in seat order. `fixed` is a prepared deck, dealt in the order given instead of
    shuffling: for tests of a table, where its profile allows them.
    """
    key = _mixed(table, hand, seed, entropies)
    deck = tuple(fixed) or shuffle(cards, Stream(digest("deck", (), key)))
    invariant(sorted(deck) == sorted(cards), "deck-whole", f"hand {hand}: the deck is not the game's cards")
    return _committed(key, deck)


def draw_for_button(seed: bytes, hand: HandId, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return `cards` in the order in which seats draw them for the first button, apart from the hand's own deck."""
    _check_seed(seed)
    return shuffle(cards, Stream(digest("button", (number(hand),), seed)))


def _mixed(table: str, hand: HandId, seed: bytes, entropies: Sequence[bytes]) -> bytes:
    _check_seed(seed)
    return digest("mix", (table.encode(), number(hand), *entropies), seed)


def _committed(key: bytes, deck: tuple[Card, ...]) -> Prepared:
    salt = Stream(digest("nonces", (), key))
    nonces = tuple(salt.take(SIZE) for _ in deck)
    leaves = tuple(leaf_of(place, card, nonce) for place, (card, nonce) in enumerate(zip(deck, nonces, strict=True)))
    return Prepared(deck=deck, nonces=nonces, leaves=leaves, root=root_of(leaves))


def _check_seed(seed: bytes) -> None:
    invariant(len(seed) == SIZE, "seed-length", f"a seed has {SIZE} bytes, got {len(seed)}")
