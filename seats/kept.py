"""Pictures that are drawn once and kept, as long as there is room for them.

What fills a screen's memory over an evening is pictures: cards in every size, every amount that was ever written. So
they are counted by the byte, all of a process together, and whatever has not been wanted for longest goes first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import update_wrapper
from typing import TYPE_CHECKING, Final, Generic, ParamSpec

import pygame

if TYPE_CHECKING:
    from controller.wire.redact import ViewerKind

P = ParamSpec("P")

MIB: Final = 1 << 20

ROOM: Final[Mapping[ViewerKind, int]] = {"seat": 16 * MIB, "centre": 12 * MIB, "kiosk": 12 * MIB}
"""Room for what a screen of each kind shows in a hand or two: with less it draws the same again and again."""

MANY_SCREENS: Final = 96 * MIB
"""Room for all the screens of a table in one process."""


class Shelf:
    """Keeps pictures below `most` bytes in all; the newest stays even if it alone is larger."""

    def __init__(self, most: int = MANY_SCREENS) -> None:
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._most = most
        self._taken = 0

    @property
    def taken(self) -> int:
        """Bytes of all pictures that are kept."""
        return self._taken

    def limit(self, most: int) -> None:
        """Keep at most so many bytes from now on."""
        self._most = most
        self._make_room()

    def find(self, key: Hashable) -> pygame.Surface | None:
        """The picture kept under `key`, which counts as wanted now."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def keep(self, key: Hashable, picture: pygame.Surface) -> None:
        """Keep a picture."""
        self._drop(key)
        self._pictures[key] = picture
        self._taken += _bytes_of(picture)
        self._make_room()

    def forget(self, whose: object) -> None:
        """Let go of every picture whose key begins with `whose`."""
        for key in [key for key in self._pictures if isinstance(key, tuple) and key[0] is whose]:
            self._drop(key)

    def _make_room(self) -> None:
        while self._taken > self._most and len(self._pictures) > 1:
            self._drop(next(iter(self._pictures)))

    def _drop(self, key: Hashable) -> None:
        picture = self._pictures.pop(key, None)
        if picture is not None:
            self._taken -= _bytes_of(picture)


def _bytes_of(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()


PICTURES: Final = Shelf()
"""Those of this process."""


class Kept(Generic[P]):
    """A function that draws, whose pictures are kept by its arguments and shared: blit them, do not draw on them."""

    def __init__(self, draw: Callable[P, pygame.Surface]) -> None:
        self.__wrapped__ = draw
        self._draw = draw
        update_wrapper(self, draw)

    def __call__(self, *args: P.args, **named: P.kwargs) -> pygame.Surface:
        key = (self, args, *named.items()) if named else (self, args)
        picture = PICTURES.find(key)
        if picture is None:
            picture = self._draw(*args, **named)
            PICTURES.keep(key, picture)
        return picture

    def cache_clear(self) -> None:
        """Let go of all its pictures."""
        PICTURES.forget(self)


def kept(draw: Callable[P, pygame.Surface]) -> Kept[P]:
    """Keep what a function draws."""
    return Kept(draw)
