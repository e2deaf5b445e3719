"""Single hands against each other as the rules print them, and what each hand is called."""

import pytest

from evaluator_ext import parse_cards, print_cards
from evaluator_ext.rankings import (
    RANKINGS,
    HungarianDrawOptions,
    HungarianHoldemOptions,
    RankingId,
    ShortDeckOptions,
    SokoOptions,
    ThreeCardOptions,
    UpCardOptions,
    best_showing,
    lowest_showing,
    mis_set,
)

NO_LOW_STRAIGHT = HungarianDrawOptions(low_straight=False)

BETTER = [
    # poker.md §17
    ("soko", None, "9s 8d 7c 6h 2s", "As Ad Kc Qh 9d"),
    ("soko", None, "Ks 9s 5s 2s 3d", "Jd Qs Kh Ac 2d"),
    ("soko", None, "3s 3d 2c 2h 4s", "Ah Kh Qh 9h 2c"),
    # poker.md §11.2
    ("soko", None, "5s 6d 7c 8h 8d", "As Ad Kc Qh 9d"),
    ("soko", None, "As 2d 3c 4h 9s", "As Ad Kc Qh 9d"),
    ("soko", SokoOptions(low_four_straight=False), "2s 2d 3c 4h 9s", "As 2d 3c 4h 9s"),
    ("soko", None, "5s 2d 3c 4h 7s", "As 2d 3c 4h Ks"),
    ("soko", None, "Js Qd Kc Ah 2s", "Ts Jd Qc Kh 8s"),
    ("soko", None, "9s 8d 7c 6h Ks", "9d 8s 7h 6c Qs"),
    ("soko", None, "Ks 9s 5s 3s 2d", "Kh 9h 5h 2h Ad"),
    ("soko", None, "Ks 9s 5s 2s Ad", "Kh 9h 5h 2h Qd"),
    ("soko", None, "9s 8s 7s 6s 5d", "Ah Kh Qh Jh 2c"),
    ("soko", None, "5s 6s 7s 8s 8d", "9d 8h 7c 6h Ks"),
    # poker.md §11.3
    ("eight-low", None, "7s 6d 5c 3h 2s", "8s 4d 3c 2h As"),
    ("eight-low", None, "As 2s 3s 4s 5s", "As 2d 3c 4h 6s"),
    ("ace-to-five", None, "As 2s 3s 4s 5s", "As 2d 3c 4h 6s"),
    ("ace-to-five", None, "Ks Qd Jc Th 9s", "As Ad 2c 3h 4s"),
    ("ace-to-five", None, "As Ad 5c 4h 3s", "2s 2d 5c 4h 3s"),
    ("deuce-to-seven", None, "7s 5d 4c 3h 2s", "7s 6d 4c 3h 2s"),
    ("deuce-to-seven", None, "Ks Qd Jc 9h 2s", "As 2d 3c 4h 5s"),
    ("deuce-to-seven", None, "As 2d 3c 4h 5s", "As 2d 3c 4h 6s"),
    ("deuce-to-seven", None, "As 2d 3c 4h 5s", "2s 2d 3c 4h 5s"),
    ("deuce-to-seven", None, "2s 2d 3c 4h 5s", "2s 3d 4c 5h 6s"),
    ("badugi", None, "Ks Qd Jc Th", "As 2d 3c 4c"),
    ("badugi", None, "As 2d 3c 4h", "As 2d 3c 5h"),
    ("badugi", None, "2s 3d 4c 4h", "3s 4d 5c 5h"),
    ("badugi", None, "As 2d 2c 2h", "As Ad Ac Ah"),
    # poker.md §11.4
    ("hungarian-holdem", None, "As Ts 9s 8s 7s", "Ks Kd Kc Ah Ad"),
    ("hungarian-holdem", None, "As 7d 8c 9h Td", "As Ad Ac Kh Qd"),
    ("hungarian-holdem", None, "Js 7d 8c 9h Td", "As 7d 8c 9h Td"),
    ("hungarian-holdem", HungarianHoldemOptions(low_straight=False), "7s 7d 8c 9h Td", "As 7d 8c 9h Td"),
    # poker.md §11.5
    ("hungarian-draw", None, "Kc Qc Jc Tc 9c", "As Ad Ac Ah Ks"),
    ("hungarian-draw", None, "Ks Qs Js Ts 9s", "Kh Qh Jh Th 9h"),
    ("hungarian-draw", None, "7s 7d 7c 7h 8s", "As Ks Qs Js 9s"),
    ("hungarian-draw", None, "Ts 9s 8s 7s Qs", "Ah Kh Qh Jh 9h"),
    ("hungarian-draw", None, "Jc 9c 8c 7c Kc", "As Ad Ac Kh Kd"),
    ("hungarian-draw", HungarianDrawOptions(full_house_below="quads"), "As Ad Ac Kh Kd", "Js 9s 8s 7s Ks"),
    ("hungarian-draw", None, "7s 7d 7c 8h 8d", "As Kd Qc Jh Ts"),
    ("hungarian-draw", None, "Jd Tc 9s 8s 7s", "As Td 9c 8h 7d"),
    ("hungarian-draw", None, "Js Tc 9c 8h 7d", "Jd Tc 9s 8s 7s"),
    ("hungarian-draw", None, "As Td 9c 8h 7d", "As Ad Ac Kh Qd"),
    ("hungarian-draw", NO_LOW_STRAIGHT, "7s 7d 9c 8h Td", "As Td 9c 8h 7d"),
    ("hungarian-draw", None, "Ks Kd 8c 8h 7d", "Kc Kh 8s 8d As"),
    ("hungarian-draw", None, "Ks Kd 9c 9h 7d", "Kc Kh 8s 8d As"),
    ("hungarian-draw", None, "8s 8c 9d Jh 7d", "8d 8h As Ks Qs"),
    ("hungarian-draw", None, "As Kd Qc Jh 9d", "Ah Ks Qs Js 9s"),
    ("short-deck", None, "As Ts 9s 8s 7s", "Ks Kd Kc Ah Ad"),
    ("short-deck", None, "As 6d 7c 8h 9d", "As Ad Ac Kh Qd"),
    ("short-deck", ShortDeckOptions(trips_beat_straight=True), "6s 6d 6c Kh Qd", "As Kd Qc Jh Td"),
    # banked.md §4
    ("three-cards", None, "2s 2d 3c", "As Kd Jc"),
    ("three-cards", None, "2s 3s 5s", "As Ad Kc"),
    ("three-cards", None, "As 2d 3c", "As Ks Js"),
    ("three-cards", None, "2s 2d 2c", "As Kd Qc"),
    ("three-cards", None, "As 2s 3s", "As Ad Ac"),
    ("three-cards", None, "2s 3d 4c", "As 2d 3c"),
    ("three-cards", ThreeCardOptions(low_straight="second"), "As 2d 3c", "Ks Qd Jc"),
    ("three-cards", ThreeCardOptions(low_straight="second"), "As Kd Qc", "As 2d 3c"),
    ("three-cards", ThreeCardOptions(low_straight="none"), "2s 2d 3c", "As 2d 3c"),
    ("three-cards", None, "Ks Kd 3c", "Ks Kd 2c"),
    ("up-cards", None, "As", "Ks"),
    ("up-cards", None, "2s 2d", "As Kd"),
    ("up-cards", None, "As Ks Qd 9s", "As Ks Js Ts"),
    ("up-cards", None, "2s 2d 3c 4h", "As Ks Qs Js"),
    ("up-cards", UpCardOptions(soko=True), "2s 3d 4c 5h", "As Ad Kc Qh"),
    ("up-cards", UpCardOptions(soko=True), "2s 3s 4s 7s", "As Kd Qc Jh"),
    ("up-cards", UpCardOptions(soko=True), "2s 2d 3c 3h", "As Ks Qs Js"),
    ("up-cards", UpCardOptions(soko=True, low_four_straight=False), "2s 2d 3c 4h", "As 2d 3c 4h"),
    ("chinese-rows", None, "Ks Kd 3c 4h 5d", "Kh Kc 3s"),
    ("chinese-rows", None, "Kh Kc 6s", "Ks Kd 3c 4h 5d"),
    ("chinese-rows", None, "As Kd Qc 3h 2d", "Ah Ks Qs"),
    ("chinese-rows", None, "2s 2d 2c", "As Ad Kc Kh Qd"),
]  # fmt: skip

