"""Draws below a bound that look even and are not, one kind for each test of the battery that must notice (R-RNG-1)."""

from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np

from tests.shuffle.battery import Draws

Plant = Callable[[Draws, int, np.random.Generator], Draws]
"""Even draws, their bound and dice to the loaded ones."""


class Planted(msgspec.Struct, frozen=True):
    """A fault, and the tests that must notice it in 200,000 draws."""

    make: Plant
    noticed_by: tuple[str, ...]


def without_rejection(_even: Draws, bound: int, dice: np.random.Generator) -> Draws:
    """A byte modulo the bound: small numbers come too often."""
    return dice.integers(0, 256, len(_even)) % bound


def sticky(even: Draws, _bound: int, dice: np.random.Generator) -> Draws:
    """Now and then a draw repeats the one before it."""
    again = dice.random(len(even)) < 0.02
    again[0] = False
    made = even.copy()
    made[again] = made[np.flatnonzero(again) - 1]
    return made


def never_twice(even: Draws, bound: int, dice: np.random.Generator) -> Draws:
    """A number is never followed by itself: what people take for chance."""
    made = even.copy()
    for place in np.flatnonzero(np.diff(even) == 0).tolist():
        made[place + 1] = (made[place] + 1 + int(dice.integers(0, bound - 2))) % bound
    return made


def drifting(even: Draws, bound: int, _dice: np.random.Generator) -> Draws:
    """A draw leans a little towards the one before it."""
    lean = np.concatenate(([0], even[:-1]))
    return np.where(np.arange(len(even)) % 40 == 0, (even + lean) // 2, even) % bound


def swinging(even: Draws, bound: int, dice: np.random.Generator) -> Draws:
    """High and low halves change places a little too often."""
    low = even % (bound // 2)
    high = np.cumsum(dice.random(len(even)) < 0.51) % 2
    return low + high * (bound // 2)


def rising(even: Draws, _bound: int, dice: np.random.Generator) -> Draws:
    """Now and then three draws in a row are put in order."""
    made = even[: len(even) // 3 * 3].reshape(-1, 3).copy()
    some = dice.random(len(made)) < 0.05
    made[some] = np.sort(made[some], axis=1)
    return made.ravel()


def returning(even: Draws, bound: int, _dice: np.random.Generator) -> Draws:
    """Low numbers come back after a fixed time too often."""
    made = even.copy()
    late = np.arange(9, len(made), 20)
    made[late] = np.where(made[late - 9] < bound // 4, made[late - 9], made[late])
    return made


def lacking(even: Draws, bound: int, _dice: np.random.Generator) -> Draws:
    """For long stretches one number does not come, another in each."""
    made = even.copy()
    stretch = 20 * bound
    for number, start in enumerate(range(0, len(made), stretch)):
        piece = made[start : start + stretch // 2]
        piece[piece == number % bound] = (number + 1) % bound
    return made


def short_period(even: Draws, _bound: int, _dice: np.random.Generator) -> Draws:
    """The stream begins again after 60,000 draws."""
    return np.resize(even[:60_000], len(even))


def lattice(even: Draws, bound: int, _dice: np.random.Generator) -> Draws:
    """RANDU, whose draws lie three by three on fifteen planes."""
    state, made = 12_345, np.empty(len(even), dtype=np.int64)
    for place in range(len(even)):
        state = state * 65_539 & 0x7FFF_FFFF
        made[place] = state * bound >> 31
    return made


def capped(even: Draws, bound: int, dice: np.random.Generator) -> Draws:
    """Of every five, one that is the greatest number is now and then drawn anew."""
    made = even.copy()
    top = np.flatnonzero((made == bound - 1) & (dice.random(len(made)) < 0.2))
    made[top] = dice.integers(0, bound, len(top))
    return made


PLANTED: Final = (
    Planted(without_rejection, ("chi-square", "pairs", "greatest of five")),
    Planted(sticky, ("pairs", "poker", "serial correlation", "ascending runs")),
    Planted(never_twice, ("pairs", "poker")),
    Planted(drifting, ("serial correlation", "runs about the middle")),
    Planted(swinging, ("runs about the middle", "serial correlation")),
    Planted(rising, ("ascending runs", "permutations")),
    Planted(returning, ("gaps",)),
    Planted(lacking, ("coupons",)),
    Planted(short_period, ("collisions",)),
    Planted(lattice, ("birthday spacings",)),
    Planted(capped, ("chi-square", "greatest of five")),
)
