"""The chapters on bets: what may be done in turn, how large it may be, and what an all-in does."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.games.handbook.sayings import Played, amount, figure, say, spelt
from controller.games.model import Structure
from controller.vocab.rule_book import Saying, Section


def betting(played: Played) -> tuple[Section, ...]:
    """The acts, and the bounds that the structure gives them (poker.md §4)."""
    says = (
        say("rules.bet.acts"),
        say("rules.bet.total"),
        *BOUNDS[played.game.structure](played),
        say("rules.bet.ends"),
    )
    return (Section(heading=say("rules.bet.heading"), says=says),)


def _no_limit(played: Played) -> tuple[Saying, ...]:
    return (_least(played), say("rules.bet.no-limit.most"), *_raises(played))


def _pot_limit(played: Played) -> tuple[Saying, ...]:
    return (
        _least(played),
        say(f"rules.bet.pot.most.{played.rulings.pl_raise}"),
        say(f"rules.bet.pot.example.{played.rulings.pl_raise}"),
        *_first_pot(played),
        *_raises(played),
    )


def _least(played: Played) -> Saying:
    """The least bet: the big blind, or the ante where there are no blinds (poker.md §4.6)."""
    game, terms = played.game, played.terms
    if game.streets[-1].least_bet == "chip":
        return say("rules.bet.least.ante-then-chip")
    if terms is None:
        return say("rules.bet.least.blind" if game.blinds else "rules.bet.least.ante")
    least = terms.stakes.big_blind if game.blinds else terms.stakes.small_bet or terms.stakes.ante
    return say("rules.bet.least.is", amount("least", least))


def _raises(played: Played) -> tuple[Saying, ...]:
    together = "do" if played.rulings.cumulative_short_allins_reopen else "do-not"
    return (say("rules.bet.raise.least"), say("rules.bet.raise.short"), say(f"rules.bet.raise.together.{together}"))


def _first_pot(played: Played) -> tuple[Saying, ...]:
    """What counts in the pot of the first round, where blinds make that a question (hand-engine cases 32, 33, 35)."""
    if not played.game.blinds:
        return ()
    rulings = played.rulings
    return (
        say("rules.bet.pot.antes-count" if rulings.pl_antes_count else "rules.bet.pot.antes-left-out"),
        say(f"rules.bet.pot.short-blinds.{rulings.pl_short_blinds}"),
        say(f"rules.bet.pot.small-blind.{rulings.pl_small_blind}"),
    )


def _fixed_limit(played: Played) -> tuple[Saying, ...]:
    rulings = played.rulings
    says = [
        _units(played),
        say("rules.bet.fixed.cap", spelt("number", rulings.fl_max_raises), count=rulings.fl_max_raises),
        say("rules.bet.fixed.heads-up.free" if rulings.fl_headsup_uncapped else "rules.bet.fixed.heads-up.capped"),
        say(f"rules.bet.fixed.half.{rulings.fl_half_bet}"),
        say(f"rules.bet.fixed.after.{rulings.fl_short_all_in}"),
    ]
    if rulings.fl_open_pair_double:
        pairs = [number for number, street in enumerate(played.game.streets, 1) if street.open_pair]
        says += [say("rules.bet.fixed.open-pair", figure("round", number)) for number in pairs]
    return tuple(says)


def _units(played: Played) -> Saying:
    """The two sizes of bets and the rounds they hold for (poker.md §4.3)."""
    small = sum(street.tier == "small" for street in played.game.streets)
    if played.terms is None:
        return say("rules.bet.fixed.units", figure("number", small), count=small)
    stakes = played.terms.stakes
    unit = stakes.small_bet or stakes.big_blind or stakes.ante
    big = stakes.big_bet or 2 * unit
    return say(
        "rules.bet.fixed.units-are", figure("number", small), amount("small", unit), amount("big", big), count=small
    )


BOUNDS: Final[Mapping[Structure, Callable[[Played], tuple[Saying, ...]]]] = {
    "no-limit": _no_limit,
    "pot-limit": _pot_limit,
    "fixed-limit": _fixed_limit,
}
"""What is said of the bounds, by betting structure."""


def all_in(played: Played) -> tuple[Section, ...]:
    """Table stakes, all-ins and side pots (poker.md §7.1, §8)."""
    rulings = played.rulings
    says = [
        say("rules.all-in.table-stakes"),
        say("rules.all-in.stays"),
        say("rules.all-in.side-pot"),
        say(f"rules.all-in.over.{rulings.over_raise}"),
    ]
    if rulings.all_in_hands == "turned-up" and played.turns_up:
        says.append(say("rules.all-in.turned-up"))
    if played.has_board and rulings.most_runs > 1:
        says.append(say("rules.all-in.runs", figure("number", rulings.most_runs)))
    return (Section(heading=say("rules.all-in.heading"), says=tuple(says)),)
