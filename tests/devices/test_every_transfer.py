"""Every kind of mishap at every transfer of a whole transaction: money moves exactly once.

`make test` takes some transfers of each kind, `make ci` every fifth, `make test-all` all of them behind all adapters.
"""

import sys
from collections.abc import Callable
from functools import partial
from typing import get_args

import pytest

from cashier.card_records import CardRefused, RunCard
from cashier.devices import card_terminal, coin_hopper
from cashier.devices.card_terminal import CardTerminal
from cashier.devices.zvt_line import ZvtLine
from cashier.devices.zvt_messages import Apdu, Control
from cashier.invariant import InvariantBreach
from cashier.records import Command
from firmware.virtual.adapters import Adapter
from firmware.virtual.local import KINDS, Kind, Mishap
from tests.devices.card_scenes import CardPurchase, CardRefund, CardScene
from tests.devices.coin_scenes import Payout
from tests.devices.every_transfer import SCENES
from tests.devices.scenes import run

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


# -- planted in the card terminal's driver ------------------------------------------------------------------------


def lose_words(scene: Callable[[], CardScene], kinds: tuple[Kind, ...] = ("drop", "kill")) -> None:
    """The errand with each of its transfers lost, and with the process dying behind each."""
    for kind in kinds:
        for transfer in range(1, 52):
            run(scene(), Mishap(transfer, kind))


def credit_before_completion(driver: CardTerminal, message: Apdu, said: list[Command]) -> None:
    """Believe a status information alone."""
    running = driver._running
    FOLLOW(driver, message, said)
    if running is not None and message.control == Control.STATUS_INFORMATION:
        driver._conclude(running, completed=True)


def ask_the_bank_again(driver: CardTerminal, line: ZvtLine, work: RunCard) -> None:
    """Send what another process may have sent already."""
    driver._pay(line, work)


def take_it_for_granted(driver: CardTerminal, line: ZvtLine, work: RunCard) -> None:
    """Where the end of a payment was lost, believe that there was none."""
    driver._end("payment", work.payment, CardRefused(driver.device, work.payment, "not-taken"))


FOLLOW = CardTerminal._follow


@pytest.mark.parametrize(
    ("name", "bug", "scene"),
    [
        ("_follow", credit_before_completion, partial(CardPurchase, "cdc-acm", unanswered="reverses")),
        ("_find_out", ask_the_bank_again, partial(CardPurchase, "cdc-acm")),
        ("_find_out", take_it_for_granted, partial(CardPurchase, "cdc-acm")),
        ("_find_out", ask_the_bank_again, partial(CardRefund, "cdc-acm")),
    ],
    ids=["credit before completion", "authorise twice", "ignore a lost completion", "refund twice"],
)
def test_a_card_driver_that_believes_or_repeats_too_much_is_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, bug: Callable[..., None], scene: Callable[[], CardScene]
) -> None:
    monkeypatch.setattr(CardTerminal, name, bug)
    with pytest.raises((AssertionError, InvariantBreach)):
        lose_words(scene)


def test_a_receipt_that_was_there_before_is_not_taken_for_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop can fail: a driver that does not look at its mark offers an old receipt, and the kiosk refuses it."""
    monkeypatch.setattr(card_terminal, "fate", lambda mark, record, totals: "taken" if record else "not-taken")
    with pytest.raises(AssertionError):
        lose_words(partial(CardRefund, "cdc-acm"))
