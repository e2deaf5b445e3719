"""The drivers on a virtual USB bus in another process, with devices that share no code with them."""

import errno
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
import usb.core
import usb.util
import zxingcpp
from PIL import Image

from cashier.devices.bill_validator import BillValidator
from cashier.devices.driver import Driver
from cashier.devices.serial_pipes import open_serial
from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter
from cashier.money import EUR, Money
from cashier.records import (
    Command,
    Condition,
    DeviceId,
    DeviceReported,
    EventsLost,
    NoteEscrowed,
    NoteReturned,
    NoteStacked,
    PrintTicket,
    ReturnNote,
    StackNote,
    TakeNotes,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    ValidatorMoved,
    ValidatorReset,
    VoucherNumber,
    VoucherState,
    Want,
)
from cashier.usb import (
    DeviceAbsent,
    DeviceRefused,
    Gone,
    Stalled,
    Timeout,
    UsbAddress,
    open_printer,
)
from firmware.virtual.backend import get_backend
from firmware.virtual.bill_validator import ValidatorSettings
from firmware.virtual.config import BusConfig, PrinterConfig, ValidatorConfig
from firmware.virtual.control import BusControl
from firmware.virtual.faults import Drop, Fault, FaultPlan, Garbage, Stall, Unplug
from firmware.virtual.printer import PrinterSettings
from firmware.virtual.process import BusProcess, start_bus

VALIDATOR, PRINTER = DeviceId("validator"), DeviceId("printer")
TEN, TWENTY = Money(1000), Money(2000)
TENS = TakeNotes(device=VALIDATOR, amounts=(TEN,))
NUMBER, NEXT = VoucherNumber("123456789012345678"), VoucherNumber("876543210987654321")
FONT = Path(__file__).parents[2] / "seats" / "fonts" / "DejaVuSans.ttf"
PATIENCE_S = 8.0

TEXT = TicketText(
    house="Pöytä 7",
    title="Kotiutuslippu",
    amount="123,45 €",
    number_label="Tarkistenumero",
    issued="Kirjoitettu 30.11.2026 12:00",
    expires="Érvényes: 2026. 12. 30., őŐűŰ",
    machine="Kiosk 1",
    currency="EUR",
    no_value="EI ARVOA",
)


class Site:
    """The bus, the people around the machine, and drivers made for its devices."""

    def __init__(self, bus: BusProcess, hands: BusControl) -> None:
        self.hands = hands
        self.backend = get_backend(bus.address)
        self._drivers: list[Driver] = []

    def address(self, device: DeviceId) -> UsbAddress:
        found = self.hands.status(device)
        return UsbAddress(vendor=found.vendor, product=found.product, serial=found.serial)

    def validator(self, last_counter: int | None = 0) -> BillValidator:
        address = self.address(VALIDATOR)
        driver = BillValidator(VALIDATOR, lambda: open_serial(address, self.backend), EUR, last_counter=last_counter)
        self._drivers.append(driver)
        return driver

    def printer(self) -> TicketPrinter:
        address = self.address(PRINTER)
        driver = TicketPrinter(PRINTER, lambda: open_printer(address, self.backend), lambda ticket: TEXT, patience=30)
        self._drivers.append(driver)
        return driver

    def close(self) -> None:
        for driver in self._drivers:
            driver.close()

    def bulk_endpoint(self, device: DeviceId, direction: int) -> int:
        """The address of the device's bulk endpoint of that direction."""
        address = self.address(device)
        found = usb.core.find(backend=self.backend, idVendor=address.vendor, idProduct=address.product)
        bulk = (
            endpoint.bEndpointAddress
            for interface in found.configurations()[0]
            for endpoint in interface
            if usb.util.endpoint_type(endpoint.bmAttributes) == usb.util.ENDPOINT_TYPE_BULK
            and usb.util.endpoint_direction(endpoint.bEndpointAddress) == direction
        )
        return int(next(bulk))


@pytest.fixture
def tray(tmp_path: Path) -> Path:
    return tmp_path / "tray"


def site_of(folder: Path, validator: ValidatorSettings, printer: PrinterSettings) -> Iterator[Site]:
    devices = (ValidatorConfig(settings=validator), PrinterConfig(settings=printer))
    with (
        start_bus(BusConfig(f"unix:{folder}/usb", f"unix:{folder}/hands", devices)) as bus,
        bus.control() as hands,
    ):
        site = Site(bus, hands)
        yield site
        site.close()


