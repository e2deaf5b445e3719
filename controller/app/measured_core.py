"""The table that `jakaja bench table` measures: `python -m controller.app.measured_core FOLDER`.

It is a table's core, hub and gateway with a clock beside them, and without devices: nine players bring their money at
the word `seat` on standard input, and the end of that ends the table. One JSON line on standard output says of every
act when it was taken up, durable, and told to all screens, in nanoseconds of the machine's monotonic clock.
"""

import asyncio
import sys
import time
from pathlib import Path
from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import NoteEscrowed, NoteStacked, RequestId
from controller.app.boot import blank, new_journal
from controller.app.bots import TEMPERS
from controller.app.clock import SystemClock
from controller.app.config import demo_profile
from controller.app.core import Committed, Core, Outcome
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.runtime import Runtime
from controller.machine import Decided
from controller.vocab.hand_records import Act
from controller.vocab.ids import Now
from controller.vocab.profile import Profile
from controller.vocab.records import AnyCommand
from controller.vocab.table_records import AdoptProfile, BuyIn
from controller.wire.viewers import VIEWERS, viewer_name

PLAYERS: Final = 9
_THINKING_MS: Final = 180_000
_BETWEEN_HANDS_MS: Final = 500


class ActTold(msgspec.Struct, frozen=True, tag="act"):
    """When an act was taken up, durable, and told."""

    record: int
    taken: int
    durable: int
    told: int


class MeasuredCore(Core):
    """A core that says how long an act took it."""

    durable = 0

    def submit(self, command: AnyCommand) -> Outcome:
        taken = time.monotonic_ns()
        outcome = super().submit(command)
        if isinstance(command, Act) and isinstance(outcome, Committed):
            _say(ActTold(outcome.record, taken, self.durable, time.monotonic_ns()))
        return outcome

    def _commit(self, command: AnyCommand, decided: Decided, now: Now) -> Committed:
        committed = super()._commit(command, decided, now)
        self.durable = time.monotonic_ns()
        return committed


def _say(act: ActTold) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(act) + b"\n")
    sys.stdout.buffer.flush()


def _profile() -> Profile:
    """The demonstration's table for nine, without a cut, and with time enough to think for a quiet minute."""
    profile = demo_profile()
    clocks = msgspec.structs.replace(profile.clocks, decision=_THINKING_MS, between_hands=_BETWEEN_HANDS_MS, cut=0)
    return msgspec.structs.replace(profile, seats=PLAYERS, clocks=clocks)


def _seat_everybody(core: Core, profile: Profile) -> None:
    """Have every player insert his notes and buy in for the most that is allowed."""
    device, note, count = profile.cash.validator, Money(max(profile.cash.notes)), 0
    for seat in range(1, PLAYERS + 1):
        for _note in range(-(-profile.buy_in.most // note)):
            for kind in (NoteEscrowed, NoteStacked):
                count = count % 255 + 1
                core.submit(kind(device=device, counter=count, amount=note))
        request = RequestId(f"{seat:032x}")
        core.submit(BuyIn(request=request, seat=seat, amount=profile.buy_in.most, name=TEMPERS[seat - 1].name))


async def _serve(core: Core, runtime: Runtime, profile: Profile) -> None:
    """Run the table, and do what standard input says until it ends."""
    table = asyncio.create_task(runtime.run())
    words = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(words), sys.stdin)
    while await words.readline():
        _seat_everybody(core, profile)
    runtime.stop()
    await table


def main() -> None:
    """Make the table and run it."""
    home, clock, entropy, profile = Home(Path(sys.argv[1])), SystemClock(), KernelEntropy(), _profile()
    home.create(entropy)
    journal = new_journal(home, clock.now())
    core = MeasuredCore(blank(journal), journal, clock, entropy)
    core.submit(AdoptProfile(profile=profile))
    hub = Hub(core, {viewer_name(viewer): home.screen_key(viewer) for viewer in VIEWERS})
    asyncio.run(_serve(core, Runtime(core, Gateway(hub, home.socket, entropy), ()), profile))
    core.close()


if __name__ == "__main__":
    main()
