"""Settling at its edges: fees at the half, pots in two shares, chips that do not divide (poker.md §10.3, §13)."""

import pytest

from controller.hand.settle import (
    Award,
    Claim,
    Contribution,
    RakeTerms,
    SplitTerms,
    awards_of,
    contribution,
    drops_of,
    form_pots,
    rake_of,
    taken_of,
)
from controller.vocab.hand_records import Pot
from controller.vocab.profile import PotFee

TERMS = SplitTerms(unit=1, odd_chips="one-each")


def fee(called, permille, cap, unit, rounding):
    terms = RakeTerms(permille=permille, cap=cap, unit=unit, order="main-pot-first", rounding=rounding)
    return sum(rake_of([Pot(amount=called, seats=(1,))], terms))


@pytest.mark.parametrize(
    ("called", "permille", "unit", "down", "nearest"),
    [(300, 50, 10, 10, 20), (290, 50, 10, 10, 10), (499, 1, 1, 0, 0), (500, 1, 1, 0, 1), (999, 1, 1, 0, 1)],
)
def test_a_fee_is_rounded_down_or_from_the_half_on_up(called, permille, unit, down, nearest):
    assert fee(called, permille, 1000, unit, "down") == down
    assert fee(called, permille, 1000, unit, "nearest") == nearest


def test_a_cap_that_is_no_whole_chip_is_cut_to_one():
    assert fee(100_000, 50, 25, 10, "down") == 20


@pytest.mark.parametrize(
    ("called", "expected"), [(0, 0), (999, 0), (1000, 50), (1001, 50), (4999, 50), (5000, 200), (90_000, 400)]
)
def test_a_fee_by_pots_is_that_of_the_largest_pot_that_was_reached_up_to_the_cap(called, expected):
    steps = (PotFee(1000, 50), PotFee(5000, 200), PotFee(20_000, 450))
    terms = RakeTerms(permille=50, cap=409, unit=10, order="main-pot-first", by_pot=steps)
    assert rake_of([Pot(amount=called, seats=(1,))], terms) == (expected,)


@pytest.mark.parametrize(
    ("pots", "rake", "parts"),
    [
        ((300, 100), (20, 0), (95, 5)),
        ((60, 60), (20, 0), (95, 5)),
        ((60, 57), (20, 0), (95, 2)),
        ((60, 54), (20, 0), (94, 0)),
        ((20, 0), (20, 0), (0, 0)),
    ],
)
def test_what_the_rake_leaves_goes_to_the_jackpots_and_the_last_one_is_cut_first(pots, rake, parts):
    formed = [Pot(amount=amount, seats=(1,)) for amount in pots]
    assert drops_of(formed, rake, (95, 5), 1) == parts


def test_jackpots_get_whole_chips():
    assert drops_of([Pot(amount=119, seats=(1,))], (20,), (95, 5), 10) == (90, 0)


def test_the_main_pot_pays_the_jackpots_as_far_as_it_reaches():
    pots = [Pot(amount=amount, seats=(1,)) for amount in (60, 80, 40)]
    assert taken_of(pots, (10, 5, 0), 100) == (60, 55, 0)
    assert taken_of(pots, (10, 5, 0), 0) == (10, 5, 0)


def test_a_contribution_tells_its_fields_where_an_example_fails():
    one = Contribution(seat=3, paid=100, folded=True, dead=5)
    assert repr(one) == "Contribution(seat=3, paid=100, folded=True, dead=5)"


def test_a_contribution_made_of_numbers_is_that_which_its_class_makes():
    made, named = contribution(3, 100, False, 5), Contribution(seat=3, paid=100, folded=False, dead=5)
    assert (made.seat, made.paid, made.folded, made.dead) == (named.seat, named.paid, named.folded, named.dead)


def test_who_put_nothing_in_makes_no_pot_of_his_own():
    paid = [Contribution(seat=seat, paid=one, folded=False) for seat, one in ((1, 0), (2, 100), (3, 100))]
    assert form_pots(paid) == (Pot(amount=200, seats=(2, 3)),)


