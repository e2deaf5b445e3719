"""Pots of several shares: high and low, two boards, and where odd chips go (poker.md §10.3, §12.4)."""

import pytest

from controller.hand.settle import Claim, SplitTerms, awards_of
from controller.vocab.hand_records import BoardDealt, HandMucked, HandShown, Pot, PotAwarded

TERMS = SplitTerms(unit=1, odd_chips="one-each")


def shared(amount, high, low):
    """What each seat gets of a pot when these ranks claim its halves."""
    seats = tuple(sorted({*high, *low}))
    won = dict.fromkeys(seats, 0)
    for award in awards_of([Pot(amount, seats)], [0], [Claim(high), Claim(low)], TERMS):
        won[award.seat] += award.amount
    return won


def test_case_47_high_alone_and_a_tied_low():
    assert shared(101, {1: 9, 2: 8}, {1: 5, 2: 5}) == {1: 76, 2: 25}


def test_case_47_the_odd_chip_goes_to_the_high_half_and_then_left_of_the_button():
    assert shared(103, {3: 9}, {1: 5, 2: 5, 3: 0}) == {1: 26, 2: 25, 3: 52}


def test_case_48_the_same_hands_both_ways_divide_the_whole_pot():
    assert shared(102, {1: 9, 2: 9}, {1: 5, 2: 5}) == {1: 51, 2: 51}


def test_case_50_no_low_and_the_high_share_takes_all():
    assert shared(101, {1: 9, 2: 9}, {1: 0, 2: 0}) == {1: 51, 2: 50}


def test_section_17_hi_lo_odd_unit():
    assert shared(101, {1: 9, 2: 8}, {1: 4, 2: 5}) == {1: 51, 2: 50}


def test_side_pots_are_divided_separately():
    pots = [Pot(101, (1, 2, 3)), Pot(51, (2, 3))]
    awards = awards_of(pots, [0, 0], [Claim({1: 9, 2: 8, 3: 7}), Claim({1: 0, 2: 5, 3: 5})], TERMS)
    assert [(one.pot, one.share, one.seat, one.amount) for one in awards] == [
        (0, 0, 1, 51), (0, 1, 2, 25), (0, 1, 3, 25), (1, 0, 2, 26), (1, 1, 2, 13), (1, 1, 3, 12)
    ]  # fmt: skip


def checked(deal, game, holes, board, **more):
    hand = deal(1000, 1000, game=game, holes=holes, board=board, **more)
    return hand.acts("2 calls, 1 checks" + ", 1 checks, 2 checks" * 3)


def won(hand):
    return [(one.share, one.seat, one.amount) for one in hand.of(PotAwarded)]


def test_section_12_3_exactly_two_hole_cards(deal):
    hand = checked(deal, "omaha-pl", ["As2c3d4d", "9h9d4c5d"], "QsJsTs8s7h")
    assert won(hand) == [(0, 2, 200)]
    assert [one.name.category for one in hand.of(HandShown)][-1] == "pair"


@pytest.mark.parametrize(
    ("game", "flush", "pair"),
    [
        ("omaha5-pl", "As2c3d4d5h", "9h9d4c5d6h"),
        ("omaha6-pl", "As2c3d4d5h2h", "9h9d4c5d6h3h"),
        ("courchevel-pl", "As2c3d4d5h", "9h9d4c5d6h"),
    ],
)
def test_section_12_9_of_five_and_six_hole_cards_exactly_two_play_too(deal, game, flush, pair):
    hand = checked(deal, game, [flush, pair], "QsJsTs8s7h")
    assert won(hand) == [(0, 2, 200)], "four spades on the board and one in the hand make no flush"


def test_section_12_6_stud_halves_go_to_different_cards_of_the_seven(deal):
    hand = deal(
        1000, 1000, game="stud8-fl", ante=10, bets=(20, 40), bring_in=5,
        holes=["KsKhKd", "As2c3d"], board="QcQd" + "Jc4c" + "9h5s" + "8c7d",
    ).acts("2 brings-in, 1 calls").to_the_end()  # fmt: skip
    assert sorted(won(hand)) == [(0, 2, 15), (1, 2, 15)], (
        "the wheel is a straight and the best low: he takes both halves"
    )
    hand = deal(
        1000, 1000, game="stud8-fl", ante=10, bets=(20, 40), bring_in=5,
        holes=["KsKhKd", "As2c3d"], board="QcQd" + "5h4c" + "9h9s" + "8c7d",
    ).acts("2 brings-in, 1 calls").to_the_end()  # fmt: skip
    assert sorted(won(hand)) == [(0, 1, 15), (1, 2, 15)], "three kings and a seven-four low"


