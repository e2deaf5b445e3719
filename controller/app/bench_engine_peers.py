"""The other engines of whole hands that pip installs, each as what it does with hands that were played here.

None of them is needed: each is imported when it is asked for, and one that is not installed is absent. What they are to
do is laid out beforehand, so that only their own work is timed.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeAlias

from controller.app.bench_peers import Timed
from controller.app.simulate import BUY_IN
from controller.vocab import hand_records as hr
from controller.vocab.profile import GameId
from controller.vocab.records import HandEvent
from evaluator_ext import Card, print_cards


class Recorded(NamedTuple):
    """A hand that was played here: what began it, its deck, what the players did and everything that happened."""

    started: hr.HandStarted
    deck: tuple[Card, ...]
    acts: list[hr.Act]
    events: list[HandEvent]


Peer: TypeAlias = Callable[[Sequence[Recorded]], Timed]
Step: TypeAlias = tuple[str, Any]
"""What an engine is told to do next, and with what."""

FEW: Final = 20
"""So many hands go through an engine that plays a hundred a second."""

POKERKIT_GAMES: Final[Mapping[str, str]] = {
    "holdem-nl": "NoLimitTexasHoldem",
    "omaha-pl": "PotLimitOmahaHoldem",
    "omaha8-fl": "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "stud-fl": "FixedLimitSevenCardStud",
    "stud8-fl": "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "td27-fl": "FixedLimitDeuceToSevenLowballTripleDraw",
}
BY_ITSELF: Final = (
    "ANTE_POSTING",
    "BET_COLLECTION",
    "BLIND_OR_STRADDLE_POSTING",
    "RUNOUT_COUNT_SELECTION",
    "HOLE_CARDS_SHOWING_OR_MUCKING",
    "HAND_KILLING",
    "CHIPS_PUSHING",
    "CHIPS_PULLING",
)


def pokerkit(game: str, hands: Sequence[Recorded]) -> Timed:
    """The first few hands that pokerkit plays: it takes no raise that nobody can match in full.

    Raises ImportError where it is not installed or plays none of them.
    """
    peer: Any = import_module("pokerkit")
    automations = tuple(getattr(peer.Automation, name) for name in BY_ITSELF)
    variant = getattr(peer, POKERKIT_GAMES[game])

    def whole(hand: Recorded, steps: Sequence[Step]) -> None:
        stakes, count = hand.started.stakes, len(hand.started.entrants)
        small = stakes.small_bet or stakes.big_blind
        blinds = ((stakes.small_blind, stakes.big_blind),) if stakes.big_blind else (stakes.bring_in,)
        bets = (small, 2 * small) if game.endswith("-fl") else (stakes.big_blind,)
        state = variant.create_state(automations, True, stakes.ante, *blinds, *bets, (BUY_IN,) * count, count)
        for verb, what in steps:
            if state.can_burn_card():
                state.burn_card("??")
            _VERBS[verb](state, what)
        if state.can_burn_card():
            state.burn_card("??")

    # It warns when it deals cards again that were thrown away, as the game wants.
    warnings.filterwarnings("ignore", category=UserWarning, module="pokerkit")
    ready: list[tuple[Recorded, list[Step]]] = []
    for hand in hands:
        steps = list(_steps(hand.events))
        try:
            whole(hand, steps)
        except ValueError:
            continue
        ready.append((hand, steps))
        if len(ready) == FEW:
            break

    def do() -> None:
        for hand, steps in ready:
            whole(hand, steps)

    if not ready:
        raise ImportError(f"pokerkit plays none of these hands of {game}")
    return Timed(do, len(ready))


def _throw_away(state: Any, count: int) -> None:
    """Pokerkit deals draws from its own deck, so the player throws away the first of what he was dealt there."""
    held = state.hole_cards[state.stand_patter_or_discarder_index]
    state.stand_pat_or_discard(held[:count])


_VERBS: Final[Mapping[str, Callable[[Any, Any], object]]] = {
    "cards": lambda state, cards: state.deal_hole(cards),
    "board": lambda state, cards: state.deal_board(cards),
    "fold": lambda state, _: state.fold(),
    "check": lambda state, _: state.check_or_call(),
    "call": lambda state, _: state.check_or_call(),
    "bring-in": lambda state, _: state.post_bring_in(),
    "raise": lambda state, to: state.complete_bet_or_raise_to(to),
    "discard": _throw_away,
}


def _steps(events: Sequence[HandEvent]) -> Iterator[Step]:
    """Our events as pokerkit's steps: it lets everybody throw cards away before anybody is dealt others."""
    draws = any(isinstance(event, hr.Acted) and event.kind == "discard" for event in events)
    waiting: list[Step] = []
    held = ""
    for event in events:
        match event:
            case hr.HoleCardsDealt(cards=cards) | hr.UpCardsDealt(cards=cards):
                held += _written(cards)
            case hr.HoleCardsCounted() if held:
                waiting.append(("cards", len(held) // 2 if draws else held))
                held = ""
            case hr.Acted(kind="discard", discarded=count):
                yield "discard", count
            case hr.Acted(kind=kind, to=to):
                yield from waiting
                waiting = []
                yield kind, to
            case hr.BoardDealt(cards=cards):
                yield from waiting
                waiting = []
                yield "board", _written(cards)
            case hr.StreetClosed():
                yield from waiting
                waiting = []
            case _:
                pass


def _written(cards: Sequence[Card]) -> str:
    return print_cards(cards).replace(" ", "")


def open_spiel(asked: bool, hands: Sequence[Recorded]) -> Timed:
    """OpenSpiel's universal_poker, a C++ engine, at no-limit hold'em.

    Ours says before every act what is legal. If `asked`, OpenSpiel has to as well, by its own list of every amount.
    """
    peer: Any = import_module("pyspiel")
    started = hands[0].started
    seats, stakes = len(started.entrants), started.stakes
    blinds = [stakes.small_blind, stakes.big_blind, *[0] * (seats - 2)]
    game = peer.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fullgame",
            "numPlayers": seats,
            "numRounds": 4,
            "blind": " ".join(map(str, blinds)),
            "firstPlayer": "3 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join([str(BUY_IN)] * seats),
        },
    )
    every_action = [list(_actions(hand.events)) for hand in hands]

    def do() -> None:
        for actions in every_action:
            state = game.new_initial_state()
            for action in actions:
                if asked and not state.is_chance_node():
                    state.legal_actions()
                state.apply_action(action)
            state.returns()

    return Timed(do, len(hands))


def _actions(events: Sequence[HandEvent]) -> Iterator[int]:
    """Our events as OpenSpiel's: a card's number; 0 folds, 1 calls, more is all that a player has put in."""
    paid: dict[int, int] = {}
    for event in events:
        match event:
            case hr.Posted(seat=seat, amount=amount):
                paid[seat] = amount
            case hr.HoleCardsDealt(cards=cards) | hr.BoardDealt(cards=cards):
                yield from cards
            case hr.Acted(seat=seat, kind=kind, added=added):
                paid[seat] = paid.get(seat, 0) + added
                yield {"fold": 0, "raise": paid[seat]}.get(kind, 1)
            case _:
                pass


OPEN_SPIEL: Final[Mapping[str, Peer]] = {
    "OpenSpiel": partial(open_spiel, True),
    "OpenSpiel, never asked what is legal": partial(open_spiel, False),
}

PEERS: Final[Mapping[GameId, Mapping[str, Peer]]] = {
    GameId(game): {
        "pokerkit": partial(pokerkit, game),
        **(OPEN_SPIEL if game == "holdem-nl" else {}),
    }
    for game in POKERKIT_GAMES
}
"""The engines that play a game too."""
