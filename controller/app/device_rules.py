"""`jakaja devices rules`: the profile's list of USB devices as rules for the machine's own kernel.

They are written from the list and from what is plugged in: a rule holds the digest of all that the kernel has read of a
device, so each has to be there, and nothing else may.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from cashier.devices.usb_guard import Found, look, strangers
from cashier.usb import Backend
from controller.app.config import find_profile
from controller.app.problem import Problem
from controller.app.usb_driver import SENTENCES, listed_in, scanner_port
from controller.app.usb_rules import DEVICES, Picture, admitted, rules
from controller.vocab.profile import Profile
from controller.wire.viewers import VIEWERS, viewer_name

_PAIR: Final = re.compile(r"([a-z0-9-]+)=([\w.:-]+)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the word takes."""
    parser.add_argument("--profile", metavar="F", required=True, help="the profile that has the list")
    for name, what in (("glass", "PORT"), ("picture", "ADAPTER")):
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar=f"SCREEN={what}", help=f"which {name} is which screen's"
        )


def write_rules(arguments: argparse.Namespace, backend: Backend | None, devices: Path = DEVICES) -> int:
    """Write them; 1 where something is plugged in that the list does not allow. Raises `Problem`."""
    profile = find_profile(arguments.profile)
    glass = {port: screen for screen, port in _pairs(arguments.glass)}
    pictures = [Picture(screen, adapter) for screen, adapter in _pairs(arguments.picture)]
    found = look(backend)
    wrong = strangers(found, listed_in(profile), scanner_port(profile))
    for one in wrong:
        sys.stderr.write(f"jakaja: {one.address}: {SENTENCES[one.flaw]}\n")
    if wrong:
        return 1
    _expect_all(profile, found, glass)
    sys.stdout.write(rules([admitted(one, devices, glass.get(one.address.port, "")) for one in found], pictures))
    return 0


def _pairs(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    screens = set(map(viewer_name, VIEWERS))
    taken = set()
    for word in words:
        match = _PAIR.fullmatch(word)
        if match is None or match[1] not in screens:
            raise Problem(word, "names no screen and its place", "write them as seat-3=1-1.4")
        if match[2] in taken:
            raise Problem(word, "gives one place to two screens", "name each place once")
        taken.add(match[2])
        yield match[1], match[2]


def _expect_all(profile: Profile, found: Sequence[Found], glass: Iterable[str]) -> None:
    """Raises `Problem` where the list is empty or names what is not there."""
    if not profile.usb:
        raise Problem(profile.table, "its profile lists no USB devices", "write the list with `jakaja devices allow`")
    there = {one.address.port for one in found}
    for port in (*(row.port for row in profile.usb), *glass):
        if port not in there:
            raise Problem(port, "is on the list and nothing is plugged in there", "plug in all that is listed")
