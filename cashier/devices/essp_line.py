"""One eSSP device on a serial pipe: a command out, its answer back, encrypted once a key is agreed.

A command whose answer does not come is sent again with the same sequence bit and the same bytes: a device that has
heard it answers again without acting again. After the last try the session is over, and the next one begins with a SYNC
and a new key; what became of the command only the device's counters tell then.
"""

from enum import IntEnum
from typing import Final

import msgspec

from cashier.devices.essp_cipher import Session, Unreadable, new_exchange
from cashier.devices.essp_frames import Packet, PacketReader, encode
from cashier.usb import BytePipe, Timeout

_ANSWER_TIMEOUT_MS: Final = 500
_TRIES: Final = 3
_MOST_READS: Final = 64


class Command(IntEnum):
    """The commands in use."""

    SET_INHIBITS = 0x02
    SETUP_REQUEST = 0x05
    PROTOCOL_VERSION = 0x06
    POLL = 0x07
    REJECT_NOTE = 0x08
    DISABLE = 0x09
    ENABLE = 0x0A
    SERIAL_NUMBER = 0x0C
    SYNC = 0x11
    HOLD = 0x18
    ALL_LEVELS = 0x22
    PAYOUT_AMOUNT = 0x33
    HALT_PAYOUT = 0x38
    SET_ROUTE = 0x3B
    SET_GENERATOR = 0x4A
    SET_MODULUS = 0x4B
    KEY_EXCHANGE = 0x4C
    POLL_WITH_ACK = 0x56
    EVENT_ACK = 0x57
    COUNTERS = 0x58
    DISABLE_PAYOUT = 0x5B
    ENABLE_PAYOUT = 0x5C
    SET_FIXED_KEY = 0x60


class Reply(IntEnum):
    """The first byte of an answer."""

    OK = 0xF0
    UNKNOWN = 0xF2
    PARAMETERS = 0xF3
    RANGE = 0xF4
    NOT_NOW = 0xF5
    SOFTWARE = 0xF6
    FAIL = 0xF8
    NO_KEY = 0xFA


class NoAnswer(Exception):  # noqa: N818 - silence is a condition of the line
    """The device did not answer, or not in the form that the command asks for."""


class Answer(msgspec.Struct, frozen=True):
    """What a device answered: its first byte, and what follows."""

    reply: int
    data: bytes

    @property
    def ok(self) -> bool:
        """Whether the device did as it was told."""
        return self.reply == Reply.OK


class Line:
    """Asks one device, one command at a time. `UsbError`s other than a time-out pass through."""

    def __init__(self, pipe: BytePipe, address: int) -> None:
        self._pipe = pipe
        self._address = address
        self._reader = PacketReader()
        self._session: Session | None = None
        self._sequence = True

    @property
    def keyed(self) -> bool:
        """Whether a key is agreed and nothing has gone wrong since."""
        return self._session is not None

    def begin(self, fixed_key: int) -> None:
        """SYNC, then agree on a key whose fixed half is `fixed_key`. Raises `NoAnswer` if the device takes no part.

        Whether the device has the same fixed half shows only with the first command.
        """
        self._session = None
        self._sequence = True
        self._expect(Command.SYNC)
        exchange = new_exchange()
        self._expect(Command.SET_GENERATOR, exchange.generator.to_bytes(8, "little"))
        self._expect(Command.SET_MODULUS, exchange.modulus.to_bytes(8, "little"))
        public = self._expect(Command.KEY_EXCHANGE, exchange.public.to_bytes(8, "little"))
        if len(public) != 8:
            raise NoAnswer(f"the device's half of the key has {len(public)} bytes instead of 8")
        self._session = Session(exchange.key(int.from_bytes(public, "little"), fixed_key))

    def ask(self, command: Command, data: bytes = b"") -> Answer:
        """Send one command and return its answer, a refusal included.

        Raises `NoAnswer` if none comes that can be read; the session is over then.
        """
        content = bytes((command,)) + data
        session = self._session
        packet = encode(Packet(self._address, self._sequence, content if session is None else session.seal(content)))
        try:
            answer = self._exchange(packet)
            said = answer.data if session is None else session.open(answer.data)
        except (NoAnswer, Unreadable) as problem:
            self._session = None
            raise NoAnswer(f"eSSP command {command.name}: {problem}") from problem
        self._sequence = not self._sequence
        if not said:
            raise NoAnswer(f"eSSP command {command.name} was answered by nothing")
        return Answer(said[0], said[1:])

    def close(self) -> None:
        """Give the pipe back; the session is over."""
        self._session = None
        self._pipe.close()

    def _expect(self, command: Command, data: bytes = b"") -> bytes:
        """Ask, and return what follows the OK; anything else is `NoAnswer`."""
        answer = self.ask(command, data)
        if not answer.ok:
            raise NoAnswer(f"eSSP command {command.name} was refused with {answer.reply:#04x}")
        return answer.data

    def _exchange(self, packet: bytes) -> Packet:
        """Send one packet until its answer comes, always the same bytes."""
        for _ in range(_TRIES):
            self._reader.forget()
            try:
                self._pipe.write(packet, _ANSWER_TIMEOUT_MS)
                return self._answer()
            except Timeout:
                continue
        raise NoAnswer(f"no answer after {_TRIES} tries")

    def _answer(self) -> Packet:
        """The answer to the packet sent last: from this device, with its sequence bit; others are late ones."""
        for _ in range(_MOST_READS):
            for packet in self._reader.feed(self._pipe.read(_ANSWER_TIMEOUT_MS)):
                if packet.address == self._address and packet.sequence == self._sequence:
                    return packet
        raise Timeout("the line never falls quiet")
