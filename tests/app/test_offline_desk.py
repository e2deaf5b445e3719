"""Deeds with a table's folder take the PINs of whoever may do them, and the journal has every one and every refusal
(SEC-7, R-SEC-3): repair, another profile, hole cards of a hand, files with all cards.
"""

import itertools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.access import DEEDS
from controller.access.rights import WITNESSES
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.folder import read_records
from controller.app.home import Home
from controller.app.offline_desk import Errand, Register, RestingTable, permit
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.app.refused_deeds import MOST, RefusedDeeds
from controller.app.starting import start
from controller.journal.journal import Journal
from controller.journal.store import connect
from controller.vocab import staff_records as sr
from controller.vocab.fault_records import PowerLost
from controller.vocab.pins import PinCost
from controller.vocab.staff_records import STAFF_ROLES
from controller.vocab.table_records import ProfileAdopted
from tests.app.house import House

CHEAP = PinCost(kibibytes=8, passes=1)
PROFILE = msgspec.structs.replace(demo_profile(), pins=CHEAP)
ROLES: dict[str, sr.StaffRole] = {
    "Anna": "technician",
    "Bo": "cashier",
    "Cleo": "floor",
    "Audrey": "auditor",
    "Dan": "attendant",
    "Tom": "technician",
}
PINS = dict(zip(ROLES, ("270451", "918273", "314159", "161803", "577215", "662607"), strict=True))
NO_ONE, WRONG = "", "909090"
LONG_AGO = 1_700_000_000_000
Enter = Callable[..., None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with six people and two hands that were played, which was stopped."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tests.app.house.WALL", LONG_AGO)
        house = House(tmp_path_factory.mktemp("offline") / "table", profile=PROFILE)
    for name, role in ROLES.items():
        house.do(sr.HireStaff(name, role, "Anna", "" if name in ("Anna", "Bo") else "Bo", pin=PINS[name]))
    house.sit(1)
    house.sit(2)
    house.play_bots(1)
    house.close()
    return house.home.path


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Home:
    return Home(Path(shutil.copytree(made, tmp_path / "table")))


@pytest.fixture
def enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Enter:
    """Have these PINs typed, in their order."""

    def enter(*pins: str) -> None:
        path = tmp_path / "pins"
        path.write_text("".join(f"{pin}\n" for pin in pins), encoding="ascii")
        path.chmod(0o600)
        monkeypatch.setenv("JAKAJA_PIN", str(path))

    return enter


def events(home: Home) -> list[object]:
    return [event for record in read_records(home.journal, home.table_key) for event in record.events]


def last(home: Home, count: int) -> list[tuple[str, str]]:
    """The kinds of the last events, and who did it."""
    return [(type(event).__name__, str(getattr(event, "by", ""))) for event in events(home)[-count:]]


def spoil(home: Home) -> None:
    """Damage the database; its mirror is good."""
    with home.journal.open("r+b") as file:
        file.write(b"\xff" * 64)
    Path(f"{home.journal}-wal").unlink(missing_ok=True)


# -- every deed, every role, every factor --------------------------------------------------------------------------


def ways_in() -> Iterator[tuple[sr.Deed, str, str, str, str]]:
    """Every deed with every first and second person, whose PINs are right, wrong, or not given."""
    for deed in DEEDS:
        for by, second in itertools.product(ROLES, ("", *ROLES)):
            yield deed, by, second, PINS[by], PINS.get(second, "")
        for wrong in (NO_ONE, WRONG):
            yield deed, "Anna", "Bo", wrong, PINS["Bo"]
            yield deed, "Anna", "Bo", PINS["Anna"], wrong
            yield deed, "Audrey", "", wrong, ""
        yield deed, "Eve", "", WRONG, ""


def is_allowed(deed: sr.Deed, by: str, second: str, first_pin: str, second_pin: str) -> bool:
    right = DEEDS[deed]
    proved = PINS.get(by) == first_pin and (second in ("", by) or PINS.get(second) == second_pin)
    two = bool(second) and second != by and ROLES[second] in WITNESSES
    return proved and ROLES[by] in right.roles and (two or (not right.two and not second))


