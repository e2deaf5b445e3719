"""The models' scenes, put on a seat screen."""

from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest

from cashier.money import Money
from cashier.records import ClaimId
from controller.language import Language, load_language, load_languages
from controller.vocab.jackpot_records import SharePaid
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.profile import Profile
from controller.wire.view import ClaimView, HitView, PoolView, SeatView, View
from seats.kit.canvas import Canvas
from tests.rules.conftest import rule_set_with  # noqa: F401  (fixture: a rule set that asks what others do not)
from tests.ui.models.conftest import (  # noqa: F401  (fixtures: the models' scenes are the screens' scenes)
    EURO,
    NAMES,
    PROFILE,
    Dealt,
    dealt,
    dealt_game,
    free_view,
    shuffled,
    turn_view,
    waiting_view,
)
from tests.ui.models.test_jackpots_on_screens import HIT
from tests.ui.screens.terminal import Terminal


@pytest.fixture
def en() -> Language:
    return load_language("en")


@pytest.fixture
def fi() -> Language:
    return load_language("fi")


@pytest.fixture(params=list(load_languages()))
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


@pytest.fixture
def profile() -> Profile:
    return PROFILE


@pytest.fixture
def empty_view(profile: Profile) -> View:
    """A table at which nobody sits."""
    view = View(own=7, profile=profile)
    view.seats = {seat: SeatView(seat) for seat in range(1, profile.seats + 1)}
    return view


@pytest.fixture
def claim_view(empty_view: View) -> View:
    """Seat 7 has just been left with 328 euro."""
    empty_view.claims = (ClaimView(ClaimId(1), 7, Money(328 * EURO), "471108"),)
    return empty_view


@pytest.fixture
def between_view(turn_view: View) -> View:  # noqa: F811
    """The design's table between two hands, all ten seated."""
    turn_view.decision = turn_view.clock = turn_view.hand = None
    turn_view.phase = "idle"
    turn_view.board = turn_view.pots = ()
    turn_view.pot = 0
    for seat in turn_view.seats.values():
        seat.status = seat.presence
        seat.cards, seat.count, seat.bet, seat.last = (), 0, 0, None
    return turn_view


@pytest.fixture
def jackpot_view(turn_view: View) -> View:  # noqa: F811
    """The design's table with both jackpots filled."""
    turn_view.profile = msgspec.structs.replace(
        PROFILE, jackpots=JackpotTerms(bad_beat=Money(95), month_hand=Money(5), players=2)
    )
    turn_view.pools = (PoolView("bad-beat", Money(12_480 * EURO)), PoolView("month-hand", Money(1_236 * EURO)))
    return turn_view


@pytest.fixture
def hit_view(jackpot_view: View) -> View:
    """Aces full have lost to four nines: staff verify the hands."""
    jackpot_view.decision = jackpot_view.clock = None
    jackpot_view.paused, jackpot_view.pause_cause = True, "jackpot"
    jackpot_view.hit = HitView(HIT)
    return jackpot_view


@pytest.fixture
def paid_view(hit_view: View) -> View:
    """The jackpot has been granted, and the shares wait at the kiosk."""
    hit_view.hit = None
    shares = ((2, 4_992), (7, 2_496), (3, 832), (5, 832), (10, 832))
    hit_view.shares = tuple(
        SharePaid("bad-beat", HIT.hand, seat, NAMES[seat - 1], Money(euro * EURO)) for seat, euro in shares
    )
    hit_view.claims = (ClaimView(ClaimId(1), 7, Money(2_496 * EURO), "471108"),)
    return hit_view


@pytest.fixture
def showdown_view(dealt: Callable[..., Dealt]) -> View:  # noqa: F811
    """Three all in, the shortest wins the main pot with fours full, seat 5 the side pot with two pair."""
    hand = dealt({2: 157, 5: 400, 7: 401}, "4d Kh Ah 4h Kd Ks 9d 4s 9c 2h", button=7)
    hand.act("raise", 401)
    hand.act("call")
    hand.act("call")
    return hand.seat(5)


@pytest.fixture
def full_ring_view(dealt: Callable[..., Dealt]) -> View:  # noqa: F811
    """Ten players before the flop: blinds, a raise, a re-raise and calls lie all round the table."""
    stacks = {1: 412, 2: 84, 3: 643, 4: 1980, 5: 346, 6: 2710, 7: 328, 8: 147, 9: 1200, 10: 506}
    hand = dealt(stacks, button=3)
    for kind, to in (("raise", 12), ("call", 0), ("raise", 105), ("call", 0), ("call", 0)):
        hand.act(kind, to)
    return hand.seat(1)


@pytest.fixture
def overflows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn wider than the room it was given."""
    found: list[str] = []
    draw: Any = Canvas.text

    def text(canvas: Canvas, text: str, x: float, y: float, *rest: Any, **more: Any) -> pygame.Rect:
        area: pygame.Rect = draw(canvas, text, x, y, *rest, **more)
        room = more.get("room", rest[3] if len(rest) > 3 else None)
        if room is not None and area.w > canvas.px(room):
            found.append(f"{text!r} needs {canvas.profile.mm(area.w):.1f} mm of {room:.1f}")
        return area

    monkeypatch.setattr(Canvas, "text", text)
    return found


@pytest.fixture
def terminal(profile: Profile) -> Terminal:
    return Terminal(profile)


@pytest.fixture
def rich(terminal: Terminal) -> Terminal:
    for note in (200, 50, 10):
        terminal.insert(note)
    return terminal
