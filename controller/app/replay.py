"""`jakaja replay FILE [--check]`: play recorded hands again and compare what they end with; or write them anew."""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from controller.app.columns import Column, columns
from controller.app.event_file import EventHand, TableHand, events_of, play_events, read_header
from controller.app.hand_files import READERS, WRITERS, AnyHand, ReadFormat, Source, Wanted, WriteFormat, reader_of
from controller.app.phh import parse_hand
from controller.app.phh_writing import has_words_for, write_hand
from controller.app.play_again import Fault, play_again, play_out
from controller.app.problem import Problem
from controller.app.progress import Progress
from controller.app.recorded import OtherGame, RecordedHand
from controller.games import UnknownGameError
from controller.vocab.ids import Chips
from controller.vocab.profile import GameId

OutcomeKind: TypeAlias = Literal["agreed", "odd-chip", "not-compared", "differs"]
"""How a hand that was played again compares with its record; in an odd chip, the record splits one."""


class Finding(msgspec.Struct, frozen=True):
    """Something about one recorded hand, in a sentence."""

    where: str
    sentence: str


class GameRow(msgspec.Struct, frozen=True):
    """The hands of one game, by what came of them."""

    game: GameId
    hands: int
    agreed: int
    odd_chips: int
    not_compared: int
    differ: int


class ReplayReport(msgspec.Struct, frozen=True):
    """What came of a file: every hand played is agreed, an odd chip, a finding or not compared.

    `odd_chips` are hands whose record splits a chip that our rule gives to one player; `others` counts hands of games
    that are not in the catalogue, by their PHH code.
    """

    hands: int
    agreed: int
    not_compared: int
    odd_chips: tuple[Finding, ...]
    findings: tuple[Finding, ...]
    others: dict[str, int]
    games: tuple[GameRow, ...]


class Outcome(msgspec.Struct, frozen=True):
    """What came of one hand, and where that needs one, a sentence."""

    kind: OutcomeKind
    sentence: str = ""


def every_hand(_number: int) -> bool:
    """Want each hand of a file."""
    return True


def replay(
    path: Path,
    check: bool,
    wanted: Wanted = every_hand,
    progress: Callable[[int], None] = lambda done: None,
    form: ReadFormat | None = None,
) -> ReplayReport:
    """Play the hands of a file whose number is `wanted`; with `check` compare their ends with the recorded ones.

    The format is `form`, or told by the file's ending. `progress` is told at each hand how many have been read. Raises
    Problem at a malformed hand.
    """
    counts: dict[GameId, Counter[OutcomeKind]] = {}
    told: dict[OutcomeKind, list[Finding]] = {"odd-chip": [], "differs": []}
    others: Counter[str] = Counter()
    for done, hand in enumerate(reader_of(path, form).read(path, wanted), 1):
        progress(done)
        if isinstance(hand, OtherGame):
            others[hand.variant] += 1
            continue
        outcome = compare(hand, check)
        counts.setdefault(_game(hand), Counter())[outcome.kind] += 1
        if outcome.sentence:
            told[outcome.kind].append(Finding(where=hand.where, sentence=outcome.sentence))
    games = tuple(_row(game, counts[game]) for game in sorted(counts))
    return ReplayReport(
        hands=sum(row.hands for row in games),
        agreed=sum(row.agreed for row in games),
        not_compared=sum(row.not_compared for row in games),
        odd_chips=tuple(told["odd-chip"]),
        findings=tuple(told["differs"]),
        others=dict(others),
        games=games,
    )


def _row(game: GameId, counts: Counter[OutcomeKind]) -> GameRow:
    return GameRow(
        game=game,
        hands=counts.total(),
        agreed=counts["agreed"],
        odd_chips=counts["odd-chip"],
        not_compared=counts["not-compared"],
        differ=counts["differs"],
    )


def _game(hand: RecordedHand | EventHand) -> GameId:
    return hand.game if isinstance(hand, RecordedHand) else hand.started.game


# -- one hand ----------------------------------------------------------------------------------------------------


def compare(hand: RecordedHand | EventHand, check: bool) -> Outcome:
    """Play a hand again; with `check` compare its end, or its events where all of them are known, with the record."""
    if isinstance(hand, RecordedHand):
        return _compare_stacks(hand, check)
    if hand.cards == "all":
        return _compare_events(hand, check)
    try:
        told = has_words_for(hand.started.game)
    except UnknownGameError as error:
        return Outcome("differs", f"cannot be dealt: {error}")
    if not told:
        return Outcome("not-compared")
    # What everyone saw is what a PHH file holds, so the hand is played with the cards that such a file would give.
    text = write_hand(hand.events)
    recorded = parse_hand(tomllib.loads(text, parse_float=Decimal), hand.where, int(hand.number))
    if isinstance(recorded, OtherGame):
        return Outcome("differs", f"there is no game {recorded.variant}")
    return _compare_stacks(recorded, check)


def _compare_stacks(hand: RecordedHand, check: bool) -> Outcome:
    stacks = play_again(hand)
    if isinstance(stacks, Fault):
        return Outcome("differs", stacks.sentence)
    if not check or not hand.finishing:
        return Outcome("not-compared")
    if stacks == hand.finishing:
        return Outcome("agreed")
    kind: OutcomeKind = "odd-chip" if _is_odd_chip(stacks, hand.finishing) else "differs"
    return Outcome(kind, _difference(stacks, hand.finishing))


