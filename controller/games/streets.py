"""The streets of every game, as its rules tell them: what is dealt, drawn and thrown away, and who opens."""

from typing import Final

from msgspec.structs import replace

from controller.games.model import Discard, Street

Streets = tuple[Street, ...]

_FLOP: Final = Street(opener="left-of-button", tier="small", board=3, burn=True)
_TURN: Final = Street(opener="left-of-button", tier="big", board=1, burn=True)


def flop_streets(hole: int) -> Streets:
    """Pre-flop with `hole` cards each, flop, turn and river (poker.md §12.1, §12.3)."""
    return (Street(opener="left-of-blinds", tier="small", hole=hole), _FLOP, _TURN, _TURN)


def pineapple_streets(hole: int, *, street: int, discard: Discard) -> Streets:
    """Flop streets in which everyone throws cards away on one street."""
    return tuple(
        replace(row, discard=discard) if number == street else row for number, row in enumerate(flop_streets(hole))
    )


def aviation_streets(hole: int, before: int, on_flop: int) -> Streets:
    """Flop streets with cards thrown away before the first betting and again on the flop (hand-engine §4)."""
    first, flop, *later = flop_streets(hole)
    moment = Discard(count=before, moment="before-betting"), Discard(count=on_flop, moment="before-betting")
    return (replace(first, discard=moment[0]), replace(flop, discard=moment[1]), *later)


COURCHEVEL: Final[Streets] = (
    Street(opener="left-of-blinds", tier="small", hole=5, board=1, burn=True),
    Street(opener="left-of-button", tier="small", board=2, burn=True),
    _TURN,
    _TURN,
)
"""Omaha with five cards and the first board card open before the first betting (poker.md §12.9)."""


def seven_card_streets(first: Street, showing: Street) -> Streets:
    """Two down and one up, three more up, the seventh down (poker.md §12.5)."""
    fourth = replace(showing, up=1, burn=True)
    return (
        replace(first, tier="small", hole=2, up=1, bring_in=True),
        replace(fourth, tier="small"),
        replace(fourth, tier="big", open_pair=False),
        replace(fourth, tier="big", open_pair=False),
        replace(fourth, tier="big", up=0, hole=1, open_pair=False),
    )


SEVEN_CARD_STUD: Final = seven_card_streets(
    Street(opener="low-card", tier="small"), Street(opener="best-showing", tier="small", open_pair=True)
)
STUD_HIGH_LOW: Final = seven_card_streets(
    Street(opener="low-card", tier="small"), Street(opener="best-showing", tier="small")
)
RAZZ: Final = seven_card_streets(
    Street(opener="high-card-ace-low", tier="small"), Street(opener="lowest-showing", tier="small")
)


def five_card_streets(first: Street) -> Streets:
    """One down and one up, then three more up; bets are small on the first two rounds (poker.md §4.3, §12.7)."""
    later = Street(opener="best-showing", tier="big", up=1, burn=True)
    return (
        replace(first, tier="small", hole=1, up=1),
        replace(later, tier="small", open_pair=True),
        later,
        later,
    )


FIVE_CARD_STUD: Final = five_card_streets(Street(opener="low-card", tier="small", bring_in=True))
SOKO: Final = five_card_streets(Street(opener="high-card", tier="small"))


def draw_streets(hole: int, draws: int) -> Streets:
    """So many cards each, then so many rounds of exchanging any of them; the bets double in the second half."""
    tiers = ("small", "big") if draws == 1 else ("small", "small", "big", "big")
    first = Street(opener="left-of-blinds", tier="small", hole=hole)
    later = tuple(
        Street(opener="left-of-button", tier="big" if tier == "big" else "small", draw=hole, burn=True)
        for tier in tiers[1:]
    )
    return (first, *later)


THIRTEEN: Final[Streets] = (Street(opener="left-of-button", tier="small", hole=13),)
"""All the cards of Chinese poker (hand-engine §4)."""

HUNGARIAN_DRAW: Final[Streets] = (
    Street(opener="left-of-button", tier="small", hole=5),
    Street(opener="left-of-aggressor", tier="small", draw=3, burn_each=True, least_bet="chip"),
)
"""The Hungarian casino's draw with 32 cards (poker.md §12.8)."""
