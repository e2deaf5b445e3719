"""Scenes for the models: the table of the design pictures, and real hands played by the engine."""

from collections.abc import Callable, Iterable

import msgspec
import pytest

from cashier.money import Money
from cashier.records import Event, RequestId
from controller.app.config import demo_profile
from controller.games import find_deck, find_game
from controller.hand import Hand
from controller.hand.play import play, start
from controller.language import Language, load_language, load_languages
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import DecisionId, HandId, Seat, clockwise
from controller.vocab.profile import BuyInLimits, Clocks, GameId, Profile, RakeRule, Stakes
from controller.wire.fold import fold
from controller.wire.redact import Viewer, redact
from controller.wire.view import ClockView, LastAct, Presence, SeatStatus, SeatView, View
from evaluator_ext import full_deck, parse_card, parse_cards

EURO = 100

PROFILE = msgspec.structs.replace(
    demo_profile(),
    table="4",
    stakes=Stakes(small_blind=2 * EURO, big_blind=4 * EURO, ante=0, unit=EURO),
    buy_in=BuyInLimits(least=Money(80 * EURO), most=Money(400 * EURO)),
    rake=RakeRule(permille=50, cap=Money(10 * EURO)),
    clocks=Clocks(decision=30_000, between_hands=6_000),
)

NAMES = ("Aino", "Mikko", "Erik", "Helmi", "Zsófia", "Oskari", "Elina", "Tuomas", "Linnea", "Kaarlo")


@pytest.fixture
def profile() -> Profile:
    return PROFILE


@pytest.fixture
def en() -> Language:
    return load_language("en")


@pytest.fixture
def fi() -> Language:
    return load_language("fi")


@pytest.fixture(params=list(load_languages()))
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


def _seats() -> dict[Seat, SeatView]:
    stacks = (412, 84, 643, 198, 346, 271, 328, 147, 200, 506)
    folded, out = (1, 4, 6, 8), (9,)
    seats = {}
    for number, (name, stack) in enumerate(zip(NAMES, stacks, strict=True), start=1):
        status: SeatStatus = "folded" if number in folded else "sitting-out" if number in out else "in-hand"
        presence: Presence = "sitting-out" if number in out else "ready"
        count = 2 if status == "in-hand" else 0
        seats[number] = SeatView(number, name, status, presence, stack * EURO, count=count)
    seats[5].bet = 30 * EURO
    seats[5].last = LastAct("raise", 30 * EURO, opens=True)
    seats[7].cards = parse_cards("Kh Kd")
    return seats


@pytest.fixture
def turn_view() -> View:
    """The design's turn: a flop of K 9 4, 92 in the middle, 30 to call, 328 behind, 18 seconds left of 30."""
    return View(
        own=7,
        profile=PROFILE,
        phase="betting",
        hand=HandId(18_204),
        root=bytes.fromhex("7f3a91c21d5e4b0886fac3379b204de1e87530ac92f6415b0dc87e2a63b91f54"),
        button=3,
        small_blind=4,
        big_blind=5,
        seats=_seats(),
        board=parse_cards("Ks 9d 4s"),
        street=1,
        pots=(hr.Pot(62 * EURO, (2, 3, 5, 7, 10)),),
        pot=92 * EURO,
        bet_level=30 * EURO,
        decision=hr.DecisionOffered(
            seat=7,
            hand=HandId(18_204),
            decision=DecisionId(77),
            call=30 * EURO,
            min_to=60 * EURO,
            max_to=328 * EURO,
            bet=0,
            pot=92 * EURO,
        ),
        clock=ClockView(seat=7, deadline=118_000, allowed=30_000),
        last_seat=5,
        own_name=hr.HandName("trips", (13,)),
        balance=Money(160 * EURO),
    )


@pytest.fixture
def free_view(turn_view: View) -> View:
    """The same turn with nothing bet: checking is free."""
    turn_view.seats[5].bet = 0
    turn_view.seats[5].last = turn_view.last_seat = None
    turn_view.bet_level = 0
    turn_view.pot = 62 * EURO
    offer = turn_view.decision
    assert offer is not None
    turn_view.decision = msgspec.structs.replace(offer, call=0, min_to=4 * EURO, pot=62 * EURO)
    return turn_view


@pytest.fixture
def waiting_view(free_view: View) -> View:
    """The same street while Zsófia, seat 5, may still check."""
    offer = free_view.decision
    assert offer is not None
    free_view.decision = msgspec.structs.replace(offer, seat=5, decision=DecisionId(76), max_to=346 * EURO)
    free_view.clock = ClockView(seat=5, deadline=121_000, allowed=30_000)
    return free_view


def _drops(profile: Profile) -> tuple[hr.Drop, ...]:
    """What a hand of six or more pays into the jackpots, in the order of the rules: jackpots.md §1."""
    terms = profile.jackpots
    due = (hr.Drop("bad-beat", terms.bad_beat), hr.Drop("month-hand", terms.month_hand))
    return tuple(drop for drop in due if drop.amount)


