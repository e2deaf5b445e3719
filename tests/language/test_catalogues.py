"""Every language says the same things, and everything the program asks for."""

import re
from pathlib import Path
from typing import get_args

import pytest

from cashier.records import Condition, VoucherState
from cashier.refusal import Code
from controller.language import LOCALES, CatalogueError, Language, UnknownText, load_language, load_languages
from controller.language.catalogue import parse_texts, read_texts
from controller.language.hand_names import FORMS
from controller.vocab.hand_records import ActKind, HandCategory, PostKind
from controller.vocab.profile import Language as LanguageCode
from controller.vocab.table_records import PauseCause
from controller.wire.view import SeatStatus

ROOT = Path(__file__).parents[2]
SPEAKING_ROOMS = ("seats", "cashier", "controller")
ASKED = re.compile(r'\.(?:text|plural)\(\s*(f?)"([^"]+)"')

LANGUAGES = load_languages()
PLACEHOLDERS = {code: read_texts(code).placeholders for code in LOCALES}


def asked_keys() -> list[tuple[str, str, bool]]:
    """(file, key or fixed beginning of a key, whether it is only the beginning) for each text the code asks for."""
    found = []
    for room in SPEAKING_ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for form, key in ASKED.findall(path.read_text(encoding="utf-8")):
                found.append((str(path.relative_to(ROOT)), key.split("{")[0] if form else key, bool(form)))
    return found


@pytest.mark.parametrize("code", [code for code in LOCALES if code != "en"])
def test_each_language_has_the_keys_and_placeholders_of_english(code: LanguageCode) -> None:
    assert PLACEHOLDERS[code] == PLACEHOLDERS["en"]


def test_every_text_the_code_asks_for_exists() -> None:
    known = PLACEHOLDERS["en"]
    missing = [
        (where, key)
        for where, key, is_beginning in asked_keys()
        if not (any(each.startswith(key) for each in known) if is_beginning else key in known)
    ]
    assert missing == []


def test_the_scan_for_asked_texts_finds_plain_and_built_keys() -> None:
    source = 'x.text("act.fold") + x.plural(\n    "confirm.may-call", 2) + x.text(f"status.{status}")'
    assert ASKED.findall(source) == [("", "act.fold"), ("", "confirm.may-call"), ("f", "status.{status}")]


@pytest.mark.parametrize(
    ("group", "members"),
    [
        ("status", get_args(SeatStatus)),
        ("last", (*get_args(ActKind), *get_args(PostKind), "bet")),
        ("log", (*get_args(ActKind), *get_args(PostKind), "bet")),
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
    with pytest.raises(CatalogueError, match="choose one of en, fi"):
        load_language("hu")


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
