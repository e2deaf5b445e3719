"""The hand engine beside pokerkit: the same recorded hands of no-limit hold'em, played by both."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import pokerkit

from controller.app.simulate import at_random
from controller.hand import play, start
from controller.vocab.hand_records import Act, Entrant, ForcedBet, HandStarted
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import full_deck, print_cards

SEATS: Final = 6
STAKES: Final = Stakes(small_blind=50, big_blind=100, ante=0, unit=1)
DEALERS_WORK: Final = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.RUNOUT_COUNT_SELECTION,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


class Recorded(msgspec.Struct, frozen=True):
    """A hand to play again. `holes` and `board` are the deck's cards in pokerkit's notation, in dealing order."""

    started: HandStarted
    deck: tuple[int, ...]
    holes: tuple[str, ...]
    board: str
    acts: tuple[Act, ...]


def record_hands(count: int, seed: int) -> list[Recorded]:
    """Play `count` hands by chance, stacks of 10 to 300 big blinds, and write down what everybody did.

    Hands that pokerkit does not play are left out: it allows no raise above what the others can still put in.
    """
    choice = random.Random(seed)
    hands: list[Recorded] = []
    while len(hands) < count:
        hand = _record(choice)
        try:
            with_pokerkit(hand)
        except ValueError:
            continue
        hands.append(hand)
    return hands


def _record(choice: random.Random) -> Recorded:
    deck = list(full_deck())
    choice.shuffle(deck)
    stacks = [choice.randint(10, 300) * STAKES.big_blind for _ in range(SEATS)]
    started = HandStarted(
        hand=HandId(1),
        game=GameId("holdem-nl"),
        rule_set=RuleSetId("ray"),
        stakes=STAKES,
        rake_permille=0,
        rake_cap=0,
        button=SEATS,
        entrants=tuple(Entrant(seat=place + 1, stack=stack) for place, stack in enumerate(stacks)),
        forced=(
            ForcedBet(seat=1, kind="small-blind", amount=STAKES.small_blind),
            ForcedBet(seat=2, kind="big-blind", amount=STAKES.big_blind),
        ),
        first_decision=DecisionId(1),
    )
    hand, _events = start(started, tuple(deck))
    acts = []
    while hand.decision is not None:
        acts.append(at_random(hand.decision, choice))
        play(hand, acts[-1])
    holes = tuple(_written(deck[place : 2 * SEATS : SEATS]) for place in range(SEATS))
    board = _written(deck[2 * SEATS : 2 * SEATS + 5])
    return Recorded(started=started, deck=tuple(deck), holes=holes, board=board, acts=tuple(acts))


def _written(cards: Sequence[int]) -> str:
    return print_cards(cards).replace(" ", "")


def with_jakaja(hand: Recorded) -> list[int]:
    """Play a recorded hand with the engine of this project; the stacks at its end."""
    state, _events = start(hand.started, hand.deck)
    for act in hand.acts:
        play(state, act)
    return [player.stack for player in state.players.values()]


def with_pokerkit(hand: Recorded) -> list[int]:
    """Play a recorded hand with pokerkit; the stacks at its end."""
    state = pokerkit.NoLimitTexasHoldem.create_state(
        DEALERS_WORK,
        True,
        0,
        (STAKES.small_blind, STAKES.big_blind),
        STAKES.big_blind,
        [entrant.stack for entrant in hand.started.entrants],
        SEATS,
    )
    for cards in hand.holes:
        state.deal_hole(cards)
    acts, dealt = iter(hand.acts), 0
    while state.status:
        if state.actor_index is None:
            count = 3 if not dealt else 1
            state.burn_card("??")
            state.deal_board(hand.board[2 * dealt : 2 * (dealt + count)])
            dealt += count
        else:
            act = next(acts)
            _ACTS[act.kind](state, act.to)
    return list(state.stacks)


_ACTS: Final[Mapping[str, Callable[[Any, int], object]]] = {
    "fold": lambda state, _to: state.fold(),
    "check": lambda state, _to: state.check_or_call(),
    "call": lambda state, _to: state.check_or_call(),
    "raise": lambda state, to: state.complete_bet_or_raise_to(to),
}


def end_alike(hand: Recorded) -> bool:
    """Whether both engines end a hand with the same stacks, odd chips aside."""
    ends = zip(with_jakaja(hand), with_pokerkit(hand), strict=True)
    return all(abs(one - other) < SEATS for one, other in ends)
