"""What a table remembers beyond its disk, with a ratchet that is made up: our own rules, without any TPM (SEC-4)."""

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.app.cli import main
from controller.app.home import Home
from controller.app.keys.folder import KeyFolder
from controller.app.keys.history import HistoryKeeper, check_history
from controller.app.keys.recovery import RecoveryKey
from controller.app.keys.refused import REASONS, KeyRefused
from controller.app.keys.register import FILE, Register, RegisterCounter, Remembered, peek
from controller.app.upkeep import HOUR_MS
from controller.vocab.fault_records import ShutDown, StartUp
from controller.vocab.table_records import Pause, Resume
from tests.app.house import House

KEY = bytes(range(32))
OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


class PowerGoneError(Exception):
    """The power went just here."""


class MadeUp:
    """A ratchet that counts, and stops where it is told to."""

    def __init__(self) -> None:
        self.stands = 7
        self.fails: Exception | None = None

    def read(self) -> int:
        return self.stands

    def click(self) -> None:
        if self.fails is not None:
            raise self.fails
        self.stands += 1


@pytest.fixture
def ratchet() -> MadeUp:
    return MadeUp()


@pytest.fixture
def folder(tmp_path: Path) -> KeyFolder:
    made = KeyFolder(tmp_path / "keys")
    made.make()
    return made


@pytest.fixture
def register(folder: KeyFolder, ratchet: MadeUp) -> Register:
    made = Register(folder, KEY, ratchet)
    made.begin(version=3, record=100, chain_hash=b"h")
    return made


def test_what_is_noted_is_remembered_and_never_less(register, ratchet):
    register.note_head(120, b"i")
    register.note_head(119, b"earlier")
    register.note_version(4)
    before = ratchet.stands
    register.note_version(4)
    assert ratchet.stands == before, "what is known already wears nothing"
    assert register.read() == Remembered(clicks=ratchet.stands, version=4, record=120, hash=b"i")
    counter = RegisterCounter(register)
    with pytest.raises(KeyRefused, match=r"counter-lower: .* stands at 4 and never goes down to 3"):
        counter.raise_to(3)
    assert counter.read() == 4


def test_sec_4_no_file_from_before_is_believed_whenever_it_was_copied(register, folder):
    kept = [folder.read(FILE)]
    for record in (101, 102, 103):
        register.note_head(record, b"h")
        kept.append(folder.read(FILE))
    assert register.read().record == 103
    for old in kept[:-1]:
        folder.replace(FILE, old)
        with pytest.raises(KeyRefused, match="remembered-older"):
            register.read()
    folder.replace(FILE, kept[-1])
    assert register.read().record == 103


def test_sec_4_a_power_cut_before_the_click_loses_nothing_and_opens_no_way_back(register, folder, ratchet):
    old = folder.read(FILE)
    ratchet.fails = PowerGoneError()
    with pytest.raises(PowerGoneError):
        register.note_head(101, b"first")
    ahead, ratchet.fails = folder.read(FILE), None
    assert register.read().record == 101
    register.note_head(102, b"second")
    for earlier in (old, ahead):
        folder.replace(FILE, earlier)
        with pytest.raises(KeyRefused, match="remembered-older"):
            register.read()


def test_sec_4_a_new_beginning_leaves_no_file_from_before_that_fits(register, folder, ratchet):
    ratchet.fails = PowerGoneError()
    with pytest.raises(PowerGoneError):
        register.note_head(500, b"never told to anyone")
    ahead, ratchet.fails = folder.read(FILE), None
    register.begin(3, 100, b"h")
    folder.replace(FILE, ahead)
    with pytest.raises(KeyRefused, match="remembered-older"):
        register.read()


@pytest.mark.parametrize("place", [0, 31, 32, -1], ids=["mac begins", "mac ends", "body begins", "body ends"])
def test_sec_4_a_file_that_another_key_wrote_or_somebody_altered_is_refused(register, folder, ratchet, place):
    with pytest.raises(KeyRefused, match="remembered-altered"):
        Register(folder, bytes(32), ratchet).read()
    altered = bytearray(folder.read(FILE))
    altered[place] ^= 1
    folder.replace(FILE, bytes(altered))
    with pytest.raises(KeyRefused, match="remembered-altered"):
        register.read()


@pytest.fixture
def fresh(folder: KeyFolder, ratchet: MadeUp) -> Register:
    """What a table remembers before its first record."""
    made = Register(folder, KEY, ratchet)
    made.begin(version=0, record=0, chain_hash=b"")
    return made


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "table")


