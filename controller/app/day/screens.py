"""The seats' screens of a simulated day: a number of each for every shuffle, and the cut where one is asked for.

They keep to what a careful screen does (`controller.wire.contributor`), from dice and without the wire: a number is
drawn afresh for each hand, and shown once, in the shuffle that names its commitment.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from controller.table.mixing import is_unheeded
from controller.table.state import Shuffle, Table
from controller.vocab import entropy_records as er
from controller.vocab.digests import SIZE
from controller.vocab.ids import HandId, Seat

SOONEST_CUT_MS: Final = 300
LATE: Final = 5
"""One in so many who would cut is too late, and one in so many lets the deck be."""


class Screens:
    """All seats' screens, and the numbers behind the commitments that they have given."""

    def __init__(self, table: str, dice: Random) -> None:
        """`table` is the name that commitments are made for."""
        self._table = table
        self._dice = dice
        self._numbers: dict[bytes, bytes] = {}

    def says(self, table: Table) -> er.BindEntropy | er.RevealEntropy | None:
        """The next thing that some screen has to say, if any has."""
        is_asked = table.shuffle is not None and table.shuffle.stage == "numbers"
        if not is_asked and table.bound.keys() >= table.seats.keys():
            return None
        return next(self._all_say(table), None)

    def cut(self, asked: er.CutAsked) -> tuple[int, er.CutDeck]:
        """After how long (ms) whoever may cut touches the deck, and where; 0 lets it be."""
        is_late, lets_be = (self._dice.randrange(LATE) == 0 for _chance in range(2))
        wait = asked.allowed + 1 if is_late else self._dice.randrange(SOONEST_CUT_MS, asked.allowed + 1)
        place = 0 if lets_be else self._dice.randrange(1, asked.size)
        return wait, er.CutDeck(seat=asked.seat, hand=asked.hand, place=place)

    def _all_say(self, table: Table) -> Iterator[er.BindEntropy | er.RevealEntropy]:
        shuffle = table.shuffle
        lit = [seat.seat for seat in table.seats.values() if not seat.screen_lost and not is_unheeded(table, seat.seat)]
        awaited = _awaited(shuffle)
        if shuffle is not None and shuffle.stage == "numbers":
            for seat in lit:
                if seat in awaited:
                    yield self._show(shuffle.hand, seat, awaited[seat])
        following = HandId(1 + (table.last_hand if shuffle is None else shuffle.hand))
        for seat in lit:
            if seat not in table.bound and seat not in awaited:
                yield er.BindEntropy(seat=seat, hand=following, commitment=self._bind(following, seat))

    def _show(self, hand: HandId, seat: Seat, commitment: bytes) -> er.RevealEntropy:
        following = self._bind(HandId(hand + 1), seat)
        return er.RevealEntropy(seat=seat, hand=hand, entropy=self._numbers.pop(commitment), following=following)

    def _bind(self, hand: HandId, seat: Seat) -> bytes:
        number = self._dice.randbytes(SIZE)
        commitment = er.bind(self._table, hand, seat, number)
        self._numbers[commitment] = number
        return commitment


def _awaited(shuffle: Shuffle | None) -> dict[Seat, bytes]:
    """Whose numbers are still due, and the commitments behind which they lie."""
    shares = () if shuffle is None else shuffle.shares
    return {share.seat: share.commitment for share in shares if share.is_open}
