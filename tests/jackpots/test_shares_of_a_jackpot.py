"""jackpots.md §2.3 and §3: who gets how much."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.money import Money
from controller.jackpots import NoPayoutRowError, month_of, month_portions, payout_row, portions
from controller.vocab.hand_records import HandName
from controller.vocab.ids import HandId
from controller.vocab.jackpot_records import BadBeatHit, Sharer, TriggerHand
from controller.vocab.jackpot_terms import JackpotTerms, PayoutRow
from controller.vocab.profile import GameId

TERMS = JackpotTerms(bad_beat=Money(95))


def hit(category=2, players=10, losers=1, winners=1):
    """Losers sit first, then winners, then all others."""
    made = [TriggerHand(seat, (), HandName("quads", (2,))) for seat in range(1, losers + winners + 1)]
    return BadBeatHit(
        hand=HandId(7),
        game=GameId("holdem-nl"),
        category=category,
        losers=tuple(made[:losers]),
        winners=tuple(made[losers:]),
        sharers=tuple(Sharer(seat, f"Player {seat}") for seat in range(1, players + 1)),
        moment="showdown",
        at=0,
        worth=Money(0),
    )


def amounts(base, terms=TERMS, **of):
    return [one.amount for one in portions(Money(base), terms, hit(**of))]


def test_j2_3_the_printed_example_of_category_2():
    """One loser 10 %, two winners 3 % each, others 1 % each; with ten players 23 %."""
    assert amounts(100_000, players=10, winners=2) == [10_000, 3000, 3000, *[1000] * 7]
    assert sum(amounts(100_000, players=10, winners=2)) == 23_000


@pytest.mark.parametrize(("players", "total"), [(6, 19), (7, 20), (8, 21), (9, 22), (10, 23)])
@pytest.mark.parametrize("winners", [1, 2])
def test_j2_3_category_2_pays_thirteen_percent_and_one_for_each_player(players, total, winners):
    paid = amounts(100_000, players=players, winners=winners)
    assert sum(paid) == total * 1000
    assert paid[:2] == ([10_000, 5000] if winners == 1 else [10_000, 3000])
    assert set(paid[1 + winners :]) == {1000}


def test_j2_3_category_1_pays_eighty_percent():
    assert amounts(100_000, category=1, players=6) == [40_000, 20_000, *[5000] * 4]
    assert amounts(100_000, category=1, players=6, losers=2) == [20_000, 20_000, 20_000, 6665, 6665, 6665]


def test_j2_3_shares_are_rounded_down_to_five_cents_and_the_rest_stays():
    paid = amounts(123_457, players=10, winners=2)
    assert paid == [12_345, 3700, 3700, *[1230] * 7]


@given(
    base=st.integers(0, 10**9),
    category=st.sampled_from([1, 2]),
    players=st.integers(6, 10),
    losers=st.integers(1, 4),
    winners=st.integers(1, 2),
)
def test_j2_3_no_more_is_paid_than_the_table_says_and_less_only_by_rounding(base, category, players, losers, winners):
    paid = amounts(base, category=category, players=players, losers=losers, winners=winners)
    others = players - losers - winners
    permille = 130 + 10 * players if category == 2 else 800 if others else 600
    assert base * permille // 1000 - 6 * players < sum(paid) <= base * permille // 1000
    assert all(amount % 5 == 0 for amount in paid)
    assert len(set(paid[:losers])) == len(set(paid[losers : losers + winners])) == 1, "the same hand, the same share"


def test_amb_14_a_house_may_have_a_table_of_its_own():
    own = (
        PayoutRow(category=2, players=6, losers=1, winners=1, to_losers=500, to_winners=200, each_other=5),
        PayoutRow(category=2, to_losers=400, to_winners=100, to_others=40),
    )
    terms = JackpotTerms(bad_beat=Money(95), payouts=own)
    assert amounts(100_000, terms, players=6) == [50_000, 20_000, *[500] * 4]
    assert amounts(100_000, terms, players=7) == [40_000, 10_000, *[800] * 5]
    with pytest.raises(NoPayoutRowError, match="category 1"):
        payout_row(own, 1, 6, 1, 1)


def test_j3_the_month_is_halved_in_units_of_five_cents():
    assert month_portions(Money(12_345), {"omaha", "other"}) == {"omaha": 6170, "other": 6175}


@given(st.integers(0, 10**7))
def test_j3_the_odd_unit_goes_to_the_other_games(amount):
    halves = month_portions(Money(amount), {"omaha", "other"})
    assert sum(halves.values()) == amount - amount % 5
    assert halves["other"] - halves["omaha"] in (0, 5)


def test_j3_a_category_without_a_hand_leaves_its_half_to_the_other():
    assert month_portions(Money(12_347), {"omaha"}) == {"omaha": 12_345}
    assert month_portions(Money(12_345), set()) == {}


@pytest.mark.parametrize(
    ("day", "month"), [(0, 197001), (30, 197001), (31, 197002), (20_787, 202611), (20_788, 202612)]
)
def test_j3_the_month_is_that_of_the_gaming_day(day, month):
    assert month_of(day) == month
