"""A table's whole configuration, as one record that enters the journal with `ProfileAdopted`."""

from typing import Literal, NewType

import msgspec

from cashier.money import Currency, Money
from cashier.records import DeviceId

GameId = NewType("GameId", str)
"""A row of the game catalogue: `holdem-nl`."""

RuleSetId = NewType("RuleSetId", str)
"""A named collection of rulings: `ray`, `helsinki`, `hungarian`."""

Language = Literal["en", "fi", "sv", "hu"]


class Stakes(msgspec.Struct, frozen=True):
    """Blinds and ante in minor units, and `unit`, the smallest chip: every amount in a hand is a multiple of it.

    `small_bet` and `big_bet` are the units of fixed limit, 0 for the big blind and twice the small bet; `bring_in` is
    what the first opener of a stud game must put in, 0 for none (poker.md §4.3, §12.5).
    """

    small_blind: int
    big_blind: int
    ante: int
    unit: int
    small_bet: int = 0
    big_bet: int = 0
    bring_in: int = 0


class BuyInLimits(msgspec.Struct, frozen=True):
    """Smallest first purchase and the most a stack may be topped up to (poker.md §7.2)."""

    least: Money
    most: Money


class RakeRule(msgspec.Struct, frozen=True):
    """House fee: `permille` of the called pot, floored to the chip unit, at most `cap` a hand (poker.md §13)."""

    permille: int
    cap: Money


class Clocks(msgspec.Struct, frozen=True):
    """Table times in milliseconds: one decision, and the rest between two hands."""

    decision: int
    between_hands: int


class UsbPlace(msgspec.Struct, frozen=True):
    """Where a device is plugged in: vendor and product id, and where needed its serial number or port (`1-1.4`)."""

    vendor: int
    product: int
    serial: str = ""
    port: str = ""


class CashDevices(msgspec.Struct, frozen=True):
    """The kiosk's devices by name and place, and the notes it takes.

    `note_country` is the country code that the validator gives its notes (`EU` for the euro).
    """

    validator: DeviceId
    validator_usb: UsbPlace
    printer: DeviceId
    printer_usb: UsbPlace
    notes: tuple[Money, ...]
    note_country: str


class Profile(msgspec.Struct, frozen=True):
    """One table's configuration. Adopted whole, between hands; a file is only a proposal."""

    table: str
    currency: Currency
    language: Language
    game: GameId
    rule_set: RuleSetId
    seats: int
    stakes: Stakes
    buy_in: BuyInLimits
    rake: RakeRule
    clocks: Clocks
    cash: CashDevices
    ticket_days: int
    no_value: bool
    """Tickets carry NO VALUE: demonstration only."""
    test_decks: bool
    """Prepared decks may be dealt; impossible together with tickets of value."""
