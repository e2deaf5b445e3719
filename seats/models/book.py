"""The rules on a seat's screen: this table's own facts first, then the game's rule book, two chapters to a spread.

The chapters are those of `jakaja rules`. A long one goes on in the next column under its own heading; a table of hands
has spreads to itself.
"""

from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Final, TypeVar

import msgspec

from controller.language.rule_text import ToldHand, ToldRules, ToldSection, ToldStep
from controller.vocab.ids import HandId
from controller.wire.view import View
from seats.models.jackpot import month_lines, pool_lines
from seats.models.welcome import table_facts
from seats.models.words import Fact, Words, header

COLUMN_LINES: Final = 16
"""Lines of a column under its heading."""

_SENTENCE_LETTERS: Final = 53
_STEP_LETTERS: Final = 36
_GAP_LINES: Final = 0.4
_MOST_HANDS: Final = 5

Part = TypeVar("Part")


class Chapter(msgspec.Struct, frozen=True):
    """One chapter: sentences, then facts, steps or a table of hands, whichever it has."""

    heading: str
    sentences: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    steps: tuple[ToldStep, ...] = ()
    hands: tuple[ToldHand, ...] = ()
    wide: bool = False
    """A table of hands over both columns."""
    code: str = ""
    """What a QR code holds that fills the rest of the column."""
    proof_of: HandId | None = None
    """The hand that the code proves, whether it has come yet or not."""
    printable: bool = False
    """Whether the kiosk may be asked to print the code."""


class Spread(msgspec.Struct, frozen=True):
    """What lies open: one chapter or two, and the keys to turn to others."""

    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    place: str
    back: str
    on: str
    close: str
    first: bool
    last: bool
    print: str = ""
    """The key that has the proof of `proof_of` printed; none where there is nothing to print."""
    proof_of: HandId | None = None


def spreads(view: View, rules: ToldRules | None, words: Words) -> tuple[tuple[Chapter, ...], ...]:
    """The chapters in pairs, in their order, and last how to check the cards; without a rule book yet, little more."""
    chapters = [_of_table(view, words)]
    for section in rules.sections if rules else ():
        chapters += _parts(section)
    pages: list[tuple[Chapter, ...]] = []
    for chapter in chapters:
        last = pages[-1] if pages else ()
        if len(last) == 1 and not last[0].wide and not chapter.wide:
            pages[-1] = (*last, chapter)
        else:
            pages.append((chapter,))
    return (*pages, _fairness(words))


def spread(view: View, rules: ToldRules | None, place: int, words: Words) -> Spread:
    """What lies open at `place`, counted from 0; beyond the last one the last."""
    title = rules.title if rules else header(view, words).title
    subtitle = rules.subtitle if rules else words.say("book.coming")
    return open_at(spreads(view, rules, words), place, title, subtitle, words)


def open_at(pages: tuple[tuple[Chapter, ...], ...], place: int, title: str, subtitle: str, words: Words) -> Spread:
    """One of these pages, and whether others come before or after it."""
    place = min(max(place, 0), len(pages) - 1)
    return Spread(
        title=title,
        subtitle=subtitle,
        chapters=pages[place],
        place=words.say("book.place", place=place + 1, pages=len(pages)),
        back=words.say("book.back"),
        on=words.say("book.on"),
        close=words.say("common.close"),
        first=place == 0,
        last=place == len(pages) - 1,
    )


def _parts(section: ToldSection) -> list[Chapter]:
    """A chapter of the book: a table of hands in as many parts as it needs, anything else in columns."""
    if not section.hands:
        return columns_of(section.heading, section.sentences, section.steps)
    rows = len(section.hands)
    size = ceil(rows / ceil(rows / _MOST_HANDS))
    tables = [section.hands[start : start + size] for start in range(0, rows, size)]
    return [Chapter(section.heading, section.sentences, hands=hands, wide=True) for hands in tables]


def columns_of(heading: str, sentences: tuple[str, ...], steps: tuple[ToldStep, ...]) -> list[Chapter]:
    """As many sentences and steps in each column as have room, all under one heading."""
    said = [Chapter(heading, part) for part in _filled(sentences, _sentence_lines)]
    room = COLUMN_LINES - (sum(map(_sentence_lines, said[-1].sentences)) if said else 0)
    parts = list(_filled(steps, _step_lines, room))
    if said and parts:
        said[-1] = msgspec.structs.replace(said[-1], steps=parts.pop(0))
    return [*said, *(Chapter(heading, steps=part) for part in parts)]


def _filled(
    parts: Iterable[Part], lines: Callable[[Part], float], room: float = COLUMN_LINES
) -> Iterator[tuple[Part, ...]]:
    """The parts in their order, as many together as fill a column; the first has `room` lines left."""
    column: list[Part] = []
    used = 0.0
    for part in parts:
        if used + lines(part) > room and (column or room < COLUMN_LINES):
            yield tuple(column)
            column, used, room = [], 0.0, COLUMN_LINES
        column.append(part)
        used += lines(part)
    if column:
        yield tuple(column)


def _sentence_lines(sentence: str) -> float:
    return ceil(len(sentence) / _SENTENCE_LETTERS) + _GAP_LINES


def _step_lines(step: ToldStep) -> float:
    return ceil(len(step.text) / _STEP_LETTERS) + _GAP_LINES


def _fairness(words: Words) -> tuple[Chapter, Chapter]:
    """How a player can check the cards, and what that proves and does not (docs/fairness.md)."""
    how, meaning = (
        tuple(words.say(f"fair.{key}") for key in keys)
        for keys in (("together", "locked", "receipt", "page"), ("shows", "secret", "shuffle", "looking"))
    )
    return Chapter(words.say("fair.title"), how), Chapter(words.say("fair.meaning"), meaning)


def _of_table(view: View, words: Words) -> Chapter:
    """What holds at this table: limits, buy-in, fees, jackpots, and whose hand leads the month."""
    limits = header(view, words).limits
    facts = [Fact(words.say("book.limits"), limits)] if limits else []
    return Chapter(
        heading=words.say("book.table"),
        sentences=month_lines(view, words),
        facts=(*facts, *table_facts(view, words), *pool_lines(view, words)),
    )
