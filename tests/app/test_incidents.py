"""What befalls the machine itself becomes records, told through the machine like everything else (R-EVT-2, R-MEM-8)."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller import table
from controller.app import clock, starting
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.core import Committed, Core
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.last_words import MOST, LastWords
from controller.app.problem import Problem
from controller.app.program import digest, version
from controller.app.runtime import Runtime
from controller.app.steady_clock import TOLERANCE_MS
from controller.app.upkeep import HOUR_MS, TOLD
from controller.app.watch import (
    CLOCK_STEP_MS,
    RANDOM_NUMBERS,
    ClockWatch,
    RandomWatch,
    ScreenWatch,
    clock_moved,
)
from controller.faults import Faults
from controller.journal import rows
from controller.journal.errors import CommitFailedError
from controller.service.event_log import LogEntry, read_log
from controller.shuffle.health import SAMPLE
from controller.vocab import fault_records as fr
from controller.vocab import table_records as tr
from controller.wire.viewers import VIEWERS, viewer_name
from tests.app.house import House


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "table")


@pytest.fixture
def core(home: Home) -> Iterator[Core]:
    """A table that has just been made."""
    table = starting.start(home, demo_profile())
    yield table
    table.close()


def again(home: Home, core: Core, *, orderly: bool = False, accept_clock: bool = False) -> Core:
    """End the program, as a power cut would or as it was told to, and start it again."""
    if orderly:
        core.submit(fr.ShutDown())
    core.close()
    return starting.start(home, None, accept_clock=accept_clock)


def log_of(core: Core) -> list[LogEntry]:
    return list(read_log(core._journal.iter_records()).entries)


def keys(core: Core) -> list[str]:
    return [entry.key for entry in log_of(core)]


def breach(core: Core, patch: pytest.MonkeyPatch) -> None:
    """Have a rule broken under the table's hands."""

    def stumble(*_anything: object) -> None:
        raise KeyError("As Kd")

    with patch.context() as planted:
        planted.setattr(table, "play", stumble)
        core.submit(tr.Tick())
    assert core.frozen is not None


# -- power on and off --------------------------------------------------------------------------------------------


def test_r_evt_2_a_start_tells_version_and_digest(core: Core) -> None:
    (started,) = (entry for entry in log_of(core) if entry.key == "started")
    assert (started.facts["version"], started.facts["digest"]) == (version(), digest())


def test_r_evt_2_an_orderly_stop_and_a_lost_power_are_told_apart(home: Home, core: Core) -> None:
    last = core._journal.wall_ms
    second = again(home, core)
    (lost,) = (entry for entry in log_of(second) if entry.key == "power-lost")
    assert lost.facts["since"] == last
    third = again(home, second, orderly=True)
    assert keys(third)[-2:] == ["stopped", "started"]
    third.close()


def test_r_evt_2_a_changed_program_is_told_with_the_one_before(
    home: Home, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "version", lambda: "9.9")
    second = again(home, core)
    changed = log_of(second)[-1]
    assert (changed.key, changed.facts["version"], changed.facts["before"]) == ("program-changed", "9.9", version())
    second.close()


def test_r_evt_2_the_digest_follows_from_every_file_of_the_program_and_nothing_else(tmp_path: Path) -> None:
    for room in ("controller", "seats", "docs"):
        (tmp_path / room / "__pycache__").mkdir(parents=True)
        (tmp_path / room / "a.py").write_text("1")
    told = {digest(tmp_path)}
    (tmp_path / "docs" / "a.py").write_text("2")
    (tmp_path / "seats" / "__pycache__" / "a.pyc").write_text("2")
    told.add(digest(tmp_path))
    assert len(told) == 1
    (tmp_path / "seats" / "a.py").write_text("2")
    told.add(digest(tmp_path))
    (tmp_path / "seats" / "a.py").rename(tmp_path / "seats" / "b.py")
    told.add(digest(tmp_path))
    assert len(told) == 3


