"""The units by which systemd runs the table's programs: what each takes away, judged by systemd and by us (SEC-8)."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.app.cli import COMMANDS
from controller.vocab.ids import MAX_SEATS

ETC = Path(__file__).parents[2] / "firmware" / "host" / "etc"
SYSTEM = ETC / "systemd" / "system"
UNITS = sorted(SYSTEM.glob("*.service"))
SCREENS = [unit for unit in UNITS if "xinit" in unit.read_text("utf-8")]
CLOSED = "jakaja-.service.d"
MOST_EXPOSED = 20
"""Tenths: an exposure of 2.0 by `systemd-analyze security`."""


def options(unit: Path) -> dict[str, list[str]]:
    """All that a unit's service is told, with what every unit is told besides; an option's lines in their order."""
    told: dict[str, list[str]] = {}
    for file in (unit, *sorted((SYSTEM / CLOSED).glob("*.conf"))):
        text = file.read_text("utf-8").replace("\\\n", " ")
        for line in text.partition("[Service]")[2].splitlines():
            name, is_set, value = line.partition("=")
            if is_set and not line.startswith("#"):
                told.setdefault(name, []).append(value)
    return told


def rows(name: str, kind: str) -> Iterator[list[str]]:
    """The rows of a file for systemd-sysusers or systemd-tmpfiles that begin with `kind`."""
    for line in (ETC / name / "jakaja.conf").read_text("utf-8").splitlines():
        words = line.split()
        if words and words[0] == kind:
            yield words


def exposed(unit: Path) -> subprocess.CompletedProcess[str]:
    words = ["systemd-analyze", "security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSED}", str(unit)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.ci
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_sec_8_systemd_calls_no_unit_more_exposed_than_two(unit: Path) -> None:
    judged = exposed(unit)
    assert judged.returncode == 0, judged.stdout[-400:] + judged.stderr


@pytest.mark.ci
def test_sec_8_a_unit_that_is_not_closed_is_found(tmp_path: Path) -> None:
    for unit in UNITS:
        assert exposed(Path(shutil.copy(unit, tmp_path))).returncode != 0, unit.name


@pytest.mark.ci
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    shutil.copytree(SYSTEM, tmp_path / "system")
    program = tmp_path / "program"
    program.touch(0o755)
    for unit in (path for path in (tmp_path / "system").rglob("*") if path.is_file()):
        text = unit.read_text("utf-8")
        for path in ("/opt/jakaja/current/bin/jakaja", "/usr/bin/xinit", "+/opt/jakaja/starter"):
            text = text.replace(f"={path}", f"={program}")
        unit.write_text(text, "utf-8")
    names = ["jakaja.target", *(unit.name.replace("@", "@3") for unit in UNITS)]
    words = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / "system" / name) for name in names)]
    judged = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (judged.returncode, judged.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_sec_8_a_unit_has_no_core_no_swap_no_network_and_no_rights(unit: Path) -> None:
    told = options(unit)
    wanted = {
        "LimitCORE": ["0"],
        "LimitMEMLOCK": ["infinity"],
        "MemorySwapMax": ["0"],
        "PrivateNetwork": ["yes" if unit in SCREENS else "no"],
        "IPAddressDeny": ["any"],
        "ProtectSystem": ["strict"],
        "ProtectProc": ["invisible"],
        "DevicePolicy": ["closed"],
        "NoNewPrivileges": ["yes"],
        "CapabilityBoundingSet": [""],
        "UMask": ["0077"],
    }
    assert {name: told.get(name) for name in wanted} == wanted
    assert not any("AF_INET" in families for families in told["RestrictAddressFamilies"])
    assert told["SystemCallFilter"][:2] == ["@system-service", "~@privileged @resources @obsolete"]


def test_sec_8_every_program_has_a_user_of_its_own() -> None:
    made = {words[1] for words in rows("sysusers.d", "u")}
    users = [options(unit)["User"][0] for unit in UNITS]
    assert len(set(users)) == len(UNITS)
    named = {user.replace("%i", str(seat)) for user in users for seat in range(1, MAX_SEATS + 1)}
    assert made == named | {"jakaja-desk"}
    assert all(options(unit)["Group"] == options(unit)["User"] for unit in UNITS)


def test_sec_8_only_screens_and_the_desk_may_connect_and_only_the_table_holds_its_folder() -> None:
    folders = {words[1]: (words[2], words[3], words[4]) for words in rows("tmpfiles.d", "d")}
    assert folders["/run/jakaja"] == ("2750", "jakaja-table", "jakaja-screens")
    assert folders["/var/lib/jakaja"] == ("0700", "jakaja-table", "jakaja-table")
    for place in (path for path in folders if path.startswith("/var/lib/jakaja-screens/")):
        mode, user, group = folders[place]
        name = place.split("/")[4]
        assert (mode, user, group) == ("0700", *(2 * (f"jakaja-{'desk' if name == 'staff' else name}",)))
    for unit in SCREENS:
        told = options(unit)
        assert told["SupplementaryGroups"] == ["jakaja-screens"]
        assert told["InaccessiblePaths"][0].split()[0] == "/var/lib/jakaja"
        assert "ReadWritePaths" not in told
    (table,) = (unit for unit in UNITS if unit not in SCREENS)
    assert options(table)["SupplementaryGroups"] == [""]
    assert [words[1] for words in rows("sysusers.d", "m")] == ["jakaja-desk"]


def test_sec_8_a_unit_sees_the_devices_that_it_needs_and_no_others() -> None:
    seen = {unit.stem: options(unit)["DeviceAllow"] for unit in UNITS}
    glass = ["char-drm rw", "char-input rw", "char-alsa rw"]
    usb = ["char-usb_device rw", "/dev/tpmrm0 rw"]
    assert seen == {unit.stem: glass if unit in SCREENS else usb for unit in UNITS}


def test_every_unit_starts_a_program_that_there_is_and_the_target_starts_them_all() -> None:
    words = {row.word for row in COMMANDS}
    for unit in UNITS:
        line = options(unit)["ExecStart"][0].split()
        assert line[line.index("/opt/jakaja/current/bin/jakaja") + 1] in words
    wants = [line.split() for line in (SYSTEM / "jakaja.target").read_text("utf-8").splitlines() if "Wants=" in line]
    named = {name.removeprefix("Wants=") for line in wants for name in line}
    seats = {f"jakaja-seat@{seat}.service" for seat in range(1, MAX_SEATS + 1)}
    assert named == seats | {unit.name for unit in UNITS if "@" not in unit.name}


def test_what_is_installed_can_be_read_by_the_programs_whatever_roots_files_are_like(tmp_path: Path) -> None:
    host = tmp_path / "host"
    shutil.copytree(ETC.parent, host)
    script = (host / "install").read_text("utf-8")
    for place in ("/etc/", "/opt/"):
        (tmp_path / place.strip("/")).mkdir()
        script = script.replace(f" {place}", f" {tmp_path}{place}")
    (host / "install").write_text(script, "utf-8")
    for word in ("systemd-sysusers", "systemd-tmpfiles", "systemctl"):
        (tmp_path / word).symlink_to("/bin/true")
    subprocess.run(
        ["/bin/sh", str(host / "install")], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, umask=0o077, check=True
    )
    laid = list((tmp_path / "etc").rglob("*"))
    assert len(laid) > len(UNITS)
    assert [path for path in laid if not path.stat().st_mode & 0o004] == []
    assert (tmp_path / "opt" / "jakaja" / "starter").stat().st_mode & 0o777 == 0o755
