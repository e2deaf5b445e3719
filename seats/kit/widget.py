"""What every widget is: a box in millimetres that knows when its picture is out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from seats.kit.canvas import Canvas
    from seats.kit.pointer import Pointer
    from seats.metrics import Box

_BLEED_MM = 6.0


class Widget:
    """The base of all widgets.

    `rect_mm` is the picture and the target; `bleed_mm` is how far shadow and focus ring may
    reach beyond it. `interactive` is True when a finger can do something here now. All times
    are whole milliseconds of the clock the stage is given. A widget with `many_fingers` takes
    more than one finger at a time.
    """

    bleed_mm: float = _BLEED_MM
    many_fingers: bool = False

    def __init__(self, rect_mm: Box) -> None:
        self._rect_mm = rect_mm
        self._visible = True
        self._dirty = True
        self._aside_mm = 0.0

    @property
    def rect_mm(self) -> Box:
        return self._rect_mm

    @rect_mm.setter
    def rect_mm(self, box: Box) -> None:
        if box != self._rect_mm:
            self._rect_mm = box
            self.touch()

    @property
    def aside_mm(self) -> float:
        """How far to the right of its box it lies: what is laid out for one hand serves the other one moved aside."""
        return self._aside_mm

    @aside_mm.setter
    def aside_mm(self, aside: float) -> None:
        if aside != self._aside_mm:
            self._aside_mm = aside
            self.touch()
        for child in self.children():
            child.aside_mm = aside

    @property
    def lies_mm(self) -> Box:
        """Where it lies on the panel."""
        return self._rect_mm.moved(self._aside_mm, 0) if self._aside_mm else self._rect_mm

    @property
    def visible(self) -> bool:
        return self._visible

    @visible.setter
    def visible(self, wanted: bool) -> None:
        if wanted != self._visible:
            self._visible = wanted
            self.touch()

    @property
    def interactive(self) -> bool:
        return False

    def area_mm(self, grain: float = 1.0) -> Box:
        """Everything this widget may draw on; shadows reach further on a panel with a larger grain."""
        return self.rect_mm.inset(-self.bleed_mm * grain)

    @property
    def dirty(self) -> bool:
        return self._dirty or any(child.dirty for child in self.children())

    def touch(self) -> None:
        """Say that the picture is out of date."""
        self._dirty = True

    def clean(self) -> None:
        self._dirty = False
        for child in self.children():
            child.clean()

    def children(self) -> Sequence[Widget]:
        """The widgets inside this one; it draws them itself."""
        return ()

    def walk(self) -> Iterator[Widget]:
        """This widget and all inside it, if visible, the hindmost first."""
        if self.visible:
            yield self
            for child in self.children():
                yield from child.walk()

    def tick(self, now_ms: int) -> None:
        """Let time pass: a widget whose picture must change touches itself."""
        for child in self.children():
            child.tick(now_ms)

    def moving(self, now_ms: int) -> bool:
        """Whether the picture changes by itself after `now_ms`, so that frames are needed."""
        return any(child.moving(now_ms) for child in self.children())

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        for child in self.children():
            if child.visible:
                child.draw(canvas, now_ms)

    def press(self, pointer: Pointer) -> bool:
        """A finger came down here; True if the widget takes it until it is lifted."""
        del pointer
        return False

    def drag(self, pointer: Pointer) -> None:
        """The finger taken by `press` moved."""

    def release(self, pointer: Pointer) -> None:
        """The finger taken by `press` was lifted."""

    def cancel(self, pointer_id: int) -> None:
        """The finger taken by `press` was lost, or this widget was covered or removed."""
