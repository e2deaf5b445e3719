"""The fold of cards, of the reader, and of what is remembered for whoever shows one."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier import payout_records as payout
from cashier import records as cash
from controller.players.state import Card, Player, Players, Shown
from controller.vocab import fault_records as fr
from controller.vocab import player_card_records as pc
from controller.vocab import table_records as tr
from controller.vocab.player_records import Pseudonym
from controller.vocab.tries import Tries

replace = msgspec.structs.replace


def _read(players: Players, event: pc.PlayerCardRead) -> Players:
    shown = Shown(event.device, event.number, event.card, event.ending)
    return replace(players, shown=shown, met=event.number)


def _unread(players: Players, event: pc.PlayerCardUnread) -> Players:
    return replace(players, shown=Shown(event.device, event.number, flaw=event.flaw), met=event.number)


def _taken(players: Players, _event: pc.PlayerCardTaken) -> Players:
    return replace(players, shown=None)


def _started(players: Players, _event: fr.Started) -> Players:
    """The reader counts anew, and says what lies in it."""
    return replace(players, shown=None, met=0)


def reader_named(players: Players, event: tr.ProfileAdopted) -> Players:
    """An adopted profile says which device reads players' cards, if any; what lay in another one is forgotten."""
    reader = event.profile.cash.reader
    device = None if reader is None else reader.device
    return players if device == players.reader else replace(players, reader=device, shown=None, met=0)


def _told(players: Players, event: pc.GuestTold) -> Players:
    return replace(players, told=event.guest)


def _card(players: Players, token: Pseudonym, card: Card) -> Players:
    return replace(players, cards={**players.cards, token: card})


def _enrolled(players: Players, event: pc.PlayerCardEnrolled) -> Players:
    return _card(players, event.card, Card(event.player))


def _blocked(players: Players, event: pc.PlayerCardBlocked) -> Players:
    """Whatever lies in the reader opens nothing, and once it does again it waits for its PIN."""
    known = players.cards[event.card]
    return _card(_unproved(players, known.player), event.card, replace(known, block=event.cause))


def _unblocked(players: Players, event: pc.PlayerCardUnblocked) -> Players:
    return _card(players, event.card, replace(players.cards[event.card], block=None))


def _replaced(players: Players, event: pc.PlayerCardReplaced) -> Players:
    gone = _card(players, event.card, replace(players.cards[event.card], block="replaced"))
    return _unproved(_card(gone, event.new, Card(event.player)), event.player)


def _player(players: Players, player: Pseudonym, known: Player) -> Players:
    return replace(players, known={**players.known, player: known})


def _pin_kept(players: Players, event: pc.PinKept) -> Players:
    return _player(players, event.player, replace(players.find(event.player), pin=event.digest, tries=Tries()))


def _pin_right(players: Players, event: pc.PinRight) -> Players:
    counted = _player(players, event.player, replace(players.find(event.player), tries=Tries()))
    shown = counted.shown
    return counted if shown is None else replace(counted, shown=replace(shown, proved=True))


def _pin_wrong(players: Players, event: pc.PinWrong) -> Players:
    known = replace(players.find(event.player), tries=event.tries)
    return _player(players, event.player, known)


def _pin_reset(players: Players, event: pc.PinReset) -> Players:
    known = replace(players.find(event.player), pin=None, tries=Tries())
    return _unproved(_player(players, event.player, known), event.player)


def _unproved(players: Players, player: Pseudonym) -> Players:
    """Money waits for the PIN again, where this player's card lies in the reader."""
    shown = players.shown
    if shown is None or players.guest != player:
        return players
    return replace(players, shown=replace(shown, proved=False))


def _claim_kept(players: Players, event: pc.ClaimKept) -> Players:
    return replace(players, claims={**players.claims, event.claim: event.player})


def _claim_gone(players: Players, event: cash.ClaimCollected | payout.ClaimHandPaid) -> Players:
    if event.claim not in players.claims:
        return players
    left = {claim: player for claim, player in players.claims.items() if claim != event.claim}
    return replace(players, claims=left)


def _taste_told(players: Players, event: pc.TasteTold) -> Players:
    session = players.at_seat(event.seat)
    if session is None:
        return players
    return _player(players, session.player, replace(players.find(session.player), taste=event.taste))


def _unmoved(players: Players, _event: pc.PlayerCardLookedUp | pc.PinChosen) -> Players:
    return players


CARD_EVOLVERS: Final[Mapping[type[Any], Callable[[Players, Any], Players]]] = {
    pc.PlayerCardRead: _read,
    pc.PlayerCardUnread: _unread,
    pc.PlayerCardTaken: _taken,
    fr.Started: _started,
    pc.GuestTold: _told,
    pc.PlayerCardEnrolled: _enrolled,
    pc.PlayerCardBlocked: _blocked,
    pc.PlayerCardUnblocked: _unblocked,
    pc.PlayerCardReplaced: _replaced,
    pc.PlayerCardLookedUp: _unmoved,
    pc.PinKept: _pin_kept,
    pc.PinChosen: _unmoved,
    pc.PinRight: _pin_right,
    pc.PinWrong: _pin_wrong,
    pc.PinReset: _pin_reset,
    pc.ClaimKept: _claim_kept,
    cash.ClaimCollected: _claim_gone,
    payout.ClaimHandPaid: _claim_gone,
    pc.TasteTold: _taste_told,
}
