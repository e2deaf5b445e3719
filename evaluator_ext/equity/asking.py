"""How often each hand wins, and what share of the pot it gets on average, over the cards that are still to come."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations
from math import comb, prod, sqrt
from typing import Any, Final

from evaluator_ext.batch import omaha_hilo_many, omaha_many, rank_many
from evaluator_ext.cards import Card, print_card
from evaluator_ext.equity.boards import Boards
from evaluator_ext.equity.dealing import Choices, Dealer, Draws
from evaluator_ext.equity.games import EQUITY_GAMES, EquityGame, EquityGameId
from evaluator_ext.equity.tally import MOST_PLAYERS, POT, Tally
from evaluator_ext.rankings.catalogue import Ranking
from evaluator_ext.rankings.table_judge import TableJudge
from evaluator_ext.rankings.tables import Table

MOST_DEALS: Final = 1_000_000_000
"""So many deals one by one, and no more, are worth waiting for."""

MOST_HOLES: Final = 50_000
"""So many hole cards that are not known, and no more, are tried before all boards of each."""

SAMPLES_AT_ONCE: Final = 4096
FIVE: Final = 5

Progress = Callable[[int, int], None]
"""Told how much of the work is done, and of how much."""

Stop = Callable[[], bool]
"""Asked now and then whether to stop."""


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """One hand: its mean share of the pot, in how many deals it got all and in how many a part, and the standard error
    of the share, which is 0 where every deal was counted."""

    share: Fraction
    whole: int
    part: int
    standard_error: float

    @property
    def equity(self) -> float:
        """The share as a number from 0 to 1."""
        return float(self.share)


@dataclass(frozen=True, slots=True)
class Equity:
    """What `equity` found over `deals` deals, hands in the order given.

    `exact` says that every deal there is was counted once; it is false for samples, and for what was stopped before its
    end, of which the shares are those of the deals counted so far.
    """

    players: tuple[PlayerEquity, ...]
    deals: int
    exact: bool


def equity(
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    game: EquityGameId = "holdem",
    *,
    options: object | None = None,
    samples: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Equity:
    """The mean share of the pot of two to ten hands, whose missing cards come from what is left of the deck.

    A hand has the cards known of it, down to none; in a draw game those it keeps, which are filled up in one exchange.
    In stud, `board` is the open card all share when the deck runs short. `dead` cards are out. `options` are those of
    the ranking of the game's high hands, where they are not the usual ones. Every deal is counted once; with `samples`,
    so many deals by chance instead, the same for the same seed. `progress` is told after each part of the work, and
    `stop` asked before each.

    Raises LookupError for a game that is not in `EQUITY_GAMES`, TypeError for options of another ranking, and
    ValueError for hands that cannot be: the message has the card and its index; also when so many deals are possible
    that only samples can tell.
    """
    row = _find_game(game)
    deck = _left_over(row, hands, board, dead)
    if samples is not None and samples < 1:
        raise ValueError(f"the samples are one or more, not {samples}")
    ranking = row.high if options is None else _with_options(row.high, options)
    work = _Work(
        replace(row, high=ranking), tuple(map(tuple, hands)), tuple(board), deck, progress or _nobody, stop or _never
    )
    if samples is not None:
        finished, exact = work.sample(samples, seed), False
    elif row.uses == "own":
        finished = exact = work.count_draws()
    else:
        finished = exact = work.count_boards()
    return _result(work.tally, exact=exact and finished)


def _nobody(_done: int, _of: int) -> None:
    """Tell nobody."""


def _never() -> bool:
    return False


def _find_game(game: EquityGameId) -> EquityGame:
    row = EQUITY_GAMES.get(game)
    if row is None:
        raise LookupError(f"there is no game {game!r}; there are {', '.join(EQUITY_GAMES)}")
    return row


def _with_options(ranking: Ranking[Any], options: object) -> Ranking[Any]:
    """The ranking with other options than the usual ones."""
    if type(options) is not type(ranking.options):
        raise TypeError(f"the options of {ranking.id} are {type(ranking.options).__name__}, not {options!r}")
    return replace(ranking, options=options)


def _left_over(
    game: EquityGame, hands: Sequence[Sequence[Card]], board: Sequence[Card], dead: Sequence[Card]
) -> tuple[Card, ...]:
    """The cards that can still come. Raises ValueError for hands that cannot be."""
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise ValueError(f"2 to {MOST_PLAYERS} hands are compared, not {len(hands)}")
    hole = game.hole - len(board) if game.uses == "own" else game.hole
    most = 1 if game.uses == "own" and game.hole == 7 else game.board
    if len(board) > most:
        raise ValueError(f"the board of {game.id} has at most {most} cards, not {len(board)}")
    for player, hand in enumerate(hands):
        if len(hand) > hole:
            raise ValueError(f"hand {player} has {len(hand)} cards; in {game.id} it has at most {hole}")
    places = [(f"hand {player}", hand) for player, hand in enumerate(hands)]
    left = set(game.high.deck)
    for name, cards in (*places, ("the board", board), ("the dead cards", dead)):
        for index, card in enumerate(cards):
            if card not in game.high.deck:
                raise ValueError(f"card {index} of {name} is {card!r}, which is not a card of {game.id}")
            if card not in left:
                raise ValueError(f"card {index} of {name}, {print_card(card)} ({card}), is there twice")
            left.discard(card)
    missing = sum(hole - len(hand) for hand in hands) + (0 if game.uses == "own" else game.board - len(board))
    if missing > len(left):
        raise ValueError(f"{missing} cards are still to come, but {len(left)} are left")
    return tuple(sorted(left))


def _tables(game: EquityGame) -> tuple[Table, Table | None]:
    """The look-up tables of a game with a board."""
    return _table(game.high), _table(game.low) if game.low else None


def _table(ranking: Ranking[Any]) -> Table:
    judge = ranking.judge(ranking.options)
    if not isinstance(judge, TableJudge):
        raise TypeError(f"boards are counted with tables of five cards, which {ranking.id} does not have")
    return judge.table(FIVE)


class _Work:
    """One question while it is worked on."""

    def __init__(
        self,
        game: EquityGame,
        hands: tuple[tuple[Card, ...], ...],
        board: tuple[Card, ...],
        deck: tuple[Card, ...],
        progress: Progress,
        stop: Stop,
    ) -> None:
        self._game = game
        self._hands = hands
        self._board = board
        self._deck = deck
        self._progress = progress
        self._stop = stop
        self.tally = Tally(len(hands), game.low is not None)

    def count_boards(self) -> bool:
        """Count every board for all hole cards there can be; whether the end was reached."""
        missing = [self._game.hole - len(hand) for hand in self._hands]
        total = _ways(missing, len(self._deck))
        if total > MOST_HOLES:
            raise ValueError(f"the hole cards not known can be {total} ways; ask for samples")
        boards = Boards(*_tables(self._game), self._game.uses == "two", self.tally)
        for done, (holes, deck) in enumerate(_completions(self._hands, missing, self._deck)):
            if self._stop():
                return False
            boards.count(holes, self._board, deck)
            self._progress(done + 1, total)
        return True

    def count_draws(self) -> bool:
        """Count every draw of each player; whether the end was reached."""
        missing = [self._game.hole - len(self._board) - len(hand) for hand in self._hands]
        total = _ways(missing, len(self._deck))
        if total > MOST_DEALS:
            raise ValueError(f"the cards not known can be {total} ways; ask for samples")
        draws = Draws(
            self.tally, [self._choices(hand, count) for hand, count in zip(self._hands, missing, strict=True)]
        )
        first = comb(len(self._deck), missing[0])
        for choice in range(first):
            if self._stop():
                return False
            draws.count(choice, choice + 1)
            self._progress(choice + 1, first)
        return True

    def _choices(self, hand: tuple[Card, ...], missing: int) -> Choices:
        """All cards that a player can draw, and what each choice makes of his hand."""
        held = (*hand, *self._board)
        cards = array("Q", (sum(1 << card for card in drawn) for drawn in combinations(self._deck, missing)))
        rows = bytes(chain.from_iterable((*held, *drawn) for drawn in combinations(self._deck, missing)))
        high, low = self._ranked(memoryview(rows).cast("B", (len(cards), self._game.hole)))
        return Choices(cards, high, low)

    def sample(self, samples: int, seed: int) -> bool:
        """Count so many deals by chance; whether the end was reached."""
        own = self._game.uses == "own"
        hole = self._game.hole - len(self._board) if own else self._game.hole
        shared = len(self._board) if own else self._game.board
        dealer = Dealer(self._hands, hole, self._board, shared, self._deck, seed)
        for done in range(0, samples, SAMPLES_AT_ONCE):
            if self._stop():
                return False
            deals = min(SAMPLES_AT_ONCE, samples - done)
            if self._game.uses == "two":
                ranks = self._omaha_ranks(dealer, deals)
            else:
                ranks = self._ranked(self._rows(dealer, deals, hole, shared))
            self.tally.add_rows(*ranks, deals)
            self._progress(done + deals, samples)
        return True

    def _rows(self, dealer: Dealer, deals: int, hole: int, shared: int) -> memoryview:
        """Complete hands of so many deals, hole cards and board in each row."""
        count, width = deals * len(self._hands), hole + shared
        rows = memoryview(bytearray(count * width))
        dealer.deal(rows, width, rows, hole, width, deals)
        return rows.cast("B", (count, width))

    def _omaha_ranks(self, dealer: Dealer, deals: int) -> tuple["array[int]", "array[int]"]:
        """The ranks of complete hands of which two hole cards and three of the board play."""
        count, hole = deals * len(self._hands), self._game.hole
        holes, boards = memoryview(bytearray(count * hole)), memoryview(bytearray(count * FIVE))
        dealer.deal(holes, hole, boards, 0, FIVE, deals)
        hands = holes.cast("B", (count, hole)), boards.cast("B", (count, FIVE))
        ranks = array("H", bytes(2 * count))
        if self._game.low is None:
            omaha_many(*hands, ranks, check=False)
            return ranks, ranks
        lows = array("B", bytes(count))
        omaha_hilo_many(*hands, ranks, lows, check=False)
        return ranks, array("H", lows)

    def _ranked(self, rows: memoryview) -> tuple["array[int]", "array[int]"]:
        """The ranks of complete hands; those of the low are those of the high again where there is none."""
        ranks = array("H", bytes(2 * len(rows)))
        if self._game.high.id == "high":
            rank_many(rows, ranks, check=False)
        else:
            self._game.high.judge(self._game.high.options).rank_many(rows, ranks, check=False)
        if self._game.low is None:
            return ranks, ranks
        lows = array("H", bytes(2 * len(rows)))
        self._game.low.judge(self._game.low.options).rank_many(rows, lows, check=False)
        return ranks, lows


def _ways(missing: Sequence[int], left: int) -> int:
    """In how many ways so many cards can come to each player."""
    gone = [sum(missing[:player]) for player in range(len(missing))]
    return prod(comb(left - before, count) for before, count in zip(gone, missing, strict=True))


def _completions(
    hands: tuple[tuple[Card, ...], ...], missing: Sequence[int], deck: tuple[Card, ...]
) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    """All ways to complete the hands, each with the cards that are left then."""
    if not hands:
        yield (), deck
        return
    for drawn in combinations(deck, missing[0]):
        left = tuple(card for card in deck if card not in drawn)
        for others, rest in _completions(hands[1:], missing[1:], left):
            yield ((*hands[0], *drawn), *others), rest


def _result(tally: Tally, *, exact: bool) -> Equity:
    """The counts as shares."""
    rows = zip(tally.shares(), tally.squares(), tally.whole(), tally.part(), strict=True)
    return Equity(
        players=tuple(_player(tally.deals, *row, exact=exact) for row in rows), deals=tally.deals, exact=exact
    )


def _player(deals: int, units: int, squares: int, whole: int, part: int, *, exact: bool) -> PlayerEquity:
    share = Fraction(units, POT * deals) if deals else Fraction(0)
    variance = Fraction(squares, POT * POT * deals) - share * share if deals else Fraction(0)
    error = 0.0 if exact or not deals else sqrt(variance / deals)
    return PlayerEquity(share=share, whole=whole, part=part, standard_error=error)