EQUAL = [
    ("soko", None, "9s 8d 7c 6h Ks", "9d 8s 7h 6c Kd"),
    ("soko", None, "Ks 9s 5s 2s 3d", "Kh 9h 5h 2h 3c"),
    ("three-cards", None, "As Kd Qc", "Ah Ks Qd"),
    ("hungarian-holdem", None, "As Kd Qc Jh 9d", "Ah Ks Qs Js 9c"),
    ("badugi", None, "As 2d 3c 3h", "As 2d 3c Kc"),
]


@pytest.mark.parametrize(("ranking", "options", "better", "worse"), BETTER)
def test_one_hand_beats_another(ranking: RankingId, options: object, better: str, worse: str) -> None:
    row = RANKINGS[ranking]
    assert row.rank(parse_cards(better), options) > row.rank(parse_cards(worse), options)


@pytest.mark.parametrize(("ranking", "options", "one", "other"), EQUAL)
def test_hands_of_equal_ranks_tie(ranking: RankingId, options: object, one: str, other: str) -> None:
    row = RANKINGS[ranking]
    assert row.rank(parse_cards(one), options) == row.rank(parse_cards(other), options)


@pytest.mark.parametrize(
    ("ranking", "cards", "kind", "ranks", "plays"),
    [
        ("soko", "As 2d 3c 4h 9s", "four-straight", (2, 7), "4h 3c 2d As 9s"),
        ("soko", "5s 6d 7c 8h 8d", "four-straight", (6, 6), "8h 7c 6d 5s 8d"),
        ("soko", "3d Ks 9s 5s 2s", "four-flush", (11, 7, 3, 0, 1), "Ks 9s 5s 2s 3d"),
        ("soko", "As 2d 3c 4h 5s", "straight", (3,), "5s 4h 3c 2d As"),
        ("hungarian-holdem", "As 7d 8c 9h Td Ad Kc", "straight", (8,), "Td 9h 8c 7d As"),
        ("hungarian-draw", "7d As 8c 8h Ad", "two-pair", (12, 6), "As Ad 8h 8c 7d"),
        ("hungarian-draw", "9s As 8s Qs Js", "flush", (), "As Qs Js 9s 8s"),
        ("short-deck", "9s As 8d 7c 6h Kd Kc", "straight", (7,), "9s 8d 7c 6h As"),
        ("ace-to-five", "As Kd 8c 6h 4d 3s Kh", "high-card", (6, 4, 2, 1, 12), "8c 6h 4d 3s As"),
        ("deuce-to-seven", "7s 5d 4c 3h 2s", "high-card", (5, 3, 2, 1, 0), "7s 5d 4c 3h 2s"),
        ("eight-low", "As Kd Kc 8h 4d 3s 2h", "high-card", (6, 2, 1, 0, 12), "8h 4d 3s 2h As"),
        ("eight-low", "As Kd Kc 9h 4d 3s 2h", "nothing", (), ""),
        ("badugi", "As 2d 2c 4c", "three-cards", (2, 0, 12), "4c 2d As"),
        ("badugi", "As Ad Ac Ah", "one-card", (12,), "As"),
        ("three-cards", "2d As 3c", "straight", (1,), "3c 2d As"),
        ("up-cards", "3d As 3c", "pair", (1, 12), "3d 3c As"),
        ("chinese-rows", "3d As 3c", "pair", (1, 12), "3d 3c As"),
    ],
)
def test_hand_is_named_and_shown_made_part_first(
    ranking: RankingId, cards: str, kind: str, ranks: tuple[int, ...], plays: str
) -> None:
    row = RANKINGS[ranking]
    assert row.name(parse_cards(cards)) == (kind, ranks)
    assert print_cards(row.plays(parse_cards(cards))) == plays


