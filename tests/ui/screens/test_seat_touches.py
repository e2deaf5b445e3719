"""What a finger on the seat screen leads to (ui.md §2, requirements R-UI-3 to R-UI-7)."""

from collections.abc import Callable

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.language import Language
from controller.vocab.hand_records import Act
from controller.vocab.ids import DecisionId
from controller.vocab.table_records import LeaveSeat, SitIn, SitOut
from controller.wire.view import View
from seats.metrics import Box
from seats.models.seat import CALL_GUARD_MS, GUARD_MS
from seats.screens import seat_layout as at
from seats.screens.screen import Accepted, Halted, LinkLost, LinkRestored, Refused
from seats.screens.seat import PEEK_MS
from tests.ui.models.conftest import Dealt
from tests.ui.screens.sitting import Sitting

EURO = 100
SEEN = DecisionId(77)
YES = Box(8, 117, 66, 19)
NO = Box(8, 139, 66, 12)


@pytest.fixture
def turn(turn_view: View, en: Language) -> Sitting:
    return Sitting(turn_view, en)


@pytest.fixture
def free(free_view: View, en: Language) -> Sitting:
    return Sitting(free_view, en)


@pytest.fixture
def waiting(waiting_view: View, en: Language) -> Sitting:
    return Sitting(waiting_view, en)


def offer(sitting: Sitting, **changes) -> View:
    """The same view with another decision."""
    view = sitting.view
    view.decision = msgspec.structs.replace(view.decision, **changes)
    return view


# -- the three keys ----------------------------------------------------------------------------------------------


def test_a_tap_on_call_sends_the_decision_that_was_seen(turn: Sitting) -> None:
    assert turn.tap(at.CALL) == [Act(7, SEEN, "call")]


def test_a_tap_on_fold_folds_a_hand_that_costs_something(turn: Sitting) -> None:
    assert turn.tap(at.FOLD) == [Act(7, SEEN, "fold")]


def test_the_raise_key_sends_what_stands_on_it(turn: Sitting) -> None:
    assert turn.tap(at.PRESETS[2]) == []
    assert turn.tap(at.RAISE) == [Act(7, SEEN, "raise", 111 * EURO)]


def test_an_act_counts_once_however_often_the_key_is_tapped(turn: Sitting) -> None:
    turn.tap(at.CALL)
    for _ in range(4):
        turn.rest()
        assert turn.tap(at.CALL) == []


def test_sliding_out_of_a_key_cancels(turn: Sitting) -> None:
    turn.finger("down", *at.CALL.centre)
    turn.finger("move", *at.BOARD.centre)
    turn.finger("up", *at.BOARD.centre)
    assert turn.take() == []


def test_pressing_one_key_and_releasing_another_does_nothing(turn: Sitting) -> None:
    turn.finger("down", *at.FOLD.centre)
    turn.finger("move", *at.CALL.centre)
    turn.finger("up", *at.CALL.centre)
    assert turn.take() == []


def test_a_press_under_way_when_the_game_moves_on_is_never_sent(turn: Sitting) -> None:
    turn.finger("down", *at.CALL.centre)
    turn.tell(offer(turn, decision=DecisionId(78)))
    turn.wait(20)
    turn.finger("up", *at.CALL.centre)
    assert turn.take() == []


def test_a_press_released_before_the_next_frame_does_not_send_the_old_decision(turn: Sitting) -> None:
    turn.finger("down", *at.CALL.centre)
    turn.tell(offer(turn, decision=DecisionId(78), call=60 * EURO), frame=False)
    turn.finger("up", *at.CALL.centre)
    assert turn.take() == []


def test_a_call_whose_price_has_changed_waits_a_second(turn: Sitting) -> None:
    turn.tell(offer(turn, decision=DecisionId(78), call=60 * EURO))
    turn.wait(CALL_GUARD_MS - 100)
    assert turn.tap(at.CALL) == []
    turn.wait(200)
    assert turn.tap(at.CALL) == [Act(7, DecisionId(78), "call")]


