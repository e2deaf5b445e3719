"""One screen on its line, without a window: what the table says goes in, fingers go in, questions go out."""

from __future__ import annotations

from datetime import datetime

import pygame

from controller.vocab.profile import Language as LanguageCode
from controller.wire.viewers import KIOSK
from seats.kit.focus import ServiceKey
from seats.kit.pointer import Pointer
from seats.link import Link, Shown
from seats.screens.making import AnyScreen, Languages, make_screen, profile_of
from seats.screens.pairing import PairingScreen
from seats.screens.screen import LinkLost, LinkRestored, Notice, PairingTold, Screen
from seats.sound.speaker import Speaker


def time_of_day() -> datetime:
    """The time of day where this machine stands."""
    return datetime.now().astimezone()


class Running:
    """A screen and its link. It speaks the table's language unless another is given.

    While the table knows the screen by no key, what is shown is how to have it paired.
    """

    def __init__(self, link: Link, languages: Languages, speak: LanguageCode | None = None) -> None:
        self.link = link
        self.profile = profile_of(link.viewer)
        self._languages = languages
        self._fixed = speak
        self._spoken: LanguageCode = next(iter(languages)) if speak is None else speak
        self._shown: Shown | None = None
        self._connected = True
        self._screen = make_screen(link.viewer, languages, speak, time_of_day)
        self._pairing: PairingScreen | None = None

    @property
    def shown(self) -> Shown | None:
        """What the table showed last."""
        return self._shown

    @property
    def panel(self) -> AnyScreen:
        """The screen as it is now; it is made anew where the table speaks another language."""
        return self._screen

    def step(self, now_ms: int) -> None:
        """Take the news, let time pass, and ask what is to be asked."""
        for news in self.link.news():
            if isinstance(news, Shown):
                self._shown = news
                self._follow_language(news)
            else:
                self._notice(news)
        if self._shown is not None and self._pairing is None:
            self._screen.update(self._shown.view, table_now(self._shown, now_ms))
        self._now.tick(now_ms)
        self._ask()

    def point(self, pointer: Pointer) -> None:
        """Take a finger in millimetres of this screen's panel."""
        self._now.pointer(pointer, pointer.t)
        self._ask()

    def key(self, key: ServiceKey, now_ms: int) -> None:
        """Take a service key."""
        self._now.key(key, now_ms)
        self._ask()

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring `surface` up to date; returns what changed."""
        return self._now.draw(surface)

    def sound(self, speaker: Speaker | None) -> None:
        """Let what happened be heard, where there is something to play it on."""
        cues, volume = self._now.heard()
        if speaker is not None:
            speaker.play(cues, volume)

    def busy(self) -> bool:
        """Whether the next frame should come soon."""
        return self._now.busy()

    @property
    def _now(self) -> Screen:
        return self._screen if self._pairing is None else self._pairing

    def prepare(self) -> None:
        """Draw ahead, while there is nothing else to do."""
        self._screen.prepare()

    def _ask(self) -> None:
        for wish in self._now.asked():
            self.link.ask(wish)

    def _notice(self, notice: Notice) -> None:
        if isinstance(notice, PairingTold):
            self._be_paired(notice)
            return
        if isinstance(notice, LinkRestored) and self._pairing is not None:
            self._pairing = None
            speak = self._fixed if self.link.viewer == KIOSK else self._spoken
            self._screen = make_screen(self.link.viewer, self._languages, speak, time_of_day)
        if isinstance(notice, LinkLost | LinkRestored):
            self._connected = isinstance(notice, LinkRestored)
        self._screen.notice(notice)

    def _be_paired(self, told: PairingTold) -> None:
        if self._pairing is None:
            fixed = self._fixed
            languages = self._languages if fixed is None else {fixed: self._languages[fixed], **self._languages}
            self._pairing = PairingScreen(self.link.viewer, self.profile, languages)
        self._pairing.notice(told)

    def _follow_language(self, shown: Shown) -> None:
        """Speak the table's language: a screen of another language is made anew, as at its start."""
        profile = shown.view.profile
        if self._fixed is not None or self.link.viewer == KIOSK or profile is None:
            return
        if profile.language == self._spoken or profile.language not in self._languages:
            return
        self._spoken = profile.language
        self._screen = make_screen(self.link.viewer, self._languages, self._spoken, time_of_day)
        if not self._connected:
            self._screen.notice(LinkLost())


def table_now(shown: Shown, now_ms: int) -> int:
    """Table time now: it runs with this machine's clock since the last update, and stands while the table is paused."""
    return shown.table_ms if shown.view.paused else shown.table_ms + max(0, now_ms - shown.at_ms)
