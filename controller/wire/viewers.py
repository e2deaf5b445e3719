"""Every screen a table can have, and their names in files, on command lines and in the channel's hello."""

from typing import Final

from controller.vocab.ids import MAX_SEATS
from controller.wire.redact import Viewer

CENTRE: Final = Viewer("centre")
KIOSK: Final = Viewer("kiosk")
STAFF: Final = Viewer("staff")

VIEWERS: Final[tuple[Viewer, ...]] = (
    *(Viewer("seat", number) for number in range(1, MAX_SEATS + 1)),
    CENTRE,
    KIOSK,
    STAFF,
)


def viewer_name(viewer: Viewer) -> str:
    """Return a viewer's name: `seat-3`, `centre`, `kiosk`, `staff`."""
    return f"seat-{viewer.seat}" if viewer.seat is not None else viewer.kind


def viewer_of(name: str) -> Viewer | None:
    """Return the viewer of a name, or None if no screen has it."""
    return next((viewer for viewer in VIEWERS if viewer_name(viewer) == name), None)
