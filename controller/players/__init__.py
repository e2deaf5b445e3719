"""Who plays, by pseudonym: identity and cards, limits, exclusion, reminders (R-RG-1 to R-RG-3)."""

from controller.players.cards import card_refusal, player_behind
from controller.players.folding import evolve
from controller.players.guests import guest_of, guest_refusal, money_refusal, pin_refusal
from controller.players.identity import is_pseudonym, pseudonym
from controller.players.play import (
    decide,
    due,
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
    "card_refusal",
    "decide",
    "due",
    "evolve",
    "guest_of",
    "guest_refusal",
    "is_pseudonym",
    "money_refusal",
    "near_limits",
    "pin_refusal",
    "player_behind",
    "pseudonym",
    "purchase_refusal",
    "stay_refusal",
    "tick",
    "way_in_refusal",
]
