"""The host of a simulated table: a machine, a clock that jumps, notes, tickets and entropy from dice, and no disk."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import msgspec

from cashier import records as cash
from cashier.claims import CODE_BYTES, make_code
from cashier.kiosk.state import counter_after
from cashier.money import Money
from cashier.records import RequestId
from cashier.refusal import Code, Refusal
from cashier.vouchers import RANDOM_BYTES, make_number
from controller import machine as machines
from controller.app.day.screens import Screens
from controller.machine import Machine
from controller.table.lineup import line_up
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Now
from controller.vocab.profile import Profile
from controller.vocab.records import AnyCommand, AnyEvent, AnyWant
from evaluator_ext import Card

WALL: Final = 1_800_000_000_000
"""The wall clock when the table opens, ms since the epoch."""

SEED_BYTES: Final = 32
REQUEST_BYTES: Final = 16
AUDIT_EVERY: Final = 50
"""Commands after which the books are held against the table; always, when the day is over."""


class Stacked(msgspec.Struct, frozen=True):
    """On these `hands` a prepared deck is dealt, made for so many players as are dealt in."""

    hands: frozenset[HandId]
    deck: Callable[[int], tuple[Card, ...]]


class DayError(Exception):
    """The machine refused what it must accept, or would not go on: a finding."""


class Host:
    """Carries commands out in place and tells a listener of every event, in order, with the table time (ms)."""

    def __init__(
        self,
        profile: Profile,
        dice: Random,
        tell: Callable[[AnyEvent, int], None],
        screens: Screens,
        stacked: Stacked | None = None,
    ) -> None:
        self.machine = Machine(machine_id="d" * 32)
        self.profile = profile
        self.ms = 0
        self.commands = 0
        self._dice = dice
        self._tell = tell
        self._screens = screens
        self._stacked = stacked
        self.refused: dict[Code, int] = {}
        self.do(tr.AdoptProfile(profile=profile))

    @property
    def now(self) -> Now:
        """The instant, by both clocks."""
        return Now(table=self.ms, wall=WALL + self.ms)

    def ask(self, command: AnyCommand, *codes: Code) -> list[AnyEvent] | Refusal:
        """Carry a command out; it may be refused with one of these codes, and with no other."""
        self.commands += 1
        decided = machines.play(self.machine, command, self.now)
        if isinstance(decided, Refusal):
            if decided.code not in codes:
                raise DayError(f"{command} was refused at {self.ms} ms: {decided.code} {decided.facts}")
            self.refused[decided.code] = self.refused.get(decided.code, 0) + 1
            return decided
        if self.commands % AUDIT_EVERY == 0:
            machines.audit(self.machine)
        for event in decided.events:
            self._tell(event, self.ms)
        return list(decided.events)

    def do(self, command: AnyCommand) -> None:
        """Carry out a command that must be accepted."""
        self.ask(command)

    def serve(self) -> None:
        """Do what the machine wants of its host and its screens, until nothing is left that can be done at once."""
        while (wanted := next(self._answers(), None)) is not None:
            self.do(wanted)

    def _answers(self) -> Iterator[AnyCommand]:
        said = self._screens.says(self.machine.table)
        if said is not None:
            yield said
        for want in machines.wants(self.machine):
            answer = self._answer(want)
            if answer is not None:
                yield answer

    def _answer(self, want: AnyWant) -> AnyCommand | None:
        match want:
            case tr.WantVacated():
                return sr.Vacate(seat=want.seat, code=self.code())
            case tr.WantSeed():
                return tr.OpenShuffle(hand=want.hand, seed=self._dice.randbytes(SEED_BYTES))
            case tr.WantDeal():
                return tr.Deal(hand=want.hand, test_deck=self._deck_of(want.hand))
            case cash.PrintTicket():
                sent = want.state == "sent"
                return cash.TicketPrinted(number=want.number) if sent else cash.TicketSending(number=want.number)
            case _:
                return None

    def _deck_of(self, hand: HandId) -> tuple[Card, ...]:
        """The prepared deck of a hand, or none where it is shuffled."""
        if self._stacked is None or hand not in self._stacked.hands:
            return ()
        return self._stacked.deck(len(line_up(self.machine.table, self.profile).dealt))

    # -- at the kiosk --------------------------------------------------------------------------------------------

    def insert(self, amount: Money) -> Money:
        """Put in notes for at least this amount, and say how much they were."""
        paid, notes = 0, sorted(self.profile.cash.notes, reverse=True)
        while paid < amount:
            note = next((note for note in notes if note <= amount - paid), notes[-1])
            for report in (cash.NoteEscrowed, cash.NoteStacked):
                device = self.profile.cash.validator
                counter = counter_after(self.machine.kiosk.counters.get(device, 0), 1)
                self.do(report(device=device, counter=counter, amount=note))
            paid += note
        return Money(paid)

    def cash_out(self) -> Money:
        """Pay the whole balance to a ticket, and say how much it was."""
        amount = self.machine.kiosk.balance
        if amount:
            number = make_number(self._dice.randbytes(RANDOM_BYTES))
            self.do(cash.CashOut(request=self.request(), amount=amount, number=number))
            self.serve()
        return amount

    def request(self) -> RequestId:
        """An id for a request that nobody has used."""
        return RequestId(self._dice.randbytes(REQUEST_BYTES).hex())

    def code(self) -> str:
        """A random code for a claim."""
        return make_code(self._dice.randbytes(CODE_BYTES))
