"""The kiosk's page on which a guest keeps himself within his own bounds: limits, reminders, staying away.

What he may do, and from when on it counts, the table decides; the page tells what it has said (R-RG-2, R-RG-3).
"""

from collections.abc import Callable
from typing import Final, get_args

import msgspec

from controller.vocab.care_records import AwayDays, LimitMyself, OwnCareTold, OwnLimit, RemindMe, StayAway
from controller.vocab.player_records import LimitKind, Period
from controller.wire.view import View
from seats.models.care import duration
from seats.models.fees import MINUTE_MS
from seats.models.guest import guest_of, has_reader
from seats.models.kiosk_local import CareWish, KioskLocal
from seats.models.own import Question
from seats.models.words import Words

KINDS: Final[tuple[LimitKind, ...]] = get_args(LimitKind)
PERIODS: Final[tuple[Period, ...]] = get_args(Period)
AWAY: Final[tuple[AwayDays, ...]] = get_args(AwayDays)
REMINDERS: Final = (0, 30, 60, 120)
"""Minutes between two reminders, as they are offered; 0 for none."""

_LADDER: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500)
_MIDDLE: Final = 10
"""Where the ladder is entered, in units of the decimal order of the table's least buy-in."""

_HALF_HOURS: Final = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 60, 80, 120, 160, 200)
_MIDDLE_TIME: Final = 4
_HALF_HOUR_MS: Final = 30 * MINUTE_MS


class Chip(msgspec.Struct, frozen=True):
    """One of several keys of which one is chosen."""

    words: str
    chosen: bool
    legal: bool


class CarePage(msgspec.Struct, frozen=True):
    """The page. `told` is what stands of the limit that is chosen; while it has not come yet, `coming` says so.

    `wish` is what the key would ask for; None where that is so already.
    """

    headline: str
    session: str
    coming: str
    kinds: tuple[Chip, ...]
    periods: tuple[Chip, ...]
    amount: str
    fewer: bool
    more: bool
    free: Chip
    told: tuple[str, ...]
    key: str
    legal: bool
    back: str
    remind: str
    remind_note: str
    reminders: tuple[Chip, ...]
    away: str
    away_note: str
    aways: tuple[Chip, ...]
    wish: LimitMyself | None


def care_open(view: View, local: KioskLocal) -> bool:
    """Whether a guest has proved by his PIN whose bounds these are, and stands here still."""
    guest = guest_of(view)
    return has_reader(view) and guest is not None and guest.pin == "right" and not local.lapsed


def care_page(view: View, local: KioskLocal, words: Words, table_ms: int) -> CarePage:
    """Show the page to a guest who has typed his PIN."""
    wish, told = local.care, view.care
    row = _row(told, wish)
    most = wish.most if wish.changed else row.most
    changes = told is not None and (most != row.most or (bool(row.opens) and wish.changed))
    alive, steps = local.connected and told is not None, bounds(view, wish.limit)
    wider = row.most is not None and (most is None or most > row.most)
    written = _written(wish.limit, words)
    return CarePage(
        headline=words.say("care-book.own"),
        session=_session(told, words, table_ms),
        coming="" if told is not None else words.say("book.coming"),
        kinds=tuple(Chip(words.say(f"care.kind.{kind}"), kind == wish.limit, alive) for kind in KINDS),
        periods=tuple(Chip(words.say(f"care.per.{period}"), period == wish.period, alive) for period in PERIODS),
        amount=words.say("care.no-limit") if most is None else written(most),
        fewer=alive and (most is None or most > steps[0]),
        more=alive and (most is None or most < steps[-1]),
        free=Chip(words.say("care.no-limit"), most is None, alive),
        told=_told(view, row, wish, words, table_ms, wider=wider, changes=changes) if told is not None else (),
        key=words.say("care.ask" if wider else "care.set"),
        legal=alive and changes,
        back=words.say("common.back"),
        remind=words.say("care.remind"),
        remind_note=words.say("care.remind-note"),
        reminders=tuple(_reminder(minutes, told, words, alive=alive) for minutes in REMINDERS),
        away=words.say("care.away"),
        away_note=_away_note(view, told, words),
        aways=tuple(Chip(_days(days, words), chosen=False, legal=alive) for days in AWAY),
        wish=LimitMyself(wish.limit, wish.period, most) if changes else None,
    )


def bounds(view: View, kind: LimitKind) -> tuple[int, ...]:
    """The limits that minus and plus lead through: minor units of money, or ms of time."""
    if kind == "time":
        return tuple(number * _HALF_HOUR_MS for number in _HALF_HOURS)
    return tuple(number * _unit(view) for number in _LADDER)


def stepped(view: View, page: CarePage, wish: CareWish, steps: int) -> CareWish:
    """The wish after minus (-1) or plus (1); where there is no limit yet, both begin in the middle."""
    most, ladder = _amount_of(view, page, wish), bounds(view, wish.limit)
    if most is None:
        middle = _MIDDLE_TIME * _HALF_HOUR_MS if wish.limit == "time" else _MIDDLE * _unit(view)
        return msgspec.structs.replace(wish, most=middle, changed=True)
    beyond = [step for step in ladder if (step - most) * steps > 0]
    chosen = min(beyond, key=lambda step: abs(step - most), default=most)
    return msgspec.structs.replace(wish, most=chosen, changed=True)


