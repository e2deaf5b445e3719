"""Mirrors: further copies of a journal, as plain logs that only grow (requirements R-MEM-2).

A mirror holds the same records as the database, sealed as they are, and is written after each of its commits: it may
lag, never lead. A frame is `length, crc32` (two unsigned 32-bit little-endian numbers) and so many bytes of
MessagePack. The first frame is the journal's `Meta`, every other one an `Entry`. Mirrors are flushed to the disk with
every signed head; what a power cut takes from the end is written again at the next start.
"""

import mmap
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from controller.journal.files import OS_FILES, Files, Log
from controller.journal.rows import Meta, RawRecord, SignedHead, StoredRecord

_FRAME: Final = struct.Struct("<II")
_NEW: Final = ".new"
_DAMAGED: Final = ".damaged"
_T = TypeVar("_T")


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """A record in a mirror: its columns, the chain hash, the head's mac and, if one is due, the signed head there."""

    raw: RawRecord
    hash: bytes
    mac: bytes
    signed: SignedHead | None

    @property
    def stored(self) -> StoredRecord:
        """The record as the database has it."""
        return StoredRecord(raw=self.raw, hash=self.hash, signed=self.signed)


class Scan(msgspec.Struct, frozen=True):
    """What a mirror holds before the first bad byte: records, the last of them, where they end, the file's size."""

    meta: Meta | None
    records: int
    last: Entry | None
    end: int
    size: int

    @property
    def ragged(self) -> bool:
        """Whether something that is no frame follows on the good ones."""
        return self.end < self.size


class Mirror:
    """A mirror file open for appending. OSError is raised as the disk raises it."""

    def __init__(self, path: Path, end: int, files: Files = OS_FILES) -> None:
        """Open the file at `path`, whose good part ends at `end`; anything behind it is cut off."""
        self.path: Final = path
        self._log = files.extend(path, end)

    def append(self, entry: Entry) -> None:
        """Add a record; with a signed head everything so far is flushed."""
        _write(self._log, entry)
        if entry.signed is not None:
            self.flush()

    def flush(self) -> None:
        """Have everything so far on the disk."""
        self._log.flush()

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()


def write_mirror(path: Path, meta: Meta, entries: Iterator[Entry], files: Files = OS_FILES) -> int:
    """Make the mirror at `path` anew and return its size (bytes).

    What was there before is kept beside it, under a name that ends in `.damaged`.
    """
    new = path.with_name(path.name + _NEW)
    log = files.create(new)
    try:
        size = _write(log, meta) + sum(_write(log, entry) for entry in entries)
        log.flush()
    finally:
        log.close()
    if files.has(path):
        files.rename(path, path.with_name(path.name + _DAMAGED))
    files.rename(new, path)
    files.flush_names(path.parent)
    return size


def scan(path: Path, files: Files = OS_FILES) -> Scan:
    """Look through the mirror at `path` as far as its checksums hold. Raises OSError."""
    meta: Meta | None = None
    records, end, payload = 0, 0, b""
    with files.reading(path) as data:
        for start, found in _frames(data):
            if found is None or (end == 0 and (meta := _decode(found, Meta)) is None):
                break
            records += end > 0
            end, payload = start + _FRAME.size + len(found), found
        last = _decode(payload, Entry) if records else None
        return Scan(meta=meta, records=records, last=last, end=end, size=len(data))


def read_mirror(path: Path, files: Files = OS_FILES) -> Iterator[Entry]:
    """Yield every record of the mirror at `path` whose checksum holds, behind a bad one too. Raises OSError."""
    with files.reading(path) as data:
        for _start, found in _frames(data):
            entry = None if found is None else _decode(found, Entry)
            if entry is not None:
                yield entry


def _frames(data: mmap.mmap | bytes) -> Iterator[tuple[int, bytes | None]]:
    """Yield where each frame starts, and its contents or None where the checksum does not hold."""
    start = 0
    while start + _FRAME.size <= len(data):
        length, checksum = _FRAME.unpack_from(data, start)
        payload = data[start + _FRAME.size : start + _FRAME.size + length]
        yield start, payload if length and zlib.crc32(payload) == checksum and len(payload) == length else None
        start += _FRAME.size + length


def _write(log: Log, content: Meta | Entry) -> int:
    """Write one frame and return its size."""
    payload = msgspec.msgpack.encode(content)
    log.write(_FRAME.pack(len(payload), zlib.crc32(payload)) + payload)
    return _FRAME.size + len(payload)


def _decode(payload: bytes, kind: type[_T]) -> _T | None:
    try:
        return msgspec.msgpack.decode(payload, type=kind)
    except msgspec.DecodeError:
        return None
