"""`jakaja attend player-card`: whose a player's card is, and what becomes of one that is lost.

A card is named by its number or the pseudonym that the table has for it; `shown` is the one in the reader.
"""

import argparse
from typing import Final

from controller.app.attend_players import Desk, Errand, PlayerWord
from controller.vocab import player_card_records as pc
from controller.vocab.player_records import Pseudonym

SHOWN: Final = "shown"
"""The word for whatever card lies in the reader."""

_LOST_OR_HOUSE: Final = ("lost", "house")
_CARD: Final = ("card", f"its number as card:NUMBER, 32 hex digits, or {SHOWN} for the one in the reader", ())

STATES: Final[dict[pc.PinState, str]] = {
    "none": "no PIN chosen yet",
    "asked": "PIN chosen",
    "right": "PIN chosen",
    "locked": "PIN locked: tried too often",
}


def _card(desk: Desk, text: str) -> Pseudonym:
    return "" if text == SHOWN else desk.player(text)


def _enrol(desk: Desk, told: argparse.Namespace) -> Errand:
    card = _card(desk, told.card)
    player = desk.player(told.owner) if told.owner else ""
    return Errand(pc.EnrolPlayerCard(card, player, told.by, told.reason))


def _block(desk: Desk, told: argparse.Namespace) -> Errand:
    return Errand(pc.BlockPlayerCard(_card(desk, told.card), told.cause, told.by, told.reason))


def _unblock(desk: Desk, told: argparse.Namespace) -> Errand:
    return Errand(pc.UnblockPlayerCard(_card(desk, told.card), told.by, told.second, told.reason))


def _replace(desk: Desk, told: argparse.Namespace) -> Errand:
    old, new = desk.player(told.card), _card(desk, told.new)
    return Errand(pc.ReplacePlayerCard(old, new, told.by, told.second, told.reason))


def _show(desk: Desk, told: argparse.Namespace) -> Errand:
    return Errand(pc.LookUpPlayerCard(_card(desk, told.card), told.by, told.reason), shows_card=True)


def _reset_pin(desk: Desk, told: argparse.Namespace) -> Errand:
    return Errand(pc.ResetPin(desk.player(told.card), told.by, told.second, told.reason))


CARD_WORDS: Final[tuple[PlayerWord, ...]] = (
    PlayerWord(
        "enrol",
        "let a card stand for a player on file, or for whoever holds it",
        _enrol,
        (_CARD, ("--owner", "the player on file; without one the card is anonymous", ())),
        names_player=False,
    ),
    PlayerWord("show", "whose a card is, and whether it opens anything", _show, (_CARD,), names_player=False),
    PlayerWord(
        "block",
        "let a card open nothing any more",
        _block,
        (_CARD, ("cause", "why", _LOST_OR_HOUSE)),
        names_player=False,
    ),
    PlayerWord("unblock", "let a blocked card open again what it did", _unblock, (_CARD,), names_player=False),
    PlayerWord(
        "replace",
        "put a new card in the place of a lost one: everything of its player follows",
        _replace,
        (
            ("card", "the old card, or its player: card:NUMBER or 32 hex digits", ()),
            ("new", f"the new card, or {SHOWN} for the one in the reader", ()),
        ),
        names_player=False,
    ),
    PlayerWord(
        "reset-pin",
        "let a player choose another PIN with his card",
        _reset_pin,
        (("card", "his card, or himself: card:NUMBER or 32 hex digits", ()),),
        names_player=False,
    ),
)


def card_lines(told: pc.PlayerCardLookedUp) -> tuple[str, ...]:
    """What the table knows of a card."""
    whose = "anonymous, or its player's first" if told.player == told.card else f"of player {told.player}"
    opens = "in use" if told.block is None else f"opens nothing: {told.block}"
    return (f"card {told.card}: {whose}", f"  {opens}", f"  {STATES[told.pin]}")
