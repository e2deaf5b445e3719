"""Bots answer every kind of decision."""

import pytest

from controller.app.bots import TEMPERS, Bot
from controller.vocab.hand_records import DecisionOffered
from controller.vocab.ids import DecisionId, HandId
from controller.wire.view import View

OFFER = {"seat": 1, "hand": HandId(1), "decision": DecisionId(7), "min_to": 0, "max_to": 0, "bet": 0, "pot": 50}


@pytest.mark.parametrize(("least", "most"), [(2, 2), (0, 5), (0, 1)])
def test_a_bot_throws_away_cards_of_its_own_as_many_as_it_may(least, most):
    view = View(own=1)
    view.at(1).cards = (1, 2, 3, 4, 5)
    for seed in range(20):
        act = Bot(TEMPERS[0], seed).choose(
            view, DecisionOffered(**OFFER, call=0, kind="discard", least=least, most=most)
        )
        assert act.kind == "discard"
        assert least <= len(act.cards) <= most
        assert set(act.cards) <= {1, 2, 3, 4, 5}


def test_a_bot_brings_in():
    act = Bot(TEMPERS[0], 1).choose(View(own=1), DecisionOffered(**OFFER, call=5, kind="bring-in"))
    assert act.kind == "bring-in"
