"""Doors that are opened at any time: in a hand, while coins fall and tickets print, and while nothing has power."""

import pytest

from tests.sim.houses import WATCHED
from tests.sim.run import simulate

DONE = {"DoorAnnounced", "DoorOpened", "DoorClosed", "DoorReset", "FaultRaised", "FaultCleared"}
STEPS = 20_000


def test_nothing_moves_behind_an_open_door_and_every_opening_is_told() -> None:
    summary = simulate(1, 6_000, WATCHED)
    assert set(summary.kinds) >= DONE
    assert summary.counts["opened-doors"] > 60
    assert min(summary.counts[kind] for kind in ("hands", "cuts", "tickets")) > 0


@pytest.mark.ci
@pytest.mark.parametrize("seed", [2, 3])
def test_nothing_moves_behind_an_open_door_in_40_000_steps(seed: int) -> None:
    assert simulate(seed, STEPS, WATCHED).steps == STEPS
