"""`python -m tests.sim SEED [--steps M]`: run one seed of the simulated table and say what it came to."""

import argparse
import sys
import time

from tests.sim.houses import HOUSES
from tests.sim.run import Broken, Summary, simulate


def main() -> int:
    """Run what the command line asks for; 0 on success, 1 on a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description="the whole table, simulated")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="the seed from which everything follows")
    parser.add_argument("--steps", type=int, default=20_000, help="how many steps to run")
    parser.add_argument("--house", choices=HOUSES, default="holdem", help="the kind of table")
    asked = parser.parse_args()
    begun = time.perf_counter()
    try:
        summary = simulate(asked.seed, asked.steps, HOUSES[asked.house])
    except Broken as broken:
        _tell_broken(broken)
        return 1
    _tell(summary, time.perf_counter() - begun)
    return 0


def _tell(summary: Summary, seconds: float) -> None:
    lines = {
        "seed": summary.seed,
        "steps": summary.steps,
        "evenings": summary.evenings,
        **dict(sorted(summary.counts.items())),
    }
    for name, value in lines.items():
        sys.stdout.write(f"{name:24}{value:>12}\n")
    sys.stdout.write(f"{'event hash':24}{summary.hash}\n{'seconds':24}{seconds:>12.1f}\n")


def _tell_broken(broken: Broken) -> None:
    sys.stdout.write("the latest events:\n")
    for event in broken.latest:
        sys.stdout.write(f"  {event}\n")
    sys.stdout.write(f"seed {broken.seed}, step {broken.step}: {broken.finding.name}: {broken.finding.sentence}\n")
    sys.stdout.write(f"again: make sim SEED={broken.seed} STEPS={broken.step}\n")


if __name__ == "__main__":
    sys.exit(main())
