"""The options on which card rooms differ, and the named rule sets that fix them (poker.md §16)."""

from hashlib import blake2b
from typing import Final, Literal

import msgspec

from controller.games.table_rules import HELSINKI_TABLE, HUNGARIAN_TABLE, RAY_TABLE, TableRules
from controller.vocab.profile import RuleSetId

ShowdownFirst = Literal["last-aggressor-in-hand", "last-aggressor-final-round"]
"""Who tables his hand first (poker.md §10.1, AMB-5)."""

TimeoutAction = Literal["fold", "check-else-fold"]
"""What happens to a hand whose clock ran out (poker.md §9, AMB-11)."""

OddChips = Literal["one-each", "all-to-first"]
"""Chips that do not divide: one each from the left of the button, or all to the first (poker.md §10.3, AMB-60)."""

RakeOrder = Literal["main-pot-first", "each-pot-its-part"]
"""Which pot pays the fee: the main pot as far as it reaches (poker.md §13), or each pot the part it added to it."""

RakeRounding = Literal["down", "nearest"]
"""How the fee comes to whole chips (poker.md §13, hand-engine case 52)."""

ShortBlindPrice = Literal["full-blind", "posted"]
"""What it costs to call a big blind that was posted short."""

HalfBet = Literal["more-than-half", "at-least-half"]
"""How much of a bet an all-in must add in fixed limit to count as a raise (poker.md §4.3, hand-engine case 13)."""

ShortAllIn = Literal["add-to-it", "complete-the-level"]
"""After an all-in that counts, the next raise is a whole bet more, or goes to the level it fell short of (case 12)."""

StraddleIncrement = Literal["big-blind", "straddle"]
"""The least raise over a straddle (AMB-3)."""

PotRaise = Literal["call-first", "without-call"]
"""Whether the raiser's own call counts in the pot that he may raise by (poker.md §4.4, AMB-10)."""

Counted = Literal["true-value", "full"]
"""What a short blind, or a small blind beside the big one, is worth in a pot-limit maximum (cases 32 and 35)."""

StudOpening = Literal["by-game", "lowest-brings-in", "highest-opens"]
"""Who opens the first round of a high stud game (poker.md §12.5, §12.7, AMB-23)."""

ShowingTies = Literal["suit", "position"]
"""Which of two equal showing hands opens: by Bridge Rank Order, or the first left of the button (case 39)."""

StudOddChip = Literal["own-cards", "played-cards"]
"""Which cards decide about a stud game's odd chip (poker.md §10.3, case 49)."""

OverRaise = Literal["accept-and-return", "call-only"]
"""Whether a raise may exceed what any opponent could call (case 45)."""

AbsentAllIn = Literal["plays-on", "folds"]
"""What becomes of a seat that is dealt in absent and all-in from a post, when its turn comes (case 58)."""


ShowChoice = Literal["nobody", "winner-by-folds", "losers-too"]
"""Who may choose to show cards that he need not: nobody, who wins because all others folded, or also who has lost at
the showdown (poker.md §10.1)."""


AllInHands = Literal["stay-down", "turned-up"]
"""What becomes of the hands when no further bet is possible and cards are still to be dealt: they stay down to the
showdown as in cash games, or lie open first, which is the rule of tournaments (poker.md §8, hand-engine case 55)."""


class Rulings(msgspec.Struct, frozen=True, cache_hash=True):
    """One value for every option that a hand asks for."""

    showdown_first: ShowdownFirst
    timeout_action: TimeoutAction
    burn_cards: bool
    cumulative_short_allins_reopen: bool
    """Several short all-ins that add up to a full raise reopen the betting (poker.md §4.6)."""
    odd_chips: OddChips
    no_rake_before_second_round: bool
    """No fee when the hand ends before a card of the second street is dealt (poker.md §13, AMB-59)."""
    rake_order: RakeOrder
    rake_rounding: RakeRounding
    short_blind_price: ShortBlindPrice
    over_raise: OverRaise
    fl_max_raises: int
    """Raises after the bet in one round of fixed limit (poker.md §4.3)."""
    fl_headsup_uncapped: bool
    """No such cap when only two players with chips begin the round (AMB-4)."""
    fl_half_bet: HalfBet
    fl_short_all_in: ShortAllIn
    fl_open_pair_double: bool
    """An open pair on the street that has one marked allows the big bet (case 16)."""
    straddle_counts_as_raise: bool
    straddle_increment: StraddleIncrement
    pl_raise: PotRaise
    pl_antes_count: bool
    """Antes count in the pot-limit maximum of the first round of a game with blinds (case 33)."""
    pl_short_blinds: Counted
    pl_small_blind: Counted
    lo_max_rank: Literal[7, 8]
    """The highest card of a qualifying low (AMB-2)."""
    lo_board_max_rank: Literal[7, 8]
    """The board must hold three ranks up to this for a low with cards of the board (poker.md §12.4)."""
    low_straight_32: bool
    """A-7-8-9-10 is a straight with 32 cards (AMB-8)."""
    soko_low_straight: bool
    """A-2-3-4 is a straight of four (poker.md §11.2)."""
    stud_opening: StudOpening
    showing_ties: ShowingTies
    stud_odd_chip: StudOddChip
    absent_all_in: AbsentAllIn
    most_runs: int = 1
    """How often the rest of the board may be dealt when all betting is over and everyone agrees (case 57)."""
    show_choice: ShowChoice = "nobody"
    all_in_hands: AllInHands = "stay-down"
    rows_naturals: bool = False
    """Thirteen cards may win unplayed: a dragon, six pairs, three straights or three flushes (hand-engine §4)."""
    rows_royalties: bool = False
    """Good rows of a proper set are paid points of their own (hand-engine §4)."""
    rows_surrender: int = 0
    """The points that a player who will not play thirteen cards pays each opponent; 0 where he may not surrender."""


