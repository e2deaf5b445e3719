"""`jakaja table`: run a real table from its folder."""

import argparse
import asyncio
import sys
from pathlib import Path

from cashier.refusal import Refusal
from controller.app import disk
from controller.app.boot import blank, new_journal, open_journal, recover
from controller.app.clock import SystemClock
from controller.app.config import read_profile
from controller.app.core import Core, Frozen
from controller.app.devices import make_drivers
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.problem import Problem
from controller.app.runtime import Runtime
from controller.app.steady_clock import SteadyClock
from controller.app.upkeep import Upkeep
from controller.journal.rows import Incident
from controller.vocab.profile import Profile
from controller.vocab.table_records import AdoptProfile
from controller.wire.viewers import VIEWERS, viewer_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja table` takes."""
    parser.add_argument("--folder", type=Path, required=True, help="the table's folder; made anew if it is not there")
    parser.add_argument("--profile", type=Path, help="the profile to adopt; a table that has run keeps its own")
    parser.add_argument("--mirror", type=Path, help="a folder on a second disk for a further copy of the journal; kept")
    parser.add_argument("--accept-clock", action="store_true", help="start though the clock is behind the last record")
    parser.add_argument("--bus", help="a virtual bus (unix:/path) instead of the machine's USB")


def run(arguments: argparse.Namespace) -> int:
    """Run the table until it is told to stop; 1 if it had to stand still."""
    profile = read_profile(arguments.profile) if arguments.profile else None
    home = Home(arguments.folder)
    core = start(home, profile, mirror=arguments.mirror, accept_clock=arguments.accept_clock)
    _warn_of_disks(home)
    keys = {viewer_name(viewer): home.screen_key(viewer) for viewer in VIEWERS}
    gateway = Gateway(Hub(core, keys), home.socket, KernelEntropy())
    sys.stdout.write(f"table {name_of(core)} runs; screens connect at {home.socket}\n")
    sys.stdout.flush()
    asyncio.run(Runtime(core, gateway, make_drivers(core, backend_of(arguments.bus))).run())
    core.close()
    if core.frozen is not None:
        sys.stderr.write(f"jakaja: table: stands still ({core.frozen.name}): {core.frozen.sentence}\n")
        return 1
    return 0


def start(home: Home, profile: Profile | None, *, mirror: Path | None = None, accept_clock: bool = False) -> Core:
    """Return the core of the table in `home`, new or as its journal left it, with `profile` adopted.

    `mirror` is a folder on a second disk, remembered from then on. Raises `Problem`, and changes nothing then.
    """
    entropy, system = KernelEntropy(), SystemClock()
    is_new = not home.exists
    if is_new:
        if profile is None:
            raise Problem(str(home.path), "holds no table yet", "name a profile with --profile to make one")
        home.create(entropy)
    if mirror is not None:
        home.set_second_folder(mirror)
    if is_new:
        journal = new_journal(home, system.now())
        saved, clock = blank(journal), SteadyClock(system)
    else:
        journal = open_journal(home, system.now(), steady=not accept_clock)
        latest_ms = 0 if accept_clock else journal.wall_ms or 0
        try:
            saved, table_ms = recover(journal)
        except Problem:
            journal.close()
            raise
        clock = SteadyClock(SystemClock(table_ms), latest_ms)
    core = Core(saved, journal, clock, entropy, upkeep=Upkeep(journal, _disks(home)))
    core.on_incident(_say_incident)
    for incident in journal.noted:
        _say_incident(incident)
    if profile is not None and core.machine.table.profile != profile:
        _adopt(core, profile)
    return core


def _say_incident(incident: Incident) -> None:
    sys.stderr.write(f"jakaja: journal: {incident.sentence}\n")


def _disks(home: Home) -> tuple[Path, ...]:
    """The folders whose disks must not fill up."""
    second = home.second_folder
    return (home.path,) if second is None else (home.path, second)


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


def _adopt(core: Core, profile: Profile) -> None:
    outcome = core.submit(AdoptProfile(profile=profile))
    if isinstance(outcome, Refusal):
        facts = ", ".join(f"{name} {fact}" for name, fact in outcome.facts.items())
        raise Problem(
            "profile", f"cannot be adopted now: {outcome.code} {facts}".rstrip(), "end the hand, empty the seats"
        )
    if isinstance(outcome, Frozen):
        raise Problem("profile", outcome.sentence, "run jakaja verify on the table's folder")


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
