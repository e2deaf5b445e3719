"""`jakaja receipt DIR`: the proof of a hand that a player may take home."""

import argparse
import sys
from pathlib import Path

from cashier.devices.ticket_layout import code_slip_bytes
from controller.app.folder import Folder, read_folder
from controller.app.hole_cards import look_denial
from controller.app.home import Home
from controller.app.problem import Problem
from controller.app.proof_page import proof_page
from controller.app.report import refused_line
from controller.app.text_files import write_private
from controller.app.verify_receipt import say_receipt
from controller.journal.rows import Fault
from controller.language import load_language
from controller.service.recall import HandRecall, find_hand, recall
from controller.service.receipt_text import above_code, below_code
from controller.service.receipts import receipt_of
from controller.shuffle import write_code, write_receipt
from controller.vocab.ids import MAX_SEATS, Seat


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja receipt` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table or a demonstration")
    parser.add_argument("--hand", type=int, metavar="N", help="which hand, by default the last that is over")
    parser.add_argument("--seat", type=int, choices=range(1, MAX_SEATS + 1), metavar="S", required=True, help="whose")
    parser.add_argument("--by", metavar="NAME", default="", help="who makes it for the player; he gives his PIN")
    parser.add_argument("--slip", type=Path, metavar="FILE", help="write the bytes that print it on the ticket printer")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write a page that checks it in any browser")


def run(arguments: argparse.Namespace) -> int:
    """Print the receipt and what it proves: 0 printed, 1 the journal is not whole or he may not. Raises `Problem`."""
    folder = read_folder(arguments.folder, with_key=True)
    if isinstance(folder, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {folder.sentence}\n")
        return 1
    hand = _hand(folder, arguments.hand)
    receipt = None if hand is None else receipt_of(hand, folder.records(), Seat(arguments.seat))
    if receipt is None:
        which = "no hand that is over" if arguments.hand is None else f"no hand {arguments.hand} that is over"
        raise Problem("receipt", f"{which} was seen from seat {arguments.seat}", "jakaja recall DIR --list names hands")
    denial = look_denial(Home(arguments.folder), arguments.by, receipt.hand)
    if denial is not None:
        sys.stdout.write(f"{refused_line(denial)}\n")
        return 1
    text = write_receipt(receipt)
    say_receipt(receipt)
    sys.stdout.write(f"{text}\n")
    if arguments.slip is not None:
        language = load_language(folder.profile.language)
        lines = above_code(receipt, language), below_code(language)
        write_private(arguments.slip, code_slip_bytes(lines[0], write_code(receipt), lines[1]))
    if arguments.page is not None:
        write_private(arguments.page, proof_page(text).encode())
    return 0


def _hand(folder: Folder, number: int | None) -> HandRecall | None:
    if number is not None:
        return find_hand(folder.records(), number)
    last = recall(folder.records(), hands=2).hands
    return next((hand for hand in reversed(last) if hand.ended is not None), None)
