"""What one player has chosen for his own screen: language, words, deck (requirements R-UI-10, R-UI-11).

It never leaves the screen. A taste is forgotten when its player's seat is taken by another.
"""

from collections.abc import Mapping

import msgspec

from controller.language import Language
from controller.vocab.profile import Language as LanguageCode

Languages = Mapping[LanguageCode, Language]


class Taste(msgspec.Struct, frozen=True):
    """`speak` is None for the table's own language; `terms` keeps check, call and raise English."""

    speak: LanguageCode | None = None
    terms: bool = False
    two_colours: bool = False


class TasteKey(msgspec.Struct, frozen=True):
    """The key of one language."""

    code: LanguageCode
    label: str
    chosen: bool


class TasteModel(msgspec.Struct, frozen=True):
    """The sheet of a player's own choices; `terms` and `deck` are the words on their boxes."""

    taste: Taste
    languages: tuple[TasteKey, ...]
    terms: str
    terms_note: str
    deck: str
    deck_note: str
    close: str


def spoken(taste: Taste, own: Language, languages: Languages) -> Language:
    """The language a screen speaks whose table speaks `own`."""
    language = own if taste.speak is None else languages.get(taste.speak, own)
    return language.international() if taste.terms else language


def taste_model(taste: Taste, language: Language, languages: Languages) -> TasteModel:
    """Put the choices into words."""
    return TasteModel(
        taste=taste,
        languages=tuple(
            TasteKey(code, known.locale.label, known.code == language.code) for code, known in languages.items()
        ),
        terms=language.text("taste.terms"),
        terms_note=language.text("taste.terms-note"),
        deck=language.text("taste.deck"),
        deck_note=language.text("taste.deck-note"),
        close=language.text("common.close"),
    )
