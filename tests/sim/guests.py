"""What the guests of a table do with their money and their seats."""

from cashier.money import Money
from cashier.records import CashOut, CollectClaim, ResolveVoucher
from cashier.redeem_records import RedeemTicket
from cashier.vouchers import RANDOM_BYTES, make_number
from controller.table.buying import purchase_of
from controller.vocab.gaming_day import gaming_day
from controller.vocab.ids import Seat
from controller.vocab.seat_records import ChooseEntry, TakeBreak
from controller.vocab.table_records import BuyIn, LeaveSeat, SitIn, SitOut
from controller.wire.messages import AskedCommand
from controller.wire.view import View
from tests.sim.world import ATTENDANT, Person, World


def bring_note(world: World) -> None:
    """Push a note into the slot."""
    world.site.validator.insert(world.dice.choice(world.site.profile.cash.notes))


def at_the_kiosk(world: World) -> None:
    """Buy chips, collect a claim, or ask for a ticket."""
    person = world.dice.choice(tuple(world.people.values()))
    view = world.kiosk.view(world.site.hub)
    command = _wish(world, person, view)
    if command is not None and world.ask(world.kiosk, world.keep(command)) and isinstance(command, BuyIn):
        _come_in(world, person)


def _wish(world: World, person: Person, view: View) -> AskedCommand | None:
    profile = world.site.profile
    code = _code_of(world, person)
    if code:
        return CollectClaim(request=world.request(), code=code)
    seat = view.seats.get(person.seat)
    held = seat.stack + seat.reserved if seat else 0
    unit = profile.stakes.unit
    most = min(view.balance, profile.buy_in.most - held) // unit * unit
    least = _least_purchase(world, person) if not held else unit
    most = max(most, least) if least <= view.balance else most
    if most >= least and world.dice.randrange(4):
        amount = Money(world.dice.choice((most, least, world.dice.randrange(least, most + 1, unit))))
        return BuyIn(request=world.request(), seat=person.seat, amount=amount, name=person.name)
    if view.balance and not world.dice.randrange(3):
        amount = Money(world.dice.choice((view.balance, world.dice.randrange(1, view.balance + 1))))
        way = world.dice.choice(("ticket", "ticket", "ticket", "coins", "coins", "hand"))
        return CashOut(request=world.request(), amount=amount, way=way)
    return _ticket_in_hand(world)


def _ticket_in_hand(world: World) -> RedeemTicket | None:
    """Bring a ticket back, now and then one that was paid before, or a number that nobody gave out."""
    slips = [slip for slip in world.site.printer.slips.values() if slip.whole]
    if not slips or world.dice.randrange(2):
        return None
    number = world.dice.choice(slips[-8:]).number
    if not world.dice.randrange(20):
        number = make_number(world.dice.randbytes(RANDOM_BYTES))
    return RedeemTicket(request=world.request(), number=number)


def _least_purchase(world: World, person: Person) -> int:
    """What he must buy at least: today's stack if he has been here (poker.md §7.3)."""
    table, today = world.site.core.machine.table, gaming_day(world.site.profile.gaming_day, world.site.core.now().wall)
    taken = table.seats.get(person.seat)
    taken = taken if taken is not None and taken.name == person.name else None
    return purchase_of(table, world.site.profile, person.name, taken, today, playing=False).least


def _code_of(world: World, person: Person) -> str:
    """Return the code on his seat's screen, if one waits there."""
    view = person.screen.view(world.site.hub)
    return next((claim.code for claim in view.claims if claim.code), "")


def at_a_seat(world: World) -> None:
    """Come back, sit out, or leave."""
    person = world.dice.choice(tuple(world.people.values()))
    seat = person.screen.view(world.site.hub).seats.get(person.seat)
    if seat is None or seat.status == "empty":
        return
    out, back, home = SitOut(seat=person.seat), SitIn(seat=person.seat), LeaveSeat(seat=person.seat)
    away = TakeBreak(seat=person.seat) if world.faults else out
    wish = world.dice.choice((back, back, back, home) if seat.presence == "sitting-out" else (out, out, home, away))
    if world.ask(person.screen, wish):
        _come_in(world, person)


def come_to(world: World, seat: Seat, name: str) -> None:
    """Have somebody whose seat is kept for him buy in there."""
    world.seat_person(seat, name)
    person = world.people[seat]
    least = _least_purchase(world, person)
    command = BuyIn(request=world.request(), seat=seat, amount=Money(least), name=name)
    if world.ask(world.kiosk, world.keep(command)):
        _come_in(world, person)


def _come_in(world: World, person: Person) -> None:
    """Have somebody who must wait for his blind choose how he comes in."""
    seat = person.screen.view(world.site.hub).seats.get(person.seat)
    if seat is not None and seat.entry is not None and world.dice.randrange(4):
        way = world.dice.choice(("post", *seat.entry.ways))
        world.ask(person.screen, ChooseEntry(seat=person.seat, way=way))


def cancel_ticket(world: World) -> None:
    """Try to take back the ticket that is being printed: possible only before its first byte."""
    paying = world.site.core.machine.kiosk.paying
    if paying is not None and world.site.books.tickets[paying] != "unknown":
        world.ask(world.staff, ResolveVoucher(number=paying, verdict="void", by=ATTENDANT))
