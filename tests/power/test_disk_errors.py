"""A disk that fails or is full stops the table at its last durable state: nothing is tried again (REL-5)."""

import pytest

from cashier.records import DeviceConditionChanged, DeviceId
from controller.journal.errors import CommitFailedError, StorePoisonedError
from controller.journal.journal import Journal
from controller.vocab.ids import Now
from controller.vocab.table_records import Tick
from tests.power.disk import FailureKind
from tests.power.failures import KINDS, fail_each
from tests.power.rig import RigVfs, Verdict, open_store, set_up


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("for_ever", [False, True], ids=["once", "for-ever"])
def test_a_failing_operation_is_reported_and_loses_nothing(vfs: RigVfs, kind: FailureKind, for_ever: bool) -> None:
    found = fail_each(vfs, kind, for_ever, step=23)
    assert found == {Verdict.GOOD: found.total()}
    assert found.total() > 60


@pytest.mark.ci
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("for_ever", [False, True], ids=["once", "for-ever"])
def test_any_single_failing_operation_is_reported_and_loses_nothing(
    vfs: RigVfs, kind: FailureKind, for_ever: bool
) -> None:
    found = fail_each(vfs, kind, for_ever, step=1)
    assert found == {Verdict.GOOD: found.total()}
    assert found.total() > 1_500


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
