"""`python -m tests.fuzz [socket|usb|file|card|planted ...] [--seconds N] [--keep]`: bytes nobody meant for our parsers.

Each source's parsers are tried in one process of Atheris (libFuzzer), which follows the lines that the bytes reach:
the first byte of an input chooses the parser. It begins with what is kept under `corpus/` and the parsers' own seeds.
`--keep` writes what it found back there. `planted` is a parser that is weak on purpose and is not among all.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.fuzz.corpus import Input, keep, kept
from tests.fuzz.parser import Parser, Source, chosen
from tests.fuzz.parsers import PARSERS, WITH_THE_WEAK

ROOT: Final = Path(__file__).parents[2]


def as_input(parsers: Sequence[Parser], found: Input) -> bytes | None:
    """An input as the fuzzer takes it; None where its parser is no more."""
    places = [place for place, parser in enumerate(parsers) if parser.name == found.parser]
    return bytes(places[:1]) + found.data if places else None


def beginnings(source: Source) -> Iterator[bytes]:
    """What the fuzzer begins with: what was kept, and the seeds."""
    parsers = WITH_THE_WEAK[source]
    seeds = (Input(parser.name, seed) for parser in parsers for seed in parser.seeds)
    for found in (*kept(source), *seeds):
        given = as_input(parsers, found)
        if given is not None:
            yield given


def run(source: Source, seconds: int, seed: int, *, keeping: bool) -> bool:
    """Fuzz one source in a process of its own; True where every parser held."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _fill(folder / "corpus", beginnings(source))
        words = [sys.executable, "-m", "tests.fuzz.inside", source, str(seconds), str(seed), name]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        lines = done.stderr.splitlines()
        tried = next((line for line in reversed(lines) if line.startswith(("Done", "#"))), "nothing was tried")
        sys.stdout.write(f"{source:8}{len(WITH_THE_WEAK[source]):3} parsers: {tried}\n")
        if done.returncode:
            told = [line for line in lines if line.startswith("FOUND")] or lines[-20:]
            sys.stdout.write("".join(f"  {line}\n" for line in told))
        elif keeping:
            sys.stdout.write(f"  {_keep(source, folder / 'corpus')} inputs kept\n")
    return not done.returncode


def _fill(folder: Path, inputs: Iterable[bytes]) -> None:
    folder.mkdir()
    for number, data in enumerate(inputs):
        (folder / f"kept-{number}").write_bytes(data)


def _keep(source: Source, folder: Path) -> int:
    parsers = WITH_THE_WEAK[source]
    found = (chosen(parsers, path.read_bytes()) for path in folder.iterdir())
    return keep(source, (Input(parser.name, rest) for parser, rest in found))


def main() -> int:
    """Fuzz the sources that are named, or all; 1 where a parser did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="fuzz the parsers of outside bytes")
    parser.add_argument("sources", nargs="*", choices=[*WITH_THE_WEAK, []], help="only these sources")
    parser.add_argument("--seconds", type=int, default=60, help="of each source")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write what was found to tests/fuzz/corpus")
    given = parser.parse_args()
    sources: list[Source] = given.sources or list(PARSERS)
    held = [run(source, given.seconds, given.seed, keeping=given.keep) for source in sources]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
