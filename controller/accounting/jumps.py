"""Sudden jumps of meters: more money within one hand than people bring is a fault of the machine (R-MTR-7)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.money import Currency
from cashier.records import Event, NoteCredited
from controller.vocab.fault_records import FaultCleared, FaultRaised
from controller.vocab.hand_records import HandEnded
from controller.vocab.ids import Now
from controller.vocab.profile import MeterJumps

METER: Final = "notes-in"
"""The meter that is watched; the fault is named by it."""


class Inflow(msgspec.Struct, frozen=True):
    """What has come in since the last hand ended, in minor units. `told`: it was a jump, and staff look into it."""

    notes: int = 0
    told: bool = False


def follow(inflow: Inflow, event: Event) -> Inflow:
    """Return what has come in after one event."""
    step = _FOLLOWS.get(type(event))
    return inflow if step is None else step(inflow, event)


def find_jump(inflow: Inflow, limits: MeterJumps, currency: Currency, now: Now) -> FaultRaised | None:
    """The fault that what has come in makes, once; None where it is within the limit, or there is none (0)."""
    most = limits.notes * currency.units
    if inflow.told or not most or inflow.notes < most:
        return None
    detail = f"{inflow.notes // currency.units} {currency.code} in notes within one hand, {limits.notes} are the limit"
    return FaultRaised(fault="meter-jump", place=METER, detail=detail, since=now.wall)


def _note(inflow: Inflow, event: NoteCredited) -> Inflow:
    return msgspec.structs.replace(inflow, notes=inflow.notes + event.amount)


def _hand_ended(inflow: Inflow, _event: HandEnded) -> Inflow:
    return msgspec.structs.replace(inflow, notes=0)


def _raised(inflow: Inflow, event: FaultRaised) -> Inflow:
    return msgspec.structs.replace(inflow, told=True) if event.fault == "meter-jump" else inflow


def _cleared(inflow: Inflow, event: FaultCleared) -> Inflow:
    """Counting begins anew when somebody has looked into it."""
    return Inflow() if event.fault == "meter-jump" else inflow


_FOLLOWS: Final[Mapping[type[Event], Callable[[Inflow, Any], Inflow]]] = {
    NoteCredited: _note,
    HandEnded: _hand_ended,
    FaultRaised: _raised,
    FaultCleared: _cleared,
}
