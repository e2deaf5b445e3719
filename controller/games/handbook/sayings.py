"""What every chapter is written with: the game under its rulings, one table's terms, and short ways to say a thing."""

from functools import cached_property

import msgspec

from controller.games.model import Game, Share
from controller.games.rulings import Rulings
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.profile import GameId, Profile, RakeRule, Stakes, StraddleKind
from controller.vocab.rule_book import Fact, Saying


class Terms(msgspec.Struct, frozen=True):
    """What one table plays for: its stakes and its straddle, its fee and its jackpots, and the ms of a decision."""

    stakes: Stakes
    rake: RakeRule
    decision: int
    jackpots: JackpotTerms = JackpotTerms()
    straddle: StraddleKind = "none"


def terms_of(profile: Profile, game: GameId | None = None) -> Terms:
    """The terms of the table that runs by `profile`, at the stakes at which it plays `game`."""
    return Terms(
        stakes=profile.stakes_of(game or profile.game),
        rake=profile.rake,
        decision=profile.clocks.decision,
        jackpots=profile.jackpots,
        straddle=profile.straddle,
    )


class Played(msgspec.Struct, frozen=True, dict=True):
    """A game as one room plays it. Without terms the book says where the amounts are to be read."""

    game: Game
    rulings: Rulings
    terms: Terms | None
    straddles: tuple[StraddleKind, ...]
    """Those of the table, or that the rule set lets a table choose from; empty where there is none."""

    @cached_property
    def has_board(self) -> bool:
        """Whether cards are dealt to the middle."""
        return any(street.board for street in self.game.streets)

    @cached_property
    def own_cards(self) -> int:
        """How many cards a player holds at the end."""
        dealt = sum(street.hole + street.up for street in self.game.streets)
        return dealt - sum(street.discard.count for street in self.game.streets if street.discard)

    @cached_property
    def turns_up(self) -> bool:
        """Whether there are streets with new cards behind the last exchange, before which hands could lie open."""
        streets = self.game.streets
        return len(streets) > 1 and not streets[-1].draw

    @cached_property
    def low(self) -> Share | None:
        """The share that a qualifying low wins, where the pot is halved for one."""
        return next((share for share in self.game.shares if share.ranking == "eight-low"), None)

    @property
    def fixed(self) -> bool:
        """Whether the size of every bet is fixed."""
        return self.game.structure == "fixed-limit"


def say(key: str, *facts: Fact, count: int | None = None) -> Saying:
    """A sentence of the catalogues, named by its key."""
    return Saying(key=key, facts=facts, count=count)


def figure(name: str, value: int) -> Fact:
    """A number in figures."""
    return Fact(name=name, value=value)


def spelt(name: str, value: int) -> Fact:
    """A number up to ten in letters."""
    return Fact(name=name, value=value, kind="spelt")


def amount(name: str, value: int) -> Fact:
    """An amount of money in minor units."""
    return Fact(name=name, value=value, kind="amount")


def text(name: str, key: str) -> Fact:
    """A text of the catalogues, named by its whole key."""
    return Fact(name=name, value=key, kind="text")


def verbatim(name: str, value: str) -> Fact:
    """A name as it stands in a profile."""
    return Fact(name=name, value=value, kind="verbatim")


def dealt(key: str, number: int) -> Saying:
    """A sentence about so many cards, in the form that the number asks for."""
    return say(key, spelt("number", number), count=number)
