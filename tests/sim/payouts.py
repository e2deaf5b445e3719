"""The simulation's own books of what comes back and goes out beside tickets: redeemed, in coins, and by hand."""

from cashier import payout_records as payout
from cashier import redeem_records as redeem
from cashier.accounts import Account, AccountKind, TransferCode
from cashier.ledger import Ledger
from cashier.records import Event, PayoutId, VoucherNumber
from tests.sim.finding import check
from tests.sim.hopper import FILLED, HopperBody

HOPPER = Account(AccountKind.HOPPER)


class Payouts:
    """What was paid, counted from amounts alone and held against the coins that fell."""

    def __init__(self, hopper: HopperBody) -> None:
        self.hopper = hopper
        self.running: payout.CoinsReserved | None = None
        self.hand_pays: dict[PayoutId, int] = {}
        self.filled = self.redeemed = self.expired = self.coins = self.by_hand = self.claims = self.tickets = 0
        self.redeemed_numbers: set[VoucherNumber] = set()
        self._ended: set[PayoutId] = set()

    @property
    def waiting(self) -> int:
        """What hopper and attendants are still to pay."""
        return (self.running.amount if self.running else 0) + sum(self.hand_pays.values())

    @property
    def out(self) -> int:
        """Everything that has left the table: coins, and what was paid by hand from balance and claims."""
        return self.coins + self.by_hand + self.claims

    def follow(self, event: Event) -> int:
        """Count one event, and return by how much it changes the balance."""
        match event:
            case redeem.VoucherRedeemed():
                again = event.number in self.redeemed_numbers
                check(not again, "ticket-paid-once", f"ticket {event.number} was paid twice")
                self.redeemed_numbers.add(event.number)
                self.redeemed += event.amount
                return event.amount
            case redeem.VoucherExpired():
                self.expired += event.amount
            case redeem.VoucherHandPaid():
                self.tickets += event.amount
            case payout.CoinsReserved():
                check(self.running is None, "one-pay-out", f"pay-out {event.payout} begins beside another")
                self.running = event
                return -event.amount
            case payout.CoinsDispensed():
                return self._dispensed(event)
            case payout.HandPayLocked():
                self.hand_pays[event.payout] = event.amount
                return 0 if event.replaces else -event.amount
            case payout.HandPaid():
                self.by_hand += self._settled(event.payout, event.amount)
            case payout.HandPayCancelled():
                return self._settled(event.payout, event.amount)
            case payout.ClaimHandPaid():
                self.claims += event.amount
            case payout.HopperFilled():
                self.filled += event.amount
        return 0

    def _dispensed(self, event: payout.CoinsDispensed) -> int:
        """What the books say was paid lies in somebody's hands, to the coin."""
        asked, self.running = self.running, None
        if asked is None or asked.payout != event.payout:
            check(False, "pay-out-known", f"pay-out {event.payout} ends, running was {asked}")
            return 0
        check(event.payout not in self._ended, "pay-out-once", f"pay-out {event.payout} ends twice")
        self._ended.add(event.payout)
        fell = self.hopper.fallen[event.payout]
        check(fell == event.paid, "coins-as-fallen", f"{event.paid} coins count as paid, {fell} fell")
        self.coins += event.paid * asked.coin
        return asked.amount - event.paid * asked.coin

    def _settled(self, number: PayoutId, amount: int) -> int:
        waits = self.hand_pays.pop(number, 0)
        check(waits == amount, "hand-paid-once", f"hand-pay {number} of {amount} ends, {waits} waited")
        return waits

    def compare(self, ledger: Ledger, coin: int) -> None:
        """Hold the ledger against what was counted here, and the hopper against both."""
        pairs = {
            "tickets in": (ledger.meter(TransferCode.TICKET_IN).amount, self.redeemed),
            "coins": (ledger.meter(TransferCode.COINS_OUT).amount, self.coins),
            "by hand": (ledger.meter(TransferCode.HAND_PAID).amount, self.by_hand),
            "hopper": (ledger.balance(HOPPER), self.filled - self.coins),
        }
        for what, (theirs, ours) in pairs.items():
            check(theirs == ours, "books-as-counted", f"{what}: the ledger has {theirs}, counted are {ours}")

    def settle(self, coin: int) -> None:
        """Hold the hopper against the books once everybody has gone home."""
        booked, there = (self.filled - self.coins) // coin, self.hopper.coins
        added = self.filled // coin
        check(booked == there or not added, "hopper-as-counted", f"{there} coins are left, {booked} by the books")
        check(sum(self.hopper.fallen.values()) == FILLED - there, "coins-fall-once", "a coin fell out of nowhere")
        check(not self.waiting, "everybody-paid", f"{self.waiting} wait for hopper or attendant")
