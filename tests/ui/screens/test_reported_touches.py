"""Faults of touch screens that people reported of other poker tables; the number is that of the list of reports."""

import msgspec
import pytest

from controller.language import Language
from controller.vocab.hand_records import Act
from controller.vocab.ids import DecisionId, HandId
from controller.wire.view import View
from seats.models.seat import CALL_GUARD_MS, GUARD_MS
from seats.screens import seat_layout as at
from tests.ui.screens.sitting import Sitting

EURO = 100
NEXT = DecisionId(78)


def asked_next(sitting: Sitting, *, call: int, hand: int | None = None, street: int | None = None) -> View:
    """The view when seat 7 is asked again, for this much, on another street or in another hand if so."""
    view = sitting.view
    assert view.decision is not None
    view.decision = msgspec.structs.replace(view.decision, seat=7, decision=NEXT, call=call)
    view.hand = HandId(hand) if hand else view.hand
    view.street = street if street is not None else view.street
    return view


def test_bug_07_a_check_that_becomes_a_call_under_the_finger_sends_nothing(free_view: View, en: Language) -> None:
    free = Sitting(free_view, en)
    free.finger("down", *at.CALL.centre)
    free.tell(asked_next(free, call=90 * EURO))
    free.finger("up", *at.CALL.centre)
    assert free.take() == []
    free.wait(GUARD_MS)
    assert free.tap(at.CALL) == []
    free.wait(CALL_GUARD_MS)
    assert free.tap(at.CALL) == [Act(7, NEXT, "call")]


def test_bug_08_one_touch_never_bets_everything(free_view: View, en: Language) -> None:
    free = Sitting(free_view, en)
    for key in (at.PRESETS[4], at.RAISE):
        assert free.tap(key) == []
    free.wait(400)
    asked = [target.rect_mm for target in free.targets]
    assert asked
    assert not any(box.overlaps(key) for box in asked for key in (at.FOLD, at.CALL, at.RAISE))


@pytest.mark.parametrize("change", ["next street", "next hand"])
def test_bug_10_a_fold_chosen_ahead_is_gone_with_its_street(waiting_view: View, en: Language, change: str) -> None:
    waiting = Sitting(waiting_view, en)
    assert waiting.tap(at.AHEAD[0]) == []
    hand, street = (18_205, 0) if change == "next hand" else (None, 2)
    waiting.tell(asked_next(waiting, call=30 * EURO, hand=hand, street=street))
    waiting.rest()
    assert waiting.take() == []


def test_bug_31_a_touch_left_over_from_the_last_hand_does_nothing_in_the_next(turn_view: View, en: Language) -> None:
    turn = Sitting(turn_view, en)
    turn.finger("down", *at.FOLD.centre)
    turn.tell(asked_next(turn, call=4 * EURO, hand=18_205, street=0), frame=False)
    turn.finger("up", *at.FOLD.centre)
    turn.wait(20)
    assert turn.take() == []
