"""The rules of players: who may come in, and what falls due while somebody plays."""

from collections.abc import Mapping
from typing import Final

import msgspec

from cashier.refusal import Code, Refusal
from controller.players.cards import at_the_desk, player_behind
from controller.players.guests import at_the_reader
from controller.players.identity import is_pseudonym
from controller.players.own_care import for_himself
from controller.players.periods import PERIODS
from controller.players.settings import set_for, until_facts
from controller.players.state import Players, Session
from controller.players.using import limit_refusal, used_at
from controller.vocab import player_records as pr
from controller.vocab.gaming_day import MINUTE_MS
from controller.vocab.ids import Chips, Now, Seat
from controller.vocab.player_records import Pseudonym
from controller.vocab.profile import IdentityWay
from controller.vocab.records import CardDeskCommand, CareCommand, GuestCommand, PlayerCommand, PlayerEvent

NEAR_TIME: Final = 10 * MINUTE_MS
"""So long before his time is used up a player is told."""

NEAR_SHARE: Final = 5
"""And of money, once no more than a fifth of the limit is left."""


def decide(players: Players, command: PlayerCommand, now: Now) -> list[PlayerEvent] | Refusal:
    """Return what a command comes to; `players` stays as it is. A card that is named stands for its player."""
    if isinstance(command, GuestCommand):
        return at_the_reader(players, command, now)
    if isinstance(command, CareCommand):
        return for_himself(players, command, now)
    if isinstance(command, pr.AcknowledgeCheck):
        return _acknowledge(players, command)
    if not command.by.strip():
        return Refusal(Code.NOT_ALLOWED)
    if isinstance(command, CardDeskCommand):
        return at_the_desk(players, command, now)
    is_list = isinstance(command, pr.OpenPerson) and not command.player
    if not is_list and not is_pseudonym(command.player):
        return Refusal(Code.NO_SUCH_PLAYER)
    asked = msgspec.structs.replace(command, player=player_behind(players, command.player))
    return set_for(players, asked, players.instant(now))


# -- coming in ---------------------------------------------------------------------------------------------------


def way_in_refusal(players: Players, way: IdentityWay, player: Pseudonym, now: Now) -> Refusal | None:
    """Why this player may not come in by any way: purchase, waiting list, another seat (R-RG-1, R-RG-2)."""
    if way != players.rules.identity and players.rules.identity != "anonymous":
        return Refusal(Code.IDENTITY_NEEDED)
    if players.rules.identity != "anonymous" and not player:
        return Refusal(Code.IDENTITY_NEEDED)
    if player and not is_pseudonym(player):
        return Refusal(Code.NO_SUCH_PLAYER)
    return _standing_refusal(players, player, now)


def stay_refusal(players: Players, seat: Seat, now: Now) -> Refusal | None:
    """Why whoever sits at a seat may not move or come back into the game there, if so."""
    session = players.at_seat(seat)
    if session is None:
        return None
    spent = limit_refusal(players, session.player, 0, players.instant(now)) if session.over else None
    return _standing_refusal(players, session.player, now) or spent


def purchase_refusal(players: Players, seat: Seat, player: Pseudonym, amount: Chips, now: Now) -> Refusal | None:
    """Why a player may not buy chips for a seat, by who he is and by his limits; empty for somebody unknown."""
    if not player:
        return None
    session = players.of(player)
    if session is not None and (session.aside or session.seat != seat):
        return Refusal(Code.ONE_SEAT_ONLY)
    return limit_refusal(players, player, amount, players.instant(now))


def _standing_refusal(players: Players, player: Pseudonym, now: Now) -> Refusal | None:
    known, wall = players.find(player), players.instant(now).wall
    exclusion = known.excluded(wall) if player else None
    if exclusion is not None:
        return Refusal(Code.EXCLUDED, until_facts(players, exclusion))
    if players.rules.registered_only and not known.registered:
        return Refusal(Code.NOT_REGISTERED)
    return None


# -- what falls due ----------------------------------------------------------------------------------------------


def due(players: Players) -> int | None:
    """The table time (ms) at which `tick` will tell a seat something, or None."""
    instants = [instant for session in _at_table(players) for instant in _instants(players, session)]
    return min(instants, default=None)


