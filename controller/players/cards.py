"""The rules of players' cards at the desk: enrolled to somebody, blocked, replaced when one is lost (R-RG-1).

A player has one card at a time, and a card that was replaced never opens anything again.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from cashier.refusal import Code, Refusal
from controller.players.identity import is_pseudonym
from controller.players.state import Card, Player, Players
from controller.vocab import player_card_records as pc
from controller.vocab.ids import Now
from controller.vocab.player_card_records import PinState
from controller.vocab.player_records import Pseudonym
from controller.vocab.records import CardDeskCommand, PlayerEvent

Answer = list[PlayerEvent] | Refusal


def at_the_desk(players: Players, command: CardDeskCommand, now: Now) -> Answer:
    """Return what a word of the desk comes to; whoever says it has a name."""
    return _DESK[type(command)](players, command, now)


def player_behind(players: Players, shown: Pseudonym) -> Pseudonym:
    """The player that a pseudonym stands for: the one a card was enrolled to, or itself."""
    card = players.cards.get(shown)
    return shown if card is None else card.player


def card_refusal(players: Players, card: Pseudonym) -> Refusal | None:
    """Why a card that was shown or named opens nothing, if so; of one that was never enrolled nothing is known."""
    known = players.cards.get(card)
    return Refusal(Code.PLAYER_CARD_BLOCKED) if known is not None and known.block is not None else None


def pin_state(known: Player, wall: int) -> PinState:
    """Whether a player has a PIN, and whether it is locked at `wall` (ms) for having been tried too often."""
    if known.pin is None:
        return "none"
    return "locked" if known.tries.locked and known.tries.wait(wall) else "asked"


def _enrol(players: Players, command: pc.EnrolPlayerCard, _now: Now) -> Answer:
    """A card of a person needs him on file; one that is anonymous stands for itself.

    What was a player of its own, with limits or a block of the house, becomes nobody else's card.
    """
    card = command.card or _in_reader(players)
    if refusal := _unusable(card):
        return refusal
    player = player_behind(players, command.player) or card
    if known := players.cards.get(card):
        return Refusal(Code.ALREADY_SO if known == Card(player) else Code.PLAYER_CARD_TAKEN)
    if command.player and not players.find(player).registered:
        return Refusal(Code.NOT_REGISTERED)
    if players.card_of(player) or (card != player and card in players.known):
        return Refusal(Code.PLAYER_CARD_TAKEN)
    return [pc.PlayerCardEnrolled(card, player, command.by, command.reason)]


def _block(players: Players, command: pc.BlockPlayerCard, _now: Now) -> Answer:
    card = _named(players, command.card)
    if not card:
        return Refusal(Code.PLAYER_CARD_UNKNOWN)
    if players.cards[card].block is not None:
        return Refusal(Code.ALREADY_SO)
    return [pc.PlayerCardBlocked(card, command.cause, command.by, command.reason)]


def _unblock(players: Players, command: pc.UnblockPlayerCard, _now: Now) -> Answer:
    card = _named(players, command.card)
    if not card:
        return Refusal(Code.PLAYER_CARD_UNKNOWN)
    known = players.cards[card]
    if known.block is None:
        return Refusal(Code.ALREADY_SO)
    if refusal := _one_alone(players, known.player, command.by, command.second):
        return refusal
    return [pc.PlayerCardUnblocked(card, command.by, command.second, command.reason)]


def _replace(players: Players, command: pc.ReplacePlayerCard, _now: Now) -> Answer:
    old, new = _named(players, command.card), command.new or _in_reader(players)
    if not old:
        return Refusal(Code.PLAYER_CARD_UNKNOWN)
    if refusal := _unusable(new):
        return refusal
    known = players.cards[old]
    if new in players.cards or new in players.known:
        return Refusal(Code.PLAYER_CARD_TAKEN)
    if refusal := _one_alone(players, known.player, command.by, command.second):
        return refusal
    return [pc.PlayerCardReplaced(old, new, known.player, command.by, command.second, command.reason)]


def _look_up(players: Players, command: pc.LookUpPlayerCard, now: Now) -> Answer:
    name = command.card or _in_reader(players)
    card = name if name in players.cards else _named(players, name)
    if not card:
        return Refusal(Code.PLAYER_CARD_UNKNOWN)
    known = players.cards[card]
    state = pin_state(players.find(known.player), players.instant(now).wall)
    return [pc.PlayerCardLookedUp(card, known.player, known.block, state, command.by, command.reason)]


def _reset_pin(players: Players, command: pc.ResetPin, _now: Now) -> Answer:
    player = player_behind(players, command.player)
    if players.find(player).pin is None:
        return Refusal(Code.ALREADY_SO)
    if refusal := _one_alone(players, player, command.by, command.second):
        return refusal
    return [pc.PinReset(player, command.by, command.second, command.reason)]


def _in_reader(players: Players) -> Pseudonym:
    return "" if players.shown is None else players.shown.card


def _unusable(card: Pseudonym) -> Refusal | None:
    """Why this can be nobody's card."""
    if not card:
        return Refusal(Code.PLAYER_CARD_NEEDED)
    return None if is_pseudonym(card) else Refusal(Code.NO_SUCH_PLAYER)


def _named(players: Players, name: Pseudonym) -> Pseudonym:
    """The card of this name, or of the player of this name; empty where there is none.

    Whoever names a card that was replaced means its player, who may have lost the next one, too.
    """
    card = players.cards.get(name)
    if card is not None and card.block != "replaced":
        return name
    return players.card_of(name if card is None else card.player) if name else ""


def _one_alone(players: Players, player: Pseudonym, by: str, second: str) -> Refusal | None:
    """Whoever can open a player's money for another card needs somebody beside him (requirements R-MTR-9)."""
    has_money = bool(players.claims_of(player)) or players.of(player) is not None
    is_other = bool(second.strip()) and second.strip() != by.strip()
    return Refusal(Code.TWO_PEOPLE) if has_money and not is_other else None


_DESK: Final[Mapping[type[Any], Callable[[Players, Any, Now], Answer]]] = {
    pc.EnrolPlayerCard: _enrol,
    pc.BlockPlayerCard: _block,
    pc.UnblockPlayerCard: _unblock,
    pc.ReplacePlayerCard: _replace,
    pc.LookUpPlayerCard: _look_up,
    pc.ResetPin: _reset_pin,
}
"""How each word of the desk about cards is answered."""
