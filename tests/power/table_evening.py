"""An evening at the real table for the power rig: every command of it, played by the machine through the core.

The commands are found once, by playing them at a table in memory; each carries its random parts, so that a table
that lost its power can be given the very commands that are left and must end where the other ended.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import msgspec

from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import redeem_records as redeem
from cashier.kiosk.redeeming import FREE_TRIES
from cashier.ledger import Account, AccountKind
from cashier.money import Money
from cashier.note_records import NotePile, StoreMark
from cashier.records import (
    CollectClaim,
    CountDropBox,
    DeviceReported,
    PayoutId,
    PayWay,
    ResolveVoucher,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    VoucherNumber,
)
from cashier.refusal import Code
from controller import machine as machines
from controller.app.boot import blank, recover
from controller.app.clock import VirtualClock
from controller.app.config import demo_profile
from controller.app.core import Committed, Core, Saved, encode_saved
from controller.app.entropy import SeededEntropy
from controller.app.views import Views
from controller.games.rows import best_rows
from controller.journal.journal import Journal
from controller.journal.rows import Record
from controller.machine import Machine
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import table_records as tr
from controller.vocab.ids import MAX_SEATS, HandId, Now, Seat
from controller.vocab.jackpot_terms import Hourly, JackpotTerms
from controller.vocab.profile import GameId, Profile, RakeRule, Stakes, TimeCharge
from controller.vocab.records import AnyCommand
from controller.vocab.seat_records import AllowPlayingOver, MoveSeat, TakeSeatBack
from evaluator_ext import Card, full_deck, parse_cards
from tests.machine.kiosk_deeds import HOPPER, RECYCLER, with_hopper
from tests.machine.room import WALL, Room, changed
from tests.power.card_evening import cards

SNAPSHOTS_AFTER: Final = (19, 29, 89, 105, 123, 137)
"""Records after which the table leaves a snapshot: during an all-in, between hands, with a ticket reserved, while the
hopper may be paying, with a ticket that came back pending, in a hand at a seat that is played over."""

MONTH_MS: Final = 31 * 24 * 3_600_000


class Step(msgspec.Struct, frozen=True):
    """One command and the instant at which it comes; it becomes the record of the same number."""

    command: AnyCommand
    now: Now


def _sit_down(room: Room) -> None:
    room.sit(1, 4_000)
    room.sit(2, 10_000)
    room.sit(3, 20_000)
    room.insert(5_000)


def _all_in_with_a_side_pot(room: Room) -> None:
    """All go in with different stacks: aces win the main pot, kings the side pot, and what nobody called returns."""
    room.deal(_deck("As Ks 2d Ah Kd 7c", "8h 9c 3s 4d Jh"))
    room.act("raise", room.decision.max_to)
    while room.machine.table.hand is not None:
        room.act("call" if room.decision.call else "check")


def _hand_with_chips_on_their_way(room: Room) -> None:
    """Somebody buys more chips during the hand; they reach him after it."""
    room.deal()
    asleep = room.decision.seat
    buyer = next(seat for seat in room.machine.table.hand.players if room.stack(seat) < 15_000)  # type: ignore[union-attr]
    room.do(room.buy_in(buyer, 1_000, room.machine.table.seats[buyer].name))
    while not room.machine.table.seats[asleep].sitting_out:
        due = machines.due(room.machine)
        assert due is not None
        room.ms = due
        room.do(tr.Tick())
    assert room.machine.table.seats[asleep].sitting_out
    room.do(tr.Pause(by="attendant"))
    room.do(tr.Resume(by="attendant"))
    room.fold_out()
    room.do(tr.SitIn(seat=asleep))


def _hand_to_the_showdown(room: Room) -> None:
    room.deal()
    room.act("raise", room.decision.min_to)
    room.check_down()


def _hand_that_is_void(room: Room) -> None:
    """Two people declare a hand void after a bet: everyone gets back what he put in."""
    room.deal()
    room.act("raise", room.decision.min_to)
    hand = HandId(room.machine.table.last_hand)
    room.do(hr.VoidHand(by="attendant", hand=hand, cause="floor", second="floor", reason="a card lay open"))


def _one_moves(room: Room) -> None:
    """A player takes his chips to another seat."""
    seat = next(number for number, seat in room.machine.table.seats.items() if seat.stack)
    room.do(MoveSeat(seat=seat, to=7, by="attendant"))


def _hand_of_rows(room: Room) -> None:
    """A hand of Chinese Poker between two other games: what one set loses to another goes from stack to stack."""
    before = room.profile
    points = Stakes(small_blind=0, big_blind=0, ante=0, unit=before.stakes.unit, point=before.stakes.unit)
    _adopt(room, changed(before, game=GameId("chinese-1-6-pts"), seats=4, stakes=points))
    room.deal()
    while (hand := room.machine.table.hand) is not None:
        decision = room.decision
        cards = best_rows(hand.players[decision.seat].cards)
        room.do(hr.Act(seat=decision.seat, decision=decision.decision, kind="arrange", cards=cards))
    _adopt(room, before)


def _jackpots_and_time(room: Room) -> None:
    """Everyone pays for his time and an hour's part, a bad beat is shared out, and a month's hand is won and paid."""
    terms = JackpotTerms(
        bad_beat=Money(95), month_hand=Money(5), players=2, guaranteed=Money(100_000), hourly=Hourly(Money(600))
    )
    by_time = RakeRule(0, Money(0), time=TimeCharge(amount=Money(100), period=600_000, warning=60_000))
    _adopt(room, changed(room.profile, jackpots=terms, rake=by_time))
    room.deal(_deck("As Tc 3d Kh 2d 3h", "Ac Ad Kc Qc Jc"))
    room.check_down()
    room.do(jr.ConfirmBadBeat(by="attendant"))
    room.do(jr.GrantBadBeat(by="attendant", codes=tuple(room.code() for _seat in range(MAX_SEATS))))
    for claim in tuple(room.machine.kiosk.claims.values()):
        room.do(CollectClaim(request=room.request(), code=claim.code))
    room.do(tr.Resume(by="attendant"))
    room.do(tr.ProposeHour(seat=next(iter(room.machine.table.seats))))
    while (asked := room.machine.table.asked) is None:
        room.pump()
    for seat in asked.seats:
        hand = HandId(room.machine.table.last_hand + 1)
        room.do(tr.Answer(seat=seat, hand=hand, question=asked.question, yes=True))
    room.deal()
    room.fold_out()
    room.ms += MONTH_MS
    room.pump()
    (won,) = (event for event in room.log if isinstance(event, jr.MonthHandWon))
    room.do(jr.PayMonthHand(by="attendant", month=won.month, category=won.category))


def _adopt(room: Room, profile: Profile) -> None:
    room.profile = profile
    room.do(tr.AdoptProfile(profile=profile))


def _one_goes_home(room: Room) -> None:
    """A claim, its collection, and a ticket that the printer proves."""
    seat = next(number for number, seat in room.machine.table.seats.items() if seat.stack)
    room.leave(seat)
    _collect(room)
    room.do(room.cash_out(room.machine.kiosk.balance - 2_000))
    _print(room)


def _ticket_in_doubt(room: Room) -> None:
    """The paper ends in the middle of a ticket; it is torn up, and its replacement is proven."""
    room.do(room.cash_out(2_000))
    torn = room.machine.kiosk.paying
    assert torn is not None
    room.do(TicketSending(number=torn))
    room.do(TicketInDoubt(number=torn, condition="paper-out"))
    room.do(ResolveVoucher(number=torn, verdict="void", by="attendant", replacement=room.number()))
    _print(room)


def _print(room: Room) -> VoucherNumber:
    """The printer proves the ticket that is reserved."""
    number = room.machine.kiosk.paying
    assert number is not None
    room.do(TicketSending(number=number))
    room.do(TicketPrinted(number=number))
    return number


def _collect(room: Room) -> None:
    (claim,) = room.machine.kiosk.claims.values()
    room.do(CollectClaim(request=room.request(), code=claim.code))


def _coins(room: Room) -> None:
    """The hopper does not hear of coins, and pays them when it is told again; then it jams, and is counted."""
    room.insert(10_000)
    room.do(payout.FillHopper(coins=200, by="attendant"))
    room.do(DeviceReported(HOPPER, "ready"))
    first = _pay_out(room, 3_000, "coins")
    room.do(payout.CoinsSending(HOPPER, first, counter=7))
    room.do(payout.CoinsUntaken(HOPPER, first, counter=7))
    room.do(payout.CoinsSending(HOPPER, first, counter=7))
    room.do(payout.CoinsPaid(HOPPER, first, counter=8, paid=60, unpaid=0))
    second = _pay_out(room, 2_000, "coins")
    room.do(payout.CoinsSending(HOPPER, second, counter=8))
    room.do(payout.CoinsInDoubt(HOPPER, second, "jam"))
    room.do(payout.ResolvePayout(second, paid=30, by="attendant", reason="thirty lay in the tray"))
    _print(room)
    room.do(payout.CountHopper(coins=109, by="attendant"))


def _notes_go_out(room: Room) -> None:
    """The store counts its notes and pays two; of the next pay-out it does not know, and an attendant looks."""
    room.insert(10_000)
    room.do(DeviceReported(RECYCLER, "ready"))
    room.do(notes.StoreSeen(RECYCLER, (NotePile(Money(2_000), 4),)))
    first = _pay_out(room, 5_000, "notes")
    room.do(notes.NotesSending(RECYCLER, first, StoreMark(7, 0, (NotePile(Money(2_000), 4),))))
    room.do(notes.NotesPaid(RECYCLER, first, counter=9, piles=(NotePile(Money(2_000), 2),)))
    _rest_of(room)
    second = _pay_out(room, 4_000, "notes")
    room.do(notes.NotesSending(RECYCLER, second, StoreMark(9, 0, (NotePile(Money(2_000), 2),))))
    room.do(notes.NotesInDoubt(RECYCLER, second, "jam"))
    room.do(notes.ResolveNotes(second, Money(2_000), by="attendant", reason="one note lay in the slot"))
    _rest_of(room)


def _rest_of(room: Room) -> None:
    """What notes could not pay goes out in coins, or on a ticket."""
    coins = room.machine.kiosk.payout
    if coins is not None:
        room.do(payout.CoinsSending(HOPPER, coins.payout, counter=7))
        room.do(payout.CoinsPaid(HOPPER, coins.payout, counter=8, paid=coins.coins, unpaid=0))
    if room.machine.kiosk.paying is not None:
        _print(room)


def _hand_pays(room: Room) -> None:
    """The attendant pays an amount by hand, and takes another back to the balance."""
    paid, cancelled = _pay_out(room, 1_000, "hand"), _pay_out(room, 1_500, "hand")
    room.do(payout.SettleHandPay(paid, "paid", by="attendant", reason="counted out"))
    room.do(payout.SettleHandPay(cancelled, "cancelled", by="attendant", reason="he plays on"))


def _pay_out(room: Room, amount: int, way: PayWay) -> PayoutId:
    """Ask for money otherwise than on a ticket, and return the number of the pay-out."""
    number = room.machine.kiosk.next_payout
    room.do(changed(room.cash_out(amount), way=way))
    return number


def _tickets_come_back(room: Room) -> None:
    """One ticket is paid at the second attempt, one by hand; wrong numbers are refused until staff forgive them."""
    by_hand = next(iter(room.machine.kiosk.vouchers))
    room.do(room.cash_out(1_000))
    number = _print(room)
    for granted in (False, True):
        room.do(redeem.RedeemTicket(room.request(), number))
        room.do(redeem.TicketAnswered(number, granted))
    for _try in range(FREE_TRIES):
        room.do(redeem.RedeemTicket(room.request(), room.number()))
    assert room.refuse(redeem.RedeemTicket(room.request(), by_hand)) is Code.NUMBERS_LOCKED
    room.do(redeem.AllowNumbers(by="attendant"))
    room.do(ResolveVoucher(by_hand, "hand-paid", by="attendant", reason="the scanner cannot read it"))


def _seat_played_over(room: Room) -> None:
    """Somebody plays at an absent player's seat until he is back; his chips are paid by hand."""
    seat = Seat(7)
    room.do(tr.SitOut(seat=seat))
    room.do(AllowPlayingOver(seat=seat, name="Over", by="attendant"))
    room.do(room.buy_in(seat, 4_000, "Over"))
    room.deal()
    room.do(TakeSeatBack(seat=seat, by="attendant"))
    room.fold_out()
    room.pump()
    room.do(tr.SitIn(seat=seat))
    (claim,) = room.machine.kiosk.claims
    room.do(payout.PayClaim(claim, by="attendant", reason="he cannot wait"))


