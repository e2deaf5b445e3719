"""Cards thrown away and exchanged: pineapple games and draws (poker.md §12.8, §12.9)."""

import pytest

from cashier.refusal import Code
from controller.games import catalogue, unconfirmed
from controller.hand import absent_act
from controller.vocab import hand_records as hr
from evaluator_ext import print_card


def asked(hand):
    return (hand.offer.seat, hand.offer.kind, hand.offer.least, hand.offer.most)


def test_pineapple_one_of_three_goes_after_the_first_round_and_before_the_flop(deal):
    hand = deal(1000, 1000, 1000, game="pineapple-nl", holes=["AsAd2c"]).acts("3 calls, 1 calls, 2 checks")
    assert asked(hand) == (1, "discard", 1, 1)
    assert hand.hand.board == ()
    hand.acts("1 discards 2c")
    assert [len(player.cards) for player in hand.hand.players.values()] == [2, 3, 3]
    assert hand.of(hr.HoleCardsCounted)[-1] == hr.HoleCardsCounted(seat=1, count=2)


def test_crazy_pineapple_one_goes_after_the_flop_round_and_before_the_turn(deal):
    hand = deal(1000, 1000, game="crazy-pineapple-nl").acts("2 calls, 1 checks, 1 checks, 2 checks")
    assert asked(hand) == (1, "discard", 1, 1)
    assert len(hand.hand.board) == 3


def test_irish_two_of_four_go_after_the_flop_round(deal):
    hand = deal(1000, 1000, game="irish-nl").acts("2 calls, 1 checks, 1 checks, 2 checks")
    assert asked(hand) == (1, "discard", 2, 2)
    assert hand.refused("discards", "2c") is Code.CARDS_UNUSABLE


def test_a_discard_is_of_own_cards_each_once(deal):
    hand = deal(1000, 1000, game="irish-nl", holes=["AsAd2c3c", "KsKdQsQd"]).acts(
        "2 calls, 1 checks, 1 checks, 2 checks"
    )
    assert hand.refused("discards", "AsAs") is Code.CARDS_UNUSABLE
    assert hand.refused("discards", "AsKs") is Code.CARDS_UNUSABLE
    assert hand.refused("folds") is Code.NOT_OFFERED


def test_what_was_thrown_away_is_for_its_seat_alone(deal):
    hand = deal(1000, 1000, game="pineapple-nl", holes=["AsAd2c"]).acts("2 calls, 1 checks, 1 discards 2c")
    assert hr.CardsDiscarded.audience == "seat"
    acted = hand.of(hr.Acted)[-1]
    assert (acted.kind, acted.discarded, acted.added) == ("discard", 1, 0)


def test_helsinki_holdem_is_in_no_list_and_goes_as_an_operator_says(deal):
    assert not any(game.id.startswith("aviation") for game in catalogue())
    hand = deal(1000, 1000, game="aviation-4-1-1-nl", holes=["AsAdAc2c", "KsKdKc3c"])
    assert asked(hand) == (1, "discard", 1, 1)
    hand.acts("1 discards 2c, 2 discards 3c, 2 calls, 1 checks")
    assert asked(hand) == (1, "discard", 1, 1)
    assert len(hand.hand.board) == 3
    hand.acts("1 discards Ac, 2 discards Kc, 1 checks, 2 checks")
    assert len(hand.hand.board) == 4


@pytest.mark.parametrize("game", unconfirmed(), ids=lambda game: game.id)
def test_helsinki_holdem_by_any_numbers_leaves_two_cards(deal, game):
    hand = deal(1000, 1000, 1000, game=game.id)
    while hand.hand.decision is not None:
        offer = hand.offer
        held = "".join(print_card(card) for card in hand.hand.players[offer.seat].cards[: offer.least])
        verb = f"discards {held}" if offer.kind == "discard" else "calls" if offer.call else "checks"
        hand.acts(f"{offer.seat} {verb}")
    assert {len(player.cards) for player in hand.hand.around} == {2}


