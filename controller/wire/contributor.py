"""A seat screen's part in every shuffle: it binds itself to a fresh number, and shows it once all are bound.

The rules of a careful screen: every number is drawn afresh and shown once at most, and only in a shuffle that names the
very commitment behind which it lies, after the house has bound itself and the deck is cut.
"""

from collections.abc import Callable
from typing import Final

from controller.vocab.digests import SIZE
from controller.vocab.entropy_records import BindEntropy, RevealEntropy, bind
from controller.vocab.ids import HandId, Seat
from controller.wire.view import MixingView, View

Draw = Callable[[int], bytes]
"""Returns so many fresh random bytes."""


class Contributor:
    """Holds one screen's numbers. It outlives the connection: after another one the table may still await a number."""

    def __init__(self, seat: Seat, draw: Draw) -> None:
        self._seat: Final = seat
        self._draw: Final = draw
        self._numbers: dict[bytes, bytes] = {}
        self._bound_for = HandId(0)
        self._shown_for = HandId(0)

    def reconnected(self) -> None:
        """Have what was asked over an earlier connection asked again, if the table has not taken it."""
        self._bound_for = HandId(0)
        self._shown_for = HandId(0)

    def due(self, view: View) -> BindEntropy | RevealEntropy | None:
        """Return what is to be said to the table now, if anything; nothing is said twice for the same hand."""
        if view.profile is None:
            return None
        mixing = view.mixing
        if mixing is not None and mixing.until and mixing.hand != self._shown_for:
            shown = self._show(view.profile.table, mixing)
            if shown is not None:
                return shown
        following, own = _following(view), view.seats.get(self._seat)
        if own is None or own.status == "empty" or self._is_awaited(view):
            return None
        if following == self._bound_for or view.own_bound in self._numbers:
            return None
        self._bound_for = following
        return BindEntropy(seat=self._seat, hand=following, commitment=self._bind(view.profile.table, following))

    def _is_awaited(self, view: View) -> bool:
        """Whether this screen's number is still due: with it, it binds itself for the next hand."""
        mixing = view.mixing
        if mixing is None or mixing.hand == view.hand or self._seat in (*mixing.shown, *mixing.left_out):
            return False
        return any(bound.seat == self._seat for bound in mixing.bound)

    def _show(self, table: str, mixing: MixingView) -> RevealEntropy | None:
        """Show the number of this shuffle, unless it is there already, is not this screen's, or comes too late."""
        self._shown_for = mixing.hand
        bound = next((bound.commitment for bound in mixing.bound if bound.seat == self._seat), b"")
        entropy = self._numbers.pop(bound, b"")
        if not entropy or self._seat in (*mixing.shown, *mixing.left_out):
            return None
        self._numbers.clear()
        following = HandId(mixing.hand + 1)
        self._bound_for = following
        commitment = self._bind(table, following)
        return RevealEntropy(seat=self._seat, hand=mixing.hand, entropy=entropy, following=commitment)

    def _bind(self, table: str, hand: HandId) -> bytes:
        entropy = self._draw(SIZE)
        commitment = bind(table, hand, self._seat, entropy)
        self._numbers[commitment] = entropy
        return commitment


def _following(view: View) -> HandId:
    """The hand for which screens bind themselves now: the one after that whose shuffle is open, or after the latest."""
    opened = 0 if view.mixing is None else view.mixing.hand
    return HandId(max(opened, view.hand or 0) + 1)
