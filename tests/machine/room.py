"""A table to play on in tests: one machine, a clock that is moved by hand, and people with money."""

import itertools
from collections.abc import Iterable

import msgspec

from cashier.accounts import Account, AccountKind
from cashier.claims import CODE_BYTES, make_code
from cashier.money import Money
from cashier.records import CashOut, CountDropBox, Event, NoteEscrowed, NoteStacked, RequestId, VoucherNumber
from cashier.refusal import Code, Refusal
from cashier.vouchers import RANDOM_BYTES, make_number
from controller import machine as machines
from controller.app.config import demo_profile
from controller.machine import Machine
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.hand_records import DecisionOffered
from controller.vocab.ids import HandId, Now
from controller.vocab.profile import Profile
from controller.vocab.records import AnyCommand, AnyEvent
from evaluator_ext import Card

WALL = 1_800_000_000_000


class Room:
    """Plays a machine as its host would; every committed event is kept."""

    def __init__(self, profile: Profile | None = None) -> None:
        self.machine = Machine(machine_id="ab" * 16)
        self.profile = profile or demo_profile()
        self.ms = 0
        self.ahead = 0
        """Milliseconds by which the wall clock was ahead of the table's from the start, or was set since."""
        self.log: list[AnyEvent] = []
        self.commands: list[tuple[AnyCommand, Now]] = []
        self._serial = itertools.count(1)
        self.do(tr.AdoptProfile(profile=self.profile))

    @property
    def now(self) -> Now:
        return Now(table=self.ms, wall=WALL + self.ms + self.ahead)

    def submit(self, command: AnyCommand) -> list[AnyEvent] | Refusal:
        """Decide and adopt; a refusal must leave the machine as it was."""
        before = machines.encode(self.machine)
        decided = machines.decide(self.machine, command, self.now)
        assert machines.encode(self.machine) == before, "decide works on a copy"
        if isinstance(decided, Refusal):
            return decided
        self.machine = decided.machine
        self.log += decided.events
        self.commands.append((command, self.now))
        return list(decided.events)

    def do(self, command: AnyCommand) -> list[AnyEvent]:
        """Carry out a command that must be accepted."""
        events = self.submit(command)
        assert not isinstance(events, Refusal), f"{command} was refused: {events}"
        return events

    def refuse(self, command: AnyCommand) -> Code:
        """Return the code with which a command is refused; it must be."""
        answer = self.submit(command)
        assert isinstance(answer, Refusal), f"{command} was accepted"
        return answer.code

    def request(self) -> RequestId:
        return RequestId(f"{next(self._serial):032x}")

    def number(self) -> VoucherNumber:
        return make_number(next(self._serial).to_bytes(RANDOM_BYTES, "big"))

    def code(self) -> str:
        return make_code(next(self._serial).to_bytes(CODE_BYTES, "big"))

    def insert(self, *notes: int) -> None:
        """Put notes (minor units) into the acceptor, one after the other."""
        device = self.profile.cash.validator
        for note in notes:
            for kind in (NoteEscrowed, NoteStacked):
                counter = self.machine.kiosk.counters.get(device, 0) % 255 + 1
                self.do(kind(device=device, counter=counter, amount=Money(note)))

    def count_box(self, off: int = 0) -> None:
        """Count the drop box in a pause, and find `off` more in it than the books say."""
        self.submit(tr.Pause(by="floor"))
        expected = self.machine.ledger.balance(Account(AccountKind.DROP_BOX))
        self.submit(CountDropBox(by="floor", amount=Money(max(0, expected + off))))
        self.submit(tr.Resume(by="floor"))

    def sit(self, seat: int, amount: int, name: str | None = None) -> list[AnyEvent]:
        """Insert the money and buy in."""
        for note in _notes(amount, self.profile.cash.notes):
            self.insert(note)
        return self.do(self.buy_in(seat, amount, name))

    def buy_in(self, seat: int, amount: int, name: str | None = None) -> tr.BuyIn:
        return tr.BuyIn(request=self.request(), seat=seat, amount=Money(amount), name=name or f"Player {seat}")

    def cash_out(self, amount: int) -> CashOut:
        return CashOut(request=self.request(), amount=Money(amount), number=self.number())

    def leave(self, seat: int) -> list[AnyEvent]:
        return self.do(tr.LeaveSeat(seat=seat, code=self.code()))

    def deal(self, deck: tuple[Card, ...] = ()) -> list[AnyEvent]:
        """Wait for the next hand, let what is asked before it go unanswered, and deal it."""
        while self.machine.table.due_hand is None or self.machine.table.asked is not None:
            due = machines.due(self.machine)
            assert due is not None, "no hand can start"
            self.ms = max(self.ms, due)
            self.do(tr.Tick())
        hand = HandId(self.machine.table.last_hand + 1)
        if self.machine.table.shuffle is None:
            self.do(tr.OpenShuffle(hand=hand, seed=hand.to_bytes(32, "big")))
        return self.do(tr.Deal(hand=hand, test_deck=deck))

    def pump(self) -> bool:
        """Do one thing that is wanted of the host, or wait for what is due next; False when nothing is."""
        for want in machines.wants(self.machine):
            if isinstance(want, tr.WantVacated):
                self.do(sr.Vacate(seat=want.seat, code=self.code()))
                return True
            if isinstance(want, tr.WantSeed):
                self.do(tr.OpenShuffle(hand=want.hand, seed=want.hand.to_bytes(32, "big")))
                return True
            if isinstance(want, tr.WantDeal):
                self.do(tr.Deal(hand=want.hand))
                return True
        due = machines.due(self.machine)
        if due is None:
            return False
        self.ms = max(self.ms, due)
        self.do(tr.Tick())
        return True

    @property
    def decision(self) -> DecisionOffered:
        hand = self.machine.table.hand
        assert hand is not None
        assert hand.decision is not None
        return hand.decision

    def act(self, kind: hr.ActKind, to: int = 0) -> list[AnyEvent]:
        decision = self.decision
        return self.do(hr.Act(seat=decision.seat, decision=decision.decision, kind=kind, to=to))

    def fold_out(self) -> list[AnyEvent]:
        """Have everyone fold until the hand is over; return all events of it."""
        events: list[AnyEvent] = []
        while self.machine.table.hand is not None:
            events += self.act("fold")
        return events

    def check_down(self) -> list[AnyEvent]:
        """Have everyone check or call until the hand is over."""
        events: list[AnyEvent] = []
        while self.machine.table.hand is not None:
            events += self.act("call" if self.decision.call else "check")
        return events

    def stack(self, seat: int) -> int:
        return self.machine.table.seats[seat].stack


def only(events: Iterable[Event], kind: type) -> Event:
    """Return the one event of a kind."""
    found = [event for event in events if type(event) is kind]
    assert len(found) == 1, f"{len(found)} of {kind.__name__}"
    return found[0]


def kinds(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def changed(profile: Profile, **fields) -> Profile:
    return msgspec.structs.replace(profile, **fields)


def _notes(amount: int, notes: tuple[int, ...]) -> Iterable[int]:
    for note in sorted(notes, reverse=True):
        while amount >= note:
            amount -= note
            yield note
    assert amount == 0, "the notes do not make this amount"
