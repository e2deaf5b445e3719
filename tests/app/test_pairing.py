"""Pairing a screen at a running table, and everybody who should not be: all over the real socket (R-SEC-4, SEC-5).

Each attack is made by somebody who may say on the socket what he likes. What withstands it is one function of the
product, named in the test; with that function gone the attack gets through.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from cashier.refusal import Code
from controller.access.pairing import MOST_TRIES, OPEN_MS
from controller.app.core import Committed
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.vocab import pairing_records as pr
from controller.wire.channel import screen_end
from controller.wire.client import ScreenClient
from controller.wire.messages import Bye, FromTable, Renew
from controller.wire.opening import KEY_BYTES, ChannelError, LongTermKey, PairKeys
from controller.wire.pairing import ScreenPairing, TablePairing, Told, short_code
from controller.wire.redact import Viewer
from controller.wire.viewers import viewer_name
from tests.app.house import House

SEAT = Viewer("seat", 3)
NAME = viewer_name(SEAT)
PATIENCE = 20.0
READ = 1 << 16


def fresh() -> bytes:
    return KernelEntropy().draw(KEY_BYTES)


class Line:
    """One connection to the table, by whoever holds it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.sent = b""

    async def put(self, data: bytes) -> None:
        self.sent += data
        with suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def get(self) -> bytes:
        """The next piece of what the table says; nothing once it has hung up."""
        with suppress(ConnectionError):
            return await self.reader.read(READ)
        return b""


@asynccontextmanager
async def line_to(house: House) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_unix_connection(str(house.home.socket))
    try:
        yield Line(reader, writer)
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


def served(house: House, deed: Callable[[House], Awaitable[None]]) -> None:
    """Do something while the table serves its socket."""

    async def both() -> None:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            async with asyncio.timeout(PATIENCE):
                await deed(house)
        finally:
            await gateway.stop()

    asyncio.run(both())
    assert house.core.frozen is None
    house.restart()


async def exchange(line: Line, pairing: ScreenPairing, done: Callable[[], bool]) -> None:
    """Carry a pairing's bytes until something is so or the table hangs up."""
    while True:
        await line.put(pairing.outgoing())
        if done() or pairing.why_not is not None:
            return
        data = await line.get()
        if not data:
            return
        pairing.receive(data)


async def settled(house: House, so: Callable[[], bool]) -> None:
    """Let the table read what was sent."""
    while not so():
        await asyncio.sleep(0)


def code_kept(house: House) -> bool:
    pairing = house.machine.screens.pairing
    return pairing is not None and pairing.offer is not None and bool(pairing.offer.code)


def type_code(house: House, code: str) -> Code | None:
    """The technician types what he reads on the screen; the code of the refusal, if it is one."""
    outcome = house.submit(pr.ConfirmPairing(NAME, code, "Tiina"))
    refusal = outcome.refusal if isinstance(outcome, Committed) else outcome
    return getattr(refusal, "code", None)


async def paired(house: House, name: str = NAME) -> PairKeys:
    """Pair a screen as people do."""
    house.do(pr.OpenPairing(name, "Tiina"))
    pairing = ScreenPairing(name, fresh(), fresh())
    async with line_to(house) as line:
        await exchange(line, pairing, lambda: bool(pairing.code))
        await settled(house, lambda: code_kept(house))
        house.do(pr.ConfirmPairing(name, pairing.code, "Tiina"))
        pairing.agree()
        await exchange(line, pairing, lambda: pairing.done)
    assert pairing.done
    return pairing.keys


