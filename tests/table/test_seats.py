"""Seats, chips and people: poker.md §5.9 seat change, §7 stakes, §9 waiting list and closing, R-TBL-2, R-TBL-5."""

import msgspec
import pytest

from cashier.refusal import Code
from controller import machine as machines
from controller.table.entry import debt_of
from controller.table.moves import moved_seat
from controller.table.standing import STANDINGS, find_standing
from controller.table.state import SeatState
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import gaming_day
from controller.vocab.profile import GamingDay
from tests.table.evening import Evening, moved, of, profile_of

DAY_MS = 24 * 3_600_000


@pytest.fixture
def evening() -> Evening:
    """Four of six seats, after one hand."""
    table = Evening(profile_of("holdem-nl", seats=6)).fill(1, 2, 4, 5)
    table.play_hand()
    return table


# -- standings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "standing"),
    [
        ({}, "seated"),
        ({"waits": True}, "waiting-for-big-blind"),
        ({"waits": True, "wish": "post"}, "posting"),
        ({"sitting_out": True}, "sitting-out"),
        ({"sitting_out": True, "absent": True}, "absent"),
        ({"stack": 0}, "bust"),
        ({"leave_code": "123456"}, "leaving"),
        ({"locked": True, "waits": True}, "locked"),
    ],
)
def test_every_seat_has_one_standing(marks, standing):
    seat = SeatState(**{"seat": 3, "name": "Aino", "stack": 5000, **marks})
    assert seat.standing.id == standing
    assert seat.present is seat.standing.present


def test_an_empty_seat_is_empty_or_reserved():
    assert (find_standing(None).id, find_standing(None, held=True).id) == ("empty", "reserved")
    assert not any(row.in_game and not row.present for row in STANDINGS)
    assert not any(row.marked and row.present for row in STANDINGS)


def test_s15_a_locked_seat_is_treated_as_absent_and_owes_what_passes_it_by(evening):
    order = {1: 2, 2: 4, 4: 5, 5: 1}
    seat = order[evening.machine.table.past.big_blind]
    evening.do(sr.LockSeat(seat=seat, by="floor"))
    assert seat not in {entrant.seat for entrant in of(evening.play_hand(), hr.HandStarted)[0].entrants}
    (back,) = of(evening.do(sr.UnlockSeat(seat=seat, by="floor")), tr.SatIn)
    assert back.waits
    assert evening.refuse(sr.UnlockSeat(seat=seat, by="floor")) is Code.ALREADY_SO


# -- stakes on the table (§7) ----------------------------------------------------------------------------------------


def rich(evening: Evening) -> Evening:
    evening.insert(*[20000] * 5)
    return evening


def test_s7_2_no_command_takes_chips_off_the_table_but_leaving(evening):
    """The gaming day's chips stay: every event that lessens a stack between hands is a departure."""
    before = {seat: evening.stack(seat) for seat in (1, 2, 4, 5)}
    for command in (tr.SitOut(seat=1), tr.SitIn(seat=1), sr.LockSeat(seat=1, by="f"), sr.UnlockSeat(seat=1, by="f")):
        evening.do(command)
    evening.refuse(evening.cash_out(100))
    assert {seat: evening.stack(seat) for seat in (1, 2, 4, 5)} == before


def bust(evening: Evening) -> int:
    """Play all-in heads-up until somebody has nothing left."""
    while True:
        evening.deal()
        while evening.machine.table.hand is not None:
            decision = evening.decision
            evening.act("raise", decision.max_to) if decision.max_to else evening.act("call")
        for seat in evening.machine.table.seats.values():
            if not seat.stack:
                return seat.seat


@pytest.mark.parametrize(
    ("game", "rule_set", "amount", "code"),
    [
        ("holdem-nl", "helsinki", 3950, Code.BUY_IN_TOO_SMALL),
        ("holdem-nl", "ray", 3950, Code.BUY_IN_TOO_SMALL),
        ("omaha-pl", "ray", 2000, Code.BUY_IN_TOO_SMALL),
        ("omaha-pl", "helsinki", 1950, Code.BUY_IN_TOO_SMALL),
        ("omaha-pl", "helsinki", 2000, None),
        ("holdem-nl", "hungarian", 1950, Code.BUY_IN_TOO_SMALL),
        ("holdem-nl", "hungarian", 2000, None),
    ],
)
def test_amb_6_what_a_bust_player_must_buy(game, rule_set, amount, code):
    evening = rich(Evening(profile_of(game, rule_set)).fill(1, 4, amount=4000))
    seat = bust(evening)
    command = evening.buy_in(seat, amount)
    if code is None:
        evening.do(command)
    else:
        assert evening.refuse(command) is code


