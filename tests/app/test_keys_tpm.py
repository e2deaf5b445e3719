"""A table's key in a real TPM's seal, and all that can become of the TPM: it is named, and the money is safe."""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.core import Committed
from controller.app.entropy import KernelEntropy
from controller.app.home import Home
from controller.app.keys import moving
from controller.app.keys.recovery import RecoveryKey
from controller.app.keys.refused import KeyRefused, KeyTrouble
from controller.app.keys.sealing import DEFAULT_PCRS, Sealing
from controller.app.keys.tpm import PcrPolicy
from controller.app.starting import start
from controller.vocab.fault_records import ShutDown
from controller.vocab.table_records import Pause, Resume
from tests.app.house import House
from tests.app.tpm_emulator import Emulator, emulator

pytestmark = pytest.mark.ci

SECRET = bytes(range(200, 232))
POLICY = PcrPolicy("sha256", DEFAULT_PCRS)
TWO = ("--by", "Anna", "--by", "Ben")


@pytest.fixture
def chip() -> Iterator[Emulator]:
    with emulator() as made:
        yield made


class Site:
    """A stopped table with one start behind it, whose key was in the TPM's seal from the first."""

    def __init__(self, folder: Path, chip: Emulator) -> None:
        self.folder = folder
        self.chip = chip
        self.paper = moving.seal_keys(Home(folder), Sealing(device=chip.device), None, KernelEntropy())
        self.key = Home(folder).table_key
        self.run()
        self._backup = shutil.copytree(folder, folder.with_name("backup"))
        self._kept = chip.keep()

    def renew(self) -> None:
        """Have folder and chip be as they were after the first start."""
        shutil.rmtree(self.folder)
        shutil.copytree(self._backup, self.folder)
        self.chip.put_back(self._kept)

    def put_back(self, *names: str) -> None:
        """Put files of the folder back as they were after the first start, or the whole folder."""
        if not names:
            shutil.rmtree(self.folder)
            shutil.copytree(self._backup, self.folder)
        for name in names:
            shutil.copy2(self._backup / name, self.folder / name)

    def run(self, times: int = 1) -> None:
        """Start the table, have something happen so many times, and end it in order."""
        core = start(Home(self.folder), demo_profile())
        for _time in range(times):
            assert isinstance(core.submit(Pause(by="Anna")), Committed)
            assert isinstance(core.submit(Resume(by="Anna")), Committed)
        core.submit(ShutDown())
        core.close()

    def prints(self) -> dict[str, str]:
        """A hash of all that is kept: journal, copies, keys."""
        kept = [path for path in self.folder.rglob("*") if path.is_file() and "-" not in path.suffix]
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in kept}


@pytest.fixture(scope="module")
def one_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with emulator() as chip:
        yield Site(tmp_path_factory.mktemp("sealed") / "table", chip)


@pytest.fixture
def site(one_site: Site) -> Site:
    one_site.renew()
    return one_site


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> Callable[..., tuple[int, str]]:
    """Say `jakaja keys` with a recovery key from a file; return the exit code and what it said."""

    def said(*words: str, paper: RecoveryKey | None = None) -> tuple[int, str]:
        if paper is not None:
            (tmp_path / "paper").write_text(f"{paper.text.lower()}\n", encoding="ascii")
            (tmp_path / "paper").chmod(0o600)
            monkeypatch.setenv("JAKAJA_PIN", str(tmp_path / "paper"))
        capsys.readouterr()
        code = main(["keys", *words])
        told = capsys.readouterr()
        return code, told.out + told.err

    return said


def test_sec_5_the_key_comes_out_in_the_sealed_state_and_not_after_one_extend(chip):
    sealed = chip.tpm.seal(SECRET, POLICY)
    assert chip.tpm.unseal(sealed, POLICY) == SECRET
    chip.measure(11)
    assert chip.tpm.unseal(sealed, POLICY) == SECRET, "a register that the policy does not name"
    chip.measure(7)
    with pytest.raises(KeyRefused, match="machine-changed"):
        chip.tpm.unseal(sealed, POLICY)
    with pytest.raises(KeyRefused, match="machine-changed"):
        chip.tpm.unseal(sealed, PcrPolicy("sha256", (11,)))
    for left in ("handles-transient", "handles-loaded-session", "handles-saved-session"):
        assert chip.tool("tpm2_getcap", left) == b"", "what a chip refuses takes no room in it"
    chip.off()
    chip.on()
    assert chip.tpm.unseal(sealed, POLICY) == SECRET, "started again as it was"


