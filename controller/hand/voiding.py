"""A hand that is void: everyone gets back what he put in, and nobody pays a fee (R-TLT-5, poker.md §3.3, §15).

A hand stands at a decision or is over, and fees are taken only as it ends; so whatever has been put in lies in the
middle, or went back already because nobody called it.
"""

from cashier.invariant import invariant
from controller.hand.model import Hand
from controller.hand.state import emit
from controller.vocab import hand_records as hr
from controller.vocab.hand_records import Entrant
from controller.vocab.ids import Chips
from controller.vocab.records import HandEvent


def acts_of(hand: Hand) -> int:
    """How many decisions of this hand have been made; posts are none."""
    return hand.next_decision - hand.started.first_decision - (hand.decision is not None)


def has_substantial_action(hand: Hand) -> bool:
    """Whether two acts, one of them with chips, or any three have been made: then a misdeal is one no more."""
    acts = acts_of(hand)
    return acts > 2 or (acts == 2 and hand.pot > _posted(hand.started))


def _posted(started: hr.HandStarted) -> Chips:
    """What the forced bets have brought; a short stack posts what it has."""
    left = {entrant.seat: entrant.stack for entrant in started.entrants}
    before = sum(left.values())
    for post in started.forced:
        left[post.seat] -= min(post.amount, left[post.seat])
    return before - sum(left.values())


def void(hand: Hand, voided: hr.HandVoided) -> list[HandEvent]:
    """End a running hand as void, in place, and return its last events.

    Breaks `void-before-fees` when something was taken of the pot already, and `void-returns-all` when a stack is not
    what the hand began with.
    """
    taken = hand.rake + hand.dropped
    invariant(not taken, "void-before-fees", f"{taken} has been taken of the pots of hand {hand.number}")
    events: list[HandEvent] = []
    emit(hand, events, voided)
    for player in hand.around:
        stake = player.paid + player.dead
        if stake:
            emit(hand, events, hr.StakeReturned(player.seat, stake, player.stack + stake))
    stacks = tuple(Entrant(player.seat, player.stack) for player in hand.around)
    invariant(
        stacks == hand.started.entrants and not hand.pot,
        "void-returns-all",
        f"hand {hand.number} began with {hand.started.entrants} and is void with {stacks}",
    )
    emit(hand, events, hr.HandEnded(hand=hand.number, stacks=stacks))
    return events
