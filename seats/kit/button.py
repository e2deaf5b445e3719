"""Keys that are pressed, keys that are held, and tick boxes.

A key fires when it is pressed and released inside its box; sliding out cancels. After any
change of its words or of whether it may act, it ignores presses for the guard time and
fades in, so that no finger on its way meets a key that has just become another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from seats.art import shapes
from seats.art.signs import sign
from seats.kit.easing import MOTIONS
from seats.kit.faces import Face, draw_face
from seats.kit.keys import DANGER, GLASS, READY, SUNK, KeyLook, KeyState, paint_key
from seats.kit.widget import Widget
from seats.metrics import RADIUS_KEY, RADIUS_SMALL_KEY, Box, Type
from seats.palette import AMBER, AMBER_INK, SHEET, WELL, luminance

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.kit.canvas import Canvas
    from seats.kit.pointer import Pointer

GUARD_MS: Final = MOTIONS["guard"].length_ms
HOLD_MS: Final = 2000

_SMALL_KEY_MM = 13.0


class Guard:
    """The time during which a key that has just changed ignores presses."""

    def __init__(self) -> None:
        self._from = 0
        self._length = 0

    def start(self, now_ms: int, length_ms: int) -> None:
        self._from, self._length = now_ms, length_ms

    def open(self, now_ms: int) -> bool:
        return now_ms >= self._from + self._length

    def light(self, now_ms: int) -> int:
        """How far the key has faded in, 0 to `READY`."""
        if self.open(now_ms):
            return READY
        return max(0, (now_ms - self._from) * READY // self._length)


class Button(Widget):
    """A key; `action` is called once for each press that ends inside.

    `pause_ms` is how long it stays deaf after it fired, so that a double tap counts once.
    `focus` draws the ring of the four-key menu.
    """

    def __init__(
        self,
        rect_mm: Box,
        face: Face,
        action: Callable[[], None],
        *,
        look: KeyLook = GLASS,
        legal: bool = True,
        chosen: bool = False,
        radius: float | None = None,
        pause_ms: int = 300,
    ) -> None:
        super().__init__(rect_mm)
        self.face = face
        self.look = look
        self.legal = legal
        self.action = action
        self.guard = Guard()
        self._chosen = chosen
        self._focus = False
        self._radius = radius if radius is not None else _radius_for(rect_mm)
        self._pause_ms = pause_ms
        self._finger: int | None = None
        self._inside = False
        self._deaf_until = 0
        self._released_at: int | None = None
        self._drawn = KeyState()

    @property
    def interactive(self) -> bool:
        return self.legal

    @property
    def chosen(self) -> bool:
        return self._chosen

    @chosen.setter
    def chosen(self, wanted: bool) -> None:
        if wanted != self._chosen:
            self._chosen = wanted
            self.touch()

    @property
    def focus(self) -> bool:
        return self._focus

    @focus.setter
    def focus(self, wanted: bool) -> None:
        if wanted != self._focus:
            self._focus = wanted
            self.touch()

    @property
    def pressed(self) -> bool:
        return self._finger is not None and self._inside

    def show(
        self, face: Face, legal: bool, now_ms: int, guard_ms: int = GUARD_MS, *, look: KeyLook | None = None
    ) -> None:
        """Give the key new words; any change starts the guard and drops a press under way."""
        if look is not None and look != self.look:
            self.look = look
            self.touch()
        if face == self.face and legal == self.legal:
            return
        self.face, self.legal = face, legal
        self.guard.start(now_ms, guard_ms)
        self._lose_finger()
        self.touch()

    def listens(self, now_ms: int) -> bool:
        """Whether a press at this time would count."""
        return self.legal and self.guard.open(now_ms) and now_ms >= self._deaf_until

    def activate(self, now_ms: int) -> None:
        """Act as if pressed, for a menu that is worked with keys instead of fingers."""
        if self.listens(now_ms):
            self._released_at = now_ms
            self._deaf_until = now_ms + self._pause_ms
            self.action()

    def state(self, now_ms: int) -> KeyState:
        light = self.guard.light(now_ms) if self.legal else READY
        return KeyState(self._depth(now_ms), light, self.legal, self._chosen, self._focus)

    def _depth(self, now_ms: int) -> int:
        if self.pressed:
            return SUNK
        returns = MOTIONS["key_returns"].length_ms
        if self._released_at is not None and now_ms < self._released_at + returns // 2:
            return SUNK // 2
        return 0

    def tick(self, now_ms: int) -> None:
        if self.state(now_ms) != self._drawn:
            self.touch()

    def moving(self, now_ms: int) -> bool:
        fading = self.legal and not self.guard.open(now_ms)
        return fading or (self._depth(now_ms) not in (0, SUNK))

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        state = self.state(now_ms)
        self._drawn = state
        inner = paint_key(canvas, self.rect_mm, self._radius, self.look, state)
        draw_face(canvas, inner, self.face, self.look, state)

    def press(self, pointer: Pointer) -> bool:
        if not self.listens(pointer.t):
            return False
        self._finger, self._inside = pointer.id, True
        self.touch()
        return True

    def drag(self, pointer: Pointer) -> None:
        inside = self.rect_mm.holds(pointer.x, pointer.y)
        if self._finger == pointer.id and inside != self._inside:
            self._inside = inside
            self.touch()

    def release(self, pointer: Pointer) -> None:
        if self._finger != pointer.id:
            return
        inside = self.rect_mm.holds(pointer.x, pointer.y)
        self._lose_finger()
        if inside:
            self.activate(pointer.t)

    def cancel(self, pointer_id: int) -> None:
        if self._finger == pointer_id:
            self._lose_finger()

    def _lose_finger(self) -> None:
        self._finger, self._inside = None, False
        self.touch()


class TouchZone(Button):
    """A key that lies over a picture and has none of its own: the picture darkens while a finger is on it."""

    bleed_mm = 0.0

    def __init__(self, rect_mm: Box, action: Callable[[], None], *, legal: bool = False) -> None:
        super().__init__(rect_mm, Face(), action, legal=legal)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        self._drawn = self.state(now_ms)
        if self._drawn.depth:
            canvas.fill(self.rect_mm, self.rect_mm.h / 2, WELL, 90)


def _radius_for(box: Box) -> float:
    return RADIUS_SMALL_KEY if box.h < _SMALL_KEY_MM else RADIUS_KEY


class HoldButton(Button):
    """A key that acts only after it has been held for `hold_ms`, as dangerous ones do.

    A dark veil crosses it meanwhile; lifting or sliding out early does nothing.
    """

    def __init__(
        self,
        rect_mm: Box,
        face: Face,
        action: Callable[[], None],
        *,
        look: KeyLook = DANGER,
        legal: bool = True,
        hold_ms: int = HOLD_MS,
    ) -> None:
        super().__init__(rect_mm, face, action, look=look, legal=legal)
        self._hold_ms = hold_ms
        self._since: int | None = None

    def press(self, pointer: Pointer) -> bool:
        taken = super().press(pointer)
        if taken:
            self._since = pointer.t
        return taken

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self._finger == pointer.id and not self._inside:
            self._lose_finger()

    def release(self, pointer: Pointer) -> None:
        if self._finger == pointer.id:
            self.tick(pointer.t)
            self._lose_finger()

    def tick(self, now_ms: int) -> None:
        if self._since is not None:
            self.touch()
            if now_ms >= self._since + self._hold_ms and self.legal:
                self._lose_finger()
                self._deaf_until = now_ms + self._hold_ms
                self.action()
        super().tick(now_ms)

    def moving(self, now_ms: int) -> bool:
        return self._since is not None or super().moving(now_ms)

    def _lose_finger(self) -> None:
        self._since = None
        super()._lose_finger()

    def share(self, now_ms: int) -> float:
        """How much of the hold has passed, 0 to 1."""
        if self._since is None:
            return 0.0
        return min(1.0, (now_ms - self._since) / self._hold_ms)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        state = self.state(now_ms)
        self._drawn = state
        held = KeyState(0, state.light, state.legal, state.chosen, state.focus)
        inner = paint_key(canvas, self.rect_mm, self._radius, self.look, held)
        self._veil(canvas, self.share(now_ms))
        draw_face(canvas, inner, self.face, self.look, held)

    def _veil(self, canvas: Canvas, share: float) -> None:
        area = canvas.rect(self.rect_mm)
        wide = round(area.w * share)
        if wide:
            veil = shapes.filled(area.size, self._radius * canvas.profile.px_per_mm, (0, 0, 0), 77)
            canvas.surface.blit(veil, area, (0, 0, wide, area.h))


class Toggle(Button):
    """A tick box with a title over a caption; `on_change` gets the new state.

    The owner decides: the box shows `on` as it was last told, not as it was last touched.
    """

    def __init__(
        self,
        rect_mm: Box,
        title: str,
        caption: str,
        on_change: Callable[[bool], None],
        *,
        on: bool = False,
        look: KeyLook = GLASS,
        legal: bool = True,
    ) -> None:
        face = Face(title, caption=caption, form="lines", title_type=Type.PRESET)
        super().__init__(rect_mm, face, self._flip, look=look, legal=legal, radius=RADIUS_SMALL_KEY)
        self._on_change = on_change
        self.chosen = on

    def _flip(self) -> None:
        self._on_change(not self.chosen)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        state = self.state(now_ms)
        self._drawn = state
        inner = paint_key(canvas, self.rect_mm, self._radius, self.look, state)
        tick = Box(inner.x + 4.0, inner.centre[1] - 3.0, 6.0, 6.0)
        if state.chosen and state.legal:
            self._ticked(canvas, tick)
        else:
            hollow = WELL if luminance(self.look.ink) > luminance(self.look.ground) else SHEET
            canvas.fill(tick, 1.2, hollow)
            canvas.outline(tick, 1.2, 0.4, self.look.ink if state.legal else self.look.idle_text, 230)
        words = Box(inner.x + 9.6, inner.y, inner.w - 9.6, inner.h)
        plain = KeyState(state.depth, state.light, state.legal, False, False)
        draw_face(canvas, words, self.face, self.look, plain)

    def _ticked(self, canvas: Canvas, tick: Box) -> None:
        canvas.fill(tick, 1.2, AMBER)
        canvas.middle(sign("tick", canvas.px(4.2), AMBER_INK), *tick.centre)
