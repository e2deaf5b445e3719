"""Who gets what: uncalled bets, pots, the house fee and the awards, as pure arithmetic.

Everywhere the players stand clockwise from the first seat left of the button, which is also the order of odd chips
(poker.md §10.3). Sources: poker.md §8 (side pots), §10.3 (splitting), §13 (rake).
"""

from collections.abc import Mapping, Sequence

import msgspec

from cashier.money import split_evenly
from controller.games.rulings import OddChips, RakeOrder, RakeRounding
from controller.vocab.hand_records import Pot
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import PotFee


class Contribution:
    """What one player put in over the whole hand; a class of C types when compiled, as every pot asks for it.

    `paid` counts toward his share of each pot; `dead` money lies in the main pot and buys nothing (poker.md §5.8).
    """

    def __init__(self, seat: Seat, paid: Chips, folded: bool, dead: Chips = 0) -> None:
        self.seat = seat
        self.paid = paid
        self.folded = folded
        self.dead = dead

    def __repr__(self) -> str:
        return f"Contribution(seat={self.seat}, paid={self.paid}, folded={self.folded}, dead={self.dead})"


class Uncalled(msgspec.Struct, frozen=True):
    """The part of a bet that nobody matched, and whose it is."""

    seat: Seat
    amount: Chips


class RakeTerms(msgspec.Struct, frozen=True):
    """The house fee of one hand: `permille` of what was called, in whole `step`s, at most `cap`.

    A `step` of 0 is the chip, `unit`. `by_pot` has fixed fees in place of a share: the last one whose pot was reached.
    """

    permille: int
    cap: Chips
    unit: Chips
    order: RakeOrder
    rounding: RakeRounding = "down"
    step: Chips = 0
    by_pot: tuple[PotFee, ...] = ()


class SplitTerms(msgspec.Struct, frozen=True):
    """The smallest chip, who gets those that do not divide, and how often the rest of the board was dealt."""

    unit: Chips
    odd_chips: OddChips
    runs: int = 1


class Claim(msgspec.Struct, frozen=True):
    """Who claims one share of the pots: a rank, higher is better, for every seat that tabled its hand for it.

    A rank of 0, or none, claims nothing. `order` is how odd chips go out; empty means from the left of the button.
    """

    ranks: Mapping[Seat, int]
    order: tuple[Seat, ...] = ()


class Award(msgspec.Struct, frozen=True):
    """Chips of share `share` of pot number `pot` (0 = main) for a seat; `odd`: an odd chip is among them."""

    pot: int
    seat: Seat
    amount: Chips
    odd: bool
    share: int = 0
    run: int = 0


class Settlement(msgspec.Struct, frozen=True):
    """The end of a hand in chips: uncalled + rake + drops + awards = everything put in.

    `pots` are the pots before the fee, `rake` what each of them pays of it, and `drops` what goes into each jackpot.
    """

    uncalled: Uncalled | None
    pots: tuple[Pot, ...]
    rake: tuple[Chips, ...]
    awards: tuple[Award, ...]
    drops: tuple[Chips, ...] = ()


def uncalled(contributions: Sequence[Contribution]) -> Uncalled | None:
    """The part of the largest contribution that no other reaches; None if it was matched or its owner folded."""
    highest = second = 0
    owner: Contribution | None = None
    for one in contributions:
        paid = one.paid
        if paid > highest:
            highest, second, owner = paid, highest, one
        elif paid > second:
            second = paid
    if owner is None or owner.folded or highest == second:
        return None
    return Uncalled(seat=owner.seat, amount=highest - second)


def form_pots(contributions: Sequence[Contribution]) -> tuple[Pot, ...]:
    """Main pot first, then the side pots, each with the seats that can win it (poker.md §8).

    A pot ends where the contribution of a player who is still in ends; folded chips stay in the layers they reached,
    and those above every player who is in, in the last pot. At least one player must be in. Where nothing was put in,
    the main pot is empty.
    """
    everything = 0
    live: list[Contribution] = []
    levels: set[Chips] = set()
    for one in contributions:
        paid = one.paid
        everything += paid + one.dead
        if not one.folded:
            live.append(one)
            levels.add(paid)
    *inner, top = sorted(levels)
    pots: list[Pot] = []
    taken = 0
    for level in inner:
        reached = sum([one.dead + min(one.paid, level) for one in contributions])
        if reached > taken:
            pots.append(Pot(amount=reached - taken, seats=_contenders(live, level)))
            taken = reached
    pots.append(Pot(amount=everything - taken, seats=_contenders(live, top)))
    return tuple(pots)


def _contenders(live: Sequence[Contribution], level: Chips) -> tuple[Seat, ...]:
    return tuple([one.seat for one in live if one.paid >= level])


def rake_of(pots: Sequence[Pot], terms: RakeTerms | None) -> tuple[Chips, ...]:
    """What each pot pays to the house, in the order of the pots (poker.md §13); nothing without terms."""
    if terms is None:
        return (0,) * len(pots)
    parts: list[Chips] = []
    below = charged = 0
    whole = _fee(sum([pot.amount for pot in pots]), terms)
    for pot in pots:
        below += pot.amount
        wanted = whole if terms.order == "main-pot-first" else _fee(below, terms)
        parts.append(min(wanted - charged, pot.amount))
        charged += parts[-1]
    return tuple(parts)


