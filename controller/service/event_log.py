"""The event log as a fold over the journal's records (requirements R-EVT-1 to R-EVT-4)."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, tzinfo
from typing import Any, Final

import msgspec

from cashier import records as cash
from cashier.money import Currency
from cashier.ticket_number import last_digits
from cashier.unions import NUMBER_FIELDS
from controller.journal.rows import Record
from controller.language import Language
from controller.service.log_rows import ANY, FACTS, ROWS, Fact, LogRow, Scope, Severity
from controller.service.moments import moment
from controller.vocab.ids import Seat
from controller.vocab.profile import Profile
from controller.vocab.table_records import ProfileAdopted

ON_LINE: Final = 10_000
"""Entries that the log holds at least (R-EVT-4). Older ones leave this list and stay in the journal."""

WARN_AT: Final = 9_000

MONEY: Final = frozenset(
    {"amount", "counted", "expected", "extra", "found", "left", "paid", "settled", "shifted", "worth"}
)
"""Facts that are amounts in minor units."""

TIMES: Final = frozenset({"since", "until"})
"""Facts that are instants of the wall clock (ms)."""

_SUBJECTS: Final[Mapping[Scope, tuple[str, ...]]] = {
    "table": (),
    "device": ("device",),
    "ticket": ("number",),
    "pay-out": ("payout",),
    "card": ("payment",),
    "screen": ("screen",),
    "fault": ("fault", "place"),
    "door": ("door",),
}
"""What of an event says which device, ticket, pay-out, screen, fault or door it speaks of."""


class LogEntry(msgspec.Struct, frozen=True):
    """One entry: number (from 1), journal record, wall time (ms), code, text key, severity.

    `device` names a device or a screen. `device`, `seat` and `by` are empty or 0 where the entry has none. `clears` is
    the number of the entry whose fault it clears, or 0. Ticket numbers among the facts are their last four digits
    (R-TIC-6).
    """

    number: int
    record: int
    wall: int
    code: int
    key: str
    severity: Severity
    device: str = ""
    seat: Seat = 0
    by: str = ""
    clears: int = 0
    players: str = ""
    facts: dict[str, Fact] = {}

    def text(self, language: Language, currency: Currency, zone: tzinfo | None = UTC) -> str:
        """The entry in words, for staff; instants in it are those of `zone`, None for the machine's own."""
        return said(self.key, self.facts, language, currency, zone)

    def notice(self, language: Language) -> str:
        """What players may read of it, in neutral words; empty for most entries (R-EVT-3)."""
        return language.text(f"notice.{self.players}") if self.players else ""


class EventLog:
    """The last `ON_LINE` entries, and which faults are still open."""

    def __init__(self, keep: int = ON_LINE) -> None:
        self.entries: Final[deque[LogEntry]] = deque(maxlen=keep)
        self._count = 0
        self._open: dict[tuple[Scope, tuple[str, ...]], int] = {}
        self._profile: Profile | None = None

    @property
    def total(self) -> int:
        """How many entries the journal has given so far."""
        return self._count

    @property
    def nearly_full(self) -> bool:
        """Whether it is time to export, before entries leave the list."""
        return len(self.entries) * ON_LINE >= WARN_AT * (self.entries.maxlen or ON_LINE)

    @property
    def open_faults(self) -> frozenset[int]:
        """The numbers of the entries whose faults nobody has cleared yet."""
        return frozenset(self._open.values())

    def take(self, record: Record) -> None:
        """Fold one record; records come in order."""
        for event in record.events:
            facts = self._facts(event)
            row = find_row(event, facts)
            if row is not None:
                self._enter(row, record, event, facts)
            if isinstance(event, ProfileAdopted):
                self._profile = event.profile

    def _enter(self, row: LogRow, record: Record, event: cash.Event, facts: dict[str, Fact]) -> None:
        self._count += 1
        self.entries.append(
            LogEntry(
                number=self._count,
                record=record.record,
                wall=record.now.wall,
                code=row.code,
                key=row.key,
                severity=row.severity,
                device=getattr(event, "device", "") or getattr(event, "screen", ""),
                seat=getattr(event, "seat", 0),
                by=getattr(event, "by", ""),
                clears=self._settle(row, event),
                players=row.players,
                facts={name: fact for name, fact in facts.items() if name not in {"device", "seat", "by"}},
            )
        )

    def _settle(self, row: LogRow, event: cash.Event) -> int:
        """Close the fault that this entry ends, open the one that it begins; return the number of what it clears."""
        if row.ends_all is not None:
            self._open = {subject: entry for subject, entry in self._open.items() if subject[0] != row.ends_all}
        scope = row.closes or row.opens
        if scope is None:
            return 0
        subject = (scope, tuple(str(getattr(event, name)) for name in _SUBJECTS[scope]))
        cleared = self._open.pop(subject, 0)
        if row.opens is not None:
            self._open[subject] = self._count
        return cleared

    def _facts(self, event: cash.Event) -> dict[str, Fact]:
        if isinstance(event, ProfileAdopted):
            changed = [] if self._profile is None else changed_fields(self._profile, event.profile)
            return {"first": self._profile is None, "table": event.profile.table, "changed": ", ".join(changed)}
        return facts_of(event)


