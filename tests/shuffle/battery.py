"""The classical tests of random numbers, on numbers below a bound as a shuffle draws them (R-RNG-1, R-RNG-6).

They are those that regulators name (25 CFR 547.14, NZ-NS 1.27) and Knuth describes (The Art of Computer Programming,
§3.3.2). Each counts into classes whose exact chances are known, or comes to a number of standard deviations by itself.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil, comb, exp, log, perm
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt

from controller.shuffle import Stream
from controller.shuffle.draw import accept
from controller.vocab.digests import digest, number
from tests.shuffle.measures import CARDS, Decks, Tally, deviations, standard

Draws = npt.NDArray[np.int64]
"""Numbers from 0 to a bound - 1, in the order in which they were drawn."""

A_SEED: Final = 256
"""Bytes that are taken of one seed, as `jakaja rng` does: more than any deck uses."""

FIVE: Final = 5
FOUR: Final = 4
LAGS: Final = 8
URNS_BITS: Final = 22
YEAR_BITS: Final = 30
"""Draws are put together into cells of at least so many bits: few for collisions; for birthdays so many that 2,048 of
them are fewer than the 5/12th power of a year's days, up to which spacings follow Poisson (L'Ecuyer, Simard 2001)."""


def draws(count: int, bound: int, name: str = "battery") -> Draws:
    """Return `count` draws below `bound`, of a fresh seed every 256 bytes; the same at every call.

    Bytes come from the table's own stream, and its own rule says which number each of them draws or that it draws none.
    """
    drawn = np.array([-1 if (made := accept(byte, bound)) is None else made for byte in range(256)], dtype=np.int64)
    found: list[Draws] = []
    total, seed = 0, 0
    while total < count:
        raw = b"".join(
            Stream(digest(name, (number(bound), number(seed + place)))).take(A_SEED) for place in range(FIVE * A_SEED)
        )
        seed += FIVE * A_SEED
        numbers = drawn[np.frombuffer(raw, dtype=np.uint8)]
        found.append(numbers[numbers >= 0])
        total += len(found[-1])
    return np.concatenate(found)[:count]


# -- the tests ---------------------------------------------------------------------------------------------------


def frequency(drawn: Draws, bound: int) -> float:
    """How often each number comes."""
    return deviations(_even(drawn, bound))


def pairs(drawn: Draws, bound: int) -> float:
    """How often each number comes after each: the serial test, on pairs that do not overlap."""
    whole = drawn[: len(drawn) // 2 * 2].reshape(-1, 2)
    return deviations(_even(whole[:, 0] * bound + whole[:, 1], bound * bound))


def serial_correlation(drawn: Draws, bound: int) -> float:
    """Whether large numbers follow large ones, one to eight draws later."""
    centred = (drawn - (bound - 1) / 2) / ((bound * bound - 1) / 12) ** 0.5
    found = [float(np.dot(centred[:-lag], centred[lag:])) / (len(drawn) - lag) ** 0.5 for lag in range(1, LAGS + 1)]
    return standard(sum(one * one for one in found), LAGS)


def runs_about_the_middle(drawn: Draws, bound: int) -> float:
    """How often the draws change from the lower half to the upper one (Wald and Wolfowitz)."""
    high = (drawn[drawn * 2 != bound - 1] * 2 > bound - 1).astype(np.int64)
    ones, zeros = int(high.sum()), int(len(high) - high.sum())
    both = ones + zeros
    expected = 2 * ones * zeros / both + 1
    width = ((expected - 1) * (expected - 2) / (both - 1)) ** 0.5
    return float((np.count_nonzero(np.diff(high)) + 1 - expected) / width)


def ascending_runs(drawn: Draws, bound: int) -> float:
    """How long draws ascend; the one that ends a run is left out, so that runs do not depend on each other."""
    falls = np.flatnonzero(np.diff(drawn) <= 0)
    lengths: list[int] = []
    start = 0
    for fall in falls.tolist():
        if fall < start:
            continue
        lengths.append(fall - start + 1)
        start = fall + 2
    most = 12
    at_least = [comb(bound, length) / bound**length for length in range(1, most + 1)] + [0.0]
    chances = np.array([at_least[place] - at_least[place + 1] for place in range(most)])
    return deviations(Tally(_counted(np.minimum(np.array(lengths) - 1, most - 1), most), chances))


def gaps(drawn: Draws, bound: int) -> float:
    """How many draws lie between two from the lowest quarter."""
    quarter = max(1, bound // 4)
    hit = np.flatnonzero(drawn < quarter)
    chance, most = quarter / bound, 40
    found = np.minimum(np.diff(hit) - 1, most)
    chances = np.array([chance * (1 - chance) ** gap for gap in range(most)] + [(1 - chance) ** most])
    return deviations(Tally(_counted(found, most + 1), chances))


def poker(drawn: Draws, bound: int) -> float:
    """How many different numbers there are among five."""
    hands = np.sort(drawn[: len(drawn) // FIVE * FIVE].reshape(-1, FIVE), axis=1)
    different = (np.diff(hands, axis=1) != 0).sum(axis=1)
    ways = [_partitions(FIVE, kinds) * perm(bound, kinds) for kinds in range(1, FIVE + 1)]
    chances = np.array([float(Fraction(way, bound**FIVE)) for way in ways])
    possible = chances > 0
    return deviations(Tally(_counted(different, FIVE)[possible], chances[possible]))


def coupons(drawn: Draws, bound: int) -> float:
    """How many draws it takes until every number has come, in classes of about equal chance."""
    lengths = np.array(list(_collected(drawn, bound)), dtype=np.int64)
    most = 40 * bound
    within = _all_within(bound, most)
    edges = [int(np.searchsorted(within, share / 10)) for share in range(1, 10)]
    classes = np.searchsorted(edges, lengths, side="left")
    upto = [0.0, *(float(within[edge]) for edge in edges), 1.0]
    return deviations(Tally(_counted(classes, 10), np.diff(np.array(upto))))


def permutations(drawn: Draws, bound: int) -> float:
    """In which order four draws lie, those with two alike left out."""
    groups = drawn[: len(drawn) // FOUR * FOUR].reshape(-1, FOUR)
    ordered = np.sort(groups, axis=1)
    order = np.argsort(groups[(np.diff(ordered, axis=1) != 0).all(axis=1)], axis=1)
    codes = order @ np.array([64, 16, 4, 1])
    possible = np.zeros(256, dtype=bool)
    possible[[64 * a + 16 * b + 4 * c + d for a, b, c, d in _orders()]] = True
    counts = _counted(codes, 256)[possible]
    return deviations(Tally(counts, np.full(24, 1 / 24)))


def greatest_of_five(drawn: Draws, bound: int) -> float:
    """Which is the greatest of five draws."""
    greatest = drawn[: len(drawn) // FIVE * FIVE].reshape(-1, FIVE).max(axis=1)
    upto = np.array([(place / bound) ** FIVE for place in range(bound + 1)])
    return deviations(Tally(_counted(greatest, bound), np.diff(upto)))


def collisions(drawn: Draws, bound: int) -> float:
    """How often one of 2^14 draws of a cell falls where one lies already: finds short periods."""
    cells, count = _cells(drawn, bound, URNS_BITS)
    balls = 1 << 14
    throws = cells[: len(cells) // balls * balls].reshape(-1, balls)
    found = sum(balls - len(np.unique(throw)) for throw in throws)
    empty = exp(balls * log(1 - 1 / count))
    expected = len(throws) * (balls - count * (1 - empty))
    return float((found - expected) / expected**0.5)


def birthday_spacings(drawn: Draws, bound: int) -> float:
    """How often two of the distances between neighbouring birthdays of 2,048 are alike: finds lattices."""
    cells, count = _cells(drawn, bound, YEAR_BITS)
    born = 2_048
    years = np.sort(cells[: len(cells) // born * born].reshape(-1, born), axis=1)
    spacings = np.sort(np.diff(years, axis=1), axis=1)
    expected = len(years) * born**3 / (4 * count)
    return float((np.count_nonzero(np.diff(spacings, axis=1) == 0) - expected) / expected**0.5)


Test = Callable[[Draws, int], float]
"""Draws and their bound to standard deviations: far from 0 either way is not what even draws give."""

BATTERY: Final[dict[str, Test]] = {
    "chi-square": frequency,
    "pairs": pairs,
    "serial correlation": serial_correlation,
    "runs about the middle": runs_about_the_middle,
    "ascending runs": ascending_runs,
    "gaps": gaps,
    "poker": poker,
    "coupons": coupons,
    "permutations": permutations,
    "greatest of five": greatest_of_five,
    "collisions": collisions,
    "birthday spacings": birthday_spacings,
}


def rejected(found: dict[str, float], alpha: float) -> list[str]:
    """Return the tests that even draws would not give, all together with chance `alpha` (Holm's procedure)."""
    chances = sorted((2 * NormalDist().cdf(-abs(value)), name) for name, value in found.items())
    names: list[str] = []
    for place, (chance, name) in enumerate(chances):
        if chance > alpha / (len(chances) - place):
            break
        names.append(name)
    return names


# -- the draws of decks --------------------------------------------------------------------------------------------


def draws_of_decks(decks: Decks) -> Draws:
    """Return what a shuffle drew for each deck: a row for each, the draw below 52 first, the one below 2 last.

    From the last place down, the card that ended there was drawn from where it lay then.
    """
    lying = np.tile(np.arange(CARDS), (len(decks), 1))
    where = lying.copy()
    rows = np.arange(len(decks))
    found = np.empty((len(decks), CARDS - 1), dtype=np.int64)
    for last in range(CARDS - 1, 0, -1):
        chosen = where[rows, decks[:, last]]
        found[:, CARDS - 1 - last] = chosen
        moved = lying[:, last].copy()
        lying[rows, chosen] = moved
        where[rows, moved] = chosen
    return found


def each_bound(decks: Decks) -> dict[str, float]:
    """How often each number comes among the draws below 2 to 52 of a shuffle, and after each of the draw before."""
    drawn = draws_of_decks(decks)
    found: dict[str, float] = {}
    for place, bound in enumerate(range(CARDS, 1, -1)):
        found[f"below {bound}"] = deviations(_even(drawn[:, place], bound))
        if bound < CARDS:
            both = drawn[:, place - 1] * bound + drawn[:, place]
            found[f"below {bound} after below {bound + 1}"] = deviations(_even(both, bound * (bound + 1)))
    return found


# -- exact chances -----------------------------------------------------------------------------------------------


def _even(drawn: Draws, classes: int) -> Tally:
    return Tally(_counted(drawn, classes), np.full(classes, 1 / classes))


def _counted(classes: Draws, many: int) -> npt.NDArray[np.int64]:
    return np.bincount(classes, minlength=many).astype(np.int64)


def _partitions(things: int, kinds: int) -> int:
    """Stirling numbers of the second kind: ways to put so many things into so many groups."""
    if kinds in (0, things):
        return int(kinds == things)
    return kinds * _partitions(things - 1, kinds) + _partitions(things - 1, kinds - 1)


def _orders() -> Iterator[tuple[int, int, int, int]]:
    for a in range(FOUR):
        for b in range(FOUR):
            for c in range(FOUR):
                if len({a, b, c}) == 3:
                    yield a, b, c, 6 - a - b - c


def _collected(drawn: Draws, bound: int) -> Iterator[int]:
    """The lengths of the pieces in each of which every number comes, its last one for the first time."""
    seen: set[int] = set()
    start = 0
    for place, one in enumerate(drawn.tolist()):
        seen.add(one)
        if len(seen) == bound:
            yield place - start + 1
            seen, start = set(), place + 1


def _all_within(bound: int, most: int) -> npt.NDArray[np.float64]:
    """The chance that all numbers have come within so many draws, for 0 to `most` draws."""
    held = np.zeros(bound + 1)
    held[0] = 1.0
    stays, grows = np.arange(bound + 1) / bound, (bound - np.arange(bound + 1)) / bound
    within = [0.0]
    for _draw in range(most):
        held = held * stays + np.concatenate(([0.0], (held * grows)[:-1]))
        within.append(float(held[bound]))
    return np.array(within)


def _cells(drawn: Draws, bound: int, bits: int) -> tuple[Draws, int]:
    """Put as many draws together as make cells of so many bits; also return how many cells there are."""
    many = ceil(bits * log(2) / log(bound))
    weights = bound ** np.arange(many, dtype=np.int64)
    cells: Draws = drawn[: len(drawn) // many * many].reshape(-1, many) @ weights
    return cells, bound**many
