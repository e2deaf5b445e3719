"""What a coach says in practice: how often the own cards win against hands that nobody knows, and what a call needs.

He sees what the player's own screen sees and nothing else.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from controller.language import Language
from controller.wire.view import SeatView, View
from evaluator_ext import Card
from evaluator_ext.equity import EquityGameId, equity

SAMPLES: Final = 20_000
"""Deals by chance: the share is then right to about half a percent."""

GAMES: Final[Mapping[str, EquityGameId]] = {
    "holdem": "holdem",
    "short-deck": "short-deck-holdem",
    "holdem32": "hungarian-holdem",
    "omaha": "omaha",
    "omaha5": "omaha-5",
    "omaha6": "omaha-6",
    "omaha8": "omaha-hi-lo",
    "omaha58": "omaha-5-hi-lo",
    "stud": "stud",
    "stud8": "stud-hi-lo",
    "razz": "razz",
    "soko": "soko",
}
"""The games that the coach knows, by the family in a game's id; in draw games nobody knows what others keep."""


class Advice(msgspec.Struct, frozen=True):
    """Shares in thousandths of the pot: what the own hand gets on average, and what makes a call pay for itself.

    `needed` is 0 where nothing is to be called. `others` is how many hands are against it.
    """

    share: int
    needed: int
    others: int


def advise(view: View, seed: int = 0) -> Advice | None:
    """Look at the own hand; None where it is not the player's turn, or at a game that the coach does not know."""
    decision, own = view.decision, view.seats.get(view.own or 0)
    game = _game(view)
    if decision is None or own is None or decision.seat != view.own or game is None or not own.cards:
        return None
    against = [seat for seat in view.seats.values() if seat.seat != view.own and seat.status in ("in-hand", "all-in")]
    if not against:
        return None
    hands = (own.cards, *(tuple(seat.up) for seat in against))
    pot = decision.pot + decision.call
    needed = -(-1000 * decision.call // pot) if decision.call else 0
    return Advice(round(1000 * _share(view, hands, game, seed)), needed, len(against))


def _share(view: View, hands: tuple[tuple[Card, ...], ...], game: EquityGameId, seed: int) -> Fraction:
    """The own share of the pot, of which each of several boards decides an equal part."""
    boards = (view.board, *view.more_boards)
    folded = _dead(view, hands)
    shares = [
        equity(hands, board, (*folded, *others), game, samples=SAMPLES, seed=seed).players[0].share
        for number, board in enumerate(boards)
        for others in [_cards_of(boards[:number] + boards[number + 1 :])]
    ]
    return sum(shares, Fraction()) / len(shares)


def _cards_of(boards: tuple[tuple[Card, ...], ...]) -> tuple[Card, ...]:
    return tuple(card for board in boards for card in board)


def _game(view: View) -> EquityGameId | None:
    game = view.game or (view.profile.game if view.profile is not None else "")
    return GAMES.get(game.rpartition("-")[0])


def _dead(view: View, hands: tuple[tuple[Card, ...], ...]) -> tuple[Card, ...]:
    """Open cards of those who have folded: they cannot come any more."""
    held = {card for hand in hands for card in hand}
    return tuple(card for seat in view.seats.values() for card in _open(seat) if card not in held)


def _open(seat: SeatView) -> tuple[Card, ...]:
    return seat.up if seat.status == "folded" else ()


def sentence(advice: Advice | None, language: Language) -> str:
    """What the coach says, in one or two lines."""
    if advice is None:
        return language.text("coach.nothing")
    share = language.percent(_whole(advice.share))
    won = language.plural("coach.share", advice.others, share=share)
    if not advice.needed:
        return won + "\n" + language.text("coach.free")
    needed = language.percent(_whole(advice.needed))
    word = "coach.call-pays" if advice.share >= advice.needed else "coach.call-costs"
    return won + "\n" + language.text(word, needed=needed)


def _whole(permille: int) -> int:
    """Whole percent are enough, and more would not be right."""
    return 10 * ((permille + 5) // 10)
