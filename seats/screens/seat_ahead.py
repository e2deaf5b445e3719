"""The own cards' pictures, drawn before anybody asks to see them: neither glance nor showdown waits for a brush."""

from __future__ import annotations

from collections.abc import Iterator

from evaluator_ext import Card, print_card
from seats.art import cards
from seats.metrics import Profile
from seats.palette import DeckStyle
from seats.screens.seat_layout import own_layout
from seats.screens.seat_own import LIFT_STEPS, bent_card


class Ahead:
    """Draws one picture a call, as long as there is one; what is drawn is kept with all other pictures."""

    def __init__(self) -> None:
        self._own: tuple[Card, ...] = ()
        self._deck: DeckStyle = "four_colour"
        self._pictures: Iterator[None] = iter(())

    def draw(self, own: tuple[Card, ...], deck: DeckStyle, profile: Profile) -> None:
        """Draw the next picture of the own cards; other cards are begun with anew."""
        if (own, deck) != (self._own, self._deck):
            self._own, self._deck = own, deck
            self._pictures = _pictures(own, deck, profile)
        next(self._pictures, None)


def _pictures(own: tuple[Card, ...], deck: DeckStyle, profile: Profile) -> Iterator[None]:
    """First what a glance shows, for it may come at any time, then the open cards of the showdown."""
    layout = own_layout(len(own))
    wide = profile.px(layout.wide)
    lying = [(print_card(card), place[2]) for card, place in zip(own, layout.places, strict=False)]
    for name, degrees in lying:
        bent_card(name, wide, deck, LIFT_STEPS, degrees)
        yield
    for name, degrees in lying:
        cards.tilted(name, "full", wide, deck, degrees)
        yield
