"""Who is first to act on a street: left of the blinds or of the button, or by the cards that lie open."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

from controller.games.model import Game, Opener
from controller.games.rulings import Rulings
from controller.hand.model import BLINDS, Hand
from controller.vocab.ids import Seat
from evaluator_ext import DECK_SIZE, Card
from evaluator_ext.rankings import RANKINGS, UpCardOptions

Cards: TypeAlias = tuple[Card, ...]

Standing: TypeAlias = Callable[[Cards], int]
"""How high the open cards of a seat stand against those of others."""

_ACE: Final = 12


def seat_before_opener(hand: Hand) -> Seat:
    """The seat after which the first to act is looked for clockwise."""
    street = hand.terms.rounds[hand.street]
    return seat_before(hand, street.opener)


def seat_before(hand: Hand, opener: Opener) -> Seat:
    """The seat after which clockwise such an opener would sit."""
    by_cards = BY_CARDS.get(opener)
    if by_cards is None:
        return BY_PLACE[opener](hand)
    standing_of = by_cards(hand.game, hand.rulings)
    by_suit = hand.rulings.showing_ties == "suit"
    first, best = 0, 0
    up: Cards = ()
    for player in hand.around:
        if hand.live >> player.seat & 1:
            standing = standing_of(player.up)
            if not first or standing > best or (standing == best and by_suit and max(player.up) > max(up)):
                first, best, up = player.seat, standing, player.up
    return first - 1


def must_bring_in(hand: Hand) -> bool:
    """Whether the street's first act is the bring-in (poker.md §12.5)."""
    if hand.street or hand.turn_after or not hand.started.stakes.bring_in:
        return False
    return hand.game.streets[0].bring_in


def _left_of_button(hand: Hand) -> Seat:
    return hand.started.betting_button or hand.started.button


def _left_of_blinds(hand: Hand) -> Seat:
    started = hand.started
    if len(started.entrants) == 2:
        # Heads-up the button acts first, whatever was posted (poker.md §5.6).
        return started.entrants[0].seat
    blinds = [post.seat for post in started.forced if post.kind in BLINDS]
    return blinds[-1] if blinds else started.button


def _left_of_aggressor(hand: Hand) -> Seat:
    return hand.aggressor or hand.started.button


def _lowest_card(up: Cards) -> int:
    """The lowest up card, ties by Bridge Rank Order: the number of a card is its place in that order."""
    return -up[0]


def _highest_card(up: Cards) -> int:
    return up[0]


def _highest_card_ace_low(up: Cards) -> int:
    """The highest up card of razz, where the ace is the lowest (hand-engine case 39)."""
    return up[0] if up[0] >> 2 == _ACE else up[0] + DECK_SIZE


@cache
def _rank_of_up_cards(soko: bool, low_four_straight: bool) -> Standing:
    return RANKINGS["up-cards"].judge(UpCardOptions(soko=soko, low_four_straight=low_four_straight)).rank


def _low_standing(up: Cards) -> int:
    return -ace_to_five_order(up)


def ace_to_five_order(cards: Cards) -> int:
    """A number by which as many open cards of razz compare, the lower the better: no pair, then the lowest cards."""
    held = [0 if card >> 2 == _ACE else (card >> 2) + 1 for card in cards]
    groups = sorted([(held.count(rank), rank) for rank in set(held)], reverse=True)
    order = 0
    for part in [count for count, _ in groups] + [rank for _, rank in groups]:
        order = order << 4 | part
    return order << 8 * (len(cards) - len(groups))


BY_PLACE: Final[Mapping[Opener, Callable[[Hand], Seat]]] = {
    "left-of-blinds": _left_of_blinds,
    "left-of-button": _left_of_button,
    "left-of-aggressor": _left_of_aggressor,
}
"""The seat left of which an opener sits who is told by his place."""

BY_CARDS: Final[Mapping[Opener, Callable[[Game, Rulings], Standing]]] = {
    "low-card": lambda _game, _rulings: _lowest_card,
    "high-card": lambda _game, _rulings: _highest_card,
    "high-card-ace-low": lambda _game, _rulings: _highest_card_ace_low,
    "best-showing": lambda game, rulings: _rank_of_up_cards(
        game.shares[0].ranking == "soko", rulings.soko_low_straight
    ),
    "lowest-showing": lambda _game, _rulings: _low_standing,
}
"""How high open cards stand where the seat whose stand highest opens; suits break ties where the rulings say so.

An opener who is all-in gives the first act to the next seat clockwise (case 40).
"""
