"""What happens at the card terminal in an evening: chips bought by card, money back to one, and the terminal's day."""

from typing import Literal

from cashier.card_records import BuyByCard, SettleCards
from cashier.money import Money
from firmware.virtual.card_settings import Trick
from firmware.virtual.faults import Drop, Garbage, Nak, Stall
from tests.routes.evening import FLOOR, Deed, Evening
from tests.routes.fittings import CARDS

Way = Literal["in", "out"]
"""From a card to the balance, or back to one."""


def _ask(evening: Evening, way: Way, amount: int) -> None:
    """Ask for a payment at the kiosk, and wait until the terminal asks for the card."""
    if way == "in":
        evening.ask_kiosk(BuyByCard(evening.house.request(), Money(amount)))
    else:
        evening.cash_out(amount, "card")
    evening.until(lambda: bool(evening.look(CARDS).facts["asks_card"]), "the question for a card")


def _present(evening: Evening, bank: Literal["approve", "decline"] = "approve") -> None:
    """Put a card in and type its PIN."""
    evening.hands.insert_card(CARDS, bank)
    evening.hands.press_key(CARDS, "ok")


def _until_over(evening: Evening) -> None:
    evening.until(lambda: not evening.house.machine.kiosk.cards.busy, "the end of the payment")


def _moved(way: Way, amount: int) -> int:
    """What a payment leaves on the balance."""
    return amount if way == "in" else -amount


def paid(way: Way, amount: int) -> Deed:
    """A payment without trouble."""
    return amid(way, amount)


def amid(way: Way, amount: int, *faults: Drop | Garbage | Stall | Nak) -> Deed:
    """A payment, and something goes wrong once the terminal has asked for the card."""

    def deed(evening: Evening) -> None:
        before = evening.balance
        _ask(evening, way, amount)
        evening.fault(CARDS, *faults)
        _present(evening)
        _until_over(evening)
        assert evening.balance == before + _moved(way, amount)

    return deed


def with_cable_out(way: Way, amount: int) -> Deed:
    """The cable comes out while the PIN is typed; the bank says yes to a terminal that can tell nobody."""

    def deed(evening: Evening) -> None:
        before, charged = evening.balance, evening.look(CARDS).facts["charged"]
        _ask(evening, way, amount)
        evening.hands.insert_card(CARDS)
        evening.route.unplug(CARDS)
        evening.until_said(CARDS, "absent")
        evening.hands.press_key(CARDS, "ok")
        evening.until(lambda: evening.look(CARDS).facts["charged"] != charged, "the bank's yes")
        evening.route.replug(CARDS)
        _until_over(evening)
        assert evening.balance == before + _moved(way, amount)

    return deed


def with_power_out(way: Way, amount: int) -> Deed:
    """The power fails while the terminal asks for the PIN: nothing moves."""

    def deed(evening: Evening) -> None:
        before = evening.balance
        _ask(evening, way, amount)
        evening.hands.insert_card(CARDS)
        evening.route.cut_power(CARDS)
        evening.until_said(CARDS, "absent")
        evening.route.replug(CARDS)
        _until_over(evening)
        assert evening.balance == before

    return deed


def with_process_killed(way: Way, amount: int) -> Deed:
    """The table's process dies while the PIN is typed; the next one finds out what became of the payment."""

    def deed(evening: Evening) -> None:
        before = evening.balance
        _ask(evening, way, amount)
        evening.hands.insert_card(CARDS)
        evening.restart()
        evening.hands.press_key(CARDS, "ok")
        _until_over(evening)
        assert evening.balance == before + _moved(way, amount)

    return deed


def declined(way: Way, amount: int) -> Deed:
    """The bank says no."""

    def deed(evening: Evening) -> None:
        before = evening.balance
        _ask(evening, way, amount)
        _present(evening, "decline")
        _until_over(evening)
        assert evening.balance == before

    return deed


def tricked(trick: Trick, amount: int, *, stands: bool) -> Deed:
    """The terminal itself does something wrong with a purchase; `stands` says whether it counts in the end."""

    def deed(evening: Evening) -> None:
        before = evening.balance
        evening.hands.play_trick(CARDS, trick)
        _ask(evening, "in", amount)
        _present(evening)
        _until_over(evening)
        assert evening.balance == before + (amount if stands else 0)

    return deed


def day_ends(evening: Evening) -> None:
    """The terminal ends its day, whose completion is lost; what it has charged and paid is what the books say."""
    evening.hands.play_trick(CARDS, "lose-completion")
    evening.do(SettleCards(by=FLOOR))
    _until_over(evening)
    assert evening.look(CARDS).facts["open_day"] == 0
