"""Starting a table in its folder: open the journal, bring the state back, record what ended the last run."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from cashier.money import EUR
from cashier.refusal import Code, Refusal
from controller.app.boot import blank, new_journal, open_journal, recover
from controller.app.clock import SystemClock, steady_ms, wall_ms
from controller.app.core import JOURNAL, Committed, Core, Frozen, Outcome, Saved, Seen
from controller.app.entropy import Entropy, KernelEntropy
from controller.app.home import Home
from controller.app.keys.history import HistoryKeeper, check_history
from controller.app.last_words import LastWords
from controller.app.offline_desk import Register, register_of, take_in
from controller.app.player_pins import PlayerPins
from controller.app.problem import Problem
from controller.app.program import version
from controller.app.release.own import own_digest, signer_words
from controller.app.release.remembered import remember_release
from controller.app.release.tree import Release
from controller.app.staff_pins import StaffPins
from controller.app.steady_clock import SteadyClock
from controller.app.upkeep import Disk, Upkeep
from controller.app.watch import ClockWatch, RandomWatch, clock_moved
from controller.journal.journal import Journal
from controller.language import Language, load_language
from controller.players import pseudonym
from controller.service.event_log import headline
from controller.vocab.fault_records import (
    FaultCleared,
    FaultKind,
    FaultRaised,
    IncidentNoted,
    PowerLost,
    ShutDown,
    StartUp,
    StoodStill,
)
from controller.vocab.profile import Profile
from controller.vocab.table_records import AdoptProfile

Allow = Callable[[Register], Refusal | None]
"""Asks whoever wants another profile for his PIN; returns why it may not be adopted, or None."""


def nobody_else(_register: Register) -> Refusal | None:
    """Let nobody but the first start of a table have a profile adopted."""
    return Refusal(Code.TWO_PEOPLE)


def start(
    home: Home,
    profile: Profile | None,
    *,
    mirror: Path | None = None,
    accept_clock: bool = False,
    release: Release | None = None,
    allow: Allow = nobody_else,
) -> Core:
    """Return the core of the table in `home`, new or as its journal left it, with `profile` adopted.

    `mirror` is a folder on a second disk, remembered from then on. `release` is what the program was started from,
    None for one that nobody has signed. Where somebody is on the register, `allow` says whether another profile may be
    adopted. Raises `Problem`, and changes nothing of the game then.
    """
    entropy, system = KernelEntropy(), SystemClock()
    is_new = not home.exists
    if is_new:
        if profile is None:
            raise Problem(str(home.path), "holds no table yet", "name a profile with --profile to make one")
        home.create(entropy)
    if release is not None:
        remember_release(home.versions, release)
    if mirror is not None:
        home.set_second_folder(mirror)
    if is_new:
        journal = new_journal(home, system.now())
        saved, clock = blank(journal), SteadyClock(system)
    else:
        journal = open_journal(home, system.now(), steady=not accept_clock)
        latest_ms = 0 if accept_clock else journal.wall_ms or 0
        saved, table_ms = _recovered(home, journal)
        clock = SteadyClock(SystemClock(table_ms), latest_ms)
    last_ms = journal.wall_ms or 0
    identify = partial(pseudonym, home.table_key)
    pins = PlayerPins(home.table_key, entropy)
    hash_pins = StaffPins(home.table_key, entropy.draw)
    upkeep = Upkeep(journal, _disks(home))
    core = Core(saved, journal, clock, entropy, upkeep=upkeep, identify=identify, pins=pins, hash_pins=hash_pins)
    _guard_history(core, home, journal)
    _tell_start(core, _start_up(release, last_ms), LastWords(home.last_words), entropy)
    with orderly(core):
        take_in(home, register_of(core))
        if profile is not None and core.machine.table.proposed != profile:
            _adopt(core, profile, allow)
    return core


@contextmanager
def orderly(core: Core) -> Iterator[None]:
    """Have a table that a problem keeps from running end in order: or its next start takes that for a power failure."""
    try:
        yield
    except (Problem, KeyboardInterrupt):
        core.submit(ShutDown())
        core.close()
        raise


def _start_up(release: Release | None, last_ms: int) -> StartUp:
    return StartUp(version=version(), digest=own_digest(release), last=last_ms, signers=signer_words(release))


def _recovered(home: Home, journal: Journal) -> tuple[Saved, int]:
    """Return the state that the journal left and its table time (ms), if it is as far as the TPM remembers."""
    try:
        if (kept := home.register) is not None:
            remembered = kept.read()
            check_history(remembered, journal.hash_at(remembered.record))
        return recover(journal)
    except Problem:
        journal.close()
        raise


def _guard_history(core: Core, home: Home, journal: Journal) -> None:
    """Have the TPM, where there is one, note from now on how far the history has come."""
    kept = home.register
    if kept is not None:
        keeper = HistoryKeeper(kept, journal)
        core.listen(keeper.told)
        core.watch(keeper)


def _tell_start(core: Core, start_up: StartUp, words: LastWords, entropy: Entropy) -> None:
    """Have the machine record that the program runs, what ended its last run, and all that was found at this start."""
    core.listen(partial(_say_news, load_language("en")))
    core.on_freeze(partial(_keep_words, words))
    _must(core.submit(msgspec.structs.replace(start_up, stood=words.read())))
    words.forget()
    moved = clock_moved(min(0, wall_ms() - start_up.last))
    if moved is not None:
        _must(core.submit(moved))
    core.watch(ClockWatch(wall_ms, steady_ms))
    core.watch(RandomWatch(entropy, steady_ms))
    while core.tell_news():
        pass


def _must(outcome: Outcome) -> None:
    """Raise `Problem` when the table stands still before it began."""
    if isinstance(outcome, Frozen):
        raise Problem(outcome.name, outcome.sentence, "run jakaja verify on a copy of the table's folder")


def _say_news(language: Language, committed: Committed, _seen: Seen) -> None:
    """Say what has befallen the machine where its operator reads along."""
    for event in committed.events:
        if isinstance(event, FaultRaised | FaultCleared | IncidentNoted | PowerLost):
            sys.stderr.write(f"jakaja: {headline(event, language, EUR, None)}\n")


def _keep_words(words: LastWords, frozen: Frozen) -> None:
    if frozen.recorded:
        return
    fault: FaultKind = "journal" if frozen.name == JOURNAL else "breach"
    kept = words.keep(StoodStill(fault, frozen.name, frozen.sentence, wall_ms()))
    if not kept:
        sys.stderr.write("jakaja: no disk takes a record of what stopped the table: write the next line down\n")


def _disks(home: Home) -> tuple[Disk, ...]:
    """The disks that must not fill up."""
    second = home.second_folder
    table = Disk("table", home.path)
    return (table,) if second is None else (table, Disk("mirror", second))


def _adopt(core: Core, profile: Profile, allow: Allow) -> None:
    denial = allow(register_of(core)) if core.machine.access.people else None
    if denial is not None:
        mend = "start without --profile, or name a technician with --by and a second person with --second"
        raise Problem("profile", f"may not be adopted: {denial.code}", mend)
    outcome = core.submit(AdoptProfile(profile=profile))
    if isinstance(outcome, Refusal):
        facts = ", ".join(f"{name} {fact}" for name, fact in outcome.facts.items())
        raise Problem(
            "profile", f"cannot be adopted now: {outcome.code} {facts}".rstrip(), "end the hand, empty the seats"
        )
    if isinstance(outcome, Frozen):
        raise Problem("profile", outcome.sentence, "run jakaja verify on the table's folder")
