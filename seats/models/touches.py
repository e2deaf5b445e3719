"""What a touch on a seat screen means: a command, a question first, or nothing.

A press speaks for the model that the player saw: it names that decision, whatever has come in meanwhile, and the
machine refuses it if the game has moved on (requirements R-UI-5). Composing an amount sends nothing.
"""

import msgspec

from controller.vocab.entropy_records import CutDeck
from controller.vocab.hand_records import Act, ActKind
from controller.vocab.ids import Chips, Seat
from controller.vocab.player_records import AcknowledgeCheck
from controller.vocab.seat_records import AskSeatChange, CallAttendant, ChooseEntry, TakeBreak
from controller.vocab.table_records import Answer, LeaveSeat, ProposeBombPot, ProposeHour, SitIn, SitOut
from evaluator_ext import Card
from seats.models.bet import TYPED_LONGEST, PresetId
from seats.models.care import CareId
from seats.models.local import Confirm, ConfirmKind, SeatLocal
from seats.models.own import ChoiceId
from seats.models.seat import Key, KeyId, SeatModel

Press = (
    Act
    | CutDeck
    | SitOut
    | SitIn
    | TakeBreak
    | ProposeBombPot
    | ProposeHour
    | LeaveSeat
    | Answer
    | ChooseEntry
    | AcknowledgeCheck
    | AskSeatChange
    | CallAttendant
    | Confirm
    | None
)
"""What a press leads to; None when the key was dead."""


def press_key(seen: SeatModel, key: KeyId) -> Press:
    """One of the three action keys was pressed and released."""
    press = {"fold": press_fold, "call": press_call, "raise": press_raise}
    return press[key](seen)


def press_fold(seen: SeatModel) -> Press:
    """Fold; where checking is free, ask first (ui.md §2.1)."""
    offer = seen.offer
    if offer is None or not _key(seen, "fold").legal:
        return None
    fold = Act(seat=offer.seat, decision=offer.decision, kind="fold")
    if offer.call:
        return fold
    return Confirm("fold", yes=fold, no=Act(seat=offer.seat, decision=offer.decision, kind="check"))


def press_call(seen: SeatModel) -> Press:
    """Check, or call at the price that stands on the key; a call with the last chip is asked about."""
    offer = seen.offer
    if offer is None or seen.own is None or not _key(seen, "call").legal:
        return None
    if not offer.call:
        return Act(seat=offer.seat, decision=offer.decision, kind="check")
    call = Act(seat=offer.seat, decision=offer.decision, kind="bring-in" if offer.kind == "bring-in" else "call")
    if offer.call == seen.own.chips:
        return Confirm("call", yes=call, amount=offer.call)
    return call


def press_raise(seen: SeatModel) -> Press:
    """Bet or raise to the amount on the key; all in and more than half of the stack are asked about (ui.md §2.3)."""
    offer, pad, own = seen.offer, seen.pad, seen.own
    key = _key(seen, "raise")
    if offer is None or pad is None or own is None or not key.legal:
        return None
    act = Act(seat=offer.seat, decision=offer.decision, kind="raise", to=pad.to)
    added = pad.to - offer.bet
    if 2 * added <= own.chips:
        return act
    opening: ConfirmKind = "bet" if key.verb == "bet" else "raise"
    return Confirm("all-in" if added == own.chips else opening, yes=act, amount=pad.to)


def press_choice(seen: SeatModel, choice: ChoiceId) -> Press:
    """Sit out, sit in, take the break, propose something to all, or ask about leaving."""
    if not any(shown.id == choice and shown.legal for shown in (*seen.choices, *seen.menu)):
        return None
    if choice == "leave":
        return Confirm("leave", yes=LeaveSeat(seat=seen.seat))
    if choice == "break":
        return TakeBreak(seat=seen.seat)
    if choice in ("call", "call-back"):
        return CallAttendant(seat=seen.seat, calls=choice == "call")
    if choice == "bomb-pot":
        return ProposeBombPot(seat=seen.seat)
    if choice == "hour":
        return ProposeHour(seat=seen.seat)
    return SitOut(seat=seen.seat) if choice == "sit-out" else SitIn(seat=seen.seat)


def press_cut(seen: SeatModel, place: int) -> Press:
    """Cut the deck that lies there after so many cards, or let it be (0)."""
    cutting = seen.cutting
    if cutting is None or not cutting.legal or not 0 <= place < cutting.size:
        return None
    return CutDeck(seat=seen.seat, hand=cutting.hand, place=place)


def press_seat(seen: SeatModel, seat: Seat) -> Press:
    """Ask for another seat; not for the one that was asked for already."""
    plan = seen.aside.plan
    if plan is None or not any(wish.seat == seat and not wish.asked for wish in plan.seats):
        return None
    return AskSeatChange(seat=seen.seat, to=seat)


def press_care(seen: SeatModel, key: CareId) -> tuple[Press, ...]:
    """Go on playing, take a break, or ask about leaving: what is sent, in this order. Leaving needs no receipt."""
    if seen.aside.reminder is None or not any(shown.id == key and shown.legal for shown in seen.aside.reminder.keys):
        return ()
    if key == "leave":
        return (Confirm("leave", yes=LeaveSeat(seat=seen.seat)),)
    read = AcknowledgeCheck(seat=seen.seat)
    return (read, SitOut(seat=seen.seat)) if key == "pause" else (read,)


# -- cards and questions ----------------------------------------------------------------------------------------


