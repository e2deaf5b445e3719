"""The rules to read at the table say what the table deals by: every game, rule set, ruling and language."""

import random
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest

from cashier.money import EUR, Money
from controller.games import Mix, RuleSet, catalogue, find_game, find_mix, mixes, ranking_of, rule_sets
from controller.games.handbook import Terms, mix_book, rule_book
from controller.games.handbook.ranked_hands import kind_of
from controller.games.mixes import MixId
from controller.games.rulings import HELSINKI, Rulings
from controller.language import load_languages
from controller.language.catalogue import read_texts
from controller.language.rule_text import ToldRules, tell
from controller.vocab.jackpot_terms import Hourly, JackpotTerms
from controller.vocab.profile import GameId, PlayersRake, PotFee, RakeRule, RuleSetId, Ruling, Stakes, TimeCharge
from controller.vocab.rule_book import Fact, RuleBook, Saying, Section

LANGUAGES = load_languages()
SETS = {row.id: row for row in rule_sets()}
BLINDS = Terms(stakes=Stakes(100, 200, 50, 25), rake=RakeRule(50, 1000), decision=30_000)
ANTES = Terms(
    stakes=Stakes(0, 0, 30, 5, small_bet=200, big_bet=400, bring_in=70), rake=RakeRule(50, 1000), decision=30_000
)
FREE = msgspec.structs.replace(BLINDS, rake=RakeRule(0, 0))
STEPPED = RakeRule(50, Money(1000), step=25, by_players=(PlayersRake(3, 25, Money(300)),))
BY_POT = RakeRule(0, Money(0), by_pot=(PotFee(Money(1000), Money(50)), PotFee(Money(5000), Money(200))))
BY_TIME = RakeRule(0, Money(0), time=TimeCharge(Money(500), 1_800_000))
JACKPOTS = JackpotTerms(bad_beat=Money(95), month_hand=Money(5), hourly=Hourly(amount=Money(4000)))
OWN = (Ruling("odd_chips", "all-to-first"), Ruling("vacant_button", "dead-button"), Ruling("fl_max_raises", 4))

FELT = {
    "showdown_first": ("holdem-nl", "last-aggressor-final-round"),
    "timeout_action": ("holdem-nl", "check-else-fold"),
    "burn_cards": ("holdem-nl", True),
    "cumulative_short_allins_reopen": ("holdem-nl", True),
    "odd_chips": ("holdem-nl", "all-to-first"),
    "no_rake_before_second_round": ("holdem-nl", False),
    "rake_order": ("holdem-nl", "each-pot-its-part"),
    "rake_rounding": ("holdem-nl", "nearest"),
    "short_blind_price": ("holdem-nl", "posted"),
    "over_raise": ("holdem-nl", "call-only"),
    "fl_max_raises": ("holdem-fl", 4),
    "fl_headsup_uncapped": ("holdem-fl", False),
    "fl_half_bet": ("holdem-fl", "at-least-half"),
    "fl_short_all_in": ("holdem-fl", "complete-the-level"),
    "fl_open_pair_double": ("stud-fl", True),
    "straddle_counts_as_raise": ("holdem-fl", False),
    "straddle_increment": ("holdem-nl", "straddle"),
    "pl_raise": ("omaha-pl", "without-call"),
    "pl_antes_count": ("omaha-pl", False),
    "pl_short_blinds": ("omaha-pl", "full"),
    "pl_small_blind": ("omaha-pl", "full"),
    "lo_max_rank": ("stud8-fl", 7),
    "lo_board_max_rank": ("omaha8-fl", 7),
    "low_straight_32": ("hungarian-draw-pl", False),
    "soko_low_straight": ("soko-fl", False),
    "stud_opening": ("stud-fl", "highest-opens"),
    "showing_ties": ("stud-fl", "position"),
    "stud_odd_chip": ("razz-fl", "played-cards"),
    "absent_all_in": ("holdem-nl", "folds"),
    "most_runs": ("holdem-nl", 2),
    "show_choice": ("holdem-nl", "winner-by-folds"),
    "all_in_hands": ("holdem-nl", "turned-up"),
    "rows_naturals": ("chinese-1-6-pts", True),
    "rows_royalties": ("chinese-2-4-pts", True),
    "rows_surrender": ("chinese-1-6-pts", 2),
}
"""For each ruling a game whose players feel it, and a value that Helsinki does not have."""


