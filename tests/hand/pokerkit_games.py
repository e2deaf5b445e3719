"""Our games as pokerkit would be told of them: every row of the catalogue whose streets and rankings it can express."""

from collections.abc import Mapping
from typing import Final

import pokerkit

from controller.games import Game, Street
from controller.games.model import Opener, RankingId, Structure, Use
from controller.hand.terms import least_bet
from controller.vocab.hand_records import HandStarted

HANDS: Final[Mapping[tuple[RankingId, Use], type[pokerkit.Hand]]] = {
    ("high", "any"): pokerkit.StandardHighHand,
    ("high", "two-of-hand"): pokerkit.OmahaHoldemHand,
    ("eight-low", "any"): pokerkit.EightOrBetterLowHand,
    ("eight-low", "two-of-hand"): pokerkit.OmahaEightOrBetterLowHand,
    ("short-deck", "any"): pokerkit.ShortDeckHoldemHand,
    ("ace-to-five", "any"): pokerkit.RegularLowHand,
    ("deuce-to-seven", "any"): pokerkit.StandardLowHand,
    ("badugi", "any"): pokerkit.BadugiHand,
}

OPENINGS: Final[Mapping[Opener, pokerkit.Opening]] = {
    "left-of-blinds": pokerkit.Opening.POSITION,
    "left-of-button": pokerkit.Opening.POSITION,
    "low-card": pokerkit.Opening.LOW_CARD,
    "high-card": pokerkit.Opening.HIGH_CARD,
    "high-card-ace-low": pokerkit.Opening.HIGH_CARD,
    "best-showing": pokerkit.Opening.HIGH_HAND,
    "lowest-showing": pokerkit.Opening.LOW_HAND,
}

STRUCTURES: Final[Mapping[Structure, pokerkit.BettingStructure]] = {
    "no-limit": pokerkit.BettingStructure.NO_LIMIT,
    "pot-limit": pokerkit.BettingStructure.POT_LIMIT,
    "fixed-limit": pokerkit.BettingStructure.FIXED_LIMIT,
}

ACE_IS_LOW: Final = ("ace-to-five", "badugi")
BETS_AND_RAISES: Final = 4

BY_ITSELF: Final = tuple(
    getattr(pokerkit.Automation, name)
    for name in (
        "ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING", "RUNOUT_COUNT_SELECTION",
        "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING",
    )
)  # fmt: skip


def why_not(game: Game) -> str:
    """Why pokerkit cannot be told of a game; empty where it can."""
    if game.rows is not None:
        return "it knows no game of rows and points"
    if any(street.discard for street in game.streets):
        return "it deals another card for every card thrown away"
    if any((share.ranking, share.use) not in HANDS for share in game.shares):
        return "it has no such ranking"
    if any(street.opener not in OPENINGS for street in game.streets):
        return "it has no such opener"
    if not game.blinds and game.structure != "fixed-limit":
        return "it takes a bring-in for a bet of fixed limit"
    return ""


def told(game: Game, started: HandStarted) -> pokerkit.State:
    """The same hand at its beginning, before the first card."""
    stakes = started.stakes
    ace_is_low = game.shares[0].ranking in ACE_IS_LOW
    short = len(game.deck) < 52
    deck = pokerkit.Deck.SHORT_DECK_HOLDEM if short else pokerkit.Deck.STANDARD
    return pokerkit.State(
        BY_ITSELF,
        pokerkit.Deck.REGULAR if ace_is_low else deck,
        tuple(dict.fromkeys(HANDS[share.ranking, share.use] for share in game.shares)),
        tuple(_street(game, started, street) for street in game.streets),
        STRUCTURES[game.structure],
        True,
        stakes.ante,
        (stakes.small_blind, stakes.big_blind) if game.blinds else 0,
        stakes.bring_in,
        [entrant.stack for entrant in started.entrants],
        len(started.entrants),
        starting_board_count=game.boards,
    )


def _street(game: Game, started: HandStarted, street: Street) -> pokerkit.Street:
    first = street is game.streets[0]
    return pokerkit.Street(
        not first or bool(street.board),
        (False,) * street.hole + (True,) * street.up,
        street.board,
        bool(street.draw),
        OPENINGS[street.opener],
        least_bet(started.stakes, game, street),
        BETS_AND_RAISES if game.structure == "fixed-limit" else None,
    )
