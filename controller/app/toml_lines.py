"""Where the keys of a TOML file stand: the line of each, so that a complaint about a value can name it.

The standard library's reader keeps no lines. This one reads no values: of a file that is already known to be TOML it
follows the keys, the table headings and the brackets, and nothing else.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and places in arrays counted from 0."""

_TOKENS: Final = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
  | (?P<text>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
  | (?P<newline>\n)
  | (?P<sign>[\[\]{}=,])
  | (?P<dot>\.)
  | (?P<bare>[A-Za-z0-9_-]+)
  | (?P<other>[^\S\n]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def key_lines(text: str) -> Mapping[Path, int]:
    """The line, counted from 1, of every key, heading and element of an array in `text`, which is TOML."""
    reader = _Reader(list(_tokens(text)))
    reader.read()
    return reader.lines


def nearest_line(lines: Mapping[Path, int], path: Path) -> int | None:
    """The line of a value or, if it is not written, of the innermost table around it that is."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path)


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for found in _TOKENS.finditer(text):
        kind = found.lastgroup or "other"
        if kind != "comment" and (kind != "other" or not found.group().isspace()):
            yield _Token(kind, found.group(), line)
        line += found.group().count("\n")


class _Reader:
    """Goes through the tokens once. Headings set the table that keys belong to."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._arrays: dict[Path, int] = {}
        """How many tables each `[[array]]` has so far."""
        self.lines: dict[Path, int] = {}

    def read(self) -> None:
        table: Path = ()
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind == "newline":
                self._at += 1
            elif token.text == "[":
                table = self._heading()
            else:
                self._pair(table)

    def _heading(self) -> Path:
        line, brackets = self._tokens[self._at].line, 0
        while self._peek() == "[":
            self._at, brackets = self._at + 1, brackets + 1
        keys = self._key()
        self._at += brackets
        path: Path = ()
        for key in keys[:-1]:
            self.lines.setdefault((*path, key), line)
            path = self._latest((*path, key))
        path = (*path, keys[-1])
        self.lines.setdefault(path, line)
        if brackets == 2:
            self._arrays[path] = self._arrays.get(path, -1) + 1
            path = (*path, self._arrays[path])
            self.lines[path] = line
        return path

    def _latest(self, path: Path) -> Path:
        """The table that a heading below this path belongs to: of an array of tables the last."""
        return (*path, self._arrays[path]) if path in self._arrays else path

    def _pair(self, table: Path) -> None:
        """One `key = value`, wherever it stands."""
        line, path = self._tokens[self._at].line, table
        for key in self._key():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._at += 1
        self._value(path)

    def _key(self) -> list[str]:
        keys = []
        while self._kind() in ("bare", "text", "dot"):
            token = self._tokens[self._at]
            if token.kind != "dot":
                keys.append(_unquoted(token.text))
            self._at += 1
        return keys

    def _value(self, path: Path) -> None:
        match self._peek():
            case "[":
                self._array(path)
            case "{":
                self._inline_table(path)
            case _:
                while self._kind() not in ("newline", "", "sign"):
                    self._at += 1

    def _array(self, path: Path) -> None:
        self._at += 1
        place = 0
        while self._peek() != "]":
            if self._kind() == "newline" or self._peek() == ",":
                self._at += 1
                continue
            self.lines[(*path, place)] = self._tokens[self._at].line
            self._value((*path, place))
            place += 1
        self._at += 1

    def _inline_table(self, path: Path) -> None:
        self._at += 1
        while self._peek() != "}":
            if self._kind() == "newline" or self._peek() == ",":
                self._at += 1
            else:
                self._pair(path)
        self._at += 1

    def _peek(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _kind(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else ""


def _unquoted(key: str) -> str:
    """The key that is written, without its quotation marks."""
    return str(tomllib.loads(f"key = {key}")["key"]) if key[0] in "\"'" else key
