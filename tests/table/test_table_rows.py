"""The table's dispatch covers the union of all events: nothing is forgotten, nothing is handled twice."""

from typing import get_args

from controller.table.evolve import APPLY, UNMOVED
from controller.vocab.records import HandEvent, JackpotEvent, TableEvent


def test_every_event_of_hand_and_table_is_applied_or_named_as_harmless():
    both = {*get_args(HandEvent), *get_args(TableEvent), *get_args(JackpotEvent)}
    assert set(APPLY) | UNMOVED == both
    assert not set(APPLY) & UNMOVED
