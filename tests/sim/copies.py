"""The copies of a simulated table's journal: mirrors on two disks, what spoils them, and repair from what is left.

A mirror may lag, be torn, rot or be gone, and its disk may fail, fill up or be away; play goes on. What must hold: no
mirror needs mending to which nothing was done, and whatever is left of the copies gives back every acknowledged record.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import apsw

from controller.app.disk import RESERVE_PERMILLE
from controller.journal.errors import JournalDamagedError
from controller.journal.journal import Journal
from controller.journal.mirror import scan
from controller.journal.reader import FILE_NAME
from controller.journal.rebuild import rebuild, take_over
from controller.journal.rows import Incident
from controller.journal.schema import GUARDS
from controller.journal.store import Store
from tests.power.disk import NOTHING, Disk, Image
from tests.power.files import RigFiles
from tests.power.rig import FILE, KEY, VFS_NAME, RigConnection, RigVfs
from tests.sim.disk import FAILURES, SimDisk
from tests.sim.finding import check

WAL: Final = f"{FILE}-wal"
TABLE: Final = Path(FILE).parent
SECOND: Final = Path("/second")
FIRST_MIRROR: Final = TABLE / "journal.mirror"
SECOND_MIRROR: Final = SECOND / "journal.mirror"
MIRRORS: Final = (FIRST_MIRROR, SECOND_MIRROR)
PLENTY: Final = 500
"""Thousandths of a disk that are free on most days."""

TAMPERINGS: Final = (
    ("UPDATE transfers SET amount = amount + 1 WHERE record = {0} AND place = 0",),
    (
        "UPDATE balances SET debits = debits + 1 WHERE account = "
        "(SELECT debit FROM transfers WHERE record = {0} AND place = 0)",
        "UPDATE balances SET credits = credits + 1 WHERE account = "
        "(SELECT credit FROM transfers WHERE record = {0} AND place = 0)",
        "UPDATE transfers SET amount = amount + 1 WHERE record = {0} AND place = 0",
    ),
    ("UPDATE events SET body = zeroblob(length(body)) WHERE record = {0}",),
    ("UPDATE records SET wall_ms = wall_ms + 1 WHERE record = {0}",),
    ("UPDATE balances SET credits = credits + 1, debits = debits + 1",),
    ("DELETE FROM transfers WHERE record = {0}",),
    ("UPDATE head SET record = record - 1",),
)
"""What somebody with a database tool might try, in a record that moved money."""


class Copies:
    """The second disk, and what the world knows of all mirrors."""

    def __init__(self) -> None:
        self.second = SimDisk(NOTHING)
        self.away = False
        """Whether the second disk is unplugged."""
        self.room = {TABLE: PLENTY, SECOND: PLENTY}
        self._disks: dict[Path, Disk] = {}
        self._troubled: set[Path] = set()
        """Mirrors that something was done to since they were last found equal to the journal."""

    def files(self, disk: SimDisk) -> RigFiles:
        """Return the files of the table's own disk and of the second, while that is there."""
        self._disks = {TABLE: disk} if self.away else {TABLE: disk, SECOND: self.second}
        return RigFiles(self._disks)

    def free(self, folder: Path) -> int:
        """How much of a disk is free, in thousandths. Raises OSError for one that is away."""
        if self.away and folder == SECOND:
            raise OSError("the disk is away")
        return self.room[folder]

    @property
    def is_full(self) -> bool:
        """Whether a disk that can be seen has less room than the reserve."""
        return any(self.room[folder] < RESERVE_PERMILLE for folder in ((TABLE,) if self.away else (TABLE, SECOND)))

    def make_room(self) -> None:
        """Throw away what fills the disks."""
        self.room = dict.fromkeys(self.room, PLENTY)

    # -- trouble -------------------------------------------------------------------------------------------------

    def trouble(self, mirror: Path) -> None:
        """Note that something was done to a mirror: it may need mending now."""
        self._troubled.add(mirror)

    def spoil(self, disk: SimDisk, dice: Random) -> None:
        """Have a mirror rot, lose its end, or be gone; or the second disk fail, or come and go."""
        match dice.randrange(3):
            case 0 if self.away:
                self._plug()
            case 0:
                self._unplug()
            case 1:
                for_ever, kind = bool(dice.randrange(2)), dice.choice(FAILURES)
                self.second.fail_at(dice.randrange(12), kind, for_ever=for_ever)
                self.trouble(SECOND_MIRROR)
            case _:
                path = dice.choice(MIRRORS)
                _decay(disk if path == FIRST_MIRROR else self.second, str(path), dice)
                self.trouble(path)

    def mend(self) -> None:
        """Let every disk be there, work and have room."""
        self._plug()
        self.make_room()

    def lose_power(self, dice: Random) -> None:
        """The second disk loses its power with the first."""
        self.second = SimDisk(self.second.lose_power(dice))

    def _plug(self) -> None:
        self.away = False
        self.second.take_up()
        self._disks[SECOND] = self.second
        self.trouble(SECOND_MIRROR)

    def _unplug(self) -> None:
        self.away = True
        self.second.fail_at(0, "io", for_ever=True)
        self._disks.pop(SECOND, None)
        self.trouble(SECOND_MIRROR)

    # -- what must hold ------------------------------------------------------------------------------------------

    def found(self, incidents: Sequence[Incident]) -> None:
        """Hold what was the matter with mirrors against what had been done to them."""
        for incident in incidents:
            if incident.kind not in ("copy-behind", "copy-mended", "copy-failed"):
                continue
            known = any(incident.sentence.startswith(str(path)) for path in self._troubled)
            check(known, "mirror-follows", f"nothing was done to it, but: {incident.sentence}")

    def started(self, journal: Journal, disk: SimDisk) -> None:
        """After a start each mirror whose disk works is the journal once more."""
        for path in set(MIRRORS).difference(journal.failed_mirrors):
            self._compare(journal, disk, path)
            if (disk if path == FIRST_MIRROR else self.second).sound:
                self._troubled.discard(path)

    def _compare(self, journal: Journal, disk: SimDisk, path: Path) -> None:
        found = scan(path, self.files(disk))
        ends = (found.records, found.last.hash if found.last else journal.head_hash, found.ragged)
        wanted = (journal.record, journal.head_hash, False)
        check(ends == wanted, "mirror-holds-the-journal", f"{path} has {ends}, the journal {wanted}")

    def complete(self, disk: SimDisk, record: int) -> bool:
        """Whether a mirror holds every record up to `record`."""
        files = self.files(disk)
        return any(
            not (self.away and path == SECOND_MIRROR) and files.has(path) and scan(path, files).records >= record
            for path in MIRRORS
        )


