"""Leave to look at hole cards of a hand that is over: of the running table, or by the journal of one that rests."""

import asyncio

from cashier.refusal import Refusal
from controller.app.home import Home
from controller.app.offline_desk import Errand, permit, resting
from controller.app.pin_entry import PinEntry
from controller.app.signing_in import sign_in
from controller.app.socket_screen import SocketScreen
from controller.vocab.ids import HandId
from controller.vocab.table_records import OpenRecall
from controller.wire.messages import Refused
from controller.wire.viewers import STAFF


def look_denial(home: Home, by: str, hand: HandId) -> Refusal | None:
    """Have it journaled who looks at which hand, by the table if it runs; return why he may not, or None."""
    if home.runs:
        answer = asyncio.run(_ask(home, OpenRecall(by=by, hand=hand)))
        return None if answer is None else answer.refusal
    with resting(home) as register:
        return permit(register, Errand("recall-hand", by, detail=f"hand {hand}"), PinEntry.from_surroundings())


async def _ask(home: Home, command: OpenRecall) -> Refused | None:
    desk = SocketScreen(home, STAFF)
    await desk.connect()
    try:
        stranger = await sign_in(desk, PinEntry.from_surroundings(), command.by)
        answer = stranger or await desk.ask(command)
        return answer if isinstance(answer, Refused) else None
    finally:
        await desk.close()
