"""What a screen that is measured says of itself, one JSON object a line; `jakaja bench table` and tests read it.

Instants are nanoseconds of the machine's monotonic clock, which all of its processes share.
"""

import msgspec


class Frame(msgspec.Struct, frozen=True, tag="frame"):
    """A frame that shows something new: the journal's record it stands at, when that was heard, when it was presented.

    `turn` says that a bet waits for this screen's player, and `felt` that this is the first frame since a finger came
    down.
    """

    record: int
    heard: int
    presented: int
    turn: bool
    felt: bool
    driver: str


class Memory(msgspec.Struct, frozen=True, tag="memory"):
    """KiB of this process: `shared` has its share of the pages that others use too, `private` leaves those out."""

    shared: int
    private: int


class Key(msgspec.Struct, frozen=True):
    """A key that would take a press now: what stands on it, and the pixel in its middle."""

    words: str
    caption: str
    x: int
    y: int


class Keys(msgspec.Struct, frozen=True, tag="keys"):
    """All of them."""

    keys: tuple[Key, ...]
