"""What may be set for a player, by staff or by himself: limits, reminders, exclusion (R-RG-2, R-RG-3)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from cashier.refusal import Code, Refusal
from controller.players.periods import written
from controller.players.state import Exclusion, Player, Players
from controller.players.using import used_at
from controller.vocab import player_records as pr
from controller.vocab.gaming_day import DAY_MS, MINUTE_MS
from controller.vocab.ids import Now
from controller.vocab.player_records import Pseudonym
from controller.vocab.records import PlayerEvent

HOUR_MS: Final = 60 * MINUTE_MS
LONGEST_DAYS: Final = 36_500
"""Days of an exclusion with an end."""

MOST_TOLD: Final = 100
"""Of how many players a list tells the limits."""

LARGEST: Final = 2**53
"""What no limit can be wider than."""


def set_for(players: Players, command: Any, at: Now) -> list[PlayerEvent] | Refusal:
    """Return what a word of the desk about a player comes to; `command` is one of those of `_SETTINGS`."""
    return _SETTINGS[type(command)](players, command, at)


def until_facts(players: Players, exclusion: Exclusion) -> dict[str, int | str]:
    """When an exclusion ends, for whoever is refused by it; nothing where nobody knows."""
    return {} if exclusion.until is None else {"opens": written(exclusion.until, players.day)}


def _register(players: Players, command: pr.RegisterPlayer, _at: Now) -> list[PlayerEvent] | Refusal:
    if players.find(command.player).registered:
        return Refusal(Code.ALREADY_SO)
    return [pr.PlayerRegistered(command.player, command.by)]


def _erase(_players: Players, command: pr.ErasePlayer, _at: Now) -> list[PlayerEvent] | Refusal:
    """Always allowed: erasing again what may not have been erased whole does no harm."""
    return [pr.PlayerErased(command.player, command.by, command.reason)]


def _open(players: Players, command: pr.OpenPerson, at: Now) -> list[PlayerEvent] | Refusal:
    told = (_told(players, player, at) for player in ([command.player] if command.player else sorted(players.known)))
    wanted = [row for row in told if command.player or row.limits or row.exclusions]
    return [pr.PersonOpened(command.player, command.by, command.reason, tuple(wanted[:MOST_TOLD]))]


def _told(players: Players, player: Pseudonym, at: Now) -> pr.PlayerTold:
    known = players.find(player)
    limits = []
    for row in known.limits:
        used = used_at(players, player, row.period, at)
        amounts = {"loss": used.lost, "stake": used.staked, "time": used.played}
        waits = row.wider if row.wider is not None and row.wider.since > at.wall else None
        if row.at(at.wall) is None and waits is None:
            continue
        limits.append(
            pr.LimitTold(
                limit=row.limit,
                period=row.period,
                most=row.at(at.wall),
                used=amounts[row.limit],
                wider=None if waits is None else waits.most,
                since=0 if waits is None else waits.since,
            )
        )
    exclusions = tuple(pr.ExclusionTold(row.cause, row.until) for row in known.exclusions if row.at(at.wall))
    return pr.PlayerTold(player=player, limits=tuple(limits), exclusions=exclusions, check=known.check)


def set_limit(players: Players, command: pr.SetLimit, at: Now) -> list[PlayerEvent] | Refusal:
    """A tighter limit acts at once, a wider one after the profile's delay."""
    if command.most is not None and not 0 <= command.most <= LARGEST:
        return Refusal(Code.AMOUNT_UNUSABLE)
    row = players.find(command.player).limit(command.limit, command.period)
    before = row.at(at.wall)
    is_wider = before is not None and (command.most is None or command.most > before)
    waits = row.wider is not None and row.wider.since > at.wall
    if command.most == before and not waits:
        return Refusal(Code.ALREADY_SO)
    since = at.wall + players.rules.raise_hours * HOUR_MS * is_wider
    return [
        pr.LimitSet(
            player=command.player,
            limit=command.limit,
            period=command.period,
            most=command.most,
            before=before,
            at=at.wall,
            since=since,
            by=command.by,
            reason=command.reason,
        )
    ]


def set_check(players: Players, command: pr.SetRealityCheck, _at: Now) -> list[PlayerEvent] | Refusal:
    """Remind a player of his time and money, at most once a minute and at least once a day."""
    if not 0 <= command.minutes * MINUTE_MS <= DAY_MS:
        return Refusal(Code.AMOUNT_UNUSABLE)
    if players.find(command.player).check == command.minutes:
        return Refusal(Code.ALREADY_SO)
    return [pr.RealityCheckSet(command.player, command.minutes, command.by)]


def exclude(players: Players, command: pr.ExcludePlayer, at: Now) -> list[PlayerEvent] | Refusal:
    """An exclusion is never made shorter by another one."""
    if not 0 <= command.days <= LONGEST_DAYS:
        return Refusal(Code.AMOUNT_UNUSABLE)
    until = at.wall + command.days * DAY_MS if command.days else None
    standing = _standing(players.find(command.player), command.cause, at)
    if standing is not None and (standing.until is None or (until is not None and until <= standing.until)):
        return Refusal(Code.EXCLUSION_STANDS, until_facts(players, standing))
    return [pr.PlayerExcluded(command.player, until, command.cause, command.by, command.reason)]


def _lift(players: Players, command: pr.LiftExclusion, at: Now) -> list[PlayerEvent] | Refusal:
    standing = _standing(players.find(command.player), command.cause, at)
    if standing is None:
        return Refusal(Code.ALREADY_SO)
    if command.cause == "self" and standing.until is not None:
        return Refusal(Code.EXCLUSION_STANDS, until_facts(players, standing))
    until = at.wall + (players.rules.raise_hours * HOUR_MS if command.cause == "self" else 0)
    return [pr.ExclusionLifted(command.player, until, command.cause, command.by, command.reason)]


def _standing(player: Player, cause: pr.ExclusionCause, at: Now) -> Exclusion | None:
    return next((row for row in player.exclusions if row.cause == cause and row.at(at.wall)), None)


_SETTINGS: Final[Mapping[type[Any], Callable[[Players, Any, Now], list[PlayerEvent] | Refusal]]] = {
    pr.RegisterPlayer: _register,
    pr.ErasePlayer: _erase,
    pr.OpenPerson: _open,
    pr.SetLimit: set_limit,
    pr.SetRealityCheck: set_check,
    pr.ExcludePlayer: exclude,
    pr.LiftExclusion: _lift,
}
"""How each word of the desk about a player is answered."""
