"""UI-2.1 to UI-2.4: the three keys, the bet pad, the questions, and the guard after a change."""

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.vocab.hand_records import Act
from controller.vocab.ids import DecisionId
from controller.vocab.table_records import LeaveSeat, SitIn, SitOut
from seats.models import local as seat_local
from seats.models import touches
from seats.models.local import Confirm, SeatLocal
from seats.models.scale import TRAVEL
from seats.models.seat import guard_ms, seat_model

NOW = 100_000
EURO = 100


class Screen:
    """A seat screen without a picture: one view, the local state, and the model of both."""

    def __init__(self, view, language):
        self.view, self.language = view, language
        self.local = SeatLocal()
        self.look()

    def look(self):
        self.local = seat_local.update(self.local, self.view)
        self.model = seat_model(self.view, self.language, self.local, NOW)
        return self.model

    def change(self, step, *arguments):
        self.local = step(self.local, *arguments)
        return self.look()

    def offer(self, **changes):
        self.view.decision = msgspec.structs.replace(self.view.decision, **changes)
        return self.look()


@pytest.fixture
def screen(turn_view, en):
    return Screen(turn_view, en)


@pytest.fixture
def free(free_view, en):
    return Screen(free_view, en)


def test_ui_2_1_the_keys_keep_their_places_whoever_acts(turn_view, free_view, waiting_view, en):
    for view in (turn_view, free_view, waiting_view):
        assert [key.id for key in Screen(view, en).model.keys] == ["fold", "call", "raise"]


def test_ui_2_1_a_key_that_is_not_legal_keeps_its_words(screen):
    screen.offer(min_to=0, max_to=0)
    assert [(key.words, key.legal) for key in screen.model.keys] == [
        ("Fold", True),
        ("Call", True),
        ("Raise to", False),
    ]
    assert touches.press_raise(screen.model) is None
    assert len(screen.model.pad.presets) == 5
    assert not any(preset.legal for preset in screen.model.pad.presets)


def test_ui_2_1_the_middle_key_checks_when_it_is_free_and_the_last_one_opens(free):
    assert [key.words for key in free.model.keys] == ["Fold", "Check", "Bet"]
    assert free.model.keys[1].amount == ""


def test_ui_2_1_the_big_blind_checks_or_raises(free):
    free.view.bet_level = 4 * EURO
    assert [key.words for key in free.look().keys] == ["Fold", "Check", "Raise to"]


def test_ui_2_1_fold_folds_at_once_when_there_is_a_bet(screen):
    assert touches.press_key(screen.model, "fold") == Act(7, DecisionId(77), "fold")


def test_ui_2_1_fold_asks_when_checking_is_free(free):
    press = touches.press_key(free.model, "fold")
    assert isinstance(press, Confirm)
    assert (press.yes.kind, press.no.kind) == ("fold", "check")
    question = free.change(seat_local.ask, press).question
    assert (question.headline, question.yes, question.no) == (
        "Fold although checking is free?",
        "Yes, fold",
        "No, check",
    )


def test_ui_2_1_an_act_names_the_decision_that_was_seen(screen):
    seen = screen.model
    screen.offer(decision=DecisionId(99), call=40 * EURO)
    assert touches.press_key(seen, "call") == Act(7, DecisionId(77), "call")


def test_ui_2_2_presets_only_set_the_amount(screen):
    screen.change(touches.choose_preset, screen.model, "pot")
    assert screen.model.pad.to == 152 * EURO
    assert touches.press_raise(screen.model) == Act(7, DecisionId(77), "raise", 152 * EURO)


def test_ui_2_2_the_worked_example_of_the_pot(free):
    # poker.md §4.4: 500 in the pot, a bet of 300, one call; the whole pot raises to 1700.
    free.view.seats[7].stack = 5_000 * EURO
    free.view.bet_level = 300 * EURO
    free.offer(call=300 * EURO, min_to=600 * EURO, max_to=5_000 * EURO, pot=1_100 * EURO)
    assert free.model.pad.presets[3].to == 1_700 * EURO


def test_ui_2_2_a_preset_below_the_minimum_is_dead_in_its_place(screen):
    screen.offer(min_to=100 * EURO)
    presets = screen.model.pad.presets
    assert [preset.id for preset in presets] == ["min", "half-pot", "two-thirds-pot", "pot", "all-in"]
    assert [preset.legal for preset in presets] == [True, False, True, True, True]
    assert presets[1].figure == "91"
    assert screen.change(touches.choose_preset, screen.model, "half-pot").pad.to == 100 * EURO


