"""The rules of what a player sets for himself at the kiosk, once his card lies there and its PIN was typed (R-RG-2).

The bounds and their delays are those of staff: what he may do here is no more than what he could ask of them, but that
nothing is ended here.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final

from cashier.refusal import Refusal
from controller.players.folding import evolve
from controller.players.guests import money_refusal
from controller.players.periods import PERIODS, written
from controller.players.settings import exclude, set_check, set_limit
from controller.players.state import Players
from controller.players.using import used_at
from controller.vocab import care_records as care
from controller.vocab import player_records as pr
from controller.vocab.care_records import OwnExclusion, OwnLimit
from controller.vocab.ids import Now
from controller.vocab.player_records import LimitKind, Period, Pseudonym
from controller.vocab.records import CareCommand, PlayerEvent

HIMSELF: Final = ""
"""Who has set what a player sets for himself: the journal names no player."""

Answer = list[PlayerEvent] | Refusal


def for_himself(players: Players, command: CareCommand, now: Now) -> Answer:
    """Return what a wish of the kiosk's guest comes to, and what he reads afterwards."""
    refusal = money_refusal(players)
    if refusal is not None:
        return refusal
    at = players.instant(now)
    decided = _WISHES[type(command)](players, command, at)
    if isinstance(decided, Refusal):
        return decided
    return [*decided, _told(reduce(evolve, decided, players), at)]


def _told(players: Players, at: Now) -> care.OwnCareTold:
    player = players.guest
    known, session = players.find(player), players.of(player)
    kinds: tuple[LimitKind, ...] = ("loss", "stake", "time")
    return care.OwnCareTold(
        limits=tuple(_limit(players, player, kind, period, at) for kind in kinds for period in PERIODS),
        exclusions=tuple(
            OwnExclusion(row.cause, "" if row.until is None else written(row.until, players.day))
            for row in known.exclusions
            if row.at(at.wall)
        ),
        check=known.check,
        began=-1 if session is None else session.began.table,
        staked=0 if session is None else session.staked,
        at=at.table,
    )


def _limit(players: Players, player: Pseudonym, kind: LimitKind, period: Period, at: Now) -> OwnLimit:
    row, used = players.find(player).limit(kind, period), used_at(players, player, period, at)
    amounts: Mapping[LimitKind, int] = {"loss": used.lost, "stake": used.staked, "time": used.played}
    waits = row.wider if row.wider is not None and row.wider.since > at.wall else None
    return OwnLimit(
        limit=kind,
        period=period,
        most=row.at(at.wall),
        used=amounts[kind],
        wider=None if waits is None else waits.most,
        opens="" if waits is None else written(waits.since, players.day),
    )


def _read(_players: Players, _command: care.ReadOwnCare, _at: Now) -> Answer:
    return []


def _limited(players: Players, command: care.LimitMyself, at: Now) -> Answer:
    wish = pr.SetLimit(players.guest, command.limit, command.period, command.most, by=HIMSELF)
    return set_limit(players, wish, at)


def _reminded(players: Players, command: care.RemindMe, at: Now) -> Answer:
    return set_check(players, pr.SetRealityCheck(players.guest, command.minutes, by=HIMSELF), at)


def _away(players: Players, command: care.StayAway, at: Now) -> Answer:
    return exclude(players, pr.ExcludePlayer(players.guest, command.days, "self", by=HIMSELF), at)


_WISHES: Final[Mapping[type[Any], Callable[[Players, Any, Now], Answer]]] = {
    care.ReadOwnCare: _read,
    care.LimitMyself: _limited,
    care.RemindMe: _reminded,
    care.StayAway: _away,
}
