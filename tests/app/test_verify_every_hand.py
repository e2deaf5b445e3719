"""`jakaja verify` plays every kind of hand again: runs, choices to show, hands turned up, rows, draws and studs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cashier.records import Event
from controller.app.cli import main
from controller.app.home import Home
from controller.app.inspection import Finding, inspect
from controller.journal.rows import Record
from controller.journal.verify import salvage
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.profile import Ruling
from tests.app.house import House, answer
from tests.table.evening import profile_of

HANDS = 6


@dataclass(frozen=True)
class Kind:
    """A kind of hand: the game and options it is played by, how often it is all-in, and a change that must be found.

    `event` is the record that is changed and `change` what becomes of one of them; `says` stands in the finding.
    """

    name: str
    game: str
    options: dict[str, Any]
    bets: tuple[hr.ActKind, ...]
    event: type[Event]
    change: Callable[[Any], Any]
    says: str


def other_cards(event: Any) -> Any:
    """The event with its first two cards the other way round."""
    first, second, *others = event.cards
    return msgspec.structs.replace(event, cards=(second, first, *others))


def another_card(event: Any) -> Any:
    """The event with its first card replaced by the next one of a deck."""
    first, *others = event.cards
    return msgspec.structs.replace(event, cards=((first + 1) % 52, *others))


KINDS = (
    Kind("runs", "holdem-nl", {"most_runs": 2}, ("raise", "call"), hr.RunsAgreed,
         lambda event: msgspec.structs.replace(event, runs=3), "it does not go as recorded"),
    Kind("the answer to how often", "holdem-nl", {"most_runs": 2}, ("raise", "call"), hr.Acted,
         lambda event: msgspec.structs.replace(event, runs=1) if event.kind == "runs" else None,
         "it does not go as recorded"),
    Kind("the board of a further run", "omaha-pl", {"most_runs": 3}, ("raise", "call"), hr.BoardDealt,
         lambda event: other_cards(event) if event.which else None, "deck-in-order"),
    Kind("hands turned up", "holdem-nl", {"all_in_hands": "turned-up"}, ("raise", "call"), hr.HandTurnedUp,
         other_cards, "shown-cards-held"),
    Kind("a winner unseen who shows", "holdem-nl", {"show_choice": "winner-by-folds"}, ("raise", "fold"), hr.CardsShown,
         another_card, "shown-cards-held"),
    Kind("a loser who shows", "holdem-nl", {"show_choice": "losers-too"}, ("call", "check"), hr.HandMucked,
         lambda event: msgspec.structs.replace(event, seat=3 - event.seat), "it does not go as recorded"),
    Kind("rows", "chinese-1-6-pts", {"rows_royalties": True}, (), hr.RowsArranged, other_cards,
         "it does not go as recorded"),
    Kind("points of rows", "chinese-2-4-pts", {}, (), hr.RowsJudged,
         lambda event: msgspec.structs.replace(event, royalties=event.royalties + 1), "it does not go as recorded"),
    Kind("an exchange", "sd27-nl", {}, ("call", "check"), hr.CardsDiscarded, another_card, "discards-held"),
    Kind("a stud", "stud-fl", {}, ("bring-in", "call", "check"), hr.UpCardsDealt,
         another_card, "deck-in-order"),
)  # fmt: skip


def evening(folder: Path, kind: Kind) -> Path:
    """The folder of a table at which two played some hands of this kind."""
    house = House(folder)
    rulings = tuple(Ruling(option, value) for option, value in kind.options.items())
    house.profile = profile_of(kind.game, rulings=rulings)
    house.do(tr.AdoptProfile(profile=house.profile))
    for _hand in range(HANDS):
        for seat in (1, 2):
            held = house.machine.table.seats.get(seat)
            if held is None or not held.stack:
                house.sit(seat)
        house.deal()
        while (hand := house.machine.table.hand) is not None:
            house.do(answer(hand, kind.bets))
    house.close()
    return house.home.path


def records_of(folder: Path) -> list[Record]:
    home = Home(folder)
    return [record for record in salvage(home.journal, home.table_key) if isinstance(record, Record)]


def forged(records: list[Record], kind: Kind) -> Iterator[Record]:
    """The records, in which the first event that the change is for has become another."""
    waiting = True
    for record in records:
        events = list(record.events)
        for place, event in enumerate(record.events):
            other = kind.change(event) if waiting and type(event) is kind.event else None
            if other is not None:
                events[place], waiting = other, False
        yield msgspec.structs.replace(record, events=tuple(events))
    assert not waiting, f"no {kind.event.__name__} to change"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_of_hand_is_played_again_and_a_planted_change_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: Kind
) -> None:
    folder = evening(tmp_path / "table", kind)
    assert main(["verify", str(folder)]) == 0
    assert f"shuffles and hands: {HANDS} follow" in capsys.readouterr().out
    finding, *_ = found(forged(records_of(folder), kind), folder)
    assert kind.says in finding.sentence


def found(records: Iterator[Record], folder: Path) -> tuple[Finding, ...]:
    return inspect(records, Home(folder).machine_id.hex()).findings
