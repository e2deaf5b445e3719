"""The list of a release's files, in the form that `sha256sum` writes and checks.

One line a file: its SHA-256 in 64 hex digits, two spaces, its path from the release's folder with `/`. The lines are
sorted by path, each path stands once, and the file is nothing but these lines. So the same files have one list only,
`sha256sum --check MANIFEST` looks them through without a word of this program, and the one digest over all of it is
what `sha256sum MANIFEST` says (R-SEC-1, R-SEC-2).
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

MANIFEST: Final = "MANIFEST"
"""The list's own name in the release's folder."""

SIGNATURES: Final = "signatures"
"""The folder of the signatures under it, each called by its signer."""

MOST_FILES: Final = 20_000
MOST_BYTES: Final = 4 * 1024 * 1024
LONGEST_PATH: Final = 240

_LINE: Final = re.compile(r"([0-9a-f]{64})  ([^\n]+)\n")


class ManifestError(Exception):
    """A text is no list of files; the message says why."""


class Listed(msgspec.Struct, frozen=True):
    """One file: its path from the release's folder, and its SHA-256 in hex digits."""

    path: str
    digest: str


class Manifest(msgspec.Struct, frozen=True):
    """All files of a release but the list itself and its signatures, sorted by path."""

    files: tuple[Listed, ...]


def is_plain(path: str) -> bool:
    """Whether a path stays in its folder and every tool reads it alike.

    Printable ASCII without a backslash, no `..`, and no part that begins like an option or a blank.
    """
    if not (len(path) <= LONGEST_PATH and path.isascii() and path.isprintable() and "\\" not in path):
        return False
    return not any(part in {"", ".", ".."} or part[0] in "- " for part in path.split("/"))


def is_listed(path: str) -> bool:
    """Whether the list names a file at `path`: all do but the list itself and what is signed under it."""
    return path != MANIFEST and path.partition("/")[0] != SIGNATURES


def write_manifest(files: Iterable[Listed]) -> bytes:
    """Return the list's one text. Raises ManifestError for a path that not every tool would read alike."""
    text = "".join(f"{file.digest}  {file.path}\n" for file in sorted(files, key=lambda file: file.path)).encode()
    read_manifest(text)
    return text


def read_manifest(text: bytes) -> Manifest:
    """Return what a list says; raises ManifestError unless it is exactly what `write_manifest` would have written."""
    if len(text) > MOST_BYTES:
        raise ManifestError(f"it is longer than {MOST_BYTES} bytes")
    if not text.isascii():
        raise ManifestError("it holds other than ASCII")
    files = tuple(_lines(text.decode("ascii")))
    paths = [file.path for file in files]
    if not 0 < len(files) <= MOST_FILES:
        raise ManifestError(f"it names {len(files)} files, where 1 to {MOST_FILES} may be")
    if paths != sorted(set(paths)):
        raise ManifestError("its files are not in order, or one stands there twice")
    return Manifest(files)


def _lines(text: str) -> Iterator[Listed]:
    end = 0
    for number, line in enumerate(_LINE.finditer(text), 1):
        path = line[2]
        if line.start() != end or not is_plain(path) or not is_listed(path):
            raise ManifestError(f"line {number} is not a digest, two spaces and a path inside the release")
        end = line.end()
        yield Listed(path, line[1])
    if end != len(text):
        raise ManifestError("its last line is not a digest, two spaces and a path inside the release")


def digest(text: bytes) -> str:
    """The one digest over a whole release: the SHA-256 of its list, 64 hex digits."""
    return hashlib.sha256(text).hexdigest()
