"""The languages and how each writes numbers, amounts and dates."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import msgspec
from babel.dates import format_date

from cashier.money import Currency
from controller.vocab.profile import Language as LanguageCode

NO_BREAK: Final = "\u00a0"
MINUS: Final = "\u2212"


class Locale(msgspec.Struct, frozen=True):
    """One language: its own name, the label on its key, and its figures.

    `day` is a Unicode date pattern (CLDR), as Babel reads it; `group` stands between groups of three digits.
    """

    code: LanguageCode
    name: str
    label: str
    decimal: str
    day: str
    clock: str = "{hour:02d}:{minute:02d}"
    group: str = NO_BREAK

    def number(self, value: int) -> str:
        """Write a whole number in groups of three digits: `18 204`."""
        sign = MINUS if value < 0 else ""
        return sign + f"{abs(value):,}".replace(",", self.group)

    def amount(self, value: int, currency: Currency, *, brief: bool = False) -> str:
        """Write minor units as a bare amount, `1 240,00`; `brief` drops a fraction of zero: `1 240`."""
        whole, fraction = divmod(abs(value), currency.units)
        text = self.number(whole)
        if currency.exponent and not (brief and fraction == 0):
            text += f"{self.decimal}{fraction:0{currency.exponent}d}"
        return MINUS + text if value < 0 else text

    def money(self, value: int, currency: Currency, *, brief: bool = False) -> str:
        """Write minor units with the currency's sign behind, kept on one line: `1 240,00 €`."""
        return self.amount(value, currency, brief=brief) + NO_BREAK + sign_of(currency)

    def percent(self, permille: int) -> str:
        """Write a share given in thousandths: 50 is `5 %`, 25 is `2,5 %`."""
        whole, tenth = divmod(permille, 10)
        text = self.number(whole) + (f"{self.decimal}{tenth}" if tenth else "")
        return text + NO_BREAK + "%"

    def date(self, moment: datetime) -> str:
        """Write the calendar day of `moment` in the zone it carries."""
        return format_date(moment.date(), self.day, locale=self.code)

    def time(self, moment: datetime) -> str:
        """Write the hour and minute of `moment` in the zone it carries: `22:14`."""
        return self.clock.format(hour=moment.hour, minute=moment.minute)


def sign_of(currency: Currency) -> str:
    """Return the sign that stands for a currency, or its code if it has none here."""
    return _SIGNS.get(currency.code, currency.code)


_SIGNS: Final[Mapping[str, str]] = {"EUR": "€", "HUF": "Ft", "SEK": "kr", "GBP": "£"}

LOCALES: Final[Mapping[LanguageCode, Locale]] = {
    "en": Locale(code="en", name="English", label="EN", decimal=".", day="d MMM y"),
    "fi": Locale(code="fi", name="suomi", label="FI", decimal=",", day="d.M.y"),
    "sv": Locale(code="sv", name="svenska", label="SV", decimal=",", day="d.M.y"),
    "hu": Locale(code="hu", name="magyar", label="HU", decimal=",", day="y. MM. dd."),
}
"""A language needs a row here and a catalogue `locale/<code>.po`; nothing else."""
