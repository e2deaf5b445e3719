"""Why a key is not given out: every reason has a name, says what was found, and how to mend it.

docs/operations.md explains each name; nothing has been changed when one is told, and money is as it was.
"""

from typing import Final, Literal

import msgspec

from controller.app.problem import Problem

KeyTrouble = Literal[
    "key-unreadable", "key-link", "key-of-another", "key-open", "key-damaged", "counter-lower", "sealing-unknown",
    "tpm-tools-missing", "tpm-absent", "tpm-refuses", "tpm-owned", "tpm-exchanged", "tpm-cleared", "machine-changed",
    "ratchet-gone", "remembered-older", "remembered-altered", "history-cut-back", "recovery-mistyped", "recovery-other",
]  # fmt: skip

_RECOVER: Final = "with the recovery key: jakaja keys recover"


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
    "sealing-unknown": Reason("{path} says nothing that this program knows ({why})", "restore it from the backup"),
    "tpm-tools-missing": Reason("{tool} is not installed", "install the package tpm2-tools"),
    "tpm-absent": Reason(
        "no TPM answers at {device}",
        f"switch it on in the firmware, let the table's user use it (group tss); if it is broken, {_RECOVER}",
    ),
    "tpm-refuses": Reason(
        "the TPM at {device} refuses: {why}", "start the machine again; if that does not help, call the makers"
    ),
    "tpm-owned": Reason(
        "the TPM at {device} asks for its owner's password", "take it away while keys are moved (tpm2_changeauth -c o)"
    ),
    "tpm-exchanged": Reason(
        "the TPM at {device} is not the one that sealed the key",
        f"find out who exchanged it or moved the disk; if that is in order, {_RECOVER}",
    ),
    "tpm-cleared": Reason(
        "the TPM at {device} was cleared since it sealed the key",
        f"find out who did it; if that is in order, {_RECOVER}",
    ),
    "machine-changed": Reason(
        "firmware, boot loader or kernel are not those that the key was sealed to",
        f"start the machine as it was; if the change is in order, {_RECOVER}",
    ),
    "ratchet-gone": Reason(
        "the TPM at {device} has no counter of this table's any more",
        f"find out who cleared it; if that is in order, {_RECOVER}",
    ),
    "remembered-older": Reason(
        "{path} is older than the TPM remembers ({file} of {tpm}): an earlier state of the folder was put back",
        "put the newest copy back; if there is none, two people can run jakaja keys accept",
    ),
    "remembered-altered": Reason(
        "{path} was not written by this table",
        "put the newest copy back; if there is none, two people can run jakaja keys accept",
    ),
    "history-cut-back": Reason(
        "the journal {found} record {record}, to which this table had come: an earlier state was put back",
        "put the newest copy back or repair from a mirror; if there is none, two people can run jakaja keys accept",
    ),
    "recovery-mistyped": Reason(
        "this is no recovery key, or it is mistyped", "type its 14 groups as they stand on the paper"
    ),
    "recovery-other": Reason(
        "this is the recovery key of another table, or an earlier one", "take the newest that was made for this table"
    ),
}


class KeyRefused(Problem):
    """A key or a counter that is not given out; `trouble` is the stable name, with which the line begins."""

    def __init__(self, trouble: KeyTrouble, **facts: object) -> None:
        """`facts` fill in the sentences of the reason."""
        self.trouble: Final = trouble
        reason = REASONS[trouble]
        super().__init__(trouble, reason.what.format(**facts), reason.mend.format(**facts))
