"""`python -m tests.attacks`: make every attack and print the table.

It ends with 1 if an attack succeeded, or if one failed although its weakness was planted.
"""

import argparse
import sys

import msgspec

from tests.attacks.page import write
from tests.attacks.suite import Result, make
from tests.attacks.table import ATTACKS


def lines_of(result: Result) -> list[str]:
    """What the table says of an attack: a line for itself, and one for each weakness."""
    lines = [f"{result.attack:<34} {result.held:<10} {'':<62} {result.seconds:6.2f} s"]
    lines += [f"{'':<34} {tried.fate:<10} {tried.weakness[:62]:<62} {tried.seconds:6.2f} s" for tried in result.tried]
    told = [result.said, *(tried.said for tried in result.tried)]
    return lines + [f"    {word}" for said in told for word in said.splitlines()]


def main() -> int:
    """Make all attacks, or those that are named; 0 if every one failed and every weakness let its own succeed."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("attack", nargs="*", help="only these, by their ids")
    parser.add_argument("--json", action="store_true", help="print what came of each attack as JSON")
    parser.add_argument("--page", action="store_true", help="make nothing but the tables of docs/security.md")
    arguments = parser.parse_args()
    if arguments.page:
        write()
        return 0
    named = arguments.attack
    unknown = set(named) - {attack.id for attack in ATTACKS}
    if unknown:
        sys.stderr.write(f"{', '.join(sorted(unknown))}: no such attack; see docs/security.md\n")
        return 2
    results = []
    for result in make([attack for attack in ATTACKS if not named or attack.id in named]):
        results.append(result)
        if not arguments.json:
            say(*lines_of(result))
    if arguments.json:
        say(msgspec.json.encode(results).decode())
    else:
        held = sum(result.held == "held" for result in results)
        weaknesses = [tried for result in results for tried in result.tried]
        found = sum(tried.fate == "succeeded" for tried in weaknesses)
        say(
            f"{held} of {len(results)} attacks were held off; "
            f"with {found} of {len(weaknesses)} weaknesses they succeeded"
        )
    return 0 if all(result.is_good for result in results) else 1


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
