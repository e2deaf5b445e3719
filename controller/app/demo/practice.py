"""Practice in a window: one seat for you, bots at the others, a coach, and a bank that never lets anybody go broke."""

import asyncio
import random
from pathlib import Path
from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import RequestId
from controller.app.bots import TEMPERS, Bot, Temper
from controller.app.clock import SystemClock
from controller.app.demo.bench import Bench, make_bench
from controller.app.demo.people import Crowd, Person
from controller.app.demo.windowed import live_evening
from controller.app.devices import fit, make_drivers
from controller.app.entropy import Entropy, KernelEntropy
from controller.app.socket_screen import SocketScreen
from controller.vocab.ids import Seat
from controller.vocab.profile import Language, Profile
from controller.vocab.table_records import BuyIn
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import KIOSK
from firmware.virtual.backend import get_backend

WINDOW: Final = "seats.practice"
YOUR_SEAT: Final = 1

BETWEEN_LOOKS: Final = 1.0
"""Seconds between two looks of the bank at who has nothing left."""


class You(msgspec.Struct, frozen=True):
    """Whoever practises: his name, what his window speaks, and whether it is to be heard."""

    name: str
    language: Language
    silent: bool = False


def run_practice(folder: Path, profile: Profile, seed: int, count: int, you: You) -> int:
    """Play at seat 1 against `count` - 1 bots until the window is closed."""
    entropy = KernelEntropy()
    bench = make_bench(folder, profile, SystemClock(), entropy)
    try:
        fittings = fit(bench.core, get_backend(bench.bus.address))
        crowd = Crowd(bench, make_drivers(fittings), entropy, random.Random(f"crowd {seed}"))
        tempers = (Temper(name=you.name, raises=0, folds=0), *TEMPERS[: count - 1])
        bots = {seat: Bot(temper, seed) for seat, temper in enumerate(tempers, start=YOUR_SEAT)}
        for seat, bot in bots.items():
            crowd.arrive(Person(seat=seat, bot=bot, screen=crowd.screen(Viewer("seat", seat))))
        bench.hub.close()
        crowd.close()
        del bots[YOUR_SEAT]
        shows = (WINDOW, str(YOUR_SEAT), "--language", you.language, *(("--silent",) if you.silent else ()))
        asyncio.run(live_evening(bench, fittings, bots, shows, lambda table: lend(table, entropy)))
    finally:
        bench.close()
    return 0


async def lend(bench: Bench, entropy: Entropy) -> None:
    """Buy in again for whoever has nothing left, with notes that the bank puts into the acceptor."""
    kiosk = SocketScreen(bench.home, KIOSK)
    await kiosk.connect()
    hands = bench.bus.control()
    try:
        while True:
            await asyncio.sleep(BETWEEN_LOOKS)
            # What has happened since the last look is read before anything is said.
            await kiosk.until(lambda: True)
            seat = broke(kiosk.view)
            limits = bench.profile.buy_in
            if seat is None:
                continue
            if kiosk.view.balance < limits.most:
                hands.insert_note(bench.profile.cash.validator, max(bench.profile.cash.notes) // _units(bench))
                continue
            name = kiosk.view.seats[seat].name
            request = RequestId(entropy.draw(16).hex())
            await kiosk.ask(BuyIn(request=request, seat=seat, amount=Money(limits.most), name=name))
    finally:
        hands.close()
        await kiosk.close()


def _units(bench: Bench) -> int:
    return bench.profile.currency.units


def broke(view: View) -> Seat | None:
    """The first seat whose player sits there with nothing, and has bought nothing yet."""
    return next(
        (
            seat.seat
            for seat in view.seats.values()
            if seat.status == "sitting-out" and not seat.stack and not seat.reserved
        ),
        None,
    )
