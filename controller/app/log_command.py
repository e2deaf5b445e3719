"""`jakaja log DIR`: the event log of a table, to read, to print or to export."""

import argparse
import csv
import sys
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import get_args

import msgspec

from cashier.devices.ticket_layout import slip_bytes
from controller.app.folder import read_folder
from controller.journal.rows import Fault
from controller.language import LOCALES, Language, load_language
from controller.service.documents import LOG_COLUMNS, LogLine, log_lines
from controller.service.event_log import ON_LINE, EventLog, LogEntry, read_log
from controller.service.log_filter import LogFilter
from controller.service.log_rows import AREAS, Severity
from controller.service.log_text import log_slip
from controller.service.moments import moment
from controller.vocab.profile import Profile

SHOWN = 40
"""Entries that are printed when nobody says how many."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja log` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table or a demonstration")
    parser.add_argument("--last", type=int, default=SHOWN, metavar="N", help=f"print so many entries (default {SHOWN})")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write all entries as CSV, with machine id and hashes")
    parser.add_argument("--json-lines", type=Path, metavar="FILE", help="write all entries as JSON, one a line")
    parser.add_argument("--slip", type=Path, metavar="FILE", help="write the bytes that print the entries on paper")
    parser.add_argument("--language", choices=tuple(LOCALES), help="by default the table's own")
    chosen = parser.add_argument_group("which entries; by default all")
    chosen.add_argument("--area", choices=tuple(AREAS), help="what they are about")
    chosen.add_argument("--severity", action="append", default=[], choices=get_args(Severity), help="may be repeated")
    chosen.add_argument("--device", default="", help="of this device or screen")
    chosen.add_argument("--seat", type=int, default=0, metavar="S", help="of this seat")
    chosen.add_argument("--since", type=_day, metavar="DAY", help="from this day on, as 2026-11-30")
    chosen.add_argument("--until", type=_day, metavar="DAY", help="up to the end of this day")


def run(arguments: argparse.Namespace) -> int:
    """Print or export the log: 0 done, 1 the journal is not whole."""
    folder = read_folder(arguments.folder, with_key=False)
    if isinstance(folder, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {folder.sentence}\n")
        return 1
    language = load_language(arguments.language or folder.profile.language)
    log = read_log(folder.records())
    entries = list(filter(_filter(arguments).fits, log.entries))
    lines = list(log_lines(entries, folder.machine_id, language, folder.profile.currency))
    if arguments.csv is not None:
        write_csv(arguments.csv, lines)
    if arguments.json_lines is not None:
        arguments.json_lines.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    shown = entries[-arguments.last :] if arguments.last > 0 else []
    if arguments.slip is not None:
        arguments.slip.write_bytes(slip_bytes(list(log_slip(shown, language, folder.profile, folder.machine_id))))
    if arguments.csv is None and arguments.json_lines is None and arguments.slip is None:
        _print(shown, log, language, folder.profile)
    return 0


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _filter(arguments: argparse.Namespace) -> LogFilter:
    """Days begin at midnight on the machine's own clock."""
    until = arguments.until + timedelta(days=1) if arguments.until is not None else None
    return LogFilter(
        area=arguments.area,
        severities=frozenset(arguments.severity),
        device=arguments.device,
        seat=arguments.seat,
        since=_midnight(arguments.since) if arguments.since is not None else 0,
        until=_midnight(until) if until is not None else None,
    )


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day).astimezone().timestamp()) * 1000


def write_csv(path: Path, lines: Sequence[LogLine]) -> None:
    """Write exported entries with their columns' names in the first line."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(LOG_COLUMNS)
        writer.writerows(map(msgspec.structs.astuple, lines))


def _print(shown: Sequence[LogEntry], log: EventLog, language: Language, profile: Profile) -> None:
    for entry in shown:
        sys.stdout.write(_line(entry, language, profile) + "\n")
    if log.nearly_full:
        sys.stdout.write(
            f"{len(log.entries)} of {ON_LINE} entries are on line: export them; older ones stay in the journal only\n"
        )


def _line(entry: LogEntry, language: Language, profile: Profile) -> str:
    place = entry.device or (language.text("table.seat", seat=entry.seat) if entry.seat else "")
    notes = [language.text("event.by", by=entry.by)] if entry.by else []
    notes += [language.text("event.clears", number=entry.clears)] if entry.clears else []
    told = entry.text(language, profile.currency, None) + (f" ({', '.join(notes)})" if notes else "")
    when = moment(language, entry.wall, None)
    severity = language.text(f"severity.{entry.severity}")
    return f"{entry.number:>6}  {when}  {entry.code}  {severity:<9} {place:<10} {told}"
