"""Strangers and floods at the real socket: what is held open, and how fast a hostile screen is heard (R-SEC-4)."""

import asyncio

import pytest

from controller.app.entropy import SEED_BYTES, KernelEntropy
from controller.app.gateway import AT_ONCE, MOST_UNPROVED
from controller.app.hub import MOST_WAITING, Session
from controller.vocab import table_records as tr
from controller.wire.channel import PADDING
from controller.wire.messages import Ask, Rules
from controller.wire.opening import ChannelError
from controller.wire.pairing import ScreenPairing, TablePairing
from controller.wire.viewers import CENTRE
from tests.app.house import House
from tests.app.test_gateway import Visitor, served
from tests.app.test_hostile_screen import attacker_at

LENGTH = 4
"""Bytes of a frame's length."""

MORE = 20
PATIENCE = 20.0
TURNS = 100
"""Turns of the loop in which a screen that may be heard is heard."""


def test_sec_of_those_who_prove_nothing_the_oldest_go(house: House) -> None:
    async def visit() -> int:
        async with asyncio.timeout(PATIENCE), served(house) as gateway:
            silent = [await Visitor.of(house) for _visitor in range(MOST_UNPROVED + MORE)]
            for _turn in range(MORE):
                await asyncio.sleep(0)
            held = len(gateway._unproved)
            for visitor in silent:
                visitor.close()
            return held

    held = asyncio.run(visit())
    assert held <= MOST_UNPROVED, f"{held} connections are held open by strangers"


def test_sec_a_screen_that_floods_is_heard_at_a_persons_pace(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, sent = 0, 4 * AT_ONCE
    receive = Session.receive

    def counted(session: Session, data: bytes) -> int:
        nonlocal heard
        taken = receive(session, data)
        heard += taken
        return taken

    async def flood() -> None:
        async with asyncio.timeout(PATIENCE), served(house), attacker_at(house) as attacker:
            for seq in range(sent):
                attacker.client._send(Ask(seq=seq, command=tr.SitOut(seat=2)))
            attacker.writer.write(attacker.client.outgoing())
            before = -1
            while heard > before:
                before = heard
                for _turn in range(TURNS):
                    await asyncio.sleep(0)

    monkeypatch.setattr(Session, "receive", counted)
    asyncio.run(flood())
    assert heard <= sent // 2, f"{heard} messages of a flood were heard"


def test_sec_what_a_screen_never_reads_is_not_kept(house: House) -> None:
    session = house.screen(CENTRE).session
    book = Rules(game=house.profile.game, book=house.hub.book_of(house.profile.game))
    for _answer in range(2 * MOST_WAITING // PADDING):
        session.send(book)
        assert len(session._out) <= MOST_WAITING, f"{len(session._out)} bytes wait for a screen that reads nothing"
    assert session.closed
    assert session.outgoing() == b""


def test_sec_5_who_chooses_his_nonce_afterwards_is_refused() -> None:
    """He would try nonces until his code is that of the screen that he deceives."""
    draw = KernelEntropy().draw
    mine = ScreenPairing("seat-3", draw(SEED_BYTES), draw(SEED_BYTES))
    table = TablePairing(draw(SEED_BYTES), draw(SEED_BYTES), mine.outgoing()[LENGTH:])
    chosen = draw(SEED_BYTES)
    with pytest.raises(ChannelError, match="another nonce than it was bound to"):
        table.receive(len(chosen).to_bytes(LENGTH, "big") + chosen)
    assert table.code == "", "and no code is shown for it"
