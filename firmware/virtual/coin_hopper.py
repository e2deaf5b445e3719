"""A ccTalk coin hopper, address 3: a motor that pays coins one by one, and counters that survive a power cut.

Source: ccTalk Generic Specification part 2, headers 163 to 172 and 217. What matters for money:

- An order (167) must bear the serial number and finds the hopper enabled (164 with 165). It moves the event counter
  (0 only after a reset, then 1 to 255 and 1 again) and sets `remaining`; each coin that leaves moves one from
  `remaining` to `paid`.
- When no coin comes for a while, or at an emergency stop, the rest of `remaining` becomes `unpaid`.
- The counters are kept without power; after a cut the hopper is disabled and what remained is unpaid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from firmware.virtual import cctalk
from firmware.virtual.adapters import Nameplate, serial_device
from firmware.virtual.serial_line import SerialDevice

if TYPE_CHECKING:
    from firmware.virtual.adapters import Adapter
    from firmware.virtual.device import Fact, VirtualDevice
    from firmware.virtual.faults import FaultPlan

VENDOR, PRODUCT = 0x1209, 0x0004
ADDRESS = 3

_ENABLING = 165
_LOW_FITTED, _LOW = 0x10, 0x01
_TIMED_OUT, _REVERSED, _BLOCKED, _DISABLED = 0x02, 0x04, 0x20, 0x80

HopperJam: TypeAlias = Literal["coin", "opto"]


class HopperSettings(msgspec.Struct, frozen=True):
    """The build of one hopper. `coin` is the coin's id as the hopper tells it; times are milliseconds.

    `unpaid_after_stop` and `counters_survive` differ between makers; `nak_counts` is the build whose counter also moves
    on an order that it refuses.
    """

    coin: str = "EU200A"
    coins: int = 500
    low_below: int = 20
    level_sensor: bool = True
    serial: int = 0x0AD7DF
    echo: bool = False
    coin_ms: int = 150
    timeout_ms: int = 3000
    unpaid_after_stop: bool = True
    counters_survive: bool = True
    nak_counts: bool = False


class CoinHopper(SerialDevice):
    """The hopper: its line, its motor, and hands that fill it."""

    def __init__(self, settings: HopperSettings) -> None:
        self.settings = settings
        self.coins = settings.coins
        self.paid_out = 0
        self._jam: HopperJam | None = None
        self._event = 0
        self._remaining = 0
        self._paid = 0
        self._unpaid = 0
        self._flags = _DISABLED
        self._next_coin: float | None = None
        self._gives_up: float | None = None
        self._unknown: list[int] = []
        self._line = cctalk.Line()
        self._outgoing = bytearray()

    # Hands

    def fill(self, coins: int) -> None:
        """Pour coins in; a negative number takes them out, as far as there are any."""
        self.coins = max(0, self.coins + coins)

    def jam(self, place: HopperJam) -> None:
        """A coin gets stuck in the disk, or in front of the opto."""
        self._jam = place

    def clear_jam(self, at: float) -> None:
        """Take the stuck coin out and put it back."""
        self._jam = None

    def facts(self) -> dict[str, Fact]:
        """Coins inside and in the tray, the counters, and headers that were not understood."""
        return {
            "coins": self.coins,
            "paid_out": self.paid_out,
            "event_counter": self._event,
            "remaining": self._remaining,
            "paying": self._remaining > 0,
            "enabled": not self._flags & _DISABLED,
            "unknown_headers": " ".join(map(str, self._unknown)),
        }

    # Time and power

    def tick(self, at: float) -> None:
        """Let coins fall, and give up where none comes."""
        while self._next_coin is not None and at >= self._next_coin:
            self._turn(self._next_coin)
        if self._gives_up is not None and at >= self._gives_up and self._remaining:
            self._flags |= _BLOCKED if self._jam == "opto" else _TIMED_OUT
            if self._jam == "coin":
                self._flags |= _REVERSED
            self._end()

    def due(self) -> float | None:
        """When the next coin falls, or the motor gives up."""
        instants = (self._next_coin, self._gives_up)
        return min((instant for instant in instants if instant is not None), default=None)

    def power_cut(self) -> None:
        """The motor stops where it is."""
        self._line.deaf()
        self._outgoing.clear()
        self._next_coin = self._gives_up = None

    def power_up(self, at: float) -> None:
        """Disabled, with the counters as the power left them: what remained will not be paid any more."""
        self._unpaid = self._remaining or self._unpaid
        self._remaining = 0
        self._flags = _DISABLED
        if not self.settings.counters_survive:
            self._event = self._paid = self._unpaid = 0

    # The motor

    def _turn(self, at: float) -> None:
        """One turn of the disk: a coin, or nothing."""
        self._next_coin = None
        if not self.coins or self._jam is not None:
            return
        self.coins -= 1
        self.paid_out += 1
        self._remaining -= 1
        self._paid += 1
        if self._remaining:
            self._run(at)
        else:
            self._end()

    def _run(self, at: float) -> None:
        self._next_coin = at + self.settings.coin_ms / 1000
        self._gives_up = at + self.settings.timeout_ms / 1000

    def _end(self) -> None:
        """The payout is over, complete or not."""
        self._unpaid = self._remaining
        self._remaining = 0
        self._next_coin = self._gives_up = None

    # The line

    def receive(self, data: bytes, at: float) -> None:
        """Hear bytes and answer every frame that is for this address."""
        if self.settings.echo:
            self._outgoing += data
        for frame in self._line.hear(data, at):
            if frame.destination in (ADDRESS, cctalk.BROADCAST):
                self._outgoing += self._answer(frame, at)

    def transmit(self, limit: int) -> bytes:
        """Give what the hopper said (and the line echoed)."""
        data = bytes(self._outgoing[:limit])
        del self._outgoing[:limit]
        return data

    def _answer(self, frame: cctalk.Frame, at: float) -> bytes:
        """The answer's bytes; none to a header that this hopper does not know."""
        if frame.header == 167:
            answer = self._dispense(frame.data, at)
            header = cctalk.NAK if answer is None else cctalk.REPLY
            return cctalk.Frame(frame.source, ADDRESS, header, answer or b"").encode()
        told = _FIXED.get(frame.header) if not frame.data else None
        answer = told if told is not None else self._tell(frame.header, frame.data)
        if answer is None:
            answer = self._obey(frame.header, frame.data)
        if answer is None:
            self._unknown.append(frame.header)
            return b""
        return cctalk.Frame(frame.source, ADDRESS, cctalk.REPLY, answer).encode()

    def _tell(self, header: int, data: bytes) -> bytes | None:
        """Answer a question that changes nothing, None when it is not one."""
        match header, len(data):
            case 242, 0:
                return self.settings.serial.to_bytes(3, "little")
            case 217, 0 if self.settings.level_sensor:
                return bytes((_LOW_FITTED | (_LOW if self.coins < self.settings.low_below else 0),))
            case 171, 0:
                return self.settings.coin.encode("ascii")
            case 168, 0:
                return self.paid_out.to_bytes(3, "little")
            case 166, 0:
                return bytes((self._event, self._remaining, self._paid, self._unpaid))
            case 163, 0:
                return bytes((self._flags, 0))
            case _:
                return None

    def _obey(self, header: int, data: bytes) -> bytes | None:
        """Carry out an order that moves no coin, None when it is not one."""
        match header, len(data):
            case 172, 0:
                return self._emergency_stop()
            case 164, 1 if data[0] == _ENABLING:
                self._flags &= ~_DISABLED
            case 164, 1:
                self._flags |= _DISABLED
            case 1, 0:
                self._reset()
            case _:
                return None
        return cctalk.ACK

    def _dispense(self, data: bytes, at: float) -> bytes | None:
        """Take an order for coins and return the counter, or None to refuse it."""
        number = self.settings.serial.to_bytes(3, "little")
        fit = len(data) == 4 and data[:3] == number and data[3] > 0
        ready = not self._flags & (_DISABLED | _BLOCKED) and not self._remaining and self._jam != "opto"
        if not (fit and ready):
            if self.settings.nak_counts:
                self._event = self._event % 255 + 1
            return None
        self._event = self._event % 255 + 1
        self._flags &= ~(_TIMED_OUT | _REVERSED)
        self._remaining, self._paid, self._unpaid = data[3], 0, 0
        self._run(at)
        return bytes((self._event,))

    def _emergency_stop(self) -> bytes:
        """Stop the motor; the answer counts the coins that will not be paid."""
        left = self._remaining
        if left:
            self._end()
            self._flags |= _DISABLED
        if not self.settings.unpaid_after_stop:
            self._unpaid = 0
        return bytes((left,))

    def _reset(self) -> None:
        """Start anew: flags cleared as far as the opto is free, counter 0."""
        if self._remaining:
            self._end()
        self._event = 0
        self._flags = _DISABLED | (_BLOCKED if self._jam == "opto" else 0)


_FIXED: dict[int, bytes] = {
    254: cctalk.ACK,
    246: b"JAK",
    245: b"Payout",
    244: b"JH-1",
    241: b"1.00",
    192: b"VIRTUAL",
    4: b"\x01\x04\x06",
}
"""Headers with one answer for ever: simple poll, manufacturer, category, product, software, build, communications."""


def hopper_device(
    settings: HopperSettings, plan: FaultPlan | None = None, adapter: Adapter = "cdc-acm"
) -> VirtualDevice:
    """The hopper behind its USB converter, which bears the hopper's serial number."""
    plate = Nameplate(VENDOR, PRODUCT, "Coin hopper", f"CH{settings.serial:08d}")
    return serial_device(CoinHopper(settings), plate, adapter, plan)
