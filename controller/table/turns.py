"""Which game the coming hand is, and at what stakes: one game, a mix in turn, now and then a bomb pot."""

from controller import games
from controller.games import Game, Mix, MixId, TableRules
from controller.table.state import Table
from controller.vocab import table_records as tr
from controller.vocab.profile import GameId, Profile, Stakes


def is_known(game: GameId) -> bool:
    """Whether a table may ever play this game or mix."""
    return games.find_mix(MixId(game)) is not None or any(
        row.id == game for row in (*games.catalogue(), *games.unconfirmed())
    )


def mix_of(profile: Profile) -> Mix | None:
    """The mix that the profile names, or None where it names one game."""
    mix = games.find_mix(MixId(profile.game))
    if mix is None or not profile.hands_a_game:
        return mix
    return Mix(id=mix.id, games=mix.games, turn="hands", hands=profile.hands_a_game)


def games_of(profile: Profile) -> tuple[Game, ...]:
    """Every game that is played by this profile, in its order. Raises UnknownGameError."""
    mix = mix_of(profile)
    return tuple(games.find_game(game) for game in (mix.games if mix else (profile.game,)))


def rules_of(profile: Profile) -> TableRules:
    """What the profile and its rule set say about the table between the hands."""
    return games.table_rules_by(profile.rule_set, profile.rulings)


def game_of(table: Table, profile: Profile) -> Game:
    """The game of the hand that is due, or was dealt last."""
    return games.find_game(table.turn.game if table.turn else games_of(profile)[0].id)


def has_blinds(profile: Profile) -> bool:
    """Whether any game of the profile has blinds, so that coming in costs something."""
    return any(game.blinds for game in games_of(profile))


def stakes_now(table: Table, profile: Profile) -> Stakes:
    """The stakes of the game of the due hand."""
    return profile.stakes_of(game_of(table, profile).id)


def next_turn(table: Table, profile: Profile, players: int) -> list[tr.GameTurned]:
    """The event that begins the next game of a mix, if the last one is over."""
    mix, turn = mix_of(profile), table.turn
    if mix is None or (turn is not None and turn.played < turn.hands):
        return []
    number = turn.number + 1 if turn is not None else 0
    game, following = games.game_at(mix, number), games.game_at(mix, number + 1)
    hands = games.turn_length(mix, players)
    return [tr.GameTurned(turn=number, game=game.id, hands=hands, following=following.id)]


def bomb_pot_is_due(table: Table, profile: Profile) -> bool:
    """Whether the due hand is a bomb pot because its number says so."""
    every = profile.bomb_pots.every
    return bool(every) and bomb_pot_is_possible(table, profile) and (table.last_hand + 1) % every == 0


def bomb_pot_is_possible(table: Table, profile: Profile) -> bool:
    """A bomb pot leaves the blinds where they are, so there must be some: not in the first hand, nor without blinds."""
    return bool(profile.bomb_pots.ante) and table.past is not None and game_of(table, profile).blinds
