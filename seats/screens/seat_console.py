"""The console: whose turn it is, the bet pad, the boxes to tick ahead, and the three action keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from seats import type as typesetting
from seats.art.signs import sign
from seats.kit.amounts import Scale, Slider
from seats.kit.button import Button, Toggle
from seats.kit.easing import Tween, begin
from seats.kit.faces import Face, fits_unshrunk
from seats.kit.keys import AMBER_KEY, GLASS, SNOW_KEY, KeyLook
from seats.kit.timers import ProgressBar
from seats.kit.widget import Widget
from seats.kit.words import Label, Picture
from seats.metrics import RADIUS_SLAB, SEAT, Box, Profile, Type
from seats.models.bet import PRESETS as PRESET_IDS
from seats.models.bet import BetPad, PresetId
from seats.models.local import AheadKind
from seats.models.scale import TRAVEL, AmountScale
from seats.models.seat import AheadBox, Key, KeyId, SeatModel, guard_ms
from seats.models.turn import FULL
from seats.palette import AMBER, MIST, SLAB_BOTTOM, SNOW
from seats.screens import seat_layout as at

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.kit.canvas import Canvas

    _Call = Callable[[], None]
    _Change = Callable[[bool], None]

_SECONDS_MM: Final = 17.0
_KEY_LOOKS: Final[dict[KeyId, KeyLook]] = {"fold": GLASS, "call": SNOW_KEY, "raise": AMBER_KEY}
_KEY_BOXES: Final[dict[KeyId, Box]] = {"fold": at.FOLD, "call": at.CALL, "raise": at.RAISE}
_KINDS: Final[tuple[AheadKind, AheadKind]] = ("check-or-fold", "check")


class Hands(Protocol):
    """What the player can do with the console and the sheets."""

    def press_key(self, key: KeyId) -> None:
        """Fold, check or call, bet or raise."""

    def choose_preset(self, preset: PresetId) -> None:
        """Set a usual amount."""

    def slide(self, place: int) -> None:
        """Move the knob to a place on its track."""

    def step(self, steps: int) -> None:
        """Minus or plus."""

    def open_keypad(self) -> None:
        """Type the amount."""

    def tick_ahead(self, kind: AheadKind) -> None:
        """Tick or clear a box."""


class Deadline(msgspec.Struct, frozen=True):
    """When a time runs out on the screen's own clock, and how long it was, in ms."""

    until_ms: int
    whole_ms: int


class _Track(Scale, frozen=True):
    """The slider's track along the model's scale."""

    amounts: AmountScale = AmountScale(1, 1, 1)

    def snap(self, amount: int) -> int:
        return self.amounts.snap(amount)

    def step(self, amount: int, steps: int) -> int:
        return self.amounts.stepped(amount, steps)

    def share(self, amount: int) -> float:
        return self.amounts.place(amount) / TRAVEL

    def amount(self, share: float) -> int:
        return self.amounts.amount(round(min(max(share, 0.0), 1.0) * TRAVEL))


def _track(scale: AmountScale | None) -> _Track:
    scale = scale or AmountScale(1, 1, 1)
    return _Track(scale.least, scale.most, scale.step, scale)


class Slab(Widget):
    """The console's slab; on the own turn its edge runs out from the middle in amber."""

    def __init__(self, rect_mm: Box) -> None:
        super().__init__(rect_mm)
        self._turn = False
        self._tween: Tween | None = None

    def show(self, turn: bool, now_ms: int) -> None:
        """Say whether it is the own turn."""
        if turn != self._turn:
            self._turn = turn
            self._tween = begin("turn_edge", now_ms) if turn else None
            self.touch()

    def tick(self, now_ms: int) -> None:
        if self._tween is not None:
            self.touch()
            if self._tween.done(now_ms):
                self._tween = None

    def moving(self, now_ms: int) -> bool:
        del now_ms
        return self._tween is not None

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        canvas.slab(self.rect_mm)
        if self._turn:
            share = 1.0 if self._tween is None else self._tween.share(now_ms)
            canvas.turn_edge(self.rect_mm, RADIUS_SLAB, share)


