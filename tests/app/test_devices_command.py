"""`jakaja devices` against a bus in another process: what is plugged in, self-tests, captures, emulators."""

import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.app.cli import main
from controller.app.device_tests import SELF_TESTS
from firmware.virtual.config import (
    BusConfig,
    CardConfig,
    HopperConfig,
    LoopbackConfig,
    PrinterConfig,
    ReaderConfig,
    RecyclerConfig,
    ScannerConfig,
    ValidatorConfig,
)
from firmware.virtual.kinds import KINDS
from firmware.virtual.process import BusProcess, start_bus

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BusProcess]:
    folder = tmp_path_factory.mktemp("bus")
    devices = (
        ValidatorConfig(),
        RecyclerConfig(),
        HopperConfig(adapter="ftdi"),
        PrinterConfig(),
        ScannerConfig(),
        LoopbackConfig(),
        CardConfig(),
        ReaderConfig(),
    )
    with start_bus(BusConfig(f"unix:{folder}/usb", f"unix:{folder}/hands", devices)) as running:
        yield running


def test_the_list_names_every_device_its_use_and_its_port(bus: BusProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "list", "--bus", bus.address]) == 0
    rows = [re.split(r"  +", line) for line in capsys.readouterr().out.splitlines()[2:]]
    assert [(row[0], row[1], row[3], row[4]) for row in rows] == [
        ("1-1", "1209:0002", "serial", "free"),
        ("1-2", "1209:0006", "serial", "free"),
        ("1-3", "0403:6001", "serial", "free"),
        ("1-4", "1209:0003", "printer", "free"),
        ("1-5", "1209:0005", "keyboard", "free"),
        ("1-6", "1209:0001", "other", "free"),
        ("1-7", "1209:0007", "serial", "free"),
        ("1-8", "1209:0009", "cards", "free"),
    ]
    assert rows[0][2] == "BV00004711"


@pytest.mark.parametrize(
    ("name", "usb", "told"),
    [
        ("validator", "1209:0002", "made by JAK JV-1"),
        ("recycler", "1209:0006/NR05000001", "note store ready"),
        ("hopper", "0403:6001@1-3", "event counter 0, last payout paid 0, unpaid 0"),
        ("printer", "", "condition ready"),
        ("scanner", "", "condition ready"),
        ("card", "1209:0007", "receipt: DIAGNOSIS OK"),
        ("reader", "", "1 slots, 0 with a card"),
    ],
)
def test_a_device_that_is_well_passes_its_self_test(
    bus: BusProcess, capsys: pytest.CaptureFixture[str], name: str, usb: str, told: str
) -> None:
    which = ["--usb", usb] if usb else []
    assert main(["devices", "test", name, "--bus", bus.address, *which]) == 0
    assert told in capsys.readouterr().out.splitlines()


def test_a_device_of_another_kind_fails_its_self_test(bus: BusProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "test", "hopper", "--bus", bus.address, "--usb", "1209:0002"]) == 1
    assert "condition absent" in capsys.readouterr().out


def test_a_printer_without_paper_fails(bus: BusProcess, capsys: pytest.CaptureFixture[str]) -> None:
    with bus.control() as hands:
        hands.paper_out("printer")
        assert main(["devices", "test", "printer", "--bus", bus.address]) == 1
        assert "condition paper-out" in capsys.readouterr().out
        hands.refill_paper("printer")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["devices", "test", "validator"], "could be it; name one with --usb VID:PID"),
        (["devices", "test", "validator", "--usb", "nonsense"], "is no USB device; write VID:PID"),
    ],
)
def test_what_cannot_be_tried_is_told_in_one_line(
    bus: BusProcess, capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert main([*words, "--bus", bus.address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_a_bus_that_is_not_there_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "list", "--bus", f"unix:{tmp_path}/nothing"]) == 2
    assert "no USB/IP server answers" in capsys.readouterr().err


def test_a_trace_is_a_usbmon_capture_of_every_transfer(
    bus: BusProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "validator.pcap"
    assert main(["devices", "trace", str(path), "validator", "--bus", bus.address, "--usb", "1209:0002"]) == 0
    raw = path.read_bytes()
    magic, major, minor, _, _, _, link = struct.unpack_from("<IHHiIII", raw)
    assert (magic, major, minor, link) == (0xA1B2C3D4, 2, 4, 220)
    place, halves, content = 24, [], []
    while place < len(raw):
        _, _, size, whole = struct.unpack_from("<IIII", raw, place)
        assert size == whole >= 64
        number, half = struct.unpack_from("<QB", raw, place + 16)
        (held,) = struct.unpack_from("<I", raw, place + 16 + 36)
        assert size == 64 + held
        halves.append((number, chr(half)))
        content.append(raw[place + 16 + 64 : place + 16 + size])
        place += 16 + size
    numbers = sorted({number for number, _ in halves})
    assert halves == [(number, half) for number in numbers for half in "SC"]
    simple_poll = bytes.fromhex("28 00 01 fe d9")
    assert simple_poll in content
    assert main(["devices", "trace", str(path), "validator", "--bus", bus.address, "--usb", "1209:0002"]) == 2
    assert "is there already" in capsys.readouterr().err


def test_an_emulator_serves_a_device_with_faults_until_it_is_interrupted(tmp_path: Path) -> None:
    words = ["devices", "emulate", "hopper", "--listen", "tcp:127.0.0.1:0", "--fault", "stall:0x81@4"]
    with subprocess.Popen(
        [sys.executable, "-m", "controller.app.cli", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as emulator:
        assert emulator.stdout is not None
        told, how = emulator.stdout.readline(), emulator.stdout.readline()
        match = re.fullmatch(r"hopper at tcp:127\.0\.0\.1:(\d+), bus id 1-1\n", told)
        assert match
        assert how == f"attach it with: usbip --tcp-port {match[1]} attach -r 127.0.0.1 -b 1-1\n"
        socket.create_connection(("127.0.0.1", int(match[1])), timeout=10).close()
        emulator.send_signal(signal.SIGINT)
        assert emulator.wait(20) == 0


@pytest.mark.parametrize("fault", ["stall", "stall:x", "melt:1", "stall:0x81,loudly=3", "stall:0x7"])
def test_a_fault_that_is_none_is_told_in_one_line(fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "emulate", "hopper", "--listen", "tcp:127.0.0.1:0", "--fault", fault]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_everything_that_can_be_tested_can_be_emulated() -> None:
    assert set(SELF_TESTS) <= set(KINDS)
