"""The jackpots on seat and centre: what they hold, the hit and its payment as announced (jackpots.md §1 to §3)."""

import msgspec
import pytest

from cashier import records as cash
from cashier.money import Money
from cashier.records import ClaimId
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.hand_records import HandName
from controller.vocab.ids import HandId
from controller.vocab.jackpot_terms import Hourly, JackpotTerms
from controller.vocab.profile import GameId
from controller.wire.fold import fold
from evaluator_ext import parse_cards
from seats.models.centre import centre_model
from seats.models.jackpot import month_lines
from seats.models.local import SeatLocal
from seats.models.seat import seat_model
from seats.models.touches import press_choice, press_reply
from seats.models.words import words_for

NOW = 100_000
EURO = 100
HAND = HandId(18_204)

LOSER = jr.TriggerHand(2, parse_cards("As Ah Ad Ks Kh"), HandName("full-house", (14, 13)))
WINNER = jr.TriggerHand(7, parse_cards("9s 9h 9d 9c Kd"), HandName("quads", (9, 13)))
HIT = jr.BadBeatHit(
    hand=HAND,
    game=GameId("holdem-nl"),
    category=1,
    losers=(LOSER,),
    winners=(WINNER,),
    sharers=(jr.Sharer(2, "Mikko"), jr.Sharer(3, "Erik"), jr.Sharer(5, "Zsófia"), jr.Sharer(7, "Elina")),
    moment="showdown",
    at=0,
    worth=Money(9_984 * EURO),
)


def model_of(view, language):
    return seat_model(view, language, SeatLocal(), NOW)


@pytest.fixture
def fed(turn_view):
    """The design's table with both jackpots, between two hands."""
    turn_view.profile = msgspec.structs.replace(
        turn_view.profile,
        jackpots=JackpotTerms(bad_beat=Money(95), month_hand=Money(5), hourly=Hourly(Money(8 * EURO))),
    )
    turn_view.decision = turn_view.clock = None
    turn_view.phase = "idle"
    for seat in turn_view.seats.values():
        seat.status = seat.presence
    postings = (jr.Posting("bad-beat", Money(0), Money(12_480 * EURO)), jr.Posting("month-hand", Money(0), Money(0)))
    fold(turn_view, jr.DayPosted(day=0, posted=postings))
    return turn_view


@pytest.fixture
def hit(fed):
    fold(fed, HIT)
    fold(fed, tr.TablePaused(by="", cause="jackpot"))
    return fed


def test_a_jackpot_that_holds_something_stands_on_centre_and_seat(fed, en):
    pools = model_of(fed, en).aside.pools
    assert [(pool.words, pool.value) for pool in pools] == [("Bad beat jackpot", "12\u00a0480\u00a0€")]
    assert centre_model(fed, en, NOW).pools == pools


def test_a_hit_names_the_hands_and_what_is_being_done(hit, en, fi):
    banner = model_of(hit, en).banner
    assert banner.headline == "Bad beat jackpot: 9\u00a0984\u00a0€"
    assert banner.lines == (
        "Mikko lost with: Full house, aces over kings",
        "You won with: Four nines",
    )
    assert banner.note == "Staff verify the hands. Your chips and cards are kept."
    assert (
        centre_model(msgspec.structs.replace(hit, own=None), fi, NOW)
        .banner.lines[1]
        .startswith("Voittanut käsi, Elina")
    )
    fold(hit, jr.BadBeatConfirmed(HAND, ""))
    assert model_of(hit, en).banner.note == "The hands are verified. The jackpot is paid next."


def test_a_player_may_leave_while_a_hit_is_verified(hit, en):
    assert all(choice.legal for choice in model_of(hit, en).choices)


@pytest.fixture
def paid(hit):
    shares = ((2, "Mikko", 4_992), (7, "Elina", 2_496), (3, "Erik", 832), (5, "Zsófia", 832))
    fold(hit, jr.BadBeatConfirmed(HAND, ""))
    for seat, name, euro in shares:
        fold(hit, jr.SharePaid("bad-beat", HAND, seat, name, Money(euro * EURO)))
    fold(hit, jr.BadBeatGranted(HAND, Money(0), Money(0), ""))
    fold(hit, cash.ClaimOpened(ClaimId(4), 7, Money(2_496 * EURO)))
    fold(hit, cash.ClaimCodeGiven(ClaimId(4), 7, "471108"))
    return hit


def test_who_was_paid_what_is_told_with_the_own_share_and_its_code_first(paid, en):
    banner = model_of(paid, en).banner
    assert banner.headline == "The bad beat jackpot is paid"
    assert [line.replace("\u00a0", " ") for line in banner.lines] == [
        "You: 2 496 €, code 471108",
        "Mikko: 4 992 €",
        "Erik, Zsófia: 832 € each",
    ]


