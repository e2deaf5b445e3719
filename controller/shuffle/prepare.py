"""From one seed to a committed deck: the whole recipe.

1. The host draws 32 seed bytes of kernel entropy; the house binds itself to them:
   `commitment = BLAKE2b("seed"; table, hand, seed)`.
2. What the house cannot choose, the numbers of the seats' screens and the cut (`inputs.py`), is mixed in:
   `key = BLAKE2b("mix", keyed by seed; table, hand, inputs...)`.
3. `BLAKE2b("deck", keyed by key)` keys the stream that shuffles, `BLAKE2b("nonces", keyed by key)` the stream of
   nonces: knowing nonces tells nothing of the deck.
4. `BLAKE2b("button", keyed by seed; hand, inputs...)` keys the stream of the open cards drawn for a first button.
5. Every card gets a leaf `BLAKE2b("card", keyed by its nonce; card, place)`, and after them every input a leaf
   `BLAKE2b("input"; input)`; the root goes over all of them.
"""

from collections.abc import Sequence

import msgspec

from cashier.invariant import invariant
from controller.shuffle.commit import leaf_of, root_of
from controller.shuffle.draw import Stream, shuffle
from controller.shuffle.inputs import input_leaves
from controller.vocab.digests import SIZE, digest, number
from controller.vocab.ids import HandId
from evaluator_ext import Card


class Prepared(msgspec.Struct, frozen=True):
    """A deck in dealing order with its commitments. Deck and nonces are secret; leaves, root and inputs are public.

    Leaves are those of the cards in the order of the deck, then those of the inputs.
    """

    deck: tuple[Card, ...]
    nonces: tuple[bytes, ...]
    leaves: tuple[bytes, ...]
    root: bytes
    inputs: tuple[bytes, ...] = ()


def open_shuffle(table: str, hand: HandId, seed: bytes) -> bytes:
    """Return the commitment that binds the house to `seed` (32 bytes) for this hand of this table."""
    _check_seed(seed)
    return digest("seed", (table.encode(), number(hand), seed))


def prepare(
    table: str,
    hand: HandId,
    seed: bytes,
    inputs: Sequence[bytes],
    cards: Sequence[Card],
    fixed: Sequence[Card] = (),
) -> Prepared:
    """Shuffle `cards` and commit to every one of them, in dealing order, and to the inputs.

    `inputs` are everyone else's, as `mixed_in` puts them. `fixed` is a prepared deck, dealt in the order given instead
    of shuffling: for tests of a table, where its profile allows them.
    """
    key = _mixed(table, hand, seed, inputs)
    deck = tuple(fixed) or shuffle(cards, Stream(digest("deck", (), key)))
    invariant(sorted(deck) == sorted(cards), "deck-whole", f"hand {hand}: the deck is not the game's cards")
    return _committed(key, deck, tuple(inputs))


def draw_for_button(seed: bytes, hand: HandId, cards: Sequence[Card], inputs: Sequence[bytes] = ()) -> tuple[Card, ...]:
    """Return `cards` in the order in which seats draw them for the first button, apart from the hand's own deck."""
    _check_seed(seed)
    return shuffle(cards, Stream(digest("button", (number(hand), *inputs), seed)))


def _mixed(table: str, hand: HandId, seed: bytes, inputs: Sequence[bytes]) -> bytes:
    _check_seed(seed)
    return digest("mix", (table.encode(), number(hand), *inputs), seed)


def _committed(key: bytes, deck: tuple[Card, ...], inputs: tuple[bytes, ...]) -> Prepared:
    salt = Stream(digest("nonces", (), key))
    nonces = tuple(salt.take(SIZE) for _ in deck)
    cards = tuple(leaf_of(place, card, nonce) for place, (card, nonce) in enumerate(zip(deck, nonces, strict=True)))
    leaves = (*cards, *input_leaves(inputs))
    return Prepared(deck=deck, nonces=nonces, leaves=leaves, root=root_of(leaves), inputs=inputs)


def _check_seed(seed: bytes) -> None:
    invariant(len(seed) == SIZE, "seed-length", f"a seed has {SIZE} bytes, got {len(seed)}")