def press_reply(seen: SeatModel, number: int) -> Press:
    """Answer what the table asks with key `number`."""
    if seen.asked is None or number >= len(seen.asked.replies):
        return None
    key = seen.asked.replies[number]
    return key.reply if key.legal else None


def pick(local: SeatLocal, seen: SeatModel, number: int) -> SeatLocal:
    """Choose own card `number`, or put it back among those that stay."""
    if seen.picking is None or number >= len(seen.picking.cards) or not seen.picking.cards[number].legal:
        return local
    card = seen.picking.cards[number].card
    others = tuple(known for known in local.picked if known != card)
    picked = others if card in local.picked else (*others, card)
    return msgspec.structs.replace(local, picked=picked, refusal=None)


def press_pick(seen: SeatModel) -> Press:
    """Throw away, exchange or show what was chosen."""
    offer, shown = seen.offer, seen.picking
    if offer is None or shown is None or not shown.legal:
        return None
    cards = tuple(card.card for card in shown.cards if card.picked)
    kind: ActKind = "show" if shown.purpose == "show" else "discard"
    return Act(seat=offer.seat, decision=offer.decision, kind=kind, cards=cards)


def touch_row(local: SeatLocal, seen: SeatModel, card: Card) -> SeatLocal:
    """Lift a card of the rows, put it back, or change its place with the one lifted before."""
    rows = _rows(seen)
    if card not in rows or seen.arranging is None or not seen.arranging.legal:
        return local
    if local.lifted is None or local.lifted not in rows:
        return msgspec.structs.replace(local, lifted=card)
    swap = {card: local.lifted, local.lifted: card}
    return msgspec.structs.replace(local, rows=tuple(swap.get(known, known) for known in rows), lifted=None)


def press_set(seen: SeatModel) -> Press:
    """Set the rows as they lie; rows out of order lose against every other, so that is asked about."""
    offer, shown = seen.offer, seen.arranging
    if offer is None or shown is None or not shown.legal:
        return None
    act = Act(seat=offer.seat, decision=offer.decision, kind="arrange", cards=_rows(seen))
    return Confirm("mis-set", yes=act) if shown.out_of_order else act


def press_surrender(seen: SeatModel) -> Press:
    """Give the cards up for the price that stands on the key, once it has been asked about."""
    offer, shown = seen.offer, seen.arranging
    if offer is None or shown is None or not shown.legal or not shown.surrender:
        return None
    return Confirm("surrender", yes=Act(seat=offer.seat, decision=offer.decision, kind="surrender"))


def _rows(seen: SeatModel) -> tuple[Card, ...]:
    return tuple(card for row in seen.arranging.rows for card in row.cards) if seen.arranging else ()


# -- composing an amount -----------------------------------------------------------------------------------------


def choose_preset(local: SeatLocal, seen: SeatModel, preset: PresetId) -> SeatLocal:
    """Set the amount of a preset; the raise key sends it."""
    shown = next((one for one in seen.pad.presets if one.id == preset), None) if seen.pad else None
    if shown is None or not shown.legal:
        return local
    return _compose(local, seen, shown.to, preset)


def slide(local: SeatLocal, seen: SeatModel, place: int) -> SeatLocal:
    """Move the slider's knob to a place on its track."""
    scale = seen.pad.scale if seen.pad else None
    return local if scale is None else _compose(local, seen, scale.amount(place))


def step(local: SeatLocal, seen: SeatModel, steps: int) -> SeatLocal:
    """Press minus (-1) or plus (1)."""
    if seen.pad is None or seen.pad.scale is None:
        return local
    return _compose(local, seen, seen.pad.scale.stepped(seen.pad.to, steps))


def open_keypad(local: SeatLocal, seen: SeatModel) -> SeatLocal:
    """Show the keypad, empty."""
    return msgspec.structs.replace(local, typed="") if seen.pad and seen.pad.scale else local


def type_digit(local: SeatLocal, digit: int) -> SeatLocal:
    """Type one digit, 0 to 9; an amount begins with none, and a keypad has only so much room."""
    typed = local.typed
    if typed is None or len(typed) >= TYPED_LONGEST or not (typed or digit):
        return local
    return msgspec.structs.replace(local, typed=f"{typed}{digit}")


def erase_digit(local: SeatLocal) -> SeatLocal:
    """Take the last digit back."""
    return local if local.typed is None else msgspec.structs.replace(local, typed=local.typed[:-1])


def close_keypad(local: SeatLocal) -> SeatLocal:
    """Put the keypad away and leave the amount as it was."""
    return msgspec.structs.replace(local, typed=None)


def accept_typed(local: SeatLocal, seen: SeatModel) -> SeatLocal:
    """Set the amount typed, if the decision offers it; an amount that it does not offer stays on the keypad."""
    keypad = seen.pad.keypad if seen.pad else None
    if keypad is None or not keypad.legal:
        return local
    return msgspec.structs.replace(_compose(local, seen, keypad.to), typed=None)


def _compose(local: SeatLocal, seen: SeatModel, to: Chips, preset: PresetId | None = None) -> SeatLocal:
    if not _key(seen, "raise").legal or seen.offer is None or local.decision != seen.offer.decision:
        return local
    return msgspec.structs.replace(local, amount=to, preset=preset, refusal=None)


def _key(seen: SeatModel, key: KeyId) -> Key:
    return next(shown for shown in seen.keys if shown.id == key)
