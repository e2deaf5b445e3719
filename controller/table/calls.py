"""Calls for an attendant: from a seat or the kiosk, whatever the table is doing, until staff have been there."""

from cashier.refusal import Code, Refusal
from controller.table.state import Table
from controller.vocab import seat_records as sr
from controller.vocab.records import AnyEvent


def call(table: Table, command: sr.CallAttendant) -> list[AnyEvent] | Refusal:
    """Ask for staff, or take the call back; a second call from the same place is the first one."""
    if table.profile is None or not 0 <= command.seat <= table.profile.seats:
        return Refusal(Code.NO_SUCH_SEAT, {"seat": command.seat})
    if command.calls == (command.seat in table.calls):
        return Refusal(Code.ALREADY_SO)
    return [sr.AttendantCalled(command.seat) if command.calls else sr.CallEnded(command.seat)]


def answer(table: Table, command: sr.AnswerCall) -> list[AnyEvent] | Refusal:
    """Staff have been there."""
    if command.seat not in table.calls:
        return Refusal(Code.ALREADY_SO)
    return [sr.CallEnded(command.seat, by=command.by)]
