"""The rules of a game or a rotation as one table plays them: its rule set, its own options, its stakes and its fee."""

from controller.games import UnknownGameError, find_game, find_mix, find_rule_set
from controller.games.handbook import mix_book, rule_book, terms_of
from controller.games.mixes import MixId
from controller.vocab.profile import GameId, Profile
from controller.vocab.rule_book import RuleBook


def table_book(profile: Profile, game: GameId) -> RuleBook | None:
    """Return the book of a game or a mix at the table that runs by `profile`; None for a game that there is not."""
    rule_set = find_rule_set(profile.rule_set)
    mix = find_mix(MixId(game))
    if mix is not None:
        return mix_book(mix, rule_set, profile.rulings)
    try:
        found = find_game(game)
    except UnknownGameError:
        return None
    return rule_book(found, rule_set, terms_of(profile, game), profile.rulings)
