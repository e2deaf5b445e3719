"""`jakaja release`: make, sign and pack a release where the project is built; install it, and go back, at a table."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from controller.app.entropy import KernelEntropy
from controller.app.home import Home
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.app.program import ROOT
from controller.app.release import installing, making
from controller.app.release.own import software_words
from controller.app.release.packing import look_through, pack
from controller.app.release.slots import Slot, Slots
from controller.app.release.tree import flaws_of, read_release, read_signers
from controller.app.signing_in import sign_in
from controller.app.socket_screen import SocketScreen
from controller.software import MANIFEST, SIGNATURES, SignerError, digest, sign
from controller.software.archive import Contents
from controller.software.signers import KEY_BYTES, public_of, read_secret, write_public, write_secret
from controller.vocab.fault_records import ChangeRelease, ReleaseStep
from controller.wire.messages import Refused
from controller.wire.viewers import STAFF

BASE: Final = Path("/opt/jakaja")
_PRIVATE: Final = 0o600
_NEXT: Final = "release {} starts next: restart the table's programs\n"
_FLOOR: Final = "nothing below release {} starts any more\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja release` takes."""
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    key = deeds.add_parser("key", help="make the key of somebody who signs, on a machine that is no table")
    key.add_argument("name", help="his name, in small letters")
    key.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where NAME.key and NAME.pem are put")
    make = deeds.add_parser("make", help="make a release's folder and the list of its files, from a checkout")
    make.add_argument("--serial", type=int, required=True, help="its number, above that of every release before it")
    make.add_argument("--profile", type=Path, action="append", default=[], help="a profile that goes with it")
    make.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the release; not there yet")
    signing = deeds.add_parser("sign", help="sign the list of a release's files; nothing else of it is read")
    signing.add_argument("release", type=Path, help="the release's folder, or a copy with its list alone")
    signing.add_argument("--key", type=Path, required=True, metavar="NAME.key", help="the key of whoever signs")
    packing = deeds.add_parser("pack", help="put a signed release into one file")
    packing.add_argument("release", type=Path, help="the release's folder")
    packing.add_argument("--signers", type=Path, required=True, metavar="FOLDER", help="the keys of those who may sign")
    packing.add_argument("--out", type=Path, required=True, metavar="FILE")
    show = deeds.add_parser("show", help="what a machine has, or what an archive holds")
    show.add_argument("archive", type=Path, nargs="?")
    show.add_argument("--base", type=Path, default=BASE, help=f"the folder of a machine's releases; {BASE}")
    deeds.add_parser("sbom", help="the bill of materials of this checkout, in CycloneDX")
    _add_steps(deeds)


