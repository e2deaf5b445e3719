"""`jakaja attend player`: who may play, and how much. Persons go to their own file, the table hears of pseudonyms.

Everything is a command of the staff's connection with a name and a reason, reading the file of persons too.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Final, get_args

import msgspec

from cashier.money import Money
from controller.app.home import Home
from controller.app.people import AGE, People, Person
from controller.app.problem import Problem
from controller.app.report import plain_money
from controller.players import is_pseudonym, pseudonym
from controller.players.periods import written
from controller.vocab import player_records as pr
from controller.vocab.player_records import Pseudonym
from controller.vocab.profile import IdentityWay, Profile
from controller.wire.messages import AskedCommand

MINUTE_MS: Final = 60_000
NO_LIMIT: Final = "none"

ReadAmount = Callable[[str], int]
"""Reads an amount of money as it stands on a note, in minor units."""


class Errand(msgspec.Struct, frozen=True):
    """What a word asks of the table, and what it prints once that is carried out.

    `shows_limits`: after it comes what the table knows of the players that were asked for; `shows_card`: of the card.
    """

    command: AskedCommand
    tells: tuple[str, ...] = ()
    shows_limits: bool = False
    shows_card: bool = False


class Desk(msgspec.Struct, frozen=True):
    """What a word works with: the file of persons, the day, how amounts are read, and who shows a token."""

    people: People
    today: date
    amount: ReadAmount
    identify: Callable[[IdentityWay, str], Pseudonym]

    def player(self, text: str) -> Pseudonym:
        """The pseudonym that is named: by itself, or as `card:TOKEN` or `ticket:NUMBER`."""
        way, colon, token = text.partition(":")
        if colon and token.strip() and way in get_args(IdentityWay) and way != "anonymous":
            return self.identify("card" if way == "card" else "ticket", token)
        if not is_pseudonym(text):
            raise Problem(f"player {text}", "is nobody's number", "write 32 hex digits, card:TOKEN or ticket:NUMBER")
        return text


class PlayerWord(msgspec.Struct, frozen=True):
    """One word about players: its arguments with what they mean, and what it does. All but `list` name a player."""

    word: str
    purpose: str
    run: Callable[[Desk, argparse.Namespace], Errand]
    arguments: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    names_player: bool = True


def _register(desk: Desk, told: argparse.Namespace) -> Errand:
    player = desk.player(told.player)
    try:
        person = Person(told.name, date.fromisoformat(told.born), told.document, told.preferences)
    except ValueError as error:
        raise Problem(f"date {told.born}", "is no date", "write it as 1990-12-31") from error
    if not person.is_of_age(desk.today):
        raise Problem("player", f"is not {AGE} yet", "nobody younger may play")
    desk.people.put(player, person)
    return Errand(pr.RegisterPlayer(player, told.by), (f"player {player}",))


def _list(desk: Desk, told: argparse.Namespace) -> Errand:
    lines = tuple(f"{player}  {person.name}" for player, person in desk.people.list())
    return Errand(pr.OpenPerson("", told.by, told.reason), lines, shows_limits=True)


def _show(desk: Desk, told: argparse.Namespace) -> Errand:
    player = desk.player(told.player)
    person = desk.people.find(player)
    if person is None:
        lines: tuple[str, ...] = ("nobody is on file",)
    else:
        lines = (person.name, f"born {person.born}", f"document {person.document}", person.preferences)
    return Errand(
        pr.OpenPerson(player, told.by, told.reason), (f"player {player}", *filter(None, lines)), shows_limits=True
    )


def _limit(desk: Desk, told: argparse.Namespace) -> Errand:
    most = None
    if told.most != NO_LIMIT:
        most = _minutes(told.most) * MINUTE_MS if told.limit == "time" else desk.amount(told.most)
    command = pr.SetLimit(desk.player(told.player), told.limit, told.period, most, told.by, told.reason)
    return Errand(command)


def _remind(desk: Desk, told: argparse.Namespace) -> Errand:
    return Errand(pr.SetRealityCheck(desk.player(told.player), _minutes(told.minutes), told.by))


def _exclude(cause: pr.ExclusionCause, desk: Desk, told: argparse.Namespace) -> Errand:
    return Errand(pr.ExcludePlayer(desk.player(told.player), _minutes(told.days), cause, told.by, told.reason))


def _lift(cause: pr.ExclusionCause, desk: Desk, told: argparse.Namespace) -> Errand:
    return Errand(pr.LiftExclusion(desk.player(told.player), cause, told.by, told.reason))


def _erase(desk: Desk, told: argparse.Namespace) -> Errand:
    player = desk.player(told.player)
    was_there = desk.people.erase(player)
    told_so = "erased" if was_there else "nobody was on file"
    return Errand(pr.ErasePlayer(player, told.by, told.reason), (told_so,))


def _minutes(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) <= 6):
        raise Problem(f"number {text}", "is no whole number", "write digits alone")
    return int(text)


OPTIONAL: Final = frozenset({"--preferences", "--owner"})
"""Options that may be left out; what a person must be known by may not."""

_DAYS: Final = ("days", "for so many days of 24 hours; 0 until further notice", ())

PLAYER_WORDS: Final[tuple[PlayerWord, ...]] = (
    PlayerWord(
        "register",
        "put a person on file whose papers you have seen",
        _register,
        (
            ("--name", "his name", ()),
            ("--born", "his date of birth: 1990-12-31", ()),
            ("--document", "kind and number of the document", ()),
            ("--preferences", "what he would like, such as his language", ()),
        ),
    ),
    PlayerWord("list", "everyone on file", _list, names_player=False),
    PlayerWord("show", "one person on file", _show),
    PlayerWord(
        "limit",
        "limit a player: a tighter limit acts at once, a wider one later",
        _limit,
        (
            ("limit", "what is limited", get_args(pr.LimitKind)),
            ("period", "for how long", get_args(pr.Period)),
            ("most", f"an amount, minutes for time, or {NO_LIMIT}", ()),
        ),
    ),
    PlayerWord("remind", "remind a player of time and money", _remind, (("minutes", "every so often; 0: never", ()),)),
    PlayerWord("exclude", "a player excludes himself", partial(_exclude, "self"), (_DAYS,)),
    PlayerWord("readmit", "end his exclusion, if it has no end of its own", partial(_lift, "self")),
    PlayerWord("block", "the house keeps a player out", partial(_exclude, "house"), (_DAYS,)),
    PlayerWord("unblock", "the house lets him in again", partial(_lift, "house")),
    PlayerWord("erase", "erase a person from the file; limits and exclusions stay", _erase),
)


def add_player_words(parser: argparse.ArgumentParser, rows: tuple[PlayerWord, ...] = PLAYER_WORDS) -> None:
    """Add the words about players below `jakaja attend player`, or those about their cards below another one."""
    words = parser.add_subparsers(dest="player_word", metavar="WORD", required=True)
    for row in rows:
        chosen = words.add_parser(row.word, help=row.purpose)
        if row.names_player:
            chosen.add_argument("player", help="32 hex digits, card:TOKEN or ticket:NUMBER")
        for name, purpose, choices in row.arguments:
            if name.startswith("--"):
                chosen.add_argument(name, help=purpose, required=name not in OPTIONAL, default="")
            else:
                chosen.add_argument(name, help=purpose, choices=choices or None)
        chosen.add_argument("--reason", default="", help="why; it stands in the journal, so name nobody")


def player_desk(home: Home, amount: ReadAmount, today: date) -> Desk:
    """What the words of this table work with."""
    key = home.table_key
    return Desk(People(home.people, key), today, amount, partial(pseudonym, key))


def errand(arguments: argparse.Namespace, desk: Desk, rows: tuple[PlayerWord, ...] = PLAYER_WORDS) -> Errand:
    """Do the part of a word that concerns the file of persons; return what is to be asked of the table."""
    row = next(row for row in rows if row.word == arguments.player_word)
    return row.run(desk, arguments)


def limit_lines(told: tuple[pr.PlayerTold, ...], profile: Profile) -> tuple[str, ...]:
    """What the table knows of players: limits with what is used of them, what keeps them out, reminders."""
    lines: list[str] = []
    for row in told:
        known = [_limit_line(limit, profile) for limit in row.limits]
        known += [
            f"{CAUSES[out.cause]} "
            + ("until further notice" if out.until is None else f"until {_when(out.until, profile)}")
            for out in row.exclusions
        ]
        known += [f"reminded every {row.check} min"] if row.check else []
        lines += [f"{row.player}:", *(f"  {line}" for line in known or ("no limits",))]
    return tuple(lines)


CAUSES: Final[Mapping[pr.ExclusionCause, str]] = {"self": "has excluded himself", "house": "blocked by the house"}


def _limit_line(row: pr.LimitTold, profile: Profile) -> str:
    def amount(value: int) -> str:
        return f"{value // MINUTE_MS} min" if row.limit == "time" else plain_money(Money(value), profile)

    most = NO_LIMIT if row.most is None else amount(row.most)
    line = f"{row.limit} {row.period}: {most}, used {amount(row.used)}"
    if not row.since:
        return line
    wider = NO_LIMIT if row.wider is None else amount(row.wider)
    return f"{line}; {wider} from {_when(row.since, profile)}"


def _when(wall: int, profile: Profile) -> str:
    return written(wall, profile.gaming_day)


def tell(lines: tuple[str, ...]) -> None:
    """Print what a word tells."""
    sys.stdout.writelines(f"{line}\n" for line in lines)
