"""A damaged database is made anew from the other copies, whatever of them is left, and nothing is thrown away."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller.journal.errors import NothingToRebuildFromError
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.rebuild import Rebuilt, rebuild, take_over
from controller.journal.store import connect
from controller.journal.verify import verify
from controller.vocab.ids import Now
from tests.power.rig import KEY, MACHINE
from tests.power.session import evening, one_more_hand

NOW = Now(table=0, wall=1_700_000_100_000)
MIRRORS = ("a.mirror", "b.mirror")
RECORDS = 51


@pytest.fixture(scope="module")
def evening_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal and its two mirrors."""
    folder = tmp_path_factory.mktemp("copies")
    journal = Journal.create(connect(folder / FILE_NAME), MACHINE, KEY, NOW)
    journal.mirror_to([folder / name for name in MIRRORS], NOW)
    for _record in evening(journal):
        """The mirrors follow."""
    journal.close()
    return folder


@pytest.fixture
def folder(evening_folder: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be spoilt."""
    return Path(shutil.copytree(evening_folder, tmp_path / "copy"))


def make_anew(folder: Path) -> Rebuilt:
    return rebuild(folder / FILE_NAME, [folder / name for name in MIRRORS], KEY, "Anna and Ben", NOW.wall)


def spoil(path: Path, dice: Random, flips: int, first: int = 0) -> None:
    """Flip single bits anywhere behind byte `first`."""
    data = bytearray(path.read_bytes())
    for _flip in range(flips):
        data[dice.randrange(first, len(data))] ^= 1 << dice.randrange(8)
    path.write_bytes(data)


def spoilings(folder: Path) -> Iterator[str]:
    """Spoil the database in one way after the other."""
    database = folder / FILE_NAME
    whole = database.read_bytes()
    database.unlink()
    yield "gone"
    database.write_bytes(b"")
    yield "empty"
    database.write_bytes(bytes(len(whole)))
    yield "zeros"
    database.write_bytes(whole[: len(whole) // 3])
    yield "cut short"
    for seed in range(6):
        database.write_bytes(whole)
        spoil(database, Random(seed), flips=40)
        yield f"forty bits flipped, {seed}"


def test_a_damaged_database_is_made_anew_from_its_mirrors(folder: Path) -> None:
    before = verify(folder / FILE_NAME, KEY)
    for how in spoilings(folder):
        rebuilt = make_anew(folder)
        assert (rebuilt.records, rebuilt.lost) == (RECORDS, 0), how
        report = verify(rebuilt.path, KEY)
        assert report.whole, how
        assert (report.events, report.transfers, report.heads) == (before.events, before.transfers, before.heads), how


def test_the_old_database_is_kept_and_the_new_one_played_on(folder: Path) -> None:
    database = folder / FILE_NAME
    database.write_bytes(b"no database")
    kept = take_over(make_anew(folder), database)
    assert kept.read_bytes() == b"no database"
    journal = Journal.open(connect(database), KEY)
    (incident,) = journal.incidents
    assert incident.sentence == "Anna and Ben had the journal made anew from its copies, 51 records"
    assert journal.mirror_to([folder / name for name in MIRRORS], NOW) == ()
    assert len(list(one_more_hand(journal))) == 5
    journal.close()
    assert verify(database, KEY).whole


def test_copies_that_are_all_damaged_make_up_for_one_another(folder: Path) -> None:
    """Each copy has lost another part; together they still have every record."""
    first, second = (folder / name for name in MIRRORS)
    whole = first.read_bytes()
    third = len(whole) // 3
    spoilt = bytearray(whole)
    spoilt[third] ^= 4
    first.write_bytes(spoilt)
    second.write_bytes(whole[: 2 * third])
    database = folder / FILE_NAME
    database.write_bytes(database.read_bytes()[:4096])
    rebuilt = make_anew(folder)
    assert (rebuilt.records, rebuilt.lost) == (RECORDS, 0)
    assert sorted(rebuilt.taken[str(folder / name)] > 0 for name in MIRRORS) == [True, True]


def test_records_that_no_copy_has_any_more_are_counted_as_lost(folder: Path) -> None:
    database = folder / FILE_NAME
    for name in MIRRORS:
        mirror = folder / name
        mirror.write_bytes(mirror.read_bytes()[: mirror.stat().st_size // 2])
    whole = make_anew(folder)
    assert whole.lost == 0
    database.write_bytes(bytes(100))
    half = make_anew(folder)
    assert half.records < RECORDS
    assert half.lost == 0, "nobody is left who knows of more"
    other = folder / MIRRORS[0]
    shutil.copyfile(other, folder / "kept")
    spoilt = bytearray(other.read_bytes())
    spoilt[600] ^= 1
    other.write_bytes(spoilt)
    (folder / MIRRORS[1]).unlink()
    assert make_anew(folder).lost == half.records - make_anew(folder).records > 0


def test_without_any_readable_copy_nothing_is_changed(folder: Path) -> None:
    for name in (FILE_NAME, *MIRRORS):
        (folder / name).write_bytes(b"gone")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(NothingToRebuildFromError, match="no copy can be read with this table's key; nothing was"):
        make_anew(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_forged_mirror_gives_nothing(folder: Path) -> None:
    """Its chain fits in itself, but it does not follow on what the table was made with."""
    forged = Journal.create(connect(folder / "forged.sqlite"), MACHINE, bytes(32), NOW)
    (folder / MIRRORS[0]).unlink()
    forged.mirror_to([folder / MIRRORS[0]], NOW)
    list(evening(forged))
    forged.close()
    (folder / FILE_NAME).unlink()
    rebuilt = make_anew(folder)
    assert rebuilt.records == RECORDS
    assert rebuilt.taken == {str(folder / MIRRORS[1]): RECORDS}


def test_what_an_interrupted_attempt_left_is_not_used(folder: Path) -> None:
    (folder / f"{FILE_NAME}.new").write_bytes(b"half of an earlier attempt")
    assert make_anew(folder).records == RECORDS
