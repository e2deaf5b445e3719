"""What a release is made of, as a bill of materials in CycloneDX 1.6: for whoever looks for a flaw that became known.

Made of the lock and of what the installed packages say of themselves. The same release has the same bill, so it bears
neither a date nor a serial number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import Distribution
from typing import Final

import msgspec

from controller.app.problem import Problem
from controller.app.release.lock import Pinned, plain_name

PROGRAM: Final = "jakaja"
PROGRAM_LICENCE: Final = "Apache-2.0"

_CLASSIFIED: Final[Mapping[str, str]] = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: GNU Library or Lesser General Public License (LGPL)": "LGPL-2.1-or-later",
}
"""Licences (SPDX) of packages that name theirs by a classifier alone."""


class Package(msgspec.Struct, frozen=True):
    """One package as it is installed: its licence as an SPDX expression, and the packages that it needs."""

    name: str
    version: str
    licence: str
    needs: tuple[str, ...]

    @property
    def url(self) -> str:
        """What it is called among all packages of the world."""
        return f"pkg:pypi/{self.name}@{self.version}"


def packages(pinned: Sequence[Pinned], installed: Mapping[str, Distribution]) -> tuple[Package, ...]:
    """Return what the lock pins as it is installed. Raises Problem where another version is, or none."""
    found = []
    for pin in pinned:
        distribution = installed.get(pin.name)
        if distribution is None or distribution.version != pin.version:
            there = "absent" if distribution is None else f"there as {distribution.version}"
            raise Problem(pin.name, f"version {pin.version} is locked, but it is {there}", "run make setup")
        found.append(Package(pin.name, pin.version, licence_of(distribution), tuple(_needs(distribution))))
    return tuple(found)


def licence_of(distribution: Distribution) -> str:
    """Return a package's licence as an SPDX expression. Raises Problem where it names none that is known."""
    said = distribution.metadata
    expressed = said.get_all("License-Expression") or ()
    known = [*expressed, *(_CLASSIFIED[line] for line in said.get_all("Classifier") or () if line in _CLASSIFIED)]
    if not known:
        mend = "read its licence, then add it to controller/app/release/sbom.py"
        raise Problem(distribution.name, "names no licence that is known", mend)
    return str(known[0])


def _needs(distribution: Distribution) -> Iterator[str]:
    """Yield the packages that one always needs, by name; those for its extras are not among them."""
    for requirement in distribution.requires or ():
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        if name is not None and "extra ==" not in requirement:
            yield plain_name(name[0])


def bill(version: str, direct: Sequence[str], parts: Sequence[Package]) -> bytes:
    """Return the bill of a release: the program with the packages it needs itself, and all those that they need."""
    program = f"pkg:pypi/{PROGRAM}@{version}"
    urls = {part.name: part.url for part in parts}
    needed = {program: direct, **{part.url: part.needs for part in parts}}
    contents = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("application", PROGRAM, version, PROGRAM_LICENCE, program)},
        "components": [_component("library", part.name, part.version, part.licence, part.url) for part in parts],
        "dependencies": [
            {"ref": ref, "dependsOn": sorted({urls[name] for name in names if name in urls})}
            for ref, names in needed.items()
        ],
    }
    return msgspec.json.format(msgspec.json.encode(contents), indent=1) + b"\n"


def _component(kind: str, name: str, version: str, licence: str, url: str) -> dict[str, object]:
    return {
        "type": kind,
        "bom-ref": url,
        "name": name,
        "version": version,
        "licenses": [{"expression": licence}],
        "purl": url,
    }
