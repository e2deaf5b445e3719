"""Power cuts of a whole table, on rig A: it must come back to the very act, and play the rest of its evening."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from controller import machine as machines
from controller.app.boot import recover
from controller.app.core import encode_saved
from controller.app.problem import Problem
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from tests.power.cuts import STORM_DEPTH
from tests.power.disk import Disk, Image, power_cuts
from tests.power.rig import MACHINE, Attempts, RigVfs, Verdict, open_store, run, set_up
from tests.power.table_evening import evening, play, script, start, states


def come_back(vfs: RigVfs, image: Image, expected: Sequence[bytes]) -> Verdict:
    """Start the table on an image, compare it to the act, and play the rest of the evening on it.

    `expected` are the states after every record; what was acknowledged must be there, and at most one record more.
    """
    vfs.disk = Disk(image)
    try:
        store = open_store()
        try:
            if store.blank and image.acked is not None:
                return Verdict.LOST
            return _go_on(set_up(store), image.acked or 0, expected)
        finally:
            store.close()
    except (JournalError, Problem):
        return Verdict.BAD


def _go_on(journal: Journal, acked: int, expected: Sequence[bytes]) -> Verdict:
    record = journal.record
    if record < acked:
        return Verdict.LOST
    core, clock = start(journal)
    saved = encode_saved(recover(journal)[0]) if record else expected[0]
    if record > acked + 1 or saved != expected[record] or machines.reconciliation(core.machine).difference:
        return Verdict.BAD
    for _acknowledged in play(core, clock, script()[record:]):
        """Everything that was still to come is accepted."""
    return Verdict.GOOD if encode_saved(recover(journal)[0]) == expected[-1] else Verdict.BAD


def table_verdicts(vfs: RigVfs, attempts: Attempts, images: int, seed: int, *, lying: bool = False) -> Counter[Verdict]:
    """Cut the power so often at random instants of the evening, and see how the table comes back."""
    expected = states(MACHINE.hex(), attempts.records)
    cuts = power_cuts(attempts.disk, Random(seed), images, lying=lying)
    return Counter(come_back(vfs, image, expected) for image in cuts)


def table_storms(vfs: RigVfs, seeds: Sequence[int], depth: int = STORM_DEPTH) -> Counter[Verdict]:
    """For each seed cut the power, go on from there, cut it again: also during recovery, and the recovery of that."""
    found = Counter[Verdict]()
    whole = run(vfs, evening)
    for seed in seeds:
        rng, attempts = Random(seed), whole
        expected = states(MACHINE.hex(), attempts.records)
        for _cut in range(depth):
            (image,) = power_cuts(attempts.disk, rng, 1)
            verdict = come_back(vfs, image, expected)
            found[verdict] += 1
            if verdict is not Verdict.GOOD:
                break
            attempts = run(vfs, evening, start=image)
    return found
