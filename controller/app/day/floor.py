"""The floor person of a simulated day: consents to moves and to playing over, and decides on jackpots."""

from random import Random
from typing import Final

from cashier.refusal import Code, Refusal
from controller.app.day.host import Host
from controller.table.seating import in_hand
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import MAX_SEATS, Seat

FLOOR: Final = "floor"


class FloorPerson:
    """Says what only staff may say."""

    def __init__(self, host: Host, dice: Random) -> None:
        self._host = host
        self._dice = dice

    def lends(self, name: str) -> Seat | None:
        """Let somebody play over a player who is away, if anyone is; return the seat."""
        table = self._host.machine.table
        lent = (seat for seat in table.seats.values() if seat.standing.lends and not seat.plays_over)
        away = [seat.seat for seat in lent if not in_hand(table, seat.seat)]
        if not away or table.closed or table.last_round is not None:
            return None
        seat = self._dice.choice(sorted(away))
        self._host.do(sr.AllowPlayingOver(seat=seat, name=name, by=FLOOR))
        return seat

    def gives_back(self, seat: Seat) -> None:
        """The owner of a seat is back."""
        self._host.ask(sr.TakeSeatBack(seat=seat, by=FLOOR), Code.ALREADY_SO)

    def moves(self, seat: Seat, to: Seat) -> bool:
        """Move a player to a free seat, and say whether it could be done."""
        asked = self._host.ask(sr.MoveSeat(seat=seat, to=to, by=FLOOR), Code.SEAT_HELD, Code.SEAT_TAKEN)
        return not isinstance(asked, Refusal)

    def settles(self) -> None:
        """Look at the triggering hands, grant what they have made, and let the table go on."""
        self._host.do(jr.ConfirmBadBeat(by=FLOOR))
        self._host.do(jr.GrantBadBeat(by=FLOOR, codes=tuple(self._host.code() for _seat in range(MAX_SEATS))))
        self._host.do(tr.Resume(by=FLOOR))

    def pays(self, won: jr.MonthHandWon) -> None:
        """Pay the hand of a past month."""
        self._host.do(jr.PayMonthHand(by=FLOOR, month=won.month, category=won.category))
