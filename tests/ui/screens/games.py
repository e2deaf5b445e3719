"""Tables of other games than hold'em, each at a moment that its screens must show."""

from collections.abc import Callable

from controller.vocab import entropy_records as er
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.profile import BombPots, GameId, Stakes
from controller.wire.view import View
from tests.ui.models.conftest import EURO, Dealt, plainest

Deal = Callable[..., Dealt]

STACKS = {1: 388, 3: 619, 5: 340, 7: 265, 9: 223}
STUD_STAKES = Stakes(
    small_blind=2 * EURO,
    big_blind=4 * EURO,
    ante=EURO,
    unit=EURO,
    small_bet=4 * EURO,
    big_bet=8 * EURO,
    bring_in=2 * EURO,
)
POINTS = Stakes(small_blind=0, big_blind=0, ante=0, unit=EURO, point=2 * EURO)


def _clock(hand: Dealt) -> None:
    """Let the clock of whoever is to act have 18 of 30 seconds left."""
    offer = hand.offer
    assert offer is not None
    hand.tell([tr.ClockStarted(offer.seat, offer.decision, 118_000, 30_000)])


def _viewed(hand: Dealt, seat: int | None) -> View:
    if hand.offer is not None:
        _clock(hand)
    return next(view for view in hand.views.values() if view.own == seat)


def act_until(hand: Dealt, seat: int, kind: str = "bet") -> None:
    """Let everyone check, call or bring in until this seat is asked for a decision of this kind."""
    while True:
        offer = hand.offer
        assert offer is not None
        if offer.seat == seat and offer.kind == kind:
            return
        hand.send(plainest(hand, offer))


def play_out(hand: Dealt) -> None:
    """Play the plainest acts to the end of the hand."""
    while hand.offer is not None:
        hand.send(plainest(hand, hand.offer))


def bring_in(deal: Deal, seat: int | None = 7) -> View:
    """Seven-card stud: seat 7 has the lowest card open and must bring in."""
    hand = deal("stud-fl", STACKS, "Ks Kd Qh Qd 9c 9d Ah Td 8s 8c Tc Jd Jc Qc 2d", button=7, stakes=STUD_STAKES)
    return _viewed(hand, seat)


def soko(deal: Deal, seat: int | None = 7) -> View:
    """Sökö: all four open cards lie there, seat 7 shows four spades; two have folded."""
    down = "Ah 7d Kd 2h 6c"
    first = "Qc 7c Ac Kh Ks"
    second = "3d Qh 8d Ad Th Js"
    third = "3h 5d 9s Td 7h 8s"
    fourth = "4h 3s Jh 6d 5c 4s"
    game = "soko-pl"
    cards = " ".join((down, first, second, third, fourth))
    hand = deal(game, STACKS, cards, button=9, stakes=STUD_STAKES)
    for _ in range(400):
        offer = hand.offer
        assert offer is not None
        if hand.seat(7).street == 3 and offer.seat == 7:
            break
        hand.send(plainest(hand, offer))
    return _viewed(hand, seat)


def seventh(deal: Deal, seat: int | None = 7) -> View:
    """Seven-card stud hi-lo at the showdown, every hand with seven cards."""
    hand = deal("stud8-fl", STACKS, button=5, stakes=STUD_STAKES)
    play_out(hand)
    return _viewed(hand, seat)


def draw(deal: Deal, seat: int | None = 7) -> View:
    """Deuce to seven: seat 7 is asked which cards he exchanges, seat 1 has exchanged two."""
    hand = deal("td27-fl", STACKS, "2s 3s 4c 5d 6h", button=9, stakes=STUD_STAKES)
    act_until(hand, 1, "discard")
    offer = hand.offer
    assert offer is not None
    cards = hand.seat(1).seats[1].cards[:2]
    hand.send(hr.Act(1, offer.decision, "discard", cards=cards))
    act_until(hand, 7, "discard")
    return _viewed(hand, seat)


def drawn(deal: Deal, seat: int | None = 7) -> View:
    """The same after everyone has exchanged: seat 7 is to bet, and how many each took stands there."""
    hand = deal("td27-fl", STACKS, "2s 3s 4c 5d 6h", button=7, stakes=STUD_STAKES)
    act_until(hand, 9, "discard")
    for count in (3, 1, 2, 0, 1):
        offer = hand.offer
        assert offer is not None
        cards = hand.seat(offer.seat).seats[offer.seat].cards[:count]
        hand.send(hr.Act(offer.seat, offer.decision, "discard", cards=cards))
    act_until(hand, 7)
    return _viewed(hand, seat)


def pineapple(deal: Deal, seat: int | None = 7) -> View:
    """Irish: after the flop two of four cards must go."""
    hand = deal("irish-pl", STACKS, button=5)
    act_until(hand, 7, "discard")
    return _viewed(hand, seat)


def double_flop(deal: Deal, seat: int | None = 7) -> View:
    """Two boards, on the turn."""
    hand = deal("double-flop-nl", STACKS, button=5)
    while hand.seat(7).street < 2:
        offer = hand.offer
        assert offer is not None
        hand.send(plainest(hand, offer))
    act_until(hand, 7)
    return _viewed(hand, seat)


