"""What a planted bug is: a change, whom it hurts, and within how many steps who must notice."""

from typing import Final

import msgspec

BUDGET: Final = 20_000
"""Steps within which a bug is found, unless its row says otherwise."""


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
    any_game: bool = False
    """Whether it is looked for at tables of every game, not of hold'em alone."""
    doors: bool = False
    """Whether it is looked for at tables with a switch at every door."""
