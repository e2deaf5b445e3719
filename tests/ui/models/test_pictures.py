"""Every text and amount of the design pictures comes from a model, in English and in Finnish."""

from datetime import datetime

import msgspec

from cashier.money import Money
from evaluator_ext import print_cards
from seats.models import local as seat_local
from seats.models import touches
from seats.models.local import SeatLocal
from seats.models.seat import SeatModel, seat_model

EVENING = datetime(2026, 11, 30, 22, 14)
NOW = 100_000


def shown(view, language, local=None) -> SeatModel:
    return seat_model(view, language, seat_local.update(local or SeatLocal(), view), NOW, EVENING)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def chosen(view, language, preset):
    local = seat_local.update(SeatLocal(), view)
    return touches.choose_preset(local, shown(view, language, local), preset)


def test_the_turn_in_english(turn_view, en):
    model = shown(turn_view, en, chosen(turn_view, en, "two-thirds-pot"))
    assert (model.header.title, plain(model.header.limits), model.clock) == ("Hold'em", "No limit 2/4 €", "22:14")
    assert (model.labels.help, model.labels.attendant, model.labels.menu) == ("Help", "Attendant", "Menu")
    assert (model.log.street, print_cards(model.log.cards)) == ("Flop", "Ks 9d 4s")
    assert plain(model.log.words) == "Zsófia bets 30 €"
    assert [(place.name, place.stack, place.status) for place in model.ring] == [
        ("Tuomas", "147", "Folded"),
        ("Linnea", "200", "Sitting out"),
        ("Kaarlo", "506", ""),
        ("Aino", "412", "Folded"),
        ("Mikko", "84", ""),
        ("Erik", "643", ""),
        ("Helmi", "198", "Folded"),
        ("Zsófia", "346", ""),
        ("Oskari", "271", "Folded"),
    ]
    zsofia = model.ring[7]
    assert (zsofia.bet_words, zsofia.bet_figure, zsofia.backs) == ("Bets", "30", 2)
    assert [mark.letters for place in model.ring for mark in place.marks] == ["D", "SB", "BB"]
    assert (model.middle.pot.words, plain(model.middle.pot.amount)) == ("Pot", "92 €")
    assert [(fee.words, plain(fee.value)) for fee in model.middle.fees] == [("rake", "5 %, at most 10 €")]
    own, turn, pad = model.own, model.turn, model.pad
    assert own
    assert turn
    assert pad
    assert (own.stack_words, plain(own.stack), own.kiosk_words) == ("Your stack", "328 €", "At the kiosk")
    assert (plain(own.kiosk), own.hint) == ("160 €", "Hold to look")
    assert (turn.words, turn.seconds, turn.bar) == ("Your turn", "18 s", 600)
    assert [(preset.words, preset.figure, preset.chosen) for preset in pad.presets] == [
        ("Min", "60", False),
        ("1/2 pot", "91", False),
        ("2/3 pot", "111", True),
        ("Pot", "152", False),
        ("All in", "328", False),
    ]
    assert (pad.pot_after_words, plain(pad.pot_after)) == ("Pot after", "203 €")
    assert (pad.keep_words, plain(pad.keep)) == ("You keep", "217 €")
    keys = [(key.words, plain(key.amount), key.legal) for key in model.keys]
    assert keys == [("Fold", "", True), ("Call", "30 €", True), ("Raise to", "111 €", True)]


def test_the_turn_in_finnish(turn_view, fi):
    model = shown(turn_view, fi, chosen(turn_view, fi, "two-thirds-pot"))
    assert plain(model.log.words) == "Zsófia panosti 30 €"
    assert (model.labels.help, model.labels.attendant, model.labels.menu) == ("Ohje", "Hoitaja", "Valikko")
    assert model.pad
    assert [preset.words for preset in model.pad.presets] == [
        "Minimi",
        "1/2 pottia",
        "2/3 pottia",
        "Potti",
        "Kaikki peliin",
    ]
    assert (model.pad.pot_after_words, model.pad.keep_words) == ("Uusi potti", "Sinulle jää")
    assert [key.words for key in model.keys] == ["Luovu", "Maksa", "Korota, yhteensä"]
    assert model.turn
    assert (model.turn.words, model.middle.pot.words) == ("Sinun vuorosi", "Potti")


def test_waiting(waiting_view, en):
    local = seat_local.update(SeatLocal(), waiting_view)
    model = shown(waiting_view, en, seat_local.tick_ahead(local, waiting_view, "check-or-fold"))
    assert model.mode == "ahead"
    assert model.turn
    assert (model.turn.words, model.turn.seconds) == ("Zsófia to act", "21 s")
    assert [(box.words, box.note, box.ticked) for box in model.ahead] == [
        ("Check or fold", "for this turn", True),
        ("Check", "only while it is free", False),
    ]
    assert model.labels.ahead == "Any bet or raise clears it. Nobody sees your choice."
    assert [(key.words, key.amount, key.legal) for key in model.keys] == [
        ("Fold", "", False),
        ("Check", "", False),
        ("Bet", "", False),
    ]
    assert [place.acting for place in model.ring].index(True) == 7


def test_peeking(turn_view, en):
    model = shown(turn_view, en, seat_local.lift_cards(SeatLocal(), turn_view))
    assert model.mode == "peek"
    assert model.own
    assert (model.own.hand, print_cards(model.own.cards)) == ("Three kings", "Kh Kd")
    assert (model.labels.let_go, model.labels.cards_drop) == (
        "Let go to act",
        "The cards drop as soon as you lift your hand",
    )
    assert [(key.words, plain(key.amount), key.legal) for key in model.keys] == [
        ("Fold", "", False),
        ("Call", "30 €", False),
        ("Raise to", "60 €", False),
    ]


def test_the_question_before_all_in(turn_view, en):
    local = chosen(turn_view, en, "all-in")
    press = touches.press_raise(shown(turn_view, en, local))
    assert isinstance(press, seat_local.Confirm)
    model = shown(turn_view, en, seat_local.ask(local, press))
    assert model.question
    assert plain(model.question.headline) == "All in with 328 €?"
    assert model.question.lines == ("You keep nothing behind.", "4 players may still call.")
    assert (plain(model.question.yes), model.question.no) == ("Yes, all in 328 €", "No, go back")
    assert model.pad
    assert (plain(model.pad.pot_after), plain(model.pad.keep)) == ("420 €", "0 €")
    assert not any(key.legal for key in model.keys)


def test_amounts_are_written_in_the_tables_currency(turn_view, en):
    assert turn_view.profile
    forint = msgspec.structs.replace(turn_view.profile.currency, code="HUF")
    turn_view.profile = msgspec.structs.replace(turn_view.profile, currency=forint)
    turn_view.balance = Money(124_000)
    own = shown(turn_view, en).own
    assert own
    assert plain(own.kiosk) == "1 240 Ft"
