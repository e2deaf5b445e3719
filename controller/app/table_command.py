"""`jakaja table`: run a real table from its folder."""

import argparse
import asyncio
import sys
from functools import partial
from pathlib import Path

from controller.app import disk
from controller.app.clock import steady_ms
from controller.app.config import find_profile
from controller.app.core import Core
from controller.app.devices import fit
from controller.app.entropy import KernelEntropy
from controller.app.first_technician import hire_first
from controller.app.gateway import Gateway
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.keeper import Keeper
from controller.app.offline_desk import Errand, permit
from controller.app.own_memory import lock_memory
from controller.app.pin_entry import PinEntry
from controller.app.proofs import Slips
from controller.app.release.own import own_digest, own_release, signer_words, software_words
from controller.app.release.tree import Release
from controller.app.release.watch import SoftwareWatch
from controller.app.runtime import Runtime
from controller.app.starting import orderly, start
from controller.app.watch import MemoryWatch, ScreenWatch
from controller.journal.seal import Seals
from controller.vocab.profile import digest
from controller.wire.pairing import table_private_key
from controller.wire.viewers import viewer_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja table` takes."""
    parser.add_argument("--folder", type=Path, required=True, help="the table's folder; made anew if it is not there")
    parser.add_argument(
        "--profile", metavar="F", help="a profile file or the name of a ready one; a table that has run keeps its own"
    )
    parser.add_argument("--mirror", type=Path, help="a folder on a second disk for a further copy of the journal; kept")
    parser.add_argument("--technician", metavar="NAME", default="", help="the first of the staff, who types his PIN")
    parser.add_argument("--by", default="", help="the technician who has --profile adopted by a table that has run")
    parser.add_argument("--second", default="", help="who says so besides; both give their PINs")
    parser.add_argument("--accept-clock", action="store_true", help="start though the clock is behind the last record")
    parser.add_argument("--bus", help="a virtual bus (unix:/path) instead of the machine's USB")


def run(arguments: argparse.Namespace) -> int:
    """Run the table until it is told to stop; 1 if it had to stand still."""
    profile = find_profile(arguments.profile) if arguments.profile else None
    home = Home(arguments.folder)
    not_locked = lock_memory()
    release, entry = own_release(), PinEntry.from_surroundings()
    adopting = Errand("adopt-profile", arguments.by, arguments.second, "" if profile is None else digest(profile))
    core = start(
        home,
        profile,
        mirror=arguments.mirror,
        accept_clock=arguments.accept_clock,
        release=release,
        allow=lambda register: permit(register, adopting, entry),
    )
    with orderly(core):
        hire_first(core, arguments.technician, entry)
        _warn_of_disks(home)
        _run(core, home, arguments, release, not_locked)
    core.close()
    if core.frozen is not None:
        sys.stderr.write(f"jakaja: table: stands still ({core.frozen.name}): {core.frozen.sentence}\n")
        return 1
    return 0


def _run(core: Core, home: Home, arguments: argparse.Namespace, release: Release | None, not_locked: str) -> None:
    """Run the table that has started until it is told to stop."""
    slips = Slips()
    hub = Hub(core, home.screen_keys, put_slip=slips.put, private=table_private_key(home.table_key))
    fittings = fit(
        core,
        backend_of(arguments.bus),
        sign=Seals(home.table_key).sign,
        note_keys=home.note_keys,
        slips=slips.take,
        house_key=home.house_key,
    )
    keeper = Keeper.from_surroundings()
    runtime = Runtime(core, Gateway(hub, home.socket, KernelEntropy()), fittings, tell_keeper=keeper.tell)
    core.watch(MemoryWatch(not_locked))
    core.watch(SoftwareWatch(release, partial(_has_value, core), steady_ms))
    core.watch(ScreenWatch(lambda: map(viewer_name, hub.connected)))
    hub.on_change(runtime.wake)
    sys.stdout.write(f"{software_words(own_digest(release), signer_words(release))}\n")
    sys.stdout.write(f"table {name_of(core)} runs; screens connect at {home.socket}\n")
    sys.stdout.flush()
    asyncio.run(runtime.run())


def _warn_of_disks(home: Home) -> None:
    """Say in a line each what makes the table's disks less safe than they could be."""
    lines = []
    second = home.second_folder
    if second is None:
        lines.append("all copies of the journal lie on one disk; name a folder on a second one with --mirror")
    elif second.exists() and second.stat().st_dev == home.path.stat().st_dev:
        lines.append(f"{second} lies on the same disk as the table; name a folder on a second disk with --mirror")
    elif not second.exists():
        lines.append(f"{second} is not there; the table runs without its second disk")
    slander = disk.warning(disk.flushes_per_second(home.path))
    lines += [slander] if slander else []
    for line in lines:
        sys.stderr.write(f"jakaja: disk: {line}\n")


def _has_value(core: Core) -> bool:
    profile = core.machine.table.profile
    return profile is not None and not profile.no_value


def name_of(core: Core) -> str:
    """Return what the table is called."""
    profile = core.machine.table.profile
    return profile.table if profile is not None else ""


def backend_of(bus: str | None) -> object | None:
    """Return the pyusb backend of a virtual bus, or None for the machine's own."""
    if bus is None:
        return None
    from firmware.virtual.backend import get_backend

    return get_backend(bus)
