"""Every game, ruling and rule set as data."""

from controller.games.catalogue import UnknownGameError, aviation, catalogue, find_deck, find_game, unconfirmed
from controller.games.mixes import Mix, MixId, find_mix, game_at, mixes, turn_length
from controller.games.model import Discard, Game, Share, Street, Structure
from controller.games.overrides import (
    hand_overrides,
    least_of,
    options,
    rulings_by,
    table_rules_by,
    values_of,
    wrong_ruling,
)
from controller.games.ranking import RANKINGS, Ranking, ranking_of
from controller.games.rulings import RuleSet, Rulings, UnknownRuleSetError, digest, find_rule_set, rule_sets
from controller.games.table_rules import HELSINKI_TABLE, HUNGARIAN_TABLE, RAY_TABLE, MisdealUntil, TableRules

__all__ = [
    "HELSINKI_TABLE",
    "HUNGARIAN_TABLE",
    "RANKINGS",
    "RAY_TABLE",
    "Discard",
    "Game",
    "MisdealUntil",
    "Mix",
    "MixId",
    "Ranking",
    "RuleSet",
    "Rulings",
    "Share",
    "Street",
    "Structure",
    "TableRules",
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
    "hand_overrides",
    "least_of",
    "mixes",
    "options",
    "ranking_of",
    "rule_sets",
    "rulings_by",
    "table_rules_by",
    "turn_length",
    "unconfirmed",
    "values_of",
    "wrong_ruling",
]