def busy(house: House) -> None:
    """Have the table do something, so that its history grows, and what is noted of it be noted."""
    house.do(Pause(by="Anna"))
    house.do(Resume(by="Anna"))
    for note in threading.enumerate():
        if note.name == "history":
            note.join()


def test_sec_4_the_history_is_noted_at_the_start_every_hour_and_at_the_end(house, fresh):
    keeper = HistoryKeeper(fresh, house.journal)
    house.core.listen(keeper.told)
    house.do(StartUp(version="1", digest="00", last=0))
    noted = [fresh.read().record]
    for minutes in (30, 29, 2, 30):
        house.clock.advance(minutes * HOUR_MS // 60)
        busy(house)
        noted.append(fresh.read().record)
    assert [later > earlier for earlier, later in itertools.pairwise(noted)] == [False, False, True, False]
    house.do(ShutDown())
    assert fresh.read().record == house.core.record
    assert fresh.read().hash == house.journal.head_hash
    check_history(fresh.read(), house.journal.hash_at(house.core.record))
    house.close()


def test_sec_4_a_history_that_was_cut_back_or_exchanged_is_refused(house):
    end = house.journal.record
    check_history(Remembered(1, record=end, hash=house.journal.head_hash), house.journal.hash_at(end))
    check_history(Remembered(1), house.journal.hash_at(0))
    for noted, told in ((end, "tells another history at"), (end + 1, "does not reach")):
        with pytest.raises(KeyRefused, match=f"history-cut-back: the journal {told} record {noted}"):
            check_history(Remembered(1, record=noted, hash=bytes(32)), house.journal.hash_at(noted))
    house.close()


def test_a_tpm_that_fails_while_people_play_is_a_fault_that_stops_nothing(house, fresh, ratchet):
    keeper = HistoryKeeper(fresh, house.journal)
    house.core.listen(keeper.told)
    house.core.watch(keeper)
    ratchet.fails = KeyRefused("tpm-absent", device="device:/dev/tpmrm0")
    busy(house)
    assert house.core.tell_news()
    (fault,) = house.staff.view.faults
    assert (fault.fault, fault.place) == ("history-unguarded", "TPM")
    assert fault.detail.startswith("tpm-absent: ")
    assert not house.machine.table.paused
    ratchet.fails = None
    house.clock.advance(HOUR_MS)
    busy(house)
    house.core.tell_news()
    assert not house.staff.view.faults
    house.close()


class Hanging(MadeUp):
    """A ratchet that answers nothing before it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.let_go = threading.Event(), threading.Event()
        self.let_go.set()

    def read(self) -> int:
        self.asked.set()
        self.let_go.wait()
        return super().read()


@pytest.fixture
def hanging(folder: KeyFolder, house: House) -> Iterator[Hanging]:
    """The ratchet of a table that has noted its start and now hangs; let go at the end, whatever happens."""
    made = Hanging()
    register = Register(folder, KEY, made)
    register.begin(version=0, record=0, chain_hash=b"")
    keeper = HistoryKeeper(register, house.journal)
    house.core.listen(keeper.told)
    house.core.watch(keeper)
    house.do(StartUp(version="1", digest="00", last=0))
    made.asked.clear()
    made.let_go.clear()
    yield made
    made.let_go.set()


def test_a_tpm_that_hangs_holds_up_no_hand_and_the_end_waits_for_both_notes(house, hanging, folder):
    for seat in (1, 2):
        house.sit(seat)
    house.clock.advance(HOUR_MS)
    house.play_bots(1)
    hanging.asked.wait()
    house.clock.advance(HOUR_MS)
    before = house.core.record
    house.play_bots(1)
    assert house.core.record > before, "the next note is due, and this one has not come back"
    assert sum(thread.name == "history" for thread in threading.enumerate()) == 1
    threading.Timer(0, hanging.let_go.set).start()
    house.do(ShutDown())
    assert peek(folder, KEY).record == house.core.record
    assert peek(folder, KEY).clicks == hanging.stands
    house.close()


def test_a_table_ends_though_its_tpm_never_answers(house, hanging, folder, monkeypatch):
    monkeypatch.setattr("controller.app.keys.history._LONGEST_WAIT_S", 0)
    before = peek(folder, KEY)
    house.do(ShutDown())
    assert peek(folder, KEY) == before
    house.close()


def test_an_accident_while_a_note_is_taken_is_told_too(house, hanging, monkeypatch):
    monkeypatch.setattr(hanging, "click", lambda: 1 // 0)
    hanging.let_go.set()
    house.clock.advance(HOUR_MS)
    busy(house)
    assert house.core.tell_news()
    (fault,) = house.staff.view.faults
    assert fault.detail.startswith("ZeroDivisionError at test_keys_register.py")
    house.close()


def test_sec_4_a_note_and_a_look_at_the_same_time_click_once(folder, ratchet, fresh):
    """Somebody runs `jakaja verify` just when the table has written its note and not clicked yet."""
    between, looked = threading.Event(), []

    def look() -> None:
        between.wait()
        looked.append(Register(folder, KEY, ratchet).read())

    class Slow(MadeUp):
        """Lets the other one come in between, as far as he can."""

        def read(self) -> int:
            return ratchet.read()

        def click(self) -> None:
            between.set()
            other.join(0.05)
            ratchet.click()

    other = threading.Thread(target=look)
    other.start()
    Register(folder, KEY, Slow()).note_head(1, b"h")
    other.join()
    assert looked == [Register(folder, KEY, ratchet).read()], "and the next start believes its file"


def test_a_recovery_key_is_read_as_people_type_it():
    paper = RecoveryKey(bytes(range(100, 132)))
    assert len(paper.text.split("-")) == 14
    for typed in (paper.text, paper.text.lower(), paper.text.replace("-", " "), paper.text.replace("O", "0")):
        assert RecoveryKey.read(typed) == paper


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: text[:-5],
        lambda text: text + text[:5],
        lambda text: text.replace(text[0], "7" if text[0] != "7" else "6", 1),
        lambda text: text[5:10] + text[:5] + text[10:],
        lambda text: text[:-1] + "!",
    ],
    ids=["nothing", "a group too few", "a group too many", "one letter", "two groups exchanged", "a sign"],
)
def test_a_slip_of_the_finger_is_no_other_tables_key(spoil):
    with pytest.raises(KeyRefused, match="recovery-mistyped"):
        RecoveryKey.read(spoil(RecoveryKey(KEY).text))


def test_every_reason_is_explained_to_those_who_run_a_table():
    assert [trouble for trouble in REASONS if f"`{trouble}`" not in OPERATIONS] == []


WRONG: tuple[tuple[str, tuple[str, ...], int, str], ...] = (
    ("no table", ("show", "{nowhere}"), 2, "no table lives here"),
    ("not sealed", ("unseal", "{table}", "--by", "A", "--by", "B"), 2, "no TPM seals the keys"),
    ("nothing to recover", ("recover", "{table}", "--by", "A", "--by", "B"), 2, "no TPM seals the keys"),
    ("nothing remembered", ("accept", "{table}", "--by", "A", "--by", "B"), 2, "no TPM seals the keys"),
    ("registers", ("seal", "{table}", "--pcrs", "0,x"), 2, "write numbers such as 0,2,4,7"),
    ("a register twice", ("seal", "{table}", "--pcrs", "7,7"), 2, "one twice"),
    ("no such register", ("seal", "{table}", "--pcrs", "24"), 2, "a number from 0 to 23"),
    ("an odd device", ("seal", "{table}", "--device", 'x"'), 2, "no device's name"),
    ("one name", ("seal", "{table}", "--by", "A"), 2, "on the word of two people"),
    ("in order", ("show", "{table}"), 0, "its mode alone"),
)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table that does not run; nothing is changed in it."""
    house = House(tmp_path_factory.mktemp("stopped") / "table")
    house.close()
    return house.home.path


@pytest.mark.parametrize(("words", "code", "told"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_what_cannot_be_done_with_keys_says_why_in_a_line(stopped, tmp_path, capsys, words, code, told):
    places = {"nowhere": tmp_path / "nowhere", "table": stopped}
    assert main(["keys", *(word.format(**places) for word in words)]) == code
    said = capsys.readouterr()
    assert told in said.out + said.err
    assert Home(stopped).sealing is None


def test_keys_that_are_open_to_others_are_a_finding(house, capsys):
    house.close()
    (house.home.keys.at("seat-2.key")).chmod(0o640)
    assert main(["keys", "show", str(house.home.path)]) == 1
    assert "NOT in order: key-open: " in capsys.readouterr().out
