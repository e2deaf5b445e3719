"""Fixed limit (poker.md §4.3) and its cases."""

import pytest

from cashier.refusal import Code

LIMIT = {"game": "holdem-fl", "bets": (100, 200)}


def flop(deal, *stacks, **more):
    """A hand of limit 100/200 on the flop, unraised, seat 1 to act; everybody has put in 100."""
    hand = deal(*stacks, **{**LIMIT, **more})
    callers = [f"{seat} calls" for seat in range(3, len(stacks) + 1)]
    return hand.acts(", ".join([*callers, "1 calls", "2 checks"] if len(stacks) > 2 else ["2 calls", "1 checks"]))


def choices(hand):
    return (hand.offer.seat, hand.offer.call, hand.offer.min_to, hand.offer.max_to)


def test_section_4_3_units_are_small_on_two_rounds_and_big_on_the_others(deal):
    hand = deal(5000, 5000, 5000, **LIMIT)
    assert choices(hand) == (3, 100, 200, 200)
    hand.acts("3 calls, 1 calls, 2 checks")
    assert choices(hand) == (1, 0, 100, 100)
    hand.acts("1 checks, 2 checks, 3 checks")
    assert choices(hand) == (1, 0, 200, 200)
    hand.acts("1 checks, 2 checks, 3 raises 200, 1 raises 400, 2 folds, 3 calls")
    assert choices(hand) == (1, 0, 200, 200)


def test_section_4_3_the_big_unit_is_twice_the_small_one_unless_the_stakes_name_it(deal):
    hand = deal(5000, 5000, 5000, game="holdem-fl").acts("3 calls, 1 calls, 2 checks, 1 checks, 2 checks, 3 checks")
    assert hand.offer.min_to == 200


def test_section_17_three_raises_and_then_only_call_or_fold(deal):
    hand = flop(deal, 5000, 5000, 5000).acts("1 raises 100, 2 raises 200, 3 raises 300, 1 raises 400")
    assert choices(hand) == (2, 200, 0, 0)
    assert hand.refused("raises", 500) is Code.CANNOT_RAISE


def test_section_4_3_before_the_flop_the_big_blind_is_the_bet(deal):
    hand = deal(5000, 5000, 5000, **LIMIT).acts("3 raises 200, 1 raises 300, 2 raises 400")
    assert choices(hand) == (3, 200, 0, 0)


def test_section_4_3_two_players_who_begin_the_round_raise_without_limit(deal):
    hand = flop(deal, 9000, 9000).acts("1 raises 100, 2 raises 200, 1 raises 300, 2 raises 400, 1 raises 500")
    assert hand.offer.min_to == 600


def test_section_4_3_a_round_that_becomes_heads_up_stays_capped(deal):
    hand = flop(deal, 9000, 9000, 9000).acts("1 raises 100, 2 folds, 3 raises 200, 1 raises 300, 3 raises 400")
    assert choices(hand) == (1, 100, 0, 0)


def test_amb_4_the_hungarian_rules_make_no_exception(deal):
    hand = flop(deal, 9000, 9000, rule_set="hungarian").acts("1 raises 100, 2 raises 200, 1 raises 300, 2 raises 400")
    assert choices(hand) == (1, 100, 0, 0)


def test_section_4_3_example_1_half_a_bet_is_no_bet(deal):
    hand = flop(deal, 5000, 230, 5000).acts("1 raises 100, 2 raises 130")
    assert choices(hand) == (3, 130, 200, 200)
    hand.acts("3 calls")
    assert choices(hand) == (1, 30, 0, 0)


def test_section_4_3_example_1_three_more_raises_remain(deal):
    hand = flop(deal, 5000, 230, 5000).acts("1 raises 100, 2 raises 130, 3 raises 200, 1 raises 300, 3 raises 400")
    assert choices(hand) == (1, 100, 0, 0)