def test_sec_7_no_deed_is_done_without_each_of_its_factors(home: Home) -> None:
    """The register is read once; waits after wrong PINs are those of the journal, so each way in has its own copy."""
    journal = Journal.open(connect(home.journal), home.table_key)
    table = RestingTable(journal, home.table_key)
    untouched, tried = table._access, 0
    for deed, by, second, first_pin, second_pin in ways_in():
        table._access, before = untouched, journal.record
        entry = PinEntry(None)
        entry._lines = iter([first_pin, second_pin])
        refusal = permit(table.register, Errand(deed, by, second), entry)
        told = [event for record in journal.iter_records(first=before + 1) for event in record.events]
        done = [event for event in told if isinstance(event, sr.DeedAllowed)]
        allowed = is_allowed(deed, by, second, first_pin, second_pin)
        assert (refusal is None) == allowed == bool(done), (deed, by, second, refusal)
        if not allowed and by in ROLES and first_pin:
            assert told, f"{deed} by {by} with {second}: the refusal is written down nowhere"
        tried += 1
    journal.close()
    assert tried > len(DEEDS) * len(ROLES) * len(ROLES)
    assert {role for deed in DEEDS.values() for role in deed.roles} < set(STAFF_ROLES)


def test_sec_7_wrong_pins_wait_and_lock_as_at_the_desk_and_for_it(home: Home, enter: Enter) -> None:
    enter(WRONG)
    assert main(["recall", str(home.path), "--hand", "1", "--staff", "Cleo"]) == 1
    assert last(home, 1) == [("SignInFailed", "Cleo")]
    enter(PINS["Cleo"])
    assert main(["recall", str(home.path), "--hand", "1", "--staff", "Cleo"]) == 1, "the right one came too soon"
    core = start(home, None)
    outcome = core.submit(sr.SignIn(by="Cleo", pin=PINS["Cleo"]))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.PIN_WAITS, "and the table, too, lets it wait"
    core.close()


# -- what each command does ----------------------------------------------------------------------------------------


