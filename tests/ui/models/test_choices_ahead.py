"""UI-2.10 and requirement R-UI-7: a choice made ahead is a hint for one decision at one price."""

import msgspec
import pytest

from controller.vocab.hand_records import Act
from controller.vocab.ids import DecisionId, HandId
from seats.models import local as seat_local
from seats.models.local import SeatLocal
from seats.models.seat import seat_model

EURO = 100
NOW = 100_000


def tick(view, kind, local=None):
    return seat_local.tick_ahead(local or SeatLocal(), view, kind)


def own_turn(view, **changes):
    view.decision = msgspec.structs.replace(view.decision, seat=7, decision=DecisionId(77), **changes)


def bet(view, to):
    view.seats[5].bet = view.bet_level = to * EURO


@pytest.mark.parametrize("kind", ["check", "check-or-fold"])
def test_ui_2_10_a_ticked_box_checks_when_the_decision_comes_free(waiting_view, kind):
    local = seat_local.update(tick(waiting_view, kind), waiting_view)
    assert seat_local.ahead_act(local, waiting_view) is None
    own_turn(waiting_view, call=0)
    local = seat_local.update(local, waiting_view)
    assert seat_local.ahead_act(local, waiting_view) == Act(7, DecisionId(77), "check")


def test_ui_2_10_a_fold_ticked_for_a_price_folds_at_that_price(waiting_view):
    bet(waiting_view, 30)
    local = tick(waiting_view, "check-or-fold")
    own_turn(waiting_view, call=30 * EURO)
    assert seat_local.ahead_act(seat_local.update(local, waiting_view), waiting_view) == Act(7, DecisionId(77), "fold")


@pytest.mark.parametrize("kind", ["check", "check-or-fold"])
def test_ui_2_10_any_bet_clears_the_box(waiting_view, kind):
    local = tick(waiting_view, kind)
    bet(waiting_view, 30)
    local = seat_local.update(local, waiting_view)
    assert local.ahead is None
    own_turn(waiting_view, call=30 * EURO)
    assert seat_local.ahead_act(local, waiting_view) is None


def test_ui_2_10_a_raise_behind_a_short_stack_clears_the_box_though_it_costs_the_same(waiting_view):
    waiting_view.seats[7].stack = 20 * EURO
    bet(waiting_view, 30)
    local = tick(waiting_view, "check-or-fold")
    bet(waiting_view, 90)
    assert seat_local.update(local, waiting_view).ahead is None


@pytest.mark.parametrize("change", ["street", "hand", "folded"])
def test_ui_2_10_a_new_street_or_hand_clears_the_box(waiting_view, change):
    local = tick(waiting_view, "check")
    if change == "street":
        waiting_view.street = 2
    elif change == "hand":
        waiting_view.hand = HandId(18_205)
    else:
        waiting_view.seats[7].status = "folded"
    assert seat_local.update(local, waiting_view).ahead is None


def test_ui_2_10_the_box_never_sends_even_if_it_was_not_cleared_in_time(waiting_view):
    local = tick(waiting_view, "check-or-fold")
    bet(waiting_view, 30)
    own_turn(waiting_view, call=30 * EURO)
    assert seat_local.ahead_act(local, waiting_view) is None


def test_ui_2_10_the_box_answers_one_decision_only(waiting_view):
    local = tick(waiting_view, "check")
    own_turn(waiting_view, call=0)
    local = seat_local.update(local, waiting_view)
    act = seat_local.ahead_act(local, waiting_view)
    local = seat_local.sent(local, act.decision)
    assert seat_local.ahead_act(local, waiting_view) is None
    own_turn(waiting_view, call=0)
    waiting_view.decision = msgspec.structs.replace(waiting_view.decision, decision=DecisionId(80))
    assert seat_local.ahead_act(seat_local.update(local, waiting_view), waiting_view) is None


def test_ui_2_10_only_one_box_is_ticked_and_a_second_touch_clears_it(waiting_view, en):
    local = tick(waiting_view, "check", tick(waiting_view, "check-or-fold"))
    model = seat_model(waiting_view, en, local, NOW)
    assert [box.ticked for box in model.ahead] == [False, True]
    assert tick(waiting_view, "check", local).ahead is None


def test_ui_2_10_check_cannot_be_ticked_against_a_bet(waiting_view, en):
    bet(waiting_view, 30)
    assert tick(waiting_view, "check").ahead is None
    model = seat_model(waiting_view, en, SeatLocal(), NOW)
    assert [(box.words, box.legal) for box in model.ahead] == [("Fold", True), ("Check", False)]


@pytest.mark.parametrize("status", ["folded", "all-in", "sitting-out"])
def test_ui_2_10_nothing_is_chosen_ahead_without_a_decision_to_come(waiting_view, en, status):
    waiting_view.seats[7].status = status
    assert tick(waiting_view, "check").ahead is None
    assert seat_model(waiting_view, en, SeatLocal(), NOW).mode == "rest"


def test_ui_2_10_no_box_on_the_own_turn(turn_view, en):
    assert tick(turn_view, "check-or-fold").ahead is None
    assert seat_model(turn_view, en, SeatLocal(), NOW).ahead == ()
