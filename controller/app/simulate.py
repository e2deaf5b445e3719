"""Many hands on the hand layer alone: dealt, played by a policy, and counted.

Decks and acts come from a seeded generator, so that a seed tells the whole run. No deck of a real table is ever made
here: those come from the shuffle (poker.md §3).
"""

import random
import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from cashier.invariant import InvariantBreach, invariant
from cashier.refusal import Refusal
from controller.app.policies import Policy, at_random, by_strength, call_down, choose, keep_the_best, throw_away
from controller.app.tally import CategoryRow, GameRow, PlayerRow, Tally
from controller.games import Game, Mix, find_game, find_mix, find_rule_set, game_at, turn_length
from controller.games.mixes import MixId
from controller.hand import play, start
from controller.vocab.hand_records import Entrant, ForcedBet, HandStarted
from controller.vocab.ids import Chips, DecisionId, HandId, Seat
from controller.vocab.profile import GameId, RuleSetId, Stakes
from controller.vocab.records import HandEvent
from evaluator_ext import Card

PolicyId: TypeAlias = Literal["call", "random", "tight"]

POLICIES: Final[Mapping[PolicyId, Policy]] = {
    "call": Policy(lambda _hand, offer, choice: call_down(offer, choice), throw_away),
    "random": Policy(lambda hand, offer, choice: at_random(offer, choice, hand.started.stakes.unit), throw_away),
    "tight": Policy(by_strength, keep_the_best),
}

RAY: Final = RuleSetId("ray")
STAKES: Final = Stakes(small_blind=50, big_blind=100, ante=0, unit=5)
ANTE_STAKES: Final = Stakes(small_blind=0, big_blind=0, ante=20, unit=5, small_bet=100, bring_in=40)
"""The stakes of games without blinds."""
BUY_IN: Final = 100 * STAKES.big_blind
DEEPEST: Final = 5 * BUY_IN
"""A larger stack goes back to a buy-in, so that the money does not end on one seat."""
RAKE_PERMILLE: Final = 50
RAKE_CAP: Final = 1000
WARM: Final = 1000
"""Hands after which memory is measured for the first time: by then everything that is loaded once is loaded."""


class SimulationReport(msgspec.Struct, frozen=True):
    """What a run came to. `seconds` are processor time of this one core; memory is resident, in KiB.

    `game` is a game or a rotation; amounts are in chips, shares in parts of a thousand.
    """

    game: GameId | MixId
    rule_set: RuleSetId
    players: int
    policy: PolicyId
    seed: int
    hands: int
    acts: int
    events: int
    events_per_hand: float
    showdowns_permille: int
    average_pot: Chips
    average_rake: Chips
    rake: Chips
    seconds: float
    hands_per_second: float
    memory_start: int
    memory_end: int
    memory_peak: int
    games: tuple[GameRow, ...]
    categories: tuple[CategoryRow, ...]
    results: tuple[PlayerRow, ...]


class Rotation(msgspec.Struct, frozen=True):
    """What is played: one game, or the games of a mix in turn."""

    id: GameId | MixId
    games: tuple[Game, ...]
    mix: Mix | None = None

    def at(self, number: int, seats: int) -> Game:
        """The game of hand `number`, counted from 1; an orbit is as many hands as there are seats."""
        if self.mix is None:
            return self.games[0]
        return game_at(self.mix, (number - 1) // turn_length(self.mix, seats))

    def most(self, burns: bool) -> int:
        """The most players that every game is for."""
        return min(game.seats_that_fit(burns) for game in self.games)


def find_rotation(name: str) -> Rotation:
    """The game or mix of that name. Raises UnknownGameError."""
    mix = find_mix(MixId(name))
    if mix is None:
        game = find_game(GameId(name))
        return Rotation(id=game.id, games=(game,))
    return Rotation(id=mix.id, games=tuple(map(find_game, mix.games)), mix=mix)


class Run:
    """The seats and the generator of one run: it deals hand after hand, and moves button and chips."""

    def __init__(self, rotation: Rotation, rule_set: RuleSetId, players: int, policy: Policy, seed: int) -> None:
        self._rotation = rotation
        self._rule_set = rule_set
        self._policy = policy
        self._decks: dict[GameId, list[Card]] = {game.id: list(game.deck) for game in rotation.games}
        self._choice = random.Random(seed)
        self._stacks: dict[Seat, Chips] = dict.fromkeys(range(1, players + 1), BUY_IN)
        self._button = players
        self._next_decision = DecisionId(1)
        self.acts = 0

    def hand(self, number: int) -> tuple[Game, list[HandEvent]]:
        """Play hand `number` to its end, move the button, and tell which game it was and what happened."""
        game = self._rotation.at(number, len(self._stacks))
        hand, events = start(self._started(game, HandId(number)), self._shuffled(game))
        while not hand.over:
            if hand.decision is None:
                raise InvariantBreach("hand-goes-on", "a hand neither ended nor offered a decision")
            answer = play(hand, choose(self._policy, hand, hand.decision, self._choice))
            if isinstance(answer, Refusal):
                raise InvariantBreach("offer-holds", f"the hand refused an act it had offered: {answer.code}")
            self.acts += 1
            events += answer
        self._next_decision = hand.next_decision
        for seat, player in hand.players.items():
            self._stacks[seat] = player.stack if 0 < player.stack <= DEEPEST else BUY_IN
        self._button = self._button % len(self._stacks) + 1
        return game, events

    def _shuffled(self, game: Game) -> tuple[Card, ...]:
        """The deck with as many cards drawn at random as the hand can use; the others never leave it."""
        deck, draw = self._decks[game.id], self._choice.random
        used = len(deck) if game.recycle != "nothing" else min(_most_used(game, len(self._stacks)), len(deck))
        for place in range(used):
            other = place + int(draw() * (len(deck) - place))
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)

    def _started(self, game: Game, number: HandId) -> HandStarted:
        seats = len(self._stacks)
        order = [(self._button + place) % seats + 1 for place in range(seats)]
        stakes = STAKES if game.blinds else ANTE_STAKES
        return HandStarted(
            hand=number,
            game=game.id,
            rule_set=self._rule_set,
            stakes=stakes,
            rake_permille=RAKE_PERMILLE,
            rake_cap=RAKE_CAP,
            button=self._button,
            entrants=tuple([Entrant(seat=seat, stack=self._stacks[seat]) for seat in order]),
            forced=() if game.rows else forced_bets(stakes, order),
            first_decision=self._next_decision,
        )


