"""What an attendant types about players' cards (R-RG-1)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.players import pseudonym
from controller.vocab import card_reader_records as cr
from controller.vocab import player_card_records as pc
from controller.vocab import player_records as pr
from tests.players.desk import Desk
from tests.players.lounge import BY_CARD, READER, lounge_profile

REGISTERED = ("register", "card:1111", "--name", "Aino", "--born", "1990-12-31", "--document", "passport FI-774411")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "table", lounge_profile(BY_CARD))
    yield made
    made.house.close()


def token(desk: Desk, number: str) -> str:
    return pseudonym(desk.house.home.table_key, "card", number)


def test_a_card_is_enrolled_shown_blocked_and_unblocked(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert desk(*REGISTERED) == 0
    assert desk.card("enrol", "card:1111", "--owner", "card:1111") == 0
    assert desk.last == pc.PlayerCardEnrolled(token(desk, "1111"), token(desk, "1111"), "Anna")
    assert desk.card("enrol", "card:2222", "--owner", "card:1111") == 1
    assert "refused: player-card-taken" in capsys.readouterr().out
    assert desk.card("block", "card:1111", "lost", "--reason", "reported") == 0
    assert desk.card("show", "card:1111") == 0
    assert "opens nothing: lost" in capsys.readouterr().out
    assert desk.card("unblock", "card:1111") == 0
    assert desk.card("show", "card:2222") == 1
    assert desk.card("show", "2222") == 2, "a number says what it is the number of"


def test_the_card_in_the_reader_is_meant_by_shown(desk: Desk) -> None:
    assert desk.card("enrol", "shown") == 1
    desk.house.do(cr.PlayerCardProved(READER, 1, token(desk, "3333"), "3333"))
    assert desk.card("enrol", "shown") == 0
    assert desk.last == pc.PlayerCardEnrolled(token(desk, "3333"), token(desk, "3333"), "Anna")
    guest = desk.house.kiosk.view.guest
    assert guest is not None
    assert (guest.ending, guest.trouble) == ("3333", None)


def test_a_lost_card_is_replaced_and_its_player_found_by_the_new_one(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk(*REGISTERED) == 0
    assert desk.card("enrol", "card:1111", "--owner", "card:1111") == 0
    assert desk.card("replace", "card:1111", "card:2222", "--reason", "lost on the train") == 0
    assert desk("show", "card:2222") == 0
    assert "Aino" in capsys.readouterr().out
    assert desk("limit", "card:2222", "loss", "day", "50.00") == 0
    limit = desk.last
    assert isinstance(limit, pr.LimitSet)
    assert limit.player == token(desk, "1111")
    assert desk.card("reset-pin", "card:2222") == 1