class TurnBar:
    """The turn line: whose turn, a bar, the seconds."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._words = Label(at.LINE, "", Type.TURN)
        self._seconds = Label(at.LINE, "", Type.SECONDS, SNOW, "right")
        self._bar = ProgressBar(at.LINE)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._words, self._bar, self._seconds]

    def show(self, model: SeatModel, deadline: Deadline | None) -> None:
        """Show whose turn it is; without a turn, the headline; `deadline` None lets the bar stand still."""
        line, turn = at.LINE, model.turn
        words = turn.words if turn else model.headline
        room = line.w if turn is None else line.w / 2
        size = typesetting.fit(words, self._profile.type_px(Type.TURN), "bold", SEAT.px(room), 1).size
        wide = SEAT.mm(typesetting.width(words, size, "bold"))
        self._words.rect_mm = Box(line.x, line.y, room if turn is None else wide + 0.2, line.h)
        self._words.show(words, AMBER if turn and turn.own else SNOW)
        seconds = _SECONDS_MM * self._profile.print
        self._seconds.rect_mm = Box(line.right - seconds, line.y, seconds, line.h)
        hurry = turn is not None and turn.own and turn.hurry
        self._seconds.show(turn.seconds if turn else "", AMBER if hurry else SNOW)
        self._bar.visible = turn is not None and bool(turn.seconds)
        left = line.x + wide + 5.0
        self._bar.rect_mm = Box(left, line.centre[1] - 3, line.right - seconds - 2.6 - left, 6)
        if turn is None or deadline is None:
            self._bar.hold((turn.bar if turn else FULL) / FULL)
        else:
            self._bar.run(deadline.until_ms, deadline.whole_ms)


class Pad:
    """Presets, slider with its small keys, and what the bet would leave."""

    def __init__(self, hands: Hands, profile: Profile) -> None:
        self._profile = profile
        pad = at.pad_layout(large=profile.large)
        self._presets = {
            preset: Button(box, Face(), self._setter(hands, preset), legal=False, pause_ms=0)
            for preset, box in zip(PRESET_IDS, pad.presets, strict=True)
        }
        self._minus = Button(pad.minus, Face(sign="minus"), lambda: hands.step(-1), legal=False, pause_ms=0)
        self._plus = Button(pad.plus, Face(sign="plus"), lambda: hands.step(1), legal=False, pause_ms=0)
        self._keypad = Button(pad.keypad, Face(sign="keypad"), hands.open_keypad, legal=False)
        self._scale: AmountScale | None = None
        self._slider = Slider(pad.slider, _track(None), 1, lambda amount: self._slid(hands, amount), legal=False)
        self._results = Picture[BetPad | None](pad.results, _paint_results, None, 1.0)
        self._veil = Picture[bool](at.PAD.inset(-1.4, -1.6), _paint_veil, False, 0.0)

    @staticmethod
    def _setter(hands: Hands, preset: PresetId) -> _Call:
        return lambda: hands.choose_preset(preset)

    def _slid(self, hands: Hands, amount: int) -> None:
        if self._scale is not None:
            hands.slide(self._scale.place(amount))

    def widgets(self) -> list[Widget]:
        """What of it is on the stage, the veil foremost."""
        small: list[Widget] = [self._minus, self._slider, self._plus, self._keypad, self._results]
        return [*self._presets.values(), *small, self._veil]

    def show(self, pad: BetPad | None, asking: bool, now_ms: int) -> None:
        """Show a pad; while a question lies on the table it stays, but dim."""
        self._veil.visible = asking
        if pad is None:
            return
        self._scale = pad.scale
        faces = {preset.id: Face(preset.words, preset.figure) for preset in pad.presets}
        if not all(fits_unshrunk(self._profile, face, self._presets["min"].rect_mm.w) for face in faces.values()):
            faces = {name: msgspec.structs.replace(face, form="stack") for name, face in faces.items()}
        fixed = not pad.presets
        for key in (*self._presets.values(), self._minus, self._plus, self._keypad, self._slider):
            key.visible = not fixed
        for preset in pad.presets:
            self._presets[preset.id].show(faces[preset.id], preset.legal, now_ms)
            self._presets[preset.id].chosen = preset.chosen
        raising = pad.scale is not None
        self._minus.show(self._minus.face, pad.fewer, now_ms, 0)
        self._plus.show(self._plus.face, pad.more, now_ms, 0)
        self._keypad.show(self._keypad.face, raising, now_ms)
        marks = tuple(pad.scale.amount(place) for place in pad.ticks) if pad.scale else ()
        self._slider.show(_track(pad.scale), pad.to if raising else 1, marks=marks, legal=raising)
        self._results.show(msgspec.structs.replace(pad, keypad=None))


class Ahead:
    """Two boxes to tick for the coming decision, and what clears them."""

    def __init__(self, hands: Hands) -> None:
        self._boxes = [
            Toggle(box, "", "", self._ticker(hands, kind), legal=False)
            for box, kind in zip(at.AHEAD, _KINDS, strict=True)
        ]
        self._note = Picture[str](at.AHEAD_NOTE, _paint_note, "", 1.0)

    @staticmethod
    def _ticker(hands: Hands, kind: AheadKind) -> _Change:
        return lambda _wanted: hands.tick_ahead(kind)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [*self._boxes, self._note]

    def show(self, boxes: tuple[AheadBox, ...], note: str, now_ms: int) -> None:
        """Show the boxes as the screen's state has them."""
        for box, shown in zip(self._boxes, boxes, strict=False):
            face = Face(shown.words, caption=shown.note, form="lines", title_type=Type.PRESET)
            box.show(face, shown.legal, now_ms)
            box.chosen = shown.ticked
        self._note.show(note)


