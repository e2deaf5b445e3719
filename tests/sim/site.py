"""One table on a disk that can fail: it starts, dies, loses its power, and is held against what it had said.

The core, the hub and the journal are the product's own; the disk, the clock, the entropy and the devices are not.
"""

import hashlib
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import apsw
import msgspec

from cashier.devices.door_board import DoorBoard
from cashier.devices.driver import Driver
from cashier.devices.note_payer import NotePayer
from cashier.records import ClaimCodeGiven, ClaimId, DeviceId
from controller import machine as machines
from controller.app.authority import LocalAuthority
from controller.app.boot import blank, recover
from controller.app.cash_drivers import NotesDriver
from controller.app.clock import VirtualClock
from controller.app.core import Committed, Core, Saved, Seen, decode_saved, encode_saved
from controller.app.door_driver import DoorDriver
from controller.app.entropy import SeededEntropy
from controller.app.hub import Hub
from controller.app.problem import Problem
from controller.app.upkeep import SECOND_MS, Disk, Upkeep
from controller.app.views import Views
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.store import Store
from controller.vocab.hand_records import HandStarted
from controller.vocab.ids import HandId, Now
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent
from controller.vocab.table_records import TablePaused, TableResumed
from controller.wire.viewers import VIEWERS, viewer_name
from evaluator_ext import Card, full_deck, parse_cards
from tests.power.disk import NOTHING, Image
from tests.power.rig import FILE, KEY, MACHINE, VFS_NAME, RigConnection, RigVfs
from tests.sim.books import Books
from tests.sim.card_books import CardBooks
from tests.sim.copies import FIRST_MIRROR, MIRRORS, SECOND, TABLE, Copies, damage, is_found_out, repair, tamper
from tests.sim.devices import PrinterBody, PrinterDriver, ValidatorBody, ValidatorDriver
from tests.sim.disk import Death, SimDisk
from tests.sim.doors import BoardBody, DoorLaw
from tests.sim.finding import PowerCut, ProcessDeath, check, found
from tests.sim.hopper import HopperBody, HopperDriver
from tests.sim.note_books import NoteBooks
from tests.sim.onlooker import Onlooker
from tests.sim.payouts import Payouts
from tests.sim.privacy import Privacy
from tests.sim.referee import Referee
from tests.sim.screens import screen_key
from tests.sim.store import STORE, StoreBody, StoreUnit
from tests.sim.terminal import CARDS, TerminalBody, TerminalDriver

HOPPER: Final = DeviceId("hopper")
WALL: Final = 1_800_000_000_000
LATEST_EVENTS: Final = 20
BOARDS: Final = ("As Kd Qh Jc Ts", "2c 2d 2h 2s Ad", "9s 8s 7s 6s 5s", "Kc Kd Qc Qd Ah")
"""Boards on which everybody plays the same: split pots and odd chips, far above nature's rate."""

PREPARED: Final = "holdem-nl"
"""The game for which decks are prepared."""

REPAIRED_ONCE_IN: Final = 20
"""So many deaths of the process go on one of which the journal is damaged, too, and made anew from its mirrors."""


