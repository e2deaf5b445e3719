"""`jakaja cards`: the house's key for its player cards, and blank cards that are written with it.

A house has one key for all its tables, so that a card is known at each of them. It lies in the tables' folders and in
no card: a card holds a key of its own, which follows from the house's and its number.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

from cashier.devices.card_desk import write_card
from cashier.devices.ccid_line import open_reader
from cashier.devices.ccid_messages import Garbled
from cashier.devices.player_card import HOUSE_KEY_BYTES, Flawed, House, NotBlank
from cashier.player_cards import CardNumber, PlayerCardFlaw, is_card_number
from cashier.usb import Backend, UsbError
from controller.app.devices_command import find_device
from controller.app.entropy import Entropy, KernelEntropy
from controller.app.home import Home
from controller.app.problem import Problem
from firmware.virtual.backend import get_backend

_NUMBER_SPACE: Final = 10**16

_REFUSALS: Final[dict[PlayerCardFlaw, str]] = {
    "unreadable": "is no player card: use one that has the application",
    "blank": "is blank still: try it again, or another one",
    "foreign": "belongs to another house",
    "unproved": "does not prove what was written on it: destroy it and use another one",
    "two-cards": "is not alone: leave one card in the reader",
    "too-soon": "is not there: lay a blank card into the reader and leave it there",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja cards` takes."""
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    key = deeds.add_parser("key", help="have a table know the house's cards; a new table has a key of its own")
    key.add_argument("--take", type=Path, metavar="FILE", help="the house's key, from keys/cards.key of another table")
    writing = deeds.add_parser("write", help="write a blank card that lies in a reader")
    writing.add_argument("number", nargs="?", metavar="NUMBER", help="its 16 digits; drawn if they are not given")
    writing.add_argument("--usb", metavar="VID:PID[/SERIAL][@PORT]", help="which reader, where several are there")
    writing.add_argument("--bus", metavar="ADDRESS", help="a virtual bus, such as tcp:127.0.0.1:3240")
    for deed in (key, writing):
        deed.add_argument("--folder", type=Path, required=True, help="the table's folder")


def run(arguments: argparse.Namespace) -> int:
    """Do it: 0 done, 1 a card that could not be written. Raises `Problem` for what cannot be tried."""
    home = Home(arguments.folder)
    if not home.exists:
        raise Problem(str(home.path), "no table lives here", "name a table's folder")
    if arguments.deed == "key":
        return _key(home, arguments.take, KernelEntropy())
    backend = get_backend(arguments.bus) if arguments.bus else None
    return _write(home, _number(arguments.number, KernelEntropy()), arguments.usb, backend)


def _key(home: Home, source: Path | None, entropy: Entropy) -> int:
    """Take the house's key, or draw one for a table from before there were any."""
    if home.runs:
        raise Problem(str(home.path), "the table runs", "stop it first: it reads the key when it starts")
    if source is not None:
        home.set_house_key(_read_key(source))
    elif home.house_key is None:
        home.set_house_key(entropy.draw(HOUSE_KEY_BYTES))
    else:
        raise Problem(str(home.path), "has a key already", "name the house's with --take to exchange it")
    sys.stdout.write(f"cards of the house are known here; its key lies in {home.path / 'keys' / 'cards.key'}\n")
    return 0


def _read_key(source: Path) -> bytes:
    try:
        key = source.read_bytes()
    except OSError as problem:
        raise Problem(str(source), problem.strerror or "cannot be read", "name keys/cards.key of a table") from problem
    if len(key) != HOUSE_KEY_BYTES:
        raise Problem(str(source), f"is no key ({len(key)} bytes)", "name keys/cards.key of a table")
    return key


def _number(text: str | None, entropy: Entropy) -> CardNumber:
    """The number that is asked for, or one that nobody can guess."""
    if text is None:
        return CardNumber(f"{int.from_bytes(entropy.draw(16), 'big') % (_NUMBER_SPACE - 1) + 1:016}")
    if not is_card_number(text):
        raise Problem(f"card {text}", "is no card's number", "write 16 digits that are not all zero")
    return CardNumber(text)


def _write(home: Home, number: CardNumber, usb: str | None, backend: Backend | None) -> int:
    key = home.house_key
    if key is None:
        raise Problem(str(home.path), "has no key for cards", "run `jakaja cards key` for it")
    try:
        pipe = open_reader(find_device("reader", usb, "cards", backend), backend)
        try:
            outcome = write_card(pipe, House(key), number)
        finally:
            pipe.close()
    except (UsbError, Garbled) as problem:
        again = f"say it again with the number {number}: a card that took it keeps it"
        raise Problem("reader", str(problem), again) from problem
    match outcome:
        case Flawed():
            return _refused(_REFUSALS[outcome.flaw])
        case NotBlank():
            return _refused(f"carries the number {outcome.number} already: use a blank one")
    sys.stdout.write(f"card {number} is written; its player is card:{number}\n")
    return 0


def _refused(why: str) -> int:
    sys.stderr.write(f"jakaja: cards: the card {why}\n")
    return 1
