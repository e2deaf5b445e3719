"""A screen's line to the table: a thread that holds the encrypted connection and never gives up.

The thread alone touches the socket and the client. What the table says waits in a queue until the screen's own
thread fetches it; the view in it is a copy that nobody changes.
"""

from __future__ import annotations

import os
import queue
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec

from controller.wire import messages
from controller.wire.client import ScreenClient, copy_view
from controller.wire.contributor import Contributor
from controller.wire.messages import MessageError
from controller.wire.opening import KEY_BYTES, ChannelError, LongTermKey, PairKeys
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import viewer_name
from seats.command import Complaint
from seats.keyring import KEYS, Keyring
from seats.pairing_line import PairingCall
from seats.screens.screen import (
    Accepted,
    CodesCompared,
    Command,
    Halted,
    LinkLost,
    LinkRestored,
    Notice,
    PairAgain,
    PairingTold,
    ProofTold,
    Refused,
    RulesTold,
    Wish,
)

SOCKET: Final = "gateway.sock"

FIRST_WAIT: Final = 0.2
LONGEST_WAIT: Final = 5.0
"""Seconds before another try: doubled each time, at most this long."""

REPLACED_WAIT: Final = 30.0
"""Seconds before a screen that was replaced by another of the same name tries to come back."""

PATIENCE: Final = 5.0
"""Seconds that a table may take to read what was said; then the line counts as broken."""

UNPAIRED_WAIT: Final = 2.0
"""Seconds before a screen that the table knows by no key asks again whether it may be paired."""

_READ_AT_ONCE: Final = 64 * 1024

T = TypeVar("T")


_SHOWS: Final = (messages.Snapshot, messages.Update, messages.Counting)
"""What brings the view up to date."""


class Shown(msgspec.Struct, frozen=True):
    """What the table shows, at its time `table_ms`, received at `at_ms` on this machine's monotonic clock.

    `record` is the journal's last that went into it.
    """

    view: View
    table_ms: int
    at_ms: int
    record: int = 0


News: TypeAlias = Shown | Notice


