"""A table's whole configuration, as one record that enters the journal with `ProfileAdopted`."""

from hashlib import blake2b
from typing import Literal, NewType

import msgspec

from cashier.money import Currency, Money
from cashier.records import DeviceId
from cashier.terms import CashLimits, PayLimit, Role, TicketTerms, fitted
from controller.vocab.fault_records import DoorId
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.pins import PinCost

GameId = NewType("GameId", str)
"""A row of the game catalogue, `holdem-nl`, or where a table may play several in turn a mix of them, `horse`."""

RuleSetId = NewType("RuleSetId", str)
"""A named collection of rulings: `ray`, `helsinki`, `hungarian`."""

Language = Literal["en", "fi", "sv", "hu"]

StraddleKind = Literal["none", "live", "mississippi", "hungarian"]
"""Who may straddle, and by whose leave (poker.md §6)."""

WinTheButton = Literal["off", "two-buttons", "single-button"]
"""Whether the winner of a hand gets a button: one for the betting order alone, or the only one (poker.md §6)."""

NoteProtocol = Literal["cctalk", "essp"]
"""What the bill validator speaks."""

IdentityWay = Literal["anonymous", "ticket", "card"]
"""What a player shows at the terminal: nothing, a ticket's number, or a card (R-RG-1)."""


class Ruling(msgspec.Struct, frozen=True):
    """One option that is settled otherwise than by the named rule set: its name there, and its value (poker.md §16)."""

    option: str
    value: bool | int | str


class Stakes(msgspec.Struct, frozen=True, cache_hash=True):
    """Blinds and ante in minor units, and `unit`, the smallest chip: every amount in a hand is a multiple of it.

    `small_bet` and `big_bet` are the units of fixed limit, 0 for the big blind and twice the small bet; `bring_in` is
    what the first opener of a stud game must put in, 0 for none (poker.md §4.3, §12.5). `point` is what a point of a
    game without betting is worth, 0 for as much as the least bet of another game.
    """

    small_blind: int
    big_blind: int
    ante: int
    unit: int
    small_bet: int = 0
    big_bet: int = 0
    bring_in: int = 0
    point: int = 0


class BuyInLimits(msgspec.Struct, frozen=True):
    """Smallest first purchase and the most a stack may be topped up to (poker.md §7.2)."""

    least: Money
    most: Money


class PlayersRake(msgspec.Struct, frozen=True):
    """Share and cap of the house fee where at most `most` players are dealt in."""

    most: int
    permille: int
    cap: Money


class PotFee(msgspec.Struct, frozen=True):
    """A fixed fee for pots of `reached` and more."""

    reached: Money
    fee: Money


class TimeCharge(msgspec.Struct, frozen=True):
    """What every player pays for each `period` ms of table time, 0 for nothing; he is warned `warning` ms before.

    It falls due between hands; who cannot pay is dealt out (poker.md §13, RAY §1.4.1.1.1 B).
    """

    amount: Money = Money(0)
    period: int = 1_800_000
    warning: int = 300_000


class RakeRule(msgspec.Struct, frozen=True):
    """House fee: `permille` of the called pot in whole chips or whole `step`s, at most `cap` a hand (poker.md §13).

    For fewer players the first row of `by_players` that fits may say otherwise. `by_pot` has fixed fees in place of a
    share: the last row whose pot was reached. `time` is the charge per customer, in place of either.
    """

    permille: int
    cap: Money
    step: int = 0
    by_players: tuple[PlayersRake, ...] = ()
    by_pot: tuple[PotFee, ...] = ()
    time: TimeCharge = TimeCharge()

    def of_players(self, players: int) -> "RakeRule":
        """The rule as it is for a hand with so many players."""
        row = next((row for row in self.by_players if players <= row.most), None)
        return self if row is None else msgspec.structs.replace(self, permille=row.permille, cap=row.cap)


