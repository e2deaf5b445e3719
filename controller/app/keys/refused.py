"""Why a key is not given out: every reason has a name, says what was found, and how to mend it.

docs/operations.md explains each name; nothing has been changed when one is told, and money is as it was.
"""

from typing import Final, Literal

import msgspec

from controller.app.problem import Problem

KeyTrouble = Literal["key-unreadable", "key-link", "key-of-another", "key-open", "key-damaged", "counter-lower"]


class Reason(msgspec.Struct, frozen=True):
    """What was found and how to mend it; both are filled in with the facts of the case."""

    what: str
    mend: str


REASONS: Final[dict[KeyTrouble, Reason]] = {
    "key-unreadable": Reason("{path} cannot be read ({why})", "run as the table's user, or restore it from the backup"),
    "key-link": Reason("{path} is a link or no plain file", "put the key itself there, in a folder of the table's"),
    "key-of-another": Reason(
        "{path} belongs to user {owner}, and this is user {user}",
        "run as the table's user; if the file was exchanged, restore the keys from the backup",
    ),
    "key-open": Reason(
        "{path} is open to others (mode {mode:o})", "run chmod {wanted:o} {path}, and exchange a key that others read"
    ),
    "key-damaged": Reason("{path} is no key ({size} bytes)", "restore it from the backup"),
    "counter-lower": Reason("{path} stands at {stands} and never goes down to {asked}", "use what is newer"),
}


class KeyRefused(Problem):
    """A key or a counter that is not given out; `trouble` is the stable name, with which the line begins."""

    def __init__(self, trouble: KeyTrouble, **facts: object) -> None:
        """`facts` fill in the sentences of the reason."""
        self.trouble: Final = trouble
        reason = REASONS[trouble]
        super().__init__(trouble, reason.what.format(**facts), reason.mend.format(**facts))
