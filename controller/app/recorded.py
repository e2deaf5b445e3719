"""A hand that was played elsewhere, as every format of recorded hands is read into it."""

from decimal import Decimal
from typing import Literal, TypeAlias

import msgspec

from controller.vocab.hand_records import Drop, ForcedBet, VoidCause
from controller.vocab.ids import Chips
from controller.vocab.profile import GameId, PotFee, RuleSetId, Ruling, Stakes
from evaluator_ext import Card

ActWord: TypeAlias = Literal["f", "cc", "cbr", "pb", "sd"]
"""Fold; check or call; bet or raise to a street total; bring in; stand pat or discard."""

Cards: TypeAlias = tuple[Card | None, ...]
"""Cards in a record, None for one that nobody saw."""


class RecordedAct(msgspec.Struct, frozen=True):
    """One act of a player; `to` is the street total of `cbr` in chips, `gone` the cards of `sd`, None if unknown."""

    player: int
    word: ActWord
    to: Chips = 0
    gone: Cards = ()


class RecordedDeal(msgspec.Struct, frozen=True):
    """Cards that were dealt to a player, or to the board where `player` is 0; None for one nobody saw.

    Where `begins`, a street does.
    """

    player: int
    cards: Cards
    begins: bool


class RecordedHand(msgspec.Struct, frozen=True):
    """One recorded hand in chips, of which `scale` make one of the file's units.

    Tuples with one entry per player run from the left of the button. `holes` are the hands at the end, empty where
    nobody knows all their cards; `deals` is everything dealt, in order. `finishing` are the recorded stacks, perhaps
    with fractions of a chip, or empty. `absent` players are away, in a `bomb_pot` nobody bets on the first street, and
    what is left of the board is dealt `runs` times when all betting is over. `forced` are the posts one by one, where
    antes and blinds do not tell them apart; the fee and what jackpots are to get are as `HandStarted` has them;
    `overrides` are the options that were not settled by the rule set. A hand that is `void` ended before its end, and
    everyone got back what he had put in.
    """

    where: str
    number: int
    game: GameId
    rule_set: RuleSetId
    stakes: Stakes
    rake_permille: int
    rake_cap: Chips
    scale: int
    antes_are_dead: bool
    antes: tuple[Chips, ...]
    blinds: tuple[Chips, ...]
    stacks: tuple[Chips, ...]
    holes: tuple[tuple[Card, ...], ...]
    deals: tuple[RecordedDeal, ...]
    acts: tuple[RecordedAct, ...]
    finishing: tuple[Decimal, ...]
    absent: tuple[int, ...] = ()
    bomb_pot: bool = False
    runs: int = 1
    forced: tuple[ForcedBet, ...] = ()
    rake_step: Chips = 0
    rake_by_pot: tuple[PotFee, ...] = ()
    drops: tuple[Drop, ...] = ()
    overrides: tuple[Ruling, ...] = ()
    void: VoidCause | None = None


class OtherGame(msgspec.Struct, frozen=True):
    """A recorded hand of a game that is not in the catalogue."""

    where: str
    number: int
    variant: str
