"""Where players and table meet: nobody gets in, adds chips or stays on whom identity, limits or exclusion keep out."""

from collections.abc import Iterable

from cashier.refusal import Code, Refusal
from controller import players, table
from controller.machine.state import Machine
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.vocab.player_records import Pseudonym
from controller.vocab.records import AnyCommand, AnyEvent, PlayerEvent


def way_refusal(machine: Machine, command: AnyCommand, now: Now) -> Refusal | None:
    """Why whoever is behind a command is kept out; every way to a seat, to chips and into the game is asked here."""
    known = machine.players
    match command:
        case tr.BuyIn():
            return _purchase_refusal(machine, command, now)
        case sr.JoinList():
            return players.way_in_refusal(known, command.way, command.player, now)
        case sr.MoveSeat() | sr.AskSeatChange() | tr.SitIn():
            return players.stay_refusal(known, command.seat, now)
    return None


def _purchase_refusal(machine: Machine, command: tr.BuyIn, now: Now) -> Refusal | None:
    """A seat that is taken is topped up by its player, who need not show again who he is; or it is played over."""
    known, session = machine.players, machine.players.at_seat(command.seat)
    plays_over = table.plays_over(machine.table, command, now)
    if plays_over and command.player and known.of(command.player) is not None:
        return Refusal(Code.ONE_SEAT_ONLY)
    is_taken = command.seat in machine.table.seats and not plays_over
    if is_taken and command.player and (session is None or session.player != command.player):
        return Refusal(Code.SEAT_TAKEN, {"seat": command.seat})
    if is_taken:
        refusal = players.stay_refusal(known, command.seat, now)
    else:
        refusal = players.way_in_refusal(known, command.way, command.player, now)
    if refusal is not None:
        return refusal
    return players.purchase_refusal(known, command.seat, _payer(machine, command, now), command.amount, now)


def _payer(machine: Machine, command: tr.BuyIn, now: Now) -> Pseudonym:
    session = machine.players.at_seat(command.seat)
    if session is None or table.plays_over(machine.table, command, now):
        return command.player
    return session.player


def staked(machine: Machine, command: tr.BuyIn, now: Now) -> list[AnyEvent]:
    """What a purchase means to the limits of whoever makes it; nothing for somebody unknown."""
    payer = _payer(machine, command, now)
    return [pr.PlayerStaked(payer, command.seat, command.amount, machine.players.instant(now))] if payer else []


def listed(machine: Machine, command: sr.JoinList) -> list[AnyEvent]:
    """Who waits for a seat, where he is known and that was not told."""
    name = command.name.strip()
    is_told = machine.players.listed.get(name) == command.player
    return [] if is_told or not command.player else [pr.PlayerListed(command.player, name)]


def followed(machine: Machine, event: AnyEvent, now: Now) -> list[AnyEvent]:
    """What a departure means to them, and whether a purchase brings a limit near."""
    if isinstance(event, pr.PlayerStaked):
        return [*players.near_limits(machine.players, event.seat, event.at)]
    session = machine.players.at_seat(event.seat) if isinstance(event, tr.SeatLeft) else None
    if not isinstance(event, tr.SeatLeft) or session is None:
        return []
    return [pr.PlayerLeft(session.player, event.seat, event.amount, machine.players.instant(now))]


def people_due(machine: Machine) -> int | None:
    """The table time (ms) at which a seat has to be told something; None while the clocks stand."""
    return None if machine.table.paused or machine.table.profile is None else players.due(machine.players)


def at_the_table(machine: Machine, decided: Iterable[PlayerEvent]) -> list[AnyEvent]:
    """Return the players' events; who may stay no longer leaves his seat, after the hand if he is in one."""
    events: list[AnyEvent] = []
    for event in decided:
        events.append(event)
        asked = _to_vacate(machine, event)
        if asked is not None:
            table.evolve(machine.table, asked)
            events.append(asked)
        events += _off_list(machine, event)
    return events


def _off_list(machine: Machine, event: PlayerEvent) -> list[AnyEvent]:
    """Who is kept out waits for no seat either."""
    if not isinstance(event, pr.PlayerExcluded):
        return []
    known = machine.players.listed.items()
    waiting = {waiter.name for waiter in machine.table.waiting}
    left = [sr.ListLeft(name, "excluded") for name, player in known if player == event.player and name in waiting]
    for gone in left:
        table.evolve(machine.table, gone)
    return [*left]


def _to_vacate(machine: Machine, event: PlayerEvent) -> sr.VacateAsked | None:
    """The emptying of a seat that an event means; one that is played over is emptied when its owner has it again."""
    if isinstance(event, pr.PlayTimeOver):
        return sr.VacateAsked(seat=event.seat, by="")
    session = machine.players.of(event.player) if isinstance(event, pr.PlayerExcluded) else None
    if not isinstance(event, pr.PlayerExcluded) or session is None:
        return None
    return sr.VacateAsked(seat=session.seat, by=event.by, owner=session.aside)
