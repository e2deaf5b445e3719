"""Match logs of the Annual Computer Poker Competition: heads-up no-limit hold'em, one hand a line.

`STATE:number:betting:cards:payoffs`, the players in the order big blind, small blind, who has the button. Betting is
one group a round, of `f`, `c` and `r` with the player's total for the whole hand; cards are the two hands and, a group
a round, the board. Other lines of a log (`SCORE:`, comments) tell of no hand.
"""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final, NoReturn

from controller.app.problem import Problem
from controller.app.recorded import RecordedAct, RecordedDeal, RecordedHand
from controller.app.text_files import read_text
from controller.games import find_game
from controller.vocab.ids import Chips
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import Card, parse_cards, print_card

STACK: Final = 20_000
SMALL: Final = 50
BIG: Final = 100
"""The competition's stakes: everyone begins each hand with the same stack."""

GAME: Final = GameId("holdem-nl")
RULE_SET: Final = RuleSetId("ray")
BIG_BLIND, BUTTON = 1, 2
"""The players by their place in a line."""

_CARDS: Final = r"(?:[2-9TJQKA][cdhs])"
_LINE: Final = re.compile(
    r"STATE:(?P<number>\d{1,9}):(?P<betting>[fcr\d/]*):"
    rf"(?P<first>{_CARDS}{{2}})\|(?P<second>{_CARDS}{{2}})(?P<board>(?:/{_CARDS}+)*):"
    r"(?P<payoffs>-?\d{1,9}(?:\|-?\d{1,9})+)(?::.*)?"
)
_ACT: Final = re.compile(r"[fc]|r(\d{1,9})")
LONGEST: Final = 1000
"""Characters of a line; no hand needs as many."""


def read_acpc(path: Path, wanted: Callable[[int], bool] = lambda number: True) -> Iterator[RecordedHand]:
    """Read the hands of a log whose number is `wanted`. Raises Problem at the first malformed line, naming it."""
    found = 0
    for place, line in enumerate(read_text(path).splitlines(), 1):
        if not line.startswith("STATE:"):
            continue
        found += 1
        where = f"{path.name}, line {place}"
        hand = parse_state(line.strip(), where)
        if wanted(hand.number):
            yield hand
    if not found:
        raise Problem(str(path), "has no line that begins with STATE:", "name a match log of the competition")


def parse_state(line: str, where: str) -> RecordedHand:
    """Read one hand from its line. Raises Problem with the place, the fault and its cure."""
    found = _LINE.fullmatch(line) if len(line) <= LONGEST else None
    if found is None:
        _fail(where, f"is no hand: {line[:60]!r}", "write it as in 'STATE:0:r300c/cc:AhAd|KcKd/2c3d4h:300|-300'")
    payoffs = [int(won) for won in found["payoffs"].split("|")]
    if len(payoffs) != 2 or payoffs[0] + payoffs[1] != 0:
        _fail(where, f"pays {found['payoffs']}", "give two pay-offs that come to nothing together")
    holes = (parse_cards(found["first"]), parse_cards(found["second"]))
    boards = [parse_cards(group) for group in found["board"].split("/") if group]
    _check_cards(where, (*holes, *boards), boards)
    deals = [RecordedDeal(player=player, cards=cards, begins=False) for player, cards in enumerate(holes, 1)]
    deals += [RecordedDeal(player=0, cards=cards, begins=True) for cards in boards]
    return RecordedHand(
        where=where,
        number=int(found["number"]),
        game=GAME,
        rule_set=RULE_SET,
        stakes=Stakes(small_blind=SMALL, big_blind=BIG, ante=0, unit=1),
        rake_permille=0,
        rake_cap=0,
        scale=1,
        antes_are_dead=False,
        antes=(0, 0),
        blinds=(BIG, SMALL),
        stacks=(STACK, STACK),
        holes=holes,
        deals=tuple(deals),
        acts=_acts(where, found["betting"]),
        finishing=tuple(Decimal(STACK + won) for won in payoffs),
    )


def _fail(where: str, what: str, mend: str) -> NoReturn:
    raise Problem(where, what, mend)


def _check_cards(where: str, groups: tuple[tuple[Card, ...], ...], boards: list[tuple[Card, ...]]) -> None:
    """Every card in one place, and the board in the groups that the game deals."""
    cards = [card for group in groups for card in group]
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        _fail(where, f"{print_card(twice[0])} is dealt twice", "give every card to one place")
    sizes = [street.board for street in find_game(GAME).streets if street.board]
    if [len(cards) for cards in boards] != sizes[: len(boards)]:
        _fail(where, f"the board has {[len(cards) for cards in boards]} cards", f"deal {sizes}, a group a round")


def _acts(where: str, betting: str) -> tuple[RecordedAct, ...]:
    """The acts in order; a raise names the player's total for the hand, and ours the one for the street."""
    acts: list[RecordedAct] = []
    paid: dict[int, Chips] = {BIG_BLIND: BIG, BUTTON: SMALL}
    for street, words in enumerate(betting.split("/")):
        before = max(paid.values()) if street else 0
        turn = BIG_BLIND if street else BUTTON
        end = 0
        for word in _ACT.finditer(words):
            if word.start() != end:
                break
            end = word.end()
            acts.append(_act(turn, word, before))
            if word.group() != "f":
                paid[turn] = int(word[1]) if word[1] else max(paid.values())
            turn = BUTTON if turn == BIG_BLIND else BIG_BLIND
        if end != len(words):
            _fail(where, f"bets {words!r} in round {street + 1}", "write f, c, or r and the total for the hand")
    return tuple(acts)


def _act(player: int, word: re.Match[str], before: Chips) -> RecordedAct:
    if word[1]:
        return RecordedAct(player=player, word="cbr", to=int(word[1]) - before)
    return RecordedAct(player=player, word="f" if word.group() == "f" else "cc")
