"""Of no hand, whatever the game, does a screen receive a card that its viewer has not seen (architecture §5)."""

import random
from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.vocab import hand_records as hr
from controller.wire.messages import Update, encode
from controller.wire.redact import Viewer, redact
from tests.hand.random_hands import choices, deals, played

OPEN = (hr.UpCardsDealt, hr.BoardDealt, hr.HandTurnedUp, hr.HandShown, hr.CardsShown, hr.RowShown)
CENTRE, STAFF = Viewer("centre"), Viewer("staff")


def viewers(started):
    return [CENTRE, STAFF, *(Viewer("seat", one.seat) for one in started.entrants)]


def redacted(events, viewer):
    return [seen for seen in (redact(event, viewer) for event in events) if seen is not None]


def cards_in(value: Any) -> set[int]:
    """Every card that stands anywhere in a record."""
    if isinstance(value, tuple | list):
        return set().union(*map(cards_in, value))
    if not isinstance(value, msgspec.Struct):
        return set()
    found: set[int] = set()
    for field in value.__struct_fields__:
        inner = getattr(value, field)
        found |= set(inner) if field in ("cards", "plays", "deck") else cards_in(inner)
    return found


def entitled(events, viewer):
    """The cards that lie open for everyone, and those that were dealt to the viewer's seat."""
    own = [event for event in events if isinstance(event, hr.HoleCardsDealt) and event.seat == viewer.seat]
    return cards_in([event for event in events if isinstance(event, OPEN)]) | cards_in(own)


def open_to(hand, events, viewer):
    """The cards that lie open at the end of a hand, and those that the viewer's seat was ever dealt."""
    own = [event for event in events if isinstance(event, hr.HoleCardsDealt) and event.seat == viewer.seat]
    seen = {card for board in hand.boards for card in board} | cards_in(own)
    for player in hand.players.values():
        seen |= {*player.cards} if player.shown else {*player.up, *player.showed}
    return seen


@given(deals(), choices)
def test_no_screen_receives_a_card_that_its_viewer_may_not_see(deal, numbers):
    hand, events = played(deal, numbers)
    for viewer in viewers(deal[0]):
        assert cards_in(redacted(events, viewer)) <= open_to(hand, events, viewer)


@given(deals(), choices)
def test_a_card_is_told_no_sooner_than_it_lies_open(deal, numbers):
    _, events = played(deal, numbers)
    for viewer in viewers(deal[0]):
        for upto, event in enumerate(events):
            seen = redact(event, viewer)
            if seen is not None:
                assert cards_in(seen) <= entitled(events[: upto + 1], viewer)


@given(deals(), choices)
def test_where_everyone_else_folded_nobody_sees_a_card_of_the_winner(deal, numbers):
    hand, events = played(deal, [*numbers, 0])
    assume(hand.live.bit_count() == 1)
    assert not any(isinstance(event, hr.HandShown | hr.HandMucked | hr.RowShown) for event in events)
    winner = hand.players[hand.live.bit_length() - 1]
    assert not cards_in(redacted(events, CENTRE)) & (set(winner.cards) - {*winner.up, *winner.showed})


@given(deals(), choices, st.integers(0, 2**32))
def test_other_cards_that_nobody_else_saw_leave_no_trace_in_a_stream(deal, numbers, seed):
    started, deck = deal
    _, events = played(deal, [*numbers, 0])
    assume(not any(isinstance(event, hr.HandShown | hr.HandMucked | hr.RowShown | hr.DeckRecycled) for event in events))
    viewer = random.Random(seed).choice(viewers(started))
    seen = entitled(events, viewer)
    hidden = [card for card in deck if card not in seen]
    mixed = iter(random.Random(seed).sample(hidden, len(hidden)))
    other_deck = tuple(card if card in seen else next(mixed) for card in deck)
    _, others = played((started, other_deck), [*numbers, 0])
    assert sent_to(viewer, others) == sent_to(viewer, events)


def sent_to(viewer, events):
    """Every byte that `viewer` gets of these events."""
    return [encode(Update(record=1, table_time=0, events=(event,))) for event in redacted(events, viewer)]
