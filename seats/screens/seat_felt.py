"""The widgets of a seat screen's upper part, and the cloth they lie on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from seats.art.felt import bet_line, felt
from seats.kit.timers import ProgressRing
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import SEAT, Box, Profile
from seats.models.places import Place
from seats.models.words import Header, LogLine
from seats.screens import seat_layout as at
from seats.screens.seat_head import Corner, paint_corner, paint_log, paint_title, title_box
from seats.screens.seat_table import (
    Bet,
    Board,
    Plate,
    PotPicture,
    paint_bet,
    paint_board,
    paint_plate,
    paint_pot,
    pot_picture,
)

if TYPE_CHECKING:
    from controller.vocab.ids import Chips
    from seats.kit.canvas import Canvas
    from seats.kit.stage import Painter
    from seats.models.seat import SeatModel
    from seats.palette import DeckStyle
    from seats.screens.seat_console import Deadline

_OTHERS: Final = len(at.SPOTS)
_RING_MM: Final = 9.2
_OPEN_RING_MM: Final = 7.6
_SHADOW_MM: Final = 4.0
_BELOW_MM: Final = 5.4
_STICK_OUT_MM: Final = 8.2


def ground_for(hand: at.Hand) -> Painter:
    """The cloth in its lamplight and the bet line, for either hand."""

    def paint(canvas: Canvas) -> None:
        canvas.surface.blit(felt(SEAT, hand.pools), (0, 0))
        bet_line(canvas.surface, SEAT, at.BET_LINE, at.BET_LINE_RADIUS)

    return paint


class _PlatePicture(Picture[Plate]):
    """A plate with its marks and the wedge, which stick out on the side of the table's middle only.

    A tight area keeps a change of one plate from drawing its neighbours and the log anew.
    """

    def area_mm(self, grain: float = 1.0) -> Box:
        del grain
        box, inward = self.rect_mm, self.state.spot.side
        left = _STICK_OUT_MM if inward == "right" else _SHADOW_MM
        right = _SHADOW_MM if inward == "right" else _STICK_OUT_MM
        return Box(box.x - left, box.y - _SHADOW_MM, box.w + left + right, box.h + _SHADOW_MM + _BELOW_MM)


def _ring_box(plate: Box, *, opened: bool) -> Box:
    """The ring round a plate's number, which is smaller over open cards."""
    x, y, size = (5.0, 4.6, _OPEN_RING_MM) if opened else (7.2, 7.0, _RING_MM)
    return Box(plate.x + x - size / 2, plate.y + y - size / 2, size, size)


class Felt:
    """Head, ring, bets, board and pot. A widget is drawn anew only when its own state changed."""

    def __init__(self, deck: DeckStyle, hand: at.Hand, profile: Profile) -> None:
        self._deck, self._profile = deck, profile
        self._title = Picture[Header](at.TITLE, paint_title, Header("", "", ""), 1.6)
        self._log = Picture[LogLine](at.LOG, paint_log, LogLine("", (), ""), 0.0)
        self._corner = Picture[Corner](at.CORNER, paint_corner, Corner("", "", ""), 1.0)
        self._plates: list[_PlatePicture] = []
        self._times: list[ProgressRing] = []
        self._bets: list[Picture[Bet]] = []
        self._own_bet = Picture[Bet](at.OWN_BET, paint_bet, Bet("", "", 0, at.SPOTS[4]), 3.0)
        self._own_bet.aside_mm = hand.bet
        self._board = Picture[Board](at.BOARD, paint_board, Board((), 0, over=False, deck=deck), 4.0)
        self._pot = Picture[PotPicture](at.POT, paint_pot, PotPicture("", "", 0, ()), 1.0)

    @property
    def told(self) -> Box:
        """Where log and fingerprint lie, which lead to the hand's own sheet."""
        log = self._log.rect_mm
        return Box(log.x, log.y, at.CORNER.right - log.x, log.h)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage, the hindmost first."""
        head: list[Widget] = [self._title, self._log, self._corner]
        middle: list[Widget] = [self._board, self._pot, *self._bets, self._own_bet]
        return [*head, *middle, *self._plates, *self._times]

    def fit(self, others: int) -> bool:
        """Lay out a table with `others` other seats; whether the widgets are not the same as before."""
        if others == len(self._plates):
            return False
        self._plates, self._times, self._bets = [], [], []
        for spot in at.spots(others):
            nobody = Bet("", "", 0, spot)
            self._plates.append(_PlatePicture(spot.plate, paint_plate, Plate(_EMPTY, spot, self._deck)))
            self._bets.append(Picture[Bet](spot.bet, paint_bet, nobody, 3.0))
            self._times.append(ProgressRing(_ring_box(spot.plate, opened=False), line_mm=0.8))
        return True

    def show(self, model: SeatModel, units: Chips, deadline: Deadline | None) -> None:
        """Show a model; `units` chips make one whole unit of money, `deadline` None lets the rings stand still."""
        self._title.show(model.header)
        self._title.rect_mm = title_box(model.header, self._profile)
        left = max(at.LOG.x, self._title.rect_mm.right + 2)
        self._log.rect_mm = Box(left, at.LOG.y, at.LOG.right - left, at.LOG.h)
        self._log.show(model.log)
        self._corner.show(Corner(model.clock, model.header.demonstration, model.proof))
        middle = model.middle
        self._board.rect_mm = at.BOARD if len(middle.boards) <= 1 else at.BOARDS
        self._board.show(Board(middle.boards, middle.places, bool(middle.best), self._deck))
        self._pot.rect_mm = at.pot_box(len(middle.boards))
        self._pot.show(pot_picture(middle, units))
        own = model.own
        self._own_bet.show(Bet("", own.bet_figure, own.bet // units, at.SPOTS[4]) if own else self._no_bet())
        for number, place in enumerate(model.ring):
            self._show_place(number, place, units, deadline)
            self._bets[number].rect_mm = at.bet_box(at.spots(len(self._plates))[number], open_plates=not middle.boards)

    def _show_place(self, number: int, place: Place, units: Chips, deadline: Deadline | None) -> None:
        spot = at.spots(len(self._plates))[number]
        plate, ring = self._plates[number], self._times[number]
        high = at.PLATE_OPEN_HIGH if place.cards else at.PLATE_HIGH
        plate.rect_mm = Box(spot.plate.x, spot.plate.y, spot.plate.w, high)
        plate.show(Plate(msgspec.structs.replace(place, bar=0), spot, self._deck))
        self._bets[number].show(Bet(place.bet_words, place.bet_figure, place.bet // units, spot))
        ring.rect_mm = _ring_box(spot.plate, opened=bool(place.cards))
        ring.visible = place.acting
        if deadline is not None and place.acting:
            ring.run(deadline.until_ms, deadline.whole_ms)
        else:
            ring.hold(place.bar / 1000)

    def _no_bet(self) -> Bet:
        return Bet("", "", 0, at.SPOTS[4])


_EMPTY: Final = Place(
    seat=0,
    name="",
    stack="",
    status="",
    quiet=True,
    empty=True,
    own=False,
    acting=False,
    bar=0,
    marks=(),
    backs=0,
    cards=(),
    rows=(),
    drew="",
    drawn=None,
    hand="",
    won="",
    lost=False,
    bet=0,
    bet_figure="",
    bet_words="",
)