class RuleSet(msgspec.Struct, frozen=True):
    """A named collection of rulings: for the cards, and for the table between the hands."""

    id: RuleSetId
    rulings: Rulings
    table: TableRules = HELSINKI_TABLE


HELSINKI: Final = Rulings(
    showdown_first="last-aggressor-in-hand",
    timeout_action="fold",
    burn_cards=False,
    cumulative_short_allins_reopen=False,
    odd_chips="one-each",
    no_rake_before_second_round=True,
    rake_order="main-pot-first",
    rake_rounding="down",
    short_blind_price="full-blind",
    over_raise="accept-and-return",
    fl_max_raises=3,
    fl_headsup_uncapped=True,
    fl_half_bet="more-than-half",
    fl_short_all_in="add-to-it",
    fl_open_pair_double=False,
    straddle_counts_as_raise=True,
    straddle_increment="big-blind",
    pl_raise="call-first",
    pl_antes_count=True,
    pl_short_blinds="true-value",
    pl_small_blind="true-value",
    lo_max_rank=8,
    lo_board_max_rank=8,
    low_straight_32=True,
    soko_low_straight=True,
    stud_opening="by-game",
    showing_ties="suit",
    stud_odd_chip="own-cards",
    absent_all_in="plays-on",
)

RULE_SETS: Final[tuple[RuleSet, ...]] = (
    RuleSet(
        id=RuleSetId("ray"),
        rulings=msgspec.structs.replace(HELSINKI, showdown_first="last-aggressor-final-round"),
        table=RAY_TABLE,
    ),
    RuleSet(id=RuleSetId("helsinki"), rulings=HELSINKI),
    RuleSet(
        id=RuleSetId("hungarian"),
        rulings=msgspec.structs.replace(
            HELSINKI,
            showdown_first="last-aggressor-final-round",
            burn_cards=True,
            fl_headsup_uncapped=False,
            lo_max_rank=7,
            lo_board_max_rank=7,
        ),
        table=HUNGARIAN_TABLE,
    ),
)

_ONLINE: Final = msgspec.structs.replace(
    HELSINKI,
    showdown_first="last-aggressor-final-round",
    fl_headsup_uncapped=False,
    fl_half_bet="at-least-half",
    fl_open_pair_double=True,
    rake_order="each-pot-its-part",
    absent_all_in="folds",
    most_runs=2,
)

RECORDED_SETS: Final[tuple[RuleSet, ...]] = (
    RuleSet(
        id=RuleSetId("online-level"), rulings=msgspec.structs.replace(_ONLINE, fl_short_all_in="complete-the-level")
    ),
    RuleSet(id=RuleSetId("online-add"), rulings=_ONLINE),
    RuleSet(
        id=RuleSetId("wsop"),
        rulings=msgspec.structs.replace(
            _ONLINE,
            fl_max_raises=4,
            fl_headsup_uncapped=True,
            stud_odd_chip="played-cards",
            fl_open_pair_double=False,
            absent_all_in="plays-on",
            most_runs=1,
        ),
    ),
)
"""The rules of rooms whose recorded hands are played again; no table of ours is run by them."""

_BY_ID: Final = {rule_set.id: rule_set for rule_set in (*RULE_SETS, *RECORDED_SETS)}


class UnknownRuleSetError(LookupError):
    """No rule set has this id."""

    def __init__(self, rule_set: RuleSetId) -> None:
        super().__init__(
            f"there is no rule set {rule_set!r}; there are {', '.join(sorted(row.id for row in RULE_SETS))}"
        )
        self.rule_set = rule_set


def rule_sets() -> tuple[RuleSet, ...]:
    """Every rule set a profile may name."""
    return RULE_SETS


def find_rule_set(rule_set: RuleSetId) -> RuleSet:
    """The rule set `rule_set`. Raises UnknownRuleSetError, which names the rule sets there are."""
    row = _BY_ID.get(rule_set)
    if row is None:
        raise UnknownRuleSetError(rule_set)
    return row


def digest(rulings: Rulings) -> str:
    """A short name for exactly these rulings, for the record of a hand: it differs when any of them does.

    An option at its default is left out, so that hands keep their name when there is a new option.
    """
    settled = {row.name: getattr(rulings, row.name) for row in msgspec.structs.fields(rulings)}
    told = {row.name: settled[row.name] for row in msgspec.structs.fields(rulings) if settled[row.name] != row.default}
    return blake2b(msgspec.json.encode(told), digest_size=8).hexdigest()
