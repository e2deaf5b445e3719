"""The seat screen as records: everything it shows, in words, for one view and one local state (ui.md §2)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

import msgspec

from controller.language import Language
from controller.vocab.hand_records import DecisionKind, DecisionOffered
from controller.vocab.ids import DecisionId, Seat
from controller.wire.view import SeatView, View
from seats.models.asked import Asked, asked, asks_own
from seats.models.bet import BetPad, bet_pad
from seats.models.cards import Arranging, Picking, arranging, picking
from seats.models.care import Reminder, reminder
from seats.models.cutting import Cutting, cuts_own, cutting, shuffling
from seats.models.games import structure_of
from seats.models.jackpot import pool_lines
from seats.models.local import AheadKind, SeatLocal, may_choose_ahead, own_offer, price_of
from seats.models.middle import Middle, middle
from seats.models.moves import SeatPlan, seat_plan
from seats.models.own import (
    Choice,
    ClaimSheet,
    OwnPlace,
    Question,
    choices,
    claim_sheet,
    menu,
    notices,
    own_place,
    question,
)
from seats.models.places import Place, ring
from seats.models.proof import fingerprint, root_in_play
from seats.models.result import Result, result
from seats.models.stops import banner
from seats.models.turn import TurnLine, turn_line
from seats.models.welcome import Welcome, welcome
from seats.models.words import PAUSES, Banner, Fact, Header, LogLine, Words, game_of, header, log_line, words_for

KeyId = Literal["fold", "call", "raise"]
Verb = Literal["fold", "check", "call", "bet", "raise-to", "bring-in", "complete"]

Mode = Literal["free", "claim", "turn", "pick", "rows", "cut", "asked", "peek", "ahead", "result", "rest"]
"""What the console holds: nobody sits here; money waits at the kiosk; the own turn to bet; cards to choose; cards to
set in rows; the deck to be cut; a question of the table; cards held up; boxes to tick ahead; how the hand ended; or
only notices."""

GUARD_MS: Final = 400
CALL_GUARD_MS: Final = 1000


class Key(msgspec.Struct, frozen=True):
    """One of the three action keys, always in this order at these places (ui.md §2.1).

    A key that is not legal keeps its place and its words. `decision` is the own decision it stands for.
    """

    id: KeyId
    verb: Verb
    words: str
    amount: str
    legal: bool
    decision: DecisionId | None


class Labels(msgspec.Struct, frozen=True):
    """Words that never change: the keys in the upper corner, and what stands below boxes and lifted cards."""

    help: str
    attendant: str
    menu: str
    ahead: str
    let_go: str
    cards_drop: str


class Aside(msgspec.Struct, frozen=True):
    """What is shown beside the game: a free seat, money left behind, a reminder, other seats, and what
    the jackpots hold."""

    welcome: Welcome | None
    claim: ClaimSheet | None
    reminder: Reminder | None
    plan: SeatPlan | None
    pools: tuple[Fact, ...]


class AheadBox(msgspec.Struct, frozen=True):
    """A box to tick for the coming decision; it never calls or raises."""

    kind: AheadKind
    words: str
    note: str
    ticked: bool
    legal: bool


class SeatModel(msgspec.Struct, frozen=True):
    """One seat screen. Fields that are None or empty are not drawn.

    `proof` is the fingerprint of the deck in play, from before its first card until the next deck is made.
    `offer` is the own decision that the keys stand for, as this player sees it; an act names it and no other.
    """

    seat: Seat
    mode: Mode
    header: Header
    clock: str
    proof: str
    labels: Labels
    log: LogLine
    ring: tuple[Place, ...]
    middle: Middle
    own: OwnPlace | None
    offer: DecisionOffered | None
    turn: TurnLine | None
    headline: str
    notices: tuple[str, ...]
    aside: Aside
    pad: BetPad | None
    keys: tuple[Key, Key, Key]
    picking: Picking | None
    arranging: Arranging | None
    asked: Asked | None
    cutting: Cutting | None
    ahead: tuple[AheadBox, ...]
    choices: tuple[Choice, ...]
    menu: tuple[Choice, ...]
    question: Question | None
    result: Result | None
    banner: Banner | None
    refusal: str


def seat_model(
    view: View, language: Language, local: SeatLocal, table_ms: int, moment: datetime | None = None
) -> SeatModel:
    """Show the seat screen of `view.own` at table time `table_ms`; `moment` is the time of day, if it is shown.

    Raises ValueError for a view that has no own seat.
    """
    if view.own is None:
        raise ValueError("a seat screen needs the view of a seat, this one is of the centre, the kiosk or the staff")
    words = words_for(language, view)
    seat = view.at(view.own)
    mode = _mode(view, seat, local, words)
    offer = own_offer(view)
    stopped = banner(view, words, local.connected)
    pad = _pad(view, offer, seat, local, words)
    seated = seat.status != "empty"
    alive, running = _alive(view, local), stopped is None or stopped.kind in PAUSES
    return SeatModel(
        seat=seat.seat,
        mode=mode,
        header=header(view, words),
        clock=language.time(moment) if moment else "",
        proof=fingerprint(root_in_play(view)),
        labels=_labels(words),
        log=log_line(view, words),
        ring=ring(view, words, table_ms),
        middle=middle(view, words, table_ms),
        own=own_place(view, seat, local, words) if seated else None,
        offer=offer,
        turn=turn_line(view, words, table_ms),
        headline=_headline(view, words),
        notices=notices(view, seat, words, table_ms) if seated else (),
        aside=_aside(view, seat, mode, words, table_ms, alive=running),
        pad=pad,
        keys=_keys(view, seat, offer, pad, alive=alive, words=words),
        picking=picking(view, seat, local, words, alive=alive),
        arranging=arranging(view, seat, local, words, alive=alive),
        asked=asked(view, seat, words, alive=alive) if seated else None,
        cutting=cutting(view, words, alive=local.connected and not view.paused) if seated else None,
        ahead=_ahead(view, seat, local, words) if mode == "ahead" else (),
        choices=choices(seat, alive=running, words=words),
        menu=menu(view, seat, words, table_ms, alive=running),
        question=question(local.asking, view, seat, words),
        result=result(view, words, table_ms),
        banner=stopped,
        refusal=language.refusal(local.refusal, words.currency) if local.refusal else "",
    )


def _labels(words: Words) -> Labels:
    return Labels(
        help=words.say("common.help"),
        attendant=words.say("common.attendant"),
        menu=words.say("common.menu"),
        ahead=words.say("ahead.note"),
        let_go=words.say("seat.let-go"),
        cards_drop=words.say("seat.cards-drop"),
    )


def _aside(view: View, seat: SeatView, mode: Mode, words: Words, table_ms: int, *, alive: bool) -> Aside:
    seated = seat.status != "empty"
    return Aside(
        welcome=welcome(view, seat, words, table_ms) if mode == "free" else None,
        claim=claim_sheet(view, words) if mode == "claim" else None,
        reminder=reminder(view, seat, words, alive=alive) if seated else None,
        plan=seat_plan(view, seat, words),
        pools=pool_lines(view, words) if mode == "rest" else (),
    )


def guard_ms(before: Key | None, after: Key) -> int:
    """How long a key that looked like `before` ignores presses now that it looks like `after` (ui.md §2.4).

    A call waits a second: its price is new with every decision. What the player composes himself guards nothing.
    """
    seen = (after.verb, after.legal, after.decision)
    if before is not None and seen == (before.verb, before.legal, before.decision):
        return 0
    return CALL_GUARD_MS if after.verb == "call" else GUARD_MS


def _mode(view: View, seat: SeatView, local: SeatLocal, words: Words) -> Mode:
    if seat.status == "empty":
        return "claim" if any(claim.code for claim in view.claims) else "free"
    if view.phase == "resting" and (view.awards or view.compared or view.void):
        return "result"
    offer = own_offer(view)
    if offer is not None and offer.kind in _CONSOLES:
        return _CONSOLES[offer.kind]
    if local.peeking:
        return "peek"
    if offer is not None:
        return "turn"
    if cuts_own(view) is not None:
        return "cut"
    if asks_own(view) is not None or asked(view, seat, words, alive=False) is not None:
        return "asked"
    return "ahead" if may_choose_ahead(view) else "rest"


def _alive(view: View, local: SeatLocal) -> bool:
    """Whether the action keys react: not while the cards are up, a question is open, or an act is on its way."""
    free = not local.peeking and local.asking is None and local.answered is None
    return free and local.connected and not view.paused


_CONSOLES: Final[Mapping[DecisionKind, Mode]] = {"discard": "pick", "show": "pick", "arrange": "rows", "runs": "asked"}
"""The console for each decision that is no bet."""


def _headline(view: View, words: Words) -> str:
    if view.phase == "shuffling":
        return shuffling(view, words)
    if view.drawn and view.button is not None:
        return words.say("table.button-drawn", name=view.at(view.button).name)
    return words.say("table.waiting-for-players") if view.phase == "idle" else ""


def _pad(view: View, offer: DecisionOffered | None, seat: SeatView, local: SeatLocal, words: Words) -> BetPad | None:
    if offer is None or view.profile is None or offer.kind not in ("bet", "bring-in"):
        return None
    composed = local if local.decision == offer.decision else SeatLocal()
    to = min(max(composed.amount or 0, offer.min_to), offer.max_to)
    game = game_of(view)
    fixed = structure_of(game) == "fl"
    stakes = view.profile.stakes_of(game)
    return bet_pad(offer, seat.stack, stakes, words, to=to, chosen=composed.preset, typed=composed.typed, fixed=fixed)


def _keys(
    view: View, seat: SeatView, offer: DecisionOffered | None, pad: BetPad | None, *, alive: bool, words: Words
) -> tuple[Key, Key, Key]:
    to_call = offer.call if offer else price_of(view).to_call(seat.stack)
    live = offer is not None and alive
    decision = offer.decision if offer else None
    call: Verb = "call" if to_call else "check"
    opens: Verb = "raise-to" if view.bet_level else "bet"
    if offer is not None and offer.kind == "bring-in":
        call, opens = "bring-in", "complete"
    raising = pad is not None and pad.scale is not None
    return (
        Key("fold", "fold", words.say("act.fold"), "", live and call != "bring-in", decision),
        Key("call", call, words.say(f"act.{call}"), words.money(to_call) if to_call else "", live, decision),
        Key(
            id="raise",
            verb=opens,
            words=words.say(f"act.{opens}"),
            amount=words.money(pad.to) if raising and pad else "",
            legal=live and raising,
            decision=decision,
        ),
    )


def _ahead(view: View, seat: SeatView, local: SeatLocal, words: Words) -> tuple[AheadBox, AheadBox]:
    to_call = price_of(view).to_call(seat.stack)
    ticked = local.ahead.kind if local.ahead and local.ahead.price == price_of(view) else None
    alive = local.connected and not view.paused
    return (
        AheadBox(
            kind="check-or-fold",
            words=words.say("act.fold" if to_call else "ahead.check-or-fold"),
            note=words.say("ahead.this-turn"),
            ticked=ticked == "check-or-fold",
            legal=alive,
        ),
        AheadBox(
            kind="check",
            words=words.say("ahead.check"),
            note=words.say("ahead.while-free"),
            ticked=ticked == "check",
            legal=alive and not to_call,
        ),
    )
