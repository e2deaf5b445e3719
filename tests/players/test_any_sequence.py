"""No sequence of commands puts in more than a limit, by a model that shares no code with the product (R-RG-2).

Planted bugs prove that it can fail: each is one small change to a rule, and the model must object.
"""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import pytest

from cashier.refusal import Refusal
from controller.app.config import demo_profile
from controller.players import folding, pseudonym, settings, using
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.vocab.profile import PlayerRules
from tests.machine.room import WALL, Room
from tests.planted.patching import patched, source_path

HOUR = 3_600_000
CARDS = tuple(pseudonym(bytes(32), "card", token) for token in ("1", "2"))
PERIODS: tuple[pr.Period, ...] = ("day", "week", "month")


def period_of(period: pr.Period, wall: int) -> tuple[int, ...]:
    """The gaming day, week or month of an instant, by the calendar alone; gaming days begin at six, universal time."""
    day = (datetime.fromtimestamp(wall / 1000, UTC) - timedelta(hours=6)).date()
    return {"day": (day.toordinal(),), "week": tuple(day.isocalendar()[:2]), "month": (day.year, day.month)}[period]


class Model:
    """What one player was promised, and what he has put in, as lists that are gone through from the beginning."""

    def __init__(self) -> None:
        self.put_in: list[tuple[int, int]] = []
        self.asked: list[tuple[pr.Period, int, int | None]] = []
        self.out_until = 0

    def most(self, period: pr.Period, wall: int) -> int | None:
        acting: int | None = None
        waiting: tuple[int, int | None] | None = None
        for asked, at, most in self.asked:
            if asked != period:
                continue
            if waiting is not None and waiting[0] <= at:
                acting, waiting = waiting[1], None
            if acting is None or (most is not None and most <= acting):
                acting, waiting = most, None
            else:
                waiting = (at + 24 * HOUR, most)
        return waiting[1] if waiting is not None and waiting[0] <= wall else acting

    def check(self, wall: int) -> None:
        assert wall >= self.out_until, "an excluded player put money in"
        for period in PERIODS:
            most = self.most(period, wall)
            total = sum(money for at, money in self.put_in if period_of(period, at) == period_of(period, wall))
            assert most is None or total <= most, f"{total} put in, {most} allowed a {period}"


class Evening(Room):
    """Two players with cards, and a wall clock that is set to and fro."""

    def __init__(self, seed: int) -> None:
        self.shift = 0
        profile = msgspec.structs.replace(demo_profile(), players=PlayerRules(identity="card"))
        super().__init__(profile)
        self.dice = Random(seed)
        self.models = {card: Model() for card in CARDS}
        self.latest = 0
        self.accepted = 0
        self.insert(*(20_000,) * 60)

    @property
    def now(self) -> Now:
        return Now(table=self.ms, wall=WALL + self.ms + self.shift)

    def step(self) -> None:
        dice = self.dice
        deeds = (self.limit, self.leave, self.wait, self.wait, self.set_clock)
        deed = dice.choice((*(self.buy,) * 5, *deeds))
        deed(dice.choice(CARDS))
        if dice.random() < 0.02:
            self.exclude(dice.choice(CARDS))

    def buy(self, card: str) -> None:
        seat = self.dice.randrange(1, 5)
        amount = self.dice.choice((500, 500, 4_000, 4_000, 6_000, 10_000))
        command = msgspec.structs.replace(self.buy_in(seat, amount), way="card", player=card)
        events = self.submit(command)
        if isinstance(events, Refusal):
            return
        staked = next(event for event in events if isinstance(event, pr.PlayerStaked))
        assert (staked.player, staked.amount) == (card, amount)
        self.latest = max(self.latest, self.now.wall)
        self.models[card].put_in.append((self.latest, amount))
        self.models[card].check(self.latest)
        self.accepted += 1
        seats = [session.seat for session in self.machine.players.sessions if session.player == card]
        assert len(seats) == 1, "one player, one seat"

    def limit(self, card: str) -> None:
        period = self.dice.choice(PERIODS)
        most = self.dice.choice((6_000, 12_000, 30_000, 90_000, None))
        if not isinstance(self.submit(pr.SetLimit(card, "stake", period, most, by="Anna")), Refusal):
            self.latest = max(self.latest, self.now.wall)
            self.models[card].asked.append((period, self.latest, most))

    def exclude(self, card: str) -> None:
        if not isinstance(self.submit(pr.ExcludePlayer(card, 1, "self", by="Anna")), Refusal):
            model = self.models[card]
            model.out_until = max(model.out_until, max(self.latest, self.now.wall) + 24 * HOUR)

    def leave(self, card: str) -> None:
        session = self.machine.players.of(card)
        if session is None:
            return
        if self.dice.random() < 0.3:
            self.submit(sr.MoveSeat(seat=session.seat, to=self.dice.randrange(5, 8), by="Anna"))
            return
        self.leave_seat(session.seat)

    def leave_seat(self, seat: int) -> None:
        self.do(tr.LeaveSeat(seat=seat, code=self.code()))
        self.latest = max(self.latest, self.now.wall)

    def wait(self, _card: str) -> None:
        self.shift += self.dice.choice((HOUR, 5 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR))

    def set_clock(self, _card: str) -> None:
        self.shift -= self.dice.choice((0, 0, HOUR, 20 * HOUR, 200 * HOUR))


