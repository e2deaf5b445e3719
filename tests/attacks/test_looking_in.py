"""Looking into a hand that is played, and choosing its deck: what staff and the operator's program may not (SEC-1)."""

from pathlib import Path

import msgspec
import pytest

from cashier.refusal import Code
from controller.app.config import demo_profile
from controller.service.recall import find_hand, full_view, seen_by
from controller.table.profile_check import check_profile
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.wire.messages import Snapshot
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, STAFF, viewer_name
from evaluator_ext import full_deck
from tests.app.house import House

SOME_SEATS = (Viewer("seat", 1), Viewer("seat", 3), Viewer("seat", 7))
"""Two that play, and one before which nobody sits."""


@pytest.fixture
def played(house: House) -> House:
    """Three players before the first decision of a hand."""
    for seat in (1, 2, 3):
        house.sit(seat)
    house.deal()
    return house


def test_sec_1_staff_see_no_card_of_a_hand_that_is_not_over(played: House) -> None:
    recalled = find_hand(played.core.recorded(1, played.core.record))
    assert recalled is not None
    for who, seen, allowed in (
        ("the centre", seen_by(recalled, CENTRE), set()),
        ("seat 2", seen_by(recalled, Viewer("seat", 2)), {2}),
        ("staff", full_view(recalled), set()),
    ):
        holders = {step.event.seat for step in seen.steps if isinstance(step.event, hr.HoleCardsDealt)}
        assert holders == allowed, f"{who} sees the cards of seats {sorted(holders)} in a hand that is played"


def test_r_rng_11_no_deck_is_prepared_where_tickets_have_value(tmp_path: Path) -> None:
    of_value = msgspec.structs.replace(demo_profile(), no_value=False, test_decks=True)
    refused = check_profile(of_value)
    assert refused is not None, "a table of value may be handed its decks"
    assert refused.code is Code.PROFILE_UNUSABLE
    house = House(tmp_path / "table", profile=msgspec.structs.replace(of_value, test_decks=False))
    for seat in (1, 2):
        house.sit(seat)
    while house.machine.table.shuffle is None:
        house.clock.advance_to(house.core.due() or 0)
        house.submit(tr.Tick())
        if house.machine.table.due_hand is not None:
            house.do(tr.OpenShuffle(hand=house.machine.table.due_hand, seed=bytes(32)))
    answer = house.submit(tr.Deal(hand=house.machine.table.shuffle.hand, test_deck=full_deck()))
    assert getattr(answer, "code", None) is Code.TEST_DECK_FORBIDDEN, f"a deck was handed to a table of value: {answer}"
    house.close()


@pytest.mark.parametrize("viewer", [*SOME_SEATS, CENTRE, KIOSK, STAFF], ids=viewer_name)
def test_sec_1_whoever_connects_is_shown_his_own_cards_alone(played: House, viewer: Viewer) -> None:
    screen = played.screen(viewer)
    (snapshot,) = (message for message in screen.sent if isinstance(message, Snapshot))
    holders = {seat for seat, shown in snapshot.view.seats.items() if shown.cards}
    own = {viewer.seat} & set(played.machine.table.seats)
    assert holders == own, f"{viewer_name(viewer)} is shown the cards of seats {sorted(holders)}"
