"""The secrets that are one table's alone: its own key, and those that it keeps for its cards and its note acceptor.

Where the TPM seals the table's key, the others are closed under that key, so that one seal guards them all and an
exchange of one of them needs no TPM. Keys of screens are files always: each is shared with its screen.
"""

from collections.abc import Callable
from typing import Final

from controller.app.keys.counter import Counter, FileCounter
from controller.app.keys.folder import KeyFolder
from controller.app.keys.refused import KeyRefused
from controller.app.keys.register import Register, RegisterCounter
from controller.app.keys.sealing import Sealing, ratchet_of, read_sealing, seal_of
from controller.journal.seal import EVENT_BLOCK, KEY_SIZE, NotOpeningError, Seal

TABLE: Final = "table"
"""The key that all others of a table follow from or are closed under."""

HOUSE: Final = "cards"
NOTES: Final = "notes"
NEXT_NOTES: Final = "notes.next"
NOTE_KEY_SIZE: Final = 8
OWN: Final = {TABLE: KEY_SIZE, HOUSE: KEY_SIZE, NOTES: NOTE_KEY_SIZE, NEXT_NOTES: NOTE_KEY_SIZE}
"""The keys that are a table's alone with their bytes, the one that guards the others first."""

VERSION: Final = "version"


class KeyStore:
    """Reads and keeps a table's own keys, as they are sealed. The table's key is unsealed once."""

    def __init__(
        self, folder: KeyFolder, sealing: Callable[[], Sealing | None] | None = None, table_key: bytes | None = None
    ) -> None:
        """`sealing` says how keys are sealed, if not the folder's configuration; `table_key` is one that is known."""
        self._folder = folder
        self._sealing = sealing or (lambda: read_sealing(folder))
        self._unsealed = table_key

    @property
    def sealing(self) -> Sealing | None:
        """How the table's key is sealed; None where it is a file. Raises `KeyRefused`."""
        return self._sealing()

    def file(self, name: str) -> str:
        """The name of the file that holds a key. Raises `KeyRefused`."""
        return f"{name}.{seal_of(self.sealing).suffix}"

    def has(self, name: str) -> bool:
        """Whether the table has this key. Raises `KeyRefused`."""
        return self._folder.has(self.file(name))

    @property
    def table_key(self) -> bytes:
        """The key that all others follow from. Raises `KeyRefused`."""
        return self.read(TABLE)

    def read(self, name: str) -> bytes:
        """Return a key, in the length that it has to have. Raises `KeyRefused`."""
        sealing, file = self.sealing, self.file(name)
        key = self._folder.read(file) if sealing is None else self._unwrapped(sealing, name, file)
        if len(key) != OWN[name]:
            raise KeyRefused("key-damaged", path=self._folder.at(file), size=len(key))
        return key

    def keep(self, name: str, key: bytes) -> None:
        """Keep a key, in the place of any before, durable when this returns. Raises `KeyRefused` and OSError."""
        sealing, file = self.sealing, self.file(name)
        if name == TABLE:
            self._folder.replace(file, seal_of(sealing).seal(key))
            self._unsealed = None
        else:
            self._folder.replace(file, key if sealing is None else self._wrap.close((name,), key))

    def drop(self, name: str) -> None:
        """Forget a key that is of no use any more. Raises OSError."""
        self._folder.remove(self.file(name))

    @property
    def register(self) -> Register | None:
        """What the table remembers beyond its disk; None where no TPM helps it. Raises `KeyRefused`."""
        sealing = self.sealing
        return None if sealing is None else Register(self._folder, self.table_key, ratchet_of(sealing))

    @property
    def versions(self) -> Counter:
        """The number of the newest release that ran here. Raises `KeyRefused`."""
        register = self.register
        return FileCounter(self._folder, VERSION) if register is None else RegisterCounter(register)

    @property
    def _wrap(self) -> Seal:
        return Seal(self.table_key, "own-key", EVENT_BLOCK)

    def _unwrapped(self, sealing: Sealing, name: str, file: str) -> bytes:
        if name == TABLE:
            if self._unsealed is None:
                self._unsealed = seal_of(sealing).unseal(self._folder.read(file))
            return self._unsealed
        closed = self._folder.read(file)
        try:
            return self._wrap.open((name,), closed)
        except NotOpeningError as error:
            raise KeyRefused("key-damaged", path=self._folder.at(file), size=len(closed)) from error
