"""`jakaja play`: whole hands against bots, by typed words."""

import io

import pytest

from controller.app.cli import main


@pytest.fixture
def typed(monkeypatch):
    def type_in(words: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(words))

    return type_in


def test_play_fold_leave_and_take_the_ticket(typed, capsys):
    typed("f\nf\nq\n")
    assert main(["play", "--seed", "3", "--seats", "3"]) == 0
    said = capsys.readouterr().out
    assert "Hand 1" in said
    assert "Player folds" in said
    assert said.splitlines()[-1].startswith("Cash-out ticket: ")


def test_p_proves_the_last_hand(typed, capsys):
    typed("p\nf\np\nf\nq\n")
    assert main(["play", "--seed", "3", "--seats", "3"]) == 0
    proofs = [line for line in capsys.readouterr().out.splitlines() if "jakaja verify hand " in line]
    assert len(proofs) == 1, "there is none before the first hand is over, and then it goes on"
    assert "q > Hand 1: jakaja" in proofs[0]
    receipt = proofs[0].split("jakaja verify hand ")[1]
    assert main(["verify", "hand", receipt]) == 0
    assert "proved" in capsys.readouterr().out.lower()


def test_only_the_own_cards_are_told_before_the_showdown(typed, capsys):
    typed("f\nq\n")
    main(["play", "--seed", "5", "--seats", "4"])
    said = capsys.readouterr().out
    dealt = [line for line in said.splitlines() if line.startswith("You: ")]
    assert dealt
    assert all(len(line.split()) == 3 for line in dealt)


def test_a_wrong_word_is_asked_again_and_a_wrong_amount_refused_in_a_sentence(typed, capsys):
    typed("dance\nr 0.01\nq\n")
    assert main(["play", "--seed", "3", "--seats", "2"]) == 0
    said = capsys.readouterr().out
    assert said.count("Your turn:") >= 1
    assert "dance" not in said


def test_the_table_speaks_finnish(typed, capsys):
    typed("f\nq\n")
    main(["play", "--seed", "3", "--seats", "3", "--language", "fi"])
    assert "Player luopui" in capsys.readouterr().out


def test_seats_outside_the_table(capsys):
    assert main(["play", "--seats", "11"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
