"""How each family of games lies on the table: its boards, the names of its streets and of the parts of its pots.

The screens know no rules. What the table does not tell them about a game before its first card is here, a row a family.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from controller.vocab.profile import GameId

Structure = Literal["nl", "pl", "fl", "pts"]
"""The end of a game's id: how large a bet may be."""

Form = Literal["board", "stud", "draw", "rows"]

FLOP: Final = ("preflop", "flop", "turn", "river")
SEVENTH: Final = ("third", "fourth", "fifth", "sixth", "seventh")
FIFTH: Final = ("second", "third", "fourth", "fifth")
ONE_DRAW: Final = ("before-draw", "after-draw")
DRAWS: Final = ("before-draw", "first-draw", "second-draw", "third-draw")

HIGH_LOW: Final = ("high", "low")
BOARDS: Final = ("first-board", "second-board")


class Layout(msgspec.Struct, frozen=True):
    """One family: what lies in the middle, the names of its streets, and of the parts of a pot if there are several.

    `boards` is how many it has. `blinds` says that blinds are posted, so that they name the stakes.
    """

    form: Form = "board"
    streets: tuple[str, ...] = FLOP
    parts: tuple[str, ...] = ()
    boards: int = 1
    blinds: bool = True


_STUD: Final = Layout("stud", SEVENTH, boards=0, blinds=False)
_STUD_HIGH_LOW: Final = Layout("stud", SEVENTH, HIGH_LOW, boards=0, blinds=False)
_FIVE_STUD: Final = Layout("stud", FIFTH, boards=0, blinds=False)
_DRAW: Final = Layout("draw", ONE_DRAW, boards=0)
_DRAWS: Final = Layout("draw", DRAWS, boards=0)
_ROWS: Final = Layout("rows", ("set-rows",), boards=0, blinds=False)
_BOARD: Final = Layout()

LAYOUTS: Final[Mapping[str, Layout]] = {
    "double-flop": Layout(parts=BOARDS, boards=2),
    "omaha8": Layout(parts=HIGH_LOW),
    "omaha58": Layout(parts=HIGH_LOW),
    "courchevel8": Layout(parts=HIGH_LOW),
    "stud": _STUD,
    "stud8": _STUD_HIGH_LOW,
    "razz": _STUD,
    "stud5": _FIVE_STUD,
    "soko": _FIVE_STUD,
    "draw5": _DRAW,
    "hungarian-draw": Layout("draw", ONE_DRAW, boards=0, blinds=False),
    "sd27": _DRAW,
    "sdA5": _DRAW,
    "td27": _DRAWS,
    "tdA5": _DRAWS,
    "badugi": _DRAWS,
    "chinese-1-6": _ROWS,
    "chinese-2-4": _ROWS,
}
"""Every family that is not played with one board, flop, turn and river."""


def layout_of(game: GameId) -> Layout:
    """How `game` lies on the table."""
    return LAYOUTS.get(game.rpartition("-")[0], _BOARD)


def structure_of(game: GameId) -> str:
    """The end of the game's id: `nl`, `pl`, `fl` or `pts`; of a mix its last word."""
    return game.rpartition("-")[2]
