"""A small synthesiser: every sound of the table from damped tones and filtered noise, in whole numbers only.

Nothing is recorded and nothing is random: a sound is the same bytes on every machine. Samples are mono, 16 bits signed,
little end first, `RATE` of them a second.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from seats.models.cues import MOST_POUR, Cue, CueKind

RATE: Final = 24_000
FULL: Final = 32_767

_ONE: Final = 1 << 24
"""1.0 of the fixed-point numbers below."""

Samples: TypeAlias = list[int]


class Tone(msgspec.Struct, frozen=True):
    """A damped tone of `hz`: it falls to a third every `fall_ms`. `level` is its first swing, of `FULL`."""

    hz: int
    length_ms: int
    fall_ms: int
    level: int

    def samples(self) -> Samples:
        """Two samples make the next: a rotation by the same angle each time, a little smaller each time."""
        angle = 2 * math.pi * self.hz / RATE
        shrink = math.exp(-1000 / (self.fall_ms * RATE))
        first, second = round(2 * math.cos(angle) * shrink * _ONE), round(shrink * shrink * _ONE)
        last, now = 0, round(math.sin(angle) * shrink * self.level * 256)
        made = []
        for _ in range(_count(self.length_ms)):
            made.append(now >> 8)
            last, now = now, (first * now - second * last) // _ONE
        return made


class Noise(msgspec.Struct, frozen=True):
    """Noise that swells for `rise_ms` and then falls to a third every `fall_ms`; `dull` 0 is bright, 7 is muffled."""

    length_ms: int
    rise_ms: int
    fall_ms: int
    level: int
    dull: int
    seed: int

    def samples(self) -> Samples:
        """A linear congruence gives the noise; each sample moves only a part of the way to it."""
        shrink = round(math.exp(-1000 / (self.fall_ms * RATE)) * _ONE)
        rising, loud = _count(self.rise_ms), _ONE
        state, heard, made = self.seed, 0, []
        for number in range(_count(self.length_ms)):
            state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            heard += ((state >> 8) % (2 * self.level + 1) - self.level - heard) * (8 - self.dull) // 8
            share = _ONE * (number + 1) // rising if number < rising else loud
            if number >= rising:
                loud = loud * shrink // _ONE
            made.append(heard * share // _ONE)
        return made


Part: TypeAlias = tuple[int, Tone | Noise]
"""When a part begins, in ms, and the part."""


def _count(ms: int) -> int:
    return ms * RATE // 1000


def mixed(parts: Iterable[Part]) -> Samples:
    """All parts together, cut at full scale."""
    whole: Samples = []
    for start_ms, part in parts:
        start, samples = _count(start_ms), part.samples()
        whole += [0] * (start + len(samples) - len(whole))
        for number, sample in enumerate(samples, start):
            whole[number] += sample
    return [max(-FULL, min(FULL, sample)) for sample in whole]


# -- the sounds, in the order of visual.md §11 ----------------------------------------------------------------------

_DEAL_APART_MS: Final = 70


def _card(start_ms: int = 0, seed: int = 7) -> list[Part]:
    """A card brushed over cloth."""
    return [(start_ms, Noise(60, 12, 14, 9_000, 3, seed))]


def _click(start_ms: int, hz: int, level: int) -> list[Part]:
    """Clay on clay."""
    return [(start_ms, Tone(hz, 22, 3, level)), (start_ms, Noise(6, 1, 2, level // 3, 1, hz))]


def _chips() -> list[Part]:
    return [*_click(0, 3_100, 9_000), *_click(18, 2_300, 8_000)]


def _check() -> list[Part]:
    """Two knocks on the rail."""
    knock = (Tone(150, 70, 12, 13_000), Tone(310, 40, 7, 4_000), Noise(12, 1, 3, 3_000, 5, 11))
    return [(start, part) for start in (0, 120) for part in knock]


def _pour(length: int) -> list[Part]:
    """Chips poured: the first ones close together, the last ones apart."""
    clicks, start, parts = 7 * length, 0, list[Part]()
    for number in range(clicks):
        parts += _click(start, 2_000 + 1_500 * ((number * 5) % 7) // 7, 8_000 - 4_000 * number // clicks)
        start += 22 + 16 * number // clicks + (number * 3) % 5
    return parts


def _mallet(start_ms: int, hz: int) -> list[Part]:
    return [(start_ms, Tone(hz, 140, 32, 9_000)), (start_ms, Tone(4 * hz, 50, 8, 1_600))]


_SOUNDS: Final[Mapping[CueKind, Callable[[int], list[Part]]]] = {
    "card": lambda cards: [part for card in range(cards) for part in _card(card * _DEAL_APART_MS, 7 + card)],
    "chips": lambda _times: _chips(),
    "check": lambda _times: _check(),
    "turn": lambda _times: [*_mallet(0, 523), *_mallet(70, 698)],
    "hurry": lambda _times: [(0, Tone(880, 60, 9, 9_000)), (0, Tone(2_310, 30, 4, 3_500))],
    "refusal": lambda _times: [(0, Tone(88, 110, 20, 15_000)), (0, Noise(40, 2, 8, 5_000, 6, 3))],
    "pour": lambda length: _pour(min(length, MOST_POUR)),
    "notice": lambda _times: [part for start in (0, 190, 380) for part in _mallet(start, 440)],
}


@lru_cache(maxsize=32)
def sound_of(cue: Cue) -> bytes:
    """The bytes of a cue; made once."""
    samples = array("h", mixed(_SOUNDS[cue.kind](cue.times)))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples.tobytes()
