"""The other evaluators that pip installs, each as what it does for one kind of work.

None of them is needed: each is imported when it is asked for, and one that is not installed is absent. Install them
with `pip install '.[bench]'`.
"""

import ctypes
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

from evaluator_ext import Card, print_card, print_cards


class Hands(NamedTuple):
    """The same hands in the forms that evaluators take: cards side by side, one hand after the other."""

    cards: bytes
    size: int

    def lists(self, count: int) -> list[list[Card]]:
        """The first hands, at most `count`, a list of cards for each."""
        end = min(len(self.cards), count * self.size)
        return [list(self.cards[at : at + self.size]) for at in range(0, end, self.size)]


class Timed(NamedTuple):
    """Something to time: what it does, to how many hands or how often, and by which clock of processor time."""

    do: Callable[[], object]
    items: int
    clock: Callable[[], float] = time.thread_time


FEW: Final = 2_000
SOME: Final = 20_000
"""So many hands go through evaluators that take them one by one."""

Maker = Callable[[Hands], Timed]


def _words(cards: Sequence[Card]) -> str:
    return print_cards(cards).replace(" ", "")


def each(rank: Callable[[Any], object], hands: Sequence[Any]) -> Timed:
    """One call for each hand."""

    def do() -> None:
        for hand in hands:
            rank(hand)

    return Timed(do, len(hands))


def pkrbot(hands: Hands) -> Timed:
    """A list of its cards a call."""
    peer: Any = import_module("pkrbot")
    deck = [peer.Card(print_card(card)) for card in range(52)]
    return each(peer.evaluate, [[deck[card] for card in hand] for hand in hands.lists(SOME)])


def eval7(hands: Hands) -> Timed:
    """A list of its cards a call."""
    peer: Any = import_module("eval7")
    deck = [peer.Card(print_card(card)) for card in range(52)]
    return each(peer.evaluate, [[deck[card] for card in hand] for hand in hands.lists(SOME)])


def phevaluator(hands: Hands) -> Timed:
    """Seven numbers a call of its native function."""
    native: Any = import_module("phevaluator._pheval").evaluate_7cards
    ready = hands.lists(SOME)

    def do() -> None:
        for hand in ready:
            native(*hand)

    return Timed(do, len(ready))


def phevaluator_omaha(hands: Hands) -> Timed:
    """Nine numbers a call of its native function, the board first."""
    native: Any = import_module("phevaluator._pheval").evaluate_plo4_cards
    ready = [[*hand[4:], *hand[:4]] for hand in hands.lists(SOME)]

    def do() -> None:
        for hand in ready:
            native(*hand)

    return Timed(do, len(ready))


def pokerkit(hands: Hands) -> Timed:
    """A hand of its cards a call, the best of which it looks for."""
    peer: Any = import_module("pokerkit")
    parsed = [tuple(peer.Card.parse(_words(hand))) for hand in hands.lists(FEW // 10)]
    return each(peer.StandardHighHand.from_game, parsed)


def pokerfast(hands: Hands) -> Timed:
    """All hands in one call of its private C entry."""
    peer: Any = import_module("pokerfast.equity")
    library, count = peer._load(), len(hands.cards) // hands.size
    out = (ctypes.c_uint16 * count)()
    return Timed(lambda: library.pf_evaluate(hands.cards, count, hands.size, out), count)


def poker_equity(hands: Hands) -> Timed:
    """All hands, as words, in one call."""
    peer: Any = import_module("poker_equity")
    words = [_words(hand) for hand in hands.lists(SOME)]
    return Timed(lambda: peer.score_batch("high", words), len(words))


PER_CALL: Final[Mapping[str, Maker]] = {
    "pkrbot": pkrbot,
    "phevaluator": phevaluator,
    "eval7": eval7,
    "pokerkit": pokerkit,
}
IN_BULK: Final[Mapping[str, Maker]] = {"pokerfast": pokerfast, "poker-equity": poker_equity}
OMAHA: Final[Mapping[str, Maker]] = {"phevaluator": phevaluator_omaha}


def exact_with_pokerfast(_game: str, hands: Sequence[str]) -> Timed:
    """Exact equity of hold'em hands in words; it works in a thread of its own, so the process's clock counts."""
    peer: Any = import_module("pokerfast.equity")
    return Timed(lambda: peer.equity(hands), 1, time.process_time)


def exact_with_poker_equity(game: str, hands: Sequence[str]) -> Timed:
    """Exact equity of hands in words."""
    peer: Any = import_module("poker_equity")
    return Timed(lambda: peer.exact_from_text(_GAMES_OF_POKER_EQUITY[game], list(hands)), 1)


_GAMES_OF_POKER_EQUITY: Final[Mapping[str, str]] = {"holdem": "holdem", "omaha": "omaha", "omaha-5": "omaha_five"}
