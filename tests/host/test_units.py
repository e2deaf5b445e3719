"""The unit by which systemd runs the table: what it takes away from the process, judged by systemd itself (SEC-8)."""

import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

from controller.app.cli import COMMANDS

UNITS = sorted((Path(__file__).parents[2] / "docs" / "units").glob("*.service"))
MOST_EXPOSED = 20
"""Tenths: an exposure of 2.0 by `systemd-analyze security`."""


def service(unit: Path) -> dict[str, str]:
    """The options of a unit's service; of one that stands twice the last."""
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[method-assign, assignment] # the options of units have capitals
    parser.read(unit, encoding="utf-8")
    return dict(parser["Service"])


@pytest.mark.ci
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_sec_8_systemd_calls_no_unit_more_exposed_than_two(unit: Path) -> None:
    words = ["systemd-analyze", "security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSED}", str(unit)]
    judged = subprocess.run(words, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout[-400:] + judged.stderr


@pytest.mark.ci
def test_sec_8_a_unit_that_gives_a_network_and_rights_is_found(tmp_path: Path) -> None:
    (unit,) = UNITS
    weak = tmp_path / unit.name
    kept = ("[", "ExecStart", "Description", "Type")
    weak.write_text("\n".join(line for line in unit.read_text("utf-8").splitlines() if line.startswith(kept)), "utf-8")
    words = ["systemd-analyze", "security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSED}", str(weak)]
    assert subprocess.run(words, capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_sec_8_a_unit_has_a_user_of_its_own_no_core_no_swap_and_no_network(unit: Path) -> None:
    options = service(unit)
    assert options["User"] not in ("root", "nobody", "")
    assert options["ExecStart"].split()[1] in {row.word for row in COMMANDS}
    wanted = {
        "LimitCORE": "0",
        "LimitMEMLOCK": "infinity",
        "MemorySwapMax": "0",
        "PrivateNetwork": "yes",
        "IPAddressDeny": "any",
        "ProtectSystem": "strict",
        "NoNewPrivileges": "yes",
        "CapabilityBoundingSet": "",
        "UMask": "0077",
    }
    assert {name: options.get(name) for name in wanted} == wanted
    assert "AF_INET" not in options["RestrictAddressFamilies"]
