"""An auditor proves every hand with a key that the table does not have (RNG-6, R-RNG-10)."""

from pathlib import Path

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.app.auditing import audit_hands
from controller.app.cli import main
from controller.app.folder import Folder, read_folder
from controller.journal.rows import Record
from controller.shuffle import open_as_auditor, public_key_of, seal_for_auditor
from controller.shuffle.auditor import SEALED_SIZE, is_auditor_key
from controller.table.profile_check import check_profile
from controller.vocab import entropy_records as er
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.records import AnyEvent
from tests.app.house import House, answer
from tests.table.evening import profile_of

PRIVATE = bytes(range(1, 33))
PUBLIC = public_key_of(PRIVATE)
SEED = bytes(range(32))
HANDS = 4

# -- the seal ----------------------------------------------------------------------------------------------------


def test_what_is_sealed_to_an_auditor_opens_with_his_private_key_alone() -> None:
    sealed = seal_for_auditor(PUBLIC, SEED)
    assert len(sealed) == SEALED_SIZE
    assert open_as_auditor(PRIVATE, sealed) == SEED
    assert open_as_auditor(bytes(reversed(PRIVATE)), sealed) is None
    assert open_as_auditor(PRIVATE, sealed[:-1] + bytes([sealed[-1] ^ 1])) is None
    assert open_as_auditor(PRIVATE, b"") is None
    assert SEED not in sealed


def test_a_seed_is_always_sealed_alike_and_never_like_another() -> None:
    assert seal_for_auditor(PUBLIC, SEED) == seal_for_auditor(PUBLIC, SEED)
    other = seal_for_auditor(PUBLIC, bytes(32))
    assert other[:32] != seal_for_auditor(PUBLIC, SEED)[:32]


@pytest.mark.parametrize(
    "written", ["00", PUBLIC.hex().upper(), PUBLIC.hex() + "00", "g" * 64, "00" * 32, "01" + "00" * 31]
)
def test_a_profile_names_a_key_or_none(written: str) -> None:
    house = profile_of("holdem-nl")
    assert check_profile(msgspec.structs.replace(house, auditor=PUBLIC.hex())) is None
    assert check_profile(msgspec.structs.replace(house, auditor=written)) == Refusal(
        Code.PROFILE_UNUSABLE, {"field": "auditor"}
    )


def test_a_key_of_another_length_is_none() -> None:
    assert not is_auditor_key(b"")
    assert is_auditor_key(PUBLIC)


# -- whole tables ------------------------------------------------------------------------------------------------


def played(path: Path, game: str, auditor: bytes = PUBLIC) -> Folder:
    """The folder of a table at which three played four hands, to the showdown or until all but one had folded."""
    house = House(path)
    house.profile = profile_of(game, auditor=auditor.hex())
    house.do(tr.AdoptProfile(profile=house.profile))
    for seat in (1, 2, 3):
        house.sit(seat)
    house.everyone()
    for _hand in range(HANDS):
        house.deal()
        while (hand := house.machine.table.hand) is not None:
            house.do(answer(hand, ("bring-in", "call", "check")))
    house.close()
    found = read_folder(path, with_key=False)
    assert isinstance(found, Folder)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return played(tmp_path_factory.mktemp("auditor") / "table", "holdem-nl")


@pytest.mark.parametrize(("game", "replays"), [("stud-fl", True), ("omaha8-fl", True), ("td27-fl", False)])
def test_every_hand_of_any_game_is_proved(tmp_path: Path, game: str, replays: bool) -> None:
    found = list(audit_hands(played(tmp_path / "table", game).records(), PRIVATE))
    assert len(found) == HANDS
    assert not any(audited.findings or audited.skipped for audited in found)
    assert any(audited.replayed for audited in found) == replays


def changed(folder: Folder, kind: type[AnyEvent], **fields: object) -> list[Record]:
    """The records, with the first event of a kind changed."""
    records, done = [], False
    for record in folder.records():
        events = []
        for event in record.events:
            if isinstance(event, kind) and not done:
                event, done = msgspec.structs.replace(event, **fields), True
            events.append(event)
        records.append(msgspec.structs.replace(record, events=tuple(events)))
    assert done
    return records


