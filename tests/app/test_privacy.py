"""Nobody sees a card before it is his to see, on a wire, on the disk or in a history (architecture §1.6, §5)."""

import io
import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from cashier.records import ClaimCodeGiven
from controller.app.demo.album import Histories
from controller.app.phh_writing import write_hand
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.records import EVENT_TYPES, AnyEvent
from controller.wire.frames import Frame, encode_frame
from controller.wire.messages import FromTable, Snapshot, Update
from controller.wire.redact import Viewer
from controller.wire.view import SeatView, View
from controller.wire.viewers import CENTRE, VIEWERS, viewer_name
from evaluator_ext import Card, full_deck, print_card, print_cards
from tests.app.house import House, Screen, without_commitments

SEATS = (1, 3, 4, 7, 10)


# -- what a message shows ----------------------------------------------------------------------------------------


def cards_in(told: Any, name: str = "") -> Iterator[Card]:
    """Yield every card anywhere in a decoded message: whatever is kept under a name that holds cards."""
    if isinstance(told, dict):
        for key, value in told.items():
            yield from cards_in(value, str(key))
    elif isinstance(told, list | tuple):
        for value in told:
            yield from cards_in(value, name)
    elif name in CARD_NAMES and isinstance(told, int):
        yield told


CARD_NAMES = frozenset({"cards", "card", "deck", "plays", "board", "more_boards", "up", "drawn", "showed", "arranged"})
"""Names of fields that hold cards; the first test below compares them with all records."""
OTHER_NUMBERS = frozenset({"calls", "ranks", "seats", "absent", "stood", "rows"})
"""Names of fields of several numbers that are no cards: ranks, seats, instants, rows won and lost."""


def test_every_field_that_can_hold_cards_is_watched() -> None:
    """A card is an integer, so any field of several integers may hold cards."""
    records = (*EVENT_TYPES, View, SeatView)
    several = {name for record in records for name, hint in get_type_hints(record).items() if hint == tuple[Card, ...]}
    assert several >= {"cards", "deck", "board"}
    assert several - OTHER_NUMBERS <= CARD_NAMES


class Watch:
    """Goes through the journal's truth, hand by hand, beside what one screen was told."""

    def __init__(self, house: House) -> None:
        self.hole: dict[int, dict[int, tuple[Card, ...]]] = {}
        self.deck: dict[int, tuple[Card, ...]] = {}
        self.hand_of_record: dict[int, int] = {}
        hand = 0
        for record in house.journal.iter_records():
            for event in record.events:
                if isinstance(event, hr.DeckFixed):
                    hand = event.hand
                    self.deck[hand] = event.deck
                elif isinstance(event, hr.HoleCardsDealt):
                    self.hole.setdefault(hand, {})[event.seat] = event.cards
            self.hand_of_record[record.record] = hand

    def check(self, screen: Screen) -> int:
        """Hold every message to what may be seen by then; return how many cards of others were shown, tabled."""
        tabled: set[Card] = set()
        hand = shown = 0
        for message in screen.sent:
            if not isinstance(message, Update | Snapshot):
                continue
            if self.hand_of_record[message.record] != hand:
                hand, tabled = self.hand_of_record[message.record], set()
            public = {card for event in events_of(message) for card in opened_by(event)}
            tabled |= public
            own = set(self.hole.get(hand, {}).get(screen.viewer.seat or 0, ()))
            seen = set(cards_in(msgspec.to_builtins(message)))
            drawn = {card for event in events_of(message) for card in drawn_by(event)}
            hidden = seen - own - tabled - drawn
            assert not hidden, (
                f"{viewer_name(screen.viewer)} saw {[print_card(card) for card in hidden]} in hand {hand}: {message}"
            )
            shown += len(tabled & {card for cards in self.hole.get(hand, {}).values() for card in cards})
        return shown


def events_of(message: FromTable) -> tuple[AnyEvent, ...]:
    return message.events if isinstance(message, Update) else ()


def opened_by(event: AnyEvent) -> tuple[Card, ...]:
    """The cards that become everyone's by an event: the board, and a tabled hand."""
    return event.cards if isinstance(event, hr.BoardDealt | hr.HandShown) else ()


def drawn_by(event: AnyEvent) -> tuple[Card, ...]:
    """The open cards for the first button, which are no part of the hand's deck."""
    return tuple(draw.card for draw in event.cards) if isinstance(event, tr.ButtonDrawn) else ()


def play_watched(house: House, hands: int) -> None:
    for seat in SEATS:
        house.sit(seat)
    house.everyone()
    house.play_bots(hands)


def check_everyone(house: House) -> None:
    watch = Watch(house)
    for screen in house.everyone():
        screen.exchange()
        assert watch.check(screen), "no hand was ever tabled: this watches nothing"