@pytest.fixture
def site(tmp_path: Path, tray: Path) -> Iterator[Site]:
    """A quick validator and a quick printer."""
    yield from site_of(tmp_path, ValidatorSettings(stack_ms=10), PrinterSettings(tickets=str(tray), font=str(FONT)))


@pytest.fixture
def slow_site(tmp_path: Path, tray: Path) -> Iterator[Site]:
    """A validator that gives a note back after 0.4 s and echoes on its wire; a printer that takes seconds."""
    yield from site_of(
        tmp_path,
        ValidatorSettings(stack_ms=10, escrow_ms=400, echo=True),
        PrinterSettings(tickets=str(tray), dots_per_second=400),
    )


def step_until(driver: Driver, wants: list[Want], done: Callable[[list[Command]], bool]) -> list[Command]:
    """Step until what was said so far is enough; fail after `PATIENCE_S`."""
    said: list[Command] = []
    end = time.monotonic() + PATIENCE_S
    while not done(said):
        if time.monotonic() > end:
            pytest.fail(f"after {PATIENCE_S} s the driver has said {len(said)} words, the last of them {said[-3:]}")
        said += driver.step(wants)
    return said


def saying(command: Command) -> Callable[[list[Command]], bool]:
    return lambda said: command in said


def reported(device: DeviceId, condition: Condition) -> Command:
    return DeviceReported(device=device, condition=condition)


def ticket(state: VoucherState, number: VoucherNumber = NUMBER) -> PrintTicket:
    return PrintTicket(number=number, amount=Money(12345), issued_at=0, expires=1, state=state)


def opened(site: Site) -> BillValidator:
    """A validator's driver whose slot takes tens."""
    driver = site.validator()
    assert driver.step([TENS]) == [reported(VALIDATOR, "ready")]
    return driver


def read_codes(picture: str) -> dict[str, str]:
    """What a scanner reads on the ticket: barcode type to content."""
    with Image.open(picture) as image:
        return {code.format.name: code.text for code in zxingcpp.read_barcodes(image)}


# -- the bill validator --------------------------------------------------------------------------------------------


def test_a_note_goes_from_the_slot_over_escrow_into_the_stacker(site: Site) -> None:
    driver = opened(site)
    assert site.hands.insert_note(VALIDATOR, 10) == "escrow"
    assert driver.step([TENS]) == [NoteEscrowed(VALIDATOR, 1, TEN)]
    step_until(driver, [TENS, StackNote(VALIDATOR, 1)], saying(NoteStacked(VALIDATOR, 2, TEN)))
    assert site.hands.status(VALIDATOR).facts["stacked_value"] == 10
    assert site.hands.status(VALIDATOR).facts["unknown_headers"] == ""


def test_a_note_is_given_back_on_the_hosts_word(site: Site) -> None:
    driver = opened(site)
    site.hands.insert_note(VALIDATOR, 10)
    driver.step([TENS])
    step_until(driver, [TENS, ReturnNote(VALIDATOR, 1)], saying(NoteReturned(VALIDATOR, 2, TEN)))
    assert site.hands.take_note(VALIDATOR) == 10


def test_notes_are_refused_that_the_host_does_not_want(site: Site) -> None:
    driver = opened(site)
    assert site.hands.insert_note(VALIDATOR, 20) == "refused"
    (told,) = driver.step([TENS])
    assert isinstance(told, ValidatorMoved)
    assert site.hands.take_note(VALIDATOR) == 20
    driver.step([TakeNotes(device=VALIDATOR, amounts=())])
    assert site.hands.insert_note(VALIDATOR, 10) == "refused"


def test_a_new_driver_goes_on_with_the_note_that_the_old_one_left_in_escrow(site: Site) -> None:
    driver = opened(site)
    site.hands.insert_note(VALIDATOR, 10)
    driver.step([TENS])
    driver.close()
    successor = site.validator(last_counter=1)
    step_until(successor, [StackNote(VALIDATOR, 1)], saying(NoteStacked(VALIDATOR, 2, TEN)))


