"""A transaction with one device, carried through with at most one mishap, and a host as durable as a journal is.

What the host has been told survives the death of its process, what it has not been told does not.
"""

from typing import Protocol

import msgspec

from cashier import records as cash
from cashier.accounts import Account, AccountKind
from cashier.devices.driver import Driver
from cashier.kiosk import Kiosk, KioskTerms, decide, evolve, wants
from cashier.ledger import Ledger
from cashier.money import Money
from cashier.records import DeviceId
from cashier.refusal import Refusal
from cashier.terms import CardTerms
from cashier.unions import CashCommand
from controller.accounting import book, transfers
from firmware.virtual.local import HostKilled, Kind, Mishap
from tests.devices.near import Near

STEP_S = 0.1
CARDS, EURO = DeviceId("cards"), 978
MOST_STEPS = 400
POWER: frozenset[Kind] = frozenset({"cut-before", "cut-after"})


class Scene(Protocol):
    """One transaction with one device."""

    near: Near

    def step(self) -> None:
        """One step of the driver; the host makes durable what it says. May raise `HostKilled`."""

    def restart(self) -> None:
        """A new process takes over with what is durable."""

    def ended(self) -> bool:
        """Whether the transaction has come to its end, good or bad."""

    def check(self, kind: Kind | None) -> None:
        """Assert that no money is lost, doubled or made up."""


def run(scene: Scene, mishap: Mishap | None = None) -> int:
    """Carry a transaction through with one mishap, settle, check; return how many transfers it took to its end."""
    host = scene.near.host
    host.set_mishap(mishap)
    for _ in range(MOST_STEPS):
        if scene.ended():
            break
        try:
            scene.step()
        except HostKilled:
            scene.near.new_process()
            scene.restart()
        host.wait(STEP_S)
    transfers = host.transfers
    assert scene.ended(), "the transaction never ends"
    scene.check(mishap.kind if mishap else None)
    for _ in range(8):
        try:
            scene.step()
        except HostKilled:
            scene.near.new_process()
            scene.restart()
        host.wait(1.0)
    scene.check(mishap.kind if mishap else None)
    return transfers


class KioskHost:
    """A kiosk's durable state, and a driver that asks it what is wanted."""

    def __init__(self) -> None:
        self.kiosk = Kiosk()
        self.terms = KioskTerms(
            DeviceId("validator"),
            DeviceId("printer"),
            (Money(1000), Money(2000)),
            ticket_days=30,
            cards=CardTerms(CARDS, EURO),
        )
        self.events: list[cash.CashEvent] = []

    def do(self, command: CashCommand) -> None:
        answer = decide(self.kiosk, command, self.terms, 1_800_000_000_500)
        if not isinstance(answer, Refusal):
            for event in answer:
                evolve(self.kiosk, event)
            self.events += answer

    def step(self, driver: Driver) -> None:
        for command in driver.step(wants(self.kiosk, self.terms, True, in_hand=False)):
            self.do(command)  # type: ignore[arg-type]


class BookedHost(KioskHost):
    """A kiosk whose every event is booked, so that it knows what is in drop box and note store."""

    def __init__(self) -> None:
        super().__init__()
        self.terms = msgspec.structs.replace(self.terms, recycler=DeviceId("recycler"))
        self.ledger = Ledger()

    def do(self, command: CashCommand) -> None:
        box, store = (self.ledger.balance(Account(kind)) for kind in (AccountKind.DROP_BOX, AccountKind.NOTE_STORE))
        answer = decide(self.kiosk, command, self.terms, 1_800_000_000_500, box=box, store=store)
        for event in [] if isinstance(answer, Refusal) else answer:
            evolve(self.kiosk, event)
            self.events.append(event)
            book(self.ledger, event, transfers(event, "scene", len(self.events)))
