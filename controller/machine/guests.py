"""Where the kiosk's guest meets table and cashier: who buys by card, what the card collects, what is shown."""

import msgspec

from cashier import kiosk as till
from cashier.money import Money
from cashier.records import DeviceConditionChanged
from cashier.refusal import Code, Refusal
from controller import players, table
from controller.machine.state import Machine
from controller.vocab import player_card_records as pc
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now, Seat
from controller.vocab.records import AnyCommand, AnyEvent


def with_player(machine: Machine, command: AnyCommand) -> AnyCommand | Refusal:
    """Put the player in the place of the card that he shows, or say why it opens nothing.

    Where there is a reader, the card has to lie in it: a number that is typed at the kiosk is nobody's. At the desk
    staff have the card in their hands.
    """
    if not isinstance(command, tr.BuyIn | sr.JoinList) or command.way != "card":
        return command
    known, shown = machine.players, command.player
    if isinstance(command, tr.BuyIn) and known.reader is not None:
        guest = known.guest
        if refusal := players.guest_refusal(known):
            return refusal
        if shown not in ("", guest):
            return Refusal(Code.PLAYER_CARD_NEEDED)
        if known.find(guest).pin is None:
            return Refusal(Code.PIN_NEEDED)
        shown = guest
    elif refusal := players.card_refusal(known, shown):
        return refusal
    return msgspec.structs.replace(command, player=players.player_behind(known, shown))


def collect(machine: Machine, command: pc.CollectByCard) -> list[AnyEvent] | Refusal:
    """Make balance of every claim of the kiosk's guest, once he has typed his PIN."""
    if refusal := players.money_refusal(machine.players):
        return refusal
    claims = machine.players.claims_of(machine.players.guest)
    collected = till.collect_claims(machine.kiosk, command.request, claims)
    return collected if isinstance(collected, Refusal) else [*collected]


def kept_for(machine: Machine, seat: Seat) -> list[AnyEvent]:
    """The claim that is about to be opened for a seat is its player's, where he is known."""
    session = machine.players.at_seat(seat)
    return [] if session is None else [pc.ClaimKept(session.player, machine.kiosk.next_claim)]


def tastes(machine: Machine, event: AnyEvent) -> list[AnyEvent]:
    """A player whom the table knows finds the screen of his seat as he would have it, wherever he comes to sit."""
    seat = _comes_to(machine, event)
    session = None if seat is None else machine.players.at_seat(seat)
    return [] if seat is None or session is None else [pc.TasteTold(seat, machine.players.find(session.player).taste)]


def _comes_to(machine: Machine, event: AnyEvent) -> Seat | None:
    """The seat at which a player is new by this event, which is folded already."""
    match event:
        case sr.SeatMoved():
            return event.to
        case sr.SeatTakenBack():
            return event.seat
        case pr.PlayerStaked():
            session = machine.players.of(event.player)
            is_first = session is not None and (session.began, session.staked) == (event.at, event.amount)
            return event.seat if is_first else None
    return None


def left_with_reader(machine: Machine, event: AnyEvent) -> list[AnyEvent]:
    """Once nobody hears of the reader any more, nobody can say that the card still lies in it: it counts as taken."""
    shown = machine.players.shown
    if shown is None or not isinstance(event, DeviceConditionChanged):
        return []
    is_gone = (event.device, event.condition) == (shown.device, "absent")
    return [pc.PlayerCardTaken(shown.device, shown.number)] if is_gone else []


def guest_news(machine: Machine, now: Now) -> list[AnyEvent]:
    """What the kiosk shows of the card in its reader, where that is something else than before."""
    known = machine.players
    if known.shown is None and known.told is None:
        return []
    player = known.guest
    amounts = [machine.kiosk.claims[claim].amount for claim in known.claims_of(player)]
    brings = table.brings(machine.table, player, now) if player else 0
    guest = players.guest_of(known, Money(sum(amounts)), brings, now)
    return [] if guest == known.told else [pc.GuestTold(guest)]
