"""`python -m tests.fuzz.inside SOURCE SECONDS SEED FOLDER`: the fuzzer's own process, which libFuzzer ends itself."""

import sys
from pathlib import Path
from typing import Final, cast

import atheris

ROOMS: Final = ("cashier", "controller", "tests.fuzz.weak")
"""Whose lines the fuzzer follows."""

with atheris.instrument_imports(include=list(ROOMS)):
    from tests.fuzz.parser import LONGEST, Source, TooSlow, Undeclared, chosen, examine
    from tests.fuzz.parsers import WITH_THE_WEAK


def fuzz(source: Source, seconds: int, seed: int, folder: Path) -> None:
    """Try a source's parsers and end the process: 0 where all held, 77 where one did not (its words are printed)."""
    parsers = WITH_THE_WEAK[source]

    def one(data: bytes) -> None:
        parser, rest = chosen(parsers, data)
        try:
            examine(parser, rest)
        except (Undeclared, TooSlow) as finding:
            sys.stderr.write(f"FOUND {finding}\n")
            raise

    words = [sys.argv[0], f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=5"]
    atheris.Setup([*words, "-rss_limit_mb=1024", f"-artifact_prefix={folder}/found-", f"{folder}/corpus"], one)
    atheris.Fuzz()


if __name__ == "__main__":
    named, seconds, seed, folder = sys.argv[1:]
    fuzz(cast("Source", named), int(seconds), int(seed), Path(folder))
