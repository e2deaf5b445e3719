"""Hands in the Open Hand History format, version 1.4.7 (hh-specs.handhistory.org), for hand trackers.

The format names the streets of games with a flop; Hold'em and Omaha can be told in it, other games cannot. Nobody's
name is written: players are called by their seats, and where no hole cards are in the events the hand is an observed
one. Every act gives the chips it moved, not the street's total. What was not called stands in no pot, and
who turned his hand up before the rest was dealt shows it at the showdown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final, TypeAlias

import msgspec

from cashier.money import Currency
from controller.games import Structure, find_game, rulings_by
from controller.hand import rake_of_table
from controller.hand.settle import rake_of, taken_of
from controller.vocab import hand_records as hr
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import GameId
from controller.vocab.records import HandEvent
from evaluator_ext import Card, print_card

SPEC_VERSION: Final = "1.4.7"
OUR_VERSION: Final = "1.0.0"
SITE: Final = "Jakaja"

GAME_TYPES: Final[Mapping[str, str]] = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "omaha5": "Omaha",
    "omaha6": "Omaha",
    "omaha8": "OmahaHiLo",
    "omaha58": "OmahaHiLo",
}
"""The format's word for each family of games that it can tell."""

BET_TYPES: Final[Mapping[Structure, str]] = {"no-limit": "NL", "pot-limit": "PL", "fixed-limit": "FL"}

STREETS: Final = ("Preflop", "Flop", "Turn", "River")
SHOWDOWN: Final = "Showdown"

POSTS: Final[Mapping[hr.PostKind, str]] = {
    "ante": "Post Ante",
    "big-blind-ante": "Post Ante",
    "small-blind": "Post SB",
    "big-blind": "Post BB",
    "late-post": "Post Extra Blind",
    "dead-small-blind": "Post Dead",
    "straddle": "Straddle",
}
ACTS: Final[Mapping[hr.ActKind, str]] = {"fold": "Fold", "check": "Check", "call": "Call", "raise": "Raise"}
"""The words of acts; a raise where nobody has bet is a bet. Other acts have none."""
BET: Final = "Bet"

OhhCards: TypeAlias = tuple[str, ...]


class BetLimit(msgspec.Struct, frozen=True):
    """The betting structure; a cap of 0 is none."""

    bet_type: str
    bet_cap: Decimal = Decimal(0)


class Player(msgspec.Struct, frozen=True):
    """A seat that was dealt in; its number is its id."""

    id: Seat
    seat: Seat
    name: str
    starting_stack: Decimal


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act; `amount` is what it moved, `cards` what it dealt or showed."""

    action_number: int
    player_id: Seat
    action: str
    amount: Decimal | None = None
    is_allin: bool = False
    cards: OhhCards = ()


class Round(msgspec.Struct, frozen=True):
    """One street and the board cards it brought."""

    id: int
    street: str
    cards: OhhCards
    actions: tuple[Action, ...]


class PlayerWins(msgspec.Struct, frozen=True):
    """What one seat got of a pot."""

    player_id: Seat
    win_amount: Decimal


class Pot(msgspec.Struct, frozen=True):
    """A pot, what it paid to the house and to the jackpots, and who won the rest; 0 is the main pot."""

    number: int
    amount: Decimal
    rake: Decimal
    jackpot: Decimal
    player_wins: tuple[PlayerWins, ...]


class OhhHand(msgspec.Struct, frozen=True):
    """One hand with the keys of the format."""

    spec_version: str
    site_name: str
    network_name: str
    internal_version: str
    tournament: bool
    game_number: str
    start_date_utc: str
    table_name: str
    game_type: str
    bet_limit: BetLimit
    table_size: int
    currency: str
    dealer_seat: Seat
    small_blind_amount: Decimal
    big_blind_amount: Decimal
    ante_amount: Decimal
    hero_player_id: None
    flags: tuple[str, ...]
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    pots: tuple[Pot, ...]


class Ohh(msgspec.Struct, frozen=True):
    """The object that wraps each hand in a file."""

    ohh: OhhHand


class OhhTable(msgspec.Struct, frozen=True):
    """Whose hands they are: the table's machine id, name and seats, and the currency of its chips."""

    machine: str
    name: str
    seats: int
    currency: Currency


def ohh_game(game: GameId) -> str | None:
    """The format's word for a game, or None if it has none."""
    return GAME_TYPES.get(game.rpartition("-")[0])