def under(**changes: object) -> RuleSet:
    """Helsinki's rule set with other rulings."""
    return RuleSet(id=RuleSetId("helsinki"), rulings=msgspec.structs.replace(HELSINKI, **changes))


def book(game: str, rule_set: RuleSet | str = "helsinki", terms: Terms | None = None) -> RuleBook:
    return rule_book(find_game(GameId(game)), SETS[rule_set] if isinstance(rule_set, str) else rule_set, terms)


def told(game: str, rule_set: RuleSet | str = "helsinki", terms: Terms | None = None, language: str = "en") -> str:
    return whole(tell(book(game, rule_set, terms), LANGUAGES[language], EUR))


def whole(rules: ToldRules) -> str:
    """All the text there is, one thing a line."""
    lines = [rules.title, rules.subtitle]
    for section in rules.sections:
        lines += [section.heading, *section.sentences]
        lines += [f"{step.label}: {step.text}" for step in section.steps]
        lines += [f"{hand.name}: {hand.text}" for hand in section.hands]
    return "\n".join(lines)


def sayings(made: RuleBook) -> Iterator[Saying]:
    yield from (made.title, made.subtitle)
    for section in made.sections:
        yield from (section.heading, *section.says)
        for step in section.steps:
            yield from (step.label, *step.says)
        yield from (hand.says for hand in section.hands if hand.says)


def keys(made: RuleBook) -> Iterator[str]:
    for saying in sayings(made):
        yield saying.key
        yield from (fact.value for fact in saying.facts if isinstance(fact.value, str))
        yield from (f"rules.number.{fact.value}" for fact in saying.facts if fact.kind == "spelt")


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_every_game_is_told_under_every_rule_set_in_every_language_without_leftovers(game):
    for rule_set, language, terms in product(
        SETS.values(), LANGUAGES.values(), (None, BLINDS if game.blinds else ANTES)
    ):
        rules = tell(rule_book(game, rule_set, terms), language, EUR)
        text = whole(rules)
        assert not {"{", "}"} & set(text)
        assert "rules." not in text
        assert all(sentence.endswith(".") for section in rules.sections for sentence in section.sentences)
        assert all(section.sentences or section.steps or section.hands for section in rules.sections)
        assert len({section.heading for section in rules.sections}) == len(rules.sections)


def test_every_ruling_is_told_of():
    assert set(FELT) == {field.name for field in msgspec.structs.fields(Rulings)}


@pytest.mark.parametrize("ruling", FELT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_another_ruling_is_another_text(ruling, language):
    game, value = FELT[ruling]
    assert getattr(HELSINKI, ruling) != value
    assert told(game, under(**{ruling: value}), language=language) != told(game, language=language)


def test_no_text_is_kept_that_no_book_says():
    said = set()
    for game in catalogue():
        for terms in (None, FREE, BLINDS if game.blinds else ANTES):
            for rule_set in SETS.values():
                said.update(keys(rule_book(game, rule_set, terms)))
    for name, (game, value) in FELT.items():
        said.update(keys(book(game, under(**{name: value}))))
    said.update(keys(book("stud-fl", under(stud_opening="highest-opens"), BLINDS)))
    said.update(keys(book("soko-fl", under(stud_opening="lowest-brings-in"))))
    said.update(keys(book("stud-fl", under(stud_odd_chip="played-cards"))))
    said.update(keys(book("stud-fl", under(show_choice="losers-too"))))
    said.update(key for terms in (STEPPED, BY_POT, BY_TIME) for key in keys(book("holdem-nl", terms=paying(terms))))
    said.update(keys(book("holdem-nl", under(rake_rounding="nearest"), paying(STEPPED))))
    said.update(keys(rule_book(find_game(GameId("holdem-nl")), SETS["helsinki"], None, OWN)))
    said.update(keys(rule_book(find_game(GameId("holdem-nl")), under(most_runs=2), None, (Ruling("most_runs", 1),))))
    no_bring_in = msgspec.structs.replace(ANTES, stakes=msgspec.structs.replace(ANTES.stakes, bring_in=0))
    for game in ("stud-fl", "razz-fl"):
        said.update(keys(book(game, terms=no_bring_in)))
    by_hands = Mix(MixId("horse"), find_mix(MixId("horse")).games, turn="hands", hands=8)
    for mix in (*mixes(), by_hands):
        said.update(keys(mix_book(mix, SETS["ray"])))
    kept = {key for key in read_texts("en").placeholders if key.startswith("rules.")}
    in_letters = {f"rules.number.{number}" for number in range(1, 11)}
    said.update(keys(book("aviation-4-1-1-nl")))
    assert kept - said - in_letters == set()


# -- hands -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["holdem-nl", "holdem32-nl", "short-deck-nl", "soko-fl", "hungarian-draw-pl",
                                  "td27-fl", "tdA5-fl", "badugi-fl", "omaha8-fl"])  # fmt: skip
