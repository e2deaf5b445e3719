"""How doors change what a screen shows: everybody is told which stands open, staff who opened it (R-DOR-2)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.vocab import fault_records as fault
from controller.wire.door_view import DoorView
from controller.wire.view import View


def _door_opened(view: View, event: fault.DoorOpened) -> None:
    before = next((door.opened for door in view.doors if door.door == event.door), 0)
    opened = DoorView(
        event.door,
        event.reach,
        event.seat,
        open=True,
        alarm=event.alarm,
        unseen=event.unseen,
        by=event.by,
        opened=before + event.times,
    )
    view.doors = (*(door for door in view.doors if door.door != event.door), opened)


def _door_closed(view: View, event: fault.DoorClosed) -> None:
    _change(view, event, open=False, alarm=False, waits=event.waits, by="")


def _door_reset(view: View, event: fault.DoorReset) -> None:
    _change(view, event, waits=False)


def _change(view: View, event: fault.DoorClosed | fault.DoorReset, **changes: object) -> None:
    view.doors = tuple(
        msgspec.structs.replace(door, **changes) if door.door == event.door else door for door in view.doors
    )


def _unmoved(_view: View, _event: Event) -> None:
    """Staff read this event in the log; no view shows it."""


FOLD_DOORS: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    fault.DoorsRead: _unmoved,
    fault.DoorAnnounced: _unmoved,
    fault.DoorOpened: _door_opened,
    fault.DoorClosed: _door_closed,
    fault.DoorReset: _door_reset,
}
