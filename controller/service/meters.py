"""Meters and the equations between them, folded from the journal's records (requirements R-MTR-1 to R-MTR-9).

Meters count from the table's first record on and are made anew from the journal each time, so nothing sets them back.
Beside the lifetime stands the period since the drop box was last counted. The equations hold what the events say
against the balances that the journal keeps for itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from cashier.accounts import KINDS, ROUTES, Account, AccountKind, Phase, Side, TransferCode, account_of
from cashier.ledger import Meter
from cashier.money import Money
from cashier.note_records import NotesDispensed, worth
from cashier.records import DropCounted, NoteCredited
from controller.journal.rows import BalanceRow, Record
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.fault_records import DoorId, DoorOpened
from controller.vocab.ids import Seat
from controller.vocab.profile import GameId
from controller.vocab.records import AnyEvent


class Play(msgspec.Struct):
    """What was played at one seat or in one game: hands, chips committed less what nobody called, won, and rake.

    A seat's `hands` are those it was dealt into; rake is taken from pots, so a seat has none of its own. Of void hands
    nothing is left but how many they were, `hands` included.
    """

    hands: int = 0
    raked: int = 0
    voided: int = 0
    turnover: int = 0
    won: int = 0
    rake: int = 0
    dropped: int = 0
    """What went into the jackpots."""


class Equation(msgspec.Struct, frozen=True):
    """One line of the reconciliation: two sums that must be equal (minor units)."""

    key: str
    left: int
    right: int

    @property
    def difference(self) -> int:
        """Anything but zero is a finding."""
        return self.left - self.right


class Meters(msgspec.Struct):
    """Everything that is counted. `last_drop` is the record of the last drop count, 0 before the first.

    `no_value` says that the table's tickets have none: then these are test meters, and no money stands behind them
    (R-MTR-8).
    """

    lifetime: dict[TransferCode, Meter] = msgspec.field(default_factory=lambda: dict.fromkeys(TransferCode, Meter()))
    period: dict[TransferCode, Meter] = msgspec.field(default_factory=lambda: dict.fromkeys(TransferCode, Meter()))
    notes: dict[Money, int] = {}
    notes_period: dict[Money, int] = {}
    notes_out: dict[Money, int] = {}
    """Notes that the recycler paid out again."""
    notes_untold: int = 0
    """What went out in notes by an attendant's count, who told the sum alone."""
    doors: dict[DoorId, int] = {}
    """How often each door was opened, seen or not."""
    doors_period: dict[DoorId, int] = {}
    games: dict[GameId, Play] = {}
    seats: dict[Seat, Play] = {}
    last_drop: int = 0
    no_value: bool = False
    game: GameId | None = None
    dealt: tuple[Seat, ...] = ()
    """The game of the hand that is counted just now, and the seats that were dealt in."""


def read_meters(records: Iterable[Record]) -> Meters:
    """Fold all records. They may be read without the table's key: what is sealed moves no money."""
    meters = Meters()
    for record in records:
        for event in record.events:
            _count(meters, event)
        for row in record.transfers:
            code = TransferCode(row.code)
            for counted in (meters.lifetime, meters.period):
                meter = counted[code]
                counted[code] = Meter(meter.count + 1, meter.amount + row.amount)
        if any(isinstance(event, DropCounted) for event in record.events):
            meters.last_drop = record.record
            meters.period = dict.fromkeys(TransferCode, Meter())
            meters.notes_period = {}
            meters.doors_period = {}
    return meters


