"""A small release with a file of every kind that a table needs, signed by people whose keys a test knows."""

import hashlib
from pathlib import Path

from controller.software import MANIFEST, SIGNATURES, Listed, sign, write_manifest
from controller.software.signers import public_of, write_public

SECRETS = {name: hashlib.sha256(name.encode()).digest() for name in ("anna", "ben", "cleo")}

CLASSES = {
    "program": "lib/controller/app/cli.py",
    "compiled module": "lib/controller/hand/play.so",
    "library": "lib/nacl/signing.py",
    "profile": "profiles/table-1.toml",
    "font": "lib/seats/fonts/DejaVuSans.ttf",
    "sound": "lib/seats/sounds/chips.wav",
    "picture": "lib/seats/pictures/back of card.png",
    "language": "lib/controller/language/locale/fi.po",
    "launcher": "bin/jakaja",
}
"""A file of each class that R-SEC-1 names."""


def lay_out(folder: Path) -> Path:
    """Write the files of a release, unsigned and unlisted, and the keys of its signers beside it; return its folder."""
    root = folder / "a"
    for path in (*CLASSES.values(), "release.json"):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(path.encode() * 40)
    trust = folder / "signers"
    trust.mkdir()
    for name, secret in SECRETS.items():
        (trust / f"{name}.pem").write_text(write_public(public_of(secret)))
    return root


def put_list(root: Path) -> bytes:
    """List the files as they are."""
    files = [
        Listed(path.relative_to(root).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest())
        for path in root.rglob("*")
        if path.is_file() and path.name != MANIFEST and path.parent.name != SIGNATURES
    ]
    text = write_manifest(files)
    (root / MANIFEST).write_bytes(text)
    return text


def put_signatures(root: Path, *names: str) -> None:
    """Have these people sign for the list as it is."""
    (root / SIGNATURES).mkdir(exist_ok=True)
    for name in names:
        (root / SIGNATURES / f"{name}.sig").write_bytes(sign((root / MANIFEST).read_bytes(), SECRETS[name]))


def make(folder: Path, *names: str) -> Path:
    """Make a whole release in `folder`, signed by these people."""
    root = lay_out(folder)
    put_list(root)
    put_signatures(root, *names)
    return root
