"""A picture on its way: a card being dealt, chips going to a pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seats.kit.widget import Widget
from seats.metrics import Box

if TYPE_CHECKING:
    import pygame

    from seats.kit.canvas import Canvas
    from seats.kit.easing import Tween

Place = tuple[float, float]

_GHOST_GAP = 0.12
_GHOST_ALPHA = (110, 50)


class Flight(Widget):
    """`picture` flies from one place to another, both given as middles in mm.

    It is hidden before the start and after the end.
    `ghosts` (0 to 2) are fainter pictures that follow, for what should be seen to travel.
    """

    bleed_mm = 1.0

    def __init__(
        self, picture: pygame.Surface, px_per_mm: float, start: Place, end: Place, tween: Tween, ghosts: int = 0
    ) -> None:
        self._picture = picture
        self._size = (picture.get_width() / px_per_mm, picture.get_height() / px_per_mm)
        self._start, self._end = start, end
        self._tween = tween
        self._trail = (0.0, *(_GHOST_GAP * (number + 1) for number in range(ghosts)))
        super().__init__(self._box(0.0))
        self.visible = False

    def done(self, now_ms: int) -> bool:
        """Whether it has arrived, so that its owner may show the real thing and drop it."""
        return self._tween.done(now_ms)

    def tick(self, now_ms: int) -> None:
        self.visible = self._tween.start_ms <= now_ms and not self.done(now_ms)
        self.rect_mm = self._box(self._tween.share(now_ms))

    def moving(self, now_ms: int) -> bool:
        """True before the start too: a hidden flight needs the frame in which it appears."""
        return not self.done(now_ms)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        share = self._tween.share(now_ms)
        for number in range(len(self._trail) - 1, -1, -1):
            picture = self._picture
            if number:
                picture = picture.copy()
                picture.set_alpha(_GHOST_ALPHA[number - 1])
            canvas.middle(picture, *self._middle(max(0.0, share - self._trail[number])))

    def _middle(self, share: float) -> Place:
        (x1, y1), (x2, y2) = self._start, self._end
        return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share

    def _box(self, share: float) -> Box:
        """What the picture and its ghosts cover."""
        first, last = self._middle(share), self._middle(max(0.0, share - self._trail[-1]))
        (wide, high), left, top = self._size, min(first[0], last[0]), min(first[1], last[1])
        return Box(left - wide / 2, top - high / 2, wide + abs(first[0] - last[0]), high + abs(first[1] - last[1]))
