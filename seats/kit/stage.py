"""The stage draws a ground and widgets into any surface and hands fingers to widgets.

The ground is painted once into a static layer. A redraw restores the dirty rectangles from
it, draws every widget that reaches into them, and returns them for `display.update`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec
import pygame

from seats.kit.canvas import Canvas

if TYPE_CHECKING:
    from seats.kit.pointer import Pointer
    from seats.kit.widget import Widget
    from seats.metrics import Profile

Painter = Callable[[Canvas], None]


class Stage:
    """One screen on `surface`, which must have the profile's size."""

    def __init__(self, surface: pygame.Surface, profile: Profile, ground: Painter) -> None:
        self.profile = profile
        self.surface = self._fitting(surface)
        self._widgets: list[Widget] = []
        self._sheet: Widget | None = None
        self._drawn: dict[Widget, pygame.Rect] = {}
        self._fingers: dict[int, Widget] = {}
        self._static = pygame.Surface(profile.size_px, 0, 32)
        self._everything = True
        self._changed = True
        """Whether other widgets lie here than were drawn last."""
        self.set_ground(ground)

    @property
    def sheet(self) -> Widget | None:
        return self._sheet

    def suit(self, profile: Profile, ground: Painter) -> None:
        """Draw on the same panel by another profile from now on; put new widgets on the stage next."""
        self.profile = profile
        self.set_ground(ground)

    def draw_on(self, surface: pygame.Surface) -> None:
        """Draw on another surface from now on, and on the whole of it first."""
        if surface is not self.surface:
            self.surface = self._fitting(surface)
            self._everything = True

    def _fitting(self, surface: pygame.Surface) -> pygame.Surface:
        if surface.get_size() != self.profile.size_px:
            raise ValueError(
                f"the {self.profile.name} panel needs a surface of {self.profile.size_px}, not {surface.get_size()}; "
                "make the window as large as the panel"
            )
        return surface

    def set_ground(self, ground: Painter) -> None:
        """Paint a new static layer; the next redraw covers the whole surface."""
        ground(Canvas(self._static, self.profile))
        self._everything = True

    def show(self, widgets: Iterable[Widget]) -> None:
        """Put these widgets on the stage, the hindmost first, in place of all before."""
        lying = list(widgets)
        self._changed |= lying != self._widgets
        self._widgets = lying
        self._drop_lost_fingers()

    def ask(self, sheet: Widget | None) -> None:
        """Lay a sheet over everything: while it lies there, nothing else can be touched."""
        if sheet is self._sheet:
            return
        self._sheet = sheet
        self._changed = True
        if sheet is not None:
            sheet.touch()
        self._drop_lost_fingers()

    def walk(self) -> Iterator[Widget]:
        """Every visible widget, the hindmost first, those inside others included."""
        for widget in self._layers():
            yield from widget.walk()

    def targets(self) -> list[Widget]:
        """Every widget a finger can use now."""
        top = [self._sheet] if self._sheet is not None and self._sheet.visible else self._widgets
        return [part for widget in top for part in widget.walk() if part.interactive]

    def point(self, pointer: Pointer) -> Widget | None:
        """Hand a pointer to the widget it belongs to; returns that widget."""
        if pointer.phase == "down":
            return self._down(pointer)
        widget = self._fingers.get(pointer.id)
        if widget is None:
            return None
        pointer = _seen_by(widget, pointer)
        if pointer.phase == "move":
            widget.drag(pointer)
            return widget
        del self._fingers[pointer.id]
        if pointer.phase == "up":
            widget.release(pointer)
        else:
            widget.cancel(pointer.id)
        return widget

    def release_all(self) -> None:
        """Forget every finger, as when the panel or the connection is lost."""
        for finger, widget in list(self._fingers.items()):
            widget.cancel(finger)
        self._fingers.clear()

    def moving(self, now_ms: int) -> bool:
        """Whether anything changes by itself, so that the next frame should be drawn."""
        return any(widget.moving(now_ms) for widget in self._layers())

    def redraw(self, now_ms: int) -> list[pygame.Rect]:
        """Bring the surface up to date; returns the rectangles that changed, which never overlap."""
        layers = self._layers()
        for widget in layers:
            widget.tick(now_ms)
        if not (self._everything or self._changed or any(widget.dirty for widget in layers)):
            return []
        lying = {widget: self._lies(widget) for widget in layers if widget.visible}
        areas = _joined(self._dirty_areas(layers, lying))
        canvas = Canvas(self.surface, self.profile)
        for area in areas:
            self.surface.set_clip(area)
            self.surface.blit(self._static, area, area)
            for widget, pixels in lying.items():
                if pixels.colliderect(area):
                    widget.draw(canvas.shifted(0.0, widget.aside_mm) if widget.aside_mm else canvas, now_ms)
        self.surface.set_clip(None)
        self._drawn = lying
        for widget in layers:
            widget.clean()
        self._everything = self._changed = False
        return areas

    def _layers(self) -> list[Widget]:
        return [*self._widgets, self._sheet] if self._sheet is not None else list(self._widgets)

    def _lies(self, widget: Widget) -> pygame.Rect:
        """Where a widget is drawn: as before, unless its picture is out of date or everything is drawn anew."""
        before = None if self._everything or widget.dirty else self._drawn.get(widget)
        return self._pixels(widget) if before is None else before

    def _pixels(self, widget: Widget) -> pygame.Rect:
        area = widget.area_mm(self.profile.grain).moved(widget.aside_mm, 0)
        return self.profile.rect(area).clip(self.surface.get_rect())

    def _dirty_areas(self, layers: list[Widget], lying: dict[Widget, pygame.Rect]) -> list[pygame.Rect]:
        if self._everything:
            return [self.surface.get_rect()]
        areas: list[pygame.Rect] = []
        gone = dict(self._drawn)
        for widget in layers:
            before = gone.pop(widget, None)
            if widget.dirty or (before is None and widget.visible):
                areas += [before] if before is not None else []
                areas += [lying[widget]] if widget.visible else []
            elif before is not None and not widget.visible:
                areas.append(before)
        return areas + list(gone.values())

    def _down(self, pointer: Pointer) -> Widget | None:
        busy = set(self._fingers.values())
        for widget in reversed(self.targets()):
            if widget.lies_mm.holds(pointer.x, pointer.y):
                if widget in busy and not widget.many_fingers:
                    return None
                if widget.press(_seen_by(widget, pointer)):
                    self._fingers[pointer.id] = widget
                    return widget
                return None
        return None

    def _drop_lost_fingers(self) -> None:
        present = set(self.targets())
        for finger, widget in list(self._fingers.items()):
            if widget not in present:
                widget.cancel(finger)
                del self._fingers[finger]


def _seen_by(widget: Widget, pointer: Pointer) -> Pointer:
    """A finger where a widget that lies aside takes it to be."""
    return msgspec.structs.replace(pointer, x=pointer.x - widget.aside_mm) if widget.aside_mm else pointer


def _joined(areas: list[pygame.Rect]) -> list[pygame.Rect]:
    """The same pixels as fewest rectangles that do not overlap (touching ones may be united)."""
    rest = [area for area in areas if area.w and area.h]
    joined: list[pygame.Rect] = []
    while rest:
        area = rest.pop()
        hit = area.collidelist(joined)
        if hit < 0:
            joined.append(area)
        else:
            rest.append(area.union(joined.pop(hit)))
    return joined
