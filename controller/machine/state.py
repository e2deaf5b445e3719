"""The whole table as one value: players' side, money side, ledger, and what is wrong with the machine itself."""

import msgspec

from cashier.kiosk import Kiosk
from cashier.ledger import Ledger
from controller.access import Access, Screens
from controller.accounting import Inflow
from controller.faults import Faults
from controller.hand import decode_hook, encode_hook
from controller.players import Players
from controller.table import Table


class Machine(msgspec.Struct):
    """Everything that is true of one table. `events` counts the events folded so far; transfer ids build on it.

    `faults`, `players`, `inflow`, `access` and `screens` are never changed in place, so copies share them.
    """

    machine_id: str
    table: Table = msgspec.field(default_factory=Table)
    kiosk: Kiosk = msgspec.field(default_factory=Kiosk)
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    events: int = 0
    faults: Faults = Faults()
    players: Players = Players()
    inflow: Inflow = Inflow()
    access: Access = Access()
    screens: Screens = Screens()

    def copy(self) -> "Machine":
        """Return an independent copy to decide on."""
        return Machine(
            machine_id=self.machine_id,
            table=self.table.copy(),
            kiosk=self.kiosk.copy(),
            ledger=self.ledger.copy(),
            events=self.events,
            faults=self.faults,
            players=self.players,
            inflow=self.inflow,
            access=self.access,
            screens=self.screens,
        )


def encode(machine: Machine) -> bytes:
    """Return the whole machine as bytes, by which two are compared; they hold cards and codes."""
    return msgspec.msgpack.encode(machine, enc_hook=encode_hook)


def decode(snapshot: bytes) -> Machine:
    """Return the machine of `encode`; raises `msgspec.DecodeError` or `ValidationError` if it is none."""
    return msgspec.msgpack.decode(snapshot, type=Machine, dec_hook=decode_hook)