def test_sec_5_who_listens_at_the_chips_bus_learns_no_key(chip):
    sealed = chip.tpm.seal(SECRET, POLICY)
    assert chip.tpm.unseal(sealed, POLICY) == SECRET
    assert len(chip.bus) > 1_000
    assert SECRET not in chip.bus
    chip.tool("tpm2_createprimary", "-Q", "-C", "o", "-c", "plain")
    chip.tool("tpm2_flushcontext", "-t")
    chip.tool("tpm2_create", "-Q", "-C", "plain", "-i", "-", "-u", "public", "-r", "private", given=SECRET)
    assert SECRET in chip.bus, "the listener hears a secret that is not encrypted on its way"


def test_sec_4_a_ratchet_never_goes_down_even_when_it_is_made_anew(chip):
    index = chip.tpm.make_ratchet()
    before = chip.tpm.read_ratchet(index)
    for _click in range(3):
        chip.tpm.click_ratchet(index)
    assert chip.tpm.read_ratchet(index) == before + 3
    chip.off()
    chip.on()
    assert chip.tpm.read_ratchet(index) == before + 3
    another = chip.tpm.make_ratchet()
    assert another != index
    chip.tpm.forget_ratchet(index)
    with pytest.raises(KeyRefused, match="ratchet-gone"):
        chip.tpm.read_ratchet(index)
    assert chip.tpm.make_ratchet() == index
    assert chip.tpm.read_ratchet(index) > before + 3


def cleared(site: Site) -> None:
    site.chip.tool("tpm2_clear")


def owned(site: Site) -> None:
    site.chip.tool("tpm2_changeauth", "-c", "owner", "password")


def other_key(site: Site) -> None:
    other = site.chip.tpm.seal(SECRET, POLICY)
    blob = site.folder / "keys" / "table.sealed"
    contents = bytearray(blob.read_bytes())
    contents[contents.index(other.private[:2])] ^= 1
    blob.write_bytes(contents)


def unknown_sealing(site: Site) -> None:
    (site.folder / "keys" / "sealing.toml").write_text("pcrs = [99]\n", encoding="ascii")


TROUBLES: tuple[tuple[KeyTrouble, Callable[[Site], object], str], ...] = (
    ("tpm-absent", lambda site: site.chip.off(), "switch it on in the firmware"),
    ("tpm-cleared", cleared, "find out who did it"),
    ("tpm-exchanged", lambda site: site.chip.exchange(), "find out who exchanged it"),
    ("tpm-owned", owned, "take it away while keys are moved"),
    ("machine-changed", lambda site: site.chip.measure(4), "start the machine as it was"),
    ("key-damaged", lambda site: os.truncate(site.folder / "keys" / "table.sealed", 40), "restore it from the backup"),
    ("sealing-unknown", unknown_sealing, "restore it from the backup"),
)


