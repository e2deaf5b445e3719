#!/usr/bin/env -S python3 -ISB
"""Looks at a release from outside, and chooses the one that starts. It is no part of any release and imports none.

    starter before   before each start of the table: go back from a release that does not come up; look at every file
    starter ready    the table has come up
    starter check RELEASE SIGNERS   the same look, from a medium of one's own: the same digest as the program shows

It reads what docs/operations.md says of releases with Python's own library and `openssl`, so that what the program
says of itself and what is said here have no line in common. Exit codes: 0 a whole release, 1 anything else.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TypedDict

MOST_STARTS = 3
"""So often a release on trial may be started without coming up."""

SIGNATURE = re.compile(r"signatures/[a-z0-9-]+\.sig")
LINE = re.compile(r"([0-9a-f]{64})  ([!-~][ -~]*)")


class Trial(TypedDict):
    """What is noted of a release that has not proved itself."""

    slot: str
    before: str
    starts: int


class ReleaseError(Exception):
    """Why a release does not start, in one line."""


def check(root: Path, signers: Path) -> str:
    """Return the digest of a release all of whose files are as two of three people signed. Raises ReleaseError."""
    try:
        text = (root / "MANIFEST").read_bytes()
        good = [key.stem for key in keys_in(signers) if is_signed(root, key)]
        if len(good) < 2:
            raise ReleaseError(f"{root}: signed by {len(good)} of 2 who must")
        listed = dict(line_of(root, line) for line in text.decode("ascii").splitlines())
        found = set(files_in(root))
        if found != listed.keys():
            raise ReleaseError(f"{root}: {min(found ^ listed.keys())} is missing, or nobody signed for it")
        for path, expected in listed.items():
            with (root / path).open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                    raise ReleaseError(f"{root}: {path} is another than was signed")
    except (OSError, UnicodeDecodeError) as error:
        raise ReleaseError(f"{root}: {error}") from error
    return hashlib.sha256(text).hexdigest()


def line_of(root: Path, line: str) -> tuple[str, str]:
    """Return path and digest of a line of the list."""
    found = LINE.fullmatch(line)
    if found is None:
        raise ReleaseError(f"{root}: its list has a line that is none")
    return found[2], found[1]


def keys_in(signers: Path) -> list[Path]:
    """Return the three keys, which must differ."""
    keys = sorted(signers.glob("*.pem"))
    if len(keys) != 3 or len({"".join(key.read_text("ascii").split()) for key in keys}) != 3:
        raise ReleaseError(f"{signers}: the keys of three people must be there, as NAME.pem")
    return keys


def is_signed(root: Path, key: Path) -> bool:
    """Whether the holder of a key has signed the list."""
    words = ("openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", str(key))
    files = ("-in", str(root / "MANIFEST"), "-sigfile", str(root / "signatures" / f"{key.stem}.sig"))
    return subprocess.run([*words, *files], capture_output=True, check=False).returncode == 0


def files_in(root: Path) -> list[str]:
    """Return every name in a release but folders, its list and the signatures; links and the like are among them."""
    found = []
    for folder, folders, files in os.walk(root):
        for name in (*files, *folders):
            path = Path(folder, name)
            inside = path.relative_to(root).as_posix()
            is_own = inside == "MANIFEST" or SIGNATURE.fullmatch(inside) is not None
            if path.is_symlink() or not (path.is_dir() or is_own):
                found.append(inside)
    return found


def serial_of(root: Path) -> int:
    """Return the number of a release whose files were looked at."""
    return int(json.loads((root / "release.json").read_text("ascii"))["serial"])


def floor_of(base: Path) -> int:
    """Return the number below which nothing starts."""
    path = base / "floor" / "serial"
    return int(path.read_text("ascii")) if path.exists() else 0


def check_slot(base: Path, slot: str) -> str:
    """Return the digest of a release that may start. Raises ReleaseError."""
    digest = check(base / slot, base / "signers")
    if serial_of(base / slot) < floor_of(base):
        raise ReleaseError(
            f"{base / slot}: number {serial_of(base / slot)} lies below {floor_of(base)}, which ran here"
        )
    return digest


def before(base: Path) -> str:
    """Choose what starts now, and look at it. Returns its digest; raises ReleaseError."""
    current, trial = os.readlink(base / "current"), trial_of(base)
    if trial is not None and (trial["slot"] != current or serial_of(base / current) <= floor_of(base)):
        # It was never switched to, or the power went when it was confirmed already.
        forget(base / "trial")
    elif trial is not None:
        try:
            if trial["starts"] >= MOST_STARTS:
                raise ReleaseError(f"{base / current}: did not come up {MOST_STARTS} times")
            digest = check_slot(base, current)
            replace(base / "trial", json.dumps({**trial, "starts": trial["starts"] + 1}))
            return digest
        except ReleaseError as why:
            digest = check_slot(base, trial["before"])
            sys.stderr.write(f"starter: {why}; back to {trial['before']}\n")
            point(base, trial["before"])
            forget(base / "trial")
            return digest
    return check_slot(base, current)


def ready(base: Path) -> None:
    """A release on trial has come up: starts that failed are counted anew."""
    trial = trial_of(base)
    if trial is not None and trial["slot"] == os.readlink(base / "current"):
        replace(base / "trial", json.dumps({**trial, "starts": 0}))


def trial_of(base: Path) -> Trial | None:
    """Return the trial that is noted."""
    path = base / "trial"
    if not path.exists():
        return None
    noted = json.loads(path.read_text("ascii"))
    return Trial(slot=noted["slot"], before=noted["before"], starts=noted["starts"])


def point(base: Path, slot: str) -> None:
    """Have another release start, from one instant on."""
    new = base / "current.new"
    if os.path.lexists(new):
        os.unlink(new)
    os.symlink(slot, new)
    os.replace(new, base / "current")
    flush(base)


def replace(path: Path, text: str) -> None:
    """Have a small file hold something else: the whole of it, or what it held."""
    new = path.with_name(f"{path.name}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o644)
    try:
        os.write(descriptor, text.encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.replace(new, path)
    flush(path.parent)


def forget(path: Path) -> None:
    """Take a small file away, durably."""
    os.unlink(path)
    flush(path.parent)


def flush(folder: Path) -> None:
    """Have the names in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def main(words: list[str], base: Path) -> int:
    """Do what is asked for."""
    try:
        match words:
            case ["check", release, signers]:
                digest = check(Path(release), Path(signers))
            case ["before" | "ready"] if not (base / "signers").is_dir():
                sys.stdout.write(f"starter: {base} has no signers: nothing is looked at\n")
                return 0
            case ["before"]:
                digest = before(base)
            case ["ready"]:
                ready(base)
                return 0
            case _:
                raise ReleaseError("say before, ready, or check RELEASE SIGNERS")
    except (ReleaseError, OSError, ValueError, KeyError) as why:
        sys.stderr.write(f"starter: {why}\n")
        return 1
    sys.stdout.write(f"starter: {digest}, every file as it was signed\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parent))
