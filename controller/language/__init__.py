"""What people read: texts in their language, amounts, dates, names of hands, refusals in a sentence."""

from controller.language.catalogue import CatalogueError, UnknownText
from controller.language.language import Language, TextError, load_language, load_languages
from controller.language.locales import LOCALES, Locale

__all__ = [
    "LOCALES",
    "CatalogueError",
    "Language",
    "Locale",
    "TextError",
    "UnknownText",
    "load_language",
    "load_languages",
]
