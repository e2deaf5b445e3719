"""A table's folder: its journal, its keys, the socket of its screens.

```
journal.sqlite  everything that has happened
journal.mirror  the same once more, record for record
last-words      why the table stood still, if the journal could not take it; gone after the next start
refused-deeds   what staff were refused while the journal could take nothing; gone when one has it
mirror.folder   names the folder on a second disk that holds a third copy
people.sqlite   the persons behind the players' pseudonyms; each can be erased
machine.id      this table's identity, 32 hex digits
keys/table.key  seals cards and codes in the journal
keys/*.key      one key per screen, shared with that screen alone
keys/cards.key  the house's own, of which every player card's key follows; the same at all its tables
keys/notes.key  what the note acceptor is set to, if it speaks eSSP and was given a key; notes.next.key is on its way
keys/version    the newest release that ran here
keys/sealing.toml  how the table's key is sealed, where it is not a file; then its own keys end in .sealed
keys/recovery.sealed, keys/remembered  with it: the table's key under the recovery key, and what the TPM vouches for
gateway.sock    where the screens connect, or a link to that place
```
"""

import socket
from pathlib import Path
from typing import Final

from controller.app.entropy import Entropy
from controller.app.keys.counter import Counter
from controller.app.keys.folder import KeyFolder
from controller.app.keys.refused import KeyRefused
from controller.app.keys.register import Register
from controller.app.keys.sealing import Sealing
from controller.app.keys.store import HOUSE, NEXT_NOTES, NOTES, OWN, TABLE, KeyStore
from controller.app.problem import Problem
from controller.journal.reader import FILE_NAME
from controller.wire.redact import Viewer
from controller.wire.viewers import VIEWERS, viewer_name

KEY_BYTES: Final = 32
MACHINE_ID_BYTES: Final = 16
MIRROR_NAME: Final = "journal.mirror"
LAST_WORDS_NAME: Final = "last-words"