def equations(meters: Meters, balances: Sequence[BalanceRow]) -> tuple[Equation, ...]:
    """Return every line of the reconciliation; `balances` are the journal's own (R-MTR-5, R-MTR-6)."""
    by_account = {row.account: row for row in balances}

    def held(kind: AccountKind) -> int:
        row = by_account.get(Account(kind).key, BalanceRow("", 0, 0))
        grown = row.debits - row.credits
        return grown if KINDS[kind].normal is Side.DEBIT else -grown

    def held_in_all(*kinds: AccountKind) -> int:
        return sum(row.credits - row.debits for row in balances if account_of(row.account).kind in kinds)

    def moved(code: TransferCode) -> int:
        return meters.lifetime[code].amount

    over = moved(TransferCode.DROP_OVER) - moved(TransferCode.DROP_SHORT)
    in_box = moved(TransferCode.NOTE_IN) + over - moved(TransferCode.DROP_COLLECTED)
    stored = moved(TransferCode.NOTES_STORED) - moved(TransferCode.NOTES_BOXED)
    in_store = stored + moved(TransferCode.NOTES_FOUND) - moved(TransferCode.NOTES_OUT)
    notes_out = sum(note * count for note, count in meters.notes_out.items()) + meters.notes_untold

    def phased(*phases: Phase) -> int:
        return sum(moved(code) for code, route in ROUTES.items() if route.phase in phases)

    games = meters.games.values()
    turnover, won = sum(play.turnover for play in games), sum(play.won for play in games)
    return (
        Equation("notes", sum(note * count for note, count in meters.notes.items()), moved(TransferCode.NOTE_IN)),
        Equation("drop-box", in_box - stored, held(AccountKind.DROP_BOX)),
        Equation("note-store", in_store, held(AccountKind.NOTE_STORE)),
        Equation("notes-out", notes_out, moved(TransferCode.NOTES_OUT)),
        Equation("hopper", _into_hopper(meters), held(AccountKind.HOPPER)),
        Equation("cards", _owed_by_bank(meters), held(AccountKind.CARD_CLEARING)),
        Equation("tickets", moved(TransferCode.TICKET_OUT), _tickets_ended(meters) + held(AccountKind.VOUCHER)),
        Equation("waiting", phased(Phase.PENDS), phased(Phase.POSTS, Phase.VOIDS) + held(AccountKind.SUSPENSE)),
        Equation("turnover", turnover, won + sum(play.rake + play.dropped for play in games) + held(AccountKind.POT)),
        Equation("rake", sum(play.rake for play in games), moved(TransferCode.RAKE)),
        Equation("jackpot-drops", sum(play.dropped for play in games), moved(TransferCode.JACKPOT_DROP)),
        Equation("jackpots", _into_jackpots(meters), held_in_all(AccountKind.JACKPOT, AccountKind.JACKPOT_TODAY)),
        Equation("books", sum(row.debits for row in balances), sum(row.credits for row in balances)),
    )


def _tickets_ended(meters: Meters) -> int:
    """What has become of tickets that were paid out: paid, expired, or being looked up just now (R-MTR-6)."""

    def moved(code: TransferCode) -> int:
        return meters.lifetime[code].amount

    looked_up = moved(TransferCode.TICKET_PRESENTED) - moved(TransferCode.TICKET_RELEASED)
    return looked_up + moved(TransferCode.TICKET_EXPIRED) + moved(TransferCode.TICKET_HAND_PAID)


def _into_hopper(meters: Meters) -> int:
    """Refills and over/short less everything that fell or was taken out (R-MTR-6)."""
    came = (TransferCode.HOPPER_FILLED, TransferCode.HOPPER_OVER)
    went = (
        TransferCode.HOPPER_SHORT,
        TransferCode.HOPPER_EMPTIED,
        TransferCode.COINS_OUT,
        TransferCode.COINS_EXTRA,
    )
    return sum(meters.lifetime[code].amount for code in came) - sum(meters.lifetime[code].amount for code in went)


def _owed_by_bank(meters: Meters) -> int:
    """What cards were asked for, less what they refused, got back, and what was settled or found short."""
    went = (
        TransferCode.CARD_DECLINED,
        TransferCode.CARD_OUT,
        TransferCode.CARD_SETTLED,
        TransferCode.CARD_SHORT,
    )
    return meters.lifetime[TransferCode.CARD_ASKED].amount - sum(meters.lifetime[code].amount for code in went)


