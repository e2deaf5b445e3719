"""One hand as the second opinion keeps it, and what it comes to, chip by chip (poker.md §8, §13)."""

from collections.abc import Sequence

import msgspec

from controller.vocab import hand_records as hr
from controller.vocab.ids import Seat
from controller.vocab.jackpot_terms import JackpotTerms
from evaluator_ext import Card, rank


class Stake(msgspec.Struct):
    """One player in the hand: chips behind, on this street, and in the whole hand."""

    stack: int
    bet: int = 0
    paid: int = 0
    dead: int = 0
    folded: bool = False
    cards: tuple[Card, ...] = ()
    acted_at: int = -1
    """The street's price when he last acted; -1 before."""


class Bout(msgspec.Struct):
    """The running hand."""

    started: hr.HandStarted
    stakes: dict[Seat, Stake]
    burns: bool
    deck: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    dealt: int = 0
    street: int = 0
    price: int = 0
    full_raise: int = 0
    raised_to: int = 0
    """The street total of the last full bet or raise."""
    last: Seat = 0
    offered: hr.DecisionOffered | None = None
    due: list[hr.ForcedBet] = []
    """Forced bets that are still to be posted."""
    raked: int = 0
    dropped: list[tuple[str, int]] = []
    acts: int = 0
    bets: int = 0
    """How many of the acts put chips in."""
    voided: bool = False
    won: dict[Seat, int] = {}

    @property
    def live(self) -> list[Seat]:
        """Seats that have not folded, from the left of the button."""
        return [seat for seat, stake in self.stakes.items() if not stake.folded]


def layers(bout: Bout) -> list[tuple[int, tuple[Seat, ...]]]:
    """Return the pots, main pot first, laid one chip of the smallest kind after the other."""
    unit = bout.started.stakes.unit
    pots: list[tuple[int, tuple[Seat, ...]]] = []
    for level in range(unit, max(stake.paid for stake in bout.stakes.values()) + unit, unit):
        chips = sum(unit for stake in bout.stakes.values() if stake.paid >= level)
        seats = tuple(seat for seat in bout.live if bout.stakes[seat].paid >= level)
        if pots and (seats in (pots[-1][1], ())):
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        else:
            pots.append((chips, seats))
    (main, seats), *sides = pots or [(0, tuple(bout.live))]
    return [(main + sum(stake.dead for stake in bout.stakes.values()), seats), *sides]


def shares(bout: Bout, terms: JackpotTerms) -> tuple[int, dict[str, int], dict[Seat, int]]:
    """Return the fee, what each jackpot gets, and what every winner gets of all pots."""
    pots, unit = layers(bout), bout.started.stakes.unit
    fee = 0
    if bout.board:
        fee = min(sum(amount for amount, _seats in pots) * bout.started.rake_permille // 1000, bout.started.rake_cap)
        fee -= fee % unit
    drops = _drops(bout, terms, sum(amount for amount, _seats in pots) - fee)
    left, won = fee + sum(drops.values()), dict[Seat, int]()
    ranks = {seat: rank(bout.stakes[seat].cards + bout.board) for seat in bout.live} if len(bout.live) > 1 else {}
    for amount, seats in pots:
        part = min(left, amount)
        left -= part
        best = max((ranks.get(seat, 0) for seat in seats), default=0)
        winners = [seat for seat in seats if ranks.get(seat, 0) == best]
        for place, chips in enumerate(_dealt_out(amount - part, len(winners), unit)):
            if chips:
                won[winners[place]] = won.get(winners[place], 0) + chips
    return fee, drops, won


def _drops(bout: Bout, terms: JackpotTerms, there: int) -> dict[str, int]:
    """Lay chips aside for the jackpots as long as there are any: the first is served first."""
    drops: dict[str, int] = {}
    if not bout.board or len(bout.stakes) < terms.players:
        return drops
    unit = bout.started.stakes.unit
    chips = sum(unit for _chip in range(min(there, terms.bad_beat + terms.month_hand) // unit))
    for pool, wanted in (("bad-beat", terms.bad_beat), ("month-hand", terms.month_hand)):
        part = min(chips, wanted)
        chips -= part
        if part:
            drops[pool] = part
    return drops


def _dealt_out(amount: int, winners: int, unit: int) -> Sequence[int]:
    """Deal chips out one by one from the left of the button."""
    piles = [0] * winners
    for number in range(amount // unit):
        piles[number % winners] += unit
    return piles
