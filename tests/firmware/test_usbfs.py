"""The played device nodes, called as the preload library calls them, without it: its end of the speech is here."""

from __future__ import annotations

import errno
import os
import select
import selectors
import socket
import struct
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from firmware.virtual.config import BusConfig, LoopbackConfig, PrinterConfig, ScannerConfig, ValidatorConfig, build_bus
from firmware.virtual.control import BusControl
from firmware.virtual.loopback import BULK_IN, BULK_OUT, Ask
from firmware.virtual.server import BusServer
from firmware.virtual.usbfs import UsbfsFront, kernel_driver

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = struct.Struct("=QQQ")
URB = struct.Struct("=BBxxiIxxxxQiiiiiIQ")
BASE, BUFFER = 0x10_0000, 0x10_1000
SUBMIT, DISCARD, REAP, CLAIM, RELEASE, DRIVER, TO_DRIVER = 10, 11, 13, 15, 16, 8, 18
SET_INTERFACE, SET_CONFIGURATION, RESET, CLEAR_HALT, CAPABILITIES, SPEED = 4, 5, 20, 21, 26, 31
LOOPBACK, SCANNER = 2, 3
CONTROL, BULK = 2, 3


class Table:
    """A bus with its nodes in a folder, and the hands of people."""

    def __init__(self, folder: str, hands: BusControl) -> None:
        self.root = f"{folder}/root"
        self.hands = hands

    def opened(self, address: int) -> Caller:
        return Caller(self.root, address)


@pytest.fixture
def table() -> Iterator[Table]:
    with TemporaryDirectory(prefix="jakaja-") as folder:
        devices = (LoopbackConfig(), ScannerConfig())
        config = BusConfig(f"unix:{folder}/usb", f"unix:{folder}/hands", devices)
        server = BusServer(build_bus(config), config.listen, config.control, usbfs=f"{folder}/root")
        thread = threading.Thread(target=server.serve)
        thread.start()
        with BusControl(server.control_address) as hands:
            yield Table(folder, hands)
        server.stop()
        thread.join()


