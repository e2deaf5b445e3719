"""The coach's strip below a seat in practice: he speaks when asked, of the decision that is there."""

import msgspec
import pytest

from controller.language import Language
from controller.vocab.ids import DecisionId
from controller.wire.view import View
from seats import type as typesetting
from seats.kit.pointer import Pointer
from seats.metrics import LEAST_TARGET, SEAT, Type
from seats.models.coaching import Advice, sentence
from seats.models.cues import Cue
from seats.practice import PRACTICE, Practice
from seats.screens.coach import COACH, CoachStrip


def press(strip: CoachStrip, now_ms: int = 5_000) -> None:
    (key,) = strip.targets()
    x, y = key.centre
    strip.tick(now_ms)
    strip.pointer(Pointer(1, "down", x, y, now_ms))
    strip.pointer(Pointer(1, "up", x, y, now_ms + 50))


def test_he_speaks_when_asked_and_not_before(en: Language, turn_view: View) -> None:
    strip = CoachStrip(en)
    strip.update(turn_view)
    assert strip.words == en.text("coach.invitation")
    press(strip)
    assert "of the pot on average against" in strip.words


def test_what_he_said_of_one_decision_is_gone_with_it(en: Language, turn_view: View) -> None:
    strip = CoachStrip(en)
    strip.update(turn_view)
    press(strip)
    said = strip.words
    strip.update(msgspec.structs.replace(turn_view))
    assert strip.words == said
    assert turn_view.decision is not None
    following = msgspec.structs.replace(turn_view.decision, decision=DecisionId(turn_view.decision.decision + 1))
    strip.update(msgspec.structs.replace(turn_view, decision=following))
    assert strip.words == en.text("coach.invitation")


def test_a_press_before_the_table_has_shown_anything_says_nothing(en: Language) -> None:
    strip = CoachStrip(en)
    press(strip)
    assert strip.words == en.text("coach.invitation")


def test_the_strip_lies_below_the_seat_and_its_key_is_large_enough(en: Language) -> None:
    (key,) = CoachStrip(en).targets()
    assert min(key.w, key.h) >= LEAST_TARGET
    assert key.within(COACH.box)
    assert PRACTICE.size_px == (SEAT.size_px[0], SEAT.size_px[1] + COACH.size_px[1])
    assert PRACTICE.height_mm == SEAT.height_mm + COACH.height_mm


@pytest.mark.parametrize(
    "advice", [None, Advice(1000, 1000, 9), Advice(1000, 990, 1), Advice(990, 1000, 9), Advice(500, 0, 9)]
)
def test_whatever_he_says_fits_in_every_language(language: Language, advice: Advice | None) -> None:
    size, room = SEAT.type_px(Type.TEXT), SEAT.px(179)
    lines = [*sentence(advice, language).split("\n"), language.text("coach.invitation")]
    assert all(typesetting.fit(line, size, "book", room, 1).size >= 0.85 * size for line in lines)


class Heard:
    """A screen on a line that wants one cue heard, and the speaker that plays it."""

    def __init__(self) -> None:
        self.played: list[tuple[list[Cue], str]] = []
        self.shown = None

    def step(self, now_ms: int) -> None: ...

    def sound(self, speaker: "Heard | None") -> None:
        if speaker is not None:
            speaker.played.append(([Cue("turn")], "soft"))


@pytest.mark.parametrize("silent", [False, True])
def test_practice_sounds_like_a_seat_unless_it_is_to_be_silent(en: Language, *, silent: bool) -> None:
    seat = Heard()
    practice = Practice(seat, CoachStrip(en), None if silent else seat)  # type: ignore[arg-type]
    practice.step(0)
    assert seat.played == ([] if silent else [([Cue("turn")], "soft")])