# -- the wire ----------------------------------------------------------------------------------------------------


def test_no_screen_sees_another_seats_card_before_it_is_tabled_in_60_hands(house: House) -> None:
    play_watched(house, 60)
    check_everyone(house)
    check_disk(house)


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(2, 7))
def test_no_screen_sees_another_seats_card_before_it_is_tabled_in_1000_hands(tmp_path: Path, seed: int) -> None:
    house = House(tmp_path / "table", seed=seed)
    play_watched(house, 200)
    check_everyone(house)
    check_disk(house)
    house.close()


def test_the_watch_finds_a_card_that_was_shown_too_early(house: House) -> None:
    play_watched(house, 5)
    watch = Watch(house)
    screen = house.screen(CENTRE)
    screen.exchange()
    record = next(record for record, hand in watch.hand_of_record.items() if hand == 3)
    leak = hr.HoleCardsDealt(seat=1, cards=watch.deck[3][:2])
    place = next(index for index, told in enumerate(screen.sent) if isinstance(told, Update) and told.record == record)
    screen.sent.insert(place + 1, Update(record=record, table_time=0, events=(leak,)))
    with pytest.raises(AssertionError, match="centre saw"):
        watch.check(screen)


def test_a_seats_stream_holds_its_own_private_facts_only(house: House) -> None:
    play_watched(house, 10)
    house.do(tr.LeaveSeat(seat=1, code="123456"))
    house.do(tr.LeaveSeat(seat=3, code="234567"))
    for screen in house.everyone():
        screen.exchange()
        private = [event for message in screen.sent for event in events_of(message) if type(event).audience == "seat"]
        assert {getattr(event, "seat", None) for event in private} <= {screen.viewer.seat}
        assert bool(private) == (screen.viewer.seat in SEATS)
        assert not [
            event for message in screen.sent for event in events_of(message) if type(event).audience == "sealed"
        ]
        codes = {"123456": 1, "234567": 3}
        plain = b"".join(msgspec.json.encode(message) for message in screen.sent)
        for code, seat in codes.items():
            assert (code.encode() in plain) == (screen.viewer.seat == seat)


def other_cards(deck: Sequence[Card], places: Iterable[int]) -> tuple[Card, ...]:
    """The deck with the cards at `places` moved round among themselves."""
    places = tuple(places)
    changed = list(deck)
    for place, source in zip(places, (*places[1:], places[0]), strict=True):
        changed[place] = deck[source]
    return tuple(changed)


def stream(folder: Path, deck: tuple[Card, ...]) -> dict[Viewer, tuple[list[bytes], list[int]]]:
    """Play one prepared hand that ends by folds on the turn; return what everyone was told, and in how many bytes."""
    house = House(folder, test_decks=lambda hand: deck if hand == HandId(1) else ())
    for seat in (1, 3, 4):
        house.sit(seat)
    house.everyone()
    house.deal()
    while house.machine.table.hand is not None:
        street = house.machine.table.hand.street
        kind: hr.ActKind = "fold" if street == 2 else "call" if house.decision.call else "check"
        house.act(kind)
        for screen in house.everyone():
            screen.exchange()
    told = {}
    for screen in house.everyone():
        messages = [msgspec.json.encode(without_commitments(message)) for message in screen.sent]
        told[screen.viewer] = (messages, [len(frame) for frame in screen.frames])
    house.close()
    return told


def test_what_a_screen_is_told_does_not_depend_on_cards_it_may_not_see(tmp_path: Path) -> None:
    """Two hands that differ in hidden cards alone: every screen but those concerned is told the very same.

    The same holds for the lengths of what goes over its socket.
    """
    deck = full_deck()[13:] + full_deck()[:13]
    plain = stream(tmp_path / "plain", deck)
    undealt = range(10, 52)
    hole_cards = {place: {place, place + 3} for place in range(3)}
    assert stream(tmp_path / "undealt", other_cards(deck, undealt)) == plain
    concerned: set[Viewer] = set()
    for place, cards in hole_cards.items():
        told = stream(tmp_path / f"hole-{place}", other_cards(deck, (*cards, *undealt)))
        differing = {viewer for viewer in VIEWERS if told[viewer][0] != plain[viewer][0]}
        assert len(differing) == 1
        assert all(viewer.kind == "seat" for viewer in differing)
        concerned |= differing
        assert [told[viewer][1] for viewer in VIEWERS] == [plain[viewer][1] for viewer in VIEWERS]
    assert concerned == {Viewer("seat", seat) for seat in (1, 3, 4)}


# -- the disk ----------------------------------------------------------------------------------------------------

