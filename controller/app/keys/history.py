"""Whether the journal is as far as it once was: what a copy of the whole disk, put back, cannot forge.

Record and chain hash are noted in the register at every start, at every orderly end, and once an hour between, so that
at most the last hour can be cut off unnoticed, and only after the power was lost. More often would wear the TPM: makers
promise 100,000 writes of a counter at least, and an hourly note makes 90,000 in ten years (docs/adr).

What is noted is durable in the journal before the TPM hears of it, so no cut of the power at any instant leaves the TPM
remembering more than the journal holds.
"""

import threading
from functools import partial
from typing import Final

from controller.app.accident import where
from controller.app.core import Committed, Seen
from controller.app.keys.refused import KeyRefused
from controller.app.keys.register import Register, Remembered
from controller.app.threads import begin
from controller.app.upkeep import HOUR_MS, difference
from controller.faults import Faults
from controller.journal.journal import Journal
from controller.vocab.fault_records import Stopped
from controller.vocab.records import FaultCommand

TPM: Final = "TPM"
"""What people call it at the desk."""

_LONGEST_WAIT_S: Final = 12.0
"""Seconds that a start or an end waits for a note: longer than for one word of a TPM that hangs, and twice that is less
than whoever keeps the table running gives it to end."""


def check_history(kept: Remembered, found: bytes | None) -> None:
    """Raise `KeyRefused` (`history-cut-back`) unless the journal holds the record that was noted.

    `found` is the chain hash that the journal has after that record, None where it has none.
    """
    if kept.record and found != kept.hash:
        how = "does not reach" if found is None else "tells another history at"
        raise KeyRefused("history-cut-back", found=how, record=kept.record)


class HistoryKeeper:
    """Notes how far the journal has come while the table runs; a TPM that fails or hangs meanwhile stops no hand.

    A start and an orderly end wait for their notes, for nobody plays then. The others are taken beside the table.
    """

    def __init__(self, register: Register, journal: Journal) -> None:
        self._register = register
        self._journal = journal
        self._noted_ms: int | None = None
        self._note: threading.Thread | None = None
        self._failed: dict[str, str] = {}

    def told(self, committed: Committed, _seen: Seen) -> None:
        """Note the record that was committed just now if it is time, or the last before an orderly end."""
        is_end = any(isinstance(event, Stopped) for event in committed.events)
        is_first = self._noted_ms is None
        is_due = self._noted_ms is None or committed.now.wall - self._noted_ms >= HOUR_MS
        if not (is_due or is_end):
            return
        if is_end:
            self._wait()
        if self._note is not None and self._note.is_alive():
            return
        self._noted_ms = committed.now.wall
        # The journal is the table's thread's alone.
        note = partial(self._take, self._journal.record, self._journal.head_hash)
        self._note = begin("history", note, self._fell)
        if is_first or is_end:
            self._wait()

    def news(self, faults: Faults) -> FaultCommand | None:
        """Return that the TPM takes no note, or takes them again."""
        return difference(faults, "history-unguarded", self._failed)

    def _wait(self) -> None:
        if self._note is not None:
            self._note.join(_LONGEST_WAIT_S)

    def _take(self, record: int, chain_hash: bytes) -> None:
        self._register.note_head(record, chain_hash)
        self._failed = {}

    def _fell(self, trouble: Exception) -> None:
        self._failed = {TPM: str(trouble) if isinstance(trouble, KeyRefused | OSError) else where(trouble)}
