"""Players for simulations: one who never folds, one who acts by chance, and one who plays what his cards are worth.

Each asks only the generator it is given, so that a seed tells the whole run.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import msgspec

from controller.games import Game, Ranking, ranking_of
from controller.games.rows import best_rows
from controller.hand import Hand
from controller.vocab.hand_records import Act, ActKind, DecisionOffered
from controller.vocab.ids import Chips, Seat
from evaluator_ext import Card

FOLDS: Final = 0.35
"""How often the random player folds to a bet."""
RAISES: Final = 0.25
"""How often he bets or raises where he may."""
DRAWS: Final = 3
"""The most cards he throws away where he need not."""

CALLS_FROM: Final = 0.55
"""The share of the pot against one unknown hand with which the tight player calls."""
RAISES_FROM: Final = 0.72
"""The share with which he bets and raises."""
SAMPLES: Final = 24
"""Ends of the hand that he looks at before a bet."""
DRAW_SAMPLES: Final = 16
"""Ends that he looks at for each choice of cards to keep."""

Choose: TypeAlias = Callable[[Hand, DecisionOffered, random.Random], Act]


class Policy(msgspec.Struct, frozen=True):
    """How a player bets, and which cards he throws away."""

    bet: Choose
    discard: Choose


def choose(policy: Policy, hand: Hand, offer: DecisionOffered, choice: random.Random) -> Act:
    """The act of a player for the decision that is open; he agrees to every further run, shows nothing by choice
    and sets his cards as the best rows.
    """
    match offer.kind:
        case "discard":
            return policy.discard(hand, offer, choice)
        case "runs":
            return Act(seat=offer.seat, decision=offer.decision, kind="runs", runs=offer.most)
        case "show":
            return Act(seat=offer.seat, decision=offer.decision, kind="show")
        case "arrange":
            cards = best_rows(hand.players[offer.seat].cards)
            return Act(seat=offer.seat, decision=offer.decision, kind="arrange", cards=cards)
        case _:
            return policy.bet(hand, offer, choice)


# -- without looking at the cards --------------------------------------------------------------------------------


def call_down(decision: DecisionOffered, _choice: random.Random) -> Act:
    """Never bet and never fold."""
    kind: ActKind = "call" if decision.call else "check"
    if decision.kind == "bring-in":
        kind = "bring-in"
    return Act(seat=decision.seat, decision=decision.decision, kind=kind)


def at_random(decision: DecisionOffered, choice: random.Random, unit: Chips = 5) -> Act:
    """Fold, call or raise by chance; a raise is the least, the pot or everything."""
    roll = choice.random()
    if decision.call and decision.kind == "bet" and roll < FOLDS:
        return Act(seat=decision.seat, decision=decision.decision, kind="fold")
    if decision.max_to and roll > 1 - RAISES:
        to = (decision.min_to, _pot_sized(decision, unit), decision.max_to)[int(choice.random() * 3)]
        return Act(seat=decision.seat, decision=decision.decision, kind="raise", to=to)
    return call_down(decision, choice)


def _pot_sized(decision: DecisionOffered, unit: Chips) -> Chips:
    """A raise by the pot, as far as that is offered."""
    if decision.step:
        return decision.max_to
    pot = decision.bet + 2 * decision.call + decision.pot
    return min(max(pot - pot % unit, decision.min_to), decision.max_to)


def throw_away(hand: Hand, decision: DecisionOffered, choice: random.Random) -> Act:
    """Throw away as many cards as must go and, where more may, up to three, by chance."""
    more = int(choice.random() * (DRAWS + 1)) if decision.most > decision.least else 0
    count = min(decision.least + more, decision.most)
    return _discard(decision, hand.players[decision.seat].cards[:count])


def _discard(decision: DecisionOffered, cards: Sequence[Card]) -> Act:
    return Act(seat=decision.seat, decision=decision.decision, kind="discard", cards=tuple(cards))


# -- by what the cards are worth ---------------------------------------------------------------------------------


def by_strength(hand: Hand, decision: DecisionOffered, choice: random.Random) -> Act:
    """Raise the pot with a strong hand, call with a fair one, and fold the others to a bet."""
    worth = strength(hand, decision.seat, choice)
    if decision.max_to and worth >= RAISES_FROM:
        to = _pot_sized(decision, hand.started.stakes.unit)
        return Act(seat=decision.seat, decision=decision.decision, kind="raise", to=to)
    if decision.call and decision.kind == "bet" and worth < CALLS_FROM:
        return Act(seat=decision.seat, decision=decision.decision, kind="fold")
    return call_down(decision, choice)


def strength(hand: Hand, seat: Seat, choice: random.Random) -> float:
    """What a seat's cards are worth: its mean share of the pot against one other hand, 0 to 1."""
    held = hand.players[seat].cards
    ends = _Ends(hand, seat, choice)
    if len(held) <= ends.target:
        return ends.share_of(held, SAMPLES)
    # Cards must still be thrown away: the hand is worth what its best part is.
    return max(ends.share_of(kept, DRAW_SAMPLES) for kept in combinations(held, ends.target))


