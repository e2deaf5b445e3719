"""What anybody is told of a hand does not depend on a card he may not see, in any game (RNG-7).

A hand is played twice with decks that differ in hidden cards alone: those of one seat and those never dealt. Everybody
but that seat must be sent the same messages, in the same number, order and length.
"""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import msgspec
import pytest

from controller.games import catalogue, find_game
from controller.hand import Hand
from controller.journal.rows import Record
from controller.shuffle import read_receipt
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.profile import GameId
from controller.wire.messages import Proof
from controller.wire.redact import Viewer
from controller.wire.viewers import VIEWERS
from evaluator_ext import Card
from tests.app.house import House, Screen, without_commitments
from tests.table.evening import profile_of

SEATS = (1, 3, 4)

WITHOUT_ROWS = sorted({row.id.rpartition("-")[0]: row.id for row in catalogue() if not row.rows}.values())
"""One game of each family; in Chinese Poker every card is shown in the end."""

SOME = [game for game in WITHOUT_ROWS if game.split("-")[0] in ("holdem", "stud8", "td27")]


class Told(msgspec.Struct, frozen=True):
    """What one screen was sent: its messages without the salted commitments, and the length of every frame."""

    messages: list[bytes]
    lengths: list[int]
    proof: tuple[int, list[tuple[int, int, Card]]]
    """How long the receipt is that it gets afterwards, and the holder, place and card of all that it opens."""


class Played(msgspec.Struct, frozen=True):
    """A hand: what each viewer was told, and the cards that each seat was dealt for itself alone."""

    told: dict[Viewer, Told]
    hidden: dict[int, set[Card]]
    seen: set[Card]


def answer(hand: Hand) -> hr.Act:
    """What the player in turn does, by his offer alone: to the last street, where everybody folds."""
    offer = hand.decision
    assert offer is not None
    if offer.kind == "discard":
        cards = hand.players[offer.seat].cards[: max(offer.least, min(offer.most, 1))]
        return hr.Act(offer.seat, offer.decision, "discard", cards=cards)
    if offer.kind == "bring-in":
        return hr.Act(offer.seat, offer.decision, "bring-in")
    is_last = hand.street == len(hand.game.streets) - 1
    kind: hr.ActKind = "fold" if is_last else "call" if offer.call else "check"
    return hr.Act(offer.seat, offer.decision, kind)


def play(folder: Path, game: GameId, deck: tuple[Card, ...]) -> Played:
    house = House(folder, test_decks=lambda hand: deck if hand == HandId(1) else ())
    house.profile = profile_of(game)
    house.do(tr.AdoptProfile(profile=house.profile))
    for seat in SEATS:
        house.sit(seat)
    screens = house.everyone()
    house.deal()
    while (hand := house.machine.table.hand) is not None:
        house.do(answer(hand))
        for screen in screens:
            screen.exchange()
    told = {
        screen.viewer: Told(
            [msgspec.json.encode(without_commitments(message)) for message in screen.sent],
            [len(frame) for frame in screen.frames],
            proved(screen),
        )
        for screen in screens
    }
    hidden, seen = _cards(house.journal.iter_records())
    house.close()
    return Played(told, hidden, seen)


def proved(screen: Screen) -> tuple[int, list[tuple[int, int, Card]]]:
    """What a screen's receipt of the first hand opens, the salts left out; nothing where it has none."""
    screen.client.read_proof(HandId(1))
    (answer,) = (message for message in screen.exchange() if isinstance(message, Proof))
    if answer.code is None:
        return 0, []
    return len(answer.code), [(shown.holder, shown.place, shown.card) for shown in read_receipt(answer.code).cards]


def _cards(records: Iterable[Record]) -> tuple[dict[int, set[Card]], set[Card]]:
    hidden, seen = {seat: set[Card]() for seat in SEATS}, set[Card]()
    for event in (event for record in records for event in record.events):
        if isinstance(event, hr.HoleCardsDealt):
            hidden[event.seat] |= set(event.cards)
        elif isinstance(event, hr.UpCardsDealt | hr.BoardDealt):
            seen |= set(event.cards)
        assert not isinstance(event, hr.HandShown), "the hand must end unseen"
    return hidden, seen


def moved_round(deck: tuple[Card, ...], cards: set[Card]) -> tuple[Card, ...]:
    """The deck with these cards in each other's places, none in its own."""
    places = [place for place, card in enumerate(deck) if card in cards]
    changed = list(deck)
    for place, source in zip(places, (*places[1:], places[0]), strict=True):
        changed[place] = deck[source]
    return tuple(changed)


def check(folder: Path, game: GameId) -> None:
    deck = tuple(Random(7).sample(find_game(game).deck, len(find_game(game).deck)))
    plain = play(folder / "plain", game, deck)
    undealt = set(deck) - plain.seen - set().union(*plain.hidden.values())
    for seat in SEATS:
        other = play(folder / f"seat-{seat}", game, moved_round(deck, plain.hidden[seat] | undealt))
        assert other.hidden[seat] != plain.hidden[seat]
        for viewer in VIEWERS:
            is_own = viewer == Viewer("seat", seat)
            assert (other.told[viewer].messages == plain.told[viewer].messages) != is_own, viewer
            assert other.told[viewer].lengths == plain.told[viewer].lengths, viewer
            assert (other.told[viewer].proof == plain.told[viewer].proof) != is_own, viewer
            assert other.told[viewer].proof[0] == plain.told[viewer].proof[0], viewer


@pytest.mark.parametrize("game", SOME)
def test_rng_7_nobody_is_told_anything_that_depends_on_a_hidden_card(game: GameId, tmp_path: Path) -> None:
    check(tmp_path, game)


@pytest.mark.ci
@pytest.mark.parametrize("game", [game for game in WITHOUT_ROWS if game not in SOME])
def test_rng_7_nor_in_any_other_game(game: GameId, tmp_path: Path) -> None:
    check(tmp_path, game)
