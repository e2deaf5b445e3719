"""`jakaja seat | centre | kiosk`: one screen, which is a program of its own and no part of the controller."""

import argparse
import importlib.util
import os
import sys
from pathlib import Path

from controller.app.problem import Problem

RUNNER = "seats.run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what a screen takes; only a seat's screen takes its number."""
    if parser.prog.endswith(" seat"):
        parser.add_argument("seat", type=int, metavar="N", help="the seat's number, 1 to 10")
    parser.add_argument("--folder", type=Path, required=True, help="the table's folder")
    parser.add_argument("--keys", type=Path, help="where the screen keeps its key; the table's folder unless given")
    parser.add_argument("--language", help="the language to begin with; the table's own unless given")
    parser.add_argument("--windowed", action="store_true", help="a window with a frame instead of the whole screen")


def run(arguments: argparse.Namespace) -> int:
    """Become the screen's program."""
    if importlib.util.find_spec("seats") is None:
        raise Problem("screens", "the package seats is not installed", "install jakaja whole")
    words = [sys.executable, "-m", RUNNER, arguments.command]
    if arguments.command == "seat":
        words.append(str(arguments.seat))
    words += ["--folder", str(arguments.folder)]
    if arguments.keys:
        words += ["--keys", str(arguments.keys)]
    if arguments.language:
        words += ["--language", arguments.language]
    if arguments.windowed:
        words.append("--windowed")
    sys.stdout.flush()
    os.execv(sys.executable, words)
