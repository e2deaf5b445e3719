"""What the kiosk's pages work on: the screen's own state, the model it leads to, and the questions for the table."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Protocol, TypeVar

import msgspec

from cashier.records import RequestId
from cashier.redeem_records import RedeemTicket
from controller.language import Language
from controller.vocab.care_records import LimitMyself
from controller.vocab.profile import Language as LanguageCode
from controller.vocab.table_records import BuyIn
from controller.wire.view import View
from seats.kit.widget import Widget
from seats.models import kiosk_care, kiosk_local
from seats.models.kiosk import KioskModel, kiosk_model
from seats.models.kiosk_local import KioskLocal
from seats.screens.halting import halted_banner
from seats.screens.screen import Accepted, Command, Halted, LinkLost, LinkRestored, Notice, Refused

Languages = Mapping[LanguageCode, Language]
Moment = Callable[[], datetime]

C = TypeVar("C", bound=Command)

_REQUEST_BYTES = 16


class Page(Protocol):
    """One page of the kiosk: its widgets, the hindmost first, and how they follow the model."""

    def widgets(self) -> list[Widget]: ...

    def show(self, model: KioskModel, now_ms: int) -> None: ...


class Desk:
    """One answer is waited for at a time, so that no press can send a second request meanwhile.

    A request whose answer was lost with the link is sent again under its own number: the table carries it out once.
    """

    def __init__(self, languages: Languages, moment: Moment | None, speak: LanguageCode | None) -> None:
        self.languages = languages
        self.view = View()
        self.local = KioskLocal(language=speak)
        self.own_touch = False
        self.halted = False
        self.pending: Command | None = None
        self._speak = speak
        self._table_ms = 0
        self._moment = moment
        self._asked: list[Command] = []
        self.model = self._fresh()

    @property
    def language(self) -> Language:
        """The language that is spoken now."""
        return self._language(self.model)

    def say(self, key: str) -> str:
        """The text of `key` in the language that is spoken now."""
        return self._language(self.model).text(key)

    def update(self, view: View, table_ms: int) -> None:
        """Take what the table shows now."""
        self.view, self._table_ms = view, table_ms
        self.local = kiosk_local.update(self.local, view)
        self.own_touch = False
        self.model = self._fresh()

    def change(self, step: Callable[[KioskLocal], KioskLocal]) -> None:
        """Do what a touch means for this screen alone."""
        self.local = step(self.local)
        self.own_touch = True
        self.model = self._fresh()

    def forget(self) -> None:
        """Begin anew for whoever comes next, in the language the kiosk greets in, also once a card left in is gone."""
        self.change(lambda local: kiosk_local.left_alone(local, self._speak))

    def move(self, step: Callable[[KioskLocal, KioskModel, int], KioskLocal], way: int) -> None:
        """Move an amount on its scale."""
        self.change(lambda local: step(local, self.model, way))

    def fresh(self, make: Callable[[KioskModel, RequestId], C | None]) -> C | None:
        """What a press on this model means, under a request number of its own."""
        return make(self.model, RequestId(os.urandom(_REQUEST_BYTES).hex()))

    def send(self, make: Callable[[KioskModel, RequestId], Command | None]) -> None:
        """Ask the table for what a press means, unless an answer is still to come."""
        if self.pending is None:
            self._ask(self.fresh(make))

    def confirm(self) -> None:
        """Yes: do what was asked about."""
        if self.pending is None:
            self._ask(self.local.asking)
            self.change(kiosk_local.dismiss)

    def asked(self) -> list[Command]:
        asked, self._asked = self._asked, []
        return asked

    def notice(self, notice: Notice) -> None:
        """Take an answer, or news about the link."""
        match notice:
            case Accepted():
                self.pending = None
                if isinstance(notice.command, BuyIn):
                    self.local = kiosk_local.bought_in(self.local)
                elif isinstance(notice.command, LimitMyself):
                    self.local = kiosk_care.limited(self.local)
                elif isinstance(notice.command, RedeemTicket):
                    self.local = kiosk_local.presented(self.local)
            case Refused():
                self.pending = None
                self.local = kiosk_local.refused(self.local, notice.refusal)
            case Halted():
                self.pending = None
                self.halted = True
            case LinkLost():
                self.local = kiosk_local.link(self.local, connected=False)
            case LinkRestored():
                self.local = kiosk_local.link(self.local, connected=True)
                self.halted = False
                if self.pending is not None:
                    self._asked = [self.pending]
        self.model = self._fresh()

    def _ask(self, command: Command | None) -> None:
        if command is not None:
            self.pending = command
            self._asked.append(command)

    def _fresh(self) -> KioskModel:
        moment = self._moment() if self._moment else None
        model = kiosk_model(self.view, self.languages, self.local, moment, self._table_ms)
        if self.halted and self.local.connected:
            return msgspec.structs.replace(model, banner=halted_banner(self._language(model)))
        return model

    def _language(self, model: KioskModel) -> Language:
        return self.languages[next(key.code for key in model.languages if key.chosen)]
