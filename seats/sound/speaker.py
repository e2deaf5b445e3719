"""A loudspeaker: what a screen wants heard, played at its player's volume."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Final

import pygame

from controller.vocab.player_card_records import Volume
from seats.models.cues import Cue
from seats.sound.synth import RATE, sound_of

_BUFFER: Final = 512
_CHANNELS: Final = 8
SHARES: Final[Mapping[Volume, float]] = {"off": 0.0, "soft": 0.35, "loud": 1.0}


class Speaker:
    """Plays cues. Sounds that overlap are mixed; one too many is dropped, for each has a visible twin."""

    def __init__(self) -> None:
        """Raises `pygame.error` where nothing can be played on."""
        pygame.mixer.init(RATE, -16, 1, _BUFFER)
        pygame.mixer.set_num_channels(_CHANNELS)
        self._sounds: dict[Cue, pygame.mixer.Sound] = {}

    def play(self, cues: Iterable[Cue], volume: Volume) -> int:
        """Let these cues be heard; returns how many are."""
        if not SHARES[volume]:
            return 0
        heard = 0
        for cue in cues:
            sound = self._sounds.get(cue)
            if sound is None:
                sound = self._sounds[cue] = pygame.mixer.Sound(buffer=sound_of(cue))
            sound.set_volume(SHARES[volume])
            heard += sound.play() is not None
        return heard


def open_speaker() -> Speaker | None:
    """The loudspeaker of this machine; None where there is none, which is said once."""
    try:
        return Speaker()
    except pygame.error as error:
        sys.stderr.write(f"sound: nothing is heard ({error}); connect a sound card, or set SDL_AUDIODRIVER=dummy\n")
        return None
