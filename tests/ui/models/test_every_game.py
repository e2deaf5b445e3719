"""Every game of the catalogue on every screen: no street without a name, no board without a place, nobody's cards."""

import msgspec
import pytest

from controller.games import catalogue, find_game, mixes
from controller.vocab.hand_records import HandTurnedUp
from controller.vocab.profile import GameId, Stakes
from controller.wire.fold import fold
from evaluator_ext import parse_cards
from seats.models.centre import centre_model
from seats.models.games import FLOP, LAYOUTS, layout_of, structure_of
from seats.models.local import SeatLocal
from seats.models.past import past_spreads
from seats.models.seat import seat_model
from seats.models.words import words_for
from tests.ui.models.conftest import EURO

NOW = 100_000
STAKES = Stakes(
    small_blind=2 * EURO,
    big_blind=4 * EURO,
    ante=EURO,
    unit=EURO,
    small_bet=4 * EURO,
    big_bet=8 * EURO,
    bring_in=2 * EURO,
    point=2 * EURO,
)
FAMILIES = {game.id.rpartition("-")[0]: game for game in catalogue()}


def test_every_row_of_the_layouts_is_a_family_of_the_catalogue():
    assert LAYOUTS.keys() <= FAMILIES.keys()


@pytest.mark.parametrize("game", FAMILIES.values(), ids=FAMILIES)
def test_a_layout_says_what_the_catalogue_deals(game):
    layout = layout_of(game.id)
    has_board = any(street.board for street in game.streets)
    assert layout.boards == (game.boards if has_board else 0)
    assert (layout.streets == FLOP) == has_board
    assert len(layout.streets) == len(game.streets)
    assert len(layout.parts) == (len(game.shares) if len(game.shares) > 1 else 0)
    assert layout.blinds == game.blinds
    assert (layout.form == "rows") == (game.rows is not None)
    assert (layout.form == "draw") == any(street.draw for street in game.streets)
    assert (layout.form == "stud") == any(street.up for street in game.streets)


def test_every_game_and_mix_has_limits_or_is_a_mix():
    assert {structure_of(game.id) for game in catalogue()} == {"nl", "pl", "fl", "pts"}
    assert not {structure_of(GameId(mix.id)) for mix in mixes()} & {"nl", "pl", "fl", "pts"}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_hand_of_every_game_is_shown_from_first_to_last(family, dealt_game, en, plain_act):
    game = FAMILIES[family]
    bring_in = STAKES.bring_in if game.streets[0].bring_in else 0
    ante = 0 if game.rows else STAKES.ante
    stakes = msgspec.structs.replace(STAKES, bring_in=bring_in, ante=ante)
    seats = dict.fromkeys((1, 3, 5)[: min(3, game.most)], 200)
    hand = dealt_game(game.id, seats, button=1, stakes=stakes)
    while True:
        for viewer, view in hand.views.items():
            if viewer.kind == "seat":
                model = seat_model(view, en, SeatLocal(), NOW)
                own = model.own
                unseen = own is not None and own.face != "open" and own.cards
                assert not unseen, "cards are given to the drawer only while they may be seen"
            elif viewer.kind == "centre":
                centre_model(view, en, NOW)
        if hand.offer is None:
            break
        hand.send(plain_act(hand, hand.offer))
    last = hand.seat(1)
    assert seat_model(last, en, SeatLocal(), NOW).result is not None
    told = [
        step for page in past_spreads(last, {}, words_for(en, last), 0) for chapter in page for step in chapter.steps
    ]
    assert len({step.label for step in told} - {""}) == len(layout_of(game.id).streets)


def test_a_mix_names_itself_and_the_game_whose_turn_it_is(dealt_game, en, fi):
    hand = dealt_game("razz-fl", {1: 200, 3: 200, 5: 200}, among="horse", stakes=STAKES)
    header = seat_model(hand.seat(1), en, SeatLocal(), NOW).header
    assert (header.title, header.limits) == ("Razz", "Limit 4/8\u00a0€, HORSE")
    assert find_game(GameId("razz-fl")).streets[0].bring_in


def test_case_55_a_hand_that_is_turned_up_lies_open_on_every_screen(turn_view, en):
    own, other = turn_view.seats[7].cards, parse_cards("Qs Qd")
    assert seat_model(turn_view, en, SeatLocal(), NOW).own.hint
    for seat, cards in ((7, own), (5, other)):
        fold(turn_view, HandTurnedUp(seat=seat, cards=cards))
    mine = seat_model(turn_view, en, SeatLocal(), NOW).own
    assert (mine.up, mine.hint) == (own, "")
    turn_view.own = None
    open_now = {place.seat: (place.cards, place.backs) for place in centre_model(turn_view, en, NOW).places}
    assert (open_now[5], open_now[7]) == ((other, 0), (own, 0))
    assert open_now[2] == ((), 2)