def test_s7_2_the_short_buy_in_is_once_a_gaming_day_and_never_the_first_purchase():
    evening = rich(Evening(profile_of("omaha-pl")))
    assert evening.refuse(evening.buy_in(1, 2000)) is Code.BUY_IN_TOO_SMALL, "never the first purchase"
    evening.fill(1, 4, amount=4000)
    seat = bust(evening)
    (bought,) = of(evening.do(evening.buy_in(seat, 2000)), tr.BoughtIn)
    assert bought.short_day == gaming_day(evening.profile.gaming_day, evening.now.wall)
    while evening.machine.table.seats[seat].stack:
        again = bust(evening)
        if again != seat:
            evening.sit(again, 4000)
    assert evening.refuse(evening.buy_in(seat, 2000)) is Code.BUY_IN_TOO_SMALL, "once an evening"
    evening.ms += DAY_MS
    evening.do(evening.buy_in(seat, 2000))


def test_s7_3_one_night_one_stack(evening):
    rich(evening)
    stack = evening.stack(4)
    evening.leave(4)
    assert evening.refuse(evening.buy_in(4, stack - 50)) is Code.ONE_STACK
    assert evening.refuse(evening.buy_in(3, stack + 50, "Player 4")) is Code.ONE_STACK, "at whatever seat"
    evening.do(evening.buy_in(3, stack, "Player 4"))


def test_s7_3_also_above_the_largest_buy_in():
    evening = rich(Evening(profile_of("holdem-nl")).fill(1, 4))
    loser = bust(evening)
    winner = 5 - loser
    stack = evening.stack(winner)
    assert stack > evening.profile.buy_in.most
    evening.leave(winner)
    evening.do(evening.buy_in(winner, stack))


def test_s7_3_at_least_the_smallest_buy_in(evening):
    evening.sit(6, 4000)
    evening.leave(6)
    rich(evening)
    evening.do(evening.buy_in(6, 4000))


def test_s7_3_the_memory_of_a_stack_ends_with_the_gaming_day(evening):
    rich(evening)
    evening.leave(4)
    evening.ms += DAY_MS
    evening.do(evening.buy_in(4, 4000))


def test_s7_3_another_betting_structure_may_begin_with_the_smallest_buy_in(evening):
    rich(evening)
    evening.leave(4)
    evening.do(tr.AdoptProfile(profile=profile_of("holdem-pl", seats=6)))
    evening.do(evening.buy_in(4, 4000))


def test_s7_3_where_the_rule_set_knows_no_such_rule_anything_goes():
    evening = rich(Evening(profile_of("holdem-nl", "ray")).fill(1, 4))
    evening.leave(4)
    evening.do(evening.buy_in(4, 4000))


@pytest.mark.parametrize(
    ("day", "minutes", "number"),
    [
        (GamingDay(begins=360), 359, -1),
        (GamingDay(begins=360), 360, 0),
        (GamingDay(begins=360, utc_offset=120), 240, 0),
        (GamingDay(begins=0), 1440, 1),
    ],
)
def test_s7_3_the_gaming_day_begins_at_its_hour(day, minutes, number):
    assert gaming_day(day, minutes * 60_000) == number


# -- seat change (§5.9) ----------------------------------------------------------------------------------------------


def test_s5_9_a_player_asks_and_staff_decide(evening):
    assert of(evening.do(sr.AskSeatChange(seat=1, to=3)), sr.SeatChangeAsked)
    assert evening.refuse(sr.AskSeatChange(seat=1, to=4)) is Code.SEAT_TAKEN
    assert of(evening.do(sr.MoveSeat(seat=1, to=3, by="floor")), sr.SeatMoved)
    assert 1 not in evening.machine.table.seats
    assert evening.machine.table.seats[3].name == "Player 1"


def test_s5_9_only_between_hands(evening):
    evening.deal()
    assert evening.refuse(sr.MoveSeat(seat=1, to=3, by="floor")) is Code.HAND_RUNNING


def test_s5_9_the_chips_move_with_him_in_the_books_too(evening):
    stack = evening.stack(1)
    evening.do(sr.MoveSeat(seat=1, to=3, by="floor"))
    assert evening.stack(3) == stack
    assert machines.reconciliation(evening.machine).difference == 0