def test_the_jackpot_is_less_by_what_was_paid_and_the_code_stays_on_the_seat(paid, en):
    fold(paid, tr.TableResumed(by=""))
    seen = model_of(paid, en)
    assert seen.banner is None
    assert seen.aside.pools[0].value == "3\u00a0328\u00a0€"
    assert "2\u00a0496\u00a0€ waits at the kiosk: code 471108" in seen.notices


def test_whoever_sits_down_after_him_never_reads_his_code(paid, en):
    fold(paid, tr.TableResumed(by=""))
    fold(paid, tr.SeatLeft(7, 0))
    assert model_of(paid, en).aside.claim.code == "Code 471108"
    fold(paid, tr.BoughtIn(cash.RequestId("0" * 32), 7, "Liisa", Money(8000), 8000, Money(0)))
    assert not any("471108" in said for said in model_of(paid, en).notices)
    fold(paid, tr.SeatLeft(7, 8000))
    assert model_of(paid, en).aside.claim is None


def test_the_code_of_whoever_played_over_a_seat_stays_until_its_owner_plays(fed, en):
    fold(fed, sr.SeatPlayedOver(7, "Elina", 328 * EURO))
    fold(fed, tr.BoughtIn(cash.RequestId("0" * 32), 7, "Liisa", Money(8000), 8000, Money(0)))
    fold(fed, tr.SeatLeft(7, 8000))
    fold(fed, cash.ClaimOpened(ClaimId(5), 7, Money(8000)))
    fold(fed, cash.ClaimCodeGiven(ClaimId(5), 7, "048213"))
    fold(fed, sr.SeatTakenBack(7, "Elina", 328 * EURO, NOW))
    assert any("048213" in said for said in model_of(fed, en).notices)
    fold(fed, tr.SatIn(7, waits=False))
    assert not any("048213" in said for said in model_of(fed, en).notices)
    assert fed.claims[0].code == ""


def test_a_refused_hit_leaves_nothing_but_the_pause(hit, en):
    fold(hit, jr.BadBeatRefused(HAND, "", "the deck was short"))
    assert model_of(hit, en).banner.lines == ()


def test_whose_hand_leads_the_month(fed, en):
    made = jr.MonthHandMade(202_611, "other", HAND, GameId("holdem-nl"), 2, "Mikko", (), WINNER.name, 1, 0)
    fold(fed, made)
    assert month_lines(fed, words_for(en, fed)) == ("Mikko leads: Four nines",)
    fold(fed, msgspec.structs.replace(made, category="omaha", player="Aino", name=LOSER.name))
    assert month_lines(fed, words_for(en, fed)) == (
        "Other games: Mikko, Four nines",
        "Omaha games: Aino, Full house, aces over kings",
    )


# -- by the hour (jackpots.md §1) ------------------------------------------------------------------------------------


def choice_of(seen, wanted):
    return next((choice for choice in seen.menu if choice.id == wanted), None)


def test_paying_by_the_hour_can_be_proposed_where_the_house_has_it(fed, en):
    seen = model_of(fed, en)
    assert choice_of(seen, "hour").legal
    assert press_choice(seen, "hour") == tr.ProposeHour(seat=7)
    fed.hour_until = NOW + 1
    assert not choice_of(model_of(fed, en), "hour").legal
    fed.profile = msgspec.structs.replace(fed.profile, jackpots=JackpotTerms(bad_beat=Money(95)))
    assert choice_of(model_of(fed, en), "hour") is None


def test_everybody_is_asked_and_the_answer_names_the_hand(fed, en, fi):
    fold(fed, tr.QuestionAsked(HAND, "jackpot-hour", (2, 7), 8 * EURO, NOW + 5_000, 5_000, asker=2))
    seen = model_of(fed, en)
    assert seen.asked.headline == "Pay the bad beat jackpot by the hour?"
    assert [reply.words for reply in seen.asked.replies] == ["Pay by the hand", "Pay by the hour"]
    assert press_reply(seen, 1) == tr.Answer(seat=7, hand=HAND, question="jackpot-hour", yes=True)
    assert centre_model(fed, fi, NOW).announcement == "Jättipotti tunneittain, 8\u00a0€?"


def test_while_the_hour_is_paid_hands_pay_the_hand_of_the_month_alone(turn_view, fed, en):
    fed.phase = "betting"
    for seat in fed.seats.values():
        seat.status = "in-hand"
    assert [fee.value for fee in model_of(fed, en).middle.fees][-1] == "1\u00a0€"
    fed.hour_until = NOW + 1
    assert [fee.value for fee in model_of(fed, en).middle.fees][-1] == "0,05\u00a0€".replace(",", en.locale.decimal)