def choose_limit(local: KioskLocal, limit: LimitKind) -> KioskLocal:
    """Look at the limits of this kind."""
    return msgspec.structs.replace(local, care=CareWish(limit, local.care.period), refusal=None)


def choose_period(local: KioskLocal, period: Period) -> KioskLocal:
    """Look at the limit of this period."""
    return msgspec.structs.replace(local, care=CareWish(local.care.limit, period), refusal=None)


def wish_limit(local: KioskLocal, wish: CareWish) -> KioskLocal:
    """Choose an amount, or none."""
    return msgspec.structs.replace(local, care=wish, refusal=None)


def limited(local: KioskLocal) -> KioskLocal:
    """The table has taken the limit: what is shown is what stands."""
    return msgspec.structs.replace(local, care=CareWish(local.care.limit, local.care.period))


def press_limit(page: CarePage | None) -> LimitMyself | None:
    """Ask for the limit that is shown; None while nothing would change."""
    return page.wish if page is not None and page.legal else None


def press_reminder(page: CarePage | None, place: int) -> RemindMe | None:
    """Ask for the reminder of a key."""
    legal = page is not None and page.reminders[place].legal and not page.reminders[place].chosen
    return RemindMe(REMINDERS[place]) if legal else None


def press_away(page: CarePage | None, place: int) -> StayAway | None:
    """What is to be asked about before a player keeps himself out."""
    return StayAway(AWAY[place]) if page is not None and page.aways[place].legal else None


def away_question(view: View, asking: StayAway, words: Words) -> Question:
    """Whether a player means to keep himself out: what becomes of his seat, and that nothing ends it before."""
    hours = words.language.number(view.profile.players.raise_hours if view.profile is not None else 0)
    ends = "care.away-sure" if asking.days else "care.away-sure-open"
    return Question(
        headline=words.say("care.away-ask", time=_days(asking.days, words)),
        lines=(words.say("care.away-seat"), words.say(ends, hours=hours)),
        yes=words.say("care.away-yes"),
        no=words.say("confirm.back"),
    )


def _unit(view: View) -> int:
    """The decimal order of the least buy-in: ten euro where it is eighty."""
    least = view.profile.buy_in.least if view.profile is not None else 1
    return int(10 ** (len(str(least)) - 1))


def _row(told: OwnCareTold | None, wish: CareWish) -> OwnLimit:
    rows = () if told is None else told.limits
    wanted = (wish.limit, wish.period)
    return next((row for row in rows if (row.limit, row.period) == wanted), OwnLimit(*wanted, None, 0))


def _amount_of(view: View, page: CarePage, wish: CareWish) -> int | None:
    if wish.changed:
        return wish.most
    return page.wish.most if page.wish is not None else _row(view.care, wish).most


def _written(kind: LimitKind, words: Words) -> Callable[[int], str]:
    return words.money if kind != "time" else lambda ms: duration(ms, words)


def _session(told: OwnCareTold | None, words: Words, table_ms: int) -> str:
    if told is None:
        return ""
    if told.began < 0:
        return words.say("care.sits-nowhere")
    played = duration(max(table_ms, told.at) - told.began, words)
    return words.say("care.sits", time=played, amount=words.money(told.staked))


def _told(
    view: View, row: OwnLimit, wish: CareWish, words: Words, table_ms: int, *, wider: bool, changes: bool
) -> tuple[str, ...]:
    """What is used and what stands; and last what waits, or when the limit that is shown would count."""
    written, told = _written(row.limit, words), view.care
    since = max(0, table_ms - told.at) if told is not None and told.began >= 0 and row.limit == "time" else 0
    said = [words.say(f"care.used.{row.period}", used=written(row.used + since))]
    said.append(words.say("care.now-none") if row.most is None else words.say("care.now", most=written(row.most)))
    if changes and wish.changed:
        hours = words.language.number(view.profile.players.raise_hours if view.profile is not None else 0)
        said.append(words.say("care.later" if wider else "care.at-once", hours=hours))
    elif row.opens:
        most = words.say("care.no-limit") if row.wider is None else written(row.wider)
        said.append(words.say("care.waits", most=most, opens=row.opens))
    return tuple(said)


def _reminder(minutes: int, told: OwnCareTold | None, words: Words, *, alive: bool) -> Chip:
    said = duration(minutes * MINUTE_MS, words) if minutes else words.say("care.never")
    return Chip(said, told is not None and told.check == minutes, alive)


def _days(days: AwayDays, words: Words) -> str:
    return words.language.plural("care.days", days) if days else words.say("care.until-further")


def _away_note(view: View, told: OwnCareTold | None, words: Words) -> str:
    """How long he stays away already, or what it means; a table that asks for no card cannot keep him out."""
    if told is not None and told.exclusions:
        opens = max((row.opens for row in told.exclusions), key=lambda text: (not text, text))
        return words.say("care.away-until", opens=opens) if opens else words.say("care.away-open")
    asks = view.profile is not None and view.profile.players.identity == "card"
    return words.say("care.away-note" if asks else "care.away-by-card")
