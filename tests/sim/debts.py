"""Who owes which blind, by name, from public events alone: a second opinion written from poker.md §5.4-§5.9 and §6."""

from collections.abc import Callable
from typing import Literal

import msgspec

from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import MAX_SEATS, Seat
from controller.vocab.records import AnyEvent

Owed = Literal["entry", "big", "small"]
Objects = Callable[[bool, str, str], None]
"""Objects, with the name of the rule and a sentence, where the first argument is false."""


class Guest(msgspec.Struct):
    """One player: what he must pay before he plays, whether he may have the button, whether he waits for his blind."""

    name: str
    owes: set[Owed]
    paid: bool = False
    waits: bool = False
    played: bool = False


class Debts:
    """Follows a table with blinds and objects to whatever is paid by nobody, or by the wrong player."""

    def __init__(self, objects: Objects) -> None:
        self.counts: dict[str, int] = {}
        self._objects = objects
        self._guests: dict[Seat, Guest] = {}
        self._owners: dict[Seat, Guest] = {}
        """Whose seats are played over."""
        self._led: tuple[Seat, Guest | None] | None = None
        """The seat of the last big blind, and who had it."""
        self._moved: tr.ButtonMoved | None = None
        self._straddler: Seat = 0
        self._before: tuple[list[tuple[Guest, Guest]], tuple[Seat, Guest | None] | None] = [], None
        """Everybody as he was when the hand's deck was fixed, and the last big blind of then."""
        self._asked: tuple[Seat, ...] = ()
        self._yes: set[Seat] = set()

    def follow(self, event: AnyEvent) -> None:
        """Watch one event."""
        match event:
            case tr.BoughtIn() if event.seat not in self._guests:
                self._guests[event.seat] = Guest(event.name, {"entry"})
            case tr.SatIn():
                self._guests[event.seat].waits = event.waits
            case tr.SeatLeft():
                self._guests.pop(event.seat)
            case sr.SeatPlayedOver():
                self._owners[event.seat] = self._guests.pop(event.seat)
            case sr.SeatTakenBack():
                self._guests[event.seat] = self._owners.pop(event.seat)
                self._count("has his seat again")
            case sr.SeatMoved():
                self._has_moved(event)
            case tr.QuestionAsked():
                self._asked, self._yes = event.seats, set()
            case tr.QuestionAnswered() if event.yes:
                self._yes.add(event.seat)
            case tr.QuestionClosed():
                self._check_verdict(event)
            case tr.CardsCommitted():
                guests = (*self._guests.values(), *self._owners.values())
                saved = [(guest, msgspec.structs.replace(guest, owes=set(guest.owes))) for guest in guests]
                self._before = saved, self._led
            case tr.ButtonMoved():
                self._moved = event
            case hr.HandVoided():
                self._as_before()
            case hr.HandStarted():
                self._started(event)

    def _check_verdict(self, event: tr.QuestionClosed) -> None:
        """The first right that says yes straddles; a consent is everyone's, and silence is no."""
        if event.question == "straddle":
            wanted = next((seat for seat in self._asked if seat in self._yes), 0)
            right = event.seat == wanted if event.agreed else not self._yes
            self._straddler = event.seat
        else:
            right = event.agreed == (self._yes >= set(self._asked))
            self._straddler = self._straddler if event.agreed else 0
        self._count(f"{event.question} {event.agreed}")
        self._objects(right, "straddle-as-asked", f"{event}, asked were {self._asked}, yes said {sorted(self._yes)}")
        # A bomb pot that is due every so many hands is agreed to without a question.
        self._asked, self._yes = (), set()

    def _as_before(self) -> None:
        """A void hand was no hand: nobody has paid or missed anything; who came in by it waits again."""
        saved, self._led = self._before
        for guest, was in saved:
            guest.waits = was.waits or (guest.waits and bool(was.owes & {"big", "small"}))
            guest.owes, guest.paid, guest.played = was.owes, was.paid, was.played
        self._count("a hand void")

    def _has_moved(self, event: sr.SeatMoved) -> None:
        guest = self._guests[event.to] = self._guests.pop(event.seat)
        if self._led is not None and self._led[1] is guest:
            # What comes to the seat of his own choice is his.
            self._led = self._led[0], None
        if event.charged:
            guest.owes.add("entry")
            guest.paid, guest.waits = False, True

    def _started(self, event: hr.HandStarted) -> None:
        moved, dealt = self._moved, [entrant.seat for entrant in event.entrants]
        if moved is None or moved.big_blind is None:
            return
        if moved.anew:
            for seat in dealt:
                self._guests[seat].paid = True
                self._guests[seat].owes.clear()
        if self._led is not None:
            self._mark(moved.big_blind, dealt)
        if self._led is not None and not moved.anew:
            again = self._guests[moved.big_blind] is self._led[1]
            self._objects(not again, "big-blind-not-twice", f"seat {moved.big_blind} has the big blind twice running")
            for seat in dealt:
                self._settle(seat, event)
        self._check_straddle(event, moved.big_blind)
        self._check_button(moved, dealt)
        self._guests[moved.big_blind].paid = True
        self._led = moved.big_blind, self._guests[moved.big_blind]
        for seat in dealt:
            self._guests[seat].waits, self._guests[seat].played = False, True
        self._straddler = 0

    def _mark(self, big_blind: Seat, dealt: list[Seat]) -> None:
        """Whoever plays here and was passed by a blind owes it, and two at the most."""
        assert self._led is not None
        led = self._led[0]
        distance = (big_blind - led) % MAX_SEATS or MAX_SEATS
        for seat, guest in self._guests.items():
            if seat not in dealt:
                self._passed((seat - led) % MAX_SEATS, guest, distance - 1)
        for seat, guest in self._owners.items():
            # He misses the big blind also where somebody else pays it at his seat.
            self._passed((seat - led) % MAX_SEATS, guest, distance)

    def _passed(self, steps: int, guest: Guest, furthest: int) -> None:
        """What a guest owes so many steps from the last big blind, who is not dealt in."""
        if not guest.played or guest.waits:
            return
        if 0 < steps <= furthest:
            guest.owes |= {"big", "small"}
        elif steps == 0:
            guest.owes.add("small")

    def _settle(self, seat: Seat, event: hr.HandStarted) -> None:
        """Hold what a seat posts against what its player owes."""
        guest, stakes = self._guests[seat], event.stakes
        posts = {post.kind: post.amount for post in event.forced if post.seat == seat and post.kind != "ante"}
        owes, guest.owes = guest.owes, set()
        late = {kind: amount for kind, amount in posts.items() if kind in ("late-post", "dead-small-blind")}
        if owes:
            self._count("entered " + "+".join(sorted(owes)))
        if not owes or "big-blind" in posts or "straddle" in posts:
            way = "by the big blind" if "big-blind" in posts else "by a straddle"
            self._count(way if owes else "plays on")
            self._objects(not late, "blinds-as-owed", f"{guest.name} owed nothing and posted {posts}")
            return
        self._count("by posting")
        wanted: dict[str, int] = {"late-post": stakes.big_blind}
        if "big" in owes:
            wanted["dead-small-blind"] = stakes.small_blind
            guest.paid = True
        elif owes == {"small"}:
            wanted = {"late-post": stakes.small_blind}
        sentence = f"{guest.name} owed {sorted(owes)} and posted {posts}, due was {wanted}"
        self._objects(posts == wanted, "blinds-as-owed", sentence)

    def _check_straddle(self, event: hr.HandStarted, big_blind: Seat) -> None:
        for post in event.forced:
            if post.kind != "straddle":
                continue
            twice = post.amount == 2 * event.stakes.big_blind
            self._objects(twice, "straddle-as-asked", f"a straddle of {post.amount}")
            left = min(
                (entrant.seat for entrant in event.entrants), key=lambda seat: (seat - big_blind - 1) % MAX_SEATS
            )
            entered = self._guests[post.seat].waits and post.seat == left
            asked = post.seat == self._straddler or entered
            self._objects(asked, "straddle-as-asked", f"seat {post.seat} straddles, asked was {self._straddler}")

    def _check_button(self, moved: tr.ButtonMoved, dealt: list[Seat]) -> None:
        if moved.button not in dealt:
            self._count("dead button")
        elif len(dealt) > 2:
            others = [seat for seat in dealt if seat not in (moved.small_blind, moved.big_blind)]
            # Who comes in on this very hand is not, and where nobody is entitled to it the rule names no one.
            entitled = [seat for seat in others if self._guests[seat].paid and not self._guests[seat].waits]
            paid = moved.button in entitled or not entitled
            self._objects(paid, "button-has-paid", f"seat {moved.button} has the button, entitled are {entitled}")

    def _count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
