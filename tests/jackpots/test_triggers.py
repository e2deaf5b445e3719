"""jackpots.md §2.1, §2.2, §2.5, §3: which hands make a jackpot."""

from itertools import pairwise

import pytest

from cashier.money import Money
from controller.games import Share, catalogue, find_rule_set, ranking_of
from controller.jackpots import CARRIERS, STUD_AWARDS, STUD_DROP, carrier_of, drops_for, find_bad_beat, find_month_hand
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.profile import GameId, RuleSetId
from evaluator_ext import parse_cards, rank
from tests.rules.conftest import Deal

TERMS = JackpotTerms(bad_beat=Money(95), month_hand=Money(5))
NAMES = {seat: f"Player {seat}" for seat in range(1, 11)}


def played(*holes, board="", players=6, game="holdem-nl", script="", **terms):
    """A hand that everybody calls down; seat 1 holds the first cards."""
    deal = Deal(*(10_000,) * players, holes=holes, board=board, game=game, **terms)
    if script:
        deal.acts(script)
    return deal.to_the_end().hand


def beat(*holes, **hand):
    return find_bad_beat(played(*holes, **hand), TERMS, NAMES)


def seats(triggers):
    return [one.seat for one in triggers]


ACES_FULL_OF_KINGS = ("AsKh", "Tc2d")
ROYAL = "AcAdKcQcJc"


def test_j2_2_aces_full_of_kings_beaten_is_category_1():
    found = beat(*ACES_FULL_OF_KINGS, board=ROYAL)
    assert found.category == 1
    assert (seats(found.losers), seats(found.winners)) == ([1], [2])
    assert set(found.losers[0].plays) == set(parse_cards("AcAdAsKcKh"))
    assert found.winners[0].name.category == "straight-flush"


def test_j2_2_aces_full_of_jacks_beaten_is_category_2():
    assert beat("AsJh", "Kc2d", board="AcAdJcQcTc").category == 2


def test_j2_2_aces_full_of_tens_is_nothing():
    assert beat("AsTh", "Kc2d", board="AcAdTcQcJc") is None


def test_j2_2_the_loser_must_use_both_hole_cards():
    assert beat("As2h", "KhKs", board="AcAdKcKdQc") is None, "aces full of kings with one card of his own"
    assert beat("AsKh", "8c7c", board="AcAdKc9cTc") is None, "an ace-high flush does not beat it"


def test_amb_27_the_winner_may_use_one_card_or_none():
    found = beat("AsKh", "Tc2d", board="AcAdKcQcJc")
    assert set(found.winners[0].plays) & set(parse_cards("Tc2d")) == set(parse_cards("Tc"))


def test_amb_27_equal_losing_hands_share():
    found = beat("AsKh", "AhKs", "Tc2d", board="AcAdKcQcJc")
    assert (seats(found.losers), seats(found.winners)) == ([1, 2], [3])


def test_j2_2_both_hole_cards_play_where_the_board_has_the_same_ranks():
    found = beat("AsKh", "JcTc", board="AcAdKcQcKd")
    assert found.category == 1, "aces full of kings can be made with his own king as well"


def test_j2_1_six_must_have_begun_the_hand():
    assert beat(*ACES_FULL_OF_KINGS, board=ROYAL, players=5) is None


def test_j1_who_was_not_at_his_seat_does_not_count():
    assert beat(*ACES_FULL_OF_KINGS, board=ROYAL, absent=(6,)) is None
    found = beat(*ACES_FULL_OF_KINGS, board=ROYAL, absent=(6,), players=7)
    assert [one.seat for one in found.sharers] == [1, 2, 3, 4, 5, 7]


def test_j2_1_who_folded_has_a_share():
    found = beat(*ACES_FULL_OF_KINGS, board=ROYAL, script="3 folds, 4 folds")
    assert [(one.seat, one.name) for one in found.sharers] == [(seat, f"Player {seat}") for seat in range(1, 7)]


def test_j2_1_a_hand_that_folds_to_one_player_makes_no_jackpot():
    deal = Deal(*(10_000,) * 6, holes=ACES_FULL_OF_KINGS, board=ROYAL)
    deal.acts("3 folds, 4 folds, 5 folds, 6 folds, 1 calls, 2 checks, 1 raises 200, 2 folds")
    assert find_bad_beat(deal.hand, TERMS, NAMES) is None


def test_j2_1_of_three_qualifying_hands_the_two_best_make_it():
    found = beat("6s6h2d3d", "7s7h2c3c", "9c8c4d4h", game="omaha-pl", board="6c7cTc6d7d")
    assert (seats(found.losers), seats(found.winners)) == ([2], [3]), "four sixes are the third"


def test_j2_3_several_losers_with_the_same_hand():
    found = beat("AsKh", "Tc2d", "AhKs", board=ROYAL)
    assert (seats(found.losers), seats(found.winners)) == ([1, 3], [2])


