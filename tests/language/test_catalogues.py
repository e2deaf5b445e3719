"""Every language says the same things, and everything the program asks for."""

import ast
import fnmatch
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import cast, get_args

import pytest

from cashier.records import Condition, VoucherState
from cashier.refusal import Code
from controller.language import LOCALES, CatalogueError, Language, UnknownText, load_language, load_languages
from controller.language.catalogue import Texts, parse_texts
from controller.language.hand_names import FORMS
from controller.vocab.hand_records import ActKind, HandCategory, PostKind, RowName, Standing
from controller.vocab.profile import Language as LanguageCode
from controller.vocab.table_records import PauseCause
from controller.wire.view import SeatStatus

ROOT = Path(__file__).parents[2]
SPEAKING_ROOMS = ("seats", "cashier", "controller")
KEY = re.compile(r"[a-z0-9.*-]+")
WORD = re.compile(r"\{[^}]*\}|([A-Za-z]{3,})")
NAMES = (
    "game.",
    "rules.set.",
    "rules.mix.name.",
    "rules.structure.",
    "hand.royal-flush",
    "jackpot.",
    "taste.terms-note",
)
"""How the keys begin of names that may be the same in every language."""
FILES = ("py", "po", "png", "toml", "key", "sock", "db")

CATALOGUES = ROOT / "controller" / "language" / "locale"


def catalogue(code: str) -> Texts:
    """The texts of one file, without the English ones that stand in for what it lacks."""
    return parse_texts((CATALOGUES / f"{code}.po").read_bytes(), code)


LANGUAGES = load_languages()
PLACEHOLDERS = {code: catalogue(code).placeholders for code in LOCALES}
TRANSLATIONS = [code for code in LOCALES if code != "en"]


def asked_keys(source: str, groups: Collection[str]) -> Iterator[str]:
    """Yield each string of a module that has the shape of a key of one of the catalogue's groups.

    What is filled in at run time, as in `f"status.{seat.status}"`, is left as a star; the part before it is no key.
    """
    tree = ast.parse(source)
    pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        group, _, rest = text.partition(".")
        if group in groups and KEY.fullmatch(rest) and rest.rpartition(".")[2] not in ("", *FILES):
            yield text


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_each_language_has_the_keys_and_placeholders_of_english(code: LanguageCode) -> None:
    assert PLACEHOLDERS[code] == PLACEHOLDERS["en"]


@pytest.mark.parametrize("room", SPEAKING_ROOMS)
def test_every_text_the_code_asks_for_exists(room: str) -> None:
    known = PLACEHOLDERS["en"].keys()
    groups = {key.partition(".")[0] for key in known}
    missing = [
        f"{path.relative_to(ROOT)}: {key}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for key in asked_keys(path.read_text(encoding="utf-8"), groups)
        if not fnmatch.filter(known, key)
    ]
    assert missing == []


def test_no_text_is_left_over() -> None:
    """Every text is asked for somewhere, by its key or by one that is filled in at run time."""
    known = PLACEHOLDERS["en"].keys()
    groups = {key.partition(".")[0] for key in known}
    sources = (path for room in SPEAKING_ROOMS for path in (ROOT / room).rglob("*.py"))
    asked = {key for path in sources for key in asked_keys(path.read_text(encoding="utf-8"), groups)}
    assert [key for key in known if not any(fnmatch.fnmatchcase(key, pattern) for pattern in asked)] == []


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_no_text_is_the_english_one_by_mistake(code: LanguageCode) -> None:
    """Several words that are the same in two languages were forgotten."""
    english, other = LANGUAGES["en"], LANGUAGES[code]
    same = [key for key in PLACEHOLDERS["en"] if other.template(key) == english.template(key)]
    words = {key: [word for word in WORD.findall(english.template(key)) if word] for key in same}
    assert [key for key in same if len(words[key]) > 1 and not key.startswith(NAMES)] == []


def test_the_scan_finds_plain_and_built_keys_and_nothing_else() -> None:
    source = """
say.text("act.fold", f"status.{seat.status}", f"log.{kind}-with", "act now.", "act.toml", f"{key}.exact")
KEYS = {"all-in": "act.all-in"}
"""
    found = ["act.all-in", "act.fold", "log.*-with", "status.*"]
    assert sorted(set(asked_keys(source, {"act", "status", "log"}))) == found


@pytest.mark.parametrize(
    ("group", "members"),
    [
        ("status", get_args(SeatStatus)),
        ("last", (*get_args(ActKind), *get_args(PostKind), "bet")),
        ("log", (*get_args(ActKind), *get_args(PostKind), "bet")),
        ("row", get_args(RowName)),
        ("standing", get_args(Standing)),
        ("act", (*get_args(ActKind), "bet", "all-in")),
        ("condition", get_args(Condition)),
        ("voucher", get_args(VoucherState)),
        ("pause", get_args(PauseCause)),
        ("category", get_args(HandCategory)),
        ("hand", get_args(HandCategory)),
        ("refusal", tuple(Code)),
    ],
)
def test_every_member_of_a_closed_list_has_a_text(group: str, members: tuple[str, ...]) -> None:
    assert {f"{group}.{member}" for member in members} <= PLACEHOLDERS["en"].keys()


def test_every_rank_has_every_form_a_hand_name_may_use() -> None:
    wanted = {f"rank.{form}.{rank}" for forms in FORMS.values() for form in forms for rank in range(2, 15)}
    assert wanted <= PLACEHOLDERS["en"].keys()


def test_hand_forms_cover_the_categories() -> None:
    assert set(FORMS) == set(get_args(HandCategory))


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_an_unknown_key_is_an_error_and_never_shown(language: Language) -> None:
    with pytest.raises(UnknownText, match=r"seat\.no-such-text"):
        language.text("seat.no-such-text")
    with pytest.raises(UnknownText, match=r"seat\.no-such-text"):
        language.plural("seat.no-such-text", 2)


def test_a_language_without_a_catalogue_is_refused_with_the_choice() -> None:
    with pytest.raises(CatalogueError, match="choose one of en, fi, sv, hu"):
        load_language(cast("LanguageCode", "et"))


def test_every_language_a_profile_may_name_has_a_catalogue() -> None:
    assert set(LOCALES) == set(get_args(LanguageCode)) == {path.stem for path in CATALOGUES.glob("*.po")}


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_what_a_catalogue_lacks_is_said_in_english(code: LanguageCode) -> None:
    english = catalogue("en")
    text = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "act.fold"\nmsgstr "Pois"\n'
    texts = parse_texts(text, "xx.po", instead=english)
    language = Language(LOCALES[code], texts)
    assert (language.text("act.fold"), language.text("act.check")) == ("Pois", "Check")
    with pytest.raises(UnknownText):
        language.text("act.no-such-text")


def test_a_broken_catalogue_is_named() -> None:
    with pytest.raises(CatalogueError, match=r"xx\.po is no catalogue .*: mend the file"):
        parse_texts(b"no catalogue at all\n", "xx.po")


def test_an_empty_text_is_no_text() -> None:
    with pytest.raises(CatalogueError, match=r"act\.fold has no text"):
        parse_texts(
            b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "act.fold"\nmsgstr ""\n', "xx.po"
        )


def test_a_text_with_an_open_brace_is_refused() -> None:
    with pytest.raises(CatalogueError, match="is no catalogue"):
        parse_texts(b'msgid "act.fold"\nmsgstr "Fold {"\n', "xx.po")
