"""Moving a table's keys, with the power cut at each step: they are never lost, and the word said again finishes it."""

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.app.entropy import KernelEntropy, SeededEntropy
from controller.app.home import Home
from controller.app.keys import moving
from controller.app.keys.folder import KeyFolder
from controller.app.keys.recovery import RecoveryKey
from controller.app.keys.refused import KeyRefused
from controller.app.keys.sealing import Sealing
from controller.app.keys.tpm import PcrPolicy, TpmObject

PAPER = RecoveryKey(bytes(range(32)))


class PowerGoneError(Exception):
    """The power went just here."""


class MadeUpTpm:
    """Seals by turning every bit and counts in memory: the order of our own steps is what is tried here."""

    def __init__(self) -> None:
        self.device = "made-up"
        self.counters: dict[int, int] = {}
        self.highest = 0

    def identity(self) -> bytes:
        return b"made-up"

    def seal(self, secret: bytes, _policy: PcrPolicy) -> TpmObject:
        return TpmObject(b"", bytes(255 - byte for byte in secret))

    def unseal(self, sealed: TpmObject, _policy: PcrPolicy) -> bytes:
        return bytes(255 - byte for byte in sealed.private)

    def make_ratchet(self) -> int:
        index = 1 + len(self.counters)
        self.counters[index] = 0
        self.click_ratchet(index)
        return index

    def read_ratchet(self, index: int) -> int:
        if index not in self.counters:
            raise KeyRefused("ratchet-gone", device=self.device)
        return self.counters[index]

    def click_ratchet(self, index: int) -> None:
        self.highest += 1
        self.counters[index] = self.highest

    def forget_ratchet(self, index: int) -> None:
        del self.counters[index]


class Cut:
    """Lets so many steps with the folder of keys happen, and no more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: int | None = None
        for name in ("replace", "remove"):
            monkeypatch.setattr(KeyFolder, name, self._counted(getattr(KeyFolder, name)))

    def _counted(self, step: Callable[..., None]) -> Callable[..., None]:
        def counted(folder: KeyFolder, *rest: object) -> None:
            if self.left == 0:
                raise PowerGoneError
            if self.left is not None:
                self.left -= 1
            step(folder, *rest)

        return counted


@pytest.fixture
def tpm(monkeypatch: pytest.MonkeyPatch) -> MadeUpTpm:
    chip = MadeUpTpm()
    monkeypatch.setattr("controller.app.keys.sealing.Tpm", lambda _device: chip)
    return chip


@pytest.fixture
def home(tmp_path: Path, tpm: MadeUpTpm) -> Home:
    made = Home(tmp_path / "table")
    made.create(SeededEntropy(1))
    made.next_note_key(SeededEntropy(2))
    made.versions.raise_to(41)
    return made


def secrets(path: Path) -> tuple[object, ...]:
    home = Home(path)
    return home.table_key, home.house_key, home.note_keys, home.versions.read()


def seal(path: Path) -> None:
    moving.seal_keys(Home(path), Sealing(), None, SeededEntropy(3))


def seal_anew(path: Path) -> None:
    moving.seal_keys(Home(path), Sealing(pcrs=(7,), ratchet=1), None, SeededEntropy(4))


def unseal(path: Path) -> None:
    if Home(path).sealing is not None or moving.has_leftovers(Home(path)):
        moving.unseal_keys(Home(path))


def paper_of(path: Path) -> RecoveryKey:
    home = Home(path)
    PAPER.close(home.keys, home.machine_id, home.table_key)
    return PAPER


def recover(path: Path) -> None:
    sealing = Home(path).sealing
    if sealing is not None:
        moving.recover_to_tpm(Home(path), PAPER, sealing, None)


def recover_to_files(path: Path) -> None:
    if Home(path).sealing is not None:
        moving.recover_to_files(Home(path), PAPER)
    unseal(path)


def sealed_before(path: Path) -> None:
    seal(path)
    paper_of(path)


MOVES: tuple[tuple[str, Callable[[Path], None] | None, Callable[[Path], None], set[str]], ...] = (
    ("to the TPM", None, seal, {"sealed"}),
    ("sealed anew", sealed_before, seal_anew, {"sealed"}),
    ("back to files", sealed_before, unseal, {"key"}),
    ("recovered", sealed_before, recover, {"sealed"}),
    ("recovered to files", sealed_before, recover_to_files, {"key"}),
)


@pytest.mark.parametrize(("first", "move", "ends"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES])
def test_keys_survive_a_power_cut_at_every_step_of_a_move(home, tpm, monkeypatch, tmp_path, first, move, ends):
    if first is not None:
        first(home.path)
    before, counters, cut = secrets(home.path), dict(tpm.counters), Cut(monkeypatch)
    for steps in itertools.count():
        trial = Path(shutil.copytree(home.path, tmp_path / f"trial-{steps}"))
        tpm.counters, cut.left = dict(counters), steps
        try:
            move(trial)
        except PowerGoneError:
            cut.left = None
            assert secrets(trial) == before, f"after {steps} steps"
            move(trial)
            is_whole = False
        else:
            cut.left = None
            is_whole = True
        assert secrets(trial) == before
        own = ("table", "cards", "notes.next")
        assert {path.suffix[1:] for path in (trial / "keys").iterdir() if path.stem in own} == ends
        if is_whole:
            break
    assert steps, "there was something to cut"


def test_keys_that_were_sealed_from_the_first_were_never_in_a_file(tmp_path, tpm, monkeypatch):
    written: list[bytes] = []
    put = KeyFolder._write
    monkeypatch.setattr(
        KeyFolder, "_write", staticmethod(lambda path, told: (written.append(told), put(path, told))[1])
    )
    moving.seal_keys(Home(tmp_path / "table"), Sealing(), None, KernelEntropy())
    home = Home(tmp_path / "table")
    assert home.house_key is not None
    for secret in (home.table_key, home.house_key):
        assert not any(secret in told for told in written)
    assert home.versions.read() == 0
