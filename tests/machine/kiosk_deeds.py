"""What people, devices and attendants may do at the money terminal of a room, right or wrong."""

import random

from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.money import Money
from cashier.records import ClaimId, DeviceId, PayoutId
from cashier.terms import CashLimits, PayLimit
from controller.vocab.profile import CoinHopper, NoteRecycler, Profile, TicketScanner, UsbPlace
from controller.vocab.records import AnyCommand
from tests.machine.room import Room, changed

HOPPER, SCANNER, RECYCLER = DeviceId("hopper"), DeviceId("scanner"), DeviceId("recycler")
PLACE = UsbPlace(0x1209, 0x0004)
COIN = Money(50)


def with_hopper(profile: Profile, limits: CashLimits | None = None) -> Profile:
    """The same table with a hopper of half-euro coins, a recycler, a scanner, and limits on what goes out."""
    cash_devices = changed(
        profile.cash,
        note_protocol="essp",
        hopper=CoinHopper(HOPPER, PLACE, COIN),
        scanner=TicketScanner(SCANNER, PLACE),
        recycler=NoteRecycler(RECYCLER, (Money(500), Money(2000))),
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