@pytest.mark.parametrize("rule_set", SETS)
def test_hands_stand_best_first_and_every_kind_that_can_be_held_is_shown(game, rule_set):
    row, rulings = find_game(GameId(game)), SETS[rule_set].rulings
    shown = [section.hands for section in book(game, rule_set).sections if section.hands]
    distinct = list({share.ranking: share for share in row.shares}.values())
    for share, hands in zip(distinct, shown, strict=True):
        ranking = ranking_of(msgspec.structs.replace(share, use="any"), rulings)
        ranks = [ranking.rank(hand.cards, ()) for hand in hands]
        assert ranks == sorted(ranks, reverse=True)
        assert ranks[-1] > 0
        choice = random.Random(5)
        dealt = [choice.sample(row.deck, len(hands[0].cards)) for _ in range(20_000)]
        held = {kind_of(ranking.name(rank)) for cards in dealt if (rank := ranking.rank(cards, ()))}
        assert held <= {kind_of(hand.name) for hand in hands}


def kinds(game: str, rule_set: RuleSet | str = "helsinki") -> list[str]:
    return [kind_of(hand.name) for section in book(game, rule_set).sections for hand in section.hands]


def test_section_11_4_and_11_5_a_flush_beats_a_full_house_with_32_cards():
    assert kinds("holdem-nl").index("full-house") < kinds("holdem-nl").index("flush")
    for game in ("holdem32-nl", "hungarian-draw-pl"):
        assert kinds(game).index("flush") < kinds(game).index("full-house")


def test_section_11_2_both_hands_of_four_stand_between_pair_and_two_pair():
    assert kinds("soko-fl")[-5:] == ["two-pair", "four-flush", "four-straight", "pair", "high-card"]


def test_section_11_3_seven_six_five_three_two_is_lower_than_eight_four_three_two_ace():
    lows = [hand.name.ranks[0] for hand in book("stud8-fl").sections[-4].hands]
    assert lows == [5, 6, 7, 8, 8]
    assert max(hand.name.ranks[0] for hand in book("stud8-fl", "hungarian").sections[-4].hands) == 7


# -- what the rule books print -----------------------------------------------------------------------------------


def test_section_10_1_the_room_decides_whose_last_bet_counts():
    assert "last in the whole hand shows first" in told("holdem-nl", "helsinki")
    assert "last in the final round shows first" in told("holdem-nl", "ray")
    assert "viimeisellä kierroksella viimeksi" in told("holdem-nl", "ray", language="fi")


def test_section_4_3_the_cap_and_its_exception():
    assert "at most three raises" in told("holdem-fl", "helsinki")
    assert "only two players with chips begin a round, it has any number" in told("holdem-fl", "helsinki")
    assert "That holds also for rounds of only two players." in told("holdem-fl", "hungarian")


def test_section_4_4_the_worked_example_stands_in_every_pot_limit_game():
    assert "1700 in all" in told("omaha-pl")
    assert "1700" not in told("omaha-nl")


def test_section_3_2_burnt_cards_are_told_only_where_they_are_burnt():
    assert told("holdem-nl", "hungarian").count("One card is burnt.") == 3
    assert "burnt" not in told("holdem-nl", "helsinki")
    assert told("courchevel-pl", "hungarian").count("One card is burnt.") == 4


