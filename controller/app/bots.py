"""Players for demonstrations: they see what a seat's screen sees and choose at random, each in his own temper."""

import random
from typing import Final

import msgspec

from controller.games.rows import best_rows
from controller.vocab.entropy_records import CutDeck
from controller.vocab.hand_records import Act, ActKind, DecisionOffered
from controller.vocab.ids import Chips
from controller.wire.view import View


class Temper(msgspec.Struct, frozen=True):
    """How often, in parts of a hundred, a bot raises, and how often it folds when it must pay."""

    name: str
    raises: int
    folds: int


TEMPERS: Final[tuple[Temper, ...]] = (
    Temper("Aino", raises=14, folds=45),
    Temper("Eero", raises=24, folds=30),
    Temper("Helmi", raises=8, folds=60),
    Temper("Mikko", raises=34, folds=22),
    Temper("Linnea", raises=18, folds=40),
    Temper("Oskari", raises=12, folds=35),
    Temper("Zsófia", raises=26, folds=38),
    Temper("Tuomas", raises=10, folds=55),
    Temper("Elina", raises=20, folds=28),
    Temper("Kaarlo", raises=16, folds=48),
)
"""One temper for each of ten seats."""


class Bot:
    """One bot at one seat. The same seed and the same views give the same choices."""

    def __init__(self, temper: Temper, seed: int) -> None:
        self.temper = temper
        self._dice = random.Random(f"{seed} {temper.name}")
        self._cuts = random.Random(f"cuts {seed} {temper.name}")

    def choose(self, view: View, decision: DecisionOffered) -> Act:
        """Return the act for the decision that the own screen shows."""
        if decision.kind not in ("bet", "bring-in"):
            return self._answer(view, decision)
        roll = self._dice.randrange(100)
        if decision.max_to and roll < self.temper.raises:
            return self._act(decision, "raise", self._raise_to(view, decision))
        if decision.kind == "bring-in":
            return self._act(decision, "bring-in")
        if not decision.call:
            return self._act(decision, "check")
        # The dearer the call is against the pot, the more often the hand is given up.
        dear = min(40, 40 * decision.call // max(decision.pot, 1))
        if roll >= 100 - min(90, self.temper.folds + dear):
            return self._act(decision, "fold")
        return self._act(decision, "call")

    def cut(self, view: View) -> CutDeck | None:
        """Return where the bot cuts the deck, if its screen asks it to; now and then it lets the deck be."""
        mixing = view.mixing
        if mixing is None or not mixing.cut_until or mixing.cutter != view.own:
            return None
        return CutDeck(seat=mixing.cutter, hand=mixing.hand, place=self._cuts.randrange(mixing.size))

    def _answer(self, view: View, decision: DecisionOffered) -> Act:
        """Return the answer to a question that is no bet; what need not be shown a bot shows in one hand of four."""
        cards = view.at(decision.seat).cards
        act = self._act(decision, "fold")
        if decision.kind == "discard":
            return self._throw_away(view, decision)
        if decision.kind == "runs":
            runs = self._dice.randint(decision.least, decision.most)
            return msgspec.structs.replace(act, kind="runs", runs=runs)
        if decision.kind == "arrange":
            return msgspec.structs.replace(act, kind="arrange", cards=best_rows(cards))
        shown = cards if not self._dice.randrange(4) else ()
        return msgspec.structs.replace(act, kind="show", cards=shown)

    def _throw_away(self, view: View, decision: DecisionOffered) -> Act:
        """Return as many cards as must go and, where more may, up to three."""
        count = max(decision.least, min(decision.most, self._dice.randrange(4)))
        cards = view.at(decision.seat).cards[:count]
        return Act(seat=decision.seat, decision=decision.decision, kind="discard", cards=cards)

    def _raise_to(self, view: View, decision: DecisionOffered) -> Chips:
        unit = view.profile.stakes.unit if view.profile else 1
        pot_sized = decision.bet + decision.call + decision.pot + decision.call
        wish = self._dice.choice((decision.min_to, decision.min_to, pot_sized // 2, pot_sized, decision.max_to))
        whole = wish // unit * unit
        return min(max(whole, decision.min_to), decision.max_to)

    @staticmethod
    def _act(decision: DecisionOffered, kind: ActKind, to: Chips = 0) -> Act:
        return Act(seat=decision.seat, decision=decision.decision, kind=kind, to=to)
