"""What the centre looks like, and that both long sides can read every word of it (visual.md §9)."""

from collections.abc import Callable
from datetime import UTC, datetime

import pygame
import pytest
import zxingcpp
from PIL import Image

from controller.language import Language
from controller.vocab.hand_records import Pot
from controller.wire.client import copy_view
from controller.wire.redact import Viewer
from controller.wire.view import SeatView, View
from seats import type as typesetting
from seats.metrics import CENTRE, Box, Weight
from seats.screens.centre import CentreScreen
from seats.screens.places import CENTRE_PLACES, place_of, turned_box
from seats.screens.screen import LinkLost, LinkRestored
from tests.ui.models.conftest import EURO, Dealt

Check = Callable[[str, pygame.Surface], None]
TABLE_MS = 100_000


class Centre:
    """A centre screen and a clock moved by hand."""

    def __init__(self, view: View, language: Language) -> None:
        self.screen = CentreScreen(language, lambda: datetime(2026, 11, 30, 22, 14, tzinfo=UTC))
        self.surface = pygame.Surface(self.screen.size_px, 0, 32)
        self.view = view
        self.now = 10_000
        self.tell()

    def tell(self, table_ms: int = TABLE_MS) -> list[pygame.Rect]:
        self.screen.update(copy_view(self.view), table_ms)
        self.now += 5_000
        self.screen.tick(self.now)
        return self.screen.draw(self.surface)


@pytest.fixture
def public_view(turn_view: View) -> View:
    turn_view.own = None
    turn_view.own_name = None
    turn_view.seats[7].cards = ()
    return turn_view


@pytest.fixture
def fed_view(public_view: View, jackpot_view: View) -> View:
    """The same with jackpots: they lie in the corner, and every hand pays into them."""
    assert public_view is jackpot_view
    return jackpot_view


@pytest.fixture
def granted_view(fed_view: View, paid_view: View) -> View:
    """The bad beat jackpot has just been paid."""
    assert fed_view is paid_view
    return paid_view


@pytest.fixture
def pots_view(public_view: View) -> View:
    """Seat 2 is all in for the main pot; the others play on for the side pot."""
    public_view.seats[2].status = "all-in"
    public_view.seats[2].stack = 0
    public_view.pots = (Pot(314 * EURO, (2, 3, 5, 7, 10)), Pot(12 * EURO, (3, 5, 7, 10)))
    public_view.pot = 326 * EURO
    return public_view


@pytest.fixture
def shown_view(dealt: Callable[..., Dealt]) -> View:
    """Three all in, seen by everybody: fours full take the main pot, two pair the side pot."""
    hand = dealt({2: 157, 5: 400, 7: 401}, "4d Kh Ah 4h Kd Ks 9d 4s 9c 2h", button=7)
    hand.act("raise", 401)
    hand.act("call")
    hand.act("call")
    return hand.views[Viewer("centre")]


@pytest.fixture
def nobody_view(profile) -> View:
    view = View(profile=profile)
    view.seats = {seat: SeatView(seat) for seat in range(1, profile.seats + 1)}
    return view


def test_the_turn_of_one_seat(public_view: View, language: Language, golden: Check) -> None:
    suffix = "" if language.code == "en" else f"-{language.code}"
    golden(f"centre-turn{suffix}", Centre(public_view, language).surface)


def test_main_pot_and_side_pot(pots_view: View, en: Language, golden: Check) -> None:
    golden("centre-pots", Centre(pots_view, en).surface)


def test_the_showdown(shown_view: View, en: Language, golden: Check) -> None:
    golden("centre-showdown", Centre(shown_view, en).surface)


def test_a_turn_at_a_table_with_jackpots(fed_view: View, en: Language, golden: Check) -> None:
    golden("centre-jackpots", Centre(fed_view, en).surface)


def test_a_jackpot_that_was_paid(granted_view: View, fi: Language, golden: Check) -> None:
    golden("centre-jackpot-paid-fi", Centre(granted_view, fi).surface)


def test_nobody_at_the_table(nobody_view: View, en: Language, golden: Check) -> None:
    golden("centre-attract", Centre(nobody_view, en).surface)


