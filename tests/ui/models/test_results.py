"""UI-2.8: how a hand ended, pot by pot with its arithmetic, told from real hands."""

import pytest

from cashier.invariant import InvariantBreach
from cashier.money import Money
from controller.vocab import table_records as tr
from controller.vocab.jackpot_terms import JackpotTerms
from evaluator_ext import parse_cards
from seats.models.centre import centre_model
from seats.models.local import SeatLocal
from seats.models.seat import seat_model

NOW = 102_000

# Seats 1, 2, 3 with the button at 1: the cards go to 2, 3, 1. Seat 2 holds kings, 3 queens, 1 nothing.
DEAL = "Kh Qh 2c Kd Qd 7d 9s 9d 4s 8c Jh"
"""Hole cards of 2, 3, 1, no card is burnt, board 9s 9d 4s 8c Jh."""


def rows(lines):
    return [(row.words, row.note, row.figure.replace("\u00a0", " ")) for row in lines]


def model_of(table, seat, language):
    return seat_model(table.seat(seat), language, SeatLocal(), NOW)


@pytest.fixture
def side_pot(dealt):
    """Seat 2 is all in for 50, seats 3 and 1 play on for 100: a main pot of 150 and a side pot of 100."""
    table = dealt({1: 200, 2: 50, 3: 200}, DEAL)
    table.act("raise", 100)
    table.act("call")
    table.act("call")
    for _ in range(3):
        table.act("check")
        table.act("check")
    return table


def test_ui_2_8_pots_less_rake_are_what_is_paid(side_pot, en):
    result = model_of(side_pot, 2, en).result
    assert rows(result.rows) == [
        ("Main pot", "You, Erik, Aino, fees −10", "150"),
        ("Side pot", "Erik, Aino", "100"),
        ("Rake", "5\u00a0%, at most 10\u00a0€", "−10"),
    ]
    assert rows(result.paid) == [("Paid to you", "", "140"), ("Paid to Erik", "", "100")]
    assert sum(row.chips for row in result.rows) == sum(row.chips for row in result.paid)


def test_ui_2_8_what_goes_to_the_jackpots_is_told_and_adds_up(dealt_game, en):
    terms = JackpotTerms(bad_beat=Money(100), month_hand=Money(100), players=2)
    table = dealt_game("holdem-nl", {1: 200, 2: 50, 3: 200}, DEAL, jackpots=terms)
    lines = seat_model(table.seat(2), en, SeatLocal(), NOW).middle.fees
    assert [(line.words, line.value) for line in lines] == [
        ("rake", "5\u00a0%, at most 10\u00a0€"),
        ("jackpots", "2\u00a0€"),
    ]
    table.act("raise", 100)
    table.act("call")
    table.act("call")
    for _ in range(3):
        table.act("check")
        table.act("check")
    result = model_of(table, 2, en).result
    assert rows(result.rows) == [
        ("Main pot", "You, Erik, Aino, fees −12", "150"),
        ("Side pot", "Erik, Aino", "100"),
        ("Rake", "5\u00a0%, at most 10\u00a0€", "−10"),
        ("Jackpots", "collected from this hand", "−2"),
    ]
    assert rows(result.paid) == [("Paid to you", "", "138"), ("Paid to Erik", "", "100")]


def test_ui_2_8_the_winner_reads_his_own_amount_and_hand(side_pot, en):
    result = model_of(side_pot, 2, en).result
    assert (result.headline, result.amount, result.own) == ("You win", "140\u00a0€", True)
    assert result.hand == "Two pair, kings and nines"


def test_ui_2_8_others_read_that_the_pots_went_to_several(side_pot, en, fi):
    result = model_of(side_pot, 1, en).result
    assert (result.headline, result.amount, result.own) == ("The pots are paid", "", False)
    assert model_of(side_pot, 1, fi).result.headline == "Potit on maksettu"


