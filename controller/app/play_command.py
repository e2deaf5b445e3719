"""`jakaja play`: you against bots at a whole table with its journal and kiosk, in the terminal or in a window."""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import msgspec

from controller.app.bots import TEMPERS, Bot, Temper
from controller.app.clock import VirtualClock
from controller.app.config import demo_profile
from controller.app.demo.bench import Bench, make_bench, virtual_clock
from controller.app.demo.people import Crowd, Person
from controller.app.demo.practice import YOUR_SEAT, You, run_practice
from controller.app.devices import fit, make_drivers
from controller.app.entropy import KernelEntropy, SeededEntropy
from controller.app.narrator import Narrator
from controller.app.problem import Problem
from controller.language import LOCALES, load_language
from controller.table.profile_check import check_profile
from controller.vocab.hand_records import Act, DecisionOffered
from controller.vocab.profile import GameId, Profile
from controller.wire.client import copy_view
from controller.wire.fold import fold
from controller.wire.messages import Refused
from controller.wire.redact import Viewer
from evaluator_ext import print_cards
from firmware.virtual.backend import get_backend


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja play` takes."""
    parser.add_argument("--seats", type=int, default=6, help="players at the table, you included (6)")
    parser.add_argument("--seed", type=int, help="deal the same hands again; fresh ones unless given")
    parser.add_argument("--language", choices=sorted(LOCALES), default="en", help="what the table speaks (en)")
    parser.add_argument("--name", default="Player", help="what the table calls you")
    parser.add_argument("--window", action="store_true", help="at a seat's screen, with a coach, instead of in words")
    parser.add_argument("--game", metavar="ID", help="with --window: another game than hold'em")
    parser.add_argument("--silent", action="store_true", help="with --window: no sounds")


def run(arguments: argparse.Namespace) -> int:
    """Play until you leave or the input ends, then print your ticket."""
    profile = demo_profile()
    if not 2 <= arguments.seats <= profile.seats:
        raise Problem("--seats", "a table has 2 to 10 players", "give a number between them")
    if arguments.window:
        return _at_a_screen(arguments, profile)
    clock = virtual_clock()
    entropy = KernelEntropy() if arguments.seed is None else SeededEntropy(arguments.seed)
    seed = arguments.seed if arguments.seed is not None else int.from_bytes(entropy.draw(4), "big")
    with tempfile.TemporaryDirectory(prefix="jakaja-play-") as folder:
        bench = make_bench(Path(folder), profile, clock, entropy)
        try:
            drivers = make_drivers(fit(bench.core, get_backend(bench.bus.address), UTC, slips=bench.slips.take))
            crowd = Crowd(bench, drivers, entropy, random.Random(f"crowd {seed}"))
            _sit_down(crowd, arguments.seats, seed, arguments.name)
            game = Game(bench, clock, crowd, Narrator(load_language(arguments.language), profile))
            game.play()
            game.go_home()
            crowd.close()
            return 0
        finally:
            bench.close()


def _at_a_screen(arguments: argparse.Namespace, profile: Profile) -> int:
    """Play in a window until it is closed."""
    if arguments.game is not None:
        profile = msgspec.structs.replace(profile, game=GameId(arguments.game))
        refusal = check_profile(profile)
        if refusal is not None:
            what = "cannot be played at the demonstration's table"
            raise Problem(f"--game {arguments.game}", what, "see jakaja rules for the games")
    seed = arguments.seed if arguments.seed is not None else int.from_bytes(KernelEntropy().draw(4), "big")
    with tempfile.TemporaryDirectory(prefix="jakaja-play-") as folder:
        you = You(arguments.name, arguments.language, silent=arguments.silent)
        return run_practice(Path(folder), profile, seed, arguments.seats, you)


def _sit_down(crowd: Crowd, count: int, seed: int, name: str) -> None:
    """Seat you and the bots; everyone inserts his notes."""
    you = Temper(name=name, raises=0, folds=0)
    for seat, temper in enumerate((you, *TEMPERS[: count - 1]), start=YOUR_SEAT):
        crowd.arrive(Person(seat=seat, bot=Bot(temper, seed), screen=crowd.screen(Viewer("seat", seat))))


class Game:
    """The terminal's side of one seat."""

    def __init__(self, bench: Bench, clock: VirtualClock, crowd: Crowd, narrator: Narrator) -> None:
        self._bench = bench
        self._clock = clock
        self._crowd = crowd
        self._say = narrator
        self._you = crowd.people[YOUR_SEAT]
        self._you.screen.news()
        self._seen = copy_view(self._you.screen.view)

    def play(self) -> None:
        """Play until you quit, are alone, or the input ends."""
        while True:
            stepped = self._goes_on()
            decision = self._decision()
            if decision is not None and decision.seat == YOUR_SEAT:
                if not self._ask(decision):
                    return
            elif decision is not None:
                person = self._crowd.people[decision.seat]
                self._clock.advance(1500)
                person.screen.ask(person.bot.choose(person.screen.view, decision))
            elif not stepped and not self._pass_time():
                return

    def go_home(self) -> None:
        """Leave, fold what is left, collect at the kiosk and print the ticket."""
        self._crowd.leave(self._you)
        while self._you.screen.view.at(YOUR_SEAT).status != "empty":
            decision = self._decision()
            if decision is not None:
                person = self._crowd.people[decision.seat]
                person.screen.ask(person.bot.choose(person.screen.view, decision))
            elif not self._goes_on() and not self._pass_time():
                break
        self._tell()
        amount = self._crowd.collect(self._you)
        number = self._crowd.pay_out(amount)
        if number:
            self._line(f"{self._say.text('ticket.title')}: {self._say.money(amount)}, ..{number}")

    def _decision(self) -> DecisionOffered | None:
        return self._crowd.centre.view.decision

    def _goes_on(self) -> bool:
        """Have the table do what is due, all screens give their numbers, and a bot cut; you let the deck be.

        Return whether anything came of it.
        """
        before = self._bench.core.record
        self._bench.core.pump()
        self._tell()
        for person in self._crowd.people.values():
            cut = person.bot.cut(person.screen.view)
            if cut is not None and person is not self._you:
                person.screen.ask(cut)
        return self._bench.core.record != before

    def _pass_time(self) -> bool:
        """Between hands: bust bots buy in again, time passes; False when nobody is left to play with."""
        if self._you.screen.view.at(YOUR_SEAT).stack == 0 and self._bench.core.machine.table.hand is None:
            return False
        before = self._bench.core.record
        for person in list(self._crowd.people.values()):
            own = person.screen.view.at(person.seat)
            if person is not self._you and own.status == "sitting-out":
                self._crowd.come_back(person)
        due = self._bench.core.due()
        if due is None:
            return self._bench.core.record != before
        self._clock.advance_to(due)
        return True

    def _tell(self) -> None:
        """Print what your screen was told."""
        for event in self._you.screen.news():
            fold(self._seen, event)
            line = self._say.tell(event, self._seen)
            if line:
                self._line(line)

    def _ask(self, decision: DecisionOffered) -> bool:
        """Ask you until the table accepts an answer; False when you quit or the input ends."""
        for words in self._answers(decision):
            if words[:1] == ["q"]:
                return False
            if words[:1] == ["p"]:
                self._prove()
                continue
            act = self._act(decision, words)
            if act is None:
                continue
            answer = self._you.screen.ask(act)
            if not isinstance(answer, Refused):
                return True
            self._line(self._say.refusal(answer.refusal))
        return False

    def _answers(self, decision: DecisionOffered) -> Iterator[list[str]]:
        """Yield your words, one line at a time, each asked for with what you hold and may do."""
        view = self._you.screen.view
        own = view.at(YOUR_SEAT)
        name = f" {self._say.hand_name(view.own_name)}" if view.own_name else ""
        self._line(
            f"{self._say.text('seat.your-turn')}: {print_cards(own.cards)}{name}, "
            f"{self._say.text('table.pot')} {self._say.money(decision.pot)}, "
            f"{self._say.text('seat.your-stack')} {self._say.money(own.stack)}"
        )
        call = f"{self._say.text('act.call')} {self._say.money(decision.call)}"
        words = [f"f = {self._say.text('act.fold')}", f"c = {call if decision.call else self._say.text('act.check')}"]
        if decision.max_to:
            limits = f"{self._say.money(decision.min_to)} - {self._say.money(decision.max_to)}"
            words.append(f"r AMOUNT = {self._say.text('act.raise-to')} {limits}")
        prompt = f"{', '.join(words)}, p = {self._say.text('proof.title')}, q > "
        while True:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                return
            yield line.split()

    def _prove(self) -> None:
        """Print the receipt of the last hand, which `jakaja verify hand` checks without this table."""
        past = self._you.screen.view.past
        code = self._bench.hub.proofs.of(Viewer("seat", YOUR_SEAT), past[-1].hand) if past else None
        if code is None:
            self._line(self._say.text("proof.none"))
        else:
            self._line(f"{self._say.text('table.hand', number=past[-1].hand)}: jakaja verify hand {code}")

    def _act(self, decision: DecisionOffered, words: list[str]) -> Act | None:
        """Return the act that your words name, or None if they name none."""
        seat, number = decision.seat, decision.decision
        match words:
            case ["f"]:
                return Act(seat=seat, decision=number, kind="fold")
            case ["c"]:
                return Act(seat=seat, decision=number, kind="call" if decision.call else "check")
            case ["r", amount] if amount.isascii() and amount.replace(".", "", 1).isdigit():
                whole, _point, part = amount.partition(".")
                exponent = self._bench.profile.currency.exponent
                to = int(whole or "0") * self._bench.profile.currency.units + int(part[:exponent].ljust(exponent, "0"))
                return Act(seat=seat, decision=number, kind="raise", to=to)
        return None

    @staticmethod
    def _line(line: str) -> None:
        sys.stdout.write(line + "\n")
