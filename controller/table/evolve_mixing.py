"""How the events of a shuffle change the table: who is bound, cut and numbers, and what is left of them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.table.state import Share, Shuffle, Table
from controller.vocab import entropy_records as er
from controller.vocab import table_records as tr
from controller.vocab.ids import Seat


def _shuffle_opened(table: Table, event: tr.ShuffleOpened) -> None:
    """The house is bound, and so are these seats; the seed itself follows in the same record."""
    shares = tuple(Share(seat=bound.seat, commitment=bound.commitment) for bound in event.bound)
    table.shuffle = Shuffle(hand=event.hand, seed=b"", shares=shares)
    table.bound = {}


def _seed_drawn(table: Table, event: tr.SeedDrawn) -> None:
    shuffle = table.shuffle or Shuffle(hand=event.hand, seed=b"")
    table.shuffle = msgspec.structs.replace(shuffle, seed=event.seed)


def _entropy_bound(table: Table, event: er.EntropyBound) -> None:
    table.bound[event.seat] = event.commitment


def _cut_asked(table: Table, event: er.CutAsked) -> None:
    if table.shuffle is not None:
        table.shuffle = msgspec.structs.replace(
            table.shuffle, stage="cut", cutter=event.seat, size=event.size, until=event.until
        )


def _deck_cut(table: Table, event: er.DeckCut) -> None:
    if table.shuffle is not None:
        table.shuffle = msgspec.structs.replace(table.shuffle, cut=event.place)


def _entropy_asked(table: Table, event: er.EntropyAsked) -> None:
    if table.shuffle is not None:
        table.shuffle = msgspec.structs.replace(table.shuffle, stage="numbers", until=event.until)


def _entropy_revealed(table: Table, event: er.EntropyRevealed) -> None:
    table.failures.pop(event.seat, None)
    if event.following:
        table.bound[event.seat] = event.following
    _settle(table, event.seat, entropy=event.entropy)


def _entropy_left_out(table: Table, event: er.EntropyLeftOut) -> None:
    table.failures[event.seat] = event.times
    _settle(table, event.seat, left_out=True)


def _settle(table: Table, seat: Seat, **answer: bytes | bool) -> None:
    """One seat's number is there, or will not come; after the last of them the deck can be made."""
    shuffle = table.shuffle
    if shuffle is None:
        return
    shares = tuple(
        msgspec.structs.replace(share, **answer) if share.seat == seat else share for share in shuffle.shares
    )
    waits = any(share.is_open for share in shares)
    table.shuffle = msgspec.structs.replace(shuffle, shares=shares, stage=shuffle.stage if waits else "ready")


APPLY_MIXING: Final[Mapping[type[Event], Callable[[Table, Any], None]]] = {
    tr.ShuffleOpened: _shuffle_opened,
    tr.SeedDrawn: _seed_drawn,
    er.EntropyBound: _entropy_bound,
    er.CutAsked: _cut_asked,
    er.DeckCut: _deck_cut,
    er.EntropyAsked: _entropy_asked,
    er.EntropyRevealed: _entropy_revealed,
    er.EntropyLeftOut: _entropy_left_out,
}
