"""A release's folder, held against the list of its files: everything at once, or a quiet share at a time (R-SEC-1)."""

import hashlib
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from controller.app.problem import Problem
from controller.software import (
    MANIFEST,
    NEEDED,
    SIGNATURES,
    Listed,
    Manifest,
    ManifestError,
    Signer,
    SignerError,
    as_signers,
    digest,
    read_manifest,
    who_signed,
)
from controller.software.signers import SIGNATURE_BYTES

SHARE: Final = 1024 * 1024
"""Bytes that are read at a time: some milliseconds of the table's one thread."""

A_FILE: Final = SHARE // 32
"""What opening a file counts for besides, so that many small ones are no large share."""

_SIGNATURE: Final = re.compile(rf"{SIGNATURES}/[a-z0-9-]+\.sig")

FlawKind = Literal["unsigned", "changed", "missing", "foreign", "unreadable"]
"""Too few have signed; a file is another than was signed; it is gone; one is there that nobody signed; it, or the disk,
cannot be read."""


class Flaw(msgspec.Struct, frozen=True):
    """One thing that is not as it was signed: what and where, and a few words if there is more to say."""

    kind: FlawKind
    path: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.path}{f': {self.detail}' if self.detail else ''}"


class Release(msgspec.Struct, frozen=True):
    """What stands in a release's folder about itself: its list, the digest over it, and who has signed for it."""

    root: Path
    trust: Path
    """Where the keys of those who may sign lie; never in the release."""
    manifest: Manifest
    digest: str
    signers: tuple[Signer, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    """What is wrong with list and signatures, before any file was looked at."""


def read_signers(folder: Path) -> tuple[Signer, ...]:
    """Return who may sign, from `NAME.pem` for each of the three. Raises Problem."""
    mend = f"put the public keys of the three signers there, as NAME.pem: {folder}"
    try:
        keys = {path.stem: path.read_text(encoding="ascii") for path in folder.glob("*.pem")}
        return as_signers(keys)
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(str(folder), f"cannot be read ({error})", mend) from error
    except SignerError as error:
        raise Problem(str(folder), str(error), mend) from error


def read_release(root: Path, signers: Path) -> Release:
    """Return what a folder says of itself; whatever is wrong with it is a flaw, so that a table can say what."""
    try:
        with (root / MANIFEST).open("rb") as file:
            text = file.read()
        manifest = read_manifest(text)
    except OSError as error:
        return Release(
            root, signers, Manifest(()), "", flaws=(Flaw("unsigned", MANIFEST, error.strerror or str(error)),)
        )
    except ManifestError as error:
        return Release(root, signers, Manifest(()), digest(text), flaws=(Flaw("unsigned", MANIFEST, str(error)),))
    try:
        trusted = read_signers(signers)
    except Problem as problem:
        return Release(root, signers, manifest, digest(text), flaws=(Flaw("unsigned", SIGNATURES, str(problem)),))
    signed = who_signed(text, _signatures(root, trusted), trusted)
    few = Flaw("unsigned", SIGNATURES, f"signed by {len(signed)} of {NEEDED} who must")
    return Release(root, signers, manifest, digest(text), signed, () if len(signed) >= NEEDED else (few,))


def read_again(release: Release) -> Release:
    """Return what the same folder says of itself now."""
    return read_release(release.root, release.trust)


def _signatures(root: Path, signers: tuple[Signer, ...]) -> dict[str, bytes]:
    found = {}
    for signer in signers:
        path = root / SIGNATURES / f"{signer.name}.sig"
        if path.is_file():
            with path.open("rb") as file:
                found[signer.name] = file.read(SIGNATURE_BYTES + 1)
    return found


def look(release: Release) -> Iterator[Flaw | None]:
    """Hold every file against the list, and every name in the folder, too; yield what is found, and None for a rest."""
    yield from release.flaws
    done = 0
    for listed in release.manifest.files:
        done += A_FILE
        for step in _read(release.root, listed):
            if isinstance(step, Flaw):
                yield step
                continue
            done += step
            if done >= SHARE:
                yield None
                done = 0
    known = {listed.path for listed in release.manifest.files} | {MANIFEST}
    yield from _strangers(release.root, known)


def flaws_of(release: Release) -> tuple[Flaw, ...]:
    """Everything that is not as it was signed."""
    return tuple(step for step in look(release) if step is not None)


def _read(root: Path, listed: Listed) -> Iterator[int | Flaw]:
    """Yield how much of a file was read, again and again, and what is wrong with it, if anything is."""
    total = hashlib.sha256()
    try:
        descriptor = os.open(root / listed.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            while piece := file.read(SHARE):
                total.update(piece)
                yield len(piece)
    except FileNotFoundError:
        yield Flaw("missing", listed.path)
    except OSError as error:
        yield Flaw("unreadable", listed.path, error.strerror or str(error))
    else:
        if total.hexdigest() != listed.digest:
            yield Flaw("changed", listed.path)


def _strangers(root: Path, known: Collection[str]) -> Iterator[Flaw | None]:
    """Yield what nobody signed for: a file, a link, whatever is no folder; rest after each. No link is followed."""
    folders = [root]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            yield Flaw("unreadable", folder.relative_to(root).as_posix(), error.strerror or str(error))
            continue
        for entry in entries:
            path = (folder / entry.name).relative_to(root).as_posix()
            if entry.is_dir(follow_symlinks=False):
                folders.append(folder / entry.name)
            elif entry.is_symlink() or not (path in known or _SIGNATURE.fullmatch(path)):
                yield Flaw("foreign", path)
        yield None
