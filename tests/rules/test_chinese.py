"""Chinese poker: thirteen cards in rows, both ways to score them, and stacks that do not reach (hand-engine §4)."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.invariant import InvariantBreach
from cashier.refusal import Code, Refusal
from controller.games import catalogue, find_game
from controller.games.rows import Worth, best_rows, natural_of, points_between, rows_of, royalty, worth_of
from controller.games.rulings import HELSINKI
from controller.hand import absent_act, play, start
from controller.vocab.hand_records import (
    Act,
    Acted,
    DecisionOffered,
    Entrant,
    ForcedBet,
    HandEnded,
    HandStarted,
    RowsArranged,
    RowsCompared,
    RowShown,
    RowsJudged,
)
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import Category, category, full_deck, parse_cards, print_card, rank
from evaluator_ext.rankings import mis_set
from tests.hand.random_hands import choices, deals, played

ONE_SIX, TWO_FOUR = "chinese-1-6-pts", "chinese-2-4-pts"
ROW_GAMES = [game for game in catalogue() if game.rows]

STRONG = "AcAdAh KsKdKhQsQd JsJdJhJcTs"
"""Three aces, kings full, four jacks."""
WEAK = "2c3c5d 2d3d5c4d8d 4c6c7d8h9c"
"""High cards in every row: five, eight and nine high."""


class Rows:
    """A hand of seats 1, 2, ... with the button on the last, dealt so that each can set the rows named for him."""

    def __init__(self, *sets, stacks=None, game=ONE_SIX, rule_set="helsinki", point=10, forced=()):
        held = [parse_cards(one) for one in sets]
        self.sets = dict(enumerate(held, 1))
        dealt = [cards[place] for place in range(13) for cards in held]
        self.started = HandStarted(
            hand=HandId(7),
            game=GameId(game),
            rule_set=RuleSetId(rule_set),
            stakes=Stakes(0, 0, 0, 1, point=point),
            rake_permille=50,
            rake_cap=1000,
            button=len(sets),
            entrants=tuple(Entrant(seat, stack) for seat, stack in enumerate(stacks or [1000] * len(sets), 1)),
            forced=forced,
            first_decision=DecisionId(1),
        )
        deck = (*dealt, *[card for card in full_deck() if card not in set(dealt)])
        self.hand, self.events = start(self.started, deck)

    @property
    def offer(self):
        assert self.hand.decision is not None, "nobody is asked"
        return self.hand.decision

    def act(self, kind="arrange", cards=None):
        cards = (self.sets[self.offer.seat] if cards is None else parse_cards(cards)) if kind == "arrange" else ()
        return Act(self.offer.seat, self.offer.decision, kind, cards=cards)

    def acts(self, *kinds):
        for kind in kinds:
            answer = play(self.hand, self.act(kind))
            assert not isinstance(answer, Refusal), answer
            self.events += answer
        return self

    def set_all(self):
        return self.acts(*["arrange"] * len(self.sets))

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def stacks(self):
        return [player.stack for player in self.hand.players.values()]


def test_thirteen_cards_each_and_everyone_sets_in_turn_from_the_left_of_the_button():
    hand = Rows(STRONG, WEAK)
    assert [len(player.cards) for player in hand.hand.players.values()] == [13, 13]
    assert (hand.offer.kind, hand.offer.seat, hand.offer.least, hand.offer.most) == ("arrange", 1, 13, 13)
    assert hand.acts("arrange").offer.seat == 2
    assert hand.acts("arrange").hand.over


def test_how_a_player_set_his_cards_is_for_him_alone_until_all_have():
    hand = Rows(STRONG, WEAK).acts("arrange")
    [arranged] = hand.of(RowsArranged)
    assert (arranged.audience, arranged.seat) == ("seat", 1)
    assert not hand.of(RowShown)
    [acted] = hand.of(Acted)
    assert (acted.audience, acted.kind) == ("everyone", "arrange")


def test_the_rows_are_opened_one_after_the_other_for_everybody():
    shown = Rows(STRONG, WEAK).set_all().of(RowShown)
    assert [(event.row, event.seat) for event in shown] == [
        ("front", 1), ("front", 2), ("middle", 1), ("middle", 2), ("back", 1), ("back", 2),
    ]  # fmt: skip
    assert [event.name.category for event in shown if event.seat == 1] == ["trips", "full-house", "quads"]


@pytest.mark.parametrize(("game", "points"), [(ONE_SIX, 6), (TWO_FOUR, 4)])
def test_three_wins_are_six_or_four_points(game, points):
    hand = Rows(STRONG, WEAK, game=game).set_all()
    assert [(event.seat, event.loser, event.points, event.rows) for event in hand.of(RowsCompared)] == [
        (1, 2, points, (1, 1, 1))
    ]
    assert hand.stacks == [1000 + 10 * points, 1000 - 10 * points]


def worth(*ranks):
    return Worth(standing="set", ranks=ranks)


@pytest.mark.parametrize(
    ("mine", "theirs", "one_six", "two_four"),
    [
        ((2, 1, 2), (1, 2, 1), 1, 2),
        ((2, 1, 1), (1, 1, 1), 1, 2),
        ((2, 2, 1), (1, 1, 1), 2, 3),
        ((2, 2, 2), (1, 1, 1), 6, 4),
        ((2, 1, 1), (1, 1, 2), 0, 0),
        ((1, 1, 1), (1, 1, 1), 0, 0),
    ],
    ids=["win-lose-win", "win-tie-tie", "win-win-tie", "scoop", "win-tie-lose", "all-tied"],
)
def test_points_of_both_systems(mine, theirs, one_six, two_four):
    for game, points in ((ONE_SIX, one_six), (TWO_FOUR, two_four)):
        scoring = find_game(GameId(game)).rows
        assert points_between(worth(*mine), worth(*theirs), scoring, HELSINKI) == points
        assert points_between(worth(*theirs), worth(*mine), scoring, HELSINKI) == -points


def test_rows_out_of_order_lose_a_scoop_to_a_proper_set_and_nothing_to_their_like():
    out_of_order = "AcAdAh Qs9d7c5h3s JsJdJcJhTs"
    hand = Rows(out_of_order, WEAK).set_all()
    assert [event.standing for event in hand.of(RowsJudged)] == ["mis-set", "set"]
    assert [(event.seat, event.points, event.rows) for event in hand.of(RowsCompared)] == [(2, 6, ())]
    both = Rows(out_of_order, "KcKdKh 2d3c4d6c8h 2h3h4h6d9c").set_all()
    assert [event.points for event in both.of(RowsCompared)] == [0]
    assert both.stacks == [1000, 1000]


def test_who_does_not_set_in_time_has_a_dead_hand_and_is_not_shown():
    hand = Rows(STRONG, WEAK, "6h6d7h 7s8sTd9h9d Qh Qc Th Tc 6s".replace(" ", ""))
    hand.events += play(hand.hand, absent_act(hand.hand, "time-out"), "time-out")
    hand.acts("arrange", "arrange")
    assert {event.seat for event in hand.of(RowShown)} == {2, 3}
    assert [event.standing for event in hand.of(RowsJudged)] == ["dead", "set", "set"]
    assert [(event.seat, event.loser, event.points) for event in hand.of(RowsCompared)][:2] == [(2, 1, 6), (3, 1, 6)]


def test_the_last_one_left_wins_unseen():
    hand = Rows(STRONG, WEAK).acts("fold")
    assert hand.hand.over
    assert not hand.of(RowShown)
    assert hand.stacks == [940, 1060]


def test_surrender_is_offered_only_where_the_house_has_a_price_for_it(rule_set_with):
    assert play(Rows(STRONG, WEAK).hand, Rows(STRONG, WEAK).act("surrender")) == Refusal(
        Code.NOT_OFFERED, {"kind": "arrange"}
    )
    hand = Rows(WEAK, STRONG, "6h6d7h7s8sTd9h9dQhQcThTc6s", rule_set=rule_set_with(rows_surrender=3))
    assert hand.offer.surrender == 3
    hand.acts("surrender", "arrange", "arrange")
    assert [event.standing for event in hand.of(RowsJudged)] == ["surrendered", "set", "set"]
    assert [event.points for event in hand.of(RowsCompared)] == [3, 3, 6]


def test_only_his_own_thirteen_cards_can_be_set():
    hand = Rows(STRONG, WEAK)
    for cards in (STRONG[:-2], WEAK, STRONG[:-2] + "Ac"):
        assert play(hand.hand, hand.act(cards=cards)).code is Code.CARDS_UNUSABLE
    assert play(hand.hand, hand.act("check")).code is Code.NOT_OFFERED


# -- stacks that do not reach --------------------------------------------------------------------------------------


def test_nobody_loses_more_than_he_has_and_pairs_settle_clockwise_from_the_button():
    hand = Rows(WEAK, "6h6d7h7s8sTd9h9dQhQcThTc6s", STRONG, stacks=[100, 1000, 1000]).set_all()
    paid = [(event.seat, event.loser, event.points, event.amount) for event in hand.of(RowsCompared)]
    assert paid == [(2, 1, 6, 60), (3, 1, 6, 40), (3, 2, 6, 60)]
    assert hand.stacks == [0, 1000, 1100]


def test_what_was_won_before_pays_but_no_comparison_costs_more_than_the_loser_began_with():
    hand = Rows("6h6d7h7s8sTd9h9dQhQcThTc6s", WEAK, STRONG, stacks=[30, 1000, 1000]).set_all()
    paid = [(event.seat, event.loser, event.amount) for event in hand.of(RowsCompared)]
    assert paid == [(1, 2, 60), (3, 1, 30), (3, 2, 60)]
    assert hand.stacks == [60, 880, 1090]


def test_there_is_no_pot_and_no_fee():
    hand = Rows(STRONG, WEAK).set_all()
    assert (hand.hand.pot, hand.hand.rake) == (0, 0)
    assert [entrant.stack for entrant in hand.of(HandEnded)[0].stacks] == [1060, 940]


# -- naturals and royalties ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "natural"),
    [
        ("2c3d4h 5s6c7d8h9s TcJdQhKsAc", "dragon"),
        ("2c2d4h 4s6c6d8h8s TcTdQhQsAc", "six-pairs"),
        ("Ac2d3h 4s5c6d7h8s TcJdQhKsAd", "three-straights"),
        ("2c5c9c 3d7d8dTdKd 2s4s8sJsAs", "three-flushes"),
        ("2c5c9c 3d7d8dTdKd 2s4s8sJsAh", None),
        ("Kc Ad 2h 4s5c6d7h8s TcJdQhKsAs", None),
    ],
)
def test_naturals_win_unplayed(cards, natural):
    assert natural_of(parse_cards(cards)) == natural


def test_a_natural_scoops_every_other_hand_and_a_dragon_the_other_naturals(rule_set_with):
    scoring = find_game(GameId(ONE_SIX)).rows
    dragon, pairs, flushes, proper = (
        Worth(standing="dragon"), Worth(standing="six-pairs"), Worth(standing="three-flushes"), worth(9, 9, 9),
    )  # fmt: skip
    assert points_between(dragon, pairs, scoring, HELSINKI) == points_between(pairs, proper, scoring, HELSINKI) == 6
    assert points_between(pairs, flushes, scoring, HELSINKI) == 0
    hand = Rows("2c3d4h 5s6c7d8h9s TcJdQhKsAc", STRONG.replace("Ac", "2d").replace("Ks", "Kc").replace("Qd", "Qc")
                .replace("Jd", "3c"), rule_set=rule_set_with(rows_naturals=True)).set_all()  # fmt: skip
    assert hand.of(RowsJudged)[0].standing == "dragon"
    assert hand.stacks == [1060, 940]


def test_without_the_ruling_a_natural_is_scored_by_its_rows():
    assert worth_of(parse_cards("2c3d4h 5s6c7d8h9s TcJdQhKsAc"), HELSINKI).standing == "set"


@pytest.mark.parametrize(
    ("row", "cards", "points"),
    [
        ("front", "5c5dAh", 0), ("front", "6c6dAh", 1), ("front", "AcAdKh", 9), ("front", "2c2d2h", 10),
        ("front", "AcAdAh", 22), ("middle", "2c2d2h5s6s", 2), ("middle", "2c3d4h5s6s", 4), ("middle", "2c4c6c8cTc", 8),
        ("middle", "2c2d2h3s3c", 12), ("middle", "2c2d2h2s3c", 20), ("middle", "9cTcJcQcKc", 30),
        ("middle", "TcJcQcKcAc", 50), ("back", "2c2d2h5s6s", 0), ("back", "2c3d4h5s6s", 2), ("back", "2c4c6c8cTc", 4),
        ("back", "2c2d2h3s3c", 6), ("back", "2c2d2h2s3c", 10), ("back", "Ac2c3c4c5c", 15), ("back", "TcJcQcKcAc", 25),
    ],
)  # fmt: skip
def test_royalties(row, cards, points):
    assert royalty(row, parse_cards(cards)) == points


def test_royalties_are_paid_beside_the_points_and_only_in_proper_sets(rule_set_with):
    rule_set = rule_set_with(rows_royalties=True)
    hand = Rows(STRONG, WEAK, rule_set=rule_set).set_all()
    assert [event.royalties for event in hand.of(RowsJudged)] == [22 + 12 + 10, 0]
    assert hand.of(RowsCompared)[0].points == 6 + 44
    out_of_order = Rows("AcAdAh Qs9d7c5h3s JsJdJcJhTs", WEAK, rule_set=rule_set).set_all()
    assert [event.royalties for event in out_of_order.of(RowsJudged)] == [0, 0]


# -- any hand ------------------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_the_best_rows_are_all_the_cards_in_order(dice):
    cards = tuple(dice.sample(full_deck(), 13))
    rows = best_rows(cards)
    assert sorted(rows) == sorted(cards)
    front, middle, back = (row for _, row in rows_of(rows))
    assert not mis_set(front, middle, back)
    assert rank(back) == max(map(rank, combinations(cards, 5)))
    assert category(rank(back)) >= category(rank(middle)) >= Category.HIGH_CARD


@given(deals(ROW_GAMES), choices)
@settings(max_examples=40)
def test_chips_only_move_between_stacks_and_no_stack_falls_below_nothing(deal, numbers):
    started, _ = deal
    hand, events = played(deal, numbers)
    stacks = {one.seat: one.stack for one in started.entrants}
    for event in events:
        if isinstance(event, RowsCompared):
            stacks[event.seat] += event.amount
            stacks[event.loser] -= event.amount
            assert (stacks[event.seat], stacks[event.loser]) == (event.stack, event.loser_stack)
            assert min(stacks.values()) >= 0
    assert stacks == {seat: player.stack for seat, player in hand.players.items()}
    pairs = [(event.seat, event.loser) for event in events if isinstance(event, RowsCompared)]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, combinations(stacks, 2)))


@given(deals(ROW_GAMES), choices)
@settings(max_examples=40)
def test_every_player_is_asked_once_unless_all_others_have_given_up(deal, numbers):
    _, events = played(deal, numbers)
    asked = [event.seat for event in events if isinstance(event, DecisionOffered)]
    assert len(set(asked)) == len(asked) >= len(deal[0].entrants) - 1


@pytest.mark.parametrize("change", [{"point": 0}, {"forced": (ForcedBet(1, "ante", 5),)}])
def test_a_hand_without_a_price_or_with_forced_bets_is_not_started(change):
    with pytest.raises(InvariantBreach, match=r"hand-startable.*no forced bets"):
        Rows(STRONG, WEAK, **change)


def test_four_players_use_the_whole_deck():
    deck = [print_card(card) for card in random.Random(3).sample(full_deck(), 52)]
    hand = Rows(*["".join(deck[place::4]) for place in range(4)]).set_all()
    assert hand.hand.dealt == 52
    assert sum(hand.stacks) == 4000
