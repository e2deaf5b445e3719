"""Faults that people reported of other poker tables, and the rules' cases about button and blinds, at a whole table.

The number in a test's name is that of the list of reports or of the list of cases.
"""

import random
from itertools import pairwise

import pytest

from cashier.refusal import Code, Refusal
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from tests.machine.room import Room, only


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def four(room) -> Room:
    for seat in (1, 4, 6, 9):
        room.sit(seat, 20000)
    return room


def moved(room):
    """Deal a hand; where the button and the blinds are."""
    event = only(room.deal(), tr.ButtonMoved)
    return event.button, event.small_blind, event.big_blind


def played(room):
    """Deal a hand and fold it out; where the button and the blinds were."""
    where = moved(room)
    room.fold_out()
    return where


def clockwise(seats, after):
    return sorted(seats, key=lambda seat: (seat - after - 1) % 10)


def posted(events):
    return [(post.seat, post.kind) for post in events if isinstance(post, hr.Posted)]


def test_bug_03_the_big_blind_has_left_and_the_next_seat_posts_its_big_blind(four):
    _, small, big = played(four)
    four.leave(big)
    seats = [seat for seat in (1, 4, 6, 9) if seat != big]
    assert moved(four) == (small, None, clockwise(seats, big)[0])


@pytest.mark.parametrize("seed", range(5))
def test_bug_04_nobody_has_the_big_blind_twice_running_whoever_leaves(seed):
    room, chance = Room(), random.Random(seed)
    for seat in range(1, 11):
        room.sit(seat, 20000)
    last = 0
    while len(room.machine.table.seats) > 2:
        for _ in range(chance.randint(1, 3)):
            _, _, big = played(room)
            assert big != last
            last = big
        for seat in chance.sample(sorted(room.machine.table.seats), chance.randint(1, 2)):
            if len(room.machine.table.seats) > 2:
                room.leave(seat)
    assert played(room)[2] != last


def test_bug_05_a_player_whose_clock_ran_out_while_all_in_stays_in(room):
    for seat in (1, 2):
        room.sit(seat, 4000)
    room.deal()
    room.act("raise", room.decision.max_to)
    shorter = room.decision.seat
    events = room.act("call")
    assert only(events, hr.HandEnded)
    assert not any(isinstance(event, hr.Acted) and event.auto for event in events)
    assert shorter in {event.seat for event in events if isinstance(event, hr.HandShown | hr.HandMucked)}


def test_bug_06_who_sits_out_is_not_timed_and_can_always_come_back(four):
    _, _, big = played(four)
    away = clockwise((1, 4, 6, 9), big)[-1]
    four.do(tr.SitOut(seat=away))
    events = four.deal()
    assert away not in {event.seat for event in events if isinstance(event, tr.ClockStarted)}
    assert not isinstance(four.submit(tr.SitIn(seat=away)), Refusal)
    assert four.fold_out()


def test_bug_12_who_missed_only_the_small_blind_does_not_owe_the_big_one(four):
    _, _, big = played(four)
    four.do(tr.SitOut(seat=big))
    played(four)
    seat = four.machine.table.seats[big]
    assert (seat.missed_small, seat.missed_big) == (True, False)


def test_bug_13_the_button_moves_on_past_a_seat_that_sits_out(four):
    _, small, _ = played(four)
    four.do(tr.SitOut(seat=small))
    hands = [played(four) for _ in range(6)]
    assert small not in {button for button, _, _ in hands}
    assert all(first[2] != second[2] for first, second in pairwise(hands))


def test_bug_17_who_leaves_once_the_blinds_are_posted_leaves_after_the_hand_and_the_blind_stays(four):
    big = moved(four)[2]
    four.leave(big)
    assert big in four.machine.table.seats
    events = four.fold_out()
    assert only(events, tr.SeatLeft).seat == big
    assert sum(award.amount for award in events if isinstance(award, hr.PotAwarded)) > 0


def test_bug_24_and_case_25_when_three_become_two_the_button_posts_the_small_blind_and_acts_first(room):
    for seat in (2, 5, 9):
        room.sit(seat, 20000)
    _, small, big = played(room)
    room.leave(small)
    events = room.deal()
    where = only(events, tr.ButtonMoved)
    other = next(seat for seat in (2, 5, 9) if seat not in (small, big))
    assert (where.button, where.small_blind, where.big_blind) == (big, big, other)
    assert posted(events) == [(big, "small-blind"), (other, "big-blind")]
    assert room.decision.seat == big


@pytest.mark.parametrize("leaves", ["button", "small", "big"])
def test_case_25_nobody_posts_the_big_blind_twice_when_three_become_two(room, leaves):
    for seat in (2, 5, 9):
        room.sit(seat, 20000)
    button, small, big = played(room)
    room.leave({"button": button, "small": small, "big": big}[leaves])
    assert moved(room)[2] != big


def test_case_26_the_small_blind_has_gone_and_a_player_has_the_button_twice(four):
    button, small, big = played(four)
    four.leave(small)
    assert moved(four)[:2] == (button, big)


def test_case_26_the_big_blind_has_gone_and_there_is_no_small_blind(four):
    _, small, big = played(four)
    four.leave(big)
    where = moved(four)
    assert where[:2] == (small, None)
    assert [kind for _, kind in posted(four.log[-20:])] == ["big-blind"]


def test_bug_27_a_newcomer_is_dealt_in_no_sooner_than_his_big_blind_comes(four):
    played(four)
    four.sit(2, 20000)
    for _ in range(5):
        events = four.deal()
        big = only(events, tr.ButtonMoved).big_blind
        dealt = {event.seat for event in events if isinstance(event, hr.HoleCardsCounted)}
        if 2 in dealt:
            break
        four.fold_out()
    assert big == 2


def test_bug_27_the_button_is_never_at_an_empty_seat(four):
    for _ in range(3):
        button, _, _ = played(four)
        assert button in four.machine.table.seats
        if len(four.machine.table.seats) > 2:
            four.leave(button)


def test_bug_27_the_clock_starts_when_the_cards_have_been_dealt(four):
    kinds = [type(event) for event in four.deal()]
    assert max(place for place, kind in enumerate(kinds) if kind is hr.HoleCardsDealt) < kinds.index(tr.ClockStarted)


def test_bug_28_a_stack_below_the_big_blind_is_dealt_in_and_the_hand_ends(room):
    profile = room.profile
    for seat in (1, 2, 3):
        room.sit(seat, 4000)
    big = profile.stakes.big_blind
    room.deal()
    loser = room.decision.seat
    room.act("raise", 4000 - profile.stakes.unit)
    room.act("raise", 4000)
    room.fold_out()
    assert room.stack(loser) == profile.stakes.unit < big
    for _ in range(3):
        blinds = [event for event in room.deal() if isinstance(event, hr.Posted) and event.seat == loser]
        ended = only(room.check_down(), hr.HandEnded)
        if blinds:
            break
    assert [(post.amount, post.stack) for post in blinds] == [(profile.stakes.unit, 0)]
    assert sum(one.stack for one in ended.stacks) <= 12000


def test_bug_10_an_act_for_the_last_hand_does_not_count_in_the_next(four):
    four.deal()
    old = hr.Act(seat=four.decision.seat, decision=four.decision.decision, kind="fold")
    four.fold_out()
    for _ in range(4):
        four.deal()
        if four.decision.seat == old.seat:
            break
        four.fold_out()
    assert four.refuse(old) is Code.STALE_DECISION