@pytest.mark.parametrize(
    ("game", "losing", "category"),
    [
        ("omaha5-pl", "AAAA2", 1),
        ("omaha5-pl", "KKKKA", 2),
        ("omaha5-pl", "99992", 2),
        ("omaha5-pl", "8888A", 0),
        ("courchevel-pl", "AAAA2", 1),
        ("courchevel8-pl", "99992", 2),
        ("omaha-pl", "JJJJ2", 1),
        ("omaha-pl", "TTTTA", 2),
        ("omaha8-pl", "22223", 2),
        ("omaha-pl", "AAAKK", 0),
        ("stud-fl", "44442", 1),
        ("stud-fl", "3333A", 2),
        ("stud8-fl", "AAA22", 2),
        ("stud-fl", "KKKAA", 0),
        ("soko-pl", "44422", 1),
        ("soko-pl", "333AA", 2),
    ],
)
def test_j2_2_the_line_of_each_game(game, losing, category):
    carrier = carrier_of(GameId(game))
    row = next(one for one in catalogue() if one.id == game)
    judge = ranking_of(Share(row.shares[0].ranking), find_rule_set(RuleSetId("helsinki")).rulings)
    suits = iter("shdc" * 2)
    strength = judge.rank(parse_cards("".join(letter + next(suits) for letter in losing)), ())
    first, second = judge.rank(carrier.first, ()), judge.rank(carrier.second, ())
    assert (1 if strength >= first else 2 if strength >= second else 0) == category


def test_j2_2_in_soko_a_flush_counts_from_a_king_on():
    judge = ranking_of(Share("soko"), find_rule_set(RuleSetId("helsinki")).rulings)
    least = judge.rank(carrier_of(GameId("soko-pl")).second, ())
    assert judge.rank(parse_cards("KhTh8h7h2h"), ()) >= least > judge.rank(parse_cards("QhJhTh9h7h"), ())


def test_j2_2_games_without_a_line_carry_no_jackpot():
    carried = {game.id.rpartition("-")[0] for game in catalogue() if carrier_of(game.id)}
    assert carried == {game for row in CARRIERS for game in row.games}
    assert not carried & {"pineapple", "draw5", "badugi", "razz", "holdem32", "omaha6", "stud5"}


@pytest.mark.parametrize(("players", "amounts"), [(5, []), (6, [95, 5]), (10, [95, 5])])
def test_j1_six_must_be_dealt_in_for_the_hand_to_pay(players, amounts):
    assert [drop.amount for drop in drops_for(TERMS, GameId("holdem-nl"), players)] == amounts


def test_j1_high_low_pays_like_its_normal_version_and_other_games_nothing():
    assert drops_for(TERMS, GameId("omaha8-pl"), 6) == drops_for(TERMS, GameId("omaha-pl"), 6)
    assert drops_for(TERMS, GameId("badugi-fl"), 6) == ()


def test_j1_a_table_that_pays_by_the_hour_still_feeds_the_hand_of_the_month():
    assert [drop.pool for drop in drops_for(TERMS, GameId("holdem-nl"), 6, by_the_hour=True)] == ["month-hand"]


def test_j2_5_the_showdown_or_the_last_card_of_an_all_in_hand_is_the_moment():
    assert beat(*ACES_FULL_OF_KINGS, board=ROYAL).moment == "showdown"
    every_chip = "3 folds, 4 folds, 5 folds, 6 folds, 1 raises 10000, 2 calls"
    assert beat(*ACES_FULL_OF_KINGS, board=ROYAL, script=every_chip).moment == "last-card"


def test_j3_the_best_shown_hand_is_the_candidate():
    found = find_month_hand(played(*ACES_FULL_OF_KINGS, board=ROYAL), TERMS, NAMES)
    assert (found.category, found.hand.seat, found.player) == ("other", 2, "Player 2")
    assert found.strength == rank(parse_cards("AcKcQcJcTc"))


def test_j3_in_holdem_at_least_one_own_card_plays():
    found = find_month_hand(played("9c2d", "3d3h", board="AcKcQcJcTc"), TERMS, NAMES)
    assert found.hand.seat == 1
    assert set(found.hand.plays) == set(parse_cards("KcQcJcTc9c")), "the royal flush lies on the board"


def test_j3_five_players_make_no_hand_of_the_month():
    assert find_month_hand(played(*ACES_FULL_OF_KINGS, board=ROYAL, players=5), TERMS, NAMES) is None


def test_amb_29_a_hand_that_was_not_shown_counts_only_where_the_house_says_so():
    deal = Deal(*(10_000,) * 6, holes=("Tc2d", "3d3h"), board="AcKcQcJc2h")
    deal.acts("3 folds, 4 folds, 5 folds, 6 folds, 1 calls, 2 checks, 1 checks, 2 checks, 1 checks, 2 checks")
    deal.acts("1 raises 200, 2 folds")
    assert find_month_hand(deal.hand, TERMS, NAMES) is None
    unseen = JackpotTerms(bad_beat=Money(95), month_hand=Money(5), hotm_requires_showdown=False)
    assert find_month_hand(deal.hand, unseen, NAMES).hand.seat == 1


def test_j4_the_split_of_a_side_bet_is_whole_and_the_steps_go_down():
    assert STUD_DROP.to_pool + STUD_DROP.to_next + STUD_DROP.to_house == 1000
    strengths = [rank(row.weakest) for row in STUD_AWARDS]
    assert all(better > worse for better, worse in pairwise(strengths))
    assert [row.permille for row in STUD_AWARDS] == [1000, 100, 0, 0, 0]
