"""Who shows, in which order, who wins, and what the house takes (poker.md §10, §13)."""

from controller.hand import absent_act, names, play
from controller.vocab.hand_records import (
    Act,
    BoardDealt,
    HandEnded,
    HandMucked,
    HandName,
    HandShown,
    PotAwarded,
    RakeTaken,
    StreetBegan,
)

CHECKED_ROUND = "1 checks, 2 checks, 3 checks"


def order(hand):
    """The seats as they showed or mucked, mucked ones negative."""
    done = [event for event in hand.events if isinstance(event, HandShown | HandMucked)]
    return [event.seat if isinstance(event, HandShown) else -event.seat for event in done]


def awards(hand):
    return [(one.pot, one.seat, one.amount) for one in hand.of(PotAwarded)]


BEST_LAST = {"holes": ("2c 3d", "Kc Kd", "Ac Ad"), "board": "Qh Js 9h 5s 4d"}
BEST_FIRST = {"holes": ("Ac Ad", "Kc Kd", "2c 3d"), "board": "Qh Js 9h 5s 4d"}


def test_without_a_bet_the_first_left_of_the_button_shows_first_and_then_clockwise(deal):
    hand = deal(1000, 1000, 1000, **BEST_LAST).acts("3 calls, 1 calls, 2 checks")
    for _ in range(3):
        hand.acts(CHECKED_ROUND)
    assert order(hand) == [1, 2, 3]


def test_later_players_muck_when_they_can_no_longer_win(deal):
    hand = deal(1000, 1000, 1000, **BEST_FIRST).acts("3 calls, 1 calls, 2 checks")
    for _ in range(3):
        hand.acts(CHECKED_ROUND)
    assert order(hand) == [1, -2, -3]


def test_a_tie_is_shown(deal):
    hand = deal(1000, 1000, holes=("Ac Kd", "Ad Kc"), board="Qh Js 9h 5s 4d").acts("2 calls, 1 checks")
    hand.acts("1 checks, 2 checks, 1 checks, 2 checks, 1 checks, 2 checks")
    assert order(hand) == [1, 2]
    assert awards(hand) == [(0, 2, 100), (0, 1, 100)]


def test_the_last_aggressor_in_the_hand_shows_first_by_the_helsinki_rule(deal):
    hand = deal(1000, 1000, 1000, rule_set="helsinki", **BEST_LAST).acts("3 calls, 1 calls, 2 checks")
    hand.acts("1 checks, 2 raises 100, 3 calls, 1 calls").acts(CHECKED_ROUND).acts(CHECKED_ROUND)
    assert order(hand) == [2, 3, -1]


def test_only_the_final_round_counts_by_the_ray_rule(deal):
    hand = deal(1000, 1000, 1000, rule_set="ray", **BEST_LAST).acts("3 calls, 1 calls, 2 checks")
    hand.acts("1 checks, 2 raises 100, 3 calls, 1 calls").acts(CHECKED_ROUND).acts(CHECKED_ROUND)
    assert order(hand) == [1, 2, 3]


def test_the_final_round_is_the_last_in_which_there_was_betting(deal):
    hand = deal(1000, 1000, 1000, rule_set="ray", **BEST_LAST).acts("3 calls, 1 calls, 2 checks")
    hand.acts("1 checks, 2 checks, 3 raises 900, 1 folds, 2 calls")
    assert order(hand) == [3, -2]


def test_a_bettor_whose_hand_has_died_is_passed_over(deal):
    hand = deal(1000, 1000, 1000, rule_set="helsinki", **BEST_LAST).acts("3 raises 200, 1 calls, 2 calls")
    hand.acts(CHECKED_ROUND).acts("1 checks, 2 checks, 3 folds").acts("1 checks, 2 checks")
    assert order(hand) == [1, 2]


def test_players_of_the_latest_side_pot_show_first(deal):
    hand = deal(200, 1000, 1000, **BEST_FIRST).acts("3 calls, 1 raises 200, 2 calls, 3 calls")
    hand.acts("2 raises 100, 3 calls").acts("2 checks, 3 checks").acts("2 checks, 3 checks")
    assert order(hand) == [2, -3, 1]
    assert awards(hand) == [(1, 2, 200), (0, 1, 600)]


def test_case_59_the_last_aggressor_of_the_final_round_shows_first(deal):
    hand = deal(1000, 1000, 1000, **BEST_LAST).acts("3 calls, 1 calls, 2 checks").acts(CHECKED_ROUND)
    hand.acts(CHECKED_ROUND).acts("1 checks, 2 raises 100, 3 calls, 1 calls")
    assert order(hand) == [2, 3, -1]


def test_case_60_side_pots_are_paid_last_formed_first(deal):
    hand = deal(100, 250, 400, 400, holes=("Ac Ad", "Kc Kd", "Tc Td", "2c 3d"), board="Qh Js 9h 5s 4d")
    hand.acts("3 raises 400, 4 calls, 1 calls, 2 calls")
    assert awards(hand) == [(2, 3, 300), (1, 2, 450), (0, 1, 400)]


def test_case_55_with_one_stack_left_the_streets_run_without_betting(deal):
    hand = deal(300, 1000, 1000).acts("3 folds, 1 raises 300, 2 calls")
    assert hand.hand.over
    assert [began.street for began in hand.of(StreetBegan)] == [0, 1, 2, 3]


def test_case_55_with_two_stacks_left_they_go_on_betting(deal):
    hand = deal(300, 1000, 1000).acts("3 calls, 1 raises 300, 2 calls, 3 calls")
    assert hand.offer.seat == 2


