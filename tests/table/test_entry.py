"""Coming into a game with blinds: poker.md §5.7 new players, §5.8 missed blinds, §5.6 the heads-up changes."""

import msgspec
import pytest

from cashier.refusal import Code
from controller.games import HELSINKI_TABLE
from controller.table.entry import Price, debt_of, price_of, ways_of
from controller.table.positions import next_lineup
from controller.table.state import Positions, SeatState
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from tests.table.evening import BLINDS, Evening, moved, of, profile_of

NEW = {"new": True, "waits": True}
POSTS = {"waits": True, "wish": "post"}


def seat(number: int, **marks) -> SeatState:
    return SeatState(seat=number, name=f"P{number}", stack=10_000, **marks)


def posts_of(events, number: int) -> list[tuple[str, int]]:
    (started,) = of(events, hr.HandStarted)
    return [(post.kind, post.amount) for post in started.forced if post.seat == number]


@pytest.fixture
def evening() -> Evening:
    """Six seats, of which 1, 3 and 5 play; one hand is over."""
    table = Evening(profile_of("holdem-nl", seats=6, straddle="live")).fill(1, 3, 5)
    table.play_hand()
    return table


@pytest.mark.parametrize(
    ("marks", "debt", "price"),
    [
        ({}, "none", Price()),
        (NEW, "new-player", Price(live=200)),
        ({"missed_small": True}, "small-blind", Price(live=100)),
        ({"missed_small": True, "missed_big": True}, "both-blinds", Price(live=200, dead=100)),
        ({**NEW, "missed_small": True, "missed_big": True}, "both-blinds", Price(live=200, dead=100)),
    ],
)
def test_s5_8_what_each_debt_costs(marks, debt, price):
    assert debt_of(seat(2, **marks)) == debt
    assert price_of(seat(2, **marks), BLINDS, HELSINKI_TABLE) == price


@pytest.mark.parametrize(
    ("rule", "value", "marks", "price"),
    [
        ("missed_small", "dead", {"missed_small": True}, Price(dead=100)),
        ("new_player", "free", NEW, Price()),
    ],
)
def test_s16_the_price_follows_the_rule_set(rule, value, marks, price):
    rules = msgspec.structs.replace(HELSINKI_TABLE, **{rule: value})
    assert price_of(seat(2, **marks), BLINDS, rules) == price


@pytest.mark.parametrize(
    ("changes", "marks", "straddle", "ways"),
    [
        ({}, NEW, "none", ("wait", "post")),
        ({}, NEW, "live", ("wait", "post", "straddle")),
        ({"new_player": "wait"}, NEW, "none", ("wait",)),
        ({"missed_both": "wait"}, {"missed_small": True, "missed_big": True}, "none", ("wait",)),
        ({"straddle_entry": False}, NEW, "live", ("wait", "post")),
    ],
)
def test_s5_7_which_ways_in_there_are(changes, marks, straddle, ways):
    rules = msgspec.structs.replace(HELSINKI_TABLE, **changes)
    assert ways_of(seat(2, **marks), profile_of("holdem-nl", straddle=straddle), rules) == ways


def test_s5_7_a_newcomer_is_told_his_ways_in_and_what_posting_costs(evening):
    events = evening.sit(2, 20000)
    (offered,) = of(events, sr.EntryOffered)
    assert (offered.ways, offered.live, offered.dead) == (("wait", "post", "straddle"), 200, 0)


def test_s5_7a_a_newcomer_who_waits_pays_only_his_big_blind(evening):
    evening.sit(2, 20000)
    for _hand in range(4):
        events = evening.play_hand()
        (started,) = of(events, hr.HandStarted)
        if any(entrant.seat == 2 for entrant in started.entrants):
            assert moved(events).big_blind == 2
            assert posts_of(events, 2) == [("big-blind", 200)]
            return
    pytest.fail("the big blind never came")


def entering_lineup(*, newcomer: int, past: tuple[int, int, int], way: str = "post", **rules):
    seats = [seat(1), seat(3), seat(5), seat(7), seat(newcomer, waits=True, new=True, wish=way)]
    table_rules = msgspec.structs.replace(HELSINKI_TABLE, **rules)
    return next_lineup(sorted(seats, key=lambda each: each.seat), Positions(*past), past[1], table_rules, straddle=400)


def test_s5_7b_a_newcomer_who_posts_is_dealt_in_at_once():
    lineup = entering_lineup(newcomer=8, past=(1, 3, 5))
    assert (lineup.positions.button, lineup.positions.small_blind, lineup.positions.big_blind) == (3, 5, 7)
    assert lineup.posting == (8,)
    assert 8 in lineup.dealt