def tick(players: Players, held: Mapping[Seat, Chips], now: Now) -> list[PlayerEvent]:
    """Return the first thing that is due; `held` is what each seat has. Nothing where nothing is due."""
    at = players.instant(now)
    for session in _at_table(players):
        check = _check_due(players, session)
        if check is not None and check <= at.table:
            played = at.table - session.began.table
            return [pr.RealityChecked(session.seat, played, session.staked, held.get(session.seat, 0), at)]
        if any(instant <= at.table for instant in _time_due(players, session)):
            return [_time_is_up(players, session, at)]
        if any(instant <= at.table for instant in _near_due(players, session)):
            return [_time_is_near(players, session, at)]
    return []


def near_limits(players: Players, seat: Seat, at: Now) -> list[PlayerEvent]:
    """Tell a seat of every limit of money of which little is left, once while its player sits there (R-RG-2)."""
    session = players.at_seat(seat)
    if session is None:
        return []
    known, told = players.find(session.player), list[PlayerEvent]()
    for period in PERIODS:
        used = used_at(players, session.player, period, at)
        for kind, amount in (("stake", used.staked), ("loss", used.lost)):
            limit: pr.LimitKind = "stake" if kind == "stake" else "loss"
            most = known.limit(limit, period).at(at.wall)
            if most is None or (limit, period, used.number) in session.warned:
                continue
            left = max(0, most - amount)
            if NEAR_SHARE * left <= most:
                told.append(pr.LimitNear(seat, limit, period, most, left, at))
    return told


def _near_due(players: Players, session: Session) -> list[int]:
    """When little of the time of each period is left, as far as that was not told."""
    if session.over:
        return []
    known, at = players.find(session.player), session.counted
    instants: list[int] = []
    for period in PERIODS:
        most = known.limit("time", period).at(players.latest)
        used = used_at(players, session.player, period, at)
        if most is not None and ("time", period, used.number) not in session.warned:
            left = most - used.played
            instants.append(at.table + max(0, left - NEAR_TIME))
    return instants


def _time_is_near(players: Players, session: Session, at: Now) -> PlayerEvent:
    """Little of his time is left, unless a period has ended since it was counted last."""
    known = players.find(session.player)
    for period in PERIODS:
        most = known.limit("time", period).at(at.wall)
        used = used_at(players, session.player, period, at)
        if most is None or ("time", period, used.number) in session.warned:
            continue
        left = most - used.played
        if left <= NEAR_TIME:
            return pr.LimitNear(session.seat, "time", period, most, max(0, left), at)
    return pr.PlayTimeCounted(session.player, session.seat, at)


def _at_table(players: Players) -> list[Session]:
    """Who can be told something at his seat; he whose seat is played over hears it when he has it again."""
    return [session for session in players.sessions if not session.aside]


def _time_is_up(players: Players, session: Session, at: Now) -> PlayerEvent:
    """His time is used up, unless a period has ended since it was counted last."""
    known = players.find(session.player)
    for period in PERIODS:
        most = known.limit("time", period).at(at.wall)
        if most is not None and used_at(players, session.player, period, at).played >= most:
            return pr.PlayTimeOver(session.seat, period, most, at)
    return pr.PlayTimeCounted(session.player, session.seat, at)


def _instants(players: Players, session: Session) -> list[int]:
    check = _check_due(players, session)
    return [*_time_due(players, session), *_near_due(players, session), *(() if check is None else (check,))]


def _check_due(players: Players, session: Session) -> int | None:
    minutes = players.find(session.player).check
    return session.checked + minutes * MINUTE_MS if minutes else None


def _time_due(players: Players, session: Session) -> list[int]:
    """When the time of each period would be used up if none of them ended before."""
    if session.over:
        return []
    known, at = players.find(session.player), session.counted
    limits = ((period, known.limit("time", period).at(players.latest)) for period in PERIODS)
    return [
        at.table + max(0, most - used_at(players, session.player, period, at).played)
        for period, most in limits
        if most is not None
    ]


def _acknowledge(players: Players, command: pr.AcknowledgeCheck) -> list[PlayerEvent] | Refusal:
    session = players.at_seat(command.seat)
    if session is None or not session.unread:
        return Refusal(Code.ALREADY_SO)
    return [pr.RealityAcknowledged(command.seat)]
