"""Evenings on a disk one of whose operations fails: it is reported, and nothing that was acknowledged is lost."""

from collections import Counter
from itertools import count
from random import Random
from typing import Final

from controller.journal.errors import CommitFailedError, StoreOpenError
from tests.power.disk import NOTHING, Ack, Disk, Failure, FailureKind, Image, power_cuts
from tests.power.rig import RigVfs, Verdict, judge, open_store, run, set_up
from tests.power.session import evening

KINDS: Final[tuple[FailureKind, ...]] = ("io", "full")


def play_until_failure(vfs: RigVfs, failure: Failure) -> None:
    """Play the evening on a disk with `failure`, which must be reported when it happens before the close.

    A failure of the close itself loses nothing: the next opening makes up for it.
    """
    disk = vfs.disk = Disk(NOTHING, failure)
    try:
        store = open_store()
    except StoreOpenError:
        return
    try:
        journal = set_up(store)
        disk.log.append(Ack(record=0))
        for record in evening(journal):
            disk.log.append(Ack(record=record))
    except CommitFailedError:
        assert store.poisoned
    else:
        assert not disk.failed, f"{failure} went unreported"
    finally:
        store.close()


def acknowledged(disk: Disk) -> int | None:
    """The last record that was acknowledged on a disk; None when not even the journal was."""
    return max((entry.record for entry in disk.log if isinstance(entry, Ack)), default=None)


def fail_each(vfs: RigVfs, kind: FailureKind, for_ever: bool, step: int) -> Counter[Verdict]:
    """Fail the 1st operation, then every `step`th, until an evening ends unharmed; return what became of the others.

    After each, the table starts again on a mended disk: once as it is, twice after a power cut on top. Raises
    `AssertionError` for a failure that nobody reported.
    """
    found = Counter[Verdict]()
    attempted = run(vfs, evening).records
    for at in count(0, step):
        play_until_failure(vfs, Failure(at=at, kind=kind, for_ever=for_ever))
        disk = vfs.disk
        if not disk.failed:
            break
        images = (Image(disk.files, acknowledged(disk)), *power_cuts(disk, Random(at), 2))
        found.update(judge(vfs, image, attempted) for image in images)
    return found
