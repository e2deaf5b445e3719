"""`jakaja demo` without a window, from notes over a USB bus to tickets that a scanner reads."""

import gc
import json
from pathlib import Path

import msgspec
import pytest
import zxingcpp
from PIL import Image

from cashier.money import Money
from cashier.records import VoucherIssued, VoucherNumber, VoucherReserved, VoucherVoided
from cashier.ticket_number import last_digits
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.demo.evening import Evening
from controller.app.demo.staff import STAFF, hire_all
from controller.app.home import Home
from controller.app.inspection import inspect
from controller.app.problem import Problem
from controller.journal.rows import Record
from controller.journal.verify import salvage, verify
from controller.vocab.fault_records import DoorsRead
from controller.vocab.hand_records import HandEnded
from controller.vocab.records import AnyEvent
from controller.vocab.staff_records import TwoAgreed
from controller.vocab.table_records import CardsCommitted, ShuffleOpened
from tests.app.house import House


class Demonstration:
    """A folder that `jakaja demo` has left, and what it said."""

    def __init__(self, folder: Path, said: str) -> None:
        self.folder, self.said = folder, said
        self.home = Home(folder)
        found = list(salvage(self.home.journal, self.home.table_key))
        self.records = [record for record in found if isinstance(record, Record)]
        assert len(self.records) == len(found)

    @property
    def events(self) -> list[AnyEvent]:
        return [event for record in self.records for event in record.events]

    @property
    def mark(self) -> dict[str, object]:
        return dict(json.loads((self.folder / "demo.json").read_text()))

    @property
    def pictures(self) -> list[Path]:
        return sorted((self.folder / "tickets").glob("*.png"))

    @property
    def histories(self) -> str:
        return (self.folder / "hands.phhs").read_text(encoding="utf-8")

    @property
    def commitments(self) -> list[bytes]:
        """What was published of every shuffle and every deck, in order."""
        return [
            event.commitment if isinstance(event, ShuffleOpened) else event.root
            for event in self.events
            if isinstance(event, ShuffleOpened | CardsCommitted)
        ]


def demonstrate(folder: Path, capsys: pytest.CaptureFixture[str], hands: int, seed: int) -> Demonstration:
    words = ["demo", "--headless", "--no-pictures", "--hands", str(hands), "--seed", str(seed), "--out", str(folder)]
    assert main(words) == 0
    return Demonstration(folder, capsys.readouterr().out)


def scanned(picture: Path) -> dict[str, str]:
    """What a scanner reads on a ticket: kind of barcode to content."""
    with Image.open(picture) as image:
        return {code.format.name: code.text for code in zxingcpp.read_barcodes(image)}


def check_account(demonstration: Demonstration, capsys: pytest.CaptureFixture[str], hands: int) -> None:
    """Every difference is zero, by the run's own word, by its journal and by `jakaja verify`."""
    lines = demonstration.said.splitlines()
    difference = next(line for line in lines if "difference" in line)
    (board,) = (event for event in demonstration.events if isinstance(event, DoorsRead))
    assert {"cabinet", "kiosk", "hopper"} <= {reading.door for reading in board.doors if not reading.open}
    assert difference.split() == ["difference", "0.00"]
    assert sum(isinstance(event, HandEnded) for event in demonstration.events) == hands
    home = demonstration.home
    report = verify(home.journal, home.table_key)
    assert report.whole
    assert report.records == demonstration.mark["records"]
    inspection = inspect(demonstration.records, home.machine_id.hex())
    assert inspection.findings == ()
    assert inspection.reconciliation.difference == 0
    assert main(["verify", str(demonstration.folder)]) == 0
    assert "0.00" in capsys.readouterr().out.splitlines()[-1]


def check_tickets(demonstration: Demonstration) -> None:
    """Every ticket but the torn one reads as a voucher of the journal, and every good voucher is on paper once."""
    issued = {event.number: event.amount for event in demonstration.events if isinstance(event, VoucherIssued)}
    voided = [event.number for event in demonstration.events if isinstance(event, VoucherVoided)]
    replaced = [event for event in demonstration.events if isinstance(event, VoucherReserved) and event.replaces]
    assert [last_digits(number) for number in voided] == [demonstration.mark["torn_up"]]
    (replacement,) = replaced
    assert (replacement.replaces, replacement.number in issued) == (voided[0], True)
    assert replacement.number != voided[0]
    assert voided[0] not in issued
    torn, *whole = sorted(demonstration.pictures, key=lambda path: ("paper_out" not in path.name, path.name))
    assert "paper_out" in torn.name
    seen: dict[VoucherNumber, Money] = {}
    for picture in whole:
        codes = scanned(picture)
        number = VoucherNumber(codes["ITF"])
        assert len(number) == 18
        assert number not in seen, "a number was printed twice"
        assert codes == {"ITF": number, "QRCode": f"JKJ1:{number}:{issued[number]}:EUR"}
        seen[number] = issued[number]
    assert seen == issued
    assert voided[0] not in {text for picture in demonstration.pictures for text in scanned(picture).values()}
    assert list(demonstration.mark["tickets"]) == [last_digits(number) for number in issued]  # type: ignore[call-overload]


