"""Recorded hands end with the recorded stacks."""

import pytest

from controller.app.cli import main
from controller.app.phh import read_phh
from controller.app.play_again import play_again
from controller.app.replay import replay

HALF_CHIPS = {177, 925, 2591, 4112, 5356, 5652, 5662, 7124}
"""Hands whose record splits a chip."""
EVERY = 33


def test_a_sample_of_six_handed_hands_ends_with_the_recorded_stacks(corpus):
    report = replay(corpus / "pluribus.phhs", check=True, wanted=lambda number: number % EVERY == 0)
    assert report.findings == ()
    assert report.agreed == report.hands - len(report.odd_chips) > 290


def test_hands_with_half_chips_give_the_odd_chip_to_the_first_winner_left_of_the_button(corpus):
    report = replay(corpus / "pluribus.phhs", check=True, wanted=HALF_CHIPS.__contains__)
    assert (report.hands, report.agreed, report.findings) == (8, 0, ())
    first = report.odd_chips[0]
    assert first.where == "pluribus.phhs, hand 177"
    assert first.sentence == "p3 ends with 10388, recorded are 10387.5; p6 ends with 10387, recorded are 10387.5"


@pytest.mark.ci
def test_all_ten_thousand_hands_end_with_the_recorded_stacks(corpus):
    report = replay(corpus / "pluribus.phhs", check=True)
    assert report.findings == ()
    assert (report.hands, report.agreed, len(report.odd_chips)) == (10_000, 9_992, 8)


def test_all_televised_hands_of_nine_games_end_with_the_recorded_stacks(corpus):
    report = replay(corpus / "wsop-2023-event43-final-table.phhs", check=True)
    assert report.findings == ()
    assert (report.hands, report.agreed, report.others) == (83, 83, {})


def test_a_raise_nobody_can_match_comes_back_where_another_engine_refuses_it(corpus):
    hand = next(iter(read_phh(corpus / "wsop-2023-event43-final-table.phhs", (83).__eq__)))
    assert play_again(hand) == (0, 29_700_000)


def test_five_famous_hands_of_five_games_are_played_to_their_end(corpus):
    report = replay(corpus / "famous.phhs", check=True)
    assert (report.hands, report.not_compared, report.findings, report.others) == (5, 5, (), {})


def test_the_command_names_the_odd_chips_and_ends_well(corpus, capsys):
    code = main(["replay", str(corpus / "pluribus.phhs"), "--check", "--hand", "1", "--hand", "177"])
    out = capsys.readouterr().out
    assert code == 0
    assert "pluribus.phhs, hand 177: odd chip: p3 ends with 10388" in out
    assert "2 hands played, 1 as recorded, 1 apart by an odd chip only" in out
