"""Blinds, antes and posts, short and dead ones. Ids are those of the rules' case list."""

import pytest

from controller.hand import absent_act
from controller.vocab.hand_records import Posted, Pot, StreetClosed, UncalledReturned


def closed_pots(hand):
    return [(pot.amount, pot.seats) for pot in hand.of(StreetClosed)[-1].pots]


def test_case_17_a_short_big_blind_does_not_lower_the_price(deal):
    hand = deal(1000, 30, 1000, 1000)
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (3, 100, 200)
    hand.acts("3 calls, 4 calls, 1 calls")
    assert closed_pots(hand) == [(120, (1, 2, 3, 4)), (210, (1, 3, 4))]


def test_case_17_a_short_big_blind_costs_what_was_posted_where_the_ruling_says_so(deal, rule_set_with):
    hand = deal(1000, 70, 1000, 1000, rule_set=rule_set_with(short_blind_price="posted"))
    assert hand.offer.call == 70


def test_case_18_a_big_blind_that_the_ante_used_up_still_sets_the_price(deal):
    hand = deal(1000, 11, 1000, 1000, small=60, big=120, ante=15)
    assert [(post.kind, post.amount) for post in hand.of(Posted) if post.seat == 2] == [("ante", 11)]
    assert hand.offer.call == 120


def test_case_19_an_all_in_call_of_more_than_a_short_big_blind(deal):
    hand = deal(5000, 480, 600, 5000, 5000, small=300, big=600, ante=120)
    assert hand.offer.call == 480
    hand.acts("3 calls, 4 folds, 5 folds, 1 calls")
    assert closed_pots(hand) == [(1680, (1, 2, 3)), (240, (1, 3))]


def test_case_20_the_big_blind_is_not_asked_about_an_all_in_for_less(deal):
    hand = deal(1000, 1000, 60).acts("3 calls, 1 folds")
    assert hand.hand.over
    assert [(back.seat, back.amount) for back in hand.of(UncalledReturned)] == [(2, 40)]
    assert closed_pots(hand)[-1] == (170, (2, 3))


def test_case_20_with_the_numbers_of_a_real_hand(deal):
    hand = deal(1000, 1000, 145, small=100, big=200).acts("3 calls, 1 folds")
    assert [(back.seat, back.amount) for back in hand.of(UncalledReturned)] == [(2, 55)]


def test_case_21_a_short_ante_makes_a_main_pot_of_its_size(deal):
    hand = deal(1000, 1000, 1000, 7, 1000, 1000, forced=[(seat, "ante", 10) for seat in range(1, 7)])
    hand.acts("1 checks, 2 checks, 3 checks, 5 checks, 6 checks")
    assert closed_pots(hand)[:2] == [(42, (1, 2, 3, 4, 5, 6)), (15, (1, 2, 3, 5, 6))]


def test_case_22_the_big_blind_comes_before_its_ante_where_the_table_posts_it_first(deal):
    forced = [(1, "small-blind", 50), (2, "big-blind", 100), (2, "big-blind-ante", 100)]
    paid = {stack: [post.amount for post in deal(900, stack, 900, forced=forced).of(Posted)[1:]] for stack in (120, 80)}
    assert paid == {120: [100, 20], 80: [80]}


@pytest.mark.parametrize(("stack", "posted"), [(120, [100, 20]), (80, [80])])
def test_case_22_or_after_its_ante_where_that_is_posted_first(deal, stack, posted):
    forced = [(2, "big-blind-ante", 100), (1, "small-blind", 50), (2, "big-blind", 100)]
    hand = deal(900, stack, 900, forced=forced)
    assert [(post.kind, post.amount) for post in hand.of(Posted) if post.seat == 2] == list(
        zip(("big-blind-ante", "big-blind"), posted, strict=False)
    )
    assert hand.offer.call == 100


