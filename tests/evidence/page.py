"""The page of evidence: one line for each thing that was tried, what was skipped and why, and what was lost."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from tests.evidence.scales import Scale


class Row(msgspec.Struct, frozen=True):
    """One line: what was tried how often, and how often it went wrong.

    `loses` says that something wrong is money or records lost; else it is a bug, a mutant or a bit that nobody noticed,
    of which `bearable` many are put up with.
    """

    what: str
    tried: int
    wrong: int = 0
    loses: bool = True
    bearable: int = 0
    remark: str = ""

    @property
    def fails(self) -> bool:
        """Whether more went wrong than may."""
        return self.wrong > self.bearable


class CannotRunError(Exception):
    """A gate cannot run on this machine; one sentence says why."""


Gate = Callable[[Scale], Iterator[Row]]
_WIDTH: Final = 58


def print_page(gates: Sequence[tuple[str, Gate]], scale: Scale, *, may_skip: bool = True) -> int:
    """Run the gates, print a line for each thing as soon as it is known, and return 0, or 1 on any finding.

    A gate that cannot run is named with its reason; that is a finding, too, unless it `may_skip`.
    """
    rows: list[Row] = []
    skipped: list[str] = []
    _say(f"{'scale ' + scale.name:{_WIDTH}}{'tried':>10}{'wrong':>8}")
    for name, gate in gates:
        try:
            for row in gate(scale):
                rows.append(row)
                _say(f"{row.what:{_WIDTH}}{row.tried:>10,}{row.wrong:>8,}{'  ' + row.remark if row.remark else ''}")
        except CannotRunError as reason:
            skipped.append(f"{name}: {reason}")
    for sentence in skipped:
        _say(f"skipped: {sentence}")
    if not skipped:
        _say("skipped: nothing")
    _say(f"unnoticed: {sum(row.wrong for row in rows if not row.loses)}")
    _say(f"lost: {sum(row.wrong for row in rows if row.loses)}")
    is_short = bool(skipped) and not may_skip
    return 1 if is_short or any(row.fails for row in rows) else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
