"""The core of a running table: decide, commit, adopt, tell. One thread, one way in.

Nothing is told to anyone before the journal has it. A breach of an invariant or a failed commit freezes the core at
its last durable state: every later command is answered with the sentence for the operator.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import islice
from typing import Final, TypeVar

import msgspec

from cashier import claims, vouchers
from cashier.invariant import InvariantBreach
from cashier.records import CashOut, ResolveVoucher, VoucherNumber
from cashier.redeem_records import ExpireTickets, NumberRefused, TicketsExpire
from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.accident import where
from controller.app.clock import Clock
from controller.app.entropy import SEED_BYTES, Entropy
from controller.app.player_pins import PlayerPins
from controller.app.rows import balance_rows, transfer_rows
from controller.app.staff_pins import HashPins, without_pins
from controller.app.upkeep import Upkeep
from controller.app.views import Views
from controller.app.watch import Watch
from controller.hand import decode_hook, encode_hook
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.rows import Record
from controller.machine import Decided, Machine
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.fault_records import ReportFault
from controller.vocab.ids import MAX_SEATS, HandId, Now
from controller.vocab.pairing_records import PairingDiffered
from controller.vocab.pins import PinCost
from controller.vocab.player_card_records import ChoosePin, EnterPin, PinWrong
from controller.vocab.player_records import Pseudonym
from controller.vocab.profile import IdentityWay
from controller.vocab.records import AnyCommand, AnyEvent, AnyWant
from controller.vocab.staff_records import SignInFailed, WithPin
from controller.wire.messages import Counting
from controller.wire.redact import Viewer
from controller.wire.view import View
from evaluator_ext import Card

T = TypeVar("T")

SNAPSHOT_EVERY = 2000
"""Records between two snapshots: what a restart folds at most (a fraction of a second)."""


PROGRAM_FAULT: Final = "a fault of the program; report this line, then start the table again"


FULL_DISK: Final = "disk-full"
"""Who pauses the table when less than the reserve of a disk is free."""

JOURNAL: Final = "journal"
"""The name under which the table stands still when its journal fails: then nothing more is written to it."""


class Saved(msgspec.Struct):
    """What a snapshot holds: the machine, and what every screen knows. It holds cards, so the journal seals it."""

    machine: Machine
    views: dict[str, View]


def encode_saved(saved: Saved) -> bytes:
    """Return a snapshot's bytes."""
    return msgspec.msgpack.encode(saved, enc_hook=encode_hook)


def decode_saved(snapshot: bytes) -> Saved:
    """Return what a snapshot holds; raises `msgspec.DecodeError` or `ValidationError` if it is none."""
    return msgspec.msgpack.decode(snapshot, type=Saved, dec_hook=decode_hook)


class Committed(msgspec.Struct, frozen=True):
    """A command that is durable: its record number, its instant, its events."""

    record: int
    now: Now
    events: tuple[AnyEvent, ...]

    @property
    def refusal(self) -> Refusal | None:
        """What whoever asked is refused with, where the record says that a number, PIN or code was tried in vain."""
        kinds = NumberRefused | PinWrong | SignInFailed | PairingDiffered
        return next((event.refusal for event in self.events if isinstance(event, kinds)), None)


class Frozen(msgspec.Struct, frozen=True):
    """The table stands still at its last durable state until it has been seen to; `sentence` says what was found.

    `recorded` says whether the journal has it; if not, the next start makes a record of the host's last words.
    """

    name: str
    sentence: str
    recorded: bool = False


Outcome = Committed | Refusal | Frozen
Seen = Mapping[Viewer, tuple[AnyEvent, ...]]
"""What each viewer may see of a commit."""

Listener = Callable[[Committed, Seen], None]


DeckSource = Callable[[HandId], tuple[Card, ...]]
"""Prepared decks for test configurations: the deck for a hand, or nothing to have it shuffled."""


def no_test_deck(_hand: HandId) -> tuple[Card, ...]:
    """Have every hand shuffled."""
    return ()


Identify = Callable[[IdentityWay, str], Pseudonym]
"""Turns what a player showed into his pseudonym."""


