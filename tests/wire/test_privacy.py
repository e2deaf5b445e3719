"""Nobody receives what is not for him, nor anything from which he could tell it (RNG-7, SEC-1)."""

import random

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cashier import records as cash
from cashier.money import Money
from cashier.records import DeviceId, RequestId, VoucherNumber
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.hand_records import HandName
from controller.vocab.ids import HandId
from controller.wire.messages import Snapshot, Update, encode
from controller.wire.redact import Viewer, redact, visible
from controller.wire.view import View
from tests.wire.hands import FOLD, hand_started, played
from tests.wire.test_view_of_a_hand import folded

SEAT_3, SEAT_4 = Viewer("seat", 3), Viewer("seat", 4)
CENTRE, KIOSK, STAFF = Viewer("centre"), Viewer("kiosk"), Viewer("staff")
EVERYONE = (SEAT_3, SEAT_4, CENTRE, KIOSK, STAFF)
NUMBER = VoucherNumber("123456789012345678")


@pytest.mark.parametrize(
    ("event", "viewers"),
    [
        (hr.HoleCardsCounted(3, 2), EVERYONE),
        (hr.HoleCardsDealt(3, (1, 2)), (SEAT_3,)),
        (tr.HandNamed(3, HandName("pair", (9,))), (SEAT_3,)),
        (tr.LeaveAsked(3, "482913"), (SEAT_3,)),
        (cash.ValidatorCounted(DeviceId("validator"), 7, 1), (STAFF,)),
        (hr.DeckFixed(HandId(1), (1, 2)), ()),
        (tr.SeedDrawn(HandId(1), bytes(32)), ()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_audience(event, viewers):
    assert tuple(viewer for viewer in EVERYONE if visible(event, viewer)) == viewers
    assert tuple(viewer for viewer in EVERYONE if redact(event, viewer) == event) == viewers


@pytest.mark.parametrize("viewer", [SEAT_3, CENTRE, KIOSK, STAFF])
def test_led_9_nobody_gets_more_than_the_last_four_digits_of_a_ticket(viewer):
    reserved = cash.VoucherReserved(RequestId("0" * 32), NUMBER, Money(1), Money(0), 1, 2, replaces=NUMBER)
    seen = redact(reserved, viewer)
    assert (seen.number, seen.replaces, seen.amount) == ("5678", "5678", 1)


@pytest.mark.parametrize("viewer", [SEAT_3, CENTRE, KIOSK])
def test_screens_do_not_learn_who_the_attendant_was(viewer):
    assert redact(tr.TablePaused(by="Virtanen", cause="attendant"), viewer).by == ""
    assert redact(cash.VoucherVoided(NUMBER, Money(1), by="Virtanen"), viewer).by == ""


def test_staff_see_who_the_attendant_was():
    voided = cash.VoucherVoided(NUMBER, Money(1), by="Virtanen")
    assert redact(voided, STAFF) == msgspec.structs.replace(voided, number="5678")


@pytest.mark.parametrize(("kind", "seat"), [("seat", None), ("centre", 3), ("seat", 0), ("seat", 11)])
def test_a_viewer_without_sense_is_refused(kind, seat):
    with pytest.raises(ValueError, match="seat"):
        Viewer(kind, seat)


def sent_to(viewer, events):
    """Every byte that `viewer` gets of these events, message by message, and a snapshot at the end."""
    sent = []
    for record, event in enumerate(events):
        shown = redact(event, viewer)
        sent.append(encode(Update(record=record, table_time=0, events=() if shown is None else (shown,))))
    sent.append(encode(Snapshot(record=len(events), table_time=0, view=folded(events, viewer))))
    return sent


def places_seen(events, viewer):
    """The places of the deck whose cards `viewer` has seen, in a hand dealt from a deck that counts 0, 1, 2, ..."""
    seen = [redact(event, viewer) for event in events]
    return {card for event in seen if isinstance(event, hr.HoleCardsDealt | hr.BoardDealt) for card in event.cards}


@pytest.mark.parametrize("viewer", [Viewer("seat", 1), Viewer("seat", 2), SEAT_3, CENTRE, KIOSK, STAFF])
@given(st.lists(st.integers(0, 3), max_size=14), st.integers(0, 2**32))
def test_cards_that_a_viewer_may_not_see_leave_no_trace_in_his_bytes(viewer, numbers, seed):
    known = played(hand_started(), range(52), numbers, then=FOLD)
    assume(not any(isinstance(event, hr.HandShown | hr.HandMucked) for event in known))
    seen = places_seen(known, viewer)
    hidden = [card for card in range(52) if card not in seen]
    mixed = iter(random.Random(seed).sample(hidden, len(hidden)))
    deck = [place if place in seen else next(mixed) for place in range(52)]
    assert sent_to(viewer, played(hand_started(), deck, numbers, then=FOLD)) == sent_to(viewer, known)


def test_a_seat_receives_no_hole_card_but_its_own_before_showdown():
    dice = random.Random(4)
    for _ in range(50):
        events = played(hand_started(), dice.sample(range(52), 52), [dice.randrange(4) for _ in range(12)])
        for viewer in (*(Viewer("seat", seat) for seat in (1, 2, 3)), CENTRE, STAFF):
            seen = [redact(event, viewer) for event in events]
            dealt = [event for event in seen if isinstance(event, hr.HoleCardsDealt)]
            assert {event.seat for event in dealt} == ({viewer.seat} if viewer.kind == "seat" else set())


def test_a_snapshot_is_what_the_stream_told():
    events = played(hand_started(), range(52), [2, 0, 0])
    for viewer in (Viewer("seat", 1), CENTRE):
        view = folded(events, viewer)
        snapshot = msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=View)
        assert snapshot == view
