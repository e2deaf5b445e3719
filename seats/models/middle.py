"""The middle of the table: boards, pots and house fee."""

from typing import Final

import msgspec

from controller.vocab.hand_records import HandName
from controller.vocab.ids import Chips, Seat
from controller.wire.view import Award, View
from evaluator_ext import Card
from seats.models.fees import fee_lines
from seats.models.games import BOARDS, layout_of, structure_of
from seats.models.words import Fact, Words, game_of

BOARD_PLACES: Final = 5


class PotPile(msgspec.Struct, frozen=True):
    """A pot in words and chips; `amount` is empty where the house does not tell its size."""

    words: str
    amount: str
    chips: Chips


class BoardLine(msgspec.Struct, frozen=True):
    """One board, with a name where there are several. `best` are those of its cards that win something."""

    words: str
    cards: tuple[Card, ...]
    best: tuple[Card, ...]


class Middle(msgspec.Struct, frozen=True):
    """`pot` is everything in the middle; `split` its parts as the last street left them, empty with one pot only.

    `boards` is empty in games without one. `best` are all cards, of boards and winners' hands, that win something.
    `fees` are what the house and the jackpots take; `paid` says that the chips have left.
    """

    boards: tuple[BoardLine, ...]
    places: int
    best: tuple[Card, ...]
    pot: PotPile
    split: tuple[PotPile, ...]
    fees: tuple[Fact, ...]
    paid: bool


def middle(view: View, words: Words, table_ms: int) -> Middle:
    """Show the middle of the table at table time `table_ms`."""
    over = bool(view.awards)
    total = sum(pot.amount for pot in view.pots) if over else view.pot
    figure = words.money(total) if over or _tells_sizes(view) else ""
    boards = _boards(view, words)
    return Middle(
        boards=boards,
        places=BOARD_PLACES if layout_of(game_of(view)).boards else len(view.board),
        best=tuple(sorted({card for award in view.awards for card in made_by(view, award)[0]})),
        pot=PotPile(words.say("table.pot"), figure, total),
        split=split_pots(view, words),
        fees=fee_lines(view, words, table_ms),
        paid=over,
    )


def _tells_sizes(view: View) -> bool:
    """Whether players are told how large the pots are while they play for them (poker.md §4.4, AMB-32)."""
    everywhere = view.profile is None or view.profile.show_pot_total
    return everywhere or structure_of(game_of(view)) == "pl"


def _boards(view: View, words: Words) -> tuple[BoardLine, ...]:
    """The boards of the game in every run; in stud the one card that all share, if there is one."""
    each = layout_of(game_of(view)).boards
    cards = [view.board, *view.more_boards]
    cards += [()] * (each - len(cards))
    if not each and not view.board:
        return ()
    best = [_best_on(view, number, max(each, 1)) for number in range(len(cards))]
    name = "run" if view.runs > 1 else "board"
    names = [
        words.say(f"table.{name}", number=number // (max(each, 1) if name == "run" else 1) + 1)
        for number in range(len(cards))
    ]
    return tuple(
        BoardLine(said if len(cards) > 1 else "", lying, tuple(card for card in lying if card in wins))
        for said, lying, wins in zip(names, cards, best, strict=True)
    )


def _best_on(view: View, number: int, each: int) -> set[Card]:
    """The cards that win on board `number`: in its run, and for the part of the pot that is played on it."""
    parts = layout_of(game_of(view)).parts
    return {
        card
        for award in view.awards
        if award.run * each + (award.share if parts == BOARDS else 0) == number
        for card in made_by(view, award)[0]
    }


def made_by(view: View, award: Award) -> tuple[tuple[Card, ...], HandName | None]:
    """The cards that won an award, and what they make; nothing where nobody had to show."""
    return _made(view, award.seat, award.share, award.run)


def _made(view: View, number: Seat, share: int, run: int) -> tuple[tuple[Card, ...], HandName | None]:
    seat = view.at(number)
    if (share, run) == (0, 0):
        return seat.plays, seat.shown
    found = next((made for made in seat.also if (made.share, made.run) == (share, run)), None)
    return ((), None) if found is None else (found.plays, found.name)


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
    told = bool(view.awards) or _tells_sizes(view)
    return tuple(
        PotPile(pot_name(number, len(view.pots), words), words.money(pot.amount) if told else "", pot.amount)
        for number, pot in enumerate(view.pots)
    )
