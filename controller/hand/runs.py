"""Running it twice: when all betting is over, the players may agree to deal the rest of the board more than once.

Everybody who is still in must agree, no act may be pending and somebody must be all-in; what lies on the board is
shared by all runs (hand-engine case 57). Nobody is asked where cards are still to be dealt to players or thrown away,
nor where the deck would not reach, and never without the ruling `most_runs`.
"""

from cashier.refusal import Code, Refusal
from controller.hand.model import Hand, next_seat, question
from controller.hand.state import emit
from controller.vocab import hand_records as hr
from controller.vocab.records import HandEvent


def next_runs(hand: Hand) -> hr.DecisionOffered | None:
    """The question to the next player, clockwise from the left of the button; None when there is none to ask.

    Betting must be over on the street that was dealt last. What one player agrees to is the most the next is offered.
    """
    if hand.terms.most_runs < 2:
        return None
    most = hand.wanted_runs or most_runs(hand)
    asked = hand.live & ~hand.willing
    if most < 2 or not asked:
        return None
    seat = next_seat(asked, hand.started.button)
    return question(hand, seat, "runs", 1, most)


def most_runs(hand: Hand) -> int:
    """How often the rest of the board could be dealt now; 1 where the players have no choice."""
    if hand.terms.most_runs < 2 or hand.able & (hand.able - 1):
        return 1
    later = hand.game.streets[hand.street + 1 :]
    if not later or any(street.hole or street.up or street.draw or street.discard for street in later):
        return 1
    burns = hand.rulings.burn_cards
    each = sum(hand.game.boards * street.board + (street.burn and burns) for street in later)
    return max(min(hand.rulings.most_runs, (len(hand.deck) - hand.dealt) // each), 1)


def runs_refusal(decision: hr.DecisionOffered, runs: int) -> Refusal | None:
    """Why the rest cannot be dealt so often."""
    if decision.least <= runs <= decision.most:
        return None
    return Refusal(Code.RUNS_UNUSABLE, {"runs": runs, "most": decision.most})


def take_runs(
    hand: Hand, events: list[HandEvent], offered: hr.DecisionOffered, act: hr.Act, auto: hr.AutoCause | None
) -> None:
    """Note how often a player agrees to; once everybody has agreed to more than one run, say so."""
    stack = hand.players[act.seat].stack
    acted = hr.Acted(
        seat=act.seat, decision=offered.decision, kind="runs", to=0, added=0, stack=stack, auto=auto, runs=act.runs
    )
    emit(hand, events, acted)
    if hand.wanted_runs > 1 and not hand.live & ~hand.willing:
        emit(hand, events, hr.RunsAgreed(runs=hand.wanted_runs))


def deal_further_runs(hand: Hand, events: list[HandEvent]) -> None:
    """Deal the boards of every run but the first, one run after the other, as far as the first one goes."""
    boards = hand.game.boards
    for which in range(boards, len(hand.boards)):
        if which % boards == 0:
            _deal_run(hand, events, which)


def _deal_run(hand: Hand, events: list[HandEvent], first: int) -> None:
    """Deal what the boards from number `first` on lack, street by street; one card is burnt for all of a street."""
    burns = hand.rulings.burn_cards
    shared = len(hand.boards[first])
    begun = 0
    for number, street in enumerate(hand.game.streets):
        begun += street.board
        if not street.board or begun <= shared:
            continue
        for board in range(hand.game.boards):
            cards_from = hand.dealt + (burnt := int(burns and street.burn and not board))
            cards = hand.deck[cards_from : cards_from + street.board]
            emit(hand, events, hr.BoardDealt(street=number, cards=cards, which=first + board, burnt=burnt))
