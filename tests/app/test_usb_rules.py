"""The rules for the kernel are written from the profile's list and from what hangs on the bus (SEC-3)."""

import argparse
import hashlib
import re
from pathlib import Path

import pytest

from cashier.devices.usb_guard import Listed, look
from controller.app import device_rules
from controller.app.problem import Problem
from controller.app.usb_rules import Admitted, Picture, rules
from firmware.virtual.bill_validator import ValidatorSettings, validator_device
from firmware.virtual.printer import PrinterSettings, printer_device
from firmware.virtual.scanner import ScannerSettings, scanner_device
from tests.devices.near import Near

PROFILES = Path(device_rules.__file__).parent / "profiles"

PRINTER = Admitted(Listed(0x1209, 3, "1-1.4", "0" * 16), ((7, 1, 2),), "a" * 64)
GLASS = Admitted(Listed(0x0EEF, 1, "2-3", "1" * 16), ((3, 0, 0), (0xFF, 0, 0)), "b" * 64, "seat-3")


def lines(text: str, *parts: str) -> list[str]:
    return [line for line in text.splitlines() if all(part in line for part in parts)]


def test_sec_3_nothing_is_authorised_but_what_the_list_names_and_the_hubs_before_it() -> None:
    text = rules([GLASS, PRINTER], [])
    admitting = lines(text, 'ATTR{authorized}="1"')
    assert {re.search(r'KERNEL=="([^"]+)"', line)[1] for line in admitting} == {  # type: ignore[index] # each has one
        "1-1",
        "1-1:*",
        "1-1.4",
        "1-1.4:*",
        "2-3",
        "2-3:*",
    }
    assert text.index('ATTR{authorized_default}="0"') < text.index(admitting[0])
    assert text.rindex('ATTR{authorized}="0"') > text.rindex('ATTR{authorized}="1"')


def test_sec_3_a_device_is_known_by_port_ids_and_every_byte_that_the_kernel_has_read() -> None:
    (line,) = lines(rules([PRINTER], []), 'KERNEL=="1-1.4"')
    assert 'ATTR{idVendor}=="1209", ATTR{idProduct}=="0003"' in line
    assert f'PROGRAM=="/usr/bin/sha256sum /sys%p/descriptors", RESULT=="{"a" * 64} *"' in line
    assert 'OWNER="jakaja-table", GROUP="root", MODE="0600"' in line


def test_sec_3_the_kernels_drivers_get_the_touches_of_a_glass_and_nothing_of_the_table() -> None:
    text = rules([GLASS, PRINTER], [Picture("seat-3", "pci-0000:03:00.0")])
    (own,) = lines(text, 'KERNEL=="1-1.4:*"')
    assert "drivers_probe" not in own
    (touched,) = lines(text, 'KERNEL=="2-3:*"')
    assert 'ATTR{bInterfaceClass}=="03"' in touched
    assert "drivers_probe" in touched
    assert lines(text, 'KERNELS=="2-3"', 'OWNER="jakaja-seat-3"', "try-restart jakaja-seat@3.service")
    assert lines(text, 'ENV{ID_PATH}=="pci-0000:03:00.0"', 'OWNER="jakaja-seat-3"', 'ENV{ID_SEAT}="seat-3"')
    assert lines(text, 'ENV{ID_INPUT_KEYBOARD}=="1"', 'ATTR{inhibited}="1"')


# -- the command ------------------------------------------------------------------------------------------------------


class Hall:
    """A bus with two devices, a profile that lists what hung on it at first, and what a kernel has read of them."""

    def __init__(self, folder: Path) -> None:
        self.near = Near(validator=validator_device(ValidatorSettings()), printer=printer_device(PrinterSettings()))
        self.devices = folder / "devices"
        self.profile = folder / "table.toml"
        found = look(self.near.backend)
        rows = "".join(
            f"\n[[usb]]\nvendor = {one.address.vendor}\nproduct = {one.address.product}\n"
            f'port = "{one.address.port}"\ndigest = "{one.digest}"\n'
            for one in found
        )
        self.profile.write_text((PROFILES / "demo.toml").read_text("utf-8") + rows, "utf-8")
        self.ports = [one.address.port for one in found]
        for port in self.ports:
            (self.devices / port).mkdir(parents=True)
            (self.devices / port / "descriptors").write_bytes(port.encode())

    def written(self, *words: str) -> int:
        parser = argparse.ArgumentParser()
        device_rules.add_arguments(parser)
        arguments = parser.parse_args(["--profile", str(self.profile), *words])
        return device_rules.write_rules(arguments, self.near.backend, self.devices)


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_sec_3_the_command_writes_what_is_listed_and_there(hall: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = hall.ports
    assert hall.written("--glass", f"kiosk={second}", "--picture", "kiosk=pci-0000:00:02.0") == 0
    text = capsys.readouterr().out
    digest = hashlib.sha256(first.encode()).hexdigest()
    assert lines(text, f'KERNEL=="{first}"', digest, 'OWNER="jakaja-table"')
    assert lines(text, f'KERNELS=="{second}"', 'OWNER="jakaja-kiosk"')
    assert lines(text, 'ENV{ID_PATH}=="pci-0000:00:02.0"', 'ENV{ID_SEAT}="kiosk"')


def test_sec_3_the_command_writes_nothing_while_a_stranger_is_plugged_in(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    hall.near.bus.attach("scanner", scanner_device(ScannerSettings()))
    assert hall.written() == 1
    told = capsys.readouterr()
    assert (told.out, "it is a keyboard" in told.err) == ("", True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--glass", "seat-11=1-1"), "names no screen and its place"),
        (("--glass", "kiosk=1-1", "--glass", "centre=1-1"), "gives one place to two screens"),
        (("--picture", "kiosk=pci-1", "--picture", "centre=pci-1"), "gives one place to two screens"),
        (("--picture", "kiosk"), "names no screen and its place"),
        (("--glass", "kiosk=9-9"), "nothing is plugged in there"),
    ],
)
def test_a_screen_or_a_place_that_there_is_not_is_refused(hall: Hall, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(Problem, match=why):
        hall.written(*words)


def test_what_is_not_plugged_in_or_not_listed_or_not_this_machines_gets_no_rule(hall: Hall) -> None:
    for file in hall.devices.rglob("descriptors"):
        file.unlink()
    with pytest.raises(Problem, match="run this on the table's machine"):
        hall.written()
    hall.near.bus.unplug("printer")
    with pytest.raises(Problem, match="plug in all that is listed"):
        hall.written()
    hall.near.bus.unplug("validator")
    hall.profile.write_text((PROFILES / "demo.toml").read_text("utf-8"), "utf-8")
    with pytest.raises(Problem, match="lists no USB devices"):
        hall.written()