def keep_the_best(hand: Hand, decision: DecisionOffered, choice: random.Random) -> Act:
    """Throw away the cards without which the hand ranks best in the mean, once others have come for them."""
    held = hand.players[decision.seat].cards
    ends = _Ends(hand, decision.seat, choice)
    best, best_gone = -1.0, held[: decision.least]
    for count in range(decision.least, decision.most + 1):
        for gone in combinations(held, count):
            worth = ends.rank_of(tuple(card for card in held if card not in gone), DRAW_SAMPLES)
            if worth > best:
                best, best_gone = worth, gone
    return _discard(decision, best_gone)


class _Ends:
    """Ways in which a hand may end, as one seat sees it: what it does not know is drawn from the cards it cannot see.

    `target` is how many cards a player holds at the end.
    """

    def __init__(self, hand: Hand, seat: Seat, choice: random.Random) -> None:
        self._choice = choice
        self._boards = hand.boards[: hand.game.boards]
        self._board_size = sum(street.board for street in hand.game.streets)
        self._shares: list[tuple[Ranking, int]] = [
            (ranking_of(share, hand.rulings), share.board) for share in hand.game.shares
        ]
        other = next(one for one in hand.live_seats() if one != seat)
        self._other_up = hand.players[other].up
        shared = 0 if self._board_size else len(hand.board)
        self.target = _own_cards(hand.game) - shared
        seen = {*hand.players[seat].cards, *(card for board in self._boards for card in board)}
        for player in hand.players.values():
            seen.update(player.up)
        self._unseen = [card for card in hand.game.deck if card not in seen]

    def share_of(self, held: tuple[Card, ...], samples: int) -> float:
        """The mean share of the pot that `held` gets when its missing cards and the boards' are drawn."""
        other = self.target - len(self._other_up)
        total = 0.0
        for _ in range(samples):
            mine, boards, drawn = self._end(held, other)
            total += self._share(mine, (*self._other_up, *drawn), boards)
        return total / samples

    def rank_of(self, held: tuple[Card, ...], samples: int) -> float:
        """The mean rank of `held` when its missing cards and the boards' are drawn."""
        total = 0
        for _ in range(samples):
            mine, boards, _drawn = self._end(held, 0)
            total += sum(ranking.rank(mine, boards[board]) for ranking, board in self._shares)
        return total / samples

    def _end(self, held: tuple[Card, ...], more: int) -> tuple[tuple[Card, ...], list[tuple[Card, ...]], list[Card]]:
        """The hand whole, the boards whole, and `more` cards, all drawn by chance."""
        own = self.target - len(held)
        missing = [self._board_size - len(board) if self._board_size else 0 for board in self._boards]
        drawn = self._choice.sample(self._unseen, own + sum(missing) + more)
        boards: list[tuple[Card, ...]] = []
        mine, rest = (*held, *drawn[:own]), drawn[own:]
        for board, count in zip(self._boards, missing, strict=True):
            boards.append((*board, *rest[:count]))
            rest = rest[count:]
        return mine, boards, rest

    def _share(self, mine: Sequence[Card], theirs: Sequence[Card], boards: Sequence[tuple[Card, ...]]) -> float:
        """What one of two hands gets of a pot; a share that neither makes a hand for goes with the others."""
        won = claimed = 0.0
        for ranking, board in self._shares:
            one, other = ranking.rank(mine, boards[board]), ranking.rank(theirs, boards[board])
            if one or other:
                claimed += 1
                won += 1.0 if one > other else 0.5 if one == other else 0.0
        return won / claimed if claimed else 0.5


def _own_cards(game: Game) -> int:
    dealt = sum(street.hole + street.up for street in game.streets)
    return dealt - sum(street.discard.count for street in game.streets if street.discard)
