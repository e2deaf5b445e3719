"""A screen that is measured: `python -m seats.run seat 3 --folder FOLDER --measured`; `jakaja bench table` starts it.

It is the screen's own program with a clock beside it. Words come on standard input, one a line: `down` and `up` are a
finger on the middle key, which enters where SDL would hand it over; `memory` asks how much this process takes, and
`keys` what can be pressed now, so that a test finds a key by its words as a player does. Reports go to standard output
(`controller/wire/measured.py`).
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import pygame

from controller.wire.measured import Frame, Key, Keys, Memory
from seats.app import Alone
from seats.kit.button import Button
from seats.link import monotonic_ms
from seats.metrics import Profile
from seats.running import Running
from seats.screens import seat_layout
from seats.sound.speaker import Speaker

_NS_IN_MS: Final = 1_000_000
_SHARES: Final = {"Pss:": "shared", "Private_Clean:": "private", "Private_Dirty:": "private"}
_FINGER: Final = {"down": pygame.MOUSEBUTTONDOWN, "up": pygame.MOUSEBUTTONUP}


def own_memory() -> Memory:
    """How much memory this process takes."""
    found = dict.fromkeys(_SHARES.values(), 0)
    for line in Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines():
        name, _space, rest = line.partition(" ")
        if name in _SHARES:
            found[_SHARES[name]] += int(rest.split()[0])
    return Memory(**found)


class Measured(Alone):
    """A screen that reports its frames, and has a finger made of words."""

    def __init__(self, running: Running, speaker: Speaker | None) -> None:
        super().__init__(running, speaker)
        self._running = running
        self._told = 0
        self._touched = False
        self._keys_wanted = False
        _Finger(running.profile, self._want_keys).start()

    def point(self, event: pygame.event.Event, now_ms: int) -> None:
        super().point(event, now_ms)
        self._touched |= event.type == pygame.MOUSEBUTTONDOWN

    def busy(self) -> bool:
        """Asked as soon as a frame has been presented, which makes it the moment to report it."""
        now, shown = time.monotonic_ns(), self._running.shown
        if shown is not None and (shown.record != self._told or self._touched):
            offer = shown.view.decision
            turn = offer is not None and offer.seat == shown.view.own and offer.kind == "bet"
            driver = pygame.display.get_driver()
            _tell(Frame(shown.record, shown.at_ms * _NS_IN_MS, now, turn, self._touched, driver))
            self._told, self._touched = shown.record, False
        if self._keys_wanted:
            self._keys_wanted = False
            _tell(self._keys())
        return super().busy()

    def _want_keys(self) -> None:
        self._keys_wanted = True
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))

    def _keys(self) -> Keys:
        profile, panel, now = self._running.profile, self._running.panel, monotonic_ms()
        found = [key for key in panel.stage.targets() if isinstance(key, Button) and key.listens(now)]
        middles = [profile.rect(key.lies_mm).center for key in found]
        return Keys(
            tuple(Key(key.face.title, key.face.caption, *middle) for key, middle in zip(found, middles, strict=True))
        )


class _Finger(threading.Thread):
    """Does what the words say until they end; that closes the window."""

    def __init__(self, profile: Profile, want_keys: Callable[[], None]) -> None:
        super().__init__(name="finger", daemon=True)
        self._want_keys = want_keys
        self._spot = tuple(profile.px(mm) for mm in seat_layout.CALL.centre)

    def run(self) -> None:
        for line in sys.stdin:
            word = line.strip()
            if word == "memory":
                _tell(own_memory())
            elif word == "keys":
                self._want_keys()
            else:
                pygame.event.post(pygame.event.Event(_FINGER[word], button=1, pos=self._spot))
        pygame.event.post(pygame.event.Event(pygame.QUIT))


def _tell(report: Frame | Memory | Keys) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
    sys.stdout.buffer.flush()
