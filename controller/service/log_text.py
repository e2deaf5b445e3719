"""Entries of the event log as a slip for the ticket printer, with the machine's id and a hash (R-EVT-4)."""

import textwrap
from collections.abc import Iterator, Sequence
from datetime import tzinfo

from controller.language import Language
from controller.service.documents import log_lines
from controller.service.event_log import LogEntry
from controller.service.moments import moment
from controller.service.recall_text import COLUMNS, across, proof, rule
from controller.vocab.profile import Profile


def log_slip(
    entries: Sequence[LogEntry], language: Language, profile: Profile, machine: str, zone: tzinfo | None = None
) -> Iterator[str]:
    """Yield every line of the slip, none longer than `COLUMNS`. The hash is that of the entries' last exported line."""
    digest = ""
    for line in log_lines(entries, machine, language, profile.currency):
        digest = line.hash
    yield language.text("event.title").center(COLUMNS).rstrip()
    yield language.text("table.number", table=profile.table)
    for entry in entries:
        severity = language.text(f"severity.{entry.severity}")
        yield rule("")
        yield across(f"{entry.number} {moment(language, entry.wall, zone)}", f"{entry.code} {severity}")
        notes = [language.text("event.by", by=entry.by)] if entry.by else []
        notes += [language.text("event.clears", number=entry.clears)] if entry.clears else []
        seat = language.text("table.seat", seat=entry.seat) if entry.seat else ""
        told = ", ".join(filter(None, (entry.device or seat, entry.text(language, profile.currency, zone), *notes)))
        yield from textwrap.wrap(told, COLUMNS)
    yield rule("")
    yield from proof(language, machine, digest)
