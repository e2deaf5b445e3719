"""The centre screen as records: board, pots, seats around, whose turn it is, and the proof (ui.md §2.11).

Everything here is public. The drawer turns each line towards both long sides.
"""

from datetime import datetime

import msgspec

from controller.language import Language
from controller.wire.view import View
from seats.models.cutting import shuffling
from seats.models.jackpot import pool_lines
from seats.models.middle import Middle, middle
from seats.models.places import Place, ring
from seats.models.proof import fingerprint, root_payload
from seats.models.result import Result, result
from seats.models.stops import banner, closing
from seats.models.turn import TurnLine, turn_line
from seats.models.words import Banner, Fact, Header, Words, header, holders, words_for


class CentreTurn(msgspec.Struct, frozen=True):
    """Who is to act and what it costs him: `Zsófia`, `80 €`, `to call`; no amount where checking is free."""

    line: TurnLine
    name: str
    amount: str
    words: str


class Proof(msgspec.Struct, frozen=True):
    """The commitment to the order of the cards: its label, what the QR code says, and its first digits."""

    words: str
    payload: str
    digits: str


class Attract(msgspec.Struct, frozen=True):
    """What an empty table says to passers-by."""

    headline: str
    note: str


class CentreModel(msgspec.Struct, frozen=True):
    """The centre screen. Fields that are None or empty are not drawn."""

    header: Header
    clock: str
    places: tuple[Place, ...]
    middle: Middle
    turn: CentreTurn | None
    proof: Proof | None
    following: str
    pools: tuple[Fact, ...]
    announcement: str
    result: Result | None
    attract: Attract | None
    banner: Banner | None


def centre_model(
    view: View, language: Language, table_ms: int, moment: datetime | None = None, *, connected: bool = True
) -> CentreModel:
    """Show the centre at table time `table_ms`; `moment` is the time of day, if it is shown."""
    words = words_for(language, view)
    return CentreModel(
        header=header(view, words),
        clock=language.time(moment) if moment else "",
        places=ring(view, words, table_ms),
        middle=middle(view, words, table_ms),
        turn=_turn(view, words, table_ms),
        proof=_proof(view, words),
        following=_following(view, words),
        pools=pool_lines(view, words),
        announcement=_announcement(view, words, table_ms),
        result=result(view, words, table_ms),
        attract=_attract(view, words),
        banner=banner(view, words, connected),
    )


def _turn(view: View, words: Words, table_ms: int) -> CentreTurn | None:
    line, offer = turn_line(view, words, table_ms), view.decision
    if line is None or offer is None:
        return None
    amount = words.money(offer.call) if offer.call else ""
    what = f"to-{offer.kind}" if offer.kind != "bet" else "to-call" if offer.call else "to-act"
    said = words.say(f"centre.{what}")
    return CentreTurn(line, view.at(line.seat).name, amount, said)


def _following(view: View, words: Words) -> str:
    """What comes next: the end of the table's play, or the next game of a mix."""
    if view.last_round is not None or view.closed:
        return closing(view, words)
    return words.say("table.then", game=words.say(f"game.{view.following}")) if view.following else ""


def _proof(view: View, words: Words) -> Proof | None:
    if not view.root:
        return None
    return Proof(words.say("common.proof"), root_payload(view.root), fingerprint(view.root))


def _announcement(view: View, words: Words, table_ms: int) -> str:
    """One line about what the table is doing while nobody is to act."""
    over = result(view, words, table_ms)
    if over is not None:
        return "  ".join(part for part in (over.headline, over.amount, over.hand) if part)
    if view.question is not None:
        return words.say(f"centre.{view.question.question}-asked", amount=words.money(view.question.amount))
    if view.phase == "shuffling":
        return shuffling(view, words)
    if view.drawn and view.button is not None:
        return words.say("table.button-drawn", name=view.at(view.button).name)
    if view.phase == "idle" and not _empty(view):
        return words.say("table.waiting-for-players")
    return ""


def _attract(view: View, words: Words) -> Attract | None:
    if view.profile is None or not _empty(view):
        return None
    if view.closed:
        return Attract(closing(view, words), words.say("welcome.closed-note"))
    return Attract(words.say("centre.take-a-seat"), words.say("centre.take-a-seat-note"))


def _empty(view: View) -> bool:
    return view.profile is None or all(view.at(seat).status == "empty" for seat in holders(view.profile))
