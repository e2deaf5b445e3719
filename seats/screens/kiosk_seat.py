"""The kiosk's first page: the plan of the table, the balance, and the purchase for a seat (visual.md §9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pygame

from cashier.money import Money
from cashier.records import RequestId
from controller.vocab.ids import Seat
from controller.vocab.seat_records import CallAttendant
from seats.art.codes import qr_picture
from seats.art.paper import table_plan
from seats.art.signs import SignName, sign
from seats.kept import kept
from seats.kit.button import GUARD_MS, Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, PAPER_TILE, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import GAP, Box, Profile, Type
from seats.models import kiosk_local, kiosk_touches
from seats.models.kiosk import Balance, KioskModel, ShortProof
from seats.models.kiosk_local import KioskLocal, Page
from seats.models.purchase import Purchase
from seats.models.words import Fact, Header
from seats.palette import INK, MIST, OCHRE, PAPER_GREY, RULE, SNOW, SPRUCE_BOTTOM
from seats.screens.inks import put_paragraph
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_parts import AmountPanel, AmountState, SeatKey
from seats.screens.places import place_of

PLAN = Box(5, 19, 147, 120)
BALANCE = Box(157, 19, 94, 51)
PURCHASE = Box(157, 73, 94, 66)
RULES = Box(72, 21.6, 37, 11)
CALL = Box(111, 21.6, 37, 11)

KIOSK_PLACE = 0
"""Where staff are called to that come to the kiosk."""

_WAYS_IN = Box(162.6, 44.6, 83, 22.2)
_TILE_SIGNS: Final[dict[Page, SignName]] = {"ticket-in": "ticket", "claim": "coin", "card": "card"}
_TILE_LEAST_MM: Final = 18.0
"""A way in that is lower than this has its sign beside its words."""
_MOST_BESIDE = 3

_RIM = Box(27, 54, 103, 48)
_TABLE = _RIM.inset(-8)
_COLUMNS = (43.0, 66.6, 90.2, 113.8)
_FAR_Y, _NEAR_Y, _END_Y = 43.2, 112.8, 78.0
_ENDS = (16.4, 140.6)
_FACT_X = (11.4, 52.0, 104.0)
_PROOF = Box(127.6, 118.4, 18.6, 18.6)


def ways_in(count: int) -> tuple[Box, ...]:
    """Where the ways lie on which money comes in: up to three beside each other, four in two rows."""
    rows = 1 if count <= _MOST_BESIDE else 2
    columns = -(-count // rows)
    wide, high = (_WAYS_IN.w - GAP * (columns - 1)) / columns, (_WAYS_IN.h - GAP * (rows - 1)) / rows
    places = (divmod(number, columns) for number in range(count))
    return tuple(
        Box(_WAYS_IN.x + column * (wide + GAP), _WAYS_IN.y + row * (high + GAP), wide, high) for row, column in places
    )


def called(desk: Desk) -> bool:
    """Whether an attendant has been called to the kiosk and has not come yet."""
    return KIOSK_PLACE in desk.view.calls


def call_of(desk: Desk) -> Callable[[KioskModel, RequestId], CallAttendant]:
    """Call an attendant to the kiosk, or take the call back."""
    return lambda _model, _request: CallAttendant(seat=KIOSK_PLACE, calls=not called(desk))


def _middles() -> dict[int, tuple[float, float]]:
    """Where the ten places of the plan lie."""
    far = {number + 1: (x, _FAR_Y) for number, x in enumerate(_COLUMNS)}
    near = {9 - number: (x, _NEAR_Y) for number, x in enumerate(_COLUMNS)}
    return {**far, **near, 5: (_ENDS[1], _END_Y), 10: (_ENDS[0], _END_Y)}


class PlanState(msgspec.Struct, frozen=True):
    """What the plan's sheet says."""

    headline: str
    header: Header
    occupancy: str
    facts: tuple[Fact, ...]
    proof: ShortProof | None


