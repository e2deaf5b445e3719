"""`jakaja devices key FOLDER`: give a table's eSSP note acceptor a key of its own in place of the factory's.

The key lies in the table's folder and nowhere else. A change that is cut off is no loss: both keys are kept until the
device has answered to the new one, and saying the word again finishes it.
"""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Final

from cashier.devices.essp_line import NoAnswer
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.usb import Backend, UsbAddress
from controller.app.devices import note_keys_of
from controller.app.entropy import KernelEntropy
from controller.app.folder import read_folder
from controller.app.home import Home
from controller.app.problem import Problem
from controller.journal.rows import Fault
from controller.vocab.profile import CashDevices

_TRIES: Final = 6
"""Sessions that are begun: each of the keys the device may have gets more than one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the word takes."""
    parser.add_argument("folder", type=Path, help="the table's folder; the table must be stopped")


def change_key(arguments: argparse.Namespace, backend: Backend | None) -> int:
    """Change the key: 0 done. Raises `Problem` where the device does not answer or the table runs."""
    home = Home(arguments.folder)
    cash = _devices(home)
    keys = Home(arguments.folder).note_keys
    key = home.next_note_key(KernelEntropy())
    place = cash.validator_usb
    address = UsbAddress(place.vendor, place.product, place.serial, place.port)
    unit = EsspUnit(
        partial(open_serial, address, backend, LineSetting(stop_bits=2)),
        country=cash.note_country,
        fixed_keys=note_keys_of((key, *keys)),
    )
    new = int.from_bytes(key, "big")
    try:
        _spoken_to(unit, cash.validator)
        unit.change_key(new)
        _spoken_to(unit, cash.validator)
    except NoAnswer as problem:
        raise Problem(cash.validator, f"did not take the key ({problem})", "mend that, and say it again") from None
    finally:
        unit.close()
    home.note_key_is_set()
    sys.stdout.write(f"{cash.validator} has a key of its own; it lies in {home.path / 'keys'}\n")
    return 0


def _devices(home: Home) -> CashDevices:
    """The devices of the table, which must be stopped and have an eSSP note acceptor."""
    folder = read_folder(home.path, with_key=False)
    if isinstance(folder, Fault):
        raise Problem("journal", folder.sentence, "run jakaja verify")
    if home.runs:
        raise Problem(str(home.path), "the table runs", "stop it first: the device answers one program at a time")
    if folder.profile.cash.note_protocol != "essp":
        raise Problem(str(home.path), "its validator does not speak eSSP", "there is no key to change")
    return folder.profile.cash


def _spoken_to(unit: EsspUnit, device: str) -> None:
    """Have the device answer to one of the keys that it may have."""
    for last in (*(False,) * (_TRIES - 1), True):
        try:
            unit.counters()
        except NoAnswer:
            if last:
                raise NoAnswer(f"{device} answers to no key that this table knows") from None
        else:
            return
