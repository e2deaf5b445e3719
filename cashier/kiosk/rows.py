"""Rows of the kiosk's two dispatch tables: the type checker sees that a record and its function belong together."""

from collections.abc import Callable
from typing import TypeVar, cast

from cashier.kiosk.request import Answer, Request
from cashier.kiosk.state import Kiosk
from cashier.records import Command, Event

Evolver = Callable[[Kiosk, Event], None]
Decider = Callable[[Request, Command], Answer]

_E = TypeVar("_E", bound=Event)
_C = TypeVar("_C", bound=Command)


def evolver_row(kind: type[_E], evolver: Callable[[Kiosk, _E], None]) -> tuple[type[Event], Evolver]:
    """Pair an event type with what it changes."""
    return kind, cast(Evolver, evolver)


def decider_row(kind: type[_C], decider: Callable[[Request, _C], Answer]) -> tuple[type[Command], Decider]:
    """Pair a command type with its rule."""
    return kind, cast(Decider, decider)