def test_five_card_draw_is_bet_exchanged_and_bet_again(deal):
    hand = deal(1000, 1000, 1000, game="draw5-pl", holes=["AsAdAc2c3d"], board="AhKh").acts(
        "3 calls, 1 calls, 2 checks"
    )
    assert asked(hand) == (1, "discard", 0, 5)
    hand.acts("1 discards 2c3d")
    assert {card >> 2 for card in hand.hand.players[1].cards} == {12, 11}
    hand.acts("2 discards, 3 discards, 1 checks, 2 checks, 3 checks")
    assert hand.of(hr.HandShown)[0].name.category == "quads"


def test_standing_pat_is_an_exchange_of_no_card(deal):
    hand = deal(1000, 1000, game="sd27-nl").acts("2 calls, 1 checks, 1 discards")
    assert hand.of(hr.Acted)[-1].discarded == 0
    assert hand.of(hr.CardsDiscarded) == []


def test_triple_draw_bets_are_small_twice_and_big_twice(deal):
    hand = deal(9000, 9000, game="td27-fl").acts("2 calls, 1 checks, 1 discards, 2 discards")
    assert hand.offer.min_to == 100
    for _ in range(2):
        hand.acts("1 checks, 2 checks, 1 discards, 2 discards")
        assert hand.offer.min_to == 200


@pytest.mark.parametrize(
    ("game", "first", "second", "winner"),
    [
        ("sd27-nl", "2c3d4h5s7c", "Ac2d3s4c5d", 1),
        ("sdA5-nl", "2c3d4h5s7c", "Ac2d3s4c5d", 2),
        ("sd27-nl", "2c3d4h5s6c", "KcQd3s4c5d", 2),
        ("badugi-nl", "Kc2d3h4s", "Ac2h3s4h", 1),
    ],
)
def test_low_hands_compare_as_their_game_says(deal, game, first, second, winner):
    hand = deal(1000, 1000, game=game, holes=[first, second]).acts("2 calls, 1 checks")
    while not hand.hand.over:
        hand.acts(f"{hand.offer.seat} {'discards' if hand.offer.kind == 'discard' else 'checks'}")
    assert {one.seat for one in hand.of(hr.PotAwarded)} == {winner}


def test_case_54_what_is_shuffled_under_are_burns_mucks_and_earlier_discards(deal, rule_set_with):
    burns = rule_set_with(burn_cards=True)
    hand = deal(*[9000] * 6, game="td27-fl", rule_set=burns)
    hand.acts("3 calls, 4 calls, 5 calls, 6 folds, 1 calls, 2 checks")
    for _ in range(3):
        while hand.hand.decision and hand.offer.kind == "discard":
            before = hand.hand.copy()
            cards = before.players[hand.offer.seat].cards[: hand.offer.most]
            seat = hand.offer.seat
            known = len(hand.of(hr.DeckRecycled))
            hand.acts(f"{seat} discards " + "".join(map(printed, cards)))
            for recycled in hand.of(hr.DeckRecycled)[known:]:
                assert not set(recycled.cards) & {*before.fresh_discards, *cards}
                assert {*before.burnt, *before.discards} <= set(recycled.cards)
        hand.acts(", ".join(f"{seat} checks" for seat in range(1, 6)))
    assert hand.of(hr.DeckRecycled)
    assert hand.hand.over


def printed(card):
    return "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


def test_case_54_the_last_card_may_be_used_and_no_more_may_be_asked_than_there_are(deal):
    hand = deal(*[9000] * 8, game="sd27-nl").acts(
        "3 calls, 4 calls, 5 calls, 6 calls, 7 calls, 8 calls, 1 calls, 2 checks"
    )
    for seat, most in ((1, 5), (2, 5), (3, 2), (4, 0)):
        assert hand.offer.most == most
        cards = hand.hand.players[seat].cards[:most]
        hand.acts(f"{seat} discards " + "".join(map(printed, cards)))
    assert hand.hand.dealt == 52


