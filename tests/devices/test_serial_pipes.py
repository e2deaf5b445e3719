"""One pipe of bytes behind CDC-ACM, FTDI and CP210x; the adapters are emulated apart from the drivers."""

import pytest

from cashier.devices.bill_validator import BillValidator
from cashier.devices.serial_pipes import LineSetting, ftdi_divisor, open_serial
from cashier.money import EUR, Money
from cashier.records import DeviceId, DeviceReported, NoteEscrowed, NoteStacked, StackNote, TakeNotes
from cashier.usb import DeviceRefused, Gone, Stalled, Timeout
from firmware.virtual.adapters import Adapter, Nameplate, serial_device
from firmware.virtual.bill_validator import BillValidator as ValidatorEmulator
from firmware.virtual.bill_validator import ValidatorSettings, validator_device
from firmware.virtual.device import VirtualDevice
from firmware.virtual.local import Mishap
from firmware.virtual.loopback import Loopback, loopback_spec
from firmware.virtual.serial_line import LineCoding, SerialDevice
from tests.devices.near import Near

ADAPTERS: tuple[Adapter, ...] = ("cdc-acm", "ftdi", "cp210x")
VALIDATOR = DeviceId("validator")
PLATE = Nameplate(0x1209, 0x0009, "Echo", "ECHO0001")


class Echo(SerialDevice):
    """Says what it hears; speaks 19200 baud with two stop bits."""

    line = LineCoding(rate=19_200, stop=2)

    def __init__(self) -> None:
        self._held = bytearray()

    def receive(self, data: bytes, at: float) -> None:
        self._held += data

    def transmit(self, limit: int) -> bytes:
        said = bytes(self._held[:limit])
        del self._held[:limit]
        return said


@pytest.fixture(params=ADAPTERS)
def near(request: pytest.FixtureRequest) -> Near:
    return Near(echo=serial_device(Echo(), PLATE, request.param))


def test_bytes_of_any_number_come_back_whole(near: Near) -> None:
    pipe = open_serial(near.address("echo"), near.backend, LineSetting(19_200, 2))
    for length in (1, 61, 62, 63, 64, 65, 300):
        sent = bytes(number % 251 for number in range(length))
        pipe.write(sent, 500)
        heard = b""
        while len(heard) < length:
            heard += pipe.read(500)
        assert heard == sent
    pipe.close()


@pytest.mark.parametrize("setting", [LineSetting(9600, 2), LineSetting(19_200, 1)])
def test_a_wrong_speed_or_frame_is_noise_to_the_device(near: Near, setting: LineSetting) -> None:
    pipe = open_serial(near.address("echo"), near.backend, setting)
    pipe.write(b"hello", 500)
    with pytest.raises(Timeout):
        pipe.read(100)


def test_silence_takes_the_time_that_was_given_and_no_longer(near: Near) -> None:
    pipe = open_serial(near.address("echo"), near.backend, LineSetting(19_200, 2))
    before = near.host.at
    with pytest.raises(Timeout):
        pipe.read(500)
    assert 0.45 <= near.host.at - before <= 0.6


def test_a_stall_is_cleared_and_a_pulled_cable_is_the_end(near: Near) -> None:
    pipe = open_serial(near.address("echo"), near.backend, LineSetting(19_200, 2))
    near.host.set_mishap(Mishap(1, "stall"))
    with pytest.raises(Stalled):
        pipe.write(b"one", 500)
    pipe.write(b"two", 500)
    assert pipe.read(500) == b"two"
    near.bus.unplug("echo")
    with pytest.raises(Gone):
        pipe.read(500)
    pipe.close()


@pytest.mark.parametrize(
    ("baud", "divisor"),
    [(300, 0x2710), (9600, 0x4138), (19_200, 0x809C), (38_400, 0xC04E), (57_600, 0xC034), (115_200, 0x001A)],
)
def test_ftdis_divisor_is_the_published_one(baud: int, divisor: int) -> None:
    assert ftdi_divisor(baud) == divisor


def test_a_device_without_a_serial_line_is_refused_with_a_remedy() -> None:
    near = Near(loop=VirtualDevice(loopback_spec(), Loopback()))
    with pytest.raises(DeviceRefused, match="plug in a CDC-ACM, FTDI or CP210x adapter"):
        open_serial(near.address("loop"), near.backend)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_validator_works_behind_any_adapter(adapter: Adapter) -> None:
    near = Near(validator=validator_device(ValidatorSettings(), adapter=adapter))
    address = near.address("validator")
    driver = BillValidator(VALIDATOR, lambda: open_serial(address, near.backend), EUR, last_counter=0)
    tens = TakeNotes(device=VALIDATOR, amounts=(Money(1000),))
    assert driver.step([tens]) == [DeviceReported(device=VALIDATOR, condition="ready")]
    emulator = near.bus.device("validator").function.body()
    assert isinstance(emulator, ValidatorEmulator)
    emulator.insert_note(10, near.host.at)
    assert driver.step([tens]) == [NoteEscrowed(VALIDATOR, 1, Money(1000))]
    driver.step([tens, StackNote(VALIDATOR, 1)])
    near.host.wait(0.5)
    assert driver.step([tens]) == [NoteStacked(VALIDATOR, 2, Money(1000))]
