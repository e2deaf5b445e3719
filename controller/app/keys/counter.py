"""Numbers that only grow, so that nothing old comes back as new (SEC-4).

What asks for one, such as an update that must not be older than what ran here before:

    counter = Home(folder).versions
    if manifest.version < counter.read():
        ...refuse it...
    counter.raise_to(manifest.version)      # once it has proved itself
"""

from pathlib import Path
from typing import Final, Protocol

from controller.app.keys.folder import KeyFolder
from controller.app.keys.refused import KeyRefused

COUNTER_TOP: Final = 2**63
"""A counter stays below this."""


class Counter(Protocol):
    """A number from 0 that only grows and survives the power."""

    def read(self) -> int:
        """Return where it stands. Raises `KeyRefused`."""

    def raise_to(self, value: int) -> None:
        """Have it stand at `value` from now on, durable when this returns.

        Raises `KeyRefused`: `counter-lower` where it stands higher already, and nothing is changed then.
        """


class FileCounter:
    """A counter in a file of a folder of keys. Whoever puts the whole folder back puts it back as well."""

    def __init__(self, folder: KeyFolder, name: str) -> None:
        self._folder = folder
        self._name = name

    @classmethod
    def at(cls, path: Path) -> "FileCounter":
        """The counter in a file whose folder is closed to others (mode 0700); it is made at the first raise."""
        return cls(KeyFolder(path.parent), path.name)

    def read(self) -> int:
        """Return where it stands; 0 before it was ever raised. Raises `KeyRefused`."""
        if not self._folder.has(self._name):
            return 0
        text = self._folder.read(self._name)
        if not text.isdigit() or int(text) >= COUNTER_TOP:
            raise KeyRefused("key-damaged", path=self._folder.at(self._name), size=len(text))
        return int(text)

    def raise_to(self, value: int) -> None:
        """Have it stand at `value`. Raises `KeyRefused`."""
        check_raise(self._folder.at(self._name), self.read(), value)
        self._folder.replace(self._name, b"%d" % value)


def check_raise(path: Path, stands: int, asked: int) -> None:
    """Raise `KeyRefused` when a counter that `stands` higher is asked to go down to `asked`."""
    if not stands <= asked < COUNTER_TOP:
        raise KeyRefused("counter-lower", path=path, stands=stands, asked=asked)
