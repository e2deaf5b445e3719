"""The coin hopper as a body in the cabinet and its driver in the process; its count outlives the power."""

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Final

from cashier.payout_records import CoinsInDoubt, CoinsPaid, CoinsSending, CoinsUntaken, DispenseCoins
from cashier.records import Command, Condition, DeviceId, DeviceReported, PayoutId, Want
from tests.sim.finding import check

TOP: Final = 255
FILLED: Final = 4000
JAMS_ONCE_IN: Final = 150
LOST_ONCE_IN: Final = 5
"""So many orders to pay of which one never arrives."""

EXCHANGED_ONCE_IN: Final = 20
"""So many pay-outs after one of which the hopper's board is exchanged, and its count begins anew at 0: that is told
apart from a count that has not moved, except where it stood at 0 itself."""


class HopperBody:
    """The hopper: it counts its pay-outs 1 to 255 and again from 1, and drops a coin at a time."""

    def __init__(self, dice: Random) -> None:
        self.counter = dice.choice((0, 3, 254))
        self.coins = FILLED
        self.condition: Condition = "ready"
        self.fallen: Counter[PayoutId] = Counter()
        """How many coins fell for which pay-out: what lies in people's hands."""
        self.paid = self.left = 0
        self.reliable = False
        self._orders: set[tuple[PayoutId, int]] = set()
        self._paying: PayoutId | None = None
        self._dice = dice

    def dispense(self, payout: PayoutId, coins: int) -> None:
        """Begin to pay."""
        given = (payout, self.counter)
        check(given not in self._orders, "coins-ordered-once", f"pay-out {payout} is ordered twice at one count")
        self._orders.add(given)
        if self.condition != "ready" or (not self.reliable and not self._dice.randrange(LOST_ONCE_IN)):
            self._orders.discard(given)
            return
        self.counter = self.counter % TOP + 1
        self.paid, self.left, self._paying = 0, coins, payout

    def turn(self) -> None:
        """Let the motor drop some coins, or jam."""
        for _coin in range(self._dice.randrange(30)):
            if self._paying is None or not self.left:
                self._paying = None
            elif not self.reliable and not self._dice.randrange(JAMS_ONCE_IN):
                self.condition, self._paying = "jam", None
            else:
                self.coins -= 1
                self.paid += 1
                self.left -= 1
                self.fallen[self._paying] += 1

    def lose_power(self) -> None:
        """The motor stands still; what has fallen is remembered."""
        self._paying = None

    def exchange_board(self) -> None:
        """A new board knows nothing of what the old one has paid."""
        self.counter, self.paid, self.left, self._paying = 0, 0, 0, None

    @property
    def at_rest(self) -> bool:
        """Whether the motor stands still."""
        return self._paying is None


class HopperDriver:
    """What the process knows of the hopper: it pays a pay-out once, and asks where it did not begin it itself."""

    def __init__(self, device: DeviceId, body: HopperBody, dice: Random) -> None:
        self.device = device
        self.body = body
        self._dice = dice
        self._told: Condition | None = None
        self._asked: PayoutId | None = None

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Look at the hopper once and take the pay-out one step on."""
        self.body.turn()
        said: list[Command] = []
        if self.body.condition != self._told:
            self._told = self.body.condition
            said.append(DeviceReported(self.device, self.body.condition))
        for want in wants:
            if isinstance(want, DispenseCoins):
                said += self._serve(want)
        return said

    def _serve(self, want: DispenseCoins) -> list[Command]:
        body = self.body
        if want.halt:
            body.lose_power()
            return self._ask(want)
        if want.state == "reserved":
            if body.condition != "ready":
                return []
            self._asked = want.payout
            return [CoinsSending(self.device, want.payout, body.counter)]
        if want.state == "sent" and self._asked == want.payout and body.counter == want.counter:
            self._asked = None
            body.dispense(want.payout, want.coins)
            if want.counter and not body.reliable and not self._dice.randrange(EXCHANGED_ONCE_IN):
                body.exchange_board()
            return []
        self._asked = None
        return self._ask(want) if body.at_rest else []

    def _ask(self, want: DispenseCoins) -> list[Command]:
        body = self.body
        if body.counter == want.counter:
            return [CoinsUntaken(self.device, want.payout, body.counter)]
        if body.counter == want.counter % TOP + 1:
            return [CoinsPaid(self.device, want.payout, body.counter, body.paid, body.left)]
        return [CoinsInDoubt(self.device, want.payout, body.condition)] if want.state == "sent" else []
