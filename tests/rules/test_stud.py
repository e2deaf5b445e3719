"""Stud games: antes, up cards, who opens, the shared card, Sökö and razz (poker.md §12.5-12.7)."""

import pytest

from controller.hand import start
from controller.vocab import hand_records as hr

STUD = {"game": "stud-fl", "ante": 10, "bets": (100, 200), "bring_in": 30}


def test_section_12_5_two_down_and_one_up(deal):
    hand = deal(1000, 1000, **STUD)
    assert [len(one.cards) for one in hand.of(hr.HoleCardsDealt)] == [2, 2]
    assert [len(one.cards) for one in hand.of(hr.UpCardsDealt)] == [1, 1]
    assert [one.count for one in hand.of(hr.HoleCardsCounted)] == [3, 3]


def test_section_12_5_the_lowest_up_card_brings_in_or_completes(deal):
    hand = deal(1000, 1000, 1000, **STUD, holes=["KsKh9c", "QsQh3c", "JsJhQc"])
    assert (hand.offer.seat, hand.offer.kind, hand.offer.call, hand.offer.min_to) == (2, "bring-in", 30, 100)
    hand.acts("2 raises 100")
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (3, 100, 200)


def test_section_12_5_later_rounds_are_opened_by_the_best_hand_showing(deal):
    hand = deal(1000, 1000, 1000, **STUD, holes=["KsKh9c", "QsQh3c", "JsJhQc"], board="9d3dKd")
    hand.acts("2 brings-in, 3 calls, 1 calls")
    assert hand.offer.seat == 1


def test_case_39_door_cards_of_one_rank_are_told_apart_by_suit(deal):
    hand = deal(1000, 1000, 1000, **STUD, holes=["KsKh2h", "QsQh2c", "JsJh2s"])
    assert hand.offer.seat == 2


def test_case_39_in_razz_the_highest_card_brings_in_and_the_ace_is_low(deal):
    razz = {**STUD, "game": "razz-fl"}
    assert deal(1000, 1000, 1000, **razz, holes=["2s3hKh", "QsQhKs", "JsJhAs"]).offer.seat == 2


@pytest.mark.parametrize(("ties", "opener"), [("suit", 2), ("position", 1)])
def test_case_39_tied_hands_showing_open_by_suit_or_position(deal, rule_set_with, ties, opener):
    rules = rule_set_with(showing_ties=ties)
    hand = deal(1000, 1000, **STUD, rule_set=rules, holes=["2s3hKh", "QsQhKs"], board="9h9d")
    assert hand.acts("1 brings-in, 2 calls").offer.seat == opener


def test_case_37_the_lowest_card_all_in_for_the_ante_is_passed_over(deal):
    hand = deal(1000, 10, 1000, **STUD, holes=["KsKh9c", "QsQh3c", "JsJhQc"])
    assert (hand.offer.seat, hand.offer.kind) == (3, "bring-in")


def test_case_38_a_short_bring_in_does_not_lower_the_price(deal):
    hand = deal(
        1000, 18, 1000, game="stud-fl", ante=10, bets=(50, 100), bring_in=15, holes=["KsKh9c", "QsQh3c", "JsJhQc"]
    )
    hand.acts("2 brings-in")
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (3, 15, 50)


def test_case_40_the_best_hand_showing_is_all_in(deal):
    hand = deal(1000, 1000, 40, **STUD, holes=["KsKh9c", "QsQh3c", "JsJhAc"], board="4d5d")
    hand.acts("2 brings-in, 3 calls, 1 calls")
    assert hand.offer.seat == 1


def everybody_stays(hand):
    while not hand.hand.over:
        kind = "brings-in" if hand.offer.kind == "bring-in" else "calls" if hand.offer.call else "checks"
        hand.acts(f"{hand.offer.seat} {kind}")
    return hand


def test_case_41_eight_players_with_burns_share_the_seventh_card(deal, rule_set_with):
    hand = everybody_stays(deal(*[1000] * 8, **STUD, rule_set=rule_set_with(burn_cards=True)))
    assert [(one.street, len(one.cards)) for one in hand.of(hr.BoardDealt)] == [(4, 1)]
    assert [len(one.cards) for one in hand.of(hr.DeckRecycled)] == [3]
    assert {len(player.cards) for player in hand.hand.players.values()} == {6}


def test_case_41_with_burns_a_card_is_kept_for_everyone_on_the_last_street(deal, rule_set_with):
    hand = deal(*[1000] * 10, **STUD, rule_set=rule_set_with(burn_cards=True))
    while not hand.hand.over:
        offer, last = hand.offer, hand.hand.street == 2
        stays = "brings-in" if offer.kind == "bring-in" else "calls" if offer.call else "checks"
        leaves = last and offer.call and hand.hand.live.bit_count() > 2
        opens = last and not offer.call and offer.max_to
        hand.acts(f"{offer.seat} " + ("folds" if leaves else f"raises {offer.min_to}" if opens else stays))
    cards = [card for seat in hand.hand.live_seats() for card in hand.hand.players[seat].cards]
    assert len({*cards, *hand.hand.board}) == len(cards) + len(hand.hand.board)
    assert [(one.street, len(one.cards)) for one in hand.of(hr.BoardDealt)] == [(3, 1), (4, 1)]


