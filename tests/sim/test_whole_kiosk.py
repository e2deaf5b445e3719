"""Notes that go out again and payments by card: at a table that is played, cut, killed and lied to."""

import pytest

from tests.sim.houses import WHOLE_KIOSK
from tests.sim.run import simulate

PAID = {"NotesDispensed", "StoreCounted", "CardPurchased", "CardRefundPaid", "CardDropped", "CardUnknown"}
DONE = PAID | {"CardUndoing", "CardCancelling", "CardsSettled"}
STEPS = 20_000


def test_all_that_goes_by_note_and_card_moves_exactly_once() -> None:
    summary = simulate(1, 2_000, WHOLE_KIOSK)
    assert set(summary.kinds) >= PAID
    assert min(summary.counts[kind] for kind in ("hands", "cuts", "kills", "store-trouble", "terminal-trouble")) > 0


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(22, 27))
def test_all_that_goes_by_note_and_card_moves_exactly_once_in_100_000_steps(seed: int) -> None:
    summary = simulate(seed, STEPS, WHOLE_KIOSK)
    assert set(summary.kinds) >= DONE