def test_any_key_waits_a_moment_after_it_became_another(turn: Sitting) -> None:
    turn.tell(offer(turn, decision=DecisionId(78), call=60 * EURO))
    turn.wait(GUARD_MS - 100)
    assert turn.tap(at.FOLD) == []
    turn.wait(200)
    assert turn.tap(at.FOLD) == [Act(7, DecisionId(78), "fold")]


# -- composing an amount -----------------------------------------------------------------------------------------


def test_composing_an_amount_sends_nothing(turn: Sitting) -> None:
    for box in (*at.PRESETS, at.PLUS, at.MINUS):
        turn.tap(box)
    turn.finger("down", *at.SLIDER.centre)
    turn.finger("move", at.SLIDER.x + 70, at.SLIDER.centre[1])
    turn.finger("up", at.SLIDER.x + 70, at.SLIDER.centre[1])
    assert turn.take() == []


def test_plus_goes_one_chip_further_with_each_tap(turn: Sitting) -> None:
    for _ in range(3):
        turn.tap(at.PLUS)
    assert turn.tap(at.RAISE) == [Act(7, SEEN, "raise", 63 * EURO)]


def test_the_slider_reaches_both_ends(turn: Sitting) -> None:
    turn.finger("down", at.SLIDER.x + 1, at.SLIDER.centre[1])
    turn.finger("move", at.SLIDER.right - 0.5, at.SLIDER.centre[1])
    turn.wait(20)
    turn.finger("move", at.SLIDER.x + 0.5, at.SLIDER.centre[1])
    turn.finger("up", at.SLIDER.x + 0.5, at.SLIDER.centre[1])
    assert turn.tap(at.RAISE) == [Act(7, SEEN, "raise", 60 * EURO)]


def test_an_amount_is_typed_on_a_sheet_and_sent_by_the_raise_key(turn: Sitting) -> None:
    turn.tap(at.KEYPAD)
    turn.rest()
    for digit in ("1", "4", "5"):
        turn.tap(key_of(turn, digit))
    assert turn.tap(key_of(turn, "OK")) == []
    turn.rest()
    assert turn.tap(at.RAISE) == [Act(7, SEEN, "raise", 145 * EURO)]


def test_a_typed_amount_that_is_not_offered_is_not_taken(turn: Sitting) -> None:
    turn.tap(at.KEYPAD)
    turn.rest()
    turn.tap(key_of(turn, "7"))
    assert "OK" not in names(turn)
    turn.tap(key_of(turn, "Cancel"))
    turn.rest()
    assert turn.tap(at.RAISE) == [Act(7, SEEN, "raise", 60 * EURO)]


def names(sitting: Sitting) -> dict[str, Box]:
    return {target.face.title: target.rect_mm for target in sitting.targets if hasattr(target, "face")}


def key_of(sitting: Sitting, name: str) -> Box:
    return names(sitting)[name]


# -- questions ---------------------------------------------------------------------------------------------------


def all_in(sitting: Sitting) -> None:
    sitting.tap(at.PRESETS[4])
    assert sitting.tap(at.RAISE) == []


def test_all_in_is_asked_about_elsewhere_and_sent_after_yes(turn: Sitting) -> None:
    all_in(turn)
    turn.wait(400)
    assert not YES.overlaps(at.RAISE)
    assert turn.tap(YES) == [Act(7, SEEN, "raise", 328 * EURO)]


def test_a_double_tap_cannot_confirm_an_all_in(turn: Sitting) -> None:
    all_in(turn)
    assert turn.tap(at.RAISE, ms=30) == []
    assert turn.tap(YES, ms=30) == []


def test_a_finger_that_lands_within_the_guard_and_stays_does_not_confirm(turn: Sitting) -> None:
    all_in(turn)
    turn.finger("down", *YES.centre)
    turn.wait(600)
    turn.finger("up", *YES.centre)
    assert turn.take() == []


def test_no_goes_back_to_the_amount_as_it_was(turn: Sitting) -> None:
    all_in(turn)
    turn.wait(400)
    assert turn.tap(NO) == []
    turn.rest()
    turn.tap(at.PRESETS[1])
    assert turn.tap(at.RAISE) == [Act(7, SEEN, "raise", 91 * EURO)]


