"""The server's manners: whoever speaks nonsense is told off once and hung up on; the others go on."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, get_args

import pytest
import usb.core
import usb.util

from firmware.virtual import usbip
from firmware.virtual.address import connect
from firmware.virtual.backend import get_backend
from firmware.virtual.bus import VirtualBus
from firmware.virtual.control import Deed, Wait
from firmware.virtual.desk import ACTS
from firmware.virtual.device import VirtualDevice
from firmware.virtual.loopback import Loopback, loopback_spec
from firmware.virtual.server import BusServer
from firmware.virtual.usbip import ImportRequest, Incoming, Submit

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

ANY_PORT = "tcp:127.0.0.1:0"


class Served:
    def __init__(self) -> None:
        self.complaints: list[str] = []
        bus = VirtualBus()
        bus.attach("loopback", VirtualDevice(loopback_spec(), Loopback()))
        self.server = BusServer(bus, ANY_PORT, ANY_PORT, self.complaints.append)
        self.thread = threading.Thread(target=self.server.serve)


@pytest.fixture
def served() -> Iterator[Served]:
    running = Served()
    running.thread.start()
    yield running
    running.server.stop()
    running.thread.join(5)
    assert not running.thread.is_alive()


def read_to_end(stream: socket.socket) -> bytes:
    received = b""
    while data := stream.recv(4096):
        received += data
    return received


def test_nonsense_closes_the_connection_with_one_complaint(served: Served) -> None:
    with connect(served.server.address, 5) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert read_to_end(stream) == b""
    assert served.complaints == ["connection closed: USB/IP version 0x4745: only 0x0111 is spoken here"]


def test_nonsense_on_one_connection_leaves_the_others_alone(served: Served) -> None:
    device = usb.core.find(backend=get_backend(served.server.address))
    device.set_configuration()
    with connect(served.server.address, 5) as stream:
        stream.sendall(bytes(64))
        read_to_end(stream)
    device.write(1, b"still here", 5000)
    assert bytes(device.read(0x81, 64, 5000)) == b"still here"
    usb.util.dispose_resources(device)


def test_an_unknown_bus_id_is_refused_and_may_be_asked_again(served: Served) -> None:
    with connect(served.server.address, 5) as stream:
        incoming = Incoming()
        for bus_id, expected in (("9-9", False), ("1-1", True)):
            stream.sendall(usbip.encode_operation(ImportRequest(bus_id)))
            while (reply := usbip.next_import(incoming)) is None:
                incoming.feed(stream.recv(4096))
            assert (reply.device is not None) == expected


def test_a_sequence_number_in_use_is_refused(served: Served) -> None:
    with connect(served.server.address, 5) as stream:
        stream.sendall(usbip.encode_operation(ImportRequest("1-1")))
        waiting = usbip.encode_command(Submit(5, 0x10002, True, 0, 8, b"\xc0\x07\0\0\0\0\x08\0"))
        stream.sendall(waiting + waiting)
        read_to_end(stream)
    assert served.complaints == ["connection closed: USB/IP transfer 5 is still in flight: use a new number"]


def test_a_host_that_hangs_up_withdraws_its_transfers(served: Served) -> None:
    first = usb.core.find(backend=get_backend(served.server.address))
    first.set_configuration()
    with pytest.raises(usb.core.USBTimeoutError):
        first.read(0x81, 64, 50)
    usb.util.dispose_resources(first)
    second = usb.core.find(backend=get_backend(served.server.address))
    second.write(1, b"mine", 5000)
    assert bytes(second.read(0x81, 64, 5000)) == b"mine"
    usb.util.dispose_resources(second)


def test_every_deed_of_the_control_channel_has_somebody_to_do_it() -> None:
    assert set(ACTS) | {Wait} == set(get_args(Deed))


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"hello\n", "malformed"),
        (b'{"do": "dance"}\n', "dance"),
        (b'{"do": "unplug"}\n', "missing required field `device`"),
        (b'{"do": "unplug", "device": "toaster"}\n', "no device is named 'toaster': this bus has loopback"),
        (b'{"do": "insert_note", "device": "loopback", "value": 5}\n', "this needs a NoteSlot"),
        (
            b'{"do": "faults", "device": "loopback", "plan": {"faults": [{"kind": "drop", "endpoint": 9}]}}\n',
            "0x09",
        ),
        (b'{"do": "wait", "device": "loopback", "fact": "mood", "timeout_ms": 1}\n', "shows no 'mood'"),
    ],
)
def test_a_bad_control_line_gets_one_line_of_error_and_the_channel_goes_on(
    served: Served, line: bytes, error: str
) -> None:
    with connect(served.server.control_address, 5) as stream, stream.makefile("rb") as lines:
        stream.sendall(line)
        answer = lines.readline().decode()
        assert answer.startswith('{"ok":false,"error":')
        assert error in answer
        stream.sendall(b'{"do": "status"}\n')
        assert lines.readline().startswith(b'{"ok":true')
