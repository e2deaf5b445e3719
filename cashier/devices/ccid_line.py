"""Question and answer with a reader of chip cards, over its three endpoints."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol

import usb.core
import usb.util

from cashier.devices import ccid_messages as ccid
from cashier.devices import t0_blocks
from cashier.devices.ccid_messages import CardState, Change, Garbled, Inbox, Reply, Traits
from cashier.usb import (
    Backend,
    BulkPipe,
    DeviceRefused,
    Opened,
    Stalled,
    Timeout,
    UsbAddress,
    endpoint_of,
    interface_of,
    opened,
    transfer_errors,
)

_CLASS_CARD_READER: Final = 0x0B
_WRITE_MS: Final = 500
_ANSWER_MS: Final = 1000
_DRAIN_MS: Final = 20
_CHANGE_MS: Final = 2
_MOST_MESSAGES: Final = 40
"""So many messages are read for one answer: a card that asks for more time for ever is as good as mute."""


class CardGone(Exception):  # noqa: N818 - what has happened
    """No card is in the slot any more."""


class CardMute(Exception):  # noqa: N818
    """A card is in the slot, and does not answer."""


class ReaderFailed(Exception):  # noqa: N818
    """The reader says that its own electronics have failed."""


class CardPipe(Protocol):
    """What is needed of USB."""

    traits: Traits

    def write(self, data: bytes, timeout_ms: int) -> None:
        """Send a message; see `cashier.usb.BytePipe`."""

    def read(self, timeout_ms: int) -> bytes:
        """Return a packet of an answer; see `cashier.usb.BytePipe`."""

    def changes(self, timeout_ms: int) -> bytes:
        """Return what the reader tells by itself, nothing if it does not. Raises `Gone`."""

    def close(self) -> None:
        """Give the reader back; the pipe is of no use afterwards."""


class CcidLine:
    """One reader, asked one thing at a time. All methods raise `UsbError`, or `Garbled` for an answer that is none."""

    def __init__(self, pipe: CardPipe) -> None:
        self._pipe = pipe
        self._inbox = Inbox(pipe.traits.longest)
        self._number = 0
        self._in_order = True
        self.slots = pipe.traits.slots

    def status(self, slot: int) -> CardState:
        """How the slot is."""
        return self._ask(ccid.ask_status(slot, self._next()), ccid.SLOT_STATUS).card

    def power_on(self, slot: int) -> bytes:
        """Power the card up; its answer to reset. Raises `CardGone`, `CardMute` or `ReaderFailed`."""
        return self._data(ccid.power_on(slot, self._next()))

    def power_off(self, slot: int) -> None:
        """Take the card's power away."""
        self._ask(ccid.power_off(slot, self._next()), ccid.SLOT_STATUS)

    def transfer(self, slot: int, command: bytes) -> bytes:
        """Have the card answer a command. Raises `CardGone`, `CardMute` or `ReaderFailed`."""
        if self._pipe.traits.whole:
            return self._data(ccid.transfer(slot, self._next(), command))
        blocks = t0_blocks.exchange(command)
        try:
            block = next(blocks)
            while True:
                block = blocks.send(self._data(ccid.transfer(slot, self._next(), block)))
        except StopIteration as end:
            answer: bytes = end.value
            return answer

    def changes(self) -> tuple[Change, ...]:
        """What the reader told by itself since, slot by slot; nothing if it did not."""
        return ccid.read_changes(self._pipe.changes(_CHANGE_MS), self.slots)

    def close(self) -> None:
        """Give the reader back."""
        self._pipe.close()

    def _next(self) -> int:
        self._number = (self._number + 1) % 256
        return self._number

    def _data(self, order: bytes) -> bytes:
        reply = self._ask(order, ccid.DATA_BLOCK)
        if reply.card == "absent":
            raise CardGone
        if reply.outcome == "failed" and reply.error == ccid.HARDWARE:
            raise ReaderFailed("the reader says that its electronics have failed")
        if reply.outcome != "done" or reply.card != "active":
            raise CardMute(f"the reader says error {reply.error:#04x}")
        return reply.data

    def _ask(self, order: bytes, kind: int) -> Reply:
        """Say something and wait for its answer; what comes late for an earlier question is passed over."""
        if not self._in_order:
            self._drain()
        self._in_order = False
        self._pipe.write(order, _WRITE_MS)
        for _ in range(_MOST_MESSAGES):
            reply = self._read()
            mine = (reply.slot, reply.number) == (order[5], order[6])
            if mine and reply.outcome != "later":
                if reply.kind != kind:
                    raise Garbled(f"a reader answers with {kind:#04x} here, not with {reply.kind:#04x}")
                self._in_order = True
                return reply
        raise Timeout("the card asks for more time again and again")

    def _read(self) -> Reply:
        while True:
            reply = self._inbox.feed(self._pipe.read(_ANSWER_MS))
            if reply is not None:
                return reply

    def _drain(self) -> None:
        """Take what is left of an exchange that went wrong."""
        self._inbox = Inbox(self._pipe.traits.longest)
        with suppress(Timeout, Stalled):
            for _ in range(_MOST_MESSAGES):
                self._pipe.read(_DRAIN_MS)


class CcidPipe(BulkPipe):
    """The bulk endpoints of a reader, and where it has one, the endpoint on which it tells of cards."""

    def __init__(self, port: Opened, traits: Traits) -> None:
        super().__init__(port, port.interfaces[0])
        self.traits = traits
        self._changes = _change_endpoint(port.interfaces[0])

    def read(self, timeout_ms: int) -> bytes:
        """Return a packet; the empty one behind a full one is passed over."""
        packet = self._packet(timeout_ms) or self._packet(timeout_ms)
        if not packet:
            raise Timeout("the reader sends nothing but empty packets")
        return packet

    def changes(self, timeout_ms: int) -> bytes:
        """Return what came by itself; see `CardPipe`."""
        endpoint = self._changes
        if endpoint is None:
            return b""
        try:
            with transfer_errors(self._device, endpoint.bEndpointAddress):
                return bytes(endpoint.read(endpoint.wMaxPacketSize, timeout_ms))
        except (Timeout, Stalled):
            return b""

    def _packet(self, timeout_ms: int) -> bytes:
        with transfer_errors(self._device, self._in.bEndpointAddress):
            return bytes(self._in.read(self._in.wMaxPacketSize, timeout_ms))


def open_reader(address: UsbAddress, backend: Backend | None = None) -> CcidPipe:
    """Take the reader from the system. Raises `UsbError`: `DeviceAbsent`, `DeviceRefused` or another."""

    def choose(device: usb.core.Device) -> Sequence[usb.core.Interface]:
        reader = interface_of(device, _CLASS_CARD_READER)
        if reader is None:
            raise DeviceRefused(f"USB device {address} is no card reader: it has no interface of class 11")
        return (reader,)

    with opened(address, backend, choose) as port:
        traits = ccid.read_traits(bytes(port.interfaces[0].extra_descriptors))
        if traits is None:
            raise DeviceRefused(
                f"the card reader {address} takes neither whole commands (APDUs) nor blocks of T=0: use one whose "
                "exchange level is short or extended APDU, or TPDU"
            )
        return CcidPipe(port, traits)


def _change_endpoint(interface: usb.core.Interface) -> usb.core.Endpoint | None:
    """The interrupt endpoint, which a reader need not have (§5.2)."""
    try:
        return endpoint_of(interface, usb.util.ENDPOINT_IN, usb.util.ENDPOINT_TYPE_INTR)
    except DeviceRefused:
        return None
