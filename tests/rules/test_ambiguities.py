"""What the sources leave open or contradict, and how it is resolved (sources.md, AMB-1 to AMB-61, of the cards).

Those with a table's or a jackpot's answer stand with its tests; `tests/games/test_options.py` has the list of all.
"""

from itertools import pairwise

import pytest

from cashier.money import EUR, HUF, Money
from cashier.refusal import Code
from controller.games import Ranking, Share, catalogue, find_game, find_rule_set, ranking_of, rule_sets
from controller.games.handbook import Terms, rule_book
from controller.language import load_language
from controller.language.rule_text import tell
from controller.vocab import hand_records as hr
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import GameId, RakeRule, RuleSetId, Ruling, Stakes
from evaluator_ext import parse_cards

SETS = [row.id for row in rule_sets()]
ROYAL_BOARD = "AsKsQsJsTs"


def awards(hand) -> dict[Seat, Chips]:
    """What each seat got of the pots."""
    won: dict[Seat, Chips] = {}
    for award in hand.of(hr.PotAwarded):
        won[award.seat] = won.get(award.seat, 0) + award.amount
    return won


def shown(hand) -> list[Seat]:
    return [event.seat for event in hand.events if isinstance(event, hr.HandShown | hr.HandMucked)]


def ranking_by(rule_set: str, game: str) -> Ranking:
    """How hands of a game compare under a rule set."""
    return ranking_of(find_game(GameId(game)).shares[0], find_rule_set(RuleSetId(rule_set)).rulings)


# -- AMB-1: the odd chip -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", SETS)
def test_amb_1_in_button_games_the_odd_chip_goes_to_the_first_left_of_the_button(deal, rule_set):
    hand = deal(100, 100, 100, small=1, big=2, rule_set=rule_set, board=ROYAL_BOARD, burn=rule_set == "hungarian")
    hand.acts("3 raises 5, 1 folds, 2 calls").to_the_end()
    assert awards(hand) == {2: 6, 3: 5}


def test_amb_1_in_high_stud_the_highest_card_of_all_seven_has_it(deal):
    hand = deal(
        1000, 1000, 1000, game="stud-fl", ante=11, bets=(100, 200), bring_in=30,
        holes=["2hAs3c", "2dKh4c", "2s7h6d"], board="4h3h" + "5c5d" + "6c6h" + "TdTs",
    ).acts("1 brings-in, 2 calls, 3 folds").to_the_end()  # fmt: skip
    assert awards(hand)[1] == awards(hand)[2] + 1, "the ace of seat 1 is higher than the king of seat 2"


def test_amb_1_in_low_games_the_lowest_card_has_it_and_the_ace_is_high(deal):
    hand = deal(
        1000, 1000, 1000, game="razz-fl", ante=11, bets=(100, 200), bring_in=30,
        holes=["2h3h9d", "2c3c9h", "KdQd2d"], board="4h4c" + "5h5c" + "7h7c" + "AhAc",
    ).acts("2 brings-in, 3 folds, 1 calls").to_the_end()  # fmt: skip
    assert awards(hand) == {1: 46, 2: 47}, "the two of clubs is the lowest card there is"


def test_amb_1_between_high_and_low_the_high_hand_has_it(deal):
    hand = deal(
        100, 100, 100, game="omaha8-fl", small=1, big=2, bets=(2, 4),
        holes=["KhKd9c9d", "Ac2d7s7d", "QhQcJcJh"], board="Kc8h4s3c6h",
    ).acts("3 raises 4, 1 folds, 2 calls")  # fmt: skip
    hand.to_the_end()
    by_share = {award.share: award.amount for award in hand.of(hr.PotAwarded)}
    assert by_share == {0: 5, 1: 4}


# -- AMB-5: who shows first --------------------------------------------------------------------------------------

BETS_EARLY = ("3 raises 300, 1 calls, 2 calls", "1 checks, 2 checks, 3 checks", "1 checks, 2 checks, 3 checks")


@pytest.mark.parametrize(("rule_set", "first"), [("helsinki", 3), ("ray", 1), ("hungarian", 1)])
def test_amb_5_the_last_raiser_of_the_hand_or_of_the_final_round(deal, rule_set, first):
    hand = deal(1000, 1000, 1000, rule_set=rule_set).acts(BETS_EARLY[0]).acts(BETS_EARLY[1])
    hand.acts(BETS_EARLY[2]).acts("1 checks, 2 checks, 3 checks")
    assert shown(hand)[0] == first


@pytest.mark.parametrize("rule_set", SETS)
def test_amb_5_a_bet_that_is_only_called_makes_its_bettor_the_raiser(deal, rule_set):
    hand = deal(1000, 1000, 1000, rule_set=rule_set).acts(BETS_EARLY[0]).acts(BETS_EARLY[1]).acts(BETS_EARLY[2])
    hand.acts("1 checks, 2 raises 100, 3 calls, 1 calls")
    assert shown(hand) == [2, 3, 1], "and the others follow clockwise"


