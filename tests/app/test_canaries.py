"""Secrets that were planted in a table are found nowhere else: not on its disk, not in an export, on no other line,
in no other screen's memory, and no core is left of whoever dies (SEC-1, R-RNG-9).

Every search is tried on a weakness of its own kind first: a log that names cards, a journal that is not sealed, a table
that tells every screen everything, a memory that holds the cards.
"""

import io
import os
import subprocess
import sys
import threading
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.app.cli import main
from controller.app.core import Committed
from controller.app.folder import Folder, read_folder
from controller.app.hub import Hub, Session
from controller.journal.codec import EventCodec
from controller.journal.seal import Seal, Seals
from controller.service.recall import find_hand
from controller.service.receipts import receipt_of
from controller.shuffle import BOARD, Prepared
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.digests import digest
from controller.vocab.ids import HandId, Seat
from controller.vocab.profile import GameId
from controller.wire.messages import Message, Update, encode
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, STAFF
from evaluator_ext import Card, print_cards
from tests.app.canaries import (
    CARDS_TOGETHER,
    Canary,
    found_as_objects,
    found_in,
    memory_of,
    of_bytes,
    of_cards,
    rows_of,
)
from tests.app.house import House
from tests.app.test_non_interference import answer
from tests.table.evening import profile_of
from tests.ui.served import PATIENCE, Served

ROOT = Path(__file__).parents[2]
GAME = GameId("omaha6-pl")
"""Six hole cards a seat: a row of them stands nowhere by chance."""

SEATS = (1, 2, 3, 4)


class Secrets:
    """What a table must keep to itself, taken from its own innermost functions as it plays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.keys: list[bytes] = []
        self.decks: list[Prepared] = []
        self.hole: dict[tuple[HandId, int], tuple[Card, ...]] = {}
        self.seen: set[tuple[HandId, Card]] = set()
        inner = sys.modules["controller.shuffle.prepare"]
        committed = inner._committed

        def spied(key: bytes, *words: object) -> Prepared:
            made: Prepared = committed(key, *words)
            self.keys += [key, digest("deck", (), key), digest("nonces", (), key)]
            self.decks.append(made)
            return made

        monkeypatch.setattr(inner, "_committed", spied)

    def follow(self, house: House) -> None:
        """Read from the table's own records which cards became whose."""
        hand = HandId(0)
        for event in (event for record in house.journal.iter_records() for event in record.events):
            match event:
                case tr.SeedDrawn():
                    self.keys.append(event.seed)
                case hr.DeckFixed():
                    hand = event.hand
                case hr.HoleCardsDealt():
                    self.hole[(hand, event.seat)] = event.cards
                case hr.BoardDealt():
                    self.seen |= {(hand, card) for card in event.cards}
        assert self.decks
        assert len(self.hole) == len(SEATS) * len({hand for hand, _seat in self.hole})

    def of_everybody(self) -> list[Canary]:
        """Seeds, keys, salts of cards that nobody saw, decks in part and whole, and everybody's hole cards."""
        found = [of_bytes(f"key {number}", key) for number, key in enumerate(self.keys)]
        hands = sorted({hand for hand, _seat in self.hole})
        for hand, made in zip(hands, self.decks[-len(hands) :], strict=True):
            salts = [nonce for card, nonce in zip(made.deck, made.nonces, strict=True) if (hand, card) not in self.seen]
            found += [of_bytes(f"salt {number} of hand {hand}", salt) for number, salt in enumerate(salts)]
            found += rows_of(f"deck of hand {hand}", made.deck)
        return found + self.of_seats(SEATS)

    def of_seats(self, seats: tuple[int, ...]) -> list[Canary]:
        return [
            of_cards(f"hole cards of seat {seat} in hand {hand}", cards)
            for (hand, seat), cards in self.hole.items()
            if seat in seats
        ]

    def hidden_from(self, seat: int | None) -> list[Canary]:
        """All of it but what this seat holds itself."""
        own = {canary.name for canary in self.of_seats((seat,) if seat else ())}
        return [canary for canary in self.of_everybody() if canary.name not in own]


def play_unseen(house: House, hands: int) -> None:
    """Play so many hands of which no hole card is ever shown, and deal one more, to its first decision."""
    for _hand in range(hands):
        house.deal()
        while (hand := house.machine.table.hand) is not None:
            house.do(answer(hand))
    house.deal()


