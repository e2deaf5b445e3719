"""What screens and players put into a shuffle that the house cannot choose: numbers, and the cut (reliability.md §3).

Every screen binds itself to a number of its own before the house binds itself to the seed, and shows it only after
both are bound and the deck is cut. So nobody, the house included, knows anything of the others' when he chooses his.
"""

from typing import Literal

import msgspec

from cashier.records import Command, Event
from controller.vocab.digests import SIZE, digest, number
from controller.vocab.ids import HandId, Seat

LeftOutCause = Literal["silent", "wrong"]
"""Why a seat's number is not in the deck: it did not come in time, or is not the one the seat was bound to."""


def bind(table: str, hand: HandId, seat: Seat, entropy: bytes) -> bytes:
    """Return what binds a seat's screen to `entropy` (32 bytes) for this hand of this table, without telling it."""
    return digest("entropy", (table.encode(), number(hand), number(seat), entropy))


def is_entropy(value: bytes) -> bool:
    """Whether this may be a number, or what binds to one: 32 bytes."""
    return len(value) == SIZE


# -- commands ----------------------------------------------------------------------------------------------------


class BindEntropy(Command, frozen=True):
    """A screen is bound to its number for hand `hand`, the next one; `commitment` is that of `bind`."""

    seat: Seat
    hand: HandId
    commitment: bytes


class RevealEntropy(Command, frozen=True):
    """A screen shows its number for hand `hand`; `following` binds it for the hand after that, or is empty."""

    seat: Seat
    hand: HandId
    entropy: bytes
    following: bytes = b""


class CutDeck(Command, frozen=True):
    """The player who may cut takes `place` cards off the top of the deck of hand `hand`, or lets it be (0)."""

    seat: Seat
    hand: HandId
    place: int


# -- events ------------------------------------------------------------------------------------------------------


class BoundSeat(msgspec.Struct, frozen=True):
    """A seat, and what its screen is bound to for a hand."""

    seat: Seat
    commitment: bytes


class EntropyBound(Event, frozen=True):
    """A seat's screen is bound to a number for hand `hand`."""

    seat: Seat
    hand: HandId
    commitment: bytes


class CutAsked(Event, frozen=True):
    """This seat may cut the deck of `size` cards until table time `until` (ms), for which it has `allowed` ms."""

    seat: Seat
    hand: HandId
    size: int
    until: int
    allowed: int


class DeckCut(Event, frozen=True):
    """The seat took `place` cards off the top; 0: it let the deck be, or its time was over."""

    seat: Seat
    hand: HandId
    place: int


class EntropyAsked(Event, frozen=True):
    """Everything is bound and cut: the screens show their numbers until table time `until` (ms)."""

    hand: HandId
    until: int


class EntropyRevealed(Event, frozen=True):
    """A seat's screen has shown the number it was bound to; `following` binds it for the next hand, or is empty."""

    seat: Seat
    hand: HandId
    entropy: bytes
    following: bytes = b""


class EntropyLeftOut(Event, frozen=True):
    """The deck of hand `hand` is made without this seat's number, for the `times`-th time in a row."""

    seat: Seat
    hand: HandId
    cause: LeftOutCause
    times: int