def test_section_4_3_example_2_more_than_half_a_bet_is_a_raise(deal):
    hand = flop(deal, 5000, 270, 5000).acts("1 raises 100, 2 raises 170")
    assert choices(hand) == (3, 170, 270, 270)
    hand.acts("3 calls")
    assert choices(hand) == (1, 70, 270, 270)
    hand.acts("1 raises 270, 3 raises 370")
    assert choices(hand) == (1, 100, 0, 0)


def test_section_4_3_exactly_half_is_no_raise(deal):
    hand = flop(deal, 5000, 250, 5000).acts("1 raises 100, 2 raises 150, 3 calls")
    assert choices(hand) == (1, 50, 0, 0)


def test_section_4_3_several_short_all_ins_are_measured_from_the_level(deal):
    hand = flop(deal, 5000, 230, 260, 5000).acts("1 raises 100, 2 raises 130, 3 raises 160, 4 calls")
    assert choices(hand) == (1, 60, 260, 260)


@pytest.mark.parametrize(("all_in", "after"), [(8, 20), (15, 35)])
def test_case_10_a_short_opening_bet_is_completed_or_counts(deal, all_in, after):
    hand = flop(deal, 20 + all_in, 900, 900, small=10, big=20, bets=(20, 40)).acts(f"1 raises {all_in}")
    assert choices(hand) == (2, all_in, after, after)


@pytest.mark.parametrize(("all_in", "after"), [(100, 400), (300, 700)])
def test_case_11_limit_400(deal, all_in, after):
    hand = flop(deal, 400 + all_in, 9000, 9000, small=200, big=400, bets=(400, 800)).acts(f"1 raises {all_in}")
    assert choices(hand) == (2, all_in, after, after)


@pytest.mark.parametrize(("policy", "after"), [("add-to-it", 210), ("complete-the-level", 180)])
def test_case_12_the_next_raise_adds_a_bet_or_goes_to_the_level(deal, rule_set_with, policy, after):
    rules = rule_set_with(fl_half_bet="at-least-half", fl_short_all_in=policy)
    hand = deal(9000, 150, 9000, game="holdem-fl", small=30, big=60, bets=(60, 120), rule_set=rules)
    hand.acts("3 raises 120, 1 calls, 2 raises 150")
    assert choices(hand) == (3, 30, after, after)


def test_case_12_full_tilt_800_1345_2145(deal, rule_set_with):
    half = rule_set_with(fl_half_bet="at-least-half")
    hand = flop(deal, 9000, 2145, 9000, small=400, big=800, bets=(800, 1600), rule_set=half)
    hand.acts("1 raises 800, 2 raises 1345")
    assert hand.offer.min_to == 2145


