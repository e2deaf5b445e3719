"""The names of two people, where the table itself does not run and cannot say who asks."""

from collections.abc import Sequence
from typing import Final

from controller.app.problem import Problem

NAMES: Final = 2


def two_names(names: Sequence[str], what: str) -> tuple[str, str]:
    """Return the names of the two people who say so, as they stand in the journal.

    `what` is done so: "a journal is repaired". Raises `Problem`.
    """
    distinct = {name.strip().casefold(): name.strip() for name in names if name.strip()}
    if len(distinct) != NAMES:
        raise Problem("--by", f"{what} on the word of two people", "give --by twice, with two names")
    first, second = distinct.values()
    return first, second
