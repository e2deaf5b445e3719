"""The works of `jakaja bench engine`: whole hands of six players, the same deals and the same acts for each engine.

The hands are recorded beforehand. Ours plays them in place on the hand layer alone, with all its events and checks and
without a journal.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from cashier.invariant import InvariantBreach
from cashier.refusal import Refusal
from controller.app.bench_contests import ROUNDS, Contest
from controller.app.bench_engine_peers import PEERS, Peer, Recorded
from controller.app.bench_peers import Timed
from controller.app.policies import choose
from controller.app.simulate import ANTE_STAKES, BUY_IN, POLICIES, RAY, STAKES, PolicyId, forced_bets
from controller.games import Game, find_game
from controller.hand import play, start
from controller.vocab.hand_records import Act, Entrant, HandStarted
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId
from evaluator_ext import Card

SEATS: Final = 6
SEED: Final = 1
HANDS: Final = 300
QUICK_HANDS: Final = 10
QUICK_ROUNDS: Final = 1
POLICIES_MEASURED: Final[tuple[PolicyId, ...]] = ("call", "random")
RANDOM_TARGET: Final = 80
"""How often as fast as pokerkit ours has to be where the players act by chance."""


class Measured(msgspec.Struct, frozen=True):
    """A game that is measured, and how many hands a second that everybody calls down must be played at least."""

    name: str
    game: GameId
    call_down: float


GAMES: Final[tuple[Measured, ...]] = (
    Measured("no-limit hold'em", GameId("holdem-nl"), 15_000),
    Measured("pot-limit Omaha", GameId("omaha-pl"), 12_000),
    Measured("limit Omaha high/low", GameId("omaha8-fl"), 6_000),
    Measured("limit seven-card stud", GameId("stud-fl"), 8_000),
    Measured("limit seven-card stud high/low", GameId("stud8-fl"), 6_000),
    Measured("limit 2-7 triple draw", GameId("td27-fl"), 8_000),
    Measured("pot-limit Sökö", GameId("soko-pl"), 10_000),
)


def contests(quick: bool) -> Iterator[Contest]:
    """Every game with each way to act; a few hands and one round if it must be quick."""
    hands, rounds = (QUICK_HANDS, QUICK_ROUNDS) if quick else (HANDS, ROUNDS)
    for row in GAMES:
        for policy in POLICIES_MEASURED:
            yield _contest(row, policy, hands, rounds)


def _contest(row: Measured, policy: PolicyId, count: int, rounds: int) -> Contest:
    hands = record(row.game, policy, count)
    called = policy == "call"
    return Contest(
        work=f"{row.name}, {'called down' if called else 'by chance'}",
        unit="hands/s",
        ours=lambda: Timed(lambda: replay(hands), count),
        peers=_for_hands(PEERS.get(row.game, {}), hands),
        targets={} if called else {"pokerkit": RANDOM_TARGET},
        own=row.call_down if called else None,
        rounds=rounds,
    )


def record(game: GameId, policy: PolicyId, count: int) -> list[Recorded]:
    """So many hands, all players with a whole buy-in at the start of each."""
    choice, row = random.Random(SEED), find_game(game)
    return [
        _play(_started(row, HandId(number)), _shuffled(row, choice), policy, choice) for number in range(1, count + 1)
    ]


def _play(started: HandStarted, deck: tuple[Card, ...], policy: PolicyId, choice: random.Random) -> Recorded:
    hand, events = start(started, deck)
    acts: list[Act] = []
    while hand.decision is not None:
        acts.append(choose(POLICIES[policy], hand, hand.decision, choice))
        answer = play(hand, acts[-1])
        if isinstance(answer, Refusal):
            raise InvariantBreach("offer-holds", f"the hand refused an act it had offered: {answer.code}")
        events += answer
    return Recorded(started, deck, acts, events)


def _shuffled(game: Game, choice: random.Random) -> tuple[Card, ...]:
    return tuple(choice.sample(game.deck, len(game.deck)))


def _started(game: Game, number: HandId) -> HandStarted:
    stakes = STAKES if game.blinds else ANTE_STAKES
    order = range(1, SEATS + 1)
    return HandStarted(
        hand=number,
        game=game.id,
        rule_set=RAY,
        stakes=stakes,
        rake_permille=0,
        rake_cap=0,
        button=SEATS,
        entrants=tuple(Entrant(seat=seat, stack=BUY_IN) for seat in order),
        forced=forced_bets(stakes, order),
        first_decision=DecisionId(1),
    )


def replay(hands: Sequence[Recorded]) -> None:
    """Play recorded hands again, each to its end."""
    for recorded in hands:
        hand, _events = start(recorded.started, recorded.deck)
        for act in recorded.acts:
            play(hand, act)


def _for_hands(peers: Mapping[str, Peer], hands: Sequence[Recorded]) -> Mapping[str, Callable[[], Timed]]:
    """What makes the work of each peer, with these hands."""

    def with_hands(peer: Peer) -> Callable[[], Timed]:
        return lambda: peer(hands)

    return {name: with_hands(peer) for name, peer in peers.items()}
