"""What else people do at a table of any game: they change seats, wait for one, and want hands of another kind."""

from controller.vocab.ids import Seat
from controller.vocab.seat_records import (
    AllowPlayingOver,
    AskSeatChange,
    CloseTable,
    JoinList,
    LeaveList,
    MoveSeat,
    OpenTable,
    TakeSeatBack,
)
from controller.vocab.table_records import OpenRecall, ProposeBombPot
from tests.sim.guests import come_to
from tests.sim.world import ATTENDANT, World


def change_seat(world: World) -> None:
    """Somebody would rather sit elsewhere, or the attendant lets somebody."""
    seats, free = world.site.core.machine.table.seats, _free(world)
    if not seats or not free:
        return
    seat = world.dice.choice(tuple(seats))
    if world.dice.randrange(2):
        world.ask(world.people[seat].screen, AskSeatChange(seat=seat, to=world.dice.choice(free)))
        return
    asked = seats[seat].would_move_to
    to = asked if asked in free else world.dice.choice(free)
    world.ask(world.staff, MoveSeat(seat=seat, to=to, by=ATTENDANT))


def see_to_list(world: World) -> None:
    """Put somebody on the waiting list, take somebody off it, or let whoever has been called come to his seat."""
    table, dice = world.site.core.machine.table, world.dice
    called = next((waiter for waiter in table.waiting if waiter.seat in world.people), None)
    if called is not None and dice.randrange(2):
        come_to(world, called.seat, called.name)
    elif table.waiting and not dice.randrange(3):
        world.ask(world.staff, LeaveList(name=dice.choice(table.waiting).name, by=ATTENDANT))
    else:
        name = dice.choice(tuple(world.people.values())).name
        world.ask(world.staff, JoinList(name=name, by=ATTENDANT, moved=not dice.randrange(4)))


def play_over(world: World) -> None:
    """The attendant lets somebody without a seat play at that of somebody who is away, or says that he is back."""
    table, dice = world.site.core.machine.table, world.dice
    if table.owners and dice.randrange(2):
        world.ask(world.staff, TakeSeatBack(seat=dice.choice(tuple(table.owners)), by=ATTENDANT))
        return
    there = {seat.name for seat in (*table.seats.values(), *table.owners.values())}
    without = [person.name for person in world.people.values() if person.name not in there]
    lent = [seat.seat for seat in table.seats.values() if seat.standing.lends]
    if without and lent:
        seat, name = dice.choice(lent), dice.choice(without)
        if world.ask(world.staff, AllowPlayingOver(seat=seat, name=name, by=ATTENDANT)):
            come_to(world, seat, name)


def propose_bomb_pot(world: World) -> None:
    """Somebody would have everyone ante."""
    seats = world.site.core.machine.table.seats
    if seats:
        seat = world.dice.choice(tuple(seats))
        world.ask(world.people[seat].screen, ProposeBombPot(seat=seat))


def close_or_open(world: World) -> None:
    """The attendant announces the last hands; a table that is closed is opened again."""
    table = world.site.core.machine.table
    if table.closed or world.dice.randrange(3):
        world.ask(world.staff, OpenTable(by=ATTENDANT))
    else:
        world.ask(world.staff, CloseTable(by=ATTENDANT, hands=world.dice.randrange(4)))


def recall(world: World) -> None:
    """The attendant looks at a hand."""
    last = world.site.core.machine.table.last_hand
    if last:
        world.ask(world.staff, OpenRecall(by=ATTENDANT, hand=world.dice.randint(1, last)))  # type: ignore[arg-type]


def _free(world: World) -> list[Seat]:
    """Seats with a screen at which nobody sits."""
    return [seat for seat in world.people if seat not in world.site.core.machine.table.seats]
