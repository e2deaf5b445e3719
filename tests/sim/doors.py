"""Doors in the cabinet, the board that counts their openings, and the law of what may not happen while one is open.

The law is written from requirements R-DOR-1 to R-DOR-4, by name, and from public events alone: it knows nothing of the
product's table of doors.
"""

import struct
from binascii import crc_hqx
from collections.abc import Collection
from typing import Final

from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.records import DeviceId
from cashier.usb import Gone
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.fault_records import DoorId
from controller.vocab.ids import Seat
from controller.vocab.records import AnyEvent
from tests.sim.finding import check

BOARD: Final = DeviceId("doors")
OF_THE_TABLE: Final[tuple[DoorId, ...]] = ("cabinet", "logic", "comms")
OF_THE_KIOSK: Final[tuple[DoorId, ...]] = ("kiosk", "acceptor", "cash-box", "cash-box-place", "hopper", "printer-bay")
OF_A_SEAT: Final[dict[DoorId, Seat]] = {"seat-1": 1, "seat-2": 2, "seat-3": 3}
LOOKED_BEHIND: Final = frozenset({"logic", "comms", "cash-box", "cash-box-place"})
DOORS: Final[tuple[DoorId, ...]] = (*OF_THE_TABLE, *OF_THE_KIOSK, *OF_A_SEAT)

_PLAY: Final = (
    hr.HandStarted, hr.Posted, hr.HoleCardsDealt, hr.BoardDealt, hr.Acted, hr.PotAwarded, hr.HandEnded,
    tr.TableResumed,
)  # fmt: skip
_MONEY: Final = (
    cash.VoucherSent, cash.ClaimCollected, payout.CoinsReserved, payout.CoinsSent, redeem.VoucherPresented,
)  # fmt: skip


class BoardBody:
    """The switches and their board, as the driver's pipe to it."""

    def __init__(self) -> None:
        self.open: set[DoorId] = set()
        self.opened = dict.fromkeys(DOORS, 0)
        self.pulled = False
        self.lamp = 0

    def turn(self, door: DoorId, *, is_open: bool) -> None:
        """Open or close a door."""
        if is_open and door not in self.open:
            self.opened[door] += 1
            self.open.add(door)
        elif not is_open:
            self.open.discard(door)

    def ask(self) -> bytes:
        """What a driver is told."""
        self._reach()
        mask = sum(1 << place for place, door in enumerate(DOORS) if door in self.open)
        counts = bytes(self.opened[door] % 256 for door in DOORS).ljust(16, b"\0")
        head = struct.pack("<BBHH", 1, len(DOORS), 7, mask) + counts
        return head + struct.pack("<H", crc_hqx(head, 0))

    def tell(self, report: bytes) -> None:
        """Light the lamp."""
        self._reach()
        self.lamp = report[0]

    def close(self) -> None:
        """A driver lets go of it."""

    def reached(self) -> "BoardBody":
        """Open a pipe to it."""
        self._reach()
        return self

    def _reach(self) -> None:
        if self.pulled:
            raise Gone("the board's cable is out")


class DoorLaw:
    """Objects to whatever moves behind an open door."""

    def __init__(self) -> None:
        self._open: set[DoorId] = set()
        self._waits: set[DoorId] = set()
        self._unseen = False
        self._opened: dict[DoorId, int] = {}
        """Counted from the first time that the board was ever read."""

    def follow(self, event: AnyEvent) -> None:
        """Watch one event."""
        self._object(event)
        match event:
            case fr.DoorsRead() if not self._opened:
                self._opened = {reading.door: reading.count - reading.open for reading in event.doors}
            case fr.DoorOpened():
                self._open.add(event.door)
                self._waits.discard(event.door)
                self._opened[event.door] += event.times
            case fr.DoorClosed():
                self._open.discard(event.door)
                if event.door in LOOKED_BEHIND:
                    self._waits.add(event.door)
            case fr.DoorReset():
                check(bool(event.by), "door-reset-by-somebody", f"{event} has nobody's name")
                self._waits.discard(event.door)
            case fr.FaultRaised(fault="doors-unseen"):
                self._unseen = True
            case fr.FaultCleared(fault="doors-unseen"):
                self._unseen = False

    @property
    def table_shut(self) -> bool:
        """Whether play stands still."""
        return self._unseen or any(door in self._open | self._waits for door in OF_THE_TABLE)

    @property
    def kiosk_shut(self) -> bool:
        """Whether money stands still."""
        return self.table_shut or any(door in self._open | self._waits for door in OF_THE_KIOSK)

    def _object(self, event: AnyEvent) -> None:
        played = self.table_shut and isinstance(event, _PLAY)
        check(not played, "no-play-behind-a-door", f"{event} with {self._standing}")
        moved = self.kiosk_shut and isinstance(event, _MONEY)
        check(not moved, "no-money-behind-a-door", f"{event} with {self._standing}")
        taken = isinstance(event, cash.NoteHeld) and event.accept and self.kiosk_shut
        check(not taken, "no-money-behind-a-door", f"{event} with {self._standing}")
        touched = isinstance(event, hr.Acted) and not event.auto and self.seat_shut(event.seat)
        check(not touched, "no-touch-behind-a-door", f"{event} with {self._standing}")
        paused = isinstance(event, tr.TablePaused) and event.cause == "door"
        check(not paused or self.table_shut, "kiosk-door-leaves-the-hand", f"{event} with {self._standing}")

    def seat_shut(self, seat: Seat) -> bool:
        """Whether nothing may be touched at a seat."""
        return any(OF_A_SEAT.get(door) == seat for door in self._open)

    def judge(self, wants: Collection[object]) -> None:
        """Object to a device that is told to move money behind a door."""
        if not self.kiosk_shut:
            return
        for want in wants:
            begins = isinstance(want, cash.PrintTicket | payout.DispenseCoins) and want.state == "reserved"
            slot = isinstance(want, cash.TakeNotes) and bool(want.amounts)
            runs = isinstance(want, payout.DispenseCoins) and want.state == "sent" and not want.halt
            check(not (begins or slot or runs), "no-money-behind-a-door", f"{want} with {self._standing}")

    def settle(self, body: BoardBody) -> None:
        """Once the board was read: every opening there ever was is told, and what stands open."""
        check(self._opened == body.opened, "every-opening-told", f"told {self._opened}, there were {body.opened}")
        check(self._open == body.open, "doors-as-they-stand", f"told open {self._open}, open are {body.open}")

    @property
    def _standing(self) -> str:
        return f"open {sorted(self._open)}, not looked behind {sorted(self._waits)}, unseen {self._unseen}"
