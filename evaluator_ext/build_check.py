"""Which modules are compiled, and whether a compiled module on disk still belongs to its source.

A compiled module lies beside its source and always wins at import, so after an edit without a build the old code would
run without a word. Every build therefore links a stamp into the file as its ELF build id: the SHA-1 of the source, of
all C declarations (modules that share them are built together), of the compiler directives and of the Cython version;
for a module in C, of its C files and the compiler's options.
Time stamps play no part. `setup.py` loads this file on its own, by path, so that builder and checker cannot disagree;
hence it imports nothing of the project.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha1
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final, TypeAlias

Directives: TypeAlias = Mapping[str, bool | int]

COMPILED: Final[Mapping[str, Directives]] = {
    "evaluator_ext.high": {"boundscheck": False, "wraparound": False},
    "evaluator_ext.equity.boards": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.equity.dealing": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.equity.tally": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.rankings.badugi": {"boundscheck": False, "wraparound": False},
    "evaluator_ext.rankings.batches": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.rankings.tables": {"boundscheck": False, "wraparound": False},
}
"""Every compiled module with the Cython directives it has beside the common ones."""

IN_C: Final[Mapping[str, str]] = {"evaluator_ext._kernels": "evaluator_ext/kernels"}
"""Every module written in C with the folder of its sources; there is no interpreted form of it."""

C_OPTIONS: Final = ("-std=gnu11", "-O3", "-pthread", "-fvisibility=hidden")
"""How a module in C is compiled: for any processor of the machine's kind, never for the one at hand alone."""

COMMON: Final[Directives] = {"language_level": 3, "annotation_typing": False}
"""Types come from the `.pxd` alone: an annotation `int` stays a Python int and never truncates."""

CYTHON: Final = "3.3.1"
"""The Cython version that builds the project, the same as in pyproject.toml."""

ROOT: Final = Path(__file__).resolve().parent.parent


class StaleBuildError(ImportError):
    """A compiled module on disk was built from another source than the one beside it."""


def source_of(module: str, root: Path = ROOT) -> Path:
    """The Python source of a compiled module."""
    return root.joinpath(*module.split(".")).with_suffix(".py")


def c_sources(module: str, root: Path = ROOT) -> list[Path]:
    """The C sources and headers of a module in C; none where only the compiled module was installed."""
    return sorted((root / IN_C[module]).glob("*.[ch]"))


def directives(module: str) -> Directives:
    """All Cython directives of a compiled module."""
    return {**COMMON, **COMPILED[module]}


def stamp(module: str, root: Path = ROOT) -> bytes:
    """The twenty bytes that tell from what a compiled module was built."""
    if module in IN_C:
        return _stamp_c(module, root)
    digest = sha1(repr((module, CYTHON, sorted(directives(module).items()))).encode(), usedforsecurity=False)
    sources = [source_of(name, root) for name in sorted(COMPILED)]
    declarations = [source.with_suffix(".pxd") for source in sources]
    for path in (source_of(module, root), *declarations):
        digest.update(sha1(path.read_bytes(), usedforsecurity=False).digest())
    return digest.digest()


def _stamp_c(module: str, root: Path) -> bytes:
    digest = sha1(repr((module, C_OPTIONS)).encode(), usedforsecurity=False)
    for path in c_sources(module, root):
        digest.update(path.name.encode() + sha1(path.read_bytes(), usedforsecurity=False).digest())
    return digest.digest()


def matches(extension: Path, expected: bytes) -> bool:
    """Whether the file exists and carries the expected stamp."""
    return extension.exists() and expected in extension.read_bytes()


def stale_modules(root: Path = ROOT) -> list[str]:
    """The compiled modules on disk that do not match their source; one that is not built is not stale."""
    return [
        module
        for module in (*COMPILED, *IN_C)
        if module in COMPILED or c_sources(module, root)
        for suffix in EXTENSION_SUFFIXES
        if (built := source_of(module, root).with_suffix(suffix)).exists() and not matches(built, stamp(module, root))
    ]


def refuse_stale(root: Path = ROOT) -> None:
    """Raise StaleBuildError, in one line that says how to mend it, when a compiled module is not that of its source."""
    stale = stale_modules(root)
    if stale:
        raise StaleBuildError(
            f"{', '.join(stale)}: compiled from another source than the one in {root}; "
            "run `make build`, or set JAKAJA_PURE=1 to run the source interpreted"
        )


class _SourceOnly:
    """Finds the source of the modules in COMPILED, whether or not a compiled file lies beside it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in COMPILED:
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname, target)
            if spec is not None:
                return spec
        return None


def pure_wanted() -> bool:
    """Whether the environment asks for the interpreted form: JAKAJA_PURE=1."""
    return os.environ.get("JAKAJA_PURE", "0") not in {"", "0"}


def install() -> None:
    """Make all later imports of compiled modules run their source; a second call changes nothing."""
    if not any(isinstance(finder, _SourceOnly) for finder in sys.meta_path):
        sys.meta_path.insert(0, _SourceOnly())
