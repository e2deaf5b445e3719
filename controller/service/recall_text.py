"""A recalled hand as a slip for the ticket printer: 42 columns, in the reader's language (R-RCL-2, R-RCL-5)."""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from datetime import tzinfo
from typing import Any, Final

from cashier import records as cash
from cashier.money import Currency
from controller.language import Language
from controller.service.documents import lists_document, recall_hash
from controller.service.moments import moment
from controller.service.recall import HandRecall, Note, Paid, Recall, Step, Ticket
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import table_records as tr
from controller.vocab.ids import Seat
from controller.wire.redact import Viewer
from evaluator_ext import print_cards

COLUMNS: Final = 42
"""What the ticket printer's paper takes in its usual letters."""

_HALF_HASH: Final = 32


class Slip:
    """Writes one hand as `viewer` may see it; times are told in `zone`, by default the machine's own."""

    def __init__(self, hand: HandRecall, language: Language, machine: str, zone: tzinfo | None = None) -> None:
        self._hand = hand
        self._language = language
        self._machine = machine
        self._zone = zone
        self._raised = False
        """Whether this street has a bet already, so that the next is a raise."""

    def lines(self, viewer: Viewer) -> Iterator[str]:
        """Yield every line of the slip, none longer than `COLUMNS`; `viewer` is named as its reader."""
        yield from self._heading(viewer)
        if self._hand.before:
            yield rule(self.say("recall.before"))
            yield from self._told(self._hand.before)
        yield rule(self.say("recall.stacks-before"))
        yield from self._stacks(self._hand.started.entrants)
        yield from self._told(self._hand.steps)
        if self._hand.ended is None:
            yield rule(self.say("recall.unfinished"))
        else:
            yield rule(self.say("recall.stacks-after"))
            yield from self._stacks(self._hand.ended.stacks)
        yield rule("")
        yield from proof(self._language, self._machine, recall_hash(self._hand, self._machine))

    def say(self, key: str, **facts: int | str) -> str:
        """The text of a key."""
        return self._language.text(key, **facts)

    def money(self, amount: int) -> str:
        """An amount with its currency."""
        return self._language.money(amount, self._hand.profile.currency)

    def name(self, seat: Seat) -> str:
        """A seat's number and its player: `3 Aino`."""
        return f"{seat} {self._hand.names.get(seat, '')}".rstrip()

    def _heading(self, viewer: Viewer) -> Iterator[str]:
        hand, started = self._hand, self._hand.started
        yield self.say("recall.title").center(COLUMNS).rstrip()
        when = moment(self._language, hand.wall, self._zone)
        yield across(self.say("table.number", table=hand.profile.table), self.say("table.hand", number=hand.hand))
        yield across(when, self.say("recall.rule-set", rule_set=started.rule_set))
        for ruling in started.overrides:
            value = str(ruling.value).lower()
            told = self.say("recall.ruling", option=ruling.option, value=value)
            yield from textwrap.wrap(told, COLUMNS, break_on_hyphens=False)
        if started.profile:
            yield self.say("recall.profile", profile=started.profile)
        stakes = self._language.stakes(started.stakes, hand.profile.currency)
        yield across(self.say(f"game.{started.game}"), stakes)
        percent, cap = self._language.percent(started.rake_permille), self.money(started.rake_cap)
        yield self.say("recall.rake-rule", percent=percent, cap=cap)
        yield self.say("recall.button", seat=started.button)
        reader = {"seat": "recall.as-seat", "staff": "recall.as-staff"}.get(viewer.kind, "recall.as-everyone")
        yield self.say(reader, seat=viewer.seat or 0)

    def _stacks(self, stacks: tuple[hr.Entrant, ...]) -> Iterator[str]:
        for entrant in sorted(stacks, key=lambda entrant: entrant.seat):
            yield across(self.name(entrant.seat), self.money(entrant.stack))

    def _told(self, steps: tuple[Step, ...]) -> Iterator[str]:
        for step in steps:
            tell = TELL.get(type(step.event))
            if tell is not None:
                for line in tell(self, step, step.event):
                    yield from textwrap.wrap(line, COLUMNS, subsequent_indent="  ")

    # -- one sentence for each kind of event ----------------------------------------------------------------------

    def _street(self, _step: Step, event: hr.StreetBegan) -> Iterator[str]:
        self._raised = event.street == 0
        yield rule(self.say("recall.street", number=event.street + 1))

    def _posted(self, _step: Step, event: hr.Posted) -> Iterator[str]:
        yield self.say(f"log.{event.kind}", name=self.name(event.seat), amount=self.money(event.amount))

    def _acted(self, step: Step, event: hr.Acted) -> Iterator[str]:
        name, amount = self.name(event.seat), self.money(event.to if event.kind == "raise" else event.added)
        if event.auto in ("time-out", "absent") and event.kind in ("check", "fold"):
            yield self.say("log.time-check" if event.kind == "check" else "log.time-fold", name=name)
            return
        if event.auto == "left" and event.kind == "fold":
            yield self.say("recall.left-fold", name=name)
            return
        kind = "bet" if event.kind == "raise" and not self._raised else event.kind
        self._raised = self._raised or event.kind == "raise"
        key = "log.all-in" if event.added and not event.stack else f"log.{kind}"
        told = self.say(key, name=name, amount=amount, runs=event.runs)
        left = "" if step.left is None else f" ({self.say('recall.time-left', seconds=step.left // 1000)})"
        yield told + left

    def _hole_cards(self, _step: Step, event: hr.HoleCardsDealt) -> Iterator[str]:
        yield self.say("recall.cards", name=self.name(event.seat), cards=print_cards(event.cards))

    def _board(self, _step: Step, event: hr.BoardDealt) -> Iterator[str]:
        yield self.say("recall.board", cards=print_cards(event.cards))

    def _pots(self, _step: Step, event: hr.StreetClosed) -> Iterator[str]:
        for number, pot in enumerate(event.pots):
            title = self.say("table.side-pot-number", number=number) if number else self.say("table.main-pot")
            yield across(title, self.money(pot.amount))
            yield "  " + self.say("recall.for-seats", seats=", ".join(map(str, pot.seats)))

    def _returned(self, _step: Step, event: hr.UncalledReturned) -> Iterator[str]:
        yield self.say("log.returned", name=self.name(event.seat), amount=self.money(event.amount))

    def _voided(self, _step: Step, event: hr.HandVoided) -> Iterator[str]:
        yield self.say(f"void.{event.cause}")
        if event.by:
            people = ", ".join(filter(None, (event.by, event.second)))
            yield from textwrap.wrap(self.say("recall.void-by", by=people, reason=event.reason or "-"), COLUMNS)

    def _stake_returned(self, _step: Step, event: hr.StakeReturned) -> Iterator[str]:
        yield self.say("log.stake-returned", name=self.name(event.seat), amount=self.money(event.amount))

    def _turned_up(self, _step: Step, event: hr.HandTurnedUp) -> Iterator[str]:
        yield self.say("log.turns-up", name=self.name(event.seat), cards=print_cards(event.cards))

    def _shown(self, _step: Step, event: hr.HandShown) -> Iterator[str]:
        shown = self.say("log.shows", name=self.name(event.seat), hand=self._language.hand_name(event.name))
        yield f"{shown}: {print_cards(event.cards)}"

    def _mucked(self, _step: Step, event: hr.HandMucked) -> Iterator[str]:
        yield self.say("log.mucks", name=self.name(event.seat))

    def _cards_shown(self, _step: Step, event: hr.CardsShown) -> Iterator[str]:
        yield self.say("log.shows-cards", name=self.name(event.seat), cards=print_cards(event.cards))

    def _runs_agreed(self, _step: Step, event: hr.RunsAgreed) -> Iterator[str]:
        yield self.say("log.runs-agreed", runs=event.runs)

    def _row(self, _step: Step, event: hr.RowShown) -> Iterator[str]:
        row, hand = self.say(f"row.{event.row}"), self._language.hand_name(event.name)
        yield f"{self.say('log.row', name=self.name(event.seat), row=row, hand=hand)}: {print_cards(event.cards)}"

    def _rows_judged(self, _step: Step, event: hr.RowsJudged) -> Iterator[str]:
        yield across(self.name(event.seat), self.say(f"standing.{event.standing}"))

    def _rows_compared(self, _step: Step, event: hr.RowsCompared) -> Iterator[str]:
        names = {"name": self.name(event.seat), "loser": self.name(event.loser)}
        key = "log.rows-won" if event.points else "log.rows-tied"
        yield self.say(key, **names, points=event.points, amount=self.money(event.amount))

    def _rake(self, _step: Step, event: hr.RakeTaken) -> Iterator[str]:
        yield across(self.say("recall.rake"), self.money(event.amount))

    def _drop(self, _step: Step, event: hr.DropTaken) -> Iterator[str]:
        yield across(self.say(f"jackpot.{event.pool}"), self.money(event.amount))

    def _charged(self, _step: Step, event: tr.TimeCharged | jr.HourPaid) -> Iterator[str]:
        key = "recall.time-charge" if isinstance(event, tr.TimeCharged) else "recall.jackpot-hour"
        yield self.say(key, name=self.name(event.seat), amount=self.money(event.amount))

    def _award(self, _step: Step, event: hr.PotAwarded) -> Iterator[str]:
        odd = f" {self.say('recall.odd-chip')}" if event.odd else ""
        yield self.say("log.wins", name=self.name(event.seat), amount=self.money(event.amount)) + odd

    def _bought(self, _step: Step, event: tr.BoughtIn | tr.ChipsReserved) -> Iterator[str]:
        key = "recall.reserved" if isinstance(event, tr.ChipsReserved) else "recall.bought-in"
        yield self.say(key, name=f"{event.seat} {event.name}", amount=self.money(event.amount))

    def _left(self, _step: Step, event: tr.SeatLeft) -> Iterator[str]:
        yield self.say("recall.left", seat=event.seat, amount=self.money(event.amount))

    def _presence(self, _step: Step, event: tr.SatOut | tr.SatIn | tr.BlindMissed) -> Iterator[str]:
        keys = {tr.SatOut: "recall.sat-out", tr.SatIn: "recall.sat-in", tr.BlindMissed: "recall.missed-blind"}
        yield self.say(keys[type(event)], name=self.name(event.seat))

    def _drawn(self, _step: Step, event: tr.ButtonDrawn) -> Iterator[str]:
        for drawn in event.cards:
            yield across(self.name(drawn.seat), print_cards((drawn.card,)))
        yield self.say("table.button-drawn", name=self.name(event.button))

    def _table(self, _step: Step, event: tr.ProfileAdopted | tr.TablePaused | tr.TableResumed) -> Iterator[str]:
        keys = {
            tr.ProfileAdopted: "recall.settings",
            tr.TablePaused: "recall.paused",
            tr.TableResumed: "recall.resumed",
        }
        yield self.say(keys[type(event)])


