"""What a card terminal's one-byte codes mean: results of a transaction, and where a running one stands.

Source: ZVT protocol, PA00P015, chapters "Error-Messages" and "Intermediate Status Information". Codes 01 to 63 are the
answers of the network operator or the bank; what they mean differs between them, so all count as a refusal.
"""

from collections.abc import Mapping
from typing import Final

from cashier.card_records import CardPhase, DeclineCause

DONE: Final = 0x00
BUSY: Final = 0x9C
CANCELLED: Final = 0x6C
ALREADY_REVERSED: Final = 0xB4
_LAST_OF_THE_BANK: Final = 0x63

RESULTS: Final[Mapping[int, tuple[DeclineCause, str]]] = {
    0x64: ("card", "card not readable"),
    0x65: ("card", "neither track nor chip found on the card"),
    0x66: ("terminal", "processing error, or the reader's mechanism"),
    0x67: ("card", "not permitted for this debit card"),
    0x68: ("card", "not permitted for this credit or fuel card"),
    0x6A: ("terminal", "the terminal's turnover file is full"),
    0x6B: ("terminal", "the terminal is not registered"),
    CANCELLED: ("cancelled", "cancelled by key or time"),
    0x6E: ("card", "card is on a blocked list"),
    0x6F: ("currency", "wrong currency"),
    0x71: ("funds", "not enough money on the card"),
    0x72: ("card", "chip error"),
    0x73: ("card", "card data incorrect"),
    0x77: ("terminal", "end of day not possible"),
    0x78: ("card", "card expired"),
    0x79: ("card", "card not valid yet"),
    0x7A: ("card", "card unknown"),
    0x7D: ("terminal", "communication error"),
    0x83: ("terminal", "function not possible"),
    0x85: ("terminal", "key missing"),
    0x89: ("terminal", "PIN pad defective"),
    0x9A: ("terminal", "protocol error"),
    0x9B: ("terminal", "the line to the bank failed"),
    BUSY: ("terminal", "busy"),
    0xA0: ("terminal", "receiver not ready"),
    0xA1: ("terminal", "the bank does not answer"),
    0xA3: ("terminal", "no connection to the bank"),
    0xB1: ("terminal", "memory full"),
    0xB2: ("terminal", "the merchant's journal is full"),
    ALREADY_REVERSED: ("terminal", "already reversed"),
    0xB5: ("terminal", "reversal not possible"),
    0xB7: ("limit", "amount wrong or too high"),
    0xC2: ("terminal", "diagnosis required"),
    0xC3: ("limit", "amount above the largest"),
    0xC5: ("card", "way of paying not supported"),
    0xC6: ("currency", "currency not applicable"),
    0xC8: ("limit", "amount too small"),
    0xC9: ("limit", "the largest amount is too small"),
    0xCB: ("currency", "only in euro"),
    0xCC: ("terminal", "printer not ready"),
    0xE2: ("terminal", "the card reader does not answer"),
    0xEA: ("card", "card type not admitted"),
    0xEC: ("terminal", "PIN cannot be processed"),
    0xED: ("terminal", "PIN pad defective"),
    0xF0: ("terminal", "an end of day is open"),
    0xFC: ("terminal", "a device is missing or defective"),
    0xFF: ("terminal", "system error"),
}
"""Why a code refuses, for the player and in a technician's words; a code that is not here is the terminal's."""


def decline_cause(code: int) -> DeclineCause:
    """Why a transaction with this result was refused."""
    if 0 < code <= _LAST_OF_THE_BANK:
        return "declined"
    return RESULTS[code][0] if code in RESULTS else "terminal"


def result_words(code: int) -> str:
    """A result for a technician."""
    if 0 < code <= _LAST_OF_THE_BANK:
        return f"refused by the bank ({code:02x})"
    return f"{RESULTS[code][1] if code in RESULTS else 'unknown result'} ({code:02x})"


_PHASES: Final[Mapping[int, CardPhase]] = {
    0x00: "confirm",
    0x01: "pin",
    0x02: "pin",
    0x0A: "insert-card",
    0x0B: "remove-card",
    0x15: "pin",
    0x28: "choose",
    0x29: "choose",
    0x2A: "insert-card",
    0x2C: "choose",
    0x4B: "remove-card",
    0xE0: "choose",
    0xE1: "choose",
}
_AND_REMOVE: Final = range(0x41, 0x68)
"""The same as 40 less, with "please remove the card" below it."""


def phase_of(code: int) -> CardPhase:
    """What a player has to do at this intermediate status; nothing, for a code that asks nothing of him."""
    if code in _PHASES:
        return _PHASES[code]
    return "remove-card" if code in _AND_REMOVE else "wait"
