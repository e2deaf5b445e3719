"""What screens and the player to cut put into a deck: in which order, by when, and what if they do not (RNG-6).

Nobody, the house included, may choose anything after he has seen what another has chosen.
"""

import hashlib

import pytest

from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.config import demo_profile
from controller.games import find_deck
from controller.shuffle import cut_of, draw_for_button, mixed_in, prepare
from controller.table.profile_check import check_profile
from controller.vocab import entropy_records as er
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent
from evaluator_ext import full_deck
from tests.machine.room import Room, changed
from tests.table.evening import of

CUT, NUMBERS = 2_000, 1_500


def number(seat: int, hand: int) -> bytes:
    """The number of a seat's screen for a hand."""
    return hashlib.sha256(f"{seat} {hand}".encode()).digest()


class Screens(Room):
    """A room at whose seats screens have numbers."""

    def __init__(self, *seats: int, cut: int = CUT, profile: Profile | None = None) -> None:
        profile = profile or demo_profile()
        super().__init__(changed(profile, clocks=changed(profile.clocks, cut=cut, numbers=NUMBERS)))
        for seat in seats:
            self.sit(seat, 10_000)

    def commitment(self, seat: int, hand: int) -> bytes:
        return er.bind(self.profile.table, HandId(hand), seat, number(seat, hand))

    def bind(self, *seats: int, hand: int = 0) -> None:
        hand = hand or self.machine.table.last_hand + 1
        for seat in seats:
            self.do(er.BindEntropy(seat=seat, hand=HandId(hand), commitment=self.commitment(seat, hand)))

    def open(self) -> list[AnyEvent]:
        """Wait until a hand is due and have the house bind itself."""
        while self.machine.table.due_hand is None:
            self.ms = max(self.ms, machines.due(self.machine) or 0)
            self.do(tr.Tick())
        return self.do(tr.OpenShuffle(hand=self.machine.table.due_hand, seed=self.seed))

    @property
    def seed(self) -> bytes:
        return bytes([self.machine.table.last_hand + 1]) * 32

    @property
    def hand(self) -> HandId:
        return HandId(self.machine.table.last_hand + 1)

    def cut(self, place: int, seat: int = 0) -> er.CutDeck:
        assert self.machine.table.shuffle is not None
        return er.CutDeck(seat=seat or self.machine.table.shuffle.cutter, hand=self.hand, place=place)

    def shown(self, seat: int, entropy: bytes | None = None, following: bytes = b"") -> er.RevealEntropy:
        entropy = number(seat, self.hand) if entropy is None else entropy
        return er.RevealEntropy(seat=seat, hand=self.hand, entropy=entropy, following=following)

    def time_passes(self) -> list[AnyEvent]:
        """Let the next thing that is due happen."""
        self.ms = max(self.ms, machines.due(self.machine) or 0)
        return self.do(tr.Tick())

    def deal_now(self) -> list[AnyEvent]:
        assert self.wanted == tr.WantDeal(hand=self.hand)
        return self.do(tr.Deal(hand=self.hand))

    @property
    def wanted(self) -> object:
        """What the machine wants of its host for the next hand, if anything."""
        wants = machines.wants(self.machine)
        return next((want for want in wants if isinstance(want, tr.WantSeed | tr.WantDeal)), None)

    def fold(self) -> None:
        while self.machine.table.hand is not None:
            self.act("check" if not self.decision.call else "fold")


@pytest.fixture
def three() -> Screens:
    return Screens(1, 4, 7)


# -- the order of things -----------------------------------------------------------------------------------------


def test_everybody_is_bound_before_the_deck_is_cut_and_cut_before_a_number_is_shown(three: Screens) -> None:
    three.bind(1, 4, 7)
    opened = of(three.open(), tr.ShuffleOpened)[0]
    assert opened.bound == tuple(er.BoundSeat(seat, three.commitment(seat, 1)) for seat in (1, 4, 7))
    assert three.refuse(three.shown(1)) is Code.NOT_DUE, "the deck is not cut"
    assert [type(event) for event in three.do(three.cut(20))] == [er.DeckCut, er.EntropyAsked]
    assert three.refuse(three.cut(21)) is Code.NOT_DUE, "a deck is cut once"
    assert three.wanted is None, "a number is missing"
    for seat in (7, 1, 4):
        assert three.refuse(tr.Deal(hand=HandId(1))) is Code.NOT_DUE
        three.do(three.shown(seat))
    assert of(three.deal_now(), hr.HandStarted)


