"""Large print: what a player reads and touches is set a third larger, and nothing is cut in any language (R-UI-10)."""

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from controller.language import Language
from controller.wire.view import View
from seats import type as typesetting
from seats.models.taste import Taste
from tests.ui.models.conftest import NAMES
from tests.ui.screens.sitting import Sitting

Check = Callable[[str, pygame.Surface], None]
State = Callable[[pytest.FixtureRequest, Language], Sitting]

LEAST = 1.2
"""What had to shrink a little to stay on one line is still so much larger."""


def enlarged(sitting: Sitting) -> Sitting:
    sitting.screen.change_taste(Taste(large=True))
    sitting.rest()
    return sitting


def drawn_anew(sitting: Sitting) -> None:
    sitting.screen.stage.set_ground(lambda _canvas: None)
    sitting.draw()


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Every text that is set, at its smallest size in pixels."""
    found: dict[str, int] = {}
    put: Any = typesetting.put

    def noted(target: Any, text: str, at: Any, size: int, *rest: Any) -> Any:
        found[text] = min(size, found.get(text, size))
        return put(target, text, at, size, *rest)

    monkeypatch.setattr(typesetting, "put", noted)
    return found


def test_r_ui_10_what_is_read_and_touched_in_the_own_turn_is_a_third_larger(
    turn_view: View, language: Language, sizes: dict[str, int]
) -> None:
    """All but the ring's names, the log and the corner, which tell again what stands elsewhere in large print."""
    sitting = Sitting(turn_view, language)
    shown = sitting.screen.shown
    besides = {*NAMES, shown.log.words, shown.proof, shown.header.demonstration}
    sizes.clear()
    drawn_anew(sitting)
    usual = dict(sizes)
    enlarged(sitting)
    sizes.clear()
    drawn_anew(sitting)
    read = [text for text in sizes if text in usual and text not in besides]
    assert len(read) > 30
    assert [text for text in read if sizes[text] < LEAST * usual[text]] == []
    assert sum(sizes[text] >= 1.29 * usual[text] for text in read) > 0.8 * len(read)
    assert min(sizes[text] / usual[text] for text in besides if text in usual) >= 0.85


def test_the_own_turn_in_large_print(turn_view: View, fi: Language, golden: Check) -> None:
    golden("seat-large-fi", enlarged(Sitting(turn_view, fi)).surface)


def test_the_end_of_a_hand_in_large_print(showdown_view: View, en: Language, golden: Check) -> None:
    golden("seat-large-showdown", enlarged(Sitting(showdown_view, en, seat=5)).surface)