class Home:
    """The folder of one table."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = path / FILE_NAME
        self.socket = path / "gateway.sock"
        self.people = path / "people.sqlite"
        self.refused_deeds = path / "refused-deeds"
        self.keys = KeyFolder(path / "keys")
        self._own = KeyStore(self.keys)
        self._machine = path / "machine.id"
        self._second = path / "mirror.folder"

    @property
    def exists(self) -> bool:
        """Whether a table lives here."""
        return self._machine.exists()

    @property
    def runs(self) -> bool:
        """Whether a table answers in this folder; one that was killed leaves its socket behind."""
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(self.socket))
            except OSError:
                # Also a name too long for any socket: no table can run there.
                return False
            return True

    def create(self, entropy: Entropy) -> None:
        """Make the folder, its identity and its keys. Raises `Problem` when a table is there already.

        The identity comes last: what a power cut has left without one is no table, and is made anew.
        """
        if self.exists or self.journal.exists():
            raise Problem(str(self.path), "a table lives here already", "name another folder, or start that table")
        try:
            self.keys.make()
            for name in (TABLE, HOUSE):
                self._own.keep(name, entropy.draw(KEY_BYTES))
            for name in map(viewer_name, VIEWERS):
                self.keys.replace(f"{name}.key", entropy.draw(KEY_BYTES))
            identity = f"{entropy.draw(MACHINE_ID_BYTES).hex()}\n"
            KeyFolder(self.path).replace(self._machine.name, identity.encode("ascii"))
        except OSError as error:
            raise Problem(str(self.path), f"cannot be written ({error.strerror})", "name a folder of yours") from error

    @property
    def machine_id(self) -> bytes:
        """This table's identity (16 bytes)."""
        try:
            identity = bytes.fromhex(self._machine.read_text(encoding="ascii").strip())
            if len(identity) != MACHINE_ID_BYTES:
                raise ValueError(f"{len(identity)} bytes")
        except (OSError, ValueError) as error:
            raise Problem(str(self._machine), "is missing or damaged", "restore it from the backup") from error
        return identity

    @property
    def mirrors(self) -> tuple[Path, ...]:
        """The files that hold the journal once more: one beside it, and one on a second disk if that is set."""
        beside = self.path / MIRROR_NAME
        second = self.second_folder
        return (beside,) if second is None else (beside, second / f"{self.machine_id.hex()}.mirror")

    @property
    def last_words(self) -> tuple[Path, ...]:
        """Where it is kept why the table stood still, if the journal could not take it."""
        beside = self.path / LAST_WORDS_NAME
        second = self.second_folder
        return (beside,) if second is None else (beside, second / f"{self.machine_id.hex()}.{LAST_WORDS_NAME}")

    @property
    def second_folder(self) -> Path | None:
        """The folder on a second disk, or None when there is none."""
        try:
            return Path(self._second.read_text(encoding="utf-8").strip())
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise Problem(str(self._second), "cannot be read", "name the folder anew with --mirror") from error

    def set_second_folder(self, folder: Path) -> None:
        """Keep a copy of the journal in `folder`, too, from the next start on."""
        if not folder.is_dir():
            raise Problem(str(folder), "is no folder", "name a folder on another disk, for the mirror")
        try:
            self._second.write_text(f"{folder.resolve()}\n", encoding="utf-8")
        except OSError as error:
            raise Problem(str(self._second), f"cannot be written ({error.strerror})", "mend the disk") from error

    @property
    def table_key(self) -> bytes:
        """The key that seals private facts in the journal. Raises `KeyRefused`."""
        return self._own.table_key

    def unlock(self, table_key: bytes) -> None:
        """Use a table key that came from elsewhere, as from the recovery key, and ask no seal for it."""
        self._own = KeyStore(self.keys, table_key=table_key)

    def screen_key(self, viewer: Viewer) -> bytes:
        """The key shared with one screen. Raises `KeyRefused`."""
        file = f"{viewer_name(viewer)}.key"
        key = self.keys.read(file)
        if len(key) != KEY_BYTES:
            raise KeyRefused("key-damaged", path=self.keys.at(file), size=len(key))
        return key

    @property
    def screen_keys(self) -> dict[str, bytes]:
        """The keys that were made with the folder, by screen; one that was paired instead may have been taken away."""
        kept = (viewer for viewer in VIEWERS if self.keys.has(f"{viewer_name(viewer)}.key"))
        return {viewer_name(viewer): self.screen_key(viewer) for viewer in kept}

    @property
    def house_key(self) -> bytes | None:
        """The key of which the keys of player cards follow; None at a table from before there were any."""
        return self._own.read(HOUSE) if self._own.has(HOUSE) else None

    def set_house_key(self, key: bytes) -> None:
        """Take the house's key, in the place of one that no card was written with."""
        self._own.keep(HOUSE, key)

    @property
    def note_keys(self) -> tuple[bytes, ...]:
        """What an eSSP note acceptor may be set to, the likeliest first; none before it was given a key."""
        return tuple(self._own.read(name) for name in (NEXT_NOTES, NOTES) if self._own.has(name))

    def next_note_key(self, entropy: Entropy) -> bytes:
        """The key that the note acceptor is to be set to; one that was on its way already is taken up again."""
        if not self._own.has(NEXT_NOTES):
            self._own.keep(NEXT_NOTES, entropy.draw(OWN[NEXT_NOTES]))
        return self._own.read(NEXT_NOTES)

    def note_key_is_set(self) -> None:
        """The note acceptor has taken the key that was on its way."""
        self._own.keep(NOTES, self._own.read(NEXT_NOTES))
        self._own.drop(NEXT_NOTES)

    @property
    def versions(self) -> Counter:
        """The number of the newest release that ran here; none that is older may come after it. Raises `KeyRefused`."""
        return self._own.versions

    @property
    def sealing(self) -> Sealing | None:
        """How the table's key is sealed; None where it is a file. Raises `KeyRefused`."""
        return self._own.sealing

    @property
    def register(self) -> Register | None:
        """What the table remembers beyond its disk; None where no TPM helps it. Raises `KeyRefused`."""
        return self._own.register
