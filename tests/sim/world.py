"""A whole evening made of dice: people, an attendant, good and bad screens, devices, and every fault there is.

Each step one of them does one thing. What may never happen is looked for after every step; once the faults have
stopped, everybody must be able to end his hand, go home and be paid.
"""

from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from cashier.devices.driver import Driver
from cashier.money import Money
from cashier.payout_records import FillHopper, HandPayVerdict, ResolvePayout, SettleHandPay
from cashier.records import (
    CashOut,
    CollectClaim,
    Command,
    CountDropBox,
    DeviceReported,
    EventsLost,
    NoteEscrowed,
    NoteReturned,
    NoteStacked,
    RequestId,
    ResolveVoucher,
    ValidatorReset,
    Verdict,
    VoucherNumber,
    Want,
)
from cashier.redeem_records import AllowNumbers, RedeemTicket
from cashier.refusal import Refusal
from cashier.ticket_number import last_digits
from cashier.vouchers import RANDOM_BYTES, make_number
from controller.app.core import Committed
from controller.faults import FAULTS
from controller.table.buying import purchase_of
from controller.table.state import Asked
from controller.vocab.fault_records import ClearFault, ResetDoor
from controller.vocab.gaming_day import gaming_day
from controller.vocab.hand_records import DecisionOffered
from controller.vocab.ids import Seat
from controller.vocab.profile import Profile
from controller.vocab.seat_records import ChooseEntry, LeaveList, LockSeat, TakeBreak, UnlockSeat
from controller.vocab.table_records import (
    AdoptProfile,
    Answer,
    BuyIn,
    CallClock,
    LeaveSeat,
    Pause,
    Resume,
    SitIn,
    SitOut,
)
from controller.wire.messages import Accepted, AskedCommand
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import CENTRE, KIOSK, STAFF, viewer_name
from tests.power.rig import RigVfs
from tests.sim.choices import Temper, choose, quick
from tests.sim.disk import Death
from tests.sim.finding import PowerCut, ProcessDeath, check
from tests.sim.hopper import FILLED
from tests.sim.looking import compare_view
from tests.sim.onlooker import Onlooker
from tests.sim.referee import Referee
from tests.sim.screens import Screen
from tests.sim.shuffling import shuffle_goes_on
from tests.sim.site import Site

ATTENDANT: Final = "attendant"
ABSENT_ONCE_IN: Final = 40
KEPT: Final = 12
"""Commands that are kept to be asked again."""