def monotonic_ms() -> int:
    """This machine's monotonic clock in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class Mailbox:
    """What passes between the screen's thread and the link's: news one way, questions the other."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.stopping = threading.Event()
        self._wake = wake
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._questions: queue.SimpleQueue[Wish] = queue.SimpleQueue()
        self._bell, self.ear = socket.socketpair()

    def tell(self, news: list[News]) -> None:
        for one in news:
            self._news.put(one)
        self._wake()

    def news(self) -> list[News]:
        return _drained(self._news)

    def ask(self, wish: Wish) -> None:
        self._questions.put(wish)
        self._bell.send(b"!")

    def questions(self) -> list[Wish]:
        """What is to be asked, after `ear` has become readable."""
        self.ear.recv(_READ_AT_ONCE)
        return _drained(self._questions)

    def stop(self) -> None:
        self.stopping.set()
        self._bell.send(b"!")

    def listen(self, seconds: float) -> list[Wish]:
        """What is asked in so much time, or once the link is to end, while there is no line to ask on."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.ear, selectors.EVENT_READ)
            return self.questions() if selector.select(seconds) else []

    def close(self) -> None:
        self._bell.close()
        self.ear.close()


def _drained(waiting: queue.SimpleQueue[T]) -> list[T]:
    found: list[T] = []
    while True:
        try:
            found.append(waiting.get_nowait())
        except queue.Empty:
            return found


class Link(threading.Thread):
    """Connects as `viewer` and keeps connecting; `wake` is called from its thread whenever there is news.

    Where the table knows the screen by no key, it asks to be paired, and goes on asking.
    """

    def __init__(self, folder: Path, viewer: Viewer, wake: Callable[[], None], keys: Path | None = None) -> None:
        """Read the keys in `keys`, else in the table's `folder`; raises `Complaint` if that is impossible.

        `start` opens the line.
        """
        super().__init__(name=f"link {viewer_name(viewer)}", daemon=True)
        self.viewer = viewer
        self._path = folder / SOCKET
        self._keyring = Keyring(folder / KEYS if keys is None else keys, viewer)
        self._box = Mailbox(wake)
        self._may_pair = True

    def news(self) -> list[News]:
        """What has come since the last call, oldest first."""
        return self._box.news()

    def ask(self, wish: Wish) -> None:
        """Ask the table. A question that meets a broken line is dropped: `LinkLost` says so."""
        self._box.ask(wish)

    def close(self) -> None:
        """Hang up and end the thread."""
        self._box.stop()
        if self.is_alive():
            self.join()
        self._box.close()

    def run(self) -> None:
        """Connect, talk until the line breaks, wait a little longer each time, and connect again."""
        wait = FIRST_WAIT
        lost = False
        contributor = None if self.viewer.seat is None else Contributor(self.viewer.seat, os.urandom)
        while not self._box.stopping.is_set():
            try:
                call = self._call(contributor)
            except Complaint as complaint:
                self._complain(complaint)
                self._box.listen(UNPAIRED_WAIT)
                continue
            if call is not None and (call.heard or not lost):
                lost = True
                self._box.tell([LinkLost()])
            if (call is None or call.turned_away) and self._keyring.can_pair:
                self._pair()
                continue
            heard, replaced = call is not None and call.heard, call is not None and call.replaced
            wait = FIRST_WAIT if heard else min(wait * 2, LONGEST_WAIT)
            self._box.stopping.wait(REPLACED_WAIT if replaced else wait)

    def _call(self, contributor: Contributor | None) -> _Call | None:
        """Talk with the first of the keys by which the table knows this screen; None where it has none."""
        call = None
        for key in self._keyring.keys:
            call = _Call(self.viewer, key, self._box, self._keyring, contributor)
            call.hold(self._path)
            if not call.turned_away:
                break
        return call

    def _pair(self) -> None:
        """Try once to be paired. Whoever was shown a code has had a guess at it: only a finger gives him another."""
        if self._may_pair:
            call = PairingCall(viewer_name(self.viewer), self._keyring, self._box)
            try:
                call.hold(self._path, PATIENCE)
            except Complaint as complaint:
                self._complain(complaint)
            self._may_pair = not call.shown or call.step == "done"
            if call.step == "done":
                return
        wishes = self._box.listen(UNPAIRED_WAIT)
        self._may_pair = self._may_pair or any(isinstance(wish, PairAgain) for wish in wishes)

    def _complain(self, complaint: Complaint) -> None:
        """Show what is wrong with a file of keys; it may be mended without a word to this program."""
        self._box.tell([PairingTold("bad-key", complaint=str(complaint))])


class _Call:
    """One connection, from its opening to its end."""

    def __init__(
        self, viewer: Viewer, key: LongTermKey, box: Mailbox, keyring: Keyring, contributor: Contributor | None
    ) -> None:
        self.heard = False
        self.replaced = False
        self._answered = self._reached = self._renewed = False
        self._key = key
        self._keyring = keyring
        self._box = box
        self._client = ScreenClient(viewer, key, os.urandom(KEY_BYTES), contributor)
        self._asked: dict[int, Command] = {}

    @property
    def turned_away(self) -> bool:
        """Whether the table was there and hung up at the first word: it knows no such key."""
        return self._reached and not self._answered

    def hold(self, path: Path) -> None:
        """Talk until either end hangs up or breaks the rules; what broke it, the next call mends."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line, selectors.DefaultSelector() as selector:
                line.settimeout(PATIENCE)
                line.connect(str(path))
                self._reached = True
                selector.register(line, selectors.EVENT_READ)
                selector.register(self._box.ear, selectors.EVENT_READ)
                self._talk(line, selector)
        except (OSError, ChannelError, MessageError):
            return

    def _talk(self, line: socket.socket, selector: selectors.BaseSelector) -> None:
        line.sendall(self._client.outgoing())
        while not self._box.stopping.is_set() and self._client.bye is None:
            for key, _events in selector.select():
                if key.fileobj is line:
                    data = line.recv(_READ_AT_ONCE)
                    if not data:
                        return
                    self._answered = True
                    self._take(self._client.receive(data))
                else:
                    self._ask(self._box.questions())
            line.sendall(self._client.outgoing())

    def _ask(self, questions: list[Wish]) -> None:
        """Ask, once the table has been heard; what was asked of an earlier call is dropped with it."""
        for wish in questions if self.heard else ():
            if isinstance(wish, messages.ReadRules):
                self._client.read_rules(wish.game)
            elif isinstance(wish, messages.ReadProof):
                self._client.read_proof(wish.hand, on_paper=wish.on_paper)
            elif not isinstance(wish, CodesCompared | PairAgain):
                self._asked[self._client.ask(wish)] = wish

    def _take(self, said: list[messages.FromTable]) -> None:
        """Hand on what the table said: the view first, which holds all of it, then the answers."""
        news: list[News] = []
        view = self._client.view
        if view is not None and any(isinstance(one, _SHOWS) for one in said):
            if not self.heard:
                self.heard = True
                self._keep(lambda: self._keyring.is_known(self._key))
                news.append(LinkRestored())
            news.append(Shown(copy_view(view), self._client.table_time, monotonic_ms(), self._client.record))
        for message in said:
            news += self._answer(message)
        if news:
            self._box.tell(news)

    def _answer(self, message: messages.FromTable) -> list[News]:
        match message:
            case messages.Accepted():
                command = self._asked.pop(message.seq, None)
                return [Accepted(command)] if command is not None else []
            case messages.Refused():
                command = self._asked.pop(message.seq, None)
                return [Refused(command, message.refusal)] if command is not None else []
            case messages.Rules():
                return [RulesTold(message.game, message.book)]
            case messages.Proof():
                return [ProofTold(message.hand, message.code, message.on_paper)]
            case messages.Halted():
                return [Halted()]
            case messages.Renew():
                self._renew(message.table)
            case messages.Bye():
                self.replaced = message.reason == "replaced"
        return []

    def _renew(self, table: bytes) -> None:
        """Make a key pair that the table is to know this screen by, and keep it before its public half is shown.

        Once on a line, however often it is asked: the table takes the first that is shown, and the last is kept.
        """
        if self._renewed:
            return
        pair = PairKeys(os.urandom(KEY_BYTES), table)
        self._renewed = self._keep(lambda: self._keyring.keep_next(pair))
        if self._renewed:
            self._client.show_key(pair.public)

    def _keep(self, change: Callable[[], None]) -> bool:
        """Change what is kept; a disk that takes no change leaves the screen with the key that it has."""
        try:
            change()
        except Complaint as complaint:
            sys.stderr.write(f"seats: {complaint}\n")
            return False
        return True
