"""The system's calls on files, with the power going at any one of them; what was not flushed may be gone then."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


class PowerCutError(Exception):
    """The power went."""


class PowerOs:
    """Stands in the place of `os`. `cut_at` counts changes from 0; `gone` says that nothing unflushed survives."""

    def __init__(self, cut_at: int, *, gone: bool) -> None:
        self._cut_at = cut_at
        self._gone = gone
        self.done = 0
        self._paths: dict[int, Path] = {}
        self._unflushed: dict[Path, bytes] = {}
        """Files whose contents are not durable, with those that are."""
        self._undo: list[tuple[Path, Callable[[], None]]] = []
        """Changes of names in a folder that are not durable, the latest last."""

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _change(self) -> None:
        if self.done == self._cut_at:
            self._lose()
            raise PowerCutError
        self.done += 1

    def _lose(self) -> None:
        if not self._gone:
            return
        for _folder, undo in reversed(self._undo):
            undo()
        for path, contents in self._unflushed.items():
            if path.exists():
                path.write_bytes(contents)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        path = Path(path)
        if flags & os.O_CREAT:
            self._change()
            if not path.exists():
                self._undo.append((path.parent, lambda: path.unlink(missing_ok=True)))
            self._unflushed[path] = path.read_bytes() if path.exists() else b""
        descriptor = os.open(path, flags, mode)
        self._paths[descriptor] = path
        return descriptor

    def write(self, descriptor: int, contents: bytes) -> int:
        self._change()
        return os.write(descriptor, contents)

    def fsync(self, descriptor: int) -> None:
        self._change()
        path = self._paths[descriptor]
        self._unflushed.pop(path, None)
        self._undo = [(folder, undo) for folder, undo in self._undo if folder != path]

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def mkdir(self, path: Path, mode: int = 0o777) -> None:
        self._change()
        os.mkdir(path, mode)
        self._undo.append((path.parent, lambda: shutil.rmtree(path)))

    def symlink(self, target: str, path: Path) -> None:
        self._change()
        os.symlink(target, path)
        self._undo.append((path.parent, path.unlink))

    def unlink(self, path: Path) -> None:
        self._change()
        path = Path(path)
        restore = self._keeper(path)
        os.unlink(path)
        self._undo.append((path.parent, restore))

    def rmdir(self, path: Path) -> None:
        self._change()
        os.rmdir(path)
        self._undo.append((path.parent, lambda: os.mkdir(path)))

    def replace(self, old: Path, new: Path) -> None:
        self._change()
        restore = self._keeper(new) if os.path.lexists(new) else lambda: None
        os.replace(old, new)
        if old in self._unflushed:
            self._unflushed[new] = self._unflushed.pop(old)

        def undo() -> None:
            os.replace(new, old)
            restore()

        self._undo.append((new.parent, undo))

    @staticmethod
    def _keeper(path: Path) -> Callable[[], None]:
        if path.is_symlink():
            target = os.readlink(path)
            return lambda: path.symlink_to(target)
        contents, mode = path.read_bytes(), path.stat().st_mode

        def restore() -> None:
            path.write_bytes(contents)
            path.chmod(mode)

        return restore


def cut(
    monkeypatch: pytest.MonkeyPatch, modules: list[Any], work: Callable[[], object], at: int, *, gone: bool
) -> bool:
    """Do some work with the power going at change `at`; whether it went before all was done."""
    with monkeypatch.context() as patched:
        for module in modules:
            patched.setattr(module, "os", PowerOs(at, gone=gone) if module is modules[0] else modules[0].os)
        try:
            work()
        except PowerCutError:
            return True
    return False
