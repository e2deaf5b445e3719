"""What a planted bug is: a change, whom it hurts, and within how many steps who must notice."""

from typing import Final, Literal

import msgspec

BUDGET: Final = 20_000
"""Steps within which a bug is found, unless its row says otherwise."""


HouseName = Literal["holdem", "any-game", "doors", "whole-kiosk"]
"""Tables of hold'em, of every game, with a switch at every door, or with note store and card terminal."""


class Bug(msgspec.Struct, frozen=True):
    """One bug: its room, what it breaks, the piece of source it changes, and who must catch it.

    `caught_by` are the names of the rules of which one must object; a name `froze:...` is an invariant of the product
    itself that stopped the table. `steps` is the budget, shared by the `seeds`.
    """

    id: str
    room: str
    breaks: str
    module: str
    old: str
    new: str
    caught_by: tuple[str, ...]
    steps: int = BUDGET
    seeds: tuple[int, ...] = (1, 2, 3, 4)
    house: HouseName = "holdem"
    """At which tables it is looked for."""
