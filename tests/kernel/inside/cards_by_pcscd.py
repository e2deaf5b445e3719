"""In the guest: pcscd and libccid, which nobody here wrote, as hosts of our card reader."""

from collections.abc import Callable
from typing import Final

from cashier.devices.player_card import GET_UID, House, prove
from cashier.player_cards import CardNumber
from firmware.virtual.card_reader import ReaderSettings
from firmware.virtual.config import BusConfig, ReaderConfig
from firmware.virtual.control import BusControl
from firmware.virtual.player_card import CardBuild
from firmware.virtual.process import start_bus
from tests.kernel import vhci
from tests.kernel.inside.pcsc import NO_CARD, REMOVED, Pcsc, PcscError, daemon
from tests.kernel.inside.tried import Tries

HOUSE: Final = House(bytes(range(32)))
NUMBER: Final = CardNumber("1000200030004003")
READER: Final = "reader"

_KNOWN: Final = ReaderSettings(vendor=0x08E6, product=0x4433)
"""libccid knows readers by a list; these are the numbers of one for which it has no rules of its own."""

_CARD: Final = CardBuild(house=HOUSE.id.hex(), number=NUMBER, key=HOUSE.card_key(NUMBER).hex(), work_ms=150)


def main() -> None:
    """Have pcscd find the reader, and speak with the card in it until it is out and in again."""
    tries = Tries()
    with (
        start_bus(BusConfig("unix:/tmp/usb", "unix:/tmp/hands", (ReaderConfig(READER, _KNOWN),))) as bus,
        bus.control() as hands,
    ):
        vhci.attach_all(bus.address, hands)
        hands.lay_card(READER, _CARD)
        with daemon():
            client = Pcsc()
            name = vhci.awaited(client.reader, "a reader of pcscd's")
            tries.do("name", lambda: name)
            tries.do("answer to reset", lambda: client.connect(name).hex())
            tries.do("UID", lambda: client.transmit(GET_UID).hex())
            tries.do("proof", lambda: _proof(client))
            tries.do("withdrawn", lambda: _withdrawn(client, name, hands))
            tries.do("in again", lambda: _in_again(client, name, hands))
            tries.do("unknown", lambda: str(hands.status(READER).facts["unknown_commands"]))
    tries.leave()


def _proof(client: Pcsc) -> str:
    """The card's proof, its commands carried by PC/SC."""
    talk = prove(HOUSE, bytes)
    try:
        command = next(talk)
        while True:
            command = talk.send(client.transmit(command))
    except StopIteration as end:
        return repr(end.value)


def _withdrawn(client: Pcsc, name: str, hands: BusControl) -> str:
    """What PC/SC says of a card that is out, by whichever of its two words, and of an empty reader."""
    hands.lift_card(READER)

    def told(act: Callable[[], object]) -> int | None:
        try:
            act()
        except PcscError as problem:
            return problem.code
        return None

    removed = vhci.awaited(lambda: told(lambda: client.transmit(GET_UID)), "the end of the card")
    told(client.disconnect)
    empty = vhci.awaited(lambda: told(lambda: client.connect(name)), "an empty reader")
    return f"out: {removed in (REMOVED, NO_CARD)}, empty: {empty == NO_CARD}"


def _in_again(client: Pcsc, name: str, hands: BusControl) -> str:
    """Another card in the same reader."""
    hands.lay_card(READER, CardBuild(uid="0badc0de"))

    def connected() -> bool | None:
        try:
            return bool(client.connect(name))
        except PcscError:
            return None

    vhci.awaited(connected, "the other card")
    return client.transmit(GET_UID).hex()


if __name__ == "__main__":
    main()