def high_low(deal: Deal, seat: int | None = 7) -> View:
    """Omaha hi-lo, played out: the high and the low go to different players."""
    holes = "Ah 9s Ks 5h 2s 2h 9d Kd 5s 3s Qc Tc Jh Jd 4c Qd Th 8c 6s 7s"
    hand = deal("omaha8-pl", STACKS, f"{holes} 4d 8h Kh 3c 4s 6d 9h Jc", button=9)
    play_out(hand)
    return _viewed(hand, seat)


def arrange(deal: Deal, seat: int | None = 3) -> View:
    """Chinese poker: thirteen cards to set."""
    hand = deal("chinese-2-4-pts", {1: 388, 3: 619, 5: 340}, button=1, stakes=POINTS)
    act_until(hand, 3, "arrange")
    return _viewed(hand, seat)


def rows_settled(deal: Deal, seat: int | None = 3) -> View:
    """Chinese poker, every row opened and paid."""
    hand = deal("chinese-2-4-pts", {1: 388, 3: 619, 5: 340}, button=1, stakes=POINTS)
    play_out(hand)
    return _viewed(hand, seat)


def mix(deal: Deal, seat: int | None = 7) -> View:
    """HORSE: it is razz's turn."""
    hand = deal("razz-fl", STACKS, button=5, among="horse", stakes=STUD_STAKES)
    hand.tell([tr.GameTurned(2, GameId("razz-fl"), 5, GameId("stud-fl"))])
    act_until(hand, 7)
    return _viewed(hand, seat)


# -- questions ---------------------------------------------------------------------------------------------------


def all_in(deal: Deal, rule_set: str) -> Dealt:
    """Aces against kings, all in on the flop of 9 4 2; the first run brings a king, the second nothing."""
    deck = "Ah Kh Ad Kd 9d 4s 2h Ks 7c 8c 3h"
    hand = deal("holdem-nl", {3: 300, 7: 300}, deck, button=3, rule_set=rule_set)
    while hand.seat(7).street < 1:
        offer = hand.offer
        assert offer is not None
        hand.send(plainest(hand, offer))
    hand.act("raise", 296)
    hand.act("call")
    return hand


def runs(deal: Deal, rule_set: str, seat: int | None = 7) -> View:
    """Seat 7 is asked how often the rest is to be dealt."""
    hand = all_in(deal, rule_set)
    act_until(hand, 7, "runs")
    return _viewed(hand, seat)


def two_runs(deal: Deal, rule_set: str, seat: int | None = 7) -> View:
    """The rest was dealt twice, and each player won one run."""
    hand = all_in(deal, rule_set)
    while hand.offer is not None:
        offer = hand.offer
        hand.send(hr.Act(offer.seat, offer.decision, "runs", runs=2))
    return _viewed(hand, seat)


def show(deal: Deal, rule_set: str, seat: int | None = 1) -> View:
    """Everyone else has folded, and seat 1 may show what he had."""
    hand = deal("holdem-nl", STACKS, button=5, rule_set=rule_set)
    hand.act("raise", 12)
    while hand.offer is not None and hand.offer.kind == "bet":
        hand.act("fold")
    return _viewed(hand, seat)


def straddle(deal: Deal, seat: int | None = 7) -> View:
    """Before the hand, seat 7 may straddle."""
    return _asked(deal, seat, "straddle", 8)


def consent(deal: Deal, seat: int | None = 7) -> View:
    """Seat 3 wants to straddle, and seat 7 is asked."""
    return _asked(deal, seat, "straddle-consent", 8, asker=3)


def bomb_pot(deal: Deal, seat: int | None = 7) -> View:
    """Everyone is asked for a bomb pot."""
    return _asked(deal, seat, "bomb-pot", 20)


def _asked(deal: Deal, seat: int | None, question: tr.Question, euro: int, asker: int = 0) -> View:
    hand = deal("holdem-nl", STACKS, button=5, bomb_pots=BombPots(ante=20 * EURO, by_consent=True))
    play_out(hand)
    asked = tr.QuestionAsked(HandId(2), question, (5, 7), euro * EURO, 103_000, 5_000, asker)
    hand.tell([tr.HandDue(HandId(2)), asked])
    return _viewed(hand, seat)


def entry(deal: Deal, seat: int | None = 7) -> View:
    """Seat 7 owes both blinds and may wait or post."""
    hand = deal("holdem-nl", {1: 388, 3: 619, 5: 340, 7: 265}, button=5)
    play_out(hand)
    hand.tell(
        [
            tr.HandDue(HandId(2)),
            tr.SatOut(7, "asked"),
            tr.BlindMissed(7, small=True, big=True),
            tr.SatIn(7, waits=True),
            sr.EntryOffered(7, ("wait", "post"), 4 * EURO, 2 * EURO),
        ]
    )
    return _viewed(hand, seat)


def cut(deal: Deal, seat: int | None = 7) -> View:
    """Seat 7 may cut the deck for the next hand."""
    hand = deal("holdem-nl", STACKS, button=5)
    play_out(hand)
    bound = tuple(er.BoundSeat(number, bytes([number]) * 32) for number in STACKS)
    hand.tell(
        [
            tr.HandDue(HandId(2)),
            tr.ShuffleOpened(HandId(2), bytes(32), bound),
            er.CutAsked(7, HandId(2), 52, 102_000, 2_000),
        ]
    )
    return _viewed(hand, seat)
