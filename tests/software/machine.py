"""A machine with its folder of releases, and releases that are made for it."""

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import msgspec

from controller.app.release.installing import Here, activate, install, look_at
from controller.app.release.packing import Packed, pack
from controller.app.release.slots import Slots
from controller.app.release.tree import flaws_of, read_release
from controller.software import MANIFEST
from controller.software.archive import CONTENTS, Contents
from tests.software.small_release import CLASSES, lay_out, put_list, put_signatures

HERE = Here("3.11", "x86_64")
STARTER = Path(__file__).parents[2] / "firmware" / "host" / "starter.py"


def load_starter() -> ModuleType:
    """The starter as a module of its own: it is a program and in no package."""
    spec = importlib.util.spec_from_file_location("starter", STARTER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def archive_of(folder: Path, serial: int, *signers: str, place: Here = HERE, version: str = "") -> Path:
    """Make release number `serial`, signed, and return its archive."""
    folder.mkdir(parents=True)
    root = lay_out(folder)
    (root / CONTENTS).write_bytes(
        msgspec.json.encode(Contents(version or f"0.{serial}", serial, place.python, place.machine))
    )
    (root / CLASSES["program"]).write_text(f"print({serial})\n")
    put_list(root)
    put_signatures(root, *(signers or ("anna", "ben")))
    archive = folder / "release.tar"
    pack(read_release(root, folder / "signers"), archive)
    return archive


class Made(msgspec.Struct, frozen=True):
    """Three releases, each as an archive, and the keys of those who signed them."""

    archives: dict[int, Path]
    signers: Path


def make_three(folder: Path) -> Made:
    """Make releases 1, 2 and 3."""
    archives = {serial: archive_of(folder / f"made-{serial}", serial) for serial in (1, 2, 3)}
    return Made(archives, folder / "made-1" / "signers")


class Machine:
    """A machine on which releases are installed by the product's own steps."""

    def __init__(self, base: Path, made: Made) -> None:
        self.archives = made.archives
        self.base = base
        shutil.copytree(made.signers, base / "signers")

    def again(self, base: Path) -> "Machine":
        """The same machine once more, in another folder."""
        other = object.__new__(Machine)
        other.archives, other.base = self.archives, base
        shutil.copytree(self.base, base, symlinks=True)
        return other

    @property
    def slots(self) -> Slots:
        return Slots(self.base)

    def look_at(self, archive: Path) -> Packed:
        return look_at(self.slots, archive, HERE)

    def install(self, serial: int) -> None:
        archive = self.archives[serial]
        install(self.slots, archive, self.look_at(archive))

    def bring(self, serial: int) -> None:
        """Install a release and have it start."""
        self.install(serial)
        activate(self.slots, HERE)

    @property
    def starts(self) -> int:
        """The number of the release that starts; it must be whole."""
        current = self.slots.current
        assert current is not None
        release = read_release(self.slots.folder(current), self.slots.signers)
        assert flaws_of(release) == ()
        assert (release.root / MANIFEST).exists()
        return self.slots.contents(current).serial