class Keys:
    """Fold, check or call, bet or raise: always at the same places."""

    def __init__(self, hands: Hands) -> None:
        self._seen: dict[KeyId, Key] = {}
        self._keys = {
            key: Button(box, Face(), self._presser(hands, key), look=_KEY_LOOKS[key], legal=False)
            for key, box in _KEY_BOXES.items()
        }

    @staticmethod
    def _presser(hands: Hands, key: KeyId) -> _Call:
        return lambda: hands.press_key(key)

    def widgets(self) -> list[Widget]:
        """The three keys."""
        return list(self._keys.values())

    def show(self, keys: tuple[Key, ...], now_ms: int) -> None:
        """Show the keys; one that means something else than before is deaf for a while (ui.md §2.4)."""
        for key in keys:
            button, wait = self._keys[key.id], guard_ms(self._seen.get(key.id), key)
            button.show(key_face(key), key.legal, now_ms, wait)
            if wait:
                button.guard.start(now_ms, wait)
            self._seen[key.id] = key


def key_face(key: Key) -> Face:
    """What stands on an action key: verb over amount, or the verb alone."""
    if key.id == "fold":
        return Face(key.words, sign="fold", title_type=Type.TURN, sign_mm=6.4)
    if not key.amount:
        return Face(key.words, title_type=Type.TURN)
    return Face(key.words, key.amount, form="stack", title_type=Type.VERB, amount_type=Type.ACTION)


# -- painters ----------------------------------------------------------------------------------------------------


def _paint_results(canvas: Canvas, box: Box, pad: BetPad | None) -> None:
    """What the pot would be and what would be left."""
    if pad is None:
        return
    rows = ((pad.pot_after_words, pad.pot_after), (pad.keep_words, pad.keep))
    for number, (words, amount) in enumerate(rows):
        y = box.y + 3.0 + number * 5.3
        wide = canvas.text_width(amount, Type.BODY_STRONG)
        canvas.text(words, box.x, y, Type.BODY, MIST, "left", box.w - wide - 1.4)
        canvas.text(amount, box.right, y, Type.BODY_STRONG, SNOW, "right")


def _paint_veil(canvas: Canvas, box: Box, _state: bool) -> None:
    canvas.fill(box, 3.0, SLAB_BOTTOM, 140)


def _paint_note(canvas: Canvas, box: Box, note: str) -> None:
    canvas.middle(sign("padlock", canvas.px(4.4), MIST), box.x + 3.2, box.centre[1])
    canvas.text(note, box.x + 7.6, box.centre[1], Type.BODY, MIST, "left", box.w - 8)
