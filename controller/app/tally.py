"""What a simulation counts: pots, showdowns, the hands that were tabled there, and what everybody won."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from controller.games import Game
from controller.games.model import RankingId
from controller.games.rows import ROWS
from controller.vocab import hand_records as hr
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import GameId
from controller.vocab.records import HandEvent


class CategoryRow(msgspec.Struct, frozen=True):
    """A kind of hand by one ranking: how often it was tabled at a showdown, and how often it won there."""

    ranking: RankingId
    category: hr.HandCategory
    shown: int
    won: int


class PlayerRow(msgspec.Struct, frozen=True):
    """One seat: what it is ahead or behind, the hands it won chips in, and its showdowns."""

    seat: Seat
    net: Chips
    hands_won: int
    showdowns: int


class GameRow(msgspec.Struct, frozen=True):
    """One game of the run: its hands, those that reached a showdown, all its pots together and their rake."""

    game: GameId
    hands: int
    showdowns: int
    pots: Chips
    rake: Chips


class _GameCount(msgspec.Struct):
    hands: int = 0
    showdowns: int = 0
    pots: Chips = 0
    rake: Chips = 0


class _Seen(msgspec.Struct):
    """What one hand adds to the counts: who stood at its showdown and won chips, and what every tabled part makes.

    A part is a seat's hand for a share in a run, or a row of it; `won` are the parts that won.
    """

    kinds: dict[tuple[Seat, int, int], tuple[RankingId, hr.HandCategory]] = {}
    won: set[tuple[Seat, int, int]] = set()
    winners: set[Seat] = set()
    showdown: set[Seat] = set()
    pots: Chips = 0
    rake: Chips = 0


def _of_pots(game: Game, events: Iterable[HandEvent]) -> _Seen:
    seen = _Seen()
    for event in events:
        match event:
            case hr.HandShown():
                seen.showdown.add(event.seat)
                seen.kinds[event.seat, 0, 0] = game.shares[0].ranking, event.name.category
                for made in event.also:
                    seen.kinds[event.seat, made.share, made.run] = game.shares[made.share].ranking, made.name.category
            case hr.HandMucked():
                seen.showdown.add(event.seat)
            case hr.RakeTaken():
                seen.rake += event.amount
                seen.pots += event.amount
            case hr.DropTaken():
                seen.pots += event.amount
            case hr.PotAwarded():
                seen.pots += event.amount
                seen.winners.add(event.seat)
                seen.won.add((event.seat, event.share, event.run))
            case _:
                pass
    return seen


PLACES: Final[Mapping[hr.RowName, int]] = {name: place for place, name in enumerate(ROWS)}
"""The rows by their place in a comparison, the front first."""


def _of_rows(events: Iterable[HandEvent]) -> _Seen:
    """Of cards in rows: a row has won that beat another and lost to none; the chips of all settlements are its pots."""
    seen, lost, net = _Seen(), set[tuple[Seat, int, int]](), Counter[Seat]()
    for event in events:
        match event:
            case hr.RowShown():
                seen.kinds[event.seat, 0, PLACES[event.row]] = "chinese-rows", event.name.category
            case hr.RowsJudged():
                seen.showdown.add(event.seat)
            case hr.RowsCompared():
                seen.pots += event.amount
                net[event.seat] += event.amount
                net[event.loser] -= event.amount
                for row, result in enumerate(event.rows):
                    winner, loser = (event.seat, event.loser) if result > 0 else (event.loser, event.seat)
                    if result:
                        seen.won.add((winner, 0, row))
                        lost.add((loser, 0, row))
            case _:
                pass
    seen.won -= lost
    seen.winners = {seat for seat, chips in net.items() if chips > 0}
    return seen


class Tally:
    """Counts hands as they end."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._games: dict[GameId, _GameCount] = {}
        self._shown: Counter[tuple[RankingId, hr.HandCategory]] = Counter()
        self._won: Counter[tuple[RankingId, hr.HandCategory]] = Counter()
        self._net: Counter[Seat] = Counter(dict.fromkeys(seats, 0))
        self._hands_won: Counter[Seat] = Counter()
        self._showdowns: Counter[Seat] = Counter()

    def take(self, game: Game, events: Iterable[HandEvent]) -> None:
        """Count one hand."""
        count = self._games.setdefault(game.id, _GameCount())
        told = list(events)
        seen = _of_rows(told) if game.rows is not None else _of_pots(game, told)
        count.hands += 1
        count.showdowns += bool(seen.showdown)
        count.pots += seen.pots
        count.rake += seen.rake
        for event in told:
            if isinstance(event, hr.HandStarted):
                self._net.subtract({one.seat: one.stack for one in event.entrants})
            elif isinstance(event, hr.HandEnded):
                self._net.update({one.seat: one.stack for one in event.stacks})
        self._showdowns.update(seen.showdown)
        self._hands_won.update(seen.winners)
        for place, kind in seen.kinds.items():
            self._shown[kind] += 1
            self._won[kind] += place in seen.won

    @property
    def games(self) -> tuple[GameRow, ...]:
        """The games in the order in which they were first played."""
        return tuple(
            GameRow(game, count.hands, count.showdowns, count.pots, count.rake) for game, count in self._games.items()
        )

    @property
    def categories(self) -> tuple[CategoryRow, ...]:
        """The kinds of hands by ranking, the most frequent first."""
        kinds = sorted(self._shown, key=lambda kind: (kind[0], -self._shown[kind], kind[1]))
        return tuple(CategoryRow(*kind, shown=self._shown[kind], won=self._won[kind]) for kind in kinds)

    @property
    def players(self) -> tuple[PlayerRow, ...]:
        """Everybody, by seat."""
        return tuple(
            PlayerRow(seat, net, self._hands_won[seat], self._showdowns[seat]) for seat, net in self._net.items()
        )
