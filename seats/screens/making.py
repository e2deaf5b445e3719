"""The screen that belongs to a viewer of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeAlias

from controller.language import Language
from controller.vocab.profile import Language as LanguageCode
from controller.wire.redact import Viewer
from seats.metrics import CENTRE, KIOSK, SEAT, Profile
from seats.screens.centre import CentreScreen
from seats.screens.kiosk import KioskScreen
from seats.screens.seat import SeatScreen

Languages = Mapping[LanguageCode, Language]
Moment = Callable[[], datetime]
AnyScreen: TypeAlias = SeatScreen | CentreScreen | KioskScreen


def make_screen(
    viewer: Viewer, languages: Languages, speak: LanguageCode | None, moment: Moment | None = None
) -> AnyScreen:
    """Return a viewer's screen, the centre's for whoever has none.

    It speaks `speak`, or the first language until told otherwise; the kiosk follows its table and its players by
    itself. `moment` gives the time of day, if it is shown.
    """
    if viewer.kind == "kiosk":
        return KioskScreen(languages, moment, speak)
    language = next(iter(languages.values())) if speak is None else languages[speak]
    if viewer.seat is not None:
        return SeatScreen(viewer.seat, language, languages=languages, time_of_day=moment)
    return CentreScreen(language, moment)


def profile_of(viewer: Viewer) -> Profile:
    """Return the panel a viewer's screen is made for."""
    return {"seat": SEAT, "centre": CENTRE, "kiosk": KIOSK}[viewer.kind]
