"""The hand that is played: its story so far, and the root that binds its deck, for the same sheet as the rules."""

from controller.vocab.ids import HandId
from controller.wire.view import PastHand, View
from seats.models.book import Chapter, Spread, columns_of, open_at
from seats.models.past import hand_number, root_facts, streets_told
from seats.models.proof import root_in_play, root_payload
from seats.models.words import Words, game_of


def hand_spread(view: View, place: int, words: Words) -> Spread:
    """What lies open at `place`, counted from 0: the story, and beside its beginning the fingerprint of the deck."""
    return open_at(_pages(view, words), place, words.say("hand.title"), words.say("hand.subtitle"), words)


def _pages(view: View, words: Words) -> tuple[tuple[Chapter, ...], ...]:
    if view.hand is None:
        return ((Chapter(words.say("hand.title")),),)
    hand = _so_far(view, view.hand)
    first, *rest = columns_of(hand_number(hand.hand, words), (), tuple(streets_told(hand, words)))
    more = tuple(tuple(rest[start : start + 2]) for start in range(0, len(rest), 2))
    return ((first, *_bound(view, words)), *more)


def _bound(view: View, words: Words) -> tuple[Chapter, ...]:
    root = root_in_play(view)
    if not root:
        return ()
    said = (words.say("hand.how"),)
    return (Chapter(words.say("past.root"), said, facts=root_facts(root, words), code=root_payload(root)),)


def _so_far(view: View, hand: HandId) -> PastHand:
    """What this seat has seen of the running hand, as it will remember it."""
    return PastHand(
        hand=hand,
        game=game_of(view),
        cards=(),
        boards=(view.board, *view.more_boards),
        acts=view.acts,
        shown=(),
        pots=view.pots,
        rake=0,
        dropped=0,
        won=(),
        net=0,
        dealt=view.began is not None,
        names={seat.seat: seat.name for seat in view.seats.values()},
    )
