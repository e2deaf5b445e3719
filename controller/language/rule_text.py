"""A rule book told in one language: headings, paragraphs, steps and tables of hands, as plain text."""

from collections.abc import Iterable

import msgspec

from cashier.money import Currency
from controller.language.language import Language
from controller.vocab.rule_book import Fact, RankedHand, RuleBook, Saying, Section
from evaluator_ext import Card


class ToldStep(msgspec.Struct, frozen=True):
    """One step of a hand: its name and what happens."""

    label: str
    text: str


class ToldHand(msgspec.Struct, frozen=True):
    """One row of a table of hands: the cards of the example, its name, and what makes it."""

    cards: tuple[Card, ...]
    name: str
    text: str


class ToldSection(msgspec.Struct, frozen=True):
    """One part of the rules: its sentences, then its steps or its table of hands, where it has any."""

    heading: str
    sentences: tuple[str, ...]
    steps: tuple[ToldStep, ...]
    hands: tuple[ToldHand, ...]


class ToldRules(msgspec.Struct, frozen=True):
    """A whole book in one language."""

    title: str
    subtitle: str
    sections: tuple[ToldSection, ...]


def tell(book: RuleBook, language: Language, currency: Currency) -> ToldRules:
    """Put a book into words. Raises UnknownText or TextError where the catalogue does not know what the book says."""
    return _Teller(language, currency).book(book)


class _Teller:
    """One language and the currency that amounts are in."""

    def __init__(self, language: Language, currency: Currency) -> None:
        self._language = language
        self._currency = currency

    def book(self, book: RuleBook) -> ToldRules:
        return ToldRules(
            title=self._say(book.title),
            subtitle=self._say(book.subtitle),
            sections=tuple(self._section(section) for section in book.sections),
        )

    def _section(self, section: Section) -> ToldSection:
        return ToldSection(
            heading=self._say(section.heading),
            sentences=tuple(self._say(saying) for saying in section.says),
            steps=tuple(ToldStep(self._say(step.label), self._paragraph(step.says)) for step in section.steps),
            hands=tuple(self._hand(hand) for hand in section.hands),
        )

    def _hand(self, hand: RankedHand) -> ToldHand:
        text = self._say(hand.says) if hand.says is not None else ""
        return ToldHand(cards=hand.cards, name=self._language.hand_name(hand.name), text=text)

    def _paragraph(self, says: Iterable[Saying]) -> str:
        return " ".join(self._say(saying) for saying in says)

    def _say(self, saying: Saying) -> str:
        facts = {fact.name: self._fact(fact) for fact in saying.facts}
        if saying.count is None:
            return self._language.text(saying.key, **facts)
        return self._language.plural(saying.key, saying.count, **facts)

    def _fact(self, fact: Fact) -> str:
        if isinstance(fact.value, str):
            return fact.value if fact.kind == "verbatim" else self._language.text(fact.value)
        match fact.kind:
            case "spelt":
                return self._language.text(f"rules.number.{fact.value}")
            case "amount":
                return self._language.money(fact.value, self._currency, brief=True)
            case "percent":
                return self._language.percent(fact.value)
            case _:
                return self._language.number(fact.value)
