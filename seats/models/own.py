"""The own place on a seat screen: stack, cards, notices, the questions and what waits at the kiosk."""

from typing import Literal

import msgspec

from controller.vocab.ids import Chips
from controller.wire.view import SeatView, View
from evaluator_ext import Card
from seats.models.care import care_notices, duration
from seats.models.local import Confirm, SeatLocal, may_peek
from seats.models.places import Mark, marks
from seats.models.stops import closing
from seats.models.words import Words

Face = Literal["none", "back", "peek", "open"]
ChoiceId = Literal[
    "sit-out", "sit-in", "break", "bomb-pot", "hour", "change", "past", "rules", "taste", "call", "call-back", "leave"
]


class OwnPlace(msgspec.Struct, frozen=True):
    """The own stack and cards. `hand` is what the cards are worth, only while they can be seen.

    `face`: `back` until held, `peek` while held, `open` once tabled. `cards` are given to the drawer only when they
    may be drawn; `count` is how many lie there, the `up` cards open for everyone to the right of the others.
    """

    name: str
    stack_words: str
    stack: str
    chips: Chips
    kiosk_words: str
    kiosk: str
    face: Face
    cards: tuple[Card, ...]
    count: int
    up: tuple[Card, ...]
    folded: bool
    won: bool
    hand: str
    hint: str
    marks: tuple[Mark, ...]
    bet: Chips
    bet_figure: str


class Question(msgspec.Struct, frozen=True):
    """The sheet that asks once more, at another place than the first press."""

    headline: str
    lines: tuple[str, ...]
    yes: str
    no: str


class ClaimSheet(msgspec.Struct, frozen=True):
    """What the player left at the kiosk, and the code that opens it."""

    headline: str
    code: str
    how: str


class Choice(msgspec.Struct, frozen=True):
    """A key between hands. One that would change nothing is not legal."""

    id: ChoiceId
    words: str
    legal: bool


def own_place(view: View, seat: SeatView, local: SeatLocal, words: Words) -> OwnPlace:
    """Show the own place of a seated player."""
    face, hidden = _face(view, seat, local), len(seat.cards) > len(seat.up)
    return OwnPlace(
        name=seat.name,
        stack_words=words.say("seat.your-stack"),
        stack=words.money(seat.stack),
        chips=seat.stack,
        kiosk_words=words.say("seat.at-the-kiosk"),
        kiosk=words.money(view.balance),
        face=face,
        cards=_down_first(seat) if face in ("peek", "open") else (),
        count=len(seat.cards),
        up=seat.up,
        folded=seat.status == "folded",
        won=seat.won > 0,
        hand=_hand(view, seat, face, words),
        hint=words.say("seat.hold-to-look") if face == "back" and hidden and may_peek(view, local.connected) else "",
        marks=marks(view, seat.seat, words),
        bet=seat.bet,
        bet_figure=words.figure(seat.bet) if seat.bet else "",
    )


def _down_first(seat: SeatView) -> tuple[Card, ...]:
    """The own cards as they lie: in rows if they were set, or those that only the player may see and then the open."""
    if seat.arranged:
        return seat.arranged
    return (*(card for card in seat.cards if card not in seat.up), *(card for card in seat.up if card in seat.cards))


def _face(view: View, seat: SeatView, local: SeatLocal) -> Face:
    if seat.shown is not None or seat.rows:
        return "open"
    if local.peeking and may_peek(view, local.connected):
        return "peek"
    return "back" if seat.cards else "none"


def _hand(view: View, seat: SeatView, face: Face, words: Words) -> str:
    if seat.shown is not None:
        return words.language.hand_name(seat.shown)
    return words.language.hand_name(view.own_name) if face == "peek" and view.own_name else ""


def notices(view: View, seat: SeatView, words: Words, table_ms: int) -> tuple[str, ...]:
    """What a seated player should know now, the most pressing first."""
    keys = _presence_notices(seat)
    if seat.leaving:
        keys = ["seat.leaves-after-hand"]
    if seat.status == "folded":
        keys.insert(0, "seat.folded")
    if seat.status == "all-in" and view.phase == "betting":
        keys.insert(0, "seat.all-in")
    said = [*care_notices(view, seat, words, table_ms), *(words.say(key) for key in keys)]
    if seat.reserved:
        said.append(words.say("seat.chips-waiting", amount=words.money(seat.reserved)))
    said += [
        words.say("seat.money-waits", amount=words.money(claim.amount), code=claim.code)
        for claim in view.claims
        if claim.code
    ]
    if seat.seat in view.calls:
        said.append(words.say("call.waits"))
    if seat.would_move_to:
        said.append(_asked_for(view, seat, words))
    said += _on_the_list(view, seat, words, table_ms)
    if view.last_round is not None:
        said.append(closing(view, words))
    if view.mixing is not None and view.own in view.mixing.left_out:
        said.append(words.say("seat.number-left-out"))
    return tuple(said)


def _asked_for(view: View, seat: SeatView, words: Words) -> str:
    """The seat that he has asked for, and whether others would have it, too: there is no order, staff decide (§5.9)."""
    others = sum(other.would_move_to == seat.would_move_to for other in view.seats.values()) - 1
    if others:
        return words.language.plural("seat.change-shared", others, seat=seat.would_move_to)
    return words.say("seat.change-asked", seat=seat.would_move_to)


