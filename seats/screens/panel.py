"""What screens that draw on a stage share: a stage of their own, which draws wherever they are shown."""

from __future__ import annotations

import pygame

from controller.vocab.player_card_records import Volume
from seats.kit.focus import ServiceKey
from seats.kit.stage import Painter, Stage
from seats.metrics import Profile
from seats.models.cues import Cue


class Panel:
    """A stage and its clock. It can be shown on any surface of its size."""

    def __init__(self, profile: Profile, ground: Painter) -> None:
        self.size_px = profile.size_px
        self.stage = Stage(pygame.Surface(profile.size_px, 0, 32), profile, ground)
        self.now_ms = 0

    def heard(self) -> tuple[list[Cue], Volume]:
        """Return what is to be heard since the last call, and how loud: nothing, for most screens are silent."""
        return [], "off"

    def key(self, key: ServiceKey, now_ms: int) -> None:
        """Take one of the four service keys: most screens have none."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring `surface` up to date and return what changed; a surface not seen before is drawn whole."""
        self.stage.draw_on(surface)
        return self.stage.redraw(self.now_ms)

    def busy(self) -> bool:
        """Whether something on the stage moves."""
        return self.stage.moving(self.now_ms)

    def prepare(self) -> None:
        """Draw ahead what will be wanted soon: nothing, for most screens draw fast enough."""
