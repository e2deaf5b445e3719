"""One eSSP device as its two drivers share it: the one that takes notes and the one that pays them out.

Whoever steps beats the unit first: it opens the port, agrees on a key, sets the device up, and polls once. Each driver
gets every event. What one of them has passed on to its host is acknowledged at that driver's next beat, when the host
has made it durable. A poll takes the note in escrow, so while one is held there the unit says HOLD instead, until it is
told to take the note or to give it back.
"""

import threading
from collections import deque
from typing import Final

from cashier.devices.driver import Opener
from cashier.devices.essp_cipher import DEFAULT_FIXED_KEY
from cashier.devices.essp_events import (
    STATES,
    Happening,
    Malformed,
    NoteCounters,
    PollEvent,
    PollReader,
    Setup,
    read_counters,
    read_levels,
    read_setup,
)
from cashier.devices.essp_line import Answer, Command, Line, NoAnswer, Reply
from cashier.note_records import NotePile
from cashier.usb import BytePipe

ADDRESS: Final = 0
"""The address of a note validator."""

_PROTOCOL: Final = 6
_MOST_EVENTS: Final = 256


class EsspUnit:
    """The device at the end of one pipe. Its drivers may step in threads of their own; `lock` is held for each step.

    `country` names the notes taken (`EUR`). `fixed_keys` are what the device may have been set to, the likeliest first:
    one that was just changed, or exchanged for a new one, is found by trying them in turn.
    """

    def __init__(
        self,
        open_pipe: Opener[BytePipe],
        *,
        country: str = "EUR",
        fixed_keys: tuple[int, ...] = (DEFAULT_FIXED_KEY,),
        address: int = ADDRESS,
    ) -> None:
        self.lock = threading.Lock()
        self.country = country
        self.setup = Setup(payout=False, channels={})
        self.generation = 0
        """Counts set-ups; another number than before means that the device has forgotten what it was told."""
        self.acknowledges = True
        """Whether the device tells events that move money until they are acknowledged."""
        self.holding = 0
        """The channel of the note in escrow, 0 for none."""
        self.slot_open = False
        """Whether the note-taking driver has the slot open."""
        self.paying = False
        """Whether the paying driver wants the slot closed."""
        self.takes_notes = False
        """Whether a driver takes notes here; it is then the one that acknowledges."""
        self._open_pipe = open_pipe
        self._keys = deque(fixed_keys)
        self._address = address
        self._line: Line | None = None
        self._queues: list[deque[PollEvent]] = []
        self._owed = False

    def subscribe(self) -> deque[PollEvent]:
        """A queue that gets every event from now on; its driver empties it in each step."""
        queue: deque[PollEvent] = deque(maxlen=_MOST_EVENTS)
        self._queues.append(queue)
        return queue

    def beat(self, *, acknowledge: bool) -> None:
        """Set the device up if need be, then hold the note in escrow or poll. Raises `NoAnswer` or `UsbError`.

        `acknowledge` says that what the last beats told is durable.
        """
        line = self._ready()
        if self._owed and acknowledge:
            line.ask(Command.EVENT_ACK)
            self._owed = False
        if self.holding and line.ask(Command.HOLD).ok:
            return
        self.holding = 0
        for event in self._poll(line):
            self._note(event)

    def take(self) -> None:
        """Take the note in escrow: the next beat polls, and a poll takes it."""
        self.holding = 0

    def give_back(self) -> None:
        """Give the note in escrow back. Raises `NoAnswer` or `UsbError`."""
        self.ask(Command.REJECT_NOTE)
        self.holding = 0

    def ask(self, command: Command, data: bytes = b"") -> Answer:
        """Ask the device that has been set up. Raises `NoAnswer` or `UsbError`."""
        return self._ready().ask(command, data)

    def counters(self) -> NoteCounters:
        """The note counters. Raises `NoAnswer` or `UsbError`."""
        try:
            return read_counters(self._told(Command.COUNTERS))
        except Malformed as problem:
            raise NoAnswer(str(problem)) from problem

    def piles(self) -> tuple[NotePile, ...]:
        """The notes in the store. Raises `NoAnswer` or `UsbError`."""
        try:
            return read_levels(self._told(Command.ALL_LEVELS))
        except Malformed as problem:
            raise NoAnswer(str(problem)) from problem

    def change_key(self, fixed_key: int) -> None:
        """Set the device to another fixed key, which counts from the next session on. Raises `NoAnswer` or `UsbError`.

        After an error nobody knows which of the two it has: keep both until it has answered to one of them.
        """
        answer = self.ask(Command.SET_FIXED_KEY, fixed_key.to_bytes(8, "little"))
        if not answer.ok:
            raise NoAnswer(f"the device keeps its key, it answered {answer.reply:#04x}")
        self._keys.appendleft(fixed_key)
        self.close()

    def close(self) -> None:
        """Give the port back; `beat` would open it again."""
        if self._line is not None:
            self._line.close()
        self._line = None
        self.slot_open = False

    def _told(self, command: Command) -> bytes:
        answer = self.ask(command)
        if not answer.ok:
            raise NoAnswer(f"eSSP command {command.name} was refused with {answer.reply:#04x}")
        return answer.data

    def _ready(self) -> Line:
        """The line to a device that is set up and keyed."""
        if self._line is None:
            self._line = Line(self._open_pipe(), self._address)
        if not self._line.keyed:
            self._line.begin(self._keys[0])
            try:
                self._set_up(self._line)
            except NoAnswer:
                # A device with another fixed key passes over what it cannot read.
                self._keys.rotate(-1)
                raise
        return self._line

    def _set_up(self, line: Line) -> None:
        """Agree on the protocol version and learn the channels; whatever the device was told before is told anew."""
        if not line.ask(Command.PROTOCOL_VERSION, bytes((_PROTOCOL,))).ok:
            raise NoAnswer(f"the device does not speak protocol version {_PROTOCOL}")
        try:
            self.setup = read_setup(line.ask(Command.SETUP_REQUEST).data, self.country)
        except Malformed as problem:
            raise NoAnswer(str(problem)) from problem
        self.slot_open = False
        self._owed = False
        self.generation += 1

    def _poll(self, line: Line) -> list[PollEvent]:
        """Poll once. A device that knows no acknowledging polls is polled plainly from then on."""
        answer = line.ask(Command.POLL_WITH_ACK if self.acknowledges else Command.POLL)
        if answer.reply in (Reply.UNKNOWN, Reply.PARAMETERS) and self.acknowledges:
            self.acknowledges = False
            answer = line.ask(Command.POLL)
        if not answer.ok:
            raise NoAnswer(f"the poll was refused with {answer.reply:#04x}")
        try:
            events = PollReader(answer.data).events()
        except Malformed as problem:
            raise NoAnswer(str(problem)) from problem
        if self.acknowledges and any(event.code not in STATES for event in events):
            self._owed = True
        return events

    def _note(self, event: PollEvent) -> None:
        """Pass an event on, and see what it means for both drivers."""
        if event.code == Happening.RESET:
            self.slot_open = False
            self.generation += 1
        if event.code == Happening.READ and event.channel:
            self.holding = event.channel
        for queue in self._queues:
            queue.append(event)