def far_and_near(evening: Evening) -> tuple[int, int]:
    """An empty seat that the big blind reaches later than seat X, and one it reaches sooner, for X in the middle."""
    led = evening.machine.table.past.big_blind
    empty = [seat for seat in range(1, 7) if seat not in evening.machine.table.seats]
    order = sorted(empty, key=lambda seat: (seat - led - 1) % 10)
    return order[-1], order[0]


def test_s5_9_away_from_the_blinds_costs_a_big_blind_or_a_wait_and_nearer_costs_nothing(evening):
    led = evening.machine.table.past.big_blind
    distance = {seat: (seat - led - 1) % 10 for seat in range(1, 7)}
    far, near = far_and_near(evening)
    players = [seat for seat in evening.machine.table.seats if seat != led]
    charged = next(seat for seat in players if distance[seat] < distance[far])
    events = evening.do(sr.MoveSeat(seat=charged, to=far, by="floor"))
    assert of(events, sr.SeatMoved)[0].charged
    (offered,) = of(events, sr.EntryOffered)
    assert (offered.live, offered.dead) == (200, 0)
    free = [seat for seat in players if seat != charged and distance[seat] > distance[near]]
    if free:
        assert not of(evening.do(sr.MoveSeat(seat=free[0], to=near, by="floor")), sr.SeatMoved)[0].charged


def test_s5_9_who_has_just_had_the_big_blind_cannot_walk_away_from_the_small_one(evening):
    led = evening.machine.table.past.big_blind
    to = next(seat for seat in range(1, 7) if seat not in evening.machine.table.seats)
    assert of(evening.do(sr.MoveSeat(seat=led, to=to, by="floor")), sr.SeatMoved)[0].charged


@pytest.mark.parametrize(
    ("missed_big", "charged", "debt"),
    [(False, True, "new-player"), (False, False, "small-blind"), (True, True, "both-blinds")],
)
def test_s5_9_the_big_blind_of_a_charged_move_holds_a_missed_small_one(missed_big, charged, debt):
    seat = SeatState(seat=1, name="Ada", missed_small=True, missed_big=missed_big)
    there = moved_seat(seat, sr.SeatMoved(seat=1, to=4, stack=0, charged=charged))
    assert debt_of(there) == debt


def test_s5_9_without_blinds_a_seat_change_is_free():
    evening = Evening(profile_of("soko-pl")).fill(1, 2, 4)
    evening.play_hand()
    assert not of(evening.do(sr.MoveSeat(seat=1, to=9, by="floor")), sr.SeatMoved)[0].charged
    assert moved(evening.play_hand()).button in {2, 4, 9}


# -- waiting list (§9) -----------------------------------------------------------------------------------------------


def listed(evening: Evening) -> list[str]:
    return [waiter.name for waiter in evening.machine.table.waiting]


def full() -> Evening:
    return Evening(profile_of("holdem-nl", seats=4)).fill()


def join(evening: Evening, name: str, *games: str, moved: bool = False) -> list:
    return evening.do(sr.JoinList(name=name, by="floor", games=games, moved=moved))


def test_s9_the_list_is_in_order_and_closed_table_players_precede_it():
    evening = full()
    for name, was_moved in (("Aino", False), ("Eero", False), ("Helmi", True), ("Ilta", True)):
        join(evening, name, moved=was_moved)
    assert listed(evening) == ["Helmi", "Ilta", "Aino", "Eero"]
    assert evening.refuse(sr.JoinList(name="Aino", by="floor")) is Code.ALREADY_SO
    assert evening.refuse(sr.JoinList(name="Player 1", by="floor")) is Code.ONE_SEAT_ONLY
    assert evening.refuse(sr.LeaveList(name="Onni", by="floor")) is Code.NOT_ON_LIST


def test_s9_a_seat_that_opens_is_kept_for_the_first_for_five_minutes():
    evening = full()
    join(evening, "Aino")
    (held,) = of(evening.leave(2), sr.SeatHeld)
    assert (held.seat, held.name, held.until) == (2, "Aino", evening.ms + 300_000)
    rich(evening)
    assert evening.refuse(evening.buy_in(2, 5000, "Eero")) is Code.SEAT_HELD
    events = evening.do(evening.buy_in(2, 5000, "Aino"))
    assert of(events, sr.ListLeft) == [sr.ListLeft(name="Aino", cause="seated")]
    assert not evening.machine.table.waiting