class Clocks(msgspec.Struct, frozen=True):
    """Table times in milliseconds (poker.md §9). What is 0 unless it is given does not exist at the table.

    `decision` is the unprompted time for one decision and `called` the time once staff have called the clock, the last
    `countdown` of it counted aloud. `bank` is what a player has beside that for the whole evening, refilled by
    `bank_refill` with every hand he is dealt, up to `bank` again. `cut` is the time to cut the deck on a screen, and
    `numbers` how long the screens' numbers for the shuffle are awaited. `question` is the time for a straddle or a
    consent, `grace` what a pause adds to the running decision, `hold` how long a seat waits for the next on the
    list, `pause` how long a player's one longer break is, and `away` after how long an absent player loses his seat.
    """

    decision: int
    between_hands: int
    called: int = 30_000
    countdown: int = 10_000
    bank: int = 0
    bank_refill: int = 0
    question: int = 5_000
    grace: int = 0
    hold: int = 300_000
    pause: int = 1_800_000
    away: int = 0
    cut: int = 0
    numbers: int = 1_500


class GameStakes(msgspec.Struct, frozen=True):
    """The stakes of one game of a mix that does not play by the profile's."""

    game: GameId
    stakes: Stakes


class BombPots(msgspec.Struct, frozen=True):
    """Hands without blinds in which everyone antes `ante`: every so many hands (0: never), or when all agree."""

    ante: int = 0
    every: int = 0
    by_consent: bool = False


class GamingDay(msgspec.Struct, frozen=True):
    """When one gaming day ends and the next begins: minutes after midnight, local time being `utc_offset` minutes on.

    The memory of a departed stack ends with it (poker.md §7.3).
    """

    begins: int = 360
    utc_offset: int = 0


class PlayerRules(msgspec.Struct, frozen=True):
    """Whom the table lets in (R-RG-1, R-RG-2).

    `identity` is what has to be shown for a seat. `registered_only`: what was shown must belong to a person of age on
    file. A wider limit acts `raise_hours` after it was asked for.
    """

    identity: IdentityWay = "anonymous"
    registered_only: bool = False
    raise_hours: int = 24


class MeterJumps(msgspec.Struct, frozen=True):
    """How much may come in within one hand, in whole units of the currency, before it is a fault; 0: any (R-MTR-7)."""

    notes: int = 10_000


class UsbPlace(msgspec.Struct, frozen=True):
    """Where a device is plugged in: vendor and product id, and where needed its serial number or port (`1-1.4`)."""

    vendor: int
    product: int
    serial: str = ""
    port: str = ""


class CoinHopper(msgspec.Struct, frozen=True):
    """The device that pays coins of one value, and where it is plugged in."""

    device: DeviceId
    usb: UsbPlace
    coin: Money


class NoteRecycler(msgspec.Struct, frozen=True):
    """The note store of the validator, which speaks eSSP: the name of its paying side, and the notes that it keeps.

    Notes of these amounts are paid out again; all others go to the drop box.
    """

    device: DeviceId
    stores: tuple[Money, ...]


class TicketScanner(msgspec.Struct, frozen=True):
    """The device that reads tickets, and where it is plugged in."""

    device: DeviceId
    usb: UsbPlace


class CardTerminal(msgspec.Struct, frozen=True):
    """The card terminal, where it is plugged in, and what may be bought by card and paid back to one.

    `number` is the currency's ISO 4217 number (978 is the euro) and `password` the terminal's own, both as decimal
    digits. `amounts` are those the kiosk's screen offers. A purchase whose outcome came to be known only `late` ms
    after it was asked for is given back to its card.
    """

    device: DeviceId
    usb: UsbPlace
    number: int
    amounts: tuple[Money, ...]
    password: int = 0
    baud: int = 9600
    stop_bits: int = 2
    purchase: PayLimit = PayLimit()
    refund: PayLimit = PayLimit()
    late: int = 600_000

    @property
    def least(self) -> Money:
        """The smallest payment: the smallest amount that is offered."""
        return min(self.amounts, default=Money(1))


class CardReader(msgspec.Struct, frozen=True):
    """The device that reads player cards, and where it is plugged in."""

    device: DeviceId
    usb: UsbPlace


