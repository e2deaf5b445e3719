"""What people made of dice answer to whatever the table may ask of them, in any game."""

from random import Random

import msgspec

from controller.games.rows import best_rows
from controller.vocab.hand_records import Act, DecisionOffered
from evaluator_ext import Card


class Temper(msgspec.Struct, frozen=True):
    """How somebody plays, in parts of a hundred: folds when he must pay, raises a little, anything, or all he has."""

    folds: int
    raises: int
    bets: int
    all_in: int


def choose(dice: Random, temper: Temper, decision: DecisionOffered, cards: tuple[Card, ...], unit: int) -> Act:
    """Return what somebody of this temper does, who holds these cards; amounts are of the chip `unit`."""
    if decision.kind not in ("bet", "bring-in"):
        return _answer(dice, decision, cards)
    roll = dice.randrange(100)
    act = _act(decision)
    if decision.max_to and (roll := roll - temper.all_in) < 0:
        return msgspec.structs.replace(act, kind="raise", to=decision.max_to)
    if decision.max_to and (roll := roll - temper.raises) < 0:
        return msgspec.structs.replace(act, kind="raise", to=decision.min_to)
    if decision.max_to and (roll - temper.bets) < 0:
        return msgspec.structs.replace(act, kind="raise", to=_between(dice, decision, unit))
    if decision.kind == "bring-in":
        return msgspec.structs.replace(act, kind="bring-in")
    if not decision.call:
        return msgspec.structs.replace(act, kind="check")
    return act if dice.randrange(100) < temper.folds else msgspec.structs.replace(act, kind="call")


def _between(dice: Random, decision: DecisionOffered, unit: int) -> int:
    if decision.step:
        return dice.randrange(decision.min_to, decision.max_to + 1, decision.step)
    wish = dice.randrange(decision.min_to, decision.max_to + 1) // unit * unit
    return max(wish, decision.min_to)


def _answer(dice: Random, decision: DecisionOffered, cards: tuple[Card, ...]) -> Act:
    """Return the answer to a question that is no bet: rows are set well or anyhow, cards thrown away as they come."""
    act = _act(decision)
    match decision.kind:
        case "discard":
            some = dice.sample(cards, dice.randint(decision.least, decision.most))
            return msgspec.structs.replace(act, kind="discard", cards=tuple(some))
        case "runs":
            return msgspec.structs.replace(act, kind="runs", runs=dice.randint(decision.least, decision.most))
        case "arrange" if decision.surrender and not dice.randrange(8):
            return msgspec.structs.replace(act, kind="surrender")
        case "arrange":
            return msgspec.structs.replace(act, kind="arrange", cards=best_rows(cards) if dice.randrange(3) else cards)
        case _:
            return msgspec.structs.replace(act, kind="show", cards=cards if decision.least or dice.randrange(2) else ())


def quick(decision: DecisionOffered, cards: tuple[Card, ...]) -> Act:
    """Return the act of somebody who wants to go home."""
    act = _act(decision)
    match decision.kind:
        case "bet":
            return act if decision.call else msgspec.structs.replace(act, kind="check")
        case "bring-in":
            return msgspec.structs.replace(act, kind="bring-in")
        case "runs":
            return msgspec.structs.replace(act, kind="runs", runs=decision.least)
        case kind:
            return msgspec.structs.replace(act, kind=kind, cards=cards[: decision.least])


def _act(decision: DecisionOffered) -> Act:
    return Act(seat=decision.seat, decision=decision.decision, kind="fold")
