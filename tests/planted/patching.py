"""Importing the product with one piece of one module's source replaced: how bugs and mutants are planted."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from evaluator_ext.build_check import COMPILED, interpret, room_of


class PatchError(Exception):
    """A patch does not fit the source any more; one sentence says which."""


def patched(source: str, old: str, new: str, where: str) -> str:
    """Return `source` with its one piece `old` replaced. Raises `PatchError` unless it is there exactly once."""
    if source.count(old) != 1:
        raise PatchError(f"{where}: {old!r} is there {source.count(old)} times; write the patch anew")
    return source.replace(old, new)


def source_path(module: str, root: Path) -> Path:
    """Return the source file of a module of the project."""
    path = root.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


class _PatchedLoader(SourceFileLoader):
    """Compiles the given source in place of the file's."""

    def __init__(self, fullname: str, path: str, source: str) -> None:
        super().__init__(fullname, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self._source, self.path, "exec", dont_inherit=True)
        return code


class _PatchedFinder(MetaPathFinder):
    def __init__(self, module: str, source: str) -> None:
        self._module = module
        self._source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _PatchedLoader(fullname, spec.origin, self._source)
        return spec


def plant(module: str, source: str) -> None:
    """Have `module` imported from `source`; it must not have been imported yet."""
    if module in sys.modules:
        raise PatchError(f"{module} is imported already: plant first")
    if module in COMPILED:
        # A source that is run in place of a compiled module can only stand among others that are interpreted.
        interpret(room_of(module))
    sys.meta_path.insert(0, _PatchedFinder(module, source))
