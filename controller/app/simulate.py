"""`jakaja simulate`: play many hands on the hand layer alone, count them and watch the memory.

Decks and acts come from a seeded generator, so that a seed tells the whole run. No deck of a real table is ever made
here: those come from the shuffle (poker.md §3).
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from cashier.invariant import InvariantBreach, invariant
from cashier.refusal import Refusal
from controller.app.problem import Problem
from controller.app.progress import Progress
from controller.games import Game, UnknownGameError, UnknownRuleSetError, catalogue, find_game, find_rule_set, rule_sets
from controller.hand import Hand, play, start
from controller.vocab.hand_records import Act, ActKind, DecisionOffered, Entrant, ForcedBet, HandStarted
from controller.vocab.ids import Chips, DecisionId, HandId, Seat
from controller.vocab.profile import GameId, RuleSetId, Stakes
from controller.vocab.records import HandEvent
from evaluator_ext import Card

PolicyId = Literal["random", "call-down"]
Policy: TypeAlias = Callable[[DecisionOffered, random.Random], Act]

RAY: Final = RuleSetId("ray")
STAKES: Final = Stakes(small_blind=50, big_blind=100, ante=0, unit=5)
ANTE_STAKES: Final = Stakes(small_blind=0, big_blind=0, ante=20, unit=5, small_bet=100, bring_in=40)
"""The stakes of games without blinds."""
BUY_IN: Final = 100 * STAKES.big_blind
DEEPEST: Final = 5 * BUY_IN
"""A larger stack goes back to a buy-in, so that the money does not end on one seat."""
RAKE_PERMILLE: Final = 50
RAKE_CAP: Final = 1000
FOLDS: Final = 0.35
"""How often the random player folds to a bet."""
RAISES: Final = 0.25
"""How often he bets or raises where he may."""
WARM: Final = 1000
"""Hands after which memory is measured for the first time: by then everything that is loaded once is loaded."""


class SimulationReport(msgspec.Struct, frozen=True):
    """What a run came to. `seconds` are processor time of this one core; memory is resident, in KiB."""

    game: GameId
    rule_set: RuleSetId
    seats: int
    policy: PolicyId
    seed: int
    hands: int
    acts: int
    events: int
    events_per_hand: float
    rake: Chips
    seconds: float
    hands_per_second: float
    memory_start: int
    memory_end: int
    memory_peak: int


def call_down(decision: DecisionOffered, _choice: random.Random) -> Act:
    """Never bet and never fold."""
    kind: ActKind = "call" if decision.call else "check"
    if decision.kind == "bring-in":
        kind = "bring-in"
    return Act(seat=decision.seat, decision=decision.decision, kind=kind)


def at_random(decision: DecisionOffered, choice: random.Random) -> Act:
    """Fold, call or raise by chance; a raise is the least, the pot or everything."""
    roll = choice.random()
    if decision.call and decision.kind == "bet" and roll < FOLDS:
        return Act(seat=decision.seat, decision=decision.decision, kind="fold")
    if decision.max_to and roll > 1 - RAISES:
        pot = decision.bet + 2 * decision.call + decision.pot
        sized = min(max(pot - pot % STAKES.unit, decision.min_to), decision.max_to)
        if decision.step:
            sized = decision.max_to
        to = (decision.min_to, sized, decision.max_to)[int(choice.random() * 3)]
        return Act(seat=decision.seat, decision=decision.decision, kind="raise", to=to)
    return call_down(decision, choice)


def throw_away(hand: Hand, decision: DecisionOffered, choice: random.Random) -> Act:
    """Throw away as many cards as must go and, where more may, up to three, by chance."""
    count = min(decision.least + int(choice.random() * 4), decision.most) if decision.most > decision.least else 0
    cards = hand.players[decision.seat].cards[: max(count, decision.least)]
    return Act(seat=decision.seat, decision=decision.decision, kind="discard", cards=cards)


POLICIES: Final[Mapping[PolicyId, Policy]] = {"random": at_random, "call-down": call_down}


class Run:
    """The seats and the generator of one run, and what it has counted."""

    def __init__(self, game: Game, rule_set: RuleSetId, seats: int, policy: Policy, seed: int) -> None:
        self.game = game
        self.rule_set = rule_set
        self.policy = policy
        self.deck: list[Card] = list(game.deck)
        self.used = len(self.deck) if game.recycle != "nothing" else _most_used(game, seats)
        self.choice = random.Random(seed)
        self.stacks: dict[Seat, Chips] = dict.fromkeys(range(1, seats + 1), BUY_IN)
        self.button = seats
        self.next_decision = DecisionId(1)
        self.acts = self.events = self.rake = 0

    def hand(self, number: int) -> None:
        """Play hand `number` to its end and move the button."""
        self.events += len(self.events_of(number))

    def events_of(self, number: int) -> list[HandEvent]:
        """Play hand `number` to its end, move the button, and tell what happened."""
        hand, events = start(self._started(HandId(number)), self._shuffled())
        while not hand.over:
            events += self._act(hand)
        self.next_decision = hand.next_decision
        self.rake += hand.rake
        for seat, player in hand.players.items():
            self.stacks[seat] = player.stack if 0 < player.stack <= DEEPEST else BUY_IN
        self.button = self.button % len(self.stacks) + 1
        return events

    def _act(self, hand: Hand) -> list[HandEvent]:
        """Let the player in turn act; the events that made."""
        if hand.decision is None:
            raise InvariantBreach("hand-goes-on", "a hand neither ended nor offered a decision")
        if hand.decision.kind == "discard":
            act = throw_away(hand, hand.decision, self.choice)
        else:
            act = self.policy(hand.decision, self.choice)
        answer = play(hand, act)
        if isinstance(answer, Refusal):
            raise InvariantBreach("offer-holds", f"the hand refused an act it had offered: {answer.code}")
        self.acts += 1
        return answer

    def _shuffled(self) -> tuple[Card, ...]:
        """The deck with as many cards drawn at random as the hand can use; the others never leave it."""
        deck, draw = self.deck, self.choice.random
        for place in range(self.used):
            other = place + int(draw() * (len(deck) - place))
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)

    def _started(self, number: HandId) -> HandStarted:
        seats = len(self.stacks)
        order = [(self.button + place) % seats + 1 for place in range(seats)]
        stakes = STAKES if self.game.blinds else ANTE_STAKES
        return HandStarted(
            hand=number,
            game=self.game.id,
            rule_set=self.rule_set,
            stakes=stakes,
            rake_permille=RAKE_PERMILLE,
            rake_cap=RAKE_CAP,
            button=self.button,
            entrants=tuple([Entrant(seat=seat, stack=self.stacks[seat]) for seat in order]),
            forced=forced_bets(stakes, order),
            first_decision=self.next_decision,
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


def simulate(
    game: GameId,
    hands: int,
    seats: int = 6,
    seed: int = 1,
    policy: PolicyId = "random",
    rule_set: RuleSetId = RAY,
    progress: Callable[[int], None] = lambda done: None,
) -> SimulationReport:
    """Play `hands` hands of `game` at one table; the same arguments give the same hands.

    Raises UnknownGameError or UnknownRuleSetError, and InvariantBreach, named with the hand, when the engine fails.
    """
    row = find_game(game)
    invariant(row.fewest <= seats <= row.most, "seats-fit-the-game", f"{game} is for {row.fewest} to {row.most} seats")
    run_ = Run(row, find_rule_set(rule_set).id, seats, POLICIES[policy], seed)
    memory_start = _resident()
    began = time.process_time()
    for number in range(1, hands + 1):
        try:
            run_.hand(number)
        except InvariantBreach as breach:
            sentence = f"seed {seed}, {seats} seats, hand {number}: {breach.sentence}"
            raise InvariantBreach(breach.name, sentence) from breach
        progress(number)
        if number == WARM:
            memory_start = _resident()
    seconds = time.process_time() - began
    return SimulationReport(
        game=game,
        rule_set=rule_set,
        seats=seats,
        policy=policy,
        seed=seed,
        hands=hands,
        acts=run_.acts,
        events=run_.events,
        events_per_hand=round(run_.events / hands, 1),
        rake=run_.rake,
        seconds=round(seconds, 3),
        hands_per_second=round(hands / seconds, 1) if seconds else 0.0,
        memory_start=memory_start,
        memory_end=_resident(),
        memory_peak=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    )


def _resident() -> int:
    """This process's resident memory in KiB, 0 where the kernel does not tell."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text(encoding="ascii").split()[1]) * resource.getpagesize() // 1024