def _tickets_expire(room: Room) -> None:
    """Nobody brings the other tickets back in their month."""
    room.ms += MONTH_MS
    room.do(redeem.ExpireTickets())


def _after_closing(room: Room) -> None:
    """The attendant looks at a hand, then empties the drop box and counts a note too few."""
    room.do(tr.OpenRecall(by="attendant", hand=HandId(1)))
    booked = room.machine.ledger.balance(Account(AccountKind.DROP_BOX))
    room.do(tr.Pause(by="attendant"))
    room.do(CountDropBox(by="attendant", amount=Money(booked - 500)))
    room.do(tr.Resume(by="attendant"))


PARTS: Final[tuple[Callable[[Room], None], ...]] = (
    _sit_down,
    _all_in_with_a_side_pot,
    _hand_with_chips_on_their_way,
    _hand_to_the_showdown,
    _hand_of_rows,
    _jackpots_and_time,
    _one_moves,
    _one_goes_home,
    _ticket_in_doubt,
    _coins,
    _hand_pays,
    _tickets_come_back,
    _seat_played_over,
    _hand_that_is_void,
    _notes_go_out,
    _tickets_expire,
    cards,
    _after_closing,
)
"""The evening, part after part: whatever moves money has its place in one of them."""


@cache
def script() -> tuple[Step, ...]:
    """Return the evening, every command of it with its instant."""
    room = Room(with_hopper(demo_profile()))
    for part in PARTS:
        part(room)
    return tuple(Step(command=command, now=now) for command, now in room.commands)


