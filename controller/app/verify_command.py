"""`jakaja verify DIR`: is the journal whole, and does everything follow? `jakaja verify hand`: is a receipt right?"""

import argparse
import sys
from pathlib import Path

from controller.app.home import Home
from controller.app.inspection import inspect
from controller.app.keys.history import check_history
from controller.app.keys.refused import KeyRefused
from controller.app.problem import Problem
from controller.app.report import print_reconciliation
from controller.app.ticket_proof import signer_of, verify_ticket
from controller.app.verify_receipt import verify_receipt
from controller.journal.comparison import chain_hash, compare_mirrors
from controller.journal.errors import JournalError
from controller.journal.rows import Record
from controller.journal.verify import VerifyReport, salvage, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja verify` takes."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="DIR | hand RECEIPT | ticket QR",
        help="the folder of a table or a demonstration, a receipt, or what the QR of a ticket says",
    )
    parser.add_argument("--signer", metavar="HEX", help="with a ticket: the public key of its table")
    parser.add_argument("--folder", type=Path, help="with a ticket: the folder of its table, for the key")
    parser.add_argument("--root", metavar="HEX", help="with a receipt: the root of its hand, or its first digits")
    parser.add_argument("--head", metavar="RECORD:HASH", help="a head written down earlier, which must still hold")
    parser.add_argument("--no-key", action="store_true", help="check without the table key: sealed facts stay closed")


def run(arguments: argparse.Namespace) -> int:
    """Check a journal or a receipt and say what was found: 0 everything follows, 1 a finding, 2 nothing to check."""
    match arguments.what:
        case ["hand", receipt]:
            return verify_receipt(receipt, arguments.root)
        case ["ticket", text]:
            return verify_ticket(text, signer_of(arguments.signer, arguments.folder))
        case [folder] if arguments.root is None:
            return _verify_folder(Path(folder), arguments)
    raise Problem(
        " ".join(arguments.what),
        "is neither a folder nor a receipt nor a ticket",
        "write DIR, hand RECEIPT or ticket QR",
    )


def _verify_folder(folder: Path, arguments: argparse.Namespace) -> int:
    home = Home(folder)
    if not home.journal.exists():
        raise Problem(str(folder), f"holds no {home.journal.name}", "name the folder of a table")
    key = None if arguments.no_key else home.table_key
    try:
        report = verify(home.journal, key)
    except JournalError as error:
        raise Problem.told(error) from error
    is_sound = _say_report(report) and (arguments.head is None or _holds(home, arguments.head))
    is_sound = is_sound and (key is None or _say_remembered(home))
    if not (_say_copies(home, key) and is_sound):
        return 1
    if key is None:
        sys.stdout.write("sealed facts were not opened: without the key only the chain and the sums are checked\n")
    follows = key is None or _inspect(home, key)
    return 0 if follows and report.whole else 1


def _say_report(report: VerifyReport) -> bool:
    """Print what the chain's verification says; return whether the records can be relied on."""
    if report.fault is not None:
        where = "" if report.fault.record is None else f"first bad record: {report.fault.record}; "
        sys.stdout.write(f"journal: NOT WHOLE; {where}{report.fault.sentence}\n")
        sys.stdout.write(f"journal: {report.records} records can still be read\n")
        return False
    for line in report.snapshot_faults:
        sys.stdout.write(f"journal: a snapshot is unusable and would be ignored: {line.sentence}\n")
    sys.stdout.write(f"journal: whole, {report.records} records, {report.events} events\n")
    for incident in report.incidents:
        sys.stdout.write(f"incident {incident.number}, after record {incident.record}: {incident.sentence}\n")
    head = report.mark
    sys.stdout.write(f"head: {head.record}:{head.hash.hex()}, {report.heads} heads signed by this table\n")
    return True


def _say_copies(home: Home, key: bytes | None) -> bool:
    """Print how each mirror compares with the journal; return whether none is damaged or contradicts it."""
    reports = compare_mirrors(home.journal, home.mirrors, key)
    for report in reports:
        sys.stdout.write(f"copy {report.path}: {report.sentence}\n")
    return all(report.is_good for report in reports)


def _say_remembered(home: Home) -> bool:
    """Say whether the journal is as far as the TPM remembers, where there is one."""
    kept = home.register
    if kept is None:
        return True
    try:
        remembered = kept.read()
        check_history(remembered, chain_hash(home.journal, remembered.record))
    except KeyRefused as refused:
        sys.stdout.write(f"history: NOT as the TPM remembers: {refused}\n")
        return False
    sys.stdout.write(f"history: as the TPM remembers, to record {remembered.record}\n")
    return True


def _holds(home: Home, head: str) -> bool:
    """Say whether a head that was written down earlier is still part of this history."""
    number, _colon, written = head.partition(":")
    if not number.isdecimal() or not written:
        raise Problem(f"--head {head}", "is no head", "give it as verify prints it, RECORD:HASH")
    found = chain_hash(home.journal, int(number))
    if found is not None and found.hex() == written.lower():
        sys.stdout.write(f"head of record {number}: as written down\n")
        return True
    how = "the journal has no such record" if found is None else "the history was changed before it"
    sys.stdout.write(f"head of record {number}: NOT as written down, {how}\n")
    return False


def _inspect(home: Home, key: bytes) -> bool:
    """Fold everything and play every hand again; return whether everything follows."""
    records = (found for found in salvage(home.journal, key) if isinstance(found, Record))
    inspection = inspect(records, home.machine_id.hex())
    for finding in inspection.findings:
        sys.stdout.write(f"record {finding.record}: {finding.sentence}\n")
    if inspection.findings:
        return False
    sys.stdout.write(f"shuffles and hands: {inspection.hands} follow from their seeds, decks and acts\n")
    if inspection.profile is not None:
        print_reconciliation(inspection.reconciliation, inspection.profile, sys.stdout)
    return not inspection.reconciliation.difference
