"""The options on which card rooms differ, and the named rule sets that fix them (poker.md §16)."""

from typing import Final, Literal

import msgspec

from controller.vocab.profile import RuleSetId

ShowdownFirst = Literal["last-aggressor-in-hand", "last-aggressor-final-round"]
"""Who tables his hand first (poker.md §10.1, AMB-5)."""

TimeoutAction = Literal["fold", "check-else-fold"]
"""What happens to a hand whose clock ran out (poker.md §9, AMB-11)."""

OddChips = Literal["one-each", "all-to-first"]
"""Chips that do not divide: one each from the left of the button, or all to the first (poker.md §10.3, AMB-60)."""

RakeOrder = Literal["main-pot-first", "each-pot-its-part"]
"""Which pot pays the fee: the main pot as far as it reaches (poker.md §13), or each pot the part it added to it."""

ShortBlindPrice = Literal["full-blind", "posted"]
"""What it costs to call a big blind that was posted short."""


class Rulings(msgspec.Struct, frozen=True):
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
    short_blind_price: ShortBlindPrice


class RuleSet(msgspec.Struct, frozen=True):
    """A named collection of rulings."""

    id: RuleSetId
    rulings: Rulings


HELSINKI: Final = Rulings(
    showdown_first="last-aggressor-in-hand",
    timeout_action="fold",
    burn_cards=False,
    cumulative_short_allins_reopen=False,
    odd_chips="one-each",
    no_rake_before_second_round=True,
    rake_order="main-pot-first",
    short_blind_price="full-blind",
)

RULE_SETS: Final[tuple[RuleSet, ...]] = (
    RuleSet(
        id=RuleSetId("ray"),
        rulings=msgspec.structs.replace(HELSINKI, showdown_first="last-aggressor-final-round"),
    ),
    RuleSet(id=RuleSetId("helsinki"), rulings=HELSINKI),
    RuleSet(
        id=RuleSetId("hungarian"),
        rulings=msgspec.structs.replace(HELSINKI, showdown_first="last-aggressor-final-round", burn_cards=True),
    ),
)

_BY_ID: Final = {rule_set.id: rule_set for rule_set in RULE_SETS}


class UnknownRuleSetError(LookupError):
    """No rule set has this id."""

    def __init__(self, rule_set: RuleSetId) -> None:
        super().__init__(f"there is no rule set {rule_set!r}; there are {', '.join(sorted(_BY_ID))}")
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