def _is_odd_chip(stacks: tuple[Chips, ...], recorded: tuple[Decimal, ...]) -> bool:
    """Whether the stacks differ only where the record has a fraction of a chip, and by less than one."""
    return all(
        stack == record or (record % 1 and abs(stack - record) < 1)
        for stack, record in zip(stacks, recorded, strict=True)
    )


def _difference(stacks: tuple[Chips, ...], recorded: tuple[Decimal, ...]) -> str:
    return "; ".join(
        f"p{player} ends with {stack}, recorded are {record.normalize():f}"
        for player, (stack, record) in enumerate(zip(stacks, recorded, strict=True), 1)
        if stack != record
    )


def _compare_events(hand: EventHand, check: bool) -> Outcome:
    made = play_events(hand)
    if isinstance(made, str):
        return Outcome("differs", made)
    if not check:
        return Outcome("not-compared")
    if made == hand.written:
        return Outcome("agreed")
    now = events_of(made)
    for place, (one, other) in enumerate(zip(hand.events, now, strict=False), 1):
        if one != other:
            return Outcome("differs", f"event {place} is recorded as {one} and is now {other}")
    return Outcome("differs", f"{len(hand.events)} events are recorded, and there are {len(now)} now")


# -- writing anew ------------------------------------------------------------------------------------------------


class _Told:
    """The hands of a file as they can be written: what nobody recorded is not invented."""

    def __init__(self, hands: Iterator[AnyHand]) -> None:
        self._hands = hands
        self.left_out: list[Finding] = []

    def __iter__(self) -> Iterator[TableHand]:
        for hand in self._hands:
            if isinstance(hand, EventHand):
                yield TableHand(wall=hand.wall, events=hand.events)
            elif isinstance(hand, OtherGame):
                self.left_out.append(Finding(hand.where, f"{hand.variant} is not in the catalogue"))
            else:
                yield from self._played(hand)

    def _played(self, hand: RecordedHand) -> Iterator[TableHand]:
        played = play_out(hand)
        if isinstance(played, Fault):
            self.left_out.append(Finding(hand.where, played.sentence))
        elif not played.told:
            self.left_out.append(Finding(hand.where, "not all hands of its showdown are known"))
        else:
            yield TableHand(wall=0, events=played.told)


def rewrite(path: Path, form: ReadFormat | None, to: WriteFormat, out: Path, wanted: Wanted) -> list[Finding]:
    """Write the hands of a file in another format and say how many; return those that had to be left out."""
    reader = reader_of(path, form)
    source = Source()
    if reader is READERS["events"]:
        header = read_header(path)
        source = Source(machine=header.machine, table=header.table, cards=header.cards)
    told = _Told(reader.read(path, wanted))
    written = WRITERS[to](out, told, source)
    sys.stdout.write(f"{out}: {written.hands} hands written\n")
    for game, count in written.others.items():
        told.left_out.append(Finding(path.name, f"{count} hands of {game} left out: {to} has no words for it"))
    return told.left_out


# -- the command -------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja replay` takes."""
    endings = ", ".join(ending for reader in READERS.values() for ending in reader.endings)
    parser.add_argument("file", type=Path, help=f"a file of recorded hands: {endings}")
    parser.add_argument("--from", dest="form", choices=tuple(READERS), help="its format, by default told by its ending")
    parser.add_argument("--check", action="store_true", help="compare the ends with the recorded ones")
    parser.add_argument("--hand", type=int, action="append", help="only the hand of this number; may be repeated")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th hand number")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--to", choices=tuple(WRITERS), help="write the hands in this format instead, into --out")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write")


def run(arguments: argparse.Namespace) -> int:
    """Replay a file and print what was found: 0 all is well, 1 a hand differs, cannot be played or was left out."""
    chosen, every = frozenset(arguments.hand or ()), max(arguments.every, 1)

    def wanted(number: int) -> bool:
        return number in chosen if chosen else number % every == 0

    if (arguments.to is None) != (arguments.out is None):
        raise Problem("replay", "--to and --out go together", "give both, as in --to ohh --out hands.ohh")
    if arguments.to is not None:
        left_out = rewrite(arguments.file, arguments.form, arguments.to, arguments.out, wanted)
        _print_findings(left_out)
        return 1 if left_out else 0
    report = replay(arguments.file, arguments.check, wanted, Progress("hands").at, arguments.form)
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        _print_report(report, arguments.file.name)
    return 1 if report.findings else 0


COLUMNS: Final = (
    Column("game"),
    Column("hands", right=True),
    Column("as recorded", right=True),
    Column("odd chip", right=True),
    Column("not compared", right=True),
    Column("differ", right=True),
)


def _print_report(report: ReplayReport, name: str) -> None:
    for finding in report.odd_chips:
        sys.stdout.write(f"{finding.where}: odd chip: {finding.sentence}\n")
    _print_findings(report.findings)
    for variant, count in sorted(report.others.items()):
        sys.stdout.write(f"{name}: {count} hands of {variant} left out: the game is not in the catalogue\n")
    rows = [tuple(map(str, msgspec.structs.astuple(row))) for row in report.games]
    for line in columns(COLUMNS, rows):
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(
        f"{name}: {report.hands} hands played, {report.agreed} as recorded, "
        f"{len(report.odd_chips)} apart by an odd chip only, {report.not_compared} not compared, "
        f"{len(report.findings)} differ\n"
    )


def _print_findings(findings: list[Finding] | tuple[Finding, ...]) -> None:
    for finding in findings:
        sys.stdout.write(f"{finding.where}: {finding.sentence}\n")
