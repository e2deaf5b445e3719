"""A reader of chip cards: CCID with one or two slots, and the hands that lay cards into it.

A slot with one card answers for it; where two cards lie in one field, neither can be heard. UIDs are told by the reader
itself, as the pseudo-APDU FF CA 00 00 00 (PC/SC part 3, §3.2.2.1.3).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import msgspec

from firmware.virtual import ccid
from firmware.virtual.ccid import Answer, Card, Command, Error, Level, Request
from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Fact, Function, Setup, VirtualDevice
from firmware.virtual.faults import Handshake
from firmware.virtual.player_card import CardBuild, PlayerCard

if TYPE_CHECKING:
    from firmware.virtual.faults import FaultPlan

VENDOR, PRODUCT = 0x1209, 0x0009
BULK_OUT, BULK_IN, CHANGES_IN = 0x02, 0x82, 0x81

_PACKET = 64
_LONGEST = 271
_GET_UID = bytes.fromhex("ffca000000")
_ABORT = 0x01
_STILL_MS = 100
"""How often the reader says that its card needs more time."""

_T1_PARAMETERS = bytes.fromhex("11 10 00 4d 00 fe 00")
"""Fi and Di of 1, CRC off, guard time 0, waiting 4 and 13, clock not to be stopped, 254 bytes, node 0."""


class ReaderSettings(msgspec.Struct, frozen=True):
    """How the reader is built; `contactless`: whether it knows the UIDs of its cards.

    Some hosts take only readers whose vendor and product they know; it may be given those of another.
    """

    serial: str = "CR000001"
    vendor: int = VENDOR
    product: int = PRODUCT
    slots: int = 1
    level: Level = "short"
    contactless: bool = True


class _Slot:
    """One place for cards, and the card that speaks, if one does."""

    def __init__(self) -> None:
        self.cards: list[PlayerCard] = []
        self.active: PlayerCard | None = None
        self.changed = False

    @property
    def state(self) -> Card:
        if not self.cards:
            return Card.ABSENT
        return Card.INACTIVE if self.active is None else Card.ACTIVE


class _Late(msgspec.Struct, frozen=True):
    """An answer that a card still works at, and when the reader asks for more time the next time."""

    request: Request
    message: bytes
    ready: float
    still: float


class CardReader(Function):
    """The reader: slots, a queue of answers, and what changed."""

    def __init__(self, settings: ReaderSettings) -> None:
        if not 1 <= settings.slots <= 2:
            raise ValueError(f"a card reader has one or two slots, not {settings.slots}")
        self.settings = settings
        self._slots = [_Slot() for _ in range(settings.slots)]
        self._incoming = bytearray()
        self._outgoing: deque[bytes] = deque()
        self._late: _Late | None = None
        self._at = 0.0
        self._laid = 0
        self._broken = False
        self._unknown: list[str] = []

    # Hands

    def lay(self, build: CardBuild, slot: int = 1) -> None:
        """Lay a card into a slot, counted from 1; raises ``ValueError`` where there is none, or for no card."""
        place = self._slot(slot)
        place.cards.append(PlayerCard(build))
        place.active, place.changed = None, True
        self._laid += 1

    def lift(self, slot: int = 1) -> list[CardBuild]:
        """Take away whatever lies in a slot; raises ``ValueError`` where there is no such slot."""
        place = self._slot(slot)
        lifted, place.cards = place.cards, []
        place.changed = place.changed or bool(lifted)
        place.active = None
        return [card.as_it_is() for card in lifted]

    def set_broken(self, *, is_broken: bool) -> None:
        """Let the reader's electronics fail: it sees cards and cannot power one."""
        self._broken = is_broken

    def facts(self) -> dict[str, Fact]:
        """Cards in the slots, cards laid in so far, proofs of those that lie there, numbers on them, what it did not

        know of its host's commands.
        """
        cards = [card for slot in self._slots for card in slot.cards]
        unknown = [*self._unknown, *(code for card in cards for code in card.unknown)]
        return {
            "cards": len(cards),
            "laid": self._laid,
            "active": sum(slot.state is Card.ACTIVE for slot in self._slots),
            "proofs": sum(card.proofs for card in cards),
            "numbers": " ".join(card.number.hex() or "blank" for card in cards),
            "unknown_commands": " ".join(unknown),
        }

    def _slot(self, number: int) -> _Slot:
        if not 1 <= number <= len(self._slots):
            raise ValueError(f"the reader has slots 1 to {len(self._slots)}, not {number}")
        return self._slots[number - 1]

    # The interface

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """ABORT is taken, since nothing here runs on; there are no tables of clocks and rates (§5.3)."""
        return b"" if setup.request == _ABORT else Handshake.STALL

    def accept(self, endpoint: int, packet: bytes, at: float) -> None:
        """Take a packet; one that is not full ends a message, whole or not."""
        self._at = at
        self._incoming += packet
        while (request := ccid.take_request(self._incoming)) is not None:
            self._carry_out(request)
        if len(packet) < _PACKET and self._incoming:
            self._unknown.append(self._incoming[:1].hex())
            self._incoming.clear()

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """The next packet of an answer, with an empty one behind one that ends full; or what has changed."""
        if endpoint == CHANGES_IN:
            return self._changes()
        if not self._outgoing:
            return Handshake.NAK
        message = self._outgoing.popleft()
        if len(message) >= limit:
            self._outgoing.appendleft(message[limit:])
        return message[:limit]

    def tick(self, at: float) -> None:
        """Let time pass: a card that works is waited for."""
        self._at = at
        late = self._late
        if late is None:
            return
        if at >= late.ready:
            self._late = None
            self._outgoing.append(late.message)
        elif at >= late.still:
            self._outgoing.append(ccid.more_time(late.request, Card.ACTIVE, 1))
            self._late = msgspec.structs.replace(late, still=at + _STILL_MS / 1000)

    def due(self) -> float | None:
        """When the card is ready, or more time is to be asked for."""
        return None if self._late is None else min(self._late.ready, self._late.still)

    def bus_reset(self) -> None:
        """What was on its way is lost; every card is told of anew."""
        self._incoming.clear()
        self._outgoing.clear()
        self._late = None
        for slot in self._slots:
            slot.active, slot.changed = None, bool(slot.cards)

    def power_cut(self) -> None:
        """The cards lose their power with the reader."""
        self.bus_reset()

    def _changes(self) -> bytes | Handshake:
        if not any(slot.changed for slot in self._slots):
            return Handshake.NAK
        message = ccid.slot_change([(bool(slot.cards), slot.changed) for slot in self._slots])
        for slot in self._slots:
            slot.changed = False
        return message

    def _carry_out(self, request: Request) -> None:
        if request.slot >= len(self._slots):
            kind = _ANSWERS.get(request.kind, Answer.SLOT_STATUS)
            self._outgoing.append(ccid.failure(request, kind, Card.ABSENT, ccid.NO_SLOT))
            return
        slot = self._slots[request.slot]
        match request.kind:
            case Command.POWER_ON:
                said = self._power_on(request, slot)
            case Command.TRANSFER:
                said = self._transfer(request, slot)
            case Command.POWER_OFF | Command.GET_SLOT_STATUS | Command.ABORT:
                if request.kind == Command.POWER_OFF:
                    slot.active = None
                said = ccid.answer(request, Answer.SLOT_STATUS, slot.state, special=0 if slot.active else 1)
            case Command.GET_PARAMETERS | Command.SET_PARAMETERS | Command.RESET_PARAMETERS:
                said = ccid.answer(request, Answer.PARAMETERS, slot.state, _T1_PARAMETERS, special=1)
            case _:
                self._unknown.append(f"{request.kind:02x}")
                kind = Answer.ESCAPE if request.kind == Command.ESCAPE else Answer.SLOT_STATUS
                said = ccid.failure(request, kind, slot.state, Error.NOT_SUPPORTED)
        if said:
            self._outgoing.append(said)

    def _power_on(self, request: Request, slot: _Slot) -> bytes:
        if self._broken:
            return ccid.failure(request, Answer.DATA_BLOCK, slot.state, Error.HARDWARE)
        reset = slot.cards[0].reset() if len(slot.cards) == 1 else b""
        if not reset:
            return ccid.failure(request, Answer.DATA_BLOCK, slot.state, Error.MUTE)
        slot.active = slot.cards[0]
        return ccid.answer(request, Answer.DATA_BLOCK, slot.state, reset)

    def _transfer(self, request: Request, slot: _Slot) -> bytes:
        """The card's answer; empty where the card works at it."""
        card = slot.active
        if card is not None and card.build.leaves_at == card.commands + 1:
            self.lift(self._slots.index(slot) + 1)
            card = None
        if card is None:
            return ccid.failure(request, Answer.DATA_BLOCK, slot.state, Error.MUTE)
        if request.data == _GET_UID:
            uid = card.uid + b"\x90\x00" if self.settings.contactless else b"\x6a\x81"
            return ccid.answer(request, Answer.DATA_BLOCK, Card.ACTIVE, uid)
        speak = card.answer_block if self.settings.level == "tpdu" else card.answer
        said = ccid.answer(request, Answer.DATA_BLOCK, Card.ACTIVE, speak(request.data))
        if not card.build.work_ms:
            return said
        self._late = _Late(request, said, self._at + card.build.work_ms / 1000, self._at)
        return b""


