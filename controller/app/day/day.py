"""One day: a diary of what people will do, the machine's own clock between, and a report when the table is empty."""

import heapq
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from cashier.accounts import TransferCode
from cashier.money import Money
from cashier.records import ClaimCodeGiven, CollectClaim, Event
from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.day.books import DayBooks, Equation
from controller.app.day.figures import DayReport
from controller.app.day.host import DayError, Host
from controller.app.day.people import HOUR, MILLE, MINUTE, Person, draw_people, policy_of
from controller.app.policies import choose
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import Chips, DecisionId, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent

LAST_HANDS: Final = 3
"""Hands that are announced when the day is over."""

PATIENCE_AT_THE_END: Final = HOUR
"""After closing time, when everybody is sent home whatever happens."""

MOST_STEPS: Final = 2_000_000
"""Far more than any day has; a machine that goes on without end is a finding."""


class Day:
    """Played once. The same profile, players, hours and seed give the same day."""

    def __init__(self, profile: Profile, players: int, hours: int, seed: int) -> None:
        self._dice = Random(f"day {seed}")
        self._profile, self._hours, self._seed = profile, hours, seed
        self._length = hours * HOUR
        self._people = draw_people(self._dice, profile, players, self._length)
        self._names = {person.name: person for person in self._people}
        self._seated: dict[Seat, Person] = {}
        self._owners: dict[Seat, Person] = {}
        """Who last sat at a seat: what is left there is his."""
        self._dark: set[Seat] = set()
        """Seats whose screen is not there."""
        self._books = DayBooks(profile)
        self._diary: list[tuple[int, int, Callable[[], None]]] = []
        self._entries = 0
        self._listed_at: dict[str, int] = {}
        self._waits: list[int] = []
        self._filled, self._filled_until = 0, 0
        self._deeds: dict[str, int] = {}
        self._open = True
        self._host = Host(profile, self._dice, self._told)

    def play(self) -> DayReport:
        """Play the day to its end. Raises `DayError` or `InvariantBreach` for what may not happen."""
        for seat in range(1, self._profile.seats + 1):
            self._screen(seat, connected=True)
        for person in self._people:
            self._later(person.habits.arrives, partial(self._arrives, person))
        self._later(self._length, self._closes)
        self._later(self._length + PATIENCE_AT_THE_END, self._sends_home)
        for _step in range(MOST_STEPS):
            self._host.serve()
            if not self._step():
                return self._report()
        raise DayError(f"the day did not end in {MOST_STEPS} steps")

    def _step(self) -> bool:
        """Do the next thing in time: of the diary, or what is due by the machine's clock. False when nothing is."""
        due = machines.due(self._host.machine)
        if self._diary and (due is None or self._diary[0][0] <= due):
            at, _entry, deed = heapq.heappop(self._diary)
            self._host.ms = max(self._host.ms, at)
            deed()
            return True
        if due is None:
            return False
        self._host.ms = max(self._host.ms, due)
        self._host.do(tr.Tick())
        return True

    def _later(self, wait: int, deed: Callable[[], None]) -> None:
        self._entries += 1
        heapq.heappush(self._diary, (self._host.ms + wait, self._entries, deed))

    def _chance(self, mille: int) -> bool:
        return self._dice.randrange(MILLE) < mille

    def _count(self, deed: str) -> None:
        self._deeds[deed] = self._deeds.get(deed, 0) + 1

    # -- what is heard of the machine ----------------------------------------------------------------------------

    def _told(self, event: AnyEvent) -> None:
        self._books.follow(event)
        heard = _HEARD.get(type(event))
        if heard is not None:
            heard(self, event)

    def _heard_decision(self, event: hr.DecisionOffered) -> None:
        """He thinks, if he is there; now and then he is not."""
        person = self._seated[event.seat]
        if person.acts and self._open and self._chance(person.habits.walks_away):
            person.away = True
            self._count("walked away")
            self._later(self._dice.randrange(MINUTE, 40 * MINUTE), partial(self._returns, person, event.seat))
        elif person.acts and self._chance(person.habits.loses_screen):
            self._later(0, partial(self._loses_screen, person, event.seat))
            self._later(self._dice.randrange(MINUTE // 3, 5 * MINUTE), partial(self._back, person, event.seat))
        if person.acts:
            wait = self._dice.randrange(person.habits.thinks // 2, 2 * person.habits.thinks)
            self._later(wait, partial(self._acts, person, event.decision))

    def _heard_question(self, event: tr.QuestionAsked) -> None:
        """Everybody who is there answers, some of them too late."""
        for seat in event.seats:
            person = self._seated[seat]
            if person.acts:
                wait = self._dice.randrange(500, self._profile.clocks.question * 5 // 4 + 501)
                self._later(wait, partial(self._answers, seat, event))

    def _heard_entry(self, event: sr.EntryOffered) -> None:
        """He comes in his way, if that is offered."""
        way = self._seated[event.seat].habits.entry
        if way in event.ways and way != "wait":
            self._later(0, partial(self._comes_in, event.seat, way))

    def _heard_rest(self, _event: tr.RestBegan) -> None:
        """Between two hands everybody looks at his chips and at his watch."""
        for seat, person in list(self._seated.items()):
            self._later(0, partial(self._between_hands, person, seat))

    def _heard_bought(self, event: tr.BoughtIn) -> None:
        """He has a seat, and the seats are counted."""
        if event.seat not in self._seated:
            self._count_seats()
            person = self._names[event.name]
            person.place, person.seat = "seated", event.seat
            self._seated[event.seat] = self._owners[event.seat] = person

    def _heard_left(self, event: tr.SeatLeft) -> None:
        """He goes home with what he has."""
        self._count_seats()
        person = self._seated.pop(event.seat)
        person.place, person.seat = "gone", 0
        if event.seat in self._dark:
            self._later(0, partial(self._back, person, event.seat))

    def _heard_code(self, event: ClaimCodeGiven) -> None:
        """He collects at the kiosk."""
        wait = self._dice.randrange(MINUTE // 4, 3 * MINUTE)
        self._later(wait, partial(self._collects, self._owners[event.seat], event.code))

    def _heard_held(self, event: sr.SeatHeld) -> None:
        """A seat is kept for him, and he walks there."""
        person = self._names[event.name]
        self._later(person.habits.walk, partial(self._takes, person, event.seat))

    def _heard_off_list(self, event: sr.ListLeft) -> None:
        """He was seated, asked to be taken off, or came too late and goes home."""
        waited = self._host.ms - self._listed_at.pop(event.name)
        if event.cause == "seated":
            self._waits.append(waited)
        else:
            self._names[event.name].place = "gone"
            self._count("gave up waiting" if event.cause == "asked" else "came too late for a seat")

    def _count_seats(self) -> None:
        """Seat time so far, up to closing time."""
        until = min(self._host.ms, self._length)
        self._filled += len(self._seated) * (until - self._filled_until)
        self._filled_until = until

    # -- what people do ------------------------------------------------------------------------------------------

    def _arrives(self, person: Person) -> None:
        if not self._open:
            person.place = "gone"
            return
        waiting = self._host.machine.table.waiting
        free = [seat for seat in range(1, self._profile.seats + 1) if seat not in self._seated]
        if free and not waiting:
            self._sits_down(person, self._dice.choice(free))
            return
        person.place = "listed"
        self._listed_at[person.name] = self._host.ms
        self._host.do(sr.JoinList(name=person.name, by="floor"))
        self._later(person.habits.patience, partial(self._gives_up, person))

    def _gives_up(self, person: Person) -> None:
        if person.place == "listed":
            self._host.do(sr.LeaveList(name=person.name, by="floor"))

    def _takes(self, person: Person, seat: Seat) -> None:
        if person.place == "listed" and self._open:
            self._sits_down(person, seat)

    def _sits_down(self, person: Person, seat: Seat) -> None:
        habits, limits, unit = person.habits, self._profile.buy_in, self._profile.stakes.unit
        wish = limits.least + (limits.most - limits.least) * habits.buy_in // MILLE
        self._buys(person, seat, Money(wish - wish % unit))
        person.rebuys = habits.rebuys
        person.leaves_at = self._host.ms + habits.stays

    def _buys(self, person: Person, seat: Seat, amount: Money) -> None:
        """Pay in notes, buy chips, and take the change as a ticket."""
        paid = self._host.insert(amount)
        person.cash = Money(person.cash - paid)
        self._host.do(tr.BuyIn(request=self._host.request(), seat=seat, amount=amount, name=person.name))
        person.tickets = Money(person.tickets + self._host.cash_out())

    def _acts(self, person: Person, decision: DecisionId) -> None:
        hand = self._host.machine.table.hand
        if hand is None or hand.decision is None or hand.decision.decision != decision or not person.acts:
            return
        policy = policy_of(person.habits.temper, self._profile.stakes.unit)
        self._host.do(choose(policy, hand, hand.decision, self._dice))

    def _answers(self, seat: Seat, asked: tr.QuestionAsked) -> None:
        person = self._seated.get(seat)
        if person is None:
            return
        yes = self._chance(person.habits.straddles) if asked.question == "straddle" else self._chance(800)
        answer = tr.Answer(seat=seat, hand=asked.hand, question=asked.question, yes=yes)
        self._host.ask(answer, Code.NOT_DUE, Code.NOT_ALLOWED)

    def _comes_in(self, seat: Seat, way: sr.EntryWay) -> None:
        if seat in self._seated:
            self._host.ask(sr.ChooseEntry(seat=seat, way=way), Code.ALREADY_SO)

    def _screen(self, seat: Seat, *, connected: bool) -> None:
        self._host.do(fr.ReportDisplay(screen=f"seat-{seat}", connected=connected, seat=seat))

    def _loses_screen(self, person: Person, seat: Seat) -> None:
        if person.seat == seat and seat not in self._dark:
            self._dark.add(seat)
            person.screen_lost = True
            self._count("lost the screen")
            self._screen(seat, connected=False)

    def _back(self, person: Person, seat: Seat) -> None:
        """The screen is there again, and so is he, if it is still his."""
        if seat in self._dark:
            self._dark.discard(seat)
            self._screen(seat, connected=True)
        person.screen_lost = False
        self._sits_in(person, seat)

    def _returns(self, person: Person, seat: Seat) -> None:
        person.away = False
        self._sits_in(person, seat)

    def _sits_in(self, person: Person, seat: Seat) -> None:
        if person.seat == seat:
            self._host.ask(tr.SitIn(seat=seat), Code.ALREADY_SO, Code.BUY_IN_TOO_SMALL)
            self._later(0, partial(self._between_hands, person, seat))

    def _between_hands(self, person: Person, seat: Seat) -> None:
        table = self._host.machine.table
        taken = table.seats.get(seat)
        if taken is None or person.seat != seat or taken.leave_code or table.hand is not None or not person.acts:
            return
        if self._host.ms >= person.leaves_at:
            self._host.do(tr.LeaveSeat(seat=seat, code=self._host.code()))
        elif not taken.stack:
            self._is_bust(person, seat)
        elif person.habits.tops_up and 2 * taken.stack < self._profile.buy_in.least:
            self._count("topped up")
            self._buys(person, seat, Money(self._profile.buy_in.least - taken.stack))
        elif self._open and not taken.sitting_out and self._chance(person.habits.rests):
            self._rests(person, seat)

    def _is_bust(self, person: Person, seat: Seat) -> None:
        self._count("bust")
        if person.rebuys and self._open:
            person.rebuys -= 1
            self._count("bought again")
            self._buys(person, seat, self._profile.buy_in.least)
        else:
            self._host.do(tr.LeaveSeat(seat=seat, code=self._host.code()))

    def _rests(self, person: Person, seat: Seat) -> None:
        """A short rest, or the longer break that everybody has once."""
        if self._dice.randrange(4):
            self._count("sat out")
            self._host.do(tr.SitOut(seat=seat))
            self._later(self._dice.randrange(2 * MINUTE, 25 * MINUTE), partial(self._sits_in, person, seat))
        elif not isinstance(self._host.ask(sr.TakeBreak(seat=seat), Code.NOT_ALLOWED, Code.ALREADY_SO), Refusal):
            self._count("took the break")
            self._later(self._dice.randrange(10 * MINUTE, 35 * MINUTE), partial(self._sits_in, person, seat))

    def _collects(self, person: Person, code: str) -> None:
        self._host.do(CollectClaim(request=self._host.request(), code=code))
        person.tickets = Money(person.tickets + self._host.cash_out())

    # -- the end -------------------------------------------------------------------------------------------------

    def _closes(self) -> None:
        self._count_seats()
        self._open = False
        for waiter in self._host.machine.table.waiting:
            self._host.do(sr.LeaveList(name=waiter.name, by="floor"))
        self._host.do(sr.CloseTable(by="floor", hands=LAST_HANDS))

    def _sends_home(self) -> None:
        """Whoever is still there goes: a last hand that cannot be dealt keeps nobody."""
        for seat in list(self._seated):
            self._host.ask(tr.LeaveSeat(seat=seat, code=self._host.code()), Code.ALREADY_SO)

    def _report(self) -> DayReport:
        sums, host = self._books.totals, self._host
        machines.audit(host.machine)
        return DayReport(
            table=self._profile.table,
            game=self._profile.game,
            players=len(self._people),
            hours=self._hours,
            seed=self._seed,
            hands=sums.hands,
            hands_per_hour=sums.hands // self._hours,
            acts=sums.acts,
            commands=host.commands,
            seats_filled=MILLE * self._filled // (self._length * self._profile.seats),
            rake=sums.rake,
            notes_in=sums.notes,
            tickets_out=sums.tickets,
            blinds_owed=sums.forced,
            blinds_paid=sums.posted,
            blinds_missed=sums.missed,
            entries_posted=sums.entry_paid,
            straddles=sums.straddles,
            sat_down=sums.sat_down,
            listed=sums.listed,
            seated_from_list=sums.seated_from_list,
            mean_wait=sum(self._waits) // max(len(self._waits), 1),
            longest_wait=max(self._waits, default=0),
            deeds=dict(sorted(self._deeds.items())),
            refused={code.value: count for code, count in sorted(host.refused.items())},
            equations=(*self._of_the_machine(), *self._of_the_books()),
        )

    def _of_the_books(self) -> tuple[Equation, ...]:
        table = self._host.machine.table
        stacks: Chips = sum(seat.stack for seat in table.seats.values())
        return self._books.equations(stacks=stacks, listed=len(table.waiting))

    def _of_the_machine(self) -> tuple[Equation, ...]:
        """The machine's own account, and what people carried in and out against it."""
        machine, sums = self._host.machine, self._books.totals
        brought = sum(person.brought for person in self._people)
        carried = sum(person.cash + person.tickets for person in self._people)
        held = machines.held(machine)
        here = held.balance + held.claims + held.pot + sum(held.stacks.values()) + sum(held.reserved.values())
        tickets = sum(person.tickets for person in self._people)
        return (
            Equation("machine: money in = out + held", machines.reconciliation(machine).difference, 0),
            Equation("pockets: brought = carried home + rake + here", brought, carried + sums.rake + here),
            Equation("tickets: printed = carried home", sums.tickets, tickets),
            Equation("rake: meter = hands", machine.ledger.meter(TransferCode.RAKE).amount, sums.rake),
        )


_HEARD: Final[Mapping[type[Event], Callable[[Day, Any], None]]] = {
    hr.DecisionOffered: Day._heard_decision,
    tr.QuestionAsked: Day._heard_question,
    sr.EntryOffered: Day._heard_entry,
    tr.RestBegan: Day._heard_rest,
    tr.BoughtIn: Day._heard_bought,
    tr.SeatLeft: Day._heard_left,
    ClaimCodeGiven: Day._heard_code,
    sr.SeatHeld: Day._heard_held,
    sr.ListLeft: Day._heard_off_list,
}