class PlanPart:
    """The plan: the table, the seats round it and the rules to know before sitting down."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheet = Picture(PLAN, _paint_plan, _plan_of(desk.model))
        self._seats = self._seat_keys()
        self._rules = Button(RULES, Face(), self._read_rules, look=PAPER_KEY)
        self._call = Button(CALL, Face(), lambda: desk.send(call_of(desk)), look=PAPER_KEY)

    def widgets(self) -> list[Widget]:
        return [self._sheet, self._rules, self._call, *self._seats]

    def show(self, model: KioskModel, now_ms: int) -> None:
        self._sheet.show(_plan_of(model))
        for key, seat in zip(self._seats, model.plan.seats, strict=True):
            key.show_seat(seat, now_ms)
        self._rules.show(Face(self._desk.say("kiosk.rules")), legal=True, now_ms=now_ms)
        self._call.show(Face(self._desk.say("call.back" if called(self._desk) else "call.attendant")), True, now_ms)

    def _read_rules(self) -> None:
        self._desk.change(lambda local: kiosk_local.open_book(local, "rules"))

    def _seat_keys(self) -> list[SeatKey]:
        desk, seats = self._desk, self._desk.model.plan.seats
        middles = _middles()

        def choose(seat: Seat) -> None:
            desk.change(lambda local: kiosk_local.choose_seat(local, seat))

        def key(number: int) -> SeatKey:
            seat = seats[number]
            return SeatKey(middles[place_of(seat.seat, len(seats))], seat, lambda: choose(seat.seat))

        return [key(number) for number in range(len(seats))]


class BalancePart:
    """The money at the kiosk, and the ways to add to it."""

    def __init__(self, desk: Desk) -> None:
        self._sheet = Picture(BALANCE, _paint_balance, desk.model.balance)
        self._pay_out = Button(
            Box(216, 24, 29, 12),
            Face(),
            lambda: desk.change(lambda local: kiosk_local.turn_to(local, "pay-out")),
            look=PAPER_KEY,
            legal=False,
        )
        self._desk = desk
        self._tiles = {page: self._tile(page) for page in _TILE_SIGNS}

    def widgets(self) -> list[Widget]:
        return [self._sheet, self._pay_out, *self._tiles.values()]

    def show(self, model: KioskModel, now_ms: int) -> None:
        self._sheet.show(model.balance)
        pay = Face(model.balance.pay_out, title_type=Type.BODY_STRONG)
        self._pay_out.show(pay, model.balance.pay_out_legal, now_ms)
        shown = {
            "ticket-in": (model.balance.ticket, model.balance.ticket_legal),
            "claim": (self._desk.say("claim.short"), model.claims_legal),
            "card": (model.balance.card, model.balance.card_legal),
        }
        present = [page for page in self._tiles if shown[page][0]]
        places = dict(zip(present, ways_in(1 + len(present))[1:], strict=True))
        for page, key in self._tiles.items():
            key.visible = page in places
            if key.visible:
                title, legal = shown[page]
                key.rect_mm = places[page]
                caption = model.claims if page == "claim" else ""
                key.show(_tile_face(title, caption, _TILE_SIGNS[page], places[page]), legal, now_ms)

    def _tile(self, page: Page) -> Button:
        """A key that turns to a page."""
        desk = self._desk
        return Button(
            ways_in(1 + len(_TILE_SIGNS))[-1],
            Face(),
            lambda: desk.change(lambda local: kiosk_local.turn_to(local, page)),
            look=PAPER_TILE,
            legal=False,
        )


def _tile_face(title: str, caption: str, name: SignName, box: Box) -> Face:
    if box.h < _TILE_LEAST_MM:
        return Face(title, sign=name, title_type=Type.BODY_STRONG, sign_mm=5.6)
    return Face(title, caption=caption, sign=name, form="tile", title_type=Type.BODY_STRONG, sign_mm=5.6)


class PurchasePart:
    """The money that goes to the chosen seat."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheet: Picture[Purchase | str] = Picture(PURCHASE, _paint_purchase, "")
        self._name = Button(
            Box(204, 75.0, 41, 10),
            Face(),
            lambda: desk.change(lambda local: kiosk_local.turn_to(local, "name")),
            look=PAPER_KEY,
        )
        self._amount = AmountPanel(
            desk, Box(163, 87, 82, 24), Type.BALANCE, kiosk_touches.step_purchase, _choose_amount
        )
        self._buy = Button(
            Box(162.5, 117.4, 83, 17.6),
            Face(title_type=Type.CHECK),
            self._press,
            look=SPRUCE,
            legal=False,
        )

    def _press(self) -> None:
        """Buy, or show first what the table asks for."""
        shown = self._desk.model.purchase
        if shown is not None and shown.asks:
            self._desk.change(lambda local: kiosk_local.turn_to(local, "identity"))
        else:
            self._desk.send(kiosk_touches.press_buy_in)

    def widgets(self) -> list[Widget]:
        return [self._sheet, self._name, *self._amount.widgets(), self._buy]

    def show(self, model: KioskModel, now_ms: int) -> None:
        shown = model.purchase
        self._sheet.show(shown or model.plan.headline)
        self._name.visible = shown is not None and not shown.adds and shown.scale is not None
        self._buy.visible = shown is not None
        if shown is None:
            self._amount.show(AmountState(0, "", None, fewer=False, more=False), now_ms)
            return
        self._name.show(Face(shown.name, sign="person", title_type=Type.BODY), legal=True, now_ms=now_ms, guard_ms=0)
        text = shown.amount_text if shown.scale else ""
        self._amount.show(AmountState(shown.amount, text, shown.scale, shown.fewer, shown.more), now_ms)
        # The key follows the player's own finger at once; any other change is guarded.
        guard = 0 if self._desk.own_touch and self._buy.legal else GUARD_MS
        self._buy.show(Face(shown.key, title_type=Type.CHECK), shown.legal, now_ms, guard)