class Client:
    """A screen with a key on its line; `said` is all that the table has told it."""

    def __init__(self, line: Line, key: LongTermKey, viewer: Viewer = SEAT) -> None:
        self.line = line
        self.client = ScreenClient(viewer, key, fresh())
        self.said: list[FromTable] = []

    async def hear(self, done: Callable[[], bool]) -> bool:
        """Listen until something is so; whether it came to that before the table hung up."""
        while not done():
            await self.line.put(self.client.outgoing())
            data = await self.line.get()
            if not data:
                return False
            self.said += self.client.receive(data)
        await self.line.put(self.client.outgoing())
        return True

    async def is_shown_the_table(self) -> bool:
        return await self.hear(lambda: self.client.ready)

    @property
    def bye(self) -> str:
        return next((message.reason for message in self.said if isinstance(message, Bye)), "")


async def gets_in(house: House, key: LongTermKey, viewer: Viewer = SEAT) -> bool:
    async with line_to(house) as line:
        return await Client(line, key, viewer).is_shown_the_table()


def test_sec_a_screen_is_paired_by_its_code_and_its_copied_key_is_dead(house: House) -> None:
    """`ScreenKeys.__getitem__`: a screen is known by one key."""
    copied = house.home.screen_key(SEAT)

    async def deed(house: House) -> None:
        assert await gets_in(house, copied)
        keys = await paired(house)
        assert await gets_in(house, keys)
        assert not await gets_in(house, copied)

    served(house, deed)
    assert house.machine.screens.keys[NAME].by == "Tiina"


def test_sec_a_man_in_the_middle_shows_two_codes_and_gets_no_key(house: House) -> None:
    """`is_same_code`: he pairs with each end under keys of his own, and the technician types what the screen shows."""
    house.do(pr.OpenPairing(NAME, "Tiina"))

    async def deed(house: House) -> None:
        screen = ScreenPairing(NAME, fresh(), fresh())
        to_table = ScreenPairing(NAME, fresh(), fresh())
        to_screen = TablePairing(fresh(), fresh(), screen.outgoing()[4:])
        to_screen.answer()
        screen.receive(to_screen.outgoing())
        async with line_to(house) as line:
            await exchange(line, to_table, lambda: bool(to_table.code))
            await settled(house, lambda: code_kept(house))
            to_table.agree()
            await line.put(to_table.outgoing())
            assert screen.code != to_table.code
            assert type_code(house, screen.code) is Code.CODE_DIFFERS
            await exchange(line, to_table, lambda: to_table.done)
            assert to_table.why_not == "differs"

    served(house, deed)
    assert house.machine.screens.keys == {}


def test_sec_who_chooses_his_nonce_after_the_tables_is_hung_up_on(house: House) -> None:
    """`is_bound`: without the commitment he would try nonces until his code is that of the screen he deceives."""
    house.do(pr.OpenPairing(NAME, "Tiina"))
    wanted = "7"

    async def deed(house: House) -> None:
        mine = ScreenPairing(NAME, fresh(), fresh())
        async with line_to(house) as line:
            await line.put(mine.outgoing())
            answer = (await line.get())[4:]
            table, nonce = answer[:KEY_BYTES], answer[KEY_BYTES:]
            tries = (Told(NAME, mine.public, table, bytes([one] * KEY_BYTES), nonce) for one in range(256))
            chosen = next(told for told in tries if short_code(told).startswith(wanted))
            await line.put(KEY_BYTES.to_bytes(4, "big") + chosen.screen_nonce)
            assert await line.get() == b""
        assert not code_kept(house)

    served(house, deed)


def test_sec_a_repeated_pairing_pairs_nobody(house: House) -> None:
    """`Told.digest`: the table's nonce is in every proof, and it is another each time."""

    async def deed(house: House) -> None:
        house.do(pr.OpenPairing(NAME, "Tiina"))
        pairing = ScreenPairing(NAME, fresh(), fresh())
        async with line_to(house) as line:
            await exchange(line, pairing, lambda: bool(pairing.code))
            first = len(line.sent) - 4 - KEY_BYTES
            pairing.agree()
            await line.put(pairing.outgoing())
            recorded = line.sent
        await settled(house, lambda: house.machine.screens.pairing.offer is None)
        async with line_to(house) as line:
            await line.put(recorded[:first])
            assert await line.get()
            await line.put(recorded[first:])
            assert await line.get() == b"", "the table hangs up on the old proof"
        assert type_code(house, pairing.code) is Code.NO_SCREEN_WAITS

    served(house, deed)
    assert house.machine.screens.keys == {}


