"""Random hands of every game that pokerkit can be told of: both engines end them with the same stacks.

The rulings are those that pokerkit has. Where it still goes another way, a numbered entry of `DIFFERENCES` says why and
must be able to see in the hand that it applies; a difference without an entry fails.
"""

import inspect
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import pokerkit
import pytest

from controller.app.simulate import at_random, forced_bets, throw_away
from controller.games import Game, catalogue, find_game
from controller.games import rulings as ruling_rows
from controller.hand import play, start
from controller.hand.terms import least_bet
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from controller.vocab.records import HandEvent
from evaluator_ext import print_card
from tests.hand.pokerkit_games import told, why_not

BLINDS = Stakes(small_blind=50, big_blind=100, ante=0, unit=1, small_bet=100, big_bet=200)
ANTES = Stakes(small_blind=0, big_blind=0, ante=10, unit=1, small_bet=100, big_bet=200, bring_in=30)
SAMPLE, MANY, ALL = 10, 300, 20_000

SHARED = tuple(game for game in catalogue() if not why_not(game))
OURS_ALONE = {
    "holdem32", "hungarian-draw", "soko", "pineapple", "crazy-pineapple", "irish", "stud", "stud8", "razz", "stud5",
    "chinese-1-6", "chinese-2-4",
}  # fmt: skip
"""The families of which pokerkit cannot be told some structure or any: see `why_not`."""

PREDEFINED = {
    "holdem-nl": pokerkit.NoLimitTexasHoldem,
    "holdem-fl": pokerkit.FixedLimitTexasHoldem,
    "short-deck-nl": pokerkit.NoLimitShortDeckHoldem,
    "omaha-pl": pokerkit.PotLimitOmahaHoldem,
    "omaha8-fl": pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    "stud-fl": pokerkit.FixedLimitSevenCardStud,
    "stud8-fl": pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "razz-fl": pokerkit.FixedLimitRazz,
    "sd27-nl": pokerkit.NoLimitDeuceToSevenLowballSingleDraw,
    "td27-fl": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw,
    "badugi-fl": pokerkit.FixedLimitBadugi,
}
NOT_DEALT = {
    pokerkit.KuhnPoker, pokerkit.NoLimitRoyalHoldem, pokerkit.games.LeducHoldem, pokerkit.games.Numeral211Holdem,
    pokerkit.games.RhodeIslandHoldem, pokerkit.games.RoyalRhodeIslandHoldem,
}  # fmt: skip
"""Games of teaching and research, and hold'em with 20 cards, which no rule book of ours has."""


@dataclass(frozen=True)
class Played:
    """A hand played by chance, and what the other engine made of it: its stacks, or why it refused."""

    game: Game
    started: hr.HandStarted
    events: Sequence[HandEvent]
    ours: list[int]
    theirs: list[int]
    refusal: str = ""

    def awards(self, pot: int) -> set[int]:
        """The shares of a pot that somebody won."""
        won = [event for event in self.events if isinstance(event, hr.PotAwarded) and event.pot == pot]
        return {award.share for award in won}

    @property
    def largest(self) -> int:
        """The largest difference of a stack."""
        return max(abs(one - other) for one, other in zip(self.ours, self.theirs, strict=True))


def nobody_can_match(hand: Played) -> bool:
    """1. It takes no raise that nobody can match; here it is taken and what is too much goes back (case 45)."""
    return hand.refusal.startswith("There is no reason to")


def half_a_bet(hand: Played) -> bool:
    """2. Its fixed limit knows no half-bet rule: what follows a short all-in counts otherwise (cases 10 to 13)."""
    unit = 0
    for event in hand.events:
        if isinstance(event, hr.StreetBegan):
            unit = least_bet(hand.started.stakes, hand.game, hand.game.streets[event.street])
        if isinstance(event, hr.Acted) and event.kind == "raise" and not event.stack and event.to % unit:
            return hand.game.structure == "fixed-limit"
    return False


def odd_chips(hand: Played) -> bool:
    """3. It halves a pot even where the same hands win both halves, and deals odd chips by position also in stud
    (cases 48 and 49): a chip or two of each pot stand elsewhere."""
    splits = len(hand.game.shares) > 1 or not hand.game.blinds
    return splits and not hand.refusal and 0 < hand.largest <= 2 * len(hand.started.entrants)


