"""What a player is reminded of while he plays: his time and money, and what falls due for his time (R-RG-2, R-RG-3)."""

from typing import Final, Literal

import msgspec

from controller.wire.care_view import LimitView
from controller.wire.view import SeatView, View
from seats.models.fees import MINUTE_MS
from seats.models.words import Words

CareId = Literal["go-on", "pause", "leave"]

_HOUR: Final = 60


class CareKey(msgspec.Struct, frozen=True):
    """What a player may do about a reminder."""

    id: CareId
    words: str
    legal: bool


class Reminder(msgspec.Struct, frozen=True):
    """The sheet between two hands: how long he has played, what he brought, and what he has."""

    headline: str
    lines: tuple[str, ...]
    keys: tuple[CareKey, ...]


def reminder(view: View, seat: SeatView, words: Words, *, alive: bool) -> Reminder | None:
    """The reminder that waits to be read. It never lies over a hand that its player is still in."""
    check = seat.reality
    if check is None or check.over or _plays(view, seat):
        return None
    return Reminder(
        headline=words.say("care.played", time=duration(check.played, words)),
        lines=(
            words.say("care.brought", amount=words.money(check.staked)),
            words.say("care.holds", amount=words.money(seat.stack + seat.reserved)),
        ),
        keys=(
            CareKey("go-on", words.say("care.go-on"), alive),
            CareKey("pause", words.say("care.pause"), alive and seat.presence != "sitting-out" and not seat.leaving),
            CareKey("leave", words.say("care.leave"), alive and seat.status != "reserved" and not seat.leaving),
        ),
    )


def _plays(view: View, seat: SeatView) -> bool:
    return view.phase in ("betting", "showdown") and seat.status in ("in-hand", "all-in")


def care_notices(view: View, seat: SeatView, words: Words, table_ms: int) -> tuple[str, ...]:
    """What presses: used-up time, an unpaid charge for time, or one that falls due soon."""
    said = []
    if seat.reality is not None and seat.reality.over:
        said.append(words.say("care.time-over", time=duration(seat.reality.over, words)))
    said += [_limit_near(limit, words) for limit in seat.near]
    charge = words.money(view.profile.rake.time.amount) if view.profile else ""
    if seat.out_for == "fee" and seat.presence == "sitting-out":
        said.append(words.say("care.charge-unpaid", amount=charge))
    elif seat.fee_near:
        said.append(_charge_near(seat, charge, words, table_ms))
    return tuple(said)


def care_news(before: View, view: View, words: Words, table_ms: int) -> str:
    """What has just become true of a player's time, to be said at once, whatever he is doing."""
    if view.own is None:
        return ""
    old, new = before.at(view.own), view.at(view.own)
    if new.reality is not None and old.reality is None and not new.reality.over:
        return words.say("care.played", time=duration(new.reality.played, words))
    told = care_notices(before, old, words, table_ms)
    return next((said for said in care_notices(view, new, words, table_ms) if said not in told), "")


def _limit_near(limit: LimitView, words: Words) -> str:
    """How much is left of a limit of the player's own (R-RG-2)."""
    said = words.money if limit.limit != "time" else lambda ms: duration(ms, words)
    period = words.say(f"care.period.{limit.period}")
    return words.say(f"care.near.{limit.limit}", period=period, most=said(limit.most), left=said(limit.left))


def _charge_near(seat: SeatView, charge: str, words: Words, table_ms: int) -> str:
    left = -(-(seat.fee_near - table_ms) // MINUTE_MS)
    if left <= 0:
        return words.say("care.charge-now", amount=charge)
    return words.say("care.charge-near", amount=charge, time=duration(left * MINUTE_MS, words))


def duration(ms: int, words: Words) -> str:
    """Whole minutes of a time as it is said: `45 min`, `2 h`, `1 h 30 min`."""
    hours, minutes = divmod(ms // MINUTE_MS, _HOUR)
    said = [words.say("common.hours", hours=hours)] if hours else []
    if minutes or not hours:
        said.append(words.say("common.minutes", minutes=minutes))
    return " ".join(said)
