"""Throwing cards away and drawing others: whose turn it is, what he may give, and a deck that runs short."""

from hashlib import blake2b
from typing import Final

from cashier.refusal import Code, Refusal
from controller.hand.model import Hand, Player, next_seat, question
from controller.hand.state import emit, emit_cards, emit_count
from controller.vocab import hand_records as hr
from controller.vocab.records import HandEvent
from evaluator_ext import Card, full_deck

_AS_BYTES: Final = [bytes([card]) for card in full_deck()]


def next_discard(hand: Hand) -> hr.DecisionOffered:
    """The decision of the next player who owes cards or may exchange some, clockwise from the left of the button."""
    seat = next_seat(hand.to_discard, hand.started.button)
    player, street = hand.player(seat), hand.terms.rounds[hand.street]
    least = most = street.discard.count if street.discard is not None else 0
    if street.draw:
        most = min(street.draw, len(player.cards))
        if _left(hand) < most:
            most = min(most, _left(hand) + len(recyclable(hand)))
    return question(hand, seat, "discard", least, most)


def cards_refusal(hand: Hand, decision: hr.DecisionOffered, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these cards cannot go: too few or too many, one twice, or one that the player does not hold."""
    player, least, most, count = hand.player(decision.seat), decision.least, decision.most, len(cards)
    unusable = [card for card in cards if card not in player.cards or cards.count(card) > 1]
    if least <= count <= most and not unusable:
        return None
    return Refusal(Code.CARDS_UNUSABLE, {"count": count, "least": least, "most": most})


def take_discards(
    hand: Hand, events: list[HandEvent], offered: hr.DecisionOffered, act: hr.Act, auto: hr.AutoCause | None
) -> None:
    """Throw the cards away and deal as many others where the street has a draw (poker.md §12.8, case 54)."""
    player, street, cards = hand.player(act.seat), hand.terms.rounds[hand.street], act.cards
    seat, count = player.seat, len(cards)
    if count:
        emit(hand, events, hr.CardsDiscarded(seat, cards))
    burn = 1 if count and street.burn_each and _left(hand) else 0
    acted = hr.Acted(
        seat=seat,
        decision=offered.decision,
        kind="discard",
        to=player.bet,
        added=0,
        stack=player.stack,
        auto=auto,
        discarded=count,
        burnt=burn,
    )
    emit(hand, events, acted)
    if count and street.draw:
        _replace(hand, events, player, count)
    if count:
        emit_count(hand, events, player)


def _replace(hand: Hand, events: list[HandEvent], player: Player, count: int) -> None:
    refill(hand, events, count)
    cards = hand.deck[hand.dealt : hand.dealt + count]
    emit_cards(hand, events, player, cards)


def _left(hand: Hand) -> int:
    return len(hand.deck) - hand.dealt


def recyclable(hand: Hand) -> tuple[Card, ...]:
    """The cards that may be shuffled under a deck that runs short: never those thrown away on this street."""
    if hand.game.recycle == "nothing":
        return ()
    if hand.game.recycle == "burns":
        return hand.burnt
    again = hand.burnt + hand.discards
    for player in hand.around:
        if not hand.live >> player.seat & 1:
            again += player.cards
    return again


def refill(hand: Hand, events: list[HandEvent], needed: int) -> None:
    """Shuffle what may be dealt again under the deck when it holds fewer cards than needed."""
    if _left(hand) < needed:
        again = recyclable(hand)
        if again:
            emit(hand, events, hr.DeckRecycled(cards=reshuffled(hand.deck, again)))


def reshuffled(deck: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in an order that follows from the whole deck alone.

    A hand has no chance of its own. The order of the deck, which nobody knows before it is all dealt, keys a hash by
    which the cards are sorted; so the order can be told again, and not foretold.
    """
    keyed = blake2b(key=blake2b(bytes(deck), digest_size=32).digest(), digest_size=16)

    def place(card: Card) -> bytes:
        alone = keyed.copy()
        alone.update(_AS_BYTES[card])
        return alone.digest()

    return tuple(sorted(cards, key=place))
