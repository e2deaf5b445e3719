"""The rules of the card in the kiosk's reader: whose session it opens, the PIN before money, and when it is over.

Who is the kiosk's guest follows from what lies in the reader and whose card that is: an attendant who enrols or blocks
a card opens or ends its session at once, and so does whoever takes it out.
"""

import hmac
from collections.abc import Callable, Mapping
from typing import Any, Final

from cashier.money import Money
from cashier.records import DeviceId
from cashier.refusal import Code, Refusal
from controller.players.cards import pin_state
from controller.players.state import Players
from controller.vocab import card_reader_records as cr
from controller.vocab import player_card_records as pc
from controller.vocab.ids import Chips, Now
from controller.vocab.player_card_records import CardTrouble, Guest
from controller.vocab.records import GuestCommand, PlayerEvent
from controller.vocab.tries import SECOND_MS

Answer = list[PlayerEvent] | Refusal


def at_the_reader(players: Players, command: GuestCommand, now: Now) -> Answer:
    """Return what the reader's word, a PIN, or a player's wish for his screen comes to."""
    return _GUESTS[type(command)](players, command, now)


def guest_of(players: Players, waiting: Money, brings: Chips, now: Now) -> Guest | None:
    """What the kiosk shows of the card in its reader; `waiting` and `brings` are what the player has at this table."""
    shown, player = players.shown, players.guest
    if shown is None:
        return None
    if not player:
        return Guest(ending=shown.ending, trouble=_trouble(players))
    known, session = players.find(player), players.of(player)
    return Guest(
        ending=shown.ending,
        pin="right" if shown.proved else pin_state(known, players.instant(now).wall),
        until=known.tries.until,
        seat=session.seat if session is not None else 0,
        waiting=waiting,
        brings=brings,
        taste=known.taste,
    )


def _trouble(players: Players) -> CardTrouble | None:
    shown = players.shown
    if shown is None or shown.flaw is not None:
        return None if shown is None else shown.flaw
    return "blocked" if shown.card in players.cards else "not-enrolled"


def guest_refusal(players: Players) -> Refusal | None:
    """Why the card in the reader opens nothing, if so."""
    if players.shown is None or players.shown.flaw is not None:
        return Refusal(Code.PLAYER_CARD_NEEDED)
    if not players.guest:
        blocked = players.shown.card in players.cards
        return Refusal(Code.PLAYER_CARD_BLOCKED if blocked else Code.PLAYER_CARD_UNKNOWN)
    return None


def money_refusal(players: Players) -> Refusal | None:
    """Why the card in the reader moves no money, if so: it opens nothing, or its PIN is missing."""
    is_proved = players.shown is not None and players.shown.proved
    return guest_refusal(players) or (None if is_proved else Refusal(Code.PIN_NEEDED))


def pin_refusal(players: Players, now: Now, *, chooses: bool) -> Refusal | None:
    """Why no PIN may be chosen or typed now, if so; the host asks before it spends time on one."""
    player = players.guest
    if not player:
        return Refusal(Code.PLAYER_CARD_NEEDED)
    known = players.find(player)
    if chooses:
        return None if known.pin is None else Refusal(Code.ALREADY_SO)
    if known.pin is None:
        return Refusal(Code.PIN_NEEDED)
    if players.shown is not None and players.shown.proved:
        return Refusal(Code.ALREADY_SO)
    wall = players.instant(now).wall
    if not known.tries.wait(wall):
        return None
    if known.tries.locked:
        return Refusal(Code.PIN_LOCKED)
    return Refusal(Code.PIN_WAITS, {"seconds": -(-(known.tries.until - wall) // SECOND_MS)})


# -- the reader --------------------------------------------------------------------------------------------------


def _proved(players: Players, command: cr.PlayerCardProved, _now: Now) -> Answer:
    if refusal := _said_before(players, command.device, command.card):
        return refusal
    return [pc.PlayerCardRead(command.device, command.card, command.player, command.ending)]


def _unread(players: Players, command: cr.PlayerCardRefused, _now: Now) -> Answer:
    if refusal := _said_before(players, command.device, command.card):
        return refusal
    return [pc.PlayerCardUnread(command.device, command.card, command.flaw)]


def _taken(players: Players, command: cr.PlayerCardWithdrawn, _now: Now) -> Answer:
    shown = players.shown
    if command.device != players.reader:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": command.device})
    if shown is None or shown.number != command.card:
        return Refusal(Code.ALREADY_SO)
    return [pc.PlayerCardTaken(command.device, command.card)]


def _said_before(players: Players, device: DeviceId, number: int) -> Refusal | None:
    """Refuse what another device says, and what was said before or of a card that is long out."""
    if device != players.reader:
        return Refusal(Code.NO_SUCH_DEVICE, {"device": device})
    return Refusal(Code.ALREADY_DONE) if number <= players.met else None


# -- the PIN and the player's own choices ------------------------------------------------------------------------


def _choose_pin(players: Players, command: pc.ChoosePin, now: Now) -> Answer:
    """Whoever has just chosen his PIN need not type it again."""
    if refusal := pin_refusal(players, now, chooses=True):
        return refusal
    if command.pin or command.digest is None:
        return Refusal(Code.NOT_ALLOWED)
    player = players.guest
    return [pc.PinKept(player, command.digest), pc.PinChosen(player), pc.PinRight(player)]


def _enter_pin(players: Players, command: pc.EnterPin, now: Now) -> Answer:
    if refusal := pin_refusal(players, now, chooses=False):
        return refusal
    known = players.find(players.guest)
    if command.pin or not command.proof or known.pin is None:
        return Refusal(Code.NOT_ALLOWED)
    if hmac.compare_digest(command.proof, known.pin.digest):
        return [pc.PinRight(players.guest)]
    tries = known.tries.after_failure(players.instant(now).wall)
    return [pc.PinWrong(players.guest, tries, tries.locked)]


def _choose_taste(players: Players, command: pc.ChooseTaste, _now: Now) -> Answer:
    """Only what can be remembered is told: somebody unknown keeps his choices on his own screen."""
    session = players.at_seat(command.seat)
    if session is None:
        return Refusal(Code.IDENTITY_NEEDED)
    if players.find(session.player).taste == command.taste:
        return Refusal(Code.ALREADY_SO)
    return [pc.TasteTold(command.seat, command.taste)]


_GUESTS: Final[Mapping[type[Any], Callable[[Players, Any, Now], Answer]]] = {
    cr.PlayerCardProved: _proved,
    cr.PlayerCardRefused: _unread,
    cr.PlayerCardWithdrawn: _taken,
    pc.ChoosePin: _choose_pin,
    pc.EnterPin: _enter_pin,
    pc.ChooseTaste: _choose_taste,
}
"""How reader and player are answered; what a card collects spans the kiosk, too (`controller.machine.guests`)."""
