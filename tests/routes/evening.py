"""A table of the house with real drivers on some route, and what may be done at it in an evening."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from cashier import records as cash
from cashier.accounts import Account, AccountKind
from cashier.card_records import CardPurchased, CardRefundPaid
from cashier.devices.driver import Driver
from cashier.money import Money
from cashier.payout_records import CoinsDispensed, FillHopper, HandPaid, SettleHandPay
from cashier.records import DeviceId, PayWay, Want
from cashier.refusal import Code, Refusal
from controller.app.core import Committed, Seen
from controller.app.devices import fit, make_drivers
from controller.vocab import table_records as tr
from controller.vocab.fault_records import StartUp
from controller.vocab.ids import Seat
from controller.vocab.profile import IdentityWay
from controller.vocab.records import AnyCommand, AnyEvent
from controller.wire.messages import Accepted, AskedCommand
from firmware.virtual.control import DeviceStatus
from firmware.virtual.faults import Fault, FaultPlan
from firmware.virtual.player_card import CardBuild
from tests.app.house import House
from tests.routes.ear import Ear
from tests.routes.fittings import (
    CARD_WAITS,
    CARDS,
    HOPPER,
    HOUSE_KEY,
    PRINTER,
    READER,
    RECYCLER,
    SCANNER,
    STORE,
    profile_of,
)
from tests.routes.route import Route

FLOOR: Final = "floor"

_BETWEEN_STEPS_S: Final = 0.001
_PATIENCE_S: Final = 30.0
_A_REST: Final = 8

_LEFT_ASIDE: Final = frozenset({Code.ALREADY_SO, Code.ALREADY_DONE, Code.NOT_ALLOWED, Code.NO_TICKET, Code.TAKES_NOTES})
"""What the machine may answer a driver: to a thing said again, to a scan that nobody could read, and to a look into the
store while a note is under way."""


class Evening:
    """The house, its drivers, and the hands of everybody around it.

    Drivers are stepped in turn by whoever waits for something. `told` counts every event that was committed, also
    by an earlier process of the table.
    """

    def __init__(self, route: Route, folder: Path, acceptor: DeviceId) -> None:
        self.route = route
        self.hands = route.hands
        self.acceptor = acceptor
        self.house = House(folder, profile=profile_of(acceptor))
        self.told: Counter[str] = Counter()
        self.paid_in_coins = self.paid_by_hand = self.from_the_box = self.by_card = 0
        self._drivers: list[Driver] = []
        self._rounds = 0
        self._laid = False
        self._at_first = {device: self.look(device).facts for device in (HOPPER, PRINTER, CARDS)}
        self._begin()
        self.house.do(FillHopper(int(self.look(HOPPER).facts["coins"]), FLOOR))

    # -- the table's process -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """A new process of the table finds its devices."""
        self.ear = Ear(self.route.backend())
        self.house.core.listen(self._follow)
        self.house.do(StartUp(version="1", digest="ab" * 32, last=self.house.journal.wall_ms or 0))
        self._drivers = make_drivers(
            fit(self.house.core, self.ear, house_key=HOUSE_KEY, card_waits=CARD_WAITS, clock=self.route.now)
        )

    def restart(self) -> None:
        """The process dies, its handles with it; another one begins with the journal and nothing else."""
        self.close()
        self.house.restart()
        self._begin()

    def close(self) -> None:
        """What the operating system does with the handles of a process that has ended."""
        for driver in self._drivers:
            driver.close()

    def _follow(self, committed: Committed, _seen: Seen) -> None:
        for event in committed.events:
            self.told[type(event).__name__] += 1
            self._count(event)

    def _count(self, event: AnyEvent) -> None:
        match event:
            case CoinsDispensed():
                self.paid_in_coins += event.amount + event.extra
            case HandPaid():
                self.paid_by_hand += event.amount
            case CardPurchased():
                self.by_card += event.amount
            case CardRefundPaid():
                self.by_card -= event.amount
            case cash.DropCounted():
                self.from_the_box += event.counted

    # -- time ----------------------------------------------------------------------------------------------------

    def work(self, rounds: int = 1) -> None:
        """Step every driver so often, and let the machine decide on what they say."""
        for _round in range(rounds):
            self._rounds += 1
            for driver in filter(self._has_work, self._drivers):
                wants = tuple(want for want in self.house.core.wants() if isinstance(want, Want))
                for command in driver.step(wants):
                    answer = self.house.submit(command)  # type: ignore[arg-type]
                    known = isinstance(answer, Refusal) and answer.code in _LEFT_ASIDE
                    assert known or isinstance(answer, Committed), f"{command} was answered with {answer}"
            self.route.pause(_BETWEEN_STEPS_S)

    def _has_work(self, driver: Driver) -> bool:
        """Whether a driver is stepped in this round: a terminal or a reader at rest is heard now and then."""
        rests = self._rests(driver.device) and self.condition(driver.device) == "ready"
        return not rests or self._rounds % _A_REST == 0

    def _rests(self, device: DeviceId) -> bool:
        """Whether nothing is wanted of a terminal, or the table knows what lies in the reader."""
        if device == READER:
            return self._laid == (self.house.machine.players.shown is not None)
        return device == CARDS and not self.house.machine.kiosk.cards.busy

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Work until `done`; it must come true in good time."""
        end = self.route.now() + _PATIENCE_S
        while not done():
            assert self.route.now() < end, f"{what} never came; the kiosk: {self.house.machine.kiosk}"
            self.work()

    def is_quiet(self) -> bool:
        """Whether nothing is on its way, and every device can work."""
        kiosk = self.house.machine.kiosk
        pending = any(voucher.state in ("reserved", "sent", "pending") for voucher in kiosk.vouchers.values())
        idle = kiosk.held is None and not kiosk.pays and not kiosk.cards.busy and not pending
        return idle and self.all_ready() and self.store_is_known()

    @property
    def has_store(self) -> bool:
        """Whether the acceptor keeps notes to pay them out again."""
        return self.acceptor == RECYCLER

    def store_is_known(self) -> bool:
        """Whether the books know of every note in the store, if there is one."""
        return self.booked(AccountKind.NOTE_STORE) == self.in_notes("stored_value")

    def all_ready(self) -> bool:
        """Whether every device of the profile says that it can work."""
        devices = (self.acceptor, PRINTER, HOPPER, SCANNER, CARDS, READER)
        return all(self.condition(device) in ("ready", "paper-low", "low") for device in devices)

    # -- the machine ---------------------------------------------------------------------------------------------

    def do(self, command: AnyCommand) -> Committed:
        """Carry out what staff want; it must be accepted."""
        return self.house.do(command)

    def ask_kiosk(self, command: AskedCommand) -> None:
        """Touch the kiosk's screen; the table must accept it."""
        answer = self.house.kiosk.ask(command)
        assert isinstance(answer, Accepted), f"{command} was answered with {answer}"

    @property
    def balance(self) -> int:
        """What stands at the kiosk."""
        return self.house.machine.kiosk.balance

    def condition(self, device: DeviceId) -> str:
        """What the table knows of a device."""
        return self.house.machine.kiosk.condition(device)

    def booked(self, kind: AccountKind) -> int:
        """What stands on an account."""
        return self.house.machine.ledger.balance(Account(kind))

    def until_said(self, device: DeviceId, condition: str) -> None:
        """Wait until the table knows that a device is so."""
        self.until(lambda: self.condition(device) == condition, f"{device} {condition}")

    def look(self, device: str) -> DeviceStatus:
        """Look at a device, as somebody who stands before it."""
        return self.hands.status(device)

    def since(self, device: DeviceId, fact: str) -> int:
        """How much further something that a device counts is than when the table was opened."""
        return int(self.look(device).facts[fact]) - int(self._at_first[device][fact])

    def in_notes(self, fact: str) -> int:
        """What the acceptor shows of its notes, in cents; nothing of a kind that it has not."""
        return 100 * int(self.look(self.acceptor).facts.get(fact, 0))

    def fault(self, device: str, *faults: Fault) -> None:
        """Let something go wrong with a device's next transfers."""
        self.hands.set_faults(device, FaultPlan(faults=faults, seed=7))

    def lay_card(self, card: CardBuild) -> None:
        """Lay a player card into the reader."""
        self.hands.lay_card(READER, card)
        self._laid = True

    def lift_card(self) -> None:
        """Take away whatever lies in the reader, and wait until the table knows."""
        self.hands.lift_card(READER)
        self._laid = False
        self.until(lambda: self.house.machine.players.shown is None, "the end of a card")

    # -- money in ------------------------------------------------------------------------------------------------

    def offer(self, value: int) -> str:
        """Push a note (whole euros) into the slot as soon as it is open."""
        self.until(lambda: bool(self.look(self.acceptor).facts["accepting"]), "an open slot")
        return self.hands.insert_note(self.acceptor, value)

    def insert(self, value: int) -> None:
        """Push a note in and see it become balance."""
        before = self.balance
        assert self.offer(value) == "escrow"
        self.until(lambda: self.balance == before + 100 * value, f"the credit of {value}")

    def insert_amid(self, value: int, *faults: Fault) -> None:
        """Push a note in, and let something go wrong once the table has heard of it."""
        before = self.balance
        assert self.offer(value) == "escrow"
        self.until(lambda: self.house.machine.kiosk.held is not None, "the note in escrow")
        self.fault(self.acceptor, *faults)
        self.until(lambda: self.balance == before + 100 * value, f"the credit of {value}")

    def scan(self, number: str) -> None:
        """Hold a ticket before the scanner, once it is quiet, and listen until it has typed it."""
        self.until(lambda: self.condition(SCANNER) == "ready", "the scanner")
        self.work(2)
        self.hands.scan(SCANNER, number)
        self.until(lambda: not self.look(SCANNER).facts["waiting"], "the end of the scan")
        self.work(2)

    def buy_in(self, seat: int, amount: int, way: IdentityWay = "anonymous") -> None:
        """Move balance to a seat."""
        name, request = f"Player {seat}", self.house.request()
        self.ask_kiosk(tr.BuyIn(request=request, seat=seat, amount=Money(amount), name=name, way=way))

    def leave(self, seat: int) -> None:
        """Leave a seat and collect at the kiosk what stood there."""
        screen = self.house.seat(seat)
        screen.exchange()
        assert isinstance(screen.ask(tr.LeaveSeat(seat=Seat(seat))), Accepted)
        *_, given = screen.told(cash.ClaimCodeGiven)
        assert isinstance(given, cash.ClaimCodeGiven)
        self.ask_kiosk(cash.CollectClaim(self.house.request(), given.code))

    # -- money out -----------------------------------------------------------------------------------------------

    def cash_out(self, amount: int, way: PayWay = "ticket") -> None:
        """Ask the kiosk for money; nothing has moved yet."""
        self.ask_kiosk(cash.CashOut(request=self.house.request(), amount=Money(amount), way=way))

    def ticket(self, amount: int) -> cash.VoucherNumber:
        """Have a ticket printed; return its number."""
        self.cash_out(amount)
        number = self.paying
        self.until(lambda: self.state_of(number) == "issued", "the proof of print")
        return number

    @property
    def paying(self) -> cash.VoucherNumber:
        """The ticket that is on its way."""
        number = self.house.machine.kiosk.paying
        assert number is not None
        return number

    def sending(self, amount: int) -> cash.VoucherNumber:
        """Ask for a ticket, and stop when its first byte may go out."""
        self.cash_out(amount)
        number = self.paying
        self.until(lambda: self.state_of(number) == "sent", "leave to print")
        return number

    def state_of(self, number: cash.VoucherNumber) -> str:
        """What the books say of a ticket."""
        return self.house.machine.kiosk.vouchers[number].state

    def in_doubt(self, number: cash.VoucherNumber) -> None:
        """Wait until the table does not know what is on the paper."""
        self.until(lambda: self.state_of(number) == "unknown", "the doubt")

    def tear_up(self, number: cash.VoucherNumber) -> None:
        """Somebody looks at the paper of a ticket in doubt, tears it up, and has its replacement printed."""
        self.do(cash.ResolveVoucher(number, "void", FLOOR))
        replacement = self.paying
        self.until(lambda: self.state_of(replacement) == "issued", "the replacement")

    def coins(self, amount: int) -> None:
        """Have the hopper pay, and what it cannot pay printed on a ticket."""
        self.cash_out(amount, "coins")
        self.until(self.is_quiet, "the end of the pay-out")

    def notes(self, amount: int) -> None:
        """Have the store pay, then the hopper, and the rest printed on a ticket."""
        self.cash_out(amount, "notes")
        self.until(self.is_quiet, "the end of the pay-out")

    def mend_store(self) -> None:
        """Whoever has seen to a note store that was jammed says so."""
        self.do(cash.DeviceReported(STORE, "ready", by=FLOOR))
        self.until(lambda: self.condition(STORE) in ("ready", "low", "empty"), "a store that pays")
        self.work(8)

    def begin_to_pay(self, amount: int, way: Literal["coins", "notes"]) -> None:
        """Ask for money, and wait until the first of it lies in the tray."""
        device = HOPPER if way == "coins" else self.acceptor
        before = int(self.look(device).facts["paid_out"])
        self.cash_out(amount, way)
        self.until(lambda: int(self.look(device).facts["paid_out"]) > before, f"{way} in the tray")

    @contextmanager
    def coins_left(self, coins: int) -> Iterator[None]:
        """Take coins out of the hopper, so that so many are left, and pour them back in the end."""
        taken = int(self.look(HOPPER).facts["coins"]) - coins
        self.hands.fill_hopper(HOPPER, -taken)
        yield
        self.hands.fill_hopper(HOPPER, taken)

    def coins_refused(self, amount: int) -> None:
        """Ask for coins while there is no hopper that can pay: all of it is printed."""
        self.cash_out(amount, "coins")
        number = self.paying
        self.until(lambda: self.state_of(number) == "issued", "the proof of print")

    def mend_hopper(self) -> None:
        """Whoever has seen to the hopper switches it off and on."""
        self.until(lambda: self.house.machine.kiosk.payout is None, "the end of the pay-out")
        self.route.cut_power(HOPPER)
        self.until_said(HOPPER, "absent")
        self.route.replug(HOPPER)
        self.until_hopper_pays()

    def until_hopper_pays(self) -> None:
        """Wait until the table knows that the hopper is there; after so many coins it may run low."""
        self.until(lambda: self.condition(HOPPER) in ("ready", "low"), "a hopper that pays")

    def pay_by_hand(self) -> None:
        """An attendant pays whatever waits for him."""
        for payout in tuple(self.house.machine.kiosk.hand_pays):
            self.do(SettleHandPay(payout, "paid", by=FLOOR, reason="counted out"))

    # -- the game ------------------------------------------------------------------------------------------------

    def play_a_hand(self) -> None:
        """Everybody calls to the showdown."""
        self.house.deal()
        while self.house.machine.table.hand is not None:
            self.house.act("call" if self.house.decision.call else "check")
        self.house.seat(1).exchange()


Deed = Callable[[Evening], None]
"""One thing that happens in an evening."""
