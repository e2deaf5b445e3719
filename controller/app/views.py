"""What every screen of the table knows now: one view per viewer, folded from what he may see."""

import msgspec

from controller.vocab.records import AnyEvent
from controller.wire.fold import fold
from controller.wire.redact import Viewer, redact
from controller.wire.view import View
from controller.wire.viewers import VIEWERS, viewer_name, viewer_of


class Views:
    """The views of all screens. The only place that folds on the table's side."""

    def __init__(self) -> None:
        self._views = {viewer: View(own=viewer.seat) for viewer in VIEWERS}

    def of(self, viewer: Viewer) -> View:
        """Return what a screen knows; the record is live, so encode it before the next commit."""
        return self._views[viewer]

    def follow(self, events: tuple[AnyEvent, ...]) -> dict[Viewer, tuple[AnyEvent, ...]]:
        """Fold committed events into all views and return what each viewer may see of them."""
        seen: dict[Viewer, tuple[AnyEvent, ...]] = {}
        for viewer, view in self._views.items():
            shown = tuple(shown for event in events if (shown := redact(event, viewer)) is not None)
            for event in shown:
                fold(view, event)
            seen[viewer] = shown
        return seen

    def saved(self) -> dict[str, View]:
        """Return all views by their viewers' names, for a snapshot."""
        return {viewer_name(viewer): view for viewer, view in self._views.items()}

    @classmethod
    def restored(cls, saved: dict[str, View]) -> "Views":
        """Return the views of a snapshot."""
        views = cls()
        for name, view in saved.items():
            viewer = viewer_of(name)
            if viewer is not None:
                views._views[viewer] = view
        return views

    def copy(self) -> "Views":
        """Return independent views, for pictures of an instant."""
        return Views.restored(msgspec.msgpack.decode(msgspec.msgpack.encode(self.saved()), type=dict[str, View]))
