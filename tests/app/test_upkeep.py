"""What a table does for its own safety while it runs, and what it makes of its clocks and disks (REL-4 to REL-6)."""

from pathlib import Path

import pytest

from cashier.money import Money
from cashier.records import NoteEscrowed, NoteStacked, RequestId, TakeNotes
from cashier.refusal import Refusal
from controller.app import disk
from controller.app.boot import blank, new_journal
from controller.app.clock import VirtualClock
from controller.app.config import demo_profile
from controller.app.core import FULL_DISK, Committed, Core
from controller.app.entropy import KernelEntropy, SeededEntropy
from controller.app.home import Home
from controller.app.problem import Problem
from controller.app.steady_clock import TOLERANCE_MS, SteadyClock, check_clock
from controller.app.upkeep import HOUR_MS, Disk, Upkeep
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.fault_records import IncidentNoted
from tests.app.house import WALL


class Watched:
    """A table on a virtual clock whose disk can be as full as a test wants."""

    def __init__(self, folder: Path) -> None:
        self.home = Home(folder)
        self.home.create(KernelEntropy())
        self.clock = VirtualClock(wall_ms=WALL)
        self.journal = new_journal(self.home, self.clock.now())
        self.free = 500
        upkeep = Upkeep(self.journal, [Disk("table", folder)], lambda _folder: self.free)
        self.core = Core(blank(self.journal), self.journal, self.clock, SeededEntropy(1), upkeep=upkeep)
        self.core.submit(tr.AdoptProfile(profile=demo_profile()))

    def wait(self, milliseconds: int = 1_000) -> bool:
        self.clock.advance(milliseconds)
        return self.core.pump()

    def begin_hand(self) -> hr.DecisionOffered:
        """Seat two players and let the table go on to the first decision."""
        device, note = demo_profile().cash.validator, Money(20_000)
        for seat in (1, 2):
            self.core.submit(NoteEscrowed(device, 2 * seat - 1, note))
            self.core.submit(NoteStacked(device, 2 * seat, note))
            self.core.submit(tr.BuyIn(request=RequestId(f"{seat:032x}"), seat=seat, amount=note, name=f"Player {seat}"))
        while (hand := self.core.machine.table.hand) is None or hand.decision is None:
            self.clock.advance(1_000)
            self.core.pump()
        return hand.decision


@pytest.fixture
def table(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "table")


def test_a_disk_that_fills_up_pauses_the_table_between_hands(table: Watched) -> None:
    table.free = disk.RESERVE_PERMILLE
    assert not table.wait()
    table.free -= 1
    assert table.wait()
    *_earlier, last = table.journal.iter_records()
    (paused,) = last.events
    assert paused == tr.TablePaused(by=FULL_DISK, cause="device")
    assert table.wait()
    assert not table.wait(), "one pause and one fault are enough"


def test_a_disk_that_fills_up_during_a_hand_stops_bets_and_notes_at_once(table: Watched) -> None:
    """Whoever resumes without making room may have that hand ended; the next one does not begin (REL-5)."""
    decision = table.begin_hand()
    table.free = 10
    assert table.wait()
    act = hr.Act(seat=decision.seat, decision=decision.decision, kind="fold")
    assert isinstance(table.core.submit(act), Refusal)
    assert next(want.amounts for want in table.core.wants() if isinstance(want, TakeNotes)) == ()
    assert isinstance(table.core.submit(tr.Resume(by="Anna")), Committed)
    table.wait()
    assert not table.core.machine.table.paused
    assert isinstance(table.core.submit(act), Committed)
    assert table.core.machine.table.hand is None
    table.wait()
    assert table.core.machine.table.paused


def test_whoever_resumes_on_a_full_disk_is_paused_again(table: Watched) -> None:
    table.free = 10
    assert table.wait()
    assert isinstance(table.core.submit(tr.Resume(by="Anna")), Committed)
    assert table.wait()
    assert table.core.machine.table.paused
    table.free = 500
    assert isinstance(table.core.submit(tr.Resume(by="Anna")), Committed)
    assert not table.wait()
    assert not table.core.machine.table.paused


