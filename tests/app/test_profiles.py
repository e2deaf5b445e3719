"""Profiles: every line of what is wrong names line, field and values; every ready profile deals."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from cashier.refusal import Code
from controller.app.cli import main
from controller.app.config import demo_profile, parse_profile, ready_profile, ready_profiles, ready_text
from controller.app.phh import read_phh
from controller.app.phh_writing import write_hand
from controller.app.play_again import play_again
from controller.app.problem import Problem
from controller.app.profile_words import ALLOWED, allowed
from controller.app.recorded import RecordedHand
from controller.app.toml_lines import key_lines, nearest_line
from controller.games import (
    digest,
    find_game,
    find_rule_set,
    least_of,
    options,
    rulings_by,
    table_rules_by,
    values_of,
    wrong_ruling,
)
from controller.hand import Hand
from controller.table import profile_check
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.profile import Profile, Ruling
from controller.vocab.profile import digest as profile_digest
from tests.table.evening import Evening, of

DEMO = ready_text("demo").decode()
WANTED = {
    "ray-arcade-holdem", "helsinki-nl", "helsinki-pl", "helsinki-limit", "plo", "omaha-hi-lo", "omaha-5", "courchevel",
    "stud", "soko", "hungarian-holdem", "hungarian-draw", "horse",
}  # fmt: skip


def complaint(text: str) -> str:
    with pytest.raises(Problem) as told:
        parse_profile(text.encode(), "file.toml")
    return str(told.value)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


# -- what is wrong, and where ------------------------------------------------------------------------------------

WRONG = (
    ("seats = 10", "seats = 11", "seats = 11", "`seats` is 11; correct it: 2 to 10 for holdem-nl"),
    ("big_blind = 200", "big_blnd = 200", "big_blnd", "`stakes.big_blnd`; did you mean `stakes.big_blind`?"),
    ("seats = 10", "seats.at.once = 10", "seats.at.once", "`seats` expected `int`, got `object`"),
    ("cap = 1000", "cap = 10.5", "cap = ", "`rake.cap` expected `int`, got `float`"),
    ('language = "en"', 'language = "de"', "language", "correct it: en, fi, hu, sv"),
    ('"helsinki"', '"house"', "rule_set", '`rule_set` is "house"; correct it: ray, helsinki, hungarian'),
    ("version = 1", "version = 2", "version", "`version` is 2; correct it: 1"),
    ("version = 1", "version = true", "version", "`version` is true; correct it: 1"),
    ("seats = 10", 'seats = 10\nstraddle = "hungarian"', "straddle", "none, live, mississippi by rule set helsinki"),
    ("[clocks]", "[rulings]\nmost_runs = 0\n[clocks]", "most_runs", "`rulings.most_runs` is 0; correct it: a whole"),
    ("[clocks]", "[rulings]\nburn_cards = 1\n[clocks]", "burn_cards", "correct it: true, false"),
    ("[clocks]", "[rulings]\nlo_max_rank = 9\n[clocks]", "lo_max_rank", "correct it: 7, 8"),
    ("[clocks]", "[rulings]\nod_chips = 1\n[clocks]", "od_chips", "did you mean `rulings.odd_chips`?"),
    ("[clocks]", "[rulings]\nrebuy = 1.5\n[clocks]", "rebuy", "minimum, half, half-once-in-pot-limit"),
    ("vendor = 0x1209", "vendr = 0x1209", "vendr", "did you mean `cash.validator_usb.vendor`?"),
    ("notes = [500,", "notes = [\n  500,\n  0,", "notes", "`cash.notes` cannot be so; correct it: at least one note"),
)


@pytest.mark.parametrize(("right", "wrong", "where", "told"), WRONG, ids=[row[1].split("\n")[0] for row in WRONG])
def test_a_complaint_names_line_field_and_values(right, wrong, where, told):
    text = DEMO.replace(right, wrong, 1)
    line = complaint(text)
    assert line.startswith(f"file.toml, line {line_of(text, where)}: ")
    assert told in line
    assert "\n" not in line


def test_a_file_without_a_version_is_refused():
    assert "`version` is missing; correct it: 1" in complaint(DEMO.replace("version = 1\n", ""))


def test_whatever_field_the_check_may_name_has_its_own_words():
    profile = demo_profile()
    stud = msgspec.structs.replace(profile, game="stud-fl")
    named = {*profile_check._faults(profile), *profile_check._game_faults(profile)}
    named |= {*profile_check._option_faults(profile)} - {"straddle", "win_the_button"}
    named |= {f"stakes.{field}" for field, _ in profile_check._stakes_faults(find_game(stud.game), stud.stakes)}
    assert named - {"rulings"} <= ALLOWED.keys()
    for option in options():
        assert allowed(f"rulings.{option}")


def test_every_field_has_words():
    for row in msgspec.structs.fields(Profile):
        assert "docs/" not in allowed(row.name), row.name


LINES = """\
a = 1
"b.c" = \"\"\"x
y\"\"\"
d.e = [1, # ]
 [2],
 {f = 1, g = {h = '}'}}]
