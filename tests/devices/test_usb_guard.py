"""Nothing hangs on the bus that the profile does not allow: not another, not a changed one, no keyboard (SEC-3)."""

import errno

import msgspec
import pytest
from usb.core import USBError

from cashier.devices.usb_guard import Flaw, Listed, Stranger, look, strangers
from cashier.records import DeviceId
from cashier.usb import UsbAddress, UsbError
from controller.app.config import demo_profile
from controller.app.usb_driver import BETWEEN_LOOKS, SENTENCES, UsbWatch
from controller.vocab.fault_records import ReportFault
from controller.vocab.profile import Profile, TicketScanner, UsbListed, UsbPlace
from firmware.virtual.bill_validator import ValidatorSettings, validator_device
from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Function, VirtualDevice
from firmware.virtual.parse import ConfigurationDescriptor
from firmware.virtual.printer import PrinterSettings, printer_device
from firmware.virtual.scanner import ScannerSettings, scanner_device
from firmware.virtual.usbip import DeviceSummary
from tests.devices.near import Near

KEYBOARD, NETWORK, STORAGE = ClassCode(3, 1, 1), ClassCode(2, 6), ClassCode(8, 6, 80)
RNDIS = ClassCode(0xE0, 1, 3)
ROGUE_VENDOR = 0x1337


def rogue(*codes: ClassCode, like: DeviceSpec | None = None) -> VirtualDevice:
    """A device with these interfaces, which says it is another if need be."""
    ears = [(EndpointSpec(0x8A + place, TransferKind.INTERRUPT, 8),) for place in range(len(codes))]
    interfaces = tuple(InterfaceSpec(code, ear) for code, ear in zip(codes, ears, strict=True))
    spec = DeviceSpec(ROGUE_VENDOR, 1, "Nobody", "Nothing", "", interfaces)
    if like is not None:
        spec = msgspec.structs.replace(like, interfaces=(*like.interfaces, *interfaces))
    return VirtualDevice(spec, Function())


def kiosk(printer: VirtualDevice | None = None) -> Near:
    return Near(
        validator=validator_device(ValidatorSettings()),
        printer=printer or printer_device(PrinterSettings()),
        scanner=scanner_device(ScannerSettings()),
    )


class Watched:
    """A kiosk whose list was written when only its own devices were there."""

    def __init__(self) -> None:
        self.near = kiosk()
        self.allowed = [one.listed for one in look(self.near.backend)]
        self.ports = {one.address.product: one.address.port for one in look(self.near.backend)}
        self.scanner_port = self.ports[self.near.address("scanner").product]

    def found(self, keyboard_port: str | None = None) -> list[Flaw]:
        port = self.scanner_port if keyboard_port is None else keyboard_port
        return [one.flaw for one in strangers(look(self.near.backend), self.allowed, port)]


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_what_is_on_the_list_may_be_there(watched: Watched) -> None:
    assert watched.found() == []
    assert len({row.digest for row in watched.allowed}) == len(watched.allowed) == 3


@pytest.mark.parametrize(
    ("codes", "flaw"),
    [
        ((KEYBOARD,), "keyboard"),
        ((STORAGE, KEYBOARD), "keyboard"),
        ((NETWORK,), "network"),
        ((RNDIS,), "network"),
        ((STORAGE,), "not-listed"),
        ((), "not-listed"),
    ],
)
def test_a_device_that_somebody_plugs_in_is_a_stranger(
    watched: Watched, codes: tuple[ClassCode, ...], flaw: Flaw
) -> None:
    watched.near.bus.attach("rogue", rogue(*codes))
    assert watched.found() == [flaw]
    watched.near.bus.unplug("rogue")
    assert watched.found() == []


def test_a_printer_that_has_become_a_keyboard_too_is_found_at_its_own_port(watched: Watched) -> None:
    """The trusted plug with something behind it: same ids, same port, one interface more."""
    spec = watched.near.bus.device("printer").spec
    watched.near = kiosk(printer=rogue(KEYBOARD, like=spec))
    assert watched.found() == ["keyboard"]


def test_a_printer_that_describes_itself_otherwise_is_found(watched: Watched) -> None:
    spec = watched.near.bus.device("printer").spec
    watched.near = kiosk(printer=rogue(like=msgspec.structs.replace(spec, release=0x0101)))
    assert watched.found() == ["changed"]