class DoorBoard(msgspec.Struct, frozen=True):
    """The board that watches door switches, where it is plugged in, and the doors at its inputs, in their order."""

    device: DeviceId
    usb: UsbPlace
    doors: tuple[DoorId, ...]


class CashDevices(msgspec.Struct, frozen=True):
    """The kiosk's devices by name and place, and the notes it takes.

    `note_country` is the country code that the validator gives its notes: `EU` for the euro by ccTalk, `EUR` by eSSP.
    A kiosk may have a hopper, a scanner, a card terminal and a reader of player cards, and its validator a note store.
    """

    validator: DeviceId
    validator_usb: UsbPlace
    printer: DeviceId
    printer_usb: UsbPlace
    notes: tuple[Money, ...]
    note_country: str
    note_protocol: NoteProtocol = "cctalk"
    hopper: CoinHopper | None = None
    scanner: TicketScanner | None = None
    recycler: NoteRecycler | None = None
    cards: CardTerminal | None = None
    reader: CardReader | None = None

    @property
    def roles(self) -> dict[Role, DeviceId]:
        """The devices by what they are there for."""
        more = (self.hopper, self.recycler, self.scanner, self.cards, self.reader)
        return fitted(self.validator, self.printer, *(one.device if one else None for one in more))


class UsbListed(msgspec.Struct, frozen=True):
    """A device that may be on the bus: its ids, its port (`1-1.4`), and the digest of its descriptors, 16 hex digits.

    `jakaja devices allow` writes the rows of what is plugged in.
    """

    vendor: int
    product: int
    port: str
    digest: str


class ScreenTerms(msgspec.Struct, frozen=True):
    """What the house lets its screens do beside showing: move things that change places, and be heard."""

    motion: bool = True
    sounds: bool = True


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
    game_stakes: tuple[GameStakes, ...] = ()
    hands_a_game: int = 0
    """How many hands each game of a mix lasts; 0 for as long as the mix says."""
    straddle: StraddleKind = "none"
    win_the_button: WinTheButton = "off"
    bomb_pots: BombPots = BombPots()
    gaming_day: GamingDay = GamingDay()
    rulings: tuple[Ruling, ...] = ()
    """What this table settles otherwise than its rule set, for the cards or between the hands."""
    jackpots: JackpotTerms = JackpotTerms()
    players: PlayerRules = PlayerRules()
    show_pot_total: bool = True
    """The size of the pot stands on the screens in every game; otherwise in pot limit alone (poker.md §4.4, AMB-32)."""
    jumps: MeterJumps = MeterJumps()
    auditor: str = ""
    """The auditor's public key, 64 hex digits, to which the seed of every hand is sealed; empty for none."""
    tickets: TicketTerms = TicketTerms()
    limits: CashLimits = CashLimits()
    doors: DoorBoard | None = None
    usb: tuple[UsbListed, ...] = ()
    """The only devices that may hang on the bus; none listed: nobody watches."""
    screens: ScreenTerms = ScreenTerms()
    pins: PinCost = PinCost()
    """What hashing the PINs of staff costs; less than the default only where tickets have no value."""

    def stakes_of(self, game: GameId) -> Stakes:
        """The stakes at which `game` is played here."""
        return next((row.stakes for row in self.game_stakes if row.game == game), self.stakes)


def digest(profile: Profile) -> str:
    """A short name for exactly this profile, for the record of a hand: it differs when any of its fields does.

    A field that has its default counts as not written, so that the name of a profile outlives fields added later.
    """
    return blake2b(msgspec.json.encode(_written(profile)), digest_size=8).hexdigest()


def _written(value: object) -> object:
    """A record as names and values, without what has its default; tuples of records item by item."""
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    if not isinstance(value, msgspec.Struct):
        return value
    names, defaults = value.__struct_fields__, value.__struct_defaults__
    usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    values = {name: getattr(value, name) for name in names}
    return {name: _written(held) for name, held in values.items() if name not in usual or usual[name] != held}
