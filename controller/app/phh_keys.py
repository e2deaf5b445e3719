"""The keys of one hand in a PHH file, asked for by name; what is wrong is said with its place and its cure."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NoReturn, TypeAlias, get_args

from cashier.accounts import POOLS
from controller.app.problem import Problem
from controller.games import UnknownRuleSetError, find_rule_set, hand_overrides, wrong_ruling
from controller.vocab.hand_records import Drop, ForcedBet, PostKind, VoidCause
from controller.vocab.profile import RuleSetId, Ruling

Table: TypeAlias = Mapping[str, Any]
"""One hand's TOML keys; anything may stand in them."""

POSTS: Final[tuple[PostKind, ...]] = get_args(PostKind)
CAUSES: Final[tuple[VoidCause, ...]] = get_args(VoidCause)
_POST: Final = re.compile(r"p(\d{1,2}) ([a-z-]+) (\d{1,15})")

LARGEST: Final = 15
"""Digits before the decimal point of an amount; more are a mistake."""
FINEST: Final = 4
"""Digits behind it."""


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 <= value < 10**LARGEST


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_whole(one) for one in value)


def _is_amount(number: Decimal) -> bool:
    if not number.is_finite() or number.adjusted() >= LARGEST:
        return False
    exponent = number.normalize().as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -FINEST


class Keys:
    """One hand's keys, asked for by name; complains with the hand's place when one is wrong."""

    def __init__(self, table: Table, where: str) -> None:
        self.table = table
        self.where = where

    def fail(self, what: str, mend: str) -> NoReturn:
        """Raise the Problem."""
        raise Problem(self.where, what, mend)

    def needed(self, key: str) -> Any:
        """The value of a key that must be there."""
        if key not in self.table:
            self.fail(f"has no {key}", f"add {key}")
        return self.table[key]

    def text(self, key: str) -> str:
        """The value of a key that holds a text."""
        value = self.needed(key)
        if not isinstance(value, str):
            self.fail(f"{key} is {value!r}", "write a text in quotes")
        return value

    def texts(self, key: str) -> list[str]:
        """The value of a key that holds a list of texts."""
        value = self.needed(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.fail(f"{key} is no list of texts", "write a list of texts in quotes")
        return value

    def whole(self, key: str, default: int, least: int = 0) -> int:
        """The value of one of our own keys, a whole number."""
        value = self.table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 10**LARGEST:
            self.fail(f"{key} is {value!r}", f"write a whole number from {least}")
        return value

    def players(self, key: str, count: int) -> tuple[int, ...]:
        """The value of one of our own keys, numbers of players; none if it is not there."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(type(one) is int and 1 <= one <= count for one in value):
            self.fail(f"{key} is {value!r}", f"write a list of players from 1 to {count}")
        return tuple(value)

    def pairs(self, key: str) -> tuple[tuple[int, int], ...]:
        """The value of one of our own keys, pairs of whole numbers: `[[1000, 50]]`; none if it is not there."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(_is_pair(one) for one in value):
            self.fail(f"{key} is {value!r}", "write pairs of whole numbers, the pot that is reached and its fee")
        return tuple((reached, fee) for reached, fee in value)

    def drops(self, key: str) -> tuple[Drop, ...]:
        """The value of one of our own keys, what each jackpot is to get: `{bad-beat = 95}`; none if it is not there."""
        value = self.table.get(key, {})
        if not isinstance(value, dict) or not all(pool in POOLS and _is_whole(value[pool]) for pool in value):
            self.fail(f"{key} is {value!r}", f"write amounts for {', '.join(POOLS)} in braces")
        return tuple(Drop(pool=pool, amount=value[pool]) for pool in value)

    def posts(self, key: str, count: int) -> tuple[ForcedBet, ...]:
        """The value of one of our own keys, posts one by one: `["p4 late-post 100"]`; none if it is not there."""
        posts: list[ForcedBet] = []
        for text in self.texts(key) if key in self.table else ():
            found = _POST.fullmatch(text)
            kind = next((kind for kind in POSTS if found is not None and kind == found[2]), None)
            if found is None or kind is None or not 1 <= int(found[1]) <= count:
                self.fail(f"{key} holds {text!r}", f"write posts as in 'p4 late-post 100', of p1 to p{count}")
            posts.append(ForcedBet(seat=int(found[1]), kind=kind, amount=int(found[3])))
        return tuple(posts)

    def void(self, key: str) -> VoidCause | None:
        """The value of one of our own keys, why the hand is void; None if it is not there."""
        value = self.table.get(key)
        cause = next((cause for cause in CAUSES if cause == value), None)
        if value is not None and cause is None:
            self.fail(f"{key} is {value!r}", f"write one of {', '.join(CAUSES)} in quotes")
        return cause

    def amount(self, key: str) -> Decimal:
        """The value of a key that holds one amount."""
        return self._as_amount(key, self.needed(key))

    def amounts(self, key: str, count: int | None) -> tuple[Decimal, ...]:
        """The value of a key that holds an amount for each of `count` players, or for however many there are."""
        value = self.needed(key)
        if not isinstance(value, list):
            self.fail(f"{key} is {value!r}", "write a list of amounts, one for each player")
        if count is not None and len(value) != count:
            self.fail(f"{key} has {len(value)} entries for {count} players", "write one amount for each player")
        return tuple(self._as_amount(key, one) for one in value)

    def _as_amount(self, key: str, value: Any) -> Decimal:
        number = isinstance(value, int | Decimal) and not isinstance(value, bool)
        late_post = key == "blinds_or_straddles"
        if not number or not _is_amount(Decimal(value)) or (value < 0 and not late_post):
            self.fail(f"{key} holds {value!r}", f"write amounts from 0 with at most {FINEST} decimals")
        return Decimal(value)

    def rule_set(self) -> RuleSetId:
        """Our own key for the rule set, RAY by default."""
        name = RuleSetId(self.text("_rule_set") if "_rule_set" in self.table else "ray")
        try:
            return find_rule_set(name).id
        except UnknownRuleSetError as error:
            raise Problem(self.where, str(error), "name one of them in _rule_set") from error

    def overrides(self) -> tuple[Ruling, ...]:
        """Our own key for the options that the rule set does not settle, none by default."""
        written = self.table.get("_rulings", {})
        if not isinstance(written, dict):
            self.fail("_rulings is no table", "write options with their values in braces")
        rulings = tuple(Ruling(option=option, value=value) for option, value in written.items())
        wrong = wrong_ruling(rulings)
        if wrong is not None:
            self.fail(
                f"_rulings has {wrong} = {written[wrong]!r}",
                "write an option of docs/profiles.md with a value it may have",
            )
        return hand_overrides(rulings)
