"""Profiles from TOML files: read, checked, and only then proposed to the machine."""

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.app.problem import Problem
from controller.table import check_profile
from controller.vocab.profile import Profile

DEMO_PROFILE: Final = "demo"
"""The profile that comes with the program."""


def read_profile(path: Path) -> Profile:
    """Return the profile in a TOML file; raises `Problem` naming the field when no table could run by it."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise Problem(str(path), f"cannot be read ({error.strerror})", "name a profile file that exists") from error
    return parse_profile(text, str(path))


def demo_profile() -> Profile:
    """Return the demonstration table's profile: tickets without value, test decks allowed."""
    text = resources.files("controller.app").joinpath("profiles", f"{DEMO_PROFILE}.toml").read_bytes()
    return parse_profile(text, f"profile {DEMO_PROFILE}")


def parse_profile(text: bytes, where: str) -> Profile:
    """Return the profile written in `text`; `where` names it in a `Problem`."""
    try:
        fields = msgspec.toml.decode(text)
    except (msgspec.DecodeError, ValueError) as error:
        raise Problem(where, f"is not TOML ({error})", "correct the line") from error
    try:
        profile = msgspec.convert(fields, Profile)
    except msgspec.ValidationError as error:
        raise Problem(where, str(error), "correct this field (docs/operations.md lists them all)") from error
    unknown = _unknown_field(fields, Profile)
    if unknown is not None:
        raise Problem(where, f"there is no field `{unknown}`", "correct its name or remove it")
    refusal = check_profile(profile)
    if refusal is not None:
        field = refusal.facts.get("field", "")
        raise Problem(where, f"no table can run with this `{field}`", "correct it (docs/operations.md says how)")
    return profile


def _unknown_field(written: Mapping[str, Any], record: type[msgspec.Struct]) -> str | None:
    """Return the dotted name of a field that is written but is none of the record's: most likely a slip of the pen."""
    known = {field.encode_name: field.type for field in msgspec.structs.fields(record)}
    for name, value in written.items():
        if name not in known:
            return name
        if isinstance(value, dict) and (inner := _unknown_field(value, known[name])) is not None:
            return f"{name}.{inner}"
    return None