def test_a_pause(public_view: View, fi: Language, golden: Check) -> None:
    public_view.paused, public_view.pause_cause = True, "attendant"
    golden("centre-paused-fi", Centre(public_view, fi).surface)


def test_a_lost_link_is_said_until_it_is_back(public_view: View, en: Language) -> None:
    centre = Centre(public_view, en)
    before = centre.surface.copy()
    centre.screen.notice(LinkLost())
    assert centre.screen.draw(centre.surface) != []
    assert pygame.image.tobytes(centre.surface, "RGB") != pygame.image.tobytes(before, "RGB")
    centre.screen.notice(LinkRestored())
    centre.tell()
    assert pygame.image.tobytes(centre.surface, "RGB") == pygame.image.tobytes(before, "RGB")


def test_a_second_passing_redraws_the_one_plate_whose_time_it_is(public_view: View, en: Language) -> None:
    centre = Centre(public_view, en)
    changed = centre.tell(TABLE_MS + 1_000)
    (area,) = changed
    assert CENTRE.rect(CENTRE_PLACES[7].plate).colliderect(area)
    assert area.w * area.h < CENTRE.size_px[0] * CENTRE.size_px[1] / 20


def test_nothing_new_redraws_nothing(public_view: View, en: Language) -> None:
    centre = Centre(public_view, en)
    assert centre.tell() == []


def test_another_surface_is_drawn_whole(public_view: View, en: Language) -> None:
    centre = Centre(public_view, en)
    other = pygame.Surface(centre.screen.size_px, 0, 32)
    assert centre.screen.draw(other) == [other.get_rect()]
    assert pygame.image.tobytes(other, "RGB") == pygame.image.tobytes(centre.surface, "RGB")


def test_the_design_is_the_same_from_both_sides() -> None:
    for number, where in CENTRE_PLACES.items():
        across = CENTRE_PLACES[(number + 4) % 10 + 1]
        assert across.plate == turned_box(where.plate)
        assert (across.quarters - where.quarters) % 4 == 2


def around(point: tuple[float, float], wide: float, high: float) -> Box:
    return Box(point[0] - wide / 2, point[1] - high / 2, wide, high)


def test_no_two_plates_bets_or_open_hands_overlap() -> None:
    places = CENTRE_PLACES.values()
    rooms = {
        "plates": [where.plate for where in places],
        "bets": [around(where.bet, 88, 30) for where in places],
        "open hands": [around(where.bet, 58, 30) for where in places],
    }
    for name, boxes in rooms.items():
        for number, box in enumerate(boxes):
            assert box.within(CENTRE.box), name
            assert not any(box.overlaps(other) for other in boxes[number + 1 :]), name


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_seat_of_a_smaller_table_has_a_place_and_the_order_is_kept(seats: int) -> None:
    places = [place_of(seat, seats) for seat in range(1, seats + 1)]
    assert places == sorted(set(places))


@pytest.mark.parametrize("scene", ["public_view", "pots_view", "shown_view", "nobody_view", "fed_view", "granted_view"])
def test_every_word_of_the_centre_finds_room(
    scene: str, language: Language, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[str] = []
    fit = typesetting.fit

    def watched(
        text: str, size: int, weight: Weight, room: int, most_lines: int = 2, least: int = 0
    ) -> typesetting.Fitted:
        fitted = fit(text, size, weight, room, most_lines, least)
        if any(typesetting.width(line, fitted.size, weight) > room for line in fitted.lines):
            cut.append(text)
        return fitted

    monkeypatch.setattr(typesetting, "fit", watched)
    Centre(request.getfixturevalue(scene), language)
    assert cut == []


def test_the_proof_can_be_read_by_a_telephone_from_either_side(public_view: View, en: Language) -> None:
    centre = Centre(public_view, en)
    picture = Image.frombytes("RGB", centre.surface.get_size(), pygame.image.tobytes(centre.surface, "RGB"))
    wide, high = picture.size
    for half in ((0, high // 2, wide // 4, high), (3 * wide // 4, 0, wide, high // 2)):
        codes = zxingcpp.read_barcodes(picture.crop(half))
        assert [code.text for code in codes] == [f"jakaja-root:{public_view.root.hex()}"]
