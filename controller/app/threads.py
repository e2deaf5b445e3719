"""The one place where the table's program starts a thread: each has somebody who is told when it falls.

Whatever else goes on beside a command runs on the core's own thread: upkeep, the patrol of the journal, its mirrors and
the watches in `Core.pump`, where an accident makes the table stand still; each screen's connection as a task of the
gateway, where it ends that connection and is noted.
"""

import threading
from collections.abc import Callable
from functools import partial

Fell = Callable[[Exception], None]
"""Told, in the thread that falls, what it fell over; nothing of it runs afterwards."""


def begin(name: str, work: Callable[[], None], fell: Fell) -> threading.Thread:
    """Start a thread that does `work`; it does not keep the program from ending."""
    thread = threading.Thread(target=partial(_until_it_ends, work, fell), name=name, daemon=True)
    thread.start()
    return thread


def _until_it_ends(work: Callable[[], None], fell: Fell) -> None:
    try:
        work()
    except Exception as accident:  # whatever it is, nobody else would hear of it
        fell(accident)
