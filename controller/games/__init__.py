"""Every game, ruling and rule set as data."""

from controller.games.catalogue import UnknownGameError, catalogue, find_deck, find_game
from controller.games.model import Game, Street, Structure
from controller.games.ranking import RANKINGS, Ranking
from controller.games.rulings import RuleSet, Rulings, UnknownRuleSetError, find_rule_set, rule_sets

__all__ = [
    "RANKINGS",
    "Game",
    "Ranking",
    "RuleSet",
    "Rulings",
    "Street",
    "Structure",
    "UnknownGameError",
    "UnknownRuleSetError",
    "catalogue",
    "find_deck",
    "find_game",
    "find_rule_set",
    "rule_sets",
]
