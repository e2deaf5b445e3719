"""The catalogue as text, one game after the other, for a golden file that a person can read.

`python -m tests.games.golden > tests/games/catalogue.golden` writes it anew after a change that was meant.
"""

import sys
from collections.abc import Iterator
from typing import Final

import msgspec

from controller.games import Game, catalogue
from evaluator_ext import print_card

NEVER_TOLD: Final = ("id", "deck", "streets", "shares")


def described(games: tuple[Game, ...]) -> str:
    """Every game with its fields, its streets and its shares; fields that say nothing special are left out."""
    return "\n".join(line for game in games for line in _game(game)) + "\n"


def _game(game: Game) -> Iterator[str]:
    lowest, highest = print_card(game.deck[0]), print_card(game.deck[-1])
    yield f"{game.id}: {len(game.deck)} cards {lowest} to {highest}, {_fields(game)}"
    for number, street in enumerate(game.streets, 1):
        yield f"  street {number}: {_fields(street)}"
    for share in game.shares:
        yield f"  share: {_fields(share)}"


def _fields(record: msgspec.Struct) -> str:
    told = []
    for field in msgspec.structs.fields(record):
        value = getattr(record, field.name)
        if field.name in NEVER_TOLD or (not field.required and value == field.default):
            continue
        inner = f"({_fields(value)})" if isinstance(value, msgspec.Struct) else value
        told.append(f"{field.name} {inner}")
    return ", ".join(told)


if __name__ == "__main__":
    sys.stdout.write(described(catalogue()))
