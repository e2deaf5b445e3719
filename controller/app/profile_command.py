"""`jakaja profile`: check a table's configuration, list the ready ones, show one."""

import argparse
import sys
from pathlib import Path
from typing import Final

from cashier.money import Currency
from controller.app.columns import Column, columns
from controller.app.config import read_profile, ready_profile, ready_profiles, ready_text
from controller.app.problem import Problem
from controller.language import load_language
from controller.vocab.profile import Profile, Stakes, digest

LIST: Final = (Column("profile"), Column("game"), Column("limits"), Column("buy-in"), Column("rule set"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja profile` takes."""
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    check = deeds.add_parser("check", help="say whether a table can run by a file")
    check.add_argument("file", type=Path, metavar="FILE")
    deeds.add_parser("list", help="the ready profiles")
    show = deeds.add_parser("show", help="print a ready profile, to change it in a file of your own")
    show.add_argument("name", metavar="NAME")


def run(arguments: argparse.Namespace) -> int:
    """Check, list or show: 0 done, 1 no table can run by the file. Raises Problem for a file or name not there."""
    match arguments.deed:
        case "check":
            return _check(arguments.file)
        case "list":
            for line in columns(LIST, [_row(name) for name in ready_profiles()]):
                sys.stdout.write(f"{line}\n")
        case _:
            sys.stdout.write(ready_text(arguments.name).decode("utf-8"))
    return 0


def _check(path: Path) -> int:
    """A file that cannot be read is wrong usage; one that can be read and is wrong is a finding."""
    if not path.is_file():
        raise Problem(str(path), "is no file", "name a profile file")
    try:
        profile = read_profile(path)
    except Problem as problem:
        sys.stdout.write(f"{problem}\n")
        return 1
    sys.stdout.write(f"{path}: {profile.game} at {profile.table}, {limits(profile)}; profile {digest(profile)}\n")
    return 0


def _row(name: str) -> tuple[str, ...]:
    profile = ready_profile(name)
    least, most = (_money(amount, profile.currency) for amount in (profile.buy_in.least, profile.buy_in.most))
    return name, profile.game, limits(profile), f"{least}-{most}", profile.rule_set


def limits(profile: Profile) -> str:
    """The blinds or antes of a table, and the bets of fixed limit, as they are read on a board."""
    stakes, currency = profile.stakes, profile.currency
    parts = [_pair(stakes.small_blind, stakes.big_blind, "blinds", currency) if stakes.big_blind else ""]
    parts.append(f"ante {_money(stakes.ante, currency)}" if stakes.ante else "")
    parts.append(_pair(stakes.small_bet, _big_bet(stakes), "bets", currency) if stakes.small_bet else "")
    parts.append(f"a point {_money(stakes.point, currency)}" if stakes.point else "")
    return ", ".join(part for part in parts if part)


def _big_bet(stakes: Stakes) -> int:
    return stakes.big_bet or 2 * stakes.small_bet


def _pair(small: int, big: int, what: str, currency: Currency) -> str:
    return f"{what} {_money(small, currency)}/{_money(big, currency)}"


def _money(amount: int, currency: Currency) -> str:
    return load_language("en").money(amount, currency)
