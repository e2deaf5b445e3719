"""Commands and events about players' cards: whose a card is, the PIN behind it, and what the kiosk shows of its guest.

A card is a pseudonym of its own here, made like a player's: one that was enrolled belongs to a player, and a lost one
gives way to another without his limits, his claims or his place at the table changing hands (`docs/players.md`).
"""

from typing import ClassVar, Final, Literal

import msgspec

from cashier.money import ZERO, Money
from cashier.player_cards import PlayerCardFlaw
from cashier.records import Audience, ClaimId, Command, DeviceId, Event, RequestId
from cashier.refusal import Code, Refusal
from controller.vocab.ids import Chips, Seat
from controller.vocab.pins import PinDigest
from controller.vocab.player_records import Pseudonym
from controller.vocab.profile import Language
from controller.vocab.tries import Tries

CardBlock = Literal["lost", "house", "replaced"]
"""Why a card opens nothing: its player has lost it, the house has taken it back, or another one has its place."""

CardTrouble = Literal[PlayerCardFlaw, "not-enrolled", "blocked"]
"""Why a card in the reader opens nothing; the last two are good cards of this house."""

PinState = Literal["none", "asked", "right", "locked"]
"""`none`: the player has chosen no PIN yet; `locked`: it was tried too often, and an attendant may reset it."""

LEAST_PIN: Final = 4
MOST_PIN: Final = 12
"""Digits of a player's PIN."""


Volume = Literal["off", "soft", "loud"]
"""How loud a screen is."""


class Taste(msgspec.Struct, frozen=True):
    """How a player would have a screen; what is not set is the table's way. New wishes are fields with a default.

    `speak` is None for the table's own language; `terms` keeps check, call and raise English; `left` is for whoever
    acts with the left hand, `large` for large print.
    """

    speak: Language | None = None
    terms: bool = False
    two_colours: bool = False
    left: bool = False
    large: bool = False
    volume: Volume = "soft"


class Guest(msgspec.Struct, frozen=True):
    """What the kiosk shows of the card in its reader. Where it opens nothing, `trouble` says why, and that is all.

    `ending` are the card's last four digits. `until` is the wall time (ms) of the next try at the PIN, 0 for now.
    `seat` is where he plays (0: nowhere), `waiting` the sum of his claims, and `brings` the stack that he has to bring
    back today (poker.md §7.3; 0: none).
    """

    ending: str = ""
    trouble: CardTrouble | None = None
    pin: PinState = "none"
    until: int = 0
    seat: Seat = 0
    waiting: Money = ZERO
    brings: Chips = 0
    taste: Taste = Taste()


# -- commands of the desk ----------------------------------------------------------------------------------------


class EnrolPlayerCard(Command, frozen=True):
    """Let a card (empty: the one in the reader) stand for a player on file, or for whoever holds it (empty)."""

    card: Pseudonym
    player: Pseudonym
    by: str
    reason: str = ""


class BlockPlayerCard(Command, frozen=True):
    """Let a card open nothing any more."""

    card: Pseudonym
    cause: Literal["lost", "house"]
    by: str
    reason: str = ""


class UnblockPlayerCard(Command, frozen=True):
    """Let a blocked card open what it did before; `second` is another attendant where money lies behind it."""

    card: Pseudonym
    by: str
    second: str = ""
    reason: str = ""


class ReplacePlayerCard(Command, frozen=True):
    """Put the card `new` (empty: the one in the reader) in the place of a player's card, which opens nothing any more.

    `card` is the old card, or its player. `second` is another attendant where money lies behind it.
    """

    card: Pseudonym
    new: Pseudonym
    by: str
    second: str = ""
    reason: str = ""


class LookUpPlayerCard(Command, frozen=True):
    """Ask whose a card is (empty: the one in the reader)."""

    card: Pseudonym
    by: str
    reason: str = ""


class ResetPin(Command, frozen=True):
    """Let a player choose another PIN with his next card; `second` is another attendant where money lies behind it."""

    player: Pseudonym
    by: str
    second: str = ""
    reason: str = ""


# -- commands of players -----------------------------------------------------------------------------------------


