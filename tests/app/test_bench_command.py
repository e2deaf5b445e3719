"""`jakaja bench evaluator`: what its figures say, and that a peer that is not installed is no error."""

import json
import subprocess
import sys
from importlib.util import find_spec
from itertools import combinations, islice
from math import comb
from pathlib import Path

import pytest

from controller.app import (
    bench_command,
    bench_engine,
    bench_engine_peers,
    bench_evaluator,
    bench_every_hand,
    bench_peers,
)
from controller.app.bench_contests import Contest, Row, measure
from controller.app.bench_peers import Timed
from controller.app.cli import main

ROOT = Path(__file__).parents[2]
KEYS = ["work", "unit", "ours", "peer", "peer_value", "ratio", "target", "holds", "reason"]


class Clock:
    """A clock on which work of known length passes."""

    def __init__(self) -> None:
        self.now = 0.0

    def takes(self, seconds: float, items: int) -> Timed:
        """Something that takes so long, all items together."""

        def do() -> None:
            self.now += seconds

        return Timed(do, items, lambda: self.now)


def missing() -> Timed:
    """A peer that is not installed."""
    raise ImportError("no such peer")


def rows_of(contest: Contest) -> list[Row]:
    """The figures of one kind of work."""
    return list(measure(contest))


def test_speed_and_ratio_are_those_of_the_median() -> None:
    clock = Clock()
    found = rows_of(
        Contest(
            work="ranking",
            unit="M hands/s",
            ours=lambda: clock.takes(1.0, 10_000_000),
            peers={"slow": lambda: clock.takes(2.0, 4_000_000), "slower": lambda: clock.takes(9.0, 4_000_000)},
            targets={"slow": 6, "slower": 20},
        )
    )
    assert found == [
        Row("ranking", "M hands/s", 10, "slow", 2, 5, 6, holds=False),
        Row("ranking", "M hands/s", 10, "slower", 0.444, 22.5, 20, holds=True),
    ]


def test_peer_that_is_not_installed_is_absent() -> None:
    clock = Clock()
    contest = Contest("ranking", "ms", lambda: clock.takes(0.5, 1), peers={"gone": missing}, targets={"gone": 2})
    assert rows_of(contest) == [Row("ranking", "ms", 500, "gone", target=2, reason="no such peer")]


@pytest.mark.parametrize(("seconds", "holds"), [(0.002, True), (0.003, True), (0.004, False)])
def test_longest_time_of_ours_alone_is_kept_or_not(seconds: float, holds: bool) -> None:
    clock = Clock()
    contest = Contest("counting", "ms", lambda: clock.takes(seconds, 1), own=3)
    assert rows_of(contest) == [Row("counting", "ms", seconds * 1000, target=3, holds=holds)]


def test_least_speed_of_ours_alone_is_kept_or_not() -> None:
    clock = Clock()
    fast, slow = (Contest("ranking", "M hands/s", lambda s=s: clock.takes(s, 10**6), own=20) for s in (0.04, 0.06))  # type: ignore[misc]
    assert [rows_of(fast)[0].holds, rows_of(slow)[0].holds] == [True, False]


