"""What a seat screen knows beside the view: a finger's work in progress, and when it stops being true.

`SeatLocal` never changes; every touch and every event gives a new one. Nothing in it leaves the screen before the
player sends it (requirements R-UI-3).
"""

from typing import Literal

import msgspec

from cashier.refusal import Refusal
from controller.vocab.hand_records import Act, DecisionOffered
from controller.vocab.ids import Chips, DecisionId, HandId
from controller.vocab.table_records import LeaveSeat
from controller.wire.view import View
from evaluator_ext import Card
from seats.models.bet import PresetId

ConfirmKind = Literal["all-in", "bet", "raise", "call", "fold", "leave", "surrender", "mis-set"]
AheadKind = Literal["check-or-fold", "check"]


class Confirm(msgspec.Struct, frozen=True):
    """A question that stands between a press and its command. `no` is what refusing it sends, if anything.

    `amount` is the street total of a bet or raise, the price of a call, otherwise 0.
    """

    kind: ConfirmKind
    yes: Act | LeaveSeat
    no: Act | None = None
    amount: Chips = 0


class Price(msgspec.Struct, frozen=True):
    """What a choice made ahead was made for: any difference and it no longer holds (requirements R-UI-7)."""

    hand: HandId | None
    street: int
    level: Chips
    bet: Chips

    def to_call(self, stack: Chips) -> Chips:
        """What calling costs with `stack` left."""
        return min(max(self.level - self.bet, 0), stack)


class Ahead(msgspec.Struct, frozen=True):
    """A tick box: a hint to this screen alone, for the one decision that was to come."""

    kind: AheadKind
    price: Price


class SeatLocal(msgspec.Struct, frozen=True):
    """The seat screen's own state.

    `decision` is the own decision that everything composed and chosen here belongs to; `answered` the one that an act
    has been sent for. `amount` is the street total being composed, None as long as nothing was chosen.
    """

    decision: DecisionId | None = None
    amount: Chips | None = None
    preset: PresetId | None = None
    typed: str | None = None
    peeking: bool = False
    asking: Confirm | None = None
    ahead: Ahead | None = None
    answered: DecisionId | None = None
    refusal: Refusal | None = None
    connected: bool = True
    picked: tuple[Card, ...] = ()
    """The cards chosen so far to throw away, to exchange or to show."""
    rows: tuple[Card, ...] = ()
    """How the cards lie in rows at present, the front first; nothing as long as none was moved."""
    lifted: Card | None = None
    """The card of the rows that was touched first and waits for another to change places with."""


def own_offer(view: View) -> DecisionOffered | None:
    """The decision that waits for this screen's player."""
    offer = view.decision
    return offer if offer is not None and offer.seat == view.own else None


def price_of(view: View) -> Price:
    """What the own seat faces now."""
    bet = view.seats[view.own].bet if view.own in view.seats else 0
    return Price(view.hand, view.street, view.bet_level, bet)


def may_peek(view: View, connected: bool) -> bool:
    """Whether own cards may lift: only while a hand is bet on, and never while the table or the link has stopped."""
    offer = own_offer(view)
    asked = offer is not None and offer.kind in ("discard", "show")
    return connected and not view.paused and (view.phase == "betting" or asked) and holds_cards(view)


def holds_cards(view: View) -> bool:
    """Whether the own seat was dealt cards that this screen knows."""
    return view.own in view.seats and bool(view.seats[view.own].cards)


def may_choose_ahead(view: View) -> bool:
    """Whether a choice for the coming own decision makes sense: in the hand, with chips, while another acts."""
    seat = view.seats.get(view.own) if view.own is not None else None
    waiting = view.decision is not None and view.decision.seat != view.own and view.decision.kind == "bet"
    return seat is not None and seat.status == "in-hand" and view.phase == "betting" and waiting and not view.paused


def update(local: SeatLocal, view: View) -> SeatLocal:
    """Drop whatever the latest events have made untrue.

    A composed amount, chosen cards and a question end with their decision; a choice made ahead ends with any change of
    price, street or hand; lifted cards drop at the showdown, in a pause and when the link is lost.
    """
    offer = own_offer(view)
    decision = offer.decision if offer else None
    if decision != local.decision:
        local = SeatLocal(
            decision=decision,
            peeking=local.peeking,
            asking=local.asking if local.asking is not None and local.asking.kind == "leave" else None,
            ahead=local.ahead,
            connected=local.connected,
        )
    if local.ahead is not None and not _still_ahead(local.ahead, view):
        local = msgspec.structs.replace(local, ahead=None)
    if local.peeking and not may_peek(view, local.connected):
        local = msgspec.structs.replace(local, peeking=False)
    if local.asking is not None and local.asking.kind == "leave" and not _may_leave(view):
        local = msgspec.structs.replace(local, asking=None)
    return local


def _still_ahead(ahead: Ahead, view: View) -> bool:
    own = view.seats.get(view.own) if view.own is not None else None
    return own is not None and own.status == "in-hand" and ahead.price == price_of(view)


def _may_leave(view: View) -> bool:
    own = view.seats.get(view.own) if view.own is not None else None
    return own is not None and own.status not in ("empty", "reserved") and not own.leaving


def ahead_act(local: SeatLocal, view: View) -> Act | None:
    """The act that a choice made ahead stands for, now that its decision has come; never a call or a raise.

    Call `update` first. The decision must be for the very price that the box was ticked at.
    """
    offer, ahead = own_offer(view), local.ahead
    if offer is None or offer.kind != "bet" or ahead is None or ahead.price != price_of(view):
        return None
    if offer.call == 0:
        return Act(seat=offer.seat, decision=offer.decision, kind="check")
    if ahead.kind == "check-or-fold":
        return Act(seat=offer.seat, decision=offer.decision, kind="fold")
    return None


def sent(local: SeatLocal, decision: DecisionId) -> SeatLocal:
    """An act for `decision` is on its way: nothing else is sent for it."""
    return msgspec.structs.replace(local, answered=decision, asking=None, ahead=None, typed=None, refusal=None)


def refused(local: SeatLocal, refusal: Refusal) -> SeatLocal:
    """The machine said no: say why, and let the player choose again."""
    return msgspec.structs.replace(local, answered=None, asking=None, refusal=refusal)


def ask(local: SeatLocal, confirm: Confirm) -> SeatLocal:
    """Put a question to the player."""
    return msgspec.structs.replace(local, asking=confirm, typed=None)


def dismiss(local: SeatLocal) -> SeatLocal:
    """Take the question away, unanswered."""
    return msgspec.structs.replace(local, asking=None)


def lift_cards(local: SeatLocal, view: View) -> SeatLocal:
    """A finger holds the card zone."""
    return msgspec.structs.replace(local, peeking=may_peek(view, local.connected))


def drop_cards(local: SeatLocal) -> SeatLocal:
    """The finger has left the card zone, or three seconds have passed without a touch."""
    return msgspec.structs.replace(local, peeking=False)


def link(local: SeatLocal, connected: bool) -> SeatLocal:
    """The link to the table is lost or back. Nothing half done survives its loss."""
    return local if connected == local.connected else SeatLocal(connected=connected)


def tick_ahead(local: SeatLocal, view: View, kind: AheadKind) -> SeatLocal:
    """Tick or clear a box; only one can be ticked, and `check` only while checking is free."""
    price = price_of(view)
    if local.ahead == Ahead(kind, price):
        return msgspec.structs.replace(local, ahead=None)
    if not may_choose_ahead(view) or (kind == "check" and price.level > price.bet):
        return local
    return msgspec.structs.replace(local, ahead=Ahead(kind, price))
