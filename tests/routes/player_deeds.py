"""What happens at the reader of player cards in an evening: who is shown, who is refused, and what a card opens."""

from collections.abc import Callable
from typing import Final

from cashier.devices.player_card import House as CardHouse
from cashier.player_cards import CardNumber, PlayerCardFlaw
from cashier.refusal import Code, Refusal
from controller.vocab import player_card_records as pc
from controller.vocab import table_records as tr
from controller.vocab.ids import Seat
from controller.vocab.player_card_records import Guest
from controller.wire.messages import Accepted, Refused
from firmware.virtual.faults import Drop, Stall
from firmware.virtual.player_card import CardBuild
from tests.routes.evening import FLOOR, Deed, Evening
from tests.routes.fittings import HOUSE_KEY, READER
from tests.routes.route import Route

OURS, OTHERS = CardHouse(HOUSE_KEY), CardHouse(bytes(32))
NUMBER: Final = CardNumber("1000200030004003")
PIN: Final = "2580"
SEAT: Final = Seat(4)


def card(house: CardHouse = OURS, *, leaves_at: int = 0) -> CardBuild:
    """The player's card, as a house has written it; a hand may take it away before it answers a command."""
    key = house.card_key(NUMBER).hex()
    return CardBuild(house=house.id.hex(), number=NUMBER, key=key, leaves_at=leaves_at)


# -- hands, and what the kiosk shows -------------------------------------------------------------------------------


def _guest(evening: Evening) -> Guest | None:
    return evening.house.kiosk.view.guest


def _told(evening: Evening) -> list[Guest | None]:
    """Whom the kiosk has shown, one after the other; one who takes his card away at once is there no more."""
    return [event.guest for event in evening.house.kiosk.told(pc.GuestTold) if isinstance(event, pc.GuestTold)]


def _until_shown(evening: Evening) -> Guest:
    """Wait until the table knows of what lies in the reader; what the kiosk shows of it."""
    evening.until(lambda: evening.house.machine.players.shown is not None, "the word on a card")
    guest = _guest(evening)
    assert guest is not None
    return guest


def _lay(evening: Evening) -> Guest:
    """Lay the player's card in."""
    evening.lay_card(card())
    return _until_shown(evening)


def _lift(evening: Evening) -> None:
    """Take away whatever lies there: nobody is shown any more."""
    evening.lift_card()
    assert _guest(evening) is None


def _type_pin(evening: Evening) -> None:
    evening.ask_kiosk(pc.EnterPin(PIN))
    guest = _guest(evening)
    assert guest is not None
    assert guest.pin == "right"


def _opens_nothing(evening: Evening, code: Code) -> None:
    """Whoever asks for the money behind a card is refused."""
    answer = evening.house.kiosk.ask(pc.CollectByCard(evening.house.request()))
    assert answer == Refused(answer.seq, Refusal(code)), answer


# -- deeds ---------------------------------------------------------------------------------------------------------


def buys_in(evening: Evening) -> None:
    """A card is enrolled at the desk; its player chooses a PIN, and buys in by it."""
    evening.insert(50)
    assert _lay(evening).trouble == "not-enrolled"
    evening.do(pc.EnrolPlayerCard(card="", player="", by=FLOOR))
    evening.ask_kiosk(pc.ChoosePin(PIN))
    evening.buy_in(SEAT, 5_000, "card")
    _lift(evening)


def shows_his_card(evening: Evening) -> None:
    """A card opens its player's session for as long as it lies there; his money waits for his PIN."""
    guest = _lay(evening)
    assert (guest.trouble, guest.pin, guest.seat) == (None, "asked", SEAT)
    _opens_nothing(evening, Code.PIN_NEEDED)
    _type_pin(evening)
    _lift(evening)
    _opens_nothing(evening, Code.PLAYER_CARD_NEEDED)


def amid(*faults: Drop | Stall) -> Deed:
    """Something goes wrong with the reader's words while a card proves itself: it is read again."""

    def deed(evening: Evening) -> None:
        evening.fault(READER, *faults)
        assert _lay(evening).trouble is None
        _lift(evening)

    return deed


def refused(flaw: PlayerCardFlaw, build: CardBuild) -> Deed:
    """What is none of ours is refused for what it is, and opens nothing."""

    def deed(evening: Evening) -> None:
        before = len(_told(evening))
        evening.lay_card(build)
        evening.until(lambda: len(_told(evening)) > before, "the word on a card")
        assert _told(evening)[before] == Guest(trouble=flaw)
        _opens_nothing(evening, Code.PLAYER_CARD_NEEDED)
        _lift(evening)

    return deed


def with_reader_away(pull: Callable[[Route, str], None]) -> Deed:
    """The reader goes with a card in it, and comes back: the card proves itself anew, and its player types his PIN."""

    def deed(evening: Evening) -> None:
        _lay(evening)
        _type_pin(evening)
        pull(evening.route, READER)
        evening.until_said(READER, "absent")
        assert _guest(evening) is None
        evening.route.replug(READER)
        assert _until_shown(evening).pin == "asked"
        _lift(evening)

    return deed


def with_process_killed(evening: Evening) -> None:
    """The table's process dies with a card in the reader; the next one knows of nobody who has not shown his card."""
    _lay(evening)
    _type_pin(evening)
    evening.restart()
    assert _guest(evening) is None
    assert _until_shown(evening).pin == "asked"
    _lift(evening)


def collects(evening: Evening) -> None:
    """Whoever leaves opens by his card what stood at his seat, once he has typed his PIN."""
    assert isinstance(evening.house.seat(SEAT).ask(tr.LeaveSeat(SEAT)), Accepted)
    waiting, before = _lay(evening).waiting, evening.balance
    assert waiting
    _opens_nothing(evening, Code.PIN_NEEDED)
    _type_pin(evening)
    evening.ask_kiosk(pc.CollectByCard(evening.house.request()))
    assert evening.balance == before + waiting
    _lift(evening)
