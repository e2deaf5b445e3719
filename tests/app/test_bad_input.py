"""Wrong words, wrong numbers, wrong profiles: one line that says what, where and how to mend it, and exit code 2."""

from pathlib import Path

import pytest

from controller.app.cli import COMMANDS, main
from controller.app.config import demo_profile, parse_profile
from controller.app.problem import Problem

DEMO = (Path(__file__).parents[2] / "controller" / "app" / "profiles" / "demo.toml").read_text(encoding="utf-8")


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run `jakaja` with these words, which must be refused, and return the one line it says."""
    try:
        code = main(list(words))
    except SystemExit as ended:
        code = ended.code  # type: ignore[assignment]
    said = capsys.readouterr()
    assert code == 2, said
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert "Traceback" not in line
    assert line.startswith("jakaja")
    return line


# -- words -------------------------------------------------------------------------------------------------------


def test_no_command_is_answered_with_where_help_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert "jakaja --help" in complaint(capsys)


def test_an_unknown_command_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    line = complaint(capsys, "deal")
    assert "'deal'" in line
    assert "verify" in line


def test_an_unknown_option_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--hand-count" in complaint(capsys, "demo", "--hand-count", "3")


def test_a_number_that_is_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "'many'" in complaint(capsys, "demo", "--hands", "many")


@pytest.mark.parametrize("word", [row.word for row in COMMANDS])
def test_every_command_explains_itself(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([word, "--help"])
    assert ended.value.code == 0
    assert f"jakaja {word}" in capsys.readouterr().out


# -- numbers and folders -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", ["0", "-5"])
def test_a_demonstration_needs_a_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str], hands: str) -> None:
    line = complaint(capsys, "demo", "--headless", "--hands", hands, "--out", str(tmp_path / "out"))
    assert "--hands" in line
    assert "use --hands 1 or more" in line
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("seats", ["0", "1", "11"])
def test_a_demonstration_needs_as_many_seats_as_the_table_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seats: str
) -> None:
    line = complaint(capsys, "demo", "--headless", "--seats", seats, "--out", str(tmp_path / "out"))
    assert "--seats" in line
    assert "use --seats 2 to 10" in line
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear aunt")
    line = complaint(capsys, "demo", "--headless", "--hands", "1", "--out", str(tmp_path))
    assert str(tmp_path) in line
    assert "name an empty or new folder" in line
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_is_a_file_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear aunt")
    line = complaint(capsys, "demo", "--headless", "--hands", "1", "--out", str(letter))
    assert str(letter) in line
    assert letter.read_text() == "dear aunt"


def test_a_folder_below_a_file_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear aunt")
    below = tmp_path / "letter.txt" / "table"
    assert str(below) in complaint(capsys, "demo", "--headless", "--hands", "1", "--out", str(below))


def test_a_real_table_needs_a_profile_the_first_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = complaint(capsys, "table", "--folder", str(tmp_path / "table"))
    assert "holds no table yet" in line
    assert "--profile" in line
    assert not (tmp_path / "table").exists()


# -- profiles ----------------------------------------------------------------------------------------------------

WRONG_PROFILES = (
    ("syntax", "seats = 10", "seats = = 10", "is not TOML"),
    ("not-closed", 'table = "Demo 1"', 'table = "Demo 1', "is not TOML"),
    ("missing-field", "seats = 10", "", "`seats`"),
    ("missing-table", "[rake]", "[other]", "`rake`"),
    ("unknown-field", "seats = 10", "seats = 10\nchairs = 10", "`chairs`"),
    ("unknown-inner-field", "big_blind = 200", "big_blind = 200\nsmell = 200", "`stakes.smell`"),
    (
        "unknown-deep-field",
        "vendor = 0x1209\nproduct = 0x0002",
        "vendor = 1\nproduct = 2\ntty = 3",
        "`cash.validator_usb.tty`",
    ),
    ("text-for-a-number", "small_blind = 100", 'small_blind = "100"', "`stakes.small_blind`"),
    ("number-for-text", 'table = "Demo 1"', "table = 1", "`table`"),
    ("fraction-for-money", "cap = 1000", "cap = 10.5", "`rake.cap`"),
    ("text-in-a-list", "notes = [500, ", 'notes = ["five", ', "`cash.notes[0]`"),
    ("other-language", 'language = "en"', 'language = "de"', "`language`"),
    ("unknown-game", 'game = "holdem-nl"', 'game = "snap"', "`game`"),
    ("unknown-rules", 'rule_set = "helsinki"', 'rule_set = "house"', "`rule_set`"),
    ("one-seat", "seats = 10", "seats = 1", "`seats`"),
    ("eleven-seats", "seats = 10", "seats = 11", "`seats`"),
    ("no-chip-unit", "unit = 50", "unit = 0", "`stakes.unit`"),
    ("blind-between-chips", "small_blind = 100", "small_blind = 75", "`stakes`"),
    ("big-blind-below-small", "big_blind = 200", "big_blind = 50", "`stakes.big_blind`"),
    ("buy-in-upside-down", "most = 20000", "most = 2000", "`buy_in`"),
    ("more-rake-than-pot", "permille = 50", "permille = 1001", "`rake.permille`"),
    ("no-time-to-think", "decision = 30000", "decision = 0", "`clocks`"),
    ("no-notes", "notes = [500, 1000, 2000, 5000, 10000, 20000]", "notes = []", "`cash.notes`"),
    ("one-device-twice", 'printer = "printer"', 'printer = "validator"', "`cash`"),
    ("ticket-of-no-day", "ticket_days = 30", "ticket_days = 0", "`ticket_days`"),
    ("test-decks-for-money", "no_value = true ", "no_value = false ", "`test_decks`"),
)


@pytest.mark.parametrize(
    ("right", "wrong", "named"), [row[1:] for row in WRONG_PROFILES], ids=[row[0] for row in WRONG_PROFILES]
)
def test_a_wrong_profile_is_refused_with_file_field_and_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, wrong: str, named: str
) -> None:
    profile = tmp_path / "table.toml"
    assert DEMO.count(right) >= 1
    profile.write_text(DEMO.replace(right, wrong, 1), encoding="utf-8")
    for words in (
        ("demo", "--headless", "--profile", str(profile), "--out", str(tmp_path / "out")),
        ("table", "--profile", str(profile), "--folder", str(tmp_path / "table")),
    ):
        line = complaint(capsys, *words)
        assert str(profile) in line
        assert named in line
        assert "correct" in line
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


def test_the_profile_that_the_wrong_ones_are_made_of_is_right() -> None:
    assert parse_profile(DEMO.encode(), "demo.toml") == demo_profile()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\0" * 100], ids=["empty", "not-utf-8", "zeros"])
def test_a_file_that_is_no_profile_is_refused(content: bytes) -> None:
    with pytest.raises(Problem, match=r"^file\.toml: .*; correct"):
        parse_profile(content, "file.toml")


def test_a_profile_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.toml"
    line = complaint(capsys, "demo", "--headless", "--profile", str(missing), "--out", str(tmp_path / "out"))
    assert str(missing) in line
    assert "No such file" in line


def test_a_demonstration_never_prints_tickets_of_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = tmp_path / "money.toml"
    text = DEMO.replace("no_value = true ", "no_value = false ").replace("test_decks = true ", "test_decks = false ")
    profile.write_text(text, encoding="utf-8")
    line = complaint(capsys, "demo", "--headless", "--profile", str(profile), "--out", str(tmp_path / "out"))
    assert "tickets have value" in line
    assert not (tmp_path / "out").exists()
