"""Rulings are data with a name of their own."""

from typing import get_args, get_type_hints

import msgspec
import pytest

from controller.games import Rulings, digest, find_rule_set, rule_sets
from controller.games import rulings as rows
from controller.vocab.profile import RuleSetId


@pytest.mark.parametrize("name", Rulings.__struct_fields__)
def test_another_value_of_any_ruling_is_another_digest(name):
    value = getattr(rows.HELSINKI, name)
    choices = get_args(get_type_hints(Rulings)[name])
    other = next((one for one in choices if one != value), not value if isinstance(value, bool) else 9)
    assert digest(msgspec.structs.replace(rows.HELSINKI, **{name: other})) != digest(rows.HELSINKI)


def test_the_same_rulings_have_the_same_digest():
    assert digest(msgspec.structs.replace(rows.HELSINKI)) == digest(rows.HELSINKI)
    assert len({digest(row.rulings) for row in rule_sets()}) == len(rule_sets())


def test_section_16_fixed_limit_and_low_differ_in_the_hungarian_set():
    hungarian, helsinki = (find_rule_set(RuleSetId(name)).rulings for name in ("hungarian", "helsinki"))
    assert (hungarian.fl_headsup_uncapped, helsinki.fl_headsup_uncapped) == (False, True)
    assert (hungarian.lo_max_rank, helsinki.lo_max_rank) == (7, 8)
    assert hungarian.fl_max_raises == helsinki.fl_max_raises == 3
    assert hungarian.fl_half_bet == helsinki.fl_half_bet == "more-than-half"


def test_rules_of_recorded_rooms_are_found_and_not_offered_to_a_table():
    offered = {row.id for row in rule_sets()}
    for row in rows.RECORDED_SETS:
        assert find_rule_set(row.id) == row
        assert row.id not in offered
