"""Signing in at a running table, as every program of the desk does before it asks for anything."""

from controller.app.pin_entry import PinEntry
from controller.app.socket_screen import SocketScreen
from controller.vocab.staff_records import SignIn, staff_id
from controller.wire.messages import Refused


async def sign_in(desk: SocketScreen, entry: PinEntry, by: str, second: str = "") -> Refused | None:
    """Give the PINs of whoever asks, and of the second person if there is one; return the first refusal, or None.

    A demonstration without a register asks for none.
    """
    if not desk.view.staff:
        return None
    for name, beside in ((by, ""), (second, by)):
        if name and (not beside or staff_id(name) != staff_id(by)):
            answer = await desk.ask(SignIn(by=name, beside=beside, pin=entry.pin_of(name)))
            if isinstance(answer, Refused):
                return answer
    return None