def test_case_23_a_big_blind_ante_is_dead_and_everyone_plays_for_all_of_it(deal):
    forced = [(1, "small-blind", 50), (2, "big-blind", 100), (2, "big-blind-ante", 100)]
    hand = deal(1000, 1000, 60, 1000, forced=forced).acts("3 calls, 4 folds, 1 folds")
    assert closed_pots(hand) == [(270, (2, 3))]
    assert [(back.seat, back.amount) for back in hand.of(UncalledReturned)] == [(2, 40)]


def test_case_24_missed_blinds_are_posted_live_and_dead(deal):
    forced = [(1, "small-blind", 1), (2, "big-blind", 2), (4, "late-post", 2), (4, "dead-small-blind", 1)]
    hand = deal(100, 100, 100, 100, small=1, big=2, forced=forced).acts("3 folds")
    assert (hand.offer.seat, hand.offer.call, hand.offer.pot) == (4, 0, 6)
    hand.acts("4 checks, 1 folds, 2 checks")
    assert closed_pots(hand) == [(6, (2, 4))]


def test_case_24_who_buys_the_button_posts_a_live_big_and_a_dead_small_blind(deal):
    forced = [(1, "big-blind", 2), (4, "late-post", 2), (4, "dead-small-blind", 1)]
    hand = deal(100, 100, 100, 100, small=1, big=2, forced=forced)
    assert (hand.offer.seat, hand.offer.call, hand.offer.pot) == (2, 2, 5)
    hand.acts("2 folds, 3 folds")
    assert (hand.offer.seat, hand.offer.call) == (4, 0)
    assert hand.acts("4 checks, 1 checks").offer.seat == 1


def test_case_24_dead_money_is_no_part_of_a_side_pot(deal):
    forced = [(1, "small-blind", 1), (2, "big-blind", 2), (4, "late-post", 2), (4, "dead-small-blind", 1)]
    hand = deal(100, 5, 100, 100, small=1, big=2, forced=forced)
    hand.acts("3 folds, 4 raises 10, 1 calls, 2 calls")
    assert closed_pots(hand) == [(16, (1, 2, 4)), (10, (1, 4))]


def test_case_25_heads_up_the_button_posts_the_small_blind_and_acts_first_only_before_the_flop(deal):
    hand = deal(1000, 1000)
    assert [(post.seat, post.kind) for post in hand.of(Posted)] == [(2, "small-blind"), (1, "big-blind")]
    assert hand.offer.seat == 2
    assert hand.acts("2 calls, 1 checks").offer.seat == 1


def test_case_25_heads_up_the_button_gets_the_last_card(deal):
    hand = deal(1000, 1000)
    assert hand.hand.players[1].cards == hand.deck[0:4:2]
    assert hand.hand.players[2].cards == hand.deck[1:4:2]


def test_case_27_a_straddler_acts_last_and_the_next_raise_adds_one_big_blind(deal):
    forced = [(1, "small-blind", 50), (2, "big-blind", 100), (3, "straddle", 200)]
    hand = deal(*[1000] * 4, forced=forced)
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (4, 200, 300)
    hand.acts("4 calls, 1 folds, 2 calls")
    assert (hand.offer.seat, hand.offer.call) == (3, 0)
    assert hand.acts("3 checks").offer.min_to == 100


def test_case_28_a_short_small_blind_against_a_lone_big_blind(deal):
    hand = deal(20, 1000, 1000).acts("3 folds")
    assert hand.hand.over
    assert [(back.seat, back.amount) for back in hand.of(UncalledReturned)] == [(2, 80)]
    assert closed_pots(hand) == [(40, (1, 2))]


def test_a_lone_small_blind_is_not_asked_about_a_short_big_blind(deal):
    hand = deal(1000, 30, 1000).acts("3 folds")
    assert hand.hand.over
    assert closed_pots(hand) == [(60, (1, 2))]


def test_a_lone_small_blind_calls_a_short_big_blind_for_what_it_is_worth(deal):
    hand = deal(1000, 70, 1000).acts("3 folds")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (1, 20, False)


