"""What people, devices and attendants may do at the money terminal of a room, right or wrong."""

import random

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.money import Money
from cashier.records import ClaimId, DeviceId, PayoutId
from cashier.terms import CashLimits, PayLimit
from controller.vocab.profile import CardTerminal, CoinHopper, NoteRecycler, Profile, TicketScanner, UsbPlace
from controller.vocab.records import AnyCommand
from tests.machine.room import Room, changed

HOPPER, SCANNER, RECYCLER, CARDS = (DeviceId(name) for name in ("hopper", "scanner", "recycler", "cards"))
PLACE = UsbPlace(0x1209, 0x0004)
COIN = Money(50)


def with_hopper(profile: Profile, limits: CashLimits | None = None) -> Profile:
    """The same table with a hopper of half-euro coins, a recycler, a scanner, a card terminal, and limits."""
    terminal = CardTerminal(CARDS, PLACE, 978, (Money(2000), Money(5000)), purchase=PayLimit(day=Money(50_000)))
    cash_devices = changed(
        profile.cash,
        note_protocol="essp",
        hopper=CoinHopper(HOPPER, PLACE, COIN),
        scanner=TicketScanner(SCANNER, PLACE),
        recycler=NoteRecycler(RECYCLER, (Money(500), Money(2000))),
        cards=terminal,
    )
    return changed(profile, cash=cash_devices, limits=limits or CashLimits())


TIGHT = CashLimits(
    balance=Money(60_000),
    hand_pay=Money(30_000),
    total=PayLimit(once=Money(100_000)),
    ticket=PayLimit(once=Money(20_000)),
    coins=PayLimit(once=Money(2_000)),
    notes=PayLimit(once=Money(10_000)),
)


def at_the_kiosk(room: Room, dice: random.Random) -> None:
    """Do a few random things about tickets, coins and hand-pays, most of them about what is there."""
    if not dice.randrange(3):
        room.insert(dice.choice((500, 2000)))
    if not dice.randrange(6):
        room.submit(payout.FillHopper(100, "floor"))
    for _time in range(12):
        kinds = dice.choice((_tickets, _tickets, _tickets, _coins, _coins, _notes, _notes, _staff))
        room.submit(dice.choice(kinds(room, dice)))
    for _time in range(7):
        room.submit(dice.choice(_cards(room, dice)))
    if not dice.randrange(10):
        room.ahead += 31 * 86_400_000


def _tickets(room: Room, dice: random.Random) -> tuple[AnyCommand, ...]:
    kiosk = room.machine.kiosk
    known = list(kiosk.vouchers) or [room.number()]
    number = kiosk.paying if kiosk.paying and dice.randrange(2) else dice.choice(known[-6:])
    scan = dice.choice((number, f"JKJ1:{number}:1:EUR", "no ticket"))
    verdict = dice.choice(("issued", "void", "hand-paid"))
    return (
        redeem.RedeemTicket(room.request(), number if dice.randrange(6) else room.number()),
        redeem.TicketScanned(SCANNER, scan),
        redeem.TicketAnswered(number, granted=dice.randrange(4) > 0),
        redeem.ExpireTickets(),
        cash.CollectClaim(room.request(), dice.choice(("000000", "no code"))),
        cash.TicketSending(number),
        cash.TicketSending(number),
        cash.TicketPrinted(number),
        cash.TicketPrinted(number),
        cash.TicketInDoubt(number, "jam"),
        cash.ResolveVoucher(number, verdict, "floor", room.number(), dice.choice(("looked", ""))),
    )


def _coins(room: Room, dice: random.Random) -> tuple[AnyCommand, ...]:
    kiosk, paid = room.machine.kiosk, room.machine.kiosk.payout
    running, stood = (paid.payout, paid.counter) if paid else (PayoutId(1), 0)
    coins = paid.coins if paid else 0
    amount = Money(dice.choice((kiosk.balance, min(kiosk.balance, dice.randrange(1, 3000)), 40_000)))
    way = dice.choice(("ticket", "coins", "coins", "coins", "hand"))
    return (
        changed(room.cash_out(amount), way=way),
        changed(room.cash_out(amount), way=way),
        payout.CoinsSending(HOPPER, running, dice.randrange(256)),
        payout.CoinsPaid(HOPPER, running, stood % 255 + 1, dice.randrange(coins + 2), 0),
        payout.CoinsPaid(HOPPER, running, stood % 255 + 1, coins, 0),
        payout.CoinsUntaken(HOPPER, running, stood + dice.randrange(2)),
        payout.CoinsInDoubt(HOPPER, running, "jam"),
        payout.ResolvePayout(running, dice.randrange(coins + 2), "floor", dice.choice(("looked", ""))),
    )