def play_on(seeds: range, steps: int = 90) -> int:
    """Play evenings of random commands; return how many purchases were made."""
    bought = 0
    for seed in seeds:
        evening = Evening(seed)
        for _step in range(steps):
            evening.step()
        bought += evening.accepted
    return bought


def test_r_rg_2_no_sequence_of_commands_puts_in_more_than_the_limit() -> None:
    assert play_on(range(40)) > 200, "hardly anything was bought: this tests refusals alone"


BUGS = {
    "a wider limit acts at once": (settings, "raise_hours * HOUR_MS * is_wider", "raise_hours * 0 * is_wider"),
    "a limit is passed by one purchase": (using, "used.staked + amount > most", "used.staked > most"),
    "what was used is forgotten at each look": (using, "number > known.number", "number >= known.number"),
    "reserved and bought chips count in one period only": (
        folding,
        "staked=row.staked + staked, lost",
        'staked=row.staked + staked * (row.period != "month"), lost',
    ),
    "a day of exclusion has twelve hours": (settings, "command.days * DAY_MS if", "command.days * 12 * HOUR_MS if"),
    "leaving gives the stake back": (
        folding,
        "event.player, -event.amount)",
        "event.player, -event.amount, -event.amount)",
    ),
}


@contextmanager
def planted(module: ModuleType, old: str, new: str) -> Iterator[None]:
    """Run the block with one piece of a module's functions replaced; all who hold its functions get the new ones."""
    source = source_path(module.__name__, Path(__file__).parents[2]).read_text(encoding="utf-8")
    changed = ModuleType(module.__name__)
    exec(compile(patched(source, old, new, module.__name__), module.__name__, "exec"), changed.__dict__)
    swapped: list[tuple[ModuleType, str, Callable[..., object]]] = []
    for name, function in vars(module).items():
        if getattr(function, "__module__", "") != module.__name__ or not callable(function):
            continue
        rooms = [known for key, known in sys.modules.items() if key.startswith("controller.") and known is not module]
        swapped += [(other, name, function) for other in rooms if vars(other).get(name) is function]
    try:
        for other, name, _function in swapped:
            setattr(other, name, getattr(changed, name))
        yield
    finally:
        for other, name, function in swapped:
            setattr(other, name, function)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    module, old, new = BUGS[bug]
    with planted(importlib.import_module(module.__name__), old, new), pytest.raises(AssertionError):
        play_on(range(60))