def test_s5_7b_the_new_players_blind_is_live_and_left_of_the_big_blind_he_may_check(evening):
    order = {1: 3, 3: 5, 5: 1}
    after_big = evening.machine.table.past.big_blind
    newcomer = {3: 4, 5: 6, 1: 2}[order[after_big]]
    evening.sit(newcomer, 20000)
    evening.do(sr.ChooseEntry(seat=newcomer, way="post"))
    events = evening.deal()
    assert posts_of(events, newcomer) == [("late-post", 200)]
    (offer,) = of(events, hr.DecisionOffered)
    assert (offer.seat, offer.call, offer.bet) == (newcomer, 0, 200), "he acts first and may check"
    assert offer.min_to == 400


def test_s5_7_between_the_small_blind_and_the_button_he_may_come_in_and_does_not_get_the_button():
    lineup = entering_lineup(newcomer=4, past=(1, 3, 5))
    assert 4 in lineup.dealt
    assert lineup.positions.button == 3
    seats = [seat(1), seat(4, new=True), seat(5), seat(7)]
    after = next_lineup(seats, lineup.positions, 5, HELSINKI_TABLE)
    assert after.positions.button == 5, "the button goes on to the last small blind"
    gone = [seat(1), seat(4, new=True), seat(7)]
    assert next_lineup(gone, lineup.positions, 5).positions.button != 4, "nor when that player has left"


def test_s5_7_a_rule_set_may_let_him_wait_until_the_button_has_passed():
    assert 4 not in entering_lineup(newcomer=4, past=(1, 3, 5), beside_button="waits").dealt
    assert 8 in entering_lineup(newcomer=8, past=(1, 3, 5), beside_button="waits").dealt


def test_s5_7_who_takes_the_seat_of_the_last_big_blind_does_not_post_his_small_blind_too():
    seats = [seat(1), seat(3), seat(5, waits=True, new=True, wish="post"), seat(7)]
    lineup = next_lineup(seats, Positions(1, 3, 5), 3)
    assert lineup.posting == (5,)
    assert lineup.positions.small_blind is None


def test_s5_7_left_of_the_big_blind_a_newcomer_may_come_in_by_a_straddle():
    assert entering_lineup(newcomer=8, past=(1, 3, 5), way="straddle").straddling == 8
    assert entering_lineup(newcomer=4, past=(1, 3, 5), way="straddle").straddling == 0, "elsewhere he waits on"


def away(evening: Evening, hands: int) -> int:
    """Have the next big blind sit out for so many hands, and come back."""
    order = {1: 3, 3: 5, 5: 1}
    number = order[evening.machine.table.past.big_blind]
    evening.sit(2, 20000)
    evening.do(tr.SitOut(seat=number))
    evening.play_hands(hands)
    return number


def test_s5_8_both_blinds_are_posted_the_big_one_live_and_the_small_one_dead(evening):
    number = away(evening, hands=2)
    state = evening.machine.table.seats[number]
    assert (state.missed_small, state.missed_big) == (True, True)
    (offered,) = of(evening.do(tr.SitIn(seat=number)), sr.EntryOffered)
    assert (offered.live, offered.dead) == (200, 100)
    evening.do(sr.ChooseEntry(seat=number, way="post"))
    for _hand in range(4):
        events = evening.play_hand()
        assert moved(events).big_blind != number, "he comes in before his big blind"
        if posts_of(events, number):
            break
    assert posts_of(events, number) == [("late-post", 200), ("dead-small-blind", 100)]
    posted = [event for event in of(events, hr.Posted) if event.seat == number]
    assert [event.bet for event in posted] == [200, 200], "dead money is no part of the bet (§17)"


def test_s5_8_there_are_at_most_two_markers_however_long_he_is_away(evening):
    number = away(evening, hands=9)
    marked = [event for event in of(evening.log, tr.BlindMissed) if event.seat == number]
    assert len(marked) <= 2
    assert (marked[-1].small, marked[-1].big) == (True, True)


def test_s5_8_who_missed_only_the_small_blind_posts_it_live():
    """Bug report 12: he had paid the big blind and was charged both."""
    seats = [seat(1), seat(3), seat(5, sitting_out=True), seat(7)]
    after = next_lineup(seats, Positions(1, 3, 5), 3)
    (missed,) = after.missed
    assert (missed.seat, missed.small, missed.big) == (5, True, False)
    returned = seat(5, missed_small=True, **POSTS)
    assert price_of(returned, BLINDS, HELSINKI_TABLE) == Price(live=100)
    lineup = next_lineup([seat(1), seat(3), returned, seat(7)], Positions(3, None, 7), 5)
    assert lineup.posting == (5,), "at once, wherever he sits"
    assert lineup.positions == Positions(3, 7, 1), "but the button passes him by, as his small blind did"


