"""A release comes onto a machine whole, signed and newer than what ran there, or not at all (SEC-4)."""

import subprocess
import tarfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from controller.app.problem import Problem
from controller.app.release import files, installing
from controller.app.release.installing import Here, activate, confirm, install, roll_back
from controller.app.release.packing import look_through, unpack
from controller.app.release.tree import read_release, read_signers
from controller.software.archive import BLOCK, END
from tests.software.machine import HERE, Machine, Made, archive_of, load_starter, make_three
from tests.software.power_os import cut
from tests.software.small_release import CLASSES, make

starter = load_starter()


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    return archive_of(tmp_path_factory.mktemp("archive") / "made", 7)


@pytest.fixture(scope="module")
def three(tmp_path_factory) -> Made:
    return make_three(tmp_path_factory.mktemp("three"))


@pytest.fixture
def machine(tmp_path, three) -> Machine:
    return Machine(tmp_path / "opt", three)


def refused(archive: Path, signers: Path) -> str:
    with pytest.raises(Problem) as problem:
        look_through(archive, read_signers(signers))
    return str(problem.value)


# -- the archive -------------------------------------------------------------------------------------------------


def test_an_archive_is_read_by_ordinary_tar(made, tmp_path):
    assert subprocess.run(["tar", "-xf", made, "-C", tmp_path], check=False).returncode == 0
    assert subprocess.run(["sha256sum", "-c", "--quiet", "MANIFEST"], cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "bin" / "jakaja").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("step", [67, pytest.param(1, marks=pytest.mark.ci)], ids=["a few", "each that is signed"])
def test_sec_4_every_changed_byte_of_an_archive_is_refused(made, tmp_path, step):
    whole, trust = made.read_bytes(), read_signers(made.parent / "signers")
    spoilt = tmp_path / "spoilt.tar"
    signed = whole.index(b"signatures/ben.sig") + 2 * BLOCK
    places = {*range(0, signed, step), *range(0, len(whole), BLOCK), *range(signed, len(whole), 97 + step)}
    for place in sorted(places):
        bent = bytearray(whole)
        bent[place] ^= 1 << place % 8
        spoilt.write_bytes(bent)
        with pytest.raises(Problem):
            look_through(spoilt, trust)
    spoilt.write_bytes(whole)
    assert look_through(spoilt, trust).contents.serial == 7


def test_sec_4_a_shortened_or_lengthened_archive_is_refused(made, tmp_path):
    whole, cut_off = made.read_bytes(), tmp_path / "cut.tar"
    for end in (0, 1, BLOCK, *range(0, len(whole), 1_021), len(whole) - 1):
        cut_off.write_bytes(whole[:end])
        refused(cut_off, made.parent / "signers")
    cut_off.write_bytes(whole + b"\0")
    assert "does not end" in refused(cut_off, made.parent / "signers")


def entry(name: str, kind: bytes, link: str = "", size: int = 0) -> bytes:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size, info.mode = kind, link, size, 0o644
    return info.tobuf(tarfile.USTAR_FORMAT)


@pytest.mark.parametrize(
    "planted",
    [
        entry("../../etc/passwd", tarfile.REGTYPE),
        entry("/etc/passwd", tarfile.REGTYPE),
        entry("lib", tarfile.SYMTYPE, "/etc"),
        entry("lib/x", tarfile.LNKTYPE, "/etc/passwd"),
        entry("lib/x", tarfile.CHRTYPE),
        entry("lib/x", tarfile.FIFOTYPE),
        entry("lib", tarfile.DIRTYPE),
        entry("lib/x", tarfile.XHDTYPE, size=2**32),
        entry("bin/jakaja", tarfile.REGTYPE, size=2**32),
    ],
    ids=["above", "root", "symlink", "hard link", "device", "pipe", "folder", "long names", "huge"],
)
def test_sec_4_nothing_but_the_listed_files_comes_out_of_an_archive(made, tmp_path, planted):
    whole = made.read_bytes()
    first = whole.index(b"bin/jakaja\0")
    for text in (whole[:first] + planted + whole[first:], planted + whole, whole[: -len(END)] + planted + END):
        (tmp_path / "planted.tar").write_bytes(text)
        refused(tmp_path / "planted.tar", made.parent / "signers")
        with pytest.raises(Problem):
            unpack(tmp_path / "planted.tar", read_signers(made.parent / "signers"), tmp_path / "out")
        assert not (tmp_path / "out").is_symlink()
        files.remove_tree(tmp_path / "out")


