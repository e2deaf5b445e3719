"""Who watches the hands of any game: what is true of every one of them, from public events and the deck alone.

The referee knows hold'em by heart; an onlooker knows no game, and holds each to the offers, cards and chips that its
own events tell of (poker.md §3, §8, §13; hand-engine §4).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from controller.vocab import hand_records as hr
from controller.vocab.ids import MAX_SEATS, DecisionId, Seat
from controller.vocab.records import AnyEvent
from evaluator_ext import Card
from tests.sim.bonds import Bonds
from tests.sim.debts import Debts
from tests.sim.finding import check

Shown: TypeAlias = hr.HandTurnedUp | hr.HandShown | hr.CardsShown | hr.RowShown | hr.RowsArranged
"""What names cards that its seat must hold."""


class Holding(msgspec.Struct):
    """What a player has in the hand."""

    stack: int
    cards: list[Card] = []
    folded: bool = False


class Deal(msgspec.Struct):
    """The running hand."""

    started: hr.HandStarted
    holdings: dict[Seat, Holding]
    deck: set[Card] = set()
    board: list[Card] = []
    thrown: set[Card] = set()
    pot: int = 0
    raked: int = 0
    offered: hr.DecisionOffered | None = None
    voided: bool = False
    acts: int = 0


class Onlooker:
    """Follows all events of a table, and objects to the first that cannot be of any game."""

    def __init__(self) -> None:
        self.hands = 0
        self.debts = Debts(check)
        self.bonds = Bonds()
        self._deal: Deal | None = None
        self._decision = DecisionId(0)

    def follow(self, event: AnyEvent, table_ms: int) -> None:
        """Watch one committed event."""
        self.debts.follow(event)
        self.bonds.follow(event, table_ms)
        if isinstance(event, hr.HandStarted):
            self._start(event)
        elif (step := _FOLLOW.get(type(event))) is not None:
            check(self._deal is not None, "hand-events-in-hand", f"between hands came {event}")
            assert self._deal is not None
            step(self, self._deal, event)

    def _start(self, event: hr.HandStarted) -> None:
        check(self._deal is None, "one-hand-at-a-time", f"hand {event.hand} began during another")
        order = [entrant.seat for entrant in event.entrants]
        clockwise = sorted(order, key=lambda seat: (seat - event.button - 1) % MAX_SEATS)
        check(order == clockwise and len(order) >= 2, "seats-clockwise", f"the hand's seats stand as {order}")
        self._deal = Deal(event, {entrant.seat: Holding(entrant.stack) for entrant in event.entrants})

    # -- cards ---------------------------------------------------------------------------------------------------

    def _deck(self, deal: Deal, event: hr.DeckFixed) -> None:
        deal.deck = set(event.deck)
        check(len(deal.deck) == len(event.deck), "deck-whole", "a card is twice in the deck")

    def _dealt(self, deal: Deal, event: hr.HoleCardsDealt | hr.UpCardsDealt) -> None:
        deal.holdings[event.seat].cards += event.cards
        self._cards_disjoint(deal)

    def _board(self, deal: Deal, event: hr.BoardDealt) -> None:
        deal.board += event.cards
        self._cards_disjoint(deal)

    @staticmethod
    def _cards_disjoint(deal: Deal) -> None:
        known = [card for holding in deal.holdings.values() for card in holding.cards] + deal.board
        check(len(set(known)) == len(known), "cards-disjoint", "a card is in two places")
        check(deal.deck >= set(known), "dealt-from-the-deck", "a card came from elsewhere than the deck")

    def _discarded(self, deal: Deal, event: hr.CardsDiscarded) -> None:
        cards = deal.holdings[event.seat].cards
        check(set(event.cards) <= set(cards), "cards-held", f"seat {event.seat} threw away what it does not hold")
        deal.holdings[event.seat].cards = [card for card in cards if card not in event.cards]
        deal.thrown |= set(event.cards)

    def _began(self, deal: Deal, _event: hr.StreetBegan) -> None:
        deal.thrown.clear()

    def _recycled(self, deal: Deal, event: hr.DeckRecycled) -> None:
        """Only the muck goes back into the deck, without what this round threw away (hand-engine case 54)."""
        back = set(event.cards)
        held = {card for holding in deal.holdings.values() if not holding.folded for card in holding.cards}
        kept = held | deal.thrown | set(deal.board)
        check(not back & kept, "recycled-from-the-muck", "a card in play or just thrown away went back into the deck")
        for holding in deal.holdings.values():
            holding.cards = [card for card in holding.cards if card not in back]

    def _shown(self, deal: Deal, event: Shown) -> None:
        held = set(deal.holdings[event.seat].cards)
        check(set(event.cards) <= held, "cards-held", f"seat {event.seat} has other cards than {type(event).__name__}")

    # -- acts ----------------------------------------------------------------------------------------------------

    def _offer(self, deal: Deal, event: hr.DecisionOffered) -> None:
        check(event.decision > self._decision, "decisions-count-up", f"decision {event.decision} comes again")
        stack = deal.holdings[event.seat].stack
        fits = 0 <= event.call <= stack and event.max_to <= event.bet + stack and event.pot == deal.pot
        check(fits, "offer-covered", f"{event} is offered to a stack of {stack} over a pot of {deal.pot}")
        self._decision, deal.offered = event.decision, event

    def _act(self, deal: Deal, event: hr.Acted) -> None:
        offer = deal.offered
        fits = offer is not None and (offer.seat, offer.decision) == (event.seat, event.decision)
        check(fits, "act-answers-offer", f"seat {event.seat} acted on decision {event.decision} unasked")
        assert offer is not None
        if event.kind == "raise":
            good = offer.min_to <= event.to <= offer.max_to and event.added == event.to - offer.bet
        elif event.kind in ("call", "bring-in"):
            good = event.added == offer.call
        else:
            good = not event.added
        check(good, "act-as-offered", f"{event} against {offer}")
        deal.offered = None
        deal.acts += 1
        deal.holdings[event.seat].folded |= event.kind == "fold"
        self._pays(deal, event.seat, event.added, event.stack)

    # -- chips ---------------------------------------------------------------------------------------------------

    def _posted(self, deal: Deal, event: hr.Posted) -> None:
        self._pays(deal, event.seat, event.amount, event.stack)

    def _gets(self, deal: Deal, event: hr.UncalledReturned | hr.StakeReturned | hr.PotAwarded) -> None:
        self._pays(deal, event.seat, -event.amount, event.stack)

    def _compared(self, deal: Deal, event: hr.RowsCompared) -> None:
        """No comparison costs more than its loser has."""
        check(event.amount >= 0 <= event.points, "rows-won-by-the-winner", f"{event}")
        self._pays(deal, event.loser, event.amount, event.loser_stack)
        self._pays(deal, event.seat, -event.amount, event.stack)

    @staticmethod
    def _pays(deal: Deal, seat: Seat, amount: int, told: int) -> None:
        holding = deal.holdings[seat]
        holding.stack -= amount
        deal.pot += amount
        check(holding.stack == told >= 0, "stack-as-counted", f"seat {seat} has {holding.stack}, told are {told}")
        check(deal.pot >= 0, "pots-cover-awards", f"more was paid out than the pots held, to seat {seat}")

    def _closed(self, deal: Deal, event: hr.StreetClosed) -> None:
        total = sum(pot.amount for pot in event.pots)
        check(total == deal.pot, "pots-by-the-chip", f"the pots hold {total}, {deal.pot} went in")

    def _dropped(self, deal: Deal, event: hr.DropTaken) -> None:
        deal.pot -= event.amount

    def _raked(self, deal: Deal, event: hr.RakeTaken) -> None:
        deal.raked += event.amount
        most = min(deal.pot * deal.started.rake_permille // 1000, deal.started.rake_cap)
        check(deal.raked <= most, "rake-by-the-rule", f"the house took {deal.raked}, at most {most} is due")
        deal.pot -= event.amount

    def _voided(self, deal: Deal, event: hr.HandVoided) -> None:
        """Whatever makes a hand void that three have acted in takes two people."""
        alone = not event.second or event.second == event.by
        check(not (alone and deal.acts > 2), "void-by-the-rule", f"{event} after {deal.acts} acts")
        deal.voided = True

    def _ended(self, deal: Deal, event: hr.HandEnded) -> None:
        check(not deal.pot, "pots-all-awarded", f"{deal.pot} are left in the pots of hand {event.hand}")
        stacks = {entrant.seat: entrant.stack for entrant in event.stacks}
        counted = {seat: holding.stack for seat, holding in deal.holdings.items()}
        check(stacks == counted, "stack-as-counted", f"the hand ends with {stacks}, counted are {counted}")
        before = {entrant.seat: entrant.stack for entrant in deal.started.entrants}
        fits = not deal.voided or stacks == before
        check(fits, "void-returns-all", f"a void hand leaves {stacks} of {before}")
        self._deal = None
        self.hands += 1


_FOLLOW: Final[Mapping[type, Callable[[Onlooker, Deal, Any], None]]] = {
    hr.DeckFixed: Onlooker._deck,
    hr.HoleCardsDealt: Onlooker._dealt,
    hr.UpCardsDealt: Onlooker._dealt,
    hr.BoardDealt: Onlooker._board,
    hr.CardsDiscarded: Onlooker._discarded,
    hr.StreetBegan: Onlooker._began,
    hr.DeckRecycled: Onlooker._recycled,
    hr.HandTurnedUp: Onlooker._shown,
    hr.HandShown: Onlooker._shown,
    hr.CardsShown: Onlooker._shown,
    hr.RowShown: Onlooker._shown,
    hr.RowsArranged: Onlooker._shown,
    hr.DecisionOffered: Onlooker._offer,
    hr.Acted: Onlooker._act,
    hr.Posted: Onlooker._posted,
    hr.UncalledReturned: Onlooker._gets,
    hr.HandVoided: Onlooker._voided,
    hr.StakeReturned: Onlooker._gets,
    hr.PotAwarded: Onlooker._gets,
    hr.RowsCompared: Onlooker._compared,
    hr.StreetClosed: Onlooker._closed,
    hr.DropTaken: Onlooker._dropped,
    hr.RakeTaken: Onlooker._raked,
    hr.HandEnded: Onlooker._ended,
}
