"""What a seat's own screen knows of its player's time and limits."""

import msgspec

from controller.vocab.ids import Chips
from controller.vocab.player_records import LimitKind, Period


class RealityView(msgspec.Struct, frozen=True):
    """The reminder on a seat's own screen: ms of table time since it sat down, what it put in, what it has now.

    `over` is how many ms it may play a day, week or month, once they are used up; 0 before.
    """

    played: int
    staked: Chips
    held: Chips
    over: int = 0


class LimitView(msgspec.Struct, frozen=True):
    """A limit of which little is left; `most` and `left` are minor units, or ms of time."""

    limit: LimitKind
    period: Period
    most: int
    left: int
