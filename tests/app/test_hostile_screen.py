"""A hostile screen at a running table, over the real socket: the hand goes on, nothing grows, no card is learnt.

Each attack holds the key of seat 1's screen or none at all. While it lasts the others play on over their own sockets
(R-SEC-4).
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random

import pytest

from cashier.money import Money
from cashier.payout_records import SettleHandPay
from cashier.records import PayoutId
from controller.app import gateway as gateways
from controller.app.bots import TEMPERS, Bot
from controller.app.entropy import SEED_BYTES, KernelEntropy
from controller.app.gateway import Gateway
from controller.app.hub import MOST_WAITING
from controller.app.socket_screen import SocketScreen
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.wire.client import ScreenClient
from controller.wire.messages import Accepted, Ask, Hello, Message, Update, encode
from controller.wire.redact import Viewer
from controller.wire.viewers import STAFF
from tests.app.house import House

PATIENCE = 60.0
HOSTILE = Viewer("seat", 1)
HONEST = (2, 3, 4)
HANDS = 2
ATTACKS = 3
FLOODED = 0.5
"""Seconds of a flood."""

LEAST_SNAPSHOT = 500
"""Bytes; a snapshot is far longer."""


class Attacker:
    """A connection with the key of seat 1 that says what it likes; `told` is every event it was shown."""

    def __init__(self, house: House, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.client = ScreenClient(HOSTILE, house.home.screen_key(HOSTILE), KernelEntropy().draw(SEED_BYTES))
        self.told: list[object] = []
        self.sent = b""

    async def exchange(self) -> None:
        """Send what waits, and take one piece of what the table says."""
        await self.put(self.client.outgoing())
        data = await self.reader.read(1 << 16)
        if not data:
            raise ConnectionResetError("the table hung up")
        for message in self.client.receive(data):
            self.told += message.events if isinstance(message, Update) else [message]

    async def put(self, data: bytes) -> None:
        self.sent += data
        self.writer.write(data)
        await self.writer.drain()

    async def say(self, message: Message) -> None:
        self.client._send(message)
        await self.put(self.client.outgoing())


@asynccontextmanager
async def attacker_at(house: House) -> AsyncIterator[Attacker]:
    async with stranger_at(house) as (reader, writer):
        attacker = Attacker(house, reader, writer)
        while not attacker.client.ready:
            await attacker.exchange()
        yield attacker


@asynccontextmanager
async def stranger_at(house: House) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_unix_connection(str(house.home.socket))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


Attack = Callable[[House, Random], Awaitable[list[object]]]


async def garbage(house: House, dice: Random) -> list[object]:
    """Bytes out of nothing, from somebody without a key."""
    async with stranger_at(house) as (_reader, writer):
        writer.write(dice.randbytes(dice.randrange(1, 20_000)))
        await writer.drain()
    return []


async def silence(house: House, _dice: Random) -> list[object]:
    """Connections that prove nothing, more than are let in."""
    async with AsyncExitStack() as stack:
        for _each in range(gateways.MOST_UNPROVED + 8):
            await stack.enter_async_context(stranger_at(house))
    return []


async def replay(house: House, _dice: Random) -> list[object]:
    """A whole conversation of a screen, once more."""
    async with attacker_at(house) as first:
        await first.say(Ask(seq=1, command=tr.SitOut(seat=1)))
    async with stranger_at(house) as (reader, writer):
        writer.write(first.sent)
        await writer.drain()
        assert len(await reader.read()) < LEAST_SNAPSHOT, "a repeated opening gets an answer at most"
    return first.told


async def fuzz(house: House, dice: Random) -> list[object]:
    """A proved screen whose messages are changed."""
    async with attacker_at(house) as attacker:
        body = bytearray(encode(Ask(seq=1, command=hr.Act(seat=1, decision=1, kind="raise", to=4_000))))
        for _byte in range(dice.randrange(1, 6)):
            body[dice.randrange(len(body))] = dice.randrange(256)
        await attacker.put(attacker.client._channel.send(bytes(body)))
        with suppress(ConnectionError):
            await attacker.exchange()
    return attacker.told


async def forgery(house: House, _dice: Random) -> list[object]:
    """Other seats' acts, stale decisions, money, and words of staff."""
    wishes = (
        *(hr.Act(seat=seat, decision=decision, kind="fold") for seat in HONEST for decision in range(6)),
        *(hr.Act(seat=1, decision=decision, kind="fold") for decision in (-1, 0, 10**9)),
        tr.BuyIn(request=house.request(), seat=1, amount=Money(10_000), name="Eve"),
        tr.Pause(by="Eve"),
        SettleHandPay(PayoutId(1), "paid", by="Eve", reason="mine"),
    )
    async with attacker_at(house) as attacker:
        for seq, command in enumerate(wishes, 1):
            await attacker.say(Ask(seq=seq, command=command))
        await attacker.say(Hello(viewer=STAFF))
        with suppress(ConnectionError):
            while attacker.client.bye is None:
                await attacker.exchange()
    assert [answer for answer in attacker.told if isinstance(answer, Accepted)] == []
    assert not house.machine.table.paused
    return attacker.told


