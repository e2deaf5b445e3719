"""The works of `jakaja bench evaluator`: how fast hands are ranked.

In bulk, ours looks whether the cards are cards only where the row says so; pokerfast's private entry always does.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from controller.app import bench_peers as peers
from controller.app.bench_contests import Contest
from controller.app.bench_every_hand import HANDS, every_hand
from controller.app.bench_peers import Hands, Timed
from evaluator_ext import KERNEL, omaha_hilo_many, omaha_many, parse_cards, rank, rank_many, rank_mask
from evaluator_ext.equity import Dealer, EquityGameId, equity
from evaluator_ext.rankings import RANKINGS

SEED: Final = 1
MANY: Final = 4_000_000
SOME: Final = peers.SOME
TWO_HANDS: Final = ("AhKh", "QsQd")
TWO_OMAHA_HANDS: Final = ("AsKsQdJd", "2c7cJh9d")
TWO_OMAHA_5_HANDS: Final = ("AsKsQdJd4h", "2c7cJh9d3s")

BATCH_TARGET: Final[Mapping[str, float]] = {"avx512": 5, "avx2": 3.5, "scalar": 2}
"""How often as fast as pokerfast's private entry each kernel has to be."""


def contests(quick: bool) -> Iterator[Contest]:
    """All kinds of work, with a hundredth of the hands if it must be quick."""
    count = MANY // 100 if quick else MANY
    seven = deal(7, count)
    yield from _one_by_one(seven)
    yield Contest(
        work="7 cards, batch from (n, 7) bytes",
        unit="M hands/s",
        ours=_timed(partial(rank_many, _rows(seven), _room(count), check=False), count),
        peers=_for_hands(peers.IN_BULK, seven),
        targets={"pokerfast": BATCH_TARGET.get(KERNEL, 0)},
    )
    yield Contest(
        work="7 cards, the same with every card checked",
        unit="M hands/s",
        ours=_timed(partial(rank_many, _rows(seven), _room(count)), count),
        peers=_for_hands({"pokerfast": peers.pokerfast}, seven),
    )
    yield Contest(
        work=f"all {HANDS:,} 7-card hands, 1 thread, ranking only",
        unit="M hands/s",
        ours=lambda: every_hand(HANDS * count // MANY),
    )
    yield from _omaha(count)
    five, soko = deal(5, count), RANKINGS["soko"]
    judge = soko.judge(soko.options)
    yield Contest(
        work="Sökö, batch from (n, 5) bytes",
        unit="M hands/s",
        ours=_timed(partial(judge.rank_many, _rows(five), _room(count), check=False), count),
    )
    yield from _equities()


def _one_by_one(seven: Hands) -> Iterator[Contest]:
    """Seven cards a call, from bytes and from masks."""
    ready = [bytes(hand) for hand in seven.lists(SOME)]
    masks = [sum(1 << 16 * (card & 3) + (card >> 2) for card in hand) for hand in ready]
    forms: tuple[tuple[str, Callable[[], Timed]], ...] = (
        ("bytes", lambda: peers.each(rank, ready)),
        ("an int mask", lambda: peers.each(rank_mask, masks)),
    )
    for form, ours in forms:
        yield Contest(
            work=f"7 cards, one hand a call, from {form}",
            unit="M hands/s",
            ours=ours,
            peers=_for_hands(peers.PER_CALL, seven),
            targets={"pkrbot": 2.5},
        )


def _omaha(count: int) -> Iterator[Contest]:
    """Omaha in bulk, every hand with a board of its own."""
    count //= 10
    for hole in (4, 5):
        dealt = deal(hole + 5, count)
        holes, boards = _split(dealt, hole)
        yield Contest(
            work=f"Omaha, {hole} hole cards, batch",
            unit="M hands/s",
            ours=_timed(partial(omaha_many, holes, boards, _room(count), check=False), count),
            peers=_for_hands(peers.OMAHA, dealt) if hole == 4 else {},
        )
    holes, boards = _split(deal(9, count), 4)
    yield Contest(
        work="Omaha, both halves of high/low, batch",
        unit="M hands/s",
        ours=_timed(partial(omaha_hilo_many, holes, boards, _room(count), bytearray(count), check=False), count),
        own=20,
    )


def _equities() -> Iterator[Contest]:
    """Exact equities before the flop."""
    yield Contest(
        work="hold'em, AhKh against QsQd, every board",
        unit="ms",
        ours=_exact("holdem", TWO_HANDS),
        peers={
            "pokerfast": lambda: peers.exact_with_pokerfast("holdem", TWO_HANDS),
            "poker-equity": lambda: peers.exact_with_poker_equity("holdem", TWO_HANDS),
        },
        own=3,
    )
    games: tuple[tuple[EquityGameId, tuple[str, ...]], ...] = (
        ("omaha", TWO_OMAHA_HANDS),
        ("omaha-5", TWO_OMAHA_5_HANDS),
    )
    for game, hands in games:
        yield Contest(
            work=f"{game}, {' against '.join(hands)}, every board",
            unit="ms",
            ours=_exact(game, hands),
            peers={"poker-equity": _timed_exact(game, hands)},
            targets={"poker-equity": 30} if game == "omaha" else {},
        )


def _exact(game: EquityGameId, hands: Sequence[str]) -> Callable[[], Timed]:
    known = [parse_cards(hand) for hand in hands]
    return _timed(lambda: equity(known, game=game), 1)


def _timed_exact(game: str, hands: Sequence[str]) -> Callable[[], Timed]:
    return lambda: peers.exact_with_poker_equity(game, hands)


def _timed(do: Callable[[], object], items: int) -> Callable[[], Timed]:
    return lambda: Timed(do, items)


def _for_hands(makers: Mapping[str, peers.Maker], hands: Hands) -> Mapping[str, Callable[[], Timed]]:
    """What makes the work of each peer, with these hands."""

    def with_hands(maker: peers.Maker) -> Callable[[], Timed]:
        return lambda: maker(hands)

    return {name: with_hands(maker) for name, maker in makers.items()}


def deal(size: int, count: int) -> Hands:
    """Hands by chance, each from a full deck."""
    cards = bytearray(count * size)
    dealer = Dealer([()], size, (), 0, range(52), SEED)
    dealer.deal(memoryview(cards), size, memoryview(cards), 0, 0, count)
    return Hands(bytes(cards), size)


def _rows(hands: Hands) -> memoryview:
    return memoryview(hands.cards).cast("B", (len(hands.cards) // hands.size, hands.size))


def _room(count: int) -> "array[int]":
    """Where so many ranks go: all sides write to memory that is there before the clock runs."""
    return array("H", bytes(2 * count))


def _split(hands: Hands, hole: int) -> tuple[memoryview, memoryview]:
    """Hole cards and boards apart."""
    count, board = len(hands.cards) // hands.size, hands.size - hole
    starts = range(0, len(hands.cards), hands.size)
    holes = b"".join(hands.cards[start : start + hole] for start in starts)
    boards = b"".join(hands.cards[start + hole : start + hands.size] for start in starts)
    return memoryview(holes).cast("B", (count, hole)), memoryview(boards).cast("B", (count, board))
