"""Settlement once more, the slow way: every chip is taken up, looked at and put down on its own."""

import random
from collections.abc import Sequence
from typing import TypeAlias

from controller.hand.settle import Claim, Contribution, RakeTerms, SplitTerms
from controller.vocab.ids import Chips, Seat

SlowPot: TypeAlias = tuple[frozenset[Seat], Chips]

MOST_CHIPS = 30
"""What a player of a random vector puts in at most, in chip units."""


def slow_pots(contributions: Sequence[Contribution]) -> tuple[Chips, list[SlowPot]]:
    """What goes back, and the pots that are not empty: every chip of every player is looked at on its own."""
    live = frozenset(one.seat for one in contributions if not one.folded)
    dead = sum(one.dead for one in contributions)
    pots = [(live, dead)] if dead else []
    returned = waiting = 0
    for height in range(1, max(one.paid for one in contributions) + 1):
        there = [one for one in contributions if one.paid >= height]
        can_win = frozenset(one.seat for one in there if not one.folded)
        if len(there) == 1 and can_win:
            returned += 1
        elif can_win and (not pots or pots[-1][0] != can_win):
            pots.append((can_win, len(there) + waiting))
            waiting = 0
        elif pots:
            pots[-1] = (pots[-1][0], pots[-1][1] + len(there))
        else:
            waiting += len(there)
    return returned, pots


def slow_fee(called: Chips, terms: RakeTerms) -> Chips:
    """The fee of so much: one more chip as long as it is earned and the cap allows it."""
    earned = called * terms.permille + (500 * terms.unit if terms.rounding == "nearest" else 0)
    fee = 0
    while (fee + terms.unit) * 1000 <= earned and fee + terms.unit <= terms.cap:
        fee += terms.unit
    return fee


def slow_rake(pots: Sequence[SlowPot], terms: RakeTerms | None) -> list[Chips]:
    """What each pot pays."""
    if terms is None:
        return [0] * len(pots)
    fees: list[Chips] = []
    below = 0
    whole = slow_fee(sum(amount for _, amount in pots), terms)
    for _, amount in pots:
        below += amount
        wanted = whole if terms.order == "main-pot-first" else slow_fee(below, terms)
        fees.append(min(wanted - sum(fees), amount))
    return fees


def slow_winners(seats: frozenset[Seat], claim: Claim, around: Sequence[Seat]) -> list[Seat]:
    """The best of a pot for one share, in the order in which odd chips go to them."""
    best = max(claim.ranks.get(seat, 0) for seat in seats)
    order = claim.order or around
    return [seat for seat in order if best and seat in seats and claim.ranks.get(seat, 0) == best]


def slow_division(chips: int, places: int, terms: SplitTerms) -> list[int]:
    """So many chips handed round; those that are too few for one more round go on, or all to the first."""
    piles = [0] * places
    while chips >= places:
        for place in range(places):
            piles[place] += 1
            chips -= 1
    for chip in range(chips):
        piles[chip if terms.odd_chips == "one-each" else 0] += 1
    return piles


def slow_settle(
    contributions: Sequence[Contribution], claims: Sequence[Claim], split: SplitTerms, rake: RakeTerms | None
) -> tuple[Chips, Chips, dict[Seat, Chips]]:
    """What goes back, the fee, and what each seat that is in wins."""
    around = [one.seat for one in contributions]
    returned, pots = slow_pots(contributions)
    fees = slow_rake(pots, rake)
    won = {one.seat: 0 for one in contributions if not one.folded}
    for (seats, amount), fee in zip(pots, fees, strict=True):
        shares = [winners for claim in claims if (winners := slow_winners(seats, claim, around))]
        if len({frozenset(winners) for winners in shares}) == 1 and len(shares[0]) > 1:
            shares = shares[:1]
        halves = slow_division((amount - fee) // split.unit, len(shares), SplitTerms(split.unit, "one-each"))
        for chips, winners in zip(halves, shares, strict=True):
            for seat, pile in zip(winners, slow_division(chips, len(winners), split), strict=True):
                won[seat] += pile * split.unit
    return returned, sum(fees), won


Vector: TypeAlias = tuple[list[Contribution], list[Claim], SplitTerms, RakeTerms | None]


def random_vector(chance: random.Random) -> Vector:
    """What some players put in, what their hands are worth for one to three shares, and how the room settles."""
    unit = chance.choice((1, 1, 5))
    seats = chance.sample(range(1, 11), chance.randint(2, 10))
    stays = chance.choice(seats)
    given = [
        Contribution(
            seat=seat,
            paid=chance.randint(seat == stays, MOST_CHIPS) * unit,
            folded=seat != stays and chance.random() < 0.4,
            dead=chance.choice((0, 0, 0, 1, 3)) * unit,
        )
        for seat in seats
    ]
    live = [one.seat for one in given if not one.folded]
    split = SplitTerms(unit=unit, odd_chips=chance.choice(("one-each", "all-to-first")))
    return given, _random_claims(chance, live), split, _random_rake(chance, unit)


def _random_claims(chance: random.Random, live: Sequence[Seat]) -> list[Claim]:
    """The first share is one that every hand makes something for."""
    claims = []
    for share in range(chance.choice((1, 1, 2, 3))):
        ranks = {seat: chance.randint(share == 0, 4) for seat in live}
        order = tuple(chance.sample(live, len(live))) if chance.random() < 0.3 else ()
        claims.append(Claim(ranks=ranks, order=order))
    return claims


def _random_rake(chance: random.Random, unit: Chips) -> RakeTerms | None:
    if chance.random() < 0.3:
        return None
    return RakeTerms(
        permille=chance.choice((1, 45, 50, 200, 1000)),
        cap=chance.randint(0, 40),
        unit=unit,
        order=chance.choice(("main-pot-first", "each-pot-its-part")),
        rounding=chance.choice(("down", "nearest")),
    )
