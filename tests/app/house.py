"""A table in a folder, whole but for its devices: core, journal, hub, wire screens, and people made of dice."""

import itertools
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from cashier.money import Money
from cashier.records import NoteEscrowed, NoteStacked, RequestId
from controller import machine as machines
from controller.app.boot import blank, new_journal, open_journal, recover
from controller.app.bots import TEMPERS, Bot
from controller.app.clock import VirtualClock
from controller.app.config import demo_profile
from controller.app.core import Committed, Core, DeckSource, Outcome, Saved, no_test_deck
from controller.app.entropy import SEED_BYTES, SeededEntropy
from controller.app.home import Home
from controller.app.hub import Hub, Session
from controller.app.player_pins import PlayerPins
from controller.app.staff_pins import StaffPins
from controller.faults import Faults
from controller.games.rows import best_rows
from controller.hand import Hand
from controller.machine import Machine
from controller.players import pseudonym
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.pins import PinCost
from controller.vocab.profile import Profile
from controller.vocab.records import AnyCommand
from controller.wire.client import ScreenClient, copy_view
from controller.wire.contributor import Contributor
from controller.wire.messages import Accepted, AskedCommand, FromTable, Halted, Refused, Snapshot, Update
from controller.wire.pairing import table_private_key
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import KIOSK, STAFF, VIEWERS

WALL = 1_800_000_000_000
Answer = Accepted | Refused | Halted


class Screen:
    """A wire client that keeps every message it was sent, and every byte string."""

    def __init__(self, client: ScreenClient, session: Session) -> None:
        self.viewer = client.viewer
        self.sent: list[FromTable] = []
        self.frames: list[bytes] = []
        self.client = client
        self.session = session

    @property
    def view(self) -> View:
        self.exchange()
        assert self.client.view is not None
        return self.client.view

    def exchange(self) -> list[FromTable]:
        """Carry bytes both ways until neither end has more to say; return what the table said."""
        told: list[FromTable] = []
        while True:
            to_table = self.client.outgoing()
            if to_table:
                self.session.receive(to_table)
            to_screen = self.session.outgoing()
            if to_screen:
                self.frames.append(to_screen)
                told += map(_kept, self.client.receive(to_screen))
            if not to_table and not to_screen:
                self.sent += told
                return told

    def ask(self, command: AskedCommand) -> Answer:
        """Ask for a command and return the table's answer."""
        self.exchange()
        self.client.ask(command)
        (answer,) = (message for message in self.exchange() if isinstance(message, Answer))
        return answer

    def told(self, kind: type) -> list[object]:
        """Return every event of a kind that this screen was told."""
        self.exchange()
        return [
            event
            for message in self.sent
            if isinstance(message, Update)
            for event in message.events
            if type(event) is kind
        ]


def bare(machine: Machine) -> Machine:
    """The machine without its faults and the count of its events."""
    return msgspec.structs.replace(machine, faults=Faults(), events=0)


def _kept(message: FromTable) -> FromTable:
    """Return a message that stays as it was said: the client goes on folding into a snapshot's view."""
    return msgspec.structs.replace(message, view=copy_view(message.view)) if isinstance(message, Snapshot) else message


def answer(hand: Hand, bets: tuple[hr.ActKind, ...]) -> hr.Act:
    """What the player in turn does: the first of `bets` that is open to him, and something for any other question."""
    offer = hand.decision
    assert offer is not None
    cards = hand.players[offer.seat].cards
    match offer.kind:
        case "runs":
            return hr.Act(offer.seat, offer.decision, "runs", runs=offer.most)
        case "show":
            return hr.Act(offer.seat, offer.decision, "show", cards=cards[:1])
        case "arrange":
            return hr.Act(offer.seat, offer.decision, "arrange", cards=best_rows(cards))
        case "discard":
            return hr.Act(offer.seat, offer.decision, "discard", cards=cards[:2])
    open_to_him = {"raise": offer.max_to, "call": offer.call, "check": not offer.call, "fold": offer.call}
    kind = next(kind for kind in (*bets, "check", "call") if open_to_him.get(kind, offer.kind == "bring-in"))
    return hr.Act(offer.seat, offer.decision, kind, to=offer.max_to if kind == "raise" else 0)


def without_commitments(message: FromTable) -> FromTable:
    """The message without the salted commitments, the only thing that may depend on hidden cards."""
    if isinstance(message, Update):
        events = tuple(
            msgspec.structs.replace(event, root=b"", leaves=()) if isinstance(event, tr.CardsCommitted) else event
            for event in message.events
        )
        return msgspec.structs.replace(message, events=events)
    return message


