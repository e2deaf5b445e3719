"""The dealer's cards: posts are in, hands are dealt, then street by street up cards and boards (poker.md §3)."""

from controller.hand.drawing import refill
from controller.hand.model import Hand
from controller.hand.state import emit, emit_cards, emit_count, emit_up_cards
from controller.vocab.hand_records import BoardDealt, StreetBegan
from controller.vocab.records import HandEvent
from evaluator_ext import Card


def deal_hole_cards(hand: Hand, events: list[HandEvent]) -> None:
    """One card at a time clockwise from the left of the button to everyone who is in (poker.md §3.1).

    The street's down cards come first. Everyone in turn is told of all his cards at once.
    """
    street, seats = hand.terms.rounds[hand.street], hand.live_seats()
    players, first = len(seats), hand.round_from
    for seat in seats:
        player = hand.player(seat)
        if street.hole:
            emit_cards(hand, events, player, _every(hand.deck, first, players, street.hole))
        if street.up:
            emit_up_cards(hand, events, player, _every(hand.deck, first + street.hole * players, players, street.up))
        emit_count(hand, events, player)
        first += 1


def _every(deck: tuple[Card, ...], first: int, apart: int, count: int) -> tuple[Card, ...]:
    """So many cards of the deck from place `first` on, each so many places behind the one before."""
    cards: list[Card] = []
    for number in range(count):
        cards.append(deck[first + number * apart])  # noqa: PERF401 - no C type in a comprehension
    return tuple(cards)


def begin_first_street(hand: Hand, events: list[HandEvent]) -> None:
    """Deal the hands, then burn and deal the board card of games that open one before the betting."""
    deal_hole_cards(hand, events)
    street = hand.terms.rounds[0]
    emit(hand, events, StreetBegan(street=0, burnt=street.burn))
    if street.board:
        _deal_boards(hand, events, street.board)


def begin_street(hand: Hand, events: list[HandEvent], number: int) -> None:
    """Burn, then deal what the street deals; a card for everyone where the deck has not one for each (case 41)."""
    rounds = hand.terms.rounds
    street = rounds[number]
    needed = street.each * len(hand.live_seats()) if street.each else 0
    burnt = street.burn
    shared = False
    if needed:
        refill(hand, events, needed + burnt)
    left = len(hand.deck) - hand.dealt
    if needed:
        # A card for everyone must stay on each street that follows; those burnt by now come back.
        later = 0
        for following in rounds[number + 1 :]:
            later += following.each > 0
        shared = left < needed + max(later - len(hand.burnt), 0)
    burnt = min(burnt, left - (1 if shared else needed))
    emit(hand, events, StreetBegan(street=number, burnt=burnt))
    if shared:
        _deal_boards(hand, events, 1)
    elif needed:
        deal_hole_cards(hand, events)
    if street.board:
        _deal_boards(hand, events, street.board)


def _deal_boards(hand: Hand, events: list[HandEvent], count: int) -> None:
    for board in range(hand.terms.boards):
        cards = hand.deck[hand.dealt : hand.dealt + count]
        emit(hand, events, BoardDealt(street=hand.street, cards=cards, which=board))