def nobody(_way: IdentityWay, _token: str) -> Pseudonym:
    """Know nobody: a table without a key of its own."""
    return ""


class Core:
    """Holds the machine and is the only one to change it."""

    def __init__(
        self,
        saved: Saved,
        journal: Journal,
        clock: Clock,
        entropy: Entropy,
        test_decks: DeckSource = no_test_deck,
        upkeep: Upkeep | None = None,
        identify: Identify = nobody,
        pins: PlayerPins | None = None,
        hash_pins: HashPins = without_pins,
    ) -> None:
        self.machine = saved.machine
        self.views = Views.restored(saved.views)
        self.frozen: Frozen | None = None
        self._on_freeze: list[Callable[[Frozen], None]] = []
        self._on_count: list[Callable[[Counting], None]] = []
        self._journal = journal
        self._clock = clock
        self._entropy = entropy
        self._test_decks = test_decks
        self._upkeep = upkeep
        self._identify = identify
        self._pins = pins
        self._hash_pins = hash_pins
        self._watches: list[Watch] = [] if upkeep is None else [upkeep]
        self._listeners: list[Listener] = []
        self._since_snapshot = 0
        self._paused_hand: HandId | None = None
        """The hand that was paused for want of room: whoever resumes it all the same may end it."""
        if self.machine.table.paused:
            clock.hold()

    def listen(self, listener: Listener) -> None:
        """Call `listener` after every commit, in the order of listening."""
        self._listeners.append(listener)

    def on_freeze(self, listener: Callable[[Frozen], None]) -> None:
        """Call `listener` when the table has to stand still."""
        self._on_freeze.append(listener)

    def on_count(self, listener: Callable[[Counting], None]) -> None:
        """Call `listener` when a device has paid more of what it pays."""
        self._on_count.append(listener)

    def tell_count(self, counting: Counting) -> None:
        """A device has come so far: nothing is booked or written down by it."""
        for listener in self._on_count:
            listener(counting)

    def watch(self, watch: Watch) -> None:
        """Tell the machine from now on what `watch` sees."""
        self._watches.append(watch)

    def identify(self, way: IdentityWay, token: str) -> Pseudonym:
        """Whom this table knows by what was shown; it keeps no word of that."""
        return self._identify(way, token)

    @property
    def record(self) -> int:
        """The number of the last durable record."""
        return self._journal.record

    def now(self) -> Now:
        """Return this instant on the table's clocks."""
        return self._clock.now()

    def submit(self, command: AnyCommand) -> Outcome:
        """Decide on a command, commit it, adopt it and tell everyone, or say why not."""
        if self.frozen is not None:
            return self.frozen
        return self._guarded(partial(self._submit, command))

    def _submit(self, command: AnyCommand) -> Committed | Refusal:
        asked = self._without_pin(self._without_secret(command))
        return asked if isinstance(asked, Refusal) else self._carry_out(self._with_randomness(asked))

    def _guarded(self, work: Callable[[], T]) -> T | Frozen:
        """Do `work`; the table may not go on after half a step, whatever broke it off."""
        try:
            return work()
        except InvariantBreach as breach:
            return self._freeze(breach.name, breach.sentence)
        except JournalError as failure:
            return self._freeze(JOURNAL, str(failure))
        except Exception as accident:
            return self._freeze("program", f"{where(accident)}: {PROGRAM_FAULT}")

    def _carry_out(self, command: AnyCommand) -> Committed | Refusal:
        """Decide, commit, adopt, tell; whatever is raised after the commit leaves it standing, but told to nobody."""
        now = self._clock.now()
        decided = machines.decide(self.machine, command, now)
        if isinstance(decided, Refusal):
            return decided
        committed = self._commit(command, decided, now)
        self._follow_pause(decided.events)
        seen = self.views.follow(decided.events)
        for listener in self._listeners:
            listener(committed, seen)
        self._maybe_snapshot()
        return committed

    def _commit(self, command: AnyCommand, decided: Decided, now: Now) -> Committed:
        """Make what was decided durable, then true."""
        record = self._journal.append(
            now,
            command,
            decided.events,
            transfer_rows(decided.transfers),
            balance_rows(decided.machine.ledger, decided.transfers),
        )
        self.machine = decided.machine
        return Committed(record=record, now=now, events=decided.events)

    def pump(self) -> bool:
        """Do what is due without anybody's asking: upkeep, time, entropy, the deal. Return whether anything was done.

        Upkeep comes first: a disk that is full when the table starts pauses it before another hand can begin.
        """
        return self.frozen is None and self._guarded(self._pump) is True

    def _pump(self) -> bool:
        if self._look_after():
            return True
        if self.frozen is not None:
            return False
        due = machines.due(self.machine)
        if due is not None and due <= self._clock.now().table:
            return isinstance(self.submit(tr.Tick()), Committed)
        for want in machines.wants(self.machine):
            if isinstance(want, tr.WantSeed):
                return isinstance(self.submit(tr.OpenShuffle(hand=want.hand, seed=b"")), Committed)
            if isinstance(want, TicketsExpire) and want.at * 1000 <= self._clock.now().wall:
                return isinstance(self.submit(ExpireTickets()), Committed)
            if isinstance(want, tr.WantVacated):
                return isinstance(self.submit(sr.Vacate(seat=want.seat)), Committed)
            if isinstance(want, tr.WantDeal):
                return isinstance(
                    self.submit(tr.Deal(hand=want.hand, test_deck=self._test_decks(want.hand))), Committed
                )
        return False

    def recorded(self, first: int, last: int) -> tuple[Record, ...]:
        """Return the durable records from `first` to `last`, sealed events opened; one that is damaged freezes."""
        try:
            return tuple(islice(self._journal.iter_records(first=first), last - first + 1))
        except JournalError as failure:
            self._freeze(JOURNAL, str(failure))
            return ()

    def due(self) -> int | None:
        """Return the table time (ms) at which `pump` has something to do, or None."""
        return None if self.frozen is not None else machines.due(self.machine)

    def wants(self) -> Collection[AnyWant]:
        """Return the open device requests; none while frozen."""
        return () if self.frozen is not None else machines.wants(self.machine)

    def snapshot(self) -> None:
        """Write a snapshot, so that the next start has less to fold; a disk that cannot take it freezes the table."""
        try:
            self._journal.snapshot(encode_saved(Saved(machine=self.machine, views=self.views.saved())))
        except JournalError as failure:
            self._freeze(JOURNAL, str(failure))
        self._since_snapshot = 0

    def close(self) -> None:
        """Let go of the journal; nothing can be submitted afterwards."""
        self._journal.close()

    def _with_randomness(self, command: AnyCommand) -> AnyCommand:
        """Add the random parts that nobody else may choose: seeds, voucher numbers and claim codes."""
        match command:
            case tr.OpenShuffle(seed=b""):
                return msgspec.structs.replace(command, seed=self._entropy.draw(SEED_BYTES))
            case CashOut(number=""):
                return msgspec.structs.replace(command, number=self._voucher_number())
            case ResolveVoucher(verdict="void", replacement=""):
                return msgspec.structs.replace(command, replacement=self._voucher_number())
            case jr.GrantBadBeat(codes=()):
                codes = [claims.make_code(self._entropy.draw(claims.CODE_BYTES)) for _seat in range(MAX_SEATS)]
                return msgspec.structs.replace(command, codes=tuple(codes))
            case tr.LeaveSeat(code="") | sr.Vacate(code=""):
                return msgspec.structs.replace(command, code=claims.make_code(self._entropy.draw(claims.CODE_BYTES)))
        return command

    def _without_secret(self, command: AnyCommand) -> AnyCommand:
        """Put a pseudonym in the place of what was shown, a digest in that of a PIN: below this line none is known."""
        if isinstance(command, WithPin):
            return self._hash_pins(command, self.machine.access, self._pin_cost, self._clock.now())
        if not isinstance(command, tr.BuyIn | sr.JoinList) or not command.token:
            return command
        return msgspec.structs.replace(command, token="", player=self._identify(command.way, command.token))

    def _without_pin(self, command: AnyCommand) -> AnyCommand | Refusal:
        """Put its digest in the place of a PIN; a table without a key of its own takes none."""
        if not isinstance(command, ChoosePin | EnterPin):
            return command
        if self._pins is None:
            return Refusal(Code.NOT_ALLOWED)
        return self._pins.digested(self.machine.players, command, self._clock.now())

    def hashing(self, command: AnyCommand) -> Callable[[], WithPin] | None:
        """Return what takes long about a command of staff, to be done beside this thread before it is submitted.

        It puts a digest in the place of the PIN, by the register as it is now; None where there is no PIN.
        """
        if not isinstance(command, WithPin) or not command.pin:
            return None
        return partial(self._hash_pins, command, self.machine.access, self._pin_cost, self._clock.now())

    @property
    def _pin_cost(self) -> PinCost:
        profile = self.machine.table.profile
        return PinCost() if profile is None else profile.pins

    def _voucher_number(self) -> VoucherNumber:
        return vouchers.make_number(self._entropy.draw(vouchers.RANDOM_BYTES))

    def tell_news(self) -> bool:
        """Tell the machine one thing that the watches see and it does not know; return whether there was any."""
        return self.frozen is None and self._guarded(self._tell_news) is True

    def _tell_news(self) -> bool:
        found = (watch.news(self.machine.faults) for watch in self._watches)
        news = next((command for command in found if command is not None), None)
        return news is not None and isinstance(self.submit(news), Committed)

    def _look_after(self) -> bool:
        """Check journal, copies and disks; a fault freezes the table, a disk that fills up pauses it."""
        if self._upkeep is not None and not self._look_at_journal(self._upkeep):
            return False
        is_full = self._upkeep is not None and self._upkeep.full
        return (is_full and self._pause_for_room()) or self.tell_news()

    def _pause_for_room(self) -> bool:
        """Stop bets and notes at once, in a hand as well; an attendant may have that hand ended (REL-5)."""
        table = self.machine.table
        hand = None if table.hand is None else table.hand.started.hand
        if table.paused or (hand is not None and hand == self._paused_hand):
            return False
        self._paused_hand = hand
        return isinstance(self.submit(tr.Pause(by=FULL_DISK, cause="device")), Committed)

    def _look_at_journal(self, upkeep: Upkeep) -> bool:
        """Whether the journal is still what was committed, as far as it was looked at now."""
        fault = upkeep.look(self._clock.now())
        if fault is not None:
            self._freeze(JOURNAL, f"{fault.sentence}; run jakaja verify on a copy of the folder")
        return fault is None

    def _follow_pause(self, events: tuple[AnyEvent, ...]) -> None:
        for event in events:
            if isinstance(event, tr.TablePaused):
                self._clock.hold()
            elif isinstance(event, tr.TableResumed):
                self._clock.run()

    def _maybe_snapshot(self) -> None:
        self._since_snapshot += 1
        if self._since_snapshot >= SNAPSHOT_EVERY and self.machine.table.hand is None:
            self.snapshot()

    def _freeze(self, name: str, sentence: str) -> Frozen:
        self._clock.hold()
        recorded = name != JOURNAL and self._record_freeze(name, sentence)
        self.frozen = Frozen(name=name, sentence=sentence, recorded=recorded)
        for listener in self._on_freeze:
            listener(self.frozen)
        return self.frozen

    def _record_freeze(self, name: str, sentence: str) -> bool:
        """Make a record of what stopped the table, and tell it to nobody: screens hear that the table stands still.

        What is broken may break this as well. That is no second fault: the host keeps the words for the next start.
        """
        now = self._clock.now()
        command = ReportFault(fault="breach", place=name, detail=sentence)
        try:
            decided = machines.decide(self.machine, command, now)
            if not isinstance(decided, Refusal):
                self._commit(command, decided, now)
        except Exception:  # whatever it is, the table stands still already and says why
            return False
        return True