def test_a_note_stacked_while_the_cable_was_out_is_told_afterwards(site: Site) -> None:
    driver = opened(site)
    site.hands.insert_note(VALIDATOR, 10)
    driver.step([TENS])
    driver.step([TENS, StackNote(VALIDATOR, 1)])
    site.hands.unplug(VALIDATOR)
    site.hands.wait(VALIDATOR, "stacked", equals=1)
    step_until(driver, [], saying(reported(VALIDATOR, "absent")))
    site.hands.replug(VALIDATOR)
    assert step_until(driver, [], saying(NoteStacked(VALIDATOR, 2, TEN))).count(NoteStacked(VALIDATOR, 2, TEN)) == 1


def test_a_power_cut_is_a_reset_and_the_slot_opens_again(site: Site) -> None:
    driver = opened(site)
    site.hands.insert_note(VALIDATOR, 20)
    driver.step([TENS])
    site.hands.take_note(VALIDATOR)
    site.hands.power_cut(VALIDATOR)
    step_until(driver, [TENS], saying(reported(VALIDATOR, "absent")))
    site.hands.replug(VALIDATOR)
    step_until(driver, [TENS], saying(ValidatorReset(VALIDATOR)))
    driver.step([TENS])
    assert site.hands.insert_note(VALIDATOR, 10) == "escrow"


def test_six_events_while_nobody_polls_are_lost_and_close_the_slot(site: Site) -> None:
    driver = opened(site)
    for _ in range(6):
        site.hands.insert_note(VALIDATOR, 20)
        site.hands.take_note(VALIDATOR)
    assert driver.step([TENS]) == [EventsLost(VALIDATOR, counter=6, missed=6)]
    assert site.hands.insert_note(VALIDATOR, 10) == "refused"


def test_a_jam_and_a_full_stacker_are_told_and_their_end_too(site: Site) -> None:
    driver = opened(site)
    site.hands.jam(VALIDATOR, "transport")
    assert site.hands.insert_note(VALIDATOR, 10) == "jammed"
    step_until(driver, [TENS], saying(reported(VALIDATOR, "jam")))
    site.hands.clear_jam(VALIDATOR)
    step_until(driver, [TENS], saying(reported(VALIDATOR, "ready")))
    site.hands.set_stacker(VALIDATOR, "full")
    step_until(driver, [TENS], saying(reported(VALIDATOR, "stacker-full")))
    site.hands.set_stacker(VALIDATOR, "fitted")
    step_until(driver, [TENS], saying(reported(VALIDATOR, "ready")))


def test_the_validator_gives_a_note_back_that_nobody_wants(slow_site: Site) -> None:
    driver = opened(slow_site)
    slow_site.hands.insert_note(VALIDATOR, 10)
    step_until(driver, [TENS], saying(NoteReturned(VALIDATOR, 2, TEN)))


@pytest.mark.parametrize("seed", [0, 3, *(pytest.param(seed, marks=pytest.mark.ci) for seed in (1, 2, 4, 5, 6, 7))])
def test_no_note_is_lost_or_doubled_on_a_bad_line(slow_site: Site, seed: int) -> None:
    driver = opened(slow_site)
    ways = [slow_site.bulk_endpoint(VALIDATOR, direction) for direction in (0x80, 0x00)]
    faults: list[Fault] = []
    for number in range(4):
        kind = Drop if (number + seed) % 2 else Garbage
        faults.append(kind(endpoint=ways[number % 2], at_byte=60 * number + 7 * seed))
    slow_site.hands.set_faults(VALIDATOR, FaultPlan(faults=tuple(faults), seed=seed))
    told: list[Command] = []
    for _ in range(3):
        slow_site.hands.insert_note(VALIDATOR, 10)
        told += settle(driver, told)
        slow_site.hands.take_note(VALIDATOR)
    counters = [command.counter for command in told if isinstance(command, NoteStacked)]
    assert counters == sorted(set(counters))
    assert counters
    assert len(counters) == slow_site.hands.status(VALIDATOR).facts["stacked"]


def settle(driver: BillValidator, before: list[Command]) -> list[Command]:
    """Stack every note that comes into escrow, as the machine would, until twelve steps in turn bring nothing."""
    told: list[Command] = []
    quiet = 0
    end = time.monotonic() + PATIENCE_S
    while quiet < 12 or is_held(before + told):
        if time.monotonic() > end:
            pytest.fail(f"the validator never settles, its last words are {told[-3:]}")
        held = [command for command in before + told if isinstance(command, NoteEscrowed)]
        wants: list[Want] = [TENS, *(StackNote(VALIDATOR, command.counter) for command in held)]
        news = driver.step(wants)
        quiet = 0 if news else quiet + 1
        told += news
    return told


