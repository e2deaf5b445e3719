"""The table's end of the wire, without sockets: one session a connection, one view a screen.

A screen that connects gets a snapshot and then every update; connecting again replaces the older connection. What a
screen may not ask for is refused; what is not understood ends its connection and nothing else. A screen whose key
counts no more is hung up on at once.
"""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from cashier.refusal import Refusal
from controller.access import Desk
from controller.app.accident import where
from controller.app.aside import Aside
from controller.app.books import table_book
from controller.app.core import Committed, Core, Frozen
from controller.app.pairing_door import PairingDoor, Visit
from controller.app.proofs import Proofs, no_paper
from controller.app.screen_keys import ScreenKeys
from controller.vocab.fault_records import KEY, ReportIncident
from controller.vocab.pairing_records import RenewalAsked, ScreenKeyRenewed, ScreenPaired, ScreenUnpaired, TakeScreenKey
from controller.vocab.pins import PinDigest
from controller.vocab.profile import GameId
from controller.vocab.records import SCHEMA, AnyEvent
from controller.vocab.rule_book import RuleBook
from controller.vocab.staff_records import NoteAgreement, NoteDenial, SignedIn, SignIn, WithPin
from controller.wire.channel import Channel, table_end
from controller.wire.messages import (
    VERSION,
    Accepted,
    Ask,
    AskedCommand,
    Bye,
    ByeReason,
    Counting,
    FromScreen,
    Halted,
    Hello,
    Message,
    MessageError,
    NewKey,
    Proof,
    ReadProof,
    ReadRules,
    Refused,
    Renew,
    Rules,
    Snapshot,
    Update,
    Welcome,
    decode_from_screen,
    encode,
    refuse_ask,
)
from controller.wire.opening import ChannelError, PairingAskedError, PairKeys
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, viewer_name, viewer_of

Wake = Callable[[], None]
"""Called when there is something to do: a session has bytes to send, a screen has come or gone."""

MOST_DENIED: Final = 5
"""How often one connection of staff may ask for what it may not; then it ends, and its log does not grow further."""

MOST_PARKED: Final = 100
"""Messages that may come while one PIN is hashed; a connection that says more ends."""

MOST_WAITING: Final = 1 << 20
"""Bytes that may wait for a slow screen; beyond that it is cut off and draws anew from a snapshot."""


