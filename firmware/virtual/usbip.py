"""The USB/IP wire protocol, version 1.1.1: frames as records, and readers that cut them from a stream.

Nothing here touches a socket. Source: the Linux kernel's ``Documentation/usb/usbip_protocol.rst``. All
integers are big-endian. Isochronous transfers are not spoken.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 0x0111
MAX_TRANSFER = 1 << 20
"""The largest transfer either side accepts, in bytes."""

_REQ_DEVLIST, _REP_DEVLIST, _REQ_IMPORT, _REP_IMPORT = 0x8005, 0x0005, 0x8003, 0x0003
_CMD_SUBMIT, _CMD_UNLINK, _RET_SUBMIT, _RET_UNLINK = 1, 2, 3, 4
_OPERATION = struct.Struct(">HHI")
_DEVICE = struct.Struct(">256s32sIIIHHHBBBBBB")
_INTERFACE = struct.Struct(">BBBx")
_SUBMIT = struct.Struct(">IIIIIIiIIi8s")
_RETURN = struct.Struct(">IIIIIiiiii8x")
_UNLINK = struct.Struct(">IIIIII24x")
_UNLINKED = struct.Struct(">IIIIIi24x")
HEADER_SIZE = _SUBMIT.size
_NO_ISO_PACKETS = (0, 0xFFFFFFFF)
_MAX_DEVICES = 128


class MalformedFrameError(ValueError):
    """The peer sent something that is not USB/IP; the message is one line that says what."""


class DeviceListRequest(msgspec.Struct, frozen=True):
    """OP_REQ_DEVLIST: which devices are there?"""


class ImportRequest(msgspec.Struct, frozen=True):
    """OP_REQ_IMPORT: attach this connection to the device with that bus id."""

    bus_id: str


class Submit(msgspec.Struct, frozen=True):
    """CMD_SUBMIT: one transfer. ``endpoint`` is the number without direction; ``data`` is for OUT only."""

    seq: int
    device_id: int
    is_in: bool
    endpoint: int
    length: int
    setup: bytes = bytes(8)
    data: bytes = b""


class Unlink(msgspec.Struct, frozen=True):
    """CMD_UNLINK: withdraw the transfer ``target``."""

    seq: int
    device_id: int
    target: int


class Submitted(msgspec.Struct, frozen=True):
    """RET_SUBMIT: a transfer ended; ``data`` is present for IN only."""

    seq: int
    status: int
    actual: int
    data: bytes = b""


class Unlinked(msgspec.Struct, frozen=True):
    """RET_UNLINK: -ECONNRESET when the transfer was withdrawn, 0 when it had ended before."""

    seq: int
    status: int


class InterfaceSummary(msgspec.Struct, frozen=True):
    """Class codes of one interface in a device list."""

    major: int
    minor: int
    protocol: int


class DeviceSummary(msgspec.Struct, frozen=True):
    """One exported device. An import reply does not carry the interfaces."""

    path: str
    bus_id: str
    bus_number: int
    address: int
    speed: int
    vendor: int
    product: int
    release: int
    major: int
    minor: int
    protocol: int
    configuration: int
    configurations: int
    interface_count: int
    interfaces: tuple[InterfaceSummary, ...] = ()

    @property
    def device_id(self) -> int:
        """The id that commands carry."""
        return self.bus_number << 16 | self.address


Operation: TypeAlias = DeviceListRequest | ImportRequest
Command: TypeAlias = Submit | Unlink
Return: TypeAlias = Submitted | Unlinked


def encode_operation(operation: Operation) -> bytes:
    """The wire form of a request made before a device is imported."""
    if isinstance(operation, DeviceListRequest):
        return _OPERATION.pack(VERSION, _REQ_DEVLIST, 0)
    return _OPERATION.pack(VERSION, _REQ_IMPORT, 0) + _text(operation.bus_id, 32)


def encode_device_list(devices: tuple[DeviceSummary, ...]) -> bytes:
    """OP_REP_DEVLIST."""
    body = b"".join(
        _summary(device)
        + b"".join(_INTERFACE.pack(code.major, code.minor, code.protocol) for code in device.interfaces)
        for device in devices
    )
    return _OPERATION.pack(VERSION, _REP_DEVLIST, 0) + struct.pack(">I", len(devices)) + body


def encode_import(device: DeviceSummary | None) -> bytes:
    """OP_REP_IMPORT; None refuses."""
    if device is None:
        return _OPERATION.pack(VERSION, _REP_IMPORT, 1)
    return _OPERATION.pack(VERSION, _REP_IMPORT, 0) + _summary(device)


def encode_command(command: Command) -> bytes:
    """The wire form of a transfer or of its withdrawal."""
    if isinstance(command, Unlink):
        return _UNLINK.pack(_CMD_UNLINK, command.seq, command.device_id, 0, 0, command.target)
    head = (_CMD_SUBMIT, command.seq, command.device_id, int(command.is_in), command.endpoint)
    return _SUBMIT.pack(*head, 0, command.length, 0, 0, 0, command.setup) + command.data


def encode_return(answer: Return) -> bytes:
    """The wire form of an answer to a command."""
    if isinstance(answer, Unlinked):
        return _UNLINKED.pack(_RET_UNLINK, answer.seq, 0, 0, 0, answer.status)
    return _RETURN.pack(_RET_SUBMIT, answer.seq, 0, 0, 0, answer.status, answer.actual, 0, 0, 0) + answer.data


class Incoming:
    """Bytes received and not yet understood."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add what the socket gave."""
        self._buffer += data

    def peek(self, size: int) -> bytes | None:
        """The first ``size`` bytes if they are there; they stay."""
        return bytes(self._buffer[:size]) if len(self._buffer) >= size else None

    def drop(self, size: int) -> None:
        """Forget the first ``size`` bytes."""
        del self._buffer[:size]

    @property
    def empty(self) -> bool:
        """Whether the stream stands between two frames."""
        return not self._buffer