def is_held(told: list[Command]) -> bool:
    """Whether a note is in escrow, by what was told."""
    moves = [command for command in told if isinstance(command, NoteEscrowed | NoteStacked | NoteReturned)]
    return bool(moves) and isinstance(moves[-1], NoteEscrowed)


# -- the ticket printer --------------------------------------------------------------------------------------------


def test_a_printed_tickets_barcode_and_qr_are_read_by_a_scanner(site: Site) -> None:
    driver = site.printer()
    assert driver.step([ticket("reserved")]) == [reported(PRINTER, "ready"), TicketSending(NUMBER)]
    step_until(driver, [ticket("sent")], saying(TicketPrinted(NUMBER)))
    printed = site.hands.wait(PRINTER, "tickets", equals=1)
    assert read_codes(str(printed.facts["last_ticket"])) == {
        "ITF": NUMBER,
        "QRCode": "JKJ1:123456789012345678:12345:EUR",
    }
    assert printed.facts["complaints"] == ""


def test_a_ticket_whose_paper_runs_out_in_the_middle_is_in_doubt_and_its_rest_never_printed(
    site: Site, tray: Path
) -> None:
    driver = site.printer()
    driver.step([ticket("reserved")])
    site.hands.paper_out(PRINTER, after_lines=8)
    step_until(driver, [ticket("sent")], saying(TicketInDoubt(NUMBER, "paper-out")))
    site.hands.refill_paper(PRINTER)
    step_until(driver, [], saying(reported(PRINTER, "ready")))
    step_until(driver, [ticket("reserved", NEXT)], saying(TicketSending(NEXT)))
    step_until(driver, [ticket("sent", NEXT)], saying(TicketPrinted(NEXT)))
    assert read_codes(str(site.hands.status(PRINTER).facts["last_ticket"]))["ITF"] == NEXT
    assert NUMBER not in [read_codes(str(picture)).get("ITF") for picture in tray.iterdir()]


def test_no_ticket_is_begun_without_paper_or_under_an_open_cover(site: Site) -> None:
    driver = site.printer()
    site.hands.cover(PRINTER, is_open=True)
    assert driver.step([ticket("reserved")]) == [reported(PRINTER, "cover-open")]
    site.hands.cover(PRINTER, is_open=False)
    site.hands.paper_out(PRINTER)
    assert driver.step([ticket("reserved")]) == [reported(PRINTER, "paper-out")]
    site.hands.refill_paper(PRINTER)
    assert driver.step([ticket("reserved")]) == [reported(PRINTER, "ready"), TicketSending(NUMBER)]


def test_low_paper_still_prints(site: Site) -> None:
    driver = site.printer()
    site.hands.paper_low(PRINTER)
    assert driver.step([ticket("reserved")]) == [reported(PRINTER, "paper-low"), TicketSending(NUMBER)]
    step_until(driver, [ticket("sent")], saying(TicketPrinted(NUMBER)))


@pytest.mark.parametrize("place", ["paper", "cutter"])
def test_a_jam_puts_the_ticket_in_doubt(site: Site, place: str) -> None:
    driver = site.printer()
    driver.step([ticket("reserved")])
    site.hands.jam(PRINTER, "cutter" if place == "cutter" else "paper")
    step_until(driver, [ticket("sent")], lambda said: any(isinstance(word, TicketInDoubt) for word in said))
    site.hands.clear_jam(PRINTER)
    step_until(driver, [ticket("reserved", NEXT)], saying(TicketSending(NEXT)))


def test_pulling_the_cable_while_it_prints_is_doubt_and_nothing_is_sent_again(slow_site: Site) -> None:
    driver = slow_site.printer()
    driver.step([ticket("reserved")])
    assert driver.step([ticket("sent")]) == []
    slow_site.hands.unplug(PRINTER)
    step_until(driver, [ticket("sent")], saying(TicketInDoubt(NUMBER, "absent")))
    slow_site.hands.replug(PRINTER)
    step_until(driver, [ticket("sent")], saying(reported(PRINTER, "ready")))
    assert driver.step([ticket("sent")]) == [TicketInDoubt(NUMBER, "absent")]
    assert int(slow_site.hands.status(PRINTER).facts["tickets"]) <= 1


