"""Motion: the curves, and how long each movement on the screens takes.

All times are whole milliseconds on whatever clock the caller passes in.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Easing = Literal["linear", "out", "both"]
Movement = Literal[
    "key_returns",
    "deal",
    "flop",
    "card_turns",
    "bet",
    "bets_to_pot",
    "pot_to_winner",
    "count_up",
    "peek_up",
    "peek_down",
    "squeeze",
    "turn_edge",
    "guard",
    "guard_after_raise",
    "sheet_in",
    "sheet_out",
    "winner_lifts",
    "losers_veil",
]


def eased(share: float, easing: Easing) -> float:
    """The part of the way covered when `share` (0 to 1) of the time has passed."""
    share = max(0.0, min(1.0, share))
    if easing == "out":
        return 1 - (1 - share) ** 3
    if easing == "both":
        return 4 * share**3 if share < 0.5 else 1 - (2 - 2 * share) ** 3 / 2
    return share


class Motion(msgspec.Struct, frozen=True):
    """How long a movement takes and along which curve; `apart` is the time between two of a row."""

    length_ms: int
    easing: Easing
    apart_ms: int = 0


MOTIONS: Final[dict[Movement, Motion]] = {
    "key_returns": Motion(120, "out"),
    "deal": Motion(220, "out", 70),
    "flop": Motion(320, "out"),
    "card_turns": Motion(260, "both"),
    "bet": Motion(180, "out"),
    "bets_to_pot": Motion(350, "both"),
    "pot_to_winner": Motion(700, "both"),
    "count_up": Motion(600, "out"),
    "peek_up": Motion(120, "out"),
    "peek_down": Motion(90, "out"),
    "squeeze": Motion(600, "out"),
    "turn_edge": Motion(240, "out"),
    "guard": Motion(400, "linear"),
    "guard_after_raise": Motion(1000, "linear"),
    "sheet_in": Motion(180, "out"),
    "sheet_out": Motion(120, "out"),
    "winner_lifts": Motion(160, "out"),
    "losers_veil": Motion(240, "out"),
}


class Tween(msgspec.Struct, frozen=True):
    """One movement under way since `start_ms`."""

    start_ms: int
    motion: Motion

    def share(self, now_ms: int) -> float:
        """The part of the way covered, 0 before the start, 1 from the end on."""
        if self.motion.length_ms == 0:
            return 1.0
        return eased((now_ms - self.start_ms) / self.motion.length_ms, self.motion.easing)

    def done(self, now_ms: int) -> bool:
        return now_ms >= self.start_ms + self.motion.length_ms


_ALWAYS: Final[frozenset[Movement]] = frozenset({"peek_up", "peek_down", "guard", "guard_after_raise"})
"""What moves even for a player who wants stillness."""


def begin(movement: Movement, now_ms: int, place: int = 0, *, still: bool = False) -> Tween:
    """Start a movement now; the `place`-th of a row starts its share of `apart_ms` later.

    For a player who turned movement off (`still`) it has arrived at once, but for the peek and the guard.
    """
    if still and movement not in _ALWAYS:
        return Tween(now_ms, Motion(0, "linear"))
    motion = MOTIONS[movement]
    return Tween(now_ms + place * motion.apart_ms, motion)
