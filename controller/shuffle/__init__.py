"""Entropy to deck: a stream of exact draws, the shuffle, and the commitments that prove it afterwards.

Nothing here draws entropy: seeds arrive as bytes, and the same bytes give the same deck.
"""

from controller.shuffle.audit import ShuffleRecord, audit
from controller.shuffle.auditor import is_auditor_key, open_as_auditor, public_key_of, seal_for_auditor
from controller.shuffle.commit import Opening, check_card, open_card
from controller.shuffle.draw import Stream, shuffle
from controller.shuffle.inputs import cut_of, is_cut, mixed_in
from controller.shuffle.prepare import Prepared, draw_for_button, open_shuffle, prepare
from controller.shuffle.receipt import (
    BOARD,
    NoReceiptError,
    Receipt,
    is_proved,
    make_receipt,
    read_receipt,
    write_code,
    write_receipt,
)

__all__ = [
    "BOARD",
    "NoReceiptError",
    "Opening",
    "Prepared",
    "Receipt",
    "ShuffleRecord",
    "Stream",
    "audit",
    "check_card",
    "cut_of",
    "draw_for_button",
    "is_auditor_key",
    "is_cut",
    "is_proved",
    "make_receipt",
    "mixed_in",
    "open_as_auditor",
    "open_card",
    "open_shuffle",
    "prepare",
    "public_key_of",
    "read_receipt",
    "seal_for_auditor",
    "shuffle",
    "write_code",
    "write_receipt",
]
