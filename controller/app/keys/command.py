"""`jakaja keys`: which keys a table has and how they lie; seal them to the machine's TPM, and what undoes it."""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, get_args

from controller.app.columns import Column, columns
from controller.app.entropy import KernelEntropy
from controller.app.home import Home
from controller.app.keys import moving
from controller.app.keys.recovery import RecoveryKey
from controller.app.keys.refused import KeyRefused
from controller.app.keys.sealing import DEFAULT_PCRS, Sealing, checked
from controller.app.keys.store import OWN, TABLE
from controller.app.keys.tpm import MACHINES_OWN, Bank
from controller.app.offline_desk import Errand, permit, resting
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.app.report import refused_line
from controller.app.two_people import two_names
from controller.journal.errors import JournalError, StoreOpenError
from controller.journal.rows import Head
from controller.journal.store import kept_closed, open_copy
from controller.vocab.staff_records import Deed

_HEADS: Final = (Column("key"), Column("made"), Column("file"), Column("closed by"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja keys` takes."""
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    show = deeds.add_parser("show", help="which keys there are, made when, and how they are closed")
    seal = deeds.add_parser("seal", help="have the TPM give the key to this machine in this state alone; again: anew")
    pcrs = ",".join(map(str, DEFAULT_PCRS))
    seal.add_argument("--pcrs", metavar="N,N", help=f"the registers that must stand as now, at first {pcrs}")
    seal.add_argument("--bank", choices=get_args(Bank), help="whose digests count, at first sha256")
    seal.add_argument("--device", metavar="TCTI", help=f"which TPM, at first {MACHINES_OWN}")
    unseal = deeds.add_parser("unseal", help="have the keys lie in files again, to move the table or its software")
    recover = deeds.add_parser("recover", help="seal anew, or with --files unseal, with the recovery key from paper")
    recover.add_argument("--files", action="store_true", help="without a TPM: the keys lie in files then")
    accept = deeds.add_parser("accept", help="take the journal as it is, though the TPM remembers more")
    for deed in (show, seal, unseal, recover, accept):
        deed.add_argument("folder", type=Path, help="the table's folder")
    for deed in (seal, unseal, recover, accept):
        deed.add_argument("--by", action="append", default=[], help="who says so; given twice, first a technician")


def run(arguments: argparse.Namespace) -> int:
    """Do it: 0 done, 1 a key that is not as it must be, or a refusal. Raises `Problem` for what cannot be done."""
    home = Home(arguments.folder)
    if arguments.deed == "seal":
        return _seal(home, arguments)
    if not home.exists:
        raise Problem(str(home.path), "no table lives here", "name a table's folder")
    if arguments.deed == "show":
        return _show(home)
    sealing = home.sealing
    if sealing is None and not (arguments.deed == "unseal" and moving.has_leftovers(home)):
        raise Problem(str(home.path), "no TPM seals the keys, they lie in files", "seal them with jakaja keys seal")
    match arguments.deed:
        case "unseal":
            return _unseal(home, arguments.by)
        case "recover":
            return _recover(home, None if arguments.files else sealing, arguments.by)
        case _:
            return _accept(home, arguments.by)


def _show(home: Home) -> int:
    rows, found = [], []
    for path in sorted(home.keys.path.iterdir()):
        if path.suffix in {".key", ".sealed"}:
            made = datetime.fromtimestamp(path.lstat().st_mtime, UTC).strftime("%Y-%m-%d %H:%M UTC")
            try:
                home.keys.read(path.name)
            except KeyRefused as refused:
                found.append(str(refused))
            rows.append((path.stem, made, path.name, _closed_by(home, path)))
    sys.stdout.writelines(f"{line}\n" for line in columns(_HEADS, rows))
    sealing = home.sealing
    found += _left_over(home, sealing)
    if sealing is not None:
        try:
            sys.stdout.write(_tpm_line(home, sealing))
        except KeyRefused as refused:
            found.append(str(refused))
    sys.stdout.writelines(f"NOT in order: {line}\n" for line in found)
    return 1 if found else 0


def _closed_by(home: Home, path: Path) -> str:
    sealing = home.sealing
    if path.suffix == ".key":
        return "its mode alone"
    if path.stem == TABLE and sealing is not None:
        return f"TPM, {sealing.policy.selection}"
    return "the table's key" if path.stem in OWN else "the recovery key on paper"


def _left_over(home: Home, sealing: Sealing | None) -> list[str]:
    """What a move that was cut off has left beside the keys that count."""
    if moving.has_leftovers(home):
        return ["sealed keys are left beside the files: say jakaja keys unseal once more"]
    left = [name for name in OWN if sealing is not None and home.keys.has(f"{name}.key")]
    return [f"{name}.key lies beside the sealed key: say jakaja keys seal once more" for name in left]


def _tpm_line(home: Home, sealing: Sealing) -> str:
    kept = home.register
    remembered = None if kept is None else kept.read()
    if remembered is None:
        return ""
    return (
        f"{sealing.device} opens the table's key; counter {sealing.ratchet:#x} stands at {remembered.clicks}; "
        f"history noted to record {remembered.record}; newest release {remembered.version}\n"
    )


def _seal(home: Home, arguments: argparse.Namespace) -> int:
    wanted = _wanted(home.sealing or Sealing(), arguments)
    if not _permitted(home, "seal-keys", arguments.by, PinEntry.from_surroundings()):
        return 1
    paper = moving.seal_keys(home, wanted, _head_of(home), KernelEntropy())
    sys.stdout.write(
        f"the TPM gives the table's key to this machine alone, as long as {wanted.policy.selection} stand as now\n"
        f"recovery key: {paper.text}\n"
        "write it down now and keep it in the safe: it is shown this once, and without it a broken TPM or changed\n"
        "software costs the table its key; papers from before open nothing any more\n"
    )
    return 0


def _unseal(home: Home, by: Sequence[str]) -> int:
    if not _permitted(home, "unseal-keys", by, PinEntry.from_surroundings()):
        return 1
    moving.unseal_keys(home)
    sys.stdout.write("the keys lie in files again: whoever reads the disk has them\n")
    return 0


def _recover(home: Home, sealing: Sealing | None, by: Sequence[str]) -> int:
    """With the key from paper: seal anew, or without `sealing` have the keys lie in files."""
    entry = PinEntry.from_surroundings()
    paper = RecoveryKey.read(entry.recovery_key())
    home.unlock(paper.open(home.keys, home.machine_id))
    if not _permitted(home, "recover-keys", by, entry):
        return 1
    if sealing is None:
        moving.recover_to_files(home, paper)
        sys.stdout.write("the keys lie in files again: whoever reads the disk has them\n")
    elif moving.recover_to_tpm(home, paper, sealing, _head_of(home)):
        sys.stdout.write("the key is sealed to this machine as it is now; the recovery key stays the same\n")
    else:
        sys.stdout.write(
            "the key is sealed to this machine as it is now; the recovery key stays the same\n"
            "this TPM did not know how far the history had come: from now on it counts as it stands\n"
        )
    return 0


def _accept(home: Home, by: Sequence[str]) -> int:
    if not _permitted(home, "accept-history", by, PinEntry.from_surroundings()):
        return 1
    head = _head_of(home)
    moving.accept_history(home, head)
    sys.stdout.write(f"the history to record {0 if head is None else head.record} counts from now on\n")
    return 0


def _permitted(home: Home, deed: Deed, by: Sequence[str], entry: PinEntry) -> bool:
    """Have two people say so, and the journal keep it; say why where they may not. Raises `Problem`.

    A table without a journal has no people yet.
    """
    if not home.journal.exists():
        return True
    try:
        with kept_closed(home.journal):
            first, second = two_names(by, "keys are moved")
    except StoreOpenError as error:
        raise Problem(str(home.path), "the table runs", "stop it first") from error
    with resting(home) as register:
        refusal = permit(register, Errand(deed, first, second), entry)
    if refusal is not None:
        sys.stdout.write(f"{refused_line(refusal)}\n")
    return refusal is None


def _wanted(present: Sealing, arguments: argparse.Namespace) -> Sealing:
    """How the key is to be sealed: as it is now, but for what was said. Raises `Problem`."""
    pcrs = present.policy.selection.partition(":")[2] if arguments.pcrs is None else arguments.pcrs
    try:
        registers = tuple(int(number) for number in pcrs.split(","))
        return checked(Sealing(registers, arguments.bank or present.bank, arguments.device or present.device))
    except ValueError as error:
        raise Problem("--pcrs", f"is no list of registers ({error})", "write numbers such as 0,2,4,7") from error


def _head_of(home: Home) -> Head | None:
    if not home.journal.exists():
        return None
    try:
        with open_copy(home.journal) as reader:
            return reader.head()
    except JournalError as error:
        raise Problem.told(error) from error
