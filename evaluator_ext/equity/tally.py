"""Who gets how much of the pots of many deals, counted in whole units so that nothing is rounded.

The same source runs twice: compiled with the C types of `tally.pxd` for use, interpreted as the oracle.
"""

from array import array
from collections.abc import Sequence
from math import lcm
from typing import Final

MOST_PLAYERS: Final = 10

HALF: Final = lcm(*range(1, MOST_PLAYERS + 1))
"""Half a pot in units: any number of players can share it evenly."""

POT: Final = 2 * HALF

_HALF = HALF
_POT = POT


class Tally:
    """Counts of deals for some players. Ranks are dense, the higher is the better, and a low of 0 is none."""

    def __init__(self, players: int, split: bool) -> None:
        """Start with nothing. `split` says that half of a pot goes to the best low, if there is any."""
        self.players = players
        self.split = split
        self.deals = 0
        self._earned = array("q", [0] * players)
        self._whole = array("q", [0] * players)
        self._part = array("q", [0] * players)
        # What was got in deals of which a player got a part.
        self._shares = array("q", [0] * players)
        self._squares = array("Q", [0] * players)

    def add(self, high: Sequence[int], low: Sequence[int], base: int, weight: int) -> None:
        """Count a deal `weight` times. The players' ranks begin at `base`; without `split`, `low` is not read."""
        self.deals += weight
        best_low = 0
        if self.split:
            for player in range(self.players):
                best_low = max(best_low, low[base + player])
        best = high[base]
        winner = 0
        winners = 1
        for player in range(1, self.players):
            if high[base + player] > best:
                best = high[base + player]
                winner = player
                winners = 1
            elif high[base + player] == best:
                winners += 1
        if winners == 1 and not best_low:
            self._whole[winner] += weight
        else:
            self._add_parts(high, best, low, best_low, base, weight)

    def _add_parts(
        self, high: Sequence[int], best: int, low: Sequence[int], best_low: int, base: int, weight: int
    ) -> None:
        """Count a deal in which several hands may get some of the pot."""
        for player in range(self.players):
            self._earned[player] = 0
        self._share_out(high, best, base, _HALF if best_low else _POT)
        if best_low:
            self._share_out(low, best_low, base, _HALF)
        for player in range(self.players):
            earned = self._earned[player]
            if earned == _POT:
                self._whole[player] += weight
            elif earned:
                self._part[player] += weight
                self._shares[player] += weight * earned
                self._squares[player] += weight * earned * earned

    def _share_out(self, ranks: Sequence[int], best: int, base: int, units: int) -> None:
        """Divide units among the players with the best rank."""
        winners = 0
        for player in range(self.players):
            winners += ranks[base + player] == best
        for player in range(self.players):
            if ranks[base + player] == best:
                self._earned[player] += units // winners

    def add_rows(self, high: Sequence[int], low: Sequence[int], deals: int) -> None:
        """Count `deals` deals once each; the ranks of each deal's players lie side by side."""
        for deal in range(deals):
            self.add(high, low, deal * self.players, 1)

    def shares(self) -> list[int]:
        """What each player got, in units."""
        return [part + POT * whole for part, whole in zip(self._shares, self._whole, strict=True)]

    def squares(self) -> list[int]:
        """The sum of the squares of what each player got in a deal, in units squared."""
        return [part + POT * POT * whole for part, whole in zip(self._squares, self._whole, strict=True)]

    def whole(self) -> list[int]:
        """In how many deals each player got the whole pot."""
        return list(self._whole)

    def part(self) -> list[int]:
        """In how many deals each player got a part of the pot."""
        return list(self._part)
