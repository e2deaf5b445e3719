"""A book's chapters in the order in which a player asks: what is it, what does it cost, how is it played, who wins."""

from collections.abc import Callable, Sequence
from typing import Final

from controller.games.catalogue import find_game
from controller.games.handbook.betting import all_in, betting
from controller.games.handbook.dealing import aim, course, stakes
from controller.games.handbook.ranked_hands import rankings
from controller.games.handbook.rows import scoring, setting
from controller.games.handbook.sayings import Played, Terms, figure, say, text, verbatim
from controller.games.handbook.winning import fee, showdown, splitting, time
from controller.games.mixes import Mix
from controller.games.model import Game
from controller.games.overrides import hand_overrides, settled_by
from controller.games.rulings import RuleSet
from controller.vocab.profile import Ruling
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


def rule_book(game: Game, rule_set: RuleSet, terms: Terms | None = None, overrides: Sequence[Ruling] = ()) -> RuleBook:
    """Everything a player must know of a row of the catalogue under a rule set (poker.md §2: readable at the table).

    With `terms` the amounts are one table's; without them the book says that the table shows them. `overrides` are the
    options that the table settles otherwise than its rule set: they hold in every chapter, and the last one names them.
    """
    return RuleBook(
        title=named(game),
        subtitle=_under(rule_set, overrides),
        sections=(
            *_sections(game, settled_by(rule_set, overrides), terms),
            *_own_options((game,), rule_set, terms, overrides),
        ),
    )


def _sections(game: Game, rule_set: RuleSet, terms: Terms | None) -> tuple[Section, ...]:
    kinds = rule_set.table.straddles if terms is None else (terms.straddle,)
    straddles = tuple(kind for kind in kinds if kind != "none")
    played = Played(game=game, rulings=rule_set.rulings, terms=terms, straddles=straddles)
    chapters = CHAPTERS_OF_ROWS if game.rows else CHAPTERS
    return tuple(section for chapter in chapters for section in chapter(played))


def mix_book(mix: Mix, rule_set: RuleSet, overrides: Sequence[Ruling] = ()) -> RuleBook:
    """The rotation of a mixed game: which games follow each other, and when; then what the table settles otherwise."""
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
    games_of = [find_game(game) for game in mix.games]
    own = _own_options(games_of, rule_set, None, overrides)
    return RuleBook(
        title=say(f"rules.mix.name.{mix.id}"), subtitle=_under(rule_set, overrides), sections=(rotation, *own)
    )


def named(game: Game) -> Saying:
    """A game with its betting structure."""
    return say("rules.title", text("game", f"game.{game.id}"), text("structure", f"rules.structure.{game.structure}"))


def _under(rule_set: RuleSet, overrides: Sequence[Ruling]) -> Saying:
    return say("rules.subtitle.own" if overrides else "rules.subtitle", text("rules", f"rules.set.{rule_set.id}"))


# -- what a table settles itself ---------------------------------------------------------------------------------


def _own_options(
    games: Sequence[Game], rule_set: RuleSet, terms: Terms | None, overrides: Sequence[Ruling]
) -> tuple[Section, ...]:
    """Each option that is not the rule set's, as the profile has it, with what it changes in these games' books."""
    if not overrides:
        return ()
    steps = tuple(
        Step(
            label=say("rules.own.option", verbatim("option", one.option), verbatim("value", _written(one))),
            says=_changes(games, rule_set, terms, one),
        )
        for one in overrides
    )
    return (Section(heading=say("rules.own.heading"), says=(say("rules.own.what"),), steps=steps),)


def _written(ruling: Ruling) -> str:
    return str(ruling.value).lower() if isinstance(ruling.value, bool) else str(ruling.value)


def _changes(games: Sequence[Game], rule_set: RuleSet, terms: Terms | None, ruling: Ruling) -> tuple[Saying, ...]:
    """The sentences that are in a book by this option alone; where there are none, why."""
    if not hand_overrides([ruling]):
        return (say("rules.own.between-hands"),)
    other = settled_by(rule_set, [ruling])
    pairs = [(_sections(game, rule_set, terms), _sections(game, other, terms)) for game in games]
    if all(before == after for before, after in pairs):
        return (say("rules.own.no-part"),)
    new = [saying for before, after in pairs for saying in _said(after) if saying not in _said(before)]
    return tuple(dict.fromkeys(new)) or (say("rules.own.left-out"),)


def _said(sections: Sequence[Section]) -> list[Saying]:
    steps = [saying for section in sections for step in section.steps for saying in step.says]
    return [*(saying for section in sections for saying in section.says), *steps]
