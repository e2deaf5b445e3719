"""What the jackpots hold and wait for; every change is an event (jackpots.md §5)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.accounts import Account, AccountKey, AccountKind, PoolId
from cashier.invariant import invariant
from cashier.money import Money
from cashier.records import Event
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab.jackpot_terms import JackpotTerms, MonthCategory


class Pool(msgspec.Struct, frozen=True):
    """One jackpot (minor units): what it `held`s, what it has collected `today`, and everything since the beginning.

    `collected` and `seeded` are what came in, `paid` what went out.
    """

    held: Money = Money(0)
    today: Money = Money(0)
    collected: Money = Money(0)
    seeded: Money = Money(0)
    paid: Money = Money(0)


class Jackpots(msgspec.Struct, frozen=True):
    """The state of all jackpots of a table; never changed in place, so copies share it.

    `day` is the gaming day whose collections are counted, -1 before the first, and `month` that of the best hands. A
    `hit` locks the table until it is refused or granted. `won` are hands of past months that are not paid yet.
    """

    pools: dict[PoolId, Pool] = {}
    day: int = -1
    hit: jr.BadBeatHit | None = None
    confirmed: bool = False
    best: dict[MonthCategory, jr.MonthHandMade] = {}
    won: tuple[jr.MonthHandWon, ...] = ()
    hour_until: int = 0
    terms: JackpotTerms | None = None
    """What held for the jackpots last; it goes on while people play for one."""
    waits: JackpotTerms | None = None
    """What holds when it was won."""

    def pool(self, pool: PoolId) -> Pool:
        """What one jackpot holds."""
        return self.pools.get(pool, Pool())

    @property
    def month_free(self) -> Money:
        """What the hand of the month's jackpot holds beyond what past months have won."""
        return Money(self.pool("month-hand").held - sum(row.amount for row in self.won))


def evolve(state: Jackpots, event: Event) -> Jackpots:
    """Return the jackpots after an event; one that is none of theirs leaves them as they are."""
    step = APPLY.get(type(event))
    return state if step is None else step(state, event)


def adopt(state: Jackpots, terms: JackpotTerms) -> Jackpots:
    """Return the jackpots under a newly adopted profile; what waited waits no more."""
    return msgspec.structs.replace(state, terms=terms if terms.feeds else state.terms, waits=None)


def audit(state: Jackpots) -> None:
    """Break `jackpot-conserved` unless contributions and seed are what the pools hold and what they paid (R-JPT-2)."""
    for name, pool in state.pools.items():
        came, there = pool.collected + pool.seeded, pool.held + pool.today + pool.paid
        sentence = f"{name}: {came} came in, {there} is there or was paid"
        invariant(came == there and min(pool.held, pool.today) >= 0, "jackpot-conserved", sentence)
    invariant(state.month_free >= 0, "jackpot-conserved", "the hands of past months won more than there is")


def accounts(state: Jackpots) -> dict[AccountKey, Money]:
    """What each of their accounts must hold for the books to agree."""
    held: dict[AccountKey, Money] = {}
    for name, pool in state.pools.items():
        held[Account(AccountKind.JACKPOT, pool=name).key] = pool.held
        held[Account(AccountKind.JACKPOT_TODAY, pool=name).key] = pool.today
    return held


def _with(state: Jackpots, name: PoolId, **changes: int) -> Jackpots:
    """The state with these amounts added to one pool."""
    pool = state.pool(name)
    changed = msgspec.structs.replace(pool, **{field: getattr(pool, field) + by for field, by in changes.items()})
    return msgspec.structs.replace(state, pools={**state.pools, name: changed})


def _drop_taken(state: Jackpots, event: hr.DropTaken) -> Jackpots:
    return _with(state, event.pool, today=event.amount, collected=event.amount)


def _hour_paid(state: Jackpots, event: jr.HourPaid) -> Jackpots:
    paid = _with(state, event.pool, today=event.amount, collected=event.amount)
    return msgspec.structs.replace(paid, hour_until=event.until)


def _day_posted(state: Jackpots, event: jr.DayPosted) -> Jackpots:
    for row in event.posted:
        state = _with(state, row.pool, today=-row.amount, held=row.amount)
    return msgspec.structs.replace(state, day=event.day)


def _pool_seeded(state: Jackpots, event: jr.PoolSeeded) -> Jackpots:
    return _with(state, event.pool, held=event.amount, seeded=event.amount)


def _share_paid(state: Jackpots, event: jr.SharePaid) -> Jackpots:
    return _with(state, event.pool, held=-event.amount, paid=event.amount)


def _hit(state: Jackpots, event: jr.BadBeatHit) -> Jackpots:
    return msgspec.structs.replace(state, hit=event, confirmed=False)


def _confirmed(state: Jackpots, _event: jr.BadBeatConfirmed) -> Jackpots:
    return msgspec.structs.replace(state, confirmed=True)


def _settled(state: Jackpots, _event: jr.BadBeatRefused | jr.BadBeatGranted) -> Jackpots:
    return msgspec.structs.replace(state, hit=None, confirmed=False)


def _month_hand_made(state: Jackpots, event: jr.MonthHandMade) -> Jackpots:
    return msgspec.structs.replace(state, best={**state.best, event.category: event})


def _month_hand_won(state: Jackpots, event: jr.MonthHandWon) -> Jackpots:
    best = {category: made for category, made in state.best.items() if category != event.category}
    return msgspec.structs.replace(state, best=best, won=(*state.won, event))


def _month_hand_paid(state: Jackpots, event: jr.MonthHandPaid) -> Jackpots:
    left = tuple(row for row in state.won if (row.month, row.category) != (event.month, event.category))
    paid = _with(state, "month-hand", held=-event.amount, paid=event.amount)
    return msgspec.structs.replace(paid, won=left)


def _terms_wait(state: Jackpots, event: jr.JackpotTermsWait) -> Jackpots:
    return msgspec.structs.replace(state, waits=event.terms)


def _terms_changed(state: Jackpots, event: jr.JackpotTermsChanged) -> Jackpots:
    return adopt(state, event.terms)


APPLY: Final[Mapping[type[Event], Callable[[Jackpots, Any], Jackpots]]] = {
    hr.DropTaken: _drop_taken,
    jr.HourPaid: _hour_paid,
    jr.DayPosted: _day_posted,
    jr.PoolSeeded: _pool_seeded,
    jr.SharePaid: _share_paid,
    jr.BadBeatHit: _hit,
    jr.BadBeatConfirmed: _confirmed,
    jr.BadBeatRefused: _settled,
    jr.BadBeatGranted: _settled,
    jr.MonthHandMade: _month_hand_made,
    jr.MonthHandWon: _month_hand_won,
    jr.MonthHandPaid: _month_hand_paid,
    jr.JackpotTermsWait: _terms_wait,
    jr.JackpotTermsChanged: _terms_changed,
}
"""How each event changes the jackpots."""
