"""Whose turn it is and what he may do, in one decision that screens and checks both read (poker.md §4)."""

from collections.abc import Mapping
from typing import Final

from cashier.refusal import Code, Refusal
from controller.hand.drawing import cards_refusal, next_discard
from controller.hand.limits import CLOSED, raise_range
from controller.hand.model import Asked, Hand, next_seat
from controller.hand.opening import must_bring_in, seat_before_opener
from controller.hand.rows import next_arrangement
from controller.hand.runs import runs_refusal
from controller.vocab.hand_records import Act, ActKind, AutoCause, DecisionKind, DecisionOffered
from controller.vocab.ids import Chips, Seat

OFFERED: Final[Mapping[DecisionKind, frozenset[ActKind]]] = {
    "bet": frozenset({"fold", "check", "call", "raise"}),
    "bring-in": frozenset({"bring-in", "raise"}),
    "discard": frozenset({"discard"}),
    "runs": frozenset({"runs"}),
    "show": frozenset({"show"}),
    "arrange": frozenset({"arrange", "surrender", "fold"}),
}
"""The acts that each kind of decision knows; a hand is folded to a bet, or not set in rows, and not
folded to an exchange of cards."""


def next_decision(hand: Hand) -> DecisionOffered | None:
    """The decision of the next player to act, or None when the street's betting and discarding are over."""
    if not hand.live & (hand.live - 1):
        return None
    if hand.to_arrange:
        return next_arrangement(hand)
    if hand.to_discard:
        return next_discard(hand)
    if not hand.to_act:
        return None
    bring_in = not hand.turn_after and must_bring_in(hand)
    after = hand.turn_after or seat_before_opener(hand)
    seat = next_seat(hand.to_act, after)
    alone = hand.able == 1 << seat
    if alone and hand.players[seat].bet >= _price_alone(hand, seat):
        absent = hand.to_act & ~hand.able
        if not absent:
            return None
        seat, alone = next_seat(absent, after), False
    player = hand.players[seat]
    price = _price_alone(hand, seat) if alone else hand.price
    least, most, step = CLOSED if alone else raise_range(hand, player)
    return DecisionOffered(
        seat=seat,
        hand=hand.terms.hand,
        decision=hand.next_decision,
        call=min(max(price - player.bet, 0), player.stack),
        min_to=least,
        max_to=most,
        bet=player.bet,
        pot=hand.pot,
        kind="bring-in" if bring_in else "bet",
        step=step,
    )


def _price_alone(hand: Hand, seat: Seat) -> Chips:
    """What it costs the only one with chips to stay in: more than the others have bet nobody can win from him."""
    most = max([other.bet for other in hand.players.values() if other.seat != seat and hand.is_live(other.seat)])
    return min(hand.price, most)


def accept(hand: Hand, act: Act) -> Asked | Refusal:
    """The open decision if this act is one of its choices, otherwise why it is not."""
    decision = hand.asked
    if decision is None:
        return Refusal(Code.NO_HAND)
    if act.seat != decision.seat:
        return Refusal(Code.NOT_YOUR_TURN, {"seat": decision.seat})
    if act.decision != decision.decision:
        return Refusal(Code.STALE_DECISION, {"decision": decision.decision})
    kind = act.kind
    if kind not in OFFERED[decision.kind]:
        return Refusal(Code.NOT_OFFERED, {"kind": decision.kind})
    refusal = None
    if kind == "check":
        refusal = Refusal(Code.CANNOT_CHECK, {"call": decision.call}) if decision.call else None
    elif kind == "call":
        refusal = None if decision.call else Refusal(Code.NOTHING_TO_CALL)
    elif kind == "raise":
        refusal = _raise_refusal(decision.offered, act.to, hand.terms.unit)
    elif kind == "surrender" and not decision.offered.surrender:
        refusal = Refusal(Code.NOT_OFFERED, {"kind": decision.kind})
    elif kind in ("discard", "show", "arrange"):
        refusal = cards_refusal(hand, decision.offered, act.cards)
    elif kind == "runs":
        refusal = runs_refusal(decision.offered, act.runs)
    return decision if refusal is None else refusal


def _raise_refusal(decision: DecisionOffered, to: Chips, unit: Chips) -> Refusal | None:
    if not decision.max_to:
        return Refusal(Code.CANNOT_RAISE, {"to": to, "call": decision.call})
    if to < decision.min_to:
        return Refusal(Code.BELOW_MINIMUM, {"to": to, "min_to": decision.min_to})
    if to > decision.max_to:
        return Refusal(Code.ABOVE_MAXIMUM, {"to": to, "max_to": decision.max_to})
    if decision.step and (to - decision.min_to) % decision.step:
        return Refusal(Code.NOT_IN_CHIP_UNITS, {"to": to, "unit": decision.step})
    if to % unit:
        return Refusal(Code.NOT_IN_CHIP_UNITS, {"to": to, "unit": unit})
    return None


def absent_act(hand: Hand, cause: AutoCause) -> Act:
    """What the table does for a player who is gone or whose clock ran out. Breaks nothing that he cannot help.

    A hand that is all-in, or only owes cards, lives on: it keeps its cards, or loses the last ones it must give; it
    agrees to one run, and shows nothing that it need not; cards that are not set in rows are dead. Needs an open
    decision (poker.md §9, AMB-11).
    """
    decision = hand.decision
    if decision is None:
        raise LookupError("no decision is open")
    kind: ActKind = "fold"
    if decision.kind == "bring-in":
        kind = "bring-in"
    elif decision.kind in ("discard", "runs", "show"):
        kind = decision.kind
    elif decision.kind == "bet" and not decision.call and cause == "time-out" and _checks(hand):
        kind = "check"
    cards = hand.players[decision.seat].cards
    given = cards[len(cards) - decision.least :] if kind == "discard" else ()
    return Act(
        seat=decision.seat,
        decision=decision.decision,
        kind=kind,
        cards=given,
        runs=decision.least if kind == "runs" else 0,
    )


def _checks(hand: Hand) -> bool:
    """Whether a hand whose clock ran out checks where it may (AMB-11)."""
    return hand.rulings.timeout_action == "check-else-fold"