def a_low_outside_the_pot(hand: Played) -> bool:
    """4. It divides the half of a side pot that none of its players has a low for among them all, where one outside
    it has one; here the high hand takes it (case 50)."""
    pots = {event.pot for event in hand.events if isinstance(event, hr.PotAwarded)}
    return any(hand.awards(pot) == {0} for pot in pots) and any(1 in hand.awards(pot) for pot in pots)


DIFFERENCES: tuple[Callable[[Played], bool], ...] = (nobody_can_match, half_a_bet, odd_chips, a_low_outside_the_pot)
"""Why a hand may go another way there; each says in its number what it is and finds it in the hand."""


@pytest.fixture
def capped(monkeypatch):
    """The rules pokerkit has: a cap also heads-up, short all-ins add up, all odd chips to the first by position."""
    rulings = msgspec.structs.replace(
        ruling_rows.HELSINKI,
        fl_headsup_uncapped=False,
        showing_ties="position",
        odd_chips="all-to-first",
        cumulative_short_allins_reopen=True,
    )
    row = ruling_rows.RuleSet(id=RuleSetId("capped"), rulings=rulings)
    monkeypatch.setitem(ruling_rows._BY_ID, row.id, row)
    return row.id


def most_players(game):
    """The most whom the deck serves without a card for everyone and without being shuffled anew."""
    if not any(street.draw for street in game.streets):
        return min(game.most, 6)
    hole = game.streets[0].hole
    return min(len(game.deck) // (hole + 3 * (len(game.streets) - 1)), 6)


def our_hand(game, rule_set, chance):
    """A hand played by chance: what began it, its events, and its final stacks."""
    players = chance.randint(2, most_players(game))
    stakes = BLINDS if game.blinds else ANTES
    order = range(1, players + 1)
    started = hr.HandStarted(
        hand=HandId(1),
        game=game.id,
        rule_set=rule_set,
        stakes=stakes,
        rake_permille=0,
        rake_cap=0,
        button=players,
        entrants=tuple(hr.Entrant(seat=seat, stack=chance.randint(1, 60) * 100) for seat in order),
        forced=forced_bets(stakes, order),
        first_decision=DecisionId(1),
    )
    deck = list(game.deck)
    chance.shuffle(deck)
    hand, events = start(started, tuple(deck))
    while not hand.over:
        offer = hand.decision
        act = throw_away(hand, offer, chance) if offer.kind == "discard" else at_random(offer, chance)
        events += play(hand, act)
    return started, events, [player.stack for player in hand.players.values()]


def their_hand(game, started, events):
    """The stacks at the end of the same hand by pokerkit. Raises ValueError where it refuses."""
    state = told(game, started)
    for verb, what in operations(events):
        made_ready(state)
        if verb in DEALER:
            pass_on(state)
        VERBS[verb](state, what)
    made_ready(state)
    pass_on(state)
    return list(state.stacks)


DEALER = ("hole", "board", "discard")
"""The steps that no bettor makes."""


def made_ready(state):
    """Everyone who may shows, so that no hand is killed unseen, and what is burnt is burnt."""
    while True:
        if state.can_show_or_muck_hole_cards(True):
            state.show_or_muck_hole_cards(True)
        elif state.can_burn_card():
            state.burn_card("??")
        else:
            return


def pass_on(state):
    """Check for those whom it still asks although nobody else can act: here they are not asked (case 20)."""
    while state.can_check_or_call() and not state.checking_or_calling_amount:
        state.check_or_call()
        made_ready(state)


VERBS = {
    "hole": lambda state, cards: state.deal_hole(cards),
    "board": lambda state, cards: state.deal_board(cards),
    "fold": lambda state, _: state.fold(),
    "check": lambda state, _: state.check_or_call(),
    "call": lambda state, _: state.check_or_call(),
    "bring-in": lambda state, _: state.post_bring_in(),
    "raise": lambda state, to: state.complete_bet_or_raise_to(to),
    "discard": lambda state, cards: state.stand_pat_or_discard(cards),
}


def written(cards):
    return "".join(print_card(card) for card in cards)


def operations(events):
    """Our events as pokerkit's steps: it lets everybody discard before anybody is dealt others."""
    given, waiting, hole = "", [], ""
    for event in events:
        match event:
            case hr.HoleCardsDealt(cards=cards) | hr.UpCardsDealt(cards=cards):
                hole += written(cards)
            case hr.HoleCardsCounted() if hole:
                waiting.append(("hole", hole))
                hole = ""
            case hr.CardsDiscarded(cards=cards):
                given = written(cards)
            case hr.Acted(kind="discard"):
                yield "discard", given
                given = ""
            case hr.Acted(kind=kind, to=to):
                yield from waiting
                waiting = []
                yield kind, to
            case hr.BoardDealt(cards=cards):
                yield from waiting
                waiting = []
                yield "board", written(cards)
            case hr.StreetClosed():
                yield from waiting
                waiting = []


def compare(game, rule_set, hands):
    """How many hands ended alike, and how many each difference explains; fails where none does."""
    chance, counted = random.Random(game.id), Counter()
    for _ in range(hands):
        started, events, ours = our_hand(game, rule_set, chance)
        try:
            played = Played(game, started, events, ours, their_hand(game, started, events))
        except ValueError as refusal:
            played = Played(game, started, events, ours, [], str(refusal))
        if played.theirs == ours:
            counted["same"] += 1
            continue
        why = next((row.__name__ for row in DIFFERENCES if row(played)), None)
        assert why, f"{started}: {played.refusal or (ours, played.theirs)}"
        counted[why] += 1
    return counted


@pytest.mark.parametrize("game", SHARED, ids=lambda game: game.id)
def test_a_few_hands_end_as_with_pokerkit(game, capped):
    assert compare(game, capped, SAMPLE)["same"] >= SAMPLE // 2


@pytest.mark.ci
@pytest.mark.parametrize("game", SHARED, ids=lambda game: game.id)
def test_three_hundred_hands_end_as_with_pokerkit(game, capped):
    assert compare(game, capped, MANY)["same"] > 0.8 * MANY


@pytest.mark.hours
@pytest.mark.parametrize("game", SHARED, ids=lambda game: game.id)
def test_twenty_thousand_hands_end_as_with_pokerkit(game, capped):
    assert compare(game, capped, ALL)["same"] > 0.8 * ALL


def test_every_game_is_shared_or_has_a_reason():
    families = {game.id.rpartition("-")[0] for game in catalogue() if why_not(game)}
    assert families == OURS_ALONE
    assert all(why_not(game) or game in SHARED for game in catalogue())


def test_every_game_that_pokerkit_has_is_dealt_here_or_is_no_game_of_ours():
    classes = {kind for _, kind in inspect.getmembers(pokerkit.games, inspect.isclass) if hasattr(kind, "create_state")}
    assert {kind for kind in classes if not inspect.isabstract(kind)} == {*PREDEFINED.values(), *NOT_DEALT}


BUILT_OTHERWISE = ("omaha8-fl",)
"""It builds its limit Omaha high and low on pot limit."""


@pytest.mark.parametrize("game", [game for game in PREDEFINED if game not in BUILT_OTHERWISE])
def test_a_game_is_told_as_pokerkit_itself_has_it(game, capped):
    row, kind = find_game(GameId(game)), PREDEFINED[game]
    started, _, _ = our_hand(row, capped, random.Random(1))
    ours = told(row, started)
    assert ours.deck == kind.deck
    assert ours.hand_types == kind.hand_types
    parameters = inspect.signature(kind.create_state).parameters
    bets = {"min_bet": 100, "small_bet": 100, "big_bet": 200, "bring_in": 30, "raw_blinds_or_straddles": (50, 100)}
    wanted = {name: bets[name] for name in parameters if name in bets}
    theirs = kind.create_state((), True, started.stakes.ante, raw_starting_stacks=6000, player_count=3, **wanted)
    assert (ours.betting_structure, ours.streets) == (theirs.betting_structure, theirs.streets)
