"""A table of any game in tests, at which everybody acts by dice."""

from random import Random
from typing import Any

import msgspec

from cashier.money import Money
from controller import machine as machines
from controller.app.config import demo_profile
from controller.games import find_game, find_mix
from controller.games.mixes import MixId
from controller.games.rows import best_rows
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.profile import BuyInLimits, GameId, Profile, RuleSetId, Stakes
from controller.vocab.records import AnyEvent
from tests.machine.room import Room

BLINDS = Stakes(small_blind=100, big_blind=200, ante=0, unit=50)
ANTES = Stakes(small_blind=0, big_blind=0, ante=50, unit=50, small_bet=200, bring_in=100)
POINTS = Stakes(small_blind=0, big_blind=0, ante=0, unit=50, point=100)
BOTH = Stakes(small_blind=100, big_blind=200, ante=50, unit=50, small_bet=200, bring_in=100)


def profile_of(game: str, rule_set: str = "helsinki", **fields: Any) -> Profile:
    """The demonstration's table with another game, with stakes that suit it."""
    mix = find_mix(MixId(game))
    games = [find_game(row) for row in mix.games] if mix else [find_game(GameId(game))]
    stakes = BOTH if mix else BLINDS if games[0].blinds else POINTS if games[0].rows else ANTES
    burns = rule_set == "hungarian"
    seats = min(row.seats_that_fit(burns) for row in games) + (0 if mix else games[0].sit_out)
    made = msgspec.structs.replace(
        demo_profile(),
        game=GameId(game),
        rule_set=RuleSetId(rule_set),
        seats=seats,
        stakes=stakes,
        buy_in=BuyInLimits(least=Money(4000), most=Money(20000)),
    )
    return msgspec.structs.replace(made, **fields)


class Evening(Room):
    """A room whose players are made of dice."""

    def __init__(self, profile: Profile, seed: int = 1) -> None:
        super().__init__(profile)
        self.dice = Random(seed)

    def fill(self, *seats: int, amount: int = 20000) -> "Evening":
        """Seat so many players with the same stack."""
        for seat in seats or range(1, self.profile.seats + 1):
            self.sit(seat, amount)
        return self

    def play_hand(self) -> list[AnyEvent]:
        """Deal a hand and have everyone act by dice until it is over; whoever is bust buys in anew."""
        before = len(self.log)
        self.deal()
        while self.machine.table.hand is not None:
            self.act_by_dice()
        events = self.log[before:]
        self.refill()
        return events

    def refill(self) -> None:
        """Have everyone who lost everything buy in again."""
        for seat in list(self.machine.table.seats.values()):
            if not seat.stack and not seat.leave_code:
                self.sit(seat.seat, min(20000, self.profile.buy_in.most), seat.name)

    def act_by_dice(self) -> list[AnyEvent]:
        """Have whoever must decide do something he may."""
        decision, dice = self.decision, self.dice
        if decision.kind in ("discard", "show", "runs", "arrange"):
            return self.do(self._answer(decision))
        roll = dice.randrange(100)
        if decision.max_to and roll < 15:
            return self.act("raise", decision.min_to)
        if decision.max_to and roll < 17:
            return self.act("raise", decision.max_to)
        if decision.kind == "bring-in":
            return self.act("bring-in")
        if not decision.call:
            return self.act("check")
        return self.act("fold" if roll > 70 else "call")

    def _answer(self, decision: hr.DecisionOffered) -> hr.Act:
        """What the dice answer to a question that is no bet."""
        hand, dice = self.machine.table.hand, self.dice
        assert hand is not None
        held = hand.players[decision.seat].cards
        act = hr.Act(seat=decision.seat, decision=decision.decision, kind="show")
        match decision.kind:
            case "runs":
                return msgspec.structs.replace(act, kind="runs", runs=dice.randint(decision.least, decision.most))
            case "arrange" if decision.surrender and not dice.randrange(6):
                return msgspec.structs.replace(act, kind="surrender")
            case "arrange":
                return msgspec.structs.replace(
                    act, kind="arrange", cards=best_rows(held) if dice.randrange(4) else held
                )
            case "show":
                return msgspec.structs.replace(act, cards=tuple(dice.sample(held, dice.randint(0, decision.most))))
        count = dice.randint(decision.least, min(decision.most, decision.least + 3))
        return msgspec.structs.replace(act, kind="discard", cards=tuple(dice.sample(held, count)))

    def deal_due(self) -> list[hr.HandStarted]:
        """Deal the hand that is due already, letting the time of any open question pass; return how it started."""
        while self.machine.table.asked is not None:
            self.ms = max(self.ms, self.machine.table.asked.deadline)
            self.do(tr.Tick())
        hand = self.machine.table.due_hand
        assert hand is not None
        self.do(tr.OpenShuffle(hand=hand, seed=hand.to_bytes(32, "big")))
        return of(self.do(tr.Deal(hand=hand)), hr.HandStarted)

    def play_hands(self, count: int) -> list[AnyEvent]:
        """Play so many hands; the books must be right after each."""
        events: list[AnyEvent] = []
        for _hand in range(count):
            events += self.play_hand()
            assert machines.reconciliation(self.machine).difference == 0
        return events


def of(events: list[AnyEvent], kind: type) -> list[Any]:
    """All events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def moved(events: list[AnyEvent]) -> tr.ButtonMoved:
    """The one place of button and blinds in the events of a hand."""
    (event,) = of(events, tr.ButtonMoved)
    found: tr.ButtonMoved = event
    return found