def _deck(hole: str, board: str) -> tuple[Card, ...]:
    """Return a whole deck that deals these hole cards, in dealing order, and then this board."""
    front = parse_cards(hole) + parse_cards(board)
    return front + tuple(card for card in full_deck() if card not in front)


def play(core: Core, clock: VirtualClock, steps: Sequence[Step]) -> Iterator[int]:
    """Give the core these commands at their instants, and yield the record of each as soon as it is acknowledged."""
    for step in steps:
        clock.advance_to(step.now.table)
        outcome = core.submit(step.command)
        assert isinstance(outcome, Committed), f"{step.command} was not carried out: {outcome}"
        yield outcome.record
        if outcome.record in SNAPSHOTS_AFTER:
            core.snapshot()


def evening(journal: Journal) -> Iterator[int]:
    """Play the evening on a table, new or interrupted, from where it stands to the end."""
    core, clock = start(journal)
    yield from play(core, clock, script()[core.record :])


def start(journal: Journal, seed: int = 1) -> tuple[Core, VirtualClock]:
    """Start a table from its journal, new or old; `seed` stands for its randomness."""
    saved, table_ms = recover(journal) if journal.record else (blank(journal), 0)
    clock = VirtualClock(table_ms, WALL + table_ms)
    return Core(saved, journal, clock, SeededEntropy(seed)), clock


def states(machine_id: str, records: Sequence[Record], begun: Saved | None = None) -> tuple[bytes, ...]:
    """Return what a snapshot would hold after none of these records, after the first, and so on.

    They follow on what a snapshot held, or else on a new table.
    """
    saved = begun or Saved(machine=Machine(machine_id=machine_id), views={})
    machine, views = saved.machine, Views.restored(saved.views)
    encoded = [encode_saved(Saved(machine=machine, views=views.saved()))]
    for record in records:
        for event in record.events:
            machines.evolve(machine, event)
        views.follow(record.events)
        encoded.append(encode_saved(Saved(machine=machine, views=views.saved())))
    return tuple(encoded)
