"""Hands of any kind for the tests of this folder: any game, any rulings, any posts, and whatever the players choose."""

import random
from collections.abc import Callable, Sequence
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from cashier.money import Money
from cashier.refusal import Refusal
from controller.app.simulate import forced_bets
from controller.games import Game, RuleSet, Rulings, catalogue, digest, rule_sets
from controller.games import rulings as ruling_rows
from controller.games.rows import best_rows
from controller.hand import Hand, play, start
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId, Seat
from controller.vocab.profile import PotFee, RuleSetId, Stakes
from controller.vocab.records import HandEvent
from evaluator_ext import Card

MOST_ACTS = 600
"""Within so many acts every hand ends: stacks are at most 60 chips and no raise is smaller than one."""

Deal = tuple[hr.HandStarted, tuple[Card, ...]]

BETTING = tuple(game for game in catalogue() if game.rows is None)
"""The games with a pot and bets."""

NAMED = [row.rulings for row in (*rule_sets(), *ruling_rows.RECORDED_SETS)]


_VALUES: dict[str, tuple[Any, ...]] = {
    name: {bool: (False, True), int: (0, 1, 2, 3, 4)}.get(kind, get_args(kind))
    for name, kind in get_type_hints(Rulings).items()
}
"""What every option may be."""


def rule_set_of(seed: int) -> RuleSetId:
    """A rule set that can be found by its id: in turn one of those there are, and any value for every option."""
    values, chance = NAMED[seed % len(NAMED)], random.Random(seed)
    if seed >= len(NAMED):
        values = Rulings(**{name: chance.choice(values) for name, values in _VALUES.items()})
    row = RuleSet(id=RuleSetId(digest(values)), rulings=values)
    ruling_rows._BY_ID[row.id] = row
    return row.id


FEES: tuple[Callable[[int], dict[str, Any]], ...] = (
    lambda _unit: {},
    lambda _unit: {},
    lambda unit: {"rake_step": 2 * unit},
    lambda unit: {"rake_by_pot": (PotFee(Money(6 * unit), Money(unit)), PotFee(Money(40 * unit), Money(5 * unit)))},
    lambda unit: {"drops": (hr.Drop("bad-beat", 7 * unit), hr.Drop("month-hand", unit))},
)
"""What a table may take beside a share of the pot, or in its place."""


@st.composite
def deals(draw: st.DrawFn, games: Sequence[Game] = catalogue()) -> Deal:
    """A hand at its start, with the deck it will be dealt from."""
    game = draw(st.sampled_from(games))
    rule_set = rule_set_of(draw(st.integers(0, 200)))
    most = game.seats_that_fit(ruling_rows.find_rule_set(rule_set).rulings.burn_cards)
    seats = sorted(draw(st.sets(st.integers(1, 10), min_size=2, max_size=most)))
    first = draw(st.integers(0, len(seats) - 1))
    order = seats[first:] + seats[:first]
    unit = draw(st.sampled_from([1, 5, 25]))
    stakes = draw(stakes_of(game, unit))
    bomb_pot = game.rows is None and draw(st.sampled_from([False, False, False, True]))
    antes = tuple(hr.ForcedBet(seat, "ante", 4 * unit) for seat in order)
    started = hr.HandStarted(
        hand=HandId(1),
        game=game.id,
        rule_set=rule_set,
        stakes=stakes,
        rake_permille=draw(st.sampled_from([0, 50, 200])),
        rake_cap=draw(st.sampled_from([2, 40])) * unit,
        button=order[-1],
        entrants=tuple(hr.Entrant(seat=seat, stack=draw(st.integers(1, 60)) * unit) for seat in order),
        forced=antes if bomb_pot else () if game.rows else draw(owed(stakes, order)),
        first_decision=DecisionId(draw(st.integers(1, 10**6))),
        bomb_pot=bomb_pot,
        absent=tuple(order[:: draw(st.sampled_from([2, 3, 20]))][1:]),
        **({} if game.rows else draw(st.sampled_from(FEES))(unit)),
    )
    deck = list(game.deck)
    random.Random(draw(st.integers(0, 2**32))).shuffle(deck)
    return started, tuple(deck)


@st.composite
def stakes_of(draw: st.DrawFn, game: Game, unit: int) -> Stakes:
    """Blinds with or without an ante, or antes with or without a bring-in."""
    if game.blinds:
        return Stakes(2 * unit, 4 * unit, draw(st.sampled_from([0, 0, 1, 3])) * unit, unit)
    bring_in = draw(st.sampled_from([0, 1, 2])) * unit
    return Stakes(0, 0, draw(st.sampled_from([1, 2])) * unit, unit, small_bet=4 * unit, bring_in=bring_in)


