"""Amounts, dates, hands and refusals as people read them."""

from datetime import datetime

import pytest

from cashier.money import EUR, HUF, Currency
from cashier.refusal import Code, Refusal
from controller.language import TextError, load_language
from controller.vocab.hand_records import HandCategory, HandName
from controller.vocab.profile import Stakes

EN = load_language("en")
FI = load_language("fi")
SV = load_language("sv")
HU = load_language("hu")


def spaced(text: str) -> str:
    """`text` with each space made unbreakable."""
    return text.replace(" ", "\u00a0")


@pytest.mark.parametrize(
    ("amount", "finnish", "english"),
    [
        (124000, "1 240,00 €", "1 240.00 €"),
        (0, "0,00 €", "0.00 €"),
        (5, "0,05 €", "0.05 €"),
        (99999, "999,99 €", "999.99 €"),
        (123456789, "1 234 567,89 €", "1 234 567.89 €"),
        (-1050, "\u221210,50 €", "\u221210.50 €"),
    ],
)
def test_money_in_full(amount: int, finnish: str, english: str) -> None:
    assert FI.money(amount, EUR) == spaced(finnish)
    assert EN.money(amount, EUR) == spaced(english)


def test_brief_money_drops_only_a_fraction_of_zero() -> None:
    assert FI.money(3000, EUR, brief=True) == spaced("30 €")
    assert FI.money(3050, EUR, brief=True) == spaced("30,50 €")


def test_a_bare_amount_has_no_sign_of_currency() -> None:
    assert FI.amount(124000, EUR) == spaced("1 240")


def test_a_currency_without_minor_units_has_no_fraction() -> None:
    assert FI.money(1500, Currency("JPY", 0)) == spaced("1 500 JPY")


def test_other_currencies_bring_their_sign() -> None:
    assert FI.money(150000, HUF, brief=True) == spaced("1 500 Ft")


def test_stakes_name_the_currency_once() -> None:
    assert FI.stakes(Stakes(small_blind=50, big_blind=100, ante=0, unit=50), EUR) == spaced("0,50/1 €")


def test_percent() -> None:
    assert FI.percent(50) == spaced("5 %")
    assert FI.percent(25) == spaced("2,5 %")


def test_dates_follow_the_language() -> None:
    moment = datetime(2026, 11, 3, 9, 5)
    assert FI.date_time(moment) == "3.11.2026 09:05"
    assert EN.date_time(moment) == "3 Nov 2026 09:05"


@pytest.mark.parametrize(
    ("category", "ranks", "english", "finnish"),
    [
        ("high-card", (14,), "Ace high", "Ässähai"),
        ("high-card", (14, 12, 9, 7, 2), "Ace high", "Ässähai"),
        ("pair", (13,), "Pair of kings", "Kuningaspari"),
        ("two-pair", (13, 9), "Two pair, kings and nines", "Kaksi paria, kuninkaat ja ysit"),
        ("trips", (6,), "Three sixes", "Kuutoskolmoset"),
        ("straight", (5,), "Straight to the five", "Suora viitoseen"),
        ("flush", (14,), "Flush, ace high", "Väri, ässähai"),
        ("full-house", (13, 9), "Full house, kings over nines", "Täyskäsi, kuninkaat ja ysit"),
        ("quads", (2,), "Four twos", "Kakkosneloset"),
        ("straight-flush", (9,), "Straight flush to the nine", "Värisuora ysiin"),
        ("straight-flush", (14,), "Royal flush", "Kuningasvärisuora"),
    ],
)
def test_hands_in_words(category: HandCategory, ranks: tuple[int, ...], english: str, finnish: str) -> None:
    name = HandName(category=category, ranks=ranks)
    assert EN.hand_name(name) == english
    assert FI.hand_name(name) == finnish


@pytest.mark.parametrize(
    ("category", "ranks", "swedish", "hungarian"),
    [
        ("high-card", (14,), "Högsta kort äss", "Ász magas"),
        ("pair", (13,), "Par i kungar", "Királypár"),
        ("two-pair", (13, 9), "Två par, kungar och nior", "Két pár, király és kilences"),
        ("trips", (6,), "Triss i sexor", "Hatosdrill"),
        ("straight", (5,), "Stege till femma", "Sor ötösig"),
        ("flush", (14,), "Färg, högst äss", "Szín, ász magas"),
        ("full-house", (13, 9), "Kåk, kungar och nior", "Full, király és kilences"),
        ("quads", (2,), "Fyrtal i tvåor", "Kettespóker"),
        ("straight-flush", (9,), "Färgstege till nia", "Színsor kilencesig"),
        ("straight-flush", (14,), "Kunglig färgstege", "Royal flush"),
    ],
)
def test_hands_in_swedish_and_hungarian(
    category: HandCategory, ranks: tuple[int, ...], swedish: str, hungarian: str
) -> None:
    name = HandName(category=category, ranks=ranks)
    assert SV.hand_name(name) == swedish
    assert HU.hand_name(name) == hungarian


def test_swedish_and_hungarian_figures() -> None:
    moment = datetime(2026, 11, 3, 9, 5)
    assert (SV.date_time(moment), HU.date_time(moment)) == ("3.11.2026 09:05", "2026. 11. 03. 09:05")
    assert SV.money(124000, EUR) == HU.money(124000, EUR) == spaced("1 240,00 €")
    assert HU.money(150000, HUF, brief=True) == spaced("1 500 Ft")


def test_swedish_bends_what_is_counted_and_hungarian_does_not() -> None:
    assert [SV.plural("asked.run-times", count) for count in (1, 3)] == ["1 gång", "3 gånger"]
    assert [HU.plural("asked.run-times", count) for count in (1, 3)] == ["1 alkalom", "3 alkalom"]


def test_a_category_alone_is_a_bare_noun() -> None:
    assert EN.category("trips") == "three of a kind"
    assert FI.category("trips") == "kolmoset"


def test_plural_follows_the_count() -> None:
    assert EN.plural("confirm.may-call", 1) == "1 player may still call."
    assert EN.plural("confirm.may-call", 4) == "4 players may still call."
    assert FI.plural("confirm.may-call", 4) == "4 pelaajaa voi vielä maksaa."


@pytest.mark.parametrize("code", Code)
def test_every_refusal_is_one_sentence_without_its_facts(code: Code) -> None:
    for language in (EN, FI, SV, HU):
        sentence = language.refusal(Refusal(code), EUR)
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_a_refusal_gives_its_numbers_when_it_knows_them() -> None:
    refusal = Refusal(Code.BUY_IN_TOO_SMALL, {"least": 8000})
    assert FI.refusal(refusal, EUR) == f"Pienin sisäänosto on {spaced('80 €')}."
    assert EN.refusal(Refusal(Code.SEAT_TAKEN, {"seat": 4}), EUR) == "Seat 4 is taken. Please choose another."


def test_facts_that_a_sentence_does_not_speak_of_are_no_error() -> None:
    assert EN.refusal(Refusal(Code.NO_HAND, {"hand": 7}), EUR) == "No hand is being played."


def test_a_missing_fact_is_named() -> None:
    with pytest.raises(TextError, match=r"log\.wins speaks of 'amount'"):
        EN.text("log.wins", name="Aino")
