"""`jakaja rng`: the bytes and numbers of decks for whoever wants to test them (RNG-4)."""

import pytest

from controller.app.cli import main


def drawn(capfdbinary: pytest.CaptureFixture[bytes], *words: str) -> bytes:
    assert main(["rng", *words]) == 0
    return capfdbinary.readouterr().out


def test_rng_4_raw_bytes_are_fresh_at_every_call(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    once, again = (drawn(capfdbinary, "--raw", "--bytes", "100000") for _call in range(2))
    assert len(once) == len(again) == 100_000
    assert once != again


@pytest.mark.parametrize("bound", [1, 2, 52, 256])
def test_rng_4_scaled_numbers_are_all_those_below_their_bound(
    bound: int, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert set(drawn(capfdbinary, "--below", str(bound), "--bytes", "20000")) == set(range(bound))


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--below", "0"), "below 0: is no bound of a shuffle; name a number from 1 to 256"),
        (("--below", "257"), "below 257: is no bound of a shuffle; name a number from 1 to 256"),
        (("--raw", "--bytes", "-1"), "bytes -1: is less than nothing; name how many bytes are wanted, or none"),
    ],
)
def test_a_bound_that_no_shuffle_has_is_refused(
    words: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rng", *words]) == 2
    assert capsys.readouterr().err == f"jakaja: {line}\n"


def test_a_terminal_gets_no_bytes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["rng", "--raw"]) == 2
    assert "redirect it to a file or a program" in capsys.readouterr().err