@pytest.mark.parametrize(("trouble", "spoil", "mend"), TROUBLES, ids=[row[0] for row in TROUBLES])
def test_sec_5_what_keeps_the_tpm_from_opening_is_named_and_money_is_safe(site, capsys, trouble, spoil, mend):
    spoil(site)
    before = site.prints()
    assert main(["table", "--folder", str(site.folder)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"jakaja: {trouble}: ")
    assert mend in line
    assert site.prints() == before, "nothing was changed"
    assert main(["verify", str(site.folder), "--no-key"]) == 0, "the books can be read without the key"


def test_sec_5_no_tools_no_key(site, monkeypatch):
    monkeypatch.setattr("controller.app.keys.tpm._PATH", "/nowhere")
    with pytest.raises(KeyRefused, match=r"tpm-tools-missing: .* install the package tpm2-tools"):
        _ = Home(site.folder).table_key


@pytest.mark.parametrize(
    ("spoil", "knew"),
    [(lambda site: site.chip.measure(0), True), (cleared, False), (lambda site: site.chip.exchange(), False)],
    ids=["new firmware", "cleared", "exchanged"],
)
def test_the_recovery_key_seals_the_table_to_the_machine_as_it_is_now(site, say, capsys, spoil, knew):
    spoil(site)
    assert say("recover", str(site.folder), "--by", "Anna", paper=site.paper)[0] == 2, "one name is not enough"
    code, told = say("recover", str(site.folder), *TWO, paper=site.paper)
    assert code == 0, told
    assert Home(site.folder).table_key == site.key
    site.run()
    assert say("show", str(site.folder))[0] == 0
    assert ("did not know how far" in told) is not knew
    main(["log", str(site.folder), "--area", "staff"])
    assert "recover-keys" in capsys.readouterr().out


def test_the_recovery_key_opens_the_table_where_there_is_no_tpm(site, say):
    house_key = Home(site.folder).house_key
    Home(site.folder).versions.raise_to(9)
    site.chip.off()
    foreign = RecoveryKey(bytes(32))
    assert "recovery-other" in say("recover", str(site.folder), "--files", *TWO, paper=foreign)[1]
    assert say("recover", str(site.folder), "--files", *TWO, paper=site.paper)[0] == 0
    home = Home(site.folder)
    assert (home.table_key, home.house_key, home.versions.read()) == (site.key, house_key, 9)
    site.run()
    assert {path.suffix for path in home.keys.path.iterdir()} == {".key", ""}


def test_sec_4_a_folder_that_is_put_back_whole_is_older_than_the_tpm_remembers(site, say):
    site.run()
    site.put_back()
    with pytest.raises(KeyRefused, match="remembered-older"):
        start(Home(site.folder), None)
    with pytest.raises(KeyRefused, match="remembered-older"):
        Home(site.folder).versions.read()
    assert say("accept", str(site.folder), "--by", "Anna", "--by", "anna")[0] == 2, "one person twice"
    assert say("accept", str(site.folder), *TWO)[0] == 0
    site.run()


def test_sec_4_a_journal_that_is_cut_back_with_all_its_copies_is_noticed(site, capsys):
    site.run(times=3)
    assert main(["verify", str(site.folder)]) == 0
    assert "history: as the TPM remembers, to record " in capsys.readouterr().out
    site.put_back("journal.sqlite", "journal.mirror")
    assert main(["verify", str(site.folder)]) == 1
    assert "history: NOT as the TPM remembers: history-cut-back: " in capsys.readouterr().out
    with pytest.raises(KeyRefused, match="history-cut-back: the journal does not reach record"):
        start(Home(site.folder), None)


def test_sec_4_what_is_remembered_cannot_be_forged_without_the_key(site):
    path = site.folder / "keys" / "remembered"
    contents = bytearray(path.read_bytes())
    contents[-1] ^= 1
    path.write_bytes(contents)
    with pytest.raises(KeyRefused, match="remembered-altered"):
        start(Home(site.folder), None)


def test_sec_4_the_newest_release_is_remembered_through_restarts(site):
    versions = Home(site.folder).versions
    versions.raise_to(7)
    site.chip.off()
    site.chip.on()
    site.run()
    assert Home(site.folder).versions.read() == 7
    with pytest.raises(KeyRefused, match="counter-lower"):
        Home(site.folder).versions.raise_to(6)


def test_a_table_moves_to_the_tpm_plays_there_and_moves_back(tmp_path, chip, say):
    house = House(tmp_path / "table")
    folder, key = house.home.path, house.home.table_key
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(1)
    house.home.next_note_key(KernelEntropy())
    notes, cards = house.home.note_keys, house.home.house_key
    assert "the table runs" in say("seal", str(folder), *TWO, "--device", chip.device)[1]
    house.close()
    code, told = say("seal", str(folder), *TWO, "--device", chip.device)
    assert code == 0
    assert not [path for path in folder.rglob("*") if path.is_file() and key in path.read_bytes()]

    house.home = Home(folder)
    house.restart()
    house.play_bots(1)
    house.home.note_key_is_set()
    house.close()
    assert main(["verify", str(folder)]) == 0
    assert (Home(folder).table_key, Home(folder).house_key, Home(folder).note_keys) == (key, cards, notes)

    code, again = say("seal", str(folder), *TWO, "--pcrs", "7,11")
    assert code == 0, again
    assert "sha256:7,11" in say("show", str(folder))[1]
    assert "recovery-other" in say("recover", str(folder), *TWO, paper=paper_in(told))[1], "the old paper is worthless"
    assert say("recover", str(folder), *TWO, paper=paper_in(again))[0] == 0
    assert say("unseal", str(folder), *TWO)[0] == 0
    assert (Home(folder).table_key, Home(folder).house_key, Home(folder).note_keys) == (key, cards, notes)
    assert b"0x1800010" not in chip.tool("tpm2_getcap", "handles-nv-index"), "its place in the TPM is free again"
    chip.off()
    house.home = Home(folder)
    house.restart()
    house.play_bots(1)
    house.close()
    assert main(["verify", str(folder)]) == 0


def paper_in(told: str) -> RecoveryKey:
    (line,) = [line for line in told.splitlines() if line.startswith("recovery key: ")]
    return RecoveryKey.read(line.removeprefix("recovery key: "))
