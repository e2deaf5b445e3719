"""Commands and events of one hand of poker.

A bet or raise is always the total for the street ("raise to", poker.md preamble). Events carry results (amount
added, stack after), so that a viewer needs no rules.
"""

from typing import ClassVar, Literal

import msgspec

from cashier.accounts import PoolId
from cashier.records import Audience, Command, Event
from controller.vocab.ids import Chips, DecisionId, HandId, Seat
from controller.vocab.profile import GameId, PotFee, RuleSetId, Ruling, Stakes
from evaluator_ext import Card

ActKind = Literal["fold", "check", "call", "raise", "bring-in", "discard", "runs", "show", "arrange", "surrender"]
"""`raise` covers the opening bet: both name the street's new total. `discard` also draws, and may be of no card;
`runs` says how often the rest of the board may be dealt, `show` which cards lie open, and may be of no card; `arrange`
sets the cards of a game without betting in rows, and `surrender` gives them up for a price."""

DecisionKind = Literal["bet", "bring-in", "discard", "runs", "show", "arrange"]
"""What is asked: to bet, to bring in or complete (poker.md §12.5), which cards to throw away or exchange, how often the
rest of the board is to be dealt when all betting is over, which cards to show that need not be, or how to set all of
them in rows."""

PostKind = Literal["ante", "big-blind-ante", "small-blind", "big-blind", "late-post", "dead-small-blind", "straddle"]
AutoCause = Literal["time-out", "absent", "left"]
"""Why the table acts for a player: his clock ran out, it did so before in this hand, or he has asked to leave."""
AwardCause = Literal["folds", "showdown"]
HandCategory = Literal[
    "high-card",
    "pair",
    "two-pair",
    "trips",
    "straight",
    "flush",
    "full-house",
    "quads",
    "straight-flush",
    "four-straight",
    "four-flush",
    "low",
    "badugi",
    "three-cards",
    "two-cards",
    "one-card",
]


RowName = Literal["front", "middle", "back"]
"""A row of Chinese poker: three cards in front, five in the middle, five at the back (hand-engine §4)."""

Natural = Literal["dragon", "six-pairs", "three-straights", "three-flushes"]
"""Thirteen cards that win unplayed."""

Standing = Literal["set", "mis-set", "dead", "surrendered", "dragon", "six-pairs", "three-straights", "three-flushes"]
"""What becomes of a player's rows: a proper set, rows out of order, none in time, given up, or a natural."""


VoidCause = Literal["misdeal", "fault", "floor"]
"""Why a hand is void: the deal went wrong, the machine cannot go on with it, the floor has decided so (§3.3, §15)."""


class Entrant(msgspec.Struct, frozen=True):
    """A seat that is dealt in, with its stack."""

    seat: Seat
    stack: Chips


class ForcedBet(msgspec.Struct, frozen=True):
    """A bet that a seat owes before the deal; a short stack posts what it has."""

    seat: Seat
    kind: PostKind
    amount: Chips


class HandName(msgspec.Struct, frozen=True):
    """A hand in words for the language catalogues: its category and the ranks (2..14) that name it, highest first."""

    category: HandCategory
    ranks: tuple[int, ...]


class Pot(msgspec.Struct, frozen=True):
    """A main or side pot: chips and the seats that can win it, main pot first (poker.md §8)."""

    amount: Chips
    seats: tuple[Seat, ...]


class Drop(msgspec.Struct, frozen=True):
    """What a hand pays into a jackpot when it gets to its second betting round (jackpots.md §1)."""

    pool: PoolId
    amount: Chips


# -- commands ----------------------------------------------------------------------------------------------------


class Act(Command, frozen=True):
    """What a player chose, for the decision he saw.

    `to` is the street total of a bet or raise, otherwise 0; `cards` are those he throws away, exchanges or shows, or
    all of them as he sets them in rows, the front first; `runs` is how often he agrees to have the rest of the board
    dealt.
    """

    seat: Seat
    decision: DecisionId
    kind: ActKind
    to: Chips = 0
    cards: tuple[Card, ...] = ()
    runs: int = 0


class VoidHand(Command, frozen=True):
    """End hand `hand` as if it had not been dealt: everyone gets back what he put in.

    Beyond a misdeal it takes two people: `second` is another than `by`. `reason` stands in the journal.
    """

    by: str
    hand: HandId
    cause: VoidCause
    second: str = ""
    reason: str = ""


# -- events ------------------------------------------------------------------------------------------------------


