"""Hands for the tests of this folder: played by the real engine, with prepared decks and choices."""

from controller.hand import play, start
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes

STACK = 200


def hand_started(stacks=(STACK, STACK, STACK), rake_permille=50):
    """Seats 1, 2, ... with these stacks, the button on the last: seat 1 posts the small blind, seat 2 the big one."""
    return hr.HandStarted(
        hand=HandId(7),
        game=GameId("holdem-nl"),
        rule_set=RuleSetId("ray"),
        stakes=Stakes(small_blind=1, big_blind=2, ante=0, unit=1),
        rake_permille=rake_permille,
        rake_cap=10,
        button=len(stacks),
        entrants=tuple(hr.Entrant(seat=seat, stack=stack) for seat, stack in enumerate(stacks, 1)),
        forced=(hr.ForcedBet(1, "small-blind", 1), hr.ForcedBet(2, "big-blind", 2)),
        first_decision=DecisionId(1),
    )


def chosen(decision, number):
    """One of the acts a decision offers; every number names one."""
    kinds = ["call" if decision.call else "check", "fold", "least", "most"]
    kind = kinds[number % (4 if decision.max_to else 2)]
    to = {"least": decision.min_to, "most": decision.max_to}.get(kind, 0)
    return hr.Act(seat=decision.seat, decision=decision.decision, kind="raise" if to else kind, to=to)


FOLD = 1


def played(started, deck, numbers, then=0):
    """All events of a hand in which `numbers` decide, and `then` (check or call) when they have run out."""
    hand, events = start(started, tuple(deck))
    numbers = iter(numbers)
    while not hand.over:
        events += play(hand, chosen(hand.decision, next(numbers, then)))
    return events
