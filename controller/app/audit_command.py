"""`jakaja audit`: an auditor's proof of every hand of a table, by a key that the table does not have."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from controller.app.auditing import audit_hands
from controller.app.entropy import KernelEntropy
from controller.app.folder import read_folder
from controller.app.problem import Problem
from controller.journal.rows import Fault
from controller.shuffle import public_key_of
from controller.vocab.digests import SIZE

PRIVATE: Final = 0o600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja audit` takes."""
    parser.add_argument("folder", type=Path, nargs="?", help="the folder of a table or a demonstration")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the auditor's private key")
    parser.add_argument("--new-key", type=Path, metavar="FILE", help="make a private key, and print the public one")


def run(arguments: argparse.Namespace) -> int:
    """Make a key, or audit a table: 0 every hand is proved, 1 a finding. Raises `Problem`."""
    if arguments.new_key is not None and arguments.folder is None and arguments.key is None:
        return _make_key(arguments.new_key)
    if arguments.folder is None or arguments.key is None or arguments.new_key is not None:
        raise Problem("audit", "needs a folder and a key", "write DIR --key FILE, or --new-key FILE alone")
    private = _read_key(arguments.key)
    folder = read_folder(arguments.folder, with_key=False)
    if isinstance(folder, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {folder.sentence}\n")
        return 1
    proved = replayed = skipped = wrong = 0
    for audited in audit_hands(folder.records(), private):
        for line in (*audited.findings, *filter(None, (audited.skipped,))):
            sys.stdout.write(f"{line}\n")
        wrong += bool(audited.findings)
        skipped += bool(audited.skipped)
        proved += not audited.findings and not audited.skipped
        replayed += audited.replayed and not audited.findings
    sys.stdout.write(
        f"hands: {proved} follow from their seeds, {replayed} of them played again card by card; "
        f"{skipped} not sealed or prepared, {wrong} wrong\n"
    )
    return 1 if wrong else 0


def _make_key(path: Path) -> int:
    private = KernelEntropy().draw(SIZE)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{private.hex()}\n")
    sys.stdout.write(f'auditor = "{public_key_of(private).hex()}"\n')
    sys.stderr.write(f"put that line into the profiles; keep {path} where no table is\n")
    return 0


def _read_key(path: Path) -> bytes:
    written = path.read_text(encoding="utf-8", errors="replace").strip()
    try:
        private = bytes.fromhex(written)
    except ValueError:
        private = b""
    if len(private) != SIZE:
        raise Problem(str(path), "is no private key", "make one with jakaja audit --new-key FILE")
    return private
