"""How a card terminal is built, and what people and bad luck may do to it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

BankAnswer: TypeAlias = Literal["approve", "decline"]
TerminalKey: TypeAlias = Literal["ok", "stop"]
Trick: TypeAlias = Literal[
    "die-insert", "die-pin", "die-bank", "die-charged", "die-told", "lose-status", "lose-completion", "repeat-status",
    "wrong-amount", "wrong-currency", "no-reversal", "bank-down",
]  # fmt: skip
"""What may go wrong with the next transaction: the terminal starts anew in a stage (`charged`: before it tells,

`told`: before it completes), loses or repeats what it says, or charges something else.
"""


class TerminalSettings(msgspec.Struct, frozen=True):
    """The build of one terminal; times are milliseconds.

    `person` acts by himself after `insert_ms` and `pin_ms`, or waits for hands. `book` is a path for the movements.
    """

    serial: int = 7_000_001
    terminal_id: int = 28_004_869
    password: int = 0
    currency: int = 978
    largest: int = 500_000
    person: Literal["prompt", "hands"] = "prompt"
    unanswered: Literal["keeps", "reverses"] = "keeps"
    forgets_receipts: bool = False
    tells_totals: bool = True
    insert_ms: int = 300
    pin_ms: int = 300
    bank_ms: int = 300
    remove_ms: int = 200
    give_up_ms: int = 30_000
    restart_ms: int = 1000
    gap_ms: int = 200
    patience_ms: int = 1000
    book: str = ""
