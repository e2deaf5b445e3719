"""What is done with one card at a reader beside reading it for the table: writing a blank one, and looking at any."""

import secrets
from collections.abc import Generator
from typing import TypeVar

import msgspec

from cashier.devices.ccid_line import CardGone, CardMute, CardPipe, CcidLine, ReaderFailed
from cashier.devices.player_card import GET_UID, Draw, Flawed, House, NotBlank, Proved, read_uid, write
from cashier.player_cards import CardNumber

_Result = TypeVar("_Result")


class Look(msgspec.Struct, frozen=True):
    """What can be seen of a reader and its cards without a key.

    `cards` counts the slots that hold one; of the first, the answer to reset and the UID are told in hexadecimal.
    """

    slots: int
    cards: int = 0
    reset: str = ""
    uid: str = ""


def look(pipe: CardPipe) -> Look:
    """See what lies in a reader. Raises `UsbError` or `Garbled`."""
    line = CcidLine(pipe)
    present = _present(line)
    if not present:
        return Look(line.slots)
    try:
        reset = line.power_on(present[0])
        return Look(line.slots, len(present), reset.hex(), read_uid(line.transfer(present[0], GET_UID)))
    except (CardGone, CardMute, ReaderFailed):
        return Look(line.slots, len(present))


def write_card(
    pipe: CardPipe, house: House, number: CardNumber, draw: Draw = secrets.token_bytes
) -> Proved | Flawed | NotBlank:
    """Write `number` on the blank card that lies in the reader alone, and have it prove it.

    Saying it again after any error finishes it: a card that took the number keeps it. Raises `UsbError` or `Garbled`.
    """
    line = CcidLine(pipe)
    present = _present(line)
    if len(present) != 1:
        return Flawed("two-cards" if present else "too-soon")
    try:
        line.power_on(present[0])
        return hold(line, present[0], write(house, number, draw))
    except CardGone:
        return Flawed("too-soon")
    except (CardMute, ReaderFailed):
        return Flawed("unreadable")


def hold(line: CcidLine, slot: int, talk: Generator[bytes, bytes, _Result]) -> _Result:
    """Carry a conversation with the card in `slot` to its end. Raises what `CcidLine.transfer` does."""
    try:
        command = next(talk)
        while True:
            command = talk.send(line.transfer(slot, command))
    except StopIteration as end:
        result: _Result = end.value
        return result


def _present(line: CcidLine) -> list[int]:
    return [slot for slot in range(line.slots) if line.status(slot) != "absent"]