def test_section_3_5_seats_follow_the_deck():
    assert "For 2 to 9 players." in told("omaha5-pl", "ray")
    assert "For 2 to 8 players." in told("omaha5-pl", "hungarian")


def test_section_12_4_exactly_two_and_three_and_who_qualifies():
    text = told("omaha8-fl", "hungarian")
    assert "exactly two of your own cards and exactly three of the board" in text
    assert "none of them above the seven" in text
    assert "none of them above the eight" in told("omaha8-fl", "ray")


def test_section_12_5_and_12_7_who_opens():
    assert "The lowest card on view brings in." in told("stud-fl")
    assert "The highest card on view brings in; the ace is the lowest." in told("razz-fl")
    assert "The highest card on view begins the betting." in told("soko-fl")
    assert "The highest card on view brings in." in told("stud-fl", under(stud_opening="highest-opens"))


def test_section_6_who_may_straddle_follows_the_rule_set_and_the_table():
    assert "straddle" not in told("holdem-nl", "ray")
    helsinki, hungarian = told("holdem-nl", "helsinki"), told("holdem-nl", "hungarian")
    assert "The live straddle is open to the first player left of the big blind." in helsinki
    assert "first to the button, then counter-clockwise" in helsinki
    assert "If all players agree it is open to" in hungarian
    assert "straddle" not in told("holdem-nl", "helsinki", BLINDS)
    live = msgspec.structs.replace(BLINDS, straddle="live")
    assert "live straddle" in told("holdem-nl", "helsinki", live)
    assert "Mississippi" not in told("holdem-nl", "helsinki", live)


def test_section_12_9_helsinki_holdem_is_told_by_the_numbers_of_its_operator():
    text = told("aviation-4-1-1-nl")
    assert text.startswith("Helsinki Hold'em 4-1-1, no limit")
    assert text.count("throws one card away") == 2


def test_section_12_8_a_fifth_player_sits_out_in_turn():
    assert "With 5 players one sits out each hand in turn." in told("hungarian-draw-pl", "hungarian")


def test_section_12_8_the_hungarian_draw():
    text = told("hungarian-draw-pl", "hungarian")
    assert "exchange up to three cards" in text
    assert "One card is burnt before each exchange." in text
    assert "left of whoever bet or raised last" in text
    assert "in the last round one chip" in text


def test_section_12_9_games_that_throw_cards_away():
    assert "After the betting everyone throws two cards away" in told("irish-pl")
    assert told("crazy-pineapple-nl").count("throws one card away") == 1


def test_section_13_the_fee_of_one_table():
    text = told("holdem-nl", terms=BLINDS)
    assert "The house takes 5\u00a0% of the pot, at most 10\u00a0€ a hand." in text
    assert "Nothing is taken if the hand ends before the flop." in text
    assert "The house takes nothing of the pots." in told("holdem-nl", terms=FREE)
    assert "The blinds are 1\u00a0€ and 2\u00a0€." in text
    assert "You have 30 seconds for each decision." in text


def paying(rake: RakeRule) -> Terms:
    """The terms of a table with blinds that takes this fee and feeds the jackpots."""
    return msgspec.structs.replace(BLINDS, rake=rake, jackpots=JACKPOTS)


def test_section_13_fewer_players_may_pay_less_and_fees_may_come_in_steps():
    text = told("holdem-nl", terms=paying(STEPPED))
    assert "Up to 3 players: The house takes 2.5\u00a0% of the pot, at most 3\u00a0€ a hand." in text
    assert "It is rounded down to whole multiples of 0.25\u00a0€." in text


def test_section_13_fixed_fees_by_the_size_of_the_pot():
    text = told("holdem-nl", terms=paying(BY_POT))
    assert "From a pot of 10\u00a0€ on the house takes 0.50\u00a0€." in text
    assert "From a pot of 50\u00a0€ on the house takes 2\u00a0€." in text
    assert "rounded" not in text


def test_section_13_a_charge_for_time_stands_in_place_of_a_share():
    text = told("holdem-nl", terms=paying(BY_TIME))
    assert "Each player pays 5\u00a0€ for every 30 minutes that he plays." in text
    assert "of the pot, at most" not in text


