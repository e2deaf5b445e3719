"""A heads-up match log of a computer poker competition: the same acts give the same payoffs."""

import re

from controller.app.phh import PhhAct, parse_hand
from controller.app.replay import play_again

STACK, SMALL, BIG = 20_000, 50, 100


def as_phh(line):
    """The PHH keys of one line; its first player is the big blind, and totals there are of the whole hand."""
    _, number, betting, cards, payoffs = line.strip().split(":")
    holes, *board = cards.split("/")
    actions = [f"d dh p{player} {hole}" for player, hole in enumerate(holes.split("|"), 1)]
    put_in = {1: BIG, 2: SMALL}
    for street, acts in enumerate(betting.split("/")):
        if street and board:
            actions.append(f"d db {board.pop(0)}")
        before = max(put_in.values()) if street else 0
        turn = 1 if street else 2
        for word, total in re.findall(r"([fcr])(\d*)", acts):
            if word == "r":
                put_in[turn] = int(total)
                actions.append(f"p{turn} cbr {int(total) - before}")
            else:
                put_in[turn] = max(put_in.values()) if word == "c" else put_in[turn]
                actions.append(f"p{turn} {'cc' if word == 'c' else 'f'}")
            turn = 3 - turn
    actions += [f"d db {cards}" for cards in board]
    return {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [SMALL, BIG],
        "min_bet": BIG,
        "starting_stacks": [STACK, STACK],
        "actions": actions,
        "finishing_stacks": [STACK + int(won) for won in payoffs.split("|")],
        "hand": int(number),
    }


def test_an_opening_raise_is_a_total_for_the_street():
    hand = parse_hand(as_phh("STATE:0:cr13024c/r16916f:5d5c|9hQd/8dAs8s:13024|-13024"), "line 0", 0)
    assert hand.acts[1] == PhhAct(player=1, word="cbr", to=13_024)
    assert hand.acts[3] == PhhAct(player=1, word="cbr", to=16_916 - 13_024)


def test_all_thousand_hands_pay_what_they_paid(corpus):
    wrong = {}
    lines = (corpus / "acpc-heads-up-nlhe.log").read_text(encoding="ascii").splitlines()
    states = [line for line in lines if line.startswith("STATE:")]
    for number, line in enumerate(states):
        hand = parse_hand(as_phh(line), f"line {number}", number)
        stacks = play_again(hand)
        if stacks != hand.finishing:
            wrong[line] = stacks
    assert len(states) == 1000
    assert wrong == {}
