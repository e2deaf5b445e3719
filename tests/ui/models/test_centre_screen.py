"""UI-2.11: the centre: whose turn, what it costs, the pots, the proof, and the empty table."""

from datetime import datetime

import msgspec
import pytest

from controller.vocab import table_records as tr
from controller.vocab.hand_records import Pot
from controller.vocab.profile import GameId
from controller.wire.fold import fold
from controller.wire.view import Award, View
from seats.models.centre import centre_model
from seats.models.words import Fact

NOW = 100_000
EURO = 100


@pytest.fixture
def centre(turn_view):
    turn_view.own = None
    turn_view.seats[7].cards = ()
    return turn_view


def test_ui_2_11_whose_turn_it_is_and_what_calling_costs(centre, en, fi):
    turn = centre_model(centre, en, NOW).turn
    assert (turn.name, turn.amount, turn.words) == ("Elina", "30\u00a0€", "to call")
    assert (turn.line.left, turn.line.bar) == (18, 600)
    assert centre_model(centre, fi, NOW).turn.words != "to call"


def test_ui_2_11_a_free_check_has_no_amount(free_view, en):
    free_view.own = None
    turn = centre_model(free_view, en, NOW).turn
    assert (turn.amount, turn.words) == ("", "to act")


def test_ui_2_11_every_seat_stands_around_the_board(centre, en):
    model = centre_model(centre, en, NOW)
    assert [place.seat for place in model.places] == list(range(1, 11))
    assert [place.seat for place in model.places if place.acting] == [7]
    assert [line.cards for line in model.middle.boards] == [centre.board]
    assert [(place.seat, mark.kind) for place in model.places for mark in place.marks] == [
        (3, "button"),
        (4, "small-blind"),
        (5, "big-blind"),
    ]


def with_sizes_in_pot_limit_alone(view: View, game: str) -> View:
    view.profile = msgspec.structs.replace(view.profile, show_pot_total=False, game=GameId(game))
    view.game = GameId(game)
    return view


def test_amb_32_the_pot_is_shown_unless_the_house_tells_its_size_in_pot_limit_alone(centre, en):
    assert centre.profile.show_pot_total
    assert centre_model(centre, en, NOW).middle.pot.amount == "92\u00a0€"
    for game, amount in (("holdem-nl", ""), ("holdem-fl", ""), ("holdem-pl", "92\u00a0€")):
        assert centre_model(with_sizes_in_pot_limit_alone(centre, game), en, NOW).middle.pot.amount == amount


def test_amb_32_side_pots_have_no_size_either_and_what_was_won_is_told(centre, en):
    centre.pots = (Pot(314 * EURO, (2, 5, 7)), Pot(12 * EURO, (5, 7)))
    with_sizes_in_pot_limit_alone(centre, "holdem-nl")
    assert [(pot.words, pot.amount) for pot in centre_model(centre, en, NOW).middle.split] == [
        ("Main pot", ""),
        ("Side pot", ""),
    ]
    centre.awards = (Award(0, 7, 314 * EURO, "folds", odd=False),)
    assert centre_model(centre, en, NOW).middle.pot.amount == "326\u00a0€"


def test_ui_2_11_side_pots_stand_apart(centre, en):
    centre.pots = (Pot(314 * EURO, (2, 5, 7)), Pot(12 * EURO, (5, 7)))
    middle = centre_model(centre, en, NOW).middle
    assert [(pot.words, pot.amount) for pot in middle.split] == [
        ("Main pot", "314\u00a0€"),
        ("Side pot", "12\u00a0€"),
    ]
    centre.pots += (Pot(5 * EURO, (5, 7)),)
    assert [pot.words for pot in centre_model(centre, en, NOW).middle.split] == [
        "Main pot",
        "Side pot 1",
        "Side pot 2",
    ]


def test_ui_2_11_the_rake_is_the_rule_until_it_is_taken(centre, en):
    assert centre_model(centre, en, NOW).middle.fees == (Fact("rake", "5\u00a0%, at most 10\u00a0€"),)
    centre.rake = 10 * EURO
    assert centre_model(centre, en, NOW).middle.fees == (Fact("rake", "10\u00a0€"),)


def test_ui_2_11_the_proof_is_the_root_of_the_deck(centre, en):
    proof = centre_model(centre, en, NOW).proof
    assert proof.payload == "jakaja-root:" + centre.root.hex()
    assert (proof.words, proof.digits) == ("Proof", "7F3A 91C2 1D5E 4B08 86FA C337 9B20 4DE1")
    centre.root = b""
    assert centre_model(centre, en, NOW).proof is None


def test_ui_2_11_an_empty_table_invites(profile, en, fi):
    view = View()
    fold(view, tr.ProfileAdopted(profile))
    model = centre_model(view, en, NOW, datetime(2026, 11, 30, 7, 5))
    assert model.attract.headline == "Take a seat"
    assert (model.announcement, model.clock) == ("", "07:05")
    assert (model.header.title, model.header.demonstration) == ("Hold'em", "Demonstration, no real money")
    assert centre_model(view, fi, NOW).attract.headline != "Take a seat"


def test_ui_2_11_players_make_the_invitation_go(centre, en):
    assert centre_model(centre, en, NOW).attract is None


def test_the_centre_says_when_it_has_lost_the_table(centre, en):
    assert centre_model(centre, en, NOW, connected=False).banner.kind == "disconnected"
    assert centre_model(View(), en, NOW).banner.kind == "connecting"
