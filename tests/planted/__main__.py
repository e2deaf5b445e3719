"""`python -m tests.planted ID`: run the simulation with one bug planted and print, as JSON, what caught it."""

import json
import sys
from pathlib import Path

from tests.planted.bugs import BUGS
from tests.planted.patching import patched, plant, source_path

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Plant the named bug and search for it with its seeds; 0 whether it was caught or not."""
    bug = next(bug for bug in BUGS if bug.id == sys.argv[1])
    source = source_path(bug.module, ROOT).read_text(encoding="utf-8")
    plant(bug.module, patched(source, bug.old, bug.new, bug.id))
    # Only now: the product must be imported with the bug in it.
    from tests.sim.houses import HOUSES
    from tests.sim.run import Broken, simulate

    done, house = 0, HOUSES[bug.house]
    for seed in bug.seeds:
        try:
            done += simulate(seed, bug.steps // len(bug.seeds), house).steps
        except Broken as broken:
            json.dump(
                {"caught": broken.finding.name, "steps": done + broken.step, "said": broken.finding.sentence},
                sys.stdout,
            )
            return 0
    json.dump({"caught": "", "steps": done, "said": ""}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
