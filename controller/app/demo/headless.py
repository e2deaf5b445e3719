"""The demonstration without a display: an evening on the virtual clock, and everything it leaves in a folder."""

import random
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path
from typing import Final, TextIO

import msgspec

from controller import machine as machines
from controller.app.clock import VirtualClock
from controller.app.demo.album import Album, Histories
from controller.app.demo.bench import MARK, Bench, make_bench, virtual_clock
from controller.app.demo.evening import Evening, Outcome
from controller.app.demo.people import Crowd
from controller.app.demo.staff import WHO, hire_all
from controller.app.devices import fit, make_drivers
from controller.app.entropy import Entropy, SeededEntropy
from controller.app.progress import Progress
from controller.app.report import print_reconciliation
from controller.vocab.ids import Seat
from controller.vocab.profile import Profile
from firmware.virtual.backend import get_backend

HISTORIES: Final = "hands.phhs"
PICTURES: Final = "screens"


class Settings(msgspec.Struct, frozen=True):
    """What the demonstration is to do."""

    folder: Path
    hands: int
    seed: int
    places: tuple[Seat, ...]
    pictures: bool = True


class Report(msgspec.Struct, frozen=True):
    """What is written to the folder's mark when all is done."""

    seed: int
    hands: int
    tickets: tuple[str, ...]
    torn_up: str
    records: int
    head: str
    difference: int


def run_headless(settings: Settings, profile: Profile, out: TextIO) -> int:
    """Play the evening, say what it came to, and return 0 when every difference is zero."""
    clock, entropy = virtual_clock(), SeededEntropy(settings.seed)
    bench = make_bench(settings.folder, profile, clock, entropy)
    try:
        hire_all(bench.core)
        outcome = _spend_evening(bench, clock, entropy, settings)
        return _conclude(bench, settings, outcome, out)
    finally:
        bench.close()


def _spend_evening(bench: Bench, clock: VirtualClock, entropy: Entropy, settings: Settings) -> Outcome:
    """Have the crowd in, play and cash out; its devices are let go of whatever comes."""
    with ExitStack() as ending:
        drivers = make_drivers(
            fit(bench.core, get_backend(bench.bus.address), UTC, slips=bench.slips.take, house_key=bench.home.house_key)
        )
        crowd = Crowd(bench, drivers, entropy, random.Random(f"crowd {settings.seed}"))
        ending.callback(crowd.close)
        if settings.pictures:
            ending.callback(Album(bench.core, settings.folder / PICTURES).close)
        histories = ending.enter_context(open(settings.folder / HISTORIES, "w", encoding="utf-8"))
        Histories(bench.core, histories)
        progress = Progress("hands", settings.hands)
        evening = Evening(bench.core, clock, crowd, settings.seed, progress.at)
        evening.seat(settings.places)
        evening.play(settings.hands)
        return evening.end()


def _conclude(bench: Bench, settings: Settings, outcome: Outcome, out: TextIO) -> int:
    """Leave a snapshot and the mark, and print the account."""
    bench.core.snapshot()
    account = machines.reconciliation(bench.core.machine)
    report = Report(
        seed=settings.seed,
        hands=outcome.hands,
        tickets=outcome.tickets,
        torn_up=outcome.torn_up,
        records=bench.journal.record,
        head=bench.journal.head_hash.hex(),
        difference=account.difference,
    )
    mark = msgspec.json.format(msgspec.json.encode(report), indent=2)
    (settings.folder / MARK).write_bytes(mark + b"\n")
    out.write(
        f"{outcome.hands} hands, {len(outcome.tickets)} tickets, one torn up and replaced, seed {settings.seed}\n"
    )
    print_reconciliation(account, bench.profile, out)
    out.write(f"everything is in {settings.folder}: {bench.home.journal.name}, hands.phhs, tickets/, screens/\n")
    out.write(f"{WHO}\n")
    return 0 if account.difference == 0 else 1
