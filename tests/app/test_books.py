"""The rules that a screen reads over the wire are those of its own table, whole and in one message."""

import pytest

from controller.app.books import table_book
from controller.app.config import demo_profile
from controller.games import catalogue, mixes
from controller.language import load_language
from controller.language.rule_text import tell
from controller.vocab.profile import GameId
from controller.wire.messages import LARGEST_FROM_TABLE, ReadRules, Rules, encode
from controller.wire.viewers import CENTRE, KIOSK
from tests.app.house import House


def read(house: House, seat: int, game: str) -> Rules:
    screen = house.seat(seat)
    screen.exchange()
    screen.client.read_rules(GameId(game))
    (answer,) = (message for message in screen.exchange() if isinstance(message, Rules))
    return answer


def test_a_seat_reads_the_rules_with_the_stakes_of_its_table(house: House) -> None:
    house.everyone()
    answer = read(house, 3, "holdem-nl")
    assert answer.book == table_book(house.machine.table.profile or demo_profile(), GameId("holdem-nl"))
    assert answer.book is not None
    told = tell(answer.book, load_language("en"), demo_profile().currency)
    assert told.title == "Hold'em, no limit"
    assert any("blinds are" in sentence for section in told.sections for sentence in section.sentences)


def test_a_game_that_there_is_not_has_no_book_and_the_line_stays(house: House) -> None:
    house.everyone()
    assert read(house, 3, "whist").book is None
    assert read(house, 3, "horse").book is not None
    assert not house.seat(3).session.closed


def test_whoever_has_not_said_who_he_is_reads_nothing(house: House) -> None:
    house.everyone()
    screen = house.seat(3)
    screen.session.viewer = None
    screen.client.read_rules(GameId("holdem-nl"))
    assert not [message for message in screen.exchange() if isinstance(message, Rules)]
    assert screen.session.closed


@pytest.mark.parametrize("viewer", [CENTRE, KIOSK])
def test_the_rules_are_for_every_screen(house: House, viewer: object) -> None:
    house.everyone()
    screen = next(screen for known, screen in house.screens.items() if known == viewer)
    screen.client.read_rules(GameId("holdem-nl"))
    assert [message for message in screen.exchange() if isinstance(message, Rules)]


def test_every_book_fits_one_message() -> None:
    profile = demo_profile()
    for game in [*(row.id for row in catalogue()), *(GameId(mix.id) for mix in mixes())]:
        book = table_book(profile, GameId(game))
        assert book is not None
        assert len(encode(Rules(GameId(game), book))) < LARGEST_FROM_TABLE / 4


def test_a_screen_asks_for_the_rules_by_name() -> None:
    assert len(encode(ReadRules(GameId("holdem-nl")))) < 100
