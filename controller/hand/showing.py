"""Showing before or beside the showdown, as rulings have it; what is shown is shown to everyone (poker.md §8, §10.1).

By `show_choice` who wins unseen may show cards, and who has lost may show his hand; a card that is not shown stands in
no event but the one that dealt it. By `all_in_hands` nobody is asked: the hands lie open once nobody can bet any more.
"""

from controller.hand.model import Hand, question
from controller.hand.showdown import tabled
from controller.hand.state import emit
from controller.vocab import hand_records as hr
from controller.vocab.ids import Seat
from controller.vocab.records import HandEvent


def next_show(hand: Hand, seat: Seat) -> hr.DecisionOffered | None:
    """The question to a player who need not show; None where he has no choice or has made it.

    The winner when all others folded may be asked by either ruling, a loser at the showdown by one.
    """
    choice, alone = hand.rulings.show_choice, not hand.live & (hand.live - 1)
    if choice == "nobody" or (choice == "winner-by-folds" and not alone) or hand.chosen >> seat & 1:
        return None
    return question(hand, seat, "show", 0, len(hand.players[seat].cards))


def take_show(
    hand: Hand, events: list[HandEvent], offered: hr.DecisionOffered, act: hr.Act, auto: hr.AutoCause | None
) -> None:
    """Open the chosen cards. A loser who shows them all tables his hand; otherwise he gives it up."""
    player = hand.players[act.seat]
    acted = hr.Acted(
        seat=act.seat, decision=offered.decision, kind="show", to=0, added=0, stack=player.stack, auto=auto
    )
    emit(hand, events, acted)
    if hand.live & (hand.live - 1):
        if set(act.cards) == set(player.cards):
            emit(hand, events, tabled(hand, act.seat))
            return
        emit(hand, events, hr.HandMucked(seat=act.seat))
    if act.cards:
        emit(hand, events, hr.CardsShown(seat=act.seat, cards=act.cards))


def turn_hands_up(hand: Hand, events: list[HandEvent]) -> None:
    """Open every hand that is in before more cards are dealt, if betting is over for good and none lies open yet.

    While cards are still to be thrown away or exchanged, what a player holds stays his own affair.
    """
    later = hand.game.streets[hand.street + 1 :]
    if hand.turned_up or hand.able & (hand.able - 1) or any(street.draw or street.discard for street in later):
        return
    for seat in hand.live_seats():
        emit(hand, events, hr.HandTurnedUp(seat=seat, cards=hand.players[seat].cards))
