"""A machine for a test: this one's programs under a systemd of their own, with the table installed as on a real one.

What happens inside is kept nowhere but in the folder that both sides see. There is no network and no display; an X
server without a screen stands in for the real one.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
INSIDE: Final = Path(__file__).parent / "inside"

_UNIT: Final = """\
[Unit]
DefaultDependencies=no

[Service]
Type=oneshot
ExecStart=/bin/sh -eu /exchange/{script}
ExecStopPost=systemctl exit 0 --no-block --force --force
StandardOutput=file:/exchange/said
StandardError=file:/exchange/said
"""

_NSPAWN: Final = (
    *("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--link-journal=no"),
    *("--volatile=overlay", "--private-network", "--console=pipe", "--kill-signal=SIGKILL"),
)
_AT_ONCE: Final = "mount --make-rprivate / && mount --bind / {root} && exec {command}"
_LONGEST_S: Final = 120


def run(script: str, exchange: Path) -> None:
    """Boot, run a script of `inside` as root, and switch off; what it made is in `exchange`, what it said in `said`."""
    for file in INSIDE.iterdir():
        (exchange / file.name).write_bytes(file.read_bytes())
    unit, root = exchange / "told.service", exchange.parent / "root"
    unit.write_text(_UNIT.format(script=script), "utf-8")
    root.mkdir()
    seen = {
        unit: "/etc/systemd/system/told.service",
        ROOT: "/opt/source",
        Path(sys.base_prefix).resolve(): "/opt/python",
        Path(sysconfig.get_path("purelib")).resolve(): "/opt/packages",
    }
    words = [*_NSPAWN, f"--directory={root}", f"--bind={exchange}:/exchange"]
    words += [f"--bind-ro={here}:{there}" for here, there in seen.items()]
    words += ["/lib/systemd/systemd", "--unit=told.service", "--show-status=no"]
    command = _AT_ONCE.format(root=root, command=" ".join(words))
    subprocess.run(
        ("unshare", "--mount", "timeout", "--signal=KILL", str(_LONGEST_S), "sh", "-c", command),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
