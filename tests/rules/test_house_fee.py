"""poker.md §13 and jackpots.md §1: what leaves the pots before they are paid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.money import Money
from controller.hand.settle import RakeTerms, drops_of, rake_of, taken_of
from controller.vocab.hand_records import Drop, DropTaken, Pot, RakeTaken
from controller.vocab.profile import PlayersRake, PotFee, RakeRule
from tests.rules.conftest import Deal

SIX = (10_000,) * 6
JACKPOTS = {"drops": (Drop("bad-beat", 95), Drop("month-hand", 5))}


def fee(called, **terms):
    said = {"permille": 50, "cap": 1000, "unit": 50, "order": "main-pot-first", **terms}
    return sum(rake_of([Pot(called, (1, 2))], RakeTerms(**said)))


@pytest.mark.parametrize(("called", "due"), [(0, 0), (999, 0), (1000, 50), (3150, 150), (20_000, 1000), (90_000, 1000)])
def test_section_13_five_percent_in_whole_chips_and_at_most_ten_euros(called, due):
    assert fee(called) == due


@pytest.mark.parametrize(("called", "due"), [(1999, 0), (2000, 100), (3999, 100), (90_000, 1000)])
def test_section_13_a_house_may_round_to_a_larger_step_than_the_chip(called, due):
    assert fee(called, step=100) == due


@pytest.mark.parametrize(("rounding", "due"), [("down", 100), ("nearest", 150)])
def test_section_13_and_case_52_rounded_down_or_to_the_nearest_chip(rounding, due):
    assert fee(2500, rounding=rounding) == due, "5 % are 125"


@pytest.mark.parametrize(("called", "due"), [(1999, 0), (2000, 100), (3999, 100), (4000, 200), (90_000, 150)])
def test_section_13_fixed_fees_by_the_size_of_the_pot_stay_below_the_cap(called, due):
    by_pot = (PotFee(Money(2000), Money(100)), PotFee(Money(4000), Money(200)))
    assert fee(called, by_pot=by_pot, cap=150 if called > 4000 else 1000) == due


def test_section_13_short_tables_may_have_another_share_and_cap():
    short = (PlayersRake(2, 20, Money(100)), PlayersRake(4, 30, Money(300)))
    rule = RakeRule(50, Money(1000), by_players=short)
    said = {players: (row.permille, row.cap) for players in range(2, 7) if (row := rule.of_players(players))}
    assert said == {2: (20, 100), 3: (30, 300), 4: (30, 300), 5: (50, 1000), 6: (50, 1000)}


def test_section_13_nothing_of_a_hand_that_ends_on_the_initial_deal():
    deal = Deal(*SIX, rake=(50, 1000), fees=JACKPOTS)
    deal.acts("3 raises 5000, 4 calls, 5 raises 10000, 6 folds, 1 folds, 2 folds, 3 folds, 4 folds")
    assert deal.of(RakeTaken) == []
    assert deal.of(DropTaken) == []


def test_amb_59_a_hand_that_is_all_in_at_once_and_dealt_out_pays_both():
    deal = Deal(*(1000,) * 6, rake=(50, 1000), fees=JACKPOTS).acts("3 raises 1000, 4 calls, 5 calls").to_the_end()
    assert [one.amount for one in deal.of(RakeTaken)] == [300]
    assert [(one.pool, one.amount) for one in deal.of(DropTaken)] == [("bad-beat", 95), ("month-hand", 5)]


def test_section_13_uncalled_money_pays_nothing():
    deal = Deal(*SIX, rake=(50, 1000)).acts("3 calls, 4 folds, 5 folds, 6 folds, 1 folds, 2 checks")
    deal.acts("2 raises 9000, 3 folds")
    assert [one.amount for one in deal.of(RakeTaken)] == [12], "5 % of the 250 that were called"


def test_j1_ninety_five_and_five_cents_leave_the_pot_after_the_rake():
    deal = Deal(*SIX, unit=50, small=50, big=100, rake=(50, 1000), fees=JACKPOTS).to_the_end()
    assert [one.amount for one in deal.of(RakeTaken)] == [0] * 0, "5 % of 6.00 is no whole chip of 0.50"
    assert [(one.pool, one.amount) for one in deal.of(DropTaken)] == [("bad-beat", 95), ("month-hand", 5)]
    assert sum(deal.stacks) == 60_000 - 100


@pytest.mark.parametrize(
    ("pot", "rake", "parts"),
    [(200, 100, (95, 5)), (200, 102, (95, 3)), (200, 110, (90, 0)), (200, 200, (0, 0)), (100, 0, (95, 5))],
)
def test_j1_where_the_pot_does_not_cover_both_the_hand_of_the_month_shrinks_first(pot, rake, parts):
    assert drops_of([Pot(pot, (1, 2))], [rake], [95, 5], 1) == parts


def test_j1_what_goes_to_the_jackpots_is_whole_chips_in_all():
    assert drops_of([Pot(150, (1, 2))], [0], [95, 5], 50) == (95, 5)
    assert drops_of([Pot(150, (1, 2))], [100], [95, 5], 50) == (50, 0)
    assert drops_of([Pot(150, (1, 2))], [0], [5], 50) == (0,), "less than a chip is nothing"


@given(
    pots=st.lists(st.integers(0, 60), min_size=1, max_size=4),
    permille=st.integers(0, 1000),
    cap=st.integers(0, 40),
    step=st.integers(0, 4),
    wanted=st.lists(st.integers(0, 300), max_size=2),
    unit=st.sampled_from([1, 5, 50]),
)
def test_section_13_no_pot_pays_more_than_it_holds_and_everything_taken_is_whole_chips(
    pots, permille, cap, step, wanted, unit
):
    made = [Pot(amount * unit, (1, 2)) for amount in pots]
    terms = RakeTerms(permille, cap * unit, unit, "main-pot-first", step=step * unit)
    rake = rake_of(made, terms)
    drops = drops_of(made, rake, wanted, unit)
    taken = taken_of(made, rake, sum(drops))
    assert sum(taken) == sum(rake) + sum(drops)
    assert all(0 <= fee <= part <= pot.amount for fee, part, pot in zip(rake, taken, made, strict=True))
    assert sum(rake) <= cap * unit
    assert sum(taken) % unit == 0
    assert all(0 <= got <= asked for got, asked in zip(drops, wanted, strict=True))
    if len(wanted) == 2 and drops[1]:
        assert drops[0] == wanted[0], "the last jackpot's part shrinks first"
