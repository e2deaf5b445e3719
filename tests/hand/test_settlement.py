"""Pots, uncalled bets, rake and awards in the numbers of the rule books, and against a slow second version."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.hand.settle import (
    Claim,
    Contribution,
    RakeTerms,
    SplitTerms,
    awards_of,
    form_pots,
    rake_of,
    settle,
    uncalled,
)
from controller.vocab.hand_records import Pot
from tests.hand.slow_settlement import slow_pots, slow_settle

ONE_EACH = SplitTerms(unit=1, odd_chips="one-each")


def contributed(*paid, folded=()):
    return [Contribution(seat=seat, paid=one, folded=seat in folded) for seat, one in enumerate(paid, 1)]


def shared(pot, winners, terms=ONE_EACH):
    """What each of so many equal hands gets of a pot, from the left of the button."""
    seats = tuple(range(1, winners + 1))
    return [
        one.amount for one in awards_of([Pot(amount=pot, seats=seats)], [0], [Claim(dict.fromkeys(seats, 1))], terms)
    ]


def test_case_42_a_folded_contribution_stays_in_the_pots_it_reached():
    pots = form_pots(contributed(50, 100, 200, 200, 120, folded=(5,)))
    assert [(pot.amount, pot.seats) for pot in pots] == [(250, (1, 2, 3, 4)), (200, (2, 3, 4)), (220, (3, 4))]


def test_section_17_side_pots():
    pots = form_pots(contributed(100, 250, 400, 400))
    assert [(pot.amount, pot.seats) for pot in pots] == [(400, (1, 2, 3, 4)), (450, (2, 3, 4)), (300, (3, 4))]


def test_case_43_what_nobody_called_goes_back_before_pots_and_rake():
    terms = RakeTerms(permille=50, cap=1000, unit=1, order="main-pot-first")
    done = settle(contributed(300, 180, 20, folded=(3,)), [Claim({1: 1, 2: 2})], ONE_EACH, terms)
    assert done.uncalled is not None
    assert (done.uncalled.seat, done.uncalled.amount) == (1, 120)
    assert [pot.amount for pot in done.pots] == [380]
    assert sum(done.rake) == 19


def test_case_43_with_the_numbers_of_a_televised_raise():
    back = uncalled(contributed(1_200_000, 750_000))
    assert back is not None
    assert back.amount == 450_000


def test_case_44_a_side_pot_goes_to_the_best_of_its_contenders():
    done = settle(contributed(50, 100, 100), [Claim({1: 9, 2: 5, 3: 7})], ONE_EACH, None)
    assert [(one.pot, one.seat, one.amount) for one in done.awards] == [(0, 1, 150), (1, 3, 100)]


def test_case_44_pots_with_the_same_contenders_are_one():
    pots = form_pots(contributed(100, 100, 60, 30, folded=(3, 4)))
    assert [(pot.amount, pot.seats) for pot in pots] == [(290, (1, 2))]


@pytest.mark.parametrize(
    ("pot", "winners", "shares"),
    [
        (23, 3, [8, 8, 7]),
        (101, 3, [34, 34, 33]),
        (100, 3, [34, 33, 33]),
        (102, 2, [51, 51]),
        (51, 2, [26, 25]),
    ],
)
def test_case_46_and_section_10_3_odd_chips_go_one_each_from_the_left_of_the_button(pot, winners, shares):
    assert shared(pot, winners) == shares


def test_case_46_where_the_ruling_gives_all_odd_chips_to_the_first():
    assert shared(23, 3, SplitTerms(unit=1, odd_chips="all-to-first")) == [9, 7, 7]


def test_case_46_a_real_pot_in_nickels():
    terms = RakeTerms(permille=50, cap=300, unit=5, order="main-pot-first")
    pot = Pot(amount=200, seats=(1, 2, 3, 4))
    assert rake_of([pot], terms) == (10,)
    awards = awards_of([pot], (10,), [Claim({1: 1, 2: 1, 3: 1, 4: 1})], SplitTerms(unit=5, odd_chips="one-each"))
    assert [(one.amount, one.odd) for one in awards] == [(50, True), (50, True), (45, False), (45, False)]


@pytest.mark.parametrize(
    ("permille", "cap", "unit", "pots", "parts"),
    [
        (45, 150, 1, [3180, 798], (143, 7)),
        (50, 1000, 1, [247, 93, 30], (12, 5, 1)),
        (50, 300, 1, [15820, 7635], (300, 0)),
        (50, 1000, 5, [315, 358], (15, 15)),
    ],
)
def test_case_52_each_pot_pays_the_part_it_adds(permille, cap, unit, pots, parts):
    terms = RakeTerms(permille=permille, cap=cap, unit=unit, order="each-pot-its-part")
    assert rake_of([Pot(amount=pot, seats=(1, 2)) for pot in pots], terms) == parts


def test_section_13_the_main_pot_pays_first_as_far_as_it_reaches():
    terms = RakeTerms(permille=50, cap=1000, unit=1, order="main-pot-first")
    assert rake_of([Pot(amount=500, seats=(1, 2)), Pot(amount=5000, seats=(2, 3))], terms) == (275, 0)
    assert rake_of([Pot(amount=40, seats=(1, 2)), Pot(amount=5000, seats=(2, 3))], terms) == (40, 212)


@pytest.mark.parametrize(("pot", "fee"), [(9500, 475), (20000, 1000), (35000, 1000), (99, 0), (0, 0)])
def test_section_17_five_percent_capped_at_ten_euro(pot, fee):
    terms = RakeTerms(permille=50, cap=1000, unit=25, order="main-pot-first")
    assert rake_of([Pot(amount=pot, seats=(1, 2))], terms) == (fee,)


# -- against a second version, one chip at a time ----------------------------------------------------------------


@st.composite
def contributions(draw):
    """Two to ten players, at least one of them still in and with chips in the middle."""
    players = draw(st.integers(2, 10))
    paid = draw(st.lists(st.integers(0, 30), min_size=players, max_size=players))
    dead = draw(st.lists(st.integers(0, 3), min_size=players, max_size=players))
    folded = draw(st.lists(st.booleans(), min_size=players, max_size=players))
    folded[draw(st.integers(0, players - 1))] = False
    stays = folded.index(False)
    paid[stays] = max(paid[stays], 1)
    return [
        Contribution(seat=seat, paid=paid[seat - 1], folded=folded[seat - 1], dead=dead[seat - 1])
        for seat in range(1, players + 1)
    ]


@given(contributions(), st.lists(st.integers(1, 4), min_size=10, max_size=10), st.integers(0, 200), st.integers(0, 20))
def test_settlement_agrees_with_chip_by_chip(given_in, strengths, permille, cap):
    ranks = {one.seat: strengths[one.seat - 1] for one in given_in if not one.folded}
    terms = RakeTerms(permille=permille, cap=cap, unit=1, order="main-pot-first")
    done = settle(given_in, [Claim(ranks)], ONE_EACH, terms)

    returned, pots = slow_pots(given_in)
    assert (done.uncalled.amount if done.uncalled else 0) == returned
    assert [(frozenset(pot.seats), pot.amount) for pot in done.pots if pot.amount] == pots

    won = {seat: sum(one.amount for one in done.awards if one.seat == seat) for seat in ranks}
    assert (returned, sum(done.rake), won) == slow_settle(given_in, [Claim(ranks)], ONE_EACH, terms)


@given(contributions(), st.lists(st.integers(1, 4), min_size=10, max_size=10))
def test_settlement_loses_and_makes_no_chip(given_in, strengths):
    ranks = {one.seat: strengths[one.seat - 1] for one in given_in if not one.folded}
    done = settle(given_in, [Claim(ranks)], ONE_EACH, RakeTerms(permille=50, cap=9, unit=1, order="each-pot-its-part"))
    back = done.uncalled.amount if done.uncalled else 0
    out = back + sum(done.rake) + sum(one.amount for one in done.awards)
    assert out == sum(one.paid + one.dead for one in given_in)


def test_case_52_a_room_that_rounds_to_the_nearest_chip():
    terms = RakeTerms(permille=45, cap=1000, unit=1, order="each-pot-its-part", rounding="nearest")
    assert rake_of([Pot(amount=pot, seats=(1, 2)) for pot in (562, 786, 636)], terms) == (25, 36, 28)
