"""A seat's screen binds itself to fresh numbers and shows each once, in the shuffle that names it (RNG-6)."""

import itertools
from collections.abc import Iterable

import pytest

from cashier.money import Money
from cashier.records import Event, RequestId
from controller.app.config import demo_profile
from controller.vocab import entropy_records as er
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.wire.contributor import Contributor
from controller.wire.fold import fold
from controller.wire.view import View

SEAT = 3


class Screen:
    """One seat's view and its contributor, whose dice are counted."""

    def __init__(self) -> None:
        self.view = View(own=SEAT)
        self._drawn = itertools.count(1)
        self.contributor = Contributor(SEAT, lambda size: bytes([next(self._drawn)]) * size)
        profile = demo_profile()
        bought = tr.BoughtIn(RequestId("0" * 32), SEAT, "Aino", Money(100), 100, Money(0))
        self.hear([tr.ProfileAdopted(profile), bought])
        self.table = profile.table

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            fold(self.view, event)

    def say(self) -> er.BindEntropy | er.RevealEntropy | None:
        return self.contributor.due(self.view)

    def bound(self, hand: int) -> bytes:
        """Have the screen bind itself, and the table take it."""
        said = self.say()
        assert isinstance(said, er.BindEntropy)
        assert (said.seat, said.hand) == (SEAT, hand)
        self.hear([er.EntropyBound(SEAT, said.hand, said.commitment)])
        return said.commitment

    def open(self, hand: int, *bound: er.BoundSeat) -> None:
        self.hear([tr.ShuffleOpened(HandId(hand), bytes(32), bound)])


@pytest.fixture
def screen() -> Screen:
    return Screen()


def test_a_screen_binds_itself_once_and_shows_its_number_when_it_is_asked(screen: Screen) -> None:
    commitment = screen.bound(1)
    assert screen.say() is None
    screen.open(1, er.BoundSeat(SEAT, commitment))
    screen.hear([er.CutAsked(SEAT, HandId(1), 52, 2_000, 2_000)])
    assert screen.say() is None, "the deck is not cut"
    screen.hear([er.DeckCut(SEAT, HandId(1), 20), er.EntropyAsked(HandId(1), 3_500)])
    shown = screen.say()
    assert isinstance(shown, er.RevealEntropy)
    assert er.bind(screen.table, HandId(1), SEAT, shown.entropy) == commitment
    assert screen.say() is None, "a number is shown once"


def test_with_its_number_it_binds_itself_to_a_fresh_one(screen: Screen) -> None:
    commitment = screen.bound(1)
    seen = set()
    for hand in range(1, 6):
        screen.open(hand, er.BoundSeat(SEAT, commitment))
        screen.hear([er.EntropyAsked(HandId(hand), 1_500)])
        shown = screen.say()
        assert isinstance(shown, er.RevealEntropy)
        assert er.bind(screen.table, HandId(hand), SEAT, shown.entropy) == commitment
        seen.add(shown.entropy)
        commitment = shown.following
        screen.hear([er.EntropyRevealed(SEAT, HandId(hand), shown.entropy, commitment)])
        assert screen.say() is None
    assert len(seen) == 5


def test_it_shows_nothing_in_a_shuffle_that_names_another_commitment(screen: Screen) -> None:
    """A house that invents a commitment for a seat learns nothing of it."""
    screen.bound(1)
    screen.open(1, er.BoundSeat(SEAT, bytes(32)))
    screen.hear([er.EntropyAsked(HandId(1), 1_500)])
    assert not isinstance(screen.say(), er.RevealEntropy)


def test_it_shows_nothing_in_a_shuffle_without_it_and_binds_itself_for_the_next(screen: Screen) -> None:
    screen.bound(1)
    screen.open(1, er.BoundSeat(7, bytes(32)))
    screen.hear([er.EntropyAsked(HandId(1), 1_500)])
    said = screen.say()
    assert isinstance(said, er.BindEntropy)
    assert said.hand == 2


def test_after_it_was_left_out_it_binds_itself_for_the_next(screen: Screen) -> None:
    commitment = screen.bound(1)
    screen.open(1, er.BoundSeat(SEAT, commitment))
    screen.hear([er.EntropyAsked(HandId(1), 1_500), er.EntropyLeftOut(SEAT, HandId(1), "silent", 1)])
    said = screen.say()
    assert isinstance(said, er.BindEntropy)
    assert said.hand == 2


def test_what_the_table_did_not_take_before_the_line_broke_is_said_again(screen: Screen) -> None:
    first = screen.say()
    screen.contributor.reconnected()
    again = screen.say()
    assert isinstance(first, er.BindEntropy)
    assert isinstance(again, er.BindEntropy)
    assert first.commitment != again.commitment


def test_its_number_outlives_the_line(screen: Screen) -> None:
    commitment = screen.bound(1)
    screen.contributor.reconnected()
    screen.open(1, er.BoundSeat(SEAT, commitment))
    screen.hear([er.EntropyAsked(HandId(1), 1_500)])
    assert isinstance(screen.say(), er.RevealEntropy)


def test_a_screen_that_was_started_again_binds_itself_anew(screen: Screen) -> None:
    screen.bound(1)
    fresh = Contributor(SEAT, lambda size: bytes([99]) * size)
    said = fresh.due(screen.view)
    assert isinstance(said, er.BindEntropy)
    assert fresh.due(screen.view) is None, "two screens of one seat must not take turns for ever"


def test_a_screen_before_an_empty_seat_has_no_part(screen: Screen) -> None:
    screen.hear([tr.SeatLeft(SEAT, 100)])
    assert screen.say() is None
    assert Contributor(SEAT, bytes).due(View(own=SEAT)) is None


def test_the_next_hand_is_the_one_after_the_running_one(screen: Screen) -> None:
    screen.view.hand = HandId(41)
    said = screen.say()
    assert isinstance(said, er.BindEntropy)
    assert said.hand == 42


def test_only_the_own_screen_remembers_what_it_is_bound_to(screen: Screen) -> None:
    other = View(own=4)
    for event in (
        er.EntropyBound(SEAT, HandId(1), bytes(32)),
        tr.ShuffleOpened(HandId(1), bytes(32), (er.BoundSeat(SEAT, bytes(32)),)),
        er.EntropyAsked(HandId(1), 5),
        er.EntropyRevealed(SEAT, HandId(1), bytes(32), bytes([1]) * 32),
    ):
        fold(other, event)
    assert other.own_bound == b""
    assert other.mixing is not None
    assert (other.mixing.shown, other.mixing.until) == ((SEAT,), 5)