@pytest.mark.parametrize("at_byte", [200, 1500, 3600])
def test_pulling_the_cable_at_any_byte_of_the_ticket_is_doubt(site: Site, at_byte: int) -> None:
    driver = site.printer()
    driver.step([ticket("reserved")])
    out = site.bulk_endpoint(PRINTER, usb.util.ENDPOINT_OUT)
    cable = Unplug(endpoint=out, at_byte=at_byte, back_after_ms=400)
    site.hands.set_faults(PRINTER, FaultPlan(faults=(cable,)))
    step_until(driver, [ticket("sent")], saying(TicketInDoubt(NUMBER, "absent")))
    step_until(driver, [ticket("sent")], saying(reported(PRINTER, "ready")))
    assert site.hands.status(PRINTER).facts["tickets"] == 0


def test_a_driver_started_anew_sends_no_byte_of_a_ticket_that_was_sent(site: Site) -> None:
    assert site.printer().step([ticket("sent")]) == [reported(PRINTER, "ready"), TicketInDoubt(NUMBER, "ready")]
    assert site.hands.status(PRINTER).facts["tickets"] == 0


# -- the port ------------------------------------------------------------------------------------------------------


def test_a_device_is_found_by_its_serial_number_and_told_absent_in_one_line(site: Site) -> None:
    address = site.address(PRINTER)
    open_printer(address, site.backend).close()
    other = msgspec.structs.replace(address, serial="TP999999")
    with pytest.raises(DeviceAbsent, match=f"no USB device {other} is plugged in"):
        open_printer(other, site.backend)


def test_a_device_of_another_class_is_refused(site: Site) -> None:
    with pytest.raises(DeviceRefused, match="no interface of class 7"):
        open_printer(site.address(VALIDATOR), site.backend)
    with pytest.raises(DeviceRefused, match="no serial port we speak to"):
        open_serial(site.address(PRINTER), site.backend)


def test_a_device_held_by_another_program_is_refused_with_a_remedy(site: Site) -> None:
    held = open_printer(site.address(PRINTER), site.backend)
    with pytest.raises(DeviceRefused, match="end the program that holds it"):
        open_printer(site.address(PRINTER), site.backend)
    held.close()
    open_printer(site.address(PRINTER), site.backend).close()


def test_silence_a_stall_and_a_pulled_cable_are_told_apart(site: Site) -> None:
    pipe = open_printer(site.address(PRINTER), site.backend)
    with pytest.raises(Timeout):
        pipe.read(20)
    out = site.bulk_endpoint(PRINTER, usb.util.ENDPOINT_OUT)
    site.hands.set_faults(PRINTER, FaultPlan(faults=(Stall(endpoint=out),)))
    ask_paper = b"\x10\x04\x04"
    with pytest.raises(Stalled):
        pipe.write(ask_paper, 500)
    pipe.write(ask_paper, 500)
    assert pipe.read(500) == b"\x12"
    site.hands.unplug(PRINTER)
    with pytest.raises(Gone):
        pipe.read(500)
    pipe.close()


def test_a_port_narrows_the_search_down_to_one_plug(site: Site) -> None:
    address = site.address(PRINTER)
    port = site.hands.status(PRINTER).bus_id
    open_printer(msgspec.structs.replace(address, port=port), site.backend).close()
    with pytest.raises(DeviceAbsent, match="at 9-9 is plugged in"):
        open_printer(msgspec.structs.replace(address, port="9-9"), site.backend)


def test_the_kernels_own_driver_is_taken_off_every_interface_in_use(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    detached: list[int] = []
    monkeypatch.setattr(usb.core.Device, "is_kernel_driver_active", lambda device, number: True)
    monkeypatch.setattr(usb.core.Device, "detach_kernel_driver", lambda device, number: detached.append(number))
    open_serial(site.address(VALIDATOR), site.backend).close()
    open_printer(site.address(PRINTER), site.backend).close()
    assert detached == [0, 1, 0]


def test_a_missing_right_is_told_with_a_remedy(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(device: usb.core.Device, number: int) -> None:
        raise usb.core.USBError("Access denied", errno=errno.EACCES)

    monkeypatch.setattr(usb.util, "claim_interface", forbid)
    with pytest.raises(DeviceRefused, match=r"Access denied.*udev rule"):
        open_printer(site.address(PRINTER), site.backend)
