"""One hand of poker: betting, dealing, pots, showdown."""

from controller.hand.betting import timeout_kind
from controller.hand.play import decide, play, rake_terms, split_terms, start
from controller.hand.showdown import names
from controller.hand.state import Hand, Player, evolve

__all__ = ["Hand", "Player", "decide", "evolve", "names", "play", "rake_terms", "split_terms", "start", "timeout_kind"]
