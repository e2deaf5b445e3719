"""The cut of the deck before a hand: a touch on the spread deck, which goes into the shuffle (reliability.md §3)."""

import msgspec

from controller.vocab.ids import HandId
from controller.wire.view import MixingView, View
from seats.models.words import Words


class Cutting(msgspec.Struct, frozen=True):
    """The deck of hand `hand` as it lies there to be cut, of `size` cards; `legal` while a touch would count."""

    hand: HandId
    size: int
    note: str
    leave: str
    legal: bool


class CutTime(msgspec.Struct, frozen=True):
    """How long the cut is waited for: until table time `deadline` (ms), and the whole time."""

    deadline: int
    allowed: int


def open_cut(view: View) -> MixingView | None:
    """The shuffle that waits for somebody's cut."""
    return view.mixing if view.mixing is not None and view.mixing.cut_until else None


def cuts_own(view: View) -> MixingView | None:
    """The shuffle that waits for the own seat's cut."""
    mixing = open_cut(view)
    return mixing if mixing is not None and mixing.cutter == view.own else None


def shuffling(view: View, words: Words) -> str:
    """What happens to the deck before a hand: it is shuffled, and somebody may cut it."""
    mixing = open_cut(view)
    return words.say("table.shuffling") if mixing is None else words.say("table.cut", name=view.at(mixing.cutter).name)


def cut_time(view: View) -> CutTime | None:
    """The time of the own cut, while it runs."""
    mixing = cuts_own(view)
    return None if mixing is None else CutTime(mixing.cut_until, mixing.allowed)


def cutting(view: View, words: Words, *, alive: bool) -> Cutting | None:
    """Show the deck to whoever may cut it."""
    mixing = cuts_own(view)
    if mixing is None:
        return None
    return Cutting(mixing.hand, mixing.size, words.say("cut.note"), words.say("cut.leave"), alive)
