"""PHH files: what is malformed is said in one line, and what we write is what the public saw."""

import random
import tomllib
from decimal import Decimal

import pytest

from controller.app.cli import main
from controller.app.phh import parse_hand, read_phh
from controller.app.phh_writing import write_hand
from controller.app.play_again import Fault, play_again
from controller.app.problem import Problem
from controller.app.recorded import OtherGame
from controller.app.replay import replay
from controller.app.simulate import POLICIES, Run, at_random, find_rotation
from controller.games import catalogue
from controller.hand import play, start
from controller.vocab.hand_records import Entrant, ForcedBet, HandShown, HandStarted, HoleCardsDealt
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import full_deck, print_card

GOOD = {
    "variant": "NT",
    "ante_trimming_status": True,
    "antes": [0, 0, 0],
    "blinds_or_straddles": [1, 2, 0],
    "min_bet": 2,
    "starting_stacks": [200, 200, 200],
    "actions": [
        "d dh p1 AcAd",
        "d dh p2 KcKd",
        "d dh p3 ????",
        "p3 cbr 6",
        "p1 cbr 20",
        "p2 cc",
        "p3 f",
        "d db 2c3d4h",
        "p1 cbr 40",
        "p2 f",
    ],
    "finishing_stacks": [226, 180, 194],
}


def changed(**keys):
    return {key: value for key, value in {**GOOD, **keys}.items() if value is not None}


def with_action(place, text):
    actions = list(GOOD["actions"])
    actions[place] = text
    return changed(actions=actions)


def read(table):
    return parse_hand(table, "some.phhs, hand 4", 4)


def test_a_hand_is_read_and_played_to_its_recorded_end():
    assert play_again(read(GOOD)) == (226, 180, 194)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (changed(variant=None), "has no variant; add variant"),
        (changed(variant=3), "variant is 3; write a text in quotes"),
        (changed(actions=None), "has no actions; add actions"),
        (changed(actions="p1 f"), "actions is no list of texts"),
        (changed(antes=[0, 0]), "antes has 2 entries for 3 players; write one amount for each player"),
        (changed(antes=[0, 0, -1]), "antes holds -1; write amounts from 0"),
        (changed(antes=[0, 0, True]), "antes holds True"),
        (changed(min_bet="two"), "min_bet holds 'two'"),
        (changed(starting_stacks=[200]), "1 players cannot play holdem-nl; list 2 to 10"),
        (changed(starting_stacks=[200, 0, 200]), "a player has no chips"),
        (changed(starting_stacks=[10**20, 200, 200]), "starting_stacks holds 100000000000000000000"),
        (changed(finishing_stacks=[1]), "finishing_stacks has 1 entries for 3 players"),
        (changed(_unit=0), "_unit is 0; write a whole number from 1"),
        (changed(_unit=3), "no multiple of the _unit 3"),
        (changed(_rule_set="mine"), "there is no rule set 'mine'"),
        (with_action(3, "p3 jumps"), "action 4 is 'p3 jumps'; write it as in 'p3 cbr 225'"),
        (with_action(3, "p9 f"), "action 4 is of p9; there are players p1 to p3"),
        (with_action(0, "d dh p1 AcAx"), "action 1 is 'd dh p1 AcAx'"),
        (with_action(0, "d dh p1 AcAdAh"), "p1 has 3 hole cards; holdem-nl deals 2"),
        (with_action(1, "d dh p2 AcKd"), "Ac is dealt twice; give every card to one place"),
        (with_action(7, "d db 2c3dAc"), "Ac is dealt twice"),
        (with_action(7, "d db 2c3d"), "the board is dealt as 2c3d; holdem-nl deals 3, 1, 1 cards"),
        (with_action(7, "d db 2c3d??"), "the board has an unknown card"),
        (with_action(9, "p1 sm AsAh"), "p1 shows AsAh and was dealt other cards"),
    ],
)
def test_a_malformed_hand_is_one_line_with_place_fault_and_cure(table, line):
    with pytest.raises(Problem) as caught:
        read(table)
    assert str(caught.value).startswith("some.phhs, hand 4: ")
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (with_action(3, "p1 cbr 6"), "act 1 (p1 cbr 6): it is p3's turn"),
        (with_action(3, "p3 cbr 3"), "act 1 (p3 cbr 3): refused as below-minimum, to 3, min_to 4"),
        (changed(actions=GOOD["actions"][:-1]), "ends with a decision open for p2"),
        (changed(actions=[*GOOD["actions"], "p1 cc"]), "act 7 (p1 cc): the hand is over before it"),
    ],
)
def test_a_hand_against_the_rules_is_a_finding(table, sentence):
    assert play_again(read(table)) == Fault(sentence)


