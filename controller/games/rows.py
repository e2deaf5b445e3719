"""Chinese poker: thirteen cards set in three rows, and what two sets are worth against each other.

The sources name the game without text (poker.md §12.9); the rules are those that card rooms print (hand-engine §4). A
row won is a point. The naturals, the royalties and the price of surrender are options of the house.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from controller.games.model import RowPoints
from controller.games.rulings import Rulings
from controller.vocab.hand_records import Natural, RowName, Standing
from evaluator_ext import Card, Category, category, rank
from evaluator_ext.rankings import RANKINGS, mis_set

ROWS: Final[Mapping[RowName, slice]] = {"front": slice(0, 3), "middle": slice(3, 8), "back": slice(8, 13)}
"""Where each row stands among thirteen cards as they are set: the front first, which must be the weakest."""

CLASSES: Final[Mapping[Standing, int]] = {
    "dragon": 3,
    "six-pairs": 2,
    "three-straights": 2,
    "three-flushes": 2,
    "set": 1,
    "mis-set": 0,
    "dead": 0,
}
"""What scoops what, the higher the lower: a dragon the other naturals, these a set that is played, and that one any
whose rows are out of order or were not set in time (hand-engine §4). Equals do not scoop each other."""

ROYAL: Final = 10
"""The lowest rank of a royal flush, as it is named."""

ROYALTIES: Final[Mapping[RowName, Mapping[Category, int]]] = {
    "middle": {
        Category.TRIPS: 2,
        Category.STRAIGHT: 4,
        Category.FLUSH: 8,
        Category.FULL_HOUSE: 12,
        Category.QUADS: 20,
        Category.STRAIGHT_FLUSH: 30,
    },
    "back": {
        Category.STRAIGHT: 2,
        Category.FLUSH: 4,
        Category.FULL_HOUSE: 6,
        Category.QUADS: 10,
        Category.STRAIGHT_FLUSH: 15,
    },
}
"""What a row of five is paid beside its point (hand-engine §4)."""

ROYAL_FLUSH: Final[Mapping[RowName, int]] = {"middle": 50, "back": 25}

_FIRST_PAIR: Final = 6
"""The lowest pair in front that is paid, one point; each rank above is a point more."""
_FIRST_TRIPS: Final = 10
"""What three deuces in front are paid; each rank above is a point more."""
_LOWEST: Final = 2
"""The rank of a deuce as it is named."""


class Worth(msgspec.Struct, frozen=True):
    """What one player's set counts with against any other: how it stands, its rows' ranks and its royalties."""

    standing: Standing
    ranks: tuple[int, ...] = ()
    royalties: int = 0


def rows_of(cards: Sequence[Card]) -> Iterator[tuple[RowName, Sequence[Card]]]:
    """The rows of thirteen cards as they were set, the front first."""
    for name, place in ROWS.items():
        yield name, cards[place]


def rank_row(row: Sequence[Card]) -> int:
    """The rank of a row of three or five cards on the one scale of all rows, higher is better."""
    return RANKINGS["chinese-rows"].judge(RANKINGS["chinese-rows"].options).rank(row)


def worth_of(cards: Sequence[Card], rulings: Rulings) -> Worth:
    """What thirteen cards are worth as they were set: a natural, a proper set, or one whose rows are out of order."""
    natural = natural_of(cards) if rulings.rows_naturals else None
    if natural is not None:
        return Worth(standing=natural)
    front, middle, back = (row for _, row in rows_of(cards))
    if mis_set(front, middle, back):
        return Worth(standing="mis-set")
    ranks = tuple(rank_row(row) for row in (front, middle, back))
    paid = sum(royalty(name, row) for name, row in rows_of(cards)) if rulings.rows_royalties else 0
    return Worth(standing="set", ranks=ranks, royalties=paid)


def natural_of(cards: Sequence[Card]) -> Natural | None:
    """The best hand that wins unplayed among thirteen cards; straights and flushes must be set as the three rows."""
    ranks = [card >> 2 for card in cards]
    if len(set(ranks)) == len(ranks):
        return "dragon"
    if sum(ranks.count(each) // 2 for each in set(ranks)) == len(ranks) // 2:
        return "six-pairs"
    rows = [row for _, row in rows_of(cards)]
    if all(_is_straight(row) for row in rows):
        return "three-straights"
    if all(len({card & 3 for card in row}) == 1 for row in rows):
        return "three-flushes"
    return None


def _is_straight(row: Sequence[Card]) -> bool:
    """Whether the cards follow each other, the ace above the king or below the deuce."""
    ranks = sorted(card >> 2 for card in row)
    low = sorted(-1 if each == _ACE else each for each in ranks)
    return any(run == list(range(run[0], run[0] + len(run))) for run in (ranks, low))


_ACE: Final = 12


def royalty(name: RowName, row: Sequence[Card]) -> int:
    """The points that a row of a proper set is paid by every opponent beside its own."""
    if name == "front":
        return _front_royalty([(card >> 2) + _LOWEST for card in row])
    kind = category(rank(row))
    royal = kind is Category.STRAIGHT_FLUSH and min(card >> 2 for card in row) + _LOWEST == ROYAL
    return ROYAL_FLUSH[name] if royal else ROYALTIES[name].get(kind, 0)


def _front_royalty(ranks: Sequence[int]) -> int:
    most = max(ranks, key=ranks.count)
    if ranks.count(most) == len(ranks):
        return _FIRST_TRIPS + most - _LOWEST
    return max(most - _FIRST_PAIR + 1, 0) if ranks.count(most) > 1 else 0


def rows_won(one: Worth, other: Worth) -> tuple[int, ...]:
    """For each row 1 where `one` wins it, -1 where it loses and 0 for a tie; none where the rows do not compare."""
    if one.standing == other.standing == "set":
        return tuple((mine > theirs) - (mine < theirs) for mine, theirs in zip(one.ranks, other.ranks, strict=True))
    return ()


def points_between(one: Worth, other: Worth, scoring: RowPoints, rulings: Rulings) -> int:
    """The points that `one` wins from `other`; below zero what it loses.

    Two naturals compare by their order, and one wins a scoop of everything else. A set that is out of order, or dead,
    loses a scoop to every proper one and nothing to its like. Who surrendered pays a price to all who did not.
    """
    if "surrendered" in (one.standing, other.standing):
        return rulings.rows_surrender * ((other.standing == "surrendered") - (one.standing == "surrendered"))
    above = CLASSES[one.standing] - CLASSES[other.standing]
    if above or not _plays(one):
        scooped = len(ROWS) + scoring.majority + scoring.scoop
        royalties = one.royalties if above > 0 else other.royalties
        return (above > 0) * (scooped + royalties) - (above < 0) * (scooped + royalties)
    won = rows_won(one, other)
    net = sum(won)
    ahead = (net > 0) - (net < 0)
    scoop = scoring.scoop if abs(net) == len(ROWS) else 0
    return net + ahead * (scoring.majority + scoop) + one.royalties - other.royalties


def _plays(worth: Worth) -> bool:
    return worth.standing == "set"


def best_rows(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A proper set of thirteen cards, as the rows stand: the best five at the back, the best of the rest before it."""
    back = max(combinations(cards, 5), key=rank_row)
    rest = [card for card in cards if card not in back]
    middle = max(combinations(rest, 5), key=rank_row)
    front = [card for card in rest if card not in middle]
    return (*front, *middle, *back)
