"""What a hand is played by and never changes: its game, rulings and stakes, read once and kept between hands."""

from functools import lru_cache
from typing import Final

from controller.games import Game, Rulings, Street, Structure, ranking_of
from controller.games.model import Opener
from controller.games.openers import opener_of
from controller.vocab.ids import Chips
from controller.vocab.profile import Stakes
from evaluator_ext import DECK_SIZE, Card

KEPT: Final = 64
"""How many games with their rulings and stakes are kept read: more than a table plays in turn."""


class Round:
    """A street as these terms deal it: the cards for each player and for each board, those burnt, and its least bet."""

    def __init__(self, street: Street, burns: bool, least: Chips, opener: Opener) -> None:
        self.hole, self.up, self.board = street.hole, street.up, street.board
        self.each = self.hole + self.up
        self.draw, self.burn_each = street.draw, burns and street.burn_each
        self.burn = 1 if burns and street.burn else 0
        self.discard = street.discard
        moment = "" if street.discard is None else street.discard.moment
        self.exchanges = street.draw > 0 or moment == "before-betting"
        self.discards_after = moment == "after-betting"
        self.bring_in = street.bring_in
        self.least = least
        self.opener: Opener = opener


class Terms:
    """What game, rulings and stakes say that is asked at every step. `flaw` says why they cannot be played, if so."""

    def __init__(self, game: Game, rulings: Rulings, stakes: Stakes) -> None:
        burns = rulings.burn_cards
        self.game, self.rulings = game, rulings
        self.unit = stakes.unit
        self.structure: Structure = game.structure
        self.fixed = game.structure == "fixed-limit"
        self.over_raises = rulings.over_raise == "accept-and-return"
        self.most_bets = rulings.fl_max_raises
        self.pair_doubles = rulings.fl_open_pair_double
        self.turns_up = rulings.all_in_hands == "turned-up"
        self.uncapped_by_two = rulings.fl_headsup_uncapped
        self.call_first = rulings.pl_raise == "call-first"
        self.posted_price = rulings.short_blind_price == "posted"
        self.losers_asked = rulings.show_choice == "losers-too"
        self.reopens = rulings.cumulative_short_allins_reopen
        self.absent_fold = game.blinds and rulings.absent_all_in == "folds"
        self.most_runs = rulings.most_runs
        self.boards = game.boards
        self.rows = game.rows
        self.rounds = [
            Round(street, burns, least_bet(stakes, game, street), opener_of(game, number, rulings))
            for number, street in enumerate(game.streets)
        ]
        self.rankings = [ranking_of(share, rulings) for share in game.shares]
        self.streets = len(self.rounds)
        self.fewest, self.most = game.fewest, game.seats_that_fit(burns)
        self.cards, self.deck_size = mask_of(game.deck), len(game.deck)
        self.flaw = _flaw_of(stakes)


@lru_cache(KEPT)
def terms_of(game: Game, rulings: Rulings, stakes: Stakes) -> Terms:
    """The terms of hands that are played alike; those of a table's next hand are mostly those of its last."""
    return Terms(game, rulings, stakes)


def _flaw_of(stakes: Stakes) -> str:
    """Why nothing can be played for these stakes; empty when it can."""
    unit = stakes.unit
    if unit < 1:
        return f"the chip unit is {unit}"
    for field in stakes.__struct_fields__:
        amount = getattr(stakes, field)
        if amount < 0 or amount % unit:
            return f"the stakes' {field} of {amount} is no multiple of the chip unit {unit}"
    return ""


def least_bet(stakes: Stakes, game: Game, street: Street) -> Chips:
    """The least bet of a street, or the unit of its bets in fixed limit (poker.md §4.3, §4.6, §12.8)."""
    least = stakes.small_bet or stakes.big_blind or stakes.ante
    if game.structure == "fixed-limit":
        return least if street.tier == "small" else stakes.big_bet or 2 * least
    if street.least_bet == "chip":
        return stakes.unit
    if street.bring_in and stakes.bring_in:
        return stakes.bring_in
    return stakes.big_blind or least


def mask_of(cards: tuple[Card, ...]) -> int:
    """Which cards there are, bit 1 << card for each; -1 if one is no card at all."""
    mask, numbers = 0, DECK_SIZE
    bit = 1  # a name, as C shifts a bare 1 out of its few bits
    for card in cards:
        if not 0 <= card < numbers:
            return -1
        mask |= bit << card
    return mask
