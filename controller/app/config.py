"""Profiles from TOML files: read, checked, and only then proposed to the machine.

What is wrong is told in one line with the file, the line, the field and what it may be (docs/profiles.md).
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.app.problem import Problem
from controller.app.profile_words import VERSION, allowed, rulings_of, type_at
from controller.app.toml_lines import key_lines, nearest_line
from controller.games import options
from controller.table import check_profile
from controller.vocab.profile import Profile

DEMO_PROFILE: Final = "demo"
"""The profile of a demonstration that is given none."""

SUFFIX: Final = ".toml"

_AT: Final = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_MISSING: Final = re.compile(r"missing required field `(?P<field>[^`]*)`")


def ready_profiles() -> tuple[str, ...]:
    """The names of the profiles that come with the program."""
    folder = resources.files("controller.app").joinpath("profiles")
    return tuple(sorted(file.name.removesuffix(SUFFIX) for file in folder.iterdir() if file.name.endswith(SUFFIX)))


def ready_text(name: str) -> bytes:
    """The file of a ready profile. Raises Problem, which names those there are."""
    if name not in ready_profiles():
        near = get_close_matches(name, ready_profiles(), n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise Problem(f"profile {name}", "there is no ready profile of this name", f"{hint}{_names()}")
    return resources.files("controller.app").joinpath("profiles", f"{name}{SUFFIX}").read_bytes()


def ready_profile(name: str) -> Profile:
    """A profile that comes with the program. Raises Problem, which names those there are."""
    return parse_profile(ready_text(name), f"profile {name}")


def demo_profile() -> Profile:
    """Return the demonstration table's profile: tickets without value, test decks allowed."""
    return ready_profile(DEMO_PROFILE)


def find_profile(name: str) -> Profile:
    """The ready profile of this name, or the one in the file of this name; a path is always a file."""
    return ready_profile(name) if name in ready_profiles() else read_profile(Path(name))


def read_profile(path: Path) -> Profile:
    """Return the profile in a TOML file; raises `Problem` with line and field when no table could run by it."""
    try:
        text = path.read_bytes()
    except OSError as error:
        mend = f"name a profile file that exists, or a ready profile: {_names()}"
        raise Problem(str(path), f"cannot be read ({error.strerror})", mend) from error
    return parse_profile(text, str(path))


def parse_profile(content: bytes, where: str) -> Profile:
    """Return the profile written in `content`; `where` names it in a `Problem`."""
    try:
        text = content.decode("utf-8")
        fields: dict[str, Any] = msgspec.toml.decode(text)
    except (msgspec.DecodeError, ValueError) as error:
        raise Problem(where, f"is not TOML ({error})", "correct the line") from error
    return _Written(fields, text, where).profile()


def _names() -> str:
    return f"there are {', '.join(ready_profiles())}"


class _Written:
    """The fields of one file, and where they stand in it."""

    def __init__(self, fields: dict[str, Any], text: str, where: str) -> None:
        self._fields = fields
        self._lines = key_lines(text)
        self._where = where

    def profile(self) -> Profile:
        """The profile, or a Problem with the first thing that is wrong."""
        fields = dict(self._fields)
        unknown = list(_unknown_fields({key: value for key, value in fields.items() if key != "version"}))
        for field in unknown:
            # What is nearly the name of another field explains why that one is missing.
            if (near := _near(field)) is not None:
                raise self._unknown(field, f"did you mean `{near}`? Correct its name")
        if fields.pop("version", None) != VERSION or isinstance(self._fields["version"], bool):
            raise self._problem("version", self._written("version"))
        fields["rulings"] = self._rulings(fields)
        try:
            profile = msgspec.convert(fields, Profile)
        except msgspec.ValidationError as error:
            raise self._told(str(error)) from error
        if unknown:
            raise self._unknown(unknown[0], f"correct its name or remove it: {_siblings(unknown[0])}")
        refusal = check_profile(profile)
        if refusal is not None:
            field = str(refusal.facts.get("field", ""))
            raise self._problem(field, self._written(field), profile)
        return profile

    def _rulings(self, fields: Mapping[str, Any]) -> object:
        """The overrides as the record has them: a table in the file, by their own names."""
        written = fields.get("rulings", {})
        if not isinstance(written, dict):
            raise self._problem("rulings", "is no table")
        for option, value in written.items():
            if not isinstance(value, bool | int | str):
                raise self._problem(f"rulings.{option}", self._written(f"rulings.{option}"))
        return rulings_of(written)

    def _told(self, error: str) -> Problem:
        """A value of the wrong type, or a field that is missing, in our words."""
        found, missing = _AT.search(error), _MISSING.search(error)
        path = found["path"] if found else ""
        if missing:
            return self._problem(".".join(part for part in (path, missing["field"]) if part), "is missing")
        return self._problem(path, _AT.sub("", error).lower())

    def _unknown(self, field: str, mend: str) -> Problem:
        return Problem(self._place(field), f"there is no field `{field}`", mend)

    def _problem(self, field: str, what: str, profile: Profile | None = None) -> Problem:
        return Problem(self._place(field), f"`{field}` {what}", f"correct it: {allowed(_plain(field), profile)}")

    def _place(self, field: str) -> str:
        line = nearest_line(self._lines, _path(field))
        return self._where if line is None else f"{self._where}, line {line}"

    def _written(self, field: str) -> str:
        """What stands in the file for a field, as far as it is one value."""
        value: Any = self._fields
        for key in _path(field):
            value = value.get(key) if isinstance(value, dict) else None
        if value is None:
            return "is missing" if len(_path(field)) == 1 else "cannot be so"
        return "cannot be so" if isinstance(value, dict | list) else f"is {msgspec.json.encode(value).decode()}"


def _path(field: str) -> tuple[str | int, ...]:
    """`cash.notes[0]` as keys and places."""
    parts = re.findall(r"[^.\[\]]+", field)
    return tuple(int(part) if part.isdigit() else part for part in parts)


def _unknown_fields(written: Mapping[str, Any], around: str = "") -> Iterator[str]:
    """The names of fields that are written but are none of the record's: most likely a slip of the pen."""
    for name, value in written.items():
        field = f"{around}{name}"
        if field == "rulings":
            known = options()
            yield from (f"rulings.{option}" for option in _table(value) if option not in known)
        elif type_at(_plain(field)) is None:
            yield field
        else:
            yield from _unknown_fields(_table(value), f"{field}.")
            for place, row in enumerate(value if isinstance(value, list) else ()):
                yield from _unknown_fields(_table(row), f"{field}[{place}].")


def _table(value: object) -> Mapping[str, Any]:
    """A value that is a table, or an empty one."""
    return value if isinstance(value, dict) else {}


def _plain(field: str) -> str:
    """A field without the places in lists on the way to it."""
    return re.sub(r"\[\d+\]", "", field)


def _known(around: str) -> list[str]:
    """The names that may stand in the same table as a field."""
    if around == "rulings":
        return list(options())
    kind = type_at(_plain(around)) if around else Profile
    is_record = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    names = [row.encode_name for row in msgspec.structs.fields(kind)] if is_record else []
    return names if around else ["version", *names]


def _near(field: str) -> str | None:
    """The field that was probably meant, if one of that table has nearly this name."""
    around, _, name = field.rpartition(".")
    near = get_close_matches(name, _known(around), n=1, cutoff=0.75)
    return f"{around}.{near[0]}" if near and around else (near[0] if near else None)


def _siblings(field: str) -> str:
    return ", ".join(_known(field.rpartition(".")[0]))
