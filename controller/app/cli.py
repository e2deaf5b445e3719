"""The command line: one table of commands, each a module that is loaded only when it is asked for.

A command's module has `add_arguments(parser)` and `run(arguments) -> int`. Exit codes: 0 success, 1 a finding,
2 wrong usage or unusable input, with one line on standard error that says what, where and how to mend it.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import msgspec

from controller.app.program import version

OK: Final = 0
FINDING: Final = 1
USAGE: Final = 2


class CommandRow(msgspec.Struct, frozen=True):
    """One command: its word, its module below `controller.app`, and what it does."""

    word: str
    module: str
    purpose: str


COMMANDS: Final[tuple[CommandRow, ...]] = (
    CommandRow("demo", "demo.command", "a whole table with virtual devices and bots"),
    CommandRow("table", "table_command", "a real table"),
    CommandRow("seat", "screen_commands", "the screen of one seat"),
    CommandRow("centre", "screen_commands", "the screen in the middle of the table"),
    CommandRow("kiosk", "screen_commands", "the money terminal"),
    CommandRow("attend", "attend_command", "the attendant's desk: status, pause, resume, ready, drop, resolve"),
    CommandRow("play", "play_command", "you against bots in the terminal"),
    CommandRow("profile", "profile_command", "check a table's configuration, list and show the ready ones"),
    CommandRow("rules", "rules_command", "a game as players read it at the table"),
    CommandRow("simulate", "simulate_command", "play many hands and count them"),
    CommandRow("replay", "replay", "play recorded hands again and compare the stacks"),
    CommandRow("verify", "verify_command", "check the journal of a table or a demonstration, or a player's receipt"),
    CommandRow("receipt", "receipt_command", "prove a hand's cards to a player who saw them"),
    CommandRow("audit", "audit_command", "an auditor's proof of every hand, without the table's key"),
    CommandRow("repair", "repair_command", "make a damaged journal anew from its copies"),
    CommandRow("recall", "recall_command", "look at past hands, tickets and notes"),
    CommandRow("log", "log_command", "read the event log"),
    CommandRow("meters", "meters_command", "read the meters and their reconciliation"),
    CommandRow("report", "report_command", "the running shift, everything that must add up, or the cards, to print"),
    CommandRow("export", "export_command", "write the ledger for an accounting program"),
    CommandRow("rng", "rng_command", "write the random numbers of decks, for tests of randomness"),
    CommandRow("software", "software_command", "whether the program is what was signed, and by whom"),
    CommandRow("release", "release_command", "make, sign, pack, install and confirm a release, or go back from one"),
    CommandRow("devices", "devices_command", "what is plugged in: list, test, emulate, trace"),
    CommandRow("cards", "cards_command", "the house's key for player cards, and blank cards to be written"),
    CommandRow("keys", "keys.command", "the table's own keys: show, seal to the TPM, unseal, recover"),
    CommandRow("bench", "bench_command", "measure evaluator and engine against others"),
)


class OneLineParser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and end with 2."""
        self.exit(USAGE, f"{self.prog}: {message}; {self.prog} --help lists what there is\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Without `arguments` this is the program itself."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = OneLineParser(prog="jakaja", description="The dealer of a dealerless poker table.")
    parser.add_argument("--version", action="version", version=f"jakaja {version()}")
    choices = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=OneLineParser)
    for row in COMMANDS:
        chosen = choices.add_parser(row.word, help=row.purpose, description=row.purpose.capitalize() + ".")
        if words[:1] == [row.word]:
            try:
                module = importlib.import_module(f"controller.app.{row.module}")
            except ImportError as error:
                # A compiled module that does not match its source refuses to load and says how to build it.
                return _complain(str(error))
            module.add_arguments(chosen)
            chosen.set_defaults(run=module.run)
    return _run(parser.parse_args(words), as_program=arguments is None)


def _run(arguments: argparse.Namespace, *, as_program: bool) -> int:
    from controller.app.own_memory import keep_private
    from controller.app.problem import Problem

    try:
        if as_program:
            keep_private()
        return int(arguments.run(arguments))
    except Problem as problem:
        return _complain(str(problem))
    except BrokenPipeError:
        # Whoever read our output has enough of it; pointing stdout at nothing keeps the exit quiet.
        sys.stdout = None
        return OK
    except OSError as error:
        if error.filename is None:
            raise
        return _complain(f"{error.filename}: {error.strerror}; name a file or folder that can be used")
    except KeyboardInterrupt:
        return _complain("interrupted")


def _complain(line: str) -> int:
    sys.stderr.write(f"jakaja: {line}\n")
    return USAGE


if __name__ == "__main__":
    sys.exit(main())
