"""Bytes from outside raise the declared error or none, and cost no more than 50 ms (reliability TST-6, SEC-3)."""

from pathlib import Path

import pytest

from tests.fuzz import corpus
from tests.fuzz.__main__ import run
from tests.fuzz.corpus import Input, kept
from tests.fuzz.parser import Parser, Source, TooSlow, Undeclared, examine
from tests.fuzz.parsers import PARSERS
from tests.fuzz.weak import WEAK

ROWS = [parser for parsers in PARSERS.values() for parser in parsers]


@pytest.mark.ci
@pytest.mark.parametrize("source", PARSERS)
def test_a_minute_of_bytes_that_nobody_meant(source: Source, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(source, seconds=60, seed=1, keeping=False), capsys.readouterr().out


@pytest.mark.ci
def test_a_parser_that_is_weak_on_purpose_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert not run("planted", seconds=60, seed=1, keeping=False)
    assert "FOUND weak" in capsys.readouterr().out


@pytest.mark.parametrize("source", PARSERS)
def test_what_was_found_before_still_holds(source: Source) -> None:
    """Every kept input by its own parser; a name without a row is an input that nobody reads."""
    rows = {parser.name: parser for parser in PARSERS[source]}
    found = kept(source)
    assert found
    assert {one.parser for one in found} <= set(rows)
    for one in found:
        examine(rows[one.parser], one.data)


@pytest.mark.parametrize("parser", ROWS, ids=lambda parser: parser.name)
def test_every_row_reads_its_seeds_and_refuses_something(parser: Parser) -> None:
    """A row that takes nothing, or whose errors never come, would say nothing."""
    inputs = [one.data for source in PARSERS for one in kept(source) if one.parser == parser.name]
    outcomes = {examine(parser, data) for data in (*parser.seeds, *inputs)}
    assert True in outcomes
    assert (False in outcomes) == bool(parser.declared)


def test_names_are_unlike() -> None:
    assert len({parser.name for parser in ROWS}) == len(ROWS)


def test_an_undeclared_error_is_told() -> None:
    with pytest.raises(Undeclared, match="weak: KeyError"):
        examine(WEAK[0], b"JAKA")


def test_bytes_that_take_too_long_are_told() -> None:
    with pytest.raises(TooSlow, match="weak: 1500 bytes took"):
        examine(WEAK[0], bytes(1500))


def test_inputs_are_kept_sorted_once_each_and_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "FOLDER", tmp_path)
    short, empty, long = Input("weak", b"\0\xff"), Input("weak", b""), Input("weak", bytes(corpus.LONGEST_KEPT + 1))
    assert corpus.keep("card", [short, long, empty, short]) == 2
    assert kept("card") == [empty, short]
