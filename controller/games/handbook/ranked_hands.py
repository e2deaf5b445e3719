"""The chapter on hands, best first: examples whose order and names come from the ranking itself."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.games.handbook.sayings import Played, say, text
from controller.games.model import RankingId, Share
from controller.games.ranking import ranking_of
from controller.vocab.hand_records import HandName
from controller.vocab.rule_book import RankedHand, Saying, Section
from evaluator_ext import Card, parse_cards

ACE: Final = 14

_HIGH: Final = (
    "As Ks Qs Js Ts",
    "Jh Th 9h 8h 7h",
    "Qs Qh Qd Qc 9h",
    "Ks Kh Kd 9s 9c",
    "Ad Jd Td 8d 7d",
    "Jd Tc 9s 8h 7d",
    "8s 8h 8d Ac Jd",
    "As Ah 9d 9c Kh",
    "Ts Th Ac Kd 8s",
    "As Jd Tc 8h 7s",
    "Kc Jc 9c 8c Ad",
    "Jd Tc 9s 8h As",
)
"""A hand of each kind that any high ranking knows, with cards that every deck has; four-card kinds come last, as most
rankings take those for less."""

_ACE_TO_FIVE: Final = (
    "5s 4h 3d 2c As",
    "6s 4h 3d 2c As",
    "8s 7h 4d 3c 2s",
    "Ks Qh Jd Tc 9s",
    "2s 2h 5d 4c 3s",
    "3s 3h 2d 2c As",
    "2s 2h 2d 4c 3s",
    "2s 2h 2d 3c 3s",
    "2s 2h 2d 2c 3s",
)

_DEUCE_TO_SEVEN: Final = (
    "7s 5h 4d 3c 2s",
    "7s 6h 4d 3c 2s",
    "9s 8h 4d 3c 2s",
    "As 5h 4d 3c 2s",
    "2s 2h 5d 4c 3s",
    "3s 3h 2d 2c 4s",
    "2s 2h 2d 4c 3s",
    "6s 5h 4d 3c 2s",
    "8s 6s 4s 3s 2s",
    "2s 2h 2d 3c 3s",
    "2s 2h 2d 2c 3s",
    "6s 5s 4s 3s 2s",
)

EXAMPLES: Final[Mapping[RankingId, tuple[str, ...]]] = {
    "high": _HIGH,
    "soko": _HIGH,
    "hungarian-holdem": _HIGH,
    "hungarian-draw": _HIGH,
    "short-deck": _HIGH,
    "eight-low": ("5s 4h 3d 2c As", "6s 4h 3d 2c As", "7s 6h 5d 3c 2s", "8s 4h 3d 2c As", "8s 7h 6d 5c 4s"),
    "ace-to-five": _ACE_TO_FIVE,
    "deuce-to-seven": _DEUCE_TO_SEVEN,
    "chinese-rows": _HIGH,
    "badugi": ("4s 3h 2d Ac", "8s 4h 2d Ac", "3s 2h Ad Kd", "2s Ah 5s 7h", "As 5s 8s Js"),
}
"""Hands to show for each ranking. A kind of high hand is shown once; of low ones every example is."""

SAID_BY: Final[Mapping[RankingId, str]] = {
    "high": "hand",
    "soko": "hand",
    "hungarian-holdem": "hand",
    "hungarian-draw": "hand-by-suit",
    "short-deck": "hand",
    "eight-low": "low",
    "ace-to-five": "lowball",
    "deuce-to-seven": "lowball",
    "badugi": "badugi",
    "chinese-rows": "hand",
}
"""The group of sentences that tell what makes a hand and which of two is better."""


def rankings(played: Played) -> tuple[Section, ...]:
    """A section for each way in which hands of this game compare."""
    shares = list({share.ranking: share for share in played.game.shares}.values())
    return tuple(_section(played, share, alone=len(shares) == 1) for share in shares)


def _section(played: Played, share: Share, *, alone: bool) -> Section:
    heading = (
        "rules.rank.heading"
        if alone
        else "rules.rank.heading.low"
        if share is played.low
        else "rules.rank.heading.high"
    )
    return Section(heading=say(heading), says=NOTES[share.ranking](played), hands=ranked_hands(played, share.ranking))


def ranked_hands(played: Played, ranking_id: RankingId) -> tuple[RankedHand, ...]:
    """The examples that are hands under the rulings, best first, each kind told where it comes first."""
    ranking = ranking_of(Share(ranking_id), played.rulings)
    shown: dict[tuple[str, tuple[int, ...]], tuple[Card, ...]] = {}
    for example in EXAMPLES[ranking_id]:
        cards = parse_cards(example)
        rank = ranking.rank(cards, ()) if set(cards) <= set(played.game.deck) else 0
        if rank:
            shown.setdefault(_shown_once(ranking_id, ranking.name(rank)), cards)
    best_first = sorted(shown.values(), key=lambda cards: ranking.rank(cards, ()), reverse=True)
    told: set[str] = set()
    hands: list[RankedHand] = []
    for cards in best_first:
        name = ranking.name(ranking.rank(cards, ()))
        kind = kind_of(name)
        says = None if kind in told else say(f"rules.{SAID_BY[ranking_id]}.{kind}")
        told.add(kind)
        hands.append(RankedHand(cards=cards, name=name, says=says))
    return tuple(hands)


def _shown_once(ranking_id: RankingId, name: HandName) -> tuple[str, tuple[int, ...]]:
    """What no second example is shown of: a kind of high hand, or one certain low."""
    return kind_of(name), () if EXAMPLES[ranking_id] is _HIGH else name.ranks


def kind_of(name: HandName) -> str:
    """The kind of a hand; the highest straight flush is a kind of its own."""
    royal = name.category == "straight-flush" and name.ranks[:1] == (ACE,)
    return "royal-flush" if royal else name.category


# -- what holds for the whole ranking ----------------------------------------------------------------------------


def _high(_played: Played) -> tuple[Saying, ...]:
    return (say("rules.note.suits"), say("rules.note.ace"))


def _eight_low(played: Played) -> tuple[Saying, ...]:
    rulings = played.rulings
    says = [say("rules.note.eight-low", text("highest", f"rank.named.{rulings.lo_max_rank}"))]
    if played.low is not None and played.low.use == "two-of-hand":
        says.append(say("rules.note.low-board", text("highest", f"rank.named.{rulings.lo_board_max_rank}")))
    return (*says, say("rules.note.no-low"))


def _soko(played: Played) -> tuple[Saying, ...]:
    lowest = "rules.note.soko.ace-low" if played.rulings.soko_low_straight else "rules.note.soko.ace-high"
    return (say("rules.note.soko"), say("rules.note.soko.both"), say(lowest), say("rules.note.suits"))


def _hungarian(note: str) -> Callable[[Played], tuple[Saying, ...]]:
    def said(played: Played) -> tuple[Saying, ...]:
        lowest = "rules.note.32.ace-low" if played.rulings.low_straight_32 else "rules.note.32.ace-high"
        return (say(note), say(lowest))

    return said


NOTES: Final[Mapping[RankingId, Callable[[Played], tuple[Saying, ...]]]] = {
    "high": _high,
    "eight-low": _eight_low,
    "soko": _soko,
    "hungarian-holdem": _hungarian("rules.note.hungarian-holdem"),
    "hungarian-draw": _hungarian("rules.note.hungarian-draw"),
    "short-deck": lambda _played: (say("rules.note.short-deck"), say("rules.note.suits")),
    "ace-to-five": lambda _played: (say("rules.note.ace-to-five"),),
    "deuce-to-seven": lambda _played: (say("rules.note.deuce-to-seven"),),
    "badugi": lambda _played: (say("rules.note.badugi"),),
    "chinese-rows": lambda _played: (say("rules.note.front"), say("rules.note.suits"), say("rules.note.ace")),
}
"""What is said before the hands, by ranking."""