WIND_UP_STEPS: Final = 2500
WIND_UP_MS: Final = 60_000
"""Steps and table time within which everything must come to rest once the faults have stopped (reliability TST-8)."""


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
        self.site = Site(vfs, self.dice, profile, watcher)
        self.faults = True
        self.slowest = 200
        """Milliseconds that anything takes at most."""
        self.people = self._crowd()
        self.kiosk, self.staff, self.centre = (self._screen(viewer) for viewer in (KIOSK, STAFF, CENTRE))
        self.screens = (*(person.screen for person in self.people.values()), self.kiosk, self.staff, self.centre)
        self.asked: list[AskedCommand] = []
        self.reported: list[Command] = []
        self._waiting: dict[str, list[Command]] = {}
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
            self.site.hopper.lose_power()
        if death == "power" and self.dice.randrange(2):
            self.power_off_validator()
        else:
            self._notes_while_dead()
        self.site.end(death)
        self._reconnect()

    def _reconnect(self) -> None:
        self._waiting.clear()
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
            self._seat_person(number, seat.name)

    def _seat_person(self, seat: Seat, name: str) -> None:
        here, there = self.people[seat], next(person for person in self.people.values() if person.name == name)
        here.name, there.name = there.name, here.name
        here.temper, there.temper = there.temper, here.temper

    def come_to(self, seat: Seat, name: str) -> None:
        """Have somebody whose seat is kept for him buy in there."""
        self._seat_person(seat, name)
        person = self.people[seat]
        least = self._least_purchase(person)
        command = BuyIn(request=self.request(), seat=seat, amount=Money(least), name=name)
        if self.ask(self.kiosk, self._keep(command)):
            self._come_in(person)

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

    def _keep(self, command: AskedCommand) -> AskedCommand:
        self.asked = [*self.asked, command][-KEPT:]
        return command

    def play(self) -> None:
        """Let the table go on: what is due, an act, or the wait for the next thing that is due."""
        core, clock = self.site.core, self.site.clock
        clock.advance(self.dice.randrange(self.slowest))
        if core.pump() or core.frozen is not None:
            return
        decision, asked = self.decision, core.machine.table.asked
        if core.due() is not None and shuffle_goes_on(self):
            return
        if asked is not None and self.dice.randrange(4):
            self._answer(asked)
        elif decision is not None and self._is_there(decision):
            self._act(decision)
        elif (due := core.due()) is not None:
            clock.advance_to(due)
            core.pump()
        elif self.faults:
            self.dice.choice((self.bring_note, self.step_devices, self.at_the_kiosk, self.at_a_seat, self.attend))()

    def _is_there(self, decision: DecisionOffered) -> bool:
        """Whether whoever must act can and will; behind an open housing he touches in vain."""
        if self.site.law.seat_shut(decision.seat):
            self.ask(self.people[decision.seat].screen, quick(decision, ()))
            return False
        return not (self.faults and self.dice.randrange(ABSENT_ONCE_IN) == 0)

    def _answer(self, asked: Asked) -> None:
        """Have somebody who is asked before the hand answer; some are slow, and silence is no."""
        seat = self.dice.choice(asked.seats)
        hand = self.site.core.machine.table.due_hand
        if seat in self.people and hand is not None:
            yes = self.dice.randrange(5) > 0
            self.ask(self.people[seat].screen, Answer(seat=seat, hand=hand, question=asked.question, yes=yes))

    @property
    def decision(self) -> DecisionOffered | None:
        """The decision that somebody can answer now."""
        table = self.site.core.machine.table
        return table.hand.decision if table.hand is not None and not table.paused else None

    def _act(self, decision: DecisionOffered) -> None:
        person = self.people[decision.seat]
        view = person.screen.view(self.site.hub)
        shown = view.decision == decision
        check(shown, "decision-shown", f"seat {person.seat} must decide {decision} and is shown {view.decision}")
        cards, unit = view.at(decision.seat).cards, self.site.profile.stakes.unit
        act = choose(self.dice, person.temper, decision, cards, unit) if self.faults else quick(decision, cards)
        accepted = self.ask(person.screen, act)
        excused = self.site.core.frozen is not None
        check(accepted or excused, "offer-holds", f"the table refused what it had offered: {act}")

    def bring_note(self) -> None:
        """Push a note into the slot."""
        self.site.validator.insert(self.dice.choice(self.site.profile.cash.notes))

    def at_the_kiosk(self) -> None:
        """Buy chips, collect a claim, or ask for a ticket."""
        person = self.dice.choice(tuple(self.people.values()))
        view = self.kiosk.view(self.site.hub)
        command = self._kiosk_wish(person, view)
        if command is not None and self.ask(self.kiosk, self._keep(command)) and isinstance(command, BuyIn):
            self._come_in(person)

    def _kiosk_wish(self, person: Person, view: View) -> AskedCommand | None:
        profile = self.site.profile
        code = self._code_of(person)
        if code:
            return CollectClaim(request=self.request(), code=code)
        seat = view.seats.get(person.seat)
        held = seat.stack + seat.reserved if seat else 0
        unit = profile.stakes.unit
        most = min(view.balance, profile.buy_in.most - held) // unit * unit
        least = self._least_purchase(person) if not held else unit
        most = max(most, least) if least <= view.balance else most
        if most >= least and self.dice.randrange(4):
            amount = Money(self.dice.choice((most, least, self.dice.randrange(least, most + 1, unit))))
            return BuyIn(request=self.request(), seat=person.seat, amount=amount, name=person.name)
        if view.balance and not self.dice.randrange(3):
            amount = Money(self.dice.choice((view.balance, self.dice.randrange(1, view.balance + 1))))
            way = self.dice.choice(("ticket", "ticket", "ticket", "coins", "coins", "hand"))
            return CashOut(request=self.request(), amount=amount, way=way)
        return self._ticket_in_hand()

    def _ticket_in_hand(self) -> RedeemTicket | None:
        """Bring a ticket back, now and then one that was paid before, or a number that nobody gave out."""
        slips = [slip for slip in self.site.printer.slips.values() if slip.whole]
        if not slips or self.dice.randrange(2):
            return None
        number = self.dice.choice(slips[-8:]).number
        if not self.dice.randrange(20):
            number = make_number(self.dice.randbytes(RANDOM_BYTES))
        return RedeemTicket(request=self.request(), number=number)

    def _least_purchase(self, person: Person) -> int:
        """What he must buy at least: today's stack if he has been here (poker.md §7.3)."""
        table, today = self.site.core.machine.table, gaming_day(self.site.profile.gaming_day, self.site.core.now().wall)
        taken = table.seats.get(person.seat)
        taken = taken if taken is not None and taken.name == person.name else None
        return purchase_of(table, self.site.profile, person.name, taken, today, playing=False).least

    def _code_of(self, person: Person) -> str:
        """Return the code on his seat's screen, if one waits there."""
        view = person.screen.view(self.site.hub)
        return next((claim.code for claim in view.claims if claim.code), "")

    def at_a_seat(self) -> None:
        """Come back, sit out, or leave."""
        person = self.dice.choice(tuple(self.people.values()))
        seat = person.screen.view(self.site.hub).seats.get(person.seat)
        if seat is None or seat.status == "empty":
            return
        out, back, home = SitOut(seat=person.seat), SitIn(seat=person.seat), LeaveSeat(seat=person.seat)
        away = TakeBreak(seat=person.seat) if self.faults else out
        wish = self.dice.choice((back, back, back, home) if seat.presence == "sitting-out" else (out, out, home, away))
        if self.ask(person.screen, wish):
            self._come_in(person)

    def _come_in(self, person: Person) -> None:
        """Have somebody who must wait for his blind choose how he comes in."""
        seat = person.screen.view(self.site.hub).seats.get(person.seat)
        if seat is not None and seat.entry is not None and self.dice.randrange(4):
            way = self.dice.choice(("post", *seat.entry.ways))
            self.ask(person.screen, ChooseEntry(seat=person.seat, way=way))

    def attend(self) -> None:
        """See to money, faults, devices and seats; pause and resume, call the clock."""
        view, site = self.staff.view(self.site.hub), self.site
        if self._see_to_doors(view) or self._see_to_money(view) or self._see_to_faults(view):
            return
        if {site.printer.condition, site.validator.condition, site.hopper.condition} != {"ready"}:
            site.printer.condition = site.validator.condition = site.hopper.condition = "ready"
        elif any(device.condition == "events-lost" for device in view.devices):
            self.ask(self.staff, DeviceReported(site.profile.cash.validator, "ready", by=ATTENDANT))
        elif view.paused and site.copies.is_full and self.dice.randrange(4):
            site.copies.make_room()
        elif view.paused and self.faults and self.dice.randrange(2):
            self.ask(self.staff, CountDropBox(by=ATTENDANT, amount=Money(site.validator.box)))
        elif view.paused:
            self.ask(self.staff, Resume(by=ATTENDANT))
        elif self.faults and not self.dice.randrange(20):
            self.ask(self.staff, Pause(by=ATTENDANT))
        elif self.faults and not self.dice.randrange(20):
            self.ask(self.staff, CallClock(by=ATTENDANT))
        else:
            self._see_to_seats(view)

    def _see_to_doors(self, view: View) -> bool:
        """Whether there was a door to be closed, or to be reset by whoever has looked behind it."""
        board = self.site.board
        if board.pulled or board.open:
            board.pulled = False
            for door in sorted(board.open):
                board.turn(door, is_open=False)
            return True
        waiting = next((door for door in view.doors if door.waits), None)
        if waiting is not None:
            self.ask(self.staff, ResetDoor(door=waiting.door, by=ATTENDANT))
        return waiting is not None

    def _see_to_money(self, view: View) -> bool:
        """Whether there was a ticket in doubt, a hand-pay, coins in the tray or an empty hopper to be seen to."""
        for voucher in view.vouchers:
            if voucher.state == "unknown":
                self._look_at_paper(voucher.number)
                return True
        if view.hand_pays and self.dice.randrange(2):
            verdict: HandPayVerdict = "cancelled" if self.faults and not self.dice.randrange(4) else "paid"
            self.ask(self.staff, SettleHandPay(view.hand_pays[0].payout, verdict, ATTENDANT, "counted out"))
            return True
        if view.coins is not None and view.coins.state == "unknown" and self.site.hopper.at_rest:
            fell = self.site.hopper.fallen[view.coins.payout]
            self.ask(self.staff, ResolvePayout(view.coins.payout, fell, ATTENDANT, "counted the tray"))
            return True
        if not self.site.books.payouts.filled:
            self.ask(self.staff, FillHopper(FILLED, ATTENDANT))
            return True
        return False

    def _see_to_faults(self, view: View) -> bool:
        """Whether there was a fault that waits for people, or a lock on the typing of numbers, to be ended."""
        waiting = next((fault for fault in view.faults if FAULTS[fault.fault].ends == "attendant"), None)
        if waiting is not None:
            self.ask(self.staff, ClearFault(fault=waiting.fault, place=waiting.place, by=ATTENDANT))
            return True
        if view.numbers_until and not (self.faults and self.dice.randrange(4)):
            self.ask(self.staff, AllowNumbers(by=ATTENDANT))
            return True
        return False

    def _see_to_seats(self, view: View) -> None:
        """Lock a seat now and then; one that is locked does not stay so."""
        taken = [seat for seat in view.seats.values() if seat.status != "empty"]
        locked = [seat for seat in taken if seat.locked]
        if locked and (not self.faults or not self.dice.randrange(3)):
            self.ask(self.staff, UnlockSeat(seat=locked[0].seat, by=ATTENDANT))
        elif taken and not locked and self.faults and not self.dice.randrange(15):
            self.ask(self.staff, LockSeat(seat=self.dice.choice(taken).seat, by=ATTENDANT))

    def _look_at_paper(self, digits: str) -> None:
        """Say what is on the paper of the ticket in doubt, of which the desk shows the last digits."""
        (number,) = (
            ticket
            for ticket, state in self.site.books.tickets.items()
            if state == "unknown" and last_digits(ticket) == digits
        )
        slip = next((slip for slip in self.site.printer.slips.values() if slip.number == number), None)
        reason = ""
        if slip is not None and slip.whole and not slip.torn and self.dice.randrange(5):
            verdict: Verdict = "issued"
        else:
            verdict, reason = self.dice.choice((("void", ""), ("void", ""), ("hand-paid", "no second try")))
            if slip is not None:
                slip.torn = True
        self.ask(self.staff, ResolveVoucher(number=VoucherNumber(digits), verdict=verdict, by=ATTENDANT, reason=reason))

    def cancel_ticket(self) -> None:
        """Try to take back the ticket that is being printed: possible only before its first byte."""
        paying = self.site.core.machine.kiosk.paying
        if paying is not None and self.site.books.tickets[paying] != "unknown":
            self.ask(self.staff, ResolveVoucher(number=paying, verdict="void", by=ATTENDANT))

    # -- devices -------------------------------------------------------------------------------------------------

    def step_devices(self) -> None:
        """Step one driver: what it said the last time reaches the core, then it is told what is wanted."""
        site = self.site
        drivers: list[Driver] = [site.validator_driver, site.printer_driver, site.hopper_driver, site.authority]
        drivers += [site.door_driver] if site.door_driver is not None else []
        self.dice.shuffle(drivers)
        for driver in drivers:
            for command in self._waiting.pop(driver.device, []):
                self._report(command)
            wants = tuple(want for want in self.site.core.wants() if isinstance(want, Want))
            site.law.judge(wants)
            self._waiting[driver.device] = driver.step(wants)
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

    # -- the end -------------------------------------------------------------------------------------------------

    def wind_up(self) -> None:
        """Stop all faults; then every hand must end, everybody be paid and every ticket resolved."""
        self.faults = False
        self.site.mend()
        begun = self.site.core.now().table
        for _step in range(WIND_UP_STEPS):
            if self._at_rest():
                break
            self.do(World.go_home)
        check(self._at_rest(), "comes-to-rest", f"after {WIND_UP_STEPS} steps without faults the table is not at rest")
        took = self.site.core.now().table - begun
        check(took <= WIND_UP_MS, "comes-to-rest", f"it took {took} ms without faults to come to rest")
        self.site.books.settle(self.site.core.machine.kiosk.held)
        self.site.settle_doors()
        self.site.start_anew()

    def _at_rest(self) -> bool:
        machine, site = self.site.core.machine, self.site
        busy = machine.table.seats or machine.table.hand or machine.kiosk.balance or machine.kiosk.claims
        quiet = not site.validator.escrow and not any(self._waiting.values()) and not site.board.open
        return not busy and not machine.kiosk.pays and not machine.kiosk.hand_pays and quiet and self._read_to_the_end()

    def _read_to_the_end(self) -> bool:
        """Whether the table has read all of the validator's events."""
        device = self.site.profile.cash.validator
        return self.site.core.machine.kiosk.counters.get(device, 0) == self.site.validator.counter

    def go_home(self) -> None:
        """Do whatever brings everybody home."""
        self.step_devices()
        self.attend()
        for waiter in self.site.core.machine.table.waiting:
            self.ask(self.staff, LeaveList(name=waiter.name, by=ATTENDANT))
        for person in self.people.values():
            seat = self.site.core.machine.table.seats.get(person.seat)
            if seat is not None and not seat.leave_code:
                self.ask(person.screen, LeaveSeat(seat=person.seat))
        for claim in tuple(self.site.core.machine.kiosk.claims):
            self.ask(self.kiosk, CollectClaim(request=self.request(), code=self.site.codes[claim]))
        balance = self.kiosk.view(self.site.hub).balance
        if balance and not self.site.core.machine.kiosk.pays:
            self.ask(self.kiosk, CashOut(request=self.request(), amount=balance))
        self.play()
