"""What the house and the jackpots take: a rule before the hand, a sum after it (poker.md §13, jackpots.md §1)."""

from typing import Final

from cashier.money import Money
from controller.vocab.profile import RakeRule
from controller.wire.view import SeatStatus, View
from seats.models.words import Fact, Words

MINUTE_MS: Final = 60_000
_DEALT_IN: Final[tuple[SeatStatus, ...]] = ("in-hand", "folded", "all-in")


def fee_rule(rule: RakeRule, words: Words) -> str:
    """The house fee as a rule: `5 %, at most 10 €`, `1 to 5 €`, `6 € for 30 min`; empty where the house takes none."""
    if rule.time.amount:
        minutes = rule.time.period // MINUTE_MS
        return words.say("table.time-rule", amount=words.money(rule.time.amount), minutes=minutes)
    if rule.by_pot:
        fees = [row.fee for row in rule.by_pot]
        return words.say("common.range", least=words.figure(min(fees)), most=words.money(max(fees)))
    if not rule.permille:
        return ""
    return words.say("table.rake-rule", percent=words.language.percent(rule.permille), cap=words.money(rule.cap))


def fee_lines(view: View, words: Words, table_ms: int) -> tuple[Fact, ...]:
    """What leaves the pots of this hand: house fee and jackpots, each as a rule until it was taken (R-UI-2)."""
    if view.profile is None:
        return ()
    rule = view.profile.rake
    fee = words.money(view.rake) if view.rake else fee_rule(rule.of_players(_dealt_in(view)), words)
    due = view.dropped or drop_due(view, table_ms)
    lines = (
        Fact(words.say("table.time-charge" if rule.time.amount else "table.rake"), fee),
        Fact(words.say("table.jackpots"), words.money(due) if due else ""),
    )
    return tuple(line for line in lines if line.value)


def drop_due(view: View, table_ms: int) -> Money:
    """What the running hand pays into the jackpots if it gets to its second betting round (jackpots.md §1)."""
    terms = view.profile.jackpots if view.profile else None
    if terms is None or view.phase != "betting" or _dealt_in(view) < terms.players:
        return Money(0)
    return Money(terms.month_hand + (0 if view.hour_until > table_ms else terms.bad_beat))


def pot_fees(view: View) -> tuple[int, ...]:
    """What left each pot that was not paid out of it, the main pot first."""
    paid = [0] * len(view.pots)
    for award in view.awards:
        paid[award.pot] += award.amount
    return tuple(pot.amount - out for pot, out in zip(view.pots, paid, strict=True))


def _dealt_in(view: View) -> int:
    return sum(seat.status in _DEALT_IN for seat in view.seats.values())
