"""Sizes in millimetres, and the panels that turn them into pixels.

Layouts are written in millimetres from the panel's upper left corner; a `Profile` converts
them. Type sizes are written as the pixels of a 5 px/mm panel (2.7 px/mm on the centre) and
stored as millimetres, so that a denser panel shows letters of the same height.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal

import msgspec
import pygame

Weight = Literal["book", "bold"]

GAP: Final = 2.0
FOLD_GAP: Final = 4.0
PADDING: Final = 4.0
BEZEL: Final = 5.0
WRIST: Final = 7.0
LEAST_TARGET: Final = 10.0

RADIUS_SLAB: Final = 5.0
RADIUS_PLATE: Final = 3.6
RADIUS_KEY: Final = 4.0
RADIUS_SMALL_KEY: Final = 3.0

CAP_HEIGHT: Final = 0.73


class Box(msgspec.Struct, frozen=True):
    """A rectangle in millimetres: `x`, `y` from the panel's upper left corner, `w` × `h`."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box with `dx` taken from left and right, `dy` (default `dx`) from top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside; the right and lower edges count as outside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: Box) -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def within(self, other: Box) -> bool:
        return self.x >= other.x and self.y >= other.y and self.right <= other.right and self.bottom <= other.bottom

    def gap_to(self, other: Box) -> float:
        """The clear distance to `other`: the wider of the horizontal and vertical gaps, 0 if they meet."""
        across = max(other.x - self.right, self.x - other.right)
        along = max(other.y - self.bottom, self.y - other.bottom)
        return max(across, along, 0.0)


class Type(Enum):
    """What a line of text is for; the value is (size in mm, weight)."""

    SERVICE = (18 / 5, "book")
    BODY = (20 / 5, "book")
    BODY_STRONG = (20 / 5, "bold")
    TEXT = (22 / 5, "book")
    PRESET = (22 / 5, "bold")
    VERB = (24 / 5, "book")
    STACK = (24 / 5, "bold")
    TURN = (26 / 5, "bold")
    CHECK = (30 / 5, "bold")
    ACTION = (34 / 5, "bold")
    SECONDS = (36 / 5, "bold")
    OWN = (44 / 5, "bold")
    BALANCE = (56 / 5, "bold")
    PAY_OUT = (64 / 5, "bold")
    CENTRE_BODY = (34 / 2.7, "book")
    CENTRE_STRONG = (34 / 2.7, "bold")
    CENTRE_BET = (44 / 2.7, "bold")
    CENTRE_ACTOR = (52 / 2.7, "bold")
    CENTRE_POT = (64 / 2.7, "bold")

    def __init__(self, size_mm: float, weight: Weight) -> None:
        self.size_mm = size_mm
        self.weight: Weight = weight


class Profile(msgspec.Struct, frozen=True):
    """One kind of panel: its visible size in millimetres and its density.

    `grain` is how much larger radii, shadows and lines of the materials are than on a seat,
    because the panel is seen from further away. `print` is how much larger all text is set.
    """

    name: str
    width_mm: float
    height_mm: float
    px_per_mm: float
    size_px: tuple[int, int]
    grain: float = 1.0
    print: float = 1.0
    on_paper: bool = False
    """Whether what lies here lies on paper, where shadows are brown and light."""

    @property
    def large(self) -> bool:
        """Whether text is set so large that fewer words have room."""
        return self.print > 1.0

    @property
    def box(self) -> Box:
        return Box(0, 0, self.width_mm, self.height_mm)

    def px(self, mm: float) -> int:
        return round(mm * self.px_per_mm)

    def rect(self, box: Box) -> pygame.Rect:
        """The pixels of `box`; edges are rounded one by one, so that boxes that meet still meet."""
        left, top = self.px(box.x), self.px(box.y)
        return pygame.Rect(left, top, self.px(box.right) - left, self.px(box.bottom) - top)

    def mm(self, px: float) -> float:
        return px / self.px_per_mm

    def type_px(self, use: Type) -> int:
        return self.px(use.size_mm * self.print)

    def usual_px(self, use: Type) -> int:
        """The size of a text where nobody asked for large print."""
        return self.px(use.size_mm)


SEAT: Final = Profile("seat", 256, 160, 5.0, (1280, 800))
SEAT_LARGE: Final = msgspec.structs.replace(SEAT, print=1.3)
KIOSK: Final = Profile("kiosk", 256, 160, 5.0, (1280, 800), on_paper=True)
CENTRE: Final = Profile("centre", 708, 398, 1920 / 708, (1920, 1080), 2.5)