def test_a_running_table_finds_what_its_disk_has_changed_and_freezes(table: Watched) -> None:
    assert not table.wait()
    # Another hand on the disk: below SQLite, which would not let a second process in.
    path = table.home.journal
    table.journal._store.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    place = data.index(b"AdoptProfile")
    with path.open("r+b") as file:
        file.seek(place)
        file.write(b"X")
    table.wait(HOUR_MS)
    assert table.core.frozen is not None
    assert table.core.frozen.name == "journal"
    assert table.core.frozen.sentence.startswith("record 1: ")


def test_a_mirror_that_comes_back_is_caught_up_within_a_minute(table: Watched) -> None:
    (mirror,) = table.home.mirrors
    table.journal._mirrors[mirror] = None
    table.clock.advance(60_000)
    table.core.submit(tr.Pause(by="Anna"))
    table.core.submit(tr.Resume(by="Anna"))
    table.wait(60_000)
    assert table.journal.failed_mirrors == ()
    *_earlier, last = table.journal.iter_records()
    (noted,) = last.events
    assert isinstance(noted, IncidentNoted)
    assert (noted.incident, noted.detail) == ("copy-behind", table.journal.incidents[-1].sentence)
    table.journal.close()
    assert mirror.stat().st_size > 0


# -- clocks ------------------------------------------------------------------------------------------------------


def test_a_clock_set_back_while_the_table_runs_does_not_take_stamps_back() -> None:
    system = VirtualClock(table_ms=100, wall_ms=WALL)
    clock = SteadyClock(system)
    assert clock.now().wall == WALL
    set_back = SteadyClock(VirtualClock(table_ms=100, wall_ms=WALL - HOUR_MS), latest_ms=WALL)
    assert set_back.now().wall == WALL
    assert set_back.now().table == 100


def test_stamps_go_on_once_the_clock_has_caught_up() -> None:
    system = VirtualClock(table_ms=0, wall_ms=WALL - 1_000)
    clock = SteadyClock(system, latest_ms=WALL)
    system.advance(900)
    assert clock.now().wall == WALL
    assert clock.now().table == 900
    system.advance(200)
    assert clock.now().wall == WALL + 100


def test_a_start_far_behind_the_last_record_is_refused_and_a_little_is_borne() -> None:
    check_clock(WALL, None)
    check_clock(WALL - TOLERANCE_MS, WALL)
    with pytest.raises(Problem, match=r"clock-behind: the system's clock is 60 minutes behind .*--accept-clock"):
        check_clock(WALL - HOUR_MS, WALL)


def test_a_leap_over_midnight_moves_no_decision_clock(table: Watched) -> None:
    """The system's clock jumps by a day: stamps follow, table time does not."""
    midnight = WALL + HOUR_MS
    before = table.clock.now()
    leapt = VirtualClock(table_ms=before.table, wall_ms=midnight + 24 * HOUR_MS)
    clock = SteadyClock(leapt, latest_ms=before.wall)
    assert clock.now().table == before.table
    assert clock.now().wall == midnight + 24 * HOUR_MS


def test_a_leap_over_midnight_ends_no_decision_and_what_follows_bears_the_new_day(table: Watched) -> None:
    decision = table.begin_hand()
    table.clock.hold()
    table.clock.advance(24 * HOUR_MS)
    table.clock.run()
    assert not table.core.pump()
    hand = table.core.machine.table.hand
    assert hand is not None
    assert hand.decision == decision
    before, record = table.journal.wall_ms, table.core.record
    assert before is not None
    act = table.core.submit(hr.Act(seat=decision.seat, decision=decision.decision, kind="fold"))
    assert isinstance(act, Committed)
    assert act.record == record + 1
    assert act.now.wall >= before + 24 * HOUR_MS


# -- disks -------------------------------------------------------------------------------------------------------


def test_the_probe_counts_flushes_and_leaves_nothing_behind(tmp_path: Path) -> None:
    ticks = iter([0, 64_000_000])
    assert disk.flushes_per_second(tmp_path, lambda: next(ticks)) == 1_000
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_flushes_faster_than_any_can_is_suspected() -> None:
    assert disk.warning(disk.FASTEST_HONEST) is None
    line = disk.warning(disk.FASTEST_HONEST + 1)
    assert line is not None
    assert "power-loss protection" in line


def test_the_free_space_of_a_disk_is_told_in_thousandths(tmp_path: Path) -> None:
    assert 0 <= disk.free_permille(tmp_path) <= 1_000