@pytest.mark.parametrize(
    ("shown", "best", "lowest"),
    [
        (["7s", "Kd", "2c"], 1, 2),
        (["Kd", "Ks", "Kh"], 1, 0),
        (["2d", "2s", "2c"], 1, 2),
        (["As Kd", "3s 3d", "Ac Kh"], 1, 2),
        (["Ad 9s", "As 9d", "Ah 9c"], 1, 0),
        (["As Ks Qs Js", "2c 2d 3h 4h"], 1, 0),
    ],
)
def test_showing_hands_tie_by_the_suit_of_the_highest_card(shown: list[str], best: int, lowest: int) -> None:
    cards = [parse_cards(each) for each in shown]
    assert best_showing(cards) == best
    assert lowest_showing(cards) == lowest


def test_soko_opener_shows_a_flush_of_four_before_a_pair() -> None:
    shown = [parse_cards("2c 2d 3h 4h"), parse_cards("As Ks Qs Js")]
    assert best_showing(shown, UpCardOptions(soko=True)) == 1


def test_nobody_shows() -> None:
    with pytest.raises(ValueError, match="no open cards"):
        best_showing([])


@pytest.mark.parametrize(
    ("front", "middle", "back", "out_of_order"),
    [
        ("Ks Kd 2c", "Kh Kc 3s 4d 5c", "As Ad 3c 4h 5d", False),
        ("Ks Kd 6c", "Kh Kc 3s 4d 5c", "As Ad 3c 4h 5d", True),
        ("2s 3d 4c", "As Ad 3c 4h 5d", "Ks Kd 7c 8h 9d", True),
        ("2s 3d 4c", "As Kd Qc Jh 9d", "Ah Ks Qd Js 9c", False),
        ("2s 2d 2c", "3s 4d 5c 6h 7d", "8s 9s Ts Js 2h", True),
    ],
)
def test_rows_of_chinese_poker_rise_to_the_back(front: str, middle: str, back: str, out_of_order: bool) -> None:
    assert mis_set(parse_cards(front), parse_cards(middle), parse_cards(back)) == out_of_order


def test_chinese_rows_are_checked_together() -> None:
    five = parse_cards("As Ad 3c 4h 5d")
    with pytest.raises(ValueError, match="the front has 3 cards, not 5"):
        mis_set(five, five, five)
    with pytest.raises(ValueError, match=r"card 3 of the set, As \(51\), is there before as card 0"):
        mis_set(parse_cards("As Kd Kc"), five, parse_cards("6s 7d 8c 9h Td"))
