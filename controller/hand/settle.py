"""Who gets what: uncalled bets, pots, the house fee and the awards, as pure arithmetic.

Everywhere the players stand clockwise from the first seat left of the button, which is also the order of odd chips
(poker.md §10.3). Sources: poker.md §8 (side pots), §10.3 (splitting), §13 (rake).
"""

from collections.abc import Sequence

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


def contribution(seat: Seat, paid: Chips, folded: bool, dead: Chips) -> Contribution:
    """A contribution made of numbers of C, which its class would have made objects first."""
    one = Contribution.__new__(Contribution)
    one.seat, one.paid, one.folded, one.dead = seat, paid, folded, dead
    return one


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

    ranks: dict[Seat, int]
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
    and those above every player who is in, in the last pot. Where nothing was put in, the main pot is empty. Raises
    ValueError when nobody is in.
    """
    everything = taken = 0
    level = top = -1
    for one in contributions:
        paid = one.paid
        everything += paid + one.dead
        if not one.folded:
            top = max(top, paid)
            level = paid if level < 0 else min(level, paid)
    if top < 0:
        raise ValueError("pots need a player who is in")
    pots: list[Pot] = []
    while level < top:
        reached = _reached(contributions, level)
        if reached > taken:
            pots.append(Pot(amount=reached - taken, seats=_contenders(contributions, level)))
            taken = reached
        level = _next_level(contributions, level, top)
    pots.append(Pot(amount=everything - taken, seats=_contenders(contributions, top)))
    return tuple(pots)


def _reached(contributions: Sequence[Contribution], level: Chips) -> Chips:
    """What lies in the middle up to a level, dead money with it."""
    chips = 0
    for one in contributions:
        chips += one.dead + min(one.paid, level)
    return chips


def _next_level(contributions: Sequence[Contribution], level: Chips, top: Chips) -> Chips:
    """Where the next contribution above a level ends of those who are in."""
    above = top
    for one in contributions:
        if not one.folded and level < one.paid < above:
            above = one.paid
    return above


def _contenders(contributions: Sequence[Contribution], level: Chips) -> tuple[Seat, ...]:
    seats: list[Seat] = []
    for one in contributions:
        if not one.folded and one.paid >= level:
            seats.append(one.seat)  # noqa: PERF401 - no C type in a comprehension
    return tuple(seats)


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
    if not wanted:
        return ()
    left = sum([pot.amount for pot in pots]) - sum(rake)
    left = min(sum(wanted), left) // unit * unit
    parts: list[Chips] = []
    for amount in wanted:
        parts.append(min(amount, left))
        left -= parts[-1]
    return tuple(parts)


def taken_of(pots: Sequence[Pot], rake: Sequence[Chips], drops: Chips) -> tuple[Chips, ...]:
    """What each pot pays in all: its part of the rake, and of the jackpots' the main pot as far as it reaches."""
    if not drops:
        return tuple(rake)
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
    shares, unit = len(claims) // terms.runs, terms.unit
    for number, (pot, fee) in enumerate(zip(pots, taken, strict=True)):
        each, odd = split_evenly(pot.amount - fee, terms.runs, unit)
        for run in reversed(range(terms.runs)):
            won: list[_Won] = []
            for share in range(shares):
                winners = _winners(pot.seats, claims[run * shares + share])
                if winners:
                    won.append(_Won(run, share, winners))
            part = each + unit if run < odd else each
            awards += _divided_into_shares(number, part, won, terms)
    return tuple(awards)


class _Won:
    """A share of a run and the hands that win it, in the order of odd chips."""

    def __init__(self, run: int, share: int, winners: list[Seat]) -> None:
        self.run = run
        self.share = share
        self.winners = winners


def _divided_into_shares(pot: int, amount: Chips, won: list[_Won], terms: SplitTerms) -> list[Award]:
    if len(won) == 1 or _won_by_the_same(won):
        return _divided(pot, won[0], amount, terms)
    each, odd = split_evenly(amount, len(won), terms.unit)
    awards: list[Award] = []
    for place, one in enumerate(won):
        awards += _divided(pot, one, each + (terms.unit if place < odd else 0), terms)
    return awards


def _won_by_the_same(won: list[_Won]) -> bool:
    """Whether the same hands, more than one, win every share."""
    same: set[Seat] = set()
    for one in won:
        winners = set(one.winners)
        if len(winners) < 2 or (same and winners != same):
            return False
        same = winners
    return bool(won)


def _winners(seats: tuple[Seat, ...], claim: Claim) -> list[Seat]:
    """The seats with the best rank among a pot's contenders, in the order of odd chips; none without a claim."""
    ranks, best = claim.ranks, 1
    winners: list[Seat] = []
    for seat in seats:
        rank = ranks.get(seat, 0)
        if rank > best:
            best, winners = rank, [seat]
        elif rank == best:
            winners.append(seat)
    return sorted(winners, key=claim.order.index) if claim.order else winners


def _divided(pot: int, won: _Won, amount: Chips, terms: SplitTerms) -> list[Award]:
    unit, winners = terms.unit, won.winners
    each, odd = split_evenly(amount, len(winners), unit)
    awards: list[Award] = []
    for place, seat in enumerate(winners):
        extra = _odd_chips(place, odd, terms.odd_chips) * unit if odd else 0
        if each + extra:
            awards.append(Award(pot, seat, each + extra, extra > 0, won.share, won.run))
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