def test_s9_who_is_not_there_in_time_is_struck_and_the_next_is_called():
    evening = full()
    join(evening, "Aino")
    join(evening, "Eero")
    (held,) = of(evening.leave(2), sr.SeatHeld)
    for seat in (1, 3, 4):
        evening.do(tr.SitOut(seat=seat))
    assert machines.due(evening.machine) == held.until
    evening.ms = held.until
    events = evening.do(tr.Tick())
    assert of(events, sr.ListLeft) == [sr.ListLeft(name="Aino", cause="not-present")]
    assert [(call.seat, call.name) for call in of(events, sr.SeatHeld)] == [(2, "Eero")]


def test_s9_staff_keep_an_empty_seat_for_somebody_whoever_else_waits():
    evening = full()
    evening.do(sr.JoinList(name="Aino", by="floor"))
    evening.do(sr.JoinList(name="Mikko", by="floor"))
    assert evening.refuse(sr.JoinList(name="Mikko", by="floor", seat=2)) is Code.SEAT_TAKEN
    evening.do(sr.LeaveList(name="Aino", by="floor"))
    evening.leave(2)
    assert evening.refuse(sr.JoinList(name="Kaisa", by="floor", seat=2)) is Code.SEAT_HELD
    evening.do(sr.LeaveList(name="Mikko", by="floor"))
    events = evening.do(sr.JoinList(name="Kaisa", by="floor", seat=2))
    assert [type(event) for event in events] == [sr.ListJoined, sr.SeatHeld]
    evening.insert(10_000)
    assert evening.refuse(evening.buy_in(2, 10_000, "Other")) is Code.SEAT_HELD
    evening.do(evening.buy_in(2, 10_000, "Kaisa"))
    assert listed(evening) == []
    assert evening.refuse(sr.JoinList(name="Mikko", by="floor", seat=9)) is Code.NO_SUCH_SEAT


def test_s9_one_waits_for_several_games_and_is_called_for_these_alone():
    evening = full()
    join(evening, "Aino", "omaha-pl", "soko-pl")
    join(evening, "Eero", "omaha-pl", "holdem-nl")
    (held,) = of(evening.leave(2), sr.SeatHeld)
    assert held.name == "Eero"
    assert listed(evening) == ["Aino", "Eero"], "she waits on"
    assert evening.refuse(sr.JoinList(name="Onni", by="floor", games=("whist",))) is Code.NOT_ALLOWED


# -- closing (§9) ----------------------------------------------------------------------------------------------------


def test_s9_the_last_round_is_announced_played_and_then_the_table_is_closed(evening):
    last = evening.machine.table.last_hand + 4
    (announced,) = of(evening.do(sr.CloseTable(by="floor")), sr.ClosingAnnounced)
    assert announced.last == last, "a hand for each player"
    events = evening.play_hands(4)
    assert events[-1] == sr.TableClosed() or of(events, sr.TableClosed)
    assert not [want for want in machines.wants(evening.machine) if isinstance(want, tr.WantSeed)]
    while evening.pump():
        pass
    assert not evening.machine.table.seats
    assert evening.refuse(rich(evening).buy_in(1, 5000)) is Code.TABLE_CLOSED


def test_s9_the_closing_may_be_taken_back(evening):
    evening.do(sr.CloseTable(by="floor", hands=1))
    assert evening.refuse(sr.CloseTable(by="floor")) is Code.ALREADY_SO
    evening.do(sr.OpenTable(by="floor"))
    evening.play_hands(3)
    assert evening.refuse(sr.OpenTable(by="floor")) is Code.ALREADY_SO


def test_s14_staff_may_remove_a_player_after_the_hand(evening):
    evening.deal()
    (removed,) = of(evening.do(sr.Vacate(seat=4, by="floor", code=evening.code())), sr.VacateAsked)
    assert removed.by == "floor"
    while evening.machine.table.hand is not None:
        evening.act_by_dice()
    assert 4 not in evening.machine.table.seats
    assert evening.refuse(sr.Vacate(seat=5, code=evening.code())) is Code.NOT_ALLOWED, "nobody says why"


def test_a_profile_with_fewer_seats_waits_until_nobody_sits_there(evening):
    smaller = msgspec.structs.replace(evening.profile, seats=4)
    assert evening.refuse(tr.AdoptProfile(profile=smaller)) is Code.PROFILE_UNUSABLE
    evening.leave(5)
    evening.do(tr.AdoptProfile(profile=smaller))
