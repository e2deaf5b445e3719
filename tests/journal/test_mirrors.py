"""Further copies of a journal: they may lag, never lead, and a damaged one is mended from the others (R-MEM-2)."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from controller.journal.errors import CopiesDisagreeError
from controller.journal.journal import Journal
from controller.journal.mirror import read_mirror, scan
from controller.journal.reader import FILE_NAME
from controller.journal.rows import Incident
from controller.journal.store import connect, open_copy
from controller.vocab.ids import Now
from tests.power.rig import KEY, MACHINE
from tests.power.session import evening, one_more_hand

NOW = Now(table=0, wall=1_700_000_100_000)


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal of an evening and a mirror that followed it from its first record."""
    folder = tmp_path_factory.mktemp("mirrored")
    journal = Journal.create(connect(folder / FILE_NAME), MACHINE, KEY, NOW)
    assert journal.mirror_to([folder / "a.mirror"], NOW) == ()
    for _record in evening(journal):
        """The mirror takes each record when the journal has it."""
    journal.close()
    return folder


@pytest.fixture
def folder(mirrored: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be spoilt."""
    return Path(shutil.copytree(mirrored, tmp_path / "copy"))


def start(folder: Path) -> tuple[Journal, tuple[Incident, ...]]:
    journal = Journal.open(connect(folder / FILE_NAME), KEY)
    try:
        return journal, journal.mirror_to([folder / "a.mirror"], NOW)
    except BaseException:
        journal.close()
        raise


def is_equal(folder: Path) -> bool:
    """Whether the mirror holds exactly the records of the database, with their hashes and signed heads."""
    with open_copy(folder / FILE_NAME) as reader:
        stored = list(reader.records(1, reader.last_record()))
    return [entry.stored for entry in read_mirror(folder / "a.mirror")] == stored


def test_a_mirror_holds_what_the_database_holds(folder: Path) -> None:
    assert is_equal(folder)
    journal, incidents = start(folder)
    list(one_more_hand(journal))
    journal.close()
    assert incidents == ()
    assert is_equal(folder)


def test_a_mirror_holds_no_card_in_clear(folder: Path) -> None:
    assert b'"DeckFixed"' not in (folder / "a.mirror").read_bytes()


def test_a_mirror_cut_at_any_byte_is_made_whole_again(folder: Path) -> None:
    mirror = folder / "a.mirror"
    whole = mirror.read_bytes()
    for length in [*range(0, len(whole), 997), len(whole) - 1]:
        mirror.write_bytes(whole[:length])
        journal, _incidents = start(folder)
        journal.close()
        assert mirror.read_bytes() == whole, length


def test_what_a_power_cut_takes_from_the_end_is_no_incident(folder: Path) -> None:
    mirror = folder / "a.mirror"
    mirror.write_bytes(mirror.read_bytes()[:-40])
    journal, incidents = start(folder)
    journal.close()
    assert incidents == ()
    assert is_equal(folder)


def test_a_cut_between_the_commit_and_the_flush_of_a_signed_record_is_no_incident(folder: Path) -> None:
    journal, _incidents = start(folder)
    list(one_more_hand(journal))
    assert journal.record == 56, "the hand's last record carries a signed head"
    journal.close()
    mirror = folder / "a.mirror"
    *_before, last = read_mirror(mirror)
    assert last.signed is not None
    mirror.write_bytes(mirror.read_bytes()[:-100])
    journal, incidents = start(folder)
    journal.close()
    assert incidents == ()
    assert is_equal(folder)


def test_a_mirror_with_any_flipped_bit_is_mended_and_play_goes_on(folder: Path) -> None:
    mirror, dice = folder / "a.mirror", Random(5)
    whole = mirror.read_bytes()
    flushed = scan(mirror).end - 3_000
    for _flip in range(60):
        spoilt = bytearray(whole)
        spoilt[dice.randrange(flushed)] ^= 1 << dice.randrange(8)
        mirror.write_bytes(spoilt)
        journal, (incident,) = start(folder)
        assert incident.kind == "copy-mended"
        assert "it was written anew" in incident.sentence
        journal.close()
        assert mirror.read_bytes() == whole
        assert mirror.with_name("a.mirror.damaged").read_bytes() == spoilt


def test_every_mending_stands_among_the_incidents(folder: Path) -> None:
    (folder / "a.mirror").unlink()
    journal, (incident,) = start(folder)
    assert incident.sentence.endswith("a.mirror was not there; it was written anew")
    assert journal.incidents == (incident,)
    assert journal.examine().whole
    journal.close()


def test_a_mirror_that_was_away_for_some_hands_is_caught_up(folder: Path) -> None:
    journal = Journal.open(connect(folder / FILE_NAME), KEY)
    for _hand in range(2):
        list(one_more_hand(journal))
    journal.close()
    journal, (incident,) = start(folder)
    journal.close()
    assert (incident.kind, "lacked the last 10 records" in incident.sentence) == ("copy-behind", True)
    assert is_equal(folder)


def disagreement(folder: Path) -> str:
    """What a start says of a mirror that contradicts its journal; neither file may change."""
    before = (folder / FILE_NAME).read_bytes(), (folder / "a.mirror").read_bytes()
    with pytest.raises(CopiesDisagreeError) as refused:
        start(folder)
    assert ((folder / FILE_NAME).read_bytes(), (folder / "a.mirror").read_bytes()) == before
    return str(refused.value)


def test_a_journal_put_back_to_an_older_copy_of_itself_is_refused(folder: Path) -> None:
    old = (folder / FILE_NAME).read_bytes()
    journal, _incidents = start(folder)
    list(one_more_hand(journal))
    journal.close()
    (folder / FILE_NAME).write_bytes(old)
    assert "has 56 records, the journal only 51" in disagreement(folder)


def test_a_journal_that_went_another_way_is_refused(folder: Path) -> None:
    old = (folder / FILE_NAME).read_bytes()
    journal, _incidents = start(folder)
    list(one_more_hand(journal))
    journal.close()
    (folder / FILE_NAME).write_bytes(old)
    journal = Journal.open(connect(folder / FILE_NAME), KEY)
    list(evening(journal))
    journal.close()
    assert "tells another history than the journal at record 56" in disagreement(folder)


def test_the_mirror_of_another_journal_is_refused(folder: Path) -> None:
    other = Journal.create(connect(folder / "other.sqlite"), bytes(16), KEY, NOW)
    (folder / "a.mirror").unlink()
    other.mirror_to([folder / "a.mirror"], NOW)
    other.close()
    assert "is the mirror of another journal" in disagreement(folder)


@pytest.fixture
def full_device(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Lets every write to a mirror fail as on a full device, or work again."""
    import os

    real = os.write

    def write(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    def set_full(is_full: bool) -> None:
        monkeypatch.setattr(os, "write", write if is_full else real)

    return set_full


def test_a_mirror_whose_device_fails_is_left_aside_and_mended_later(
    folder: Path, full_device: Callable[[bool], None]
) -> None:
    journal, _incidents = start(folder)
    full_device(True)
    for _hand in range(2):
        assert len(list(one_more_hand(journal))) == 5
    assert journal.failed_mirrors == (folder / "a.mirror",)
    assert [incident.kind for incident in journal.tend_mirrors(NOW)] == ["copy-failed"]
    assert journal.tend_mirrors(NOW) == ()
    full_device(False)
    (incident,) = journal.tend_mirrors(NOW)
    assert incident.kind == "copy-behind"
    assert journal.failed_mirrors == ()
    list(one_more_hand(journal))
    journal.close()
    assert is_equal(folder)


def test_a_mirror_that_cannot_be_made_is_said_once(folder: Path) -> None:
    journal = Journal.open(connect(folder / FILE_NAME), KEY)
    away = folder / "no-such-device" / "b.mirror"
    (incident,) = journal.mirror_to([away], NOW)
    assert incident.kind == "copy-failed"
    assert journal.tend_mirrors(NOW) == ()
    journal.close()
