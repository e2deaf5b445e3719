"""What guests and the attendant do at a whole kiosk: they pay by card, want notes out, and stand at the terminal.

These deeds have dice of their own, so that a table without such devices plays as it would without them.
"""

from cashier.card_records import (
    BatchTotals,
    BuyByCard,
    CancelCard,
    ResolveCard,
    ResolveCardDifference,
    SettleCards,
)
from cashier.money import ZERO, Money
from cashier.note_records import ResolveNotes
from cashier.records import CashOut, DeviceReported
from controller.wire.view import View
from tests.sim.store import STORE
from tests.sim.world import ATTENDANT, World

LOOKED_INTO = ("jam", "fraud", "fault")
"""What the note store says of itself when somebody has to look into it."""


# -- guests ------------------------------------------------------------------------------------------------------


def buy_by_card(world: World) -> None:
    """Pay chips by card."""
    cards = world.site.profile.cash.cards
    if cards is not None:
        amount = world.money.choice(cards.amounts)
        world.ask(world.kiosk, world.keep(BuyByCard(request=world.request(), amount=amount)))


def take_notes_or_refund(world: World) -> None:
    """Have some of the balance paid out in notes, or back to a card."""
    dice, balance = world.money, world.kiosk.view(world.site.hub).balance
    if balance and dice.randrange(5) < 2:
        command = CashOut(request=world.request(), amount=min(balance, Money(2000)), way="card")
        world.ask(world.kiosk, world.keep(command))
    elif balance:
        amount = Money(dice.choice((balance, dice.randrange(1, balance + 1), min(balance, 3000))))
        world.ask(world.kiosk, world.keep(CashOut(request=world.request(), amount=amount, way="notes")))


def stand_at_terminal(world: World) -> None:
    """Put the card in, type its PIN, or let it be; some want out at the kiosk's screen."""
    terminal, dice = world.site.terminal, world.money
    facts, faults = terminal.device.facts(), world.faults
    if faults and not dice.randrange(30):
        world.ask(world.kiosk, CancelCard(request=world.request()))
    elif facts["asks_card"]:
        terminal.device.insert_card(terminal.at, "decline" if faults and not dice.randrange(8) else "approve")
    elif facts["asks_pin"]:
        terminal.device.press("stop" if faults and not dice.randrange(12) else "ok", terminal.at)


# -- the attendant -----------------------------------------------------------------------------------------------


def see_to_money(world: World, view: View) -> bool:
    """Whether there were notes in the tray, a payment that nobody could explain, or a device to be seen to."""
    return _see_to_notes(world, view) or _see_to_cards(world, view) or _see_to_cables(world, view)


def settle(world: World) -> None:
    """Have the terminal end its day."""
    world.ask(world.staff, SettleCards(by=ATTENDANT))


def _see_to_notes(world: World, view: View) -> bool:
    store = world.site.store
    if view.notes is not None and view.notes.state == "unknown" and not store.paying:
        fell = Money(world.site.books.notes.outside - world.site.books.notes.out)
        world.ask(world.staff, ResolveNotes(view.notes.payout, fell, ATTENDANT, "counted the tray"))
        return True
    troubled = any(device.device == STORE and device.condition in LOOKED_INTO for device in view.devices)
    if troubled and view.notes is not None and view.notes.state == "reserved":
        world.ask(world.staff, ResolveNotes(view.notes.payout, ZERO, ATTENDANT, "the store is stuck"))
        return True
    if troubled:
        store.mend()
        world.ask(world.staff, DeviceReported(STORE, "ready", by=ATTENDANT))
    return troubled


def _see_to_cards(world: World, view: View) -> bool:
    """By the terminal's slips he knows whether a card was used; what its day has left open he has looked into."""
    books, terminal = world.site.books.cards, world.site.terminal
    if view.card is not None and view.card.state == "stuck" and terminal.idle:
        taken = books.charged_since != 0
        world.ask(world.staff, ResolveCard(view.card.payment, taken, ATTENDANT, "read the slip"))
        return True
    if view.settlement is not None and (view.settlement.over or view.settlement.short):
        world.ask(world.staff, ResolveCardDifference(by=ATTENDANT, reason="asked the bank"))
        return True
    batch = world.site.core.machine.kiosk.cards.batch
    if not world.faults and view.card is None and batch != BatchTotals():
        settle(world)
        return True
    return False


def _see_to_cables(world: World, view: View) -> bool:
    site = world.site
    out = site.store.pulled or site.terminal.pulled
    if out:
        site.store.pulled = site.terminal.pulled = False
    return out


# -- bad luck ----------------------------------------------------------------------------------------------------


def trouble_store(world: World) -> None:
    """The note store jams, finds fraud, loses power or cable, or gets a new board, at rest or while it pays."""
    store = world.site.store
    match world.money.randrange(5):
        case 0:
            store.get_into("jam")
        case 1:
            store.get_into("fraud")
        case 2:
            store.pulled = True
        case 3:
            store.exchange_board()
        case _:
            store.lose_power()


def trouble_terminal(world: World) -> None:
    """The terminal does something wrong in its next transaction, loses cable or power, or the table dies at a word."""
    terminal = world.site.terminal
    match world.money.randrange(7):
        case 0:
            terminal.pulled = True
        case 1:
            terminal.lose_power()
        case 2 | 3:
            terminal.fuse = world.money.randrange(60)
        case _:
            terminal.play_any()


def is_done(world: World) -> bool:
    """Whether nothing waits at the store or the terminal any more."""
    kiosk, store = world.site.core.machine.kiosk, world.site.store
    cards = kiosk.cards
    settled = not cards.busy and cards.batch == BatchTotals() and not cards.over and not cards.short
    return settled and kiosk.is_store_told and kiosk.store == store.piles
