"""One language as screens and tickets use it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from cashier.money import Currency
from cashier.refusal import Refusal
from controller.language.catalogue import CatalogueError, Texts, read_texts, with_terms
from controller.language.hand_names import rank_keys, sentence_of
from controller.language.locales import LOCALES, Locale
from controller.vocab.hand_records import HandCategory, HandName
from controller.vocab.profile import Language as LanguageCode
from controller.vocab.profile import Stakes

MONEY_FACTS: Final = frozenset({"amount", "balance", "call", "least", "left", "max_to", "min_to", "most", "to", "unit"})
"""Facts of a refusal that are amounts in minor units."""

INTERNATIONAL: Final = frozenset(
    {
        *(f"act.{verb}" for verb in ("fold", "check", "call", "bet", "raise", "raise-to", "all-in", "bring-in")),
        *(f"last.{verb}" for verb in ("check", "call", "bet", "raise", "bring-in", "small-blind", "big-blind")),
        "ahead.check",
        "ahead.check-or-fold",
        "bet.all-in",
    }
)
"""Texts that stay English for a player who has learnt the game by its English words (ui.md §2)."""

TIME_FACTS: Final = frozenset({"since", "until"})
"""Facts of a refusal that are instants of the wall clock (ms), told in the machine's own zone."""


class TextError(Exception):
    """A text was asked for without a fact that it speaks of."""


class Language:
    """Texts, amounts, dates and names in one language. It never changes once loaded."""

    def __init__(self, locale: Locale, texts: Texts) -> None:
        self.locale: Final = locale
        self._texts: Final = texts

    @property
    def code(self) -> LanguageCode:
        """The language's code, as profiles name it."""
        return self.locale.code

    def text(self, key: str, **facts: int | str) -> str:
        """Return the text of `key` with its facts filled in.

        Amounts and dates among the facts are written beforehand (`money`, `date`). Raises UnknownText for a key
        that no catalogue has, TextError if a fact is missing.
        """
        return _filled(key, self._texts.translations.gettext(key), facts)

    def plural(self, key: str, count: int, **facts: int | str) -> str:
        """Return the text of `key` in the form that `count` asks for. Raises like `text`."""
        form = self._texts.translations.ngettext(key, key, count)
        return _filled(key, form, {"count": self.locale.number(count), **facts})

    def international(self) -> "Language":
        """Return this language with the English words for what is done at the table."""
        return Language(self.locale, with_terms(self._texts, INTERNATIONAL, read_texts("en")))

    def template(self, key: str) -> str:
        """Return the text of `key` with its `{placeholders}`, for whoever fills them in. Raises UnknownText."""
        return self._texts.translations.gettext(key)

    def knows(self, key: str) -> bool:
        """Return whether the catalogue has a text under `key`."""
        return key in self._texts.placeholders

    def number(self, value: int) -> str:
        """Write a whole number in groups of three digits: `18 204`."""
        return self.locale.number(value)

    def money(self, amount: int, currency: Currency, *, brief: bool = False) -> str:
        """Write minor units with the currency's sign: `1 240,00 €`; `brief` writes whole amounts as `30 €`."""
        return self.locale.money(amount, currency, brief=brief)

    def amount(self, amount: int, currency: Currency) -> str:
        """Write minor units briefly and without the currency's sign, where a row of amounts shares it: `506`."""
        return self.locale.amount(amount, currency, brief=True)

    def percent(self, permille: int) -> str:
        """Write a share given in thousandths: 50 is `5 %`."""
        return self.locale.percent(permille)

    def stakes(self, stakes: Stakes, currency: Currency) -> str:
        """Write the blinds as tables are called by them: `2/4 €`."""
        small = self.locale.amount(stakes.small_blind, currency, brief=True)
        return f"{small}/{self.locale.money(stakes.big_blind, currency, brief=True)}"

    def date(self, moment: datetime) -> str:
        """Write the day of `moment` in the zone it carries: `30.11.2026`."""
        return self.locale.date(moment)

    def time(self, moment: datetime) -> str:
        """Write hour and minute of `moment` in the zone it carries: `22:14`."""
        return self.locale.time(moment)

    def date_time(self, moment: datetime) -> str:
        """Write day, hour and minute of `moment` in the zone it carries."""
        return f"{self.date(moment)} {self.time(moment)}"

    def hand_name(self, name: HandName) -> str:
        """Write what a hand is, as a sentence begins: `Full house, kings over nines`."""
        ranks = {place: self.text(key) for place, key in rank_keys(name).items()}
        sentence = self.text(sentence_of(name), **ranks)
        return sentence[:1].upper() + sentence[1:]

    def category(self, category: HandCategory) -> str:
        """Write the bare name of a hand category: `full house`."""
        return self.text(f"category.{category}")

    def refusal(self, refusal: Refusal, currency: Currency) -> str:
        """Write why a request was refused, in one sentence, with its numbers where they are known."""
        key = f"refusal.{refusal.code}"
        wanted = self._texts.placeholders.get(f"{key}.exact")
        if wanted is not None and wanted <= refusal.facts.keys():
            key = f"{key}.exact"
        return self.text(key, **{name: self._fact(name, fact, currency) for name, fact in refusal.facts.items()})

    def _fact(self, name: str, fact: int | str, currency: Currency) -> str:
        if isinstance(fact, int) and name in TIME_FACTS:
            return self.date_time(datetime.fromtimestamp(fact / 1000, UTC).astimezone())
        if isinstance(fact, int):
            return self.money(fact, currency, brief=True) if name in MONEY_FACTS else self.number(fact)
        return fact


def load_language(code: LanguageCode) -> Language:
    """Load one language. Raises CatalogueError if there is none of that code, or its catalogue is broken."""
    locale = LOCALES.get(code)
    if locale is None:
        raise CatalogueError(f"there is no language {code!r} yet: choose one of {', '.join(LOCALES)}")
    return Language(locale, read_texts(code))


def load_languages() -> Mapping[LanguageCode, Language]:
    """Load every language there is, in the order of their keys on the kiosk."""
    return {code: load_language(code) for code in LOCALES}


def _filled(key: str, text: str, facts: Mapping[str, int | str]) -> str:
    try:
        return text.format_map(facts)
    except (KeyError, IndexError) as missing:
        raise TextError(f"the text {key} speaks of {missing}, and it was not given") from missing