def test_ui_2_2_of_equal_presets_one_stays(screen):
    screen.view.seats[7].stack = 60 * EURO
    screen.offer(max_to=60 * EURO)
    assert [preset.id for preset in screen.model.pad.presets if preset.legal] == ["all-in"]
    screen.view.seats[7].stack = 152 * EURO
    screen.offer(max_to=152 * EURO)
    assert [preset.legal for preset in screen.model.pad.presets] == [True, True, True, False, True]


def test_ui_2_2_an_all_in_below_the_minimum_is_always_possible(screen):
    screen.view.seats[7].stack = 45 * EURO
    screen.offer(min_to=45 * EURO, max_to=45 * EURO)
    press = touches.press_raise(screen.model)
    assert isinstance(press, Confirm)
    assert (press.kind, press.yes) == ("all-in", Act(7, DecisionId(77), "raise", 45 * EURO))


def test_ui_2_2_in_pot_limit_the_pot_is_the_most(screen):
    screen.offer(max_to=152 * EURO)
    assert [preset.legal for preset in screen.model.pad.presets] == [True, True, True, True, False]
    assert screen.change(touches.slide, screen.model, TRAVEL).pad.to == 152 * EURO


def test_ui_2_2_the_slider_ends_at_the_whole_stack(screen):
    assert screen.change(touches.slide, screen.model, TRAVEL).pad.to == 328 * EURO
    assert not screen.model.pad.more
    assert screen.change(touches.slide, screen.model, 0).pad.to == 60 * EURO
    assert not screen.model.pad.fewer


def test_ui_2_2_plus_and_minus_are_one_chip(screen):
    screen.change(touches.step, screen.model, 1)
    assert screen.model.pad.to == 61 * EURO
    screen.change(touches.step, screen.model, -1)
    assert screen.change(touches.step, screen.model, -1).pad.to == 60 * EURO


def test_ui_2_2_moving_the_slider_leaves_the_preset(screen):
    screen.change(touches.choose_preset, screen.model, "pot")
    screen.change(touches.step, screen.model, 1)
    assert not any(preset.chosen for preset in screen.model.pad.presets)


def test_ui_2_2_the_chosen_preset_has_a_tick_on_the_track(screen):
    screen.change(touches.choose_preset, screen.model, "two-thirds-pot")
    assert screen.model.pad.place in screen.model.pad.ticks
    assert len(screen.model.pad.ticks) == 5


def test_ui_2_2_an_amount_can_be_typed(screen):
    screen.change(touches.open_keypad, screen.model)
    for digit in (0, 1, 2, 5, 5):
        screen.change(touches.type_digit, digit)
    screen.change(touches.erase_digit)
    assert (screen.model.pad.keypad.to, screen.model.pad.keypad.legal) == (125 * EURO, True)
    screen.change(touches.accept_typed, screen.model)
    assert (screen.model.pad.to, screen.model.pad.keypad) == (125 * EURO, None)


def test_ui_2_2_an_amount_that_is_not_offered_cannot_be_accepted(screen):
    screen.change(touches.open_keypad, screen.model)
    for digit in (5, 9):
        screen.change(touches.type_digit, digit)
    assert not screen.model.pad.keypad.legal
    assert screen.change(touches.accept_typed, screen.model).pad.to == 60 * EURO
    assert screen.change(touches.close_keypad).pad.keypad is None


def test_ui_2_2_cents_are_typed_where_chips_are_cents(screen):
    stakes = msgspec.structs.replace(screen.view.profile.stakes, unit=50)
    screen.view.profile = msgspec.structs.replace(screen.view.profile, stakes=stakes)
    screen.look()
    screen.change(touches.open_keypad, screen.model)
    for digit in (6, 1, 5, 0):
        screen.change(touches.type_digit, digit)
    assert (screen.model.pad.keypad.to, screen.model.pad.keypad.legal) == (6_150, True)


def test_ui_2_2_a_composed_amount_ends_with_its_decision(screen):
    screen.change(touches.choose_preset, screen.model, "pot")
    screen.offer(decision=DecisionId(78), min_to=90 * EURO)
    assert screen.model.pad.to == 90 * EURO
    assert not any(preset.chosen for preset in screen.model.pad.presets)


@pytest.mark.parametrize(("to", "kind"), [(164, None), (165, "raise"), (328, "all-in")])
def test_ui_2_3_a_bet_above_half_of_the_stack_asks_once_more(screen, to, kind):
    screen.local = msgspec.structs.replace(screen.local, amount=to * EURO)
    press = touches.press_raise(screen.look())
    assert (press.kind if isinstance(press, Confirm) else None) == kind
    act = press.yes if isinstance(press, Confirm) else press
    assert act == Act(7, DecisionId(77), "raise", to * EURO)


