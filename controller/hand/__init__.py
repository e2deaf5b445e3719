"""One hand of poker: betting, dealing, pots, showdown."""

from controller.hand.betting import absent_act
from controller.hand.model import Hand, Player
from controller.hand.play import decide, drops_due, play, rake_of_table, rake_terms, split_terms, start
from controller.hand.showdown import claims, names
from controller.hand.snapshots import decode_hook, encode_hook
from controller.hand.state import evolve
from controller.hand.voiding import acts_of, has_substantial_action, void

__all__ = [
    "Hand",
    "Player",
    "absent_act",
    "acts_of",
    "claims",
    "decide",
    "decode_hook",
    "drops_due",
    "encode_hook",
    "evolve",
    "has_substantial_action",
    "names",
    "play",
    "rake_of_table",
    "rake_terms",
    "split_terms",
    "start",
    "void",
]