PRIVATE = (hr.HoleCardsDealt, hr.DeckFixed, tr.SeedDrawn, ClaimCodeGiven, tr.LeaveAsked, tr.HandNamed)


def check_disk(house: House) -> None:
    """Look for private facts in every byte that the table has written, beside its keys."""
    house.core.snapshot()
    events = [event for record in house.journal.iter_records() for event in record.events]
    private = [event for event in events if isinstance(event, PRIVATE)]
    assert {type(event) for event in private} >= {hr.HoleCardsDealt, hr.DeckFixed, tr.SeedDrawn, tr.HandNamed}
    written = {
        path.name: path.read_bytes() for path in house.home.path.rglob("*") if path.is_file() and path.suffix != ".key"
    }
    assert b"CardsCommitted" in written[house.home.journal.name]
    for name, data in written.items():
        for kind in PRIVATE:
            assert b'{"type":"' + kind.__name__.encode() not in data
        for needle in set(itertools.chain.from_iterable(needles(event) for event in private)):
            assert needle not in data, f"{needle!r} stands in clear in {name}"


def needles(event: AnyEvent) -> Iterator[bytes]:
    """What an event would leave on a disk if it were not sealed, in any of our encodings."""
    yield msgspec.json.encode(event)
    yield msgspec.msgpack.encode(event)
    if isinstance(event, hr.DeckFixed):
        yield bytes(event.deck)
        yield msgspec.json.encode(event.deck)
    if isinstance(event, tr.SeedDrawn):
        yield event.seed
        yield msgspec.json.encode(event.seed)
        yield event.seed.hex().encode()


def test_the_disk_holds_no_private_fact_in_clear(house: House) -> None:
    play_watched(house, 10)
    house.do(tr.LeaveSeat(seat=1, code="123456"))
    house.deal()
    house.core.snapshot()
    house.act("fold")
    check_disk(house)
    house.close()
    assert b"123456" not in house.home.journal.read_bytes()
    house.restart()
    assert house.machine.kiosk.claims[1].code == "123456"  # type: ignore[index]


def test_the_search_of_the_disk_finds_what_is_not_sealed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.journal.codec.EventCodec._seal", lambda codec, audience: None)
    play_watched(house, 1)
    monkeypatch.undo()
    private = hr.DeckFixed
    assert b'{"type":"' + private.__name__.encode() in b"".join(
        path.read_bytes() for path in house.home.path.iterdir() if path.is_file()
    )


# -- histories and pictures --------------------------------------------------------------------------------------


def test_histories_hold_tabled_cards_only(house: House) -> None:
    text = io.StringIO()
    Histories(house.core, text)
    play_watched(house, 40)
    histories = msgspec.toml.decode(text.getvalue())
    watch = Watch(house)
    assert len(histories) == 40
    tabled_in_all = 0
    for number, history in histories.items():
        told = [action.split() for action in history["actions"]]
        assert {words[3] for words in told if words[:2] == ["d", "dh"]} == {"????"}
        tabled = {history["seats"][int(player[1:]) - 1]: cards for player, _sm, cards in three_words(told, "sm")}
        board = "".join(cards for _dealer, _db, cards in three_words(told, "db"))
        shown = {
            printed[place : place + 2] for printed in (board, *tabled.values()) for place in range(0, len(printed), 2)
        }
        for seat, cards in watch.hole[int(number)].items():
            if seat in tabled:
                assert tabled[seat] == print_cards(cards).replace(" ", "")
            else:
                assert not {print_card(card) for card in cards} & shown
        tabled_in_all += len(tabled)
    assert tabled_in_all > 5


def three_words(told: list[list[str]], word: str) -> list[list[str]]:
    """The actions of one kind that show cards."""
    return [words for words in told if words[1] == word and len(words) == 3]


def test_a_history_from_private_events_is_the_public_one(house: House) -> None:
    """Even whoever hands in everything gets a text without a card that was not tabled."""
    play_watched(house, 1)
    everything = [event for record in house.journal.iter_records() for event in record.events]
    begin = next(index for index, event in enumerate(everything) if isinstance(event, hr.HandStarted))
    public = [event for event in everything[begin:] if type(event).audience == "everyone"]
    assert write_hand(everything[begin:]) == write_hand(public)


def test_pictures_are_drawn_from_what_each_screen_may_see(house: House) -> None:
    play_watched(house, 3)
    house.deal()
    frame = Frame("moment", 0, house.core.views.copy().saved())
    assert encode_frame(frame)
    for name, view in frame.views.items():
        own = int(name.removeprefix("seat-")) if name.startswith("seat-") else None
        for number, seat in view.seats.items():
            assert number == own or not seat.cards