def forced_bets(stakes: Stakes, order: Sequence[Seat]) -> tuple[ForcedBet, ...]:
    """What is owed before the deal by seats that stand clockwise from the left of the button."""
    antes = [ForcedBet(seat=seat, kind="ante", amount=stakes.ante) for seat in order if stakes.ante]
    if not stakes.big_blind:
        return tuple(antes)
    small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    return (
        *antes,
        ForcedBet(seat=small, kind="small-blind", amount=stakes.small_blind),
        ForcedBet(seat=big, kind="big-blind", amount=stakes.big_blind),
    )


def _most_used(game: Game, seats: int) -> int:
    return sum(seats * (street.hole + street.up) + game.boards * street.board + street.burn for street in game.streets)


class Simulation:
    """A run that is counted. Played once, by going through its hands."""

    def __init__(self, game: str, hands: int, players: int, seed: int, policy: PolicyId, rule_set: RuleSetId) -> None:
        """Raises UnknownGameError or UnknownRuleSetError; breaks `seats-fit-the-game` for too many or too few."""
        self._rotation = find_rotation(game)
        row = find_rule_set(rule_set)
        most = self._rotation.most(row.rulings.burn_cards)
        invariant(2 <= players <= most, "seats-fit-the-game", f"{game} is for 2 to {most} seats")
        self._run = Run(self._rotation, row.id, players, POLICIES[policy], seed)
        self._tally = Tally(range(1, players + 1))
        self._hands, self._players, self._seed = hands, players, seed
        self._policy: PolicyId = policy
        self._rule_set = row.id
        self._events = 0
        self._seconds = 0.0
        self._memory_start = 0

    def hands(self) -> Iterator[list[HandEvent]]:
        """Play hand after hand and yield what happened; the time that passes between them is not counted.

        Raises InvariantBreach, named with the seed and the hand, when the engine fails.
        """
        self._memory_start = _resident()
        for number in range(1, self._hands + 1):
            began = time.process_time()
            try:
                game, events = self._run.hand(number)
            except InvariantBreach as breach:
                sentence = f"seed {self._seed}, {self._players} seats, hand {number}: {breach.sentence}"
                raise InvariantBreach(breach.name, sentence) from breach
            self._tally.take(game, events)
            self._events += len(events)
            self._seconds += time.process_time() - began
            if number == WARM:
                self._memory_start = _resident()
            yield events

    def report(self) -> SimulationReport:
        """What the hands came to. Breaks `chips-conserved` if results and rake do not add up to nothing."""
        games, results = self._tally.games, self._tally.players
        rake, pots = sum(row.rake for row in games), sum(row.pots for row in games)
        left = rake + sum(row.net for row in results)
        invariant(not left, "chips-conserved", f"results and rake of seed {self._seed} leave {left} chips")
        played = max(sum(row.hands for row in games), 1)
        return SimulationReport(
            game=self._rotation.id,
            rule_set=self._rule_set,
            players=self._players,
            policy=self._policy,
            seed=self._seed,
            hands=self._hands,
            acts=self._run.acts,
            events=self._events,
            events_per_hand=round(self._events / played, 1),
            showdowns_permille=1000 * sum(row.showdowns for row in games) // played,
            average_pot=pots // played,
            average_rake=rake // played,
            rake=rake,
            seconds=round(self._seconds, 3),
            hands_per_second=round(played / self._seconds, 1) if self._seconds else 0.0,
            memory_start=self._memory_start,
            memory_end=_resident(),
            memory_peak=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
            games=games,
            categories=self._tally.categories,
            results=results,
        )


def simulate(
    game: str,
    hands: int,
    players: int = 6,
    seed: int = 1,
    policy: PolicyId = "random",
    rule_set: RuleSetId = RAY,
    progress: Callable[[int], None] = lambda done: None,
) -> SimulationReport:
    """Play `hands` hands of a game or a mix at one table; the same arguments give the same hands.

    Raises UnknownGameError or UnknownRuleSetError, and InvariantBreach when the engine fails.
    """
    simulation = Simulation(game, hands, players, seed, policy, rule_set)
    for done, _ in enumerate(simulation.hands(), 1):
        progress(done)
    return simulation.report()


def _resident() -> int:
    """This process's resident memory in KiB, 0 where the kernel does not tell."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text(encoding="ascii").split()[1]) * resource.getpagesize() // 1024
