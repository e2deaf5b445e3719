"""`jakaja bench evaluator`: how fast hands are ranked here and elsewhere, side by side in one run.

Ours and each peer work on the same hands in alternating rounds; what counts is the median of seven rounds of the
processor time of this thread. Ratios of one run compare, absolute speeds of different machines do not. In bulk, ours
looks whether the cards are cards only where the row says so; pokerfast's private entry always does.
"""

import argparse
import gc
import os
import platform
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, Literal

import msgspec

from controller.app import bench_peers as peers
from controller.app.bench_every_hand import HANDS, every_hand
from controller.app.bench_peers import Hands, Timed
from evaluator_ext import KERNEL, omaha_hilo_many, omaha_many, parse_cards, rank, rank_many, rank_mask
from evaluator_ext.equity import Dealer, EquityGameId, equity
from evaluator_ext.rankings import RANKINGS

ROUNDS: Final = 7
SEED: Final = 1
MANY: Final = 4_000_000
SOME: Final = peers.SOME
MILLION: Final = 1_000_000
TWO_HANDS: Final = ("AhKh", "QsQd")
TWO_OMAHA_HANDS: Final = ("AsKsQdJd", "2c7cJh9d")
TWO_OMAHA_5_HANDS: Final = ("AsKsQdJd4h", "2c7cJh9d3s")

BATCH_TARGET: Final[Mapping[str, float]] = {"avx512": 5, "avx2": 3.5, "scalar": 2}
"""How often as fast as pokerfast's private entry each kernel has to be."""

Unit = Literal["M hands/s", "ms"]


class Row(msgspec.Struct, frozen=True):
    """One figure of ours, beside a peer's if there is one.

    `ratio` is how often as fast ours is; without one the peer is absent, that is not installed. `target` is the least
    ratio, or without a peer the least speed or the longest time; `holds` says whether it is met, and nothing is said
    where nothing is required or can be measured.
    """

    work: str
    unit: Unit
    ours: float
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    target: float | None = None
    holds: bool | None = None


class Report(msgspec.Struct, frozen=True):
    """What was measured on which machine."""

    machine: str
    rows: tuple[Row, ...]