def test_r_evt_2_a_runtime_that_is_told_to_stop_says_so(home: Home, core: Core) -> None:
    hub = Hub(core, {viewer_name(viewer): home.screen_key(viewer) for viewer in VIEWERS})
    runtime = Runtime(core, Gateway(hub, home.socket, KernelEntropy()), [])
    runtime.stop()
    asyncio.run(runtime.run(signals=False))
    assert keys(core)[-1] == "stopped"
    assert not core.machine.faults.running


def test_r_mem_9_no_socket_is_open_before_the_start_is_recorded(home: Home, core: Core) -> None:
    """Screens are served by the runtime, which gets a core whose start is durable and whose faults are known."""
    assert core.machine.faults.running
    assert not home.socket.exists()


# -- faults of the machine ---------------------------------------------------------------------------------------


def test_r_evt_1_a_failed_copy_is_a_fault_until_it_is_written_again(home: Home, core: Core) -> None:
    (mirror,) = home.mirrors
    core._journal._mirrors[mirror] = None
    assert core.tell_news()
    assert not core.tell_news()
    assert [fault.place for fault in core.machine.faults.open] == [str(mirror)]
    core._journal.tend_mirrors(core.now())
    while core.tell_news():
        pass
    *_rest, failed, recovered = log_of(core)
    assert (failed.key, recovered.key) == ("copy-failed", "copy-failed-over")
    assert recovered.clears == failed.number


def test_r_evt_2_every_incident_of_the_journal_becomes_an_event_or_a_fault() -> None:
    assert set(get_args(rows.IncidentKind)) - TOLD == {"copy-failed"}


def test_r_mem_8_what_happened_to_the_journal_while_no_table_ran_is_told_at_the_next_start(
    home: Home, core: Core
) -> None:
    core.close()
    home.journal.write_bytes(b"x" * 9_000)
    assert main(["repair", str(home.path), "--by", "Anna", "--by", "Ben"]) == 0
    second = starting.start(home, None)
    (repaired,) = (entry for entry in log_of(second) if entry.key == "rebuilt")
    assert "Anna and Ben" in str(repaired.facts["detail"])
    third = again(home, second)
    assert keys(third).count("rebuilt") == 1
    third.close()


# -- standing still ----------------------------------------------------------------------------------------------


