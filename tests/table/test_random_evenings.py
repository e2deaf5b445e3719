"""Thousands of random joins, leaves, busts and absences: nobody escapes a blind, and every state can be dealt.

Some play over those who are away, who owe what they miss like anyone (§5.10).

Of every hand the floor checks that nobody has the big blind twice running while others wait, that nobody present is
passed over, that nobody has the button who never had the big blind, and that whoever comes in pays exactly what he owes
(§5.5-§5.9).
"""

import msgspec
import pytest

from controller.games import rulings
from controller.games.table_rules import TableRules
from controller.vocab.profile import StraddleKind
from tests.table.evening import profile_of
from tests.table.floor import Floor

HANDS = 90
SEEDS = range(4)
MANY = range(4, 40)


def evening(seed: int, straddle: StraddleKind = "none", rule_set: str = "helsinki", seats: int = 6) -> Floor:
    floor = Floor(profile_of("holdem-nl", rule_set, seats=seats, straddle=straddle), seed)
    dull = 0
    while floor.hands < HANDS and dull < 500:
        for _thing in range(floor.dice.randrange(4)):
            floor.come_and_go()
        dull = 0 if floor.play_hand() else dull + 1
    assert floor.hands == HANDS
    return floor


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("straddle", "rule_set", "seats"),
    [("none", "ray", 4), ("live", "helsinki", 6), ("mississippi", "helsinki", 10), ("hungarian", "hungarian", 7)],
)
def test_s5_5_nobody_escapes_a_blind_whatever_people_do(seed, straddle, rule_set, seats):
    evening(seed, straddle, rule_set, seats)


@pytest.mark.ci
@pytest.mark.parametrize("seed", MANY)
@pytest.mark.parametrize(
    ("straddle", "rule_set", "seats"), [("none", "ray", 4), ("live", "helsinki", 6), ("hungarian", "hungarian", 7)]
)
def test_s5_5_nobody_escapes_a_blind_in_thousands_of_hands(seed, straddle, rule_set, seats):
    evening(seed, straddle, rule_set, seats)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("changes", [{"vacant_button": "dead-button"}, {"beside_button": "waits"}], ids=str)
def test_s5_5_nor_where_the_rules_on_button_and_entry_are_others(seed, changes, monkeypatch):
    table: TableRules = msgspec.structs.replace(rulings.find_rule_set("helsinki").table, **changes)
    row = msgspec.structs.replace(rulings.find_rule_set("helsinki"), table=table)
    monkeypatch.setitem(rulings._BY_ID, "helsinki", row)
    evening(seed, "live")


def test_the_evenings_hold_every_way_to_come_in():
    counts: dict[str, int] = {}
    for seed in range(8):
        for what, times in evening(seed, "live").debts.counts.items():
            counts[what] = counts.get(what, 0) + times
    assert counts.keys() >= {
        "entered entry", "entered big+small", "entered small", "by the big blind", "by posting", "by a straddle",
        "has his seat again",
    }  # fmt: skip
