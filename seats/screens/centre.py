"""The centre screen: the board, the pots, everybody round it, whose turn it is, and the proof (ui.md §2.11)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import datetime
from typing import Generic, TypeVar

import msgspec

from controller.language import Language
from controller.wire.view import View
from evaluator_ext import Card
from seats.art.felt import Pool, bet_line, felt
from seats.kit.canvas import Canvas
from seats.kit.flight import Flight
from seats.kit.pointer import Pointer
from seats.kit.widget import Widget
from seats.kit.words import Picture, Turned
from seats.metrics import CENTRE, Box, Type
from seats.models.centre import CentreModel, centre_model
from seats.models.demo_hands import demo_scene
from seats.models.middle import PotPile
from seats.models.turn import FULL
from seats.palette import HAZE, MIST, SNOW
from seats.screens import centre_demo as demo
from seats.screens import centre_middle as middle
from seats.screens.centre_board import Boards, board_boxes, boards_of
from seats.screens.centre_flights import PILE, SIDE_PILE, Seen, flights, seen_of
from seats.screens.centre_plates import (
    RING_STEPS,
    Before,
    Plate,
    before_box,
    lies_there,
    paint_before,
    paint_plate,
    paint_wedge,
    plate_words,
)
from seats.screens.halting import halted_banner
from seats.screens.inks import Span
from seats.screens.panel import Panel
from seats.screens.places import (
    BET_LINE,
    BET_LINE_RADIUS,
    CENTRE_PLACES,
    CentrePlace,
    place_of,
    turned_box,
)
from seats.screens.screen import Command, Halted, LinkLost, LinkRestored, Notice

S = TypeVar("S", bound=Hashable)
Moment = Callable[[], datetime]

_POOL = Pool(354, 199, 425, 259)
_BLEED = 6.0
_NAMED_BOARDS = 2


def _ground(canvas: Canvas) -> None:
    canvas.surface.blit(felt(CENTRE, (_POOL,)), (0, 0))
    bet_line(canvas.surface, CENTRE, BET_LINE, BET_LINE_RADIUS)


class Facing(Generic[S]):
    """The same picture twice: upright for the near side, turned by half for the far one."""

    def __init__(
        self,
        box: Box,
        paint: Callable[[Canvas, Box, S], None],
        state: S,
        bleed_mm: float = 1.0,
        far: Box | None = None,
        ground: Callable[[Canvas, Box, S], None] | None = None,
    ) -> None:
        """`ground` paints what lies below and is not turned: the light on a slab comes from above for everybody."""

        def upright(canvas: Canvas, area: Box, shown: S) -> None:
            if ground is not None:
                ground(canvas, area, shown)
            paint(canvas, area, shown)

        self.pair = (
            Picture(box, upright, state, bleed_mm),
            Turned(far or turned_box(box), paint, state, bleed_mm, 2, ground),
        )

    def place(self, box: Box) -> None:
        """Lay both pictures elsewhere, or in another size."""
        near, far = self.pair
        near.rect_mm, far.rect_mm = box, turned_box(box)

    def show(self, state: S, *, visible: bool = True, far: S | None = None) -> None:
        """Show the same to both sides, or something else to the `far` one."""
        for picture, shown in zip(self.pair, (state, state if far is None else far), strict=True):
            picture.show(shown)
            picture.visible = visible


class Around:
    """Everything of one seat: its plate, what lies before it, and the wedge when it is to act."""

    def __init__(self, where: CentrePlace, plate: Plate, before: Before) -> None:
        def ground(canvas: Canvas, _box: Box, shown: Plate) -> None:
            paint_plate(canvas, where, shown)

        def point(canvas: Canvas, _box: Box, _shown: bool) -> None:
            paint_wedge(canvas, where)

        x, y = where.wedge
        self.plate = Turned(where.plate, plate_words, plate, _BLEED, where.quarters, ground)
        self.before = Turned(before_box(where), paint_before, before, 4.0, where.bet_quarters)
        self.wedge = Picture(Box(x - 15, y - 15, 30, 30), point, False, 4.0)

    def show(self, plate: Plate, before: Before) -> None:
        self.plate.show(plate)
        self.before.show(before)
        self.before.visible = lies_there(before.place)
        self.wedge.visible = plate.share is not None

    def widgets(self) -> tuple[Widget, ...]:
        return (self.wedge, self.plate, self.before)


class CentreScreen(Panel):
    """The screen in the middle of the table. Nothing on it is touched."""

    def __init__(self, language: Language, moment: Moment | None = None) -> None:
        """Speak `language`; `moment` gives the time of day, which is not shown without it."""
        super().__init__(CENTRE, _ground)
        self._language = language
        self._moment = moment
        self._connected = True
        self._halted = False
        self._still = False
        self._invited_ms: int | None = None
        self._view = View()
        self._seen = Seen()
        self._flights: list[Flight] = []
        self._table_ms = 0
        self._around: list[Around] = []
        self._model = self._fresh()
        self._lay_out()

    # -- what the runner calls ------------------------------------------------------------------------------------

    def update(self, view: View, table_ms: int) -> None:
        """Show `view` at table time `table_ms`."""
        seats = view.profile.seats if view.profile else 0
        self._still = view.profile is not None and not view.profile.screens.motion
        lively = view.hand is not None and view.hand == self._seen.hand and not self._still
        self._view, self._table_ms = view, table_ms
        self._model = self._fresh()
        if seats != len(self._around):
            self._seat(seats)
        self._show(lively=lively)
        self._fly(view)

    def notice(self, notice: Notice) -> None:
        """Say that the table is not heard, or stands still; what has moved meanwhile is not shown moving."""
        match notice:
            case LinkLost():
                self._connected, self._seen = False, Seen()
            case LinkRestored():
                self._connected, self._halted = True, False
            case Halted():
                self._halted = True
        self._model = self._fresh()
        self._show(lively=False)

    def pointer(self, event: Pointer, now_ms: int) -> None:
        """Nothing here is touched."""

    def tick(self, now_ms: int) -> None:
        """Let time pass; chips that have arrived leave the stage."""
        self.now_ms = now_ms
        if self._model.attract is not None and self._invited_ms is None:
            self._invited_ms = now_ms
        self._show_demo()
        left = [flight for flight in self._flights if not flight.done(now_ms)]
        if len(left) != len(self._flights):
            self._flights = left
            self._stage_all()

    def asked(self) -> list[Command]:
        """Nobody asks for anything here."""
        return []

    # -- the pictures ---------------------------------------------------------------------------------------------

    def _fresh(self) -> CentreModel:
        moment = self._moment() if self._moment else None
        model = centre_model(self._view, self._language, self._table_ms, moment, connected=self._connected)
        if self._halted and self._connected:
            return msgspec.structs.replace(model, banner=halted_banner(self._language))
        return model

    def _lay_out(self) -> None:
        model = self._model
        nothing: tuple[PotPile, ...] = ()
        self._boards = Boards()
        unnamed: tuple[middle.BoardName, ...] = ()
        self._names = Facing(middle.BOARD_NAMES, middle.paint_board_names, unnamed)
        self._pots = Facing(middle.POT_LINES, middle.paint_pots, nothing, far=middle.FAR_POT_LINES)
        self._sides = Facing(middle.SIDE_LINES, middle.paint_pots, nothing, far=middle.FAR_SIDE_LINES)
        self._pile = Picture(PILE, middle.paint_pile, 0)
        self._side_pile = Picture(SIDE_PILE, middle.paint_pile, 0)
        self._saying = Facing(middle.SAYING, middle.paint_saying, middle.Saying((), ()))
        self._proof = Facing(middle.PROOF, middle.paint_proof, model.proof)
        self._game = Facing(middle.GAME, middle.paint_game, middle.Game(model.header, model.clock))
        self._following = Facing(middle.FOLLOWING, middle.paint_following, "")
        self._pools = Facing(middle.POOLS, middle.paint_pools, middle.Corner((), ()))
        self._notes = Facing(middle.NOTES, middle.paint_notes, middle.Notes("", ""))
        self._attract = Facing(middle.ATTRACT, middle.paint_attract, model.attract)
        self._star = Picture(middle.STAR, middle.paint_star, False)
        nothing_dealt: tuple[Card, ...] = ()
        self._demo_board = Picture(demo.BOARD, demo.paint_demo_board, nothing_dealt, 1.0)
        self._demo_sides = [Picture[demo.Side | None](box, demo.paint_demo_side, None, 2.0) for box in demo.SIDES]
        self._banner = Facing(middle.BANNER, middle.paint_banner, model.banner, _BLEED, ground=middle.paint_slab)
        self._seat(0)
        self._show(lively=False)

    def _seat(self, seats: int) -> None:
        """Lay the table for so many seats."""
        around = []
        for place in self._model.places:
            where = CENTRE_PLACES[place_of(place.seat, seats)]
            around.append(Around(where, Plate(place, "empty", None), Before(place, 0, ())))
        self._around = around
        self._stage_all()

    def _stage_all(self) -> None:
        still: list[Widget] = [
            self._star,
            self._demo_board,
            *self._demo_sides,
            *self._boards.pictures,
            self._pile,
            self._side_pile,
        ]
        for facing in (
            self._names,
            self._pots,
            self._sides,
            self._saying,
            self._proof,
            self._game,
            self._following,
            self._notes,
            self._pools,
            self._attract,
        ):
            still += facing.pair
        seated = [widget for one in self._around for widget in one.widgets()]
        self.stage.show([*still, *seated, *self._flights, *self._banner.pair])

    def _fly(self, view: View) -> None:
        """Set moving what has changed hands, once the board lies open."""
        moves = self._connected and not self._still
        new = flights(self._seen, view, self._boards.settled_ms(self.now_ms)) if moves else []
        self._seen = seen_of(view)
        if new:
            self._flights += new
            self._stage_all()

    def _show(self, *, lively: bool) -> None:
        model = self._model
        playing = model.attract is None
        self._boards.show(boards_of(model.middle), self.now_ms, lively=lively, visible=playing)
        names = _board_names(model)
        self._names.show(names, visible=playing, far=_from_far(names))
        self._show_pots(model)
        self._saying.show(self._says(model), visible=playing)
        self._proof.show(model.proof)
        self._game.show(middle.Game(model.header, model.clock))
        self._show_corner(model)
        self._attract.show(model.attract)
        self._star.show(not playing)
        self._show_demo()
        self._banner.place(middle.banner_box(model.banner))
        self._banner.show(model.banner, visible=model.banner is not None)
        units = self._view.profile.currency.units if self._view.profile else 1
        for one, place in zip(self._around, model.places, strict=True):
            share = -(-place.bar * RING_STEPS // FULL) if place.acting else None
            one.show(
                Plate(msgspec.structs.replace(place, bar=0), self._view.at(place.seat).status, share),
                Before(msgspec.structs.replace(place, bar=0), place.bet // units, model.middle.best),
            )

    def _show_demo(self) -> None:
        """While nobody sits here the star and a demonstration hand take turns."""
        empty = self._model.attract is not None
        if not empty:
            self._invited_ms = None
        scene = demo_scene(self.now_ms - self._invited_ms) if self._invited_ms is not None else None
        self._star.visible = empty and scene is None
        self._demo_board.visible = scene is not None
        for number, picture in enumerate(self._demo_sides):
            picture.visible = scene is not None
            if scene is not None:
                side = scene.sides[number]
                figure = self._language.text("centre.share", percent=round(side.share / 10))
                words = self._language.text("centre.demo-won" if side.won else "centre.demo-chance")
                picture.show(demo.Side(side.cards, figure, words, side.won))
        if scene is not None:
            self._demo_board.show(scene.board)

    def _show_corner(self, model: CentreModel) -> None:
        """The jackpots, or the hand's number; what comes next and that no real money is at stake in either case."""
        pools, demonstration = model.pools, model.header.demonstration
        brief = self._language.text("centre.demonstration") if demonstration else ""
        said = tuple(line for line in (brief, model.following) if line)
        self._pools.show(middle.Corner(pools, said), visible=bool(pools))
        self._following.show(model.following, visible=not pools)
        self._notes.show(middle.Notes(self._hand(), demonstration), visible=not pools)

    def _show_pots(self, model: CentreModel) -> None:
        units = self._view.profile.currency.units if self._view.profile else 1
        split = model.middle.split
        main = split[:1] or (model.middle.pot,)
        dealt = self._view.phase in ("betting", "showdown", "resting") and model.middle.pot.chips > 0
        self._pots.show(main, visible=dealt)
        self._sides.show(split[1:], visible=bool(split))
        paid = model.middle.paid
        self._pile.show(0 if paid or not dealt else main[0].chips // units)
        self._side_pile.show(0 if paid else sum(pot.chips for pot in split[1:]) // units)

    def _hand(self) -> str:
        if self._view.hand is None:
            return ""
        return self._language.text("table.hand", number=self._language.number(self._view.hand))

    def _says(self, model: CentreModel) -> middle.Saying:
        """Who is to act and for how much, or how the hand ended; below it what the house takes."""
        fee = tuple(
            Span(text, Type.CENTRE_BODY, ink)
            for line in model.middle.fees
            for text, ink in ((line.words, MIST), (line.value, HAZE))
        )
        if model.turn is not None:
            turn = model.turn
            return middle.Saying(
                (
                    Span(turn.name, Type.CENTRE_BET, SNOW),
                    Span(turn.amount, Type.CENTRE_BET, SNOW),
                    Span(turn.words, Type.CENTRE_BODY, MIST),
                ),
                fee,
            )
        over = model.result
        if over is None:
            return middle.Saying((Span(model.announcement, Type.CENTRE_STRONG, SNOW),), ())
        sums = " · ".join(f"{row.words} {row.figure}" for row in (*over.rows, *over.paid))
        return middle.Saying(
            (
                Span(over.headline, Type.CENTRE_BET, SNOW),
                Span(over.amount, Type.CENTRE_BET, SNOW),
                Span(over.hand, Type.CENTRE_BODY, MIST),
            ),
            (Span(sums, Type.CENTRE_BODY, HAZE),),
        )


def _board_names(model: CentreModel) -> tuple[middle.BoardName, ...]:
    """The names of two boards; of one there is nothing to tell, and more leave no room."""
    boards = model.middle.boards
    if len(boards) != _NAMED_BOARDS:
        return ()
    middles = (box.centre[0] - middle.BOARD_NAMES.x for box in board_boxes(len(boards)))
    return tuple(middle.BoardName(board.words, x) for board, x in zip(boards, middles, strict=True))


def _from_far(names: tuple[middle.BoardName, ...]) -> tuple[middle.BoardName, ...]:
    """The same names as the far side reads them: over the same boards, which it sees from the other end."""
    return tuple(middle.BoardName(name.words, middle.BOARD_NAMES.w - name.x) for name in names)