@pytest.fixture
def secrets(monkeypatch: pytest.MonkeyPatch) -> Secrets:
    return Secrets(monkeypatch)


Told = dict[Viewer, io.BytesIO]
"""Everything that is said to each screen, before it is encrypted, in both of our encodings."""


def listen(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Write down from now on what sessions send."""
    written: Told = {}
    send = Session.send

    def spied(session: Session, message: Message) -> None:
        if session.viewer is not None:
            page = written.setdefault(session.viewer, io.BytesIO())
            page.write(encode(message) + msgspec.json.encode(message))
        send(session, message)

    monkeypatch.setattr(Session, "send", spied)
    return written


class Planted(msgspec.Struct, frozen=True):
    """A table that was stopped within its third hand, what it must keep to itself, and what it left where."""

    house: House
    secrets: Secrets
    told: Told
    running: dict[str, bytes]
    """Its files while it ran."""


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planted]:
    """Two hands of four players that nobody showed, and a third that is being played."""
    with pytest.MonkeyPatch.context() as patch:
        secrets, told = Secrets(patch), listen(patch)
        house = played(tmp_path_factory.mktemp("planted") / "table")
        secrets.follow(house)
        running = files_of(house)
        house.close()
        yield Planted(house, secrets, told, running)


def played(folder: Path) -> House:
    house = House(folder, profile=profile_of(GAME))
    for seat in SEATS:
        house.sit(seat)
    house.everyone()
    play_unseen(house, 2)
    house.core.snapshot()
    house.act("call")
    for screen in house.screens.values():
        screen.exchange()
    return house


def files_of(house: House) -> dict[str, bytes]:
    """Everything in the table's folder but its keys: journal, write-ahead log, mirrors, last words, people."""
    return {
        path.name: path.read_bytes() for path in house.home.path.rglob("*") if path.is_file() and path.suffix != ".key"
    }


def found_in_files(files: dict[str, bytes], secrets: Secrets) -> dict[str, list[str]]:
    canaries = secrets.of_everybody()
    found = {name: found_in(data, canaries) for name, data in files.items()}
    return {name: names for name, names in found.items() if names}


# -- the disk ----------------------------------------------------------------------------------------------------


def test_sec_1_the_disk_holds_none_of_them_while_the_table_runs_and_afterwards(planted: Planted) -> None:
    assert {"journal.sqlite", "journal.sqlite-wal", "journal.mirror"} <= planted.running.keys()
    assert found_in_files(planted.running, planted.secrets) == {}
    assert found_in_files(files_of(planted.house), planted.secrets) == {}


def test_a_log_that_names_a_card_is_found(planted: Planted) -> None:
    hole = planted.secrets.hole[HandId(3), 2]
    lines = {
        "printed": f"seat 2 was dealt {print_cards(hole)}",
        "repr": f"{hr.HoleCardsDealt(2, hole)}",
        "json": msgspec.json.encode(hr.HoleCardsDealt(2, hole)).decode(),
    }
    logs = {name: line.encode() for name, line in lines.items()}
    assert found_in_files(logs, planted.secrets) == {name: ["hole cards of seat 2 in hand 3"] for name in lines}


def test_a_journal_that_keeps_the_clear_text_as_well_is_found(
    tmp_path: Path, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, opened = Seal.close, Seal.open

    def leaking(seal: Seal, place: tuple[int | bytes | str, ...], plain: bytes) -> bytes:
        return close(seal, place, plain) + plain + len(plain).to_bytes(4, "big")

    def reading(seal: Seal, place: tuple[int | bytes | str, ...], sealed: bytes) -> bytes:
        return opened(seal, place, sealed[: -4 - int.from_bytes(sealed[-4:], "big")])

    monkeypatch.setattr(Seal, "close", leaking)
    monkeypatch.setattr(Seal, "open", reading)
    house = played(tmp_path / "table")
    secrets.follow(house)
    found = {name for names in found_in_files(files_of(house), secrets).values() for name in names}
    assert {"hole cards of seat 1 in hand 1", "deck of hand 2 from 30"} <= found
    assert any(name.startswith("key") for name in found)
    house.close()


def test_sec_1_no_export_tells_one_of_them(
    planted: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(planted.house.home.path)
    for words in (
        ["verify", folder],
        ["log", folder, "--csv", str(tmp_path / "log.csv")],
        ["log", folder, "--json-lines", str(tmp_path / "log.jsonl")],
        ["meters", folder, "--json"],
        ["recall", folder, "--list"],
        ["recall", folder, "--hand", "3", "--json"],
        ["recall", folder, "--hand", "2", "--json"],
    ):
        assert main(words) == 0, words
    said = capsys.readouterr()
    for data in (said.out.encode(), said.err.encode(), *(path.read_bytes() for path in tmp_path.glob("log.*"))):
        assert found_in(data, planted.secrets.of_everybody()) == []


def test_a_recall_with_the_seats_own_cards_is_found(planted: Planted, capsys: pytest.CaptureFixture[str]) -> None:
    for form in ([], ["--json"]):
        assert main(["recall", str(planted.house.home.path), "--hand", "2", "--seat", "4", *form]) == 0
        told = capsys.readouterr().out.encode()
        assert found_in(told, planted.secrets.of_everybody()) == ["hole cards of seat 4 in hand 2"]


@pytest.mark.parametrize("count", [2, 4, 6, 13])
def test_sec_1_cards_at_rest_have_one_length_whatever_they_are(count: int) -> None:
    """A card of one digit is a letter shorter than one of two; what is sealed is not."""
    codec = EventCodec(Seals(bytes(32)))
    low, high = tuple(range(count)), tuple(range(51, 51 - count, -1))
    plain = {len(msgspec.json.encode(hr.HoleCardsDealt(2, cards))) for cards in (low, high)}
    sealed = {len(codec.encode(1, 1, [hr.HoleCardsDealt(2, cards)])[0].body) for cards in (low, high)}
    assert (len(plain), len(sealed)) == (2, 1)


# -- the lines ---------------------------------------------------------------------------------------------------


def test_sec_1_no_screen_is_told_one_that_is_not_its_own(planted: Planted) -> None:
    assert planted.told.keys() >= {CENTRE, KIOSK, STAFF}
    for viewer, page in planted.told.items():
        assert found_in(page.getvalue(), planted.secrets.hidden_from(viewer.seat)) == [], viewer
        own = planted.secrets.of_seats((viewer.seat,) if viewer.seat else ())
        assert found_in(page.getvalue(), own) == [canary.name for canary in own], "the search finds what is told"


def test_sec_1_what_travels_is_ciphertext_for_the_own_seat_as_well(planted: Planted) -> None:
    for screen in planted.house.screens.values():
        assert found_in(b"".join(screen.frames), planted.secrets.of_everybody()) == []


def test_rng_7_a_receipt_tells_the_own_cards_and_the_board_alone(planted: Planted) -> None:
    """It opens the salts of what its player saw, and no other."""
    folder = read_folder(planted.house.home.path, with_key=True)
    assert isinstance(folder, Folder)
    records = list(folder.records())
    for seat in SEATS:
        recalled = find_hand(records, 2)
        assert recalled is not None
        receipt = receipt_of(recalled, records, Seat(seat))
        assert receipt is not None
        holders = {proved.holder for proved in receipt.cards}
        assert holders == {BOARD, seat}
        told = msgspec.msgpack.encode(receipt)
        salts = [of_bytes(f"{place}", nonce) for place, nonce in enumerate(planted.secrets.decks[1].nonces)]
        assert found_in(told, salts) == [f"{proved.place}" for proved in receipt.cards]


def tell_everybody_everything(hub: Hub, committed: Committed) -> None:
    """The planted weakness: nothing is redacted."""
    for _viewer, session in hub._all():
        session.send(Update(record=committed.record, table_time=committed.now.table, events=committed.events))


def tell_from_now_on(house: House) -> None:
    house.core.listen(lambda committed, _seen: tell_everybody_everything(house.hub, committed))


def test_a_table_that_tells_every_screen_everything_is_found(
    tmp_path: Path, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = listen(monkeypatch)
    house = House(tmp_path / "table", profile=profile_of(GAME))
    for seat in SEATS:
        house.sit(seat)
    house.screen(CENTRE)
    tell_from_now_on(house)
    house.deal()
    secrets.follow(house)
    found = found_in(told[CENTRE].getvalue(), secrets.hidden_from(None))
    assert "hole cards of seat 3 in hand 1" in found
    assert any(name.startswith("deck") for name in found)
    assert any(name.startswith("key") for name in found)
    house.close()


# -- the search itself -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [b"", b"a", b"ab", b"abc"])
def test_a_secret_is_found_in_base64_wherever_it_begins(before: bytes) -> None:
    canary = of_bytes("seed", bytes(range(200, 232)))
    for write in (b64encode, urlsafe_b64encode):
        assert found_in(write(before + bytes(range(200, 232)) + b"behind"), [canary]) == ["seed"]


def test_cards_are_found_as_objects_of_a_program_and_in_no_other_order() -> None:
    cards = (12, 44, 3, 51, 0, 27)
    addresses = [0x7F00_0000_1000 + 32 * (card + 5) for card in cards]
    memory = b"".join(word.to_bytes(8, "little") for word in (1, 2, *addresses, 7))
    assert found_as_objects(memory, [of_cards("hand", cards)]) == ["hand"]
    assert found_as_objects(memory, [of_cards("hand", cards[::-1])]) == []
    assert found_as_objects(memory[:-16], [of_cards("hand", cards)]) == []
    assert len(cards) == CARDS_TOGETHER


# -- other screens' memory ---------------------------------------------------------------------------------------


class Program:
    """A screen's program, without a display."""

    def __init__(self, folder: Path, *words: str) -> None:
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "seats.run", *words, "--folder", str(folder)],
            cwd=ROOT,
            env={**os.environ, **quiet},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def found(self, canaries: list[Canary]) -> set[str]:
        """The canaries in this program's memory, in any form."""
        found: set[str] = set()
        for piece in memory_of(self.process.pid):
            found |= {*found_in(piece, canaries), *found_as_objects(piece, canaries)}
        return found

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def seated(served: Served, wanted: set[Viewer]) -> None:
    """Seat four players, and wait until these screens' programs listen."""
    arrived = threading.Event()

    def look(house: House) -> None:
        if wanted <= house.hub.connected:
            arrived.set()

    def seat(house: House) -> None:
        house.profile = profile_of(GAME)
        house.do(tr.AdoptProfile(profile=house.profile))
        for number in SEATS:
            house.sit(number)
        house.hub.on_change(lambda: look(house))
        look(house)

    served.run(seat)
    assert arrived.wait(PATIENCE), "the screens did not connect"


@pytest.fixture
def served(tmp_path: Path, secrets: Secrets) -> Iterator[Served]:
    table = Served(tmp_path / "table")
    yield table
    table.close()


def of_victim(secrets: Secrets) -> list[Canary]:
    """What seat 2 holds, what nobody was dealt yet, the seeds and keys."""
    hands = {hand for hand, _seat in secrets.hole}
    undealt = secrets.decks[-1].deck[-12:]
    keys = [of_bytes(f"key {number}", key) for number, key in enumerate(secrets.keys)]
    return [*secrets.of_seats((2,)), *rows_of(f"deck of hand {max(hands)}", undealt), *keys]


@pytest.mark.ci
def test_sec_1_no_other_screens_memory_holds_one_of_them(served: Served, secrets: Secrets) -> None:
    programs = {Viewer("seat", 1): Program(served.folder, "seat", "1"), CENTRE: Program(served.folder, "centre")}
    try:
        seated(served, set(programs))
        served.run(lambda house: play_unseen(house, 1))
        served.run(secrets.follow)
        own = secrets.of_seats((1,))
        for _try in range(20):
            if programs[Viewer("seat", 1)].found(own) == {canary.name for canary in own}:
                break
        else:
            pytest.fail("the search does not even find a screen's own cards in its memory")
        for viewer, program in programs.items():
            assert program.found(of_victim(secrets)) == set(), viewer
    finally:
        for program in programs.values():
            program.end()


@pytest.mark.ci
def test_a_screen_that_is_sent_everything_has_them_in_its_memory(served: Served, secrets: Secrets) -> None:
    program = Program(served.folder, "centre")
    try:
        seated(served, {CENTRE})
        served.run(tell_from_now_on)
        served.run(House.deal)
        served.run(secrets.follow)
        assert any(program.found(secrets.of_seats((2,))) for _try in range(20))
    finally:
        program.end()