_ANSWERS: dict[int, Answer] = {
    Command.POWER_ON: Answer.DATA_BLOCK,
    Command.TRANSFER: Answer.DATA_BLOCK,
    Command.ESCAPE: Answer.ESCAPE,
    Command.GET_PARAMETERS: Answer.PARAMETERS,
    Command.SET_PARAMETERS: Answer.PARAMETERS,
    Command.RESET_PARAMETERS: Answer.PARAMETERS,
}
"""In what message a command is answered, if not in the slot's status."""


def reader_device(settings: ReaderSettings, plan: FaultPlan | None = None) -> VirtualDevice:
    """The reader as a USB device."""
    return VirtualDevice(reader_spec(settings), CardReader(settings), plan)


def reader_spec(settings: ReaderSettings) -> DeviceSpec:
    """One interface of the class, with its descriptor, two bulk endpoints and one for changes."""
    endpoints = (
        EndpointSpec(BULK_OUT, TransferKind.BULK, _PACKET),
        EndpointSpec(BULK_IN, TransferKind.BULK, _PACKET),
        EndpointSpec(CHANGES_IN, TransferKind.INTERRUPT, packet_size=8, interval=10),
    )
    extra = ccid.class_descriptor(settings.slots, settings.level, _LONGEST)
    interface = InterfaceSpec(ClassCode(0x0B, 0, 0), endpoints, "cards", extra)
    ids = (settings.vendor, settings.product)
    return DeviceSpec(*ids, "Jakaja", "Card reader", settings.serial, (interface,))
