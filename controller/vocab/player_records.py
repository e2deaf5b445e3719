"""Commands and events about who plays: identity, limits, exclusion, the time at the table (R-RG-1 to R-RG-3).

A player is a *pseudonym* here: 32 hex digits that the host makes of what he showed, keyed by the table's key. Names,
dates of birth and documents are in no record; they lie in a file of their own that can be erased (`docs/players.md`).
"""

from typing import ClassVar, Literal

import msgspec

from cashier.records import Audience, Command, Event
from controller.vocab.ids import Chips, Now, Seat

Pseudonym = str
"""32 lower-case hex digits, or empty for somebody who showed nothing."""

LimitKind = Literal["loss", "stake", "time"]
"""What is limited: money put in less money taken out, money put in, or time at the table."""

Period = Literal["day", "week", "month"]
"""Gaming days, weeks from Monday on, months of the calendar; each begins at the hour of the gaming day."""

ExclusionCause = Literal["self", "house"]
"""Whether a player has excluded himself, or the house has blocked him."""


class LimitTold(msgspec.Struct, frozen=True):
    """One limit as staff are told it, and how much is used of it.

    A `wider` one waits until wall time `since` (ms; 0 where nothing waits). Amounts are minor units, or ms of time;
    None is no limit.
    """

    limit: LimitKind
    period: Period
    most: int | None
    used: int
    wider: int | None = None
    since: int = 0


class ExclusionTold(msgspec.Struct, frozen=True):
    """An exclusion that acts, until wall time `until` (ms) or further notice (None)."""

    cause: ExclusionCause
    until: int | None


class PlayerTold(msgspec.Struct, frozen=True):
    """What the table knows of a player: his limits, what keeps him out, and the minutes between reminders."""

    player: Pseudonym
    limits: tuple[LimitTold, ...] = ()
    exclusions: tuple[ExclusionTold, ...] = ()
    check: int = 0


# -- commands ----------------------------------------------------------------------------------------------------


class RegisterPlayer(Command, frozen=True):
    """A person of age is on file for this pseudonym: the host has looked at his papers."""

    player: Pseudonym
    by: str


class ErasePlayer(Command, frozen=True):
    """The person behind a pseudonym is erased from the file; limits and exclusions stay in force."""

    player: Pseudonym
    by: str
    reason: str = ""


class OpenPerson(Command, frozen=True):
    """Somebody is about to read the file of persons: one, or the whole list (empty)."""

    player: Pseudonym
    by: str
    reason: str = ""


class SetLimit(Command, frozen=True):
    """Limit a player: `most` is minor units of money, or milliseconds for time; None takes the limit away.

    A tighter limit acts at once, a wider one after the profile's delay.
    """

    player: Pseudonym
    limit: LimitKind
    period: Period
    most: int | None
    by: str
    reason: str = ""


class SetRealityCheck(Command, frozen=True):
    """Remind a player of his time and money after every so many minutes at the table; 0 for never."""

    player: Pseudonym
    minutes: int
    by: str


class ExcludePlayer(Command, frozen=True):
    """Keep a player out for so many days (24 hours each), or until further notice (0)."""

    player: Pseudonym
    days: int
    cause: ExclusionCause
    by: str
    reason: str = ""


class LiftExclusion(Command, frozen=True):
    """End an exclusion: the house's at once, a player's own only if it has no end, and after the profile's delay."""

    player: Pseudonym
    cause: ExclusionCause
    by: str
    reason: str = ""


class AcknowledgeCheck(Command, frozen=True):
    """A player has read the reminder on his screen."""

    seat: Seat


# -- events ------------------------------------------------------------------------------------------------------


class PlayerRegistered(Event, frozen=True):
    """A person of age is on file for this pseudonym."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    by: str


class PlayerErased(Event, frozen=True):
    """Nobody can be found behind this pseudonym any more."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    by: str
    reason: str = ""


class PersonOpened(Event, frozen=True):
    """Somebody has read the file of persons: one, or the whole list (empty).

    `told` is what the table knows of them besides: of a list only of those who have a limit or are kept out.
    """

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    by: str
    reason: str = ""
    told: tuple[PlayerTold, ...] = ()


class LimitSet(Event, frozen=True):
    """A limit was set at wall time `at` (ms) and acts from `since` on; until then `before` does."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    limit: LimitKind
    period: Period
    most: int | None
    before: int | None
    at: int
    since: int
    by: str
    reason: str = ""


class RealityCheckSet(Event, frozen=True):
    """A player is reminded after every so many minutes; 0 for never."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    minutes: int
    by: str


class PlayerExcluded(Event, frozen=True):
    """A player is kept out until wall time `until` (ms), or until further notice (None)."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    until: int | None
    cause: ExclusionCause
    by: str
    reason: str = ""


class ExclusionLifted(Event, frozen=True):
    """An exclusion ends at wall time `until` (ms), which may be now."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    until: int
    cause: ExclusionCause
    by: str
    reason: str = ""


class PlayerListed(Event, frozen=True):
    """A player waits for a seat under this name."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    name: str


class PlayerStaked(Event, frozen=True):
    """A player put `amount` in at a seat; with the first of them he sits there. `at` never goes back."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    seat: Seat
    amount: Chips
    at: Now


class PlayerLeft(Event, frozen=True):
    """A player went from his seat with `amount`."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    seat: Seat
    amount: Chips
    at: Now


class PlayTimeCounted(Event, frozen=True):
    """The time at a seat was counted up to here, because a period has ended meanwhile."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    seat: Seat
    at: Now


class RealityChecked(Event, frozen=True):
    """A seat is told how long it has played (ms of table time), what it put in since then, and what it has now."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    played: int
    staked: Chips
    held: Chips
    at: Now


class RealityAcknowledged(Event, frozen=True):
    """The player at a seat has read his reminder."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat


class LimitNear(Event, frozen=True):
    """A seat is told that little is `left` of a limit of `most`: minor units, or ms of time (R-RG-2)."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    limit: LimitKind
    period: Period
    most: int
    left: int
    at: Now


class PlayTimeOver(Event, frozen=True):
    """A seat's player has used up his time (`most` ms) for the period; he leaves after the hand."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    period: Period
    most: int
    at: Now
