"""A card terminal that speaks ZVT: a reader, a screen, a bank behind it, and a person who may stand in front of it.

Source: ZVT protocol, PA00P015. What matters for money:

- A card is charged at the end of the bank's stage, and from then on stands in the book, which survives without power.
- The register hears of it by a status information (04 0F), then a completion (06 0F). While a transaction runs, any
  command but the register's abort (06 B0) is refused as busy.
- A receipt is reversed once; a second time is refused with B4. Nothing is reversed after the end of its day.
- Builds differ in what they do when nobody answers the status information: `unanswered` says which this one is.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from firmware.virtual import zvt
from firmware.virtual.adapters import Nameplate, serial_device
from firmware.virtual.card_book import CardBook, Movement, MovementKind
from firmware.virtual.card_settings import BankAnswer, TerminalKey, TerminalSettings, Trick
from firmware.virtual.serial_line import LineCoding, SerialDevice

if TYPE_CHECKING:
    from firmware.virtual.adapters import Adapter
    from firmware.virtual.device import Fact, VirtualDevice
    from firmware.virtual.faults import FaultPlan

VENDOR, PRODUCT = 0x1209, 0x0007

_CANCELLED, _DECLINED, _BUSY, _UNREGISTERED, _CURRENCY = 0x6C, 0x05, 0x9C, 0x6B, 0x6F
_NO_BANK, _TOO_MUCH, _REVERSED, _NO_REVERSAL, _NOT_POSSIBLE = 0xA3, 0xC3, 0xB4, 0xB5, 0x83
_INSERT, _PIN, _WAIT, _REMOVE = 0x0A, 0x01, 0x0E, 0x0B
_OTHER_CURRENCY = 348


class _Stage(enum.Enum):
    """Where a transaction is, and what the screen says meanwhile."""

    INSERT = "insert card"
    PIN = "enter PIN"
    BANK = "please wait"
    REMOVE = "remove card"
    TELLING = "done"


_DEATHS: dict[_Stage, Trick] = {_Stage.INSERT: "die-insert", _Stage.PIN: "die-pin", _Stage.BANK: "die-bank"}


class _Job(msgspec.Struct):
    """A transaction that runs."""

    kind: MovementKind
    amount: int
    currency: int
    undoes: Movement | None = None
    stage: _Stage = _Stage.INSERT
    until: float = 0.0
    bank: BankAnswer = "approve"
    card: str = "4771"
    charged: bool = False
    told: bool = False


class CardTerminal(SerialDevice):
    """The terminal: its line, its book, its screen, and hands."""

    line = LineCoding(stop=2)

    def __init__(self, settings: TerminalSettings) -> None:
        self.settings = settings
        self.book = CardBook(settings.book, settings.forgets_receipts)
        self.authorisations = 0
        self._ear = zvt.Ear(settings.gap_ms / 1000)
        self._mouth = zvt.Mouth(settings.patience_ms / 1000)
        self._outgoing = bytearray()
        self._registered = False
        self._job: _Job | None = None
        self._trick: Trick | None = None
        self._dead_until: float | None = None
        self._dies = False
        self._unknown: list[str] = []

    # Hands

    def insert_card(self, at: float, bank: BankAnswer = "approve", card: str = "4771") -> None:
        """Put a card in, about which the bank will say that; raises ``ValueError`` when none is asked for."""
        job = self._job
        if job is None or job.stage is not _Stage.INSERT:
            raise ValueError("the terminal asks for no card: start a payment first")
        job.bank, job.card = bank, card
        self._enter(job, _Stage.PIN, at)

    def press(self, key: TerminalKey, at: float) -> None:
        """Press the green or the red key; raises ``ValueError`` when neither does anything."""
        job = self._job
        if job is None or job.stage not in (_Stage.INSERT, _Stage.PIN) or (key == "ok" and job.stage is _Stage.INSERT):
            raise ValueError("the terminal waits for no key")
        if key == "stop":
            self._refuse(_CANCELLED)
        else:
            self._enter(job, _Stage.BANK, at)

    def play(self, trick: Trick | None) -> None:
        """Let that go wrong with the next transaction; None for nothing."""
        self._trick = trick

    def facts(self) -> dict[str, Fact]:
        """The screen, what the book holds, and commands that were not understood."""
        job = self._job
        kinds = [row.kind for row in self.book.movements]
        return {
            "screen": f"{job.stage.value} {job.amount / 100:.2f}" if job else "ready",
            "asks_card": job is not None and job.stage is _Stage.INSERT,
            "asks_pin": job is not None and job.stage is _Stage.PIN,
            "registered": self._registered,
            "charged": self.book.charged,
            "payments": kinds.count("payment"),
            "refunds": kinds.count("refund"),
            "reversals": kinds.count("reversal"),
            "authorisations": self.authorisations,
            "open_day": len(self.book.day),
            "unknown_commands": " ".join(self._unknown),
        }

    # Time and power

    def tick(self, at: float) -> None:
        """Let the transaction go on, and what was said be repeated."""
        if self._dead_until is not None:
            if at < self._dead_until:
                return
            self._dead_until = None
        job = self._job
        if job is not None and job.stage is not _Stage.TELLING and at >= job.until:
            self._go_on(job, at)
        self._speak(at)

    def due(self) -> float | None:
        """The next instant of the transaction, the line or the restart."""
        if self._dead_until is not None:
            return self._dead_until
        running = self._job is not None and self._job.stage is not _Stage.TELLING
        instants = (self._job.until if self._job and running else None, self._mouth.due())
        return min((instant for instant in instants if instant is not None), default=None)

    def power_cut(self) -> None:
        """What runs is gone; the book stays, and what it holds of an untold payment depends on the build."""
        if self._job is not None and self._job.charged:
            self._untold(self._job)
        self._job = None
        self._registered = False
        self._mouth.shut()
        self._ear.deaf()
        self._outgoing.clear()

    def _die(self, at: float) -> None:
        """Start anew by itself."""
        self.power_cut()
        self._dead_until = at + self.settings.restart_ms / 1000

    # The transaction

    def _enter(self, job: _Job, stage: _Stage, at: float) -> None:
        """Begin a stage, tell the register, and say how long it lasts by itself."""
        job.stage = stage
        build = self.settings
        by_hand = build.person == "hands" and stage in (_Stage.INSERT, _Stage.PIN)
        lasts = {
            _Stage.INSERT: build.insert_ms,
            _Stage.PIN: build.pin_ms,
            _Stage.BANK: build.bank_ms,
            _Stage.REMOVE: build.remove_ms,
            _Stage.TELLING: 0,
        }[stage]
        job.until = at + (build.give_up_ms if by_hand else lasts) / 1000
        code = {_Stage.INSERT: _INSERT, _Stage.PIN: _PIN, _Stage.BANK: _WAIT, _Stage.REMOVE: _REMOVE}.get(stage)
        if code is not None:
            self._mouth.say(zvt.message(0x04FF, bytes((code,))))

    def _go_on(self, job: _Job, at: float) -> None:
        """A stage is over."""
        if self._strikes(_DEATHS.get(job.stage)):
            self._die(at)
            return
        by_hand = self.settings.person == "hands"
        match job.stage:
            case _Stage.INSERT | _Stage.PIN if by_hand:
                self._refuse(_CANCELLED)
            case _Stage.INSERT:
                self._enter(job, _Stage.PIN, at)
            case _Stage.PIN:
                self._enter(job, _Stage.BANK, at)
            case _Stage.BANK:
                self._ask_bank(job, at)
            case _:
                self._tell(job)

    def _ask_bank(self, job: _Job, at: float) -> None:
        """The bank's word; with its yes the money moves."""
        if self._strikes("bank-down"):
            self._refuse(_NO_BANK)
            return
        if job.bank == "decline":
            self._refuse(_DECLINED)
            return
        # A reversal names a receipt, and gives back what that says.
        if job.kind != "reversal" and self._strikes("wrong-amount"):
            job.amount += 100
        if job.kind != "reversal" and self._strikes("wrong-currency"):
            job.currency = _OTHER_CURRENCY
        self.book.enter(job.kind, job.amount, job.currency, job.card, job.undoes)
        job.charged = True
        if self._strikes("die-charged"):
            self._die(at)
        elif job.kind == "reversal":
            self._tell(job)
        else:
            self._enter(job, _Stage.REMOVE, at)

    def _tell(self, job: _Job) -> None:
        """Status information, receipt, completion; the last of them ends the transaction."""
        job.stage = _Stage.TELLING
        status = zvt.message(0x040F, self._status_of(self.book.movements[-1]))
        if self._strikes("lose-status"):
            job.told = True
        else:
            self._mouth.say(status, lambda well: self._was_told(job, well))
        if self._strikes("repeat-status"):
            self._mouth.say(status)
        receipt = zvt.message(0x06D1, b"\x00" + f"EUR {job.amount / 100:.2f}".encode())
        if self._strikes("lose-completion"):
            self._mouth.say(receipt, self._over)
        else:
            self._mouth.say(receipt)
            self._mouth.say(zvt.message(0x060F), self._over)

    def _was_told(self, job: _Job, well: bool) -> None:
        """The register has answered the status information, or never will: a payment that is taken back breaks off."""
        if not well and self._untold(job):
            self._mouth.shut()
            self._mouth.say(zvt.message(0x061E, bytes((_NOT_POSSIBLE,))), self._over)
        job.told = True
        self._dies = self._strikes("die-told")

    def _untold(self, job: _Job) -> bool:
        """Nobody has heard of a payment; some builds take it back, and this tells whether."""
        takes_back = self.settings.unanswered == "reverses" and job.kind == "payment" and not job.told
        if takes_back:
            payment = self.book.movements[-1]
            self.book.enter("reversal", payment.amount, payment.currency, payment.card, payment)
        return takes_back

    def _refuse(self, code: int) -> None:
        """Nothing moved: say why, and break off."""
        if self._job is not None:
            self._job.stage = _Stage.TELLING
        self._mouth.say(zvt.message(0x040F, bytes((0x27, code)) + b"\x29" + zvt.digits(self.settings.terminal_id, 4)))
        self._mouth.say(zvt.message(0x061E, bytes((code,))), self._over)

    def _over(self, _well: bool) -> None:
        self._job = None

    def _strikes(self, trick: Trick | None) -> bool:
        """Whether this goes wrong now; it does so once."""
        if trick is None or trick != self._trick:
            return False
        self._trick = None
        return True

    # The line

    def receive(self, data: bytes, at: float) -> None:
        """Hear bytes; answer blocks, and obey the messages in them."""
        if self._dead_until is not None:
            return
        for heard in self._ear.hear(data, at):
            if heard is None:
                self._outgoing.append(zvt.NAK)
            elif isinstance(heard, int):
                self._mouth.sign(heard, at)
            else:
                self._outgoing.append(zvt.ACK)
                self._hear(heard, at)
        self._speak(at)

    def transmit(self, limit: int) -> bytes:
        """Give what the terminal said."""
        data = bytes(self._outgoing[:limit])
        del self._outgoing[:limit]
        return data

    def _speak(self, at: float) -> None:
        self._outgoing += self._mouth.speak(at)
        if self._dies:
            self._dies = False
            self._die(at)

    def _hear(self, heard: bytes, at: float) -> None:
        """One message: an answer to what was said, or a command."""
        if len(heard) < 3:
            return
        if heard[0] in (0x80, 0x84):
            self._mouth.answered(heard)
            return
        instruction = heard[0] << 8 | heard[1]
        data = heard[5:] if heard[2] == 0xFF else heard[3:]
        if instruction == 0x06B0:
            self._stop()
        elif self._job is not None or self._mouth.busy:
            self._answer(_BUSY)
        else:
            self._obey(instruction, data, at)

    def _answer(self, refusal: int = 0) -> None:
        """Say that a message was taken, or why not."""
        self._mouth.say(zvt.message(0x8400 | refusal if refusal else 0x8000))

    def _stop(self) -> None:
        """The register wants to break off, which works until the bank is asked."""
        self._answer()
        if self._job is not None and self._job.stage in (_Stage.INSERT, _Stage.PIN):
            self._refuse(_CANCELLED)

    def _obey(self, instruction: int, data: bytes, at: float) -> None:
        """Carry out a command."""
        act = _COMMANDS.get(instruction)
        if act is None:
            self._unknown.append(f"{instruction:04x}")
            self._answer(_NOT_POSSIBLE)
        elif instruction not in _WITHOUT_PASSWORD and zvt.number_in(data[:3]) != self.settings.password:
            self._answer(_NOT_POSSIBLE)
        else:
            act(self, data if instruction in _WITHOUT_PASSWORD else data[3:], at)

    def _register(self, data: bytes, at: float) -> None:
        if len(data) >= 3 and zvt.number_in(data[1:3]) != self.settings.currency:
            self._answer(_CURRENCY)
            return
        self._registered = True
        self._answer()
        identity = b"\x19\x00\x29" + zvt.digits(self.settings.terminal_id, 4)
        self._mouth.say(zvt.message(0x060F, identity + b"\x49" + zvt.digits(self.settings.currency, 2)))

    def _log_off(self, data: bytes, at: float) -> None:
        self._registered = False
        self._answer()

    def _enquire(self, data: bytes, at: float) -> None:
        self._answer()
        self._mouth.say(zvt.message(0x060F, b"\x00"))

    def _diagnose(self, data: bytes, at: float) -> None:
        self._answer()
        self._mouth.say(zvt.message(0x06D1, b"\x00DIAGNOSIS OK"))
        self._mouth.say(zvt.message(0x060F))

    def _begin(self, kind: MovementKind, data: bytes, at: float) -> None:
        """A payment or a refund: the amount, and the currency if it is named."""
        self.authorisations += 1
        amount = zvt.number_in(data[1:7]) if data[:1] == b"\x04" else None
        currency = zvt.number_in(data[8:10]) if data[7:8] == b"\x49" else self.settings.currency
        if not self._registered:
            self._answer(_UNREGISTERED)
        elif not amount:
            self._answer(_NOT_POSSIBLE)
        elif currency != self.settings.currency:
            self._answer(_CURRENCY)
        elif amount > self.settings.largest:
            self._answer(_TOO_MUCH)
        else:
            self._answer()
            self._job = _Job(kind, amount, currency)
            self._enter(self._job, _Stage.INSERT, at)

    def _pay(self, data: bytes, at: float) -> None:
        self._begin("payment", data, at)

    def _refund(self, data: bytes, at: float) -> None:
        self._begin("refund", data, at)

    def _reverse(self, data: bytes, at: float) -> None:
        self._answer()
        receipt = zvt.number_in(data[1:3]) if data[:1] == b"\x87" else None
        row = self.book.of_receipt(receipt) if receipt is not None else None
        if row is None or self._strikes("no-reversal"):
            self._refuse(_NO_REVERSAL)
        elif self.book.is_undone(row):
            self._refuse(_REVERSED)
        else:
            self._job = _Job("reversal", row.amount, row.currency, row, _Stage.BANK, card=row.card)
            self._enter(self._job, _Stage.BANK, at)

    def _repeat(self, data: bytes, at: float) -> None:
        """The last receipt once more; without one, that is not possible."""
        self._answer()
        last = self.book.last
        if last is None:
            self._mouth.say(zvt.message(0x061E, bytes((_NOT_POSSIBLE,))))
            return
        self._mouth.say(zvt.message(0x040F, self._status_of(last)))
        self._mouth.say(zvt.message(0x06D1, b"\x00REPEATED"))
        self._mouth.say(zvt.message(0x060F))

    def _total(self, data: bytes, at: float) -> None:
        if not self.settings.tells_totals:
            self._answer(_NOT_POSSIBLE)
            return
        self._answer()
        self._mouth.say(zvt.message(0x040F, self._totals()))
        self._mouth.say(zvt.message(0x060F))

    def _end_day(self, data: bytes, at: float) -> None:
        self._answer()
        if self._strikes("bank-down"):
            self._mouth.say(zvt.message(0x061E, bytes((_NO_BANK,))))
            return
        totals = self._totals()
        self.book.end_day()
        self._mouth.say(zvt.message(0x040F, totals))
        if not self._strikes("lose-completion"):
            self._mouth.say(zvt.message(0x060F))

    def _status_of(self, row: Movement) -> bytes:
        """A movement as the fields of a status information."""
        fields = b"\x27\x00\x04" + zvt.digits(row.amount, 6) + b"\x0b" + zvt.digits(row.trace, 3)
        if row.kind == "reversal":
            fields += b"\x37" + zvt.digits(row.original, 3)
        card = bytes.fromhex(f"eeeeeeeeeeee{row.card}")
        fields += b"\x22\xf0" + bytes((0xF0 | len(card),)) + card
        fields += b"\x29" + zvt.digits(self.settings.terminal_id, 4) + b"\x49" + zvt.digits(row.currency, 2)
        return fields + b"\x87" + zvt.digits(row.receipt, 2) + b"\x8b\xf0\xf8GIROCARD"

    def _totals(self) -> bytes:
        """The sums of the open day; everything on cards of one kind."""
        day = self.book.day
        net = sum(row.charged for row in day)
        ends = (day[0].receipt, day[-1].receipt) if day else (0, 0)
        sums = (
            b"".join(zvt.digits(receipt, 2) for receipt in ends) + bytes((len(day) & 0xFF,)) + zvt.digits(abs(net), 6)
        )
        length = f"{len(sums):03d}"
        return b"\x27\x00\x04" + zvt.digits(abs(net), 6) + b"\x60" + bytes(0xF0 | int(one) for one in length) + sums


_COMMANDS: dict[int, Callable[[CardTerminal, bytes, float], None]] = {
    0x0501: CardTerminal._enquire,
    0x0600: CardTerminal._register,
    0x0601: CardTerminal._pay,
    0x0602: CardTerminal._log_off,
    0x0610: CardTerminal._total,
    0x0620: CardTerminal._repeat,
    0x0630: CardTerminal._reverse,
    0x0631: CardTerminal._refund,
    0x0650: CardTerminal._end_day,
    0x0670: CardTerminal._diagnose,
}
"""What the terminal does when it is told to."""

_WITHOUT_PASSWORD = frozenset({0x0601, 0x0602, 0x0670})


def terminal_device(
    settings: TerminalSettings, plan: FaultPlan | None = None, adapter: Adapter = "cdc-acm"
) -> VirtualDevice:
    """The terminal behind its USB converter, which bears its serial number."""
    plate = Nameplate(VENDOR, PRODUCT, "Card terminal", f"PT{settings.serial:08d}")
    return serial_device(CardTerminal(settings), plate, adapter, plan)
