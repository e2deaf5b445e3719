"""Which modules are compiled, and whether a compiled module on disk still belongs to its source.

A compiled module lies beside its source and always wins at import, so after an edit without a build the old code would
run without a word. Every build therefore links a stamp into the file as its ELF build id: the SHA-1 of the source, of
all C declarations of its room (modules that share them are built together), of the compiler directives and of the
Cython version; for a module in C, of its C files and the compiler's options. Time stamps play no part.
`setup.py` loads this file on its own, by path, so that builder and checker cannot disagree; hence it imports nothing of
the project.

JAKAJA_PURE=1 has every module run interpreted from its source, JAKAJA_PURE=controller those of that room alone.
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

CHECKED: Final[Directives] = {"overflowcheck": True, "nonecheck": True}
"""Where chips move, a number too large for its C type and a field of None are errors, as in Python."""

COMPILED: Final[Mapping[str, Directives]] = {
    "evaluator_ext.eight_or_better": {},
    "evaluator_ext.high": {"boundscheck": False, "wraparound": False},
    "evaluator_ext.omaha": {},
    "evaluator_ext.equity.boards": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.equity.dealing": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.equity.tally": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.rankings.badugi": {"boundscheck": False, "wraparound": False},
    "evaluator_ext.rankings.batches": {"boundscheck": False, "wraparound": False, "cdivision": True},
    "evaluator_ext.rankings.table_judge": {},
    "evaluator_ext.rankings.tables": {"boundscheck": False, "wraparound": False},
    "controller.games.ranking": CHECKED,
    "controller.hand.betting": CHECKED,
    "controller.hand.dealing": CHECKED,
    "controller.hand.drawing": CHECKED,
    "controller.hand.limits": CHECKED,
    "controller.hand.model": CHECKED,
    "controller.hand.opening": CHECKED,
    "controller.hand.play": CHECKED,
    "controller.hand.runs": CHECKED,
    "controller.hand.settle": CHECKED,
    "controller.hand.showdown": CHECKED,
    "controller.hand.state": CHECKED,
    "controller.hand.terms": CHECKED,
    "controller.vocab.chips": CHECKED,
}
"""Every compiled module with the Cython directives it has beside the common ones."""

CALLED_IN_C: Final = "controller"
"""The room whose compiled modules call each other in C, so that all of them run compiled or none does."""

IN_C: Final[Mapping[str, str]] = {"evaluator_ext._kernels": "evaluator_ext/kernels"}
"""Every module written in C with the folder of its sources; there is no interpreted form of it."""

C_OPTIONS: Final = ("-std=gnu11", "-O3", "-g0", "-pthread", "-fvisibility=hidden")
"""How a module in C is compiled: for any processor of the machine's kind, never for the one at hand alone."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "controller": ("-O2", "-g0", "-Wno-array-bounds"),
    "evaluator_ext": ("-g0",),
}
"""How a room's generated C is compiled, beside the interpreter's own options: many modules that must build soon.

Nothing for debuggers, here and in C: it would hold the folder in which it was built, and no two builds were the same.
"""

COMMON: Final[Directives] = {"language_level": 3, "annotation_typing": False, "show_performance_hints": False}
"""Types come from the `.pxd` alone: an annotation `int` stays a Python int and never truncates. Hints at what
could be faster are for those who ask: most point to code that runs once."""

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


def options(module: str) -> list[str]:
    """The compiler's options for the generated C of a compiled module."""
    return list(OPTIONS.get(room_of(module), ()))


def stamp(module: str, root: Path = ROOT) -> bytes:
    """The twenty bytes that tell from what a compiled module was built."""
    if module in IN_C:
        return _stamp_c(module, root)
    made_by = (module, CYTHON, sorted(directives(module).items()), *options(module))
    digest = sha1(repr(made_by).encode(), usedforsecurity=False)
    for path in (source_of(module, root), *_declarations(room_of(module), root)):
        digest.update(sha1(path.read_bytes(), usedforsecurity=False).digest())
    return digest.digest()


def _declarations(room: str, root: Path) -> list[Path]:
    declared = (source_of(name, root).with_suffix(".pxd") for name in sorted(COMPILED) if room_of(name) == room)
    return [path for path in declared if path.exists()]


def room_of(module: str) -> str:
    """The top-level package of a module."""
    return module.partition(".")[0]


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
        for built in _built(module, root)
        if not matches(built, stamp(module, root))
    ]


def missing_modules(root: Path = ROOT) -> list[str]:
    """The modules that are not built though others are that call them in C: those find no interpreted one."""
    together = [module for module in COMPILED if room_of(module) == CALLED_IN_C]
    missing = [module for module in together if not _built(module, root)]
    return missing if len(missing) < len(together) else []


def _built(module: str, root: Path) -> list[Path]:
    source = source_of(module, root)
    return [path for suffix in EXTENSION_SUFFIXES if (path := source.with_suffix(suffix)).exists()]


def unfit(root: Path = ROOT) -> str:
    """Why a compiled module may not run, in one line that says how to mend it; empty when all may.

    Modules of a room that is to run interpreted do not count.
    """
    mend = "run `make build`, or set JAKAJA_PURE=1 to run the source interpreted"
    stale = [module for module in stale_modules(root) if not pure_wanted(room_of(module))]
    if stale:
        return f"{', '.join(stale)}: compiled from another source than the one in {root}; {mend}"
    missing = [] if pure_wanted(CALLED_IN_C) else missing_modules(root)
    if missing:
        return f"{', '.join(missing)}: not compiled, while the modules that call them are; {mend}"
    return ""


class _SourceOnly:
    """Finds the source of some modules, whether or not a compiled file lies beside it."""

    def __init__(self) -> None:
        self.modules: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.modules:
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname, target)
            if spec is not None:
                return spec
        return None


def pure_rooms() -> set[str]:
    """The rooms of which the environment asks for the interpreted form."""
    wanted = os.environ.get("JAKAJA_PURE", "0")
    rooms = {room_of(module) for module in COMPILED}
    return rooms & set(wanted.split(",")) or (set() if wanted in {"", "0"} else rooms)


def pure_wanted(room: str = "evaluator_ext") -> bool:
    """Whether the environment asks for the interpreted form of a room's modules."""
    return room in pure_rooms()


def interpret(*rooms: str) -> None:
    """Make all later imports of these rooms' compiled modules run their source."""
    finder = next((finder for finder in sys.meta_path if isinstance(finder, _SourceOnly)), None)
    if finder is None:
        finder = _SourceOnly()
        sys.meta_path.insert(0, finder)
    finder.modules.update(module for module in COMPILED if room_of(module) in rooms)
