"""Cards, players and PINs in any order, against a model that shares no code with the product (R-RG-1, SEC-7)."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from cashier.refusal import Code, Refusal
from controller.vocab import fault_records as fr
from controller.vocab import player_card_records as pc
from tests.players.lounge import AINO, MIKKO, SPARE, STRANGE, Lounge, code_of

CARDS = (AINO, MIKKO, SPARE, STRANGE)
PINS = ("2580", "1397")
WAITS = {1: 2_000, 2: 10_000, 3: 60_000, 4: 300_000, 5: 86_400_000}
SEATS = {AINO: 1, MIKKO: 2, SPARE: 3, STRANGE: 4}

cards, pins = st.sampled_from(CARDS), st.sampled_from(PINS)


class Person:
    """What a player has at this table: a PIN, how often it was wrong, and claims."""

    def __init__(self) -> None:
        self.pin = ""
        self.wrong = 0
        self.closed_until = 0
        self.waiting = 0


class Cards(RuleBasedStateMachine):
    """A reader, four cards, two people on file, and an attendant with a colleague."""

    def __init__(self) -> None:
        super().__init__()
        self.lounge = Lounge()
        self.owner: dict[str, str] = {AINO: AINO, MIKKO: MIKKO}
        self.out: set[str] = set()
        self.gone: set[str] = set()
        self.people: dict[str, Person] = {card: Person() for card in CARDS}
        self.shown = ""
        self.proved = False

    @property
    def guest(self) -> str:
        """The player whose card lies in the reader and opens something."""
        card = self.shown
        return self.owner[card] if card in self.owner and card not in self.out | self.gone else ""

    @rule(card=cards)
    def put_in(self, card: str) -> None:
        self.lounge.show(card)
        self.shown, self.proved = card, False

    @rule()
    def take_out(self) -> None:
        self.lounge.take()
        self.shown, self.proved = "", False

    @rule()
    def start_again(self) -> None:
        self.lounge.do(fr.StartUp(version="1", digest="", last=0))
        self.shown, self.proved = "", False

    @rule(ms=st.sampled_from((1_000, 2_000, 60_000, 300_000, 86_400_000)))
    def wait(self, ms: int) -> None:
        self.lounge.wait(ms)

    @rule(pin=pins)
    def choose_pin(self, pin: str) -> None:
        answer = self.lounge.choose(pin)
        allowed = bool(self.guest) and not self.people[self.guest].pin
        assert (not isinstance(answer, Refusal)) == allowed
        if allowed:
            person = self.people[self.guest]
            person.pin, person.wrong, self.proved = pin, 0, True
            person.closed_until = 0

    @precondition(lambda self: self.guest and self.people[self.guest].pin)
    @rule(pin=pins)
    def type_pin(self, pin: str) -> None:
        person, now = self.people[self.guest], self.lounge.now.wall
        code = code_of(self.lounge.enter(pin))
        if now < person.closed_until:
            assert code in (Code.PIN_WAITS, Code.PIN_LOCKED)
        elif pin == person.pin:
            assert code is None
            person.wrong, self.proved, person.closed_until = 0, True, 0
        else:
            assert code is None, "a wrong PIN is a record, too"
            person.wrong = min(person.wrong + 1, 5)
            person.closed_until = now + WAITS[person.wrong]

    @rule()
    def play_and_leave(self) -> None:
        """The guest buys in and leaves with what he had: a claim of his."""
        guest = self.guest
        seat = SEATS[guest or AINO]
        brings = self.lounge.told.brings if guest else 0
        buys = self.lounge.buys(seat, brings or 4_000, guest[:8])
        can_pay = self.lounge.machine.kiosk.balance >= buys.amount
        answer = self.lounge.submit(buys)
        allowed = bool(guest) and bool(self.people[guest].pin) and can_pay
        assert (not isinstance(answer, Refusal)) == allowed, answer
        if allowed:
            self.lounge.leave(seat)
            self.people[guest].waiting += buys.amount

    @rule()
    def collect(self) -> None:
        before = self.lounge.machine.kiosk.balance
        answer = self.lounge.submit(self.lounge.collect())
        waiting = self.people[self.guest].waiting if self.guest and self.proved else 0
        assert (not isinstance(answer, Refusal)) == bool(waiting)
        assert self.lounge.machine.kiosk.balance == before + waiting
        if waiting:
            self.people[self.guest].waiting = 0

    @rule(card=cards)
    def enrol(self, card: str) -> None:
        """As an anonymous card."""
        answer = self.lounge.submit(pc.EnrolPlayerCard(card, "", by="Anna"))
        assert (not isinstance(answer, Refusal)) == (card not in self.owner)
        self.owner.setdefault(card, card)

    @rule(card=cards)
    def block(self, card: str) -> None:
        named = self._current(card)
        answer = self.lounge.submit(pc.BlockPlayerCard(card, "lost", by="Anna"))
        assert (not isinstance(answer, Refusal)) == bool(named and named not in self.out)
        if not isinstance(answer, Refusal):
            self.out.add(named)

    @rule(card=cards, second=st.booleans())
    def unblock(self, card: str, second: bool) -> None:
        named = self._current(card)
        command = pc.UnblockPlayerCard(card, by="Anna", second="Bertil" if second else "")
        answer = self.lounge.submit(command)
        allowed = bool(named) and named in self.out and (second or not self._has_money(named))
        assert (not isinstance(answer, Refusal)) == allowed
        if allowed:
            self.out.discard(named)

    @rule(card=cards, new=cards, second=st.booleans())
    def replace(self, card: str, new: str, second: bool) -> None:
        named = self._current(card)
        answer = self.lounge.submit(pc.ReplacePlayerCard(card, new, by="Anna", second="Bertil" if second else ""))
        allowed = bool(named) and new not in self.owner and (second or not self._has_money(named))
        assert (not isinstance(answer, Refusal)) == allowed, answer
        if allowed:
            self.owner[new] = self.owner[named]
            self.gone.add(named)
            self.out.discard(named)
            if self.shown == new:
                self.proved = False

    @rule(card=cards)
    def reset_pin(self, card: str) -> None:
        player = self.owner.get(card, card)
        answer = self.lounge.submit(pc.ResetPin(card, by="Anna", second="Bertil"))
        person = self.people[player]
        assert (not isinstance(answer, Refusal)) == bool(person.pin)
        person.pin, person.wrong, person.closed_until = "", 0, 0
        if not isinstance(answer, Refusal) and self.guest == player:
            self.proved = False

    def _current(self, name: str) -> str:
        """The card that a name stands for: itself, or the one that has its player's place now."""
        if name in self.owner and name not in self.gone:
            return name
        player = self.owner.get(name, name)
        return next((card for card, owner in self.owner.items() if owner == player and card not in self.gone), "")

    def _has_money(self, card: str) -> bool:
        return self.people[self.owner[card]].waiting > 0

    @invariant()
    def the_kiosk_shows_what_is_true(self) -> None:
        told = self.lounge.machine.players.told
        assert (told is None) == (not self.shown)
        if told is None:
            return
        assert (told.trouble is None) == bool(self.guest)
        if self.guest:
            person = self.people[self.guest]
            assert told.waiting == person.waiting
            assert (told.pin == "right") == self.proved
            assert (told.pin == "none") == (not person.pin and not self.proved)

    @invariant()
    def no_claim_is_lost_or_another_players(self) -> None:
        claims = self.lounge.machine.kiosk.claims
        assert sum(claim.amount for claim in claims.values()) == sum(one.waiting for one in self.people.values())


TestCards = Cards.TestCase
TestCards.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
