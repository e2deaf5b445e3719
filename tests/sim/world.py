"""A whole evening made of dice: the table, its screens and devices, whoever sits there, and how it lives on and dies.

Each step somebody does one thing (`deeds`): guests, an attendant, or bad luck. What may never happen is looked for
after every step; once the faults have stopped, everybody must be able to end his hand and be paid (`going_home`).
"""

from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from cashier.records import (
    Command,
    EventsLost,
    NoteEscrowed,
    NoteReturned,
    NoteStacked,
    RequestId,
    ValidatorReset,
    Want,
)
from cashier.refusal import Refusal
from controller.app.core import Committed
from controller.vocab.hand_records import DecisionOffered
from controller.vocab.ids import Seat
from controller.vocab.profile import Profile
from controller.vocab.table_records import AdoptProfile
from controller.wire.messages import Accepted, AskedCommand
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, STAFF, viewer_name
from tests.power.rig import RigVfs
from tests.sim.choices import Temper
from tests.sim.disk import Death
from tests.sim.finding import PowerCut, ProcessDeath, check
from tests.sim.looking import compare_view
from tests.sim.onlooker import Onlooker
from tests.sim.referee import Referee
from tests.sim.screens import Screen
from tests.sim.site import Site

ATTENDANT: Final = "attendant"
KEPT: Final = 12
"""Commands that are kept to be asked again."""

TEMPERS: Final = (
    Temper(10, 10, 8, 4),
    Temper(30, 12, 6, 2),
    Temper(4, 4, 4, 16),
    Temper(2, 2, 2, 0),
    Temper(15, 30, 10, 3),
)


class Person(msgspec.Struct):
    """Someone at a seat, and the screen before him."""

    seat: Seat
    name: str
    temper: Temper
    screen: Screen