def test_r_rcl_3_hole_cards_of_a_resting_table_take_a_pin(
    home: Home, enter: Enter, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (("--staff", "Bo"), ("--seat", "1", "--by", "Bo"), ("--seat", "1")):
        enter(PINS["Bo"])
        assert main(["recall", str(home.path), "--hand", "1", *words]) == 1
        said = capsys.readouterr().out
        assert said.startswith("refused: ")
        assert " has " not in said
    enter(PINS["Bo"])
    assert main(["receipt", str(home.path), "--hand", "1", "--seat", "1", "--by", "Bo"]) == 1
    assert capsys.readouterr().out == "refused: wrong-role role cashier\n"
    enter(PINS["Cleo"])
    assert main(["receipt", str(home.path), "--hand", "1", "--seat", "1", "--by", "Cleo"]) == 0
    capsys.readouterr()
    enter(PINS["Audrey"])
    assert main(["recall", str(home.path), "--hand", "1", "--staff", "Audrey"]) == 0
    assert " has " in capsys.readouterr().out
    assert last(home, 2) == [("SignedIn", "Audrey"), ("DeedAllowed", "Audrey")]


def test_an_auditors_file_of_all_cards_takes_his_pin_and_is_written_down(
    home: Home, enter: Enter, tmp_path: Path
) -> None:
    words = ["export", str(home.path), "--events", str(tmp_path / "hands"), "--auditor"]
    enter(PINS["Cleo"])
    assert main([*words, "Cleo"]) == 1
    assert not (tmp_path / "hands").exists()
    enter(PINS["Audrey"])
    assert main([*words, "Audrey"]) == 0
    (done,) = (event for event in events(home) if isinstance(event, sr.DeedAllowed))
    assert (done.by, done.deed, done.detail) == ("Audrey", "read-hands", "events")


def test_sec_7_another_profile_takes_two_people(home: Home) -> None:
    other = msgspec.structs.replace(PROFILE, table="Table 2")

    def by(*people: str) -> sr.StaffId:
        entry = PinEntry(None)
        entry._lines = iter([PINS[name] for name in people])
        errand = Errand("adopt-profile", *(people or ("",)))
        core = start(home, other, allow=lambda register: permit(register, errand, entry))
        adopted = core.machine.table.proposed or core.machine.table.profile
        core.close()
        return "" if adopted is None else adopted.table

    for people in (("Anna",), ("Bo", "Anna"), ("Anna", "Audrey")):
        with pytest.raises(Problem, match=r"profile: may not be adopted: .*--second"):
            by(*people)
    with pytest.raises(Problem, match="may not be adopted"):
        start(home, other)
    assert [event.profile.table for event in events(home) if isinstance(event, ProfileAdopted)] == [PROFILE.table]
    assert by("Anna", "Bo") == "Table 2"
    assert by() == "Table 2", "nobody is asked where the profile is the one that it has"


def test_a_start_that_is_broken_off_is_no_power_failure(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody at hand for his PIN, an interrupt, a profile that cannot be adopted, and nobody on the register."""

    def interrupted(_register: Register) -> Refusal | None:
        raise KeyboardInterrupt

    other = msgspec.structs.replace(PROFILE, table="Table 2")
    errand, nobody = Errand("adopt-profile", "Anna", "Bo"), PinEntry(None)
    nobody._lines = iter(())
    with pytest.raises(Problem, match="too few lines"):
        start(home, other, allow=lambda register: permit(register, errand, nobody))
    with pytest.raises(KeyboardInterrupt):
        start(home, other, allow=interrupted)
    with pytest.raises(Problem, match="cannot be adopted now"):
        start(home, msgspec.structs.replace(PROFILE, seats=99), allow=lambda _register: None)
    start(home, None).close()
    assert not [event for event in events(home) if isinstance(event, PowerLost)]


def test_sec_7_a_repair_takes_two_pins_and_its_first_record_names_both(
    home: Home, enter: Enter, capsys: pytest.CaptureFixture[str]
) -> None:
    core = start(home, None)
    core.close()
    repair = ["repair", str(home.path), "--by", "Anna", "--by", "Cleo"]
    spoil(home)
    damaged = home.journal.read_bytes()
    enter(PINS["Anna"], WRONG)
    assert main(repair) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("refused: pin-wrong")
    enter(PINS["Anna"], PINS["Cleo"])
    assert main(repair) == 1, "the wrong one counts, though no journal could take it"
    assert capsys.readouterr().out.splitlines()[-1].startswith("refused: pin-waits")
    assert home.journal.read_bytes() == damaged
    enter(PINS["Anna"], PINS["Dan"])
    assert main([*repair[:-1], "Dan"]) == 0
    refused, *proved, done = last(home, 4)
    assert refused == ("SignInFailed", "Cleo")
    assert proved == [("SignedIn", "Anna"), ("SignedIn", "Dan")]
    assert done == ("DeedAllowed", "Anna")
    assert not home.refused_deeds.exists()
    assert main(["verify", str(home.path)]) == 0
    core = start(home, None)
    assert core.frozen is None
    core.close()


def test_sec_7_refusals_without_end_push_no_wrong_pin_out_of_the_file(tmp_path: Path) -> None:
    kept = RefusedDeeds(tmp_path / "refused-deeds")
    failures = [sr.SignInFailed("Cleo", tries, 1_000 * tries, locked=False) for tries in (3, 4)]
    kept.keep([*failures, *(sr.StaffDenied("Bo", "", f"try-{again}", "wrong-role") for again in range(2 * MOST))])
    tried, *denied = kept.read()
    assert tried == sr.ReportTries("Cleo", 4, 4_000)
    assert [command.what for command in denied if isinstance(command, sr.NoteDenial)] == [
        f"try-{again}" for again in range(MOST, 2 * MOST)
    ]


def test_what_a_repair_refused_reaches_the_journal_at_the_next_start(home: Home, enter: Enter) -> None:
    core = start(home, None)
    core.close()
    whole = home.journal.read_bytes()
    spoil(home)
    enter(PINS["Bo"], PINS["Cleo"])
    assert main(["repair", str(home.path), "--by", "Bo", "--by", "Cleo"]) == 1
    assert home.refused_deeds.exists()
    home.journal.write_bytes(whole)
    core = start(home, None)
    core.close()
    assert ("StaffDenied", "Bo") in last(home, 3)
    assert not home.refused_deeds.exists()
