"""What travels on a seat screen: cards to the own place, bets to the pot, the pot to whoever won it.

Amounts change at once and pictures follow (visual.md §10): nothing waits for a flight, and no flight is shown for
what the screen did not see happen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from seats.art import cards, chips
from seats.kit.easing import MOTIONS, begin
from seats.kit.flight import Flight
from seats.metrics import SEAT
from seats.screens import seat_layout as at

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from controller.vocab.ids import Chips, Seat
    from controller.wire.view import View
    from seats.kit.flight import Place
    from seats.models.seat import SeatModel
    from seats.palette import DeckStyle

_CHIP_MM: Final = 7.2
_GHOSTS: Final = 2
_DEALER: Final = (128.0, 56.0)
_POT: Final = (102.0, 77.0)
_OWN: Final = (44.0, 104.0)


def flights(
    before: SeatModel, after: SeatModel, view: View, now_ms: int, deck: DeckStyle, hand: at.Hand
) -> list[Flight]:
    """Everything that travels because `after` follows on `before`; `view` is the one that `after` shows."""
    if not _follows(before, after):
        return []
    units = view.profile.currency.units if view.profile else 1
    gathered = list(_bets_to_pot(before, after, now_ms, units, hand))
    start_ms = now_ms + (MOTIONS["bets_to_pot"].length_ms if gathered else 0)
    return [
        *_cards_to_own_place(before, after, now_ms, deck, hand),
        *gathered,
        *_pots_to_winners(before, after, view, start_ms, units, hand),
    ]


def cards_dealt(before: SeatModel, after: SeatModel) -> int:
    """How many own cards were dealt between two models of one table."""
    if not _follows(before, after) or after.own is None or after.own.face != "back":
        return 0
    return 0 if before.own is not None and before.own.count else after.own.count


def _follows(before: SeatModel, after: SeatModel) -> bool:
    """Whether this screen saw what lies between; not at its start, and not after its link was lost."""
    heard = before.banner is None or before.banner.kind not in ("connecting", "disconnected")
    return heard and len(before.ring) == len(after.ring)


def _cards_to_own_place(
    before: SeatModel, after: SeatModel, now_ms: int, deck: DeckStyle, hand: at.Hand
) -> Iterator[Flight]:
    layout = at.own_layout(cards_dealt(before, after))
    wide = SEAT.px(layout.wide)
    for number, (x, y, degrees) in enumerate(layout.places):
        picture = cards.tilted(None, "full", wide, deck, degrees)
        yield Flight(picture, SEAT.px_per_mm, _DEALER, (x + hand.own, y), begin("deal", now_ms, number))


def _bets_to_pot(before: SeatModel, after: SeatModel, now_ms: int, units: Chips, hand: at.Hand) -> Iterator[Flight]:
    tween = begin("bets_to_pot", now_ms)
    for was, now, spot in zip(before.ring, after.ring, at.spots(len(after.ring)), strict=True):
        if was.bet and not now.bet and was.seat == now.seat:
            yield Flight(_pile(was.bet, units), SEAT.px_per_mm, spot.bet.centre, _POT, tween)
    if before.own and before.own.bet and after.own and not after.own.bet:
        yield Flight(_pile(before.own.bet, units), SEAT.px_per_mm, at.OWN_BET.moved(hand.bet, 0).centre, _POT, tween)


def _pots_to_winners(
    before: SeatModel, after: SeatModel, view: View, start_ms: int, units: Chips, hand: at.Hand
) -> Iterator[Flight]:
    """One pot after the other, each to all who share it."""
    if before.middle.paid or not after.middle.paid:
        return
    length_ms = MOTIONS["pot_to_winner"].length_ms
    pots = sorted({award.pot for award in view.awards})
    for award in view.awards:
        tween = begin("pot_to_winner", start_ms + pots.index(award.pot) * length_ms)
        end = _place_of(after, award.seat, hand)
        yield Flight(_pile(award.amount, units), SEAT.px_per_mm, _POT, end, tween, _GHOSTS)


def _place_of(model: SeatModel, seat: Seat, hand: at.Hand) -> Place:
    for place, spot in zip(model.ring, at.spots(len(model.ring)), strict=True):
        if place.seat == seat:
            return spot.plate.centre
    return _OWN[0] + hand.own, _OWN[1]


def _pile(amount: Chips, units: Chips) -> pygame.Surface:
    return chips.pile(amount // units, SEAT.px(_CHIP_MM)).surface
