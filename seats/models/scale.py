"""The scale of a slider over amounts that can be made of chips.

Every amount has a place on the track, every place an amount, and both directions are exact: the amount of an amount's
place is that amount again. Both ends are reachable whatever the step is.
"""

from math import isqrt
from typing import Final

import msgspec

TRAVEL: Final = 1 << 24
"""Places on every track, 0 to `TRAVEL`. Exact as long as steps × bend is below it: stacks of millions of chips."""

FINENESS: Final = 1 << 20


class AmountScale(msgspec.Struct, frozen=True):
    """The amounts `least`, the multiples of `step` between, and `most`, laid out along a track.

    `bent` scales give small amounts more room: half way along the track stands the geometric mean of the two ends,
    as on a logarithmic scale (ui.md §2.2). `least` must be above 0 and at most `most`, `step` above 0.
    """

    least: int
    most: int
    step: int
    bent: bool = True

    def __post_init__(self) -> None:
        """Refuse a scale without amounts."""
        if not (0 < self.least <= self.most and self.step > 0):
            raise ValueError(f"no scale from {self.least} to {self.most} in steps of {self.step}")

    @property
    def steps(self) -> int:
        """How many steps lead from `least` to `most`; 0 if there is one amount only."""
        if self.least == self.most:
            return 0
        return (self.most - 1) // self.step - self.least // self.step + 1

    def amount(self, place: int) -> int:
        """The amount at `place`: the largest whose own place is not beyond it. Places off the track mean its ends."""
        place = min(max(place, 0), TRAVEL)
        near, far = self._bend()
        return self._amount_after(self.steps * place * near // (far * TRAVEL - (far - near) * place))

    def place(self, amount: int) -> int:
        """The place of `amount`, or of the next amount below it on the scale."""
        taken = self._steps_to(self.snap(amount))
        if taken == 0:
            return 0
        near, far = self._bend()
        return -(-far * TRAVEL * taken // (near * self.steps + (far - near) * taken))

    def snap(self, amount: int) -> int:
        """The largest amount on the scale that is not above `amount`; `least` if there is none."""
        if amount >= self.most:
            return self.most
        return max(amount - amount % self.step, self.least)

    def holds(self, amount: int) -> bool:
        """Whether `amount` stands on the scale."""
        return self.least <= amount <= self.most and self.snap(amount) == amount

    def stepped(self, amount: int, steps: int) -> int:
        """The amount `steps` steps above `amount` (below, if negative), at most to an end."""
        return self._amount_after(min(max(self._steps_to(self.snap(amount)) + steps, 0), self.steps))

    def _bend(self) -> tuple[int, int]:
        """Integers in the ratio √least : √most; with k of n steps at x = c·k / (n + (c − 1)·k), c their quotient."""
        if not self.bent:
            return 1, 1
        return isqrt(self.least * FINENESS), isqrt(self.most * FINENESS)

    def _amount_after(self, steps: int) -> int:
        if steps <= 0:
            return self.least
        if steps >= self.steps:
            return self.most
        return (self.least // self.step + steps) * self.step

    def _steps_to(self, amount: int) -> int:
        if amount >= self.most:
            return self.steps
        return amount // self.step - self.least // self.step
