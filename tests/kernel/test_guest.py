"""The guest itself: a kernel that runs our Python, and tells how a command ended."""

import pytest

from tests.kernel.guest import Guest

pytestmark = pytest.mark.ci


def test_a_command_in_the_guest_gives_its_exit_code_its_words_and_its_files(guest: Guest) -> None:
    finished = guest.run("sh", "-c", "echo said; echo wrong >&2; uname -r >kernel; exit 3")
    assert (finished.code, finished.stdout, finished.stderr) == (3, "said\n", "wrong\n")
    assert (finished.folder / "kernel").read_text().endswith("-amd64\n")
