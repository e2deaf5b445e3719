"""The people of a simulated day: what each is like, drawn by dice, and what he carries."""

from random import Random
from typing import Final, Literal

import msgspec

from cashier.money import Money
from controller.app.policies import Policy, call_down, throw_away
from controller.hand import Hand
from controller.vocab.hand_records import Act, DecisionOffered
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import Profile
from controller.vocab.seat_records import EntryWay

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
MILLE: Final = 1000

Place = Literal["outside", "listed", "seated", "gone"]
"""Where somebody is: on his way, on the waiting list, at a seat, or gone home."""


class Temper(msgspec.Struct, frozen=True):
    """How somebody bets, in parts of a thousand: how often he folds to a bet, raises, and raises all he may."""

    folds: int
    raises: int
    all_in: int = 0


TEMPERS: Final = (
    Temper(folds=620, raises=90),
    Temper(folds=450, raises=160, all_in=8),
    Temper(folds=250, raises=60, all_in=2),
    Temper(folds=300, raises=300, all_in=30),
)
"""Careful, sound, curious, and wild."""


class Habits(msgspec.Struct, frozen=True):
    """What somebody does; times in ms, frequencies in parts of a thousand.

    He `arrives` so long after the opening and `stays` so long once seated, waits on the list for his `patience`, takes
    `walk` to a seat that is kept for him, and `thinks` so long on average. `buy_in` is where between least and most he
    buys, `rebuys` how often he buys again when he has lost everything. Of his decisions he `walks_away` from some and
    loses his screen before some; after a hand he `rests` now and then, `moves` to another seat or would pay the jackpot
    `by_the_hour`. `plays_over`: how often he takes the seat of somebody who is away.
    """

    arrives: int
    stays: int
    patience: int
    walk: int
    thinks: int
    buy_in: int
    rebuys: int
    tops_up: bool
    entry: EntryWay
    straddles: int
    walks_away: int
    loses_screen: int
    rests: int
    moves: int
    by_the_hour: int
    plays_over: int
    temper: Temper


class Person(msgspec.Struct):
    """Somebody with his money: `cash` in his pocket, `tickets` that he was paid with, and all that he `brought`."""

    name: str
    habits: Habits
    brought: Money
    cash: Money
    tickets: Money = Money(0)
    place: Place = "outside"
    seat: Seat = 0
    leaves_at: int = 0
    rebuys: int = 0
    away: bool = False
    """Not at the table though seated: his clock runs out."""
    screen_lost: bool = False
    back: bool = False
    """He has come back to a seat that is played over."""

    @property
    def acts(self) -> bool:
        """Whether a decision reaches him."""
        return not self.away and not self.screen_lost


def draw_people(dice: Random, profile: Profile, count: int, length: int) -> tuple[Person, ...]:
    """So many people for a day of `length` ms; each brings what his first purchase and his rebuys may cost."""
    people = []
    for number in range(1, count + 1):
        habits = _draw_habits(dice, length)
        purse = Money((habits.rebuys + 2) * profile.buy_in.most + max(profile.cash.notes))
        people.append(Person(name=f"P{number}", habits=habits, brought=purse, cash=purse))
    return tuple(people)


def _draw_habits(dice: Random, length: int) -> Habits:
    # A third are there when the table opens, the others come through the day.
    arrives = dice.randrange(10 * MINUTE) if dice.randrange(3) == 0 else dice.randrange(max(length, 1))
    return Habits(
        arrives=arrives,
        stays=dice.randrange(HOUR // 2, 6 * HOUR),
        patience=dice.randrange(10 * MINUTE, 2 * HOUR),
        walk=dice.choice((MINUTE // 2, MINUTE, 2 * MINUTE, 7 * MINUTE)),
        thinks=dice.randrange(1500, 9000),
        buy_in=dice.choice((0, 200, 500, MILLE)),
        rebuys=dice.randrange(4),
        tops_up=dice.randrange(2) == 0,
        entry=dice.choice(("wait", "post", "post", "straddle")),
        straddles=dice.choice((0, 0, 100, 500)),
        walks_away=dice.choice((0, 1, 3)),
        loses_screen=dice.choice((0, 0, 2)),
        rests=dice.choice((0, 5, 20)),
        moves=dice.choice((0, 2, 10)),
        by_the_hour=dice.choice((0, 0, 3)),
        plays_over=dice.choice((0, 300, 900)),
        temper=dice.choice(TEMPERS),
    )


def _call(_hand: Hand, offer: DecisionOffered, dice: Random) -> Act:
    return call_down(offer, dice)


CALLER: Final = Policy(_call, throw_away)
"""Nobody folds and nobody raises."""


def policy_of(temper: Temper, unit: Chips) -> Policy:
    """How somebody of this temper plays: by chance, without looking at his cards."""

    def bet(_hand: Hand, offer: DecisionOffered, dice: Random) -> Act:
        roll = dice.randrange(MILLE)
        if offer.kind == "bet" and offer.call and roll < temper.folds:
            return Act(seat=offer.seat, decision=offer.decision, kind="fold")
        if offer.max_to and roll >= MILLE - temper.raises:
            to = offer.max_to if roll >= MILLE - temper.all_in else _modest(offer, dice, unit)
            return Act(seat=offer.seat, decision=offer.decision, kind="raise", to=to)
        return call_down(offer, dice)

    return Policy(bet, throw_away)


def _modest(offer: DecisionOffered, dice: Random, unit: Chips) -> Chips:
    """A raise of up to twice the least, in steps that are offered."""
    step = offer.step or unit
    most = min(2 * offer.min_to, offer.max_to)
    return offer.min_to + step * dice.randrange((most - offer.min_to) // step + 1)