def test_a_hand_in_which_the_blinds_put_everyone_all_in_runs_to_its_end(deal):
    hand = deal(50, 100)
    assert hand.hand.over
    assert closed_pots(hand) == [(100, (1, 2))]
    assert len(hand.hand.board) == 5


def test_the_first_round_begins_left_of_the_big_blind_and_the_others_left_of_the_button(deal):
    hand = deal(*[1000] * 5)
    assert hand.offer.seat == 3
    hand.acts("3 calls, 4 calls, 5 calls, 1 folds, 2 checks")
    assert hand.offer.seat == 2


def test_the_blinds_are_live(deal):
    hand = deal(1000, 1000, 1000).acts("3 raises 300")
    assert hand.offer.call == 250
    assert hand.acts("1 folds").offer.call == 200


def test_pots_are_named_at_the_close_of_every_street(deal):
    hand = deal(1000, 1000, 1000).acts("3 calls, 1 calls, 2 checks").acts("1 checks, 2 checks, 3 checks")
    assert [closed.pots for closed in hand.of(StreetClosed)] == [(Pot(amount=300, seats=(1, 2, 3)),)] * 2


@pytest.fixture
def folds_absent(rule_set_with):
    """A rule set that folds an absent player whose post took everything."""
    return rule_set_with(absent_all_in="folds")


def test_case_58_an_absent_player_all_in_from_a_blind_plays_on(deal):
    hand = deal(1000, 100, 1000, absent=[2]).acts("3 calls, 1 calls").acts("1 checks, 3 checks")
    assert hand.hand.live_seats() == [1, 2, 3]


def test_case_58_or_is_folded_at_his_turn_where_the_ruling_says_so(deal, folds_absent):
    hand = deal(1000, 100, 1000, absent=[2], rule_set=folds_absent).acts("3 raises 300, 1 calls")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (2, 0, False)
    assert absent_act(hand.hand, "left").kind == "fold"
    hand.acts("2 folds")
    assert hand.hand.live_seats() == [1, 3]
    assert closed_pots(hand) == [(700, (1, 3))]


def test_case_58_folded_although_the_only_other_player_has_nothing_to_call(deal, folds_absent):
    hand = deal(40, 1000, absent=[1], rule_set=folds_absent)
    assert (hand.offer.seat, hand.offer.call) == (1, 0)
    hand.acts("1 folds")
    assert hand.stacks == [0, 1040]


def test_case_58_nobody_is_asked_where_the_player_is_there(deal, folds_absent):
    hand = deal(1000, 100, 1000, rule_set=folds_absent).acts("3 calls, 1 calls")
    assert (hand.offer.seat, hand.hand.street) == (1, 1)


@pytest.mark.parametrize(("increment", "least"), [("big-blind", 300), ("straddle", 400)])
def test_case_27_and_amb_3_the_least_raise_over_a_straddle(deal, rule_set_with, increment, least):
    forced = [(1, "small-blind", 50), (2, "big-blind", 100), (3, "straddle", 200)]
    hand = deal(*[5000] * 5, forced=forced, rule_set=rule_set_with(straddle_increment=increment))
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (4, 200, least)
    hand.acts("4 calls, 5 calls, 1 calls, 2 calls")
    assert (hand.offer.seat, hand.offer.call) == (3, 0)
    assert hand.may_raise
    hand.acts("3 checks")
    assert (hand.offer.seat, hand.offer.min_to) == (1, 100)


def test_case_27_after_a_straddle_of_the_button_the_small_blind_acts_first(deal):
    forced = [(1, "small-blind", 50), (2, "big-blind", 100), (5, "straddle", 200)]
    assert deal(*[5000] * 5, forced=forced).offer.seat == 1


def test_case_45_a_room_may_take_no_raise_beyond_what_others_can_call(deal, rule_set_with):
    hand = deal(300, 5000, 800, rule_set=rule_set_with(over_raise="call-only")).acts("3 raises 300, 1 calls")
    assert (hand.offer.seat, hand.offer.max_to) == (2, 800)
    hand.acts("2 raises 800, 3 calls")
    assert hand.hand.over