def test_case_54_a_deck_that_is_used_up_has_no_card_to_burn(deal, rule_set_with):
    hand = deal(*[100] * 6, game="td27-nl", rule_set=rule_set_with(burn_cards=True))
    hand.acts("3 calls, 4 calls, 5 calls, 6 calls, 1 calls")
    while not hand.hand.over:
        cards = hand.hand.players[hand.offer.seat].cards[: min(hand.offer.most, 4)]
        hand.acts(f"{hand.offer.seat} discards " + "".join(map(printed, cards)))
        state = hand.hand
        held = [card for player in state.players.values() for card in player.cards]
        away = [*state.burnt, *state.discards, *state.fresh_discards]
        assert sorted([*held, *away, *state.deck[state.dealt :]]) == list(range(52))


def test_case_56_players_who_are_all_in_go_on_drawing(deal):
    hand = deal(500, 400, 400, game="td27-fl").acts("3 raises 200, 1 folds, 2 raises 300, 3 raises 400, 2 calls")
    draws = 0
    while not hand.hand.over:
        assert hand.offer.kind == "discard"
        draws += 1
        hand.acts(f"{hand.offer.seat} discards")
    assert draws == 6


def test_time_out_keeps_the_cards_of_a_draw_and_takes_the_last_of_a_discard(deal):
    hand = deal(1000, 1000, game="draw5-pl").acts("2 calls, 1 checks")
    act = absent_act(hand.hand, "time-out")
    assert (act.kind, act.cards) == ("discard", ())
    hand = deal(1000, 1000, game="irish-nl", holes=["AsAd2c3c"]).acts("2 calls, 1 checks, 1 checks, 2 checks")
    assert len(absent_act(hand.hand, "left").cards) == 2


# -- the Hungarian draw -------------------------------------------------------------------------------------------

HUNGARIAN = {"game": "hungarian-draw-pl", "ante": 10, "unit": 5, "rule_set": "hungarian"}


def test_section_12_8_the_first_bet_is_one_ante_to_all_antes(deal):
    hand = deal(1000, 1000, 1000, 1000, **HUNGARIAN)
    assert (hand.offer.seat, hand.offer.min_to, hand.offer.max_to) == (1, 10, 40)
    hand.acts("1 checks, 2 raises 40")
    assert (hand.offer.call, hand.offer.max_to) == (40, 40 + 80 + 40)


def test_section_12_8_up_to_three_cards_and_a_burn_before_each_exchange(deal):
    hand = deal(1000, 1000, 1000, **HUNGARIAN, holes=["AsKsQsJs9d"]).acts("1 checks, 2 raises 10, 3 calls, 1 calls")
    assert asked(hand) == (1, "discard", 0, 3)
    hand.acts("1 discards 9d")
    assert hand.of(hr.Acted)[-1].burnt == 1
    assert len(hand.hand.burnt) == 1


def test_section_12_8_the_second_round_begins_left_of_the_last_bettor_with_one_chip(deal):
    hand = deal(1000, 1000, 1000, **HUNGARIAN).acts("1 checks, 2 raises 10, 3 calls, 1 calls")
    hand.acts("1 discards, 2 discards, 3 discards")
    assert (hand.offer.seat, hand.offer.min_to, hand.offer.max_to) == (3, 5, 60)


def test_amb_24_all_pass_and_the_second_round_opens_left_of_the_button(deal):
    hand = deal(1000, 1000, **HUNGARIAN).acts("1 checks, 2 checks, 1 discards, 2 discards")
    assert hand.offer.seat == 1


def test_section_12_8_four_players_exchange_three_each_and_the_burns_come_back(deal):
    hand = deal(*[1000] * 4, **HUNGARIAN).acts("1 checks, 2 checks, 3 checks, 4 checks")
    for seat in range(1, 5):
        assert hand.offer.most == 3
        cards = hand.hand.players[seat].cards[:3]
        hand.acts(f"{seat} discards " + "".join(map(printed, cards)))
    assert len(hand.of(hr.DeckRecycled)) >= 1
    assert {len(player.cards) for player in hand.hand.players.values()} == {5}


def test_section_11_5_suits_break_every_tie(deal):
    hand = deal(1000, 1000, **HUNGARIAN, holes=["AsKdQhJc9d", "AdKsQsJs9c"]).acts("1 checks, 2 checks")
    hand.acts("1 discards, 2 discards, 1 checks, 2 checks")
    assert [(one.seat, one.amount) for one in hand.of(hr.PotAwarded)] == [(1, 20)]