@pytest.mark.parametrize("rule_set", SETS)
def test_amb_5_blinds_are_no_bet(deal, rule_set):
    hand = deal(1000, 1000, 1000, rule_set=rule_set).acts("3 calls, 1 calls, 2 checks").to_the_end()
    assert shown(hand)[0] == 1


def test_amb_5_where_the_last_bettor_is_out_the_order_is_that_without_a_bet(deal):
    hand = deal(1000, 1000, 1000, rule_set="helsinki").acts(BETS_EARLY[0])
    hand.acts("1 checks, 2 checks, 3 folds").to_the_end()
    assert shown(hand)[0] == 1


# -- AMB-7 and AMB-8: suits, and hands of 32 cards ---------------------------------------------------------------


@pytest.mark.parametrize("kind", ["high", "soko", "hungarian-holdem", "short-deck"])
def test_amb_7_suits_do_not_break_ties_of_hands(kind):
    ranking = ranking_of(Share(kind), find_rule_set(RuleSetId("hungarian")).rulings)
    spades, clubs = parse_cards("As9d8d7sKd"), parse_cards("Ac9h8h7cKh")
    assert ranking.rank(spades, ()) == ranking.rank(clubs, ())


def test_amb_7_in_the_hungarian_draw_they_break_every_tie():
    ranking = ranking_by("hungarian", "hungarian-draw-pl")
    hands = ["AsKdQhJc9d", "AhKsQdJc9c", "AdKsQcJh9s", "AcKsQdJh9s"]
    ranks = [ranking.rank(parse_cards(cards), ()) for cards in hands]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 4


def test_amb_8_in_the_hungarian_draw_the_full_house_stands_below_the_flush():
    ranking = ranking_by("hungarian", "hungarian-draw-pl")
    four, flush, full, straight = (
        ranking.rank(parse_cards(cards), ()) for cards in ("7s7h7d7c8s", "7h8hTh9hKh", "AsAhAdKcKd", "AsKdQhJcTd")
    )
    assert four > flush > full > straight


@pytest.mark.parametrize("game", ["hungarian-draw-pl", "holdem32-nl"])
@pytest.mark.parametrize(("counts", "category"), [(True, "straight"), (False, "high-card")])
def test_amb_8_ace_to_ten_is_a_straight_of_32_cards_unless_a_house_says_otherwise(
    rule_set_with, game, counts, category
):
    rulings = find_rule_set(rule_set_with(low_straight_32=counts)).rulings
    ranking = ranking_of(find_game(GameId(game)).shares[0], rulings)
    assert ranking.name(ranking.rank(parse_cards("As7d8h9cTd"), ())).category == category


@pytest.mark.parametrize(("counts", "category"), [(True, "four-straight"), (False, "high-card")])
def test_section_11_2_ace_to_four_is_a_straight_of_four_unless_a_house_says_otherwise(rule_set_with, counts, category):
    rulings = find_rule_set(rule_set_with(soko_low_straight=counts)).rulings
    ranking = ranking_of(find_game(GameId("soko-fl")).shares[0], rulings)
    assert ranking.name(ranking.rank(parse_cards("As2d3h4c9s"), ())).category == category


# -- AMB-9, AMB-12, AMB-21: betting ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["omaha-pl", "omaha8-fl", "holdem-nl"])
@pytest.mark.parametrize("rule_set", SETS)
def test_amb_9_omaha_begins_left_of_the_big_blind_like_holdem(deal, game, rule_set):
    assert deal(1000, 1000, 1000, 1000, game=game, rule_set=rule_set).offer.seat == 3


def test_amb_12_half_a_limit_bet_is_no_raise_and_a_small_raise_cannot_be_made(deal):
    limit = deal(1000, 1000, 150, 1000, game="holdem-fl", bets=(100, 200)).acts("3 raises 150, 4 calls, 1 calls")
    assert (limit.offer.seat, limit.offer.min_to) == (2, 200), "exactly half: the level is still the blind's"
    free = deal(10_000, 10_000, 10_000, small=200, big=400)
    assert free.refused("raises", 600) is Code.BELOW_MINIMUM, "at a live table it would be completed to 800"
    assert free.acts("3 raises 800").offer.call == 600


@pytest.mark.parametrize(
    ("game", "tiers"),
    [
        ("holdem-fl", ["small", "small", "big", "big"]),
        ("omaha-fl", ["small", "small", "big", "big"]),
        ("stud-fl", ["small", "small", "big", "big", "big"]),
        ("soko-fl", ["small", "small", "big", "big"]),
    ],
)
def test_amb_21_large_bets_begin_on_the_third_round_which_is_the_turn(game, tiers):
    assert [street.tier for street in find_game(GameId(game)).streets] == tiers