async def flood(house: House, _dice: Random) -> list[object]:
    """Questions as fast as the socket takes them, whose answers are never read."""
    async with attacker_at(house) as attacker:
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(FLOODED):
                for seq in itertools.count(1):
                    await attacker.say(Ask(seq=seq, command=tr.SitIn(seat=1)))
        for sessions in house.hub._sessions.values():
            assert all(len(session._out) <= MOST_WAITING for session in sessions)
    return attacker.told


async def honest(house: House, seat: int) -> None:
    """Play one seat over its own socket."""
    screen, bot = SocketScreen(house.home, Viewer("seat", seat)), Bot(TEMPERS[seat - 1], seat)
    await screen.connect()
    try:
        while True:
            await screen.until(lambda: has_to_act(screen, seat), patience=None)
            decision = screen.view.decision
            assert decision is not None
            await screen.ask(bot.choose(screen.view, decision))
    finally:
        await screen.close()


def has_to_act(screen: SocketScreen, seat: int) -> bool:
    return screen.view.decision is not None and screen.view.decision.seat == seat


def come_back(house: House) -> None:
    """Who is bust buys in again, or no hand can start."""
    for seat in list(house.machine.table.seats.values()):
        if house.machine.table.hand is None and not seat.stack + seat.reserved:
            house.sit(seat.seat)


async def dealer(house: House, enough: Callable[[], bool]) -> None:
    """Let the table's time pass until it is enough; the hostile seat's decisions run out."""
    while not enough():
        if not house.core.pump():
            hand = house.machine.table.hand
            decision = hand.decision if hand is not None else None
            if decision is None or decision.seat == HOSTILE.seat:
                come_back(house)
                house.clock.advance_to(house.core.due() or 0)
        await asyncio.sleep(0)


async def besieged(house: House, attack: Attack, seed: int) -> list[object]:
    """Play while an attack is made again and again; return all that the attackers were shown."""
    gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
    await gateway.start()
    told: list[object] = []
    made = 0

    async def attacks() -> None:
        nonlocal made
        while not house.core.frozen:
            with suppress(ConnectionError):
                told.extend(await attack(house, Random(f"{seed} {made}")))
            made += 1

    def enough() -> bool:
        return hostile.done() or (
            made >= ATTACKS and house.machine.table.last_hand >= HANDS and house.machine.table.hand is None
        )

    players = [asyncio.create_task(honest(house, seat)) for seat in HONEST]
    hostile = asyncio.create_task(attacks())
    try:
        async with asyncio.timeout(PATIENCE):
            await dealer(house, enough)
    finally:
        for task in (*players, hostile):
            task.cancel()
        ended = await asyncio.gather(*players, hostile, return_exceptions=True)
        await gateway.stop()
    assert [end for end in ended if isinstance(end, Exception)] == []
    assert house.hub.connected == frozenset()
    return told


@pytest.mark.parametrize("attack", [garbage, silence, replay, fuzz, forgery, flood], ids=lambda attack: attack.__name__)
def test_sec_a_hostile_screen_stops_no_hand_and_learns_no_card(house: House, attack: Attack) -> None:
    house.numbers = False
    for seat in (1, *HONEST):
        house.sit(seat)
    told = asyncio.run(besieged(house, attack, seed=7))
    assert house.core.frozen is None
    assert house.machine.table.last_hand >= HANDS
    private = [event for event in told if isinstance(event, hr.HoleCardsDealt)]
    assert {event.seat for event in private} <= {HOSTILE.seat}
    house.restart()
