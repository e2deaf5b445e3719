"""What every field of a profile may be, in words for whoever writes the file: one row for each that is checked."""

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from controller.games import (
    catalogue,
    find_game,
    find_rule_set,
    least_of,
    mixes,
    options,
    rule_sets,
    table_rules_by,
    values_of,
)
from controller.games.mixes import MixId, find_mix
from controller.language import LOCALES
from controller.vocab.ids import MAX_SEATS
from controller.vocab.profile import Profile, Ruling

VERSION: Final = 1
"""The version of the profile files that this program reads."""

_WHOLE_UNITS: Final = "0 or a multiple of stakes.unit"

ALLOWED: Final[Mapping[str, str]] = {
    "version": f"{VERSION}",
    "language": ", ".join(sorted(LOCALES)),
    "game": ", ".join([*(row.id for row in catalogue()), *(mix.id for mix in mixes())]),
    "rule_set": ", ".join(row.id for row in rule_sets()),
    "seats": f"2 to {MAX_SEATS}, and no more than the deck of every game serves",
    "stakes": "whole multiples of stakes.unit, the same unit in every game_stakes",
    "stakes.unit": "a whole number from 1",
    "stakes.big_blind": "in a game with blinds: 0 < small_blind <= big_blind",
    "stakes.ante": "in a game without blinds: a multiple of stakes.unit above 0",
    "stakes.point": "in a game of points: a multiple of stakes.unit above 0",
    "stakes.small_bet": "in a fixed-limit game without blinds: a multiple of stakes.unit above 0",
    "stakes.big_bet": "0, or at least small_bet",
    "stakes.bring_in": "0 to small_bet",
    "buy_in": "least bet of the game <= least <= most",
    "rake.permille": "0 to 1000",
    "rake.cap": _WHOLE_UNITS,
    "clocks": "milliseconds: decision from 1000, the others from 0",
    "clocks.cut": "0 to 30000 milliseconds; 0: nobody cuts the deck",
    "clocks.numbers": "100 to 10000 milliseconds",
    "game_stakes": "one table for each game of the mix that has its own, and for no other",
    "hands_a_game": "0 or more",
    "bomb_pots": "every 0 or more, ante a multiple of stakes.unit, above 0 where bomb pots are played",
    "jumps": "0 or more",
    "auditor": "64 small hex digits, as jakaja audit --new-key prints them, or empty",
    "players": "raise_hours 1 to 8760",
    "pins": "kibibytes 65536 to 1048576 (from 8 where no_value is true), passes 2 to 10 (from 1)",
    "gaming_day": "begins 0 to 1439 minutes, utc_offset -840 to 840",
    "cash": "a different name for each device",
    "cash.recycler": 'note_protocol "essp", and stores that are among cash.notes',
    "cash.hopper": "a coin above 0",
    "cash.cards": "amounts and limits above 0, a currency number of three digits, a password of six, 1 or 2 stop bits",
    "doors": "1 to 16 doors, each once",
    "usb": "a port of its own for each device, and the digest that `jakaja devices allow` writes",
    "limits": "amounts from 0; 0 for no limit",
    "cash.notes": "at least one note, each above 0",
    "ticket_days": "1 to 3650",
    "test_decks": "false where no_value is false",
}
"""What is allowed, by field; a field of a single game's stakes has the row of `stakes`."""


def allowed(field: str, profile: Profile | None = None) -> str:
    """The allowed values of a field given as `stakes.unit`; with a profile as exact as its other fields make them."""
    if field.startswith("rulings"):
        return _rulings_allowed(field.removeprefix("rulings").removeprefix("."))
    if profile is not None and field in _BY_THE_OTHERS:
        return _BY_THE_OTHERS[field](profile)
    return ALLOWED.get(field.replace("game_stakes.", "stakes.")) or _by_type(field)


def _rulings_allowed(option: str) -> str:
    """The values of one option, or the options there are."""
    if option not in options():
        return f"options of the rule set: {', '.join(options())}"
    values = values_of(option)
    return ", ".join(_toml(value) for value in values) if values else f"a whole number from {least_of(option)}"


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seats(profile: Profile) -> str:
    mix = find_mix(MixId(profile.game))
    names = mix.games if mix else (profile.game,)
    rows = [find_game(name) for name in names]
    burns = find_rule_set(profile.rule_set).rulings.burn_cards
    most = min(row.seats_that_fit(burns) for row in rows) + (rows[0].sit_out if mix is None else 0)
    return f"2 to {min(most, MAX_SEATS)} for {profile.game}"


def _straddles(profile: Profile) -> str:
    return f"{', '.join(table_rules_by(profile.rule_set, ()).straddles)} by rule set {profile.rule_set}"


def _buttons(profile: Profile) -> str:
    return f"{', '.join(table_rules_by(profile.rule_set, ()).buttons_won)} by rule set {profile.rule_set}"


_BY_THE_OTHERS: Final[Mapping[str, Callable[[Profile], str]]] = {
    "seats": _seats,
    "straddle": _straddles,
    "win_the_button": _buttons,
}
"""What is allowed where that depends on other fields of the profile."""


# -- from the types of the record --------------------------------------------------------------------------------


def type_at(field: str) -> Any:
    """The type of a field's value, given as `stakes.unit`; None for a field that is none."""
    kind: Any = Profile
    for name in field.split("."):
        # What is written below a field that is no table, as `seats.ante`, is no field.
        if not _is_record(kind):
            return None
        kind = _inner(next((row.type for row in msgspec.structs.fields(kind) if row.encode_name == name), None))
    return kind


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _inner(kind: Any) -> Any:
    """Of `tuple[X, ...]` of records and of a new name for a type, what the value is in the end."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(part for part in get_args(kind) if part is not type(None))
    kind = getattr(kind, "__supertype__", kind)
    part = get_args(kind)[0] if get_origin(kind) is tuple else None
    return part if _is_record(part) else kind


_PLAIN: Final[Mapping[Any, str]] = {int: "a whole number", str: 'text in "…"', bool: "true or false"}


def _by_type(field: str) -> str:
    kind = type_at(field)
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return "a list of whole numbers" if _inner(get_args(kind)[0]) is int else "a list of texts"
    if _is_record(kind):
        return f"a table of {', '.join(row.encode_name for row in msgspec.structs.fields(kind))}"
    return _PLAIN.get(kind, "see docs/profiles.md")


def rulings_of(written: Mapping[str, Any]) -> tuple[Ruling, ...]:
    """The `[rulings]` table of a file as a profile has it, in its order; values are checked with the profile."""
    return tuple(Ruling(option=option, value=value) for option, value in written.items())
