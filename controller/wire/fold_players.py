"""The part of the fold that reminds a player of his time and money; what staff do about players stays in the log."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.vocab import player_records as player
from controller.wire.view import LimitView, RealityView, View


def _reality_checked(view: View, event: player.RealityChecked) -> None:
    seat = view.owned(event.seat)
    over = seat.reality.over if seat.reality is not None else 0
    seat.reality = RealityView(event.played, event.staked, event.held, over)


def _reality_acknowledged(view: View, event: player.RealityAcknowledged) -> None:
    view.owned(event.seat).reality = None


def _play_time_over(view: View, event: player.PlayTimeOver) -> None:
    seat = view.owned(event.seat)
    seat.reality = msgspec.structs.replace(seat.reality or RealityView(event.most, 0, seat.stack), over=event.most)


def _limit_near(view: View, event: player.LimitNear) -> None:
    seat = view.owned(event.seat)
    others = tuple(near for near in seat.near if (near.limit, near.period) != (event.limit, event.period))
    seat.near = (*others, LimitView(event.limit, event.period, event.most, event.left))


def _person_opened(view: View, event: player.PersonOpened) -> None:
    view.told = event.told


def _unmoved(_view: View, _event: Event) -> None:
    """Staff read this event in the log; no view shows it."""


FOLD_PLAYERS: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    player.PlayerRegistered: _unmoved,
    player.PlayerErased: _unmoved,
    player.PersonOpened: _person_opened,
    player.LimitSet: _unmoved,
    player.RealityCheckSet: _unmoved,
    player.PlayerExcluded: _unmoved,
    player.ExclusionLifted: _unmoved,
    player.PlayerListed: _unmoved,
    player.PlayerStaked: _unmoved,
    player.PlayerLeft: _unmoved,
    player.PlayTimeCounted: _unmoved,
    player.RealityChecked: _reality_checked,
    player.RealityAcknowledged: _reality_acknowledged,
    player.PlayTimeOver: _play_time_over,
    player.LimitNear: _limit_near,
}
