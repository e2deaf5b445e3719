"""How much of everything the evidence tries: some minutes of it, what `make ci` tries, or hours."""

from typing import Final, Literal

import msgspec

ScaleName = Literal["quick", "ci", "full"]


ALL: Final = 1_000


class Scale(msgspec.Struct, frozen=True):
    """How often each gate tries what it is for."""

    name: ScaleName
    images: int
    """Crash images of the journal alone; of a whole table a quarter, during a migration and snapshots a tenth each."""
    storms: int
    """Brown-out storms, five cuts deep, of each kind."""
    real_cuts: int
    """Cuts of each real file system."""
    kills: int
    failure_step: int
    """Every so manieth operation of the disk fails once, and once for ever."""
    seeds: int
    steps: int
    """Steps of one seed of the simulated table."""
    days: int
    bugs: int
    """How many of the planted bugs are tried, from the beginning of their list."""
    targets: int
    """How many modules of the money code are mutated and measured, from the beginning of their list."""
    flips: int
    """Every so manieth byte of a small journal is spoilt."""
    sample: int
    """Bytes of a long journal that are spoilt, at random."""
    attacks: int = ALL
    """How many of the attacks are made, from the beginning of their table."""


SCALES: Final[dict[ScaleName, Scale]] = {
    scale.name: scale
    for scale in (
        Scale("quick", 1_000, 5, 10, 10, 101, 4, 5_000, 1, 6, 3, 31, 100),
        Scale("ci", 20_000, 100, 150, 200, 1, 50, 20_000, 3, ALL, ALL, 1, 400),
        Scale("full", 100_000, 1_000, 1_500, 1_000, 1, 500, 20_000, 20, ALL, ALL, 1, 4_000),
    )
}
"""`quick` takes some minutes, `ci` the better part of an hour, `full` most of a day on two cores."""
