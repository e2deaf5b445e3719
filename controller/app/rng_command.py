"""`jakaja rng`: the numbers that decks are made of, for batteries of tests that nobody here wrote (RNG-4)."""

import argparse
import sys
from typing import Final

from controller.app.entropy import KernelEntropy
from controller.app.problem import Problem
from controller.shuffle import Stream
from controller.shuffle.draw import accept
from controller.vocab.digests import SIZE

PIECE: Final = 65_536
"""Bytes written at a time."""

A_STREAM: Final = 256
"""Bytes taken of one seed, as much as a deck and its chances of rejection need, and far more than any hand uses."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what is written, and how much of it."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--raw", action="store_true", help="the stream of bytes itself, in binary")
    what.add_argument(
        "--below", type=int, metavar="N", help="numbers from 0 to N - 1 as a shuffle draws them, one byte each"
    )
    parser.add_argument("--bytes", type=int, default=0, help="stop after so many bytes; without it, never")
    parser.epilog = "For example: jakaja rng --raw | dieharder -g 200 -a"


def run(arguments: argparse.Namespace) -> int:
    """Write fresh numbers to standard output, a new seed of the kernel for every 256 bytes. Raises `Problem`."""
    if arguments.below is not None and not 1 <= arguments.below <= 256:
        raise Problem(f"below {arguments.below}", "is no bound of a shuffle", "name a number from 1 to 256")
    if arguments.bytes < 0:
        raise Problem(f"bytes {arguments.bytes}", "is less than nothing", "name how many bytes are wanted, or none")
    if sys.stdout.isatty():
        raise Problem("standard output", "is a terminal, and these are bytes", "redirect it to a file or a program")
    written, out = 0, sys.stdout.buffer
    while not arguments.bytes or written < arguments.bytes:
        piece = b"".join(_fresh(arguments.below) for _seed in range(PIECE // A_STREAM))
        piece = piece[: arguments.bytes - written] if arguments.bytes else piece
        out.write(piece)
        written += len(piece)
    out.flush()
    return 0


def _fresh(below: int | None) -> bytes:
    """What one hand's seed gives: its bytes, or the numbers that they draw."""
    drawn = Stream(KernelEntropy().draw(SIZE)).take(A_STREAM)
    if below is None:
        return drawn
    return bytes(number for byte in drawn if (number := accept(byte, below)) is not None)
