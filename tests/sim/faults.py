"""Everything that can go wrong: late and repeated reports, bad screens, dying processes, failing disks and devices."""

from typing import Literal

from cashier.money import Money
from cashier.records import CashOut, CollectClaim, Command, NoteStacked, ResolveVoucher, TicketPrinted
from controller.app.core import Committed
from controller.vocab.fault_records import AnnounceDoor
from controller.vocab.hand_records import Act, VoidCause, VoidHand
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.table_records import BuyIn, Pause
from controller.wire.messages import AskedCommand
from controller.wire.viewers import viewer_name
from tests.sim.copies import FIRST_MIRROR, SECOND, TABLE
from tests.sim.disk import FAILURES
from tests.sim.doors import DOORS, OF_A_SEAT
from tests.sim.finding import PowerCut, ProcessDeath, check
from tests.sim.screens import Screen
from tests.sim.world import ATTENDANT, World

# -- devices that repeat themselves ------------------------------------------------------------------------------


def repeat_report(world: World) -> None:
    """A device's report comes once more, long after the first."""
    for command in world.reported:
        if isinstance(command, NoteStacked | TicketPrinted) and not world.dice.randrange(3):
            _must_refuse(world, command)
    late = [number for number, state in world.site.books.tickets.items() if state in ("issued", "void", "unknown")]
    if late:
        _must_refuse(world, TicketPrinted(world.dice.choice(late)))


def skip_report(world: World) -> None:
    """A report comes whose forerunner never came."""
    device = world.site.profile.cash.validator
    last = world.site.core.machine.kiosk.counters.get(device, 0)
    counter = (last + world.dice.randrange(1, 100)) % 255 + 1
    _must_refuse(world, NoteStacked(device, counter, Money(2000)))


def _must_refuse(world: World, command: Command) -> None:
    outcome = world.site.core.submit(command)  # type: ignore[arg-type]
    check(not isinstance(outcome, Committed), "report-once", f"{command} was carried out")


# -- bad screens ---------------------------------------------------------------------------------------------


def screen_trouble(world: World) -> None:
    """A screen vanishes, babbles, repeats a frame, or connects a second time."""
    screen = world.dice.choice(world.screens)
    match world.dice.randrange(4):
        case 0:
            screen.vanish()
        case 1:
            screen.babble(world.dice)
        case 2:
            screen.repeat_frames()
        case _:
            screen.connect(world.site.hub)


def ask_again(world: World) -> None:
    """A screen that heard no answer asks again, with the same request or for the same decision."""
    if world.asked and world.dice.randrange(2):
        world.ask(world.kiosk, world.dice.choice(world.asked))
        return
    person = world.dice.choice(tuple(world.people.values()))
    open_decision = world.decision
    for act in person.screen.acts:
        if open_decision is None or act.decision != open_decision.decision:
            twice = world.ask(person.screen, act)
            check(not twice, "act-counts-once", f"{act} was carried out again")
            return


def talk_nonsense(world: World) -> None:
    """A screen asks for what it may not have; nothing may come of it."""
    seat = world.dice.choice(tuple(world.people))
    other = world.dice.choice(tuple(world.people))
    number = next(iter(world.site.books.tickets), None)
    last = DecisionId(world.site.core.machine.table.last_decision)
    wishes: list[tuple[Screen, AskedCommand]] = [
        (world.kiosk, BuyIn(request=world.request(), seat=seat, amount=Money(-4000), name="Nobody")),
        (world.kiosk, BuyIn(request=world.request(), seat=seat, amount=Money(10**15), name="Nobody")),
        (world.kiosk, CashOut(request=world.request(), amount=Money(0))),
        (world.kiosk, CashOut(request=world.request(), amount=Money(10**15))),
        (world.kiosk, CollectClaim(request=world.request(), code="no code")),
        (world.kiosk, Act(seat=seat, decision=last, kind="fold")),
        (world.centre, Pause(by="nobody")),
        (world.people[seat].screen, Act(seat=seat, decision=last, kind="raise", to=-1)),
        (world.people[seat].screen, Act(seat=seat, decision=DecisionId(last + 1), kind="fold")),
        (world.people[seat].screen, Pause(by="nobody")),
    ]
    decision = world.decision
    if decision is not None and decision.seat != seat:
        wishes.append((world.people[seat].screen, Act(seat=seat, decision=decision.decision, kind="fold")))
    if other != seat:
        wishes.append((world.people[seat].screen, Act(seat=other, decision=last, kind="fold")))
    if number is not None and world.site.books.tickets[number] in ("issued", "void"):
        verdict: Literal["issued", "void"] = "void" if world.site.books.tickets[number] == "issued" else "issued"
        wishes.append((world.staff, ResolveVoucher(number=number, verdict=verdict, by=ATTENDANT)))
    screen, command = world.dice.choice(wishes)
    carried_out = world.ask(screen, command)
    check(not carried_out, "nonsense-refused", f"{viewer_name(screen.viewer)} got {command}")


