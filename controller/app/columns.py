"""Tables on a terminal: a heading, a line under it, and columns as wide as they must be."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

GAP: Final = "  "


class Column(msgspec.Struct, frozen=True):
    """A column's heading; figures stand on the right."""

    heading: str
    right: bool = False


def columns(heads: Sequence[Column], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table; every row has a cell for each column."""
    cells = [tuple(head.heading for head in heads), *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for number, row in enumerate(cells):
        placed = (
            cell.rjust(width) if head.right else cell.ljust(width)
            for head, cell, width in zip(heads, row, widths, strict=True)
        )
        yield GAP.join(placed).rstrip()
        if number == 0:
            yield GAP.join("-" * width for width in widths)
