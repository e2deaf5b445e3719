"""`jakaja verify hand RECEIPT`: does a player's receipt prove its cards? No key and no table is needed."""

import sys
from pathlib import Path

from controller.app.problem import Problem
from controller.shuffle import BOARD, NoReceiptError, Receipt, is_proved, read_receipt
from controller.shuffle.receipt import SCHEME
from evaluator_ext import print_cards


def verify_receipt(word: str, root: str | None) -> int:
    """Say what a receipt proves: 0 all of it, 1 it does not follow. `word` is the receipt, a file with it, or `-`.

    `root` is that of the hand in hex, as the centre screen told it, or its first digits, as a seat's screen showed
    them in groups of four. Raises `Problem`.
    """
    receipt = _read(word)
    if not is_proved(receipt):
        sys.stdout.write(f"receipt: NOT PROVED; its cards are not those that hand {receipt.hand} was dealt from\n")
        return 1
    say_receipt(receipt)
    if root is None:
        sys.stdout.write("compare the root with the fingerprint on your screen, or give that with --root\n")
        return 0
    given = "".join(root.split()).lower()
    if given and receipt.root.hex().startswith(given):
        sys.stdout.write("root: as given\n")
        return 0
    sys.stdout.write("root: NOT as given; the receipt is of another hand, or the deck was exchanged\n")
    return 1


def say_receipt(receipt: Receipt) -> None:
    """Print what a receipt proves, one line for each holder of cards."""
    sys.stdout.write(
        f"table {receipt.table}, hand {receipt.hand}: {len(receipt.cards)} of {receipt.count} cards proved\n"
    )
    sys.stdout.write(f"root: {receipt.root.hex()}\n")
    for holder in sorted({proved.holder for proved in receipt.cards}):
        cards = [proved for proved in receipt.cards if proved.holder == holder]
        who = "board" if holder == BOARD else f"seat {holder}"
        places = ", ".join(str(proved.place + 1) for proved in cards)
        sys.stdout.write(f"{who}: {print_cards(proved.card for proved in cards)}, from places {places} of the deck\n")
    for proved in receipt.own:
        sys.stdout.write(f"number of seat {proved.part[0]}'s screen in the deck: {proved.part[1:].hex()}\n")
    if receipt.cut is not None:
        seat, place = receipt.cut.part
        sys.stdout.write(f"cut by seat {seat}, {place} cards off the top\n")


def _read(word: str) -> Receipt:
    text = word
    if word == "-":
        text = sys.stdin.read()
    elif not word.startswith(SCHEME):
        try:
            text = Path(word).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise Problem(word, "is no text", "name a file that holds a receipt") from error
    try:
        return read_receipt(text)
    except NoReceiptError as error:
        raise Problem("receipt", str(error), f"give the whole of it, from {SCHEME} on") from error
