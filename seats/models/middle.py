"""The middle of the table: board, pots and house fee."""

from typing import Final

import msgspec

from controller.vocab.ids import Chips
from controller.wire.view import View
from evaluator_ext import Card
from seats.models.words import Words, rake_text

BOARD_PLACES: Final = 5


class PotPile(msgspec.Struct, frozen=True):
    """A pot in words and chips."""

    words: str
    amount: str
    chips: Chips


class Middle(msgspec.Struct, frozen=True):
    """`pot` is everything in the middle; `split` its parts as the last street left them, empty with one pot only.

    `best` are the cards of the board and of the winners' hands that win. `paid` says that the chips have left.
    """

    board: tuple[Card, ...]
    places: int
    best: tuple[Card, ...]
    pot: PotPile
    split: tuple[PotPile, ...]
    rake_words: str
    rake: str
    paid: bool


def middle(view: View, words: Words) -> Middle:
    """Show the middle of the table."""
    over = bool(view.awards)
    total = sum(pot.amount for pot in view.pots) if over else view.pot
    return Middle(
        board=view.board,
        places=BOARD_PLACES,
        best=tuple(sorted({card for seat in view.seats.values() if seat.won for card in seat.plays})) if over else (),
        pot=PotPile(words.say("table.pot"), words.money(total), total),
        split=split_pots(view, words),
        rake_words=words.say("table.rake"),
        rake=rake_text(view, words),
        paid=over,
    )


def pot_name(number: int, pots: int, words: Words) -> str:
    """The name of pot `number` (0 = main) among `pots`."""
    if pots == 1:
        return words.say("table.pot")
    if number == 0:
        return words.say("table.main-pot")
    if pots == 2:
        return words.say("table.side-pot")
    return words.say("table.side-pot-number", number=number)


def split_pots(view: View, words: Words) -> tuple[PotPile, ...]:
    """Main and side pots, if there is more than one."""
    if len(view.pots) < 2:
        return ()
    return tuple(
        PotPile(pot_name(number, len(view.pots), words), words.money(pot.amount), pot.amount)
        for number, pot in enumerate(view.pots)
    )
