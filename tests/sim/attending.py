"""What the attendant does: he sees to money, faults, devices, doors and seats, by what his own screen shows."""

from cashier.money import Money
from cashier.payout_records import FillHopper, HandPayVerdict, ResolvePayout, SettleHandPay
from cashier.records import CountDropBox, DeviceReported, ResolveVoucher, Verdict, VoucherNumber
from cashier.redeem_records import AllowNumbers
from cashier.ticket_number import last_digits
from controller.faults import FAULTS
from controller.vocab.fault_records import ClearFault, ResetDoor
from controller.vocab.seat_records import LockSeat, UnlockSeat
from controller.vocab.table_records import CallClock, Pause, Resume
from controller.wire.view import View
from tests.sim import cashless
from tests.sim.hopper import FILLED
from tests.sim.world import ATTENDANT, World


def attend(world: World) -> None:
    """See to money, faults, devices and seats; pause and resume, call the clock."""
    view, site = world.staff.view(world.site.hub), world.site
    if _see_to_doors(world, view) or _see_to_money(world, view) or _see_to_faults(world, view):
        return
    if {site.printer.condition, site.validator.condition, site.hopper.condition} != {"ready"}:
        site.printer.condition = site.validator.condition = site.hopper.condition = "ready"
    elif any(device.condition == "events-lost" for device in view.devices):
        world.ask(world.staff, DeviceReported(site.profile.cash.validator, "ready", by=ATTENDANT))
    elif view.paused and site.copies.is_full and world.dice.randrange(4):
        site.copies.make_room()
    elif view.paused and world.faults and world.dice.randrange(2):
        world.ask(world.staff, CountDropBox(by=ATTENDANT, amount=Money(site.validator.box + site.store.boxed)))
    elif view.paused:
        world.ask(world.staff, Resume(by=ATTENDANT))
    elif world.faults and not world.dice.randrange(20):
        world.ask(world.staff, Pause(by=ATTENDANT))
    elif world.faults and not world.dice.randrange(20):
        world.ask(world.staff, CallClock(by=ATTENDANT))
    else:
        _see_to_seats(world, view)


def _see_to_doors(world: World, view: View) -> bool:
    """Whether there was a door to be closed, or to be reset by whoever has looked behind it."""
    board = world.site.board
    if board.pulled or board.open:
        board.pulled = False
        for door in sorted(board.open):
            board.turn(door, is_open=False)
        return True
    waiting = next((door for door in view.doors if door.waits), None)
    if waiting is not None:
        world.ask(world.staff, ResetDoor(door=waiting.door, by=ATTENDANT))
    return waiting is not None


def _see_to_money(world: World, view: View) -> bool:
    """Whether there was a ticket in doubt, a hand-pay, coins in the tray or an empty hopper to be seen to."""
    for voucher in view.vouchers:
        if voucher.state == "unknown":
            _look_at_paper(world, voucher.number)
            return True
    if view.hand_pays and world.dice.randrange(2):
        verdict: HandPayVerdict = "cancelled" if world.faults and not world.dice.randrange(4) else "paid"
        world.ask(world.staff, SettleHandPay(view.hand_pays[0].payout, verdict, ATTENDANT, "counted out"))
        return True
    if view.coins is not None and view.coins.state == "unknown" and world.site.hopper.at_rest:
        fell = world.site.hopper.fallen[view.coins.payout]
        world.ask(world.staff, ResolvePayout(view.coins.payout, fell, ATTENDANT, "counted the tray"))
        return True
    if cashless.see_to_money(world, view):
        return True
    if not world.site.books.payouts.filled:
        world.ask(world.staff, FillHopper(FILLED, ATTENDANT))
        return True
    return False


def _see_to_faults(world: World, view: View) -> bool:
    """Whether there was a fault that waits for people, or a lock on the typing of numbers, to be ended."""
    waiting = next((fault for fault in view.faults if FAULTS[fault.fault].ends == "attendant"), None)
    if waiting is not None:
        world.ask(world.staff, ClearFault(fault=waiting.fault, place=waiting.place, by=ATTENDANT))
        return True
    if view.numbers_until and not (world.faults and world.dice.randrange(4)):
        world.ask(world.staff, AllowNumbers(by=ATTENDANT))
        return True
    return False


def _see_to_seats(world: World, view: View) -> None:
    """Lock a seat now and then; one that is locked does not stay so."""
    taken = [seat for seat in view.seats.values() if seat.status != "empty"]
    locked = [seat for seat in taken if seat.locked]
    if locked and (not world.faults or not world.dice.randrange(3)):
        world.ask(world.staff, UnlockSeat(seat=locked[0].seat, by=ATTENDANT))
    elif taken and not locked and world.faults and not world.dice.randrange(15):
        world.ask(world.staff, LockSeat(seat=world.dice.choice(taken).seat, by=ATTENDANT))


def _look_at_paper(world: World, digits: str) -> None:
    """Say what is on the paper of the ticket in doubt, of which the desk shows the last digits."""
    (number,) = (
        ticket
        for ticket, state in world.site.books.tickets.items()
        if state == "unknown" and last_digits(ticket) == digits
    )
    slip = world.site.printer.slips.get(number)
    reason = ""
    if slip is not None and slip.whole and not slip.torn and world.dice.randrange(5):
        verdict: Verdict = "issued"
    else:
        verdict, reason = world.dice.choice((("void", ""), ("void", ""), ("hand-paid", "no second try")))
        if slip is not None:
            slip.torn = True
    command = ResolveVoucher(number=VoucherNumber(digits), verdict=verdict, by=ATTENDANT, reason=reason)
    world.ask(world.staff, command)
