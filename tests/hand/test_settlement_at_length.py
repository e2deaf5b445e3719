"""Random contributions settle as they do chip by chip: some always, many in `make ci`, a million in `make test-all`."""

import random

import pytest

from controller.hand.settle import settle
from tests.hand.slow_settlement import random_vector, slow_settle

A_FEW, MANY, ALL = 500, 20_000, 1_000_000


def disagreements(vectors, seed):
    """The vectors that settle otherwise, with both results."""
    chance, wrong = random.Random(seed), []
    for _ in range(vectors):
        vector = random_vector(chance)
        done = settle(*vector)
        won = {one.seat: 0 for one in vector[0] if not one.folded}
        for award in done.awards:
            won[award.seat] += award.amount
        fast = (done.uncalled.amount if done.uncalled else 0, sum(done.rake), won)
        slow = slow_settle(*vector)
        if fast != slow:
            wrong.append((vector, fast, slow))
    return wrong


def test_a_few_random_contributions_settle_as_chip_by_chip():
    assert disagreements(A_FEW, seed=1) == []


@pytest.mark.ci
def test_twenty_thousand_random_contributions_settle_as_chip_by_chip():
    assert disagreements(MANY, seed=2) == []


@pytest.mark.hours
def test_a_million_random_contributions_settle_as_chip_by_chip():
    assert disagreements(ALL, seed=3) == []
