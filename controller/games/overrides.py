"""Single options of a rule set settled otherwise by a table's profile (poker.md §16).

An option is a field of `Rulings` or of `TableRules`; its type says which values it may have. A new option needs nothing
here.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import UnionType
from typing import Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

from controller.games.rulings import RuleSet, Rulings, find_rule_set
from controller.games.table_rules import TableRules
from controller.vocab.profile import RuleSetId, Ruling

RulingValue: TypeAlias = bool | int | str
Rules = TypeVar("Rules", Rulings, TableRules)

_FREE: Final = ("straddles", "buttons_won")
"""What a rule set allows a profile to choose is no choice itself."""

_OF_THE_HAND: Final[Mapping[str, object]] = {row.name: row.type for row in msgspec.structs.fields(Rulings)}
_OF_THE_TABLE: Final[Mapping[str, object]] = {
    row.name: row.type for row in msgspec.structs.fields(TableRules) if row.name not in _FREE
}
_LEAST: Final[Mapping[str, int]] = {"most_runs": 1, "time_outs": 1}
"""The least value of a number that may not be 0."""


def options() -> tuple[str, ...]:
    """Every option that a profile may settle itself."""
    return (*_OF_THE_HAND, *_OF_THE_TABLE)


def values_of(option: str) -> tuple[RulingValue, ...]:
    """The values an option may have; none where it is any whole number from `least_of` on. Raises KeyError."""
    kind = {**_OF_THE_HAND, **_OF_THE_TABLE}[option]
    if kind is bool:
        return (True, False)
    if get_origin(kind) in (Union, UnionType):
        return tuple(value for part in get_args(kind) for value in get_args(part))
    return tuple(get_args(kind)) if get_origin(kind) is Literal else ()


def least_of(option: str) -> int:
    """The least value of an option that is a number."""
    return _LEAST.get(option, 0)


def is_allowed(ruling: Ruling) -> bool:
    """Whether there is this option and it may have this value. True is not 1 here, nor False 0."""
    if ruling.option not in options():
        return False
    allowed = values_of(ruling.option)
    if allowed:
        return any(type(value) is type(ruling.value) and value == ruling.value for value in allowed)
    return type(ruling.value) is int and ruling.value >= least_of(ruling.option)


def wrong_ruling(overrides: Iterable[Ruling]) -> str | None:
    """The first option that is none, has a value that it may not have, or is named twice; None where all is well."""
    seen: set[str] = set()
    for ruling in overrides:
        if ruling.option in seen or not is_allowed(ruling):
            return ruling.option
        seen.add(ruling.option)
    return None


def hand_overrides(overrides: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Those that a hand is played by: its record keeps them, so that it can be played again without the profile."""
    return tuple(ruling for ruling in overrides if ruling.option in _OF_THE_HAND)


def rulings_by(rule_set: RuleSetId, overrides: Iterable[Ruling]) -> Rulings:
    """The rulings of a hand. Raises UnknownRuleSetError."""
    return _settled(find_rule_set(rule_set).rulings, overrides, _OF_THE_HAND)


def table_rules_by(rule_set: RuleSetId, overrides: Iterable[Ruling]) -> TableRules:
    """The rules between the hands. Raises UnknownRuleSetError."""
    return _settled(find_rule_set(rule_set).table, overrides, _OF_THE_TABLE)


def settled_by(rule_set: RuleSet, overrides: Sequence[Ruling]) -> RuleSet:
    """The rule set as one table plays it."""
    return RuleSet(
        id=rule_set.id,
        rulings=_settled(rule_set.rulings, overrides, _OF_THE_HAND),
        table=_settled(rule_set.table, overrides, _OF_THE_TABLE),
    )


def _settled(rules: Rules, overrides: Iterable[Ruling], known: Mapping[str, object]) -> Rules:
    changes = {ruling.option: ruling.value for ruling in overrides if ruling.option in known}
    return msgspec.structs.replace(rules, **changes) if changes else rules
