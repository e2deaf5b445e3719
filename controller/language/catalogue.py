"""The gettext catalogues: one `.po` file a language, read as they are."""

import gettext
import io
from functools import cache
from importlib import resources
from string import Formatter
from typing import Final, NoReturn

import msgspec
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from controller.vocab.profile import Language as LanguageCode

_PACKAGE: Final = "controller.language"

_SOURCE: Final[LanguageCode] = "en"
"""The language that every text is written in first."""


class CatalogueError(Exception):
    """A catalogue is missing or broken; the sentence says which and what to do."""


class UnknownText(LookupError):  # noqa: N818 - what it tells is that a text is unknown
    """No catalogue entry has this key."""


class _NoFallback(gettext.NullTranslations):
    """Ends every look-up that the catalogue itself could not answer: a key is no text to show."""

    def gettext(self, message: str) -> NoReturn:
        raise UnknownText(f"no text has the key {message!r}: add it to every file in controller/language/locale")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        del msgid2, n
        self.gettext(msgid1)


class _Terms(gettext.NullTranslations):
    """Some texts of one catalogue, all others of another."""

    def __init__(self, keys: frozenset[str], first: gettext.NullTranslations, rest: gettext.NullTranslations) -> None:
        super().__init__()
        self._keys, self._first = keys, first
        self.add_fallback(rest)

    def gettext(self, message: str) -> str:
        return self._first.gettext(message) if message in self._keys else super().gettext(message)


class Texts(msgspec.Struct, frozen=True):
    """One language's texts by key, and each key's placeholders."""

    translations: gettext.NullTranslations
    placeholders: dict[str, frozenset[str]]


@cache
def read_texts(code: LanguageCode) -> Texts:
    """Read the catalogue of language `code`, once in a program. Raises CatalogueError if it is missing or broken.

    What a catalogue does not say yet is said in English: a player would rather read a foreign sentence than none.
    """
    where = f"controller/language/locale/{code}.po"
    try:
        source = resources.files(_PACKAGE).joinpath("locale", f"{code}.po").read_bytes()
    except OSError as error:
        raise CatalogueError(f"{where} cannot be read ({error.strerror}): install Jakaja again") from error
    return parse_texts(source, where, instead=None if code == _SOURCE else read_texts(_SOURCE))


def with_terms(texts: Texts, keys: frozenset[str], source: Texts) -> Texts:
    """Return `texts` with those of `keys` taken from `source`."""
    return Texts(_Terms(keys, source.translations, texts.translations), texts.placeholders)


def parse_texts(source: bytes, where: str, instead: Texts | None = None) -> Texts:
    """Read a catalogue from the bytes of its `.po` file; `where` names it in errors. Raises CatalogueError.

    `instead` has the texts that the file lacks.
    """
    try:
        catalogue = read_po(io.BytesIO(source), abort_invalid=True)
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        found = _placeholders(catalogue)
    except (PoFileError, UnicodeDecodeError, ValueError, LookupError) as error:
        raise CatalogueError(f"{where} is no catalogue ({error}): mend the file") from error
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    translations.add_fallback(_NoFallback() if instead is None else instead.translations)
    return Texts(
        translations=translations, placeholders=found if instead is None else {**instead.placeholders, **found}
    )


def _placeholders(catalogue: Catalog) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for message in catalogue:
        if not message.id:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        texts = (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))
        if not all(texts):
            raise ValueError(f"{key} has no text")
        found[key] = frozenset(name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None)
    return found
