"""The driver of a ZVT card terminal: one payment at a time, sent once, and asked about ever after.

Source: ZVT protocol, PA00P015. The recipe for one payment:

1. ask for the last receipt (06 20) and the sums of the open day (06 10), and say `CardSending` with them as the mark;
2. when the host hands the payment back as sent, and this process has just asked leave for it, send 06 01 or 06 31. The
   block goes out once, even if nobody acknowledges it;
3. count on a status information (04 0F) *and* a completion (06 0F). Anything less - a lost word, a pulled cable,
   another process - and the terminal is asked, when it is idle again, by its last receipt against the mark
   (`card_fate`).

A reversal (06 30) names its receipt and is refused a second time, so it may be repeated; an end of day (06 50) empties
the day's sums, so those tell whether it was carried out.
"""

import time
from collections.abc import Collection
from typing import Final, Literal

import msgspec

from cashier.card_records import (
    BatchClosed,
    BatchRefused,
    BatchSending,
    BatchTotals,
    CardInDoubt,
    CardPaymentId,
    CardProgress,
    CardRefused,
    CardReversed,
    CardSending,
    CardTaken,
    CloseBatch,
    RunCard,
    SettlementId,
    UndoCard,
)
from cashier.devices.card_fate import fate, mark_of, receipt_of
from cashier.devices.driver import ConditionReport, Opener, out_of_reach
from cashier.devices.zvt_codes import ALREADY_REVERSED, BUSY, CANCELLED, DONE, decline_cause, phase_of
from cashier.devices.zvt_fields import Malformed
from cashier.devices.zvt_line import Clock, NoAnswer, Refused, Talk, Timeouts, ZvtLine, printed, understood
from cashier.devices.zvt_messages import (
    Apdu,
    Control,
    StatusInformation,
    authorisation,
    read_abort,
    read_intermediate,
    refund,
    registration,
    reversal,
    with_password,
)
from cashier.money import Money
from cashier.records import Command, DeviceId, Want
from cashier.usb import BytePipe, UsbError

_SILENCES: Final = 3
"""So many steps without an answer, and the terminal counts as absent."""

_UNDO_TRIES: Final = 3
_IDLE_S: Final = 30.0
"""So long may nothing pass before the terminal is asked whether it is still there."""

_UNREGISTERED: Final = 0x6B
_NOT_TOLD: Final = 0xFF
_RECEIPT_LINES: Final = 60

_Work = RunCard | UndoCard | CloseBatch
_Errand = Literal["payment", "undo", "close"]


def _key(work: _Work) -> tuple[_Errand, int]:
    """What an errand is, and its number."""
    match work:
        case RunCard():
            return "payment", work.payment
        case UndoCard():
            return "undo", work.payment
        case CloseBatch():
            return "close", work.settlement


class _Running(msgspec.Struct):
    """What this process has started and followed without a break: the errand, its number, and what was said of it."""

    errand: _Errand
    number: int
    heard_at: float
    status: StatusInformation | None = None
    stopped: bool = False


