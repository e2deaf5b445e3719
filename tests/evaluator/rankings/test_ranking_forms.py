"""The compiled and the interpreted form of rankings and equities give the same answers to the same questions."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from evaluator_ext import build_check, parse_cards
from evaluator_ext.equity import EQUITY_GAMES, EquityGameId, equity
from evaluator_ext.rankings import RANKINGS, tables

ROOT = Path(__file__).parents[3]
SEED = 20
HANDS = 60
SAMPLES = 40
QUESTIONS: list[tuple[EquityGameId, list[str], str]] = [
    ("holdem", ["AhKh", "QsQd"], "Ts8h2h"),
    ("holdem", ["AhKh", ""], "Ts8h2h3c"),
    ("short-deck-holdem", ["AhKh", "QsQd"], "Ts8h"),
    ("hungarian-holdem", ["AhKh", "QsQd"], "Ts8h7c"),
    ("omaha-hi-lo", ["AsKsQdJd", "2c7cJh9d"], "Ts8s2d"),
    ("stud-hi-lo", ["AsKs2d3d4c5c", "2c7cJh9d4h5h"], ""),
    ("badugi", ["As2d3c", "Ks2h4c"], ""),
    ("hungarian-draw", ["AsKdQs7s", "TdTh"], ""),
]


def answers() -> list[object]:
    """What this process says to all questions; a child asks itself too, and prints it."""
    choice = random.Random(SEED)
    found: list[object] = [Path(tables.__file__).suffix]
    for row in RANKINGS.values():
        judge = row.judge(row.options)
        for size in row.sizes:
            hands = [choice.sample(row.deck, size) for _ in range(HANDS)]
            rows = memoryview(bytes(card for hand in hands for card in hand)).cast("B", (HANDS, size))
            masks = memoryview(b"".join(mask_of(hand) for hand in hands)).cast("Q")
            found.append([row.id, [judge.rank(hand) for hand in hands]])
            found.append([list(judge.rank_many(rows)), list(judge.rank_many(masks)), judge.plays(hands[0])])
    for game, hands_said, board in QUESTIONS:
        known, shown = [parse_cards(hand) for hand in hands_said], parse_cards(board)
        exact = equity(known, shown, game=game)
        found.append([game, exact.deals, [[str(player.share), player.whole, player.part] for player in exact.players]])
    for game in EQUITY_GAMES:
        sampled = equity([(), ()], game=game, samples=SAMPLES, seed=SEED)
        found.append([game, [str(player.share) for player in sampled.players]])
    return found


def mask_of(hand: list[int]) -> bytes:
    """A hand as a mask: bit 16 * suit + rank for each card."""
    return sum(1 << 16 * (card & 3) + (card >> 2) for card in hand).to_bytes(8, sys.byteorder)


@pytest.mark.skipif(build_check.pure_wanted(), reason="JAKAJA_PURE=1 leaves only the interpreted form to compare")
def test_both_forms_give_the_same_answers() -> None:
    environment = {"JAKAJA_PURE": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, __file__]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    interpreted, compiled = json.loads(run.stdout), json.loads(json.dumps(answers()))
    assert interpreted[0] == ".py"
    assert compiled[0] != ".py", "not compiled yet: run `make build`"
    assert compiled[1:] == interpreted[1:]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(answers()))
