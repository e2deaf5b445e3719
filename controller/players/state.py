"""What is known of the players: limits, exclusions, what each has used of them, and who sits where."""

import msgspec

from cashier.player_cards import PlayerCardFlaw
from cashier.records import ClaimId, DeviceId
from controller.vocab.ids import Chips, Now, Seat
from controller.vocab.pins import PinDigest
from controller.vocab.player_card_records import CardBlock, Guest, Taste
from controller.vocab.player_records import ExclusionCause, LimitKind, Period, Pseudonym
from controller.vocab.profile import GamingDay, PlayerRules
from controller.vocab.tries import Tries


class Wider(msgspec.Struct, frozen=True):
    """A limit that somebody has asked to widen: to `most` (None: to none at all), from wall time `since` (ms) on."""

    most: int | None
    since: int


class Limit(msgspec.Struct, frozen=True):
    """One limit of a player; `most` acts until the wider one does."""

    limit: LimitKind
    period: Period
    most: int | None
    wider: Wider | None = None

    def at(self, wall: int) -> int | None:
        """What acts at wall time `wall` (ms): None for no limit."""
        return self.wider.most if self.wider is not None and self.wider.since <= wall else self.most


class Exclusion(msgspec.Struct, frozen=True):
    """A player is kept out until wall time `until` (ms), or until further notice (None)."""

    cause: ExclusionCause
    until: int | None

    def at(self, wall: int) -> bool:
        """Whether it acts at wall time `wall` (ms)."""
        return self.until is None or wall < self.until


class Used(msgspec.Struct, frozen=True):
    """What a player has used in period `number` of its kind.

    `lost` is money put in less money taken out, and never below nothing: what somebody wins or brings from the period
    before does not widen what he may lose. `played` is in milliseconds.
    """

    period: Period
    number: int
    staked: Chips = 0
    lost: Chips = 0
    played: int = 0


class Player(msgspec.Struct, frozen=True):
    """One pseudonym. `check` is how many minutes lie between two reminders, 0 for none.

    `pin` is what is kept of the PIN that he has chosen, `tries` what was tried in its place.
    """

    registered: bool = False
    check: int = 0
    limits: tuple[Limit, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    used: tuple[Used, ...] = ()
    pin: PinDigest | None = None
    tries: Tries = Tries()
    taste: Taste = Taste()

    def limit(self, limit: LimitKind, period: Period) -> Limit:
        """The limit of this kind and period; one without an amount where none was ever set."""
        found = (row for row in self.limits if (row.limit, row.period) == (limit, period))
        return next(found, Limit(limit, period, None))

    def excluded(self, wall: int) -> Exclusion | None:
        """The exclusion that acts at wall time `wall` (ms), the one that lasts longest if there are two."""
        acting = [row for row in self.exclusions if row.at(wall)]
        return max(acting, key=lambda row: (row.until is None, row.until or 0), default=None)


class Session(msgspec.Struct, frozen=True):
    """A player at a seat since `began`; his time is counted up to `counted`, his last reminder came at `checked`.

    `checked` is table time (ms); `staked` is what he put in since he sat down; `over`: his time is used up; `unread`:
    a reminder stands on his screen; `aside`: somebody else plays at his seat.
    """

    player: Pseudonym
    seat: Seat
    began: Now
    counted: Now
    checked: int
    staked: Chips = 0
    over: bool = False
    unread: bool = False
    aside: bool = False
    warned: tuple[tuple[LimitKind, Period, int], ...] = ()
    """Of which limits he was told that they are near, each with the number of its period."""


class Card(msgspec.Struct, frozen=True):
    """A card that was enrolled: whose it is, and why it opens nothing, if so."""

    player: Pseudonym
    block: CardBlock | None = None


class Shown(msgspec.Struct, frozen=True):
    """What lies in the reader: card `card`, or something of no use; `number` is the reader's count of it.

    `proved`: its player has typed his PIN.
    """

    device: DeviceId
    number: int
    card: Pseudonym = ""
    ending: str = ""
    flaw: PlayerCardFlaw | None = None
    proved: bool = False


class Players(msgspec.Struct, frozen=True):
    """Never changed in place: `evolve` returns the next one, so that a copy of the machine may share it.

    `latest` is the latest wall time (ms) of any of its events: a clock that is set back does not bring a period back.
    """

    rules: PlayerRules = PlayerRules()
    day: GamingDay = GamingDay()
    known: dict[Pseudonym, Player] = {}
    sessions: tuple[Session, ...] = ()
    latest: int = 0
    listed: dict[str, Pseudonym] = {}
    """Who waits for a seat, by name."""
    reader: DeviceId | None = None
    """The reader of players' cards, where the table has one."""
    cards: dict[Pseudonym, Card] = {}
    shown: Shown | None = None
    met: int = 0
    """The latest count of the reader since the program started."""
    told: Guest | None = None
    """What the kiosk was told of it last."""
    claims: dict[ClaimId, Pseudonym] = {}
    """Whose the open claims are, as far as that is known."""

    def find(self, player: Pseudonym) -> Player:
        """What is known of a pseudonym."""
        return self.known.get(player, Player())

    def at_seat(self, seat: Seat) -> Session | None:
        """The session of whoever plays at a seat, or None where he is not known."""
        return next((session for session in self.sessions if session.seat == seat and not session.aside), None)

    def of(self, player: Pseudonym) -> Session | None:
        """The session of a pseudonym, or None where he sits nowhere."""
        return next((session for session in self.sessions if session.player == player), None)

    @property
    def guest(self) -> Pseudonym:
        """The player whose card lies in the reader; empty where none does, or one that opens nothing."""
        card = self.cards.get(self.shown.card) if self.shown is not None else None
        return card.player if card is not None and card.block is None else ""

    def card_of(self, player: Pseudonym) -> Pseudonym:
        """The card that stands for a player, also a blocked one; empty where he has none."""
        mine = (token for token, card in self.cards.items() if card.player == player and card.block != "replaced")
        return next(mine, "")

    def claims_of(self, player: Pseudonym) -> tuple[ClaimId, ...]:
        """The open claims that a player's card opens."""
        return tuple(claim for claim, owner in self.claims.items() if player and owner == player)

    def instant(self, now: Now) -> Now:
        """This instant, whose wall time never goes back."""
        return Now(table=now.table, wall=max(now.wall, self.latest))
