"""What happens at the table, told line by line in the player's language."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from cashier.records import Event
from cashier.refusal import Refusal
from controller.language import Language
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import Seat
from controller.vocab.profile import Profile
from controller.wire.view import View
from evaluator_ext import print_cards


class Narrator:
    """Turns the events that one viewer may see into sentences."""

    def __init__(self, language: Language, profile: Profile) -> None:
        self._language = language
        self._profile = profile

    def tell(self, event: Event, view: View) -> str:
        """Return the sentence for an event, or nothing where none is due; `view` names the seats."""
        teller = TELLERS.get(type(event))
        return "" if teller is None else teller(self, event, view)

    def money(self, amount: int) -> str:
        """Return an amount as players read it."""
        return self._language.money(amount, self._profile.currency, brief=True)

    def text(self, key: str, **facts: int | str) -> str:
        """Return a text of the catalogue."""
        return self._language.text(key, **facts)

    def refusal(self, refusal: Refusal) -> str:
        """Return why a request was refused."""
        return self._language.refusal(refusal, self._profile.currency)

    def hand_name(self, name: hr.HandName) -> str:
        """Return a hand in words."""
        return self._language.hand_name(name)


def _name(view: View, seat: Seat) -> str:
    return view.at(seat).name


def _started(teller: Narrator, event: hr.HandStarted, _view: View) -> str:
    return "\n" + teller.text("table.hand", number=int(event.hand))


def _posted(teller: Narrator, event: hr.Posted, view: View) -> str:
    return teller.text(f"log.{event.kind}", name=_name(view, event.seat), amount=teller.money(event.amount))


def _board(teller: Narrator, event: hr.BoardDealt, view: View) -> str:
    board = (view.board, *view.more_boards)[event.which]
    street = {3: "flop", 4: "turn", 5: "river"}.get(len(board), "flop")
    return f"{teller.text(f'street.{street}')}: {print_cards(board)}"


def _acted(teller: Narrator, event: hr.Acted, view: View) -> str:
    name = _name(view, event.seat)
    if event.auto in ("time-out", "absent") and event.kind in ("check", "fold"):
        return teller.text("log.time-check" if event.kind == "check" else "log.time-fold", name=name)
    if event.stack == 0 and event.added:
        return teller.text("log.all-in", name=name, amount=teller.money(event.to))
    last = view.at(event.seat).last
    opens = last is not None and last.opens
    key = "bet" if event.kind == "raise" and opens else event.kind
    amount = event.added if event.kind == "call" else event.to
    return teller.text(f"log.{key}", name=name, amount=teller.money(amount), runs=event.runs)


def _returned(teller: Narrator, event: hr.UncalledReturned, view: View) -> str:
    return teller.text("log.returned", name=_name(view, event.seat), amount=teller.money(event.amount))


def _shown(teller: Narrator, event: hr.HandShown, view: View) -> str:
    said = teller.text("log.shows", name=_name(view, event.seat), hand=teller.hand_name(event.name))
    return f"{said} {print_cards(event.cards)}"


def _voided(teller: Narrator, event: hr.HandVoided, _view: View) -> str:
    return teller.text(f"void.{event.cause}")


def _stake_returned(teller: Narrator, event: hr.StakeReturned, view: View) -> str:
    return teller.text("log.stake-returned", name=_name(view, event.seat), amount=teller.money(event.amount))


def _turned_up(teller: Narrator, event: hr.HandTurnedUp, view: View) -> str:
    return teller.text("log.turns-up", name=_name(view, event.seat), cards=print_cards(event.cards))


def _mucked(teller: Narrator, event: hr.HandMucked, view: View) -> str:
    return teller.text("log.mucks", name=_name(view, event.seat))


def _cards_shown(teller: Narrator, event: hr.CardsShown, view: View) -> str:
    return teller.text("log.shows-cards", name=_name(view, event.seat), cards=print_cards(event.cards))


def _runs_agreed(teller: Narrator, event: hr.RunsAgreed, _view: View) -> str:
    return teller.text("log.runs-agreed", runs=event.runs)


def _row_shown(teller: Narrator, event: hr.RowShown, view: View) -> str:
    row, hand = teller.text(f"row.{event.row}"), teller.hand_name(event.name)
    return f"{teller.text('log.row', name=_name(view, event.seat), row=row, hand=hand)} {print_cards(event.cards)}"


def _rows_compared(teller: Narrator, event: hr.RowsCompared, view: View) -> str:
    names = {"name": _name(view, event.seat), "loser": _name(view, event.loser)}
    key = "log.rows-won" if event.points else "log.rows-tied"
    return teller.text(key, **names, points=event.points, amount=teller.money(event.amount))


def _awarded(teller: Narrator, event: hr.PotAwarded, view: View) -> str:
    key = "log.you-win" if event.seat == view.own else "log.wins"
    return teller.text(key, name=_name(view, event.seat), amount=teller.money(event.amount))


def _own_cards(teller: Narrator, event: hr.HoleCardsDealt, _view: View) -> str:
    return f"{teller.text('common.you')}: {print_cards(event.cards)}"


def _button(teller: Narrator, event: tr.ButtonDrawn, view: View) -> str:
    return teller.text("table.button-drawn", name=_name(view, event.button))


TELLERS: Final[Mapping[type[Event], Callable[[Narrator, Any, View], str]]] = {
    tr.ButtonDrawn: _button,
    hr.HandStarted: _started,
    hr.Posted: _posted,
    hr.HoleCardsDealt: _own_cards,
    hr.BoardDealt: _board,
    hr.Acted: _acted,
    hr.UncalledReturned: _returned,
    hr.HandVoided: _voided,
    hr.StakeReturned: _stake_returned,
    hr.HandTurnedUp: _turned_up,
    hr.HandShown: _shown,
    hr.HandMucked: _mucked,
    hr.CardsShown: _cards_shown,
    hr.RowShown: _row_shown,
    hr.RowsCompared: _rows_compared,
    hr.RunsAgreed: _runs_agreed,
    hr.PotAwarded: _awarded,
}
"""The events that are worth a line."""
