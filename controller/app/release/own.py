"""The release that this program was started from, if it was: a checkout and a wheel are none, and are unsigned."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.app.program import ROOT
from controller.app.program import digest as program_digest
from controller.app.release.tree import Release, read_release
from controller.software import MANIFEST

LIBRARY: Final = "lib"
"""The folder of a release that all Python code lies in, the program and what it needs."""

SIGNERS: Final = "signers"
"""The folder of the keys of those who may sign, beside the folders of the releases: no release brings its own."""

_OWN_FILE: Final = "release.json"


def own_release(code: Path = ROOT) -> Release | None:
    """Return what the release says whose code lies in `code`; None where there is no release around it."""
    root = code.parent
    if code.name != LIBRARY or not ((root / MANIFEST).exists() or (root / _OWN_FILE).exists()):
        return None
    return read_release(root, root.parent / SIGNERS)


def own_digest(release: Release | None) -> str:
    """Return the digest that people compare: over the whole release, or over the program's own files without one."""
    return release.digest if release is not None and release.digest else program_digest()


def signer_words(release: Release | None) -> tuple[str, ...]:
    """Return who has signed for a release, each with the mark of his key; nobody where too few have."""
    return () if release is None or release.flaws else tuple(map(str, release.signers))


def software_words(digest: str, signers: Sequence[str]) -> str:
    """Return which program runs and who answers for it, for people to compare with what they were told."""
    signed = f"signed by {', '.join(signers)}" if signers else "unsigned: for NO VALUE only"
    return f"software {digest}, {signed}"