def _decay(disk: SimDisk, name: str, dice: Random) -> None:
    """A file loses its end, or one of its bits, or its name."""
    data = disk.files.get(name)
    if not data:
        return
    match dice.randrange(3):
        case 0:
            disk.meddle(name, None)
        case 1:
            disk.meddle(name, data[: dice.randrange(len(data))])
        case _:
            rotten = bytearray(data)
            rotten[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            disk.meddle(name, bytes(rotten))


def tamper(vfs: RigVfs, image: Image, dice: Random) -> tuple[SimDisk, int, bool]:
    """Change a journal as somebody with a database tool might; return its disk, the record, and whether it changed."""
    disk = vfs.disk = SimDisk(image)
    tool = RigConnection(FILE, vfs=VFS_NAME)
    tool.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
    for (name,) in tool.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        tool.execute(f"DROP TRIGGER {name}")
    moved = [row for (row,) in tool.execute("SELECT DISTINCT record FROM transfers ORDER BY record").fetchall()]
    record = dice.choice(moved or [0])
    for statement in dice.choice(TAMPERINGS):
        tool.execute(statement.format(record))
    changed = bool(tool.changes())
    for guard in GUARDS.values():
        tool.execute(guard)
    tool.close()
    return disk, record, changed


def is_found_out(vfs: RigVfs, disk: SimDisk) -> bool:
    """Whether a table that starts on a changed journal finds it: at its start, or while it runs."""
    vfs.disk = disk
    store = Store(RigConnection(FILE, vfs=VFS_NAME), FILE, apsw.Error)
    try:
        # Opening looks at what came after the last check; the table then looks at all of it while it runs.
        return Journal.open(store, KEY).examine().fault is not None
    except JournalDamagedError:
        return True
    finally:
        store.close()


def damage(vfs: RigVfs, disk: SimDisk, record: int, dice: Random) -> None:
    """Tamper with the database, or let it rot, be blank or be gone."""
    data = disk.files[FILE]
    match dice.randrange(4):
        case 0:
            changed, _record, _changed = tamper(vfs, Image(disk.files, record), dice)
            vfs.disk = disk
            disk.meddle(FILE, changed.files[FILE])
        case 1:
            start = dice.randrange(len(data))
            disk.meddle(FILE, data[:start] + bytes(min(8192, len(data) - start)) + data[start + 8192 :])
        case 2:
            rotten = bytearray(data)
            for _flip in range(40):
                rotten[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            disk.meddle(FILE, bytes(rotten))
        case _:
            disk.meddle(FILE, b"")
    disk.meddle(WAL, None)


def repair(disk: SimDisk, copies: Copies, record: int, wall_ms: int) -> None:
    """Have two people make the journal anew from its copies, with the product's own repair, on a real disk for once."""
    with TemporaryDirectory(prefix="jakaja-sim-") as name:
        database = Path(name) / FILE_NAME
        database.write_bytes(disk.files[FILE])
        files, mirrors = copies.files(disk), []
        for path in MIRRORS:
            if not (copies.away and path == SECOND_MIRROR) and files.has(path):
                with files.reading(path) as data:
                    mirrors.append(Path(name) / f"{len(mirrors)}.mirror")
                    mirrors[-1].write_bytes(data)
        rebuilt = rebuild(database, mirrors, KEY, "Anna and Ben", wall_ms)
        # One record more may have been in the database alone: it was never acknowledged.
        whole = record <= rebuilt.records and rebuilt.records + rebuilt.lost <= record + 1
        check(whole, "repair-loses-nothing", f"{rebuilt.records} of {record} records came back: {rebuilt.taken}")
        take_over(rebuilt, database)
        disk.meddle(FILE, database.read_bytes())