def test_j1_hands_of_six_pay_a_euro_to_the_jackpots():
    assert "that 6 or more players begin, 1\u00a0€ goes to the jackpots" in told("holdem-nl", terms=paying(STEPPED))


def test_r_jpt_1_the_page_tells_the_parts_of_the_euro_and_the_hour():
    page = told("holdem-nl", terms=paying(STEPPED))
    assert "0.95\u00a0€ of it is for the bad beat jackpot, 0.05\u00a0€ for the hand of the month" in page
    assert "the table pays 40\u00a0€ for each 60 minutes begun" in page


# -- what a table settles itself ---------------------------------------------------------------------------------


def own(game: str, rule_set: RuleSet, *overrides: Ruling, language: str = "en") -> ToldRules:
    made = rule_book(find_game(GameId(game)), rule_set, None, overrides)
    return tell(made, LANGUAGES[language], EUR)


def test_section_16_what_a_table_settles_itself_holds_in_its_book_and_is_named_with_what_it_changes():
    rules = own("holdem-nl", SETS["helsinki"], *OWN)
    assert rules.subtitle == "Rules: Casino Helsinki, with options of this table"
    assert [(step.label, step.text) for step in rules.sections[-1].steps] == [
        ("odd_chips = all-to-first", "If several do not divide, all of them go to the first."),
        ("vacant_button = dead-button", "It holds between the hands."),
        ("fl_max_raises = 4", "It has no part in this game."),
    ]
    sentences = [sentence for section in rules.sections[:-1] for sentence in section.sentences]
    assert "If several do not divide, all of them go to the first." in sentences


def test_an_option_that_only_takes_something_away_says_so():
    rules = own("holdem-nl", under(most_runs=2), Ruling("most_runs", 1))
    assert rules.sections[-1].steps[0].text == "What the rule set says of it does not hold."


@pytest.mark.parametrize("ruling", FELT)
def test_every_ruling_is_told_as_a_tables_own_too(ruling):
    game, value = FELT[ruling]
    with_it = own(game, SETS["helsinki"], Ruling(ruling, value))
    assert with_it.sections[:-1] == tell(book(game, under(**{ruling: value})), LANGUAGES["en"], EUR).sections
    assert with_it.sections[-1].steps[0].text not in ("It has no part in this game.", "It holds between the hands.")


def test_a_rotation_names_what_a_table_settles_itself_for_any_of_its_games():
    rules = tell(mix_book(find_mix(MixId("horse")), SETS["ray"], OWN), LANGUAGES["en"], EUR)
    assert "at most four raises" in rules.sections[-1].steps[2].text


def test_amounts_of_a_stud_table():
    text = told("stud-fl", terms=ANTES)
    assert "an ante of 0.30\u00a0€" in text
    assert "The bring-in is 0.70\u00a0€" in text
    assert "Up to round 2 bets and raises are 2\u00a0€, afterwards 4\u00a0€." in text


# -- the record --------------------------------------------------------------------------------------------------


def test_a_book_crosses_the_wire_as_it_is():
    made = book("omaha8-pl", terms=BLINDS)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(made), type=RuleBook) == made


def test_a_fact_in_figures_is_grouped():
    made = RuleBook(
        title=Saying("rules.mix.of", (Fact("games", 1200),)),
        subtitle=Saying("rules.fee.none"),
        sections=(Section(heading=Saying("rules.fee.none")),),
    )
    assert tell(made, LANGUAGES["en"], EUR).title.startswith("1\u00a0200 games")


@pytest.mark.parametrize("mix", mixes(), ids=lambda mix: mix.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rotation_lists_its_games_in_order(mix, language):
    rotation = tell(mix_book(mix, SETS["helsinki"]), LANGUAGES[language], EUR).sections[0]
    words = LANGUAGES[language]
    named = [words.text(f"game.{game}") for game in mix.games]
    assert [step.text.rpartition(", ")[0] for step in rotation.steps] == named
    assert [step.label for step in rotation.steps] == [f"{place}." for place in range(1, len(named) + 1)]
