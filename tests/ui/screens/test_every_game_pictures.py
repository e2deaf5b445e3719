"""What the screens look like in games other than hold'em, and that every key and word of them fits."""

from collections.abc import Callable

import pygame
import pytest

from controller.language import Language
from controller.vocab.profile import RuleSetId
from controller.wire.view import View
from seats import type as typesetting
from seats.kit.button import Button
from seats.kit.faces import fits
from seats.kit.geometry import touch_faults
from seats.metrics import SEAT
from seats.screens import seat_layout as at
from tests.ui.screens import games
from tests.ui.screens.games import Deal
from tests.ui.screens.sitting import Sitting
from tests.ui.screens.test_centre_pictures import Centre

Check = Callable[[str, pygame.Surface], None]
Scene = Callable[..., View]

PLAIN: tuple[Scene, ...] = (
    games.bring_in,
    games.soko,
    games.seventh,
    games.draw,
    games.drawn,
    games.pineapple,
    games.double_flop,
    games.high_low,
    games.arrange,
    games.rows_settled,
    games.mix,
    games.straddle,
    games.consent,
    games.bomb_pot,
    games.entry,
    games.cut,
)
ASKING: tuple[Scene, ...] = (games.runs, games.two_runs, games.show)
"""Scenes that need a rule set which lets the players choose."""


@pytest.fixture
def asking(rule_set_with: Callable[..., RuleSetId]) -> RuleSetId:
    return rule_set_with(most_runs=3, show_choice="losers-too")


@pytest.fixture
def view_of(dealt_game: Deal, asking: RuleSetId) -> Callable[..., View]:
    """The view of a scene: of the seat that it is about, or of the centre with `centre`."""

    def view(scene: Scene, *, centre: bool = False) -> View:
        more = {"seat": None} if centre else {}
        return scene(dealt_game, asking, **more) if scene in ASKING else scene(dealt_game, **more)

    return view


@pytest.fixture
def sit(view_of: Callable[..., View]) -> Callable[[Scene, Language], Sitting]:
    """A seat screen with a scene on it."""

    def sitting(scene: Scene, language: Language) -> Sitting:
        view = view_of(scene)
        return Sitting(view, language, seat=view.own or 0)

    return sitting


Sit = Callable[[Scene, Language], Sitting]


@pytest.mark.parametrize("scene", [*PLAIN, *ASKING], ids=lambda scene: scene.__name__)
def test_what_a_seat_shows(scene: Scene, sit: Sit, en: Language, golden: Check) -> None:
    sitting = sit(scene, en)
    sitting.rest()
    golden(f"seat-{scene.__name__.replace('_', '-')}", sitting.surface)


@pytest.mark.parametrize("scene", [games.draw, games.arrange, games.entry, games.cut], ids=lambda scene: scene.__name__)
def test_what_a_seat_shows_in_finnish(scene: Scene, sit: Sit, fi: Language, golden: Check) -> None:
    sitting = sit(scene, fi)
    sitting.rest()
    golden(f"seat-{scene.__name__.replace('_', '-')}-fi", sitting.surface)


def test_a_deck_that_parts_under_a_finger(sit: Sit, en: Language, golden: Check) -> None:
    sitting = sit(games.cut, en)
    sitting.rest()
    sitting.finger("down", at.CUT.x + at.CUT.w / 3, at.CUT.centre[1])
    sitting.wait(100, table=False)
    golden("seat-cut-touched", sitting.surface)


def test_cards_held_up_to_choose_from(sit: Sit, en: Language, golden: Check) -> None:
    sitting = sit(games.draw, en)
    sitting.tap(at.pick_boxes(5)[1])
    sitting.tap(at.pick_boxes(5)[4])
    sitting.finger("down", *at.TOUCH)
    sitting.wait(500, table=False)
    golden("seat-draw-peek", sitting.surface)


def test_rows_out_of_order_are_asked_about(sit: Sit, en: Language, golden: Check) -> None:
    sitting = sit(games.arrange, en)
    for number in (0, 8, 1, 9, 4):
        sitting.tap(at.ROW_CARDS[number])
    golden("seat-rows-wrong", sitting.surface)


@pytest.mark.parametrize(
    "scene",
    [games.soko, games.drawn, games.double_flop, games.seventh, games.rows_settled, games.mix, games.two_runs],
    ids=lambda scene: scene.__name__,
)
def test_what_the_centre_shows(scene: Scene, view_of: Callable[..., View], en: Language, golden: Check) -> None:
    centre = Centre(view_of(scene, centre=True), en)
    centre.tell()
    golden(f"centre-{scene.__name__.replace('_', '-')}", centre.surface)


@pytest.mark.parametrize("scene", [*PLAIN, *ASKING], ids=lambda scene: scene.__name__)
def test_every_key_can_be_touched_and_every_word_read(
    scene: Scene, sit: Sit, language: Language, overflows: list[str]
) -> None:
    sitting = sit(scene, language)
    sitting.rest()
    assert touch_faults(sitting.targets, SEAT) == []
    keys = [widget for widget in sitting.screen.stage.walk() if isinstance(widget, Button)]
    assert [key.face for key in keys if not fits(SEAT, key.face, key.rect_mm.w)] == []
    typesetting.line.cache_clear()
    sitting.screen.stage.set_ground(lambda canvas: None)
    sitting.draw()
    assert overflows == []


@pytest.mark.parametrize("cards", range(1, 14))
def test_own_cards_stay_in_their_place(cards: int) -> None:
    layout = at.own_layout(cards)
    assert len(layout.places) == cards
    assert all(at.OWN.x <= x - layout.wide / 2 and x + layout.wide / 2 <= at.OWN.right for x, _, _ in layout.places)


@pytest.mark.parametrize("boards", range(1, 7))
def test_boards_lie_apart_from_each_other_the_bets_and_the_pot(boards: int) -> None:
    boxes = [place.box for place in at.board_places(boards)]
    assert len(boxes) == boards
    bets = [spot.bet for spot in at.SPOTS]
    for number, box in enumerate(boxes):
        assert box.within(at.BET_LINE)
        assert not any(box.overlaps(other) for other in (*boxes[number + 1 :], *bets, at.pot_box(boards)))
