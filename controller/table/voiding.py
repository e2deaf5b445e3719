"""A hand that staff declare void: the table stands as if it had not been dealt (poker.md §3.3, §15; R-TLT-5).

The chips go back by the hand's own events. Button, missed blinds, ways in and time banks are again what they were when
its deck was fixed; who has come, gone or sat out meanwhile has done so. The hand keeps its number and its cards stay
as closed as they are. What was charged for time is not of the hand, and stays charged.
"""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller import hand as poker
from controller.games import MisdealUntil
from controller.table.dealing import emit, hand_over
from controller.table.entry import offer_entry
from controller.table.evolve import evolve_own
from controller.table.state import EntryBefore, SeatState, Table
from controller.table.turns import rules_of
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Now
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent


class VoidRule(msgspec.Struct, frozen=True):
    """When a hand may be void for a cause, and how many people it takes to say so."""

    ends_with_action: bool
    people: int


VOIDS: Final[Mapping[hr.VoidCause, VoidRule]] = {
    "misdeal": VoidRule(ends_with_action=True, people=1),
    "fault": VoidRule(ends_with_action=False, people=2),
    "floor": VoidRule(ends_with_action=False, people=2),
}
"""Once a hand is really being played one person alone cannot undo it (R-SEC-3)."""

ACTION: Final[Mapping[MisdealUntil, Callable[[poker.Hand], bool]]] = {
    "substantial-action": poker.has_substantial_action,
    "first-act": lambda hand: poker.acts_of(hand) > 0,
}
"""Whether a hand has gone too far to be a misdeal."""


def void_hand(table: Table, command: hr.VoidHand, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """End the running hand as void, while the table is paused too. Applies what it returns."""
    hand, profile = table.hand, table.profile
    if hand is None or profile is None or hand.number != command.hand:
        return Refusal(Code.NO_HAND)
    rule = VOIDS[command.cause]
    if not command.by.strip():
        return Refusal(Code.NOT_ALLOWED)
    if len({command.by.strip(), command.second.strip()} - {""}) < rule.people:
        return Refusal(Code.TWO_PEOPLE)
    if rule.ends_with_action and ACTION[rules_of(profile).misdeal_until](hand):
        return Refusal(Code.HAND_UNDER_WAY, {"acts": poker.acts_of(hand)})
    return _ended(table, profile, hand, command) + _as_before(table, command) + hand_over(table, profile, now, balance)


def _ended(table: Table, profile: Profile, hand: poker.Hand, command: hr.VoidHand) -> list[AnyEvent]:
    voided = hr.HandVoided(
        hand=command.hand, cause=command.cause, by=command.by, second=command.second, reason=command.reason
    )
    played = poker.void(hand, voided)
    for event in played:
        evolve_own(table, event)
    return [*played]


def _as_before(table: Table, command: hr.VoidHand) -> list[AnyEvent]:
    """Button, debts and the last round as they were. Applies what it returns."""
    before, events = table.before, list[AnyEvent]()
    if before is None:
        return events
    past = before.past
    back = tr.ButtonTakenBack(
        hand=command.hand,
        button=past.button if past else None,
        small_blind=past.small_blind if past else None,
        big_blind=past.big_blind if past else None,
        before_big_blind=before.past_big_blind,
    )
    events += emit(table, [back])
    for seat in sorted(table.seats.values(), key=lambda seat: seat.seat):
        again = _owes_again(seat)
        events += emit(table, again)
        if again and seat.waits and not seat.sitting_out:
            events += emit(table, _offered_again(table, seat))
    for owner in sorted(table.owners.values(), key=lambda owner: owner.seat):
        events += emit(table, _owes_again(owner))
    if before.last_round is not None and before.last_round == table.last_round:
        events += emit(table, [sr.ClosingAnnounced(by=command.by, last=HandId(table.last_round + 1))])
    return events


def _owes_again(seat: SeatState) -> list[AnyEvent]:
    """What the seat owed before, unless it has come since; nothing where the hand has changed nothing of it."""
    before = seat.before
    if before is None:
        return []
    owed = before.missed_small or before.missed_big
    waits = before.waits or (seat.waits and owed)
    wish = before.wish if before.waits and not seat.waits else seat.wish
    again = EntryBefore(waits, before.missed_small, before.missed_big, wish, before.new, before.bank)
    if again == EntryBefore(seat.waits, seat.missed_small, seat.missed_big, seat.wish, seat.new, seat.bank):
        return []
    return [
        sr.EntryTakenBack(
            seat=seat.seat,
            waits=again.waits,
            small=again.missed_small,
            big=again.missed_big,
            way=again.wish,
            new=again.new,
            bank=again.bank,
            owner=seat.set_aside,
        )
    ]


def _offered_again(table: Table, seat: SeatState) -> list[AnyEvent]:
    """A screen asks its player again, and shows what he had chosen."""
    offered = offer_entry(table, seat)
    stands = len(offered) == 1 and seat.wish != "wait"
    return [*offered, sr.EntryChosen(seat=seat.seat, way=seat.wish)] if stands else offered