class World:
    """One table from its first note to the last ticket."""

    def __init__(self, vfs: RigVfs, seed: str, profile: Profile, watcher: Referee | Onlooker) -> None:
        self.dice = Random(f"world {seed}")
        self.money = Random(f"money {seed}")
        """Dice for what only happens at a kiosk with note store and card terminal."""
        self.site = Site(vfs, seed, self.dice, profile, watcher)
        self.faults = True
        self.slowest = 200
        """Milliseconds that anything takes at most."""
        self.people = self._crowd()
        self.kiosk, self.staff, self.centre = (self._screen(viewer) for viewer in (KIOSK, STAFF, CENTRE))
        self.screens = (*(person.screen for person in self.people.values()), self.kiosk, self.staff, self.centre)
        self.asked: list[AskedCommand] = []
        self.reported: list[Command] = []
        self.waiting: dict[str, list[Command]] = {}
        self._serial = 0
        self._looked_at = 0
        self.site.core.submit(AdoptProfile(profile=profile))

    def _crowd(self) -> dict[Seat, Person]:
        count = self.dice.choice((2, 3, 3, 4, 5, 6, 9))
        there = self.site.profile.seats
        seats = sorted(self.dice.sample(range(1, there + 1), min(count, there)))
        return {
            seat: Person(seat, f"Player {seat}", self.dice.choice(TEMPERS), self._screen(Viewer("seat", seat)))
            for seat in seats
        }

    def _screen(self, viewer: Viewer) -> Screen:
        return Screen(viewer, self.site.privacy, self.site.entropy)

    # -- one step ------------------------------------------------------------------------------------------------

    def do(self, deed: "Callable[[World], None]") -> None:
        """Have somebody do something, and see what became of it."""
        self._dare(deed)
        self.site.disk.settle()
        # Screens that are looked at may have something to say, which is committed like anything else.
        self._dare(World._look_around)

    def _dare(self, deed: "Callable[[World], None]") -> None:
        """Have something done during which power, process or disk may end."""
        try:
            deed(self)
        except PowerCut:
            self._die("power")
        except ProcessDeath:
            self._die("process")
        if self.site.core.frozen is not None:
            self.site.broken()
            self._reconnect()

    def _die(self, death: Death) -> None:
        if death == "power":
            self.site.lose_power()
        if death == "power" and self.dice.randrange(2):
            self.power_off_validator()
        else:
            self._notes_while_dead()
        self.site.end(death)
        self._reconnect()

    def _reconnect(self) -> None:
        self.waiting.clear()
        for screen in self.screens:
            screen.die_with_the_table()

    def _look_around(self) -> None:
        """Hold one screen against the table's view of it, and one view against the machine."""
        self._follow_moves()
        core = self.site.core
        screen = self.dice.choice(self.screens)
        if screen.on:
            screen.exchange()
            if screen.record == core.record:
                same = screen.view(self.site.hub) == core.views.of(screen.viewer)
                check(same, "screen-as-told", f"{viewer_name(screen.viewer)} shows something else than its view")
        if core.record != self._looked_at:
            self._looked_at = core.record
            compare_view(core.views.of(self.dice.choice(self.screens).viewer), self.site)

    def _follow_moves(self) -> None:
        """Screens stay where they are; who has moved sits before another."""
        for number, seat in self.site.core.machine.table.seats.items():
            self.seat_person(number, seat.name)

    def seat_person(self, seat: Seat, name: str) -> None:
        """Have somebody change places with whoever was there."""
        here, there = self.people[seat], next(person for person in self.people.values() if person.name == name)
        here.name, there.name = there.name, here.name
        here.temper, there.temper = there.temper, here.temper

    # -- people --------------------------------------------------------------------------------------------------

    def ask(self, screen: Screen, command: AskedCommand) -> bool:
        """Ask for a command and return whether it was carried out."""
        answer = screen.ask(self.site.hub, command)
        if isinstance(answer, Accepted):
            check(answer.record <= self.site.acked, "accepted-is-durable", f"{command} was accepted before its commit")
        return isinstance(answer, Accepted)

    def request(self) -> RequestId:
        """Return a fresh request id."""
        self._serial += 1
        return RequestId(f"{self._serial:032x}")

    def keep(self, command: AskedCommand) -> AskedCommand:
        """Return a command, which may be asked for once more later."""
        self.asked = [*self.asked, command][-KEPT:]
        return command

    @property
    def decision(self) -> DecisionOffered | None:
        """The decision that somebody can answer now."""
        table = self.site.core.machine.table
        return table.hand.decision if table.hand is not None and not table.paused else None

    # -- devices -------------------------------------------------------------------------------------------------

    def step_devices(self) -> None:
        """Step one driver: what it said the last time reaches the core, then it is told what is wanted."""
        drivers = list(self.site.drivers)
        self.dice.shuffle(drivers)
        for driver in drivers:
            for command in self.waiting.pop(driver.device, []):
                self._report(command)
            wants = tuple(want for want in self.site.core.wants() if isinstance(want, Want))
            self.site.law.judge(wants)
            self.waiting[driver.device] = driver.step(wants)
            if self.faults and not self.dice.randrange(4):
                return

    def _report(self, command: Command) -> None:
        device = self.site.profile.cash.validator
        last = self.site.core.machine.kiosk.counters.get(device, 0)
        outcome = self.site.core.submit(command)  # type: ignore[arg-type]
        if isinstance(command, ValidatorReset | EventsLost):
            # The link keeps its order: what the validator said before a reset, noticed or not, cannot come after it.
            self.reported.clear()
        if isinstance(command, NoteEscrowed | NoteStacked | NoteReturned) and command.counter == last % 255 + 1:
            check(not isinstance(outcome, Refusal), "report-taken", f"{command} was refused after count {last}")
        if isinstance(outcome, Committed):
            self.reported = [*self.reported, command][-KEPT:]

    def power_off_validator(self) -> None:
        """Take the power from the validator; only a note that the table knows of may fall into the stacker then."""
        body, held = self.site.validator, self.site.core.machine.kiosk.held
        known = held is not None and (held.counter, held.amount) == (body.escrow_counter, body.escrow)
        body.lose_power(swallows=known and bool(self.dice.randrange(2)))

    def _notes_while_dead(self) -> None:
        """People push notes into a slot that nobody has closed."""
        for _turn in range(self.dice.choice((0, 0, 5, 60, 200))):
            self.site.validator.insert(self.dice.choice(self.site.profile.cash.notes))
            self.site.validator.turn()
