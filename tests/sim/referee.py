"""A slow second opinion of every hand, from its public events and its deck, written from the rule book alone.

It knows whose turn it is, what may be done, which cards come next, how pots form chip by chip, what the house takes
and who wins what (poker.md §3-5, §8, §10, §13). Only the ranking of seven cards is the product's.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec
from nacl.bindings import randombytes_buf_deterministic

from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import DecisionId, HandId, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent
from evaluator_ext import Card
from tests.sim.bonds import Bonds
from tests.sim.bout import Bout, Stake, layers, shares
from tests.sim.debts import Debts
from tests.sim.finding import check

MAX_SEATS = 10
RANKS: Final[Mapping[hr.PostKind, int]] = {
    "ante": 0, "small-blind": 1, "big-blind": 2, "late-post": 3, "dead-small-blind": 3, "straddle": 4,
}  # fmt: skip
"""The order in which forced bets are posted."""

DECK = 52


def shuffled(table: str, hand: HandId, seed: bytes, inputs: tuple[bytes, ...]) -> tuple[Card, ...]:
    """Return the deck that a seed and what others put in give, by the published recipe."""

    def blake(purpose: str, key: bytes, *parts: bytes) -> bytes:
        data = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return hashlib.blake2b(data, digest_size=32, key=key, person=b"jakaja:" + purpose.encode()).digest()

    def stream(key: bytes) -> Iterator[int]:
        for block in range(1 << 16):
            yield from randombytes_buf_deterministic(256, blake("block", key, block.to_bytes(8, "big")))

    drawn = stream(blake("deck", blake("mix", seed, table.encode(), hand.to_bytes(8, "big"), *inputs)))
    deck = list(range(DECK))
    for top in range(DECK - 1, 0, -1):
        limit = 256 - 256 % (top + 1)
        place = next(byte for byte in drawn if byte < limit) % (top + 1)
        deck[top], deck[place] = deck[place], deck[top]
    return tuple(deck)


class Sitting(msgspec.Struct):
    """One taken seat between hands."""

    stack: int = 0
    out: bool = True
    leaving: bool = False
    locked: bool = False

    @property
    def present(self) -> bool:
        """Whether the big blind can come here."""
        return self.stack > 0 and not (self.out or self.leaving or self.locked)


class Referee:
    """Follows all events of a table and objects to the first that breaks a rule."""

    def __init__(self) -> None:
        self.hands = 0
        self._profile: Profile | None = None
        self._seats: dict[Seat, Sitting] = {}
        self._owners: dict[Seat, Sitting] = {}
        """Whose seats are played over."""
        self._bout: Bout | None = None
        self._big_blind: Seat | None = None
        self._led: Seat | None = None
        """Whose the big blind was before, if he is still there: the small blind is his."""
        self._decision = DecisionId(0)
        self._seed: tuple[HandId, bytes] | None = None
        self._prepared = False
        self._clock_of: tr.ClockStarted | None = None
        self._banks: dict[Seat, int] = {}
        self._before: tuple[Seat | None, Seat | None, dict[Seat, int]] = None, None, {}
        """The big blind, who led and the time banks, as the hand's deck was fixed."""
        self._gone: set[Seat] = set()
        """Whose clock ran out in this hand, and who has not come back."""
        self.debts = Debts(check)
        self.bonds = Bonds()

    def follow(self, event: AnyEvent, table_ms: int) -> None:
        """Watch one committed event."""
        self.debts.follow(event)
        self.bonds.follow(event, table_ms)
        step = _FOLLOW.get(type(event))
        if step is not None:
            step(self, event)
        self._check_time(event, table_ms)

    def _check_time(self, event: AnyEvent, table_ms: int) -> None:
        """A clock runs out after its last instant, and the table acts for nobody whose clock has not (§9)."""
        clock = self._clock_of
        if isinstance(event, hr.Acted) and event.auto == "time-out":
            over = clock is not None and clock.seat == event.seat and table_ms > clock.deadline
            check(over, "time-out-in-time", f"seat {event.seat} timed out too early, at {table_ms} on {clock}")
            self._gone.add(event.seat)
        elif isinstance(event, hr.Acted) and event.auto == "absent":
            check(event.seat in self._gone, "time-out-in-time", f"seat {event.seat} was taken for absent")
        elif isinstance(event, tr.BankSpent):
            on_bank = clock is not None and clock.cause == "bank" and clock.seat == event.seat
            left = max(clock.deadline - table_ms, 0) if clock is not None else 0
            left = min(left, self._bank_of(event.seat))
            check(on_bank and event.left == left, "bank-as-left", f"{event} is left of {clock} at {table_ms}")
            self._banks[event.seat] = event.left
        elif isinstance(event, tr.SatIn):
            self._gone.discard(event.seat)

    @property
    def _hand(self) -> Bout:
        check(self._bout is not None, "hand-events-in-hand", "an event of a hand came between hands")
        assert self._bout is not None
        return self._bout

    # -- between hands -------------------------------------------------------------------------------------------

    def _adopted(self, event: tr.ProfileAdopted) -> None:
        self._profile = event.profile

    def _bought(self, event: tr.BoughtIn) -> None:
        self._seats.setdefault(event.seat, Sitting()).stack = event.stack

    def _sat_in(self, event: tr.SatIn) -> None:
        self._seats[event.seat].out = False

    def _sat_out(self, event: tr.SatOut) -> None:
        self._seats[event.seat].out = True

    def _locked(self, event: sr.SeatLocked) -> None:
        self._seats[event.seat].locked = True

    def _unlocked(self, event: sr.SeatUnlocked) -> None:
        self._seats[event.seat].locked = False

    def _leave_asked(self, event: tr.LeaveAsked) -> None:
        self._seats[event.seat].leaving = True

    def _left(self, event: tr.SeatLeft) -> None:
        del self._seats[event.seat]
        self._banks.pop(event.seat, None)

    def _played_over(self, event: sr.SeatPlayedOver) -> None:
        self._owners[event.seat] = self._seats.pop(event.seat)
        self._banks.pop(event.seat, None)

    def _taken_back(self, event: sr.SeatTakenBack) -> None:
        self._seats[event.seat] = self._owners.pop(event.seat)

    def _seeded(self, event: tr.SeedDrawn) -> None:
        self._seed = event.hand, event.seed

    def _committed(self, event: tr.CardsCommitted) -> None:
        self._prepared = event.prepared
        self._before = self._big_blind, self._led, dict(self._banks)

    def _clock(self, event: tr.ClockStarted) -> None:
        before, left = self._clock_of, self._bank_of(event.seat)
        goes_on = before is not None and before.cause == "bank" and before.decision == event.decision
        fits = event.cause != "bank" or event.allowed == left or goes_on
        check(fits, "bank-as-left", f"{event} opens a time bank of {left}")
        self._clock_of = event

    def _bank_of(self, seat: Seat) -> int:
        assert self._profile is not None
        return self._banks.get(seat, self._profile.clocks.bank)

    # -- the deal ------------------------------------------------------------------------------------------------

    def _start(self, event: hr.HandStarted) -> None:
        check(self._bout is None, "one-hand-at-a-time", f"hand {event.hand} began during another")
        order = [entrant.seat for entrant in event.entrants]
        clockwise = sorted(order, key=lambda seat: (seat - event.button - 1) % MAX_SEATS)
        check(order == clockwise and len(order) >= 2, "seats-clockwise", f"the hand's seats stand as {order}")
        for entrant in event.entrants:
            sitting = self._seats[entrant.seat]
            fits = sitting.present and sitting.stack == entrant.stack
            check(fits, "entrant-present", f"seat {entrant.seat} is dealt in with {entrant.stack}: {sitting}")
        assert self._profile is not None
        burns = self._profile.rule_set == "hungarian"
        stakes = {entrant.seat: Stake(stack=entrant.stack) for entrant in event.entrants}
        self._check_forced(event)
        self._gone.clear()
        for seat in self._banks.keys() & stakes.keys():
            clocks = self._profile.clocks
            self._banks[seat] = min(self._banks[seat] + clocks.bank_refill, clocks.bank)
        self._bout = Bout(event, stakes, burns, full_raise=event.stakes.big_blind, due=list(event.forced))

    def _check_forced(self, event: hr.HandStarted) -> None:
        """Hold what everybody owes against the stakes and the positions."""
        antes = [(entrant.seat, event.stakes.ante) for entrant in event.entrants if event.stakes.ante]
        paid = [(bet.seat, bet.amount) for bet in event.forced if bet.kind == "ante"]
        check(paid == antes, "antes-as-due", f"antes are {paid}, due are {antes}")
        order = [RANKS[bet.kind] for bet in event.forced]
        check(order == sorted(order), "blinds-as-due", f"the forced bets are {event.forced}")
        blinds = [bet for bet in event.forced if bet.kind in ("small-blind", "big-blind")]
        kinds = [bet.kind for bet in blinds]
        check(kinds in (["small-blind", "big-blind"], ["big-blind"]), "blinds-as-due", f"the blinds are {kinds}")
        big = blinds[-1]
        fits = big.seat == self._big_blind and big.amount == event.stakes.big_blind
        check(fits, "big-blind-as-due", f"the big blind is {big}, due is seat {self._big_blind}")
        if len(blinds) > 1:
            small, heads_up = blinds[0], len(event.entrants) == 2
            good = small.amount == event.stakes.small_blind and (small.seat == event.button or not heads_up)
            check(good and small.seat != big.seat, "small-blind-as-due", f"the small blind is {small}")
            # The small blind is whose the big blind was, if he is there still (poker.md §5.5).
            led = heads_up or self._led in (None, small.seat)
            check(led, "small-blind-as-due", f"the small blind is {small}, due is seat {self._led}")

    def _positions(self, event: tr.ButtonMoved) -> None:
        present = [seat for seat, sitting in self._seats.items() if sitting.present]
        if self._big_blind is not None:
            behind = self._big_blind
            wanted = min(present, key=lambda seat: (seat - behind - 1) % MAX_SEATS)
            check(event.big_blind == wanted, "big-blind-leads", f"the big blind is {event.big_blind}, due is {wanted}")
        self._led = self._big_blind if self._big_blind in present and self._big_blind != event.big_blind else None
        self._big_blind = event.big_blind

    def _deck(self, event: hr.DeckFixed) -> None:
        check(sorted(event.deck) == list(range(DECK)), "deck-whole", "the deck is not every card once")
        assert self._profile is not None
        if self._seed is not None and not self._prepared:
            check(self._seed[0] == event.hand, "seed-of-this-hand", "the deck is of another hand's seed")
            wanted = shuffled(self._profile.table, *self._seed, self.bonds.inputs)
            check(event.deck == wanted, "deck-of-its-seed", f"hand {event.hand}: another deck than the seed's")
        self._hand.deck = event.deck

    def _posted(self, event: hr.Posted) -> None:
        bout = self._hand
        stake = bout.stakes[event.seat]
        bet = self._next_due(bout)
        amount = min(bet.amount, stake.stack) if bet else 0
        fits = bet is not None and (event.seat, event.kind, event.amount) == (bet.seat, bet.kind, amount)
        check(fits, "post-as-due", f"{event} is posted, due is {bet}")
        stake.stack -= amount
        if event.kind == "dead-small-blind":
            stake.dead += amount
            return
        stake.paid += amount
        if event.kind != "ante":
            stake.bet += amount

    @staticmethod
    def _next_due(bout: Bout) -> hr.ForcedBet | None:
        """Take the next forced bet off the list; who has nothing left owes nothing."""
        while bout.due:
            bet = bout.due.pop(0)
            if bout.stakes[bet.seat].stack:
                return bet
        return None

    def _hole(self, event: hr.HoleCardsDealt) -> None:
        bout = self._hand
        place = list(bout.stakes).index(event.seat)
        wanted = bout.deck[place], bout.deck[place + len(bout.stakes)]
        check(event.cards == wanted, "dealt-in-order", f"seat {event.seat} got other cards than the deck's next")
        bout.stakes[event.seat].cards = event.cards
        bout.dealt += len(event.cards)

    def _street(self, event: hr.StreetBegan) -> None:
        bout = self._hand
        bout.street = event.street
        if event.street:
            bout.price = bout.raised_to = 0
            bout.full_raise = bout.started.stakes.big_blind
            bout.last = bout.started.betting_button or bout.started.button
            for stake in bout.stakes.values():
                stake.bet, stake.acted_at = 0, -1
            bout.dealt += bout.burns
            return
        check(self._next_due(bout) is None, "post-as-due", "a forced bet was not posted")
        straddle = next((bet for bet in bout.started.forced if bet.kind == "straddle"), None)
        bout.price = bout.raised_to = straddle.amount if straddle else bout.started.stakes.big_blind
        blind = next(bet.seat for bet in bout.started.forced if bet.kind == "big-blind")
        blind = straddle.seat if straddle else blind
        others = [seat for seat in bout.stakes if seat != bout.started.button]
        bout.last = others[0] if len(bout.stakes) == 2 else blind

    def _board(self, event: hr.BoardDealt) -> None:
        bout = self._hand
        count = {1: 3, 2: 1, 3: 1}[event.street]
        wanted = bout.deck[bout.dealt : bout.dealt + count]
        check(event.cards == wanted, "dealt-in-order", f"the board got {event.cards}, next are {wanted}")
        bout.board += event.cards
        bout.dealt += count
        known = [card for stake in bout.stakes.values() for card in stake.cards] + list(bout.board)
        check(len(set(known)) == len(known), "cards-disjoint", "a card is in two places")

    # -- betting -------------------------------------------------------------------------------------------------

    def _offer(self, event: hr.DecisionOffered) -> None:
        bout = self._hand
        check(event.decision > self._decision, "decisions-count-up", f"decision {event.decision} comes again")
        self._decision = event.decision
        stake = bout.stakes[event.seat]
        check(event.seat == self._turn(bout), "turn-clockwise", f"seat {event.seat} is offered the decision")
        others = self._others(bout, event.seat)
        alone = [seat for seat in bout.live if bout.stakes[seat].stack] == [event.seat]
        price = min(bout.price, others) if alone else bout.price
        call = min(max(price - stake.bet, 0), stake.stack)
        check(event.call == call, "call-as-due", f"seat {event.seat} may call {event.call}, due is {call}")
        everything = stake.bet + stake.stack
        open_to = stake.acted_at < 0 or stake.acted_at < bout.raised_to
        if alone or everything <= bout.price or not open_to:
            wanted = (0, 0)
        else:
            wanted = (min(bout.price + bout.full_raise, everything), everything)
        offered = (event.min_to, event.max_to)
        check(offered == wanted, "raise-as-allowed", f"seat {event.seat} may raise to {offered}, allowed is {wanted}")
        bout.offered = event

    def _turn(self, bout: Bout) -> Seat | None:
        """Return who must act: the next clockwise who has not answered the price of this street."""
        if len(bout.live) < 2:
            return None
        around = sorted(bout.live, key=lambda seat: (seat - bout.last - 1) % MAX_SEATS)
        able = [seat for seat in around if bout.stakes[seat].stack]
        if len(able) == 1 and bout.stakes[able[0]].bet >= self._others(bout, able[0]):
            return None
        return next((seat for seat in able if self._owes(bout, bout.stakes[seat])), None)

    @staticmethod
    def _owes(bout: Bout, stake: Stake) -> bool:
        """Whether a player has still to answer the street's price."""
        return stake.acted_at < 0 or stake.bet < bout.price

    @staticmethod
    def _others(bout: Bout, seat: Seat) -> int:
        """Return the largest bet of those who are in beside `seat`."""
        return max(bout.stakes[other].bet for other in bout.live if other != seat)

    def _act(self, event: hr.Acted) -> None:
        bout, offer = self._hand, self._hand.offered
        fits = offer is not None and (offer.seat, offer.decision) == (event.seat, event.decision)
        check(fits, "act-answers-offer", f"seat {event.seat} acted on decision {event.decision} unasked")
        assert offer is not None
        bout.offered = None
        bout.acts, bout.bets = bout.acts + 1, bout.bets + (event.added > 0)
        stake = bout.stakes[event.seat]
        legal = {"fold": [0], "check": [0] if not offer.call else [], "call": [offer.call] if offer.call else []}
        if event.kind == "raise":
            good = bool(offer.max_to) and offer.min_to <= event.to <= offer.max_to
            check(good and event.added == event.to - stake.bet, "raise-as-offered", f"{event} against {offer}")
        else:
            check(event.added in legal[event.kind], "act-as-offered", f"{event} against {offer}")
        stake.stack -= event.added
        stake.bet += event.added
        stake.paid += event.added
        stake.folded = event.kind == "fold"
        bout.last = event.seat
        if event.kind == "raise":
            if event.to - bout.price >= bout.full_raise:
                bout.full_raise, bout.raised_to = event.to - bout.price, event.to
            bout.price = event.to
        stake.acted_at = bout.price
        check(stake.stack == event.stack >= 0, "stack-as-counted", f"seat {event.seat} is said to have {event.stack}")

    # -- the end -------------------------------------------------------------------------------------------------

    def _uncalled(self, event: hr.UncalledReturned) -> None:
        bout = self._hand
        paid = sorted((stake.paid for stake in bout.stakes.values()), reverse=True)
        owner = max(bout.stakes, key=lambda seat: bout.stakes[seat].paid)
        fits = event.seat == owner and event.amount == paid[0] - paid[1] > 0
        check(fits, "uncalled-returned", f"{event.amount} went back to seat {event.seat}, paid were {paid}")
        bout.stakes[owner].paid -= event.amount
        bout.stakes[owner].stack += event.amount

    def _voided(self, event: hr.HandVoided) -> None:
        """A misdeal is one until two acts, one with chips, or three; any other cause takes two people."""
        bout = self._hand
        assert self._profile is not None
        played = bout.acts > 2 or (bout.acts == 2 and bout.bets > 0)
        late = bout.acts > 0 if self._profile.rule_set == "hungarian" else played
        two = bool(event.by and event.second) and event.by != event.second
        check(not late if event.cause == "misdeal" else two, "void-by-the-rule", f"{event} after {bout.acts} acts")
        bout.voided = True
        self._big_blind, self._led, banks = self._before
        self._banks = {seat: left for seat, left in banks.items() if seat in self._banks}

    def _stake_back(self, event: hr.StakeReturned) -> None:
        stake = self._hand.stakes[event.seat]
        check(event.amount == stake.paid + stake.dead, "void-returns-all", f"{event} of {stake}")
        stake.stack += event.amount
        stake.paid = stake.dead = 0

    def _closed(self, event: hr.StreetClosed) -> None:
        bout = self._hand
        check(self._turn(bout) is None, "street-closed-in-time", "somebody has not acted yet")
        paid = sorted((stake.paid for stake in bout.stakes.values()), reverse=True)
        top = max(bout.stakes, key=lambda seat: bout.stakes[seat].paid)
        over = paid[0] > paid[1] and not bout.stakes[top].folded
        check(not over, "uncalled-returned", f"seat {top} has bet {paid[0] - paid[1]} that nobody called")
        theirs = [(pot.amount, pot.seats) for pot in event.pots]
        check(theirs == layers(bout), "pots-by-the-chip", f"the pots are {theirs}, by the chip {layers(bout)}")

    def _raked(self, event: hr.RakeTaken) -> None:
        self._hand.raked += event.amount

    def _dropped(self, event: hr.DropTaken) -> None:
        self._hand.dropped = [*self._hand.dropped, (event.pool, event.amount)]

    def _awarded(self, event: hr.PotAwarded) -> None:
        self._hand.won[event.seat] = self._hand.won.get(event.seat, 0) + event.amount

    def _ended(self, event: hr.HandEnded) -> None:
        bout = self._hand
        assert self._profile is not None
        if bout.voided:
            before = {entrant.seat: entrant.stack for entrant in bout.started.entrants}
            after = {entrant.seat: entrant.stack for entrant in event.stacks}
            kept = bout.raked or bout.dropped or bout.won
            check(after == before and not kept, "void-returns-all", f"a void hand leaves {after} of {before}, {kept}")
        fee, drops, won = (0, {}, {}) if bout.voided else shares(bout, self._profile.jackpots)
        said = dict(bout.dropped)
        check(said == drops, "drops-by-the-rule", f"the jackpots took {said}, due is {drops}")
        check(bout.raked == fee, "rake-by-the-rule", f"the house took {bout.raked}, due is {fee}")
        check(bout.won == won, "awards-by-the-rule", f"the pots went as {bout.won}, due is {won}")
        for entrant in event.stacks:
            stack = bout.stakes[entrant.seat].stack + won.get(entrant.seat, 0)
            check(entrant.stack == stack, "stack-as-counted", f"seat {entrant.seat} ends with {entrant.stack}")
            self._seats[entrant.seat].stack = entrant.stack
        self._bout = None
        self.hands += 1


