"""What holds for a jackpot that people play for: other terms wait until it is won (R-JPT-3)."""

from controller.jackpots.state import Jackpots
from controller.vocab import jackpot_records as jr
from controller.vocab.jackpot_terms import JackpotTerms


def is_live(state: Jackpots) -> bool:
    """Whether players have paid, or the house has promised, something that nobody has won yet."""
    beat = state.pool("bad-beat")
    return bool(beat.held or beat.today or state.month_free or state.pool("month-hand").today)


def terms_in_force(state: Jackpots, asked: JackpotTerms) -> JackpotTerms:
    """The terms that hold when others are asked for: those of a live jackpot go on."""
    return state.terms if state.terms is not None and is_live(state) else asked


def held_back(state: Jackpots, asked: JackpotTerms) -> list[jr.JackpotTermsWait]:
    """Tell that the terms which are asked for have to wait."""
    return [] if terms_in_force(state, asked) == asked else [jr.JackpotTermsWait(terms=asked)]


def released(state: Jackpots) -> list[jr.JackpotTermsChanged]:
    """The terms that waited, now that the jackpot was won or there is none."""
    return [] if state.waits is None else [jr.JackpotTermsChanged(terms=state.waits)]