def test_who_is_not_bound_when_the_house_is_waits_for_the_next_hand(three: Screens) -> None:
    three.bind(1, 4)
    three.open()
    late = er.BindEntropy(seat=7, hand=HandId(1), commitment=three.commitment(7, 1))
    assert three.refuse(late) is Code.NOT_DUE
    three.bind(7, hand=2)
    three.do(three.cut(0))
    assert three.refuse(three.shown(7)) is Code.NOT_DUE
    three.do(three.shown(1))
    three.do(three.shown(4))
    three.deal_now()
    three.fold()
    assert [bound.seat for bound in of(three.open(), tr.ShuffleOpened)[0].bound] == [7]


def test_a_screen_may_bind_itself_anew_as_long_as_the_house_is_not_bound(three: Screens) -> None:
    """A screen that was started again has forgotten its number."""
    three.do(er.BindEntropy(seat=1, hand=HandId(1), commitment=bytes(32)))
    three.bind(1)
    same = er.BindEntropy(seat=1, hand=HandId(1), commitment=three.commitment(1, 1))
    assert three.refuse(same) is Code.ALREADY_SO
    assert of(three.open(), tr.ShuffleOpened)[0].bound == (er.BoundSeat(1, three.commitment(1, 1)),)


def test_the_house_cannot_draw_again_whatever_it_has_seen(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    again = tr.OpenShuffle(hand=HandId(1), seed=bytes([99]) * 32)
    assert three.refuse(again) is Code.NOT_DUE
    three.do(three.cut(3))
    assert three.refuse(again) is Code.NOT_DUE
    for seat in (1, 4, 7):
        three.do(three.shown(seat))
        assert three.refuse(again) is Code.NOT_DUE
    three.leave(4)
    three.leave(7)
    assert three.refuse(again) is Code.NOT_DUE, "nor when the players have gone"


def test_with_its_number_a_screen_is_bound_for_the_next_hand(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    three.do(three.cut(0))
    for seat in (1, 4, 7):
        three.do(three.shown(seat, following=three.commitment(seat, 2)))
    three.deal_now()
    three.fold()
    assert [bound.seat for bound in of(three.open(), tr.ShuffleOpened)[0].bound] == [1, 4, 7]
    three.do(three.cut(0))
    three.do(three.shown(4))


# -- the deck ----------------------------------------------------------------------------------------------------


def test_the_deck_is_made_of_the_seed_the_numbers_and_the_cut(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    seed, cutter = three.seed, three.machine.table.shuffle.cutter
    three.do(three.cut(31))
    for seat in (7, 4, 1):
        three.do(three.shown(seat))
    dealt = three.deal_now()
    inputs = mixed_in({seat: number(seat, 1) for seat in (1, 4, 7)}, cut_of(cutter, 31))
    expected = prepare(three.profile.table, HandId(1), seed, inputs, find_deck(three.profile.game))
    assert of(dealt, hr.DeckFixed)[0].deck == expected.deck
    committed = of(dealt, tr.CardsCommitted)[0]
    assert (committed.root, committed.leaves) == (expected.root, expected.leaves)
    assert len(committed.leaves) == 52 + 3 + 1
    drawn = draw_for_button(seed, HandId(1), full_deck(), inputs)
    assert [draw.card for draw in of(dealt, tr.ButtonDrawn)[0].cards] == list(drawn[:3])


def test_a_player_who_leaves_in_between_has_put_his_number_in(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    three.do(three.cut(0))
    three.leave(4)
    for seat in (1, 4, 7):
        three.do(three.shown(seat))
    assert len(of(three.deal_now(), tr.CardsCommitted)[0].leaves) == 52 + 3


def test_without_screens_a_hand_is_dealt_at_once(three: Screens) -> None:
    three.open()
    assert len(of(three.deal_now(), tr.CardsCommitted)[0].leaves) == 52


# -- who does not, and time --------------------------------------------------------------------------------------


def test_a_silent_screen_is_left_out_and_named_when_its_time_is_over(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    three.do(three.cut(10))
    asked = three.ms
    three.do(three.shown(4))
    left_out = three.time_passes()
    assert three.ms == asked + NUMBERS
    assert left_out == [er.EntropyLeftOut(seat, HandId(1), "silent", 1) for seat in (1, 7)]
    assert three.refuse(three.shown(1)) is Code.NOT_DUE, "too late"
    assert len(of(three.deal_now(), tr.CardsCommitted)[0].leaves) == 52 + 1 + 1


def test_a_wrong_number_is_left_out_for_good(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    three.do(three.cut(0))
    assert three.do(three.shown(1, bytes(32))) == [er.EntropyLeftOut(1, HandId(1), "wrong", 1)]
    assert three.refuse(three.shown(1)) is Code.ALREADY_SO
    three.do(three.shown(4))
    assert three.refuse(three.shown(4)) is Code.ALREADY_SO
    three.do(three.shown(7))
    inputs = mixed_in({4: number(4, 1), 7: number(7, 1)})
    assert (
        of(three.deal_now(), hr.DeckFixed)[0].deck
        == prepare(three.profile.table, HandId(1), bytes([1]) * 32, inputs, find_deck(three.profile.game)).deck
    )


@pytest.mark.parametrize("entropy", [b"", bytes(31), bytes(33)])
def test_what_has_not_32_bytes_is_no_number(three: Screens, entropy: bytes) -> None:
    bound = er.bind(three.profile.table, HandId(1), 1, entropy)
    three.do(er.BindEntropy(seat=1, hand=HandId(1), commitment=bound))
    three.open()
    three.do(three.cut(0))
    assert of(three.do(three.shown(1, entropy)), er.EntropyLeftOut)[0].cause == "wrong"


def test_a_number_of_an_earlier_hand_or_another_seat_is_wrong(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    three.do(three.cut(0))
    for seat in (1, 4, 7):
        three.do(three.shown(seat))
    three.deal_now()
    three.fold()
    three.bind(1, 4, 7)
    three.open()
    three.do(three.cut(0))
    assert of(three.do(three.shown(1, number(1, 1))), er.EntropyLeftOut)
    assert of(three.do(three.shown(4, number(7, 2))), er.EntropyLeftOut)


def test_a_lost_screen_is_not_awaited(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.do(sr.ReportScreen(seat=4, connected=False))
    assert [bound.seat for bound in of(three.open(), tr.ShuffleOpened)[0].bound] == [1, 7]


def test_time_stands_still_while_the_table_is_paused(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    three.do(tr.Pause(by="floor"))
    assert machines.due(three.machine) is None
    three.do(three.cut(5))
    for seat in (1, 4, 7):
        three.do(three.shown(seat))
    assert three.wanted is None
    assert three.refuse(tr.Deal(hand=HandId(1))) is Code.PAUSED
    three.do(tr.Resume(by="floor"))
    three.deal_now()


def test_a_screen_that_fails_three_times_is_a_fault_and_nothing_is_taken_of_it_until_it_is_back() -> None:
    two = Screens(1, 4, cut=0)
    for hand in (1, 2, 3):
        two.bind(1, 4)
        two.open()
        two.do(two.shown(4))
        told = two.time_passes()
        assert of(told, er.EntropyLeftOut) == [er.EntropyLeftOut(1, HandId(hand), "silent", hand)]
        two.deal_now()
        two.fold()
    assert [(raised.fault, raised.place) for raised in of(told, fr.FaultRaised)] == [("screen-number", "seat-1")]
    refused = er.BindEntropy(seat=1, hand=HandId(4), commitment=two.commitment(1, 4))
    assert two.refuse(refused) is Code.NOT_ALLOWED
    two.bind(4)
    assert [bound.seat for bound in of(two.open(), tr.ShuffleOpened)[0].bound] == [4]
    two.do(two.shown(4))
    two.deal_now()
    two.fold()
    two.do(fr.ReportDisplay(screen="seat-1", connected=True, seat=1))
    two.bind(1, 4)
    two.open()
    two.do(two.shown(4))
    assert of(two.do(two.shown(1)), fr.FaultCleared) == [fr.FaultCleared("screen-number", "seat-1")]
    assert not two.machine.faults.open


def test_a_number_that_is_there_begins_the_count_anew() -> None:
    two = Screens(1, 4, cut=0)
    for shows in (False, False, True, False, False):
        two.bind(1, 4)
        two.open()
        two.do(two.shown(4))
        told = two.do(two.shown(1)) if shows else two.time_passes()
        assert not of(told, fr.FaultRaised)
        two.deal_now()
        two.fold()


# -- the cut -----------------------------------------------------------------------------------------------------


def cutters(room: Screens, *bound: int, hands: int = 1) -> list[tuple[int, int]]:
    """Who may cut, and who has the button, hand after hand."""
    found = []
    for _hand in range(hands):
        room.bind(*bound)
        asked = of(room.open(), er.CutAsked)
        if asked:
            room.do(room.cut(0))
        for seat in bound:
            room.do(room.shown(seat))
        button = of(room.deal_now(), tr.ButtonMoved)[0].button
        room.fold()
        found.append((asked[0].seat if asked else 0, button))
    return found


def test_the_player_on_the_buttons_right_cuts(three: Screens) -> None:
    right_of = {1: 7, 4: 1, 7: 4}
    for cutter, button in cutters(three, 1, 4, 7, hands=7)[1:]:
        assert cutter == right_of[button]


def test_before_there_is_a_button_the_last_seat_cuts(three: Screens) -> None:
    assert cutters(three, 1, 4, 7)[0][0] == 7


def test_where_his_screen_is_not_there_the_next_on_the_right_cuts(three: Screens) -> None:
    found = cutters(three, 1, 4, hands=7)[1:]
    assert {button for _cutter, button in found} == {1, 4, 7}
    right_of = {1: 4, 4: 1, 7: 4}
    assert [cutter for cutter, _button in found] == [right_of[button] for _cutter, button in found]


def test_of_two_the_other_one_cuts() -> None:
    for cutter, button in cutters(Screens(2, 5), 2, 5, hands=4)[1:]:
        assert {cutter, button} == {2, 5}


def test_the_button_cuts_where_nobody_else_has_a_screen() -> None:
    assert {cutter for cutter, _button in cutters(Screens(2, 5), 2, hands=4)} == {2}


def test_a_table_may_do_without_the_cut() -> None:
    assert [cutter for cutter, _button in cutters(Screens(1, 4, 7, cut=0), 1, 4, 7, hands=3)] == [0, 0, 0]


def test_only_the_player_who_is_asked_cuts_and_within_the_deck(three: Screens) -> None:
    three.bind(1, 4, 7)
    asked = of(three.open(), er.CutAsked)[0]
    assert (asked.seat, asked.size, asked.until, asked.allowed) == (7, 52, three.ms + CUT, CUT)
    assert three.refuse(three.cut(20, seat=1)) is Code.NOT_DUE
    assert three.refuse(three.cut(52)) is Code.NOT_ALLOWED
    assert three.refuse(three.cut(-1)) is Code.NOT_ALLOWED
    assert three.refuse(er.CutDeck(seat=7, hand=HandId(2), place=20)) is Code.NOT_DUE
    assert three.do(three.cut(51))[0] == er.DeckCut(7, HandId(1), 51)


def test_who_does_not_cut_in_time_lets_the_deck_be(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    began = three.ms
    assert three.time_passes()[0] == er.DeckCut(7, HandId(1), 0)
    assert three.ms == began + CUT
    for seat in (1, 4, 7):
        three.do(three.shown(seat))
    assert len(of(three.deal_now(), tr.CardsCommitted)[0].leaves) == 52 + 3


# -- the table's terms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "usable"),
    [
        ("cut", -1, False),
        ("cut", 30_000, True),
        ("cut", 30_001, False),
        ("numbers", 99, False),
        ("numbers", 100, True),
        ("numbers", 10_000, True),
        ("numbers", 10_001, False),
    ],
)
def test_neither_wait_can_stall_a_table(field: str, value: int, usable: bool) -> None:
    profile = demo_profile()
    asked = changed(profile, clocks=changed(profile.clocks, **{field: value}))
    assert (check_profile(asked) is None) == usable


def test_an_opened_shuffle_outlasts_a_change_of_the_table_that_it_is_not_bound_to(three: Screens) -> None:
    three.bind(1, 4, 7)
    three.open()
    longer = changed(three.profile, ticket_days=three.profile.ticket_days + 1)
    assert three.refuse(tr.AdoptProfile(profile=longer)) is Code.HAND_RUNNING
    three.leave(4)
    three.leave(7)
    assert three.refuse(tr.AdoptProfile(profile=changed(longer, table="another"))) is Code.HAND_RUNNING
    three.do(tr.AdoptProfile(profile=longer))
    assert three.machine.table.shuffle is not None


def test_screens_bind_themselves_anew_for_a_table_of_another_name(three: Screens) -> None:
    three.bind(1, 4)
    three.profile = changed(three.profile, table="another")
    three.do(tr.AdoptProfile(profile=three.profile))
    three.bind(4)
    assert [bound.seat for bound in of(three.open(), tr.ShuffleOpened)[0].bound] == [4]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (er.BindEntropy(seat=2, hand=HandId(1), commitment=bytes(32)), Code.SEAT_EMPTY),
        (er.BindEntropy(seat=1, hand=HandId(1), commitment=bytes(31)), Code.NOT_ALLOWED),
        (er.BindEntropy(seat=1, hand=HandId(2), commitment=bytes(32)), Code.NOT_DUE),
        (er.RevealEntropy(seat=1, hand=HandId(1), entropy=bytes(32)), Code.NOT_DUE),
        (er.CutDeck(seat=1, hand=HandId(1), place=1), Code.NOT_DUE),
    ],
)
def test_what_makes_no_sense_is_refused(three: Screens, command: object, code: Code) -> None:
    answer = three.submit(command)
    assert isinstance(answer, Refusal)
    assert answer.code is code