def test_bug_22_the_odd_chip_of_a_side_pot_stays_among_its_players(deal):
    cards = {"holes": ("Ac Kc", "Ad Kd", "As Ks"), "board": "Qh Js 9h 5s 4d"}
    hand = deal(100, 1000, 1000, unit=50, **cards).acts("3 calls, 1 calls, 2 checks")
    hand.acts("2 raises 150, 3 calls").acts("2 checks, 3 checks").acts("2 checks, 3 checks")
    assert awards(hand) == [(1, 3, 150), (1, 2, 150), (0, 3, 100), (0, 2, 100), (0, 1, 100)]


def test_bug_22_a_better_hand_that_is_all_in_for_less_wins_nothing_of_the_side_pot(deal):
    hand = deal(100, 1000, 1000, **BEST_FIRST).acts("3 raises 500, 1 calls, 2 calls")
    hand.acts("2 checks, 3 checks").acts("2 checks, 3 checks").acts("2 checks, 3 checks")
    assert hand.stacks == [300, 1300, 500]


def test_the_last_player_in_wins_unseen(deal):
    hand = deal(1000, 1000, 1000).acts("3 raises 300, 1 folds, 2 folds")
    assert order(hand) == []
    assert [(one.seat, one.amount, one.cause) for one in hand.of(PotAwarded)] == [(3, 250, "folds")]


def test_a_shown_hand_says_what_plays_and_what_it_is(deal):
    hand = deal(1000, 1000, holes=("As Ks", "2c 7d"), board="Ah Kd 9h 9s 4d").acts("2 calls, 1 checks")
    hand.acts("1 checks, 2 checks, 1 checks, 2 checks, 1 checks, 2 checks")
    shown = hand.of(HandShown)[0]
    assert shown.name == HandName(category="two-pair", ranks=(14, 13))
    assert set(shown.cards) < set(shown.plays)


def test_names_tell_what_everyone_still_in_holds_once_there_is_a_board(deal):
    hand = deal(1000, 1000, 1000, holes=("As Ks", "2c 7d", "9c 9d"), board="Ah 7h 9h 2s 4d")
    assert names(hand.hand) == []
    hand.acts("3 calls, 1 calls, 2 folds")
    assert dict(names(hand.hand)) == {
        1: HandName(category="pair", ranks=(14,)),
        3: HandName(category="trips", ranks=(9,)),
    }


def test_case_53_no_flop_no_drop(deal):
    hand = deal(1000, 1000, 1000, rake=(50, 1000)).acts("3 raises 600, 1 calls, 2 folds")
    assert not hand.of(RakeTaken)
    assert deal(1000, 1000, rake=(50, 1000)).acts("2 folds").of(RakeTaken) == []


def test_case_53_all_in_before_the_flop_and_dealt_out_pays_rake(deal):
    hand = deal(1000, 1000, rake=(50, 1000)).acts("2 raises 1000, 1 calls")
    assert [one.amount for one in hand.of(RakeTaken)] == [100]


def test_rake_is_of_the_called_pot_in_whole_chip_units_and_capped(deal):
    small = deal(5000, 5000, unit=25, rake=(50, 1000)).acts("2 calls, 1 checks").acts("1 raises 2000, 2 folds")
    assert not small.of(RakeTaken)
    called = deal(5000, 5000, unit=25, rake=(50, 1000)).acts("2 raises 450, 1 calls").acts("1 raises 2000, 2 folds")
    assert [one.amount for one in called.of(RakeTaken)] == [25]
    capped = deal(50000, 50000, unit=25, rake=(50, 1000)).acts("2 raises 50000, 1 calls")
    assert [one.amount for one in capped.of(RakeTaken)] == [1000]


def test_burnt_cards_leave_the_deck_where_the_rule_set_burns(deal):
    hand = deal(1000, 1000, rule_set="hungarian", board="Ah Kd 9h 9s 4d", burn=True).acts("2 raises 1000, 1 calls")
    assert [began.burnt for began in hand.of(StreetBegan)] == [0, 1, 1, 1]
    assert [dealt.cards for dealt in hand.of(BoardDealt)] == [hand.deck[5:8], hand.deck[9:10], hand.deck[11:12]]
    assert hand.hand.dealt == 12


def test_the_clock_folds_even_where_checking_is_free(deal):
    hand = deal(1000, 1000).acts("2 calls")
    assert absent_act(hand.hand, "time-out").kind == "fold"


def test_the_clock_checks_where_that_is_free_and_the_ruling_says_so(deal, rule_set_with):
    hand = deal(1000, 1000, rule_set=rule_set_with(timeout_action="check-else-fold"))
    assert absent_act(hand.hand, "time-out").kind == "fold"
    assert absent_act(hand.acts("2 calls").hand, "time-out").kind == "check"


def test_an_act_of_the_clock_says_so(deal):
    hand = deal(1000, 1000)
    events = play(hand.hand, Act(seat=2, decision=hand.offer.decision, kind="fold"), auto="time-out")
    assert (events[0].seat, events[0].kind, events[0].auto) == (2, "fold", "time-out")


def test_rake_before_the_second_round_where_the_ruling_takes_it(deal, rule_set_with):
    hand = deal(1000, 1000, 1000, rake=(50, 1000), rule_set=rule_set_with(no_rake_before_second_round=False))
    hand.acts("3 raises 600, 1 folds, 2 folds")
    assert [one.amount for one in hand.of(RakeTaken)] == [12]


def test_the_end_names_every_stack(deal):
    hand = deal(1000, 1000, 1000).acts("3 raises 300, 1 folds, 2 folds")
    assert [(one.seat, one.stack) for one in hand.of(HandEnded)[0].stacks] == [(1, 950), (2, 900), (3, 1150)]