def _add_steps(deeds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    purposes: Mapping[ReleaseStep, str] = {
        "install": "put a signed release beside the one that runs",
        "activate": "have the one beside it start next, on trial",
        "confirm": "say that the one on trial is good: nothing older starts any more",
        "roll-back": "go back from the one on trial to the one before it",
    }
    for step, purpose in purposes.items():
        chosen = deeds.add_parser(step, help=purpose)
        if step == "install":
            chosen.add_argument("archive", type=Path)
        chosen.add_argument("--base", type=Path, default=BASE, help=f"the folder of a machine's releases; {BASE}")
        chosen.add_argument("--folder", type=Path, help="the table's folder; it must run, and is asked")
        chosen.add_argument("--by", default="", help="the technician, who gives his PIN")
        chosen.add_argument("--second", default="", help="who stands for it besides, with his PIN")


def run(arguments: argparse.Namespace) -> int:
    """Do it: 0 done, 1 refused by the table. Raises Problem, and has changed nothing then."""
    return _DEEDS[arguments.deed](arguments)


def _key(arguments: argparse.Namespace) -> int:
    secret = KernelEntropy().draw(KEY_BYTES)
    private, public = (arguments.to / f"{arguments.name}{end}" for end in (".key", ".pem"))
    descriptor = os.open(private, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(write_secret(secret))
    public.write_text(write_public(public_of(secret)), encoding="ascii")
    sys.stdout.write(f"{private} signs and never lies on a table; {public} is for every table\n")
    return 0


def _make(arguments: argparse.Namespace) -> int:
    if arguments.serial < 1:
        raise Problem("--serial", f"{arguments.serial} is no number of a release", "count from 1")
    place = installing.here()
    contents = Contents(making.version_of(ROOT), arguments.serial, place.python, place.machine)
    text = making.make(ROOT, arguments.out, contents, arguments.profile)
    sys.stdout.write(f"{software_words(digest(text), ())}\n{len(text.splitlines())} files in {arguments.out}\n")
    return 0


def _sign(arguments: argparse.Namespace) -> int:
    name = arguments.key.stem
    try:
        secret = read_secret(name, arguments.key.read_text(encoding="ascii"))
    except SignerError as error:
        raise Problem(str(arguments.key), str(error), "one with a password signs by openssl pkeyutl") from error
    text = (arguments.release / MANIFEST).read_bytes()
    (arguments.release / SIGNATURES).mkdir(exist_ok=True)
    (arguments.release / SIGNATURES / f"{name}.sig").write_bytes(sign(text, secret))
    sys.stdout.write(f"{name} has signed for {digest(text)}\n")
    return 0


def _pack(arguments: argparse.Namespace) -> int:
    release = read_release(arguments.release, arguments.signers)
    flaws = flaws_of(release)
    if flaws:
        raise Problem(str(release.root), f"{flaws[0]}, {len(flaws)} flaws in all", "make and sign it anew")
    pack(release, arguments.out)
    sys.stdout.write(f"{arguments.out}: {software_words(release.digest, tuple(map(str, release.signers)))}\n")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    slots = Slots(arguments.base)
    if arguments.archive is not None:
        packed = look_through(arguments.archive, read_signers(slots.signers))
        _say("archive", packed.contents, packed.digest, tuple(map(str, packed.signers)))
        return 0
    current, trial = slots.current, slots.trial
    for slot in ("a", "b"):
        if not slots.folder(slot).exists():
            continue
        release = read_release(slots.folder(slot), slots.signers)
        starts = "starts" if slot == current else "lies beside it"
        tried = f", on trial, {trial.starts} starts failed" if trial is not None and slot == trial.slot else ""
        signers = () if release.flaws else tuple(map(str, release.signers))
        _say(f"{slot} {starts}{tried}", slots.contents(slot), release.digest, signers)
    sys.stdout.write(f"nothing below number {slots.floor.read()} starts\n")
    return 0


def _say(what: str, contents: Contents, total: str, signers: tuple[str, ...]) -> None:
    made_for = f"for Python {contents.python} on {contents.machine}"
    sys.stdout.write(f"{what}: release {contents.serial} ({contents.version}), {made_for}\n")
    sys.stdout.write(f"  {software_words(total, signers)}\n")


def _sbom(_arguments: argparse.Namespace) -> int:
    sys.stdout.write(making.bill_of(making.version_of(ROOT), ROOT / making.LOCK).decode())
    return 0


def _install(arguments: argparse.Namespace) -> int:
    slots = Slots(arguments.base)
    packed = installing.look_at(slots, arguments.archive, installing.here())
    if not _agreed(arguments, slots, packed.contents, packed.digest):
        return 1
    installing.install(slots, arguments.archive, packed)
    _say(f"installed as {slots.idle}", packed.contents, packed.digest, tuple(map(str, packed.signers)))
    return 0


def _activate(arguments: argparse.Namespace) -> int:
    slots = Slots(arguments.base)
    return _change(arguments, slots, slots.idle, partial(installing.activate, slots, installing.here()), _NEXT)


def _confirm(arguments: argparse.Namespace) -> int:
    slots = Slots(arguments.base)
    trial = installing.on_trial(slots)
    return _change(arguments, slots, trial.slot, partial(installing.confirm, slots), _FLOOR)


def _roll_back(arguments: argparse.Namespace) -> int:
    slots = Slots(arguments.base)
    trial = installing.on_trial(slots)
    return _change(arguments, slots, trial.before, partial(installing.roll_back, slots), _NEXT)


def _change(
    arguments: argparse.Namespace, slots: Slots, slot: Slot, change: Callable[[], Contents], follows: str
) -> int:
    """Change what runs, if the release in `slot` is whole and people stand for it; say what follows for its number."""
    release, contents = slots.whole(slot)
    if not _agreed(arguments, slots, contents, release.digest):
        return 1
    sys.stdout.write(follows.format(change().serial))
    return 0


def _agreed(arguments: argparse.Namespace, slots: Slots, contents: Contents, total: str) -> bool:
    """Whether two people stand for it at the table, whose journal has it then. A machine's first release needs none."""
    if slots.current is None:
        return True
    if arguments.folder is None or not arguments.by:
        raise Problem("release", "a table lives here", "name it with --folder, and two people with --by and --second")
    step = ChangeRelease(arguments.deed, contents.version, contents.serial, total, arguments.by)
    return asyncio.run(_ask(Home(arguments.folder), step, arguments.second))


async def _ask(home: Home, step: ChangeRelease, second: str) -> bool:
    desk = SocketScreen(home, STAFF)
    await desk.connect()
    try:
        refused = await sign_in(desk, PinEntry.from_surroundings(), step.by, second)
        answer = refused or await desk.ask(step, second)
    finally:
        await desk.close()
    if isinstance(answer, Refused):
        facts = ", ".join(f"{name} {fact}" for name, fact in answer.refusal.facts.items())
        sys.stdout.write(f"refused: {answer.refusal.code} {facts}".rstrip() + "\n")
        return False
    return True


_DEEDS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "key": _key,
    "make": _make,
    "sign": _sign,
    "pack": _pack,
    "show": _show,
    "sbom": _sbom,
    "install": _install,
    "activate": _activate,
    "confirm": _confirm,
    "roll-back": _roll_back,
}