# -- the command -------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja simulate` takes."""
    parser.add_argument("--game", default="holdem-nl", help=", ".join(row.id for row in catalogue()))
    parser.add_argument("--rule-set", default=RAY, help=", ".join(row.id for row in rule_sets()))
    parser.add_argument("--hands", type=int, default=20_000, help="how many hands to play")
    parser.add_argument("--seats", type=int, default=6, help="how many players sit at the table")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same hands")
    parser.add_argument("--policy", choices=sorted(POLICIES), default="random", help="how the players act")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Simulate and print the figures: 0 all hands ended, 1 the engine broke an invariant."""
    _check(arguments)
    progress = Progress("hands", arguments.hands)
    try:
        report = simulate(
            arguments.game,
            arguments.hands,
            arguments.seats,
            arguments.seed,
            arguments.policy,
            arguments.rule_set,
            progress.at,
        )
    except InvariantBreach as breach:
        sys.stdout.write(f"{breach}\n")
        return 1
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n" if arguments.json else _as_text(report))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    try:
        game = find_game(arguments.game)
        find_rule_set(arguments.rule_set)
    except (UnknownGameError, UnknownRuleSetError) as error:
        raise Problem("simulate", str(error), "name one of them") from error
    if not game.fewest <= arguments.seats <= game.most:
        what = f"--seats is {arguments.seats}"
        raise Problem("simulate", what, f"{game.id} is for {game.fewest} to {game.most}")
    if arguments.hands < 1:
        raise Problem("simulate", f"--hands is {arguments.hands}", "play at least one")


def _as_text(report: SimulationReport) -> str:
    return (
        f"{report.hands} hands of {report.game} ({report.rule_set}), {report.seats} seats, {report.policy}, "
        f"seed {report.seed}\n"
        f"{report.hands_per_second:.0f} hands/s on one core, {report.events_per_hand} events a hand, "
        f"{report.acts} acts, rake {report.rake}\n"
        f"memory {report.memory_start} KiB at the start, {report.memory_end} KiB at the end, "
        f"{report.memory_peak} KiB at most\n"
    )
