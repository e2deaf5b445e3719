"""What card rooms settle differently between the hands, as one value for every option (poker.md §5-§9, §16)."""

from typing import Final, Literal

import msgspec

from controller.vocab.profile import StraddleKind, WinTheButton

NewPlayer = Literal["post-or-wait", "wait", "free"]
"""How a newcomer comes in: he posts a big blind or waits for it, only waits, or just plays (poker.md §5.7)."""

MissedBoth = Literal["post-or-wait", "wait"]
"""How a player comes back who has missed the big blind (poker.md §5.8)."""

MissedSmall = Literal["live", "dead"]
"""What a missed small blind is when it is posted: part of the bet, or dead in the pot (poker.md §5.8)."""

BesideButton = Literal["enters", "waits"]
"""Whether a player may post between the button and the small blind, or must let the button pass (poker.md §5.7)."""

VacantButton = Literal["repeat-player", "dead-button"]
"""Where the button is when its player is gone: at the nearest who is entitled to it, or at his seat (AMB-18)."""

Rebuy = Literal["minimum", "half", "half-once-in-pot-limit"]
"""The least purchase of a player who has lost everything (poker.md §7.2, AMB-6)."""

OnTimeOut = Literal["by-the-rulings", "check-else-fold"]
"""What happens when the clock of a player runs out whose screen is dead: he could not have pressed anything."""


MisdealUntil = Literal["substantial-action", "first-act"]
"""Until when a hand may be called a misdeal: two acts of which one is with chips, or any three; or the first act
(poker.md §3.3)."""


class TableRules(msgspec.Struct, frozen=True):
    """One value for every option that the table asks for between the cards.

    `straddles` and `buttons_won` are what a profile may choose from. `straddle_entry`: a player left of the big blind
    may come in by a live straddle and pays nothing else. `one_stack` is one night, one stack. A player sits out after
    `time_outs` of them in a row, and has `breaks` longer breaks a gaming day.
    """

    new_player: NewPlayer
    missed_both: MissedBoth
    missed_small: MissedSmall
    straddle_entry: bool
    beside_button: BesideButton
    vacant_button: VacantButton
    straddles: tuple[StraddleKind, ...]
    buttons_won: tuple[WinTheButton, ...]
    rebuy: Rebuy
    one_stack: bool
    lost_screen: OnTimeOut
    time_outs: int
    breaks: int
    misdeal_until: MisdealUntil


HELSINKI_TABLE: Final = TableRules(
    new_player="post-or-wait",
    missed_both="post-or-wait",
    missed_small="live",
    straddle_entry=True,
    beside_button="enters",
    vacant_button="repeat-player",
    straddles=("none", "live", "mississippi"),
    buttons_won=("off", "two-buttons", "single-button"),
    rebuy="half-once-in-pot-limit",
    one_stack=True,
    lost_screen="check-else-fold",
    time_outs=1,
    breaks=1,
    misdeal_until="substantial-action",
)

RAY_TABLE: Final = msgspec.structs.replace(
    HELSINKI_TABLE, straddles=("none",), buttons_won=("off",), rebuy="minimum", one_stack=False
)

HUNGARIAN_TABLE: Final = msgspec.structs.replace(
    HELSINKI_TABLE,
    straddles=("none", "hungarian"),
    buttons_won=("off",),
    rebuy="half",
    one_stack=False,
    misdeal_until="first-act",
)