@pytest.mark.parametrize("as_json", [False, True])
def test_figures_are_printed_and_the_exit_tells_whether_targets_are_met(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    clock = Clock()
    contests = [
        Contest("ranking", "M hands/s", lambda: clock.takes(1.0, 10**7), {"other": lambda: clock.takes(2.0, 10**7)}),
        Contest("counting", "ms", lambda: clock.takes(0.001, 1), {"gone": missing}),
        Contest("sharing", "ms", lambda: clock.takes(0.004, 1), own=3),
    ]
    monkeypatch.setitem(bench_command.CONTESTS, "evaluator", lambda quick: iter(contests))  # type: ignore[arg-type]
    assert main(["bench", "evaluator", *(["--json"] if as_json else [])]) == 1
    printed = capsys.readouterr().out
    if as_json:
        report = json.loads(printed)
        assert list(report) == ["machine", "rows", "remark"]
        assert [list(row) for row in report["rows"]] == [KEYS] * 3
        assert [row["ratio"] for row in report["rows"]] == [2, None, None]
        assert [row["peer"] for row in report["rows"]] == ["other", "gone", None]
    else:
        assert f"{'gone':<38}absent: no such peer" in printed
        assert "2 x" in printed
        assert "at most 3 ms: NOT MET" in printed


def test_hands_are_handed_out_as_lists() -> None:
    hands = bench_peers.Hands(bytes(range(12)), 4)
    assert hands.lists(2) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert len(hands.lists(100)) == 3


def test_dealt_hands_hold_different_cards() -> None:
    hands = bench_evaluator.deal(7, 100)
    assert all(len(set(hand)) == 7 and max(hand) < 52 for hand in hands.lists(100))
    assert bench_evaluator.deal(7, 100) == hands


def test_every_hand_comes_once_in_rising_order() -> None:
    there_are = 200_000
    hands = [hand for part in bench_every_hand.columns(there_are) for hand in zip(*part.tolist(), strict=True)]
    assert hands == list(islice(combinations(range(52), 7), there_are))


def test_a_part_ends_with_the_last_hand_of_its_two_lowest_cards() -> None:
    parts = bench_every_hand.columns()
    sizes: dict[tuple[int, int], int] = {}
    for part in islice(parts, 100):
        cards, size = part.tobytes(), part.nbytes // 7
        lowest = cards[0], cards[size]
        sizes[lowest] = sizes.get(lowest, 0) + size
    whole = list(sizes)[:-1]
    assert len(whole) > 2
    assert [sizes[pair] for pair in whole] == [comb(51 - second, 5) for _, second in whole]


def test_only_the_ranking_of_every_hand_is_timed() -> None:
    work = bench_every_hand.every_hand(100_000)
    assert work.items == 100_000
    assert work.clock() == 0
    work.do()
    assert work.clock() > 0


@pytest.mark.ci
@pytest.mark.parametrize(("what", "peers"), [("evaluator", {"pokerkit", "pkrbot"}), ("engine", {"pokerkit"})])
def test_everything_is_measured(what: str, peers: set[str]) -> None:
    command = [sys.executable, "-m", "controller.app.cli", "bench", what, "--quick", "--json"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode in {0, 1}, run.stderr
    rows = json.loads(run.stdout)["rows"]
    assert {row["peer"] for row in rows} >= {None, *peers}
    assert all(row["ours"] > 0 for row in rows)


def test_recorded_hands_are_played_again_to_their_end_by_every_engine() -> None:
    for game, peers in bench_engine.PEERS.items():
        hands = bench_engine.record(game, "random", 4)
        bench_engine.replay(hands)
        assert all(hand.events[-1].hand == hand.started.hand for hand in hands)  # type: ignore[union-attr]
        for name, peer in peers.items():
            if name in bench_engine_peers.OPEN_SPIEL and find_spec("pyspiel") is None:
                with pytest.raises(ImportError, match="pyspiel"):
                    peer(hands)
                continue
            work = peer(hands)
            assert work.items > 0
            work.do()


# -- the screens -------------------------------------------------------------------------------------------------------


def test_the_screens_measure_themselves_beside_their_aims(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bench", "screens", "--quick", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    aimed = {row["work"]: row["target"] for row in rows if row["target"] is not None}
    assert aimed == {"seat: update of what changed": 1.0, "seat: whole picture": 6.0, "seat: touch to feedback": 50.0}
    assert all(row["ours"] > 0 for row in rows)
    assert {row["unit"] for row in rows} == {"ms"}
    assert code == (1 if any(row["holds"] is False for row in rows) else 0)


@pytest.mark.ci
def test_r_ui_8_a_table_of_processes_is_measured_from_the_finger_to_the_last_screen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few acts show that it runs; its figures are for a machine that has nothing else to do."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert main(["bench", "table", "--quick", "--json"]) in (0, 1)
    report = json.loads(capsys.readouterr().out)
    figures = {row["work"]: row for row in report["rows"]}
    parts = [row["ours"] for work, row in figures.items() if work.startswith("of the act") and work.endswith("median")]
    assert "acts, screens on" in report["remark"]
    assert figures["act to all screens, 99 of 100"]["target"] == 100
    assert figures["touch to feedback, 99 of 100"]["target"] == 50
    assert len(parts) == 4
    assert 0 < max(parts) <= figures["act to all screens, worst"]["ours"]
    assert all(
        row["target"] in (15, 80) for row in report["rows"] if row["unit"] in ("% of a core", "MiB") and row["target"]
    )
    assert all(row["ours"] > 0 for row in report["rows"] if row["unit"] in ("% of a core", "MiB"))