def test_a_second_printer_of_the_same_ids_is_a_stranger_at_its_port(watched: Watched) -> None:
    watched.near.bus.attach("other", rogue(like=watched.near.bus.device("printer").spec))
    assert watched.found() == ["not-listed"]


def test_a_listed_keyboard_may_be_at_no_port_but_the_scanners(watched: Watched) -> None:
    assert watched.found(keyboard_port="") == ["keyboard"]


@pytest.mark.parametrize("code", [NETWORK, RNDIS], ids=["wired", "wireless"])
def test_sec_3_a_network_device_is_none_of_the_lists(watched: Watched, code: ClassCode) -> None:
    watched.near.bus.attach("rogue", rogue(code))
    watched.allowed = [one.listed for one in look(watched.near.backend)]
    assert watched.found() == ["network"]


def test_another_device_at_a_listed_port_and_two_at_one_are_strangers(watched: Watched) -> None:
    first, *rest = look(watched.near.backend)
    other = msgspec.structs.replace(first, address=msgspec.structs.replace(first.address, product=0x9999))
    told = strangers([other, *rest, rest[0]], watched.allowed, watched.scanner_port)
    assert told == (Stranger(other.address, "other-device"), Stranger(rest[0].address, "twice"))


# -- the driver ----------------------------------------------------------------------------------------------------


def profile_of(watched: Watched) -> Profile:
    profile = demo_profile()
    place = UsbPlace(0x1209, 5, port=watched.scanner_port)
    cash = msgspec.structs.replace(profile.cash, scanner=TicketScanner(DeviceId("scanner"), place))
    listed = tuple(UsbListed(row.vendor, row.product, row.port, row.digest) for row in watched.allowed)
    return msgspec.structs.replace(profile, cash=cash, usb=listed)


def test_a_stranger_is_reported_again_for_as_long_as_it_is_there(watched: Watched) -> None:
    watch = UsbWatch(profile_of(watched), watched.near.backend)
    assert watch.step(()) == []
    watched.near.bus.attach("rogue", rogue(KEYBOARD))
    told = [command for _step in range(3 * (BETWEEN_LOOKS + 1)) for command in watch.step(())]
    (port,) = {one.address.port for one in look(watched.near.backend)} - set(watched.ports.values())
    report = ReportFault("usb-stranger", f"usb-{port}", f"1337:0001: {SENTENCES['keyboard']}")
    assert told == [report] * 3


def test_a_bus_that_cannot_be_read_is_a_fault(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_backend: object) -> list[Listed]:
        raise UsbError("the bus does not answer")

    monkeypatch.setattr("controller.app.usb_driver.look", fails)
    told = UsbWatch(profile_of(watched), watched.near.backend).step(())
    assert told == [ReportFault("usb-stranger", "usb", "the bus does not answer")]


@pytest.mark.parametrize(("number", "told"), [(errno.EIO, ["usb"]), (errno.ENODEV, [])])
def test_a_device_that_does_not_describe_itself_is_a_fault_and_one_that_leaves_is_not(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, number: int, told: list[str]
) -> None:
    """The watch goes on looking in either case."""
    backend, watch = watched.near.backend, UsbWatch(profile_of(watched), watched.near.backend)
    watched.near.bus.attach("rogue", rogue(KEYBOARD))
    described = backend.get_configuration_descriptor

    def described_but_the_rogue(dev: DeviceSummary, config: int) -> ConfigurationDescriptor:
        if backend.get_device_descriptor(dev).idVendor == ROGUE_VENDOR:
            raise USBError("no descriptor", errno=number)
        return described(dev, config)

    monkeypatch.setattr(backend, "get_configuration_descriptor", described_but_the_rogue)
    assert [command.place for command in watch.step(())] == told
    monkeypatch.undo()
    (later,) = [command for _step in range(BETWEEN_LOOKS + 1) for command in watch.step(())]
    assert SENTENCES["keyboard"] in later.detail


def test_every_flaw_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Flaw.__args__)  # type: ignore[attr-defined]


def test_an_address_says_nothing_of_the_serial_number(watched: Watched) -> None:
    """It is not read: a device that nobody knows is not spoken to."""
    assert all(
        one.address == UsbAddress(one.address.vendor, one.address.product, port=one.address.port)
        for one in look(watched.near.backend)
    )
