"""Who is first to act on a street: left of the blinds or of the button, or by the cards that lie open."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from controller.games.model import Opener
from controller.games.openers import opener_of
from controller.hand.model import BLINDS, Hand
from controller.vocab.ids import Seat
from evaluator_ext import Card
from evaluator_ext.rankings import RANKINGS, UpCardOptions

_ACE: Final = 12


def seat_before_opener(hand: Hand) -> Seat:
    """The seat after which the first to act is looked for clockwise."""
    return OPENERS[opener_of(hand.game, hand.street, hand.rulings)](hand)


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


def _low_card(hand: Hand) -> Seat:
    """The lowest up card, ties by Bridge Rank Order: the number of a card is its place in that order."""
    return min(hand.live_seats(), key=lambda seat: hand.players[seat].up[0]) - 1


def _high_card(hand: Hand) -> Seat:
    return max(hand.live_seats(), key=lambda seat: hand.players[seat].up[0]) - 1


def _high_card_ace_low(hand: Hand) -> Seat:
    """The highest up card of razz, where the ace is the lowest (hand-engine case 39)."""
    return max(hand.live_seats(), key=lambda seat: _with_low_ace(hand.players[seat].up[0])) - 1


def _with_low_ace(card: Card) -> tuple[bool, Card]:
    return card >> 2 != _ACE, card


def _best_showing(hand: Hand) -> Seat:
    rank = _rank_of_up_cards(hand.game.shares[0].ranking == "soko", hand.rulings.soko_low_straight)
    by_suit = hand.rulings.showing_ties == "suit"

    def standing(seat: Seat) -> tuple[int, Card]:
        up = hand.players[seat].up
        return rank(up), max(up) if by_suit else 0

    return max(hand.live_seats(), key=standing) - 1


@cache
def _rank_of_up_cards(soko: bool, low_four_straight: bool) -> Callable[[Sequence[Card]], int]:
    return RANKINGS["up-cards"].judge(UpCardOptions(soko=soko, low_four_straight=low_four_straight)).rank


def _lowest_showing(hand: Hand) -> Seat:
    by_suit = hand.rulings.showing_ties == "suit"

    def standing(seat: Seat) -> tuple[tuple[int, ...], Card]:
        up = hand.players[seat].up
        return ace_to_five_order(up), -max(up) if by_suit else 0

    return min(hand.live_seats(), key=standing) - 1


def ace_to_five_order(cards: Sequence[Card]) -> tuple[int, ...]:
    """A key by which open cards of razz compare, the lower the better: no pair, then the lowest cards, ace lowest."""
    counts = Counter(-1 if card >> 2 == _ACE else card >> 2 for card in cards)
    groups = sorted(counts.items(), key=lambda group: (group[1], group[0]), reverse=True)
    return (*(count for _, count in groups), *(rank for rank, _ in groups))


OPENERS: Final[Mapping[Opener, Callable[[Hand], Seat]]] = {
    "left-of-blinds": _left_of_blinds,
    "left-of-button": _left_of_button,
    "left-of-aggressor": _left_of_aggressor,
    "low-card": _low_card,
    "high-card": _high_card,
    "high-card-ace-low": _high_card_ace_low,
    "best-showing": _best_showing,
    "lowest-showing": _lowest_showing,
}
"""How each opener is found. An opener who is all-in gives the first act to the next seat clockwise (case 40)."""