_FOLLOW: Final[Mapping[type, Callable[[Referee, Any], None]]] = {
    tr.ProfileAdopted: Referee._adopted,
    tr.BoughtIn: Referee._bought,
    tr.SatIn: Referee._sat_in,
    tr.SatOut: Referee._sat_out,
    sr.SeatLocked: Referee._locked,
    sr.SeatUnlocked: Referee._unlocked,
    tr.LeaveAsked: Referee._leave_asked,
    tr.SeatLeft: Referee._left,
    sr.SeatPlayedOver: Referee._played_over,
    sr.SeatTakenBack: Referee._taken_back,
    tr.SeedDrawn: Referee._seeded,
    tr.CardsCommitted: Referee._committed,
    tr.ClockStarted: Referee._clock,
    tr.ButtonMoved: Referee._positions,
    hr.HandStarted: Referee._start,
    hr.DeckFixed: Referee._deck,
    hr.Posted: Referee._posted,
    hr.HoleCardsDealt: Referee._hole,
    hr.StreetBegan: Referee._street,
    hr.BoardDealt: Referee._board,
    hr.DecisionOffered: Referee._offer,
    hr.Acted: Referee._act,
    hr.UncalledReturned: Referee._uncalled,
    hr.StreetClosed: Referee._closed,
    hr.RakeTaken: Referee._raked,
    hr.DropTaken: Referee._dropped,
    hr.PotAwarded: Referee._awarded,
    hr.HandVoided: Referee._voided,
    hr.StakeReturned: Referee._stake_back,
    hr.HandEnded: Referee._ended,
}
