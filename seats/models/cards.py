"""Own cards that a player chooses from: to throw away, to exchange, to show, or to set in rows.

Choosing is this screen's alone; the table hears of it when the key below is pressed.
"""

from typing import Final, Literal

import msgspec

from controller.vocab.hand_records import DecisionOffered, RowName
from controller.wire.view import SeatView, View
from evaluator_ext import Card
from evaluator_ext.rankings import mis_set
from seats.models.local import SeatLocal, may_peek
from seats.models.words import Words

Purpose = Literal["exchange", "discard", "show"]

ROWS: Final[tuple[tuple[RowName, int, int], ...]] = (("front", 0, 3), ("middle", 3, 8), ("back", 8, 13))
"""Each row and the places its cards take among the thirteen."""

THIRTEEN: Final = 13


class PickCard(msgspec.Struct, frozen=True):
    """One own card to choose. `face` is drawn only while the cards are held up, or where the card lies open."""

    card: Card
    face: bool
    picked: bool
    legal: bool


class Picking(msgspec.Struct, frozen=True):
    """Choose cards, then press the key. `legal` once as many are chosen as may be."""

    purpose: Purpose
    headline: str
    note: str
    cards: tuple[PickCard, ...]
    words: str
    legal: bool


class RowLine(msgspec.Struct, frozen=True):
    """One row as it lies now."""

    words: str
    cards: tuple[Card, ...]


class Arranging(msgspec.Struct, frozen=True):
    """Thirteen cards in rows. Two cards that are touched one after the other change places."""

    rows: tuple[RowLine, ...]
    lifted: Card | None
    out_of_order: bool
    verdict: str
    note: str
    words: str
    surrender: str
    legal: bool


def purpose_of(offer: DecisionOffered) -> Purpose:
    """What cards are chosen for: where so many must go, nothing comes in their place."""
    if offer.kind == "show":
        return "show"
    return "discard" if offer.least else "exchange"


def picking(view: View, seat: SeatView, local: SeatLocal, words: Words, *, alive: bool) -> Picking | None:
    """Show the cards to choose from, or None while the own decision is another."""
    offer = view.decision
    if offer is None or offer.seat != view.own or offer.kind not in ("discard", "show"):
        return None
    purpose, chosen = purpose_of(offer), len(local.picked)
    held = local.peeking and may_peek(view, local.connected)
    fixed = local.connected and not view.paused and local.answered is None
    return Picking(
        purpose=purpose,
        headline=_asked(purpose, offer, words),
        note=words.say("pick.hold-to-see"),
        cards=tuple(
            PickCard(
                card=card,
                face=held or card in seat.up,
                picked=card in local.picked,
                legal=fixed and (card in local.picked or chosen < offer.most),
            )
            for card in seat.cards
        ),
        words=words.language.plural(f"pick.{purpose}", chosen) if chosen else words.say(f"pick.{purpose}-none"),
        legal=alive and offer.least <= chosen <= offer.most,
    )


def _asked(purpose: Purpose, offer: DecisionOffered, words: Words) -> str:
    if purpose == "discard":
        return words.language.plural("pick.discard-asked", offer.least)
    return words.say(f"pick.{purpose}-asked", most=offer.most)


def rows_now(seat: SeatView, local: SeatLocal) -> tuple[Card, ...]:
    """The thirteen cards as they lie: as dealt, the highest at the back, until the player moves one."""
    return local.rows or tuple(sorted(seat.cards, key=lambda card: (card >> 2, card)))


def arranging(view: View, seat: SeatView, local: SeatLocal, words: Words, *, alive: bool) -> Arranging | None:
    """Show the rows, or None while they are not asked for."""
    offer = view.decision
    if offer is None or offer.seat != view.own or offer.kind != "arrange" or len(seat.cards) != THIRTEEN:
        return None
    cards = rows_now(seat, local)
    front, middle, back = (cards[start:end] for _, start, end in ROWS)
    wrong = mis_set(front, middle, back)
    price = words.language.plural("rows.surrender", offer.surrender) if offer.surrender else ""
    return Arranging(
        rows=tuple(RowLine(words.say(f"rows.{name}"), cards[start:end]) for name, start, end in ROWS),
        lifted=local.lifted,
        out_of_order=wrong,
        verdict=words.say("rows.out-of-order" if wrong else "rows.in-order"),
        note=words.say("rows.how"),
        words=words.say("rows.set"),
        surrender=price,
        legal=alive,
    )
