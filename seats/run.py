"""One screen of a table: `python -m seats.run seat 3 --folder FOLDER`, `... centre ...`, `... kiosk ...`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from controller.language import LOCALES
from controller.vocab.ids import MAX_SEATS
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK
from seats.command import Complaint, OneLineParser, run_program
from seats.memory import stay_small


def _parser() -> OneLineParser:
    parser = OneLineParser(prog="seats.run", description="One screen of a table.")
    kinds = parser.add_subparsers(dest="kind", metavar="SCREEN", required=True, parser_class=OneLineParser)
    seat = kinds.add_parser("seat", help="the screen of one seat")
    seat.add_argument("seat", type=int, metavar="N", help=f"the seat's number, 1 to {MAX_SEATS}")
    for kind in (
        seat,
        kinds.add_parser("centre", help="the screen in the middle of the table"),
        kinds.add_parser("kiosk", help="the money terminal"),
    ):
        kind.add_argument("--folder", type=Path, required=True, help="the table's folder")
        kind.add_argument("--keys", type=Path, help="where the screen keeps its key; the table's folder unless given")
        kind.add_argument("--language", choices=tuple(LOCALES), help="the table's own unless given")
        kind.add_argument("--windowed", action="store_true", help="a window with a frame, and a cursor")
        kind.add_argument("--at", metavar="X,Y", help="where on the desktop the window's corner goes")
        kind.add_argument("--cursor", action="store_true", help="show the cursor, for use with a mouse")
        kind.add_argument("--measured", action="store_true", help="report every frame, as jakaja bench table wants it")
    return parser


def _viewer(kind: str, seat: int | None) -> Viewer:
    if kind == "seat":
        if seat is None or not 1 <= seat <= MAX_SEATS:
            raise Complaint(f"seat {seat}: there is none: use 1 to {MAX_SEATS}")
        return Viewer("seat", seat)
    return CENTRE if kind == "centre" else KIOSK


def _corner(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    try:
        x, y = text.split(",")
        return int(x), int(y)
    except ValueError as error:
        raise Complaint(f"--at {text}: is no place: write two whole numbers, as in --at 1280,0") from error


def work(arguments: Sequence[str]) -> int:
    """Run the screen that the arguments name."""
    options = _parser().parse_args(list(arguments))
    viewer = _viewer(options.kind, getattr(options, "seat", None))
    corner = _corner(options.at)
    # Wrong usage is told before pygame is loaded, which takes a moment.
    from seats.app import Placement, run_screen

    placement = Placement(corner=corner, framed=options.windowed, cursor=options.cursor)
    if options.measured:
        from seats.measured import Measured

        return run_screen(viewer, options.folder, options.language, placement, options.keys, Measured)
    return run_screen(viewer, options.folder, options.language, placement, options.keys)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; 0 when its window was closed, 1 without a display, 2 when it cannot be used so."""
    if arguments is None:
        stay_small()
    return run_program("seats.run", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