def test_r_mem_8_a_breach_is_recorded_and_keeps_the_table_paused_after_the_next_start(
    home: Home, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    breach(core, monkeypatch)
    second = again(home, core)
    assert second.frozen is None
    assert second.machine.table.paused
    assert keys(second)[-3:] == ["breach", "started", "paused-breach"], "and no word of lost power"
    assert second.submit(tr.Resume(by="Anna")) == Refusal(Code.FAULT_OPEN, {"fault": "program"})
    third = again(home, second)
    assert third.machine.table.paused
    assert isinstance(third.submit(tr.Resume(by="Anna")), Refusal)
    assert isinstance(third.submit(fr.ClearFault(fault="breach", place="program", by="Anna")), Committed)
    assert isinstance(third.submit(tr.Resume(by="Anna")), Committed)
    raised, released = (entry for entry in log_of(third) if entry.key in ("breach", "breach-over"))
    assert (released.by, released.clears) == ("Anna", raised.number)
    third.close()


def test_r_mem_8_staff_read_what_stopped_the_table_and_release_it_at_the_desk(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    house.do(fr.ReportFault(fault="breach", place="deck-whole", detail="a card is there twice"))
    house.do(fr.StartUp(version="1", digest="ab"))

    async def attend(*words: str) -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            return await asyncio.to_thread(main, ["attend", *words, "--folder", str(house.home.path)])
        finally:
            await gateway.stop()

    assert asyncio.run(attend("status")) == 0
    told = capsys.readouterr().out
    assert "PAUSED by its own checks" in told
    assert "deck-whole: a card is there twice" in told
    assert "jakaja attend release NAME" in told
    assert asyncio.run(attend("resume", "--by", "Anna")) == 1
    assert asyncio.run(attend("release", "deck-hole", "--by", "Anna")) == 1
    assert capsys.readouterr().out == "refused: fault-open fault deck-whole\nrefused: no-such-fault\n"
    assert asyncio.run(attend("release", "deck-whole", "--by", "Anna")) == 0
    assert asyncio.run(attend("resume", "--by", "Anna")) == 0
    assert asyncio.run(attend("status")) == 0
    assert "deck-whole" not in capsys.readouterr().out
    assert not house.machine.table.paused


def test_r_mem_8_a_breach_is_released_by_a_name_and_nothing_else_by_one(core: Core) -> None:
    core.submit(fr.ReportFault(fault="breach", place="deck-whole"))
    core.submit(fr.ReportFault(fault="disk-low", place="table"))
    assert core.submit(fr.ClearFault(fault="breach", place="deck-whole")) == Refusal(Code.NOT_ALLOWED)
    assert core.submit(fr.ClearFault(fault="disk-low", place="table", by="Anna")) == Refusal(Code.NOT_ALLOWED)
    assert core.submit(fr.ClearFault(fault="breach", place="", by="Anna")) == Refusal(Code.NO_SUCH_FAULT)


class Stuck:
    """A source of entropy that always says the same, until it is mended."""

    mended = False

    def draw(self, count: int) -> bytes:
        return KernelEntropy().draw(count) if self.mended else bytes(count)


def test_rng_4_a_source_that_is_stuck_locks_the_table_until_it_is_mended_and_released(core: Core) -> None:
    source, clock_ms = Stuck(), [0]
    core.watch(RandomWatch(source, lambda: clock_ms[0]))
    core.pump()
    assert core.machine.table.paused
    stuck = core.machine.faults.lock
    assert stuck is not None
    assert (stuck.fault, stuck.place, stuck.detail) == (
        "randomness",
        RANDOM_NUMBERS,
        f"a byte came {SAMPLE} times in a row",
    )
    assert core.submit(tr.Resume(by="Anna")) == Refusal(Code.FAULT_OPEN, {"fault": RANDOM_NUMBERS})
    release = fr.ClearFault(fault="randomness", place=RANDOM_NUMBERS, by="Anna")
    core.submit(release)
    core.pump()
    assert core.machine.faults.lock is not None, "a release is followed by another test"
    source.mended = True
    core.submit(release)
    assert not core.tell_news()
    assert isinstance(core.submit(tr.Resume(by="Anna")), Committed)
    assert keys(core).count("randomness") == 2


def test_rng_4_the_source_is_tested_before_the_first_hand_and_every_hour(home: Home) -> None:
    class Counted(Stuck):
        mended = True
        drawn = 0

        def draw(self, count: int) -> bytes:
            self.drawn += 1
            return super().draw(count)

    source, clock_ms = Counted(), [5]
    watch = RandomWatch(source, lambda: clock_ms[0])
    for ms, tests in ((5, 1), (6, 1), (HOUR_MS + 4, 1), (HOUR_MS + 5, 2), (HOUR_MS + 6, 2)):
        clock_ms[0] = ms
        assert watch.news(Faults()) is None
        assert source.drawn == tests


def test_r_mem_8_what_the_journal_could_not_take_is_recorded_at_the_next_start(
    home: Home, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_row: object) -> int:
        raise CommitFailedError("a commit failed (disk I/O error)")

    monkeypatch.setattr(core._journal, "append", fail)
    core.submit(tr.Pause(by="Anna"))
    assert core.frozen is not None
    (words,) = LastWords(home.last_words).read()
    assert (words.fault, words.name, words.sentence) == ("journal", "journal", core.frozen.sentence)
    second = again(home, core)
    stood, over, started = log_of(second)[-3:]
    assert (stood.key, over.key, started.key) == ("journal", "journal-over", "started")
    assert (stood.facts["since"], over.clears) == (words.wall, stood.number)
    assert not second.machine.table.paused, "opening the journal has tried it again"
    assert LastWords(home.last_words).read() == ()
    second.close()


def test_r_mem_8_words_that_were_recorded_before_the_process_died_are_recorded_once(home: Home, core: Core) -> None:
    words = fr.StoodStill("journal", "journal", "a commit failed", wall=5)
    LastWords(home.last_words).keep(words)
    second = again(home, core)
    LastWords(home.last_words).keep(words)
    third = again(home, second)
    assert keys(third).count("journal") == 1
    third.close()


def test_r_mem_8_words_are_kept_on_every_disk_that_takes_them(tmp_path: Path) -> None:
    gone, second = tmp_path / "gone" / "words", tmp_path / "second"
    words = LastWords([gone, second])
    kept = [fr.StoodStill("breach", "deck-whole", f"{number}", wall=number) for number in range(1, MOST + 2)]
    assert {words.keep(each) for each in reversed(kept)} == {1}
    second.write_bytes(second.read_bytes() + b'{"fault":"brea')
    assert words.read() == tuple(kept[:MOST])
    words.forget()
    assert words.read() == ()


def test_r_mem_8_a_table_that_stands_still_at_its_start_says_so(
    home: Home, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    core.close()

    def stumble(*_anything: object) -> None:
        raise KeyError("As Kd")

    monkeypatch.setattr(machines, "decide", stumble)
    with pytest.raises(Problem, match=r"^program: KeyError at test_incidents\.py"):
        starting.start(home, None)
    assert [words.name for words in LastWords(home.last_words).read()] == ["program"]


# -- clocks ------------------------------------------------------------------------------------------------------


def test_r_evt_2_a_clock_that_is_set_is_told_with_how_far() -> None:
    wall, steady = 100_000, 7_000
    watch = ClockWatch(lambda: wall, lambda: steady)
    assert watch.news(Faults()) is None
    wall, steady = wall + 60_000, steady + 60_000
    assert watch.news(Faults()) is None, "time passes"
    wall -= 3_600_000
    assert watch.news(Faults()) == fr.ReportIncident(incident="clock-back", seconds=3_600)
    assert watch.news(Faults()) is None, "told once"
    wall += 86_400_000
    assert watch.news(Faults()) == fr.ReportIncident(incident="clock-forward", seconds=86_400)


def test_a_clock_that_is_only_kept_right_is_not_told() -> None:
    assert clock_moved(CLOCK_STEP_MS - 1) is clock_moved(1 - CLOCK_STEP_MS) is None
    assert clock_moved(-CLOCK_STEP_MS) == fr.ReportIncident(incident="clock-back", seconds=CLOCK_STEP_MS // 1_000)


def test_r_evt_2_a_clock_set_back_while_the_table_was_off_is_told_when_it_is_accepted(
    home: Home, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = TOLERANCE_MS + 60_000
    wall_ms = clock.wall_ms
    for module in (clock, starting):
        monkeypatch.setattr(module, "wall_ms", lambda: wall_ms() - back)
    second = again(home, core, accept_clock=True)
    (told,) = (entry for entry in log_of(second) if entry.key == "clock-back")
    assert abs(int(told.facts["seconds"]) - back // 1_000) <= 30
    second.close()


# -- screens -----------------------------------------------------------------------------------------------------


def test_r_evt_2_screens_that_come_and_go_are_told(home: Home, core: Core) -> None:
    connected: list[str] = []
    core.watch(ScreenWatch(lambda: connected))
    connected += ["seat-3", "staff"]
    while core.tell_news():
        pass
    connected.clear()
    while core.tell_news():
        pass
    assert core.machine.faults.lost == ("seat-3", "staff")
    connected += ["seat-3"]
    assert core.tell_news()
    told = [(entry.key, entry.device) for entry in log_of(core)[-5:]]
    assert told == [
        ("screen-connected", "seat-3"),
        ("desk-opened", "staff"),
        ("screen-lost", "seat-3"),
        ("desk-left", "staff"),
        ("screen-connected", "seat-3"),
    ]
    assert log_of(core)[-1].clears == log_of(core)[-3].number
    second = again(home, core, orderly=True)
    assert second.machine.faults.connected == second.machine.faults.lost == ()
    second.close()


def test_r_evt_2_the_hub_tells_when_a_screen_has_come_or_gone(house: House) -> None:
    woken: list[int] = []
    house.hub.on_change(lambda: woken.append(len(house.hub.connected)))
    assert house.seat(1).view.hand is None
    assert house.kiosk.view.hand is None
    house.seat(1).session.lost()
    assert woken == [1, 2, 1]
