"""`python -m tests.evidence [--scale quick|ci|full]`: what was tried, what was lost, what was skipped, on one page.

Everything is really run. It ends with 0 where nothing was lost and everything planted was noticed, and with 1 else.
"""

import argparse
import os
import sys
from typing import Final, get_args

from tests.evidence import power_gates, world_gates
from tests.evidence.page import Gate, print_page
from tests.evidence.scales import SCALES, ScaleName

GATES: Final[tuple[tuple[str, Gate], ...]] = (
    ("crash images", power_gates.crash_images),
    ("real power cuts", power_gates.real_cuts),
    ("killed processes", power_gates.kills),
    ("failing disks", power_gates.failing_disks),
    ("flipped bits", power_gates.flipped_bits),
    ("simulated tables", world_gates.evenings),
    ("days of twelve hours", world_gates.days),
    ("planted bugs", world_gates.planted_bugs),
    ("attacks", world_gates.attacks),
    ("branches", world_gates.branches),
    ("mutants", world_gates.mutants),
)
"""Every gate by name, in the order of the page."""


def main() -> int:
    """Run the gates at the scale that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.evidence", description="what was tried and what was lost")
    parser.add_argument("--scale", choices=get_args(ScaleName), default="quick", help="minutes, an hour, or a day")
    parser.add_argument("gates", nargs="*", help="only these gates; all of them without any")
    asked = parser.parse_args()
    names = [name for name, _gate in GATES]
    unknown = set(asked.gates).difference(names)
    if unknown:
        parser.error(f"no such gate: {', '.join(sorted(unknown))}; there are: {', '.join(names)}")
    chosen = [(name, gate) for name, gate in GATES if name in asked.gates or not asked.gates]
    return print_page(chosen, SCALES[asked.scale], may_skip="JAKAJA_NO_SKIPS" not in os.environ)


if __name__ == "__main__":
    sys.exit(main())
