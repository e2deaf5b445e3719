"""Hands out of a table's journal: what everyone saw for everyone, and every card for an auditor alone."""

import json
import socket
import stat
from pathlib import Path

import pytest

from controller.app.cli import main
from controller.app.event_file import read_events
from controller.app.replay import replay
from controller.vocab import hand_records as hr
from tests.app.house import House

HANDS = 12


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("export-hands") / "table")
    for seat in (1, 2, 3, 4):
        house.sit(seat)
    house.play_bots(HANDS)
    house.close()
    return house


def folder(evening: House) -> str:
    return str(evening.home.path)


def test_an_auditor_gets_events_that_are_played_again_byte_for_byte(evening: House, tmp_path: Path) -> None:
    path = tmp_path / "hands.events"
    assert main(["export", folder(evening), "--events", str(path), "--auditor", "Anna"]) == 0
    report = replay(path, check=True)
    assert (report.findings, report.agreed) == ((), report.hands)
    assert report.hands >= HANDS
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    header = json.loads(path.read_text("utf-8").splitlines()[0])
    assert (header["machine"], header["cards"]) == (evening.home.machine_id.hex(), "all")


def test_without_one_no_card_is_told_that_nobody_tabled(evening: House, tmp_path: Path) -> None:
    seen, every = tmp_path / "seen.events", tmp_path / "every.events"
    assert main(["export", folder(evening), "--events", str(seen)]) == 0
    assert main(["export", folder(evening), "--events", str(every), "--auditor", "Anna"]) == 0
    hidden_once = False
    for told, whole in zip(read_events(seen), read_events(every), strict=True):
        shown = {event.seat for event in whole.events if isinstance(event, hr.HandShown)}
        dealt = [event for event in whole.events if isinstance(event, hr.HoleCardsDealt) and event.seat not in shown]
        hidden = {card for event in dealt for card in event.cards}
        assert not hidden & {card for event in told.events for card in getattr(event, "cards", ())}
        assert all(event.audience == "everyone" for event in told.events)
        hidden_once = hidden_once or bool(hidden)
    assert hidden_once
    assert replay(seen, check=True).findings == ()


def test_phh_and_open_hand_history_hold_the_same_hands(evening: House, tmp_path: Path) -> None:
    phh, ohh = tmp_path / "hands.phhs", tmp_path / "hands.ohh"
    assert main(["export", folder(evening), "--phh", str(phh), "--ohh", str(ohh)]) == 0
    report = replay(phh, check=True)
    assert (report.findings, report.agreed) == ((), report.hands)
    hands = [json.loads(part)["ohh"] for part in ohh.read_text("ascii").strip().split("\n\n")]
    assert len(hands) == report.hands
    assert {hand["currency"] for hand in hands} == {"EUR"}


def test_a_running_table_tells_no_auditor(evening: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x.events"
    with socket.socket(socket.AF_UNIX) as table:
        table.bind(folder(evening) + "/gateway.sock")
        table.listen()
        assert main(["export", folder(evening), "--events", str(out), "--auditor", "Anna"]) == 2
    (evening.home.path / "gateway.sock").unlink()
    assert "this table runs; stop it first" in capsys.readouterr().err
    assert not out.exists()


def test_an_auditor_has_a_name(evening: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", folder(evening), "--events", str(tmp_path / "x"), "--auditor", " "]) == 2
    assert "--auditor: is without a name" in capsys.readouterr().err