# -- faults --------------------------------------------------------------------------------------------------


def cut_power(world: World) -> None:
    """The power goes between two commits."""
    raise PowerCut


def kill(world: World) -> None:
    """The process dies between two commits."""
    raise ProcessDeath


def light_fuse(world: World) -> None:
    """The table dies at some operation of the disk, soon."""
    world.site.disk.fuse_after(world.dice.randrange(60), world.dice.choice(("power", "process")))


def die_before_telling(world: World) -> None:
    """The table dies right after its next commit, before anybody hears of it."""
    world.site.dies_after_commit = world.dice.choice(("power", "process"))


def spoil_disk(world: World) -> None:
    """An operation of the disk fails, or all of them from one on."""
    for_ever = bool(world.dice.randrange(2))
    world.site.disk.fail_at(world.dice.randrange(20), world.dice.choice(FAILURES), for_ever=for_ever)
    world.site.copies.trouble(FIRST_MIRROR)


def spoil_mirror(world: World) -> None:
    """A mirror decays, or its disk fails, or is taken away and put back."""
    world.site.copies.spoil(world.site.disk, world.dice)
    world.site.note_room()


def fill_disk(world: World) -> None:
    """One of the disks runs out of room."""
    world.site.fill(world.dice.choice((TABLE, SECOND)), world.dice.randrange(100))


def trouble_validator(world: World) -> None:
    """The validator jams, loses its power, or counts things that are no notes."""
    match world.dice.randrange(3):
        case 0:
            world.site.validator.condition = "jam"
        case 1:
            world.power_off_validator()
        case _:
            for _status in range(world.dice.randrange(1, 9)):
                world.site.validator.say_status(world.dice.randrange(2, 20))


def trouble_printer(world: World) -> None:
    """The paper runs out or the cover is open."""
    world.site.printer.condition = world.dice.choice(("paper-out", "cover-open", "paper-low", "fault"))


def trouble_hopper(world: World) -> None:
    """The hopper jams, or its power goes in the middle."""
    if world.dice.randrange(2):
        world.site.hopper.condition = "jam"
    else:
        world.site.hopper.lose_power()


def open_doors(world: World) -> None:
    """Somebody opens doors, announced or not, closes some at once, or pulls the board's cable."""
    site, dice = world.site, world.dice
    for _turn in range(dice.randrange(1, 4)):
        door = dice.choice(dice.choice((DOORS, tuple(OF_A_SEAT))))
        if not dice.randrange(4):
            world.ask(world.staff, AnnounceDoor(door=door, by=ATTENDANT))
        site.board.turn(door, is_open=True)
        if dice.randrange(2):
            site.board.turn(door, is_open=False)
    if not dice.randrange(8):
        site.board.pulled = True


def snapshot(world: World) -> None:
    """The table leaves a snapshot."""
    if world.site.core.record:
        world.site.core.snapshot()


def void_hand(world: World) -> None:
    """Staff would have the running hand void, now and then too late, alone, or the wrong one."""
    table, dice = world.site.core.machine.table, world.dice
    if table.hand is None:
        return
    hand = HandId(table.last_hand - (not dice.randrange(8)))
    cause: VoidCause = dice.choice(("misdeal", "fault", "floor"))
    second = dice.choice(("floor", "floor", "floor", ATTENDANT, ""))
    if world.ask(world.staff, VoidHand(hand=hand, cause=cause, by=ATTENDANT, second=second)):
        world.site.counts["void hands"] += 1