@pytest.mark.parametrize(
    ("kind", "fields", "finding"),
    [
        (tr.SeedForAuditor, {"sealed": seal_for_auditor(PUBLIC, SEED)}, "not the one the house was bound to"),
        (tr.SeedForAuditor, {"sealed": bytes(SEALED_SIZE)}, "does not open with this key"),
        (tr.SeedForAuditor, {"sealed": b""}, "was sealed to no auditor"),
        (tr.CardsCommitted, {"root": bytes(32)}, "the root is not that of the commitments"),
        (tr.ShuffleOpened, {"commitment": bytes(32)}, "not the one the house was bound to"),
        (er.EntropyRevealed, {"entropy": bytes(32)}, "the number of seat"),
        (er.DeckCut, {"place": 1}, "the root is not that of the commitments"),
        (tr.ShuffleOpened, {"bound": ()}, "is not the one its screen was bound to"),
        (hr.BoardDealt, {"cards": (0, 1, 2)}, "it does not go as recorded"),
        (hr.PotAwarded, {"amount": 1}, "it does not go as recorded"),
    ],
)
def test_whatever_a_house_may_have_changed_is_found(
    folder: Folder, kind: type[AnyEvent], fields: dict[str, object], finding: str
) -> None:
    found = [line for audited in audit_hands(changed(folder, kind, **fields), PRIVATE) for line in audited.findings]
    assert found
    assert all(finding in line or "root" in line or "commitments" in line for line in found), found
    assert any(finding in line for line in found), found


@pytest.mark.parametrize(("game", "kind"), [("td27-fl", hr.HandShown), ("chinese-1-6-pts", hr.RowShown)])
def test_a_card_shown_that_was_never_dealt_to_its_seat_is_found_where_cards_are_exchanged_or_arranged(
    tmp_path: Path, game: str, kind: type[AnyEvent]
) -> None:
    folder = played(tmp_path / "table", game)
    assert not [line for audited in audit_hands(folder.records(), PRIVATE) for line in audited.findings]
    shown = next(event for record in folder.records() for event in record.events if isinstance(event, kind))
    others = tuple((card + 1) % 52 for card in shown.cards)  # type: ignore[union-attr]
    found = [line for hand in audit_hands(changed(folder, kind, cards=others), PRIVATE) for line in hand.findings]
    assert found == [f"hand 1: seat {shown.seat} showed a card that the deck of its seed did not deal to it"]  # type: ignore[union-attr]


def test_a_table_without_an_auditor_is_skipped_hand_by_hand(tmp_path: Path) -> None:
    found = list(audit_hands(played(tmp_path / "table", "holdem-nl", auditor=b"").records(), PRIVATE))
    assert [audited.skipped for audited in found] == [
        f"hand {hand}: its seed was sealed to no auditor" for hand in range(1, HANDS + 1)
    ]


# -- the command -------------------------------------------------------------------------------------------------


def test_an_auditor_makes_a_key_and_proves_a_table(
    folder: Folder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "made.key"
    assert main(["audit", "--new-key", str(made)]) == 0
    line = capsys.readouterr().out
    assert line == f'auditor = "{public_key_of(bytes.fromhex(made.read_text())).hex()}"\n'
    assert made.stat().st_mode & 0o077 == 0
    kept = tmp_path / "kept.key"
    kept.write_text(PRIVATE.hex() + "\n")
    assert main(["audit", str(folder.journal.parent), "--key", str(kept)]) == 0
    assert capsys.readouterr().out == (
        "hands: 4 follow from their seeds, 4 of them played again card by card; 0 not sealed or prepared, 0 wrong\n"
    )
    assert main(["audit", str(folder.journal.parent), "--key", str(made)]) == 1
    assert "hand 1: its seed does not open with this key" in capsys.readouterr().out


def test_a_key_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "made.key"
    made.write_text("something")
    assert main(["audit", "--new-key", str(made)]) == 2
    assert made.read_text() == "something"
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("written", ["", "no key", "00" * 31])
def test_what_is_no_key_is_told(
    folder: Folder, written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.key"
    path.write_text(written)
    assert main(["audit", str(folder.journal.parent), "--key", str(path)]) == 2
    assert "is no private key; make one with jakaja audit --new-key FILE" in capsys.readouterr().err


def test_a_folder_without_a_key_is_told(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(folder.journal.parent)]) == 2
    assert "write DIR --key FILE, or --new-key FILE alone" in capsys.readouterr().err
