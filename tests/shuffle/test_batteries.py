"""A battery of tests by others finds nothing in the bytes of decks, and finds a generator of 1999 (RNG-4, R-RNG-1)."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import pytest

ROWS: Final = {
    "birthdays": 0,
    "ones in a stream": 8,
    "a parking lot": 10,
    "runs up and down": 15,
    "monobit": 100,
    "runs of bits": 101,
}
"""Tests of dieharder by their numbers: those that its author calls good and that end within seconds."""

OURS: Final = (sys.executable, "-m", "controller.app.cli", "rng", "--raw")

OF_1999: Final = (
    sys.executable,
    "-c",
    """
import sys, struct
state = 61_234_567
while True:
    words = []
    for _word in range(4_096):
        state = (state * 134_775_813 + 1) & 0xFFFF_FFFF
        words.append(state)
    sys.stdout.buffer.write(struct.pack("<4096I", *words))
""",
)


def verdicts(source: tuple[str, ...], row: int) -> Iterator[str]:
    """Return what dieharder says of the bytes of a program: PASSED, WEAK or FAILED, a word a value."""
    dieharder = shutil.which("dieharder")
    if dieharder is None:
        pytest.skip("dieharder is not installed")
    with subprocess.Popen(source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as bytes_of:
        battery = (dieharder, "-g", "200", "-d", str(row))
        told = subprocess.run(battery, stdin=bytes_of.stdout, capture_output=True, text=True, check=True).stdout
        bytes_of.kill()
    lines = [line.split("|")[-1].strip() for line in told.splitlines() if line.count("|") == 5]
    return iter(word for word in lines if word != "Assessment")


@pytest.mark.ci
@pytest.mark.parametrize("row", ROWS)
def test_rng_4_dieharder_finds_nothing(row: str) -> None:
    found = list(verdicts(OURS, ROWS[row]))
    assert found
    assert "FAILED" not in found


@pytest.mark.ci
def test_rng_4_dieharder_finds_the_generator_of_1999() -> None:
    assert "FAILED" in verdicts(OF_1999, ROWS["ones in a stream"])
