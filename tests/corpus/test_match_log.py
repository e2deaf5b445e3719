"""Heads-up match logs of a computer poker competition: the same acts give the same payoffs."""

import pytest

from controller.app.acpc import BIG, SMALL, STACK, parse_state, read_acpc
from controller.app.cli import main
from controller.app.play_again import play_again
from controller.app.problem import Problem
from controller.app.recorded import RecordedAct

GOOD = "STATE:7:cr13024c/r16916f:5d5c|9hQd/8dAs8s:13024|-13024"


def read(line):
    return parse_state(line, "match.log, line 3")


def test_an_opening_raise_is_a_total_for_the_street():
    hand = read(GOOD)
    assert hand.acts[1] == RecordedAct(player=1, word="cbr", to=13_024)
    assert hand.acts[3] == RecordedAct(player=1, word="cbr", to=16_916 - 13_024)


def test_the_first_player_is_the_big_blind_and_the_second_has_the_button():
    hand = read("STATE:9:r8512f:Qd5h|9h2d:-100|100")
    assert (hand.stacks, hand.blinds) == ((STACK, STACK), (BIG, SMALL))
    assert hand.acts[0] == RecordedAct(player=2, word="cbr", to=8512)
    assert play_again(hand) == hand.finishing == (19_900, 20_100)


def test_an_all_in_is_dealt_out():
    assert play_again(read("STATE:1:r19015r20000c///:6sKs|5dJd/2sTh2h/Qh/8h:20000|-20000")) == (40_000, 0)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("STATE:7:cr13024c", "is no hand: 'STATE:7:cr13024c'; write it as in 'STATE:0:"),
        (GOOD.replace("5d5c", "5d5x"), "is no hand"),
        (GOOD.replace("9hQd", "9h5c"), "5c is dealt twice; give every card to one place"),
        (GOOD.replace("8dAs8s", "8dAs8s9s"), "the board has [4] cards; deal [3, 1, 1], a group a round"),
        (GOOD.replace("|-13024", "|-13023"), "pays 13024|-13023; give two pay-offs that come to nothing together"),
        (GOOD.replace("|-13024", "|-13000|-24"), "give two pay-offs"),
        (GOOD.replace("r16916f", "rf"), "bets 'rf' in round 2; write f, c, or r and the total for the hand"),
        (GOOD.replace("cr13024c", "4c"), "bets '4c' in round 1"),
        (GOOD + ":" + "x" * 2000, "is no hand"),
    ],
)
def test_a_malformed_line_is_named_with_its_fault_and_cure(line, fault):
    with pytest.raises(Problem) as caught:
        read(line)
    assert str(caught.value).startswith("match.log, line 3: ")
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"# nothing\n", "has no line that begins with STATE:"),
        (b"# a comment\nSTATE:0:zz\n", "match.log, line 2: is no hand"),
        (b"# a comment\n\xff\xfe\n", "match.log, line 2: is not text in UTF-8"),
    ],
)
def test_a_file_that_is_no_log_is_one_line_and_2(tmp_path, content, line, capsys):
    path = tmp_path / "match.log"
    path.write_bytes(content)
    assert main(["replay", str(path), "--check"]) == 2
    complaint = capsys.readouterr().err
    assert line in complaint
    assert complaint.count("\n") == 1


def test_a_hand_that_pays_otherwise_is_a_line_and_1(tmp_path, capsys):
    path = tmp_path / "match.log"
    path.write_text(f"# a match\n{GOOD.replace('13024|-13024', '13000|-13000')}\nSCORE:1|-1:a|b\n", encoding="utf-8")
    assert main(["replay", str(path), "--check"]) == 1
    out = capsys.readouterr().out
    assert "match.log, line 2: p1 ends with 33024, recorded are 33000; p2 ends with 6976, recorded are 7000\n" in out
    assert "holdem-nl      1            0         0             0       1\n" in out


def test_all_thousand_hands_pay_what_they_paid(corpus, capsys):
    assert len(list(read_acpc(corpus / "acpc-heads-up-nlhe.log"))) == 1000
    assert main(["replay", str(corpus / "acpc-heads-up-nlhe.log"), "--check"]) == 0
    assert "1000 hands played, 1000 as recorded" in capsys.readouterr().out