def test_sec_4_an_archive_without_its_signers_is_not_read_any_further(made, tmp_path):
    other = make(tmp_path / "other", "anna", "ben").parent
    for name in ("anna", "ben"):
        (other / "signers" / f"{name}.pem").write_text((other / "signers" / "cleo.pem").read_text())
    with pytest.raises(Problem, match="3 different ones"):
        read_signers(other / "signers")
    whole = made.read_bytes()
    start = whole.index(b"signatures/anna.sig")
    (tmp_path / "one.tar").write_bytes(whole[:start] + whole[start + 2 * BLOCK :])
    assert "signed by 1 of 2" in refused(tmp_path / "one.tar", made.parent / "signers")
    twice = whole[start : start + 2 * BLOCK]
    (tmp_path / "twice.tar").write_bytes(whole[:start] + twice + twice + whole[start + 4 * BLOCK :])
    assert "signed by 1 of 2" in refused(tmp_path / "twice.tar", made.parent / "signers")


# -- on a machine ------------------------------------------------------------------------------------------------


def test_a_release_is_installed_beside_tried_and_confirmed(machine):
    machine.bring(1)
    assert (machine.starts, machine.slots.trial, machine.slots.floor.read()) == (1, None, 1)
    machine.bring(2)
    assert machine.starts == 2
    assert machine.slots.trial is not None
    assert machine.slots.floor.read() == 1, "it rises when the new one has proved itself"
    confirm(machine.slots)
    assert (machine.slots.trial, machine.slots.floor.read()) == (None, 2)
    assert not (machine.base / "incoming").exists()


def test_sec_4_an_older_release_never_comes_back(machine):
    machine.bring(1)
    machine.bring(2)
    confirm(machine.slots)
    with pytest.raises(Problem, match="number 1 is not above 2"):
        machine.look_at(machine.archives[1])
    with pytest.raises(Problem, match="number 1 is not above 2"):
        activate(machine.slots, HERE)
    with pytest.raises(Problem, match="none is on trial"):
        roll_back(machine.slots)
    machine.slots.switch("a")
    with pytest.raises(starter.ReleaseError, match="number 1 lies below 2"):
        starter.before(machine.base)


def test_sec_4_a_second_release_under_one_number_is_refused_and_the_same_one_mends(machine, tmp_path):
    machine.bring(1)
    with pytest.raises(Problem, match="number 1 is not above 1"):
        machine.look_at(archive_of(tmp_path / "other", 1, version="another"))
    (machine.base / "a" / CLASSES["font"]).write_bytes(b"changed")
    machine.bring(1)
    assert (machine.starts, machine.slots.current) == (1, "b")


def test_while_a_release_is_on_trial_the_one_before_it_is_kept(machine):
    machine.bring(1)
    machine.bring(2)
    with pytest.raises(Problem, match="on trial"):
        machine.look_at(machine.archives[3])
    assert roll_back(machine.slots).serial == 1
    assert (machine.starts, machine.slots.trial, machine.slots.floor.read()) == (1, None, 1)
    machine.bring(3)
    assert machine.starts == 3


def test_sec_4_a_release_for_another_machine_is_refused(machine, tmp_path):
    foreign = archive_of(tmp_path / "foreign", 9, place=Here("3.13", "aarch64"))
    with pytest.raises(Problem, match=r"made for Python 3\.13 on aarch64"):
        machine.look_at(foreign)


def test_sec_4_what_changes_between_two_looks_is_not_installed(machine):
    machine.bring(1)
    packed = machine.look_at(machine.archives[2])
    with pytest.raises(Problem, match="another than it was a moment ago"):
        install(machine.slots, machine.archives[3], packed)
    assert machine.starts == 1
    assert not (machine.base / "b").exists()


def test_sec_4_what_was_changed_after_it_was_installed_does_not_start(machine):
    machine.bring(1)
    machine.install(2)
    (machine.base / "b" / CLASSES["library"]).write_bytes(b"changed")
    with pytest.raises(Problem, match="changed lib/nacl"):
        activate(machine.slots, HERE)
    assert machine.starts == 1


