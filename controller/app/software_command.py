"""`jakaja software`: whether the program's files are those that were signed, and by whom (R-SEC-1)."""

import argparse
import sys
from pathlib import Path

from controller.app.program import digest
from controller.app.release.own import SIGNERS, own_release, signer_words, software_words
from controller.app.release.tree import flaws_of, read_release


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja software` takes."""
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    check = deeds.add_parser("check", help="hold every file against the signed list; show the digest and who signed")
    check.add_argument("--release", type=Path, metavar="FOLDER", help="another release than the one that this is")
    check.add_argument("--signers", type=Path, metavar="FOLDER", help=f"their keys; {SIGNERS} beside the release")


def run(arguments: argparse.Namespace) -> int:
    """Say what was found: 0 a signed release whose files are all as signed, 1 anything else."""
    if arguments.release is None and arguments.signers is None:
        release = own_release()
    else:
        root = arguments.release or Path()
        release = read_release(root.resolve(), arguments.signers or root.resolve().parent / SIGNERS)
    if release is None:
        sys.stdout.write(f"{software_words(digest(), ())}\n")
        return 1
    flaws = flaws_of(release)
    sys.stdout.write(f"{software_words(release.digest, signer_words(release))}\n")
    for flaw in flaws:
        sys.stdout.write(f"{flaw}\n")
    files = len(release.manifest.files)
    sys.stdout.write(f"{len(flaws)} flaws in {files} files\n" if flaws else f"{files} files, all as they were signed\n")
    return 1 if flaws else 0
