"""The rules of doors: what a board's word means, and what is alarm (R-DOR-1 to R-DOR-4).

A board counts each door's openings, also without power, so its count against the one remembered tells of every opening,
whether anybody looked or not. Which stops follow from an open door stands in `controller.faults.table`.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from cashier.refusal import Code, Refusal
from controller.faults.state import Door, Faults
from controller.faults.table import DOORS
from controller.vocab import fault_records as fr
from controller.vocab.fault_records import DOOR_COUNT_TOP, DoorId, DoorReading
from controller.vocab.ids import Now
from controller.vocab.records import FaultEvent

ANNOUNCED_MS: Final = 300_000
"""How long somebody who has announced a door may take to open it."""

DecidedDoors = list[FaultEvent] | Refusal

# -- deciding ----------------------------------------------------------------------------------------------------


def report_doors(faults: Faults, command: fr.ReportDoors, now: Now) -> DecidedDoors:
    """What has happened at each door since the board was read last; another memory tells nothing of the time before.

    A door that has no switch any more counts as closed.
    """
    is_new = bool(faults.memory) and command.memory != faults.memory
    events: list[FaultEvent] = []
    for reading in command.doors:
        known = faults.door(reading.door)
        if known is None or is_new:
            counted = Door(reading.door, count=reading.count)
            known = counted if known is None else msgspec.structs.replace(known, count=reading.count)
        events += _moved(faults, known, reading, now)
    fitted = {reading.door for reading in command.doors}
    events += [_closed(known.door) for known in faults.doors if known.open and known.door not in fitted]
    if is_new and faults.find("doors-forgotten", command.device) is None:
        events.append(fr.FaultRaised(fault="doors-forgotten", place=command.device, since=now.wall))
    if not faults.seen or command.memory != faults.memory:
        events.insert(0, fr.DoorsRead(command.device, command.memory, command.doors))
    return events or Refusal(Code.ALREADY_SO)


def _moved(faults: Faults, known: Door, reading: DoorReading, now: Now) -> Iterator[FaultEvent]:
    """Openings and closings that lead from what was known to what is read."""
    moved = (reading.count - known.count) % DOOR_COUNT_TOP
    times = moved or int(reading.open and not known.open)
    if known.open and (times or not reading.open):
        yield _closed(reading.door)
    if times:
        yield _opened(faults, known, reading, times, now)
        if not reading.open:
            yield _closed(reading.door)


def _opened(faults: Faults, known: Door, reading: DoorReading, times: int, now: Now) -> fr.DoorOpened:
    row, announced = DOORS[reading.door], known.by != "" and now.wall < known.until
    return fr.DoorOpened(
        door=reading.door,
        reach=row.reach,
        count=reading.count,
        seat=row.seat,
        times=times,
        alarm=row.alarms and not announced,
        unseen=not faults.seen or bool(faults.places("doors-unseen")),
        by=known.by if announced else "",
    )


def _closed(door: DoorId) -> fr.DoorClosed:
    return fr.DoorClosed(door, waits=DOORS[door].ends == "attendant")


def announce_door(faults: Faults, command: fr.AnnounceDoor, now: Now) -> DecidedDoors:
    """Only a door that is watched can be announced, and before it is opened."""
    known = faults.door(command.door)
    if known is None or known.open or not command.by:
        return Refusal(Code.NOT_ALLOWED)
    return [fr.DoorAnnounced(command.door, command.by, now.wall + ANNOUNCED_MS)]


def reset_door(faults: Faults, command: fr.ResetDoor, _now: Now) -> DecidedDoors:
    """Only people reset, and only what is closed."""
    known = faults.door(command.door)
    if known is None or not command.by:
        return Refusal(Code.NOT_ALLOWED)
    if known.open:
        return Refusal(Code.FAULT_OPEN, {"fault": command.door})
    return [fr.DoorReset(command.door, command.by)] if known.waits else Refusal(Code.ALREADY_SO)


# -- evolving ----------------------------------------------------------------------------------------------------


def doors_read(faults: Faults, event: fr.DoorsRead) -> Faults:
    """Doors that were never read are known from here on; another memory counts from where it stands."""
    is_new = event.memory != faults.memory
    after = msgspec.structs.replace(faults, memory=event.memory, seen=True)
    for reading in event.doors:
        known = after.door(reading.door)
        if known is None:
            after = _with(after, Door(reading.door, count=reading.count))
        elif is_new:
            after = _with(after, msgspec.structs.replace(known, count=reading.count))
    return after


def door_announced(faults: Faults, event: fr.DoorAnnounced) -> Faults:
    """Note who may open it, and until when."""
    return _changed(faults, event.door, by=event.by, until=event.until)


def door_opened(faults: Faults, event: fr.DoorOpened) -> Faults:
    """The door stands open; an announcement is used up by it."""
    before = faults.door(event.door) or Door(event.door)
    after = _changed(
        faults,
        event.door,
        open=True,
        count=event.count,
        opened=before.opened + event.times,
        alarm=event.alarm,
        by=event.by,
        until=0,
    )
    return msgspec.structs.replace(after, alarms=after.alarms + event.alarm)


def door_closed(faults: Faults, event: fr.DoorClosed) -> Faults:
    """The alarm is over; whether play may go on is another question."""
    return _changed(faults, event.door, open=False, alarm=False, waits=event.waits, by="")


def door_reset(faults: Faults, event: fr.DoorReset) -> Faults:
    """Nothing waits behind it any more."""
    return _changed(faults, event.door, waits=False)


def _changed(faults: Faults, door: DoorId, **changes: object) -> Faults:
    return _with(faults, msgspec.structs.replace(faults.door(door) or Door(door), **changes))


def _with(faults: Faults, door: Door) -> Faults:
    """The same with this door in its place, or behind all others."""
    known = [other.door for other in faults.doors]
    if door.door not in known:
        return msgspec.structs.replace(faults, doors=(*faults.doors, door))
    after = tuple(door if other.door == door.door else other for other in faults.doors)
    return msgspec.structs.replace(faults, doors=after)
