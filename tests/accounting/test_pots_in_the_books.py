"""LED-4 hand by hand, in the journal's own transfers: pots are bets, awards and rake are pots, uncalled first."""

import random

import pytest

from cashier.accounts import AccountKind
from controller import accounting
from controller.vocab import hand_records as hr
from controller.vocab.records import AnyEvent
from tests.machine.room import Room

HANDS = 40
SEATS = range(1, 7)


def play_wildly(room: Room, dice: random.Random) -> None:
    """Play one hand with many raises and all-ins, so that side pots and uncalled bets are common."""
    for seat in SEATS:
        if seat not in room.machine.table.seats or not room.stack(seat):
            room.sit(seat, dice.choice((5_000, 10_000, 20_000)))
    room.deal()
    while room.machine.table.hand is not None:
        decision = room.decision
        if decision.max_to and dice.random() < 0.4:
            room.act("raise", dice.choice((decision.min_to, decision.max_to)))
        elif decision.call and dice.random() < 0.25:
            room.act("fold")
        else:
            room.act("call" if decision.call else "check")


def hands_of(log: list[AnyEvent]) -> list[list[AnyEvent]]:
    hands: list[list[AnyEvent]] = []
    for event in log:
        if isinstance(event, hr.HandStarted):
            hands.append([])
        if hands and not any(isinstance(told, hr.HandEnded) for told in hands[-1]):
            hands[-1].append(event)
    return hands


def amounts(hand: list[AnyEvent], kind: type) -> list[int]:
    return [event.added if kind is hr.Acted else event.amount for event in hand if type(event) is kind]


@pytest.fixture(scope="module")
def hands() -> list[list[AnyEvent]]:
    room, dice = Room(), random.Random(20)
    for _hand in range(HANDS):
        play_wildly(room, dice)
    return hands_of(room.log)


def test_the_hands_have_side_pots_uncalled_bets_odd_chips_and_rake(hands: list[list[AnyEvent]]) -> None:
    events = [event for hand in hands for event in hand]
    assert len(hands) == HANDS
    assert any(isinstance(event, hr.StreetClosed) and len(event.pots) > 2 for event in events)
    assert any(isinstance(event, hr.UncalledReturned) for event in events)
    assert any(isinstance(event, hr.RakeTaken) and event.amount for event in events)
    assert any(isinstance(event, hr.PotAwarded) and event.pot for event in events)


def test_led_4_the_pots_of_a_hand_are_its_bets(hands: list[list[AnyEvent]]) -> None:
    for hand in hands:
        bets = sum(amounts(hand, hr.Posted)) + sum(amounts(hand, hr.Acted)) - sum(amounts(hand, hr.UncalledReturned))
        awarded = sum(amounts(hand, hr.PotAwarded)) + sum(amounts(hand, hr.RakeTaken))
        assert awarded == bets


def test_led_4_what_nobody_called_goes_back_before_the_rake(hands: list[list[AnyEvent]]) -> None:
    for hand in hands:
        kinds = [type(event) for event in hand]
        if hr.UncalledReturned in kinds and hr.RakeTaken in kinds:
            assert kinds.index(hr.UncalledReturned) < kinds.index(hr.RakeTaken)
        if hr.RakeTaken in kinds:
            assert kinds.index(hr.RakeTaken) < kinds.index(hr.PotAwarded)


def test_led_4_the_pot_account_is_empty_after_each_hand(hands: list[list[AnyEvent]]) -> None:
    for number, hand in enumerate(hands):
        moved = [row for event in hand for row in accounting.transfers(event, "T1", number)]
        into = sum(row.amount for row in moved if row.credit.kind is AccountKind.POT)
        out = sum(row.amount for row in moved if row.debit.kind is AccountKind.POT)
        assert into == out > 0


def test_r_mtr_4_stacks_change_by_exactly_the_rake(hands: list[list[AnyEvent]]) -> None:
    for hand in hands:
        started = next(event for event in hand if isinstance(event, hr.HandStarted))
        ended = next(event for event in hand if isinstance(event, hr.HandEnded))
        before = sum(entrant.stack for entrant in started.entrants)
        after = sum(entrant.stack for entrant in ended.stacks)
        assert before - after == sum(amounts(hand, hr.RakeTaken))
