"""What an onlooker writes down of a day, from the events alone, and the equations that must come to nothing.

He knows the rules of blinds and fee by himself and never asks the table what somebody owes, so that an error of the
table is a difference here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from cashier import records as cash
from cashier.records import Event
from controller.games import Rulings, rulings_by, table_rules_by
from controller.jackpots import carrier_of
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import Profile, Stakes
from controller.vocab.records import AnyEvent

ENTRY_POSTS: Final = ("late-post", "dead-small-blind")
"""What is posted by those who come in without waiting (poker.md §5.7, §5.8)."""


class Equation(msgspec.Struct, frozen=True):
    """Two counts of the same thing; `difference` must be 0. Amounts are in minor units."""

    name: str
    one: int
    other: int

    @property
    def difference(self) -> int:
        """What one count has more than the other."""
        return self.one - self.other


class Debt(msgspec.Struct):
    """What a seat must pay or wait for before it is dealt in: as a newcomer, or for blinds that it has missed."""

    new: bool = False
    small: bool = False
    big: bool = False
    paid_until: int = -1
    """The table time (ms) up to which it has paid for its time."""

    @property
    def owes(self) -> bool:
        """Whether it owes anything."""
        return self.new or self.small or self.big


class HandCount(msgspec.Struct):
    """A hand that is being played: what went into the pots, and whether a second round was dealt."""

    started: hr.HandStarted
    blinds: bool
    """Somebody has the big blind."""
    posted: dict[Seat, Chips] = {}
    all_in: set[Seat] = set()
    """Seats that had nothing left when they had posted."""
    pot: Chips = 0
    second_round: bool = False
    rake: Chips = 0
    dropped: Chips = 0
    by_the_hour: bool = False
    awarded: Chips = 0


class Totals(msgspec.Struct):
    """The sums of a day."""

    hands: int = 0
    ended: int = 0
    acts: int = 0
    bought: int = 0
    taken: int = 0
    rake: int = 0
    rake_by_rule: int = 0
    dropped: int = 0
    dropped_by_rule: int = 0
    hour_paid: int = 0
    charged: int = 0
    charges: int = 0
    charges_due: int = 0
    seeded: int = 0
    shares: int = 0
    month_paid: int = 0
    hits: int = 0
    put_in: int = 0
    paid_out: int = 0
    forced: int = 0
    posted: int = 0
    all_in_short: int = 0
    big_blinds_due: int = 0
    big_blinds: int = 0
    entry_owed: int = 0
    entry_paid: int = 0
    straddles: int = 0
    played_over: int = 0
    missed: int = 0
    notes: int = 0
    tickets: int = 0
    sat_down: int = 0
    left: int = 0
    listed: int = 0
    seated_from_list: int = 0
    off_list: int = 0

    @property
    def fees(self) -> int:
        """What house and jackpots took of the chips."""
        return self.rake + self.dropped + self.hour_paid + self.charged


class DayBooks:
    """Follows events; `totals` are the day so far."""

    def __init__(self, profile: Profile) -> None:
        self.totals = Totals()
        self._profile, self._now = profile, 0
        self._hour_until = 0
        self._rulings: Rulings = rulings_by(profile.rule_set, profile.rulings)
        self._rules = table_rules_by(profile.rule_set, profile.rulings)
        self._debts: dict[Seat, Debt] = {}
        self._owners: dict[Seat, Debt] = {}
        """The same of players whose seats are played over."""
        self._fresh: set[Seat] = set()
        """Seats that were taken by the command that is being told."""
        self._moved: tr.ButtonMoved | None = None
        self._hand: HandCount | None = None

    def follow(self, event: AnyEvent, now: int) -> None:
        """Write an event down that was told at table time `now` (ms)."""
        self._now = now
        written = _FOLLOWS.get(type(event))
        if written is not None:
            written(self, event)

    def equations(self, *, stacks: int, listed: int, jackpots: int) -> tuple[Equation, ...]:
        """The day's equations.

        `stacks` are the chips still at the table, `listed` the names still on the list, and `jackpots` hold so much.
        """
        sums = self.totals
        came = sums.dropped + sums.hour_paid + sums.seeded
        return (
            Equation("hands: begun = ended", sums.hands, sums.ended),
            Equation("pots: put in = paid out + taken", sums.put_in, sums.paid_out + sums.rake + sums.dropped),
            Equation("chips: bought = taken home + fees + left", sums.bought, sums.taken + sums.fees + stacks),
            Equation("rake: taken = by the rule", sums.rake, sums.rake_by_rule),
            Equation("jackpots: drops = by the rule", sums.dropped, sums.dropped_by_rule),
            Equation("jackpots: fed + seed = paid + held", came, sums.shares + sums.month_paid + jackpots),
            Equation("time: charges = charges due", sums.charges, sums.charges_due),
            Equation("blinds: owed = posted + all-in short", sums.forced, sums.posted + sums.all_in_short),
            Equation("big blinds: due = posted", sums.big_blinds_due, sums.big_blinds),
            Equation("entries: owed by posting = posted", sums.entry_owed, sums.entry_paid),
            Equation("seats: taken = left + still there", sums.sat_down, sums.left + self._here()),
            Equation("list: joined = seated + off + waiting", sums.listed, self._off_list() + listed),
        )

    def _here(self) -> int:
        return len(self._debts) + len(self._owners)

    def _off_list(self) -> int:
        return self.totals.seated_from_list + self.totals.off_list

    # -- seats and money -----------------------------------------------------------------------------------------

    def _bought_in(self, event: tr.BoughtIn) -> None:
        self.totals.bought += event.amount
        if event.seat not in self._debts:
            self.totals.sat_down += 1
            self._debts[event.seat] = Debt()
            self._fresh.add(event.seat)

    def _sat_in(self, event: tr.SatIn) -> None:
        if event.seat in self._fresh:
            self._debts[event.seat].new = event.waits
            self._fresh.discard(event.seat)

    def _seat_left(self, event: tr.SeatLeft) -> None:
        self.totals.left += 1
        self.totals.taken += event.amount
        del self._debts[event.seat]

    def _seat_moved(self, event: sr.SeatMoved) -> None:
        debt = self._debts.pop(event.seat)
        if event.charged:
            # The big blind of a move holds a small one that was missed alone (poker.md §5.9).
            debt.new, debt.small = True, debt.small and debt.big
        self._debts[event.to] = debt

    def _played_over(self, event: sr.SeatPlayedOver) -> None:
        self._owners[event.seat] = self._debts.pop(event.seat)
        self.totals.played_over += 1

    def _taken_back(self, event: sr.SeatTakenBack) -> None:
        self._debts[event.seat] = self._owners.pop(event.seat)

    def _list_joined(self, _event: sr.ListJoined) -> None:
        self.totals.listed += 1

    def _list_left(self, event: sr.ListLeft) -> None:
        if event.cause == "seated":
            self.totals.seated_from_list += 1
        else:
            self.totals.off_list += 1

    def _note_credited(self, event: cash.NoteCredited) -> None:
        self.totals.notes += event.amount

    def _ticket_issued(self, event: cash.VoucherIssued) -> None:
        self.totals.tickets += event.amount

    # -- time and jackpots ---------------------------------------------------------------------------------------

    def _time_charged(self, event: tr.TimeCharged) -> None:
        debt, sums = self._debts[event.seat], self.totals
        sums.charged += event.amount
        sums.charges += 1
        sums.charges_due += debt.paid_until <= self._now < event.until
        debt.paid_until = event.until

    def _hour_paid(self, event: jr.HourPaid) -> None:
        self.totals.hour_paid += event.amount
        self._hour_until = event.until

    def _seeded(self, event: jr.PoolSeeded) -> None:
        self.totals.seeded += event.amount

    def _share_paid(self, event: jr.SharePaid) -> None:
        self.totals.shares += event.amount

    def _month_hand_paid(self, event: jr.MonthHandPaid) -> None:
        self.totals.month_paid += event.amount

    def _was_hit(self, _event: jr.BadBeatHit) -> None:
        self.totals.hits += 1

    # -- blinds --------------------------------------------------------------------------------------------------

    def _blind_missed(self, event: tr.BlindMissed) -> None:
        self.totals.missed += 1
        debt = self._owners[event.seat] if event.owner else self._debts[event.seat]
        debt.small, debt.big = event.small, event.big

    def _button_moved(self, event: tr.ButtonMoved) -> None:
        self._moved = event

    def _hand_started(self, event: hr.HandStarted) -> None:
        moved, sums = self._moved, self.totals
        kinds = [post.kind for post in event.forced]
        blinds = moved is not None and moved.big_blind is not None
        self._hand = HandCount(event, blinds=blinds, by_the_hour=self._hour_until > self._now)
        sums.hands += 1
        sums.forced += sum(post.amount for post in event.forced)
        sums.big_blinds_due += self._hand.blinds
        sums.big_blinds += kinds.count("big-blind")
        sums.straddles += kinds.count("straddle")
        if moved is not None and self._hand.blinds:
            for entrant in event.entrants:
                self._comes_in(entrant.seat, event, anew=moved.anew)

    def _comes_in(self, seat: Seat, started: hr.HandStarted, *, anew: bool) -> None:
        """A seat is dealt in: what it owed is forgiven, held in its blind or straddle, or must be posted now."""
        debt = self._debts[seat]
        self._debts[seat] = Debt(paid_until=debt.paid_until)
        posts = {post.kind: post.amount for post in started.forced if post.seat == seat}
        self.totals.entry_paid += sum(posts.get(kind, 0) for kind in ENTRY_POSTS)
        if not debt.owes or anew or "big-blind" in posts:
            return
        if "straddle" not in posts:
            self.totals.entry_owed += self._live(debt, started.stakes) + self._dead(debt, started.stakes)
        elif not self._rules.straddle_entry:
            self.totals.entry_owed += self._dead(debt, started.stakes)

    def _live(self, debt: Debt, stakes: Stakes) -> Chips:
        """What is posted live: the big blind that was missed or is a newcomer's, or a small blind that is not dead."""
        if debt.big:
            return stakes.big_blind
        if debt.small:
            return stakes.small_blind if self._rules.missed_small == "live" else 0
        return 0 if self._rules.new_player == "free" else stakes.big_blind

    def _dead(self, debt: Debt, stakes: Stakes) -> Chips:
        """What is posted dead: the small blind beside a missed big one, or alone where the rules say so."""
        alone = debt.small and self._rules.missed_small == "dead"
        return stakes.small_blind if debt.big or alone else 0

    # -- the hand ------------------------------------------------------------------------------------------------

    def _posted(self, event: hr.Posted) -> None:
        hand = self._running()
        hand.pot += event.amount
        self.totals.posted += event.amount
        hand.posted[event.seat] = hand.posted.get(event.seat, 0) + event.amount
        if not event.stack:
            hand.all_in.add(event.seat)

    def _acted(self, event: hr.Acted) -> None:
        self.totals.acts += 1
        self._running().pot += event.added

    def _uncalled(self, event: hr.UncalledReturned) -> None:
        self._running().pot -= event.amount

    def _street_began(self, event: hr.StreetBegan) -> None:
        if event.street:
            self._running().second_round = True

    def _rake_taken(self, event: hr.RakeTaken) -> None:
        self._running().rake += event.amount

    def _drop_taken(self, event: hr.DropTaken) -> None:
        self._running().dropped += event.amount

    def _pot_awarded(self, event: hr.PotAwarded) -> None:
        self._running().awarded += event.amount

    def _hand_ended(self, _event: hr.HandEnded) -> None:
        hand, sums = self._running(), self.totals
        self._hand = None
        sums.ended += 1
        sums.put_in += hand.pot
        sums.paid_out += hand.awarded
        sums.rake += hand.rake
        sums.rake_by_rule += self._rake_by_rule(hand)
        sums.dropped += hand.dropped
        sums.dropped_by_rule += self._drops_by_rule(hand)
        owed = sum(post.amount for post in hand.started.forced if post.seat in hand.all_in)
        sums.all_in_short += owed - sum(hand.posted[seat] for seat in hand.all_in)

    def _rake_by_rule(self, hand: HandCount) -> Chips:
        """A share of what was called, in whole steps, up to the cap; nothing before the second round (poker.md §13)."""
        rake = self._profile.rake
        rule, unit = rake.of_players(len(hand.started.entrants)), rake.step or hand.started.stakes.unit
        if self._rulings.no_rake_before_second_round and not hand.second_round:
            return 0
        if rake.by_pot:
            reached = [row.fee for row in rake.by_pot if row.reached <= hand.pot]
            return min(max(reached, default=0), rule.cap)
        exact, chip = hand.pot * rule.permille, 1000 * unit
        if self._rulings.rake_rounding == "nearest":
            exact += chip // 2
        return min(exact // chip * unit, rule.cap // unit * unit)

    def _drops_by_rule(self, hand: HandCount) -> Chips:
        """What six players and a second round pay, as far as the pot has it, in whole chips (jackpots.md §1)."""
        terms, unit = self._profile.jackpots, hand.started.stakes.unit
        carried = carrier_of(hand.started.game) is not None
        if not (carried and hand.second_round) or len(hand.started.entrants) < terms.players:
            return 0
        wanted = terms.month_hand + (0 if hand.by_the_hour else terms.bad_beat)
        return min(wanted, hand.pot - hand.rake) // unit * unit

    def _running(self) -> HandCount:
        if self._hand is None:
            raise LookupError("an event of a hand was told, and none is being played")
        return self._hand


_FOLLOWS: Final[Mapping[type[Event], Callable[[DayBooks, Any], None]]] = {
    tr.BoughtIn: DayBooks._bought_in,
    tr.SatIn: DayBooks._sat_in,
    tr.SeatLeft: DayBooks._seat_left,
    sr.SeatMoved: DayBooks._seat_moved,
    sr.SeatPlayedOver: DayBooks._played_over,
    sr.SeatTakenBack: DayBooks._taken_back,
    sr.ListJoined: DayBooks._list_joined,
    sr.ListLeft: DayBooks._list_left,
    cash.NoteCredited: DayBooks._note_credited,
    cash.VoucherIssued: DayBooks._ticket_issued,
    tr.BlindMissed: DayBooks._blind_missed,
    tr.ButtonMoved: DayBooks._button_moved,
    hr.HandStarted: DayBooks._hand_started,
    hr.Posted: DayBooks._posted,
    hr.Acted: DayBooks._acted,
    hr.UncalledReturned: DayBooks._uncalled,
    hr.StreetBegan: DayBooks._street_began,
    hr.RakeTaken: DayBooks._rake_taken,
    hr.DropTaken: DayBooks._drop_taken,
    tr.TimeCharged: DayBooks._time_charged,
    jr.HourPaid: DayBooks._hour_paid,
    jr.PoolSeeded: DayBooks._seeded,
    jr.SharePaid: DayBooks._share_paid,
    jr.MonthHandPaid: DayBooks._month_hand_paid,
    jr.BadBeatHit: DayBooks._was_hit,
    hr.PotAwarded: DayBooks._pot_awarded,
    hr.HandEnded: DayBooks._hand_ended,
}


def differences(equations: Iterable[Equation]) -> list[str]:
    """A line for each equation that does not come to nothing."""
    return [
        f"{row.name}: {row.one} against {row.other}, {row.difference:+}" for row in equations if row.difference != 0
    ]
