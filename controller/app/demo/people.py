"""The people of a demonstration: they bring notes, sit down, play, leave, and take their tickets home."""

import random
from collections.abc import Callable
from typing import Final

import msgspec

from cashier.devices.driver import Driver
from cashier.money import ZERO, Money
from cashier.records import CashOut, CollectClaim, RequestId, VoucherNumber
from cashier.refusal import Refusal
from controller.app.bots import Bot
from controller.app.demo.bench import Bench
from controller.app.demo.screens import LocalScreen
from controller.app.devices import step_all
from controller.app.entropy import Entropy
from controller.app.problem import Problem
from controller.vocab.ids import Seat
from controller.vocab.table_records import BuyIn, LeaveSeat, SitIn
from controller.wire.messages import AskedCommand, Refused
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, STAFF
from firmware.virtual.control import BusControl

MOST_STEPS: Final = 400
"""Driver steps that anything at the kiosk may take; more means that a device hangs."""


class Person(msgspec.Struct):
    """Someone at the table: his seat, how he plays, and the screen before him."""

    seat: Seat
    bot: Bot
    screen: LocalScreen

    @property
    def name(self) -> str:
        """What the table calls him."""
        return self.bot.temper.name


class Crowd:
    """Everybody around one table, and what they can do at its kiosk."""

    def __init__(self, bench: Bench, drivers: list[Driver], entropy: Entropy, dice: random.Random) -> None:
        self.bench = bench
        self.people: dict[Seat, Person] = {}
        self._drivers = drivers
        self._entropy = entropy
        self._dice = dice
        self.hands: BusControl = bench.bus.control()
        self.kiosk = self.screen(KIOSK)
        self.staff = self.screen(STAFF)
        self.centre = self.screen(CENTRE)

    def close(self) -> None:
        """Take the hands off the devices and close their drivers."""
        self.hands.close()
        for driver in self._drivers:
            driver.close()

    def look(self) -> None:
        """Have every screen read what it was told: one that never reads is cut off by the table."""
        for screen in (self.kiosk, self.staff, self.centre, *(person.screen for person in self.people.values())):
            screen.exchange()

    def screen(self, viewer: Viewer) -> LocalScreen:
        """Return a screen of the table."""
        return LocalScreen(self.bench.hub, self.bench.home, viewer, self._entropy)

    def arrive(self, person: Person) -> None:
        """Bring money, sit down."""
        self.people[person.seat] = person
        self.buy_in(person)

    def buy_in(self, person: Person, stack: Money = ZERO) -> None:
        """Insert notes for a whole purchase and take it to the seat.

        Who has left with a whole `stack` today comes back with just that (poker.md §7.3).
        """
        limits = self.bench.profile.buy_in
        step = max(self.bench.profile.cash.notes[0], 1000)
        amount = Money(self._dice.randrange(limits.most // 2, limits.most + 1, step))
        if stack > limits.least:
            amount = stack
        for note in self.notes_for(amount):
            self.insert(note)
        self._asked(self.kiosk, BuyIn(request=self.request(), seat=person.seat, amount=amount, name=person.name))

    def notes_for(self, amount: int) -> list[Money]:
        """Return the notes that make an amount, largest first; the smallest makes up what is left of it."""
        notes: list[Money] = []
        for note in sorted(self.bench.profile.cash.notes, reverse=True):
            count, amount = divmod(amount, note)
            notes += [note] * count
        return [*notes, min(self.bench.profile.cash.notes)] if amount else notes

    def insert(self, note: Money) -> None:
        """Push one note into the acceptor, again if it comes back, and wait until it is balance."""
        before = self.kiosk.view.balance
        self.until(lambda: self._pushed(note), "the validator to take a note")
        self.until(lambda: self.kiosk.view.balance == before + note, "the note to be credited")

    def _pushed(self, note: Money) -> bool:
        """Try the slot once; a note that is refused comes back and is taken out."""
        validator = self.bench.profile.cash.validator
        if self.hands.insert_note(validator, note // self.bench.profile.currency.units) != "refused":
            return True
        self.hands.take_note(validator)
        return False

    def leave(self, person: Person) -> None:
        """Stand up, or do so after the hand that is running."""
        self._asked(person.screen, LeaveSeat(seat=person.seat))

    def collect(self, person: Person) -> Money:
        """Type the code from the seat's screen at the kiosk and return what it was worth."""
        claim = next((claim for claim in person.screen.view.claims if claim.code), None)
        if claim is None:
            return Money(0)
        self._asked(self.kiosk, CollectClaim(request=self.request(), code=claim.code))
        return claim.amount

    def pay_out(self, amount: Money) -> VoucherNumber:
        """Ask for a ticket and wait until it is proven or in doubt; return the last digits of its number."""
        if not amount:
            return VoucherNumber("")
        self._asked(self.kiosk, CashOut(request=self.request(), amount=amount))
        number = self.staff.view.vouchers[-1].number
        self.until(lambda: self.voucher_state(number) in {"issued", "unknown"}, "the ticket to be printed")
        return number

    def voucher_state(self, number: VoucherNumber) -> str:
        """Return where the latest ticket whose number ends so stands, as staff see it."""
        return next((v.state for v in reversed(self.staff.view.vouchers) if v.number == number), "")

    def come_back(self, person: Person) -> None:
        """Return to a seat that is dealt out: with fresh money if it is bust."""
        seat = person.screen.view.seats[person.seat]
        if seat.stack + seat.reserved:
            self._asked(person.screen, SitIn(seat=person.seat))
        else:
            self.buy_in(person)

    def until(self, done: Callable[[], bool], waited_for: str) -> None:
        """Step the devices until something has come about."""
        for _step in range(MOST_STEPS):
            if done():
                return
            step_all(self.bench.core, self._drivers)
        raise Problem("devices", f"waited in vain for {waited_for}", "look at the device's condition")

    def request(self) -> RequestId:
        """Return a fresh request id."""
        return RequestId(self._entropy.draw(16).hex())

    @staticmethod
    def _asked(screen: LocalScreen, command: AskedCommand) -> None:
        answer = screen.ask(command)
        if isinstance(answer, Refused):
            what = f"{type(command).__name__} was refused: {_why(answer.refusal)}"
            raise Problem("demonstration", what, "report this")


def _why(refusal: Refusal) -> str:
    facts = ", ".join(f"{name} {fact}" for name, fact in refusal.facts.items())
    return f"{refusal.code} {facts}".strip()
