"""Random hands of every game that pokerkit has too: both engines end them with the same stacks.

Differences that are meant are few. An odd chip may go elsewhere: pokerkit gives all to one player (hand-engine case 46,
and by position also in stud). A hand that pokerkit refuses must hold an all-in raise: it takes none that nobody can
match (case 45), and has no half-bet rule in fixed limit (cases 10 to 13).
"""

import random
from dataclasses import dataclass

import msgspec
import pokerkit
import pytest

from controller.app.simulate import at_random, forced_bets, throw_away
from controller.games import find_game
from controller.games import rulings as ruling_rows
from controller.hand import play, start
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import print_card

BY_ITSELF = tuple(
    getattr(pokerkit.Automation, name)
    for name in (
        "ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING", "RUNOUT_COUNT_SELECTION",
        "HOLE_CARDS_SHOWING_OR_MUCKING", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING",
    )
)  # fmt: skip
BLINDS = Stakes(small_blind=50, big_blind=100, ante=0, unit=1, small_bet=100, big_bet=200)
ANTES = Stakes(small_blind=0, big_blind=0, ante=10, unit=1, small_bet=100, big_bet=200, bring_in=30)
SAMPLE, ALL = 10, 300


@dataclass(frozen=True)
class Shared:
    """A game both engines have: our id, pokerkit's class, and the most players whom the deck serves without sharing."""

    game: str
    variant: type
    most: int = 6

    @property
    def bets(self):
        """The amounts that pokerkit's class takes after antes and blinds."""
        if not find_game(GameId(self.game)).blinds:
            return (ANTES.bring_in, ANTES.small_bet, ANTES.big_bet)
        return (BLINDS.small_bet, BLINDS.big_bet) if self.game.endswith("-fl") else (BLINDS.big_blind,)


SHARED = (
    Shared("holdem-nl", pokerkit.NoLimitTexasHoldem),
    Shared("holdem-fl", pokerkit.FixedLimitTexasHoldem),
    Shared("short-deck-nl", pokerkit.NoLimitShortDeckHoldem),
    Shared("omaha-pl", pokerkit.PotLimitOmahaHoldem),
    Shared("omaha8-fl", pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter),
    Shared("stud-fl", pokerkit.FixedLimitSevenCardStud),
    Shared("stud8-fl", pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter),
    Shared("razz-fl", pokerkit.FixedLimitRazz),
    Shared("sd27-nl", pokerkit.NoLimitDeuceToSevenLowballSingleDraw, most=4),
    Shared("td27-fl", pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, most=3),
    Shared("badugi-fl", pokerkit.FixedLimitBadugi, most=4),
)


@pytest.fixture
def capped(monkeypatch):
    """The rules pokerkit has: a cap also heads-up, and of equal hands showing the first left of the button opens."""
    rulings = msgspec.structs.replace(ruling_rows.HELSINKI, fl_headsup_uncapped=False, showing_ties="position")
    row = ruling_rows.RuleSet(id=RuleSetId("capped"), rulings=rulings)
    monkeypatch.setitem(ruling_rows._BY_ID, row.id, row)
    return row.id


def our_hand(shared, rule_set, choice):
    """A hand played by chance: what began it, its events, and its final stacks."""
    game = find_game(GameId(shared.game))
    players = choice.randint(3, shared.most)
    stakes = BLINDS if game.blinds else ANTES
    order = range(1, players + 1)
    started = hr.HandStarted(
        hand=HandId(1),
        game=game.id,
        rule_set=rule_set,
        stakes=stakes,
        rake_permille=0,
        rake_cap=0,
        button=players,
        entrants=tuple(hr.Entrant(seat=seat, stack=choice.randint(5, 60) * 100) for seat in order),
        forced=forced_bets(stakes, order),
        first_decision=DecisionId(1),
    )
    deck = list(game.deck)
    choice.shuffle(deck)
    hand, events = start(started, tuple(deck))
    while not hand.over:
        offer = hand.decision
        act = throw_away(hand, offer, choice) if offer.kind == "discard" else at_random(offer, choice)
        events += play(hand, act)
    return started, events, [player.stack for player in hand.players.values()]


def written(cards):
    return "".join(print_card(card) for card in cards)


def their_stacks(shared, started, events):
    """The stacks at the end of the same hand by pokerkit. Raises ValueError where it refuses."""
    stakes = started.stakes
    blinds = ((stakes.small_blind, stakes.big_blind),) if stakes.big_blind else ()
    stacks = [entrant.stack for entrant in started.entrants]
    state = shared.variant.create_state(
        BY_ITSELF, True, stakes.ante, *blinds, *shared.bets, stacks, len(stacks)
    )  # fmt: skip
    for verb, what in operations(events):
        burn(state)
        VERBS[verb](state, what)
    burn(state)
    return list(state.stacks)


def burn(state):
    if state.can_burn_card():
        state.burn_card("??")


VERBS = {
    "hole": lambda state, cards: state.deal_hole(cards),
    "board": lambda state, cards: state.deal_board(cards),
    "fold": lambda state, _: state.fold(),
    "check": lambda state, _: state.check_or_call(),
    "call": lambda state, _: state.check_or_call(),
    "bring-in": lambda state, _: state.post_bring_in(),
    "raise": lambda state, to: state.complete_bet_or_raise_to(to),
    "discard": lambda state, cards: state.stand_pat_or_discard(cards),
}


def operations(events):
    """Our events as pokerkit's steps: it lets everybody discard before anybody is dealt others."""
    given, waiting, hole = "", [], ""
    for event in events:
        match event:
            case hr.HoleCardsDealt(cards=cards) | hr.UpCardsDealt(cards=cards):
                hole += written(cards)
            case hr.HoleCardsCounted() if hole:
                waiting.append(("hole", hole))
                hole = ""
            case hr.CardsDiscarded(cards=cards):
                given = written(cards)
            case hr.Acted(kind="discard"):
                yield "discard", given
                given = ""
            case hr.Acted(kind=kind, to=to):
                yield from waiting
                waiting = []
                yield kind, to
            case hr.BoardDealt(cards=cards):
                yield from waiting
                waiting = []
                yield "board", written(cards)
            case hr.StreetClosed():
                yield from waiting
                waiting = []


def compare(shared, rule_set, hands):
    """How many hands both played; raises where they differ and no entry above explains it."""
    choice, same = random.Random(shared.game), 0
    for _ in range(hands):
        started, events, ours = our_hand(shared, rule_set, choice)
        all_in_raise = any(isinstance(one, hr.Acted) and one.kind == "raise" and not one.stack for one in events)
        try:
            theirs = their_stacks(shared, started, events)
        except ValueError:
            assert all_in_raise, f"pokerkit refuses a hand without an all-in raise: {started}"
            continue
        assert all(abs(one - other) < len(ours) for one, other in zip(ours, theirs, strict=True)), (
            started,
            ours,
            theirs,
        )
        same += 1
    return same


@pytest.mark.parametrize("shared", SHARED, ids=lambda shared: shared.game)
def test_a_few_hands_end_as_with_pokerkit(shared, capped):
    assert compare(shared, capped, SAMPLE) > 0


@pytest.mark.ci
@pytest.mark.parametrize("shared", SHARED, ids=lambda shared: shared.game)
def test_three_hundred_hands_end_as_with_pokerkit(shared, capped):
    assert compare(shared, capped, ALL) > ALL // 2
