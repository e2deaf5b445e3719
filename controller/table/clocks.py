"""The decision clock: its time, the called clock, the time bank, what happens when it runs out (poker.md §9)."""

from cashier.invariant import InvariantBreach
from cashier.refusal import Code, Refusal
from controller import hand as poker
from controller.table.state import Clock, SeatState, Table
from controller.table.turns import rules_of
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.vocab.profile import Clocks, Profile
from controller.vocab.records import AnyEvent

AFTER_THE_BELL = 1
"""Milliseconds after its last instant at which a clock has run out: that instant is the player's own."""


def runs_out_at(clock: Clock) -> int:
    """The first table time (ms) at which the clock has run out."""
    return clock.deadline + AFTER_THE_BELL


def start_clock(profile: Profile, decision: hr.DecisionOffered, now: Now) -> list[AnyEvent]:
    """Begin the unprompted time of a decision."""
    allowed = profile.clocks.decision
    return [_started(decision, now.table + allowed, allowed, "decision", profile.clocks)]


def bank_of(seat: SeatState, clocks: Clocks) -> int:
    """What is left of a seat's time bank (ms); nobody has used anything of a bank that was never opened."""
    return clocks.bank if seat.bank < 0 else min(seat.bank, clocks.bank)


def bank_opens(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    """The time bank takes over from a decision's own time, if anything is left of it and staff did not call."""
    clock, decision = table.clock, _decision(table)
    if clock is None or decision is None or clock.cause in ("bank", "called"):
        return []
    left = bank_of(table.seats[clock.seat], profile.clocks)
    return [_started(decision, now.table + left, left, "bank", profile.clocks)] if left else []


def bank_spent(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    """What the decision that ends now leaves of the time bank, if it was open; the grace of a pause adds nothing."""
    clock = table.clock
    if clock is None or clock.cause != "bank":
        return []
    left = max(clock.deadline - now.table, 0)
    return [tr.BankSpent(seat=clock.seat, left=min(left, bank_of(table.seats[clock.seat], profile.clocks)))]


def call_clock(table: Table, now: Now) -> list[AnyEvent] | Refusal:
    """Put the clock on whoever must act: it can only shorten the time he has, and ends the use of his time bank."""
    profile, clock, decision = table.profile, table.clock, _decision(table)
    if profile is None or clock is None or decision is None:
        return Refusal(Code.NO_HAND)
    if table.paused:
        return Refusal(Code.PAUSED)
    if clock.cause == "called":
        return Refusal(Code.ALREADY_SO)
    allowed = profile.clocks.called
    return [_started(decision, min(now.table + allowed, clock.deadline), allowed, "called", profile.clocks)]


def resume_clock(table: Table, now: Now) -> list[AnyEvent]:
    """After a pause the decision goes on with the time that was left, and the profile's grace."""
    profile, clock, decision = table.profile, table.clock, _decision(table)
    if profile is None or clock is None or decision is None or not profile.clocks.grace:
        return []
    cause: tr.ClockCause = "resumed" if clock.cause == "decision" else clock.cause
    deadline = clock.deadline + profile.clocks.grace
    return [_started(decision, deadline, deadline - now.table, cause, profile.clocks)]


def time_out_act(table: Table, profile: Profile) -> hr.Act:
    """What the table does for a player whose clock ran out, by the rulings; a dead screen may be treated better."""
    hand = table.hand
    if hand is None or hand.decision is None:
        raise InvariantBreach("hand-goes-on", "a clock ran out and nobody was to decide")
    decision = hand.decision
    screen_lost = table.seats[decision.seat].screen_lost
    if (
        screen_lost
        and rules_of(profile).lost_screen == "check-else-fold"
        and decision.kind == "bet"
        and not decision.call
    ):
        return hr.Act(seat=decision.seat, decision=decision.decision, kind="check")
    return poker.absent_act(hand, "time-out")


def _decision(table: Table) -> hr.DecisionOffered | None:
    return table.hand.decision if table.hand is not None else None


def _started(
    decision: hr.DecisionOffered, deadline: int, allowed: int, cause: tr.ClockCause, clocks: Clocks
) -> tr.ClockStarted:
    return tr.ClockStarted(
        seat=decision.seat,
        decision=decision.decision,
        deadline=deadline,
        allowed=allowed,
        cause=cause,
        countdown=min(clocks.countdown, allowed),
    )
