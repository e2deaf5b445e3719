"""The catalogue, the rule sets and the names of hands: all of it rows."""

import msgspec
import pytest

from controller.games import (
    RANKINGS,
    Game,
    Street,
    UnknownGameError,
    UnknownRuleSetError,
    catalogue,
    find_deck,
    find_game,
    find_rule_set,
    rule_sets,
)
from controller.games import catalogue as catalogue_function
from controller.hand import play, start
from controller.hand.betting import RAISE_RANGES
from controller.vocab.hand_records import Act, BoardDealt, Entrant, ForcedBet, HandName, HandStarted
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext.cards import full_deck, parse_cards


def checked_down(game, seats, rule_set="ray"):
    """A hand of `game` in which everybody calls and checks to the end; its events."""
    started = HandStarted(
        hand=HandId(1),
        game=game.id,
        rule_set=RuleSetId(rule_set),
        stakes=Stakes(small_blind=1, big_blind=2, ante=0, unit=1),
        rake_permille=0,
        rake_cap=0,
        button=seats,
        entrants=tuple(Entrant(seat=seat, stack=100) for seat in range(1, seats + 1)),
        forced=(ForcedBet(1, "small-blind", 1), ForcedBet(2, "big-blind", 2)),
        first_decision=DecisionId(1),
    )
    hand, events = start(started, game.deck)
    while hand.decision and not hand.over:
        offer = hand.decision
        events += play(hand, Act(offer.seat, offer.decision, "call" if offer.call else "check"))
    return events


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
@pytest.mark.parametrize("rule_set", rule_sets(), ids=lambda rule_set: rule_set.id)
def test_every_game_plays_from_its_row_with_the_fewest_and_the_most_seats(game, rule_set):
    for seats in (max(game.fewest, 3), game.most):
        events = checked_down(game, seats, rule_set.id)
        boards = [len(event.cards) for event in events if isinstance(event, BoardDealt)]
        assert boards == [street.board for street in game.streets if street.board]


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_every_game_fits_its_deck_and_names_what_exists(game):
    hole = sum(street.hole for street in game.streets)
    board = sum(street.board for street in game.streets)
    burns = sum(street.burn for street in game.streets)
    assert game.most * hole + board + burns <= len(game.deck)
    assert len(set(game.deck)) == len(game.deck)
    assert game.ranking in RANKINGS
    assert game.structure in RAISE_RANGES


def test_section_12_1_holdem():
    game = find_game(GameId("holdem-nl"))
    assert [(street.hole, street.board) for street in game.streets] == [(2, 0), (0, 3), (0, 1), (0, 1)]
    assert (game.fewest, game.most) == (2, 10)
    assert find_deck(game.id) == full_deck()


def test_a_new_row_plays_without_touching_the_engine(monkeypatch):
    streets = (
        Street(opener="left-of-blinds", tier="small", hole=3),
        Street(opener="left-of-button", tier="big", board=2, burn=True),
        Street(opener="left-of-button", tier="big", board=2, burn=True),
    )
    row = Game(GameId("three-and-four"), full_deck(), streets, "high", "no-limit", fewest=2, most=6)
    monkeypatch.setitem(catalogue_function.__globals__["_BY_ID"], row.id, row)
    boards = [len(event.cards) for event in checked_down(row, 5) if isinstance(event, BoardDealt)]
    assert boards == [2, 2]


def test_unknown_games_and_rule_sets_are_named_together_with_what_there_is():
    with pytest.raises(UnknownGameError, match=r"no game 'whist'.*holdem-nl"):
        find_game(GameId("whist"))
    with pytest.raises(UnknownRuleSetError, match=r"no rule set 'mine'.*hungarian, ray"):
        find_rule_set(RuleSetId("mine"))


def test_section_16_the_rule_sets_differ_where_the_rules_do():
    rows = {row.id: row.rulings for row in rule_sets()}
    assert set(rows) == {"ray", "helsinki", "hungarian"}
    assert rows["ray"].showdown_first == "last-aggressor-final-round"
    assert rows["helsinki"].showdown_first == "last-aggressor-in-hand"
    assert rows["hungarian"].showdown_first == "last-aggressor-final-round"
    assert {name: rulings.burn_cards for name, rulings in rows.items()} == {
        "ray": False,
        "helsinki": False,
        "hungarian": True,
    }
    for rulings in rows.values():
        assert rulings.timeout_action == "fold"
        assert rulings.cumulative_short_allins_reopen is False
        assert rulings.no_rake_before_second_round is True
        assert rulings.odd_chips == "one-each"
        assert rulings.rake_order == "main-pot-first"
        assert rulings.short_blind_price == "full-blind"


def test_rows_are_frozen():
    with pytest.raises(AttributeError):
        find_game(GameId("holdem-nl")).most = 3
    with pytest.raises(AttributeError):
        find_rule_set(RuleSetId("ray")).rulings.burn_cards = True
    assert msgspec.json.decode(msgspec.json.encode(catalogue()), type=tuple[Game, ...]) == catalogue()


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Td 9h 4c 2c Jh Qs", HandName("high-card", (14,))),
        ("As Ad 9h 4c 2c Jh Qs", HandName("pair", (14,))),
        ("2s 2d 9h 9c Ac Jh Js", HandName("two-pair", (11, 9))),
        ("2s 2d 2h 9c Ac Jh Qs", HandName("trips", (2,))),
        ("As 2d 3h 4c 5c Jh Qs", HandName("straight", (5,))),
        ("As Kd Qh Jc Tc 2h 3s", HandName("straight", (14,))),
        ("9s 7s 4s 3s 2s Ah Ad", HandName("flush", (9,))),
        ("2s 2d 2h Ac Ad Jh Qs", HandName("full-house", (2, 14))),
        ("2s 2d 2h 2c Ad Jh Qs", HandName("quads", (2,))),
        ("As 2s 3s 4s 5s Jh Qs", HandName("straight-flush", (5,))),
    ],
)
def test_section_11_1_names(cards, name):
    ranking = RANKINGS["high"]
    assert ranking.name(ranking.plays(parse_cards(cards))) == name
