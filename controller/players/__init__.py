"""Who plays, by pseudonym: identity, limits, exclusion, reminders (R-RG-1 to R-RG-3)."""

from controller.players.folding import evolve
from controller.players.identity import pseudonym
from controller.players.play import (
    decide,
    due,
    is_pseudonym,
    near_limits,
    purchase_refusal,
    stay_refusal,
    tick,
    way_in_refusal,
)
from controller.players.state import Players, Session

__all__ = [
    "Players",
    "Session",
    "decide",
    "due",
    "evolve",
    "is_pseudonym",
    "near_limits",
    "pseudonym",
    "purchase_refusal",
    "stay_refusal",
    "tick",
    "way_in_refusal",
]
