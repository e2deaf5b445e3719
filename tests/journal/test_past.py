"""Journals of every past version are checked, migrated in one transaction and played on; newer ones are refused."""

import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from cashier.records import RequestId, VoucherNumber
from cashier.redeem_records import RedeemTicket, TicketAnswered
from controller import machine as machines
from controller.app.boot import recover
from controller.app.clock import VirtualClock
from controller.app.core import Committed, Core
from controller.app.entropy import SeededEntropy
from controller.journal.errors import JournalDamagedError, NotAJournalError
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.schema import MIGRATIONS, STORE_SCHEMA
from controller.journal.store import connect
from controller.journal.verify import verify
from controller.wire.viewers import STAFF
from tests.power.rig import KEY
from tests.power.session import one_more_hand

PAST = Path(__file__).parent / "past"
GOOD_AT = 1_790_000_200_000
"""An hour (wall ms) at which the ticket in them is still good, and nothing of them lies ahead."""


class Version(msgspec.Struct, frozen=True):
    """A journal of a past version: its file, its records, and the chain hash after the last of them."""

    number: int
    records: int
    head: str

    @property
    def file(self) -> Path:
        return PAST / f"version-{self.number}.sqlite"


VERSIONS = (
    Version(1, 55, "a4161bbdcd0864f1227388ca440b5f65a21803d892e4f6a8b6e9519a393d2881"),
    Version(2, 55, "65fb167d0cb1a4329405d6078a0a81e3e3ce779e9cd5c7180e7a5b631469200d"),
)


@pytest.fixture(params=VERSIONS, ids=[f"version-{version.number}" for version in VERSIONS])
def version(request: pytest.FixtureRequest) -> Version:
    found: Version = request.param
    return found


@pytest.fixture
def past(version: Version, tmp_path: Path) -> Path:
    """A copy of a past journal, to be opened."""
    return Path(shutil.copyfile(version.file, tmp_path / FILE_NAME))


def test_there_is_a_journal_of_every_past_version() -> None:
    assert [version.number for version in VERSIONS] == list(range(1, STORE_SCHEMA))
    assert [migration.to for migration in MIGRATIONS] == list(range(2, STORE_SCHEMA + 1))
    assert sorted(file.name for file in PAST.glob("*.sqlite")) == sorted(version.file.name for version in VERSIONS)


def test_a_past_journal_verifies_as_it_is_and_is_not_changed_by_that(version: Version, past: Path) -> None:
    before = past.read_bytes()
    report = verify(past, KEY)
    assert report.whole
    assert report.records == version.records
    assert past.read_bytes() == before


def test_a_past_journal_is_migrated_keeps_its_history_and_plays_on(version: Version, past: Path) -> None:
    journal = Journal.open(connect(past), KEY)
    assert (journal.record, journal.head_hash.hex()) == (version.records, version.head)
    (incident,) = journal.incidents
    assert (incident.kind, incident.record) == ("migrated", version.records)
    assert machines.reconciliation(recover(journal)[0].machine).difference == 0
    played = list(one_more_hand(journal))
    journal.close()
    report = verify(past, KEY)
    assert report.whole
    assert report.records == played[-1] == version.records + 5
    assert report.heads >= 2
    again = Journal.open(connect(past), KEY)
    assert again.incidents == (incident,)
    again.close()


def test_a_ticket_whose_number_a_past_journal_has_in_clear_is_paid_and_named_in_clear_no_more(tmp_path: Path) -> None:
    past = Path(shutil.copyfile(PAST / "version-2.sqlite", tmp_path / FILE_NAME))
    journal = Journal.open(connect(past), KEY)
    before = journal.record
    core = Core(recover(journal)[0], journal, VirtualClock(wall_ms=GOOD_AT), SeededEntropy(1))
    number = VoucherNumber("534044472986020341")
    assert core.machine.kiosk.vouchers[number].state == "issued"
    assert {voucher.number for voucher in core.views.of(STAFF).vouchers} == {"0341", "1255"}
    for command in (
        RedeemTicket(request=RequestId("a" * 32), number=number),
        TicketAnswered(number=number, granted=True),
    ):
        assert isinstance(core.submit(command), Committed)
    assert core.machine.kiosk.vouchers[number].state == "redeemed"
    core.close()
    rows = sqlite3.connect(past).execute("SELECT record, body FROM events ORDER BY record").fetchall()
    naming = {record for record, body in rows if str(number).encode() in body}
    assert naming
    assert max(naming) <= before < rows[-1][0]


def test_a_damaged_past_journal_is_not_migrated(past: Path) -> None:
    connection = sqlite3.connect(past, isolation_level=None)
    connection.execute("DROP TRIGGER records_refuse_update")
    connection.execute("UPDATE records SET wall_ms = wall_ms + 1 WHERE record = 20")
    connection.close()
    before = past.read_bytes()
    store = connect(past)
    with pytest.raises(JournalDamagedError, match="record 20"):
        Journal.open(store, KEY)
    store.close()
    assert past.read_bytes() == before


@pytest.mark.parametrize("number", [0, STORE_SCHEMA + 1, STORE_SCHEMA + 100])
def test_a_journal_of_a_newer_or_no_version_is_refused_in_one_line_and_not_changed(past: Path, number: int) -> None:
    connection = sqlite3.connect(past, isolation_level=None)
    connection.execute(f"PRAGMA user_version={number}")
    connection.close()
    before = past.read_bytes()
    store = connect(past)
    with pytest.raises(NotAJournalError, match=f"has journal schema {number}, this program reads 1 to {STORE_SCHEMA}"):
        Journal.open(store, KEY)
    store.close()
    assert past.read_bytes() == before