# -- AMB-19, AMB-25, AMB-26: cards -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game.id for game in catalogue()])
def test_amb_19_nobody_can_have_a_wrong_number_of_cards(deal, game):
    row = find_game(GameId(game))
    stakes = {} if row.blinds else {"ante": 0 if row.rows else 10, "bets": (20, 40)}
    hand = deal(1000, 1000, game=game, **stakes)
    first = row.streets[0]
    assert {player.seat: len(player.cards) for player in hand.hand.around} == dict.fromkeys(
        (1, 2), first.hole + first.up
    )


@pytest.mark.parametrize("game", ["omaha5-pl", "omaha58-pl", "courchevel-pl", "courchevel8-pl"])
def test_amb_25_five_card_omaha_seats_nine_and_eight_where_cards_are_burnt(game):
    row = find_game(GameId(game))
    seats = {rule_set.id: row.seats_that_fit(rule_set.rulings.burn_cards) for rule_set in rule_sets()}
    assert seats == {"ray": 9, "helsinki": 9, "hungarian": 8}


def test_amb_26_three_of_a_kind_has_two_kickers():
    ranking = ranking_by("ray", "holdem-nl")
    hands = ["7s7h7dAcKd", "7s7h7dAcQd", "7s7h7dKcQd", "7s7h7dKcJd"]
    ranks = [ranking.rank(parse_cards(cards), ()) for cards in hands]
    assert all(better > worse for better, worse in pairwise(ranks))


# -- AMB-13 and AMB-59: fees of a hand ---------------------------------------------------------------------------

DROPS = (hr.Drop("bad-beat", 95), hr.Drop("month-hand", 5))


def taken(hand) -> tuple[Chips, Chips]:
    """The rake of a hand, and what the jackpots got of it."""
    return sum(one.amount for one in hand.of(hr.RakeTaken)), sum(one.amount for one in hand.of(hr.DropTaken))


def paying(deal):
    """A hand of three that pays rake and jackpots, played by Helsinki's rules."""
    return deal(1000, 1000, 1000, rule_set="helsinki", rake=(50, 1000), fees={"drops": DROPS})


def test_amb_13_the_jackpots_euro_is_95_and_5_cents_from_the_second_round_on(deal):
    assert taken(paying(deal).acts("3 raises 300, 1 folds, 2 folds")) == (0, 0)
    hand = paying(deal).acts("3 calls, 1 calls, 2 checks").acts("1 raises 100, 2 folds, 3 folds")
    assert [(one.pool, one.amount) for one in hand.of(hr.DropTaken)] == [("bad-beat", 95), ("month-hand", 5)]
    assert taken(hand) == (15, 100)


def test_amb_59_all_in_in_the_first_round_and_dealt_out_pays_both(deal):
    hand = paying(deal).acts("3 raises 1000, 1 calls, 2 folds")
    assert [one.street for one in hand.of(hr.BoardDealt)] == [1, 2, 3]
    assert taken(hand) == (105, 100)


@pytest.mark.parametrize(("currency", "text"), [(EUR, "at most 10\u00a0€"), (HUF, "at most 10\u00a0Ft")])
def test_amb_15_amounts_are_in_the_currency_of_the_profile(currency, text):
    terms = Terms(stakes=Stakes(100, 200, 0, 50), rake=RakeRule(50, Money(1000)), decision=30_000)
    book = rule_book(find_game(GameId("holdem-nl")), find_rule_set(RuleSetId("ray")), terms)
    told = tell(book, load_language("en"), currency)
    assert any(text in sentence for section in told.sections for sentence in section.sentences)


# -- AMB-60 and AMB-61 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "ends"), [("one-each", {2: 34, 3: 34, 4: 33}), ("all-to-first", {2: 35, 3: 33, 4: 33})]
)
def test_amb_60_several_odd_chips_go_one_each_or_by_ruling_all_to_the_first(deal, ruling, ends):
    own = {"overrides": (Ruling("odd_chips", ruling),)}
    hand = deal(1000, 1000, 1000, 1000, small=5, big=10, board=ROYAL_BOARD, fees=own)
    hand.acts("3 raises 32, 4 calls, 1 folds, 2 calls").to_the_end()
    assert awards(hand) == ends


def test_amb_61_the_first_in_soko_may_pass(deal):
    hand = deal(1000, 1000, game="soko-fl", ante=10, bets=(20, 40), holes=["2hAs", "2dKh"])
    assert (hand.offer.seat, hand.offer.call, hand.offer.kind) == (1, 0, "bet")
    assert hand.acts("1 checks").offer.seat == 2
