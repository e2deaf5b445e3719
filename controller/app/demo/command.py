"""`jakaja demo`: a whole table with virtual devices and bots, with a display or without one."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from controller.app.config import demo_profile, find_profile
from controller.app.demo.headless import Settings, run_headless
from controller.app.problem import Problem

HANDS: Final = 40
"""How many hands a demonstration without a display plays unless told otherwise."""

PLACES: Final = (1, 2, 4, 6, 7, 9)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja demo` takes."""
    parser.add_argument("--headless", action="store_true", help="no window: play on the virtual clock and end")
    parser.add_argument("--hands", type=int, default=HANDS, help=f"hands to play without a window ({HANDS})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed deals the same hands (1)")
    parser.add_argument("--seats", type=int, default=len(PLACES), help=f"bots at the table ({len(PLACES)})")
    parser.add_argument("--out", type=Path, default=Path("out/demo"), help="the folder to leave everything in")
    parser.add_argument("--profile", metavar="F", help="a profile file or the name of a ready one (demo)")
    parser.add_argument("--no-pictures", action="store_true", help="do not draw the screens")


def run(arguments: argparse.Namespace) -> int:
    """Run the demonstration that fits the surroundings."""
    profile = find_profile(arguments.profile) if arguments.profile else demo_profile()
    if not profile.no_value:
        raise Problem("demonstration", "this profile's tickets have value", "set no_value = true in the profile")
    if arguments.hands < 1:
        raise Problem("--hands", f"a demonstration of {arguments.hands} hands shows nothing", "use --hands 1 or more")
    if not 2 <= arguments.seats <= profile.seats:
        raise Problem("--seats", f"this table cannot seat {arguments.seats} bots", f"use --seats 2 to {profile.seats}")
    spread = arguments.seats == len(PLACES) and profile.seats >= max(PLACES)
    places = PLACES if spread else tuple(range(1, arguments.seats + 1))
    if arguments.headless or not _has_display():
        settings = Settings(
            folder=arguments.out,
            hands=arguments.hands,
            seed=arguments.seed,
            places=places,
            pictures=not arguments.no_pictures,
        )
        return run_headless(settings, profile, sys.stdout)
    from controller.app.demo.windowed import run_windowed

    return run_windowed(arguments.out, profile, arguments.seed, places)


def _has_display() -> bool:
    """Whether there is a screen to show windows on and a person before it."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
