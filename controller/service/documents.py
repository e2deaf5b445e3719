"""Exports that prove themselves: each carries the machine's id and a hash over what it says (R-EVT-4, R-RCL-5).

The hash shows whether a sheet or a file still says what the table wrote; whoever has the journal makes the same
document again. That the journal itself was not changed is for `jakaja verify`.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final

import msgspec

from cashier.money import Currency
from controller.language import Language
from controller.service.event_log import LogEntry
from controller.service.recall import HandRecall, Note, Paid, Recall, Ticket
from controller.vocab.ids import HandId

HASH_SIZE: Final = 32
_LOG: Final = b"jakaja log"
_RECALL: Final = b"jakaja recall"
_LISTS: Final = b"jakaja lists"


class LogLine(msgspec.Struct, frozen=True):
    """One exported entry. `hash` covers the line before it and everything in this one."""

    machine: str
    number: int
    record: int
    time: str
    code: int
    severity: str
    key: str
    device: str
    seat: int
    by: str
    clears: int
    text: str
    hash: str = ""


LOG_COLUMNS: Final[tuple[str, ...]] = LogLine.__struct_fields__


def log_lines(entries: Iterable[LogEntry], machine: str, language: Language, currency: Currency) -> Iterator[LogLine]:
    """Yield the entries as lines of an export; times are those of UTC."""
    before = b""
    for entry in entries:
        line = LogLine(
            machine=machine,
            number=entry.number,
            record=entry.record,
            time=datetime.fromtimestamp(entry.wall // 1000, UTC).isoformat(),
            code=entry.code,
            severity=entry.severity,
            key=entry.key,
            device=entry.device,
            seat=entry.seat,
            by=entry.by,
            clears=entry.clears,
            text=entry.text(language, currency),
        )
        before = _line_hash(before, line)
        yield msgspec.structs.replace(line, hash=before.hex())


def first_altered(lines: Sequence[LogLine]) -> int | None:
    """Return the place of the first line that is not what was exported, or that does not follow the one before it."""
    before = b""
    for place, line in enumerate(lines):
        before = _line_hash(before, line)
        if before.hex() != line.hash:
            return place
    return None


class RecallDocument(msgspec.Struct, frozen=True):
    """A recalled hand as a file: the machine, the hand as its reader may see it, and a hash over both."""

    machine: str
    hand: HandRecall
    hash: str


def recall_document(hand: HandRecall, machine: str) -> RecallDocument:
    """Return a hand with the machine's id and the hash."""
    return RecallDocument(machine, hand, recall_hash(hand, machine))


def recall_hash(hand: HandRecall, machine: str) -> str:
    """BLAKE2b-256, personalised `jakaja recall`, over the JSON of `[machine, hand]`; 64 hex digits."""
    return blake2b(msgspec.json.encode((machine, hand)), digest_size=HASH_SIZE, person=_RECALL).hexdigest()


class ListsDocument(msgspec.Struct, frozen=True):
    """The lists of a recall as a file: each hand's number and beginning (wall ms), tickets, notes, what was paid."""

    machine: str
    hands: tuple[tuple[HandId, int], ...]
    tickets: tuple[Ticket, ...]
    notes: tuple[Note, ...]
    tickets_in: tuple[Ticket, ...] = ()
    paid: tuple[Paid, ...] = ()
    hash: str = ""


def lists_document(folded: Recall, machine: str) -> ListsDocument:
    """Return the lists with the machine's id and a hash over all of them (R-RCL-5, R-RCL-6)."""
    hands = tuple((hand.hand, hand.wall) for hand in folded.hands)
    bare = ListsDocument(machine, hands, folded.tickets, folded.notes, folded.tickets_in, folded.paid)
    digest = blake2b(msgspec.json.encode(bare), digest_size=HASH_SIZE, person=_LISTS).hexdigest()
    return msgspec.structs.replace(bare, hash=digest)


def _line_hash(before: bytes, line: LogLine) -> bytes:
    bare = msgspec.structs.astuple(msgspec.structs.replace(line, hash=""))
    return blake2b(before + msgspec.json.encode(bare), digest_size=HASH_SIZE, person=_LOG).digest()
