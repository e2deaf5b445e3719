"""The comparison of pictures: it notices what it should, and forgives only another processor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pygame
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Check = Callable[[str, pygame.Surface], None]
    Store = Callable[[bool], Check]

SIZE = (200, 100)


def picture() -> pygame.Surface:
    surface = pygame.Surface(SIZE, 0, 32)
    for column in range(SIZE[0]):
        surface.fill((column, 90, 255 - column), (column, 0, 1, SIZE[1]))
    return surface


def stored_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "goldens" / "bands.json"
    record = json.loads(path.read_text())
    record["drawn_on"] = "another processor"
    path.write_text(json.dumps(record))


def test_same_picture_passes(golden_store: Store) -> None:
    golden_store(True)("bands", picture())
    golden_store(False)("bands", picture())


def test_one_level_in_one_pixel_is_noticed_on_the_same_machine(golden_store: Store) -> None:
    golden_store(True)("bands", picture())
    changed = picture()
    changed.set_at((3, 3), (4, 90, 252))
    with pytest.raises(pytest.fail.Exception, match="looks different"):
        golden_store(False)("bands", changed)


def test_two_levels_are_forgiven_on_another_machine(golden_store: Store, tmp_path: Path) -> None:
    golden_store(True)("bands", picture())
    stored_elsewhere(tmp_path)
    changed = picture()
    changed.fill((0, 2, 0), special_flags=pygame.BLEND_RGB_ADD)
    golden_store(False)("bands", changed)


def test_moved_shape_is_noticed_on_another_machine(golden_store: Store, tmp_path: Path) -> None:
    golden_store(True)("bands", picture())
    stored_elsewhere(tmp_path)
    changed = picture()
    changed.fill((255, 255, 255), (10, 10, 30, 2))
    with pytest.raises(pytest.fail.Exception, match="looks different"):
        golden_store(False)("bands", changed)


def test_picture_never_stored_is_a_failure(golden_store: Store) -> None:
    with pytest.raises(pytest.fail.Exception, match="golden-update"):
        golden_store(False)("bands", picture())