class Session:
    """One connection. Bytes go in by `receive`; `outgoing` has what is to be sent; `closed` says it is over."""

    def __init__(self, hub: "Hub", channel: Channel, wake: Wake, nonce: bytes) -> None:
        """`nonce` is for a program that wants to be paired: 32 fresh random bytes that the channel has no use for."""
        self.viewer: Viewer | None = None
        self._over = False
        self._hub = hub
        self._channel = channel
        self._wake = wake
        self._nonce = nonce
        self._visit: Visit | None = None
        self._out = bytearray()
        self._desk = Desk()
        self._denied = 0
        self._hashing = False
        self._parked: list[FromScreen] = []

    @property
    def closed(self) -> bool:
        """Whether the connection is to end once everything is said."""
        return self._over or (self._visit is not None and self._visit.closed)

    @property
    def pairing(self) -> bool:
        """Whether this is the program that is being paired."""
        return self._visit is not None and not self.closed

    def receive(self, data: bytes) -> int:
        """Take bytes off the connection and do what they ask; return how many messages they completed."""
        if self.closed:
            return 0
        messages: list[bytes] = []
        try:
            if self._visit is not None:
                self._visit.receive(data)
            else:
                messages = self._channel.receive(data)
                self._out += self._channel.outgoing()
            for message in messages:
                if not self.closed:
                    self._take_in_turn(decode_from_screen(message))
        except PairingAskedError as asked:
            self._pair(asked.body)
        except ChannelError:
            self._close()
        except MessageError:
            self.say_bye("malformed")
        self._wake()
        return len(messages)

    def _pair(self, first: bytes) -> None:
        """Let a program without a key be paired; it can do nothing else here."""
        try:
            self._visit = self._hub.door.enter(first, self._nonce, self._wake)
        except ChannelError:
            self._close()

    def outgoing(self) -> bytes:
        """Return the bytes to send now."""
        if self._visit is not None:
            self._out += self._visit.pairing.outgoing()
        out = bytes(self._out)
        self._out.clear()
        return out

    def send(self, message: Message) -> None:
        """Queue a message; a screen that does not read is cut off rather than remembered for ever."""
        if self.closed:
            return
        self._out += self._channel.send(encode(message))
        if len(self._out) > MOST_WAITING:
            self._out.clear()
            self._close()
        self._wake()

    def say_bye(self, reason: ByeReason) -> None:
        """Tell the screen why the connection ends, and end it."""
        if self._channel.is_open:
            self.send(Bye(reason=reason))
        self._close()

    def lost(self) -> None:
        """The connection broke."""
        self._close()

    def _close(self) -> None:
        if not self._over:
            self._over = True
            self._hub.forget(self)
            if self._visit is not None:
                self._visit.lost()

    def _take_in_turn(self, message: FromScreen) -> None:
        """What comes while a PIN of this connection is hashed waits for what becomes of it."""
        if not self._hashing:
            self._take(message)
            return
        self._parked.append(message)
        if len(self._parked) > MOST_PARKED:
            self.say_bye("not-allowed")

    def _take(self, message: FromScreen) -> None:
        if isinstance(message, Hello):
            self._greet(message)
        elif self.viewer is None:
            self.say_bye("not-allowed")
        elif isinstance(message, NewKey):
            self._hub.take_key(self, viewer_name(self.viewer), message.public)
        elif isinstance(message, ReadRules):
            self.send(Rules(game=message.game, book=self._hub.book_of(message.game)))
        elif isinstance(message, ReadProof):
            self.send(self._hub.proof_of(self.viewer, message))
        else:
            self._answer(self.viewer, message)

    def _greet(self, hello: Hello) -> None:
        if (hello.version, hello.schema) != (VERSION, SCHEMA):
            self.say_bye("version")
        elif hello.viewer != viewer_of(self._channel.name) or self.viewer is not None or not self._counts():
            self.say_bye("not-allowed")
        else:
            self.viewer = hello.viewer
            self.send(Welcome(viewer=hello.viewer))
            self._hub.join(self, hello.viewer)

    def _counts(self) -> bool:
        """Whether the key that opened this channel still counts: it may have been taken away in between."""
        return self._hub.keys.get(self._channel.name) == self._channel.proved_by

    def _answer(self, viewer: Viewer, ask: Ask) -> None:
        """Decide on a question at once, or when its PIN is hashed; none is hashed for what is refused anyway."""
        refusal = refuse_ask(viewer, ask.command)
        is_refused = refusal is not None or (viewer.kind == "staff" and self._desk_refusal(ask) is not None)
        work = None if is_refused else self._hub.core.hashing(ask.command)
        if work is None or self._hub.aside is None:
            self._decide(viewer, ask, refusal)
            return
        self._hashing = True
        before = self._pin_now(ask.command)
        self._hub.aside(
            work, lambda hashed: self._go_on(viewer, ask, hashed, before), self._broke, lambda: not self.closed
        )

    def _pin_now(self, command: AskedCommand) -> PinDigest | None:
        """What is kept now of the PIN that a command was hashed for."""
        known = self._hub.core.machine.access.find(str(getattr(command, "by", "")))
        return None if known is None else known.pin

    def _go_on(self, viewer: Viewer, ask: Ask, hashed: WithPin, before: PinDigest | None) -> None:
        """Decide on what was hashed. Where the connection is gone, a wrong PIN counts all the same, and nothing else is
        done: its key may have been taken away.

        A proof of a PIN that was changed meanwhile is none, and no wrong one either.
        """
        self._hashing = False
        if self.closed and not isinstance(hashed, SignIn):
            return
        if isinstance(hashed, SignIn) and before != self._pin_now(hashed):
            hashed = msgspec.structs.replace(hashed, proof=b"")
        try:
            self._decide(viewer, msgspec.structs.replace(ask, command=hashed))
            parked, self._parked = self._parked, []
            for message in parked:
                if not self.closed:
                    self._take_in_turn(message)
        except Exception as accident:  # as for what breaks while bytes are taken: it ends this connection alone
            self._broke(accident)
        self._wake()

    def _broke(self, accident: Exception) -> None:
        self._hub.note_broken(self.viewer, where(accident))
        self._close()
        self._wake()

    def _decide(self, viewer: Viewer, ask: Ask, refusal: Refusal | None = None) -> None:
        """Carry a question out, unless it was refused already, and say what came of it."""
        if refusal is None and viewer.kind == "staff":
            refusal = self._staff_refusal(ask)
        if refusal is not None:
            self.send(Refused(seq=ask.seq, refusal=refusal))
            if self._denied >= MOST_DENIED:
                self.say_bye("not-allowed")
            return
        outcome = self._hub.core.submit(ask.command)
        if isinstance(outcome, Committed):
            self._sign_in(outcome)
        match outcome:
            case Committed(refusal=Refusal() as refusal):
                self.send(Refused(seq=ask.seq, refusal=refusal))
            case Committed():
                self.send(Accepted(seq=ask.seq, record=outcome.record))
            case Frozen():
                self.send(Halted(name=outcome.name, sentence=outcome.sentence if viewer.kind == "staff" else ""))
            case _:
                self.send(Refused(seq=ask.seq, refusal=outcome))

    def _desk_refusal(self, ask: Ask) -> Refusal | None:
        """Why staff may not ask for this here: no PIN, no right, no second person."""
        core = self._hub.core
        profile, wall = core.machine.table.profile, core.now().wall
        no_value = profile is not None and profile.no_value
        has_key = profile is not None and profile.doors is not None and KEY in profile.doors.doors
        key_off = has_key and not core.machine.faults.key_is_turned
        second = _second_of(ask)
        return self._desk.denial(core.machine.access, ask.command, second, wall, no_value=no_value, key_off=key_off)

    def _staff_refusal(self, ask: Ask) -> Refusal | None:
        """The same, and every such answer is recorded."""
        core, command = self._hub.core, ask.command
        refusal, second = self._desk_refusal(ask), _second_of(ask)
        by, what = str(getattr(command, "by", "")), type(command).__name__
        if refusal is not None:
            self._denied += 1
            core.submit(NoteDenial(by, second, what, refusal.code))
        elif second and core.machine.access.people and not isinstance(command, SignIn):
            core.submit(NoteAgreement(by, second, what))
        return refusal

    def _sign_in(self, committed: Committed) -> None:
        for event in committed.events:
            if isinstance(event, SignedIn):
                self._desk.take(self._hub.core.machine.access, event, committed.now.wall)


