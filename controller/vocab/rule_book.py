"""The rules of a game as players read them, before they are put into words.

A book is made of sayings: keys of the catalogues and the facts they speak of. It crosses the wire as it is, and each
screen tells it in the language it shows (`controller.language`).
"""

from typing import Literal

import msgspec

from controller.vocab.hand_records import HandName
from evaluator_ext import Card

FactKind = Literal["number", "spelt", "amount", "percent", "text", "verbatim"]
"""How a fact is written: in figures, in letters, as money, as a share in thousandths, by the text of its key, or as it
stands, which is for names out of a profile."""


class Fact(msgspec.Struct, frozen=True):
    """What stands in one place of a saying. A fact of kind `text` is the key of another text; all but verbatim
    ones are numbers otherwise."""

    name: str
    value: int | str
    kind: FactKind = "number"


class Saying(msgspec.Struct, frozen=True):
    """One sentence: the key of its text and its facts; `count` chooses between the forms of a text that has two."""

    key: str
    facts: tuple[Fact, ...] = ()
    count: int | None = None


class Step(msgspec.Struct, frozen=True):
    """One step of a hand, or one game of a rotation: what it is called and what happens."""

    label: Saying
    says: tuple[Saying, ...] = ()


class RankedHand(msgspec.Struct, frozen=True):
    """An example of a hand and what it is called; the first of a kind says what makes it and decides between two."""

    cards: tuple[Card, ...]
    name: HandName
    says: Saying | None = None


class Section(msgspec.Struct, frozen=True):
    """One part of a book in the order of its fields; of `steps` and `hands` most sections have none."""

    heading: Saying
    says: tuple[Saying, ...] = ()
    steps: tuple[Step, ...] = ()
    hands: tuple[RankedHand, ...] = ()


class RuleBook(msgspec.Struct, frozen=True):
    """A game's or a rotation's rules under one rule set."""

    title: Saying
    subtitle: Saying
    sections: tuple[Section, ...]
