"""Every game, ruling and rule set as data."""

from controller.games.catalogue import UnknownGameError, aviation, catalogue, find_deck, find_game
from controller.games.mixes import Mix, find_mix, game_at, mixes
from controller.games.model import Discard, Game, Share, Street, Structure
from controller.games.ranking import RANKINGS, Ranking, ranking_of
from controller.games.rulings import RuleSet, Rulings, UnknownRuleSetError, digest, find_rule_set, rule_sets

__all__ = [
    "RANKINGS",
    "Discard",
    "Game",
    "Mix",
    "Ranking",
    "RuleSet",
    "Rulings",
    "Share",
    "Street",
    "Structure",
    "UnknownGameError",
    "UnknownRuleSetError",
    "aviation",
    "catalogue",
    "digest",
    "find_deck",
    "find_game",
    "find_mix",
    "find_rule_set",
    "game_at",
    "mixes",
    "ranking_of",
    "rule_sets",
]
