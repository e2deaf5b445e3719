"""What happens to the jackpots by hands, days and the word of staff (jackpots.md §1, §2, §3)."""

from collections.abc import Mapping

import msgspec

from cashier.accounts import POOLS
from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller.hand import Hand
from controller.jackpots.finding import find_bad_beat, find_month_hand
from controller.jackpots.holding import is_live, released
from controller.jackpots.paying import month_portions, portions
from controller.jackpots.state import Jackpots
from controller.vocab import jackpot_records as jr
from controller.vocab.gaming_day import date_of
from controller.vocab.ids import Now, Seat
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.records import JackpotEvent


def month_of(day: int) -> int:
    """The calendar month of a gaming day, as year * 100 + month."""
    then = date_of(day)
    return then.year * 100 + then.month


def after_hand(
    state: Jackpots, hand: Hand, terms: JackpotTerms, names: Mapping[Seat, str], day: int, now: Now
) -> list[JackpotEvent]:
    """What a hand that is over means: a bad beat, the month's best hand so far. `names` are the players' by seat."""
    events: list[JackpotEvent] = []
    found = find_bad_beat(hand, terms, names)
    if found is not None:
        hit = jr.BadBeatHit(
            hand=hand.started.hand,
            game=hand.started.game,
            category=found.category,
            losers=found.losers,
            winners=found.winners,
            sharers=found.sharers,
            moment=found.moment,
            at=now.wall,
            worth=Money(0),
        )
        worth = sum(one.amount for one in portions(state.pool("bad-beat").held, terms, hit))
        events.append(msgspec.structs.replace(hit, worth=Money(worth)))
    made = find_month_hand(hand, terms, names)
    best = None if made is None else state.best.get(made.category)
    if made is not None and (best is None or made.strength >= best.strength):
        events.append(
            jr.MonthHandMade(
                month=month_of(day),
                category=made.category,
                hand=hand.started.hand,
                game=hand.started.game,
                seat=made.hand.seat,
                player=made.player,
                cards=made.hand.plays,
                name=made.hand.name,
                strength=made.strength,
                at=now.wall,
            )
        )
    return events


def follow_up(state: Jackpots, terms: JackpotTerms, day: int) -> list[JackpotEvent]:
    """The first thing that is due between hands on gaming day `day`: posting, the month's hands, the guarantee.

    Nothing moves while a hit waits: it is paid from what the jackpot held when it was made (jackpots.md §2.5).
    """
    if state.hit is not None or not (terms.feeds or any(pool.today for pool in state.pools.values())):
        return []
    if state.waits is not None and not is_live(state):
        return [*released(state)]
    if day > state.day:
        return [jr.DayPosted(day=day, posted=_postings(state))]
    won = _months_won(state, day)
    if won:
        return won
    held = state.pool("bad-beat").held
    if terms.bad_beat and held < terms.guaranteed:
        return [jr.PoolSeeded(pool="bad-beat", amount=Money(terms.guaranteed - held), held=terms.guaranteed)]
    return []


def _postings(state: Jackpots) -> tuple[jr.Posting, ...]:
    pools = [(pool, state.pool(pool)) for pool in POOLS]
    return tuple(
        jr.Posting(pool=name, amount=pool.today, held=Money(pool.held + pool.today))
        for name, pool in pools
        if pool.today
    )


def _months_won(state: Jackpots, day: int) -> list[JackpotEvent]:
    """The best hands of a month that is over; a month without any leaves its money to the next."""
    over = {category: made for category, made in state.best.items() if made.month < month_of(day)}
    amounts = month_portions(state.month_free, over.keys())
    return [
        jr.MonthHandWon(
            month=over[category].month,
            category=category,
            hand=over[category].hand,
            player=over[category].player,
            amount=amount,
        )
        for category, amount in amounts.items()
    ]


def confirm(state: Jackpots, command: jr.ConfirmBadBeat) -> list[JackpotEvent] | Refusal:
    """Note that an attendant has verified the triggering hands."""
    if state.hit is None:
        return Refusal(Code.NO_JACKPOT)
    if state.confirmed:
        return Refusal(Code.ALREADY_DONE)
    return [jr.BadBeatConfirmed(hand=state.hit.hand, by=command.by)]


def refuse(state: Jackpots, command: jr.RefuseBadBeat) -> list[JackpotEvent] | Refusal:
    """Take a hit back, with the reason."""
    if state.hit is None:
        return Refusal(Code.NO_JACKPOT)
    if not command.reason.strip():
        return Refusal(Code.NOT_ALLOWED)
    return [jr.BadBeatRefused(hand=state.hit.hand, by=command.by, reason=command.reason.strip())]


def grant(state: Jackpots, terms: JackpotTerms, command: jr.GrantBadBeat) -> list[JackpotEvent] | Refusal:
    """Pay a confirmed hit, from all that the jackpot holds or from what its owner says is left of it."""
    hit, held = state.hit, state.pool("bad-beat").held
    if hit is None:
        return Refusal(Code.NO_JACKPOT)
    if not state.confirmed:
        return Refusal(Code.NOT_CONFIRMED)
    base = command.amount or held
    if not 0 < base <= held:
        return Refusal(Code.AMOUNT_UNUSABLE, {"most": held})
    paid = [one for one in portions(base, terms, hit) if one.amount]
    total = Money(sum(one.amount for one in paid))
    return [
        *(
            jr.SharePaid(pool="bad-beat", hand=hit.hand, seat=one.sharer.seat, name=one.sharer.name, amount=one.amount)
            for one in paid
        ),
        jr.BadBeatGranted(hand=hit.hand, base=base, paid=total, by=command.by),
        *released(state),
    ]


def pay_month_hand(state: Jackpots, command: jr.PayMonthHand) -> list[JackpotEvent] | Refusal:
    """Note that a past month's hand was paid by hand."""
    for row in state.won:
        if (row.month, row.category) == (command.month, command.category):
            paid = jr.MonthHandPaid(month=row.month, category=row.category, amount=row.amount, by=command.by)
            return [paid]
    return Refusal(Code.NO_JACKPOT)
