"""What the kiosk looks like on each page, and that fingers and words find room on all of them (visual.md §9)."""

from collections.abc import Callable
from functools import cache
from typing import get_args

import pygame
import pytest
import zxingcpp
from PIL import Image

from controller.vocab.profile import Language as LanguageCode
from seats import type as typesetting
from seats.kit.amounts import Slider
from seats.kit.button import Button
from seats.kit.faces import fits
from seats.kit.focus import ServiceKey
from seats.kit.geometry import touch_faults
from seats.metrics import KIOSK, Weight
from seats.models.proof import root_payload
from seats.screens.kiosk_parts import SeatKey
from tests.ui.models.conftest import PROFILE
from tests.ui.screens.kiosk_scenes import SCENES
from tests.ui.screens.terminal import Terminal

Check = Callable[[str, pygame.Surface], None]

PICTURED = {
    "en": (
        "seat",
        "claim",
        "payout",
        "paper-out",
        "name",
        "question",
        "done",
        "lost",
        "card",
        "rules",
        "with-cards",
        "card-amounts",
        "door",
        "ticket-in",
        "ways",
        "coins",
        "coins-stopped",
        "coins-stuck",
        "coins-short",
        "hand",
        "hand-runs",
        "list",
        "bounds",
        "focus",
        "guest",
        "guest-asked",
        "left",
    ),
    "fi": (
        "ticket-wrong",
        "in-notes",
        "hand-called",
        "care",
        "card-insert",
        "card-declined",
        "seat",
        "claim",
        "paper-out",
        "card-shown",
        "limited",
        "kept",
        "bounds-time",
    ),
    "sv": ("seat", "payout", "no-printer", "guest-pin"),
    "hu": ("seat", "claim", "ticket-locked", "away"),
}


@cache
def staged(code: LanguageCode, scene: str) -> tuple[Terminal, tuple[str, ...]]:
    """A scene played once, and every text that found no room on its way there."""
    cut: list[str] = []
    fit = typesetting.fit

    def watched(
        text: str, size: int, weight: Weight, room: int, most_lines: int = 2, least: int = 0
    ) -> typesetting.Fitted:
        fitted = fit(text, size, weight, room, most_lines, least)
        if any(typesetting.width(line, fitted.size, weight) > room for line in fitted.lines):
            cut.append(text)
        return fitted

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(typesetting, "fit", watched)
        terminal = Terminal(PROFILE, code)
        SCENES[scene](terminal)
        assert terminal.surface.get_size() == KIOSK.size_px
    return terminal, tuple(cut)


@pytest.mark.parametrize(("code", "scene"), [(code, scene) for code, scenes in PICTURED.items() for scene in scenes])
def test_the_kiosk_looks_as_designed(golden: Check, code: LanguageCode, scene: str) -> None:
    terminal, _ = staged(code, scene)
    golden(f"kiosk-{scene}" + ("" if code == "en" else f"-{code}"), terminal.surface)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("code", get_args(LanguageCode))
def test_every_key_of_the_kiosk_can_be_touched(code: LanguageCode, scene: str, gallery: Check) -> None:
    terminal, _ = staged(code, scene)
    gallery(f"kiosk-{scene}-{code}", terminal.surface)
    assert touch_faults(terminal.targets, KIOSK) == []


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("code", get_args(LanguageCode))
def test_every_word_of_the_kiosk_finds_room(code: LanguageCode, scene: str) -> None:
    terminal, cut = staged(code, scene)
    assert cut == ()
    words = [key for key in terminal.keys if not isinstance(key, SeatKey)]
    assert [key.face.title for key in words if not fits(KIOSK, key.face, key.rect_mm.w)] == []


def walked(terminal: Terminal, step: ServiceKey) -> list[Button]:
    """The keys that lie in the ring one after the other, once around."""
    found: list[Button] = []
    for _ in terminal.screen.focus.places():
        terminal.screen.key(step, terminal.now)
        found.append(terminal.screen.focus.key)
    return found


@pytest.mark.parametrize("scene", SCENES)
def test_every_target_of_every_page_is_reached_and_pressed(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, _ = staged("en", scene)
    focus, reachable = terminal.screen.focus, [key for key in terminal.targets if not isinstance(key, Slider)]
    focus.hide()
    assert walked(terminal, "down") == reachable
    assert [key.focus for key in reachable].count(True) == (1 if reachable else 0), "one ring at a time"
    focus.hide()
    assert walked(terminal, "up") == reachable[::-1]
    focus.hide()
    pressed: list[Button] = []
    for key in reachable:
        monkeypatch.setattr(key, "action", lambda key=key: pressed.append(key))
    for _ in reachable:
        terminal.screen.key("down", terminal.now)
        focus.key.activate(terminal.now)
    assert pressed == reachable
    focus.hide()


def test_the_commitment_of_the_running_hand_can_be_scanned_at_the_kiosk() -> None:
    terminal, _ = staged("en", "hand-runs")
    picture = pygame.image.tobytes(terminal.surface, "RGB")
    image = Image.frombytes("RGB", terminal.surface.get_size(), picture)
    (code,) = zxingcpp.read_barcodes(image)
    assert code.text == root_payload(terminal.view.root)
    assert terminal.screen.shown.proof is not None
    assert terminal.screen.shown.proof.digits == "7F3A 91C2"
