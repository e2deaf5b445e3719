"""Chips on their way across the centre: bets to the pot, the pot to its winners (visual.md §10)."""

from __future__ import annotations

import msgspec

from controller.vocab.ids import Chips, HandId, Seat
from controller.wire.view import View
from seats.art import chips
from seats.kit.easing import MOTIONS, Tween
from seats.kit.flight import Flight, Place
from seats.metrics import CENTRE, Box
from seats.screens.places import CENTRE_PLACES, CHIP_MM, place_of

PILE: Box = Box(82, 172, 70, 54)
SIDE_PILE: Box = Box(555, 172, 70, 54)

_GHOSTS = 2


class Seen(msgspec.Struct, frozen=True):
    """What lay on the cloth at the last update."""

    hand: HandId | None = None
    street: int = 0
    bets: dict[Seat, Chips] = {}
    paid: bool = False


def seen_of(view: View) -> Seen:
    """What of a view decides whether chips travel."""
    bets = {seat: held.bet for seat, held in view.seats.items() if held.bet}
    return Seen(view.hand, view.street, bets, bool(view.awards))


def flights(before: Seen, view: View, start_ms: int) -> list[Flight]:
    """The chips that the latest update sets moving; none across two hands, or after a link that was lost."""
    now = seen_of(view)
    if view.profile is None or before.hand is None or before.hand != now.hand:
        return []
    found: list[Flight] = []
    closed = now.street != before.street or now.paid
    if closed and before.bets and not before.paid:
        collected = {seat: bet for seat, bet in before.bets.items() if seat not in now.bets}
        tween = Tween(start_ms, MOTIONS["bets_to_pot"])
        found += [_flight(view, bet, _spot(view, seat), PILE.centre, tween) for seat, bet in collected.items()]
        start_ms += MOTIONS["bets_to_pot"].length_ms if collected else 0
    if now.paid and not before.paid:
        for award in sorted(view.awards, key=lambda award: award.pot):
            start = PILE.centre if award.pot == 0 else SIDE_PILE.centre
            tween = Tween(start_ms + award.pot * MOTIONS["pot_to_winner"].length_ms, MOTIONS["pot_to_winner"])
            found.append(_flight(view, award.amount, start, _spot(view, award.seat), tween, _GHOSTS))
    return found


def _spot(view: View, seat: Seat) -> Place:
    seats = view.profile.seats if view.profile is not None else 0
    return CENTRE_PLACES[place_of(seat, seats)].bet


def _flight(view: View, amount: Chips, start: Place, end: Place, tween: Tween, ghosts: int = 0) -> Flight:
    units = view.profile.currency.units if view.profile is not None else 1
    pile = chips.pile(max(1, amount // units), CENTRE.px(CHIP_MM))
    return Flight(pile.surface, CENTRE.px_per_mm, start, end, tween, ghosts)
