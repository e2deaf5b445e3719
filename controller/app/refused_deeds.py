"""What staff were refused where no journal could take it: kept beside the journal until one can (SEC-7).

Only a repair needs it. Its journal is damaged and gets no further record, and the one that is made anew counts for
nothing before two people have given their PINs: without this file every try would be the first.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from controller.app.problem import Problem
from controller.vocab.records import AnyEvent
from controller.vocab.staff_records import NoteDenial, ReportTries, SignInFailed, StaffDenied, staff_id

MOST: Final = 64
"""How many denials are kept at most: the newest. Wrong PINs are kept for everybody, or denials would push them out."""

Refused = NoteDenial | ReportTries


class RefusedDeeds:
    """The file of what was refused. Raises `Problem` for one that cannot be used."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Sequence[Refused]:
        """Return what is kept, as commands for a journal, oldest first; nothing where there is no file."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=tuple[Refused, ...])
        except FileNotFoundError:
            return ()
        except (OSError, msgspec.MsgspecError) as error:
            raise Problem(
                str(self._path), "cannot be read", "keep a copy, have the table's user own it, or remove it"
            ) from error

    def keep(self, events: Iterable[AnyEvent]) -> None:
        """Keep what events tell of refusals, in the place of what was kept; durable before it returns."""
        told = [command for event in events for command in _told(event)]
        tried = {staff_id(one.by): one for one in told if isinstance(one, ReportTries)}
        kept = (*tried.values(), *[one for one in told if isinstance(one, NoteDenial)][-MOST:])
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            with new.open("wb") as file:
                file.write(msgspec.json.encode(kept))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            raise Problem(str(self._path), f"cannot be written ({error.strerror})", "mend the disk") from error

    def forget(self) -> None:
        """A journal has them now."""
        self._path.unlink(missing_ok=True)


def _told(event: AnyEvent) -> Iterable[Refused]:
    match event:
        case SignInFailed():
            return (ReportTries(event.by, event.tries, event.until),)
        case StaffDenied():
            return (NoteDenial(event.by, event.second, event.what, event.code),)
    return ()