def test_sec_while_no_pairing_is_open_nobody_is_paired_and_nothing_is_written(house: House) -> None:
    """`Screens.open_for`: not before a technician has opened it, nor for another screen than he has opened."""

    async def deed(house: House) -> None:
        for name, opened in ((NAME, False), ("seat-4", True)):
            if opened:
                house.do(pr.OpenPairing(NAME, "Tiina"))
            record = house.core.record
            pairing = ScreenPairing(name, fresh(), fresh())
            async with line_to(house) as line:
                await exchange(line, pairing, lambda pairing=pairing: bool(pairing.code))
            assert (pairing.why_not, pairing.code) == ("not-open", "")
            assert house.core.record == record

    served(house, deed)


def test_sec_a_paired_screen_is_no_other_seat(house: House) -> None:
    """`ScreenKeys.__getitem__`: a key is looked up by the name that is claimed."""

    async def deed(house: House) -> None:
        keys = await paired(house)
        assert not await gets_in(house, keys, Viewer("seat", 4))
        assert not await gets_in(house, keys, Viewer("kiosk"))

    served(house, deed)


def renewed(house: House) -> None:
    house.do(pr.RenewScreenKey(NAME, "Tiina"))
    house.do(pr.TakeScreenKey(NAME, b"n" * KEY_BYTES))


def unpaired(house: House) -> None:
    house.do(pr.UnpairScreen(NAME, "Tiina"))


@pytest.mark.parametrize("ended", [renewed, unpaired], ids=lambda ended: ended.__name__)
def test_sec_a_stolen_key_is_worth_nothing_once_it_was_renewed_or_unpaired(house: House, ended) -> None:
    """`Hub._told` ends the live connection, `ScreenKeys.__getitem__` and `Session._counts` refuse the next ones."""

    async def deed(house: House) -> None:
        keys = await paired(house)
        async with line_to(house) as live, line_to(house) as half_open:
            thief = Client(live, keys)
            assert await thief.is_shown_the_table()
            channel = screen_end(NAME, keys, fresh())
            await half_open.put(channel.outgoing())
            channel.receive(await half_open.get())
            ended(house)
            assert await thief.hear(lambda: thief.bye != "")
            assert thief.bye == ended.__name__
            late = Client(half_open, keys)
            late.client._channel, late.client._out = channel, bytearray(channel.outgoing())
            late.said += late.client.receive(b"")
            assert not await late.is_shown_the_table(), "who was about to open a channel with it comes too late"
        assert not await gets_in(house, keys)

    served(house, deed)


def test_sec_a_flood_of_pairing_tries_is_three_tries(house: House) -> None:
    """`pairing._begin`: each nonce the table shows is a try, whether its code was looked at or not."""
    house.do(pr.OpenPairing(NAME, "Tiina"))
    record = house.core.record

    async def deed(house: House) -> None:
        shown = 0
        for _each in range(20):
            pairing = ScreenPairing(NAME, fresh(), fresh())
            async with line_to(house) as line:
                await exchange(line, pairing, lambda pairing=pairing: bool(pairing.code))
                shown += bool(pairing.code)
            await settled(house, lambda: house.hub.door.free)
        assert shown == MOST_TRIES

    served(house, deed)
    assert house.core.record <= record + 3 * MOST_TRIES + 1


def test_sec_of_two_screens_with_one_key_the_newer_is_shown_the_table(house: House) -> None:
    """`Hub.join`: a screen that fell over must come back at once, and one that a thief throws out is seen to go."""

    async def deed(house: House) -> None:
        keys = await paired(house)
        async with line_to(house) as first, line_to(house) as second:
            older, newer = Client(first, keys), Client(second, keys)
            assert await older.is_shown_the_table()
            assert await newer.is_shown_the_table()
            assert await older.hear(lambda: older.bye != "")
            assert (older.bye, newer.bye) == ("replaced", "")

    served(house, deed)