class Contest(msgspec.Struct, frozen=True):
    """One kind of work: ours, and what makes the same of each peer. `own` is a target for ours alone."""

    work: str
    unit: Unit
    ours: Callable[[], Timed]
    peers: Mapping[str, Callable[[], Timed]] = {}
    targets: Mapping[str, float] = {}
    own: float | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja bench` takes."""
    parser.add_argument("what", choices=("evaluator",), help="what is measured")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="a hundredth of the hands: shows that it runs, no more")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print: 0 every target is met, 1 one is not."""
    count = MANY // 100 if arguments.quick else MANY
    report = Report(machine=_machine(), rows=tuple(row for contest in _contests(count) for row in _measure(contest)))
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        sys.stdout.write(_table(report))
    return 1 if any(row.holds is False for row in report.rows) else 0


def _contests(count: int) -> Iterator[Contest]:
    """All kinds of work, with `count` hands where they are ranked in bulk."""
    seven = _deal(7, count)
    yield from _one_by_one(seven)
    yield Contest(
        work="7 cards, batch from (n, 7) bytes",
        unit="M hands/s",
        ours=_timed(partial(rank_many, _rows(seven), _room(count), check=False), count),
        peers=_for_hands(peers.IN_BULK, seven),
        targets={"pokerfast": BATCH_TARGET.get(KERNEL, 0)},
    )
    yield Contest(
        work="7 cards, the same with every card checked",
        unit="M hands/s",
        ours=_timed(partial(rank_many, _rows(seven), _room(count)), count),
        peers=_for_hands({"pokerfast": peers.pokerfast}, seven),
    )
    yield Contest(
        work=f"all {HANDS:,} 7-card hands, 1 thread, ranking only",
        unit="M hands/s",
        ours=lambda: every_hand(HANDS * count // MANY),
    )
    yield from _omaha(count)
    five, soko = _deal(5, count), RANKINGS["soko"]
    judge = soko.judge(soko.options)
    yield Contest(
        work="Sökö, batch from (n, 5) bytes",
        unit="M hands/s",
        ours=_timed(partial(judge.rank_many, _rows(five), _room(count), check=False), count),
    )
    yield from _equities()


def _one_by_one(seven: Hands) -> Iterator[Contest]:
    """Seven cards a call, from bytes and from masks."""
    ready = [bytes(hand) for hand in seven.lists(SOME)]
    masks = [sum(1 << 16 * (card & 3) + (card >> 2) for card in hand) for hand in ready]
    forms: tuple[tuple[str, Callable[[], Timed]], ...] = (
        ("bytes", lambda: peers.each(rank, ready)),
        ("an int mask", lambda: peers.each(rank_mask, masks)),
    )
    for form, ours in forms:
        yield Contest(
            work=f"7 cards, one hand a call, from {form}",
            unit="M hands/s",
            ours=ours,
            peers=_for_hands(peers.PER_CALL, seven),
            targets={"pkrbot": 2.5},
        )


def _omaha(count: int) -> Iterator[Contest]:
    """Omaha in bulk, every hand with a board of its own."""
    count //= 10
    for hole in (4, 5):
        dealt = _deal(hole + 5, count)
        holes, boards = _split(dealt, hole)
        yield Contest(
            work=f"Omaha, {hole} hole cards, batch",
            unit="M hands/s",
            ours=_timed(partial(omaha_many, holes, boards, _room(count), check=False), count),
            peers=_for_hands(peers.OMAHA, dealt) if hole == 4 else {},
        )
    holes, boards = _split(_deal(9, count), 4)
    yield Contest(
        work="Omaha, both halves of high/low, batch",
        unit="M hands/s",
        ours=_timed(partial(omaha_hilo_many, holes, boards, _room(count), bytearray(count), check=False), count),
        own=20,
    )


def _equities() -> Iterator[Contest]:
    """Exact equities before the flop."""
    yield Contest(
        work="hold'em, AhKh against QsQd, every board",
        unit="ms",
        ours=_exact("holdem", TWO_HANDS),
        peers={
            "pokerfast": lambda: peers.exact_with_pokerfast("holdem", TWO_HANDS),
            "poker-equity": lambda: peers.exact_with_poker_equity("holdem", TWO_HANDS),
        },
        own=3,
    )
    games: tuple[tuple[EquityGameId, tuple[str, ...]], ...] = (
        ("omaha", TWO_OMAHA_HANDS),
        ("omaha-5", TWO_OMAHA_5_HANDS),
    )
    for game, hands in games:
        yield Contest(
            work=f"{game}, {' against '.join(hands)}, every board",
            unit="ms",
            ours=_exact(game, hands),
            peers={"poker-equity": _timed_exact(game, hands)},
            targets={"poker-equity": 30} if game == "omaha" else {},
        )


def _exact(game: EquityGameId, hands: Sequence[str]) -> Callable[[], Timed]:
    known = [parse_cards(hand) for hand in hands]
    return _timed(lambda: equity(known, game=game), 1)


def _timed_exact(game: str, hands: Sequence[str]) -> Callable[[], Timed]:
    return lambda: peers.exact_with_poker_equity(game, hands)


def _timed(do: Callable[[], object], items: int) -> Callable[[], Timed]:
    return lambda: Timed(do, items)


def _for_hands(makers: Mapping[str, peers.Maker], hands: Hands) -> Mapping[str, Callable[[], Timed]]:
    """What makes the work of each peer, with these hands."""

    def with_hands(maker: peers.Maker) -> Callable[[], Timed]:
        return lambda: maker(hands)

    return {name: with_hands(maker) for name, maker in makers.items()}


def _deal(size: int, count: int) -> Hands:
    """Hands by chance, each from a full deck."""
    cards = bytearray(count * size)
    dealer = Dealer([()], size, (), 0, range(52), SEED)
    dealer.deal(memoryview(cards), size, memoryview(cards), 0, 0, count)
    return Hands(bytes(cards), size)


def _rows(hands: Hands) -> memoryview:
    return memoryview(hands.cards).cast("B", (len(hands.cards) // hands.size, hands.size))


def _room(count: int) -> "array[int]":
    """Where so many ranks go: all sides write to memory that is there before the clock runs."""
    return array("H", bytes(2 * count))


def _split(hands: Hands, hole: int) -> tuple[memoryview, memoryview]:
    """Hole cards and boards apart."""
    count, board = len(hands.cards) // hands.size, hands.size - hole
    starts = range(0, len(hands.cards), hands.size)
    holes = b"".join(hands.cards[start : start + hole] for start in starts)
    boards = b"".join(hands.cards[start + hole : start + hands.size] for start in starts)
    return memoryview(holes).cast("B", (count, hole)), memoryview(boards).cast("B", (count, board))


def _measure(contest: Contest) -> Iterator[Row]:
    """Time ours and all peers in alternating rounds; a row for each peer, or one of ours alone."""
    ours = contest.ours()
    there: dict[str, Timed] = {}
    for name, make in contest.peers.items():
        try:
            there[name] = make()
        except ImportError:
            continue
    runners = {"": ours, **there}
    each = _medians(runners)
    value = _value(contest.unit, each[""])
    if contest.own is not None or not contest.peers:
        yield Row(contest.work, contest.unit, value, target=contest.own, holds=_met(contest, value))
    for name in contest.peers:
        target = contest.targets.get(name)
        if name not in each:
            yield Row(contest.work, contest.unit, value, peer=name, target=target)
            continue
        ratio = each[name] / each[""]
        holds = None if target is None else ratio >= target
        yield Row(
            contest.work, contest.unit, value, name, _value(contest.unit, each[name]), _short(ratio), target, holds
        )


def _medians(runners: Mapping[str, Timed]) -> dict[str, float]:
    """The median time of each, all in turn, round after round.

    No garbage is collected meanwhile, and each runs once untimed before it is timed: otherwise it would pay for what
    its neighbour left behind.
    """
    spent: dict[str, list[float]] = {name: [] for name in runners}
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for name, timed in runners.items():
                timed.do()
                spent[name].append(_seconds(timed))
    finally:
        gc.enable()
    return {name: median(times) for name, times in spent.items()}


def _seconds(timed: Timed) -> float:
    """Processor time for one item."""
    began = timed.clock()
    timed.do()
    return (timed.clock() - began) / timed.items


def _value(unit: Unit, seconds: float) -> float:
    return _short(seconds * 1000) if unit == "ms" else _short(1 / seconds / MILLION)


def _met(contest: Contest, value: float) -> bool | None:
    if contest.own is None:
        return None
    return value <= contest.own if contest.unit == "ms" else value >= contest.own


def _short(number: float) -> float:
    """Three digits: more would be noise."""
    return float(f"{number:.3g}")


def _machine() -> str:
    """Processor, cores, load, Python and the kernel that ranks."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.processor() or platform.machine()
    return (
        f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2g}, Python {platform.python_version()}, "
        f"kernel {KERNEL}"
    )


def _table(report: Report) -> str:
    """The figures as people read them."""
    lines = [report.machine]
    for row in report.rows:
        head = f"{row.work:<52}{row.ours:>8g} {row.unit:<10}"
        if row.peer is None:
            lines.append(head + _target_said(row))
        elif row.ratio is None:
            lines.append(f"{head}{row.peer:<14}absent")
        else:
            lines.append(f"{head}{row.peer:<14}{row.peer_value:>8g}{row.ratio:>9g} x{_target_said(row)}")
    return "\n".join(lines) + "\n"


def _target_said(row: Row) -> str:
    if row.target is None:
        return ""
    met = "met" if row.holds else "NOT MET"
    if row.peer is not None:
        return f"  at least {row.target:g} x: {met}"
    return f"  at {'most' if row.unit == 'ms' else 'least'} {row.target:g} {row.unit}: {met}"
