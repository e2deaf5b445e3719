"""One day: a diary of what people will do, the machine's own clock between, and a report when the table is empty."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from cashier.money import Money
from cashier.records import ClaimCodeGiven, CollectClaim, Event
from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.day.account import Seen, draw_up
from controller.app.day.books import DayBooks
from controller.app.day.diary import Deed, Diary
from controller.app.day.figures import DayReport
from controller.app.day.floor import FLOOR, FloorPerson
from controller.app.day.host import DayError, Host, Stacked
from controller.app.day.people import CALLER, HOUR, MILLE, MINUTE, Person, draw_people, policy_of
from controller.app.day.proving import Proving
from controller.app.day.screens import Screens
from controller.app.policies import choose
from controller.table.buying import purchase_of
from controller.vocab import entropy_records as er
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import gaming_day
from controller.vocab.ids import DecisionId, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent

LAST_HANDS: Final = 3
"""Hands that are announced when the day is over."""

PATIENCE_AT_THE_END: Final = HOUR
"""After closing time, when everybody is sent home whatever happens."""

MOST_STEPS: Final = 2_000_000
"""Far more than any day has; a machine that goes on without end is a finding."""


class Day:
    """Played once. The same profile, players, hours and seed give the same day.

    On `stacked` hands the deck makes a jackpot, and nobody folds.
    """

    def __init__(self, profile: Profile, players: int, hours: int, seed: int, stacked: Stacked | None = None) -> None:
        self._dice = Random(f"day {seed}")
        self._profile, self._hours, self._seed = profile, hours, seed
        self._length = hours * HOUR
        self._people = draw_people(self._dice, profile, players, self._length)
        self._names = {person.name: person for person in self._people}
        self._seated: dict[Seat, Person] = {}
        self._lent: dict[Seat, Person] = {}
        """Whose seats are played over."""
        self._owners: dict[Seat, Person] = {}
        """Who last sat at a seat: what is left there is his."""
        self._dark: set[Seat] = set()
        """Seats whose screen is not there."""
        self._books = DayBooks(profile)
        self._diary = Diary()
        self._listed_at: dict[str, int] = {}
        self._waits: list[int] = []
        self._filled, self._filled_until = 0, 0
        self._deeds: dict[str, int] = {}
        self._open = True
        self._hit = False
        self._stacked = stacked
        self._proving = Proving(profile.table)
        self._screens = Screens(profile.table, Random(f"screens {seed}"))
        self._host = Host(profile, self._dice, self._told, self._screens, stacked)
        self._floor = FloorPerson(self._host, self._dice)

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
            if self._hit:
                # Nothing else happens at a table that has stopped for its jackpot.
                self._hit = False
                self._floor.settles()
            if not self._step():
                return self._report()
        raise DayError(f"the day did not end in {MOST_STEPS} steps")

    def _step(self) -> bool:
        """Do the next thing in time: of the diary, or what is due by the machine's clock. False when nothing is."""
        due, wished = machines.due(self._host.machine), self._diary.next_at
        if wished is not None and (due is None or wished <= due):
            self._host.ms = max(self._host.ms, wished)
            self._diary.take()()
            return True
        if due is None:
            return False
        self._host.ms = max(self._host.ms, due)
        self._host.do(tr.Tick())
        return True

    def _later(self, wait: int, deed: Deed) -> None:
        self._diary.write(self._host.ms + wait, deed)

    def _chance(self, mille: int) -> bool:
        return self._dice.randrange(MILLE) < mille

    def _count(self, deed: str) -> None:
        self._deeds[deed] = self._deeds.get(deed, 0) + 1

    # -- what is heard of the machine ----------------------------------------------------------------------------

    def _told(self, event: AnyEvent, now: int) -> None:
        self._books.follow(event, now)
        self._proving.follow(event)
        heard = _HEARD.get(type(event))
        if heard is not None:
            heard(self, event)

    def _heard_decision(self, event: hr.DecisionOffered) -> None:
        """He thinks, if he is there; now and then he is not."""
        person = self._seated[event.seat]
        if person.acts and self._open and self._chance(person.habits.walks_away):
            person.away = True
            self._count("walked away")
            self._later(self._dice.randrange(MINUTE, 40 * MINUTE), partial(self._returns, person))
        elif person.acts and self._chance(person.habits.loses_screen):
            self._later(0, partial(self._loses_screen, person, event.seat))
            self._later(self._dice.randrange(MINUTE // 3, 5 * MINUTE), partial(self._back, person, event.seat))
        if person.acts:
            wait = self._dice.randrange(person.habits.thinks // 2, 2 * person.habits.thinks)
            self._later(wait, partial(self._acts, person, event.decision))

    def _heard_cut(self, event: er.CutAsked) -> None:
        """Whoever may cut does, lets the deck be, or comes too late; who is not there does nothing."""
        if self._seated[event.seat].acts:
            wait, cut = self._screens.cut(event)
            self._later(wait, partial(self._cuts, cut))

    def _heard_left_out(self, _event: er.EntropyLeftOut) -> None:
        self._count("number left out")

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
        for person in list(self._seated.values()):
            self._later(0, partial(self._between_hands, person))

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
        person.place = "listed" if self._open and person.name in self._listed_at else "gone"
        person.seat = 0
        if event.seat in self._dark:
            self._later(0, partial(self._back, person, event.seat))

    def _heard_played_over(self, event: sr.SeatPlayedOver) -> None:
        self._count("played over")
        self._lent[event.seat] = self._seated.pop(event.seat)

    def _heard_taken_back(self, event: sr.SeatTakenBack) -> None:
        """The owner has his seat again, and comes in if he is there."""
        person = self._lent.pop(event.seat)
        self._seated[event.seat] = self._owners[event.seat] = person
        if person.back:
            person.back = False
            self._later(0, partial(self._sits_in, person))

    def _heard_moved(self, event: sr.SeatMoved) -> None:
        """He goes to a screen that is there."""
        self._count("changed seats")
        person = self._seated.pop(event.seat)
        self._seated[event.to] = self._owners[event.to] = person
        person.seat, person.screen_lost = event.to, False

    def _heard_out(self, event: tr.SatOut) -> None:
        """Who cannot pay for his time goes; an empty chair is offered to the list."""
        if event.cause == "fee":
            self._count("could not pay for his time")
            self._later(0, partial(self._leaves, self._seated[event.seat]))
        elif event.cause != "bust":
            self._later(self._dice.randrange(MINUTE, 4 * MINUTE), self._offers_seat)

    def _heard_hit(self, _event: jr.BadBeatHit) -> None:
        self._hit = True

    def _heard_month(self, event: jr.MonthHandWon) -> None:
        self._later(HOUR, partial(self._floor.pays, event))

    def _heard_code(self, event: ClaimCodeGiven) -> None:
        """He collects at the kiosk."""
        wait = self._dice.randrange(MINUTE // 4, 3 * MINUTE)
        self._later(wait, partial(self._collects, self._owners[event.seat], event.code))

    def _heard_held(self, event: sr.SeatHeld) -> None:
        """A seat is kept for him, and he walks there."""
        person = self._names[event.name]
        takes = self._takes if person.place == "listed" else self._moves_to_own
        self._later(person.habits.walk, partial(takes, person, event.seat))

    def _heard_off_list(self, event: sr.ListLeft) -> None:
        """He was seated, asked to be taken off, or came too late and goes home."""
        waited = self._host.ms - self._listed_at.pop(event.name)
        if event.cause == "seated":
            self._waits.append(waited)
        elif self._names[event.name].place == "listed":
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
        self._host.do(sr.JoinList(name=person.name, by=FLOOR))
        self._later(person.habits.patience, partial(self._gives_up, person))
        self._plays_over(person)

    def _offers_seat(self) -> None:
        """Whoever is first on the list and would play over somebody may."""
        names = [waiter.name for waiter in self._host.machine.table.waiting if not waiter.seat]
        listed = (self._names[name] for name in names if self._names[name].place == "listed")
        person = next((person for person in listed if person.habits.plays_over), None)
        if person is not None:
            self._plays_over(person)

    def _plays_over(self, person: Person) -> None:
        if self._open and self._chance(person.habits.plays_over):
            seat = self._floor.lends(person.name)
            if seat is not None:
                self._sits_down(person, seat)

    def _moves_to_own(self, person: Person, seat: Seat) -> None:
        """Who plays over somebody has a seat kept for him now; he moves between two hands."""
        table = self._host.machine.table
        kept = any((waiter.name, waiter.seat) == (person.name, seat) for waiter in table.waiting)
        taken = table.seats.get(person.seat)
        if not kept or taken is None or taken.leave_code:
            return
        if table.hand is None:
            self._floor.moves(person.seat, seat)
        else:
            self._later(MINUTE // 4, partial(self._moves_to_own, person, seat))

    def _gives_up(self, person: Person) -> None:
        if person.place == "listed":
            self._host.do(sr.LeaveList(name=person.name, by=FLOOR))

    def _takes(self, person: Person, seat: Seat) -> None:
        if person.place == "listed" and self._open:
            self._sits_down(person, seat)

    def _sits_down(self, person: Person, seat: Seat) -> None:
        habits, unit = person.habits, self._profile.stakes.unit
        today = gaming_day(self._profile.gaming_day, self._host.now.wall)
        table = self._host.machine.table
        limits = purchase_of(table, self._profile, person.name, None, today, playing=False)
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
        is_stacked = self._stacked is not None and hand.started.hand in self._stacked.hands
        policy = CALLER if is_stacked else policy_of(person.habits.temper, self._profile.stakes.unit)
        self._host.do(choose(policy, hand, hand.decision, self._dice))

    def _cuts(self, cut: er.CutDeck) -> None:
        self._host.ask(cut, Code.NOT_DUE)

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
        self._sits_in(person)

    def _returns(self, person: Person) -> None:
        person.away = False
        self._sits_in(person)

    def _sits_in(self, person: Person) -> None:
        seat = person.seat
        if self._lent.get(seat) is person:
            person.back = True
            self._floor.gives_back(seat)
        elif self._seated.get(seat) is person:
            self._host.ask(tr.SitIn(seat=seat), Code.ALREADY_SO, Code.BUY_IN_TOO_SMALL)
            self._later(0, partial(self._between_hands, person))

    def _between_hands(self, person: Person) -> None:
        table, seat = self._host.machine.table, person.seat
        taken = table.seats.get(seat)
        is_his = self._seated.get(seat) is person
        if taken is None or not is_his or taken.leave_code or table.hand is not None or not person.acts:
            return
        if self._host.ms >= person.leaves_at:
            self._leaves(person)
        elif not taken.stack:
            self._is_bust(person, seat)
        elif person.habits.tops_up and 2 * taken.stack < self._profile.buy_in.least:
            self._count("topped up")
            self._buys(person, seat, Money(self._profile.buy_in.least - taken.stack))
        elif self._open and not taken.sitting_out and self._chance(person.habits.rests):
            self._rests(person, seat)
        elif self._open and self._chance(person.habits.moves):
            self._would_move(person)
        elif self._chance(person.habits.by_the_hour) and self._profile.jackpots.hourly.amount:
            self._host.ask(tr.ProposeHour(seat=seat), Code.NOT_ALLOWED, Code.ALREADY_SO)

    def _leaves(self, person: Person) -> None:
        if self._seated.get(person.seat) is person:
            self._host.ask(tr.LeaveSeat(seat=person.seat, code=self._host.code()), Code.ALREADY_SO)

    def _would_move(self, person: Person) -> None:
        """He asks for another seat, and gets it if it is free."""
        free = [seat for seat in range(1, self._profile.seats + 1) if seat not in self._seated]
        if free:
            to = self._dice.choice(free)
            asked = self._host.ask(sr.AskSeatChange(seat=person.seat, to=to), Code.SEAT_HELD, Code.ALREADY_SO)
            if not isinstance(asked, Refusal):
                self._floor.moves(person.seat, to)

    def _is_bust(self, person: Person, seat: Seat) -> None:
        self._count("bust")
        if person.rebuys and self._open:
            person.rebuys -= 1
            self._count("bought again")
            self._buys(person, seat, self._profile.buy_in.least)
        else:
            self._leaves(person)

    def _rests(self, person: Person, seat: Seat) -> None:
        """A short rest, or the longer break that everybody has once."""
        if self._dice.randrange(4):
            self._count("sat out")
            self._host.do(tr.SitOut(seat=seat))
            self._later(self._dice.randrange(2 * MINUTE, 25 * MINUTE), partial(self._sits_in, person))
        elif not isinstance(self._host.ask(sr.TakeBreak(seat=seat), Code.NOT_ALLOWED, Code.ALREADY_SO), Refusal):
            self._count("took the break")
            self._later(self._dice.randrange(10 * MINUTE, 35 * MINUTE), partial(self._sits_in, person))

    def _collects(self, person: Person, code: str) -> None:
        self._host.do(CollectClaim(request=self._host.request(), code=code))
        person.tickets = Money(person.tickets + self._host.cash_out())

    # -- the end -------------------------------------------------------------------------------------------------

    def _closes(self) -> None:
        self._count_seats()
        self._open = False
        for waiter in self._host.machine.table.waiting:
            self._host.do(sr.LeaveList(name=waiter.name, by=FLOOR))
        self._host.do(sr.CloseTable(by=FLOOR, hands=LAST_HANDS))

    def _sends_home(self) -> None:
        """Whoever is still there goes: a last hand that cannot be dealt keeps nobody."""
        for seat in (*self._seated, *self._lent):
            self._host.ask(tr.LeaveSeat(seat=seat, code=self._host.code()), Code.ALREADY_SO)

    def _report(self) -> DayReport:
        seen = Seen(self._hours, self._seed, self._filled, self._waits, self._deeds)
        return draw_up(self._host, self._books, self._proving, self._people, seen)


_HEARD: Final[Mapping[type[Event], Callable[[Day, Any], None]]] = {
    hr.DecisionOffered: Day._heard_decision,
    tr.QuestionAsked: Day._heard_question,
    er.CutAsked: Day._heard_cut,
    er.EntropyLeftOut: Day._heard_left_out,
    sr.EntryOffered: Day._heard_entry,
    tr.RestBegan: Day._heard_rest,
    tr.BoughtIn: Day._heard_bought,
    tr.SeatLeft: Day._heard_left,
    ClaimCodeGiven: Day._heard_code,
    sr.SeatHeld: Day._heard_held,
    sr.SeatPlayedOver: Day._heard_played_over,
    sr.SeatTakenBack: Day._heard_taken_back,
    sr.SeatMoved: Day._heard_moved,
    tr.SatOut: Day._heard_out,
    jr.BadBeatHit: Day._heard_hit,
    jr.MonthHandWon: Day._heard_month,
    sr.ListLeft: Day._heard_off_list,
}
