"""A screen's line to a real gateway: snapshot, updates, answers, and coming back whatever happens to the table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from cashier.money import Money
from cashier.records import RequestId
from controller.language import load_languages
from controller.shuffle import is_proved, read_receipt
from controller.vocab.ids import HandId
from controller.vocab.profile import GameId
from controller.vocab.table_records import BuyIn, Pause
from controller.wire.messages import ReadProof, ReadRules
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, STAFF
from seats.command import Complaint
from seats.keyring import Keyring
from seats.link import Link, Shown, monotonic_ms
from seats.running import Running, table_now
from seats.screens.centre import CentreScreen
from seats.screens.screen import Accepted, LinkLost, LinkRestored, PairingTold, ProofTold, Refused, RulesTold
from tests.app.house import House
from tests.ui.served import PATIENCE, Listener, Served

Join = Callable[[Viewer], Listener]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    table = Served(tmp_path / "table")
    yield table
    table.close()


@pytest.fixture
def join(served: Served) -> Iterator[Join]:
    listeners: list[Listener] = []

    def connect(viewer: Viewer) -> Listener:
        listeners.append(Listener(served.folder, viewer))
        return listeners[-1]

    yield connect
    for listener in listeners:
        listener.close()


def buy_in(amount: int, seat: int = 3) -> BuyIn:
    return BuyIn(request=RequestId(f"{seat:032x}"), seat=seat, amount=Money(amount), name="Aino")


def test_a_screen_gets_a_snapshot_and_then_every_update(served: Served, join: Join) -> None:
    kiosk = join(KIOSK)
    kiosk.next(LinkRestored)
    assert kiosk.next(Shown).view.balance == 0
    served.run(lambda house: house.insert(5_000))
    shown = kiosk.next(Shown, lambda news: news.view.balance == 5_000)
    assert shown.view.profile is not None


def test_what_is_shown_does_not_change_behind_the_screens_back(served: Served, join: Join) -> None:
    kiosk = join(KIOSK)
    first = kiosk.next(Shown)
    served.run(lambda house: house.insert(5_000))
    kiosk.next(Shown, lambda news: news.view.balance == 5_000)
    assert first.view.balance == 0


def test_an_answer_names_its_command_and_comes_after_what_it_changed(served: Served, join: Join) -> None:
    kiosk = join(KIOSK)
    kiosk.next(Shown)
    kiosk.link.ask(buy_in(10_000))
    refused = kiosk.next(Refused)
    assert refused.command == buy_in(10_000)
    for _ in range(2):
        served.run(lambda house: house.insert(5_000))
    kiosk.link.ask(buy_in(10_000))
    assert kiosk.next(Shown, lambda news: news.view.at(3).name == "Aino").view.balance == 0
    assert kiosk.next(Accepted).command == buy_in(10_000)


def test_a_screen_comes_back_by_itself_when_the_gateway_does(served: Served, join: Join) -> None:
    kiosk = join(KIOSK)
    kiosk.next(Shown)
    served.shut()
    kiosk.next(LinkLost)
    served.run(lambda house: house.insert(5_000))
    served.open()
    kiosk.next(LinkRestored)
    assert kiosk.next(Shown).view.balance == 5_000


def test_what_is_asked_of_a_broken_line_is_never_carried_out(served: Served, join: Join) -> None:
    served.run(lambda house: house.insert(20_000))
    kiosk = join(KIOSK)
    kiosk.next(Shown)
    served.shut()
    kiosk.next(LinkLost)
    kiosk.link.ask(buy_in(10_000, seat=4))
    served.open()
    kiosk.next(LinkRestored)
    kiosk.link.ask(buy_in(10_000, seat=5))
    kiosk.next(Accepted)
    taken = served.run(lambda house: set(house.machine.table.seats))
    assert taken == {5}


def test_a_table_that_does_not_run_is_said_once_and_waited_for(served: Served, join: Join) -> None:
    served.shut()
    kiosk = join(KIOSK)
    kiosk.next(LinkLost)
    served.open()
    kiosk.next(LinkRestored)
    kiosk.next(Shown)


def test_a_screen_that_is_replaced_leaves_the_line_to_the_newer_one(served: Served, join: Join) -> None:
    older = join(KIOSK)
    older.next(Shown)
    newer = join(KIOSK)
    newer.next(Shown)
    older.next(LinkLost)
    served.run(lambda house: house.insert(5_000))
    newer.next(Shown, lambda news: news.view.balance == 5_000)
    assert older.link.news() == []


def test_each_seat_is_shown_as_itself(served: Served, join: Join) -> None:
    assert join(Viewer("seat", 3)).next(Shown).view.own == 3
    assert join(CENTRE).next(Shown).view.own is None


def test_what_is_asked_for_to_read_comes_over_the_line(served: Served, join: Join) -> None:
    """The rules, and the proof of a hand for the seat that saw it."""

    def play(house: House) -> None:
        for seat in (1, 2, 3):
            house.sit(seat)
        house.play_bots(1)

    served.run(play)
    seat = join(Viewer("seat", 9))
    seat.next(Shown)
    seat.link.ask(ReadRules(GameId("holdem-nl")))
    assert seat.next(RulesTold).book is not None
    seat.link.ask(ReadProof(HandId(1)))
    assert seat.next(ProofTold) == ProofTold(HandId(1), None)
    player = join(Viewer("seat", 2))
    player.next(Shown)
    player.link.ask(ReadProof(HandId(1)))
    code = player.next(ProofTold).code
    assert code is not None
    assert is_proved(read_receipt(code))


def test_a_screen_whose_key_is_none_is_refused_in_one_line(served: Served) -> None:
    keys = served.folder / "keys"
    path = keys / "kiosk.key"
    path.chmod(0o640)
    with pytest.raises(Complaint, match=r"others may read this key: run chmod 600"):
        Keyring(keys, KIOSK)
    path.chmod(0o600)
    path.write_bytes(b"short")
    with pytest.raises(Complaint, match=r"is no key \(5 bytes\)"):
        Keyring(keys, KIOSK)
    path.unlink()
    assert Keyring(keys, KIOSK).keys == (), "a screen without a key is to be paired"
    with pytest.raises(Complaint, match="is no folder"):
        Keyring(keys / "elsewhere", KIOSK)
    (keys / "staff.key").unlink()
    with pytest.raises(Complaint, match="is not there"):
        Keyring(keys, STAFF)


def test_a_screen_with_another_tables_key_hears_nothing(served: Served, join: Join) -> None:
    (served.folder / "keys" / "kiosk.key").write_bytes(bytes(32))
    kiosk = join(KIOSK)
    kiosk.next(LinkLost)
    assert kiosk.next(PairingTold) == PairingTold("not-open")
    assert join(CENTRE).next(Shown)
    assert set(kiosk.link.news()) <= {PairingTold("not-open")}


def test_table_time_runs_between_updates_and_stands_while_paused(served: Served, join: Join) -> None:
    centre = join(CENTRE)
    shown = centre.next(Shown)
    assert table_now(shown, shown.at_ms) == shown.table_ms
    assert table_now(shown, shown.at_ms + 1_500) == shown.table_ms + 1_500
    staff = join(STAFF)
    staff.next(Shown)
    staff.link.ask(Pause(by="test"))
    paused = centre.next(Shown, lambda news: news.view.paused)
    assert table_now(paused, paused.at_ms + 1_500) == paused.table_ms


def test_a_running_screen_speaks_the_language_of_its_table(served: Served) -> None:
    served.speak_finnish()
    languages = load_languages()
    running = Running(Link(served.folder, CENTRE, lambda: None), languages)
    running.link.start()
    clock = pygame.time.Clock()
    try:
        deadline = monotonic_ms() + PATIENCE * 1_000
        while running.shown is None:
            assert monotonic_ms() < deadline, "the table showed nothing"
            clock.tick(50)
            running.step(monotonic_ms())
    finally:
        running.link.close()
    finnish = CentreScreen(languages["fi"])
    finnish.update(running.shown.view, 0)
    picture = pygame.Surface(finnish.size_px, 0, 32)
    finnish.draw(picture)
    drawn = picture.copy()
    running.draw(drawn)
    headline = pygame.Rect(600, 560, 720, 140)
    assert pygame.image.tobytes(drawn.subsurface(headline), "RGB") == pygame.image.tobytes(
        picture.subsurface(headline), "RGB"
    )
