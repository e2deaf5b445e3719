"""What one seat's screen wants heard: what has happened at the table, and what its own player must not miss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seats.models.cues import Cue, cues, last_second

if TYPE_CHECKING:
    from controller.wire.view import View


class Ears:
    """Collects cues until they are fetched. Nothing is heard of what the screen did not see happen."""

    def __init__(self) -> None:
        self._cues: list[Cue] = []
        self._second: int | None = None

    def follow(self, before: View, after: View) -> None:
        """Hear what lies between two views of one table that was heard all the time."""
        if before.profile is not None:
            self._cues += cues(before, after)

    def count(self, view: View, table_ms: int) -> None:
        """Hear each of the last seconds of the own turn once."""
        second = last_second(view, table_ms)
        if second is not None and second != self._second:
            self._cues.append(Cue("hurry"))
        self._second = second

    def refuse(self) -> None:
        """Hear that the table said no."""
        self._cues.append(Cue("refusal"))

    def take(self) -> list[Cue]:
        """Everything since the last call."""
        taken, self._cues = self._cues, []
        return taken