def test_sec_a_program_that_is_being_paired_can_do_nothing_else(house: House) -> None:
    """`TablePairing._take`: what is no step of the pairing ends it."""
    house.do(pr.OpenPairing(NAME, "Tiina"))

    async def deed(house: House) -> None:
        pairing = ScreenPairing(NAME, fresh(), fresh())
        async with line_to(house) as line:
            await exchange(line, pairing, lambda: bool(pairing.code))
            await line.put(ScreenClient(SEAT, house.home.screen_key(SEAT), fresh()).outgoing())
            assert await line.get() == b""

    served(house, deed)


@pytest.mark.parametrize("first", [b"\x03", b"\x03" + b"p" * 64, b"\x03" + b"\0" * 64 + b"seat-3", b"\x03" * 97])
def test_a_request_that_is_none_is_hung_up_on(house: House, first: bytes) -> None:
    house.do(pr.OpenPairing(NAME, "Tiina"))

    async def deed(house: House) -> None:
        async with line_to(house) as line:
            await line.put(len(first).to_bytes(4, "big") + first)
            assert len(await line.get()) <= 5, "nothing, or one byte that says why not"

    served(house, deed)


@pytest.mark.parametrize("has_pair", [False, True], ids=["copied key", "paired"])
def test_sec_5_a_screen_makes_itself_another_key_over_its_own_line(house: House, has_pair: bool) -> None:
    async def deed(house: House) -> None:
        old = await paired(house) if has_pair else house.home.screen_key(SEAT)
        async with line_to(house) as line:
            screen = Client(line, old)
            assert await screen.is_shown_the_table()
            house.do(pr.RenewScreenKey(NAME, "Tiina"))
            assert await screen.hear(lambda: any(isinstance(message, Renew) for message in screen.said))
            table = next(message.table for message in screen.said if isinstance(message, Renew))
            new = PairKeys(fresh(), table)
            screen.client.show_key(new.public)
            assert await screen.hear(lambda: screen.bye != "")
            assert screen.bye == "renewed"
        assert await gets_in(house, new)
        assert not await gets_in(house, old)

    served(house, deed)


def test_a_finger_that_comes_when_the_time_is_over_is_told_so_at_once(house: House) -> None:
    house.do(pr.OpenPairing(NAME, "Tiina"))

    async def deed(house: House) -> None:
        pairing = ScreenPairing(NAME, fresh(), fresh())
        async with line_to(house) as line:
            await exchange(line, pairing, lambda: bool(pairing.code))
            await settled(house, lambda: code_kept(house))
            house.clock.advance(OPEN_MS)
            pairing.agree()
            await exchange(line, pairing, lambda: pairing.done)
            assert pairing.why_not == "over"
        assert house.hub.door.free

    served(house, deed)
    assert house.machine.screens.keys == {}


def test_a_screen_that_nobody_asked_for_another_key_cannot_bring_one(house: House) -> None:
    async def deed(house: House) -> None:
        async with line_to(house) as line:
            screen = Client(line, house.home.screen_key(SEAT))
            assert await screen.is_shown_the_table()
            screen.client.show_key(fresh())
            assert await screen.hear(lambda: screen.bye != "")
            assert screen.bye == "not-allowed"

    served(house, deed)


def test_a_screen_trusts_no_table_that_only_claims_to_have_confirmed() -> None:
    screen = ScreenPairing(NAME, fresh(), fresh())
    false_table = TablePairing(fresh(), fresh(), screen.outgoing()[4:])
    false_table.answer()
    screen.receive(false_table.outgoing())
    false_table.receive(screen.outgoing())
    false_table.confirm()
    with pytest.raises(ChannelError):
        screen.receive(false_table.outgoing())
    assert not screen.done
