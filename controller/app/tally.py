"""What a simulation counts: pots, showdowns, the hands that were tabled there, and what everybody won."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from controller.games import Game
from controller.games.model import RankingId
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


class Tally:
    """Counts hands as they end."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._games: dict[GameId, _GameCount] = {}
        self._shown: Counter[tuple[RankingId, hr.HandCategory]] = Counter()
        self._won: Counter[tuple[RankingId, hr.HandCategory]] = Counter()
        self._net: dict[Seat, Chips] = dict.fromkeys(seats, 0)
        self._hands_won: Counter[Seat] = Counter()
        self._showdowns: Counter[Seat] = Counter()

    def take(self, game: Game, events: Iterable[HandEvent]) -> None:
        """Count one hand."""
        count = self._games.setdefault(game.id, _GameCount())
        count.hands += 1
        hands: dict[tuple[Seat, int, int], hr.HandCategory] = {}
        winners: set[Seat] = set()
        at_showdown: set[Seat] = set()
        won: set[tuple[Seat, int, int]] = set()
        for event in events:
            match event:
                case hr.HandShown():
                    at_showdown.add(event.seat)
                    hands[event.seat, 0, 0] = event.name.category
                    for made in event.also:
                        hands[event.seat, made.share, made.run] = made.name.category
                case hr.HandMucked():
                    at_showdown.add(event.seat)
                case hr.RakeTaken():
                    count.rake += event.amount
                    count.pots += event.amount
                case hr.PotAwarded():
                    count.pots += event.amount
                    winners.add(event.seat)
                    won.add((event.seat, event.share, event.run))
                case hr.HandStarted():
                    for entrant in event.entrants:
                        self._net[entrant.seat] -= entrant.stack
                case hr.HandEnded():
                    for entrant in event.stacks:
                        self._net[entrant.seat] += entrant.stack
                case _:
                    pass
        count.showdowns += bool(at_showdown)
        self._showdowns.update(at_showdown)
        self._hands_won.update(winners)
        for place, category in hands.items():
            kind = (game.shares[place[1]].ranking, category)
            self._shown[kind] += 1
            self._won[kind] += place in won

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
