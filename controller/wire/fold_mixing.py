"""The fold of a shuffle: who is bound to a number, the cut, and whose numbers are in the deck."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.vocab import entropy_records as entropy
from controller.vocab import table_records as table
from controller.vocab.ids import HandId
from controller.wire.view import MixingView, View


def _shuffle_opened(view: View, event: table.ShuffleOpened) -> None:
    view.commitment = event.commitment
    view.root = b""
    view.mixing = MixingView(hand=event.hand, bound=event.bound)
    view.own_bound = b""


def _entropy_bound(view: View, event: entropy.EntropyBound) -> None:
    if event.seat == view.own:
        view.own_bound = event.commitment


def _cut_asked(view: View, event: entropy.CutAsked) -> None:
    view.mixing = msgspec.structs.replace(
        _mixing(view, event.hand), cutter=event.seat, size=event.size, cut_until=event.until, allowed=event.allowed
    )


def _deck_cut(view: View, event: entropy.DeckCut) -> None:
    view.mixing = msgspec.structs.replace(_mixing(view, event.hand), cut=event.place, cut_until=0)


def _entropy_asked(view: View, event: entropy.EntropyAsked) -> None:
    view.mixing = msgspec.structs.replace(_mixing(view, event.hand), until=event.until)


def _entropy_revealed(view: View, event: entropy.EntropyRevealed) -> None:
    mixing = _mixing(view, event.hand)
    view.mixing = msgspec.structs.replace(mixing, shown=(*mixing.shown, event.seat))
    if event.seat == view.own:
        view.own_bound = event.following


def _entropy_left_out(view: View, event: entropy.EntropyLeftOut) -> None:
    mixing = _mixing(view, event.hand)
    view.mixing = msgspec.structs.replace(mixing, left_out=(*mixing.left_out, event.seat))


def _mixing(view: View, hand: HandId) -> MixingView:
    return view.mixing if view.mixing is not None else MixingView(hand=hand)


FOLD_MIXING: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    table.ShuffleOpened: _shuffle_opened,
    entropy.EntropyBound: _entropy_bound,
    entropy.CutAsked: _cut_asked,
    entropy.DeckCut: _deck_cut,
    entropy.EntropyAsked: _entropy_asked,
    entropy.EntropyRevealed: _entropy_revealed,
    entropy.EntropyLeftOut: _entropy_left_out,
}