def test_section_12_6_without_a_low_the_high_hand_takes_all_of_a_stud_pot(deal):
    hand = deal(
        1000, 1000, game="stud8-fl", ante=10, bets=(20, 40), bring_in=5,
        holes=["KsKhKd", "As2c9d"], board="QcQd" + "5hTc" + "9hJs" + "8c7d",
    ).acts("2 brings-in, 1 calls").to_the_end()  # fmt: skip
    assert won(hand) == [(0, 1, 30)]


def test_section_12_4_one_player_may_win_both_halves(deal):
    hand = checked(deal, "omaha8-pl", ["As2sKdKh", "QhQcJdTd"], "3s4s8sKcJh")
    assert sorted(won(hand)) == [(0, 1, 100), (1, 1, 100)]
    shown = hand.of(HandShown)[0]
    assert [made.name.category for made in shown.also] == ["low"]
    assert shown.also[0].name.ranks == (8, 4, 3, 2, 14)


def test_section_12_4_without_three_low_cards_on_the_board_there_is_no_low(deal):
    hand = checked(deal, "omaha8-pl", ["As2s4d5h", "KhQcJdTd"], "3s8sTsKcJh")
    assert won(hand) == [(0, 1, 200)]


@pytest.mark.parametrize(("most", "board_most", "halves"), [(8, 8, 2), (7, 7, 1), (8, 7, 2)])
def test_amb_2_the_qualifier_of_seven(deal, rule_set_with, most, board_most, halves):
    rules = rule_set_with(lo_max_rank=most, lo_board_max_rank=board_most)
    hand = checked(deal, "omaha8-pl", ["Ah8hQdJd", "KhKdTcTd"], "2s4c5dKcKs", rule_set=rules)
    assert len(won(hand)) == halves


def test_case_51_two_boards_halve_the_pot_and_the_odd_chip_goes_to_the_first(deal):
    board = "AhKhQh" + "2c3c4c" + "7d" + "7h" + "8d" + "8h"
    hand = deal(
        1000, 1000, 1000, game="double-flop-nl", small=1, big=2, forced=[(1, "small-blind", 1), (2, "big-blind", 2)],
        holes=["JhTh", "5c6c"], board=board,
    )  # fmt: skip
    hand.acts("3 calls, 1 folds, 2 checks" + ", 2 checks, 3 checks" * 3)
    assert [(one.which, len(one.cards)) for one in hand.of(BoardDealt)] == [
        (0, 3),
        (1, 3),
        (0, 1),
        (1, 1),
        (0, 1),
        (1, 1),
    ]
    assert {share: amount for share, _, amount in won(hand)} == {0: 3, 1: 2}


def test_double_flop_the_boards_are_never_mixed(deal):
    hand = checked(deal, "double-flop-nl", ["AhAd", "KhKd"], "AsKs2c" + "KcQc3d" + "7d" + "7h" + "8d" + "8h")
    assert sorted(won(hand)) == [(0, 1, 100), (1, 2, 100)]


def test_courchevel_opens_a_card_before_the_first_betting(deal):
    hand = deal(1000, 1000, 1000, game="courchevel-pl", board="8s2c9h6sJh")
    assert [len(one.cards) for one in hand.of(BoardDealt)] == [1]
    hand.acts("3 calls, 1 calls, 2 checks")
    assert [len(one.cards) for one in hand.of(BoardDealt)] == [1, 2]
    assert hand.hand.deck[hand.hand.dealt - 3] == hand.hand.board[0]


def test_who_can_only_win_a_low_shows_and_who_can_win_nothing_mucks(deal):
    hand = deal(1000, 1000, 1000, game="omaha8-pl", holes=["KsKd9c9d", "As2h9h9s", "QhQdJcJd"], board="3s4s8cKcTh")
    hand.acts("3 calls, 1 calls, 2 checks" + ", 1 checks, 2 checks, 3 checks" * 3)
    assert [one.seat for one in hand.of(HandShown)] == [1, 2]
    assert [one.seat for one in hand.of(HandMucked)] == [3]
    assert sorted(won(hand)) == [(0, 1, 150), (1, 2, 150)]


def test_short_deck_and_32_cards_rank_a_flush_above_a_full_house(deal):
    for game in ("short-deck-nl", "holdem32-nl"):
        hand = checked(deal, game, ["AsTs", "KhKd"], "KsJs8sJhTd")
        assert won(hand) == [(0, 1, 200)], game


def test_bomb_pot_everyone_antes_and_the_first_bet_is_on_the_flop(deal):
    hand = deal(1000, 1000, 1000, ante=50, bomb_pot=True, board="AhKhQh7d8d")
    assert (hand.offer.seat, hand.offer.pot, hand.offer.call) == (1, 150, 0)
    assert len(hand.hand.board) == 3
