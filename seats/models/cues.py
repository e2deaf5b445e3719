"""What is to be heard of a table, decided by what everybody may see of it (visual.md §11).

Every cue follows from facts that every screen is told at the same time, the own turn and its last seconds from whose
turn it is: so no sound can tell a card, a bet that is still composed, or a look at the own cards.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from controller.vocab.ids import Chips, Seat
from controller.wire.view import SeatView, View

CueKind = Literal["card", "chips", "check", "pour", "turn", "hurry", "refusal", "notice"]

MOST_CARDS: Final = 5
MOST_POUR: Final = 3
_LAST_SECONDS: Final = 5
_SECOND_MS: Final = 1000
_LARGE_POT: Final = 20
_HUGE_POT: Final = 100
"""Pots in big blinds from which more chips are poured."""


class Cue(msgspec.Struct, frozen=True):
    """One thing to be heard: `times` cards one after the other, or of a pour how long it lasts, 1 to `MOST_POUR`."""

    kind: CueKind
    times: int = 1


def cues(before: View, after: View) -> tuple[Cue, ...]:
    """What is heard because `after` follows on `before`: what all hear, and the own turn last."""
    heard = [*_public(before, after)]
    offer = after.decision
    if offer is not None and offer != before.decision and offer.seat == after.own and not after.paused:
        heard.append(Cue("turn"))
    return tuple(heard)


def _public(before: View, after: View) -> tuple[Cue, ...]:
    if after.paused:
        return () if before.paused else (Cue("notice"),)
    held = before.seats if before.hand == after.hand else {}
    dealt = max(_dealt(held, after), _laid(after) - (_laid(before) if held else 0))
    found = [Cue("card", min(dealt, MOST_CARDS))] if dealt > 0 else []
    if any(now.bet > (held[seat].bet if seat in held else 0) for seat, now in after.seats.items()):
        found.append(Cue("chips"))
    elif len(_checks(after)) > len(_checks(before)) or (_checks(after) and before.street != after.street):
        found.append(Cue("check"))
    if after.awards and not before.awards:
        found.append(Cue("pour", _pour(sum(award.amount for award in after.awards), after)))
    return tuple(found)


def _dealt(held: Mapping[Seat, SeatView], after: View) -> int:
    """How many cards the seat was dealt that got most."""
    more = (now.count - (held[seat].count if seat in held else 0) for seat, now in after.seats.items())
    return max(more, default=0)


def _laid(view: View) -> int:
    """Cards on all boards."""
    return len(view.board) + sum(len(board) for board in view.more_boards)


def _checks(view: View) -> frozenset[int]:
    """Who has checked on this street and has done nothing since."""
    return frozenset(seat for seat, held in view.seats.items() if held.last is not None and held.last.kind == "check")


def _pour(won: Chips, view: View) -> int:
    blinds = won // max(1, view.profile.stakes.big_blind) if view.profile else 0
    return 1 + (blinds >= _LARGE_POT) + (blinds >= _HUGE_POT)


def last_second(view: View, table_ms: int) -> int | None:
    """Which of the last seconds of the own turn runs, 5 to 1; None before them and on other turns."""
    offer, clock = view.decision, view.clock
    if offer is None or clock is None or offer.seat != view.own or view.paused:
        return None
    left = -(-(clock.deadline - table_ms) // _SECOND_MS)
    return left if 1 <= left <= _LAST_SECONDS else None