def facts_of(event: cash.Event) -> dict[str, Fact]:
    """Return what an event says in plain values, of ticket numbers the last digits only."""
    if (derive := FACTS.get(type(event))) is not None:
        return {**derive(event), "by": getattr(event, "by", "")}
    plain: dict[str, Fact] = {name: value for name, value in _fields(event) if isinstance(value, Fact)}
    return {**plain, **{name: last_digits(getattr(event, name)) for name in NUMBER_FIELDS.get(type(event), ())}}


def headline(event: cash.Event, language: Language, currency: Currency, zone: tzinfo | None) -> str:
    """Return what the log would say of a single event, without its number; empty where it is no entry."""
    facts = facts_of(event)
    row = find_row(event, facts)
    return said(row.key, facts, language, currency, zone) if row is not None else ""


def said(key: str, facts: dict[str, Fact], language: Language, currency: Currency, zone: tzinfo | None) -> str:
    """Return the text of an entry with its facts."""
    spoken: dict[str, int | str] = dict(facts)
    for name in facts.keys() & MONEY:
        spoken[name] = language.money(int(facts[name]), currency)
    for name in facts.keys() & TIMES:
        spoken[name] = moment(language, int(facts[name]), zone)
    if "door" in facts:
        spoken["door"] = language.text(f"door.{facts['door']}")
    if "role" in facts:
        spoken["role"] = language.text(f"role.{facts['role']}")
    return language.text(f"event.{key}", **spoken)


def read_log(records: Iterable[Record], keep: int = ON_LINE) -> EventLog:
    """Fold all records into a log."""
    log = EventLog(keep)
    for record in records:
        log.take(record)
    return log


def find_row(event: cash.Event, facts: dict[str, Fact]) -> LogRow | None:
    """Return the row that an event with these facts falls under, or None when it is no entry."""
    return next((row for row in ROWS if row.event is type(event) and _fits(row, facts)), None)


def changed_fields(before: msgspec.Struct, after: msgspec.Struct, within: str = "") -> list[str]:
    """Name what differs between two profiles, old to new: `clocks.decision 20000 > 30000`."""
    changes: list[str] = []
    for (name, old), (_, new) in zip(_fields(before), _fields(after), strict=True):
        if old == new:
            continue
        if isinstance(old, msgspec.Struct) and type(old) is type(new):
            changes += changed_fields(old, new, f"{within}{name}.")
        else:
            changes.append(f"{within}{name} {old} > {new}")
    return changes


def _fits(row: LogRow, facts: dict[str, Fact]) -> bool:
    return all(
        bool(facts.get(name)) if wanted == ANY else facts.get(name) == wanted for name, wanted in row.when.items()
    )


def _fields(record: Any) -> Iterator[tuple[str, Any]]:
    for name in record.__struct_fields__:
        yield name, getattr(record, name)