def _fee(called: Chips, terms: RakeTerms) -> Chips:
    step = terms.step or terms.unit
    half = 500 * step if terms.rounding == "nearest" else 0
    fee = (called * terms.permille + half) // (1000 * step) * step
    if terms.by_pot:
        fee = max([row.fee for row in terms.by_pot if called >= row.reached], default=0)
    return min(fee, terms.cap - terms.cap % step)


def drops_of(pots: Sequence[Pot], rake: Sequence[Chips], wanted: Sequence[Chips], unit: Chips) -> tuple[Chips, ...]:
    """What each jackpot gets of the pots, in the order of `wanted` (jackpots.md §1).

    The rake goes first. What it leaves is divided in whole chips, so where it does not reach, the last jackpot's part
    shrinks first.
    """
    left = sum([pot.amount for pot in pots]) - sum(rake)
    left = min(sum(wanted), left) // unit * unit
    parts: list[Chips] = []
    for amount in wanted:
        parts.append(min(amount, left))
        left -= parts[-1]
    return tuple(parts)


def taken_of(pots: Sequence[Pot], rake: Sequence[Chips], drops: Chips) -> tuple[Chips, ...]:
    """What each pot pays in all: its part of the rake, and of the jackpots' the main pot as far as it reaches."""
    taken: list[Chips] = []
    for pot, fee in zip(pots, rake, strict=True):
        part = min(drops, pot.amount - fee)
        drops -= part
        taken.append(fee + part)
    return tuple(taken)


def awards_of(
    pots: Sequence[Pot], taken: Sequence[Chips], claims: Sequence[Claim], terms: SplitTerms
) -> tuple[Award, ...]:
    """Divide every pot, less what was taken of it, into runs and shares, and those among the best hands for them.

    A share nobody can claim goes to the others, and the chips that do not divide to the first runs and shares. Where
    the same hands win every share the run is divided once (poker.md §10.3). `claims` are those of the shares in order,
    run after run. Every pot needs a claim in every run; the amounts must be whole units. The awards stand in the order
    in which they are paid, turned round: main pot first, and of each pot the last run first.
    """
    awards: list[Award] = []
    shares = len(claims) // terms.runs
    for number, (pot, fee) in enumerate(zip(pots, taken, strict=True)):
        each, odd = split_evenly(pot.amount - fee, terms.runs, terms.unit)
        for run in reversed(range(terms.runs)):
            part = each + (terms.unit if run < odd else 0)
            own = claims[run * shares : (run + 1) * shares]
            won = [_Won(run, share, who) for share, claim in enumerate(own) if (who := _winners(pot, claim))]
            awards += _divided_into_shares(number, part, won, terms)
    return tuple(awards)


class _Won(msgspec.Struct, frozen=True):
    """A share of a run and the hands that win it, in the order of odd chips."""

    run: int
    share: int
    winners: Sequence[Seat]


def _divided_into_shares(pot: int, amount: Chips, won: Sequence[_Won], terms: SplitTerms) -> list[Award]:
    if len(won) > 1 and all(len(one.winners) > 1 and set(one.winners) == set(won[0].winners) for one in won):
        won = won[:1]
    each, odd = split_evenly(amount, len(won), terms.unit)
    awards: list[Award] = []
    for place, one in enumerate(won):
        awards += _divided(pot, one, each + (terms.unit if place < odd else 0), terms)
    return awards


def _winners(pot: Pot, claim: Claim) -> list[Seat]:
    """The seats with the best rank among the pot's contenders, in the order of odd chips; none without a claim."""
    best = max([claim.ranks.get(seat, 0) for seat in pot.seats])
    if not best:
        return []
    winners = [seat for seat in pot.seats if claim.ranks.get(seat) == best]
    return sorted(winners, key=claim.order.index) if claim.order else winners


def _divided(pot: int, won: _Won, amount: Chips, terms: SplitTerms) -> list[Award]:
    each, odd = split_evenly(amount, len(won.winners), terms.unit)
    awards: list[Award] = []
    for place, seat in enumerate(won.winners):
        extra = _odd_chips(place, odd, terms.odd_chips) * terms.unit
        if each + extra:
            awards.append(Award(pot, seat, each + extra, odd=extra > 0, share=won.share, run=won.run))
    return awards


def _odd_chips(place: int, odd: int, rule: OddChips) -> int:
    """How many of `odd` single chips the winner at `place`, counted from the left of the button, gets."""
    if rule == "one-each":
        return 1 if place < odd else 0
    return odd if place == 0 else 0


def settle(
    contributions: Sequence[Contribution],
    claims: Sequence[Claim],
    split: SplitTerms,
    rake: RakeTerms | None,
    drops: Sequence[Chips] = (),
) -> Settlement:
    """Settle a hand in one go: uncalled part, pots, fee, jackpots and awards.

    `claims` are those of the shares in order, of every seat that tabled its hand or won without showing; `drops` is
    what each jackpot is to get.
    """
    back = uncalled(contributions)
    if back is not None:
        contributions = [
            Contribution(one.seat, one.paid - back.amount * (one.seat == back.seat), one.folded, one.dead)
            for one in contributions
        ]
    pots = form_pots(contributions)
    fees = rake_of(pots, rake)
    parts = drops_of(pots, fees, drops, split.unit)
    awards = awards_of(pots, taken_of(pots, fees, sum(parts)), claims, split)
    return Settlement(uncalled=back, pots=pots, rake=fees, awards=awards, drops=parts)