def ohh_hand(events: Sequence[HandEvent], table: OhhTable, wall: int) -> bytes | None:
    """One hand as JSON, from its events; None for a game that the format has no word for, and for a void hand.

    `wall` is when it began, in milliseconds since 1970.
    """
    started = next(event for event in events if isinstance(event, hr.HandStarted))
    game_type = ohh_game(started.game)
    if game_type is None or any(isinstance(event, hr.HandVoided) for event in events):
        return None
    money = _Money(table.currency)
    stakes = started.stakes
    hand = OhhHand(
        spec_version=SPEC_VERSION,
        site_name=SITE,
        network_name=table.machine,
        internal_version=OUR_VERSION,
        tournament=False,
        game_number=f"{table.machine}-{started.hand}",
        start_date_utc=datetime.fromtimestamp(wall / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        table_name=table.name,
        game_type=game_type,
        bet_limit=BetLimit(BET_TYPES[find_game(started.game).structure]),
        table_size=table.seats,
        currency=table.currency.code,
        dealer_seat=started.button,
        small_blind_amount=money.of(stakes.small_blind),
        big_blind_amount=money.of(stakes.big_blind),
        ante_amount=money.of(stakes.ante),
        hero_player_id=None,
        flags=_flags(events),
        players=tuple(Player(one.seat, one.seat, f"Seat {one.seat}", money.of(one.stack)) for one in started.entrants),
        rounds=_rounds(events, money),
        pots=_pots(events, money),
    )
    return _ENCODER.encode(Ohh(hand))


_ENCODER: Final = msgspec.json.Encoder(decimal_format="number")


def _flags(events: Sequence[HandEvent]) -> tuple[str, ...]:
    runs = any(isinstance(event, hr.RunsAgreed) and event.runs > 1 for event in events)
    return ("Anonymous", "Observed", *(["Run_It_Twice"] if runs else []))


class _Money:
    """Chips as amounts of a currency."""

    def __init__(self, currency: Currency) -> None:
        self._exponent = currency.exponent

    def of(self, chips: Chips) -> Decimal:
        return Decimal(chips).scaleb(-self._exponent)


# -- rounds ------------------------------------------------------------------------------------------------------


class _Rounds:
    """The rounds told so far; the last one is still being added to."""

    def __init__(self, money: _Money) -> None:
        self._money = money
        self._done: list[Round] = []
        self._street = STREETS[0]
        self._cards: list[str] = []
        self._actions: list[Action] = []
        self._bet = True

    def begin(self, street: str) -> None:
        """Close the round and begin another. In the first one the blinds are the bet."""
        self._done.append(Round(len(self._done), self._street, tuple(self._cards), tuple(self._actions)))
        self._street, self._cards, self._actions, self._bet = street, [], [], False

    def board(self, cards: Iterable[Card]) -> None:
        self._cards += map(print_card, cards)

    def add(self, seat: Seat, action: str, added: Chips | None = None, stack: Chips = 1, cards: OhhCards = ()) -> None:
        amount = None if added is None else self._money.of(added)
        self._actions.append(Action(len(self._actions), seat, action, amount, stack == 0, cards))

    def act(self, event: hr.Acted) -> None:
        word = BET if event.kind == "raise" and not self._bet else ACTS[event.kind]
        self._bet = self._bet or event.kind == "raise"
        self.add(event.seat, word, event.added if event.added else None, event.stack)

    def show(self, seat: Seat, action: str, cards: OhhCards) -> None:
        if self._street != SHOWDOWN:
            self.begin(SHOWDOWN)
        self.add(seat, action, cards=cards)

    def told(self) -> tuple[Round, ...]:
        self.begin("")
        return tuple(self._done)


def _rounds(events: Sequence[HandEvent], money: _Money) -> tuple[Round, ...]:
    rounds = _Rounds(money)
    for event in events:
        match event:
            case hr.Posted():
                rounds.add(event.seat, POSTS[event.kind], event.amount, event.stack)
            case hr.HoleCardsDealt():
                rounds.add(event.seat, "Dealt Cards", cards=tuple(map(print_card, event.cards)))
            case hr.StreetBegan() if event.street:
                rounds.begin(STREETS[event.street])
            case hr.BoardDealt():
                if event.which:
                    # Each street of a further run is a round of its own.
                    rounds.begin(STREETS[event.street])
                rounds.board(event.cards)
            case hr.Acted() if event.kind in ACTS:
                rounds.act(event)
            case hr.HandShown() | hr.CardsShown():
                rounds.show(event.seat, "Shows Cards", tuple(map(print_card, event.cards)))
            case hr.HandMucked():
                rounds.show(event.seat, "Mucks Cards", ())
            case _:
                pass
    return rounds.told()


# -- pots --------------------------------------------------------------------------------------------------------


def _pots(events: Sequence[HandEvent], money: _Money) -> tuple[Pot, ...]:
    """The pots as they stood at the end: what each paid to the house and to the jackpots, and who won the rest."""
    closed = [event.pots for event in events if isinstance(event, hr.StreetClosed)][-1]
    awards = [event for event in events if isinstance(event, hr.PotAwarded)]
    pots: list[Pot] = []
    for number, (pot, (rake, jackpot)) in enumerate(zip(closed, _taken(events, closed), strict=True)):
        won: dict[Seat, Chips] = {}
        for award in awards:
            if award.pot == number:
                won[award.seat] = won.get(award.seat, 0) + award.amount
        wins = tuple(PlayerWins(seat, money.of(amount)) for seat, amount in won.items())
        pots.append(Pot(number, money.of(pot.amount), money.of(rake), money.of(jackpot), wins))
    return tuple(pots)


def _taken(events: Sequence[HandEvent], pots: Sequence[hr.Pot]) -> Iterator[tuple[Chips, Chips]]:
    """What each pot paid of the fee and to the jackpots: the events tell the sums, the rulings which pot pays."""
    started = next(event for event in events if isinstance(event, hr.HandStarted))
    raked = any(isinstance(event, hr.RakeTaken) for event in events)
    terms = rake_of_table(started, rulings_by(started.rule_set, started.overrides)) if raked else None
    rake = rake_of(pots, terms)
    drops = sum(event.amount for event in events if isinstance(event, hr.DropTaken))
    for fee, taken in zip(rake, taken_of(pots, rake, drops), strict=True):
        yield fee, taken - fee
