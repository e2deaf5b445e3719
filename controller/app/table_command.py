"""`jakaja table`: run a real table from its folder."""

import argparse
import asyncio
import sys
from pathlib import Path

from cashier.refusal import Refusal
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
from controller.vocab.profile import Profile
from controller.vocab.table_records import AdoptProfile
from controller.wire.viewers import VIEWERS, viewer_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja table` takes."""
    parser.add_argument("--folder", type=Path, required=True, help="the table's folder; made anew if it is not there")
    parser.add_argument("--profile", type=Path, help="the profile to adopt; a table that has run keeps its own")
    parser.add_argument("--bus", help="a virtual bus (unix:/path) instead of the machine's USB")


def run(arguments: argparse.Namespace) -> int:
    """Run the table until it is told to stop; 1 if it had to stand still."""
    profile = read_profile(arguments.profile) if arguments.profile else None
    core = start(Home(arguments.folder), profile)
    keys = {viewer_name(viewer): Home(arguments.folder).screen_key(viewer) for viewer in VIEWERS}
    gateway = Gateway(Hub(core, keys), Home(arguments.folder).socket, KernelEntropy())
    sys.stdout.write(f"table {name_of(core)} runs; screens connect at {Home(arguments.folder).socket}\n")
    sys.stdout.flush()
    asyncio.run(Runtime(core, gateway, make_drivers(core, backend_of(arguments.bus))).run())
    core.close()
    if core.frozen is not None:
        sys.stderr.write(f"jakaja: table: stands still ({core.frozen.name}): {core.frozen.sentence}\n")
        return 1
    return 0


def start(home: Home, profile: Profile | None) -> Core:
    """Return the core of the table in `home`, new or as its journal left it, with `profile` adopted."""
    entropy = KernelEntropy()
    if home.exists:
        journal = open_journal(home, SystemClock().now())
        saved, table_ms = recover(journal)
        core = Core(saved, journal, SystemClock(table_ms), entropy)
    else:
        if profile is None:
            raise Problem(str(home.path), "holds no table yet", "name a profile with --profile to make one")
        home.create(entropy)
        clock = SystemClock()
        journal = new_journal(home, clock.now())
        core = Core(blank(journal), journal, clock, entropy)
    if profile is not None and core.machine.table.profile != profile:
        _adopt(core, profile)
    return core


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