class House:
    """The table of the demonstration on the virtual clock, in a folder of its own."""

    def __init__(
        self, folder: Path, seed: int = 1, test_decks: DeckSource = no_test_deck, profile: Profile | None = None
    ) -> None:
        self.home = Home(folder)
        self.profile = profile or demo_profile()
        self.entropy = SeededEntropy(seed)
        self.clock = VirtualClock(wall_ms=WALL)
        self.home.create(SeededEntropy(999))
        self.journal = new_journal(self.home, self.clock.now())
        self._serial = itertools.count(1)
        self._bots = {seat: Bot(temper, seed) for seat, temper in enumerate(TEMPERS, start=1)}
        self._test_decks = test_decks
        self.screens: dict[Viewer, Screen] = {}
        self.numbers = True
        """Whether the seats' screens put numbers into the shuffles."""
        self._start(blank(self.journal))
        self.do(tr.AdoptProfile(profile=self.profile))

    def _start(self, saved: Saved) -> None:
        identify = partial(pseudonym, self.home.table_key)
        pins = PlayerPins(self.home.table_key, self.entropy, PinCost(kibibytes=8, passes=1))
        hash_pins = StaffPins(self.home.table_key, SeededEntropy(6_000).draw)
        self.core = Core(
            saved,
            self.journal,
            self.clock,
            self.entropy,
            self._test_decks,
            identify=identify,
            pins=pins,
            hash_pins=hash_pins,
        )
        self.hub = Hub(self.core, self.home.screen_keys, private=table_private_key(self.home.table_key))
        self.screens.clear()

    def restart(self) -> None:
        """End the table and start it again from its journal."""
        self.journal.close()
        self.journal = open_journal(self.home, self.clock.now())
        saved, table_ms = recover(self.journal)
        self.clock = VirtualClock(table_ms, self.clock.now().wall)
        self._start(saved)

    @property
    def machine(self) -> Machine:
        return self.core.machine

    @property
    def state(self) -> bytes:
        return machines.encode(self.core.machine)

    @property
    def played(self) -> bytes:
        """Table, kiosk and ledger, without what is known of the machine that they run on."""
        return machines.encode(bare(self.core.machine))

    def screen(self, viewer: Viewer) -> Screen:
        """Return the one screen of a viewer, connected at the first call."""
        if viewer not in self.screens:
            self.screens[viewer] = self.connect(viewer)
            self.screens[viewer].exchange()
        return self.screens[viewer]

    def connect(self, viewer: Viewer, key: bytes | None = None) -> Screen:
        """Return one more connection, with a viewer's own key unless another is given; nothing is sent yet."""
        numbers = None
        if viewer.seat is not None and self.numbers:
            numbers = Contributor(viewer.seat, SeededEntropy(5_000 + viewer.seat).draw)
        client = ScreenClient(viewer, key or self.home.screen_key(viewer), self.entropy.draw(SEED_BYTES), numbers)
        return Screen(client, self.hub.connect(self.entropy.draw(SEED_BYTES), lambda: None))

    def seat(self, number: int) -> Screen:
        return self.screen(Viewer("seat", number))

    @property
    def kiosk(self) -> Screen:
        return self.screen(KIOSK)

    @property
    def staff(self) -> Screen:
        return self.screen(STAFF)

    def everyone(self) -> list[Screen]:
        """Connect every screen that a table can have."""
        return [self.screen(viewer) for viewer in VIEWERS]

    def submit(self, command: AnyCommand) -> Outcome:
        return self.core.submit(command)

    def do(self, command: AnyCommand) -> Committed:
        """Carry out a command that must be accepted."""
        outcome = self.core.submit(command)
        assert isinstance(outcome, Committed), f"{command} was not carried out: {outcome}"
        return outcome

    def request(self) -> RequestId:
        return RequestId(f"{next(self._serial):032x}")

    def note_commands(self, note: int) -> Iterator[NoteEscrowed | NoteStacked]:
        """Yield what the validator reports of one note, each with the count that is next then."""
        device = self.profile.cash.validator
        for kind in (NoteEscrowed, NoteStacked):
            counter = self.machine.kiosk.counters.get(device, 0) % 255 + 1
            yield kind(device=device, counter=counter, amount=Money(note))

    def insert(self, note: int) -> None:
        for command in self.note_commands(note):
            self.do(command)

    def sit(self, seat: int, amount: int = 20_000) -> None:
        """Insert the money in notes of 20, and buy in."""
        for _note in range(amount // 2_000):
            self.insert(2_000)
        self.do(tr.BuyIn(request=self.request(), seat=seat, amount=Money(amount), name=TEMPERS[seat - 1].name))

    @property
    def decision(self) -> hr.DecisionOffered:
        hand = self.machine.table.hand
        assert hand is not None
        assert hand.decision is not None
        return hand.decision

    def deal(self) -> None:
        """Let time pass until the next hand waits for its first decision."""
        while self.machine.table.hand is None:
            if not self.core.pump() and not self._screens_speak():
                due = self.core.due()
                assert due is not None, "no hand can start"
                self.clock.advance_to(due)

    def _screens_speak(self) -> bool:
        """Have the screens that are connected show their numbers, and a bot cut; whether anything came of it."""
        shuffle = self.machine.table.shuffle
        if shuffle is None or shuffle.stage == "ready":
            return False
        before = self.core.record
        for screen in list(self.screens.values()):
            screen.exchange()
            view, seat = screen.client.view, screen.viewer.seat
            cut = self._bots[seat].cut(view) if seat is not None and view is not None else None
            if cut is not None:
                screen.ask(cut)
        return self.core.record != before

    def act(self, kind: hr.ActKind, to: int = 0) -> Committed:
        """Act for whoever's turn it is."""
        return self.do(hr.Act(seat=self.decision.seat, decision=self.decision.decision, kind=kind, to=to))

    def play_bots(self, hands: int) -> None:
        """Have bots at the taken seats play so many hands over their screens; whoever is bust buys in again."""
        for _hand in range(hands):
            for seat in list(self.machine.table.seats.values()):
                if not seat.stack:
                    self.sit(seat.seat)
            self.deal()
            while self.machine.table.hand is not None:
                self.clock.advance(1_000)
                decision = self.decision
                screen = self.seat(decision.seat)
                answer = screen.ask(self._bots[decision.seat].choose(screen.view, decision))
                assert isinstance(answer, Accepted), answer
                for other in self.screens.values():
                    other.exchange()

    def close(self) -> None:
        self.journal.close()
