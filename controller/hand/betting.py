"""Whose turn it is and what he may do, in one decision that screens and checks both read (poker.md §4)."""

from collections.abc import Mapping
from typing import Final

from cashier.refusal import Code, Refusal
from controller.hand.drawing import cards_refusal, next_discard
from controller.hand.limits import raise_range
from controller.hand.model import Hand, Player, next_seat
from controller.hand.opening import must_bring_in, seat_before_opener
from controller.hand.rows import next_arrangement
from controller.hand.runs import runs_refusal
from controller.hand.state import BetKind, emit, emit_offer
from controller.vocab.hand_records import Act, ActKind, AutoCause, DecisionKind, DecisionOffered
from controller.vocab.ids import Chips, Seat
from controller.vocab.records import HandEvent

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


def ask_next(hand: Hand, events: list[HandEvent]) -> bool:
    """Offer the next player to act his decision; False when the street's betting and discarding are over."""
    if not hand.live & (hand.live - 1):
        return False
    if hand.to_arrange:
        emit(hand, events, next_arrangement(hand))
        return True
    if hand.to_discard:
        emit(hand, events, next_discard(hand))
        return True
    return hand.to_act != 0 and _ask_to_bet(hand, events)


def _ask_to_bet(hand: Hand, events: list[HandEvent]) -> bool:
    kind: BetKind = "bring-in" if not hand.turn_after and must_bring_in(hand) else "bet"
    after = hand.turn_after or seat_before_opener(hand)
    seat = next_seat(hand.to_act, after)
    player = hand.player(seat)
    if hand.able == 1 << seat:
        price = _price_alone(hand, seat)
        if player.bet < price:
            emit_offer(hand, events, player, _to_call(player, price), 0, 0, 0, kind)
            return True
        absent = hand.to_act & ~hand.able
        if not absent:
            return False
        player = hand.player(next_seat(absent, after))
    least, most, step = raise_range(hand, player)
    emit_offer(hand, events, player, _to_call(player, hand.price), least, most, step, kind)
    return True


def _to_call(player: Player, price: Chips) -> Chips:
    """What he must add to stay in: as much as he has, if that is less."""
    return min(max(price - player.bet, 0), player.stack)


def _price_alone(hand: Hand, seat: Seat) -> Chips:
    """What it costs the only one with chips to stay in: more than the others have bet nobody can win from him."""
    most = max([other.bet for other in hand.around if other.seat != seat and hand.is_live(other.seat)])
    return min(hand.price, most)


def refused(hand: Hand, decision: DecisionOffered, act: Act, kind: ActKind) -> Refusal | None:
    """Why an act of this kind is none of the open decision's choices; None if it is one."""
    if act.seat != hand.asked:
        return Refusal(Code.NOT_YOUR_TURN, {"seat": hand.asked})
    if act.decision != hand.next_decision - 1:
        return Refusal(Code.STALE_DECISION, {"decision": hand.next_decision - 1})
    if kind not in OFFERED[hand.asked_kind]:
        return Refusal(Code.NOT_OFFERED, {"kind": hand.asked_kind})
    if kind == "check":
        return Refusal(Code.CANNOT_CHECK, {"call": hand.asked_call}) if hand.asked_call else None
    if kind == "call":
        return None if hand.asked_call else Refusal(Code.NOTHING_TO_CALL)
    if kind in ("fold", "bring-in"):
        return None
    if kind == "raise":
        return _raise_refusal(decision, act.to, hand.terms.unit)
    if kind == "discard" or kind == "show" or kind == "arrange":
        return cards_refusal(hand, decision, act.cards)
    if kind == "runs":
        return runs_refusal(decision, act.runs)
    return None if decision.surrender else Refusal(Code.NOT_OFFERED, {"kind": decision.kind})


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
