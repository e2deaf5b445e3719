"""What makes a layout touchable, as a check any screen can be put through.

Fingers need 10 mm and room between two targets; nothing is touched within 5 mm of the bezel
or within 7 mm of the lower edge, where the wrist lies. A zone that is held with the whole
hand may reach to the edge.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import msgspec

from seats.metrics import BEZEL, GAP, LEAST_TARGET, WRIST, Box, Profile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from seats.kit.widget import Widget

_TOLERANCE: Final = 0.001


class TouchRules(msgspec.Struct, frozen=True):
    """The least sizes in millimetres; a menu whose wrong row costs nothing may go without gaps."""

    least: float = LEAST_TARGET
    gap: float = GAP
    bezel: float = BEZEL
    wrist: float = WRIST


def touch_faults(targets: Iterable[Widget], profile: Profile, rules: TouchRules | None = None) -> list[str]:
    """One line for each thing a finger would stumble over; empty if the layout is good."""
    rules = rules or TouchRules()
    widgets = list(targets)
    faults = [fault for widget in widgets for fault in _alone(widget, profile, rules)]
    for first, second in combinations(widgets, 2):
        if _inside_one_another(first, second):
            continue
        gap = first.lies_mm.gap_to(second.lies_mm)
        if first.lies_mm.overlaps(second.lies_mm):
            faults.append(f"{_named(first)} and {_named(second)} overlap")
        elif gap < rules.gap - _TOLERANCE:
            faults.append(f"{_named(first)} and {_named(second)} are only {gap:.1f} mm apart")
    return faults


def _alone(widget: Widget, profile: Profile, rules: TouchRules) -> list[str]:
    box = widget.lies_mm
    faults: list[str] = []
    if min(box.w, box.h) < rules.least - _TOLERANCE:
        faults.append(f"{_named(widget)} is only {box.w:.1f} × {box.h:.1f} mm")
    edge = 2 * _TOLERANCE
    safe = Box(
        rules.bezel - edge,
        rules.bezel - edge,
        profile.width_mm - 2 * (rules.bezel - edge),
        profile.height_mm - rules.bezel - rules.wrist + 2 * edge,
    )
    if not widget.many_fingers and not box.within(safe):
        faults.append(f"{_named(widget)} reaches into the edge")
    return faults


def _inside_one_another(first: Widget, second: Widget) -> bool:
    return second in first.walk() or first in second.walk()


def _named(widget: Widget) -> str:
    box = widget.lies_mm
    return f"{type(widget).__name__} at {box.x:g},{box.y:g}"