def _notes(room: Room, dice: random.Random) -> tuple[AnyCommand, ...]:
    kiosk, paid = room.machine.kiosk, room.machine.kiosk.notes
    running = paid.payout if paid else PayoutId(1)
    seen = tuple(notes.NotePile(Money(amount), dice.randrange(1, 5)) for amount in (500, 2000) if dice.randrange(4))
    mark = notes.StoreMark(dice.randrange(3), 0, kiosk.store)
    out = tuple(notes.NotePile(pile.amount, 1) for pile in kiosk.store[: dice.randrange(3)])
    stood = paid.mark.counter if paid and paid.mark else 0
    amount = Money(dice.choice((kiosk.balance, min(kiosk.balance, dice.randrange(1, 9000)))))
    return (
        notes.StoreSeen(RECYCLER, seen),
        changed(room.cash_out(amount), way="notes"),
        notes.NotesSending(RECYCLER, running, mark),
        notes.NotesPaid(RECYCLER, running, stood + len(out), out),
        notes.NotesInDoubt(RECYCLER, running, "jam"),
        notes.ResolveNotes(running, Money(dice.choice((0, 500, 2500))), "floor", "counted the tray"),
        cash.DeviceReported(RECYCLER, dice.choice(("ready", "ready", "ready", "jam")), by="floor"),
    )


def _cards(room: Room, dice: random.Random) -> tuple[AnyCommand, ...]:
    desk = room.machine.kiosk.cards
    row = desk.running
    running, amount = (row.payment, row.amount) if row else (card.CardPaymentId(1), Money(2000))
    receipt = card.CardReceipt(dice.randrange(3), 7, Money(amount + dice.choice((0, 0, 0, 100))), 978)
    closing = desk.settlement.settlement if desk.settlement else card.SettlementId(1)
    totals = card.BatchTotals(desk.batch.count, Money(max(0, desk.batch.amount + dice.choice((0, 0, 5, -5)))))
    return (
        cash.DeviceReported(CARDS, "ready"),
        cash.DeviceReported(CARDS, "ready"),
        card.BuyByCard(room.request(), Money(dice.choice((2000, 2000, 5000, 100, 90_000)))),
        card.BuyByCard(room.request(), Money(2000)),
        changed(room.cash_out(Money(min(room.machine.kiosk.balance, 2000))), way="card"),
        card.CancelCard(room.request()),
        card.CardSending(CARDS, running, card.CardMark(dice.randrange(2), 7)),
        card.CardSending(CARDS, running, card.CardMark(1, 6)),
        card.CardProgress(CARDS, running, dice.choice(("insert-card", "pin", "wait"))),
        card.CardTaken(CARDS, running, receipt),
        card.CardTaken(CARDS, running, receipt),
        card.CardRefused(CARDS, running, "declined", 5),
        card.CardInDoubt(CARDS, running, "absent", stuck=not dice.randrange(3)),
        card.CardReversed(CARDS, running, 7),
        card.CardReversed(CARDS, running, 7),
        card.ResolveCard(running, dice.randrange(2) > 0, "floor", dice.choice(("looked", ""))),
        card.SettleCards("floor"),
        card.BatchSending(CARDS, closing, totals),
        card.BatchClosed(CARDS, closing, totals),
        card.BatchRefused(CARDS, closing, 0xA3),
        card.ResolveCardDifference("floor", "asked the bank"),
    )


def _staff(room: Room, dice: random.Random) -> tuple[AnyCommand, ...]:
    kiosk, reason = room.machine.kiosk, dice.choice(("looked", "looked", ""))
    waits = dice.choice(list(kiosk.hand_pays)) if kiosk.hand_pays else PayoutId(1)
    claim = dice.choice(list(kiosk.claims)) if kiosk.claims else ClaimId(1)
    return (
        redeem.AllowNumbers("floor"),
        payout.SettleHandPay(waits, dice.choice(("paid", "cancelled")), "floor", reason),
        payout.PayClaim(claim, dice.choice(("floor", "")), reason),
        payout.CountHopper(dice.randrange(300), "floor", emptied=not dice.randrange(8)),
        cash.DeviceReported(HOPPER, dice.choice(("ready", "ready", "ready", "jam")), "floor"),
        cash.DeviceReported(HOPPER, "ready", "floor"),
        cash.DeviceReported(room.profile.cash.printer, dice.choice(("ready", "ready", "ready", "paper-out"))),
    )