class Dealt:
    """A real hand, and the views of every screen of the table, kept up to date by redaction and fold."""

    def __init__(
        self,
        stacks: dict[Seat, int],
        deck: tuple[int, ...],
        button: Seat,
        profile: Profile = PROFILE,
        game: GameId | None = None,
    ) -> None:
        row = find_game(game or profile.game)
        stakes = profile.stakes_of(row.id)
        self.views: dict[Viewer, View] = {Viewer("centre"): View(), Viewer("kiosk"): View()}
        for seat in stacks:
            self.views[Viewer("seat", seat)] = View(own=seat)
        entrants = clockwise(tuple(stacks), button)
        blinds = entrants if len(entrants) > 2 else entrants[::-1]
        self.tell([tr.ProfileAdopted(profile)])
        for seat in stacks:
            money = Money(stacks[seat])
            bought = tr.BoughtIn(RequestId(f"{seat:032x}"), seat, NAMES[seat - 1], money, stacks[seat], Money(0))
            self.tell([bought, tr.SatIn(seat, waits=False)])
        posters = blinds[:2] if row.blinds else (None, None)
        self.tell([tr.CardsCommitted(HandId(1), bytes(range(32)), ()), tr.ButtonMoved(HandId(1), button, *posters)])
        antes = [hr.ForcedBet(seat, "ante", stakes.ante) for seat in entrants if stakes.ante]
        posts = [
            hr.ForcedBet(blinds[0], "small-blind", stakes.small_blind),
            hr.ForcedBet(blinds[1], "big-blind", stakes.big_blind),
        ]
        started = hr.HandStarted(
            hand=HandId(1),
            game=row.id,
            rule_set=profile.rule_set,
            stakes=stakes if row.blinds else msgspec.structs.replace(stakes, small_blind=0, big_blind=0),
            rake_permille=profile.rake.permille,
            rake_cap=profile.rake.cap,
            button=button,
            entrants=tuple(hr.Entrant(seat, stacks[seat]) for seat in entrants),
            forced=(*antes, *(posts if row.blinds else ())),
            first_decision=DecisionId(1),
            drops=_drops(profile),
        )
        self.hand: Hand
        self.hand, events = start(started, deck)
        self.tell(events)

    def tell(self, events: Iterable[Event]) -> None:
        """Let every screen fold what it may see; a hand that has ended is followed by its rest."""
        for event in events:
            for viewer, view in self.views.items():
                seen = redact(event, viewer)
                if seen is not None:
                    fold(view, seen)
            if isinstance(event, hr.HandEnded):
                self.tell([tr.RestBegan(until=106_000)])

    def seat(self, seat: Seat) -> View:
        """The view of one seat's screen."""
        return self.views[Viewer("seat", seat)]

    @property
    def offer(self) -> hr.DecisionOffered | None:
        """The open decision; None once the hand is over."""
        return self.views[Viewer("centre")].decision

    def act(self, kind: hr.ActKind, to: int = 0) -> None:
        """Let the player in turn act; `to` in euro."""
        offer = self.offer
        assert offer is not None
        self.send(hr.Act(offer.seat, offer.decision, kind, to * EURO))

    def send(self, act: hr.Act) -> None:
        """Carry out an act that must be accepted."""
        answer = play(self.hand, act)
        assert isinstance(answer, list), answer
        self.tell(answer)


def plainest(hand: Dealt, offer: hr.DecisionOffered) -> hr.Act:
    """The plainest act: check, call, bring in, throw away no more than must go, show nothing, deal once."""
    act = hr.Act(offer.seat, offer.decision, "check")
    if offer.kind == "discard":
        cards = hand.seat(offer.seat).seats[offer.seat].cards[: offer.least]
        return msgspec.structs.replace(act, kind="discard", cards=cards)
    if offer.kind == "runs":
        return msgspec.structs.replace(act, kind="runs", runs=offer.least)
    if offer.kind == "show":
        return msgspec.structs.replace(act, kind="show")
    if offer.kind == "arrange":
        cards = tuple(sorted(hand.seat(offer.seat).seats[offer.seat].cards, key=lambda card: (card >> 2, card)))
        return msgspec.structs.replace(act, kind="arrange", cards=cards)
    kind: hr.ActKind = "bring-in" if offer.kind == "bring-in" else "call" if offer.call else "check"
    return msgspec.structs.replace(act, kind=kind)


@pytest.fixture(scope="session")
def plain_act() -> Callable[[Dealt, hr.DecisionOffered], hr.Act]:
    """The plainest act for a decision."""
    return plainest


@pytest.fixture(scope="session")
def dealt() -> Callable[..., Dealt]:
    """Deal a hand: stacks in euro by seat, the first cards of the deck in the order they are consumed."""

    def deal(stacks: dict[Seat, int], first: str = "", button: Seat = 1) -> Dealt:
        top = tuple(parse_card(name) for name in first.split())
        deck = top + tuple(card for card in full_deck() if card not in top)
        return Dealt({seat: stack * EURO for seat, stack in stacks.items()}, deck, button)

    return deal


@pytest.fixture(scope="session")
def dealt_game() -> Callable[..., Dealt]:
    """Deal a hand of any game: stacks in euro by seat, and its cards in the order they are consumed.

    `among` names the mix that the game belongs to, where it does; `changes` are other fields of the profile.
    """

    def deal(
        game: str, stacks: dict[Seat, int], first: str = "", button: Seat = 1, among: str = "", **changes: object
    ) -> Dealt:
        deck = find_deck(GameId(game))
        top = tuple(parse_card(name) for name in first.split())
        rest = tuple(card for card in deck if card not in top)
        profile = msgspec.structs.replace(PROFILE, **{"game": GameId(among or game), **changes})
        money = {seat: stack * EURO for seat, stack in stacks.items()}
        return Dealt(money, top + rest, button, profile, GameId(game))

    return deal


@pytest.fixture(scope="session")
def shuffled() -> Callable[..., Dealt]:
    """Deal a hand from a whole deck in any order; stacks in euro by seat."""

    def deal(stacks: dict[Seat, int], deck: Iterable[int], button: Seat) -> Dealt:
        return Dealt({seat: stack * EURO for seat, stack in stacks.items()}, tuple(deck), button)

    return deal
