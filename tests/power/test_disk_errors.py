"""A disk that fails or is full stops the table at its last durable state: nothing is tried again (REL-5)."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Literal

import pytest

from cashier.records import DeviceConditionChanged, DeviceId
from controller.journal.errors import CommitFailedError, StoreOpenError, StorePoisonedError
from controller.journal.journal import Journal
from controller.vocab.ids import Now
from controller.vocab.table_records import Tick
from tests.power.disk import NOTHING, Ack, Disk, Failure, Image, power_cuts
from tests.power.rig import RigVfs, Verdict, judge, open_store, run, set_up
from tests.power.session import evening


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
    return max((entry.record for entry in disk.log if isinstance(entry, Ack)), default=None)


def failures(kind: Literal["io", "full"], for_ever: bool, step: int) -> Iterator[Failure]:
    return (Failure(at=at, kind=kind, for_ever=for_ever) for at in count(0, step))


def loop_over_failures(vfs: RigVfs, kind: Literal["io", "full"], for_ever: bool, step: int) -> int:
    """Fail the 1st operation, then the next ones, until an evening ends unharmed; return how many did not.

    After each, the table starts again on a mended disk: once as it is, once after a power cut on top.
    """
    attempted = run(vfs, evening).records
    for rounds, failure in enumerate(failures(kind, for_ever, step)):
        play_until_failure(vfs, failure)
        disk = vfs.disk
        if not disk.failed:
            return rounds
        mended = Image(disk.files, acknowledged(disk))
        assert judge(vfs, mended, attempted) is Verdict.GOOD, failure
        for image in power_cuts(disk, Random(failure.at), 2):
            assert judge(vfs, image, attempted) is Verdict.GOOD, failure
    raise AssertionError("unreachable: the failures are endless")


@pytest.mark.parametrize("kind", ["io", "full"])
@pytest.mark.parametrize("for_ever", [False, True], ids=["once", "for-ever"])
def test_a_failing_operation_is_reported_and_loses_nothing(
    vfs: RigVfs, kind: Literal["io", "full"], for_ever: bool
) -> None:
    assert loop_over_failures(vfs, kind, for_ever, step=23) > 20


@pytest.mark.ci
@pytest.mark.parametrize("kind", ["io", "full"])
@pytest.mark.parametrize("for_ever", [False, True], ids=["once", "for-ever"])
def test_any_single_failing_operation_is_reported_and_loses_nothing(
    vfs: RigVfs, kind: Literal["io", "full"], for_ever: bool
) -> None:
    assert loop_over_failures(vfs, kind, for_ever, step=1) > 500


def note_condition(journal: Journal) -> int:
    event = DeviceConditionChanged(device=DeviceId("printer"), condition="ready")
    return journal.append(Now(table=1, wall=1), Tick(), [event], [], [])


def test_after_a_failed_commit_everything_stays_readable_and_nothing_more_is_written(vfs: RigVfs) -> None:
    journal = set_up(open_store())
    note_condition(journal)
    before = tuple(journal.iter_records())
    vfs.disk.fail_from_now("io")
    with pytest.raises(CommitFailedError, match=r"a commit failed .* start the table again"):
        note_condition(journal)
    vfs.disk.mend()
    with pytest.raises(StorePoisonedError, match="after a failed commit"):
        note_condition(journal)
    with pytest.raises(StorePoisonedError):
        journal.snapshot(b"state")
    assert journal.poisoned
    assert journal.record == 1
    assert tuple(journal.iter_records()) == before
    journal.close()
    assert note_condition(set_up(open_store())) in (2, 3)