class Site:
    """The table, its devices, and everything that is known of it from outside."""

    def __init__(self, vfs: RigVfs, seed: str, dice: Random, profile: Profile, watcher: Referee | Onlooker) -> None:
        self.dice = dice
        self.profile = profile
        self.disk = SimDisk(NOTHING)
        self.copies = Copies()
        self.entropy = SeededEntropy(dice.randrange(1 << 62))
        recycler, cards = profile.cash.recycler, profile.cash.cards
        self.store = StoreBody(Random(f"store {seed}"), frozenset(recycler.stores) if recycler else frozenset())
        self.terminal = TerminalBody(Random(f"terminal {seed}"))
        self.validator = ValidatorBody(self.store, dice.choice((0, 0, 250)))
        self.printer = PrinterBody()
        self.hopper = HopperBody(dice)
        self.board = BoardBody()
        self.law = DoorLaw()
        card_books = CardBooks(self.terminal, cards.late if cards else 0)
        self.books = Books(self.validator, self.printer, Payouts(self.hopper), NoteBooks(self.store), card_books)
        self.watcher = watcher
        self.privacy = Privacy()
        self.counts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.codes: dict[ClaimId, str] = {}
        """The code of every claim, which whoever left it has read from his seat's screen."""
        self.latest: deque[AnyEvent] = deque(maxlen=LATEST_EVENTS)
        self.digest = hashlib.blake2b(digest_size=16)
        self.acked = 0
        self.dies_after_commit: Death | None = None
        self.longest_dark = 600_000
        """Milliseconds that the table stays without power or process at most."""
        self._vfs = vfs
        self._seed = seed
        self._wall = WALL
        self._latest = Now(table=0, wall=WALL)
        self._paused = False
        self._full_since = self._resumed = 0
        self._checkpoints = dice.choice((3, 16, 128))
        self._boot()

    # -- life and death ------------------------------------------------------------------------------------------

    def _boot(self) -> None:
        self._vfs.disk = self.disk
        connection = RigConnection(FILE, vfs=VFS_NAME)
        try:
            store = Store(connection, FILE, apsw.Error, checkpoint_every=self._checkpoints)
            if store.blank:
                self.journal = Journal.create(store, MACHINE, KEY, Now(table=0, wall=self._wall))
            else:
                self.journal = Journal.open(store, KEY)
            saved, table_ms = recover(self.journal) if self.journal.record else (blank(self.journal), 0)
            now = Now(table=table_ms, wall=self._wall)
            incidents = self.journal.mirror_to(MIRRORS, now, self.copies.files(self.disk))
        except BaseException:
            self.disk.leave_alone()
            connection.close()
            raise
        self._connection = connection
        self.copies.found(incidents)
        self.copies.started(self.journal, self.disk)
        self.clock = VirtualClock(table_ms, self._wall)
        disks = (Disk("table", TABLE), Disk("mirror", SECOND))
        upkeep = Upkeep(self.journal, disks, self.copies.free)
        self.core = Core(saved, self.journal, self.clock, self.entropy, self._deck, upkeep)
        self.core.listen(self._told)
        self._noted = len(self.journal.noted)
        self.hub = Hub(self.core, {viewer_name(viewer): screen_key(viewer) for viewer in VIEWERS})
        cash = self.profile.cash
        counter = self.core.machine.kiosk.counters.get(cash.validator)
        board = self.profile.doors
        self.door_driver = DoorDriver(DoorBoard(board.device, self.board.reached), board.doors) if board else None
        self.drivers: tuple[Driver, ...] = (
            ValidatorDriver(cash.validator, self.validator, counter),
            PrinterDriver(cash.printer, self.printer, self.dice),
            HopperDriver(HOPPER, self.hopper, self.dice),
            LocalAuthority(),
            *((self.door_driver,) if self.door_driver is not None else ()),
            *self._paying_drivers(),
        )

    def _paying_drivers(self) -> Iterator[Driver]:
        """The product's own drivers of note store and card terminal, where the table has them."""
        cash = self.profile.cash
        if cash.recycler is not None:
            unit = StoreUnit(self.store, self.validator, Random(f"unit {self._seed} {self.counts.total()}"))
            yield NotesDriver(NotePayer(STORE, unit, to_store=frozenset(cash.recycler.stores)))
        if cash.cards is not None:
            yield TerminalDriver(CARDS, self.terminal)

    def _deck(self, _hand: HandId) -> tuple[Card, ...]:
        """Now and then prepare a deck on whose board everybody plays the same."""
        if self.profile.game != PREPARED or self.dice.randrange(3):
            return ()
        board = parse_cards(self.dice.choice(BOARDS))
        rest = [card for card in full_deck() if card not in board]
        self.dice.shuffle(rest)
        table = self.core.machine.table
        players = sum(seat.present and not seat.waits for seat in table.seats.values())
        return (*rest[: 2 * players], *board, *rest[2 * players :])

    def _told(self, committed: Committed, _seen: Seen) -> None:
        self.copies.found(self.journal.noted[self._noted :])
        self._noted = len(self.journal.noted)
        self._follow(committed.record, committed.now, committed.events)
        self.acked = committed.record
        death, self.dies_after_commit = self.dies_after_commit, None
        if death is not None:
            raise PowerCut if death == "power" else ProcessDeath

    def _follow(self, record: int, now: Now, events: tuple[AnyEvent, ...]) -> None:
        self.counts["commits"] += 1
        self.counts["events"] += len(events)
        self.kinds.update(type(event).__name__ for event in events)
        self.digest.update(record.to_bytes(8, "big") + msgspec.msgpack.encode((now, events)))
        self.latest.extend(events)
        self.codes.update((event.claim, event.code) for event in events if isinstance(event, ClaimCodeGiven))
        self.privacy.follow(record, events)
        self._check_clocks(now, events)
        for event in events:
            self.books.follow(event, now.wall)
            self.law.follow(event)
            self.watcher.follow(event, now.table)
        self.books.compare(self.core.machine)

    def _check_clocks(self, now: Now, events: tuple[AnyEvent, ...]) -> None:
        """No clock goes back, and table time stands still while the table is paused."""
        goes_on = now.table >= self._latest.table and now.wall >= self._latest.wall
        check(goes_on, "time-goes-on", f"after {self._latest} came {now}")
        stands = not self._paused or now.table == self._latest.table
        check(stands, "pause-stops-time", f"table time went from {self._latest.table} to {now.table} during a pause")
        self._latest = now
        for event in events:
            if isinstance(event, TablePaused | TableResumed):
                self._paused = isinstance(event, TablePaused)
            if isinstance(event, TableResumed):
                self._resumed = now.wall
            elif isinstance(event, HandStarted) and self.copies.is_full:
                # The table looks at its disks every second, and whoever resumes it may have a hand ended.
                soon = now.wall < max(self._full_since, self._resumed) + SECOND_MS
                check(soon, "no-hand-on-a-full-disk", f"hand {event.hand} began without room on the disk")

    def fill(self, folder: Path, permille: int) -> None:
        """Leave so little of a disk free."""
        self.copies.room[folder] = permille
        self.note_room()

    def note_room(self) -> None:
        """A disk may have become full just now, or one that is full have come back."""
        self._full_since = self.core.now().wall if self.copies.is_full else self._full_since

    def lose_power(self) -> None:
        """The power goes; what was being paid is broken off."""
        self.hopper.lose_power()
        self.store.lose_power()
        self.terminal.lose_power()

    def end(self, death: Death) -> None:
        """End the process, and with the power whatever was not synced, and start the table again."""
        self.counts["cuts" if death == "power" else "kills"] += 1
        before = encode_saved(Saved(machine=self.core.machine, views=self.core.views.saved()))
        self.dies_after_commit = None
        image = self.disk.lose_power(self.dice) if death == "power" else None
        self.disk.leave_alone()
        self._connection.close()
        if image is not None:
            self.disk = SimDisk(image)
            self.copies.lose_power(self.dice)
        self.disk.take_up()
        if image is None and not self.dice.randrange(REPAIRED_ONCE_IN) and self.copies.complete(self.disk, self.acked):
            self._damage_and_repair()
        dark = self.dice.randrange(1000, self.longest_dark)
        self._wall = self.core.now().wall + dark
        self.terminal.pass_time(dark / 1000)
        self._start_again()
        self._compare(before)

    def _start_again(self) -> None:
        """Start, again and again where the disk fails or the process dies during recovery."""
        while True:
            trouble = self.dice.randrange(24)
            if trouble == 0:
                self.disk.fail_at(self.dice.randrange(6), "io", for_ever=True)
                self.copies.trouble(FIRST_MIRROR)
            elif trouble == 1:
                self.disk.fuse_after(self.dice.randrange(12), "power")
            try:
                self._boot()
            except (JournalError, Problem) as error:
                check(self.disk.failed, "starts-again", str(error))
                self.counts["disk-errors-at-start"] += 1
            except PowerCut:
                self.counts["cuts"] += 1
                self.disk = SimDisk(self.disk.lose_power(self.dice))
                self.copies.lose_power(self.dice)
            else:
                self.disk.take_up()
                return
            self.disk.take_up()

    def _compare(self, before: bytes) -> None:
        """Hold what came back against what was there: every acknowledged record, at most one more, the very state."""
        record = self.core.record
        lost = self.acked - record
        check(lost <= 0, "nothing-acknowledged-lost", f"{lost} records after record {record} are gone")
        check(record <= self.acked + 1, "nothing-made-up", f"record {record} came back, acknowledged was {self.acked}")
        saved = decode_saved(before)
        views = Views.restored(saved.views)
        for extra in self.journal.iter_records(first=self.acked + 1):
            for event in extra.events:
                machines.evolve(saved.machine, event)
            views.follow(extra.events)
            self._follow(extra.record, extra.now, extra.events)
        self.acked = record
        expected = encode_saved(Saved(machine=saved.machine, views=views.saved()))
        now = encode_saved(Saved(machine=self.core.machine, views=self.core.views.saved()))
        check(now == expected, "same-state-after-restart", f"the table came back to another state at record {record}")
        if self.dice.randrange(6) == 0:
            self._try_to_tamper()

    def _try_to_tamper(self) -> None:
        """Change a copy of the journal as somebody with a database tool might; opening it must find it."""
        self.counts["tamperings"] += 1
        if self.acked < 2 or not self.disk.files.get(FILE):
            return
        disk, record, changed = tamper(self._vfs, Image(self.disk.files, self.acked), self.dice)
        found = is_found_out(self._vfs, disk)
        self._vfs.disk = self.disk
        check(
            found or not changed, "tampering-found", f"a journal changed in record {record} opens as if it were whole"
        )

    def _damage_and_repair(self) -> None:
        """Damage the dead table's journal, and make it anew from its mirrors."""
        self.counts["repairs"] += 1
        damage(self._vfs, self.disk, self.acked, self.dice)
        repair(self.disk, self.copies, self.acked, self._wall)

    def mend(self) -> None:
        """Let everything work from now on."""
        self.disk.take_up()
        self.copies.mend()
        self.dies_after_commit = None
        self.validator.condition = self.printer.condition = self.hopper.condition = "ready"
        self.printer.reliable = self.hopper.reliable = self.store.reliable = True
        self.store.mend()
        self.terminal.mend()
        self.board.pulled = False

    def settle_doors(self) -> None:
        """Read the board a last time: then everything that ever happened at a door is told."""
        if self.door_driver is None:
            return
        for command in self.door_driver.step(()):
            self.core.submit(command)  # type: ignore[arg-type]
        self.law.settle(self.board)

    def broken(self) -> None:
        """See to a table that stands still: only a failing disk may have stopped it, and at its last durable state."""
        frozen = self.core.frozen
        if frozen is None:
            return
        if not self.disk.failed or frozen.name != "journal":
            found(f"froze:{frozen.name}", frozen.sentence)
        self.counts["disk-errors"] += 1
        check(self.core.record == self.acked, "frozen-at-last-durable", "the table stands at another record")
        self.end("process" if self.dice.randrange(2) else "power")

    def start_anew(self) -> None:
        """End the table in peace and start it again: every copy is whole then."""
        self.core.snapshot()
        self.end("process")
        check(not self.journal.failed_mirrors, "mirrors-come-back", f"still left aside: {self.journal.failed_mirrors}")

    def leave(self) -> None:
        """Let go of everything, without a word to the disk."""
        self.disk.leave_alone()
        self._connection.close()
