"""The part of the fold that reminds a player of his time and money, shows the kiosk its guest, and has a seat's screen
as its player likes it; what staff do about players stays in the log.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.vocab import care_records as care
from controller.vocab import player_card_records as cards
from controller.vocab import player_records as player
from controller.wire.care_view import LimitView, RealityView
from controller.wire.view import View


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


def _guest_told(view: View, event: cards.GuestTold) -> None:
    view.guest = event.guest
    if event.guest is None or event.guest.pin != "right":
        view.care = None


def _care_told(view: View, event: care.OwnCareTold) -> None:
    view.care = event


def _card_looked_up(view: View, event: cards.PlayerCardLookedUp) -> None:
    view.looked_up = event


def _taste_told(view: View, event: cards.TasteTold) -> None:
    view.owned(event.seat).taste = event.taste


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
    cards.PlayerCardRead: _unmoved,
    cards.PlayerCardUnread: _unmoved,
    cards.PlayerCardTaken: _unmoved,
    cards.GuestTold: _guest_told,
    cards.PlayerCardEnrolled: _unmoved,
    cards.PlayerCardBlocked: _unmoved,
    cards.PlayerCardUnblocked: _unmoved,
    cards.PlayerCardReplaced: _unmoved,
    cards.PlayerCardLookedUp: _card_looked_up,
    cards.PinKept: _unmoved,
    cards.PinChosen: _unmoved,
    cards.PinRight: _unmoved,
    cards.PinWrong: _unmoved,
    cards.PinReset: _unmoved,
    cards.ClaimKept: _unmoved,
    cards.TasteTold: _taste_told,
    care.OwnCareTold: _care_told,
}
