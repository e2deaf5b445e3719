"""A table remembers the newest release that ran at it, wherever the releases themselves came from (SEC-4)."""

from pathlib import Path

import msgspec
import pytest

from controller.app.entropy import SeededEntropy
from controller.app.home import Home
from controller.app.keys.counter import Counter
from controller.app.keys.refused import KeyRefused
from controller.app.problem import Problem
from controller.app.release.remembered import remember_release
from controller.app.release.slots import Trial
from controller.app.release.tree import Release, read_release
from controller.software.archive import CONTENTS, Contents
from tests.software.small_release import lay_out, put_list, put_signatures

SIGNED = ("anna", "ben")


@pytest.fixture
def versions(tmp_path: Path) -> Counter:
    home = Home(tmp_path / "table")
    home.create(SeededEntropy(1))
    return home.versions


def release(base: Path, serial: int, signers: tuple[str, ...] = SIGNED) -> Release:
    """A machine's releases in `base`, with one in place a that starts."""
    base.mkdir()
    root = lay_out(base)
    (root / CONTENTS).write_bytes(msgspec.json.encode(Contents("1.0", serial, "3.11", "x86_64")))
    put_list(root)
    put_signatures(root, *signers)
    (base / "current").symlink_to("a")
    return read_release(root, base / "signers")


def test_sec_4_an_older_release_does_not_start_though_its_folder_is_whole(tmp_path, versions):
    remember_release(versions, release(tmp_path / "newer", 8))
    assert versions.read() == 8
    with pytest.raises(KeyRefused, match="counter-lower"):
        remember_release(versions, release(tmp_path / "older", 7))
    remember_release(versions, release(tmp_path / "same", 8))
    assert versions.read() == 8


def test_sec_4_a_release_on_trial_is_not_remembered_so_the_one_before_may_come_back(tmp_path, versions):
    before = release(tmp_path / "before", 7)
    remember_release(versions, before)
    tried = release(tmp_path / "tried", 8)
    (tmp_path / "tried" / "trial").write_bytes(msgspec.json.encode(Trial("a", "b")))
    remember_release(versions, tried)
    assert versions.read() == 7
    remember_release(versions, before)
    (tmp_path / "tried" / "trial").write_bytes(b"no note")
    remember_release(versions, tried)
    assert versions.read() == 7
    (tmp_path / "tried" / "trial").unlink()
    remember_release(versions, tried)
    assert versions.read() == 8


def test_a_number_that_nobody_has_signed_for_counts_for_nothing(tmp_path, versions):
    remember_release(versions, release(tmp_path / "unsigned", 99, ()))
    remember_release(versions, release(tmp_path / "one", 99, ("anna",)))
    assert versions.read() == 0


def test_a_release_that_does_not_say_its_number_is_named(tmp_path, versions):
    made = release(tmp_path / "made", 8)
    (made.root / CONTENTS).write_bytes(b"{}")
    with pytest.raises(Problem, match=r"release\.json: cannot be read"):
        remember_release(versions, made)
