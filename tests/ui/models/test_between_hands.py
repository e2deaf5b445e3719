"""UI-2.9: the seat between hands: free, reserved, sitting out, broke, leaving, and the code for the money."""

import pytest

from cashier import records as cash
from cashier.money import Money
from cashier.records import ClaimId, RequestId
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.wire.fold import fold
from controller.wire.view import View
from evaluator_ext import parse_card
from seats.models import local as seat_local
from seats.models import touches
from seats.models.local import SeatLocal
from seats.models.seat import seat_model


@pytest.fixture
def view(profile):
    view = View(own=4)
    fold(view, tr.ProfileAdopted(profile))
    return view


def buy(view, amount=20_000, name="Helmi"):
    fold(view, tr.BoughtIn(RequestId("a" * 32), 4, name, Money(amount), amount, Money(0)))


def look(view, language, local=None):
    return seat_model(view, language, seat_local.update(local or SeatLocal(), view), 0)


def test_before_a_profile_the_screen_says_that_it_is_connecting(en):
    model = look(View(own=4), en)
    assert model.banner.kind == "connecting"
    assert (model.ring, model.own, model.header.title) == ((), None, "")


def test_a_seat_screen_needs_a_seat(en):
    with pytest.raises(ValueError, match="needs the view of a seat"):
        look(View(), en)


def test_ui_2_9_a_free_seat_says_where_to_buy_in(view, en, fi):
    model = look(view, en)
    assert (model.mode, model.aside.welcome.headline, model.notices) == ("free", "Seat 4 is free", ())
    assert (model.own, model.choices[0].legal) == (None, False)
    assert look(view, fi).aside.welcome.headline == "Paikka 4 on vapaa"
    assert [place.seat for place in model.ring] == [5, 6, 7, 8, 9, 10, 1, 2, 3]


@pytest.mark.parametrize(
    ("waits", "words"),
    [(False, "You are dealt in with the next hand"), (True, "You are dealt in at your big blind")],
)
def test_ui_2_9_a_new_player_reads_when_he_is_dealt_in(view, en, waits, words):
    buy(view)
    fold(view, tr.SatIn(4, waits=waits))
    model = look(view, en)
    assert (model.mode, model.notices) == ("rest", (words,))
    assert model.headline == "Waiting for players"


def test_ui_2_9_sitting_out_tells_what_is_owed(view, en):
    buy(view)
    fold(view, tr.SatOut(4, "asked"))
    fold(view, tr.BlindMissed(4, small=True, big=True))
    notices = look(view, en).notices
    assert notices == (
        "You are sitting out",
        "You owe the big blind",
        "Your chips stay; missed blinds are noted",
    )
    assert [choice.id for choice in look(view, en).choices] == ["sit-in", "leave"]


def test_ui_2_9_a_broke_player_cannot_sit_in_but_can_leave(view, en):
    buy(view, amount=0)
    fold(view, tr.SatOut(4, "bust"))
    model = look(view, en)
    assert model.notices == ("Your chips are gone. Buy more at the kiosk",)
    assert [(choice.id, choice.legal) for choice in model.choices] == [("sit-in", False), ("leave", True)]
    assert touches.press_choice(model, "sit-in") is None


def test_ui_2_9_chips_that_wait_for_the_hand_are_told(view, en):
    buy(view)
    fold(view, tr.SatIn(4, waits=False))
    fold(view, tr.ChipsReserved(RequestId("b" * 32), 4, "Helmi", Money(5_000), Money(0)))
    assert "50\u00a0€ reaches your stack after this hand" in look(view, en).notices


def test_ui_2_9_who_asked_to_leave_is_told_so_and_asked_no_more(view, en):
    buy(view)
    fold(view, tr.LeaveAsked(4, "123456"))
    model = look(view, en)
    assert model.notices == ("You leave when this hand is over",)
    assert not any(choice.legal for choice in model.choices)


def test_ui_2_9_the_code_for_the_money_is_shown_until_it_is_collected(view, en):
    buy(view)
    fold(view, tr.SeatLeft(4, 20_000))
    fold(view, cash.ClaimOpened(ClaimId(9), 4, Money(20_000)))
    fold(view, cash.ClaimCodeGiven(ClaimId(9), 4, "048213"))
    model = look(view, en)
    assert (model.mode, model.aside.claim.headline) == ("claim", "Your money waits at the kiosk")
    assert model.aside.claim.code == "Code 048213"
    assert model.aside.claim.how == "Type the code there to collect 200\u00a0€"
    fold(view, cash.ClaimCollected(RequestId("c" * 32), ClaimId(9), Money(20_000), Money(20_000)))
    assert look(view, en).mode == "free"


def test_ui_2_9_the_next_player_never_sees_the_last_ones_code(view, en):
    fold(view, cash.ClaimOpened(ClaimId(9), 4, Money(20_000)))
    fold(view, cash.ClaimCodeGiven(ClaimId(9), 4, "048213"))
    buy(view, name="Onni")
    model = look(view, en)
    assert (model.mode, model.aside.claim) == ("rest", None)


def test_the_first_button_is_drawn_with_open_cards(view, en):
    buy(view)
    drawn = (tr.DrawnCard(4, parse_card("As")), tr.DrawnCard(5, parse_card("2c")))
    fold(view, tr.ButtonDrawn(drawn, button=4))
    model = look(view, en)
    assert model.headline == "Helmi has the first button"
    assert model.ring[0].drawn == parse_card("2c")


def test_the_shuffle_is_told(view, en):
    buy(view)
    fold(view, tr.HandDue(HandId(1)))
    assert look(view, en).headline == "Shuffling"


@pytest.mark.parametrize(
    ("cause", "kind", "headline"),
    [
        ("attendant", "paused", "An attendant has paused the game"),
        ("device", "paused", "The game is paused: a device needs attention"),
        ("breach", "frozen", "The table has stopped for safety; every chip and card is kept"),
    ],
)
def test_a_stop_says_why(view, en, fi, cause, kind, headline):
    fold(view, tr.TablePaused("", cause))
    banner = look(view, en).banner
    assert (banner.kind, banner.headline) == (kind, headline)
    assert banner.note
    assert look(view, fi).banner.headline != headline
    fold(view, tr.TableResumed(""))
    assert look(view, en).banner is None


def test_a_lost_link_says_that_the_game_goes_on(view, en):
    banner = look(view, en, SeatLocal(connected=False)).banner
    assert (banner.headline, banner.note) == ("No connection to the table", "The game goes on. Trying again.")


def test_ui_2_9_an_attendant_is_called_from_any_seat_and_the_call_can_be_taken_back(view, en):
    buy(view)
    for called, choice in ((False, "call"), (True, "call-back")):
        seen = look(view, en)
        assert [key.id for key in seen.menu if key.id.startswith("call")] == [choice]
        assert touches.press_choice(seen, choice) == sr.CallAttendant(seat=4, calls=not called)
        assert ("An attendant is called and comes to you" in seen.notices) is called
        fold(view, sr.CallEnded(4) if called else sr.AttendantCalled(4))