def test_comments_and_decimals_are_understood():
    table = tomllib.loads(
        """
        variant = "NT"
        antes = [0, 0, 0]
        blinds_or_straddles = [0.25, 0.5, 0]
        min_bet = 0.5
        starting_stacks = [50, 50.25, 50.0]
        actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f  # Bob", "p1 f # Carol"]
        finishing_stacks = [49.75, 50.5, 50]
        """,
        parse_float=Decimal,
    )
    hand = read(table)
    assert hand.scale == 100
    assert play_again(hand) == hand.finishing == (4975, 5050, 5000)


def test_heads_up_arrays_run_the_other_way_round():
    table = changed(
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        starting_stacks=[200, 100],
        actions=["d dh p1 ????", "d dh p2 ????", "p2 f"],
        finishing_stacks=[201, 99],
    )
    assert play_again(read(table)) == (201, 99)


def test_a_hand_nobody_showed_at_the_end_has_lost():
    actions = ["p1 cc", "p2 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "p3 cc", "d db 9c", "p1 cc", "p2 cc", "p3 cc"]
    actions += ["d db 9d", "p1 cc", "p2 cc", "p3 cc", "p1 sm 7h8h", "p2 sm", "p3 sm"]
    hidden = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cc"]
    assert play_again(read(changed(actions=hidden + actions))) == (204, 198, 198)
    unseen = [action if action != "p1 sm 7h8h" else "p1 sm" for action in actions]
    assert play_again(read(changed(actions=hidden + unseen))) == Fault(
        "does not say who won: no hand of a pot is known"
    )


def test_a_showdown_needs_the_whole_board():
    table = changed(actions=[*GOOD["actions"][:3], "p3 f", "p1 cbr 200", "p2 cc"])
    assert play_again(read(table)) == Fault("reaches the showdown with 0 of 5 board cards")


def test_another_game_is_told_apart_from_a_mistake():
    assert read(changed(variant="XX")) == OtherGame(where="some.phhs, hand 4", number=4, variant="XX")


# -- files --------------------------------------------------------------------------------------------------------


def text_of(table):
    values = {True: "true", False: "false"}
    lines = [
        f"{key} = {values.get(value, value) if isinstance(value, bool) else value!r}" for key, value in table.items()
    ]
    return "\n".join(lines) + "\n"


def test_a_file_of_many_hands_and_a_file_of_one(tmp_path):
    many, one = tmp_path / "many.phhs", tmp_path / "one.phh"
    many.write_text(f"# a comment\n[1]\n{text_of(GOOD)}\n[20] # the next\n{text_of(GOOD)}", encoding="utf-8")
    one.write_text(text_of(GOOD), encoding="utf-8")
    assert [(hand.where, hand.number) for hand in read_phh(many)] == [
        ("many.phhs, hand 1", 1),
        ("many.phhs, hand 20", 20),
    ]
    assert [hand.where for hand in read_phh(one)] == ["one.phh"]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"[1]\nvariant = 'NT\n", "bad.phhs, hand 1: is not TOML"),
        (b"[1]\nvariant = 'XX'\n[1]\nvariant = 'XX'\n", "bad.phhs, hand 1: is there twice"),
        (b"\xff\xfe", "is not text in UTF-8"),
        (b"", "has no variant"),
    ],
)
def test_an_unreadable_file_is_one_line_and_2(tmp_path, content, line, capsys):
    path = tmp_path / "bad.phhs"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    complaint = capsys.readouterr().err
    assert line in complaint
    assert complaint.count("\n") == 1