def test_while_a_question_is_open_nothing_else_is_touched(turn: Sitting) -> None:
    all_in(turn)
    turn.wait(400)
    assert {(target.rect_mm) for target in turn.targets} == {YES, NO}


def test_a_question_goes_with_its_decision(turn: Sitting) -> None:
    all_in(turn)
    turn.wait(400)
    turn.tell(offer(turn, decision=DecisionId(78)))
    turn.wait(400)
    assert turn.tap(YES) == []
    assert turn.tap(NO) == []


def test_a_fold_that_could_check_is_asked_about_and_no_means_check(free: Sitting) -> None:
    assert free.tap(at.FOLD) == []
    free.wait(400)
    assert free.tap(NO) == [Act(7, SEEN, "check")]


# -- the cards ---------------------------------------------------------------------------------------------------


def test_cards_lift_while_held_and_the_keys_are_dead(turn: Sitting) -> None:
    turn.finger("down", *at.TOUCH)
    turn.wait(200)
    assert turn.screen.shown.own.face == "peek"
    for box in (at.FOLD, at.CALL, at.RAISE):
        assert turn.tap(box, finger=2) == []


def test_cards_drop_at_release(turn: Sitting) -> None:
    turn.finger("down", *at.TOUCH)
    turn.wait(200)
    turn.finger("up", *at.TOUCH)
    turn.wait(200)
    assert turn.screen.shown.own.face == "back"


def test_cards_drop_when_the_panel_feels_no_touch_for_three_seconds(turn: Sitting) -> None:
    turn.finger("down", *at.TOUCH)
    turn.wait(PEEK_MS - 100)
    assert turn.screen.shown.own.face == "peek"
    turn.wait(200)
    assert turn.screen.shown.own.face == "back"
    turn.finger("down", *at.TOUCH, finger=2)
    turn.wait(100)
    assert turn.screen.shown.own.face == "peek"


def test_a_hand_that_moves_keeps_the_cards_up(turn: Sitting) -> None:
    turn.finger("down", *at.TOUCH)
    for _ in range(5):
        turn.wait(1000)
        turn.finger("move", at.TOUCH[0] + 1, at.TOUCH[1])
    assert turn.screen.shown.own.face == "peek"


def test_cards_drop_at_the_showdown_and_no_picture_of_them_is_left(turn: Sitting) -> None:
    turn.finger("down", *at.TOUCH)
    turn.wait(300)
    view = turn.view
    view.phase, view.decision, view.clock = "showdown", None, None
    turn.tell(view)
    turn.wait(300)
    turn.wait(500)
    assert turn.screen.shown.own.cards == ()
    assert not turn.screen.busy()


# -- ahead -------------------------------------------------------------------------------------------------------


def test_a_ticked_box_checks_when_the_turn_comes(waiting: Sitting) -> None:
    assert waiting.tap(at.AHEAD[1]) == []
    waiting.tell(offer(waiting, seat=7, decision=SEEN))
    assert waiting.take() == [Act(7, SEEN, "check")]


def test_a_bet_clears_the_box(waiting: Sitting) -> None:
    waiting.tap(at.AHEAD[0])
    view = offer(waiting, seat=7, decision=SEEN, call=30 * EURO)
    view.seats[5].bet = view.bet_level = 30 * EURO
    waiting.tell(view)
    waiting.rest()
    assert waiting.take() == []


# -- between hands -----------------------------------------------------------------------------------------------


def test_sitting_out_is_one_tap_and_leaving_two(showdown_view: View, en: Language) -> None:
    sitting = Sitting(showdown_view, en, seat=5)
    assert sitting.tap(at.CHOICES[0]) == [SitOut(5)]
    assert sitting.tap(at.CHOICES[1]) == []
    sitting.wait(400)
    assert sitting.tap(YES) == [LeaveSeat(5)]