[t.u]
k = -1.5e3
when = 1979-05-27 07:32:00
[[x]]
y = 1
[x.z]
q = 1
[[x]]
y = 'it'
"""


def test_every_key_has_its_line():
    lines = key_lines(LINES)
    assert lines[("b.c",)] == 2
    assert [lines[("d", "e", place)] for place in range(3)] == [4, 5, 6]
    assert lines[("d", "e", 2, "g", "h")] == 6
    assert (lines[("t", "u")], lines[("t", "u", "when")]) == (7, 9)
    assert (lines[("x", 0, "z", "q")], lines[("x", 1, "y")]) == (13, 15)
    assert nearest_line(lines, ("t", "u", "nothing", "below")) == 7
    assert nearest_line(lines, ("nothing",)) is None


def paths(value: object, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, part in inner for path in [(*way, key), *paths(part, (*way, key))]]


@pytest.mark.parametrize("text", [LINES, *(ready_text(name).decode() for name in ready_profiles())], ids=lambda _: "")
def test_the_lines_know_every_value_that_the_reader_finds(text):
    found = key_lines(text)
    assert set(paths(tomllib.loads(text))) == set(found)
    for path, line in found.items():
        if isinstance(path[-1], str):
            assert path[-1] in text.split("\n")[line - 1]


# -- ready profiles ----------------------------------------------------------------------------------------------


def test_the_houses_that_the_books_tell_of_are_ready():
    assert set(ready_profiles()) >= WANTED | {"demo"}


@pytest.mark.parametrize("name", ready_profiles())
def test_a_ready_profile_is_dealt(name):
    profile = ready_profile(name)
    evening = Evening(profile, seed=3).fill(amount=profile.buy_in.most // 500 * 500)
    events = evening.play_hands(3)
    started = of(events, hr.HandStarted)
    assert len(started) == 3
    assert {hand.profile for hand in started} == {profile_digest(profile)}
    assert profile.no_value
    assert not profile.test_decks or name == "demo"


# -- options settled otherwise -----------------------------------------------------------------------------------


def with_rulings(**values: bool | int | str) -> Evening:
    rulings = tuple(Ruling(option=option, value=value) for option, value in values.items())
    return Evening(msgspec.structs.replace(demo_profile(), rulings=rulings))


def test_s16_a_hand_is_played_by_the_options_that_the_profile_settles():
    evening = with_rulings(showdown_first="last-aggressor-final-round", new_player="wait").fill(1, 2, 3)
    events = evening.deal()
    (started,) = of(events, hr.HandStarted)
    assert started.overrides == (Ruling(option="showdown_first", value="last-aggressor-final-round"),)
    ruled = Hand.from_started(started).rulings
    assert ruled.showdown_first == "last-aggressor-final-round"
    assert started.rulings == digest(ruled) != digest(find_rule_set(started.rule_set).rulings)


def test_s16_the_table_keeps_to_the_options_that_the_profile_settles():
    evening = with_rulings(new_player="free").fill(1, 2, 3)
    evening.play_hand()
    seated = evening.sit(4, 20000)
    assert of(seated, tr.SatIn)[0].waits is False


def test_a_hand_says_what_it_was_played_by_without_the_profile():
    started = of(with_rulings(most_runs=3).fill(1, 2).deal(), hr.HandStarted)[0]
    again = msgspec.json.decode(msgspec.json.encode(started), type=hr.HandStarted)
    assert Hand.from_started(again).rulings.most_runs == 3


def test_a_hand_history_keeps_the_options_of_the_house(tmp_path: Path):
    events = with_rulings(odd_chips="all-to-first", burn_cards=True, new_player="wait").fill(1, 2, 3).play_hand()
    file = tmp_path / "hand.phh"
    file.write_text(write_hand(events), encoding="utf-8")
    (recorded,) = read_phh(file)
    assert isinstance(recorded, RecordedHand)
    assert recorded.overrides == of(events, hr.HandStarted)[0].overrides
    assert play_again(recorded) == tuple(int(stack) for stack in recorded.finishing)


def test_a_hand_history_with_an_option_that_is_none_is_refused(tmp_path: Path):
    file = tmp_path / "hand.phh"
    text = write_hand(with_rulings(burn_cards=True).fill(1, 2).play_hand())
    file.write_text(text.replace("burn_cards = true", "burn_cards = 7"), encoding="utf-8")
    with pytest.raises(Problem, match="_rulings has burn_cards = 7"):
        list(read_phh(file))


def test_the_digest_outlives_fields_that_are_added_with_a_default():
    class Later(Profile, frozen=True):
        novelty: int = 0

    profile = demo_profile()
    later = Later(**{name: getattr(profile, name) for name in Profile.__struct_fields__})
    assert profile_digest(later) == profile_digest(profile)
    changed = msgspec.structs.replace(later, novelty=1)
    assert profile_digest(changed) != profile_digest(profile)


@pytest.mark.parametrize(
    "changes",
    [{"table": "Demo 2"}, {"hands_a_game": 2}, {"rulings": (Ruling(option="burn_cards", value=True),)}],
    ids=str,
)
def test_another_profile_has_another_digest(changes):
    assert profile_digest(msgspec.structs.replace(demo_profile(), **changes)) != profile_digest(demo_profile())


def test_without_overrides_the_rule_set_itself_applies():
    row = find_rule_set("ray")
    assert rulings_by("ray", ()) is row.rulings
    assert table_rules_by("ray", ()) is row.table


@pytest.mark.parametrize(
    ("option", "value"), [("nothing", 1), ("odd_chips", "x"), ("burn_cards", 1), ("most_runs", True), ("straddles", 1)]
)
def test_an_option_that_is_none_or_a_value_it_cannot_have_is_found(option, value):
    assert wrong_ruling([Ruling(option=option, value=value)]) == option
    refused = msgspec.structs.replace(demo_profile(), rulings=(Ruling(option=option, value=value),))
    evening = Evening(demo_profile())
    assert evening.refuse(tr.AdoptProfile(profile=refused)) is Code.PROFILE_UNUSABLE


def test_an_option_is_named_once():
    twice = Ruling(option="burn_cards", value=True)
    assert wrong_ruling([twice]) is None
    assert wrong_ruling([twice, twice]) == "burn_cards"


def test_every_value_that_the_page_allows_is_taken():
    for option in options():
        for value in values_of(option) or (least_of(option), least_of(option) + 1):
            assert wrong_ruling([Ruling(option=option, value=value)]) is None


def test_a_profile_is_adopted_only_while_no_hand_is_under_way():
    evening = Evening(demo_profile()).fill(1, 2)
    evening.deal()
    other = msgspec.structs.replace(demo_profile(), hands_a_game=3)
    assert evening.refuse(tr.AdoptProfile(profile=other)) is Code.HAND_RUNNING
    evening.fold_out()
    (adopted,) = of(evening.do(tr.AdoptProfile(profile=other)), tr.ProfileAdopted)
    assert adopted.profile == other


# -- the command -------------------------------------------------------------------------------------------------


def test_check_says_what_a_table_would_play(tmp_path: Path, capsys):
    file = tmp_path / "mine.toml"
    file.write_text(ready_text("helsinki-limit").decode())
    assert main(["profile", "check", str(file)]) == 0
    line = capsys.readouterr().out
    assert "holdem-fl" in line
    assert profile_digest(ready_profile("helsinki-limit")) in line


def test_check_finds_what_is_wrong(tmp_path: Path, capsys):
    file = tmp_path / "mine.toml"
    file.write_text(DEMO.replace("seats = 10", "seats = 1"))
    assert main(["profile", "check", str(file)]) == 1
    assert capsys.readouterr().out.startswith(f"{file}, line 7: `seats` is 1; correct it: 2 to 10")


def test_check_needs_a_file(tmp_path: Path, capsys):
    assert main(["profile", "check", str(tmp_path / "none.toml")]) == 2
    assert "is no file; name a profile file" in capsys.readouterr().err


def test_list_has_a_line_for_every_ready_profile(capsys):
    assert main(["profile", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert [line.split()[0] for line in lines] == list(ready_profiles())
    assert any("stud-fl" in line and "ante 0.50" in line for line in lines)


def test_show_prints_the_file_itself(capsys):
    assert main(["profile", "show", "soko"]) == 0
    assert parse_profile(capsys.readouterr().out.encode(), "shown") == ready_profile("soko")


def test_a_name_that_is_nearly_one_is_guessed(capsys):
    assert main(["profile", "show", "sokko"]) == 2
    assert "did you mean soko?" in capsys.readouterr().err


def test_a_name_that_is_neither_file_nor_profile_lists_the_ready_ones(tmp_path: Path, capsys):
    assert main(["table", "--folder", str(tmp_path / "t"), "--profile", "helsinky"]) == 2
    assert "helsinki-nl" in capsys.readouterr().err


def test_an_operator_may_name_helsinki_holdem_with_its_numbers():
    profile = parse_profile(DEMO.replace('game = "holdem-nl"', 'game = "aviation-4-1-1-nl"').encode(), "file.toml")
    assert profile_check.check_profile(profile) is None
    evening = Evening(profile, seed=4).fill(1, 2, 3)
    assert {started.game for started in of(evening.play_hands(3), hr.HandStarted)} == {"aviation-4-1-1-nl"}
    assert "`game` is" in complaint(DEMO.replace('game = "holdem-nl"', 'game = "aviation-4-4-1-nl"'))
