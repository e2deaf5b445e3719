"""`jakaja recall DIR`: past hands, tickets and notes, on the terminal, as JSON or as a slip for the ticket printer."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from cashier.devices.ticket_layout import slip_bytes
from controller.app.folder import Folder, read_folder
from controller.app.hole_cards import look_denial
from controller.app.home import Home
from controller.app.problem import Problem
from controller.app.report import refused_line
from controller.app.text_files import write_private
from controller.journal.rows import Fault
from controller.language import LOCALES, Language, load_language
from controller.service.documents import lists_document, recall_document
from controller.service.recall import HandRecall, find_hand, full_view, recall, seen_by
from controller.service.recall_text import Slip, list_lines
from controller.vocab.ids import MAX_SEATS
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, STAFF


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja recall` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table or a demonstration")
    parser.add_argument("--hand", type=int, metavar="N", help="which hand, by default the last one")
    parser.add_argument("--list", action="store_true", help="list the last hands, tickets and notes instead")
    reader = parser.add_mutually_exclusive_group()
    reader.add_argument("--seat", type=int, choices=range(1, MAX_SEATS + 1), metavar="S", help="as this seat saw it")
    reader.add_argument("--staff", metavar="NAME", help="everything, hole cards included; he gives his PIN")
    parser.add_argument("--by", metavar="NAME", default="", help="who asks for a seat's cards; he gives his PIN")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print it as JSON, with machine id and hash")
    form.add_argument("--slip", type=Path, metavar="FILE", help="write the bytes that print it on the ticket printer")
    parser.add_argument("--language", choices=tuple(LOCALES), help="by default the table's own")


def run(arguments: argparse.Namespace) -> int:
    """Show what is asked for: 0 shown, 1 the journal is not whole or the table refuses to show it."""
    viewer = _viewer(arguments)
    folder = read_folder(arguments.folder, with_key=viewer is not CENTRE and not arguments.list)
    if isinstance(folder, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {folder.sentence}\n")
        return 1
    language = load_language(arguments.language or folder.profile.language)
    if arguments.list:
        return _lists(folder, language, arguments)
    hand = _hand(folder, arguments.hand)
    refusal = None if viewer is CENTRE else look_denial(Home(arguments.folder), _reader(arguments), hand.hand)
    if refusal is not None:
        sys.stdout.write(f"{refused_line(refusal)}\n")
        return 1
    shown = full_view(hand) if viewer is STAFF or hand.ended is None else seen_by(hand, viewer)
    if arguments.json:
        document = msgspec.json.format(msgspec.json.encode(recall_document(shown, folder.machine_id)))
        sys.stdout.write(document.decode() + "\n")
        return 0
    lines = list(Slip(shown, language, folder.machine_id).lines(viewer))
    if arguments.slip is not None:
        write_private(arguments.slip, slip_bytes(lines))
    else:
        _say(lines)
    return 0


def _lists(folder: Folder, language: Language, arguments: argparse.Namespace) -> int:
    folded = recall(folder.records())
    if arguments.json:
        document = msgspec.json.format(msgspec.json.encode(lists_document(folded, folder.machine_id)))
        sys.stdout.write(document.decode() + "\n")
        return 0
    lines = list(list_lines(folded, language, folder.profile.currency, folder.machine_id))
    if arguments.slip is not None:
        arguments.slip.write_bytes(slip_bytes(lines))
    else:
        _say(lines)
    return 0


def _viewer(arguments: argparse.Namespace) -> Viewer:
    if arguments.staff is not None:
        if not arguments.staff.strip():
            raise Problem("--staff", "is without a name", "say who looks: --staff Anna")
        return STAFF
    return CENTRE if arguments.seat is None else Viewer("seat", arguments.seat)


def _hand(folder: Folder, number: int | None) -> HandRecall:
    """Return the hand of a number, or the last one."""
    hand = find_hand(folder.records(), number)
    if hand is None:
        what = "no hand was dealt yet" if number is None else f"there is no hand {number}"
        raise Problem("recall", what, "jakaja recall DIR --list names the last ones")
    return hand


def _reader(arguments: argparse.Namespace) -> str:
    """Who looks at hole cards."""
    return str(arguments.staff or arguments.by)


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
