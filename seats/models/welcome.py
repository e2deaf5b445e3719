"""A seat at which nobody sits: what is played here, for how much, and how the seat is had."""

import msgspec

from controller.wire.view import SeatView, View
from seats.models.care import duration
from seats.models.fees import MINUTE_MS, fee_rule
from seats.models.jackpot import pool_lines
from seats.models.stops import closing
from seats.models.words import Fact, Words, game_of, header, holders


class Welcome(msgspec.Struct, frozen=True):
    """The seat, the game and its facts, and one sentence about what to do. `open` says that it can be had now."""

    headline: str
    game: str
    facts: tuple[Fact, ...]
    how: str
    open: bool


def welcome(view: View, seat: SeatView, words: Words, table_ms: int) -> Welcome | None:
    """Show a free seat, or None before the table has a profile."""
    profile = view.profile
    if profile is None:
        return None
    shown = header(view, words)
    headline, how, is_open = _state(view, seat, words, table_ms)
    return Welcome(
        headline=headline,
        game=words.say("welcome.game", game=words.say(f"game.{game_of(view)}"), limits=shown.limits),
        facts=_facts(view, words),
        how=how,
        open=is_open,
    )


def _state(view: View, seat: SeatView, words: Words, table_ms: int) -> tuple[str, str, bool]:
    if seat.locked:
        return words.say("welcome.locked", seat=seat.seat), words.say("welcome.locked-note"), False
    closed = closing(view, words)
    if closed:
        return closed, words.say("welcome.closed-note"), False
    holder = next((waiter for waiter in view.waiting if waiter.seat == seat.seat), None)
    if holder is not None:
        left = -(-max(holder.until - table_ms, 0) // MINUTE_MS) * MINUTE_MS
        held = words.say("welcome.held", seat=seat.seat, name=holder.name)
        return held, words.say("welcome.held-note", time=duration(left, words)), False
    least = words.money(view.profile.buy_in.least) if view.profile else ""
    return words.say("seat.free", seat=seat.seat), words.say("welcome.how", seat=seat.seat, least=least), True


def _facts(view: View, words: Words) -> tuple[Fact, ...]:
    """The rules to know before sitting down, and how full the table is; jackpots last."""
    facts = table_facts(view, words)
    if view.profile is None:
        return facts
    seats = [view.at(number) for number in holders(view.profile)]
    playing = words.say("welcome.of", playing=sum(one.status != "empty" for one in seats), seats=len(seats))
    waiting = sum(not waiter.seat for waiter in view.waiting)
    full = [Fact(words.say("welcome.players"), playing)]
    if waiting:
        full.append(Fact(words.say("welcome.waiting"), words.language.number(waiting)))
    return (*facts, *full, *pool_lines(view, words))


def table_facts(view: View, words: Words) -> tuple[Fact, ...]:
    """What it takes to sit down, and what the house takes."""
    profile = view.profile
    if profile is None:
        return ()
    limits = words.say("common.range", least=words.figure(profile.buy_in.least), most=words.money(profile.buy_in.most))
    facts = [Fact(words.say("kiosk.buy-in"), limits)]
    rule = fee_rule(profile.rake, words)
    if rule:
        facts.append(Fact(words.say("kiosk.time-charge" if profile.rake.time.amount else "kiosk.rake"), rule))
    return tuple(facts)