TELL: Final[Mapping[type[cash.Event], Callable[[Slip, Step, Any], Iterator[str]]]] = {
    hr.StreetBegan: Slip._street,
    hr.Posted: Slip._posted,
    hr.Acted: Slip._acted,
    hr.HoleCardsDealt: Slip._hole_cards,
    hr.BoardDealt: Slip._board,
    hr.StreetClosed: Slip._pots,
    hr.UncalledReturned: Slip._returned,
    hr.HandVoided: Slip._voided,
    hr.StakeReturned: Slip._stake_returned,
    hr.HandTurnedUp: Slip._turned_up,
    hr.HandShown: Slip._shown,
    hr.HandMucked: Slip._mucked,
    hr.CardsShown: Slip._cards_shown,
    hr.RowShown: Slip._row,
    hr.RowsJudged: Slip._rows_judged,
    hr.RowsCompared: Slip._rows_compared,
    hr.RunsAgreed: Slip._runs_agreed,
    hr.RakeTaken: Slip._rake,
    hr.DropTaken: Slip._drop,
    tr.TimeCharged: Slip._charged,
    jr.HourPaid: Slip._charged,
    hr.PotAwarded: Slip._award,
    tr.BoughtIn: Slip._bought,
    tr.ChipsReserved: Slip._bought,
    tr.SeatLeft: Slip._left,
    tr.SatOut: Slip._presence,
    tr.SatIn: Slip._presence,
    tr.BlindMissed: Slip._presence,
    tr.ButtonDrawn: Slip._drawn,
    tr.ProfileAdopted: Slip._table,
    tr.TablePaused: Slip._table,
    tr.TableResumed: Slip._table,
}
"""How each kind of step is told; what a hand ends with, and how many cards a seat holds, goes without a line."""


