"""Closing the table: the last round is announced, played, and then the seats are emptied (poker.md §9)."""

from cashier.refusal import Code, Refusal
from controller.table.state import Table
from controller.vocab import seat_records as sr
from controller.vocab.ids import HandId
from controller.vocab.records import AnyEvent


def close(table: Table, command: sr.CloseTable) -> list[AnyEvent] | Refusal:
    """Announce the last hand; a table at which nobody can play is closed at once."""
    if table.last_round is not None or table.closed:
        return Refusal(Code.ALREADY_SO)
    playing = sum(seat.present for seat in table.seats.values())
    more = command.hands or playing
    announced = sr.ClosingAnnounced(by=command.by, last=HandId(table.last_hand + more))
    return [announced] if table.hand is not None or playing > 1 else [announced, sr.TableClosed()]


def open_again(table: Table, command: sr.OpenTable) -> list[AnyEvent] | Refusal:
    """Take the closing back."""
    if table.last_round is None and not table.closed:
        return Refusal(Code.ALREADY_SO)
    return [sr.TableOpened(by=command.by)]


def after_hand(table: Table) -> list[AnyEvent]:
    """Close the table when the announced last hand is over."""
    if table.closed or table.last_round is None or table.last_hand < table.last_round:
        return []
    return [sr.TableClosed()]
