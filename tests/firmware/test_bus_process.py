"""The bus as a process: how it starts, what hands can do to it, and that money survives rough handling."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import usb.core
import usb.util

from firmware.virtual import bill_validator, printer
from firmware.virtual.backend import get_backend
from firmware.virtual.cdc_acm import DATA_IN, DATA_OUT
from firmware.virtual.config import BusConfig, LoopbackConfig
from firmware.virtual.control import ControlError
from firmware.virtual.faults import FaultPlan, PowerCut, Unplug
from firmware.virtual.process import start_bus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.virtual.control import BusControl
    from firmware.virtual.process import BusProcess

LATE = 5000
ROOT = Path(__file__).resolve().parents[2]


class Host:
    """A host that opens devices and lets go of them at the end."""

    def __init__(self, bus: BusProcess) -> None:
        self._backend = get_backend(bus.address)
        self._opened: list[Any] = []

    def open(self, vendor: int, product: int) -> Any:
        device = usb.core.find(backend=self._backend, idVendor=vendor, idProduct=product)
        device.set_configuration()
        self._opened.append(device)
        return device

    def validator(self) -> Any:
        return self.open(bill_validator.VENDOR, bill_validator.PRODUCT)

    def printer(self) -> Any:
        return self.open(printer.VENDOR, printer.PRODUCT)

    def close(self) -> None:
        for device in self._opened:
            usb.util.dispose_resources(device)


@pytest.fixture
def host(bus: BusProcess) -> Iterator[Host]:
    opened = Host(bus)
    yield opened
    opened.close()


def talk(validator: Any, frame: str) -> str:
    validator.write(DATA_OUT, bytes.fromhex(frame), LATE)
    return bytes(validator.read(DATA_IN, 64, LATE)).hex(" ")


def test_a_note_goes_from_a_hand_to_the_stacker(host: Host, hands: BusControl) -> None:
    validator = host.validator()
    assert hands.insert_note("validator", 20) == "refused"
    assert hands.take_note("validator") == 20
    talk(validator, "28 02 01 e7 ff ff f0")
    talk(validator, "28 01 01 e4 01 f1")
    assert hands.insert_note("validator", 20) == "escrow"
    talk(validator, "28 01 01 9a 01 3b")
    status = hands.wait("validator", "stacked", at_least=1)
    assert status.facts["stacked_value"] == 20
    assert talk(validator, "28 00 01 9f 38").startswith("01 0b 28 00 03 03 00 03 01 00 00")


def test_the_stackers_content_outlives_a_power_cut_and_the_events_do_not(host: Host, hands: BusControl) -> None:
    validator = host.validator()
    talk(validator, "28 02 01 e7 ff ff f0")
    talk(validator, "28 01 01 e4 01 f1")
    hands.insert_note("validator", 50)
    talk(validator, "28 01 01 9a 01 3b")
    hands.power_cut("validator")
    hands.replug("validator")
    status = hands.status("validator")
    assert (status.facts["stacked_value"], status.facts["event_counter"]) == (50, 0)
    assert talk(host.validator(), "28 00 01 9f 38").startswith("01 0b 28 00 00 00")


def test_a_ticket_is_printed_to_the_tray(host: Host, hands: BusControl, tray: Path) -> None:
    host.printer().write(printer.BULK_OUT, b"hello\n\x1dV\x00", LATE)
    status = hands.wait("printer", "tickets", at_least=1)
    assert status.facts["last_ticket"] == str(tray / "ticket-0001.png")
    assert (tray / "ticket-0001.png").read_bytes().startswith(b"\x89PNG")


def test_hands_can_take_and_give_paper_and_jam_and_clear(host: Host, hands: BusControl) -> None:
    device = host.printer()
    hands.paper_low("printer")
    assert hands.status("printer").facts["paper"] == "low"
    hands.paper_out("printer", after_lines=1)
    device.write(printer.BULK_OUT, b"one\ntwo\n", LATE)
    hands.wait("printer", "paper", equals="out")
    hands.refill_paper("printer")
    hands.cover("printer", is_open=True)
    hands.wait("printer", "online", equals=False)
    hands.cover("printer", is_open=False)
    hands.jam("printer", "cutter")
    device.write(printer.BULK_OUT, b"three\n\x1dV\x00", LATE)
    hands.wait("printer", "jam", equals="cutter")
    hands.clear_jam("printer")
    hands.wait("printer", "online", equals=True)
    assert hands.status("printer").facts["torn"] == 2


def test_hands_can_jam_and_clear_the_validator_and_handle_its_stacker(hands: BusControl) -> None:
    hands.set_stacker("validator", "removed")
    assert hands.status("validator").facts["stacker"] == "removed"
    hands.jam("validator", "stacker")
    hands.clear_jam("validator")
    assert hands.take_note("validator") == 0


def test_a_power_cut_in_the_middle_of_a_ticket_tears_it(host: Host, hands: BusControl) -> None:
    device = host.printer()
    hands.set_faults("printer", FaultPlan((PowerCut(printer.BULK_OUT, at_byte=12, back_after_ms=1),)))
    with pytest.raises(usb.core.USBError):
        device.write(printer.BULK_OUT, b"first line\n" + b"second line\n" * 20, LATE)
    assert hands.wait("printer", "torn", at_least=1).facts["last_cause"] == "power_cut"


def test_a_fault_plan_over_the_channel_unplugs_at_its_byte(host: Host, hands: BusControl) -> None:
    device = host.printer()
    before = hands.status("printer").address
    hands.set_faults("printer", FaultPlan((Unplug(printer.BULK_OUT, at_byte=3),)))
    with pytest.raises(usb.core.USBError) as caught:
        device.write(printer.BULK_OUT, b"hello", LATE)
    assert caught.value.errno == 19
    assert not hands.status("printer").plugged
    hands.replug("printer")
    assert hands.status("printer").address != before


def test_the_status_of_all_lists_every_port_in_order(hands: BusControl) -> None:
    hands.unplug("validator")
    listed = hands.status_of_all()
    assert [device.name for device in listed] == ["loopback", "validator", "printer"]
    assert [device.plugged for device in listed] == [True, False, True]
    assert [f"{device.vendor:04x}:{device.product:04x}" for device in listed] == [
        "1209:0001",
        "1209:0002",
        "1209:0003",
    ]


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda hands: hands.unplug("toaster"), "no device is named 'toaster'"),
        (lambda hands: hands.insert_note("printer", 5), "device 'printer' is a TicketPrinter"),
        (lambda hands: hands.insert_note("validator", 7), "no note of 7"),
        (lambda hands: hands.jam("printer", "stacker"), "this needs a NoteSlot"),
        (
            lambda hands: hands.wait("printer", "torn", at_least=1, timeout_ms=20),
            "torn of 'printer' is still 0",
        ),
    ],
)
def test_what_hands_cannot_do_is_an_error_in_one_sentence(hands: BusControl, act: Any, sentence: str) -> None:
    with pytest.raises(ControlError, match=sentence):
        act(hands)
    assert len(hands.status_of_all()) == 3


def test_a_bus_stops_when_told_and_leaves_no_socket_behind(tmp_path: Path) -> None:
    config = BusConfig(f"unix:{tmp_path}/usb", f"unix:{tmp_path}/hands", (LoopbackConfig(),))
    with start_bus(config) as bus, bus.control() as control:
        control.stop()
    assert list(tmp_path.iterdir()) == []


def test_a_bus_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    script = (
        "import os\n"
        "from firmware.virtual.config import BusConfig, LoopbackConfig\n"
        "from firmware.virtual.process import start_bus\n"
        f"start_bus(BusConfig('unix:{tmp_path}/usb', None, (LoopbackConfig(),)))\n"
        "os._exit(0)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=30, check=False, capture_output=True)
    assert run.stderr == b""
    assert run.returncode == 0, "capturing the output waits until the bus, which shares it, has ended too"


def test_a_bus_on_tcp_tells_the_port_it_got(tmp_path: Path) -> None:
    with start_bus(BusConfig("tcp:127.0.0.1:0", None, (LoopbackConfig(),))) as bus:
        assert bus.address.startswith("tcp:127.0.0.1:")
        device = usb.core.find(backend=get_backend(bus.address))
        assert device.product == "Loopback"
        usb.util.dispose_resources(device)


def test_a_second_bus_does_not_take_the_address_of_a_living_one(tmp_path: Path) -> None:
    config = BusConfig(f"unix:{tmp_path}/usb", None, (LoopbackConfig(),))
    with start_bus(config):
        run = run_bus("--listen", f"unix:{tmp_path}/usb", "--device", "loopback")
        assert run.returncode == 2
        assert "Address already in use" in run.stderr


def test_the_socket_of_a_dead_bus_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "usb"))
    with start_bus(BusConfig(f"unix:{tmp_path}/usb", None, (LoopbackConfig(),))) as bus:
        assert bus.address == f"unix:{tmp_path}/usb"


def run_bus(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware.virtual", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "say --listen ADDRESS and at least one --device KIND, or --config FILE"),
        (
            ["--listen", "carrier pigeon", "--device", "loopback"],
            "neither unix:/path/of/socket nor tcp:host:port",
        ),
        (["--listen", "tcp:127.0.0.1:0", "--device", "toaster"], "no device is of kind 'toaster'"),
        (
            ["--listen", "tcp:127.0.0.1:0", "--device", "loopback", "--device", "loopback"],
            "two devices are named",
        ),
        (["--config", "/nowhere/bus.json"], "No such file"),
    ],
)
def test_wrong_usage_ends_with_2_and_one_line_that_helps(arguments: list[str], sentence: str) -> None:
    run = run_bus(*arguments)
    assert run.returncode == 2
    assert run.stderr.startswith("firmware.virtual: cannot start the bus: ")
    assert sentence in run.stderr
    assert run.stderr.count("\n") == 1


def test_a_bus_described_on_the_command_line_serves_until_terminated(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "firmware.virtual", "--listen", f"unix:{tmp_path}/usb"]
    command += ["--device", "loopback", "--device", "printer:kiosk", "--tickets", str(tmp_path / "tray")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"ready unix:{tmp_path}/usb\n"
        found = list(usb.core.find(find_all=True, backend=get_backend(f"unix:{tmp_path}/usb")))
        assert [device.idProduct for device in found] == [1, 3]
        process.terminate()
        assert process.wait(10) == 0
