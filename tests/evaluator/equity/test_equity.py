"""Shares of the pot: known figures, brute force over all deals, samples, and questions that cannot be answered."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator_ext import low, parse_cards, rank
from evaluator_ext.equity import EQUITY_GAMES, Equity, EquityGameId, equity
from evaluator_ext.omaha import omaha, omaha_low
from evaluator_ext.rankings import RANKINGS, SokoOptions

KNOWN = [
    ("holdem", ["AhKh", "QsQd"], "", 1_712_304, ["0.462145", "0.537855"]),
    ("holdem", ["AsAd", "KsKd"], "", 1_712_304, ["0.826366", "0.173634"]),
    ("holdem", ["AhKh", "QsQd", "JcTc"], "", 1_370_754, ["0.402092", "0.410545", "0.187363"]),
    ("omaha", ["AsKsQdJd", "2c7cJh9d"], "", 1_086_008, ["0.638564", "0.361436"]),
    ("omaha", ["AsKsQdJd", "2c7cJh9d"], "Ts8s2d", 820, ["0.635366", "0.364634"]),
    ("omaha-5", ["AsKsQdJd4h", "2c7cJh9d3s"], "", 850_668, ["0.602561", "0.397439"]),
    ("omaha-hi-lo", ["AsKsQdJd", "2c7cJh9d"], "", 1_086_008, ["0.508923", "0.491077"]),
]


def asked(game: EquityGameId, hands: Sequence[str], board: str = "", **how: int) -> Equity:
    """The equity of hands in words."""
    return equity([parse_cards(hand) for hand in hands], parse_cards(board), game=game, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "hands", "board", "deals", "shares"), KNOWN)
def test_known_equities_are_hit_to_the_digit(
    game: EquityGameId, hands: list[str], board: str, deals: int, shares: list[str]
) -> None:
    found = asked(game, hands, board)
    assert [f"{player.equity:.6f}" for player in found.players] == shares
    assert found.deals == deals
    assert found.exact
    assert sum(player.share for player in found.players) == 1
    assert all(player.standard_error == 0 for player in found.players)


@pytest.mark.ci
def test_hand_against_all_others_is_hit_to_the_digit() -> None:
    found = asked("holdem", ["AhKh", ""])
    assert f"{found.players[0].equity:.6f}" == "0.670446"
    assert found.deals == 1_225 * 1_712_304


def strengths(game: EquityGameId, hand: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """High and low of a complete hand, by the functions for one hand."""
    row = EQUITY_GAMES[game]
    if row.uses == "two":
        return omaha(hand, board), omaha_low(hand, board) if row.low else 0
    cards = (*hand, *board)
    return row.high.rank(cards), low(cards) if row.low else 0


def by_hand(game: EquityGameId, hands: Sequence[Sequence[int]], board: Sequence[int]) -> list[Fraction]:
    """The shares, dealing every board and sharing every pot as a dealer would."""
    row = EQUITY_GAMES[game]
    gone = {card for hand in hands for card in hand} | set(board)
    left = [card for card in row.high.deck if card not in gone]
    shares = [Fraction(0)] * len(hands)
    deals = 0
    for drawn in combinations(left, row.board - len(board)):
        deals += 1
        found = [strengths(game, hand, (*board, *drawn)) for hand in hands]
        halves = [[high for high, _ in found]]
        if any(low_value for _, low_value in found):
            halves.append([low_value for _, low_value in found])
        for half in halves:
            winners = [player for player, value in enumerate(half) if value == max(half)]
            for player in winners:
                shares[player] += Fraction(1, len(halves) * len(winners))
    return [share / deals for share in shares]


@pytest.mark.parametrize("game", [row.id for row in EQUITY_GAMES.values() if row.board])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_boards_counted_by_classes_are_all_boards(game: EquityGameId, data: st.DataObject) -> None:
    row = EQUITY_GAMES[game]
    players = data.draw(st.integers(2, 3))
    shown = data.draw(st.sampled_from([4, 5] if row.hole > 4 else [3, 4, 5]))
    # Half of the decks have few suits, so that flushes and straight flushes meet.
    deck = [card for card in row.high.deck if card % 4 < data.draw(st.sampled_from([2, 4]))] or row.high.deck
    count = players * row.hole + shown
    cards = data.draw(st.lists(st.sampled_from(deck), min_size=count, max_size=count, unique=True))
    hands = [cards[player * row.hole : (player + 1) * row.hole] for player in range(players)]
    board = cards[players * row.hole :]
    found = equity(hands, board, game=game)
    assert [player.share for player in found.players] == by_hand(game, hands, board)


def test_pot_is_shared_by_all_who_play_the_board() -> None:
    found = asked("holdem", ["2c3d", "2d3c", "2h3h"], "AsKsQsJsTs")
    assert [player.share for player in found.players] == [Fraction(1, 3)] * 3
    assert [(player.whole, player.part) for player in found.players] == [(0, 1)] * 3


def test_one_hand_takes_three_quarters_of_a_split_pot() -> None:
    found = asked("omaha-hi-lo", ["As2sKdKh", "Ac2cQdQh"], "3s4d8hKs9c")
    assert [player.share for player in found.players] == [Fraction(3, 4), Fraction(1, 4)]


def test_dead_cards_do_not_come() -> None:
    hands, board = [parse_cards("AsAd"), parse_cards("KsKd")], parse_cards("2c7d9hJs")
    alive = equity(hands, board)
    dead = equity(hands, board, parse_cards("KcKh"))
    assert alive.players[1].share == Fraction(2, 44)
    assert dead.players[1].share == 0
    assert dead.deals == 42


def test_missing_hole_cards_are_all_tried() -> None:
    board = parse_cards("2c7d9hJs3d")
    found = equity([parse_cards("AsAd"), parse_cards("Ks")], board)
    left = [card for card in range(52) if card not in {*board, *parse_cards("AsAdKs")}]
    mine = rank((*parse_cards("AsAd"), *board))
    theirs = [rank((*parse_cards("Ks"), card, *board)) for card in left]
    assert found.deals == len(left)
    assert found.players[0].whole == sum(mine > each for each in theirs)


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("stud", ["AsKdQh9c9d8s", "2c2d7h7sJcTd"]),
        ("stud-hi-lo", ["As2d3h9c9d8s", "2c4d7h7s5cTd"]),
        ("razz", ["As2d3h9c9d8s", "2c4d7h7s5cTd"]),
        ("soko", ["9s8d7c6h", "AsAdKc"]),
        ("five-card-draw", ["9s8d7c6h", "AsAdKc"]),
        ("deuce-to-seven", ["2s3d4c7h", "3s4d5c8h"]),
        ("badugi", ["As2d3c", "Ks3h4c"]),
        ("hungarian-draw", ["AsKsQsJs", "7d8d9d"]),
    ],
)
def test_draws_counted_by_choices_are_all_draws(game: EquityGameId, hands: list[str]) -> None:
    row = EQUITY_GAMES[game]
    first, second = (parse_cards(hand) for hand in hands)
    left = [card for card in row.high.deck if card not in {*first, *second}]
    shares, deals = [Fraction(0), Fraction(0)], 0
    for one in combinations(left, row.hole - len(first)):
        mine = strengths(game, (*first, *one), ())
        rest = [card for card in left if card not in one]
        for other in combinations(rest, row.hole - len(second)):
            theirs = strengths(game, (*second, *other), ())
            deals += 1
            halves = [(mine[0], theirs[0]), *([(mine[1], theirs[1])] if mine[1] or theirs[1] else [])]
            for half in halves:
                for player in (0, 1):
                    won = half[player] == max(half)
                    shares[player] += Fraction(won, len(halves) * (2 if half[0] == half[1] else 1))
    found = asked(game, hands)
    assert found.deals == deals
    assert [player.share * deals for player in found.players] == shares


def test_options_of_a_ranking_decide() -> None:
    hands = [parse_cards("As2d3c4h9s"), parse_cards("KsKdQc9h7d")]
    low_counts = equity(hands, game="soko")
    low_does_not = equity(hands, game="soko", options=SokoOptions(low_four_straight=False))
    assert [found.players[0].share for found in (low_counts, low_does_not)] == [1, 0]
    with pytest.raises(TypeError, match="the options of high are NoOptions, not SokoOptions"):
        equity(hands, game="five-card-draw", options=SokoOptions())


def test_community_card_of_stud_counts_for_all() -> None:
    own = asked("stud", ["AsKdQh9c9d8s", "2c2d7h7sJcTd"], "3h")
    assert own.deals == 1
    assert own.players[1].whole == 1


@pytest.mark.parametrize("game", EQUITY_GAMES)
def test_samples_agree_with_themselves_and_say_how_far_they_may_be_off(game: EquityGameId) -> None:
    one, again, other = (equity([(), (), ()], game=game, samples=3000, seed=seed) for seed in (1, 1, 2))
    assert one == again
    assert one.players != other.players
    assert not one.exact
    assert sum(player.share for player in one.players) == 1
    for player in one.players:
        assert abs(player.equity - 1 / 3) < 5 * player.standard_error
        assert 0 < player.standard_error < 0.5 / 3000**0.5


@pytest.mark.parametrize(("game", "hands", "board", "deals", "shares"), KNOWN)
def test_samples_come_near_what_is_known(
    game: EquityGameId, hands: list[str], board: str, deals: int, shares: list[str]
) -> None:
    found = asked(game, hands, board, samples=20_000, seed=deals)
    for player, share in zip(found.players, shares, strict=True):
        assert abs(player.equity - float(share)) < 4 * player.standard_error
    assert found.deals == 20_000


def test_drawing_one_card_to_badugi_is_sampled_as_it_is_counted() -> None:
    hands = ["As2d3c", "Ks3h4c"]
    exact, sampled = asked("badugi", hands), asked("badugi", hands, samples=20_000)
    assert abs(exact.players[0].equity - sampled.players[0].equity) < 4 * sampled.players[0].standard_error


def test_progress_is_told_and_work_stops_on_request() -> None:
    told: list[tuple[int, int]] = []
    found = equity(
        [parse_cards("AsAd"), parse_cards("Ks")],
        parse_cards("2c7d9hJs"),
        progress=lambda done, of: told.append((done, of)),
    )
    assert told == [(done, 45) for done in range(1, 46)]
    assert found.exact
    stopped = equity(
        [(), ()],
        samples=100_000,
        progress=lambda done, of: told.append((done, of)),
        stop=lambda: told[-1][1] == 100_000,
    )
    assert not stopped.exact
    assert 0 < stopped.deals < 100_000
    assert told[-1] == (stopped.deals, 100_000)


def test_what_is_stopped_at_once_has_counted_nothing() -> None:
    for game in ("holdem", "soko"):
        found = equity(
            [parse_cards("AsAd"), parse_cards("KsKd")],
            game=game,
            stop=lambda: True,
            samples=None if game == "holdem" else 5,
        )
        assert (found.deals, found.exact) == (0, False)
        assert [player.share for player in found.players] == [0, 0]


@pytest.mark.parametrize(
    ("hands", "board", "dead", "game", "sentence"),
    [
        (["AsAd"], "", "", "holdem", "2 to 10 hands are compared, not 1"),
        (["AsAd", "AsKd"], "", "", "holdem", r"card 0 of hand 1, As \(51\), is there twice"),
        (["AsAd", "KsKd"], "2c3cKd", "", "holdem", r"card 2 of the board, Kd \(45\), is there twice"),
        (["AsAd", "KsKd"], "", "2c2c", "holdem", r"card 1 of the dead cards, 2c \(0\), is there twice"),
        (["AsAdAh", "KsKd"], "", "", "holdem", "hand 0 has 3 cards; in holdem it has at most 2"),
        (["AsAd", "KsKd"], "2c3c4c5c6c7c", "", "holdem", "the board of holdem has at most 5 cards, not 6"),
        (
            ["AsAd", "2sKd"],
            "",
            "",
            "short-deck-holdem",
            "card 0 of hand 1 is 3, which is not a card of short-deck-holdem",
        ),
        (["AsAd", "KsKd"], "2c", "", "soko", "the board of soko has at most 0 cards, not 1"),
        (["", "", ""], "", "", "omaha", "ask for samples"),
        (["", ""], "", "", "stud", "ask for samples"),
    ],
)
def test_hands_that_cannot_be_are_refused(
    hands: list[str], board: str, dead: str, game: EquityGameId, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        equity([parse_cards(hand) for hand in hands], parse_cards(board), parse_cards(dead), game)


def test_more_cards_than_the_deck_has_are_refused() -> None:
    with pytest.raises(ValueError, match="70 cards are still to come, but 52 are left"):
        equity([()] * 10, game="stud", samples=1)
    with pytest.raises(ValueError, match="one or more, not 0"):
        equity([(), ()], samples=0)


def test_number_that_is_no_card_is_refused_with_its_index() -> None:
    with pytest.raises(ValueError, match="card 1 of hand 0 is 52, which is not a card"):
        equity([(1, 52), ()])


def test_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="there is no game 'whist'; there are holdem"):
        equity([(), ()], game="whist")  # type: ignore[arg-type]


def test_every_game_names_rankings_of_the_table() -> None:
    for row in EQUITY_GAMES.values():
        assert RANKINGS[row.high.id] is row.high
        assert row.low is None or RANKINGS[row.low.id] is row.low