class Caller:
    """A program that has a node open, with memory of its own."""

    def __init__(self, root: str, address: int) -> None:
        self.memory = bytearray(0x4000)
        self.node = os.open(f"{root}/dev/bus/usb/001/{address:03d}", os.O_RDWR | os.O_NONBLOCK)
        self.stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.stream.connect(f"{root}/ioctl/dev/bus/usb/001/{address:03d}")

    def close(self) -> None:
        self.stream.close()
        os.close(self.node)

    def put(self, place: int, data: bytes) -> None:
        self.memory[place - BASE : place - BASE + len(data)] = data

    def get(self, place: int, length: int) -> bytes:
        return bytes(self.memory[place - BASE : place - BASE + length])

    def say(self, kind: int, request: int, argument: int) -> int:
        """Make a call; its result, or the negated errno. What is wanted of the memory meanwhile is done."""
        self.stream.sendall(WORDS.pack(kind, request, argument))
        while True:
            answer, first, second = WORDS.unpack(self._take(WORDS.size))
            match answer:
                case 3:
                    return -second if first == (1 << 64) - 1 else first
                case 4:
                    self.stream.sendall(WORDS.pack(2, 77, 0))
                case 5:
                    self.stream.sendall(self.get(first, second))
                case 6:
                    self.put(first, self._take(second))
                case _:
                    pytest.fail(f"the node says {answer}, which no caller understands")

    def call(self, number: int, argument: int = BASE) -> int:
        return self.say(1, ord("U") << 8 | number, argument)

    def call_with(self, number: int, *words: int) -> int:
        self.put(BASE, struct.pack(f"={len(words)}I", *words))
        return self.call(number)

    def submit(self, place: int, kind: int, endpoint: int, data: bytes, length: int | None = None) -> int:
        self.put(BUFFER, data)
        size = len(data) if length is None else length
        self.put(place, URB.pack(kind, endpoint, 0, 0, BUFFER, size, 0, 0, 0, 0, 0, 0))
        return self.call(SUBMIT, place)

    def ask(self, request: Ask, value: int = 0, index: int = 0, data: bytes = b"") -> None:
        """A request of the loop-back device, to its end."""
        setup = struct.pack("<BBHHH", 0x40, request, value, index, len(data))
        assert self.submit(BASE + 0x200, CONTROL, 0, setup + data) == 0
        assert self.reaped() == (BASE + 0x200, 0, len(data))

    def reaped(self) -> tuple[int, int, int]:
        """Wait until the node is writable, and fetch: which transfer has ended, its status, and how many bytes."""
        _, writable, _ = select.select([], [self.node], [], 10)
        assert writable, "the node never says that a transfer has ended"
        assert self.call(REAP, BASE + 0x100) == 0
        (place,) = struct.unpack("=Q", self.get(BASE + 0x100, 8))
        fields = URB.unpack(self.get(place, URB.size))
        return place, fields[2], fields[6]

    def is_writable(self) -> bool:
        return bool(select.select([], [self.node], [], 0)[1])

    def _take(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            piece = self.stream.recv(length - len(data))
            assert piece, "the node has hung up"
            data += piece
        return data


@pytest.fixture
def caller(table: Table) -> Iterator[Caller]:
    opened = table.opened(LOOPBACK)
    yield opened
    opened.close()


ONE, OTHER = BASE + 0x300, BASE + 0x400


def test_a_transfer_makes_the_node_writable_only_once_it_has_ended(caller: Caller) -> None:
    assert caller.submit(ONE, BULK, BULK_IN, b"", 64) == 0
    assert not caller.is_writable()
    assert caller.call(REAP) == -errno.EAGAIN
    assert caller.submit(OTHER, BULK, BULK_OUT, b"round") == 0
    assert {caller.reaped(), caller.reaped()} == {(OTHER, 0, 5), (ONE, 0, 5)}
    assert caller.get(BUFFER, 5) == b"round"
    assert not caller.is_writable()


def test_a_control_transfer_puts_its_data_behind_the_request(caller: Caller) -> None:
    caller.ask(Ask.KEEP, data=b"kept")
    caller.submit(ONE, CONTROL, 0, struct.pack("<BBHHH", 0xC0, Ask.GIVE, 0, 0, 64) + bytes(64))
    assert caller.reaped() == (ONE, 0, 4)
    assert caller.get(BUFFER + 8, 4) == b"kept"


def test_a_withdrawn_transfer_is_fetched_and_has_lost_nothing(caller: Caller) -> None:
    caller.submit(ONE, BULK, BULK_IN, b"", 64)
    assert caller.call(DISCARD, OTHER) == -errno.EINVAL
    assert caller.call(DISCARD, ONE) == 0
    assert caller.reaped() == (ONE, -errno.ENOENT, 0)
    caller.submit(OTHER, BULK, BULK_OUT, b"late")
    assert caller.reaped() == (OTHER, 0, 4)
    caller.submit(ONE, BULK, BULK_IN, b"", 64)
    assert caller.reaped() == (ONE, 0, 4)


def test_a_stalled_endpoint_is_cleared_by_a_call(caller: Caller) -> None:
    caller.ask(Ask.HALT, index=BULK_IN)
    caller.submit(ONE, BULK, BULK_IN, b"", 64)
    assert caller.reaped() == (ONE, -errno.EPIPE, 0)
    assert caller.call_with(CLEAR_HALT, BULK_IN) == 0
    caller.submit(OTHER, BULK, BULK_OUT, b"again")
    assert caller.reaped() == (OTHER, 0, 5)


def test_pulling_the_cable_ends_every_transfer_and_then_everything(table: Table, caller: Caller) -> None:
    assert caller.call_with(CLAIM, 0) == 0
    caller.submit(ONE, BULK, BULK_IN, b"", 64)
    table.hands.unplug("loopback")
    assert caller.reaped() == (ONE, -errno.ESHUTDOWN, 0)
    assert caller.call(REAP) == -errno.ENODEV
    assert caller.submit(ONE, BULK, BULK_IN, b"", 64) == -errno.ENODEV
    assert caller.call_with(RELEASE, 0) == 0
    assert not os.path.exists(f"{table.root}/dev/bus/usb/001/{LOOPBACK:03d}")
    assert not os.path.exists(f"{table.root}/sys/bus/usb/devices/1-1")


def test_a_transfer_that_comes_right_after_the_unplugging_is_refused_at_once() -> None:
    with TemporaryDirectory(prefix="jakaja-") as folder, selectors.DefaultSelector() as selector:
        bus = build_bus(BusConfig("", None, (LoopbackConfig(),)))
        front = UsbfsFront(bus, Path(folder), selector, lambda: None)
        caller = Caller(folder, LOOPBACK)
        ((accept, _),) = selector.select(5)
        accept.data()
        bus.unplug("loopback")
        caller.put(ONE, URB.pack(BULK, BULK_IN, 0, 0, BUFFER, 64, 0, 0, 0, 0, 0, 0))
        caller.stream.sendall(WORDS.pack(1, ord("U") << 8 | SUBMIT, ONE))
        ((call, _),) = selector.select(5)
        call.data()
        assert WORDS.unpack(caller.stream.recv(WORDS.size)) == (3, (1 << 64) - 1, errno.ENODEV)
        front.follow()
        caller.close()
        front.close()


def test_an_interface_is_held_by_one_and_freed_when_he_dies(table: Table, caller: Caller) -> None:
    other = table.opened(LOOPBACK)
    assert caller.call_with(CLAIM, 0) == 0
    assert caller.call_with(CLAIM, 0) == 0
    assert other.call_with(CLAIM, 0) == -errno.EBUSY
    assert other.call_with(RELEASE, 0) == -errno.EINVAL
    assert other.call_with(CLAIM, 5) == -errno.EINVAL
    other.submit(ONE, BULK, BULK_IN, b"", 64)
    other.close()
    assert caller.call_with(RELEASE, 0) == 0
    caller.submit(OTHER, BULK, BULK_OUT, b"mine")
    assert caller.reaped() == (OTHER, 0, 4)
    caller.submit(ONE, BULK, BULK_IN, b"", 64)
    assert caller.reaped() == (ONE, 0, 4), "the dead one's transfer has taken nothing"


def test_the_kernels_driver_must_be_taken_off_first_and_comes_back(table: Table) -> None:
    caller = table.opened(SCANNER)
    assert caller.call_with(CLAIM, 0) == -errno.EBUSY
    assert caller.call_with(DRIVER, 0) == 0
    assert caller.get(BASE + 4, 7) == b"usbhid\0"
    disconnect, connect = (ord("U") << 8 | 22, ord("U") << 8 | 23)
    assert caller.call_with(TO_DRIVER, 0, connect) == -errno.EBUSY
    assert caller.call_with(TO_DRIVER, 0, disconnect) == 0
    assert caller.call_with(TO_DRIVER, 0, disconnect) == -errno.ENODATA
    assert caller.call_with(DRIVER, 0) == -errno.ENODATA
    assert caller.call_with(CLAIM, 0) == 0
    assert caller.call_with(DRIVER, 0) == 0
    assert caller.get(BASE + 4, 6) == b"usbfs\0"
    assert caller.call_with(RELEASE, 0) == 0
    assert caller.call_with(TO_DRIVER, 0, connect) == 1
    assert caller.call_with(CLAIM, 0) == -errno.EBUSY
    assert caller.call_with(TO_DRIVER, 0, 0) == -errno.ENOTTY
    caller.close()


def test_configuration_interface_and_reset(table: Table, caller: Caller) -> None:
    assert caller.call_with(SET_CONFIGURATION, 1) == 0
    assert caller.call_with(SET_CONFIGURATION, 7) == -errno.EPIPE
    assert caller.call_with(SET_INTERFACE, 0, 0) == 0
    assert caller.call_with(SET_INTERFACE, 0, 1) == -errno.EPIPE
    assert caller.call_with(CLAIM, 0) == 0
    assert caller.call_with(SET_CONFIGURATION, 1) == -errno.EBUSY
    assert caller.call(RESET) == 0
    caller.submit(ONE, BULK, BULK_OUT, b"on")
    assert caller.reaped() == (ONE, 0, 2)


def test_what_a_node_can_do_is_told(caller: Caller) -> None:
    assert caller.call(CAPABILITIES) == 0
    assert struct.unpack("=I", caller.get(BASE, 4)) == (0x15,)
    assert caller.call(SPEED) == 2


def test_an_unknown_call_is_none_of_a_device_nodes(caller: Caller) -> None:
    assert caller.call(99) == -errno.ENOTTY
    assert caller.say(1, 0x5401, BASE) == -errno.ENOTTY
    assert caller.say(9, 0, 0) == -errno.ENOTTY


def test_plain_reading_is_left_to_the_caller(caller: Caller) -> None:
    assert caller.say(7, BASE, 4) == 77


def test_a_device_is_shown_in_files(table: Table) -> None:
    place = Path(f"{table.root}/sys/bus/usb/devices/1-1")
    told = {name: (place / name).read_text() for name in ("busnum", "devnum", "idVendor", "speed", "serial")}
    assert told == {"busnum": "1\n", "devnum": "2\n", "idVendor": "1209\n", "speed": "12\n", "serial": "LOOP0001\n"}
    assert (place / "descriptors").read_bytes()[:4] == b"\x12\x01\x00\x02"
    assert (place / "subsystem").samefile(f"{table.root}/sys/bus/usb")
    assert (place / "1-1:1.0" / "bInterfaceClass").read_text() == "ff\n"


def test_whoever_listens_hears_who_comes_and_goes(table: Table) -> None:
    stale = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    stale.bind(f"{table.root}/event3")
    stale.close()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"{table.root}/event4")
        table.hands.unplug("loopback")
        table.hands.replug("loopback")
        heard = [listener.recv(4096) for _ in range(2)]
    assert not os.path.exists(f"{table.root}/event3")
    for message in heard:
        assert message[:12] == b"libudev\0\xfe\xed\xca\xfe"
    told = [dict(word.split(b"=") for word in message[40:].split(b"\0") if word) for message in heard]
    assert [(words[b"ACTION"], words[b"DEVNAME"]) for words in told] == [
        (b"remove", b"/dev/bus/usb/001/002"),
        (b"add", b"/dev/bus/usb/001/004"),
    ]
    assert {words[b"DEVTYPE"] for words in told} == {b"usb_device"}


def test_the_kernel_knows_each_of_our_devices() -> None:
    devices = (
        PrinterConfig(),
        ScannerConfig(),
        LoopbackConfig(),
        *(ValidatorConfig(adapter, adapter=adapter) for adapter in ("cdc-acm", "ftdi", "cp210x")),
    )
    found = {
        attached.name: {kernel_driver(attached.device.spec, item) for item in attached.device.spec.interfaces}
        for attached in build_bus(BusConfig("", None, devices)).attached()
    }
    assert found == {
        "printer": {"usblp"},
        "scanner": {"usbhid"},
        "loopback": {""},
        "cdc-acm": {"cdc_acm"},
        "ftdi": {"ftdi_sio"},
        "cp210x": {"cp210x"},
    }
