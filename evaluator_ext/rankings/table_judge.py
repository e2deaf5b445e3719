"""Hands of one ranking, judged by look-up: their dense ranks, their names, and the cards that play.

The same source runs twice: compiled with the C types of `table_judge.pxd` for use, interpreted as the oracle.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluator_ext.cards import Card
from evaluator_ext.rankings.batches import Layout, read_hands, refusal
from evaluator_ext.rankings.orders import NOTHING, Describer, Hands, Kind, Name, Order, Strength, check_rank, deck_of
from evaluator_ext.rankings.tables import Table

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_CARD = 63
_FOUR = 4
_NO_RUN = bytes(13)


class TableJudge:
    """Hands of one ranking: their dense ranks, their names, and the cards that play.

    Hands of several sizes share one numbering, in which a hand that agrees with a larger one in all its ranks is below.
    """

    def __init__(self, order: Order, sizes: Sequence[int], *, more: int = 0, deck: Sequence[Card] = ()) -> None:
        """Number all hands of these sizes, of all ranks' cards if not of `deck`; `more` cards may lie beside them."""
        describer = Describer(order)
        all_hands = [describer.hands(size) for size in sizes]
        counting = sorted(set[Strength]().union(*[hands.strengths() for hands in all_hands]), reverse=order.low)
        number = {strength: place for place, strength in enumerate(counting, start=1)}
        self._names = (NOTHING, *[describer.names[strength] for strength in counting])
        self._runs = _runs_by_rank(order, self._names)
        self._four_flush = bytes([name.kind is Kind.FOUR_FLUSH for name in self._names])
        self._place = bytes([order.ranks.index(rank) if rank in order.ranks else 0 for rank in range(13)])
        self._least = min(sizes)
        self._most = max(sizes) + more
        self._tables: list[Table | None] = [None] * (self._most + 1)
        for hands in sorted(all_hands, key=_size_of):
            table = hands.lay_out(number, hands.size + more, deck or deck_of(order.ranks))
            for count in range(hands.size, table.most + 1):
                self._tables[count] = table

    @property
    def best(self) -> int:
        """The rank of the best hand, which is also how many different ranks there are; 1 is the worst hand."""
        return len(self._names) - 1

    def table(self, count: int) -> Table:
        """The tables for hands of `count` cards. Raises ValueError when this ranking has no hands of so many."""
        table = self._tables[count] if 0 <= count <= self._most else None
        if table is None:
            raise ValueError(refusal(range(count), range(self._least, self._most + 1)))
        return table

    def rank(self, cards: Sequence[Card]) -> int:
        """Dense rank of a hand, 0 when it is none. Raises ValueError as `Table.rank` does."""
        return self.table(len(cards)).rank(cards)

    def rank_many(
        self, hands: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, layout: Layout = "rows",
        threads: int = 1, check: bool = True,
    ) -> Sequence[int]:  # fmt: skip
        """Dense ranks of many hands of one size; see `Table.rank_many`."""
        size = read_hands(hands, layout, self._least).size
        return self.table(size).rank_many(hands, out, layout=layout, threads=threads, check=check)

    def name(self, rank: int) -> Name:
        """What a hand of this rank is called. Raises ValueError for a number that is not the rank of a hand."""
        check_rank(rank, self.best)
        return self._names[rank]

    def plays(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that count, the made part first and then the others, each from the highest down; none for no hand.

        A straight is listed from its top card, so an ace that stands below comes last. When several suits would do, the
        highest cards in Bridge Rank Order play. Raises ValueError as `rank` does.
        """
        table = self.table(len(cards))
        best = table.rank(cards)
        if not best:
            return ()
        return self._arranged(table.first_choice(sorted(cards, reverse=True), best), best)

    def _arranged(self, cards: list[Card], rank: int) -> tuple[Card, ...]:
        """The cards of a hand of this rank, given from the highest down, made part first.

        A card is weighed by its place in the made part, if there is one of different ranks, otherwise by how often its
        rank is there and the place of that rank.
        """
        run = self._runs[rank]
        taken = 0
        weighed = []
        for card in cards:
            held = card >> 2
            copies = suited = 0
            for other in cards:
                copies += other >> 2 == held
                suited += (other ^ card) & 3 == 0
            made = 0 if taken >> held & 1 else run[held]
            taken |= 1 << held
            if self._four_flush[rank]:
                made = suited >= _FOUR
            weight = made << 4 if made else copies
            weighed.append((weight << 4 | self._place[held]) << 6 | card)
        weighed.sort(reverse=True)
        return tuple([weight & _CARD for weight in weighed])


def _size_of(hands: Hands) -> int:
    return hands.size


def _runs_by_rank(order: Order, names: Sequence[Name]) -> list[bytes]:
    """For each rank of a hand that is a run the places of its ranks, the lowest 1; 0 for all others."""
    kinds = {
        Kind.STRAIGHT: order.straights,
        Kind.STRAIGHT_FLUSH: order.straights,
        Kind.FOUR_STRAIGHT: order.four_straights,
    }
    runs = {
        (kind, run[-1]): bytes([run.index(rank) + 1 if rank in run else 0 for rank in range(13)])
        for kind, all_runs in kinds.items()
        for run in all_runs
    }
    return [runs.get((name.kind, name.ranks[0]), _NO_RUN) if name.ranks else _NO_RUN for name in names]
