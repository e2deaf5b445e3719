"""Planting a weakness in a product that is imported already: functions get other code, whoever holds them.

`tests/planted` changes a module before anything imports it, which takes a process for each bug. Attacks are short, so
here a child of one process is weakened instead; the change must lie within functions, for what stands at the top of a
module has run.
"""

import gc
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType

from tests.attacks.attack import Patch, Weakness
from tests.planted.patching import PatchError, patched, source_path

ROOT = Path(__file__).parents[2]

_Place = tuple[str, int]
"""A function by its qualified name and the line where it begins."""

Functions = Mapping[str, Sequence[FunctionType]]
"""Every function that there is, by the file of its source."""


def functions_in_memory() -> Functions:
    """Look for all of them, once everything is imported."""
    found: dict[str, list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType:
            found.setdefault(one.__code__.co_filename, []).append(one)
    return found


def plant(weakness: Weakness, functions: Functions) -> None:
    """Have the functions of the running product do as the weakness says. Raises `PatchError`."""
    for module in dict.fromkeys(patch.module for patch in weakness.patches):
        patches = tuple(patch for patch in weakness.patches if patch.module == module)
        if is_file(module):
            _pretend(ROOT / module, changed_file(module, patches))
        else:
            path = str(source_path(module, ROOT))
            _replace(module, functions.get(path, ()), changed_functions(module, patches))


def is_file(module: str) -> bool:
    """Whether a patch is one of a file that is no module."""
    return "/" in module


def changed_file(name: str, patches: tuple[Patch, ...]) -> str:
    """What a file says with these patches. Raises `PatchError`."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for patch in patches:
        text = patched(text, patch.old, patch.new, name)
    return text


def changed_functions(module: str, patches: tuple[Patch, ...]) -> dict[_Place, CodeType]:
    """The new code of every function that the patches change, with all functions round it. Raises `PatchError`."""
    path = source_path(module, ROOT)
    source = weakened = path.read_text(encoding="utf-8")
    for patch in patches:
        weakened = patched(weakened, patch.old, patch.new, module)
    before, after = (compile(text, str(path), "exec", dont_inherit=True) for text in (source, weakened))
    changed = dict(_differences(before, after))
    if not changed:
        raise PatchError(f"{module}: the patch changes no function; write it anew")
    return changed


def _differences(before: CodeType, after: CodeType) -> Iterator[tuple[_Place, CodeType]]:
    """Yield what differs, from the inside out."""
    inner = [code for code in before.co_consts if isinstance(code, CodeType)]
    others = [code for code in after.co_consts if isinstance(code, CodeType)]
    if len(inner) != len(others) or before.co_freevars != after.co_freevars:
        raise PatchError(f"{before.co_qualname}: a patch must leave the functions within as they are")
    within = [found for one, other in zip(inner, others, strict=True) for found in _differences(one, other)]
    yield from within
    is_function = before.co_flags & _NEW_LOCALS
    if _own(before) != _own(after) and not is_function:
        raise PatchError(f"{before.co_qualname}: has run already; patch a function instead")
    if is_function and (within or _own(before) != _own(after)):
        yield (before.co_qualname, before.co_firstlineno), after


_NEW_LOCALS = 0x02
"""CO_NEWLOCALS: the code of a function, and neither that of a module nor that of a class."""


def _own(code: CodeType) -> tuple[object, ...]:
    """What a function does, but for the functions within it and the lines where it stands."""
    constants = tuple(repr(value) for value in code.co_consts if not isinstance(value, CodeType | int))
    numbers = tuple(value for value in code.co_consts if isinstance(value, int))
    names = (code.co_names, code.co_varnames, code.co_cellvars)
    # The first line of a class stands among its constants since Python 3.13; nothing else moves with the source.
    return code.co_code, constants, numbers if code.co_flags & _NEW_LOCALS else (), names


def _pretend(path: Path, text: str) -> None:
    """Have whoever reads this file read another text."""
    read_text = Path.read_text

    def changed(file: Path, encoding: str | None = None, errors: str | None = None) -> str:
        return text if file.absolute() == path else read_text(file, encoding, errors)

    Path.read_text = changed  # type: ignore[method-assign, assignment]


def _replace(module: str, functions: Sequence[FunctionType], changed: dict[_Place, CodeType]) -> None:
    """Give the functions of a module that are anywhere in memory their new code."""
    missing = set(changed)
    for one in functions:
        place = (one.__code__.co_qualname, one.__code__.co_firstlineno)
        if place in changed:
            one.__code__ = changed[place]
            missing.discard(place)
    # Functions within functions are made anew by those round them.
    if left := {name for name, _line in missing if "<locals>" not in name}:
        raise PatchError(f"{module}: {', '.join(sorted(left))} cannot be reached: not imported, or compiled")