@st.composite
def owed(draw: st.DrawFn, stakes: Stakes, order: Sequence[Seat]) -> tuple[hr.ForcedBet, ...]:
    """Antes, blinds and what else may be posted before the deal."""
    return (*forced_bets(stakes, order), *draw(posts(stakes, order)))


@st.composite
def posts(draw: st.DrawFn, stakes: Stakes, order: Sequence[Seat]) -> tuple[hr.ForcedBet, ...]:
    """What a table may ask for beside blinds and antes: posts of those who come in or come back, and a straddle."""
    small, big = stakes.small_blind, stakes.big_blind
    if not big or len(order) < 4:
        return ()
    more: tuple[tuple[hr.ForcedBet, ...], ...] = (
        (),
        (),
        (hr.ForcedBet(order[3], "late-post", big),),
        (hr.ForcedBet(order[3], "late-post", big), hr.ForcedBet(order[3], "dead-small-blind", small)),
        (hr.ForcedBet(order[-1], "late-post", small),),
        (hr.ForcedBet(order[1], "big-blind-ante", big),),
        (hr.ForcedBet(order[2], "straddle", 2 * big),),
        (hr.ForcedBet(order[-1], "straddle", 2 * big),),
    )
    return draw(st.sampled_from(more))


def chosen(hand: Hand, number: int) -> hr.Act:
    """One of the acts a decision offers; every number names one."""
    offer = hand.decision
    assert offer is not None, "no decision is open"
    if offer.kind == "discard":
        count = offer.least + number % (offer.most - offer.least + 1)
        cards = hand.players[offer.seat].cards[:count]
        return hr.Act(seat=offer.seat, decision=offer.decision, kind="discard", cards=cards)
    if offer.kind == "runs":
        return hr.Act(seat=offer.seat, decision=offer.decision, kind="runs", runs=offer.most - number % offer.most)
    if offer.kind == "show":
        cards = hand.players[offer.seat].cards[: (0, 1, offer.most)[number % 3]]
        return hr.Act(seat=offer.seat, decision=offer.decision, kind="show", cards=cards)
    if offer.kind == "arrange":
        return arranged(hand, offer, number)
    calls: hr.ActKind = "bring-in" if offer.kind == "bring-in" else "call" if offer.call else "check"
    totals = [offer.min_to, between(offer, hand.started.stakes.unit), offer.max_to] if offer.max_to else []
    kinds: list[hr.ActKind] = ["fold" if offer.kind == "bet" else calls, calls, calls]
    place = number % (len(kinds) + len(totals))
    if place < len(kinds):
        return hr.Act(seat=offer.seat, decision=offer.decision, kind=kinds[place])
    return hr.Act(seat=offer.seat, decision=offer.decision, kind="raise", to=totals[place - len(kinds)])


def arranged(hand: Hand, offer: hr.DecisionOffered, number: int) -> hr.Act:
    """Thirteen cards set well, as they came, or given up."""
    cards = hand.players[offer.seat].cards
    rows = (best_rows(cards), cards, best_rows(cards), cards[::-1])
    if number < len(rows):
        return hr.Act(seat=offer.seat, decision=offer.decision, kind="arrange", cards=rows[number])
    kind: hr.ActKind = "surrender" if offer.surrender and number % 2 else "fold"
    return hr.Act(seat=offer.seat, decision=offer.decision, kind=kind)


def between(offer: hr.DecisionOffered, unit: int) -> int:
    """A total half way between the least and the most, among those that are legal."""
    step = offer.step or unit
    return offer.min_to + (offer.max_to - offer.min_to) // 2 // step * step


def played(
    deal: Deal, numbers: Sequence[int], look: Callable[[Hand], None] | None = None
) -> tuple[Hand, list[HandEvent]]:
    """The hand and all its events, when `numbers` decide; `look` sees the hand before every act."""
    hand, events = start(*deal)
    for turn in range(MOST_ACTS):
        if hand.over:
            return hand, events
        if look:
            look(hand)
        answer = play(hand, chosen(hand, numbers[turn % len(numbers)]))
        assert not isinstance(answer, Refusal), answer
        events += answer
    raise AssertionError("the hand does not end")


choices = st.lists(st.integers(0, 5), min_size=1, max_size=25)