def test_s5_8_waiting_for_the_big_blind_costs_nothing_extra(evening):
    number = away(evening, hands=2)
    evening.do(tr.SitIn(seat=number))
    for _hand in range(5):
        events = evening.play_hand()
        if posts_of(events, number):
            break
    assert moved(events).big_blind == number
    assert posts_of(events, number) == [("big-blind", 200)]


def test_s5_8_nobody_is_dealt_in_with_unpaid_blinds(evening):
    number = away(evening, hands=2)
    evening.do(tr.SitIn(seat=number))
    events = evening.play_hand()
    dealt = {entrant.seat for entrant in of(events, hr.HandStarted)[0].entrants}
    assert number not in dealt or moved(events).big_blind == number


def test_who_waits_is_told_anew_when_the_stakes_change(evening):
    evening.sit(2, 20000)
    dearer = msgspec.structs.replace(BLINDS, small_blind=200, big_blind=400)
    events = evening.do(tr.AdoptProfile(profile=msgspec.structs.replace(evening.profile, stakes=dearer)))
    (offered,) = of(events, sr.EntryOffered)
    assert (offered.seat, offered.live) == (2, 400)


def test_a_choice_that_was_not_offered_is_refused(evening):
    assert evening.refuse(sr.ChooseEntry(seat=1, way="post")) is Code.ALREADY_SO
    assert evening.refuse(sr.ChooseEntry(seat=4, way="post")) is Code.SEAT_EMPTY
    strict = Evening(profile_of("holdem-nl", "ray", seats=6)).fill(1, 3, 5)
    strict.play_hand()
    strict.sit(2, 20000)
    assert strict.refuse(sr.ChooseEntry(seat=2, way="straddle")) is Code.NOT_OFFERED


def test_s5_6_two_become_three_and_back_with_a_newcomer_who_posts():
    """Whoever would be given the button by posting waits one more hand (bug report 24)."""
    heads_up, newcomer = [seat(1), seat(5)], seat(3, waits=True, new=True, wish="post")
    held_back = next_lineup([heads_up[0], newcomer, heads_up[1]], Positions(1, 1, 5), 5)
    assert held_back.dealt == (1, 5)
    assert held_back.positions == Positions(5, 5, 1)
    reached = next_lineup([heads_up[0], newcomer, heads_up[1]], held_back.positions, 5)
    assert reached.positions == Positions(5, 1, 3)
    three = [seat(1), seat(3), seat(5)]
    after = next_lineup(three, reached.positions, 1)
    assert after.positions == Positions(1, 3, 5)
    two = next_lineup([seat(1), seat(3)], after.positions, 3)
    assert two.positions == Positions(3, 3, 1), "the larger blind of the two has the button first"


@pytest.mark.parametrize(("rule", "button"), [("repeat-player", 1), ("dead-button", 3)])
def test_amb_18_where_the_button_is_when_its_player_has_gone(rule, button):
    rules = msgspec.structs.replace(HELSINKI_TABLE, vacant_button=rule)
    lineup = next_lineup([seat(1), seat(5), seat(7)], Positions(1, 3, 5), 3, rules)
    assert lineup.positions == Positions(button, 5, 7)
    assert lineup.dealt[-1] == 1, "the last to act is the one right of the small blind"


def test_bug_3_the_next_big_blind_is_not_skipped_when_the_last_one_leaves():
    lineup = next_lineup([seat(1), seat(3), seat(7)], Positions(1, 3, 5), 3)
    assert lineup.positions == Positions(3, None, 7)


def test_bug_13_a_seat_that_sits_out_does_not_hold_the_button():
    lineup = next_lineup([seat(1), seat(3, sitting_out=True), seat(5), seat(7)], Positions(1, 3, 5), 3)
    assert lineup.positions == Positions(1, 5, 7)


def test_bug_28_a_stack_below_the_big_blind_posts_what_it_has_and_the_hand_goes_on():
    """With blinds of a fifth of the stacks somebody is soon too short for the big one."""
    steep = msgspec.structs.replace(BLINDS, small_blind=400, big_blind=800)
    evening = Evening(profile_of("holdem-nl", seats=6, stakes=steep), seed=4).fill(1, 3, 5, amount=4000)
    short = 0
    for _hand in range(60):
        events = evening.play_hand()
        big = [event for event in of(events, hr.Posted) if event.kind == "big-blind"]
        short += sum(event.amount < 800 and event.stack == 0 for event in big)
        assert of(events, hr.HandEnded)
    assert short