def test_case_41_seven_players_with_burns_are_dealt_normally(deal, rule_set_with):
    hand = everybody_stays(deal(*[1000] * 7, **STUD, rule_set=rule_set_with(burn_cards=True)))
    assert hand.of(hr.BoardDealt) == []
    assert {len(player.cards) for player in hand.hand.players.values()} == {7}


def test_section_3_5_ten_players_share_a_card_on_each_of_the_last_two_streets(deal):
    hand = everybody_stays(deal(*[1000] * 10, **STUD))
    assert [(one.street, len(one.cards)) for one in hand.of(hr.BoardDealt)] == [(3, 1), (4, 1)]
    assert hand.hand.dealt == 52


def test_without_burns_a_card_is_kept_for_everyone_on_the_last_street(deal):
    hand = deal(*[1000] * 10, **STUD)
    while not hand.hand.over:
        offer = hand.offer
        stays = "brings-in" if offer.kind == "bring-in" else "calls" if offer.call else "checks"
        opens = hand.hand.street == 1 and not offer.call and offer.max_to
        leaves = hand.hand.street == 1 and offer.call and hand.hand.live.bit_count() > 6
        hand.acts(f"{offer.seat} " + (f"raises {offer.min_to}" if opens else "folds" if leaves else stays))
    assert [one.street for one in hand.of(hr.BoardDealt)] == [3, 4]
    assert {len(hand.hand.players[seat].cards) for seat in hand.hand.live_seats()} == {5}


@pytest.mark.parametrize(("ruling", "opener"), [("by-game", 3), ("lowest-brings-in", 2)])
def test_amb_23_and_61_the_first_to_act_in_soko_may_pass(deal, rule_set_with, ruling, opener):
    rules = rule_set_with(stud_opening=ruling)
    hand = deal(1000, 1000, 1000, game="soko-pl", ante=10, rule_set=rules, holes=["Ks9c", "Qs3c", "JsQc"])
    assert (hand.offer.seat, hand.offer.call) == (opener, 0)
    hand.acts(f"{opener} checks")


def test_section_12_7_four_rounds_and_the_ranking_of_soko(deal):
    hand = deal(1000, 1000, game="soko-pl", ante=10, holes=["9s8d", "AsAd"], board="7cKc6hQh2s9d")
    while not hand.hand.over:
        hand.acts(f"{hand.offer.seat} checks")
    assert len(hand.of(hr.StreetClosed)) == 4
    assert [(one.seat, one.amount) for one in hand.of(hr.PotAwarded)] == [(1, 20)]
    assert "four-straight" in [one.name.category for one in hand.of(hr.HandShown)]


def test_section_12_7_up_cards_of_soko_show_a_flush_of_four(deal):
    hand = deal(1000, 1000, game="soko-pl", ante=10, holes=["9s8d", "AsAd"], board="7dAcKd3h2d5h")
    for _ in range(3):
        hand.acts(f"{hand.offer.seat} checks").acts(f"{hand.offer.seat} checks")
    assert hand.offer.seat == 1


@pytest.mark.parametrize(("ruling", "first"), [("own-cards", 1), ("played-cards", 2)])
def test_case_49_a_stud_odd_chip_goes_by_the_highest_card(deal, rule_set_with, ruling, first):
    rules = rule_set_with(stud_odd_chip=ruling)
    hand = deal(
        1000, 1000, 1000, game="stud-fl", ante=11, bets=(100, 200), bring_in=30, rule_set=rules,
        holes=["2hAs3c", "2dKh4c", "2s7h6d"],
        board="4h3h" + "5c5d" + "6c6h" + "TdTs",
    )  # fmt: skip
    hand.acts("1 brings-in, 2 calls, 3 folds")
    while not hand.hand.over:
        hand.acts(f"{hand.offer.seat} checks")
    odd = [one.seat for one in hand.of(hr.PotAwarded) if one.odd]
    assert odd == [first]


def test_section_10_1_the_strongest_board_shows_first_where_nobody_bet(deal):
    hand = deal(1000, 1000, game="soko-pl", ante=10, holes=["9s8d", "AsAd"], board="7cAc6hQh2s9d")
    while not hand.hand.over:
        hand.acts(f"{hand.offer.seat} checks")
    assert hand.of(hr.HandShown)[0].seat == 2


@pytest.mark.parametrize(("game", "first"), [("stud-fl", 1), ("razz-fl", 2)])
def test_case_59_the_high_board_shows_first_in_stud_and_the_low_one_in_razz(deal, game, first):
    hand = deal(
        1000, 1000, **{**STUD, "game": game}, holes=["KsKhAc", "2s3h4c"], board="AdKd" + "9h6d" + "9c7h" + "TdTs"
    )
    hand.acts(f"{hand.offer.seat} brings-in").acts(f"{hand.offer.seat} calls")
    while not hand.hand.over:
        hand.acts(f"{hand.offer.seat} checks")
    shown = [one.seat for one in hand.events if isinstance(one, hr.HandShown | hr.HandMucked)]
    assert shown[0] == first


def test_a_deck_is_shuffled_under_in_an_order_that_follows_from_the_deck(deal, rule_set_with):
    hand = everybody_stays(deal(*[1000] * 8, **STUD, rule_set=rule_set_with(burn_cards=True)))
    again, _ = start(hand.hand.started, hand.deck)
    assert again.deck == hand.deck
    assert set(hand.of(hr.DeckRecycled)[0].cards) <= set(hand.deck)