class CardTerminal:
    """A `Driver` for one terminal. `currency` is an ISO 4217 number, `password` the terminal's own six digits."""

    def __init__(
        self,
        device: DeviceId,
        open_pipe: Opener[BytePipe],
        currency: int,
        *,
        password: int = 0,
        timeouts: Timeouts | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self.device = device
        self.receipt: tuple[str, ...] = ()
        """The lines that the terminal wanted printed last."""
        self._open_pipe = open_pipe
        self._currency = currency
        self._password = password
        self._timeouts = timeouts or Timeouts()
        self._clock = clock
        self._report = ConditionReport(device)
        self._line: ZvtLine | None = None
        self._registered = False
        self._silences = 0
        self._heard_at = clock()
        self._running: _Running | None = None
        self._leave: tuple[_Errand, int] | None = None
        self._outcome: tuple[_Errand, int, Command] | None = None
        self._undone = 0

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Listen once and take the wanted errand one step on; see `Driver`.

        An outcome stays said while its errand is wanted.
        """
        work = next((want for want in wants if isinstance(want, _Work) and want.device == self.device), None)
        said: list[Command] = []
        try:
            self._work(work, said)
            self._silences = 0
        except NoAnswer:
            self._silences += 1
            self._lose(work, said)
            if self._silences >= _SILENCES:
                self._registered = False
                said += self._report.changed("absent")
        except UsbError as problem:
            self.close()
            self._lose(work, said)
            said += self._report.changed(out_of_reach(problem))
        return said

    def diagnose(self) -> Talk | None:
        """Have the terminal look at itself (06 70); None if it does not. Only while nothing is wanted of it."""
        try:
            line = self._opened()
            return line.converse(Apdu(Control.DIAGNOSIS)) if self._register(line) else None
        except (NoAnswer, Refused):
            return None
        except UsbError:
            self.close()
            return None

    def close(self) -> None:
        """Give the port back; see `Driver`. What runs is asked about later."""
        if self._line is not None:
            self._line.close()
        self._line = None
        self._registered = False
        self._running = None
        self._leave = None

    # -- the terminal --------------------------------------------------------------------------------------------

    def _opened(self) -> ZvtLine:
        if self._line is None:
            self._line = ZvtLine(self._open_pipe(), self._timeouts, self._clock)
        return self._line

    def _register(self, line: ZvtLine) -> bool:
        """Tell the terminal who is in charge, if it does not know; it may be busy with what another process began."""
        if self._registered:
            return True
        talk = line.converse(registration(self._password, self._currency))
        self._registered = talk.abort is None
        return self._registered

    def _work(self, work: _Work | None, said: list[Command]) -> None:
        """What a step is made of; what was said before an error stays said."""
        line = self._opened()
        heard = line.hear()
        for message in heard:
            self._follow(message, said)
        if self._running is not None:
            self._await(line, work)
        else:
            self._between(line, work, said)
        if self._outcome is not None:
            errand, number, outcome = self._outcome
            if work is not None and _key(work) == (errand, number):
                said.append(outcome)
            else:
                self._outcome = None

    def _between(self, line: ZvtLine, work: _Work | None, said: list[Command]) -> None:
        """Nothing of ours runs: be registered, and do what is wanted."""
        try:
            if not self._register(line):
                said += self._report.changed("fault")
                return
            said += self._report.changed("ready")
            if work is None:
                self._undone = 0
                self._beat(line)
            elif self._outcome is None or self._outcome[:2] != _key(work):
                self._do(line, work, said)
        except Refused as refusal:
            if refusal.code == _UNREGISTERED:
                self._registered = False
            if not self._registered and refusal.code not in (BUSY, _UNREGISTERED):
                said += self._report.changed("fault")

    def _beat(self, line: ZvtLine) -> None:
        """Ask now and then whether the terminal is still there."""
        if self._clock() - self._heard_at >= _IDLE_S:
            line.converse(with_password(Control.STATUS_ENQUIRY, self._password))
            self._heard_at = self._clock()

    def _lose(self, work: _Work | None, said: list[Command]) -> None:
        """The thread is cut: from now on the terminal is asked, and what was sent is not sent again."""
        self._running = None
        self._leave = None
        if isinstance(work, RunCard) and work.state == "sent":
            said.append(CardInDoubt(self.device, work.payment, "absent"))

    # -- what runs -----------------------------------------------------------------------------------------------

    def _await(self, line: ZvtLine, work: _Work | None) -> None:
        """Something of ours runs: stop it if the player wants out, and give up after T4 of silence."""
        running = self._running
        if running is None:
            return
        if isinstance(work, RunCard) and work.cancel and not running.stopped and running.status is None:
            running.stopped = True
            try:
                line.ask(Apdu(Control.ABORT_BY_REGISTER), keep=True)
            except Refused:
                return
        if self._clock() - running.heard_at > self._timeouts.t4_s:
            raise NoAnswer("the terminal has been silent for longer than T4")

    def _follow(self, message: Apdu, said: list[Command]) -> None:
        """One message of the terminal, which concerns what runs, or is late news that is asked about anyway."""
        self._heard_at = self._clock()
        running = self._running
        if message.control in (Control.PRINT_LINE, Control.PRINT_TEXT):
            self.receipt = (*self.receipt, *printed(message))[-_RECEIPT_LINES:]
        if running is None:
            return
        running.heard_at = self._heard_at
        match message.control:
            case Control.INTERMEDIATE_STATUS if running.errand == "payment":
                said += self._progress(running, message)
            case Control.STATUS_INFORMATION:
                told = understood(message)
                running.status = told[0] if told else running.status
            case Control.COMPLETION:
                self._running = None
                self._conclude(running, completed=True)
            case Control.ABORT:
                self._running = None
                if running.errand == "close":
                    self._end("close", running.number, self._refused_batch(running.number, read_abort(message.data)))
                else:
                    self._conclude(running, completed=False)

    def _progress(self, running: _Running, message: Apdu) -> list[Command]:
        try:
            phase = phase_of(read_intermediate(message.data))
        except Malformed:
            return []
        return [CardProgress(self.device, CardPaymentId(running.number), phase)]

    def _conclude(self, running: _Running, *, completed: bool) -> None:
        """What the terminal's last word means together with its result; without both, it is asked."""
        status = running.status
        if status is None or status.result is None:
            return
        payment = CardPaymentId(running.number)
        match running.errand:
            case "payment" if status.result != DONE:
                cause = decline_cause(status.result)
                self._end("payment", payment, CardRefused(self.device, payment, cause, status.result))
            case "payment" if completed:
                receipt = receipt_of(status, self._currency)
                if receipt is not None:
                    self._end("payment", payment, CardTaken(self.device, payment, receipt))
            case "close" if completed and status.totals is not None:
                totals = BatchTotals(status.totals.count, Money(status.totals.amount))
                settlement = SettlementId(running.number)
                self._end("close", settlement, BatchClosed(self.device, settlement, totals))
            case _:
                return

    def _end(self, errand: _Errand, number: int, outcome: Command) -> None:
        self._outcome = (errand, number, outcome)

    def _start(self, line: ZvtLine, errand: _Errand, number: int, message: Apdu) -> None:
        """Have the terminal begin, by a block that goes out once; from here on its words are followed."""
        self.receipt = ()
        line.ask(message, once=True)
        self._running = _Running(errand, number, self._clock())

    # -- what is wanted ------------------------------------------------------------------------------------------

    def _do(self, line: ZvtLine, work: _Work, said: list[Command]) -> None:
        match work:
            case RunCard(state="reserved"):
                record, totals = self._look(line)
                self._leave = _key(work)
                said.append(CardSending(self.device, work.payment, mark_of(record, totals)))
            case RunCard() if self._leave == _key(work):
                self._leave = None
                self._pay(line, work)
            case RunCard():
                self._find_out(line, work)
            case UndoCard():
                self._undo(line, work)
            case CloseBatch():
                self._close_batch(line, work, said)

    def _pay(self, line: ZvtLine, work: RunCard) -> None:
        """Send the payment, this one time. What the terminal does not take it has not begun."""
        if work.cancel:
            self._end("payment", work.payment, CardRefused(self.device, work.payment, "cancelled", CANCELLED))
            return
        message = (
            authorisation(work.amount, work.currency)
            if work.kind == "purchase"
            else refund(self._password, work.amount, work.currency)
        )
        try:
            self._start(line, "payment", work.payment, message)
        except Refused as refusal:
            cause = decline_cause(refusal.code)
            self._end("payment", work.payment, CardRefused(self.device, work.payment, cause, refusal.code))
            raise

    def _find_out(self, line: ZvtLine, work: RunCard) -> None:
        """Ask an idle terminal what became of a payment; a busy one is still at it, and is asked again later."""
        line.converse(with_password(Control.STATUS_ENQUIRY, self._password))
        record, totals = self._look(line)
        payment = work.payment
        outcome: Command
        match fate(work.mark, record, totals):
            case "taken" if record is not None and (receipt := receipt_of(record, self._currency)) is not None:
                outcome = CardTaken(self.device, payment, receipt)
            case "not-taken":
                outcome = CardRefused(self.device, payment, "not-taken")
            case "refused" if record is not None and record.result is not None:
                outcome = CardRefused(self.device, payment, decline_cause(record.result), record.result)
            case "undone":
                outcome = CardRefused(self.device, payment, "reversed")
            case _:
                outcome = CardInDoubt(self.device, payment, "fault", stuck=True)
        self._end("payment", payment, outcome)

    def _look(self, line: ZvtLine) -> tuple[StatusInformation | None, BatchTotals | None]:
        """The terminal's last receipt and the sums of its day, as far as it tells them."""
        talk = line.converse(with_password(Control.REPEAT_RECEIPT, self._password))
        return (talk.status if talk.abort is None else None), self._totals(line)

    def _totals(self, line: ZvtLine) -> BatchTotals | None:
        """The sums of the open day; None from a terminal that does not tell them, `Refused` from one that is busy."""
        try:
            talk = line.converse(with_password(Control.TURNOVER_TOTALS, self._password))
        except Refused as refusal:
            if refusal.code in (BUSY, _UNREGISTERED):
                raise
            return None
        told = talk.status.totals if talk.abort is None and talk.status is not None else None
        return None if told is None else BatchTotals(told.count, Money(told.amount))

    def _undo(self, line: ZvtLine, work: UndoCard) -> None:
        """Reverse a receipt, unless the terminal shows that this is done; three times without success are enough."""
        line.converse(with_password(Control.STATUS_ENQUIRY, self._password))
        record, _ = self._look(line)
        if record is not None and record.original == work.receipt.trace:
            self._end("undo", work.payment, CardReversed(self.device, work.payment, work.receipt.receipt))
            return
        if self._undone >= _UNDO_TRIES:
            self._end("undo", work.payment, CardInDoubt(self.device, work.payment, "fault", stuck=True))
            return
        self._undone += 1
        talk = line.converse(reversal(self._password, work.receipt.receipt))
        result = talk.status.result if talk.status is not None else talk.abort
        if result in (DONE, ALREADY_REVERSED):
            self._end("undo", work.payment, CardReversed(self.device, work.payment, work.receipt.receipt))

    def _close_batch(self, line: ZvtLine, work: CloseBatch, said: list[Command]) -> None:
        """End the day, unless its sums show that it was ended."""
        totals = self._totals(line)
        if totals is None:
            self._end("close", work.settlement, self._refused_batch(work.settlement, _NOT_TOLD))
        elif not work.sent:
            said.append(BatchSending(self.device, work.settlement, totals))
            self._leave = _key(work)
        elif totals == BatchTotals() and self._leave != _key(work):
            self._end("close", work.settlement, BatchClosed(self.device, work.settlement, work.totals))
        elif totals == work.totals:
            self._leave = None
            message = with_password(Control.END_OF_DAY, self._password)
            self._start(line, "close", work.settlement, message)
        else:
            self._end("close", work.settlement, self._refused_batch(work.settlement, _NOT_TOLD))

    def _refused_batch(self, number: int, code: int) -> Command:
        return BatchRefused(self.device, SettlementId(number), code)