def list_lines(
    folded: Recall, language: Language, currency: Currency, machine: str, zone: tzinfo | None = None
) -> Iterator[str]:
    """Yield the last hands, tickets and notes, a line each; ticket numbers are their last digits (R-RCL-6)."""
    yield language.text("recall.title").center(COLUMNS).rstrip()
    yield rule(language.text("recall.hands"))
    for hand in folded.hands:
        over = "" if hand.ended else language.text("recall.not-over")
        over = language.text("recall.void") if hand.voided else over
        yield across(f"{hand.hand:>6}  {moment(language, hand.wall, zone)}", over).rstrip()
    for title, rows in (
        ("recall.tickets", folded.tickets),
        ("recall.tickets-in", folded.tickets_in),
        ("recall.notes", folded.notes),
        ("recall.paid", folded.paid),
    ):
        yield rule(language.text(title))
        if not rows:
            yield language.text("recall.none")
        for row in rows:
            yield across(
                f"{moment(language, row.wall, zone)} {_state(row, language)}", language.money(row.amount, currency)
            )
    yield rule("")
    yield from proof(language, machine, lists_document(folded, machine).hash)


def _state(row: Ticket | Note | Paid, language: Language) -> str:
    match row:
        case Ticket():
            return f"..{row.digits} {language.text(f'voucher.{row.state}')}"
        case Paid():
            return language.text(f"recall.way.{row.way}")
    return ""


def proof(language: Language, machine: str, digest: str) -> Iterator[str]:
    """Yield the machine's id and the hash, as they stand at the foot of every slip."""
    yield across(language.text("recall.machine"), machine)
    yield language.text("recall.hash")
    yield digest[:_HALF_HASH]
    yield digest[_HALF_HASH:]


def across(left: str, right: str) -> str:
    """Put one text at the left edge and one at the right; the left one is cut where both do not fit."""
    room = COLUMNS - len(right) - 1
    return f"{left[:room]:<{room}} {right}" if room > 0 else right[:COLUMNS]


def rule(title: str) -> str:
    """Draw a line across the paper, with a title in it."""
    return f"--- {title} ".ljust(COLUMNS, "-")[:COLUMNS] if title else "-" * COLUMNS
