"""What can go wrong with a journal. Every message is one line that says what, where, and how to mend it."""

from typing import Literal

from controller.journal.rows import Fault


class JournalError(Exception):
    """Any trouble with a journal."""


Trouble = Literal["in-use", "damaged", "disk", "settings"]
"""Why a store does not open: another process has it, its pages are no database, its disk refuses, SQLite is odd."""


class StoreOpenError(JournalError):
    """SQLite cannot open the file, or does not run with the settings that durability needs."""

    def __init__(self, message: str, trouble: Trouble) -> None:
        super().__init__(message)
        self.trouble: Trouble = trouble


class NotAJournalError(JournalError):
    """The file is no journal of this program: missing, blank, another format or another schema."""


class WrongKeyError(JournalError):
    """The key is not the one this journal was created with."""


class CopiesDisagreeError(JournalError):
    """A mirror leads the database or tells another history: people must decide which is right."""


class NothingToRebuildFromError(JournalError):
    """No copy holds a history that this table's key vouches for."""


class ReadFailedError(JournalError):
    """SQLite could not read a part of the file."""


class CommitFailedError(JournalError):
    """A transaction failed. It counts as not done; the store is poisoned and the table must freeze."""


class StorePoisonedError(JournalError):
    """An earlier transaction failed, so nothing more is written before the store is opened anew."""


class JournalDamagedError(JournalError):
    """The journal's content is not what was committed; `fault` names the first bad record."""

    def __init__(self, where: str, fault: Fault) -> None:
        super().__init__(f"{where}: {fault.sentence}; look with `jakaja verify`, then restore the last good copy")
        self.fault = fault