class DeckFixed(Event, frozen=True):
    """The order of all cards of this hand, consumed from the front. Sealed; no one may see it."""

    audience: ClassVar[Audience] = "sealed"
    hand: HandId
    deck: tuple[Card, ...]


class HandStarted(Event, frozen=True):
    """A hand began: who is in, where the button is, what is owed. Folding it makes the hand's first state.

    `entrants` are clockwise from the first seat left of the button (heads-up too). `first_decision` is the id the
    hand's first decision gets. `rake_*` come from the profile, for as many players as are dealt in; `drops` is what
    the hand pays into the jackpots, in the order in which the pot covers it. `rulings` is the digest of the rulings
    that apply, empty where it was not recorded; `overrides` are those that are not the rule set's own; `profile` is
    the digest of the table's profile. `bomb_pot`: everyone antes, and there is no betting on the first street.
    `absent` are the seats dealt in whose player is away (poker.md §5.11). `betting_button`: after the first round the
    betting begins left of this seat, of the button if it is 0 (poker.md §6).
    """

    hand: HandId
    game: GameId
    rule_set: RuleSetId
    stakes: Stakes
    rake_permille: int
    rake_cap: Chips
    button: Seat
    entrants: tuple[Entrant, ...]
    forced: tuple[ForcedBet, ...]
    first_decision: DecisionId
    rulings: str = ""
    bomb_pot: bool = False
    absent: tuple[Seat, ...] = ()
    betting_button: Seat = 0
    overrides: tuple[Ruling, ...] = ()
    profile: str = ""
    rake_step: Chips = 0
    rake_by_pot: tuple[PotFee, ...] = ()
    drops: tuple[Drop, ...] = ()


class Posted(Event, frozen=True):
    """A forced bet went in: `amount` added, `bet` the seat's live street total, `stack` what is left."""

    seat: Seat
    kind: PostKind
    amount: Chips
    bet: Chips
    stack: Chips


class DeckRecycled(Event, frozen=True):
    """The deck ran short: these cards, burnt or thrown away before, were shuffled under it. Sealed."""

    audience: ClassVar[Audience] = "sealed"
    cards: tuple[Card, ...]


class HoleCardsDealt(Event, frozen=True):
    """Cards for a seat, beside those it has, for that seat alone."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    cards: tuple[Card, ...]


class UpCardsDealt(Event, frozen=True):
    """Cards for a seat, beside those it has, that lie open for everyone."""

    seat: Seat
    cards: tuple[Card, ...]


class CardsDiscarded(Event, frozen=True):
    """Cards that a seat threw away or exchanges, for that seat alone; how many they are stands in `Acted`."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    cards: tuple[Card, ...]


class HoleCardsCounted(Event, frozen=True):
    """How many cards a seat holds, open ones among them, for everyone."""

    seat: Seat
    count: int


class StreetBegan(Event, frozen=True):
    """Street `street` of the game's table (0 = the initial deal) began after `burnt` burnt cards.

    Street bets stand at zero again; on street 0 what was posted stands.
    """

    street: int
    burnt: int = 0


class BoardDealt(Event, frozen=True):
    """Cards were added to board number `which`; in stud a card for everyone, as the deck ran short.

    Where the rest of the hand is dealt more than once, the boards of the second run follow those of the first, and so
    on; `burnt` cards were burnt before those of a further run.
    """

    street: int
    cards: tuple[Card, ...]
    which: int = 0
    burnt: int = 0


class RunsAgreed(Event, frozen=True):
    """Everyone in the hand agreed to deal what is left of the board `runs` times; what lies there is shared by all."""

    runs: int


class DecisionOffered(Event, frozen=True):
    """It is `seat`'s turn, and this is all it may do.

    `call` is the amount to add to call (0: checking is free); `min_to`..`max_to` the legal street totals of a bet
    or raise, both 0 when raising is not open. An all-in below `min_to` is offered as `max_to < min_to`'s only
    member: then `min_to == max_to`. `bet` is the seat's street total so far, `pot` everything in the middle. Between
    `min_to` and `max_to` every chip unit is legal, or only each `step` if that is not 0. Of a `bring-in`, `call` is its
    amount and raising completes it; of a `discard`, `least` to `most` cards may go, and of `show` be shown; of
    `runs`, `least` to `most` runs may be agreed to. Who is asked to `arrange` may surrender for `surrender` points to
    each opponent, if that is not 0.
    """

    seat: Seat
    hand: HandId
    decision: DecisionId
    call: Chips
    min_to: Chips
    max_to: Chips
    bet: Chips
    pot: Chips
    kind: DecisionKind = "bet"
    step: Chips = 0
    least: int = 0
    most: int = 0
    surrender: int = 0


