"""The lock of the packages that the program needs: versions, and the hash of every file that may be installed (SEC-9).

In the form that `pip --require-hashes` reads, written by `make lock`.
"""

import re
from typing import Final

import msgspec

_PINNED: Final = re.compile(
    r"^(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)==(?P<version>[A-Za-z0-9.+!]+)"
    r"(?P<marker> ; [^\\\n]+?)?(?P<hashes>( \\\n    --hash=sha256:[0-9a-f]{64})+)$"
)
_HASH: Final = re.compile(r"sha256:([0-9a-f]{64})")
_ENTRY: Final = re.compile(r"(?:[^\n]*\\\n)*[^\n]+")


class LockError(Exception):
    """A line of a lock pins no version, or no file; the message has it."""


class Pinned(msgspec.Struct, frozen=True):
    """One package: its plain name, its version, and the SHA-256 (hex) of each file that may be installed for it."""

    name: str
    version: str
    hashes: tuple[str, ...]


def read_lock(text: str) -> tuple[Pinned, ...]:
    """Return what a lock pins, in its order. Raises LockError for a package without version or hash, and for options.

    The one option that may stand there has nothing built from source: no foreign code runs when it is installed.
    """
    entries = [entry for entry in _ENTRY.findall(text) if entry.strip()]
    if entries[:1] != ["--only-binary :all:"]:
        raise LockError("the lock does not begin with --only-binary :all:")
    return tuple(map(_pinned, entries[1:]))


def _pinned(entry: str) -> Pinned:
    found = _PINNED.match(entry)
    if found is None:
        raise LockError(f"{entry.splitlines()[0]}: pins no version, or no hash of a file")
    return Pinned(plain_name(found["name"]), found["version"], tuple(_HASH.findall(found["hashes"])))


def plain_name(name: str) -> str:
    """Return a package's name as indexes compare it: small letters, and a hyphen for every other sign."""
    return re.sub(r"[-_.]+", "-", name).lower()