def next_operation(incoming: Incoming) -> Operation | None:
    """Cut one request from the stream, None while it is incomplete; raises :class:`MalformedFrameError`."""
    head = incoming.peek(_OPERATION.size)
    if head is None:
        return None
    version, code, _ = _OPERATION.unpack(head)
    if version != VERSION:
        raise MalformedFrameError(f"USB/IP version {version:#06x}: only {VERSION:#06x} is spoken here")
    if code == _REQ_DEVLIST:
        incoming.drop(len(head))
        return DeviceListRequest()
    if code != _REQ_IMPORT:
        raise MalformedFrameError(f"USB/IP operation {code:#06x}: expected a device list or an import")
    whole = incoming.peek(len(head) + 32)
    if whole is None:
        return None
    incoming.drop(len(whole))
    return ImportRequest(_read_text(whole[len(head) :]))


def next_command(incoming: Incoming) -> Command | None:
    """Cut one command from the stream, None while it is incomplete; raises :class:`MalformedFrameError`."""
    head = incoming.peek(HEADER_SIZE)
    if head is None:
        return None
    kind = int.from_bytes(head[:4], "big")
    if kind == _CMD_UNLINK:
        incoming.drop(HEADER_SIZE)
        _, seq, device_id, _, _, target = _UNLINK.unpack(head)
        return Unlink(seq, device_id, target)
    if kind != _CMD_SUBMIT:
        raise MalformedFrameError(f"USB/IP command {kind:#x}: expected a transfer (1) or an unlink (2)")
    _, seq, device_id, direction, endpoint, _, length, _, iso_packets, _, setup = _SUBMIT.unpack(head)
    if direction > 1 or endpoint > 15:
        raise MalformedFrameError(f"USB/IP transfer {seq}: direction {direction}, endpoint {endpoint} cannot be")
    if iso_packets not in _NO_ISO_PACKETS:
        raise MalformedFrameError(f"USB/IP transfer {seq} is isochronous: use bulk or interrupt endpoints")
    _check_length(length, seq)
    size = HEADER_SIZE + (0 if direction else length)
    whole = incoming.peek(size)
    if whole is None:
        return None
    incoming.drop(size)
    return Submit(seq, device_id, bool(direction), endpoint, length, setup, whole[HEADER_SIZE:])


