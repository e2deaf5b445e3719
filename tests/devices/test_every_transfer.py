"""Every kind of mishap at every transfer of a whole transaction: money moves exactly once.

`make test` takes some transfers of each kind, `make ci` every fifth, `make test-all` all of them behind all adapters.
"""

import sys
from typing import get_args

import pytest

from cashier.devices import coin_hopper
from firmware.virtual.adapters import Adapter
from firmware.virtual.local import KINDS, Kind, Mishap
from tests.devices.every_transfer import SCENES, Payout, run

ADAPTERS: tuple[Adapter, ...] = get_args(Adapter)


def try_all(scene: str, adapter: Adapter, every: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Run the clean transaction, then one with each mishap at each `every`-th transfer; tell how many that were."""
    transfers = run(SCENES[scene](adapter))
    cases = [Mishap(transfer, kind) for kind in KINDS for transfer in range(1, transfers + 1)][::every]
    for mishap in cases:
        try:
            run(SCENES[scene](adapter), mishap)
        except AssertionError as problem:
            raise AssertionError(f"{scene} behind {adapter}: {mishap}: {problem}") from problem
    with capsys.disabled():
        sys.stdout.write(f"\n{scene}, {adapter}: {len(cases)} mishaps in {transfers} transfers, money exactly once\n")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scene", SCENES)
def test_money_moves_exactly_once_whatever_befalls_some_transfers(scene: str, kind: Kind) -> None:
    transfers = run(SCENES[scene]("cdc-acm"))
    last = max(1, transfers - 3 - KINDS.index(kind))
    for transfer in sorted({last // 4 or 1, last // 2 or 1, last}):
        run(SCENES[scene]("cdc-acm"), Mishap(transfer, kind))


@pytest.mark.ci
@pytest.mark.parametrize("scene", SCENES)
def test_money_moves_exactly_once_whatever_befalls_any_fifth_transfer(
    scene: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try_all(scene, "cdc-acm", 5, capsys)


@pytest.mark.hours
@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("scene", SCENES)
def test_money_moves_exactly_once_whatever_befalls_any_transfer(
    scene: str, adapter: Adapter, capsys: pytest.CaptureFixture[str]
) -> None:
    try_all(scene, adapter, 1, capsys)


def drop_each_transfer() -> None:
    for transfer in range(1, 75):
        run(Payout("cdc-acm"), Mishap(transfer, "drop"))


def test_a_driver_that_repeats_an_order_blindly_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop can fail: without the counter's word, one lost answer pays twice."""
    drop_each_transfer()
    monkeypatch.setattr(coin_hopper, "fate", lambda mark, now, enabled: "not-taken")
    with pytest.raises(AssertionError):
        drop_each_transfer()
