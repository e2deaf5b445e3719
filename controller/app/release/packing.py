"""A release's archive on a disk: written from a signed folder, looked through, unpacked (SEC-4)."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from controller.app.problem import Problem
from controller.app.release.files import flush_folder, make_folder, write_file
from controller.app.release.tree import Release
from controller.software import (
    MANIFEST,
    NEEDED,
    SIGNATURES,
    Manifest,
    ManifestError,
    Signer,
    digest,
    read_manifest,
    who_signed,
)
from controller.software.archive import (
    BLOCK,
    CONTENTS,
    END,
    MOST_BYTES,
    ArchiveError,
    Contents,
    header,
    mode_of,
    padding,
    read_contents,
    size_in,
)
from controller.software.manifest import MOST_BYTES as LONGEST_LIST
from controller.software.signers import SIGNATURE_BYTES

_PIECE: Final = 1024 * 1024

Put = Callable[[str, Iterator[bytes]], None]
"""Takes a file of the release: its path, and its bytes, all of which must be taken."""


class Packed(msgspec.Struct, frozen=True):
    """What an archive holds, all of it looked through: list and signatures as they stand there, and what they say."""

    text: bytes
    manifest: Manifest
    signatures: dict[str, bytes]
    signers: tuple[Signer, ...]
    contents: Contents

    @property
    def digest(self) -> str:
        """The one digest over the release."""
        return digest(self.text)


def pack(release: Release, archive: Path) -> None:
    """Write a release that is signed and whole into one file, always the same."""
    signed = [f"{SIGNATURES}/{signer.name}.sig" for signer in release.signers]
    with archive.open("xb") as file:
        for path in (MANIFEST, *signed, *(listed.path for listed in release.manifest.files)):
            contents = (release.root / path).read_bytes()
            file.write(header(path, len(contents)) + contents + padding(len(contents)))
        file.write(END)


def look_through(archive: Path, signers: tuple[Signer, ...]) -> Packed:
    """Return what an archive holds, after every byte of it was looked at. Raises Problem."""
    return _read(archive, signers, _look_away)


def unpack(archive: Path, signers: tuple[Signer, ...], folder: Path) -> Packed:
    """Write an archive's files into a folder that is not there yet, and flush them, looking at every byte again."""
    make_folder(folder)
    folders = {folder}

    def put(path: str, pieces: Iterator[bytes]) -> None:
        for above in reversed((folder / path).parents):
            if above.is_relative_to(folder) and above not in folders:
                make_folder(above)
                folders.add(above)
        write_file(folder / path, pieces, mode_of(path))

    packed = _read(archive, signers, put)
    put(MANIFEST, iter((packed.text,)))
    for signer in packed.signers:
        put(f"{SIGNATURES}/{signer.name}.sig", iter((packed.signatures[signer.name],)))
    for made in sorted(folders, reverse=True):
        flush_folder(made)
    flush_folder(folder.parent)
    return packed


def _look_away(_path: str, pieces: Iterator[bytes]) -> None:
    for _piece in pieces:
        continue


def _read(archive: Path, signers: tuple[Signer, ...], put: Put) -> Packed:
    try:
        with archive.open("rb") as file:
            return _read_all(file, signers, put)
    except OSError as error:
        what = f"cannot be read or unpacked ({error.strerror or error})"
        raise Problem(str(archive), what, "see that the medium is whole, and that there is room") from error
    except (ArchiveError, ManifestError) as error:
        raise Problem(str(archive), str(error), "fetch it anew from whoever signed it") from error


def _read_all(file: BinaryIO, signers: tuple[Signer, ...], put: Put) -> Packed:
    """Read list and signatures first: not a byte of anything else is taken before two people stand for it."""
    text = _member(file, MANIFEST, LONGEST_LIST)
    manifest, signatures = read_manifest(text), {}
    for signer in signers:
        block = file.read(BLOCK)
        path = f"{SIGNATURES}/{signer.name}.sig"
        file.seek(-len(block), 1)
        if block == header(path, SIGNATURE_BYTES):
            signatures[signer.name] = _member(file, path, SIGNATURE_BYTES)
    signed = who_signed(text, signatures, signers)
    if len(signed) < NEEDED or len(signed) != len(signatures):
        raise ArchiveError(f"signed by {len(signed)} of {NEEDED} who must")
    left, contents = MOST_BYTES, b""
    for listed in manifest.files:
        size = size_in(file.read(BLOCK), listed.path, left)
        left -= size
        total = hashlib.sha256()
        kept: list[bytes] = []
        put(listed.path, _pieces(file, size, total.update, kept if listed.path == CONTENTS else None))
        if total.hexdigest() != listed.digest or file.read(-size % BLOCK) != padding(size):
            raise ArchiveError(f"{listed.path} is another than was signed")
        contents = contents or b"".join(kept)
    if file.read(len(END) + 1) != END:
        raise ArchiveError("it does not end where its list ends")
    return Packed(text, manifest, signatures, signed, read_contents(contents))


def _member(file: BinaryIO, path: str, most: int) -> bytes:
    size = size_in(file.read(BLOCK), path, most)
    contents = file.read(size)
    if len(contents) != size or file.read(-size % BLOCK) != padding(size):
        raise ArchiveError(f"{path} is cut off")
    return contents


def _pieces(file: BinaryIO, size: int, update: Callable[[bytes], None], kept: list[bytes] | None) -> Iterator[bytes]:
    """Yield a file's bytes, and have them counted into its digest; too few show in the digest."""
    while size > 0 and (piece := file.read(min(size, _PIECE))):
        size -= len(piece)
        update(piece)
        if kept is not None:
            kept.append(piece)
        yield piece