def _into_jackpots(meters: Meters) -> int:
    """Contributions and seed less everything paid (R-JPT-2)."""
    came = (TransferCode.JACKPOT_DROP, TransferCode.JACKPOT_CHARGE, TransferCode.JACKPOT_SEED)
    went = (TransferCode.JACKPOT_PAID, TransferCode.JACKPOT_HAND_PAID)
    return sum(meters.lifetime[code].amount for code in came) - sum(meters.lifetime[code].amount for code in went)


# -- counting ----------------------------------------------------------------------------------------------------


def _count(meters: Meters, event: AnyEvent) -> None:
    match event:
        case tr.ProfileAdopted():
            meters.no_value = event.profile.no_value
        case NoteCredited():
            for counted in (meters.notes, meters.notes_period):
                counted[event.amount] = counted.get(event.amount, 0) + 1
        case NotesDispensed():
            for pile in event.piles:
                meters.notes_out[pile.amount] = meters.notes_out.get(pile.amount, 0) + pile.count
            meters.notes_untold += event.amount - worth(event.piles)
        case DoorOpened():
            for opened in (meters.doors, meters.doors_period):
                opened[event.door] = opened.get(event.door, 0) + event.times
        case _:
            _count_play(meters, event)


def _count_play(meters: Meters, event: AnyEvent) -> None:
    match event:
        case hr.HandStarted():
            meters.game, meters.dealt = event.game, tuple(entrant.seat for entrant in event.entrants)
            meters.games.setdefault(event.game, Play()).hands += 1
            for entrant in event.entrants:
                meters.seats.setdefault(entrant.seat, Play()).hands += 1
        case hr.Posted():
            _commit(meters, event.seat, event.amount)
        case hr.Acted():
            _commit(meters, event.seat, event.added)
        case hr.UncalledReturned():
            _commit(meters, event.seat, -event.amount)
        case hr.HandVoided():
            _void(meters)
        case hr.StakeReturned():
            _commit(meters, event.seat, -event.amount)
        case hr.PotAwarded():
            for play in _plays(meters, event.seat):
                play.won += event.amount
        case hr.RakeTaken() if meters.game is not None:
            game = meters.games[meters.game]
            game.rake += event.amount
            game.raked += event.amount > 0
        case hr.DropTaken() if meters.game is not None:
            meters.games[meters.game].dropped += event.amount


def _void(meters: Meters) -> None:
    if meters.game is not None:
        meters.games[meters.game].voided += 1
    for seat in meters.dealt:
        meters.seats.setdefault(seat, Play()).voided += 1


def _commit(meters: Meters, seat: Seat, amount: int) -> None:
    for play in _plays(meters, seat):
        play.turnover += amount


def _plays(meters: Meters, seat: Seat) -> Iterable[Play]:
    if meters.game is not None:
        yield meters.games[meters.game]
    yield meters.seats.setdefault(seat, Play())


EQUATIONS: Final[Mapping[str, str]] = {
    "notes": "notes by denomination = notes taken",
    "drop-box": "notes taken and over/short, less what was counted and what is stored = content of the drop box",
    "note-store": "notes stored and found, less what was paid out = content of the note store",
    "notes-out": "notes paid out by denomination = what was paid out in notes",
    "hopper": "coins filled in and over/short, less what fell or was taken out = content of the hopper",
    "cards": "asked of cards, less declined, paid back, settled and short = what the bank owes",
    "tickets": "tickets paid out = paid back, by hand too, expired, looked up and outstanding",
    "waiting": "everything that began to wait = ended, called off and waiting",
    "turnover": "turnover = won, rake, what went into the jackpots and what is in the pot",
    "rake": "rake of all games = rake booked",
    "jackpot-drops": "what all games paid into the jackpots = what was booked",
    "jackpots": "paid into the jackpots, by house and players, less what they paid = what they hold",
    "books": "all debits = all credits",
}
"""What each equation says, for people at a terminal."""
