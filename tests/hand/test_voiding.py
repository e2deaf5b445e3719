"""A hand that ends as void: who gets back what, and until when it can have been a misdeal (poker.md §3.3, §15)."""

from collections.abc import Sequence

import pytest

from cashier.invariant import InvariantBreach
from controller import hand as poker
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import full_deck

VOID = hr.HandVoided(HandId(1), "fault", by="Anna", second="Ben")
STACKS = (1000, 2000, 3000, 60)
POSTS = (("ante", 1, 5), ("ante", 2, 5), ("ante", 3, 5), ("ante", 4, 5), ("small-blind", 1, 50), ("big-blind", 2, 100))


def dealt(
    stacks: Sequence[int] = STACKS, posts: Sequence[tuple[hr.PostKind, int, int]] = POSTS, runs: int = 1
) -> poker.Hand:
    """A hand of no-limit hold'em with the button at the last seat."""
    started = hr.HandStarted(
        hand=HandId(1),
        game=GameId("holdem-nl"),
        rule_set=RuleSetId("helsinki"),
        stakes=Stakes(small_blind=50, big_blind=100, ante=5, unit=1),
        rake_permille=50,
        rake_cap=1000,
        button=len(stacks),
        entrants=tuple(hr.Entrant(seat, stack) for seat, stack in enumerate(stacks, 1)),
        forced=tuple(hr.ForcedBet(seat, kind, amount) for kind, seat, amount in posts),
        first_decision=DecisionId(7),
    )
    hand, _events = poker.start(started, full_deck())
    return hand


def act(hand: poker.Hand, kind: hr.ActKind, to: int = 0) -> None:
    decision = hand.decision
    assert decision is not None
    answer = poker.play(hand, hr.Act(decision.seat, decision.decision, kind, to))
    assert isinstance(answer, list), answer


def returned(hand: poker.Hand) -> dict[int, int]:
    """Who gets back how much when the hand is void now."""
    events = poker.void(hand, VOID)
    assert events[0] == VOID
    assert events[-1] == hr.HandEnded(HandId(1), hand.started.entrants)
    stakes = events[1:-1]
    assert all(isinstance(event, hr.StakeReturned) for event in stakes)
    before = {entrant.seat: entrant.stack for entrant in hand.started.entrants}
    assert all(event.stack == before[event.seat] for event in stakes if isinstance(event, hr.StakeReturned))
    return {event.seat: event.amount for event in stakes if isinstance(event, hr.StakeReturned)}


def test_every_post_goes_back_to_who_put_it() -> None:
    assert returned(dealt()) == {1: 55, 2: 105, 3: 5, 4: 5}


def test_dead_money_goes_back_too() -> None:
    posts = (*POSTS, ("late-post", 3, 100), ("dead-small-blind", 3, 50))
    assert returned(dealt(posts=posts)) == {1: 55, 2: 105, 3: 155, 4: 5}


def test_what_was_put_in_on_every_street_goes_back() -> None:
    hand = dealt()
    for kind, to in (("raise", 300), ("fold", 0), ("call", 0), ("call", 0), ("check", 0), ("raise", 200), ("call", 0)):
        act(hand, kind, to)
    assert hand.street == 1
    act(hand, "call")
    assert hand.street == 2
    assert returned(hand) == {1: 505, 2: 505, 3: 505, 4: 5}


def test_who_put_nothing_in_gets_nothing_back() -> None:
    assert returned(dealt(posts=(("big-blind", 2, 100),))) == {2: 100}


def test_nobody_is_asked_any_more_and_the_hand_is_over() -> None:
    hand = dealt()
    returned(hand)
    assert hand.over
    assert hand.decision is None
    assert (hand.pot, hand.rake, hand.dropped) == (0, 0, 0)


def test_nothing_may_have_been_taken_of_the_pots() -> None:
    for names in (("rake",), ("dropped",), ("rake", "dropped")):
        hand = dealt()
        for name in names:
            hand.pot -= 1
            setattr(hand, name, 1)
        with pytest.raises(InvariantBreach, match="void-before-fees"):
            poker.void(hand, VOID)


def test_every_stack_must_be_what_it_was() -> None:
    hand = dealt()
    hand.player(1).paid -= 5
    hand.player(2).paid += 5
    with pytest.raises(InvariantBreach, match="void-returns-all"):
        poker.void(hand, VOID)


# -- how far a hand has been played --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "substantial"),
    [
        ((), False),
        (("call",), False),
        (("raise",), False),
        (("fold", "fold"), False),
        (("fold", "call"), True),
        (("call", "fold"), True),
        (("call", "call"), True),
        (("fold", "fold", "call"), True),
    ],
)
def test_two_acts_of_which_one_is_with_chips_or_any_three(acts: tuple[hr.ActKind, ...], substantial: bool) -> None:
    hand = dealt()
    for count, kind in enumerate(acts):
        assert poker.acts_of(hand) == count
        act(hand, kind, 300 if kind == "raise" else 0)
    assert poker.acts_of(hand) == len(acts)
    assert poker.has_substantial_action(hand) is substantial


def test_what_a_short_stack_posts_is_no_act() -> None:
    hand = dealt(stacks=(30, 2000, 3000, 2000))
    act(hand, "fold")
    act(hand, "fold")
    assert not poker.has_substantial_action(hand)


def test_a_hand_that_is_over_counts_all_its_acts() -> None:
    hand = dealt()
    for _fold in range(3):
        act(hand, "fold")
    assert hand.over
    assert poker.acts_of(hand) == 3
    assert poker.has_substantial_action(hand)
