"""Which program this is: its version, and a digest over every file that it is made of (R-EVT-2)."""

import hashlib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

ROOMS: Final = ("cashier", "controller", "evaluator_ext", "firmware", "seats")
ROOT: Final = Path(__file__).parents[2]
_PERSON: Final = b"jakaja program"


def version() -> str:
    """Return the installed version, or say that it runs from a checkout."""
    try:
        return metadata.version("jakaja")
    except metadata.PackageNotFoundError:
        return "from a checkout"


def digest(root: Path = ROOT) -> str:
    """Return BLAKE2b-256 over the program's files, 64 hex digits.

    For each file, in the order of their paths: the path from `root` with `/`, a zero byte, the length in decimal, a
    zero byte, the contents. What the interpreter makes of them by itself (`__pycache__`) is no part of it.
    """
    total = hashlib.blake2b(digest_size=32, person=_PERSON)
    for name, path in sorted((path.relative_to(root).as_posix(), path) for path in _files(root)):
        contents = path.read_bytes()
        total.update(f"{name}\0{len(contents)}\0".encode())
        total.update(contents)
    return total.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    for room in ROOMS:
        for path in (root / room).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
