"""The catalogue, the rule sets and the names of hands: all of it rows."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from controller.app.simulate import forced_bets
from controller.games import (
    RANKINGS,
    Game,
    Share,
    Street,
    Structure,
    UnknownGameError,
    UnknownRuleSetError,
    catalogue,
    find_deck,
    find_game,
    find_rule_set,
    ranking_of,
    rule_sets,
)
from controller.games import catalogue as catalogue_function
from controller.hand import play, start
from controller.hand.opening import BY_CARDS, BY_PLACE
from controller.language import LOCALES, load_language
from controller.vocab.hand_records import Act, BoardDealt, Entrant, HandName, HandStarted
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import full_deck, parse_cards
from tests.games.golden import described

GOLDEN = Path(__file__).with_name("catalogue.golden")


def checked_down(game, seats, rule_set="ray", stack=100):
    """A hand of `game` in which everybody calls, checks and keeps his cards to the end; its events."""
    stakes = Stakes(1, 2, 0, 1) if game.blinds else Stakes(0, 0, 1, 1, small_bet=2, bring_in=1)
    order = range(1, seats + 1)
    started = HandStarted(
        hand=HandId(1),
        game=game.id,
        rule_set=RuleSetId(rule_set),
        stakes=stakes,
        rake_permille=0,
        rake_cap=0,
        button=seats,
        entrants=tuple(Entrant(seat=seat, stack=stack) for seat in order),
        forced=() if game.rows else forced_bets(stakes, order),
        first_decision=DecisionId(1),
    )
    hand, events = start(started, game.deck)
    while not hand.over:
        events += play(hand, keeps_on(hand))
    return events


def keeps_on(hand):
    """The act of a player who neither bets nor folds, throws away as few cards as he can and sets them as they come."""
    offer = hand.decision
    if offer.kind == "arrange":
        return Act(offer.seat, offer.decision, "arrange", cards=hand.players[offer.seat].cards)
    kind = {"bring-in": "bring-in", "discard": "discard"}.get(offer.kind, "call" if offer.call else "check")
    cards = hand.players[offer.seat].cards[: offer.least]
    return Act(offer.seat, offer.decision, kind, cards=cards if kind == "discard" else ())


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
@pytest.mark.parametrize("rule_set", rule_sets(), ids=lambda rule_set: rule_set.id)
def test_every_game_plays_from_its_row_with_the_fewest_and_the_most_seats(game, rule_set):
    for seats in (game.fewest, game.seats_that_fit(rule_set.rulings.burn_cards)):
        events = checked_down(game, seats, rule_set.id)
        assert sum(entrant.stack for entrant in events[-1].stacks) == 100 * seats
        boards = [len(event.cards) for event in events if isinstance(event, BoardDealt) and event.which == 0]
        shared = not any(street.board for street in game.streets)
        assert shared or boards == [street.board for street in game.streets if street.board]


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_every_game_fits_its_deck_and_names_what_exists(game):
    own = sum(street.hole + street.up for street in game.streets)
    middle = game.boards * sum(street.board for street in game.streets)
    assert game.recycle != "nothing" or game.most * own + middle <= len(game.deck)
    assert game.fewest <= game.seats_that_fit(burns=True)
    assert len(set(game.deck)) == len(game.deck)
    assert all(share.ranking in RANKINGS and share.board < game.boards for share in game.shares)
    assert game.structure in get_args(Structure)
    assert (game.structure == "points") == (game.rows is not None)
    assert all(street.opener in {*BY_CARDS, *BY_PLACE} for street in game.streets)


def test_section_3_5_seats_follow_the_deck():
    most = {game.id: (game.seats_that_fit(burns=False), game.seats_that_fit(burns=True)) for game in catalogue()}
    assert most["holdem-nl"] == most["omaha-pl"] == most["holdem32-nl"] == (10, 10)
    assert most["omaha5-pl"] == most["courchevel-pl"] == (9, 8)
    assert most["soko-pl"] == (10, 9)
    assert most["hungarian-draw-pl"] == (4, 4)


def test_every_game_has_a_name_in_every_language():
    for language in LOCALES:
        words = load_language(language)
        assert all(words.text(f"game.{game.id}") for game in catalogue())


def test_the_catalogue_is_what_it_was_when_its_rows_were_last_looked_at():
    update = "look at the change, then: python -m tests.games.golden > tests/games/catalogue.golden"
    assert described(catalogue()) == GOLDEN.read_text(encoding="utf-8"), update


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
    row = Game(GameId("three-and-four"), full_deck(), streets, (Share("high"),), "no-limit", fewest=2, most=6)
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
    ranking = ranking_of(Share("high"), find_rule_set(RuleSetId("ray")).rulings)
    assert ranking.name(ranking.rank(parse_cards(cards), ())) == name


@pytest.mark.parametrize("use", ["any", "two-of-hand"])
@pytest.mark.parametrize("kind", ["high", "eight-low"])
def test_no_hand_has_no_name(kind, use):
    ranking = ranking_of(Share(kind, use=use), find_rule_set(RuleSetId("ray")).rulings)
    with pytest.raises(ValueError, match="0 is not the rank of a hand"):
        ranking.name(0)
