"""`jakaja rules`: a page that fits a terminal, and one line for what there is not."""

from importlib import resources

import pytest

from controller.app.cli import main
from controller.app.rules_command import WIDTH
from controller.games import catalogue, mixes

EVERY = [*(row.id for row in catalogue()), *(mix.id for mix in mixes())]


@pytest.mark.parametrize("game", EVERY)
def test_a_page_of_every_game_and_rotation_fits_the_terminal(game, capsys):
    for language in ("en", "fi"):
        assert main(["rules", game, "--set", "hungarian", "--lang", language]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) > 8
        assert max(map(len, lines)) <= WIDTH
        assert [line for line in lines if line != line.rstrip()] == []


def test_examples_stand_in_columns(capsys):
    main(["rules", "holdem-nl"])
    out = capsys.readouterr().out
    assert "  Jd Tc 9s 8h 7d  Straight to the jack          Five cards in a row." in out


def test_a_rotation_names_its_games(capsys):
    assert main(["rules", "horse"]) == 0
    out = capsys.readouterr().out
    assert "  3.  Razz, fixed limit\n" in out
    assert "Each game lasts one orbit" in out


def test_with_a_profile_the_amounts_are_the_tables_own(tmp_path, capsys):
    path = tmp_path / "table.toml"
    path.write_bytes(resources.files("controller.app").joinpath("profiles", "demo.toml").read_bytes())
    assert main(["rules", "holdem-nl", "--profile", str(path)]) == 0
    assert "You have 30 seconds for each decision." in capsys.readouterr().out


def test_with_a_profile_the_rules_are_the_tables_own(tmp_path, capsys):
    path = tmp_path / "table.toml"
    text = resources.files("controller.app").joinpath("profiles", "helsinki-nl.toml").read_text("utf-8")
    path.write_text(f'{text}\n[rulings]\ntimeout_action = "check-else-fold"\nrebuy = "half"\n', encoding="utf-8")
    assert main(["rules", "holdem-nl", "--profile", str(path)]) == 0
    out = capsys.readouterr().out
    assert "Rules: Casino Helsinki, with options of this table\n" in out
    assert "  timeout_action = check-else-fold  When time is up " in out
    assert "  rebuy = half                      It holds between the hands.\n" in out


def test_each_game_of_a_mix_is_told_at_its_own_stakes(capsys):
    assert main(["rules", "holdem-fl", "--profile", "horse"]) == 0
    assert "The blinds are 1\u00a0€ and 2\u00a0€." in " ".join(capsys.readouterr().out.split("\n"))
    assert main(["rules", "stud-fl", "--profile", "horse"]) == 0
    assert "an ante of 0.50\u00a0€" in " ".join(capsys.readouterr().out.split("\n"))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["stud"], "there is no game 'stud'; name one of stud-nl, stud-pl, stud-fl\n"),
        (["whist"], "there is no game 'whist'; name one of holdem-nl, "),
        (["holdem-nl", "--set", "mine"], "invalid choice: 'mine'"),
        (["holdem-nl", "--set", "ray", "--profile", "demo"], "--set and --profile do not go together; leave --set out"),
        (["stud-fl", "--profile", "demo"], "does not play stud-fl; name holdem-nl\n"),
        (["holdem-nl", "--lang", "et"], "invalid choice: 'et'"),
        (["holdem-nl", "--profile", "none.toml"], "none.toml: cannot be read"),
        ([], "required: GAME"),
    ],
)
def test_what_is_not_there_is_one_line_and_2(arguments, line, capsys):
    try:
        code = main(["rules", *arguments])
    except SystemExit as ended:
        code = ended.code
    complaint = capsys.readouterr().err
    assert code == 2
    assert line in complaint
    assert complaint.count("\n") == 1