class ChoosePin(Command, frozen=True):
    """The player whose card lies in the reader has chosen a PIN.

    The host puts what is to be kept of it in its place.
    """

    pin: str
    digest: PinDigest | None = None


class EnterPin(Command, frozen=True):
    """The player whose card lies in the reader has typed a PIN; the host puts its digest in its place."""

    pin: str
    proof: bytes = b""


class CollectByCard(Command, frozen=True):
    """Make balance of every claim of the player whose card lies in the reader."""

    request: RequestId


class ChooseTaste(Command, frozen=True):
    """The player at a seat would have his screen so from now on, here and wherever he shows his card."""

    seat: Seat
    taste: Taste


# -- events ------------------------------------------------------------------------------------------------------


class PlayerCardRead(Event, frozen=True):
    """A card that proved itself lies in the reader."""

    audience: ClassVar[Audience] = "staff"
    device: DeviceId
    number: int
    card: Pseudonym
    ending: str


class PlayerCardUnread(Event, frozen=True):
    """What lies in the reader is no card of this house."""

    audience: ClassVar[Audience] = "staff"
    device: DeviceId
    number: int
    flaw: PlayerCardFlaw


class PlayerCardTaken(Event, frozen=True):
    """The reader is empty again."""

    audience: ClassVar[Audience] = "staff"
    device: DeviceId
    number: int


class GuestTold(Event, frozen=True):
    """What the kiosk shows of the card in its reader from now on; None once there is none."""

    audience: ClassVar[Audience] = "staff"
    to_kiosk: ClassVar[bool] = True
    guest: Guest | None


class PlayerCardEnrolled(Event, frozen=True):
    """A card stands for a player; for itself where it belongs to whoever holds it."""

    audience: ClassVar[Audience] = "staff"
    card: Pseudonym
    player: Pseudonym
    by: str
    reason: str = ""


class PlayerCardBlocked(Event, frozen=True):
    """A card opens nothing any more."""

    audience: ClassVar[Audience] = "staff"
    card: Pseudonym
    cause: Literal["lost", "house"]
    by: str
    reason: str = ""


class PlayerCardUnblocked(Event, frozen=True):
    """A card opens again what it did."""

    audience: ClassVar[Audience] = "staff"
    card: Pseudonym
    by: str
    second: str = ""
    reason: str = ""


class PlayerCardReplaced(Event, frozen=True):
    """The card `new` stands for a player, and his card before it for nobody."""

    audience: ClassVar[Audience] = "staff"
    card: Pseudonym
    new: Pseudonym
    player: Pseudonym
    by: str
    second: str = ""
    reason: str = ""


class PlayerCardLookedUp(Event, frozen=True):
    """Somebody has asked whose a card is; `block` says why it opens nothing, if so."""

    audience: ClassVar[Audience] = "staff"
    card: Pseudonym
    player: Pseudonym
    block: CardBlock | None
    pin: PinState
    by: str
    reason: str = ""


class PinKept(Event, frozen=True):
    """What is kept of the PIN that a player has chosen."""

    audience: ClassVar[Audience] = "sealed"
    player: Pseudonym
    digest: PinDigest


class PinChosen(Event, frozen=True):
    """A player has chosen a PIN."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym


class PinRight(Event, frozen=True):
    """The PIN was right: the card in the reader moves its player's money until it is taken out."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym


class PinWrong(Event, frozen=True):
    """The PIN was wrong: `tries` say how often in a row, and when the next one counts. `locked`: not today."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    tries: Tries
    locked: bool = False

    @property
    def refusal(self) -> Refusal:
        """What whoever typed it is told."""
        return Refusal(Code.PIN_LOCKED if self.locked else Code.PIN_WRONG)


class PinReset(Event, frozen=True):
    """A player's PIN counts no more: he chooses another one."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    by: str
    second: str = ""
    reason: str = ""


class ClaimKept(Event, frozen=True):
    """A claim is this player's: his card opens it as well as its code does."""

    audience: ClassVar[Audience] = "staff"
    player: Pseudonym
    claim: ClaimId


class TasteTold(Event, frozen=True):
    """The screen of a seat shows itself as its player would have it, and so does any other that he sits at later."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    taste: Taste