def next_return(incoming: Incoming, is_in: Callable[[int], bool]) -> Return | None:
    """Cut one answer from the stream. ``is_in(seq)`` remembers the direction, which answers do not carry."""
    head = incoming.peek(HEADER_SIZE)
    if head is None:
        return None
    kind = int.from_bytes(head[:4], "big")
    if kind == _RET_UNLINK:
        incoming.drop(HEADER_SIZE)
        _, seq, _, _, _, status = _UNLINKED.unpack(head)
        return Unlinked(seq, status)
    if kind != _RET_SUBMIT:
        raise MalformedFrameError(f"USB/IP answer {kind:#x}: expected the end of a transfer (3) or of an unlink (4)")
    _, seq, _, _, _, status, actual, _, _, _ = _RETURN.unpack(head)
    _check_length(actual, seq)
    size = HEADER_SIZE + (actual if is_in(seq) else 0)
    whole = incoming.peek(size)
    if whole is None:
        return None
    incoming.drop(size)
    return Submitted(seq, status, actual, whole[HEADER_SIZE:])


def next_device_list(incoming: Incoming) -> tuple[DeviceSummary, ...] | None:
    """Cut a device list from the stream, None while it is incomplete; raises :class:`MalformedFrameError`."""
    head = incoming.peek(_OPERATION.size + 4)
    if head is None:
        return None
    _check_reply(head, _REP_DEVLIST)
    count = int.from_bytes(head[_OPERATION.size :], "big")
    if count > _MAX_DEVICES:
        raise MalformedFrameError(f"USB/IP device list of {count} devices: at most {_MAX_DEVICES} are believed")
    position = len(head)
    devices = []
    for _ in range(count):
        raw = incoming.peek(position + _DEVICE.size)
        if raw is None:
            return None
        device = _read_summary(raw[position:])
        position += _DEVICE.size
        end = position + device.interface_count * _INTERFACE.size
        raw = incoming.peek(end)
        if raw is None:
            return None
        codes = tuple(InterfaceSummary(*fields) for fields in _INTERFACE.iter_unpack(raw[position:]))
        devices.append(msgspec.structs.replace(device, interfaces=codes))
        position = end
    incoming.drop(position)
    return tuple(devices)


class ImportReply(msgspec.Struct, frozen=True):
    """OP_REP_IMPORT: the device, or None when the server refused."""

    device: DeviceSummary | None


def next_import(incoming: Incoming) -> ImportReply | None:
    """Cut an import reply from the stream, None while it is incomplete; raises :class:`MalformedFrameError`."""
    head = incoming.peek(_OPERATION.size)
    if head is None:
        return None
    _, code, status = _OPERATION.unpack(head)
    if code == _REP_IMPORT and status:
        incoming.drop(len(head))
        return ImportReply(None)
    _check_reply(head, _REP_IMPORT)
    whole = incoming.peek(len(head) + _DEVICE.size)
    if whole is None:
        return None
    incoming.drop(len(whole))
    return ImportReply(_read_summary(whole[len(head) :]))


def _check_reply(head: bytes, expected: int) -> None:
    version, code, status = _OPERATION.unpack(head[: _OPERATION.size])
    if (version, code, status) != (VERSION, expected, 0):
        raise MalformedFrameError(
            f"USB/IP reply {code:#06x} of version {version:#06x}, status {status}: expected {expected:#06x}"
        )


def _check_length(length: int, seq: int) -> None:
    if not 0 <= length <= MAX_TRANSFER:
        raise MalformedFrameError(f"USB/IP transfer {seq} of {length} bytes: at most {MAX_TRANSFER} are allowed")


def _summary(device: DeviceSummary) -> bytes:
    return _DEVICE.pack(
        _text(device.path, 256),
        _text(device.bus_id, 32),
        device.bus_number,
        device.address,
        device.speed,
        device.vendor,
        device.product,
        device.release,
        device.major,
        device.minor,
        device.protocol,
        device.configuration,
        device.configurations,
        device.interface_count,
    )


def _read_summary(raw: bytes) -> DeviceSummary:
    path, bus_id, *numbers = _DEVICE.unpack(raw[: _DEVICE.size])
    return DeviceSummary(_read_text(path), _read_text(bus_id), *numbers)


def _text(text: str, size: int) -> bytes:
    encoded = text.encode("ascii")
    if len(encoded) >= size:
        raise ValueError(f"{text!r} is too long for USB/IP: at most {size - 1} characters")
    return encoded.ljust(size, b"\0")


def _read_text(raw: bytes) -> str:
    try:
        return raw.split(b"\0", 1)[0].decode("ascii")
    except UnicodeDecodeError:
        raise MalformedFrameError(f"USB/IP text {raw[:16]!r}... is not ASCII") from None
