"""A table without money or journal, at which people come and go by dice: what is looked at is who pays which blind."""

from random import Random
from typing import Any

import msgspec

from cashier.money import Money
from cashier.records import Command, RequestId
from cashier.refusal import Refusal
from controller import table as tables
from controller.table import Table
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import MAX_SEATS, HandId, Now, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent

RICH = Money(10**9)
WALL = 1_800_000_000_000


class BlindError(AssertionError):
    """Somebody paid what he did not owe, or did not pay what he did."""


class Floor:
    """Plays hand after hand and keeps its own account of who owes what, by name, from the public events alone."""

    def __init__(self, profile: Profile, seed: int) -> None:
        self.table, self.dice = Table(), Random(seed)
        self.profile = profile
        self.ms = 0
        self.names: dict[Seat, str] = {}
        self.owes: dict[str, set[str]] = {}
        """What a name must pay before it plays: `entry` for a newcomer, `big` and `small` for missed blinds."""
        self.paid: set[str] = set()
        """Names that have had the big blind, or begun the game, and so may have the button."""
        self.last_big: tuple[Seat, str] | None = None
        self.events: list[AnyEvent] = []
        self.hands = self._serial = 0
        self.counts: dict[str, int] = {}
        self.do(tr.AdoptProfile(profile=profile))

    def do(self, command: Command) -> list[AnyEvent]:
        """Carry out a command; a refusal is as good as nothing here."""
        events = tables.play(self.table, command, Now(table=self.ms, wall=WALL + self.ms), RICH)
        if isinstance(events, Refusal):
            return []
        self.events += events
        for event in events:
            self._follow(event)
        return events

    # -- what people do ------------------------------------------------------------------------------------------

    def come_and_go(self) -> None:
        """Let one random thing happen between two hands."""
        dice, seat = self.dice, self.dice.randrange(1, self.profile.seats + 1)
        taken = self.table.seats.get(seat)
        if taken is None:
            if dice.randrange(2):
                self._serial += 1
                self._buy(seat, f"P{self._serial}")
            return
        if not taken.stack:
            self.do(tr.LeaveSeat(seat=seat, code="0")) if dice.randrange(2) else self._buy(seat, taken.name)
            return
        wishes: list[Command] = [
            tr.SitOut(seat=seat),
            tr.SitIn(seat=seat),
            tr.SitIn(seat=seat),
            sr.ChooseEntry(seat=seat, way=dice.choice(("post", "post", "straddle", "wait"))),
            sr.ChooseEntry(seat=seat, way="post"),
        ]
        rare: list[Command] = [
            tr.LeaveSeat(seat=seat, code="0"),
            sr.MoveSeat(seat=seat, to=dice.randrange(1, MAX_SEATS + 1), by="floor"),
            sr.LockSeat(seat=seat, by="floor"),
        ]
        if taken.locked:
            wishes = [sr.UnlockSeat(seat=seat, by="floor")]
        self.do(dice.choice(rare if dice.randrange(4) == 0 else wishes))

    def _buy(self, seat: Seat, name: str) -> None:
        self._serial += 1
        amount = Money(self.dice.choice((4000, 10000, 20000)))
        self.do(tr.BuyIn(request=RequestId(f"{self._serial:032x}"), seat=seat, amount=amount, name=name))

    def play_hand(self) -> bool:
        """Play the next hand, if one can be; whenever two are present it must be possible."""
        if self.table.hand is None and not self._deal():
            return False
        while self.table.hand is not None:
            self._act()
        return True

    def _deal(self) -> bool:
        for _step in range(20):
            for want in tables.wants(self.table):
                if isinstance(want, tr.WantSeed):
                    self.do(tr.OpenShuffle(hand=want.hand, seed=want.hand.to_bytes(32, "big")))
                elif isinstance(want, tr.WantDeal):
                    self.do(tr.Deal(hand=HandId(want.hand)))
                    return self.table.hand is not None or self._went_by(want.hand)
            asked = self.table.asked
            if asked is not None and self.dice.randrange(2):
                seat, hand = self.dice.choice(asked.seats), self.table.due_hand
                assert hand is not None
                self.do(tr.Answer(seat=seat, hand=hand, question=asked.question, yes=self.dice.random() < 0.7))
                continue
            due = tables.due(self.table)
            if due is None:
                if tables.ready(self.table) and not tables.wants(self.table):
                    raise BlindError("two are present and no hand can be dealt")
                if not tables.wants(self.table):
                    return False
                continue
            self.ms = max(self.ms, due)
            self.do(tr.Tick())
        raise BlindError("no hand was dealt in twenty steps")

    def _went_by(self, hand: HandId) -> bool:
        """Whether the blinds alone ended the hand."""
        return self.table.last_hand == hand

    def _act(self) -> None:
        hand = self.table.hand
        assert hand is not None
        assert hand.decision is not None
        decision, roll = hand.decision, self.dice.randrange(100)
        kind: hr.ActKind = "fold"
        to = 0
        if decision.max_to and roll < 12:
            kind, to = "raise", decision.max_to
        elif not decision.call:
            kind = "check"
        elif roll < 35:
            kind = "call"
        self.do(hr.Act(seat=decision.seat, decision=decision.decision, kind=kind, to=to))
        if self.dice.randrange(40) == 0 and self.table.hand is not None:
            self.do(tr.LeaveSeat(seat=decision.seat, code="0"))

    # -- what must be true of it ---------------------------------------------------------------------------------

    def _follow(self, event: AnyEvent) -> None:
        match event:
            case tr.BoughtIn() if event.seat not in self.names:
                self.names[event.seat] = event.name
                self.owes[event.name] = {"entry"}
                self.paid.discard(event.name)
            case tr.SeatLeft():
                self.names.pop(event.seat)
            case sr.SeatMoved():
                name = self.names.pop(event.seat)
                self.names[event.to] = name
                if self.last_big is not None and self.last_big[1] == name:
                    # He has moved of his own will, and what comes to his new seat is his.
                    self.last_big = self.last_big[0], ""
                if event.charged:
                    self.owes[name].add("entry")
                    self.paid.discard(name)
            case tr.ButtonMoved():
                self._moved = event
            case hr.HandStarted():
                self._started(event)

    def _started(self, event: hr.HandStarted) -> None:
        moved, dealt = self._moved, [entrant.seat for entrant in event.entrants]
        self.hands += 1
        if moved.anew:
            playing = {self.names[seat] for seat in dealt}
            self.paid |= playing
            for name in self.owes:
                self.owes[name] = set() if name in playing else self.owes[name]
        if self.last_big is not None:
            self._mark(moved, dealt)
        if self.last_big is not None and not moved.anew:
            self._check_big_blind(moved, dealt)
            for seat in dealt:
                self._check_paid(seat, event)
        self._check_button(moved, dealt)
        big = moved.big_blind
        assert big is not None
        self.paid.add(self.names[big])
        self.last_big = big, self.names[big]

    def _check_big_blind(self, moved: tr.ButtonMoved, dealt: list[Seat]) -> None:
        assert self.last_big is not None
        seat, name = self.last_big
        assert moved.big_blind is not None
        if self.names[moved.big_blind] == name:
            raise BlindError(f"{name} has the big blind twice running and {len(dealt)} play")
        present = [other for other, state in self.table.seats.items() if state.stack and not state.sitting_out]
        passed = [other for other in present if 0 < (other - seat) % MAX_SEATS < (moved.big_blind - seat) % MAX_SEATS]
        passed = [other for other in passed if not self.table.seats[other].locked]
        if passed:
            raise BlindError(f"the big blind passed over {passed}")

    def _mark(self, moved: tr.ButtonMoved, dealt: list[Seat]) -> None:
        """Whoever is seated, plays here already, and was passed by a blind owes it."""
        assert self.last_big is not None
        assert moved.big_blind is not None
        led = self.last_big[0]
        for seat, name in self.names.items():
            if seat in dealt or "entry" in self.owes[name] or self.table.seats[seat].waits:
                continue
            steps, distance = (seat - led) % MAX_SEATS, (moved.big_blind - led) % MAX_SEATS or MAX_SEATS
            if 0 < steps < distance:
                self.owes[name] |= {"big", "small"}
            elif steps == 0:
                self.owes[name].add("small")

    def _check_paid(self, seat: Seat, event: hr.HandStarted) -> None:
        """Hold what a seat posts against what its player owes."""
        name, stakes = self.names[seat], event.stakes
        posts = {post.kind: post.amount for post in event.forced if post.seat == seat and post.kind != "ante"}
        owes, self.owes[name] = self.owes[name], set()
        if not owes:
            if {"late-post", "dead-small-blind"} & posts.keys():
                raise BlindError(f"{name} owed nothing and posted {posts}")
            return
        self._count("entered " + "+".join(sorted(owes)))
        if "big-blind" in posts:
            self._count("by the big blind")
            return
        if posts.get("straddle") == 2 * stakes.big_blind:
            self._count("by a straddle")
            return
        self._count("by posting")
        wanted: dict[str, int] = {"late-post": stakes.big_blind}
        if "big" in owes:
            wanted["dead-small-blind"] = stakes.small_blind
            self.paid.add(name)
        elif owes == {"small"}:
            wanted = {"late-post": stakes.small_blind}
        if posts != wanted:
            raise BlindError(f"{name} owed {sorted(owes)} and posted {posts}, due was {wanted}")

    def _check_button(self, moved: tr.ButtonMoved, dealt: list[Seat]) -> None:
        name = self.names.get(moved.button)
        if moved.button not in dealt:
            self._count("dead button")
        elif len(dealt) > 2 and name not in self.paid:
            raise BlindError(f"{name} has the button and never had the big blind")

    def _count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1


def with_rules(profile: Profile, **fields: Any) -> Profile:
    """The profile with other fields."""
    return msgspec.structs.replace(profile, **fields)
