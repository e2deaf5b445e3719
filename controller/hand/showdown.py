"""The showdown: who tables his hand, in which order, and what it is worth (poker.md §10.1)."""

from controller.games import RANKINGS
from controller.hand.state import Hand
from controller.vocab.hand_records import HandMucked, HandName, HandShown
from controller.vocab.ids import Seat


def ranks(hand: Hand) -> dict[Seat, int]:
    """The rank of every hand that is still in; higher is better."""
    rank = RANKINGS[hand.game.ranking].rank
    return {
        player.seat: rank(player.cards + hand.board) for player in hand.players.values() if hand.is_live(player.seat)
    }


def names(hand: Hand) -> list[tuple[Seat, HandName]]:
    """What every hand that is still in makes now, in words, once there is a board; otherwise empty."""
    if not hand.board:
        return []
    ranking = RANKINGS[hand.game.ranking]
    return [
        (player.seat, ranking.name(ranking.plays(player.cards + hand.board)))
        for player in hand.players.values()
        if hand.is_live(player.seat)
    ]


def showing_order(hand: Hand) -> list[Seat]:
    """The seats still in, in the order in which they show.

    The last bettor or raiser first, of the hand or of its last betting round by ruling; without one, or when his hand
    has died, the first seat left of the button; then clockwise. Those in the latest side pot come before the others.
    """
    in_hand = hand.rulings.showdown_first == "last-aggressor-in-hand"
    first = hand.aggressor if in_hand else hand.round_aggressor
    live = [seat for seat in hand.players if hand.is_live(seat)]
    begin = live.index(first) if first in live else 0
    around = live[begin:] + live[:begin]
    order: list[Seat] = []
    for pot in reversed(hand.pots):
        order += [seat for seat in around if seat in pot.seats and seat not in order]
    return order


def show_or_muck(hand: Hand, rank: dict[Seat, int]) -> list[HandShown | HandMucked]:
    """What each seat does in turn: it shows if it can still win or tie a pot with what is on view, else it mucks."""
    ranking = RANKINGS[hand.game.ranking]
    best = [0] * len(hand.pots)
    acts: list[HandShown | HandMucked] = []
    for seat in showing_order(hand):
        mine = rank[seat]
        contested = [number for number, pot in enumerate(hand.pots) if seat in pot.seats]
        if all(mine < best[number] for number in contested):
            acts.append(HandMucked(seat=seat))
            continue
        for number in contested:
            best[number] = max(best[number], mine)
        cards = hand.players[seat].cards
        plays = ranking.plays(cards + hand.board)
        acts.append(HandShown(seat=seat, cards=cards, plays=plays, name=ranking.name(plays)))
    return acts