@pytest.mark.parametrize(("unit", "all_in", "level"), [(100, 270, 300), (300, 550, 600)])
def test_case_12_pokerstars_goes_to_the_level(deal, unit, all_in, level):
    stakes = {"small": unit // 2, "big": unit, "bets": (unit, 2 * unit), "rule_set": "online-level"}
    hand = flop(deal, 9000, all_in + unit, 9000, **stakes)
    script = f"1 raises {unit}, 2 raises {all_in}"
    if all_in > 2 * unit:
        script = f"1 checks, 2 checks, 3 raises {unit}, 1 raises {2 * unit}, 2 raises {all_in}"
    assert hand.acts(script).offer.min_to == level


def test_case_13_added_up_short_all_ins_reopen(deal):
    hand = flop(deal, 900, 46, 51, 900, small=10, big=20, bets=(20, 40))
    hand.acts("1 raises 20, 2 raises 26, 3 raises 31, 4 calls")
    assert (hand.offer.seat, hand.may_raise) == (1, True)


@pytest.mark.parametrize(("half", "reopened"), [("at-least-half", True), ("more-than-half", False)])
def test_case_13_added_up_to_exactly_half_a_bet(deal, rule_set_with, half, reopened):
    rules = rule_set_with(fl_half_bet=half)
    hand = flop(deal, 900, 46, 50, 900, small=10, big=20, bets=(20, 40), rule_set=rules)
    hand.acts("1 raises 20, 2 raises 26, 3 raises 30, 4 calls")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (1, 10, reopened)


def test_case_14_online_rooms_cap_at_three_raises_heads_up_as_well(deal):
    hand = deal(900, 900, small=5, big=10, game="holdem-fl", rule_set="online-level")
    assert choices(hand.acts("2 raises 20, 1 raises 30, 2 raises 40")) == (1, 10, 0, 0)


def test_case_14_a_bet_and_four_raises_where_the_ruling_says_so(deal, rule_set_with):
    hand = deal(900, 900, 900, small=5, big=10, game="holdem-fl", rule_set=rule_set_with(fl_max_raises=4))
    hand.acts("3 raises 20, 1 raises 30, 2 raises 40, 3 raises 50")
    assert choices(hand) == (1, 20, 0, 0)


@pytest.mark.parametrize(("counts", "after"), [(True, 0), (False, 50)])
def test_case_14_and_amb_3_a_straddle_counts_as_a_raise_or_not(deal, rule_set_with, counts, after):
    rules = rule_set_with(straddle_counts_as_raise=counts)
    forced = [(1, "small-blind", 5), (2, "big-blind", 10), (3, "straddle", 20)]
    hand = deal(900, 900, 900, 900, forced=forced, big=10, game="holdem-fl", rule_set=rules)
    hand.acts("4 raises 30, 1 raises 40")
    assert hand.offer.min_to == after


def test_case_15_completing_a_bring_in_is_no_raise(deal, rule_set_with):
    hand = deal(
        900, 900, 900, game="stud-fl", ante=2, bets=(15, 30), bring_in=5, rule_set=rule_set_with(fl_max_raises=4),
        holes=["KsKh2c", "QsQhKc", "JsJhQc"],
    )  # fmt: skip
    hand.acts("1 brings-in, 2 raises 15, 3 raises 30, 1 raises 45, 2 raises 60, 3 raises 75")
    assert choices(hand) == (1, 30, 0, 0)


@pytest.mark.parametrize("first", [5, 10])
def test_case_16_an_open_pair_on_fourth_street_allows_the_double_bet(deal, rule_set_with, first):
    hand = deal(
        900, 900, 900, game="stud-fl", ante=1, bets=(5, 10), bring_in=2,
        rule_set=rule_set_with(fl_open_pair_double=True), holes=["KsKh2c", "QsQhKc", "JsJhQc"], board="3dKd4d",
    )  # fmt: skip
    hand.acts("1 brings-in, 2 raises 5, 3 calls, 1 calls")
    assert (hand.offer.seat, hand.offer.min_to, hand.offer.max_to, hand.offer.step) == (2, 5, 10, 5)
    assert hand.refused("raises", 7) is Code.NOT_IN_CHIP_UNITS
    hand.acts(f"2 raises {first}")
    after = {5: (10, 15), 10: (20, 20)}[first]
    assert (hand.offer.min_to, hand.offer.max_to) == after


@pytest.mark.parametrize("game", ["stud8-fl", "razz-fl"])
def test_case_16_in_stud_high_low_and_razz_a_pair_allows_nothing(deal, rule_set_with, game):
    hand = deal(
        900, 900, game=game, ante=1, bets=(5, 10), bring_in=2, rule_set=rule_set_with(fl_open_pair_double=True),
        holes=["KsKh2c", "QsQhKc"], board="2dKd",
    )  # fmt: skip
    hand.acts(f"{hand.offer.seat} brings-in").acts(f"{hand.offer.seat} calls")
    assert (hand.offer.min_to, hand.offer.max_to) == (5, 5)


def test_case_16_without_the_ruling_the_bet_is_the_small_one(deal):
    hand = deal(
        900, 900, game="stud-fl", ante=1, bets=(5, 10), bring_in=2, holes=["KsKh2c", "QsQhKc"], board="3dKd"
    ).acts("1 brings-in, 2 calls")
    assert (hand.offer.min_to, hand.offer.max_to) == (5, 5)
