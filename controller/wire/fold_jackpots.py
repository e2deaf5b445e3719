"""The part of the fold that follows jackpots and charges for time."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.accounts import PoolId
from cashier.money import Money
from cashier.records import Event
from controller.vocab import jackpot_records as jackpots
from controller.vocab import table_records as table
from controller.wire.view import HitView, PoolView, View


def _set_pool(view: View, pool: PoolId, held: int) -> None:
    others = tuple(known for known in view.pools if known.pool != pool)
    view.pools = tuple(sorted((*others, PoolView(pool, Money(held))), key=lambda known: known.pool))


def _take(view: View, pool: PoolId, amount: int) -> None:
    held = next((known.held for known in view.pools if known.pool == pool), Money(0))
    _set_pool(view, pool, held - amount)


def _day_posted(view: View, event: jackpots.DayPosted) -> None:
    for row in event.posted:
        _set_pool(view, row.pool, row.held)


def _pool_seeded(view: View, event: jackpots.PoolSeeded) -> None:
    _set_pool(view, event.pool, event.held)


def _hit(view: View, event: jackpots.BadBeatHit) -> None:
    view.hit = HitView(hit=event)
    view.shares = ()


def _confirmed(view: View, _event: jackpots.BadBeatConfirmed) -> None:
    if view.hit is not None:
        view.hit = msgspec.structs.replace(view.hit, confirmed=True)


def _settled(view: View, _event: jackpots.BadBeatRefused | jackpots.BadBeatGranted) -> None:
    view.hit = None


def _share_paid(view: View, event: jackpots.SharePaid) -> None:
    _take(view, event.pool, event.amount)
    view.shares += (event,)


def _month_hand_made(view: View, event: jackpots.MonthHandMade) -> None:
    others = tuple(known for known in view.month_hands if known.category != event.category)
    view.month_hands = (*others, event)


def _month_hand_won(view: View, event: jackpots.MonthHandWon) -> None:
    view.month_hands = tuple(known for known in view.month_hands if known.category != event.category)
    view.month_won = (*view.month_won, event)


def _month_hand_paid(view: View, event: jackpots.MonthHandPaid) -> None:
    paid = (event.month, event.category)
    view.month_won = tuple(row for row in view.month_won if (row.month, row.category) != paid)
    _take(view, "month-hand", event.amount)


def _hour_paid(view: View, event: jackpots.HourPaid) -> None:
    view.at(event.seat).stack = event.stack
    view.hour_until = event.until


def _time_charged(view: View, event: table.TimeCharged) -> None:
    seat = view.at(event.seat)
    seat.stack = event.stack
    seat.fee_until = event.until
    seat.fee_near = 0


def _time_charge_near(view: View, event: table.TimeChargeNear) -> None:
    view.owned(event.seat).fee_near = event.due


def _terms_changed(view: View, event: jackpots.JackpotTermsChanged) -> None:
    if view.profile is not None:
        view.profile = msgspec.structs.replace(view.profile, jackpots=event.terms)


def _unmoved(_view: View, _event: Event) -> None:
    """What follows tells it."""


FOLD_JACKPOTS: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    jackpots.DayPosted: _day_posted,
    jackpots.PoolSeeded: _pool_seeded,
    jackpots.BadBeatHit: _hit,
    jackpots.BadBeatConfirmed: _confirmed,
    jackpots.BadBeatRefused: _settled,
    jackpots.BadBeatGranted: _settled,
    jackpots.SharePaid: _share_paid,
    jackpots.HourPaid: _hour_paid,
    jackpots.MonthHandMade: _month_hand_made,
    jackpots.MonthHandWon: _month_hand_won,
    jackpots.MonthHandPaid: _month_hand_paid,
    jackpots.JackpotTermsWait: _unmoved,
    jackpots.JackpotTermsChanged: _terms_changed,
    table.HourProposed: _unmoved,
    table.TimeCharged: _time_charged,
    table.TimeChargeNear: _time_charge_near,
}
