"""Evidence of what survives: power cuts on both rigs, dying processes, failing disks, spoilt bits."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from controller.journal.reader import FILE_NAME
from tests.evidence.page import CannotRunError, Row
from tests.evidence.scales import Scale
from tests.journal.flips import flip_each, long_journal, small_journal, used
from tests.power.cuts import migrate, snapshots_alone, storms, verdicts
from tests.power.failures import KINDS, fail_each
from tests.power.kills import kill_again_and_again
from tests.power.real_cuts import real_verdicts
from tests.power.rig import Verdict, rig, run
from tests.power.rig_b import FILE_SYSTEMS, loop_disk, obstacle
from tests.power.session import evening
from tests.power.table_cuts import table_storms, table_verdicts
from tests.power.table_evening import evening as table_evening

SPOILT: Final = {
    "synchronous OFF": ("PRAGMA synchronous=OFF",),
    "synchronous NORMAL": ("PRAGMA synchronous=NORMAL",),
    "a rollback journal, FULL": ("PRAGMA journal_mode=DELETE", "PRAGMA locking_mode=NORMAL"),
}
"""Settings under which records must be lost: the proof that the rig can tell (REL-9)."""

BLIND_IMAGES: Final = 200


def crash_images(scale: Scale) -> Iterator[Row]:
    """Rig A: crash images of a virtual disk, and the proof that it sees weaker settings lose records."""
    with rig() as vfs:
        whole, table = run(vfs, evening), run(vfs, table_evening)
        yield _judged("crash images: the journal", verdicts(vfs, whole, scale.images, 31))
        yield _judged("crash images: a whole table", table_verdicts(vfs, table, scale.images // 4, 32))
        yield _judged("crash images: during a migration", verdicts(vfs, migrate(vfs), scale.images // 10, 33))
        alone = run(vfs, snapshots_alone)
        yield _judged("crash images: during snapshots", verdicts(vfs, alone, scale.images // 10, 34))
        seeds = range(scale.storms)
        yield _judged("cuts five deep, in recovery: the journal", storms(vfs, whole, seeds))
        yield _judged("cuts five deep, in recovery: a migration", storms(vfs, migrate(vfs), seeds))
        yield _judged("cuts five deep, in recovery: a whole table", table_storms(vfs, seeds))
        for what, pragmas in SPOILT.items():
            found = verdicts(vfs, run(vfs, evening, pragmas), BLIND_IMAGES, 35)
            yield _seen(what, found)
        yield _seen("a disk that lies", verdicts(vfs, whole, BLIND_IMAGES, 36, lying=True))


def real_cuts(scale: Scale) -> Iterator[Row]:
    """Rig B: cuts of real file systems. Raises `CannotRunError` naming what the machine lacks."""
    reasons = []
    for system in FILE_SYSTEMS:
        reason = obstacle(system)
        if reason is not None:
            reasons.append(f"{system.name}: {reason}")
            continue
        with TemporaryDirectory(prefix="jakaja-evidence-") as folder, loop_disk(system, Path(folder)) as disk:
            yield _judged(f"real power cuts: {system.name}", real_verdicts(disk, scale.real_cuts, 37))
    if reasons:
        raise CannotRunError("; ".join(reasons))


def kills(scale: Scale) -> Iterator[Row]:
    """Processes killed in the midst of play: no proof about power, so counted apart."""
    with TemporaryDirectory(prefix="jakaja-evidence-") as folder:
        try:
            kill_again_and_again(Path(folder) / FILE_NAME, scale.kills)
        except AssertionError as lost:
            yield Row("killed processes", scale.kills, 1, remark=str(lost))
        else:
            yield Row("killed processes", scale.kills)


def failing_disks(scale: Scale) -> Iterator[Row]:
    """Each operation of the disk fails or finds it full, once and for ever; then the table starts again."""
    with rig() as vfs:
        found = Counter[Verdict]()
        for kind in KINDS:
            for for_ever in (False, True):
                found += fail_each(vfs, kind, for_ever, scale.failure_step)
        yield _judged("failing operations of the disk, then starts", found)


def flipped_bits(scale: Scale) -> Iterator[Row]:
    """Single flipped bits: found, or nothing that is stored has changed (else the flip itself objects)."""
    with TemporaryDirectory(prefix="jakaja-evidence-") as folder:
        for what, make in (("a small journal", small_journal), ("a long journal", long_journal)):
            path, dice = Path(folder) / f"{what}.sqlite", Random(38)
            make(path)
            data = path.read_bytes()
            some = dice.sample(used(data, 0, len(data)), scale.sample)
            places = range(0, len(data), scale.flips) if make is small_journal else some
            named = flip_each(path, places, dice)
            remark = f"{named:,} named, the rest unused"
            yield Row(f"flipped bits: {what}", len(places), loses=False, remark=remark)


def _judged(what: str, found: Counter[Verdict]) -> Row:
    return Row(what, found.total(), found.total() - found[Verdict.GOOD])


def _seen(what: str, found: Counter[Verdict]) -> Row:
    """The rig must see losses here: none at all would be a blind rig."""
    lost = found[Verdict.LOST]
    return Row(f"the rig's own test: {what}", found.total(), int(not lost), loses=False, remark=f"{lost} losses seen")