def test_a_key_that_comes_up_under_a_finger_waits_like_one_that_changed(
    turn: Sitting, dealt: Callable[..., Dealt]
) -> None:
    hand = dealt({2: 100, 7: 100}, button=7)
    hand.act("fold")
    turn.tell(hand.seat(7))
    assert turn.tap(at.CHOICES[0]) == []
    turn.wait(GUARD_MS)
    assert turn.tap(at.CHOICES[0]) == [SitOut(7)]


def test_whoever_sits_out_can_come_back(free_view: View, en: Language) -> None:
    free_view.seats[7].status = free_view.seats[7].presence = "sitting-out"
    free_view.decision = free_view.clock = None
    assert Sitting(free_view, en).tap(at.CHOICES[0]) == [SitIn(7)]


# -- stops -------------------------------------------------------------------------------------------------------


def test_a_refusal_is_told_and_the_player_may_choose_again(turn: Sitting) -> None:
    act = Act(7, SEEN, "call")
    assert turn.tap(at.CALL) == [act]
    turn.notice(Refused(act, Refusal(Code.STALE_DECISION, {})))
    turn.rest()
    assert turn.tap(at.CALL) == [act]


def test_an_answer_that_it_was_carried_out_changes_nothing(turn: Sitting) -> None:
    act = Act(7, SEEN, "call")
    turn.tap(at.CALL)
    turn.notice(Accepted(act))
    turn.rest()
    assert turn.tap(at.CALL) == []


def test_nothing_is_pressed_while_the_link_is_lost_nor_before_the_table_has_spoken_again(turn: Sitting) -> None:
    turn.notice(LinkLost())
    turn.rest()
    assert turn.targets == []
    turn.notice(LinkRestored())
    turn.rest()
    assert turn.targets == []
    turn.tell()
    turn.rest()
    assert turn.tap(at.CALL) == [Act(7, SEEN, "call")]


def test_a_question_does_not_survive_a_lost_link(turn: Sitting) -> None:
    all_in(turn)
    turn.notice(LinkLost())
    turn.notice(LinkRestored())
    turn.tell()
    turn.rest()
    assert turn.tap(YES) == []


def test_a_halted_table_takes_no_touch(turn: Sitting) -> None:
    turn.notice(Halted())
    turn.rest()
    assert turn.targets == []


def test_in_a_pause_one_may_still_sit_out(turn: Sitting) -> None:
    view = turn.view
    view.paused, view.pause_cause = True, "device"
    turn.tell(view)
    turn.rest()
    assert turn.tap(at.CALL) == []
    assert turn.tap(at.CHOICES[0]) == [SitOut(7)]
    view.seats[7].presence = "sitting-out"
    turn.tell(view)
    turn.rest()
    assert turn.tap(at.CHOICES[0]) == [SitIn(7)]


# -- the menu ----------------------------------------------------------------------------------------------------


def test_one_may_sit_out_in_the_middle_of_a_hand(turn: Sitting) -> None:
    turn.tap(at.MENU)
    turn.rest()
    assert turn.tap(turn.menu_key("sit-out")) == [SitOut(7)]
    turn.rest()
    assert turn.tap(at.CALL) == [Act(7, SEEN, "call")]


def test_leaving_from_the_menu_is_asked_about_elsewhere(turn: Sitting) -> None:
    turn.tap(at.MENU)
    turn.rest()
    assert not turn.menu_key("leave").overlaps(at.QUESTION)
    assert turn.tap(turn.menu_key("leave")) == []
    turn.wait(400)
    assert turn.tap(YES) == [LeaveSeat(7)]


def test_the_menu_does_not_stand_between_a_player_and_his_turn(waiting: Sitting) -> None:
    waiting.tap(at.MENU)
    waiting.rest()
    waiting.tell(offer(waiting, seat=7, decision=SEEN))
    waiting.rest()
    assert waiting.tap(at.CALL) == [Act(7, SEEN, "check")]


def test_the_menu_is_put_away(turn: Sitting) -> None:
    turn.tap(at.MENU)
    turn.rest()
    turn.tap(turn.menu_key(None))
    turn.rest()
    assert turn.tap(at.CALL) == [Act(7, SEEN, "call")]