def _second_of(ask: Ask) -> str:
    return str(getattr(ask.command, "second", "") or ask.second)


class Hub:
    """All sessions of a table. It listens to the core and tells each screen what that screen may know.

    A screen has `at_once` connections at most, one at a real table; one more replaces the oldest.
    """

    def __init__(
        self,
        core: Core,
        copied: Mapping[str, bytes],
        at_once: int = 1,
        put_slip: Callable[[bytes], bool] = no_paper,
        private: bytes = b"",
    ) -> None:
        """`copied` are the keys of the table's folder by screen, `private` is the table's own key for its pairings."""
        self.core = core
        self.keys = ScreenKeys(core, copied, private)
        self.door = PairingDoor(core, private)
        self._private = private
        self._at_once = at_once
        self._sessions: dict[Viewer, tuple[Session, ...]] = {}
        self._on_change: list[Wake] = []
        self._broken: set[str] = set()
        self.aside: Aside | None = None
        """Where PINs are hashed while screens are served; without it they are hashed as they come."""
        self.proofs = Proofs(core, put_slip)
        core.listen(self._told)
        core.on_freeze(self._halted)
        core.on_count(self._count)

    def connect(self, ephemeral: bytes, wake: Wake) -> Session:
        """Return the session of a new connection; `ephemeral` is 32 fresh random bytes."""
        return Session(self, table_end(self.keys, ephemeral), wake, ephemeral)

    def join(self, session: Session, viewer: Viewer) -> None:
        """Give a screen its snapshot; its oldest connection ends if it has too many."""
        sessions = (*self._sessions.get(viewer, ()), session)
        self._sessions[viewer] = sessions
        self._changed()
        for older in sessions[: -self._at_once]:
            older.say_bye("replaced")
        now = self.core.now()
        session.send(Snapshot(record=self.core.record, table_time=now.table, view=self.core.views.of(viewer)))
        if self.core.frozen is not None:
            self._tell_halt(viewer, session, self.core.frozen)
        if self.core.machine.screens.asked_anew(viewer_name(viewer)):
            self._ask_key(session)

    def take_key(self, session: Session, screen: str, public: bytes) -> None:
        """Know a screen by the key that it has made because it was asked to; anybody else's is refused."""
        if not isinstance(self.core.submit(TakeScreenKey(screen, public)), Committed):
            session.say_bye("not-allowed")

    def forget(self, session: Session) -> None:
        """Drop a session that has ended."""
        if session.viewer is None:
            return
        left = tuple(other for other in self._sessions.get(session.viewer, ()) if other is not session)
        if left:
            self._sessions[session.viewer] = left
        else:
            self._sessions.pop(session.viewer, None)
        self._changed()

    def book_of(self, game: GameId) -> RuleBook | None:
        """The rules of a game as this table plays it; None before it has a profile, and for no game."""
        profile = self.core.views.of(CENTRE).profile
        return None if profile is None else table_book(profile, game)

    def proof_of(self, viewer: Viewer, wish: ReadProof) -> Proof:
        """The proof of a hand for the seat that saw it, on its screen, and on paper once if it asks for that."""
        code = self.proofs.of(viewer, wish.hand)
        return Proof(hand=wish.hand, code=code, on_paper=wish.on_paper and self.proofs.put_on_paper(viewer, wish.hand))

    def on_change(self, listener: Wake) -> None:
        """Call `listener` when a screen has come or gone; it must only take note of it."""
        self._on_change.append(listener)

    def _changed(self) -> None:
        for listener in self._on_change:
            listener()

    @property
    def connected(self) -> frozenset[Viewer]:
        """The screens that are connected now."""
        return frozenset(self._sessions)

    def note_broken(self, viewer: Viewer | None, why: str) -> None:
        """Have it recorded that a fault of the program has ended a connection: each such fault once in a run."""
        if why not in self._broken:
            self._broken.add(why)
            place = "gateway" if viewer is None else viewer_name(viewer)
            self.core.submit(ReportIncident(incident="connection-broke", place=place, detail=why))

    def close(self) -> None:
        """Say good-bye to every screen."""
        for _viewer, session in self._all():
            session.say_bye("closing")

    def _all(self) -> list[tuple[Viewer, Session]]:
        return [(viewer, session) for viewer, sessions in self._sessions.items() for session in sessions]

    def _told(self, committed: Committed, seen: Mapping[Viewer, tuple[AnyEvent, ...]]) -> None:
        for viewer, session in self._all():
            session.send(Update(record=committed.record, table_time=committed.now.table, events=seen[viewer]))
        for event in committed.events:
            match event:
                case ScreenUnpaired() | ScreenPaired():
                    self._hang_up(event.screen, "unpaired")
                case ScreenKeyRenewed():
                    self._hang_up(event.screen, "renewed")
                case RenewalAsked():
                    for session in self._of(event.screen):
                        self._ask_key(session)

    def _hang_up(self, screen: str, reason: ByeReason) -> None:
        """End every connection that another key has opened than the one that counts now."""
        for session in self._of(screen):
            session.say_bye(reason)

    def _ask_key(self, session: Session) -> None:
        if self._private:
            session.send(Renew(table=PairKeys(self._private, b"").public))

    def _of(self, screen: str) -> list[Session]:
        return [session for viewer, session in self._all() if viewer_name(viewer) == screen]

    def _count(self, counting: Counting) -> None:
        """How far a pay-out has come is for whoever stands at the kiosk."""
        for session in self._sessions.get(KIOSK, ()):
            session.send(counting)

    def _halted(self, frozen: Frozen) -> None:
        for viewer, session in self._all():
            self._tell_halt(viewer, session, frozen)

    @staticmethod
    def _tell_halt(viewer: Viewer, session: Session, frozen: Frozen) -> None:
        halted = Halted(name=frozen.name, sentence=frozen.sentence)
        session.send(halted if viewer.kind == "staff" else msgspec.structs.replace(halted, sentence=""))
