"""A table without money or journal, at which people come and go by dice: what is looked at is who pays which blind."""

from random import Random

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
from tests.sim.debts import Debts

RICH = Money(10**9)
WALL = 1_800_000_000_000


class BlindError(AssertionError):
    """Somebody paid what he did not owe, or did not pay what he did."""


class Floor:
    """Plays hand after hand, and holds every one against a second opinion of who owes what."""

    def __init__(self, profile: Profile, seed: int) -> None:
        self.table, self.dice = Table(), Random(seed)
        self.profile = profile
        self.ms = 0
        self.debts = Debts(_object)
        self.last_big: Seat = 0
        self.events: list[AnyEvent] = []
        self.hands = self._serial = 0
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
        if taken.standing.lends and dice.randrange(3) == 0:
            self._play_over(seat)
            return
        if taken.plays_over and dice.randrange(3) == 0:
            self.do(sr.TakeSeatBack(seat=seat, by="floor"))
            return
        if taken.locked:
            wishes = [sr.UnlockSeat(seat=seat, by="floor")]
        self.do(dice.choice(rare if dice.randrange(4) == 0 else wishes))

    def _play_over(self, seat: Seat) -> None:
        """Somebody new sits down at the seat of a player who is away."""
        self._serial += 1
        name = f"P{self._serial}"
        self.do(sr.AllowPlayingOver(seat=seat, name=name, by="floor"))
        self._buy(seat, name)

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
                if isinstance(want, tr.WantVacated):
                    self.do(sr.Vacate(seat=want.seat, code="0"))
                elif isinstance(want, tr.WantSeed):
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
        if isinstance(event, tr.ButtonMoved):
            self._check_big_blind(event)
        elif isinstance(event, hr.HandStarted):
            self.hands += 1
            self.last_big = next(post.seat for post in event.forced if post.kind == "big-blind")
        self.debts.follow(event)

    def _check_big_blind(self, moved: tr.ButtonMoved) -> None:
        """Nobody who is there is passed over by the big blind."""
        led, big_blind = self.last_big, moved.big_blind
        if not led or big_blind is None:
            return
        there = [seat for seat, state in self.table.seats.items() if state.stack and not state.sitting_out]
        there = [seat for seat in there if not self.table.seats[seat].locked]
        passed = [seat for seat in there if 0 < (seat - led) % MAX_SEATS < (big_blind - led) % MAX_SEATS]
        if passed:
            raise BlindError(f"the big blind passed over {passed}")


def _object(holds: bool, name: str, sentence: str) -> None:
    if not holds:
        raise BlindError(f"{name}: {sentence}")
