"""A book's chapters in the order in which a player asks: what is it, what does it cost, how is it played, who wins."""

from collections.abc import Callable
from typing import Final

from controller.games.catalogue import find_game
from controller.games.handbook.betting import all_in, betting
from controller.games.handbook.dealing import aim, course, stakes
from controller.games.handbook.ranked_hands import rankings
from controller.games.handbook.rows import scoring, setting
from controller.games.handbook.sayings import Played, Terms, figure, say, text
from controller.games.handbook.winning import fee, showdown, splitting, time
from controller.games.mixes import Mix
from controller.games.model import Game
from controller.games.rulings import RuleSet
from controller.vocab.rule_book import RuleBook, Saying, Section, Step

Chapter = Callable[[Played], tuple[Section, ...]]

CHAPTERS: Final[tuple[Chapter, ...]] = (
    aim,
    stakes,
    course,
    betting,
    all_in,
    showdown,
    rankings,
    splitting,
    fee,
    time,
)

CHAPTERS_OF_ROWS: Final[tuple[Chapter, ...]] = (setting, scoring, rankings, time)
"""Those of a game without betting."""


def rule_book(game: Game, rule_set: RuleSet, terms: Terms | None = None) -> RuleBook:
    """Everything a player must know of a row of the catalogue under a rule set (poker.md §2: readable at the table).

    With `terms` the amounts are one table's; without them the book says that the table shows them.
    """
    played = Played(game=game, rulings=rule_set.rulings, terms=terms)
    chapters = CHAPTERS_OF_ROWS if game.rows else CHAPTERS
    return RuleBook(
        title=named(game),
        subtitle=_under(rule_set),
        sections=tuple(section for chapter in chapters for section in chapter(played)),
    )


def mix_book(mix: Mix, rule_set: RuleSet) -> RuleBook:
    """The rotation of a mixed game: which games follow each other, and when."""
    turn = (
        say("rules.mix.orbit")
        if mix.turn == "orbit"
        else say("rules.mix.hands", figure("hands", mix.hands), count=mix.hands)
    )
    games = tuple(
        Step(label=say("rules.mix.place", figure("place", place)), says=(named(find_game(game)),))
        for place, game in enumerate(mix.games, 1)
    )
    rotation = Section(
        heading=say("rules.mix.heading"), says=(say("rules.mix.of", figure("games", len(games))), turn), steps=games
    )
    return RuleBook(title=say(f"rules.mix.name.{mix.id}"), subtitle=_under(rule_set), sections=(rotation,))


def named(game: Game) -> Saying:
    """A game with its betting structure."""
    return say("rules.title", text("game", f"game.{game.id}"), text("structure", f"rules.structure.{game.structure}"))


def _under(rule_set: RuleSet) -> Saying:
    return say("rules.subtitle", text("rules", f"rules.set.{rule_set.id}"))
