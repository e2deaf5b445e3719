"""`jakaja bench screens`: how long the screens take to draw, in a process of their own, beside their aims."""

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

import msgspec

from cashier.money import Money
from controller.app.bench_contests import Row
from controller.app.config import demo_profile
from controller.vocab.hand_records import DecisionOffered, HandName, Pot
from controller.vocab.ids import DecisionId, HandId, Seat
from controller.wire.view import ClockView, LastAct, SeatView, View
from evaluator_ext import parse_cards

AIMS: Final[Mapping[tuple[str, str], float]] = {
    ("seat", "update of what changed"): 1.0,
    ("seat", "whole picture"): 6.0,
    ("seat", "touch to feedback"): 50.0,
}
"""The most that each may take, in ms (ui.md §3, R-UI-8); the centre's picture is larger and has none."""

_FRAMES: Final = 200
_QUICK_FRAMES: Final = 5
_NAMES: Final = ("Aino", "Mikko", "Erik", "Helmi", "Zsófia", "Oskari", "Elina", "Tuomas", "Linnea", "Kaarlo")
_OWN: Final[Seat] = 7


class _Figure(msgspec.Struct, frozen=True):
    """What the screens' own bench prints."""

    work: str
    screen: str
    value: float


def rows(quick: bool) -> tuple[Row, ...]:
    """Let the screens measure themselves on a full table in the middle of a hand.

    Raises subprocess.CalledProcessError if they cannot: pygame is not installed, or its driver does not start.
    """
    frames = str(_QUICK_FRAMES if quick else _FRAMES)
    command = [sys.executable, "-m", "seats.bench", "--frames", frames]
    silent = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    view = msgspec.msgpack.encode(full_table())
    told = subprocess.run(command, input=view, stdout=subprocess.PIPE, env=silent, check=True)
    found = msgspec.json.decode(told.stdout, type=tuple[_Figure, ...])
    return tuple(_row(figure) for figure in found)


def _row(figure: _Figure) -> Row:
    aim = AIMS.get((figure.screen, figure.work))
    holds = None if aim is None else figure.value <= aim
    return Row(f"{figure.screen}: {figure.work}", "ms", figure.value, target=aim, holds=holds)


def full_table() -> View:
    """Ten players on the flop, a raise before the own turn."""
    seats = {
        number: SeatView(number, name, "in-hand", "ready", 40_000 + 1_700 * number, count=2)
        for number, name in enumerate(_NAMES, start=1)
    }
    seats[5].bet, seats[5].last = 3_000, LastAct("raise", 3_000, opens=True)
    seats[_OWN].cards = parse_cards("Kh Kd")
    hand = HandId(18_204)
    return View(
        own=_OWN,
        profile=demo_profile(),
        phase="betting",
        hand=hand,
        root=bytes(32),
        button=3,
        small_blind=4,
        big_blind=5,
        seats=seats,
        board=parse_cards("Ks 9d 4s"),
        street=1,
        pots=(Pot(6_200, tuple(seats)),),
        pot=9_200,
        bet_level=3_000,
        decision=DecisionOffered(
            seat=_OWN, hand=hand, decision=DecisionId(77), call=3_000, min_to=6_000, max_to=51_900, bet=0, pot=9_200
        ),
        clock=ClockView(seat=_OWN, deadline=1_000_000, allowed=900_000),
        last_seat=5,
        own_name=HandName("trips", (13,)),
        balance=Money(16_000),
    )
