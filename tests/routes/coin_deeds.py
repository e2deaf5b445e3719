"""What happens to coins in an evening."""

from firmware.virtual.faults import Drop, Garbage, Nak, Stall
from tests.routes.evening import Deed, Evening
from tests.routes.fittings import HOPPER, SPARE


def coins_and_a_ticket(evening: Evening) -> None:
    """Fifteen euros and fifty cents: seven coins, and the rest on a ticket."""
    evening.coins(1_550)


def coins_amid(*faults: Drop | Garbage | Stall | Nak) -> Deed:
    """Three coins, and something goes wrong once the pay-out is asked for."""

    def deed(evening: Evening) -> None:
        evening.cash_out(600, "coins")
        evening.fault(HOPPER, *faults)
        evening.until(evening.is_quiet, "the end of the pay-out")

    return deed


def coins_with_cable_out(evening: Evening) -> None:
    evening.begin_to_pay(1_200, "coins")
    address = evening.look(HOPPER).address
    evening.route.unplug(HOPPER)
    evening.until_said(HOPPER, "absent")
    evening.route.replug(HOPPER)
    assert evening.look(HOPPER).address != address
    evening.until(evening.is_quiet, "the end of the pay-out")


def coins_with_power_out(evening: Evening) -> None:
    """The power fails when three of six coins have fallen, and no fourth is there: the rest goes on a ticket."""
    with evening.coins_left(3):
        evening.cash_out(1_200, "coins")
        evening.until(lambda: not evening.look(HOPPER).facts["coins"], "the last coin")
        evening.route.cut_power(HOPPER)
        evening.until_said(HOPPER, "absent")
    evening.route.replug(HOPPER)
    evening.until(evening.is_quiet, "the end of the pay-out")


def coins_with_process_killed(evening: Evening) -> None:
    evening.begin_to_pay(1_200, "coins")
    evening.restart()
    evening.until(evening.is_quiet, "the end of the pay-out")


def jammed_hopper(evening: Evening) -> None:
    """A coin is stuck: nothing falls, and the amount goes on a ticket."""
    evening.hands.jam(HOPPER, "coin")
    evening.cash_out(600, "coins")
    evening.until_said(HOPPER, "jam")
    evening.hands.clear_jam(HOPPER)
    evening.mend_hopper()


def wrong_hopper(evening: Evening) -> None:
    """A hopper with other coins is plugged in for ours: it pays nothing, and what is asked for goes on a ticket."""
    evening.route.unplug(HOPPER)
    evening.until_said(HOPPER, "absent")
    evening.route.replug(SPARE)
    evening.until_said(HOPPER, "wrong-device")
    evening.coins_refused(600)
    evening.route.unplug(SPARE)
    evening.until_said(HOPPER, "absent")
    evening.route.replug(HOPPER)
    evening.until_hopper_pays()


def hopper_runs_empty(evening: Evening) -> None:
    """Somebody has taken coins out of the hopper: it pays the four that are there, the rest goes on a ticket."""
    with evening.coins_left(4):
        evening.cash_out(1_200, "coins")
        evening.until_said(HOPPER, "empty")
    evening.mend_hopper()
