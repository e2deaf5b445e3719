"""A seat screen can be touched and read in every state and every language (ui.md §2, visual.md §4)."""

from collections.abc import Callable
from itertools import combinations

import msgspec
import pygame
import pytest

from cashier.money import Money
from controller.language import Language
from controller.vocab.jackpot_terms import Hourly, JackpotTerms
from controller.vocab.profile import BombPots, RakeRule, TimeCharge
from controller.wire.care_view import RealityView
from controller.wire.door_view import DoorView
from controller.wire.view import HitView, PoolView, SeatView, View, WaiterView
from seats import type as typesetting
from seats.kit.button import Button
from seats.kit.faces import fits
from seats.kit.geometry import touch_faults
from seats.metrics import BEZEL, FOLD_GAP, SEAT, SEAT_LARGE, Box, Profile
from seats.models.taste import Taste
from seats.screens import seat_layout as at
from seats.screens.screen import LinkLost
from tests.ui.models.conftest import PROFILE
from tests.ui.models.test_jackpots_on_screens import HIT
from tests.ui.screens import games
from tests.ui.screens.sitting import Sitting

State = Callable[[pytest.FixtureRequest, Language], Sitting]


def turn(request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(request.getfixturevalue("turn_view"), language)


def large_turn(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """The own turn with amounts of six figures."""
    view = request.getfixturevalue("turn_view")
    offer = view.decision
    view.seats[7].stack = 123_456_00
    view.pot = 65_432_00
    view.decision = msgspec.structs.replace(offer, pot=65_432_00, call=12_345_00, min_to=24_690_00, max_to=123_456_00)
    return Sitting(view, language)


def free_turn(request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(request.getfixturevalue("free_view"), language)


def waiting(request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(request.getfixturevalue("waiting_view"), language)


def full_ring(request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(request.getfixturevalue("full_ring_view"), language, seat=1)


def peeking(request: pytest.FixtureRequest, language: Language) -> Sitting:
    sitting = turn(request, language)
    sitting.finger("down", *at.TOUCH)
    sitting.wait(300)
    return sitting


def asking(request: pytest.FixtureRequest, language: Language) -> Sitting:
    sitting = turn(request, language)
    sitting.tap(at.PRESETS[4])
    sitting.tap(at.RAISE)
    return sitting


def asking_to_leave(request: pytest.FixtureRequest, language: Language) -> Sitting:
    sitting = showdown(request, language)
    sitting.tap(at.CHOICES[1])
    return sitting


def typing(request: pytest.FixtureRequest, language: Language) -> Sitting:
    sitting = turn(request, language)
    sitting.tap(at.KEYPAD)
    sitting.rest()
    sitting.tap(Box(8, 104.2, 13.4, 10.2))
    return sitting


def choosing(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """The longest menu there can be."""
    sitting = turn(request, language)
    jackpots = JackpotTerms(bad_beat=Money(100), hourly=Hourly(Money(800)))
    bomb_pots = BombPots(ante=100, by_consent=True)
    sitting.view.profile = msgspec.structs.replace(PROFILE, jackpots=jackpots, bomb_pots=bomb_pots)
    sitting.tell()
    sitting.tap(at.MENU)
    return sitting


def changing_seat(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """All nine other seats can be asked for, one was."""
    view = request.getfixturevalue("empty_view")
    view.seats[7] = SeatView(7, "Elina", "sitting-out", stack=328_00, would_move_to=4)
    sitting = Sitting(view, language)
    sitting.tap(at.MENU)
    sitting.rest()
    sitting.screen.choose("change")
    return sitting


def tasting(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """The sheet of a player's own choices."""
    sitting = turn(request, language)
    sitting.tap(at.MENU)
    sitting.rest()
    sitting.tap(sitting.menu_key("taste"))
    return sitting


def left_handed(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """The own turn of a player who acts with his left hand."""
    sitting = turn(request, language)
    sitting.screen.change_taste(Taste(left=True))
    return sitting


def showdown(request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(request.getfixturevalue("showdown_view"), language, seat=5)


def sitting_out(request: pytest.FixtureRequest, language: Language) -> Sitting:
    view = request.getfixturevalue("free_view")
    own = view.seats[7]
    own.status = own.presence = "sitting-out"
    own.missed_big, own.reserved = True, 100_00
    view.decision = view.clock = None
    return Sitting(view, language)


def empty(request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(request.getfixturevalue("empty_view"), language)


def reminded(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """Between two hands, with a reminder of time and money to be read and a charge that falls due."""
    sitting = sitting_out(request, language)
    own = sitting.view.seats[7]
    own.status = own.presence = "ready"
    own.reality = RealityView(12 * 3_600_000 - 60_000, 12_345_00, 123_456_00)
    sitting.view.profile = msgspec.structs.replace(
        PROFILE, rake=RakeRule(0, Money(0), time=TimeCharge(amount=Money(1250)))
    )
    own.fee_near = sitting.table_ms + 280_000
    sitting.tell()
    return sitting


def unpaid(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """Sitting out because the charge for time is not paid, with used-up time as well."""
    sitting = reminded(request, language)
    own = sitting.view.seats[7]
    own.status = own.presence = "sitting-out"
    own.out_for, own.reality = "fee", RealityView(7_200_000, 0, 0, over=7_200_000)
    sitting.tell()
    return sitting


def kept(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """A free seat with as many facts as there can be, kept for somebody with a long name."""
    view = request.getfixturevalue("empty_view")
    view.profile = msgspec.structs.replace(PROFILE, rake=RakeRule(0, Money(0), time=TimeCharge(amount=Money(1250))))
    view.waiting = (WaiterView("Anna-Mari Kuusisto", seat=7, until=340_000), WaiterView("Liisa"))
    view.pools = (PoolView("bad-beat", Money(1_234_567_00)), PoolView("month-hand", Money(12_345_67)))
    return Sitting(view, language)


def jackpot(request: pytest.FixtureRequest, language: Language) -> Sitting:
    view = request.getfixturevalue("turn_view")
    view.paused, view.pause_cause = True, "jackpot"
    view.hit = HitView(HIT, confirmed=True)
    return Sitting(view, language)


def claim(request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(request.getfixturevalue("claim_view"), language)


def paused(request: pytest.FixtureRequest, language: Language) -> Sitting:
    view = request.getfixturevalue("turn_view")
    view.paused, view.pause_cause = True, "device"
    return Sitting(view, language)


def table_door(request: pytest.FixtureRequest, language: Language) -> Sitting:
    view = request.getfixturevalue("turn_view")
    view.paused, view.pause_cause = True, "door"
    view.doors = tuple(DoorView(door, "table", waits=True) for door in ("cabinet", "logic", "comms"))
    return Sitting(view, language)


def own_door(request: pytest.FixtureRequest, language: Language) -> Sitting:
    view = request.getfixturevalue("turn_view")
    view.doors = (DoorView("seat-7", "seat", seat=7, open=True),)
    return Sitting(view, language)


def frozen(request: pytest.FixtureRequest, language: Language) -> Sitting:
    view = request.getfixturevalue("turn_view")
    view.paused, view.pause_cause = True, "breach"
    return Sitting(view, language)


def cut_off(request: pytest.FixtureRequest, language: Language) -> Sitting:
    sitting = turn(request, language)
    sitting.notice(LinkLost())
    return sitting


def starting(_request: pytest.FixtureRequest, language: Language) -> Sitting:
    return Sitting(View(own=7), language)


def cutting(request: pytest.FixtureRequest, language: Language) -> Sitting:
    """The deck lies there to be cut."""
    return Sitting(games.cut(request.getfixturevalue("dealt_game")), language)


STATES: tuple[State, ...] = (
    cutting,
    turn,
    large_turn,
    free_turn,
    waiting,
    full_ring,
    peeking,
    asking,
    asking_to_leave,
    typing,
    choosing,
    tasting,
    left_handed,
    changing_seat,
    showdown,
    sitting_out,
    empty,
    reminded,
    unpaid,
    kept,
    jackpot,
    claim,
    paused,
    table_door,
    own_door,
    frozen,
    cut_off,
    starting,
)


def _drawn_anew(sitting: Sitting) -> None:
    typesetting.line.cache_clear()
    sitting.screen.stage.set_ground(lambda _canvas: None)
    sitting.draw()


def _faults(sitting: Sitting, profile: Profile, overflows: list[str]) -> list[object]:
    """What cannot be touched, and what cannot be read: words of keys, and any text that is wider than its room."""
    overflows.clear()
    _drawn_anew(sitting)
    keys = [widget for widget in sitting.screen.stage.walk() if isinstance(widget, Button)]
    unread = [key.face for key in keys if not fits(profile, key.face, key.rect_mm.w)]
    return [*touch_faults(sitting.targets, profile), *unread, *sorted(set(overflows))]


@pytest.mark.parametrize("scene", STATES, ids=lambda scene: scene.__name__)
def test_every_key_can_be_touched_and_every_text_fits_in_both_sizes_of_print(
    scene: State,
    request: pytest.FixtureRequest,
    language: Language,
    overflows: list[str],
    gallery: Callable[[str, pygame.Surface], None],
) -> None:
    """Each state of the screen is set up once: what costs is getting there, not looking."""
    sitting = scene(request, language)
    sitting.rest()
    gallery(f"seat-{scene.__name__.replace('_', '-')}-{language.code}", sitting.surface)
    assert _faults(sitting, SEAT, overflows) == []
    sitting.screen.change_taste(Taste(large=True))
    sitting.rest()
    assert _faults(sitting, SEAT_LARGE, overflows) == []


def test_the_action_keys_are_large_and_fold_stands_apart() -> None:
    for box in (at.FOLD, at.CALL, at.RAISE):
        assert box.w >= 25
        assert box.h >= 18
    assert at.FOLD.gap_to(at.CALL) >= FOLD_GAP - 0.001


def test_no_key_that_ends_a_seat_lies_where_fold_was() -> None:
    assert all(not choice.overlaps(at.FOLD.inset(-FOLD_GAP)) for choice in at.CHOICES)


@pytest.mark.parametrize("others", range(1, 10))
def test_plates_and_bets_of_any_table_lie_apart(others: int) -> None:
    spots = at.spots(others)
    assert len(spots) == others
    inside = SEAT.box.inset(BEZEL - 1)
    boxes = [box for spot in spots for box in (spot.plate, spot.bet)] + [at.OWN_BET]
    assert all(box.within(inside) for box in boxes)
    assert [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])] == []
    assert all(spot.bet.within(at.BET_LINE) and not spot.bet.overlaps(at.BOARD) for spot in spots)