class SeatPage:
    """Plan, balance and purchase."""

    def __init__(self, desk: Desk) -> None:
        self._parts = (PlanPart(desk), BalancePart(desk), PurchasePart(desk))

    def widgets(self) -> list[Widget]:
        return [widget for part in self._parts for widget in part.widgets()]

    def show(self, model: KioskModel, now_ms: int) -> None:
        for part in self._parts:
            part.show(model, now_ms)


def _choose_amount(local: KioskLocal, amount: int) -> KioskLocal:
    return msgspec.structs.replace(local, amount=Money(amount))


def _plan_of(model: KioskModel) -> PlanState:
    return PlanState(model.plan.headline, model.header, model.plan.occupancy, model.facts, model.proof)


def _paint_plan(canvas: Canvas, box: Box, plan: PlanState) -> None:
    canvas.sheet(box)
    canvas.text(plan.headline, box.x + 6.4, box.y + 8.2, Type.TURN, INK, room=box.w - 13)
    canvas.surface.blit(_table(canvas.profile), canvas.rect(_TABLE))
    x, y = _RIM.centre
    canvas.text(plan.header.title, x, y - 5.4, Type.CHECK, SNOW, "centre", 70)
    canvas.text(plan.header.limits, x, y + 2.0, Type.TEXT, SNOW, "centre", 70)
    canvas.text(plan.occupancy, x, y + 8.4, Type.BODY, MIST, "centre", 70)
    canvas.rule(box.x + 6.4, 123.6, (box.w if plan.proof is None else _PROOF.x - box.x) - 12.8, RULE)
    _paint_proof(canvas, plan.proof)
    for fact, left in zip(plan.facts, _FACT_X, strict=False):
        canvas.text(fact.words, left, 128.2, Type.BODY, PAPER_GREY, room=38)
        canvas.text(fact.value, left, 133.8, Type.BODY_STRONG, INK, room=52)


