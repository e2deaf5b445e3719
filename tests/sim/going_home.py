"""The end of an evening: no more faults, and everybody must be able to end his hand, go home and be paid."""

from typing import Final

from cashier.records import CashOut, CollectClaim
from controller.vocab.seat_records import LeaveList
from controller.vocab.table_records import LeaveSeat
from tests.sim.attending import attend
from tests.sim.cashless import is_done, stand_at_terminal
from tests.sim.finding import check
from tests.sim.playing import play
from tests.sim.world import ATTENDANT, World

WIND_UP_STEPS: Final = 2500
WIND_UP_MS: Final = 60_000
"""Steps and table time within which everything must come to rest once the faults have stopped (reliability TST-8)."""


def wind_up(world: World) -> None:
    """Stop all faults; then every hand must end, everybody be paid and every ticket resolved."""
    world.faults = False
    world.site.mend()
    begun = world.site.core.now().table
    for _step in range(WIND_UP_STEPS):
        if _at_rest(world):
            break
        world.do(go_home)
    check(_at_rest(world), "comes-to-rest", f"after {WIND_UP_STEPS} steps without faults the table is not at rest")
    took = world.site.core.now().table - begun
    check(took <= WIND_UP_MS, "comes-to-rest", f"it took {took} ms without faults to come to rest")
    world.site.books.settle(world.site.core.machine.kiosk)
    world.site.settle_doors()
    world.site.start_anew()


def _at_rest(world: World) -> bool:
    machine, site = world.site.core.machine, world.site
    busy = machine.table.seats or machine.table.hand or machine.kiosk.balance or machine.kiosk.claims
    quiet = not site.validator.escrow and not any(world.waiting.values()) and not site.board.open and is_done(world)
    return not busy and not machine.kiosk.pays and not machine.kiosk.hand_pays and quiet and _read_to_the_end(world)


def _read_to_the_end(world: World) -> bool:
    """Whether the table has read all of the validator's events."""
    device = world.site.profile.cash.validator
    return world.site.core.machine.kiosk.counters.get(device, 0) == world.site.validator.counter


def go_home(world: World) -> None:
    """Do whatever brings everybody home."""
    world.step_devices()
    attend(world)
    for waiter in world.site.core.machine.table.waiting:
        world.ask(world.staff, LeaveList(name=waiter.name, by=ATTENDANT))
    for person in world.people.values():
        seat = world.site.core.machine.table.seats.get(person.seat)
        if seat is not None and not seat.leave_code:
            world.ask(person.screen, LeaveSeat(seat=person.seat))
    for claim in tuple(world.site.core.machine.kiosk.claims):
        world.ask(world.kiosk, CollectClaim(request=world.request(), code=world.site.codes[claim]))
    balance = world.kiosk.view(world.site.hub).balance
    if balance and not world.site.core.machine.kiosk.pays:
        world.ask(world.kiosk, CashOut(request=world.request(), amount=balance))
    stand_at_terminal(world)
    play(world)