class Acted(Event, frozen=True):
    """A seat acted. `to` is its street total after, `added` the chips moved, `stack` what is left.

    `discarded` is how many cards it threw away, and `burnt` how many the dealer burnt before dealing it others; `runs`
    is how often it agrees to have the rest of the board dealt.
    """

    seat: Seat
    decision: DecisionId
    kind: ActKind
    to: Chips
    added: Chips
    stack: Chips
    auto: AutoCause | None = None
    discarded: int = 0
    burnt: int = 0
    runs: int = 0


class StreetClosed(Event, frozen=True):
    """The street's bets are in the pots (poker.md §8)."""

    street: int
    pots: tuple[Pot, ...]


class UncalledReturned(Event, frozen=True):
    """The part of a bet that nobody called went back (poker.md §8)."""

    seat: Seat
    amount: Chips
    stack: Chips


class Made(msgspec.Struct, frozen=True):
    """What a tabled hand makes for a share of the pots, in one run: the cards that play, and their name."""

    share: int
    plays: tuple[Card, ...]
    name: HandName
    run: int = 0


class HandShown(Event, frozen=True):
    """A seat tabled its hand: its cards, the five that play for the first share, and the hand's name.

    `also` has what it makes for further shares and runs, where it makes something: a low, a second board.
    """

    seat: Seat
    cards: tuple[Card, ...]
    plays: tuple[Card, ...]
    name: HandName
    also: tuple[Made, ...] = ()


class HandTurnedUp(Event, frozen=True):
    """All cards that a seat holds lie open before more are dealt: no further bet is possible (poker.md §8)."""

    seat: Seat
    cards: tuple[Card, ...]


class HandMucked(Event, frozen=True):
    """A seat gave up unseen at showdown."""

    seat: Seat


class CardsShown(Event, frozen=True):
    """Cards that a seat showed of its own will, of a hand it gave up or of one that won unseen (poker.md §10.1)."""

    seat: Seat
    cards: tuple[Card, ...]


class RowsArranged(Event, frozen=True):
    """How a seat set its cards, the front first, for that seat alone until all have set theirs."""

    audience: ClassVar[Audience] = "seat"
    seat: Seat
    cards: tuple[Card, ...]


class RowShown(Event, frozen=True):
    """A row of a seat's cards was opened, and what it makes."""

    seat: Seat
    row: RowName
    cards: tuple[Card, ...]
    name: HandName


class RowsJudged(Event, frozen=True):
    """What a seat's rows count with against every other's, and the royalties they are paid."""

    seat: Seat
    standing: Standing
    royalties: int = 0


class RowsCompared(Event, frozen=True):
    """Two seats settled: `seat` won `points` from `loser`, or none of a tie, and so many chips as these cover.

    `rows` has 1 for each row that `seat` won, -1 for one it lost and 0 for a tie, the front first; nothing where the
    rows were not compared. `stack` and `loser_stack` are what they then have.
    """

    seat: Seat
    loser: Seat
    rows: tuple[int, ...]
    points: int
    amount: Chips
    stack: Chips
    loser_stack: Chips


class RakeTaken(Event, frozen=True):
    """The house fee left the pots (poker.md §13)."""

    amount: Chips


class DropTaken(Event, frozen=True):
    """A part of the pots went into a jackpot, uncredited until the gaming day ends (jackpots.md §1)."""

    pool: PoolId
    amount: Chips


class PotAwarded(Event, frozen=True):
    """Chips of share `share` of pot number `pot` (0 = main) went to a seat; `odd`: an odd chip is among them.

    Where the rest of the hand was dealt more than once, they belong to run `run`.
    """

    pot: int
    seat: Seat
    amount: Chips
    stack: Chips
    cause: AwardCause
    odd: bool = False
    share: int = 0
    run: int = 0


class HandVoided(Event, frozen=True):
    """The hand is void: no fee is taken, no pot is won, and every stack is what it was before (R-TLT-5)."""

    hand: HandId
    cause: VoidCause
    by: str
    second: str = ""
    reason: str = ""


class StakeReturned(Event, frozen=True):
    """All that a seat had put into a hand that is void went back to it, forced bets and dead money included."""

    seat: Seat
    amount: Chips
    stack: Chips


class HandEnded(Event, frozen=True):
    """The hand is over; these are the stacks it leaves."""

    hand: HandId
    stacks: tuple[Entrant, ...]
