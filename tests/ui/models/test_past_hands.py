"""The session and the last hands on a seat's own screen: told from real hands, and forgotten with their player."""

import msgspec
import pytest

from cashier.money import Money
from cashier.records import RequestId
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.wire.fold import fold
from controller.wire.fold_past import PAST_ACTS, PAST_HANDS
from controller.wire.messages import LARGEST_FROM_TABLE, Snapshot, encode
from controller.wire.view import SessionView
from evaluator_ext import parse_cards
from seats.metrics import SEAT
from seats.models.past import past_spread, past_spreads
from seats.models.words import words_for
from seats.screens.seat_book import columns, height

DEAL = "Kh Qh 2c Kd Qd 7d 9s 9d 4s 8c Jh"
"""Hole cards of 2, 3, 1 and the board 9s 9d 4s 8c Jh: kings take the main pot, queens the side pot."""


NOW = 80 * 60_000 + 59_999


def plain(text):
    return text.replace("\u00a0", " ")


@pytest.fixture
def played(dealt):
    table = dealt({1: 200, 2: 50, 3: 200}, DEAL)
    table.act("raise", 100)
    table.act("call")
    table.act("call")
    for _ in range(3):
        table.act("check")
        table.act("check")
    return table


def spreads_of(view, language):
    return past_spreads(view, {}, words_for(language, view), NOW)


def facts(chapter):
    return [(fact.words, plain(fact.value)) for fact in chapter.facts]


def test_the_session_counts_hands_and_sums(played, en):
    session, hands = spreads_of(played.seat(2), en)[0]
    assert facts(session) == [
        ("Hands dealt to you", "1"),
        ("Hands won", "1"),
        ("Most won in a hand", "140 €"),
        ("Won less lost", "+90 €"),
        ("Fingerprint of the deck", "0001 0203 0405 0607"),
        ("", "0809 0A0B 0C0D 0E0F"),
    ]
    assert facts(hands) == [("Hand 1", "+90 €")]
    assert plain(spreads_of(played.seat(1), en)[0][1].facts[0].value) == "−100 €"


def test_a_hand_is_told_again_street_by_street(played, en):
    (story, ending) = spreads_of(played.seat(2), en)[1]
    assert [(step.label, plain(step.text)) for step in story.steps] == [
        (
            "Before the flop",
            "Mikko posts the small blind, 2 €. Erik posts the big blind, 4 €. Aino raises to 100 €. "
            "Mikko is all in with 50 €. Erik calls 100 €",
        ),
        ("Flop", "9♠ 9♦ 4♠. Erik checks. Aino checks"),
        ("Turn", "8♣. Erik checks. Aino checks"),
        ("River", "J♥. Erik checks. Aino checks"),
    ]
    assert facts(ending) == [
        ("Main pot", "150 €"),
        ("Side pot", "100 €"),
        ("Rake", "−10 €"),
        ("Paid to Mikko", "140 €"),
        ("Paid to Erik", "100 €"),
    ]
    assert [(hand.cards, hand.name) for hand in ending.hands][:2] == [
        (parse_cards("Kh Kd"), "You: Two pair, kings and nines"),
        (parse_cards("2c 7d"), "Aino: Pair of nines"),
    ]


def test_cards_that_were_not_tabled_are_in_nobody_elses_memory(dealt, en):
    table = dealt({1: 200, 2: 200, 3: 200}, DEAL)
    table.act("fold")
    table.act("raise", 20)
    table.act("fold")
    own, other = table.seat(2).past[-1], table.seat(1).past[-1]
    assert own.cards == parse_cards("Kh Kd")
    assert other.cards == parse_cards("2c 7d")
    assert not {card for one in other.shown for card in one.cards} & set(own.cards)
    for public in (view for viewer, view in table.views.items() if viewer.kind != "seat"):
        assert (public.past, public.acts, public.session) == ((), (), SessionView())


def test_only_so_many_hands_are_kept_and_the_newest_is_told_first(played, en):
    view = played.seat(2)
    (hand,) = view.past
    view.past = tuple(msgspec.structs.replace(hand, hand=number) for number in range(1, PAST_HANDS + 1))
    pages = spreads_of(view, en)
    assert facts(pages[0][1])[0] == ("Hand 10", "+90 €")
    assert pages[1][0].heading == "Hand 10"
    words = words_for(en, view)
    assert past_spread(pages, 99, words).last
    assert past_spread(pages, 0, words).first


def test_ten_of_the_longest_hands_leave_room_in_a_message(played):
    view = played.seat(2)
    hand = view.past[0]
    acts = (hand.acts * PAST_ACTS)[:PAST_ACTS]
    names = dict.fromkeys(range(1, 11), "Ä" * 16)
    view.past = (msgspec.structs.replace(hand, acts=acts, names=names, pots=hand.pots * 5),) * PAST_HANDS
    view.acts = acts
    assert len(encode(Snapshot(record=1, table_time=1, view=view))) < LARGEST_FROM_TABLE * 3 // 4


def test_r_rg_3_the_session_tells_how_long_he_has_sat_there(played, en, fi):
    view = played.seat(2)
    view.seats[2].since = 0
    assert facts(spreads_of(view, en)[0][0])[0] == ("At the table", "1 h 20 min")
    assert facts(spreads_of(view, fi)[0][0])[0] == ("Aika pöydässä", "1 h 20 min")


@pytest.mark.parametrize(
    "gone", [tr.SeatLeft(2, 14_000), sr.SeatMoved(2, 5, 14_000, charged=False)], ids=["left", "moved"]
)
def test_whoever_comes_next_finds_nothing_of_his_predecessor(played, en, gone):
    view = played.seat(2)
    fold(view, gone)
    assert (view.past, view.acts, view.session) == ((), (), SessionView())
    fold(view, tr.BoughtIn(RequestId("0" * 32), 2, "Liisa", Money(8_000), 8_000, Money(0)))
    assert spreads_of(view, en)[0][1].sentences == ("No hand has ended yet",)


def test_a_hand_that_was_only_watched_has_no_sum(played, en):
    view = played.seat(2)
    view.past = (msgspec.structs.replace(view.past[0], dealt=False, net=0),)
    assert spreads_of(view, en)[0][1].facts[0].value == "–"


def test_the_longest_story_finds_room(played, language):
    view = played.seat(2)
    hand = view.past[0]
    view.past = (msgspec.structs.replace(hand, acts=hand.acts * 12, pots=hand.pots * 4, won=hand.won * 4),)
    for chapters in spreads_of(view, language):
        for chapter, column in zip(chapters, columns(chapters), strict=True):
            assert height(SEAT, chapter, column) <= column.h
