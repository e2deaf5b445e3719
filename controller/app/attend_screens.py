"""The desk's words about screens: which belong to the table, by which key, and how one is paired (SEC-5)."""

import argparse
from datetime import UTC, datetime
from typing import Final

from controller.app.attend_words import Argument, Word
from controller.app.problem import Problem
from controller.vocab.pairing_records import (
    PAIRABLE,
    ClosePairing,
    ConfirmPairing,
    OpenPairing,
    RenewScreenKey,
    ScreenName,
    UnpairScreen,
    fingerprint,
)
from controller.wire.messages import AskedCommand
from controller.wire.screens_view import PairingView, ScreenKeyView, SeenView
from controller.wire.view import View

_SCREEN: Final = Argument("screen", "the seat's number, centre, or kiosk")
_NEVER: Final = "never"
_SPENT: Final = (
    "pairing of {screen} is over: its tries are used up; the log says when each program came and went, "
    "and if the screen was none of them, find who else may use the socket before you pair it again"
)


def screen_of(text: str) -> ScreenName:
    """Return the screen that is meant by `3`, `seat-3`, `centre` or `kiosk`. Raises Problem for any other."""
    name = f"seat-{text}" if text.isdecimal() else text
    if name not in PAIRABLE:
        raise Problem(f"screen {text}", "is none of this table's", "name a seat by its number, or centre, or kiosk")
    return name


def _pair(told: argparse.Namespace, _view: View) -> AskedCommand:
    screen = screen_of(told.screen)
    return ConfirmPairing(screen, told.code, told.by) if told.code else OpenPairing(screen, told.by)


def _then(told: argparse.Namespace) -> str:
    if told.code:
        return f"the codes are the same, {told.code}: now touch that on the screen, unless somebody has already"
    return f"start the screen's program; then say attend pair {told.screen} --code and the six digits that it shows"


def screen_lines(view: View) -> tuple[str, ...]:
    """Every screen that can be paired: its key, since when and by whose word, and when it was seen last."""
    keys = {key.screen: key for key in view.screens.keys}
    seen = {one.screen: one for one in view.screens.seen}
    lines = tuple(f"{name:8} {_key(keys.get(name)):68} {_seen(seen.get(name))}" for name in PAIRABLE)
    if view.screens.pairing is not None:
        return (*lines, _pairing(view.screens.pairing))
    return (*lines, _SPENT.format(screen=view.screens.spent)) if view.screens.spent else lines


def _key(key: ScreenKeyView | None) -> str:
    if key is None:
        return "key copied from the table's folder"
    if not key.public:
        return f"NO KEY since {_moment(key.since)}, by {key.by}"
    anew = ", asked for another" if key.renewing else ""
    return f"key {fingerprint(key.public)} since {_moment(key.since)}, by {key.by}{anew}"


def _seen(one: SeenView | None) -> str:
    if one is None:
        return f"seen {_NEVER}"
    return f"connected since {_moment(one.at)}" if one.connected else f"seen last {_moment(one.at)}"


def _pairing(open_now: PairingView) -> str:
    line = f"pairing of {open_now.screen} open until {_moment(open_now.until)}, {open_now.left} tries left"
    if not open_now.public:
        return f"{line}, no screen has come yet"
    agreed = [who for who, said in (("desk", open_now.at_desk), ("screen", open_now.at_screen)) if said]
    called = f"called the same by the {' and the '.join(agreed)}" if agreed else "its code waits to be typed"
    return f"{line}; a screen with key {fingerprint(open_now.public)} has come, {called}"


def _moment(wall_ms: int) -> str:
    return datetime.fromtimestamp(wall_ms // 1_000, UTC).strftime("%Y-%m-%d %H:%M UTC") if wall_ms else _NEVER


SCREEN_WORDS: Final[tuple[Word, ...]] = (
    Word("screens", "which screens belong to the table: their keys, and when each was seen last", tells=screen_lines),
    Word(
        "pair",
        "let a screen be paired for five minutes; then say it again with the code that the screen shows",
        (_SCREEN, Argument("--code", "the six digits that you read on the screen itself", default="")),
        _pair,
        then=_then,
    ),
    Word("end-pairing", "let no screen be paired any more", command=lambda told, _view: ClosePairing(by=told.by)),
    Word(
        "renew",
        "have a screen make itself another key, or its first; it takes no walk to it",
        (_SCREEN,),
        lambda told, _view: RenewScreenKey(screen_of(told.screen), told.by),
    ),
    Word(
        "unpair",
        "end a screen's connection at once; its key counts no more",
        (_SCREEN,),
        lambda told, _view: UnpairScreen(screen_of(told.screen), told.by),
    ),
)