def shared(amount, high, low):
    """Divide a pot of seats 1, 2 and 3 between the best high hands and the best low ones."""
    claims = [Claim(ranks=dict.fromkeys(seats, 5)) for seats in (high, low)]
    return awards_of([Pot(amount=amount, seats=(1, 2, 3))], [0], claims, TERMS)


def test_two_shares_go_their_ways_and_the_odd_chip_to_the_first():
    assert shared(5, (1,), (2,)) == (Award(0, 1, 3, odd=False), Award(0, 2, 2, odd=False, share=1))


def test_one_who_wins_both_shares_gets_both():
    assert shared(5, (2,), (2,)) == (Award(0, 2, 3, odd=False), Award(0, 2, 2, odd=False, share=1))


def test_where_the_same_hands_win_every_share_the_pot_is_divided_once():
    assert shared(5, (1, 3), (1, 3)) == (Award(0, 1, 3, odd=True), Award(0, 3, 2, odd=False))


def test_where_other_hands_win_the_second_share_each_share_is_divided():
    assert shared(10, (1, 2), (1, 3)) == (
        Award(0, 1, 3, odd=True),
        Award(0, 2, 2, odd=False),
        Award(0, 1, 3, odd=True, share=1),
        Award(0, 3, 2, odd=False, share=1),
    )


def test_a_share_that_nobody_claims_goes_to_the_other():
    assert shared(7, (2,), ()) == (Award(0, 2, 7, odd=False),)


def test_three_chips_of_two_winners_are_two_and_one():
    assert shared(3, (1, 2), ()) == (Award(0, 1, 2, odd=True), Award(0, 2, 1, odd=False))


def test_every_pot_has_its_part_of_the_fee():
    with pytest.raises(ValueError, match="shorter"):
        awards_of([Pot(amount=5, seats=(1,))], [], [Claim(ranks={1: 1})], TERMS)
    with pytest.raises(ValueError, match="shorter"):
        taken_of([Pot(amount=5, seats=(1,))], [], 2)


def test_there_are_no_pots_where_nobody_is_in():
    with pytest.raises(ValueError, match="a player who is in"):
        form_pots([Contribution(1, 50, folded=True), Contribution(2, 50, folded=True)])


def test_an_award_is_of_the_first_share_unless_it_says_otherwise():
    assert Award(pot=0, seat=1, amount=5, odd=False).share == 0


TWICE = SplitTerms(unit=1, odd_chips="one-each", runs=2)


def run_twice(amount, *winners, fee=0):
    """Divide a pot of seats 1, 2 and 3 between the winners of two runs, of which each may have several shares."""
    claims = [Claim(ranks=dict.fromkeys(seats, 5)) for seats in winners]
    return awards_of([Pot(amount=amount, seats=(1, 2, 3))], [fee], claims, TWICE)


def test_two_runs_are_a_half_each_the_odd_chip_is_of_the_first_and_the_last_is_paid_first():
    assert run_twice(5, (1,), (2,)) == (
        Award(0, 2, 2, odd=False, run=1),
        Award(0, 1, 3, odd=False, run=0),
    )


def test_two_runs_of_an_even_pot_are_alike():
    assert run_twice(8, (1,), (2,), fee=2) == (Award(0, 2, 3, odd=False, run=1), Award(0, 1, 3, odd=False))


def test_the_shares_of_a_run_are_its_own():
    assert run_twice(9, (1,), (2,), (3,), ()) == (
        Award(0, 3, 4, odd=False, run=1),
        Award(0, 1, 3, odd=False),
        Award(0, 2, 2, odd=False, share=1),
    )


def test_a_run_of_more_hands_is_divided_among_them():
    assert run_twice(10, (1, 3), (1, 3)) == (
        Award(0, 1, 3, odd=True, run=1),
        Award(0, 3, 2, odd=False, run=1),
        Award(0, 1, 3, odd=True),
        Award(0, 3, 2, odd=False),
    )


def test_the_rest_of_the_board_is_dealt_once_unless_it_is_said_otherwise():
    assert TERMS.runs == 1
    assert Award(pot=0, seat=1, amount=5, odd=False).run == 0
