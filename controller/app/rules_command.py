"""`jakaja rules GAME`: a game or a rotation as players read it at the table."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final, NamedTuple

from cashier.money import EUR
from controller.app.books import table_book
from controller.app.config import find_profile
from controller.app.problem import Problem
from controller.games import RuleSet, UnknownGameError, catalogue, find_game, find_mix, find_rule_set, mixes, rule_sets
from controller.games.handbook import mix_book, rule_book
from controller.games.mixes import MixId
from controller.language import LOCALES, load_language
from controller.language.rule_text import ToldHand, ToldRules, ToldStep, tell
from controller.vocab.profile import GameId, Profile, RuleSetId
from controller.vocab.rule_book import RuleBook
from evaluator_ext import print_cards

DEFAULT_SET: Final = "ray"
WIDTH: Final = 88
INDENT: Final = "  "
GAP: Final = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja rules` takes."""
    parser.add_argument("game", metavar="GAME", help="a game or a rotation: holdem-nl, soko-fl, horse")
    sets = [row.id for row in rule_sets()]
    parser.add_argument("--set", dest="rule_set", choices=sets, help="the rule set (default ray)")
    parser.add_argument("--lang", choices=tuple(LOCALES), default="en", help="the language (default en)")
    parser.add_argument(
        "--profile", metavar="F", help="as a table plays it, a file or a ready one: rules, options, stakes, fee, clock"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rules: 0 printed. Raises Problem for a game that is not there."""
    if arguments.profile is not None and arguments.rule_set is not None:
        raise Problem(
            "rules", "--set and --profile do not go together", "leave --set out: a profile names its rule set"
        )
    if arguments.profile is None:
        book, currency = _book(arguments.game, find_rule_set(RuleSetId(arguments.rule_set or DEFAULT_SET))), EUR
    else:
        profile = find_profile(arguments.profile)
        found, currency = table_book(profile, GameId(arguments.game)), profile.currency
        if found is None:
            raise _unknown(arguments.game)
        _must_be_played(arguments.game, profile)
        book = found
    for line in lines_of(tell(book, load_language(arguments.lang), currency)):
        sys.stdout.write(f"{line}\n")
    return 0


def _must_be_played(name: str, profile: Profile) -> None:
    """Refuse a game that the table does not play: the amounts would be another game's."""
    mix = find_mix(MixId(profile.game))
    played = [profile.game, *(mix.games if mix else ())]
    if name not in played:
        raise Problem("rules", f"the profile of {profile.table} does not play {name}", f"name {' or '.join(played)}")


def _book(name: str, rule_set: RuleSet) -> RuleBook:
    """The book of any table with this rule set: it says where the amounts are to be read."""
    mix = find_mix(MixId(name))
    if mix is not None:
        return mix_book(mix, rule_set)
    try:
        return rule_book(find_game(GameId(name)), rule_set)
    except UnknownGameError as error:
        raise _unknown(name) from error


def _unknown(name: str) -> Problem:
    return Problem("rules", f"there is no game {name!r}", f"name one of {', '.join(_near(name))}")


def _near(name: str) -> list[str]:
    """The games whose id begins with `name`, or all games and rotations there are."""
    every = [*(row.id for row in catalogue()), *(mix.id for mix in mixes())]
    return [one for one in every if one.startswith(f"{name}-")] or every


# -- on paper ----------------------------------------------------------------------------------------------------


def lines_of(told: ToldRules) -> Iterator[str]:
    """The lines of a page, at most `WIDTH` wide: headings underlined, steps and examples in columns."""
    yield from (told.title, "=" * len(told.title), told.subtitle)
    for section in told.sections:
        yield from ("", section.heading, "-" * len(section.heading))
        yield from wrap(" ".join(section.sentences), WIDTH)
        yield from _steps(section.steps)
        yield from _hands(section.hands)


def _steps(steps: Iterable[ToldStep]) -> Iterator[str]:
    yield from _columns([Row((step.label,), step.text) for step in steps])


def _hands(hands: Iterable[ToldHand]) -> Iterator[str]:
    yield from _columns([Row((print_cards(hand.cards), hand.name), hand.text) for hand in hands])


class Row(NamedTuple):
    """Cells of narrow columns, and the text that is wrapped beside them."""

    cells: tuple[str, ...]
    text: str


def _columns(rows: list[Row]) -> Iterator[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*(row.cells for row in rows), strict=True)]
    for row in rows:
        before = INDENT + GAP.join(cell.ljust(width) for cell, width in zip(row.cells, widths, strict=True)) + GAP
        first, *more = wrap(row.text, WIDTH - len(before)) or [""]
        yield (before + first).rstrip()
        for line in more:
            yield " " * len(before) + line
