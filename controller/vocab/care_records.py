"""Commands and events by which a player keeps himself within his own bounds at the kiosk (R-RG-2, R-RG-3).

Whose bounds they are is proved by the card in the reader and its PIN. What he sets stands in the journal as what staff
set does, without a name.
"""

from typing import ClassVar, Literal

import msgspec

from cashier.records import Audience, Command, Event
from controller.vocab.ids import Chips
from controller.vocab.player_records import ExclusionCause, LimitKind, Period

AwayDays = Literal[1, 7, 30, 180, 0]
"""For how many days a player can keep himself out at the kiosk: 24 hours each, 0 until further notice."""


class OwnLimit(msgspec.Struct, frozen=True):
    """One limit as its player reads it, in minor units or in ms of time; None is no limit.

    A `wider` one acts from `opens` on, an instant in the table's own time; `opens` is empty where nothing waits.
    """

    limit: LimitKind
    period: Period
    most: int | None
    used: int
    wider: int | None = None
    opens: str = ""


class OwnExclusion(msgspec.Struct, frozen=True):
    """What keeps the player out, up to `opens` in the table's own time; until further notice where that is empty."""

    cause: ExclusionCause
    opens: str


# -- commands ----------------------------------------------------------------------------------------------------


class ReadOwnCare(Command, frozen=True):
    """The kiosk's guest would like to read what bounds he has, and how long he has played."""


class LimitMyself(Command, frozen=True):
    """The kiosk's guest limits himself: `most` as in `SetLimit`, None takes the limit away."""

    limit: LimitKind
    period: Period
    most: int | None


class RemindMe(Command, frozen=True):
    """The kiosk's guest would be reminded of time and money after every so many minutes; 0 for never."""

    minutes: int


class StayAway(Command, frozen=True):
    """The kiosk's guest keeps himself out."""

    days: AwayDays


# -- events ------------------------------------------------------------------------------------------------------


class OwnCareTold(Event, frozen=True):
    """What the kiosk's guest reads of himself: every limit there can be, exclusions, minutes between reminders.

    `began` is the table time (ms) at which he sat down, -1 while he sits nowhere; `staked` what he put in since. Time
    used is that up to table time `at` (ms). Staff read a player's bounds in his file, where reading leaves a trace.
    """

    audience: ClassVar[Audience] = "sealed"
    to_kiosk: ClassVar[bool] = True
    limits: tuple[OwnLimit, ...]
    exclusions: tuple[OwnExclusion, ...]
    check: int
    began: int
    staked: Chips
    at: int
