"""The options of poker.md §16 and the ambiguities behind them: one row for each, with its value in every rule set."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.games import RuleSet, Rulings, catalogue, rule_sets
from controller.games.table_rules import TableRules

TESTS = Path(__file__).parents[1]


@dataclass(frozen=True)
class Option:
    """An option: what §16 calls it, the ambiguity it settles, the field that holds it, its values, and its test.

    The values are those of RAY, Helsinki and Hungary; the test is one that plays both sides of the option, or its
    printed example.
    """

    name: str
    amb: int
    field: str
    values: tuple[Any, Any, Any]
    test: str


def same(value: Any) -> tuple[Any, Any, Any]:
    return (value, value, value)


RULE_SETS = ("ray", "helsinki", "hungarian")

OPTIONS = (
    Option("fl_max_raises", 0, "rulings.fl_max_raises", same(3),
           "test_section_17_three_raises_and_then_only_call_or_fold"),
    Option("fl_headsup_uncapped", 4, "rulings.fl_headsup_uncapped", (True, True, False),
           "test_amb_4_the_hungarian_rules_make_no_exception"),
    Option("fl_half_bet_rule", 12, "rulings.fl_half_bet", same("more-than-half"),
           "test_section_4_3_exactly_half_is_no_raise"),
    Option("after a short all-in", 12, "rulings.fl_short_all_in", same("add-to-it"),
           "test_section_4_3_example_2_more_than_half_a_bet_is_a_raise"),
    Option("cumulative_short_allins_reopen", 0, "rulings.cumulative_short_allins_reopen", same(False),
           "test_case_02_two_short_all_ins_do_not_reopen_by_default"),
    Option("pl_formula", 10, "rulings.pl_raise", same("call-first"), "test_amb_10_the_raisers_own_call_counts_or_not"),
    Option("straddle", 3, "table.straddles", (("none",), ("none", "live", "mississippi"), ("none", "hungarian")),
           "test_s6_who_may_straddle_and_in_which_order"),
    Option("straddle as a raise", 3, "rulings.straddle_counts_as_raise", same(True),
           "test_case_14_and_amb_3_a_straddle_counts_as_a_raise_or_not"),
    Option("straddle_increment", 3, "rulings.straddle_increment", same("big-blind"),
           "test_case_27_and_amb_3_the_least_raise_over_a_straddle"),
    Option("win_the_button", 0, "table.buttons_won", (("off",), ("off", "two-buttons", "single-button"), ("off",)),
           "test_s6_two_buttons_one_moves_and_one_is_won_for_the_order_of_betting"),
    Option("vacant_button", 18, "table.vacant_button", same("repeat-player"),
           "test_amb_18_where_the_button_is_when_its_player_has_gone"),
    Option("showdown_first", 5, "rulings.showdown_first",
           ("last-aggressor-final-round", "last-aggressor-in-hand", "last-aggressor-final-round"),
           "test_the_last_aggressor_in_the_hand_shows_first_by_the_helsinki_rule"),
    Option("odd_chip", 60, "rulings.odd_chips", same("one-each"),
           "test_case_46_and_section_10_3_odd_chips_go_one_each_from_the_left_of_the_button"),
    Option("odd_chip of stud", 1, "rulings.stud_odd_chip", same("own-cards"),
           "test_case_49_a_stud_odd_chip_goes_by_the_highest_card"),
    Option("lo_max_rank", 2, "rulings.lo_max_rank", (8, 8, 7), "test_amb_2_the_qualifier_of_seven"),
    Option("lo_max_rank of the board", 2, "rulings.lo_board_max_rank", (8, 8, 7), "test_amb_2_the_qualifier_of_seven"),
    Option("low_straight_32", 8, "rulings.low_straight_32", same(True), "test_section_11_5_suits_break_every_tie"),
    Option("stud opener", 23, "rulings.stud_opening", same("by-game"),
           "test_amb_23_and_61_the_first_to_act_in_soko_may_pass"),
    Option("ties of showing hands", 23, "rulings.showing_ties", same("suit"),
           "test_section_12_5_later_rounds_are_opened_by_the_best_hand_showing"),
    Option("rebuy_when_bust", 6, "table.rebuy", ("minimum", "half-once-in-pot-limit", "half"),
           "test_amb_6_what_a_bust_player_must_buy"),
    Option("timeout_action", 11, "rulings.timeout_action", same("fold"),
           "test_amb_11_what_a_time_out_does_is_the_rule_sets"),
    Option("burn_cards", 0, "rulings.burn_cards", (False, False, True),
           "test_burnt_cards_leave_the_deck_where_the_rule_set_burns"),
    Option("no_rake_before_second_round", 59, "rulings.no_rake_before_second_round", same(True),
           "test_case_53_no_flop_no_drop"),
    Option("rake, order", 0, "rulings.rake_order", same("main-pot-first"),
           "test_section_13_the_main_pot_pays_first_as_far_as_it_reaches"),
    Option("running it twice", 0, "rulings.most_runs", same(1),
           "test_case_57_everybody_in_the_hand_is_asked_when_nobody_can_bet_any_more"),
    Option("all-in hands", 0, "rulings.all_in_hands", same("stay-down"),
           "test_case_55_in_a_tournament_the_hands_lie_open_before_more_cards_are_dealt"),
    Option("showing by choice", 0, "rulings.show_choice", same("nobody"),
           "test_the_winner_by_folds_is_asked_before_he_is_paid"),
    Option("rake, rounding", 0, "rulings.rake_rounding", same("down"),
           "test_section_13_and_case_52_rounded_down_or_to_the_nearest_chip"),
    Option("short big blind", 0, "rulings.short_blind_price", same("full-blind"),
           "test_case_17_a_short_big_blind_costs_what_was_posted_where_the_ruling_says_so"),
    Option("a raise nobody can match", 0, "rulings.over_raise", same("accept-and-return"),
           "test_case_45_a_room_may_take_no_raise_beyond_what_others_can_call"),
    Option("open pair", 0, "rulings.fl_open_pair_double", same(False),
           "test_case_16_an_open_pair_on_fourth_street_allows_the_double_bet"),
    Option("antes in a pot-limit bet", 10, "rulings.pl_antes_count", same(True),
           "test_case_33_a_big_blind_ante_counts_or_not"),
    Option("short blinds in a pot-limit bet", 10, "rulings.pl_short_blinds", same("true-value"),
           "test_case_32_a_short_big_blind_counts_as_it_is_or_in_full"),
    Option("the small blind in a pot-limit bet", 10, "rulings.pl_small_blind", same("true-value"),
           "test_case_35_where_the_small_blind_counts_as_a_big_one"),
    Option("A-2-3-4 in Sökö", 0, "rulings.soko_low_straight", same(True),
           "test_section_11_2_ace_to_four_is_a_straight_of_four_unless_a_house_says_otherwise"),
    Option("absent and all-in", 0, "rulings.absent_all_in", same("plays-on"),
           "test_case_58_or_is_folded_at_his_turn_where_the_ruling_says_so"),
    Option("naturals of Chinese Poker", 0, "rulings.rows_naturals", same(False),
           "test_without_the_ruling_a_natural_is_scored_by_its_rows"),
    Option("royalties of Chinese Poker", 0, "rulings.rows_royalties", same(False),
           "test_royalties_are_paid_beside_the_points_and_only_in_proper_sets"),
    Option("surrender in Chinese Poker", 0, "rulings.rows_surrender", same(0),
           "test_surrender_is_offered_only_where_the_house_has_a_price_for_it"),
    Option("new players", 0, "table.new_player", same("post-or-wait"), "test_s5_7_which_ways_in_there_are"),
    Option("both blinds missed", 0, "table.missed_both", same("post-or-wait"), "test_s5_7_which_ways_in_there_are"),
    Option("the small blind missed", 0, "table.missed_small", same("live"), "test_s16_the_price_follows_the_rule_set"),
    Option("coming in by a straddle", 0, "table.straddle_entry", same(True), "test_s5_7_which_ways_in_there_are"),
    Option("beside the button", 0, "table.beside_button", same("enters"),
           "test_s5_7_a_rule_set_may_let_him_wait_until_the_button_has_passed"),
    Option("one night, one stack", 0, "table.one_stack", (False, True, False), "test_s7_3_one_night_one_stack"),
    Option("a dead screen", 11, "table.lost_screen", same("check-else-fold"),
           "test_s9_where_the_rulings_hold_for_dead_screens_too_he_is_folded"),
    Option("time-outs in a row", 0, "table.time_outs", same(1),
           "test_s9_a_player_sits_out_after_as_many_time_outs_as_the_rules_say"),
    Option("a misdeal, until when", 0, "table.misdeal_until", ("substantial-action", "substantial-action", "first-act"),
           "test_s3_3_by_the_hungarian_rules_it_is_one_until_betting_starts"),
    Option("longer breaks", 0, "table.breaks", same(1), "test_s9_a_house_may_grant_more_longer_breaks_or_none"),
)  # fmt: skip

SETTLED = {
    7: "test_amb_7_in_the_hungarian_draw_they_break_every_tie",
    9: "test_amb_9_omaha_begins_left_of_the_big_blind_like_holdem",
    13: "test_amb_13_the_jackpots_euro_is_95_and_5_cents_from_the_second_round_on",
    14: "test_amb_14_a_house_may_have_a_table_of_its_own",
    15: "test_amb_15_amounts_are_in_the_currency_of_the_profile",
    16: "test_amb_16_or_ten_for_fifteen_minutes",
    19: "test_amb_19_nobody_can_have_a_wrong_number_of_cards",
    21: "test_amb_21_large_bets_begin_on_the_third_round_which_is_the_turn",
    24: "test_amb_24_all_pass_and_the_second_round_opens_left_of_the_button",
    25: "test_amb_25_five_card_omaha_seats_nine_and_eight_where_cards_are_burnt",
    26: "test_amb_26_three_of_a_kind_has_two_kickers",
    27: "test_amb_27_the_winner_may_use_one_card_or_none",
    28: "test_j2_5_what_another_table_was_paid_first_is_no_longer_there",
    29: "test_amb_29_a_hand_that_was_not_shown_counts_only_where_the_house_says_so",
    32: "test_amb_32_the_pot_is_shown_unless_the_house_tells_its_size_in_pot_limit_alone",
    58: "test_a_closed_street_leaves_equal_bets_or_all_ins",
    61: "test_amb_61_the_first_in_soko_may_pass",
}
"""Ambiguities with one answer in all rule sets, which is a row of the catalogue, a field of the profile (14-16, 32), or
what a machine that deals makes impossible (19, 58)."""

BEYOND = {17, 20, 22, 30, 31, 62, 63}
"""Those of tournaments (17, 20, 22, 30, 31) and of house games (62, 63)."""


def value_of(rule_set: RuleSet, field: str) -> Any:
    part, name = field.split(".")
    return getattr(getattr(rule_set, part), name)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_section_16_every_option_has_its_value_in_every_rule_set(option):
    rows = {row.id: row for row in rule_sets()}
    assert tuple(value_of(rows[name], option.field) for name in RULE_SETS) == option.values


def test_section_16_every_ambiguity_is_an_option_or_settled_for_all():
    numbers = {option.amb for option in OPTIONS if option.amb} | set(SETTLED) | BEYOND
    assert numbers == {*range(1, 33), 58, *range(59, 64)}


def test_section_16_every_ruling_and_every_table_rule_is_an_option_with_a_test():
    fields = {f"rulings.{field.name}" for field in msgspec.structs.fields(Rulings)}
    fields |= {f"table.{field.name}" for field in msgspec.structs.fields(TableRules)}
    assert {option.field for option in OPTIONS} == fields


def test_the_test_of_every_option_is_there():
    there = {
        name for path in TESTS.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
    }
    assert {option.test for option in OPTIONS} | set(SETTLED.values()) <= there


def test_what_the_rule_sets_differ_in_is_named_here():
    rows = rule_sets()
    fields = [f"rulings.{field.name}" for field in msgspec.structs.fields(Rulings)]
    fields += [f"table.{field.name}" for field in msgspec.structs.fields(TableRules)]
    differ = {field for field in fields if len({value_of(row, field) for row in rows}) > 1}
    assert differ == {option.field for option in OPTIONS if len(set(option.values)) > 1}


def test_section_16_flush_over_full_house_and_suits_are_of_a_game_and_not_of_a_rule_set():
    of = {game.shares[0].ranking: {row.id for row in catalogue() if row.shares == game.shares} for game in catalogue()}
    assert of["hungarian-draw"] == {"hungarian-draw-pl"}
    assert of["hungarian-holdem"] == {"holdem32-nl", "holdem32-pl", "holdem32-fl"}