def test_a_missing_file_is_one_line_and_2(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "none.phh")]) == 2
    assert "cannot be read (No such file or directory); name a hand history file" in capsys.readouterr().err


def test_a_hand_that_differs_is_a_finding_and_1(tmp_path, capsys):
    path = tmp_path / "wrong.phh"
    path.write_text(text_of(changed(finishing_stacks=[225, 181, 194])), encoding="utf-8")
    assert main(["replay", str(path), "--check"]) == 1
    assert (
        "wrong.phh: p1 ends with 226, recorded are 225; p2 ends with 180, recorded are 181" in capsys.readouterr().out
    )


# -- writing ------------------------------------------------------------------------------------------------------


def random_hand(seed):
    """The events of a hand with antes, late and dead posts and rake, played by chance."""
    choice = random.Random(seed)
    seats = sorted(choice.sample(range(1, 11), choice.randint(2, 10)))
    button = choice.choice(seats)
    order = sorted(seats, key=lambda seat: (seat - button - 1) % 10)
    small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    forced = [ForcedBet(seat, "ante", 10) for seat in order] if choice.random() < 0.5 else []
    forced += [ForcedBet(small, "small-blind", 50), ForcedBet(big, "big-blind", 100)]
    if len(order) > 4 and forced[0].kind != "ante":
        forced += [ForcedBet(order[3], "late-post", 100), ForcedBet(order[3], "dead-small-blind", 50)]
    started = HandStarted(
        hand=HandId(seed),
        game=GameId("holdem-nl"),
        rule_set=RuleSetId(choice.choice(["ray", "helsinki", "hungarian"])),
        stakes=Stakes(50, 100, 10, 5),
        rake_permille=50,
        rake_cap=200,
        button=button,
        entrants=tuple(Entrant(seat, choice.randint(1, 60) * 50) for seat in order),
        forced=tuple(forced),
        first_decision=DecisionId(1),
    )
    deck = list(full_deck())
    choice.shuffle(deck)
    hand, events = start(started, tuple(deck))
    while not hand.over:
        events += play(hand, at_random(hand.decision, choice))
    return events


@pytest.mark.parametrize("seed", range(60))
def test_what_is_written_replays_to_the_same_stacks(seed, tmp_path):
    path = tmp_path / "written.phhs"
    path.write_text(write_hand(random_hand(seed), 1), encoding="utf-8")
    report = replay(path, check=True)
    assert (report.agreed, report.findings) == (1, ())


@pytest.mark.parametrize("game", [game for game in catalogue() if not game.rows], ids=lambda game: game.id)
def test_a_hand_of_every_game_with_betting_is_written_and_played_again(game, tmp_path):
    path = tmp_path / "written.phhs"
    run = Run(find_rotation(game.id), RuleSetId("helsinki"), min(game.most, 4), POLICIES["random"], seed=11)
    texts = [write_hand(run.hand(number)[1], number) for number in range(1, 6)]
    path.write_text("\n".join(texts), encoding="utf-8")
    report = replay(path, check=True)
    assert (report.agreed, report.findings) == (5, ())


@pytest.mark.parametrize("seed", range(20))
def test_only_tabled_cards_are_written(seed):
    events = random_hand(seed)
    shown = {event.seat for event in events if isinstance(event, HandShown)}
    dealt = [event for event in events if isinstance(event, HoleCardsDealt)]
    hidden = {print_card(card) for event in dealt if event.seat not in shown for card in event.cards}
    text = write_hand(events)
    assert not [name for name in hidden if name in text]
    public = [event for event in events if event.audience == "everyone"]
    assert write_hand(public) == text
