"""Whose turn it is and what he may do, in one decision that screens and checks both read (poker.md §4)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from cashier.refusal import Code, Refusal
from controller.games import Structure
from controller.hand.state import Hand, Player, SeatMask
from controller.vocab.hand_records import Act, ActKind, DecisionOffered
from controller.vocab.ids import Chips, Seat

RaiseRange: TypeAlias = tuple[Chips, Chips]
"""The least and the largest street total of a bet or raise."""

CLOSED: Final[RaiseRange] = (0, 0)


def next_decision(hand: Hand) -> DecisionOffered | None:
    """The decision of the next player to act, or None when the street's betting is over."""
    if not hand.to_act or not hand.live & (hand.live - 1):
        return None
    seat = next_seat(hand.to_act, hand.turn_after)
    player = hand.players[seat]
    alone = hand.able == 1 << seat
    price = min(hand.price, _largest_other_bet(hand, seat)) if alone else hand.price
    if alone and player.bet >= price:
        return None
    min_to, max_to = CLOSED if alone else _raise_range(hand, player)
    return DecisionOffered(
        seat=seat,
        hand=hand.started.hand,
        decision=hand.next_decision,
        call=min(max(price - player.bet, 0), player.stack),
        min_to=min_to,
        max_to=max_to,
        bet=player.bet,
        pot=hand.pot,
    )


def next_seat(seats: SeatMask, after: Seat) -> Seat:
    """The first seat of a mask that is not empty, clockwise from seat `after`, which itself comes last."""
    ahead = seats >> (after + 1)
    if ahead:
        return after + (ahead & -ahead).bit_length()
    return (seats & -seats).bit_length() - 1


def _largest_other_bet(hand: Hand, seat: Seat) -> Chips:
    """What the players who are still in have bet beside `seat`: more than that nobody can win from him."""
    return max(other.bet for other in hand.players.values() if other.seat != seat and hand.is_live(other.seat))


def _raise_range(hand: Hand, player: Player) -> RaiseRange:
    """The legal totals of a bet or raise when somebody else can still act; `CLOSED` if there are none."""
    if player.bet + player.stack <= hand.price or not _is_open_to(hand, player):
        return CLOSED
    return RAISE_RANGES[hand.game.structure](hand, player)


def _is_open_to(hand: Hand, player: Player) -> bool:
    """The full-bet rule: a short all-in gives nobody who has acted a new right to raise (poker.md §4.6)."""
    if hand.may_raise >> player.seat & 1:
        return True
    return hand.rulings.cumulative_short_allins_reopen and hand.price - player.level >= hand.last_raise


def _no_limit(hand: Hand, player: Player) -> RaiseRange:
    """At least the last full raise more, at most everything; less only as an all-in (poker.md §4.5, §4.6)."""
    everything = player.bet + player.stack
    return min(hand.price + hand.last_raise, everything), everything


RAISE_RANGES: Final[Mapping[Structure, Callable[[Hand, Player], RaiseRange]]] = {"no-limit": _no_limit}
"""How far a bet or raise that is open may go, by betting structure."""


def accept(hand: Hand, act: Act) -> DecisionOffered | Refusal:
    """The open decision if this act is one of its choices, otherwise why it is not."""
    decision = hand.decision
    if decision is None:
        return Refusal(Code.NO_HAND)
    if act.seat != decision.seat:
        return Refusal(Code.NOT_YOUR_TURN, {"seat": decision.seat})
    if act.decision != decision.decision:
        return Refusal(Code.STALE_DECISION, {"decision": decision.decision})
    if act.kind == "check" and decision.call:
        return Refusal(Code.CANNOT_CHECK, {"call": decision.call})
    if act.kind == "call" and not decision.call:
        return Refusal(Code.NOTHING_TO_CALL)
    refusal = _raise_refusal(decision, act.to, hand.started.stakes.unit) if act.kind == "raise" else None
    return refusal or decision


def _raise_refusal(decision: DecisionOffered, to: Chips, unit: Chips) -> Refusal | None:
    if not decision.max_to:
        return Refusal(Code.CANNOT_RAISE)
    if to < decision.min_to:
        return Refusal(Code.BELOW_MINIMUM, {"to": to, "min_to": decision.min_to})
    if to > decision.max_to:
        return Refusal(Code.ABOVE_MAXIMUM, {"to": to, "max_to": decision.max_to})
    if to % unit:
        return Refusal(Code.NOT_IN_CHIP_UNITS, {"to": to, "unit": unit})
    return None


def timeout_kind(hand: Hand) -> ActKind:
    """What the table does for a player whose clock ran out (poker.md §9, AMB-11). Only with a decision open."""
    free = hand.decision is not None and not hand.decision.call
    return "check" if free and hand.rulings.timeout_action == "check-else-fold" else "fold"
