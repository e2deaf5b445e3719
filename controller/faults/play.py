"""The rules of faults: what may be told, and what follows from it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from cashier.refusal import Code, Refusal
from controller.faults import doors
from controller.faults.state import Faults, OpenFault
from controller.faults.table import FAULTS, LOGIC
from controller.vocab import fault_records as fr
from controller.vocab.ids import Now
from controller.vocab.records import FaultCommand, FaultEvent
from controller.vocab.table_records import TablePaused, TableResumed


def decide(faults: Faults, command: FaultCommand, now: Now) -> list[FaultEvent] | Refusal:
    """Return what a command comes to; `faults` stays as it is."""
    return _DECIDE[type(command)](faults, command, now)


def evolve(faults: Faults, event: FaultEvent) -> Faults:
    """Return the state after one event."""
    return _EVOLVE[type(event)](faults, event)


def follow(faults: Faults, event: Event) -> Faults:
    """Note whether the table is paused by doors alone; whoever pauses it meanwhile keeps it paused."""
    if isinstance(event, TablePaused):
        return msgspec.structs.replace(faults, holds=event.cause == "door")
    return msgspec.structs.replace(faults, holds=False) if isinstance(event, TableResumed) else faults


# -- deciding ----------------------------------------------------------------------------------------------------


def _start_up(faults: Faults, command: fr.StartUp, now: Now) -> list[FaultEvent] | Refusal:
    """What ended the last run comes first, then that the program runs."""
    told = [stood for stood in command.stood if stood.wall not in faults.stood]
    events: list[FaultEvent] = []
    for stood in told:
        events += _stood_still(faults, stood)
    unexplained = faults.running and not told and faults.lock is None
    if unexplained:
        events.append(fr.PowerLost(since=command.last))
    is_other = (faults.version, faults.digest) != (command.version, command.digest)
    before = faults.version if is_other else ""
    seen = tuple(stood.wall for stood in told)
    started = fr.Started(command.version, command.digest, before=before, stood=seen, signers=command.signers)
    return [*events, started]


def _stood_still(faults: Faults, stood: fr.StoodStill) -> list[FaultEvent]:
    """A fault that the journal could not take when it came; one that is tried again at a start is gone with it."""
    if faults.find(stood.fault, stood.name) is not None:
        return []
    raised = fr.FaultRaised(fault=stood.fault, place=stood.name, detail=stood.sentence, since=stood.wall)
    if FAULTS[stood.fault].ends == "attendant":
        return [raised]
    return [raised, fr.FaultCleared(fault=stood.fault, place=stood.name)]


def _shut_down(faults: Faults, _command: fr.ShutDown, _now: Now) -> list[FaultEvent] | Refusal:
    return [fr.Stopped()] if faults.running else Refusal(Code.ALREADY_SO)


def _report(faults: Faults, command: fr.ReportFault, now: Now) -> list[FaultEvent] | Refusal:
    if faults.find(command.fault, command.place) is not None:
        return Refusal(Code.ALREADY_SO)
    return [fr.FaultRaised(fault=command.fault, place=command.place, detail=command.detail, since=now.wall)]


def _clear(faults: Faults, command: fr.ClearFault, _now: Now) -> list[FaultEvent] | Refusal:
    """A fault that people must look at is ended by them alone, and every other one never by their word."""
    if (FAULTS[command.fault].ends == "attendant") != bool(command.by):
        return Refusal(Code.NOT_ALLOWED)
    if faults.find(command.fault, command.place) is None:
        return Refusal(Code.NO_SUCH_FAULT)
    return [fr.FaultCleared(fault=command.fault, place=command.place, by=command.by)]


def _change_release(faults: Faults, command: fr.ChangeRelease, _now: Now) -> list[FaultEvent] | Refusal:
    """Only behind the logic door, where one is watched: its key, and whoever announced it, are part of the bargain."""
    door = faults.door(LOGIC)
    if not command.by:
        return Refusal(Code.NOT_ALLOWED)
    if door is not None and not (door.open and door.by):
        return Refusal(Code.DOOR_SHUT, {"door": LOGIC})
    return [fr.ReleaseChanged(command.step, command.version, command.serial, command.digest, command.by)]


def _report_incident(faults: Faults, command: fr.ReportIncident, now: Now) -> list[FaultEvent] | Refusal:
    """What the journal remembers of itself is told once, in its order."""
    if 0 < command.serial <= faults.told:
        return Refusal(Code.ALREADY_SO)
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    return [fr.IncidentNoted(**{**fields, "since": command.since or now.wall})]


def _report_display(faults: Faults, command: fr.ReportDisplay, now: Now) -> list[FaultEvent] | Refusal:
    if (command.screen in faults.connected) == command.connected:
        return Refusal(Code.ALREADY_SO)
    told = fr.DisplayConnected if command.connected else fr.DisplayLost
    return [told(command.screen, now.wall)]


# -- evolving ----------------------------------------------------------------------------------------------------


def _started(faults: Faults, event: fr.Started) -> Faults:
    return msgspec.structs.replace(
        faults,
        running=True,
        version=event.version,
        digest=event.digest,
        signed=faults.signed or bool(event.signers),
        stood=event.stood or faults.stood,
        connected=(),
        lost=(),
        seen=False,
    )


def _release_changed(faults: Faults, _event: fr.ReleaseChanged) -> Faults:
    return faults


def _power_lost(faults: Faults, _event: fr.PowerLost) -> Faults:
    return faults


def _stopped(faults: Faults, _event: fr.Stopped) -> Faults:
    return msgspec.structs.replace(faults, running=False, connected=(), lost=())


def _raised(faults: Faults, event: fr.FaultRaised) -> Faults:
    raised = OpenFault(event.fault, event.place, event.detail, event.since)
    return msgspec.structs.replace(faults, open=(*faults.open, raised))


def _cleared(faults: Faults, event: fr.FaultCleared) -> Faults:
    left = tuple(known for known in faults.open if (known.fault, known.place) != (event.fault, event.place))
    return msgspec.structs.replace(faults, open=left)


def _noted(faults: Faults, event: fr.IncidentNoted) -> Faults:
    return msgspec.structs.replace(faults, told=max(faults.told, event.serial))


def _connected(faults: Faults, event: fr.DisplayConnected) -> Faults:
    return msgspec.structs.replace(
        faults, connected=(*faults.connected, event.screen), lost=_without(faults.lost, event.screen)
    )


def _lost(faults: Faults, event: fr.DisplayLost) -> Faults:
    return msgspec.structs.replace(
        faults, connected=_without(faults.connected, event.screen), lost=(*faults.lost, event.screen)
    )


def _without(screens: tuple[str, ...], screen: str) -> tuple[str, ...]:
    return tuple(other for other in screens if other != screen)


_DECIDE: Final[Mapping[type[Any], Callable[[Faults, Any, Now], list[FaultEvent] | Refusal]]] = {
    fr.StartUp: _start_up,
    fr.ShutDown: _shut_down,
    fr.ReportFault: _report,
    fr.ClearFault: _clear,
    fr.ReportIncident: _report_incident,
    fr.ReportDisplay: _report_display,
    fr.ReportDoors: doors.report_doors,
    fr.AnnounceDoor: doors.announce_door,
    fr.ChangeRelease: _change_release,
    fr.ResetDoor: doors.reset_door,
}

_EVOLVE: Final[Mapping[type[Any], Callable[[Faults, Any], Faults]]] = {
    fr.Started: _started,
    fr.PowerLost: _power_lost,
    fr.Stopped: _stopped,
    fr.FaultRaised: _raised,
    fr.FaultCleared: _cleared,
    fr.IncidentNoted: _noted,
    fr.DisplayConnected: _connected,
    fr.DisplayLost: _lost,
    fr.DoorsRead: doors.doors_read,
    fr.DoorAnnounced: doors.door_announced,
    fr.ReleaseChanged: _release_changed,
    fr.DoorOpened: doors.door_opened,
    fr.DoorClosed: doors.door_closed,
    fr.DoorReset: doors.door_reset,
}