def test_ui_2_3_an_opening_bet_is_asked_about_as_a_bet(free):
    free.local = msgspec.structs.replace(free.local, amount=200 * EURO)
    press = touches.press_raise(free.look())
    assert isinstance(press, Confirm)
    assert free.change(seat_local.ask, press).question.headline.replace("\u00a0", " ") == "Bet 200 €?"


def test_ui_2_3_an_ordinary_call_never_asks_and_the_last_chip_does(screen):
    assert touches.press_call(screen.model) == Act(7, DecisionId(77), "call")
    screen.view.seats[7].stack = 30 * EURO
    press = touches.press_call(screen.look())
    assert isinstance(press, Confirm)
    assert screen.change(seat_local.ask, press).question.lines == ("You keep nothing behind.",)


def test_ui_2_3_leaving_asks_and_says_where_the_money_goes(screen):
    press = touches.press_choice(screen.model, "leave")
    assert press == Confirm("leave", yes=LeaveSeat(7))
    question = screen.change(seat_local.ask, press).question
    assert question.lines[0].replace("\u00a0", " ") == "Your 328 € waits for you at the kiosk."
    assert question.lines[1] == "You leave when this hand is over"


def test_ui_2_3_the_keys_are_dead_while_a_question_is_open(screen):
    screen.change(seat_local.ask, Confirm("leave", yes=LeaveSeat(7)))
    assert [touches.press_key(screen.model, key) for key in ("fold", "call", "raise")] == [None, None, None]
    assert screen.change(seat_local.dismiss).keys[0].legal


def test_ui_2_3_a_question_ends_with_its_decision(screen):
    screen.local = msgspec.structs.replace(screen.local, amount=328 * EURO)
    screen.change(seat_local.ask, touches.press_raise(screen.look()))
    assert screen.offer(decision=DecisionId(78)).question is None


def test_ui_2_3_the_question_about_leaving_outlives_a_decision(screen):
    screen.change(seat_local.ask, Confirm("leave", yes=LeaveSeat(7)))
    assert screen.offer(decision=DecisionId(78)).question is not None
    screen.view.seats[7].leaving = True
    assert screen.look().question is None


def test_ui_2_4_a_key_looks_on_as_long_as_nothing_changed(screen):
    before = screen.model.keys
    assert [guard_ms(old, new) for old, new in zip(before, screen.look().keys, strict=True)] == [0, 0, 0]


def test_ui_2_4_a_new_price_deadens_the_call_for_a_second_and_the_others_for_a_moment(screen):
    before = screen.model.keys
    after = screen.offer(decision=DecisionId(78), call=60 * EURO).keys
    assert [guard_ms(old, new) for old, new in zip(before, after, strict=True)] == [400, 1000, 400]
    assert guard_ms(None, after[0]) == 400


def test_ui_2_4_composing_an_amount_deadens_nothing(screen):
    before = screen.model.keys[2]
    after = screen.change(touches.choose_preset, screen.model, "pot").keys[2]
    assert before.amount != after.amount
    assert guard_ms(before, after) == 0


def test_an_act_is_sent_once(screen):
    act = touches.press_call(screen.model)
    screen.change(seat_local.sent, act.decision)
    assert touches.press_call(screen.model) is None
    assert screen.offer(decision=DecisionId(78)).keys[1].legal


def test_a_refusal_is_told_and_the_keys_come_back(screen):
    screen.change(seat_local.sent, DecisionId(77))
    screen.change(seat_local.refused, Refusal(Code.PAUSED))
    assert screen.model.refusal == "The table is paused."
    assert screen.model.keys[0].legal


@pytest.mark.parametrize("stop", ["paused", "link"])
def test_nothing_can_be_pressed_while_the_table_or_the_link_has_stopped(screen, stop):
    if stop == "paused":
        screen.view.paused, screen.view.pause_cause = True, "breach"
        screen.look()
        assert (screen.model.banner.kind, screen.model.banner.headline[:22]) == ("frozen", "The table has stopped ")
    else:
        screen.change(seat_local.link, False)
        assert screen.model.banner.kind == "disconnected"
    assert not any(key.legal for key in screen.model.keys)
    assert touches.press_choice(screen.model, "leave") is None


def test_ui_2_9_sitting_out_and_back(screen):
    assert touches.press_choice(screen.model, "sit-out") == SitOut(7)
    screen.view.seats[7].presence = "sitting-out"
    screen.look()
    assert touches.press_choice(screen.model, "sit-in") == SitIn(7)
    assert touches.press_choice(screen.model, "sit-out") is None
    assert "You sit out from the next hand" in screen.model.notices