def check_staff(
    demonstration: Demonstration, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
) -> None:
    """Two people with their PINs had the torn ticket replaced; who may look at hole cards does so with the PIN told."""
    (agreed,) = (event for event in demonstration.events if isinstance(event, TwoAgreed))
    assert (agreed.by, agreed.second, agreed.what) == ("Fredrik", "Kaisa", "ResolveVoucher")
    pin = folder / "pin"
    patch.setenv("JAKAJA_PIN", str(pin))
    for member in STAFF:
        assert f"{member.name} {member.role} {member.pin}" in demonstration.said
        pin.write_text(member.pin, encoding="ascii")
        pin.chmod(0o600)
        words = ["recall", str(demonstration.folder), "--hand", "1", "--staff", member.name]
        assert main(words) == (0 if member.role in ("floor", "auditor") else 1)
        assert (" has " in capsys.readouterr().out) == (member.role in ("floor", "auditor"))


def test_sec_7_nobody_whose_pin_is_known_to_all_works_at_a_table_of_value(tmp_path: Path) -> None:
    profile = msgspec.structs.replace(demo_profile(), no_value=False, test_decks=False)
    house = House(tmp_path / "table", profile=profile)
    with pytest.raises(Problem, match="known to everybody"):
        hire_all(house.core)
    assert house.machine.access.people == {}
    house.close()


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demonstrations")


def test_a_demonstration_goes_from_notes_to_tickets_and_every_difference_is_zero(
    folders: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    demonstration = demonstrate(folders / "first", capsys, hands=12, seed=3)
    check_account(demonstration, capsys, hands=12)
    check_tickets(demonstration)
    check_staff(demonstration, tmp_path, capsys, monkeypatch)
    assert len(msgspec.toml.decode(demonstration.histories)) == 12


def test_the_same_seed_plays_the_same_hands_and_another_seed_others(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = demonstrate(folders / "one", capsys, hands=6, seed=5)
    again = demonstrate(folders / "again", capsys, hands=6, seed=5)
    other = demonstrate(folders / "other", capsys, hands=6, seed=6)
    assert one.histories == again.histories
    assert one.commitments == again.commitments
    assert len(one.commitments) == 12
    assert one.mark["tickets"] == again.mark["tickets"]
    assert one.histories != other.histories
    assert not set(one.commitments) & set(other.commitments)
    assert not set(map(str, one.mark["tickets"])) & set(map(str, other.mark["tickets"]))  # type: ignore[call-overload]


def test_the_same_seed_has_another_identity_and_other_keys(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Repeatable are the cards, never the secrets of a table."""
    homes = [demonstrate(folders / name, capsys, hands=1, seed=5).home for name in ("left", "right")]
    assert homes[0].machine_id != homes[1].machine_id
    assert homes[0].table_key != homes[1].table_key


def test_a_demonstration_replaces_its_older_one(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demonstrate(folders / "twice", capsys, hands=2, seed=1)
    (folders / "twice" / "tickets" / "old.png").write_bytes(b"")
    later = demonstrate(folders / "twice", capsys, hands=1, seed=2)
    assert not (folders / "twice" / "tickets" / "old.png").exists()
    assert later.mark["hands"] == 1


@pytest.mark.parametrize("seats", [2, 10])
def test_the_smallest_and_the_largest_table_play(folders: Path, capsys: pytest.CaptureFixture[str], seats: int) -> None:
    folder = folders / f"seats-{seats}"
    words = ["demo", "--headless", "--no-pictures", "--hands", "4", "--seats", str(seats), "--out", str(folder)]
    assert main(words) == 0
    check_tickets(Demonstration(folder, capsys.readouterr().out))


@pytest.mark.ci
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_200_hands_balance_and_verify(folders: Path, capsys: pytest.CaptureFixture[str], seed: int) -> None:
    demonstration = demonstrate(folders / f"long-{seed}", capsys, hands=200, seed=seed)
    check_account(demonstration, capsys, hands=200)
    check_tickets(demonstration)


def test_a_demonstration_that_breaks_off_lets_go_of_its_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is still open is reported as it is collected, and a warning is an error here."""

    def breaks_off(_evening: Evening, _hands: int) -> None:
        raise Problem("demonstration", "nobody is left to play", "seat more players")

    monkeypatch.setattr(Evening, "play", breaks_off)
    words = ["demo", "--headless", "--no-pictures", "--hands", "4", "--seats", "2", "--out", str(tmp_path / "demo")]
    assert main(words) == 2
    assert "nobody is left to play" in capsys.readouterr().err
    gc.collect()
