"""Every refusal of a hand: its stable code, the numbers that belong to it, and a hand that has not noticed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.hand import Hand, decide, play
from controller.vocab.hand_records import Act, DecisionKind
from controller.vocab.ids import DecisionId
from controller.vocab.profile import Ruling
from evaluator_ext import parse_cards
from tests.rules.conftest import Deal

HAND = Path(__file__).parents[2] / "controller" / "hand"


@dataclass(frozen=True)
class Wrong:
    """A request that must be refused: what the hand was before it, what is asked of it, and the refusal's facts.

    `act` are the fields in which the request differs from a fold of the player in turn.
    """

    code: Code
    script: str
    act: dict[str, Any]
    facts: dict[str, int | str]
    game: str = "holdem-nl"
    stacks: tuple[int, ...] = (1000, 1000, 1000)
    rule_set: str = "ray"
    deal: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.code.value


WRONG = (
    Wrong(Code.NO_HAND, "3 folds, 1 folds", {"seat": 2}, {}),
    Wrong(Code.NOT_YOUR_TURN, "", {"seat": 1}, {"seat": 3}),
    Wrong(Code.STALE_DECISION, "3 folds", {"decision": DecisionId(100)}, {"decision": 101}),
    Wrong(Code.CANNOT_CHECK, "", {"kind": "check"}, {"call": 100}),
    Wrong(Code.NOTHING_TO_CALL, "3 calls, 1 calls", {"kind": "call"}, {}),
    Wrong(Code.CANNOT_RAISE, "3 raises 300, 1 calls", {"kind": "raise", "to": 400}, {"to": 400, "call": 200},
          stacks=(300, 1000, 300)),
    Wrong(Code.BELOW_MINIMUM, "", {"kind": "raise", "to": 175}, {"to": 175, "min_to": 200}),
    Wrong(Code.ABOVE_MAXIMUM, "", {"kind": "raise", "to": 1025}, {"to": 1025, "max_to": 1000}),
    Wrong(Code.NOT_IN_CHIP_UNITS, "", {"kind": "raise", "to": 210}, {"to": 210, "unit": 25}),
    Wrong(Code.NOT_OFFERED, "", {"kind": "bring-in"}, {"kind": "bet"}),
    Wrong(Code.CARDS_UNUSABLE, "3 calls, 1 calls, 2 checks", {"kind": "discard", "cards": parse_cards("AsAd")},
          {"count": 2, "least": 1, "most": 1}, game="pineapple-nl"),
    Wrong(Code.RUNS_UNUSABLE, "3 raises 1000, 1 calls, 2 folds", {"kind": "runs", "runs": 3}, {"runs": 3, "most": 2},
          rule_set="online-level"),
)  # fmt: skip

MORE = (
    Wrong(Code.NO_HAND, "3 folds, 1 folds", {"seat": 2, "kind": "raise", "to": 200}, {}),
    Wrong(Code.NOT_YOUR_TURN, "3 folds", {"seat": 3, "kind": "raise", "to": 200}, {"seat": 1}),
    Wrong(Code.NOT_YOUR_TURN, "", {"seat": 0}, {"seat": 3}),
    Wrong(Code.NOT_YOUR_TURN, "", {"seat": 99}, {"seat": 3}),
    Wrong(Code.STALE_DECISION, "", {"decision": DecisionId(10**12), "kind": "call"}, {"decision": 100}),
    Wrong(Code.BELOW_MINIMUM, "", {"kind": "raise", "to": 0}, {"to": 0, "min_to": 200}),
    Wrong(Code.BELOW_MINIMUM, "", {"kind": "raise", "to": -200}, {"to": -200, "min_to": 200}),
    Wrong(Code.ABOVE_MAXIMUM, "", {"kind": "raise", "to": 10**30}, {"to": 10**30, "max_to": 1000}),
    Wrong(Code.ABOVE_MAXIMUM, "", {"kind": "raise", "to": 375}, {"to": 375, "max_to": 350}, game="holdem-pl"),
    Wrong(Code.BELOW_MINIMUM, "", {"kind": "raise", "to": 175}, {"to": 175, "min_to": 200}, game="holdem-fl"),
    Wrong(Code.ABOVE_MAXIMUM, "", {"kind": "raise", "to": 225}, {"to": 225, "max_to": 200}, game="holdem-fl"),
    Wrong(Code.NOT_OFFERED, "", {"kind": "discard"}, {"kind": "bet"}),
    Wrong(Code.NOT_OFFERED, "3 calls, 1 calls, 2 checks", {}, {"kind": "discard"}, game="pineapple-nl"),
    Wrong(Code.CARDS_UNUSABLE, "3 calls, 1 calls, 2 checks", {"kind": "discard"},
          {"count": 0, "least": 1, "most": 1}, game="pineapple-nl"),
    Wrong(Code.CARDS_UNUSABLE, "3 calls, 1 calls, 2 checks", {"kind": "discard", "cards": (77,)},
          {"count": 1, "least": 1, "most": 1}, game="pineapple-nl"),
)  # fmt: skip


def with_rulings(**options: bool | int | str) -> dict[str, Any]:
    """What begins a hand that is played by these options of the house."""
    return {"fees": {"overrides": tuple(Ruling(option, value) for option, value in options.items())}}


HEADS_UP: dict[str, Any] = {"stacks": (1000, 1000)}
OPEN_PAIR = {"game": "stud-fl", "stacks": (900, 900, 900), "script": "1 brings-in, 2 raises 125, 3 calls, 1 calls"}
STUD = {"ante": 25, "bets": (125, 250), "bring_in": 50, "holes": ["KsKh2c", "QsQhKc", "JsJhQc"], "board": "3dKd4d"}

OTHER_QUESTIONS = (
    Wrong(Code.NOT_IN_CHIP_UNITS, act={"kind": "raise", "to": 150}, facts={"to": 150, "unit": 125}, **OPEN_PAIR,
          deal={**STUD, **with_rulings(fl_open_pair_double=True)}),
    Wrong(Code.NOT_OFFERED, "", {}, {"kind": "bring-in"}, game="stud-fl", deal=STUD),
    Wrong(Code.NOT_OFFERED, "", {"kind": "check"}, {"kind": "bring-in"}, game="stud-fl", deal=STUD),
    Wrong(Code.BELOW_MINIMUM, "", {"kind": "raise", "to": 75}, {"to": 75, "min_to": 125}, game="stud-fl", deal=STUD),
    Wrong(Code.NOT_OFFERED, "2 raises 1000, 1 calls", {"kind": "call"}, {"kind": "runs"}, **HEADS_UP,
          deal=with_rulings(most_runs=2)),
    Wrong(Code.RUNS_UNUSABLE, "2 raises 1000, 1 calls", {"kind": "runs", "runs": 0}, {"runs": 0, "most": 2}, **HEADS_UP,
          deal=with_rulings(most_runs=2)),
    Wrong(Code.CARDS_UNUSABLE, "2 raises 300, 1 folds", {"kind": "show", "cards": parse_cards("2c")},
          {"count": 1, "least": 0, "most": 2}, **HEADS_UP,
          deal={"holes": ("AsAd", "KsKd"), **with_rulings(show_choice="winner-by-folds")}),
    Wrong(Code.CARDS_UNUSABLE, "2 raises 300, 1 folds", {"kind": "show", "cards": parse_cards("KsKs")},
          {"count": 2, "least": 0, "most": 2}, **HEADS_UP,
          deal={"holes": ("AsAd", "KsKd"), **with_rulings(show_choice="winner-by-folds")}),
    Wrong(Code.NOT_OFFERED, "2 raises 300, 1 folds", {}, {"kind": "show"}, **HEADS_UP,
          deal=with_rulings(show_choice="winner-by-folds")),
    Wrong(Code.CARDS_UNUSABLE, "", {"kind": "arrange", "cards": parse_cards("AsKs")},
          {"count": 2, "least": 13, "most": 13}, game="chinese-1-6-pts", **HEADS_UP, deal={"bets": (25, 0)}),
    Wrong(Code.NOT_OFFERED, "", {"kind": "surrender"}, {"kind": "arrange"}, game="chinese-1-6-pts", **HEADS_UP,
          deal={"bets": (25, 0)}),
    Wrong(Code.CARDS_UNUSABLE, "2 calls, 1 checks", {"kind": "discard", "cards": parse_cards("AsKsQsJsTs9s")},
          {"count": 6, "least": 0, "most": 5}, game="td27-fl", **HEADS_UP),
)  # fmt: skip


def refused(wrong: Wrong) -> tuple[Hand, Hand, Act]:
    """The hand, a copy of what it was, and the act that must not be taken."""
    deal = Deal(*wrong.stacks, unit=25, game=wrong.game, rule_set=wrong.rule_set, **wrong.deal)
    if wrong.script:
        deal.acts(wrong.script)
    hand, decision = deal.hand, deal.hand.decision
    seat, number = (decision.seat, decision.decision) if decision else (1, hand.next_decision)
    act = msgspec.structs.replace(Act(seat=seat, decision=number, kind="fold"), **wrong.act)
    return hand, hand.copy(), act


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.id)
def test_every_refusal_has_its_numbers_and_changes_nothing(wrong):
    look(wrong)


@pytest.mark.parametrize("wrong", MORE, ids=lambda wrong: f"{wrong.id}, {wrong.act}")
def test_nonsense_is_refused_in_the_same_words(wrong):
    look(wrong)


@pytest.mark.parametrize(
    "wrong", OTHER_QUESTIONS, ids=lambda wrong: f"{wrong.facts.get('kind', wrong.game)}, {wrong.act}"
)
def test_a_wrong_answer_to_any_other_question_changes_nothing(wrong):
    look(wrong)


def test_a_wrong_answer_to_every_kind_of_question_is_tried():
    asked = {
        refused(wrong)[0].decision.kind for wrong in (*WRONG, *MORE, *OTHER_QUESTIONS) if wrong.code != Code.NO_HAND
    }
    assert asked == set(get_args(DecisionKind))


def look(wrong):
    hand, before, act = refused(wrong)
    assert decide(hand, act) == Refusal(wrong.code, wrong.facts)
    assert hand == before
    assert play(hand, act) == Refusal(wrong.code, wrong.facts)
    assert hand == before


def test_every_code_that_a_hand_can_refuse_with_is_tried():
    named = {code for path in HAND.glob("*.py") for code in re.findall(r"\bCode\.(\w+)", path.read_text("utf-8"))}
    assert {wrong.code for wrong in WRONG} == {Code[name] for name in named}
