"""Making a release from a checkout: the program's wheel, the locked packages, what starts it, and the list of all."""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from controller.app.problem import Problem
from controller.app.release.lock import LockError, plain_name, read_lock
from controller.app.release.own import LIBRARY
from controller.app.release.sbom import bill, packages
from controller.software import MANIFEST, SIGNATURES, Listed, ManifestError, write_manifest
from controller.software.archive import CONTENTS, Contents, mode_of

LOCK: Final = Path(".ci", "locks", "runtime.txt")
BILL: Final = "sbom.json"
STARTS: Final = "bin/jakaja"
HOST: Final = Path("firmware", "host")
"""What the machine is told, and the starter, which are copied out of a release and never run from it."""

_EPOCH: Final = "315532800"
"""The first of January 1980, the date of every file in a wheel, so that two builds of one source are the same bytes."""

_NOT_PARTS: Final = ("__pycache__", "direct_url.json", "REQUESTED", "RECORD")
"""What the installer leaves behind that tells of this machine, or that nobody should run."""

LAUNCHER: Final = """\
#!/bin/sh
# Starts the release that this file lies in, with its own packages before all others, and writes no byte code into it.
set -eu
release=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
unset PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE
export PYTHONPATH="$release/lib" PYTHONSAFEPATH=1 PYTHONNOUSERSITE=1 PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/env python3 -m controller.app.cli "$@"
"""


def make(checkout: Path, folder: Path, contents: Contents, profiles: Sequence[Path]) -> bytes:
    """Make a release's folder, which is not there yet, and return the list of its files. Raises Problem."""
    lock = checkout / LOCK
    folder.mkdir(parents=True)
    _install(checkout, folder / LIBRARY, lock)
    _put(folder / STARTS, LAUNCHER.encode())
    (folder / STARTS).chmod(mode_of(STARTS))
    _put(folder / CONTENTS, msgspec.json.format(msgspec.json.encode(contents), indent=1) + b"\n")
    _put(folder / BILL, bill_of(contents.version, lock, folder / LIBRARY))
    for page in sorted((checkout / "docs").glob("*.md")):
        _put(folder / "docs" / page.name, page.read_bytes())
    for profile in profiles:
        _put(folder / "profiles" / profile.name, profile.read_bytes())
    shutil.copytree(checkout / HOST, folder / HOST, ignore=shutil.ignore_patterns(*_NOT_PARTS))
    return put_list(folder)


def version_of(checkout: Path) -> str:
    """Return the version that a checkout will have when it is installed. Raises Problem."""
    project = checkout / "pyproject.toml"
    if not project.exists():
        raise Problem(str(checkout), "is no checkout of the project", "run this from one")
    return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


def bill_of(version: str, lock: Path, library: Path | None = None) -> bytes:
    """Return the bill of materials of what is installed in `library`, or here. Raises Problem."""
    path = sys.path if library is None else [str(library)]
    installed = {plain_name(found.name): found for found in distributions(path=path)}
    try:
        pinned = read_lock(lock.read_text(encoding="utf-8"))
    except LockError as error:
        raise Problem(str(lock), str(error), "run make lock") from error
    parts = packages(pinned, installed)
    needed = {name for part in parts for name in part.needs}
    return bill(version, [part.name for part in parts if part.name not in needed], parts)


def put_list(folder: Path) -> bytes:
    """List the files of a folder as they are now, in it, and return the list. Raises Problem."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    parts = [path for path in found if path != folder / MANIFEST and path.parent != folder / SIGNATURES]
    links = [path for path in parts if path.is_symlink()]
    if links:
        raise Problem(str(links[0]), "is a link, and a release has none", "put the file itself there")
    listed = [
        Listed(path.relative_to(folder).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()) for path in parts
    ]
    try:
        text = write_manifest(listed)
    except ManifestError as error:
        raise Problem(str(folder), str(error), "give every file a plain name") from error
    (folder / MANIFEST).write_bytes(text)
    return text


def _install(checkout: Path, library: Path, lock: Path) -> None:
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", str(library))
    with TemporaryDirectory() as work:
        _run(checkout, sys.executable, "setup.py", "--quiet", "bdist_wheel", "--dist-dir", work)
        (wheel,) = Path(work).glob("*.whl")
        _run(checkout, *pip, "--require-hashes", "--requirement", str(lock))
        _run(checkout, *pip, "--no-deps", str(wheel))
    shutil.rmtree(library / "bin", ignore_errors=True)
    for name in _NOT_PARTS:
        for path in list(library.rglob(name)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _run(folder: Path, *words: str) -> None:
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": _EPOCH, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(words, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2]
        raise Problem(" ".join(words[1:4]), f"failed: {last}", "run make setup, then this again")


def _put(path: Path, contents: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents)
