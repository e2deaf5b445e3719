"""A table with a reader of players' cards, and people who put theirs into it."""

import itertools

import msgspec

from cashier.records import DeviceId
from cashier.refusal import Code, Refusal
from controller.app.config import demo_profile
from controller.players import pseudonym
from controller.vocab import card_reader_records as cr
from controller.vocab import player_card_records as pc
from controller.vocab import player_records as pr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost, PinDigest
from controller.vocab.player_card_records import Guest
from controller.vocab.profile import CardReader, PlayerRules, Profile, UsbPlace
from controller.vocab.records import AnyEvent
from tests.machine.room import WALL, Room, changed

KEY = bytes(range(32))
AINO, MIKKO, SPARE, STRANGE = (pseudonym(KEY, "card", token) for token in ("1111", "2222", "3333", "4444"))
READER = DeviceId("reader")


BY_CARD = PlayerRules(identity="card")


def lounge_profile(rules: PlayerRules) -> Profile:
    profile = demo_profile()
    cash = msgspec.structs.replace(profile.cash, reader=CardReader(READER, UsbPlace(0x072F, 0x2200)))
    return msgspec.structs.replace(profile, players=rules, cash=cash)


def digest(pin: str) -> PinDigest:
    """What the host would keep of a PIN: here the PIN itself serves, as nothing below the host looks into it."""
    return PinDigest(b"salt" * 4, PinCost(8, 1), pin.encode())


class Lounge(Room):
    """Aino and Mikko are on file and have their cards; the spare card is nobody's yet."""

    def __init__(self, rules: PlayerRules = BY_CARD, *, reader: bool = True) -> None:
        self.shift = 0
        self.met = itertools.count(1)
        super().__init__(lounge_profile(rules) if reader else changed(demo_profile(), players=rules))
        self.insert(*(20_000,) * 20)
        for player in (AINO, MIKKO):
            self.do(pr.RegisterPlayer(player, by="Anna"))
            self.do(pc.EnrolPlayerCard(player, player, by="Anna"))

    @property
    def now(self) -> Now:
        return Now(table=self.ms, wall=WALL + self.ms + self.shift)

    @property
    def told(self) -> Guest:
        """What the kiosk shows of the card that lies in the reader."""
        guest = self.machine.players.told
        assert guest is not None
        return guest

    def show(self, card: str) -> list[AnyEvent]:
        """Put a card into the reader in the place of whatever lay there."""
        self.take()
        return self.do(cr.PlayerCardProved(READER, next(self.met), card, "1111"))

    def take(self) -> None:
        shown = self.machine.players.shown
        if shown is not None:
            self.do(cr.PlayerCardWithdrawn(READER, shown.number))

    def choose(self, pin: str) -> list[AnyEvent] | Refusal:
        return self.submit(pc.ChoosePin("", digest(pin)))

    def enter(self, pin: str) -> list[AnyEvent] | Refusal:
        return self.submit(pc.EnterPin("", pin.encode()))

    def arrives(self, card: str, pin: str = "2580") -> None:
        """Show a card and choose a PIN, or type it."""
        self.show(card)
        answer = self.choose(pin) if self.told.pin == "none" else self.enter(pin)
        assert not isinstance(answer, Refusal), answer

    def buys(self, seat: int, amount: int, name: str = "") -> tr.BuyIn:
        return msgspec.structs.replace(self.buy_in(seat, amount, name or f"Player {seat}"), way="card")

    def collect(self) -> pc.CollectByCard:
        return pc.CollectByCard(self.request())

    def why(self, command: object) -> Refusal:
        answer = self.submit(command)
        assert isinstance(answer, Refusal), "it was accepted"
        return answer

    def wait(self, ms: int) -> None:
        self.shift += ms


def code_of(answer: list[AnyEvent] | Refusal) -> Code | None:
    return answer.code if isinstance(answer, Refusal) else None
