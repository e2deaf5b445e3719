"""A whole table with bots that never stops, to be killed: `python -m tests.power.table_process FILE`.

It prints one line for each durable record: its number, and the hash of everything that is true then.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from cashier.money import Money
from cashier.records import CashOut, CollectClaim, NoteEscrowed, NoteStacked, RequestId, TicketPrinted, TicketSending
from controller import machine as machines
from controller.app.bots import TEMPERS, Bot
from controller.app.config import demo_profile
from controller.app.core import Committed, Core, Frozen, Seen
from controller.journal.store import Store, connect
from controller.machine import Machine
from controller.vocab import table_records as tr
from controller.vocab.hand_records import HandEnded
from controller.vocab.ids import Seat
from controller.vocab.records import AnyCommand
from controller.wire.redact import Viewer
from tests.power.rig import set_up
from tests.power.table_evening import start

SEATS: tuple[Seat, ...] = (2, 5, 8)
LEAVES_AFTER = 4
"""Hands after each of which somebody leaves, collects his claim, is paid out and comes back with new notes."""


def fingerprint(machine: Machine) -> str:
    """Return a hash of everything that is true of a table: cards, stacks, actor, money."""
    return hashlib.blake2b(machines.encode(machine), digest_size=16).hexdigest()


class StoodStillError(Exception):
    """The table's disk failed, and it stands at its last durable state."""


class Endless:
    """Runs a table from its journal for ever, from wherever its last process left it."""

    def __init__(self, store: Store) -> None:
        self.journal = set_up(store)
        self.core, self.clock = start(self.journal, seed=self.journal.record)
        self.core.listen(self._told)
        self._latest: Committed | None = None
        self._bots = {seat: Bot(TEMPERS[seat - 1], self.core.record) for seat in SEATS}

    def steps(self) -> Iterator[Committed]:
        """Yield every commit as it is made. Raises StoodStillError when the disk fails."""
        if self.core.machine.table.profile is None:
            yield self._done(tr.AdoptProfile(profile=demo_profile()))
        while True:
            yield from self._settle_ticket()
            for seat in SEATS:
                yield from self._buy_in(seat)
            ended = 0
            while ended < LEAVES_AFTER:
                commit = self._one_step()
                yield commit
                ended += any(isinstance(event, HandEnded) for event in commit.events)
                for seat in SEATS:
                    yield from self._buy_in(seat)
            yield from self._leave(SEATS[self.core.record % len(SEATS)])
            self.core.snapshot()

    def _done(self, command: AnyCommand) -> Committed:
        outcome = self.core.submit(command)
        if isinstance(outcome, Frozen):
            raise _stood_still(outcome)
        assert isinstance(outcome, Committed), f"{command} was not carried out: {outcome}"
        return outcome

    def _one_step(self) -> Committed:
        """Act for whoever's turn it is, or let the table do what is due."""
        hand = self.core.machine.table.hand
        if hand is not None and hand.decision is not None:
            seat = hand.decision.seat
            self.clock.advance(500)
            return self._done(self._bots[seat].choose(self.core.views.of(Viewer("seat", seat)), hand.decision))
        while not self.core.pump():
            if self.core.frozen is not None:
                raise _stood_still(self.core.frozen)
            self.clock.advance_to(self.core.due() or 0)
        assert self._latest is not None
        return self._latest

    def _told(self, commit: Committed, _seen: Seen) -> None:
        self._latest = commit

    def _request(self) -> RequestId:
        return RequestId(os.urandom(16).hex())

    def _buy_in(self, seat: Seat) -> Iterator[Committed]:
        """Bring notes for a whole purchase, if the seat has nothing to play with."""
        taken = self.core.machine.table.seats.get(seat)
        if self.core.machine.table.hand is not None or (taken is not None and taken.stack):
            return
        amount = Money(10_000)
        while self.core.machine.kiosk.balance < amount:
            yield from self._note(Money(5_000))
        # Somebody else each time: who left today may come back with that very stack alone.
        name = taken.name if taken is not None else f"{TEMPERS[seat - 1].name} {self.core.record}"
        yield self._done(tr.BuyIn(request=self._request(), seat=seat, amount=amount, name=name))

    def _note(self, amount: Money) -> Iterator[Committed]:
        kiosk, device = self.core.machine.kiosk, demo_profile().cash.validator
        for kind in (NoteEscrowed, NoteStacked) if kiosk.held is None else (NoteStacked,):
            counter = self.core.machine.kiosk.counters.get(device, 0) % 255 + 1
            yield self._done(kind(device=device, counter=counter, amount=amount))

    def _leave(self, seat: Seat) -> Iterator[Committed]:
        if seat in self.core.machine.table.seats and self.core.machine.table.hand is None:
            yield self._done(tr.LeaveSeat(seat=seat))
        for claim in list(self.core.machine.kiosk.claims.values()):
            yield self._done(CollectClaim(request=self._request(), code=claim.code))
        if self.core.machine.kiosk.balance and self.core.machine.kiosk.paying is None:
            yield self._done(CashOut(request=self._request(), amount=self.core.machine.kiosk.balance))
        yield from self._settle_ticket()

    def _settle_ticket(self) -> Iterator[Committed]:
        """Print what is reserved; the printer of this table always proves its tickets."""
        number = self.core.machine.kiosk.paying
        if number is None:
            return
        if self.core.machine.kiosk.vouchers[number].state == "reserved":
            yield self._done(TicketSending(number=number))
        yield self._done(TicketPrinted(number=number))


def _stood_still(frozen: Frozen) -> StoodStillError:
    assert frozen.name == "journal", f"{frozen.name}: {frozen.sentence}"
    return StoodStillError(frozen.sentence)


def main(path: Path) -> None:
    """Run for ever, saying what is durable."""
    table = Endless(connect(path))
    _say(table.core)
    for _commit in table.steps():
        _say(table.core)


def _say(core: Core) -> None:
    os.write(sys.stdout.fileno(), f"{core.record} {fingerprint(core.machine)}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