def _on_the_list(view: View, seat: SeatView, words: Words, table_ms: int) -> list[str]:
    """Where he stands on the waiting list who plays at another's seat, or that a seat of his own is kept (§9)."""
    for place, waiter in enumerate(view.waiting, start=1):
        if waiter.name == seat.name and waiter.seat:
            left = duration(max(waiter.until - table_ms, 0), words)
            return [words.say("seat.kept-for-you", seat=waiter.seat, time=left)]
        if waiter.name == seat.name:
            return [words.say("seat.on-the-list", place=place, waiting=len(view.waiting))]
    return []


def _presence_notices(seat: SeatView) -> list[str]:
    if seat.status == "reserved":
        return []
    playing = seat.status in ("in-hand", "folded", "all-in")
    if seat.locked and not playing:
        return ["seat.locked"]
    if seat.presence == "sitting-out":
        if playing:
            return ["seat.sits-out-next"]
        if not seat.stack and not seat.reserved:
            return ["seat.busted"]
        owed = ["seat.missed-big"] if seat.missed_big else ["seat.missed-small"] if seat.missed_small else []
        return ["seat.sitting-out", *owed, "seat.sitting-out-note"]
    if seat.presence == "waiting":
        return ["seat.dealt-in-at-blind"]
    return [] if playing else ["seat.dealt-in-next"]


def choices(seat: SeatView, alive: bool, words: Words) -> tuple[Choice, ...]:
    """The keys between hands: sit out or back in, and leave."""
    seated = alive and seat.status not in ("empty", "reserved") and not seat.leaving
    out = seat.presence == "sitting-out"
    return (
        Choice("sit-in", words.say("seat.sit-in"), seated and seat.stack + seat.reserved > 0)
        if out
        else Choice("sit-out", words.say("seat.sit-out"), seated),
        Choice("leave", words.say("seat.leave"), seated),
    )


def menu(view: View, seat: SeatView, words: Words, table_ms: int, *, alive: bool) -> tuple[Choice, ...]:
    """Everything that can be chosen at any time; what all have to agree to only where the house has it."""
    sit, leave = choices(seat, alive, words)
    seated = alive and seat.status not in ("empty", "reserved") and not seat.leaving
    more = [Choice("break", words.say("seat.take-break"), seated and not seat.break_until)]
    if view.profile is not None and view.profile.bomb_pots.by_consent:
        asking = view.question is not None and view.question.question == "bomb-pot"
        playing = seated and seat.presence == "ready"
        more.append(Choice("bomb-pot", words.say("seat.propose-bomb-pot"), playing and not asking))
    if view.profile is not None and view.profile.jackpots.hourly.amount:
        paid = view.hour_until > table_ms or view.question is not None
        more.append(Choice("hour", words.say("seat.propose-hour"), seated and seat.presence == "ready" and not paid))
    more.append(Choice("change", words.say("seat.change"), seated))
    more.append(Choice("past", words.say("seat.past"), legal=True))
    more.append(Choice("rules", words.say("seat.rules"), legal=True))
    more.append(Choice("taste", words.say("seat.taste"), legal=True))
    more.append(call_key(view, seat, words))
    return (sit, *more, leave)


def call_key(view: View, seat: SeatView, words: Words) -> Choice:
    """Call an attendant, or take the call back; open in every state of the table but a cut line."""
    if seat.seat in view.calls:
        return Choice("call-back", words.say("call.back"), legal=True)
    return Choice("call", words.say("call.attendant"), legal=True)


def claim_sheet(view: View, words: Words) -> ClaimSheet | None:
    """The latest claim whose code this screen was given, as long as nobody else has taken the seat."""
    given = [claim for claim in view.claims if claim.code]
    if not given:
        return None
    claim = given[-1]
    return ClaimSheet(
        headline=words.say("seat.claim"),
        code=words.say("seat.claim-code", code=claim.code),
        how=words.say("seat.claim-how", amount=words.money(claim.amount)),
    )


def question(confirm: Confirm | None, view: View, seat: SeatView, words: Words) -> Question | None:
    """Put the pending question into words."""
    if confirm is None:
        return None
    amount = words.money(confirm.amount or seat.stack)
    yes = f"confirm.{confirm.kind}-yes"
    return Question(
        headline=words.say(f"confirm.{confirm.kind}", amount=amount),
        lines=_reasons(confirm, view, seat, words),
        yes=words.say(yes, amount=amount),
        no=words.say("confirm.check-instead" if confirm.no is not None else "confirm.back"),
    )


def _reasons(confirm: Confirm, view: View, seat: SeatView, words: Words) -> tuple[str, ...]:
    if confirm.kind in ("fold", "surrender", "mis-set"):
        return (words.say(f"confirm.{confirm.kind}-note"),)
    if confirm.kind == "leave":
        said = words.say("confirm.leave-note", amount=words.money(seat.stack + seat.reserved))
        return (said, words.say("seat.leaves-after-hand")) if view.phase == "betting" and seat.count else (said,)
    left = seat.stack - (confirm.amount if confirm.kind == "call" else confirm.amount - seat.bet)
    keeps = words.say("confirm.keep", amount=words.money(left)) if left else words.say("confirm.keep-nothing")
    if confirm.kind == "call":
        return (keeps,)
    others = sum(other.status == "in-hand" and other.seat != seat.seat for other in view.seats.values())
    return (keeps, words.language.plural("confirm.may-call", others)) if others else (keeps,)
