"""The fold of the players' events: every step returns the next state."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from controller.players.folding_cards import CARD_EVOLVERS, reader_named
from controller.players.state import Exclusion, Limit, Player, Players, Session, Wider
from controller.players.using import used_all, used_at
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import Chips, Now, Seat
from controller.vocab.player_records import Pseudonym
from controller.vocab.records import AnyEvent

replace = msgspec.structs.replace


def evolve(players: Players, event: AnyEvent) -> Players:
    """Return the state after one event; most events are none of its."""
    step = _EVOLVE.get(type(event))
    return players if step is None else step(players, event)


def _put(players: Players, player: Pseudonym, known: Player) -> Players:
    return replace(players, known={**players.known, player: known})


def _profile_adopted(players: Players, event: tr.ProfileAdopted) -> Players:
    return reader_named(replace(players, rules=event.profile.players, day=event.profile.gaming_day), event)


def _registered(players: Players, event: pr.PlayerRegistered) -> Players:
    return _put(players, event.player, replace(players.find(event.player), registered=True))


def _erased(players: Players, event: pr.PlayerErased) -> Players:
    return _put(players, event.player, replace(players.find(event.player), registered=False))


def _unmoved(players: Players, _event: pr.PersonOpened) -> Players:
    return players


def _limit_set(players: Players, event: pr.LimitSet) -> Players:
    known = players.find(event.player)
    others = tuple(row for row in known.limits if (row.limit, row.period) != (event.limit, event.period))
    if event.since <= event.at:
        row = Limit(event.limit, event.period, event.most)
    else:
        row = Limit(event.limit, event.period, event.before, Wider(event.most, event.since))
    return _seen(_put(players, event.player, replace(known, limits=(*others, row))), event.at)


def _check_set(players: Players, event: pr.RealityCheckSet) -> Players:
    return _put(players, event.player, replace(players.find(event.player), check=event.minutes))


def _excluded(players: Players, event: pr.PlayerExcluded) -> Players:
    return _until(players, event.player, Exclusion(event.cause, event.until))


def _lifted(players: Players, event: pr.ExclusionLifted) -> Players:
    return _until(players, event.player, Exclusion(event.cause, event.until))


def _until(players: Players, player: Pseudonym, exclusion: Exclusion) -> Players:
    known = players.find(player)
    others = tuple(row for row in known.exclusions if row.cause != exclusion.cause)
    return _put(players, player, replace(known, exclusions=(*others, exclusion)))


def _staked(players: Players, event: pr.PlayerStaked) -> Players:
    counted = _counted(players, event.player, event.at)
    counted = _moved(counted, event.player, event.amount, staked=event.amount)
    session = counted.of(event.player)
    if session is None:
        sits = Session(event.player, event.seat, event.at, event.at, event.at.table, event.amount)
        return replace(counted, sessions=(*counted.sessions, sits))
    return _session(counted, replace(session, staked=session.staked + event.amount))


def _left(players: Players, event: pr.PlayerLeft) -> Players:
    counted = _moved(_counted(players, event.player, event.at), event.player, -event.amount)
    return replace(counted, sessions=tuple(row for row in counted.sessions if row.player != event.player))


def _time_counted(players: Players, event: pr.PlayTimeCounted) -> Players:
    return _counted(players, event.player, event.at)


def _checked(players: Players, event: pr.RealityChecked) -> Players:
    session = players.at_seat(event.seat)
    if session is None:
        return players
    return _seen(_session(players, replace(session, checked=event.at.table, unread=True)), event.at.wall)


def _acknowledged(players: Players, event: pr.RealityAcknowledged) -> Players:
    session = players.at_seat(event.seat)
    return players if session is None else _session(players, replace(session, unread=False))


def _time_over(players: Players, event: pr.PlayTimeOver) -> Players:
    session = players.at_seat(event.seat)
    if session is None:
        return players
    counted = _counted(players, session.player, event.at)
    return _session(counted, replace(session, counted=event.at, over=True))


def _seat_moved(players: Players, event: sr.SeatMoved) -> Players:
    session = players.at_seat(event.seat)
    if session is None:
        return players
    return _session(players, replace(session, seat=event.to))


def _listed(players: Players, event: pr.PlayerListed) -> Players:
    return replace(players, listed={**players.listed, event.name: event.player})


def _unlisted(players: Players, event: sr.ListLeft) -> Players:
    if event.name not in players.listed:
        return players
    return replace(players, listed={name: player for name, player in players.listed.items() if name != event.name})


def _warned(players: Players, event: pr.LimitNear) -> Players:
    session = players.at_seat(event.seat)
    if session is None:
        return players
    number = used_at(players, session.player, event.period, event.at).number
    warned = (*session.warned, (event.limit, event.period, number))
    return _seen(_session(players, replace(session, warned=warned)), event.at.wall)


def _played_over(players: Players, event: sr.SeatPlayedOver) -> Players:
    return _aside(players, event.seat, aside=True)


def _taken_back(players: Players, event: sr.SeatTakenBack) -> Players:
    return _aside(players, event.seat, aside=False)


def _aside(players: Players, seat: Seat, *, aside: bool) -> Players:
    """The one player of a seat has given it to another, or has it again."""
    session = next((row for row in players.sessions if row.seat == seat and row.aside is not aside), None)
    return players if session is None else _session(players, replace(session, aside=aside))


def _session(players: Players, session: Session) -> Players:
    """Put a session in the place of its player's last one."""
    sessions = tuple(session if row.player == session.player else row for row in players.sessions)
    return replace(players, sessions=sessions)


def _seen(players: Players, wall: int) -> Players:
    return replace(players, latest=max(players.latest, wall))


def _counted(players: Players, player: Pseudonym, at: Now) -> Players:
    """Bring what a player has used up to `at`: periods that have ended give way to those that run."""
    used = used_all(players, player, at)
    after = _seen(_put(players, player, replace(players.find(player), used=used)), at.wall)
    session = after.of(player)
    return after if session is None else _session(after, replace(session, counted=at))


def _moved(players: Players, player: Pseudonym, lost: Chips, staked: Chips = 0) -> Players:
    """Book money in every running period."""
    known = players.find(player)
    used = tuple(replace(row, staked=row.staked + staked, lost=max(0, row.lost + lost)) for row in known.used)
    return _put(players, player, replace(known, used=used))


_EVOLVE: Final[Mapping[type[Any], Callable[[Players, Any], Players]]] = {
    tr.ProfileAdopted: _profile_adopted,
    sr.SeatMoved: _seat_moved,
    sr.ListLeft: _unlisted,
    pr.PlayerListed: _listed,
    pr.LimitNear: _warned,
    sr.SeatPlayedOver: _played_over,
    sr.SeatTakenBack: _taken_back,
    pr.PlayerRegistered: _registered,
    pr.PlayerErased: _erased,
    pr.PersonOpened: _unmoved,
    pr.LimitSet: _limit_set,
    pr.RealityCheckSet: _check_set,
    pr.PlayerExcluded: _excluded,
    pr.ExclusionLifted: _lifted,
    pr.PlayerStaked: _staked,
    pr.PlayerLeft: _left,
    pr.PlayTimeCounted: _time_counted,
    pr.RealityChecked: _checked,
    pr.RealityAcknowledged: _acknowledged,
    pr.PlayTimeOver: _time_over,
    **CARD_EVOLVERS,
}
