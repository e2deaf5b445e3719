"""One evening on the virtual clock: sit down, play a number of hands, cash out. The same seed, the same evening."""

import random
from collections.abc import Callable
from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import ResolveVoucher, VoucherNumber
from controller.app.bots import TEMPERS, Bot
from controller.app.clock import VirtualClock
from controller.app.core import Committed, Core, Seen
from controller.app.demo.people import Crowd, Person
from controller.app.demo.staff import of_role, sign_in
from controller.app.problem import Problem
from controller.vocab.hand_records import DecisionOffered, HandEnded
from controller.vocab.ids import HandId, Seat
from controller.wire.messages import Refused
from controller.wire.redact import Viewer

THINKING: Final = (900, 6500)
"""Milliseconds of table time that a decision takes, least and most."""

CUTTING: Final = (300, 1200)
"""Milliseconds that a player takes to cut the deck."""

ABSENT_ONCE_IN: Final = 350
"""Decisions of which one is missed: the clock runs out and the player is dealt out until he comes back."""

LEAVES_ONCE_IN: Final = 60
"""Hands after one of which somebody leaves, collects, is paid and comes back with fresh notes."""

PAPER_ENDS_AFTER: Final = 12
"""Lines of the one ticket of the evening during which the roll ends."""


class Outcome(msgspec.Struct, frozen=True):
    """What an evening came to: hands played, tickets that are good, and the one that was torn up."""

    hands: int
    tickets: tuple[VoucherNumber, ...]
    torn_up: VoucherNumber


class Evening:
    """Runs people, clock and table until so many hands are over."""

    def __init__(
        self, core: Core, clock: VirtualClock, crowd: Crowd, seed: int, tell: Callable[[HandId], None]
    ) -> None:
        self._core = core
        self._clock = clock
        self._crowd = crowd
        self._seed = seed
        self._dice = random.Random(f"evening {seed}")
        self._tell = tell
        self._hands = 0
        self._tickets: list[VoucherNumber] = []
        core.listen(self._count)

    def seat(self, places: tuple[Seat, ...]) -> None:
        """Have one person sit down at each of these places."""
        for temper, place in zip(TEMPERS, places, strict=False):
            screen = self._crowd.screen(Viewer("seat", place))
            self._crowd.arrive(Person(seat=place, bot=Bot(temper, self._seed), screen=screen))

    def play(self, hands: int) -> None:
        """Play until `hands` hands are over."""
        settled = 0
        while self._hands < hands:
            if self._core.frozen is not None:
                raise Problem("table", self._core.frozen.sentence, "run jakaja verify on its folder")
            if self._hands > settled and self._between_hands:
                settled = self._hands
                self._look_around()
            if not self._core.pump() and not self._shuffle_goes_on() and not self._one_decides():
                self._wait()

    def end(self) -> Outcome:
        """Have everybody leave, collect and be paid; the roll ends in the middle of the first ticket."""
        torn_up = VoucherNumber("")
        for person in list(self._crowd.people.values()):
            self._crowd.leave(person)
            amount = self._crowd.collect(person)
            if not amount:
                continue
            if torn_up:
                self._tickets.append(self._crowd.pay_out(amount))
            else:
                torn_up = self._torn_ticket(amount)
        return Outcome(hands=self._hands, tickets=tuple(self._tickets), torn_up=torn_up)

    @property
    def _between_hands(self) -> bool:
        return self._core.machine.table.hand is None

    def _count(self, committed: Committed, _seen: Seen) -> None:
        for event in committed.events:
            if isinstance(event, HandEnded):
                self._hands += 1
                self._tell(event.hand)

    def _shuffle_goes_on(self) -> bool:
        """Have the screens give their numbers and whoever may cut do so; return whether anything came of it."""
        if self._core.machine.table.shuffle is None:
            return False
        before = self._core.record
        for person in self._crowd.people.values():
            cut = person.bot.cut(person.screen.view)
            if cut is not None:
                self._clock.advance(self._dice.randrange(*CUTTING))
                person.screen.ask(cut)
        return self._core.record != before

    def _one_decides(self) -> bool:
        """Have whoever's turn it is decide, after a while; return whether anybody's turn it was."""
        decision = self._decision()
        if decision is None:
            return False
        if self._dice.randrange(ABSENT_ONCE_IN) == 0:
            return False
        self._clock.advance(self._dice.randrange(*THINKING))
        person = self._crowd.people[decision.seat]
        answer = person.screen.ask(person.bot.choose(person.screen.view, decision))
        if isinstance(answer, Refused):
            raise Problem("demonstration", f"an offered act was refused: {answer.refusal.code}", "report this")
        return True

    def _decision(self) -> DecisionOffered | None:
        """Return the decision that the one at turn sees on his own screen."""
        for person in self._crowd.people.values():
            decision = person.screen.view.decision
            if decision is not None and decision.seat == person.seat:
                return decision
        return None

    def _wait(self) -> None:
        """Let time pass until something is due."""
        due = self._core.due()
        if due is None:
            raise Problem("demonstration", "nobody is left to play", "seat more players with --seats")
        self._clock.advance_to(due)

    def _look_around(self) -> None:
        """Between two hands: come back after a missed turn or a lost stack; now and then somebody leaves."""
        self._crowd.look()
        for person in list(self._crowd.people.values()):
            if person.screen.view.seats[person.seat].status == "sitting-out":
                self._crowd.come_back(person)
        if self._dice.randrange(LEAVES_ONCE_IN) == 0:
            self._one_leaves()

    def _one_leaves(self) -> None:
        person = self._crowd.people[self._dice.choice(sorted(self._crowd.people))]
        self._crowd.leave(person)
        stack = self._crowd.collect(person)
        self._tickets.append(self._crowd.pay_out(stack))
        self._crowd.buy_in(person, stack)
        change = self._crowd.kiosk.view.balance
        if change:
            self._tickets.append(self._crowd.pay_out(change))

    def _torn_ticket(self, amount: Money) -> VoucherNumber:
        """Print a ticket on which the paper ends; the attendant tears it up and a replacement is printed."""
        printer = self._crowd.bench.profile.cash.printer
        self._crowd.hands.paper_out(printer, PAPER_ENDS_AFTER)
        number = self._crowd.pay_out(amount)
        if self._crowd.voucher_state(number) != "unknown":
            raise Problem("demonstration", "a ticket without its end counts as printed", "report this")
        self._crowd.hands.refill_paper(printer)
        floor, cashier = of_role("floor"), of_role("cashier")
        sign_in(self._crowd.staff, floor, cashier)
        void = ResolveVoucher(number=number, verdict="void", by=floor.name)
        answer = self._crowd.staff.ask(void, cashier.name)
        if isinstance(answer, Refused):
            raise Problem("demonstration", f"the torn ticket was not resolved: {answer.refusal.code}", "report this")
        replacement = self._crowd.staff.view.vouchers[-1].number
        self._crowd.until(lambda: self._crowd.voucher_state(replacement) == "issued", "the replacement")
        self._tickets.append(replacement)
        return number
