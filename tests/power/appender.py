"""A table that never stops playing, to be killed: `python -m tests.power.appender FILE` prints each durable record."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from controller.journal.store import connect
from tests.power.rig import set_up
from tests.power.session import one_more_hand


def acknowledgements(path: Path) -> Iterator[int]:
    """Open or create the journal at `path` and yield its record numbers for ever, first that of its opening."""
    journal = set_up(connect(path))
    yield journal.record
    while True:
        yield from one_more_hand(journal)


if __name__ == "__main__":
    for record in acknowledgements(Path(sys.argv[1])):
        os.write(sys.stdout.fileno(), b"%d\n" % record)
