"""What an eSSP device tells when it is polled: codes of the SSP protocol manual (GA138), protocol version 6."""

from __future__ import annotations

import enum


class Event(enum.IntEnum):
    """What a poll tells."""

    CLEARED_FRONT = 0xE1
    CLEARED_CASHBOX = 0xE2
    REMOVED = 0xE3
    REPLACED = 0xE4
    FULL = 0xE7
    DISABLED = 0xE8
    JAMMED = 0xE9
    STACKED = 0xEB
    REJECTED = 0xEC
    REJECTING = 0xED
    CREDIT = 0xEE
    READ = 0xEF
    RESET = 0xF1
    STACKING = 0xCC
    STORED = 0xDB
    DISPENSING = 0xDA
    DISPENSED = 0xD2
    INCOMPLETE = 0xDC
    HALTED = 0xD6
    PAYOUT_JAMMED = 0xD5


ACKED = frozenset(
    {Event.CREDIT, Event.DISPENSED, Event.INCOMPLETE, Event.HALTED, Event.CLEARED_FRONT, Event.CLEARED_CASHBOX}
)
"""Events that POLL WITH ACK tells until they are acknowledged."""
