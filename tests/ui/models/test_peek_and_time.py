"""UI-2.5 to UI-2.7: cards up only while held, the clock, and the own hand in words."""

import pytest

from controller.vocab.hand_records import HandName
from controller.wire.view import ClockView
from evaluator_ext import parse_cards
from seats.models import local as seat_local
from seats.models.local import SeatLocal
from seats.models.seat import seat_model

NOW = 100_000


def look(view, language, local):
    local = seat_local.update(local, view)
    return local, seat_model(view, language, local, NOW)


def test_ui_2_5_cards_are_backs_until_they_are_held(turn_view, en):
    local, model = look(turn_view, en, SeatLocal())
    assert (model.own.face, model.own.cards, model.own.count, model.own.hand) == ("back", (), 2, "")
    local, model = look(turn_view, en, seat_local.lift_cards(local, turn_view))
    assert (model.own.face, model.own.cards) == ("peek", parse_cards("Kh Kd"))
    _, model = look(turn_view, en, seat_local.drop_cards(local))
    assert (model.own.face, model.own.cards) == ("back", ())


def test_ui_2_5_action_keys_are_dead_while_peeking(turn_view, en):
    _, model = look(turn_view, en, seat_local.lift_cards(SeatLocal(), turn_view))
    assert model.mode == "peek"
    assert not any(key.legal for key in model.keys)


@pytest.mark.parametrize("end", ["showdown", "resting", "paused", "link"])
def test_ui_2_5_held_cards_drop_when_the_showdown_begins_or_play_stops(turn_view, en, end):
    local, _ = look(turn_view, en, seat_local.lift_cards(SeatLocal(), turn_view))
    if end == "paused":
        turn_view.paused, turn_view.pause_cause = True, "device"
    elif end == "link":
        local = seat_local.link(local, connected=False)
    else:
        turn_view.phase = end
    local, model = look(turn_view, en, local)
    assert (local.peeking, model.own.face, model.own.hand) == (False, "back", "")
    assert not seat_local.lift_cards(local, turn_view).peeking


def test_ui_2_5_a_tabled_hand_lies_open(turn_view, en):
    turn_view.phase = "showdown"
    turn_view.seats[7].shown = HandName("trips", (13,))
    _, model = look(turn_view, en, SeatLocal())
    assert (model.own.face, model.own.hand) == ("open", "Three kings")


def test_ui_2_5_no_plate_ever_shows_unseen_cards(turn_view, en):
    turn_view.seats[5].cards = parse_cards("As Ah")
    _, model = look(turn_view, en, seat_local.lift_cards(SeatLocal(), turn_view))
    assert all(place.cards == () for place in model.ring)


@pytest.mark.parametrize(
    ("table_ms", "left", "bar", "hurry"),
    [
        (88_000, 30, 1000, False),
        (100_000, 18, 600, False),
        (112_999, 6, 166, False),
        (113_000, 5, 166, True),
        (117_999, 1, 0, True),
        (118_000, 0, 0, True),
        (130_000, 0, 0, True),
    ],
)
def test_ui_2_6_the_clock_counts_down_to_the_deadline(turn_view, en, table_ms, left, bar, hurry):
    turn = seat_model(turn_view, en, SeatLocal(), table_ms).turn
    assert (turn.left, turn.bar, turn.hurry, turn.seconds) == (left, bar, hurry, f"{left} s")


def test_ui_2_6_another_players_time_is_shown_with_his_name(turn_view, waiting_view, fi):
    model = seat_model(waiting_view, fi, SeatLocal(), NOW)
    assert not model.turn.own
    assert model.turn.words == "Vuorossa Zsófia"
    assert [place.bar for place in model.ring if place.acting] == [700]


def test_ui_2_6_a_clock_of_another_decision_says_nothing(turn_view, en):
    turn_view.clock = ClockView(seat=5, deadline=101_000, allowed=30_000)
    turn = seat_model(turn_view, en, SeatLocal(), NOW).turn
    assert (turn.seconds, turn.hurry) == ("", False)


def test_ui_2_7_the_hand_is_named_only_while_its_cards_are_seen(turn_view, en, fi):
    up = seat_local.lift_cards(SeatLocal(), turn_view)
    assert look(turn_view, en, up)[1].own.hand == "Three kings"
    assert look(turn_view, en, SeatLocal())[1].own.hand == ""
    assert look(turn_view, fi, up)[1].own.hand != look(turn_view, en, up)[1].own.hand