def test_ui_2_8_the_rest_counts_down_and_the_hand_can_be_named(side_pot, en):
    result = model_of(side_pot, 1, en).result
    assert (result.next_hand.words, result.next_hand.bar) == ("Next hand in 4 s", 666)
    assert result.saved == "Hand 1 is saved. Proof 0001 0203 0405 0607 0809 0A0B 0C0D 0E0F"


def test_ui_2_8_the_winning_cards_are_told_and_losers_marked(side_pot, en):
    model = model_of(side_pot, 1, en)
    assert set(parse_cards("Kh Kd 9s 9d Jh")) <= set(model.middle.best)
    assert model.middle.paid
    mikko, erik = model.ring[:2]
    assert (mikko.cards, mikko.hand, mikko.won) == (parse_cards("Kh Kd"), "Two pair, kings and nines", "140")
    assert (mikko.lost, erik.lost) == (False, False)
    aino = next(place for place in model_of(side_pot, 2, en).ring if place.name == "Aino")
    assert (aino.hand, aino.lost) == ("Pair of nines", True)


def test_ui_2_8_a_hand_given_up_unseen_is_told_in_words(dealt, en):
    table = dealt({1: 200, 2: 200, 3: 200}, DEAL)
    table.act("call")
    table.act("call")
    for _ in range(10):
        table.act("check")
    aino = next(place for place in model_of(table, 2, en).ring if place.name == "Aino")
    assert (aino.cards, aino.hand, aino.status) == ((), "", "Not shown")


def test_ui_2_8_when_everyone_folds_no_hand_is_named(dealt, en):
    table = dealt({1: 200, 2: 200, 3: 200}, DEAL)
    table.act("raise", 20)
    table.act("fold")
    table.act("fold")
    result = model_of(table, 2, en).result
    assert (result.headline, result.hand) == ("Aino wins", "Everyone else folded")
    assert rows(result.rows) == [("Pot", "Aino", "10")]
    assert rows(result.paid) == [("Paid to Aino", "", "10")]
    assert model_of(table, 1, en).log.words == "You win 10\u00a0€"


def test_ui_2_8_a_split_pot_names_everyone_and_the_odd_chip(dealt, en):
    table = dealt({1: 200, 2: 200, 3: 201}, "Ah Ad 2c Kd Kh 3d Qs Qd Qc Qh Jh")
    table.act("call")
    table.act("call")
    table.act("check")
    table.act("raise", 5)
    table.act("call")
    table.act("fold")
    for _ in range(4):
        table.act("check")
    result = model_of(table, 1, en).result
    assert result.headline == "Split pot"
    assert sum(row.chips for row in result.rows) == sum(row.chips for row in result.paid) == 2_100
    assert rows(result.paid) == [("Paid to Mikko", "with the odd chip", "11"), ("Paid to Erik", "", "10")]


def test_ui_2_8_a_winner_who_left_at_once_is_still_paid_in_the_arithmetic(side_pot, en):
    side_pot.tell([tr.SeatLeft(2, 14_000)])
    assert rows(model_of(side_pot, 3, en).result.paid)[1] == ("Paid to Seat 2", "", "140")


def test_ui_2_8_arithmetic_that_does_not_add_up_is_a_breach(side_pot, en):
    view = side_pot.seat(1)
    view.rake += 100
    with pytest.raises(InvariantBreach, match="result-adds-up"):
        model_of(side_pot, 1, en)


def test_ui_2_8_nothing_is_told_before_the_hand_is_over(dealt, en):
    table = dealt({1: 200, 2: 200, 3: 200}, DEAL)
    assert model_of(table, 1, en).result is None


def test_ui_2_11_the_centre_says_who_won(side_pot, en):
    centre = next(view for viewer, view in side_pot.views.items() if viewer.kind == "centre")
    assert centre_model(centre, en, NOW).announcement == "The pots are paid"
    assert [pot.words for pot in centre_model(centre, en, NOW).middle.split] == ["Main pot", "Side pot"]
