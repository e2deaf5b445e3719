"""Bringing a release onto a machine, and back: each step leaves one whole release to start, wherever the power goes."""

import os
import platform
import shutil
import sys
from pathlib import Path

import msgspec

from controller.app.problem import Problem
from controller.app.release.files import flush_folder, remove_tree
from controller.app.release.packing import Packed, look_through, unpack
from controller.app.release.slots import INCOMING, Slots, Trial
from controller.app.release.tree import Release, flaws_of, read_release, read_signers
from controller.software.archive import Contents


class Here(msgspec.Struct, frozen=True):
    """What a release must be made for to run on this machine."""

    python: str
    machine: str


def here() -> Here:
    """This machine."""
    return Here(f"{sys.version_info.major}.{sys.version_info.minor}", platform.machine())


def look_at(slots: Slots, archive: Path, place: Here) -> Packed:
    """Return what an archive holds, if it may be installed; changes nothing. Raises Problem."""
    if slots.trial is not None:
        mend = "confirm it, or roll back: until then the other place keeps the release before it"
        raise Problem("release", "the one that starts is on trial", mend)
    packed = look_through(archive, read_signers(slots.signers))
    _check_fit(slots, packed.contents, packed.digest, place)
    size = archive.stat().st_size
    if shutil.disk_usage(slots.base).free < 2 * size:
        raise Problem(str(slots.base), f"has no room for twice {size} bytes", "make room on that disk")
    return packed


def install(slots: Slots, archive: Path, packed: Packed) -> None:
    """Unpack what `look_at` has allowed into the idle place, and look at it once more. Raises Problem."""
    incoming, idle = slots.base / INCOMING, slots.folder(slots.idle)
    remove_tree(incoming)
    try:
        again = unpack(archive, read_signers(slots.signers), incoming)
        flaws = flaws_of(read_release(incoming, slots.signers))
        if again != packed or flaws:
            what = str(flaws[0]) if flaws else "it is another than it was a moment ago"
            raise Problem(str(archive), what, "see that medium and disk are whole")
    except Problem:
        remove_tree(incoming)
        raise
    remove_tree(idle)
    os.replace(incoming, idle)
    flush_folder(slots.base)


def activate(slots: Slots, place: Here) -> Contents:
    """Have the release in the idle place start next, on trial if there is one to go back to. Raises Problem."""
    if slots.trial is not None:
        raise Problem("release", "the one that starts is on trial already", "confirm it, or roll back")
    idle, before = slots.idle, slots.current
    release, contents = slots.whole(idle)
    _check_fit(slots, contents, release.digest, place)
    if before is None:
        slots.raise_floor(contents.serial)
    else:
        slots.begin_trial(Trial(idle, before))
    slots.switch(idle)
    return contents


def confirm(slots: Slots) -> Contents:
    """Say that the release on trial is good: nothing below it will start any more. Raises Problem."""
    trial = on_trial(slots)
    contents = slots.contents(trial.slot)
    slots.raise_floor(contents.serial)
    slots.end_trial()
    return contents


def roll_back(slots: Slots) -> Contents:
    """Go back from a release on trial to the one before it. Raises Problem."""
    trial = on_trial(slots)
    _release, contents = slots.whole(trial.before)
    if contents.serial < slots.floor.read():
        mend = "install a newer one: the one that starts was confirmed"
        raise Problem("release", f"number {contents.serial} lies below what was confirmed", mend)
    slots.switch(trial.before)
    slots.end_trial()
    return contents


def on_trial(slots: Slots) -> Trial:
    """Return the trial that is on. Raises Problem."""
    trial = slots.trial
    if trial is None:
        mend = "what was confirmed stays; to mend it install a newer release"
        raise Problem("release", "none is on trial", mend)
    return trial


def _check_fit(slots: Slots, contents: Contents, digest: str, place: Here) -> None:
    """Refuse what is not for this machine, what is older, and a second release under one number. Raises Problem."""
    made_for = Here(contents.python, contents.machine)
    if made_for != place:
        what = f"made for Python {made_for.python} on {made_for.machine}, here is {place.python} on {place.machine}"
        raise Problem("release", what, "fetch the one for this machine")
    floor, running = slots.floor.read(), _running(slots)
    if contents.serial > floor or (running is not None and running.digest == digest and contents.serial == floor):
        return
    mend = "fetch a newer one; only the release that starts may be installed once more, to mend it"
    raise Problem("release", f"number {contents.serial} is not above {floor}, which ran here", mend)


def _running(slots: Slots) -> Release | None:
    current = slots.current
    return None if current is None else read_release(slots.folder(current), slots.signers)
