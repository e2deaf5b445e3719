"""Where a machine keeps its releases: two folders, a link to the one that starts, and what may not come back (SEC-4).

```
signers/NAME.pem   the public keys of the three who may sign
a/  b/             two releases, each whole
current            a link to the one that starts
trial              while a new release has not proved itself: which, the one before it, and starts that failed
floor/serial       no release below this number starts or is installed any more
starter            looks at the release before each start, from outside it
```

A new release is on trial: if it does not come up the starter goes back to the one before, and staff may. Once they have
confirmed it the floor rises to its number, and nothing goes back behind it.
"""

import os
from pathlib import Path
from typing import Final, Literal

import msgspec

from controller.app.keys.counter import Counter, FileCounter
from controller.app.keys.folder import KeyFolder
from controller.app.problem import Problem
from controller.app.release.files import forget, point, replace_file
from controller.app.release.own import SIGNERS
from controller.app.release.tree import Release, flaws_of, read_release
from controller.software.archive import CONTENTS, ArchiveError, Contents, read_contents

Slot = Literal["a", "b"]

INCOMING: Final = "incoming"
"""What is being unpacked, until it is whole."""


class Trial(msgspec.Struct, frozen=True):
    """A release that has not proved itself: the one before it, and how often it was started without coming up."""

    slot: Slot
    before: Slot
    starts: int = 0


class Slots:
    """The folder of a machine's releases."""

    def __init__(self, base: Path, counter: Counter | None = None) -> None:
        """`counter` keeps the floor where the machine has a better place for it than a file."""
        self.base = base
        self.signers = base / SIGNERS
        self.floor: Counter = counter or FileCounter.at(base / "floor" / "serial")
        self._current = base / "current"
        self._trial = base / "trial"

    def raise_floor(self, serial: int) -> None:
        """Have no release below this number start or be installed any more. Raises Problem."""
        KeyFolder(self.base / "floor").make()
        self.floor.raise_to(serial)

    @property
    def current(self) -> Slot | None:
        """Which release starts; None on a machine that never had one."""
        if not self._current.is_symlink():
            return None
        return "b" if os.readlink(self._current) == "b" else "a"

    @property
    def idle(self) -> Slot:
        """The place for the next one."""
        return "b" if self.current == "a" else "a"

    @property
    def trial(self) -> Trial | None:
        """The trial that is on; one whose release was never switched to, or back from, is none."""
        try:
            trial = msgspec.json.decode(self._trial.read_bytes(), type=Trial)
        except FileNotFoundError:
            return None
        except msgspec.DecodeError as error:
            raise Problem(str(self._trial), f"is damaged ({error})", "see what starts, then remove it") from error
        return trial if trial.slot == self.current else None

    def folder(self, slot: Slot) -> Path:
        """The folder of one release."""
        return self.base / slot

    def whole(self, slot: Slot) -> tuple[Release, Contents]:
        """Return a release after every file of it was looked at. Raises Problem."""
        release = read_release(self.folder(slot), self.signers)
        flaws = flaws_of(release)
        if flaws:
            raise Problem(str(release.root), f"{flaws[0]}, {len(flaws)} flaws in all", "install a release there")
        return release, self.contents(slot)

    def contents(self, slot: Slot) -> Contents:
        """Return what a release says of itself. Raises Problem."""
        path = self.folder(slot) / CONTENTS
        try:
            return read_contents(path.read_bytes())
        except OSError as error:
            raise Problem(str(path), f"cannot be read ({error.strerror})", "install a release there") from error
        except ArchiveError as error:
            raise Problem(str(path), str(error), "install a release there") from error

    def switch(self, slot: Slot) -> None:
        """Have another release start from now on; the running program stays what it is."""
        point(self._current, slot)

    def begin_trial(self, trial: Trial) -> None:
        """Note a trial, before the release that it is of is switched to."""
        replace_file(self._trial, msgspec.json.encode(trial))

    def end_trial(self) -> None:
        """No trial is on any more."""
        forget(self._trial)
