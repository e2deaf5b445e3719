"""A hand played from a script, as a rule book tells it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.games import Game, find_game
from controller.games import rulings as ruling_rows
from controller.hand import decide, play, start
from controller.vocab.hand_records import Act, ActKind, DecisionOffered, Entrant, ForcedBet, HandStarted
from controller.vocab.ids import DecisionId, HandId, Seat
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import parse_cards

AnEvent = TypeVar("AnEvent")
WORDS: dict[str, ActKind] = {
    "folds": "fold",
    "checks": "check",
    "calls": "call",
    "raises": "raise",
    "brings-in": "bring-in",
    "discards": "discard",
    "runs": "runs",
    "shows": "show",
}


class Deal:
    """A hand, of no-limit hold'em unless `game` says otherwise, in which seat 1 is left of the button on the last seat.

    Blinds are posted by seats 1 and 2, heads-up by 2 and 1, unless `forced` says otherwise; games without blinds have
    an ante. `holes` are the first cards of each seat, `board` everything dealt after them in order. `acts` takes a
    script of `seat verb [total]`: "3 raises 300, 4 calls"; it insists on the seat whose turn it is. A discard names
    its cards: "1 discards 7s2d", "1 discards"; "1 runs 2" agrees to deal the rest twice, "1 shows As"
    shows that card.
    """

    def __init__(
        self,
        *stacks: int,
        small: int = 50,
        big: int = 100,
        ante: int = 0,
        unit: int = 1,
        forced: Sequence[tuple[Seat, str, int]] | None = None,
        rule_set: str = "ray",
        rake: tuple[int, int] = (0, 0),
        holes: Sequence[str] = (),
        board: str = "",
        burn: bool = False,
        game: str = "holdem-nl",
        bets: tuple[int, int] = (0, 0),
        bring_in: int = 0,
        bomb_pot: bool = False,
        absent: Sequence[Seat] = (),
        fees: Mapping[str, Any] | None = None,
    ) -> None:
        seats = range(1, len(stacks) + 1)
        blinds = (2, 1) if len(stacks) == 2 else (1, 2)
        owed = [(seat, "ante", ante) for seat in seats if ante]
        row = find_game(GameId(game))
        if not row.blinds:
            small = big = 0
        elif forced is None and not bomb_pot:
            owed += [(blinds[0], "small-blind", small), (blinds[1], "big-blind", big)]
        started = HandStarted(
            hand=HandId(7),
            game=row.id,
            rule_set=RuleSetId(rule_set),
            stakes=Stakes(small, big, ante, unit, small_bet=bets[0], big_bet=bets[1], bring_in=bring_in),
            rake_permille=rake[0],
            rake_cap=rake[1],
            button=seats[-1],
            entrants=tuple(Entrant(seat=seat, stack=stack) for seat, stack in enumerate(stacks, 1)),
            forced=tuple(ForcedBet(*one) for one in (owed if forced is None else forced)),
            first_decision=DecisionId(100),
            bomb_pot=bomb_pot,
            absent=tuple(absent),
            **(fees or {}),
        )
        self.deck = prepared_deck(row, len(stacks), holes, board, burn)
        self.hand, self.events = start(started, self.deck)

    def acts(self, script: str) -> "Deal":
        """Play the script on."""
        for step in script.split(","):
            seat, verb, *rest = step.split()
            assert self.offer.seat == int(seat), f"{step!r}, but it is seat {self.offer.seat}'s turn"
            answer = play(self.hand, self._act(verb, rest[0] if rest else ""))
            assert not isinstance(answer, Refusal), f"{step!r}: {answer}"
            self.events += answer
        return self

    def to_the_end(self) -> "Deal":
        """Have everyone check or call until the hand is over."""
        while self.hand.decision is not None:
            seat, call = self.offer.seat, self.offer.call
            self.acts(f"{seat} {'calls' if call else 'checks'}")
        return self

    def refused(self, verb: str, rest: int | str = "") -> Code:
        """The code with which this act is refused now."""
        answer = decide(self.hand, self._act(verb, str(rest)))
        assert isinstance(answer, Refusal), f"{verb} {rest} was accepted"
        return answer.code

    def _act(self, verb: str, rest: str) -> Act:
        act = Act(self.offer.seat, self.offer.decision, WORDS[verb])
        if verb in ("discards", "shows"):
            return msgspec.structs.replace(act, cards=parse_cards(rest))
        return msgspec.structs.replace(act, **{"runs" if verb == "runs" else "to": int(rest or 0)})

    @property
    def offer(self) -> DecisionOffered:
        """The decision that is open."""
        assert self.hand.decision is not None, "no decision is open"
        return self.hand.decision

    @property
    def may_raise(self) -> bool:
        """Whether a bet or raise is open to the player in turn."""
        return self.offer.max_to > 0

    def of(self, kind: type[AnEvent]) -> list[AnEvent]:
        """All events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def stacks(self) -> list[int]:
        """Everybody's stack, from seat 1 on."""
        return [player.stack for player in self.hand.players.values()]


def prepared_deck(game: Game, players: int, holes: Sequence[str], board: str, burn: bool) -> tuple[int, ...]:
    """A whole deck that deals these first cards (from seat 1 on) and then `board`; other cards fill the gaps."""
    size = game.streets[0].hole + game.streets[0].up
    named = [parse_cards(cards) for cards in holes]
    middle = parse_cards(board)
    rest = [card for card in game.deck if card not in {*middle, *(card for cards in named for card in cards)}]
    named = [cards + tuple(rest.pop(0) for _ in range(size - len(cards))) for cards in named]
    named += [tuple(rest.pop(0) for _ in range(size)) for _ in range(players - len(named))]
    deck = [cards[place] for place in range(size) for cards in named]
    if not burn:
        return (*deck, *middle, *rest[::-1])
    for begin, end in ((0, 3), (3, 4), (4, 5)):
        deck.append(rest.pop())
        street = middle[begin:end]
        deck += street + tuple(rest.pop() for _ in range(end - begin - len(street)))
    return (*deck, *rest)


@pytest.fixture
def deal() -> Callable[..., Deal]:
    """Begin a hand: `deal(1000, 1000, 200)` with the stacks from seat 1 on."""
    return Deal


@pytest.fixture
def rule_set_with(monkeypatch: pytest.MonkeyPatch) -> Callable[..., RuleSetId]:
    """Make a rule set that differs from Helsinki's in these rulings: `rule_set_with(burn_cards=True)`."""

    def made(**changes: object) -> RuleSetId:
        rulings = msgspec.structs.replace(ruling_rows.HELSINKI, **changes)
        row = ruling_rows.RuleSet(id=RuleSetId("changed"), rulings=rulings)
        monkeypatch.setitem(ruling_rows._BY_ID, row.id, row)
        return row.id

    return made
