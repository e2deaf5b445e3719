"""Hands that an empty table shows to passers-by, card by card, with how often each would win from there on.

They are written down, not dealt: an attract screen needs no deck, and its figures are checked by counting every deal.
"""

from typing import Final

import msgspec

from evaluator_ext import Card, parse_cards

_REST_MS: Final = 8_000
_STREETS_MS: Final = (4_000, 4_000, 4_000, 6_000)
_ON_BOARD: Final = (0, 3, 4, 5)
ROUND_MS: Final = _REST_MS + sum(_STREETS_MS)
"""First the table rests, then one hand is shown street by street."""

_CERTAIN: Final = 1000


class DemoHand(msgspec.Struct, frozen=True):
    """Two hands of hold'em and a board; `first` is the share of the first hand on each street, of a thousand."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    board: tuple[Card, ...]
    first: tuple[int, int, int, int]


class DemoSide(msgspec.Struct, frozen=True):
    """One of the two hands now: its cards, its share of a thousand, and whether it has won."""

    cards: tuple[Card, ...]
    share: int
    won: bool


class DemoScene(msgspec.Struct, frozen=True):
    """What lies on the cloth now."""

    sides: tuple[DemoSide, DemoSide]
    board: tuple[Card, ...]


def _hand(first: str, second: str, board: str, shares: tuple[int, int, int, int]) -> DemoHand:
    return DemoHand((parse_cards(first), parse_cards(second)), parse_cards(board), shares)


DEMO_HANDS: Final[tuple[DemoHand, ...]] = (
    _hand("As Kd", "Qh Qc", "Kh 7s 2d Qd 9c", (428, 912, 0, 0)),
    _hand("Jh Th", "Ac Ad", "Qh 9c 2h 3s 8d", (217, 563, 341, 1000)),
    _hand("8s 8c", "Ah Ks", "Ad 8h 4c Kd Kc", (552, 984, 909, 0)),
    _hand("7d 6d", "Kc Ks", "9d 5s 8h 2c Kd", (230, 967, 1000, 1000)),
)


def demo_scene(shown_ms: int) -> DemoScene | None:
    """What an empty table shows `shown_ms` after it became empty; None while it rests."""
    number, within = divmod(shown_ms, ROUND_MS)
    within -= _REST_MS
    if within < 0:
        return None
    street = next(street for street in range(len(_STREETS_MS)) if within < sum(_STREETS_MS[: street + 1]))
    hand = DEMO_HANDS[number % len(DEMO_HANDS)]
    shares = (hand.first[street], _CERTAIN - hand.first[street])
    over = _ON_BOARD[street] == len(hand.board)
    first, second = (
        DemoSide(cards, share, over and share == _CERTAIN) for cards, share in zip(hand.hands, shares, strict=True)
    )
    return DemoScene((first, second), hand.board[: _ON_BOARD[street]])