def _paint_proof(canvas: Canvas, proof: ShortProof | None) -> None:
    """The commitment of the hand that runs, for a phone and for the eye."""
    if proof is None:
        return
    canvas.picture(qr_picture(proof.payload, canvas.px(_PROOF.w)), _PROOF.x, _PROOF.y)
    x, right = _FACT_X[-1], _PROOF.x - 1
    canvas.text(proof.words, x, 128.2, Type.BODY, PAPER_GREY, room=right - x)
    canvas.text(proof.digits, x, 133.8, Type.BODY_STRONG, INK, room=right - x)


@kept
def _table(profile: Profile) -> pygame.Surface:
    """The table on its piece of the sheet, drawn once."""
    canvas = Canvas(pygame.Surface(profile.size_px, 0, 32), profile)
    canvas.sheet(PLAN)
    table_plan(canvas.surface, canvas.rect(_RIM), profile.px_per_mm)
    return canvas.surface.subsurface(canvas.rect(_TABLE)).copy()


def _paint_balance(canvas: Canvas, box: Box, balance: Balance) -> None:
    canvas.sheet(box)
    left = box.x + 5.6
    canvas.text(balance.words, left, 25.6, Type.BODY, PAPER_GREY, room=50)
    canvas.text(balance.amount, left, 33.8, Type.BALANCE, INK, room=50)
    canvas.text(balance.news, left, 41.6, Type.BODY_STRONG, SPRUCE_BOTTOM, room=box.w - 11)
    _paint_notes(canvas, ways_in(2 + bool(balance.ticket) + bool(balance.card))[0], balance)


def _paint_notes(canvas: Canvas, notes: Box, balance: Balance) -> None:
    """The slot for notes, which is no key."""
    canvas.fill(notes, 3.0, (246, 241, 233))
    canvas.outline(notes, 3.0, 0.3, RULE)
    ink = SPRUCE_BOTTOM if balance.notes_open else PAPER_GREY
    if notes.h < _TILE_LEAST_MM:
        y, right = notes.centre[1], notes.right - 2
        canvas.middle(sign("note", canvas.px(5.6), ink), notes.x + 4.8, y)
        canvas.text(balance.notes, right, y, Type.BODY, PAPER_GREY, "right", notes.w - 11)
        return
    x, room = notes.centre[0], notes.w - 4
    canvas.middle(sign("note", canvas.px(7), ink), x, notes.y + notes.h * 0.27)
    canvas.text(balance.notes_words, x, notes.y + notes.h * 0.61, Type.BODY_STRONG, INK, "centre", room)
    canvas.text(balance.notes, x, notes.y + notes.h * 0.84, Type.BODY, PAPER_GREY, "centre", room)


def _paint_purchase(canvas: Canvas, box: Box, shown: Purchase | str) -> None:
    """The purchase, or what to do before there is one."""
    canvas.sheet(box)
    if isinstance(shown, str):
        canvas.middle(sign("person", canvas.px(12), RULE), box.centre[0], box.centre[1] - 7)
        canvas.text(shown, box.centre[0], box.centre[1] + 6, Type.TEXT, PAPER_GREY, "centre", box.w - 16)
        return
    left = box.x + 6
    canvas.text(shown.ends or shown.words, left, 80.4, Type.BODY, PAPER_GREY, room=38)
    if shown.adds:
        canvas.text(shown.name, box.right - 6, 80.4, Type.BODY_STRONG, INK, "right", 40)
    if shown.scale is None:
        put_paragraph(canvas, shown.hint, box.centre[0], 98.0, Type.PRESET, OCHRE, box.w - 16, "centre")
        return
    canvas.text(shown.least, left + 1, 114.0, Type.BODY, PAPER_GREY, room=16)
    canvas.text(shown.most, box.right - 7, 114.0, Type.BODY, PAPER_GREY, "right", 16)
    canvas.text(shown.hint or shown.stays, box.centre[0], 114.0, Type.BODY, INK, "centre", 48)