# -- the starter -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CLASSES)
def test_r_sec_2_the_starter_says_what_the_program_says(tmp_path, kind):
    root = make(tmp_path, "anna", "cleo")
    digest = starter.check(root, tmp_path / "signers")
    assert subprocess.run(
        ["sha256sum", "MANIFEST"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.startswith(digest)
    (root / CLASSES[kind]).write_bytes(b"changed")
    with pytest.raises(starter.ReleaseError, match="is another than was signed"):
        starter.check(root, tmp_path / "signers")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda root: (root / "lib" / "sitecustomize.py").write_text(""),
        lambda root: (root / "lib" / "more").symlink_to("/etc"),
        lambda root: (root / "signatures" / "ben.sig").write_bytes((root / "signatures" / "anna.sig").read_bytes()),
        lambda root: (root / "signatures" / "ben.sig").unlink(),
        lambda root: (root / "MANIFEST").write_bytes((root / "MANIFEST").read_bytes() + b"\n"),
        lambda root: (root / "bin" / "jakaja").unlink(),
        lambda root: (root.parent / "signers" / "cleo.pem").write_text(
            (root.parent / "signers" / "anna.pem").read_text()
        ),
    ],
    ids=["a file more", "a link", "one signer twice", "one signer", "the list", "a file less", "two people"],
)
def test_r_sec_2_the_starter_lets_nothing_else_start(tmp_path, spoil):
    root = make(tmp_path, "anna", "ben")
    spoil(root)
    with pytest.raises(starter.ReleaseError):
        starter.check(root, tmp_path / "signers")


def test_sec_4_a_release_that_does_not_come_up_three_times_gives_way_to_the_one_before(machine):
    machine.bring(1)
    machine.bring(2)
    for _start in range(3):
        starter.before(machine.base)
        assert machine.starts == 2
    starter.before(machine.base)
    assert (machine.starts, machine.slots.trial) == (1, None)


def test_sec_4_one_that_came_up_stays_on_trial_until_people_confirm_it(machine):
    machine.bring(1)
    machine.bring(2)
    for _start in range(7):
        starter.before(machine.base)
        starter.ready(machine.base)
    assert machine.starts == 2
    confirm(machine.slots)
    starter.before(machine.base)
    assert machine.starts == 2


def test_sec_4_a_release_on_trial_that_was_changed_gives_way_at_once(machine):
    machine.bring(1)
    machine.bring(2)
    (machine.base / "b" / CLASSES["program"]).write_bytes(b"changed")
    starter.before(machine.base)
    assert machine.starts == 1


def test_sec_4_a_confirmed_release_that_was_changed_does_not_start_at_all(machine, capsys):
    machine.bring(1)
    (machine.base / "a" / CLASSES["program"]).write_bytes(b"changed")
    assert starter.main(["before"], machine.base) == 1
    assert "is another than was signed" in capsys.readouterr().err


def test_a_machine_without_signers_starts_what_is_there(tmp_path, capsys):
    assert starter.main(["before"], tmp_path) == 0
    assert "nothing is looked at" in capsys.readouterr().out


# -- the power goes ----------------------------------------------------------------------------------------------

STEPS: dict[str, Callable[[Machine], object]] = {
    "bring": lambda machine: machine.bring(2),
    "install": lambda machine: machine.install(2),
    "activate": lambda machine: activate(machine.slots, HERE),
    "confirm": lambda machine: confirm(machine.slots),
    "roll back": lambda machine: roll_back(machine.slots),
    "start": lambda machine: starter.before(machine.base),
    "come up": lambda machine: starter.ready(machine.base),
    "fall back": lambda machine: starter.before(machine.base),
}
BEFORE = {
    "bring": (),
    "install": (),
    "activate": ("install",),
    "fall back": ("install", "activate", "start", "start", "start"),
}
AFTER = {"confirm": {2}, "start": {2}, "come up": {2}}


def is_signed(root: Path, key: Path) -> bool:
    """What `openssl` says, without starting it a thousand times."""
    release = read_release(root, key.parent)
    return key.stem in {signer.name for signer in release.signers}


@pytest.mark.ci
@pytest.mark.parametrize("gone", [False, True], ids=["all kept", "nothing unflushed kept"])
@pytest.mark.parametrize("step", [step for step in STEPS if step != "install"])
def test_sec_4_wherever_the_power_goes_one_whole_release_starts(tmp_path, three, monkeypatch, step, gone):
    monkeypatch.setattr(starter, "is_signed", is_signed)
    prepared = Machine(tmp_path / "opt", three)
    prepared.bring(1)
    for earlier in BEFORE.get(step, ("install", "activate")):
        STEPS[earlier](prepared)
    at, went = 0, True
    while went:
        machine = prepared.again(tmp_path / f"{step}-{at}")
        went = cut(monkeypatch, [files, installing, starter], partial(STEPS[step], machine), at, gone=gone)
        assert machine.starts in AFTER.get(step, {1, 2})
        starter.before(machine.base)
        assert machine.starts in AFTER.get(step, {1, 2})
        if step == "bring" and machine.starts == 1:
            machine.bring(2)
            assert machine.starts == 2, "what was left behind is in nobody's way"
        files.remove_tree(machine.base)
        at += 1
    assert at > 2
