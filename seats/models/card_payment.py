"""The kiosk's page for a payment by card: choose an amount, do what the terminal asks, and see how it ended."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from cashier.card_records import CardKind
from cashier.money import Money
from controller.wire.device_view import stopped_devices
from controller.wire.view import View
from controller.wire.view_payouts import CardEndView, CardView
from seats.models.words import Words

CardScene = Literal["choose", "at-work", "doubt", "done", "nothing"]
"""`doubt`: nobody knows yet what became of it; `nothing`: it ended and no money moved."""

MOST_KEYS: Final = 6


class CardAmount(msgspec.Struct, frozen=True):
    """One amount that is offered."""

    amount: Money
    text: str
    legal: bool


class CardPage(msgspec.Struct, frozen=True):
    """The page. `stop` is empty where nothing can be stopped; `back` leads to the first page when nothing runs."""

    scene: CardScene
    headline: str
    amount: str
    words: str
    note: str
    keys: tuple[CardAmount, ...]
    stop: str
    stop_legal: bool
    back: str


def card_key(view: View) -> bool:
    """Whether the first page has a key that leads here."""
    return view.profile is not None and view.profile.cash.cards is not None


def card_ready(view: View) -> bool:
    """Whether the terminal takes a card now."""
    return card_key(view) and "cards" not in stopped_devices(view) and not view.paused


def refundable(view: View) -> bool:
    """Whether something may be asked back to a card, as far as the screen knows."""
    return card_ready(view) and view.card is None and view.balance > 0


def card_page(view: View, connected: bool, words: Words) -> CardPage:
    """Show what runs, else how the latest payment ended, else what may be chosen."""
    if view.card is not None:
        return _running(view.card, connected, words)
    if view.card_end is not None:
        return _ended(view.card_end, words)
    return CardPage(
        scene="choose",
        headline=words.say("card.how-much"),
        amount="",
        words="" if card_ready(view) else words.say("refusal.cards-not-taken"),
        note=words.say("card.note"),
        keys=_keys(view, connected, words),
        stop="",
        stop_legal=False,
        back=words.say("common.back"),
    )


def _keys(view: View, connected: bool, words: Words) -> tuple[CardAmount, ...]:
    """The amounts of the profile; those that would lift the balance above its limit cannot be pressed."""
    cards = view.profile.cash.cards if view.profile else None
    if view.profile is None or cards is None:
        return ()
    most, ready = view.profile.limits.balance, card_ready(view) and connected
    fits = sorted(cards.amounts)[:MOST_KEYS]
    return tuple(
        CardAmount(amount, words.money(amount), ready and (not most or view.balance + amount <= most))
        for amount in fits
    )


_TITLES: Final[Mapping[CardKind, str]] = {"purchase": "card.title", "refund": "card.refund-title"}


def _running(card: CardView, connected: bool, words: Words) -> CardPage:
    doubt = card.state in ("unknown", "reversing", "stuck")
    told = {"unknown": "card.asking", "reversing": "card.reversing", "stuck": "card.attendant"}
    key = told.get(card.state, "card.stopping" if card.cancelling else f"card.phase.{card.phase}")
    stoppable = not doubt and not card.cancelling
    return CardPage(
        scene="doubt" if doubt else "at-work",
        headline=words.say(_TITLES[card.kind]),
        amount=words.money(card.amount),
        words=words.say(key),
        note=words.say("card.safe") if doubt else "",
        keys=(),
        stop=words.say("card.stop") if stoppable else "",
        stop_legal=stoppable and connected,
        back="",
    )


def _ended(end: CardEndView, words: Words) -> CardPage:
    title, amount = words.say(_TITLES[end.kind]), words.money(end.amount)
    if end.cause is None:
        done = "card.done-in" if end.kind == "purchase" else "card.done-out"
        return CardPage("done", title, amount, words.say(done), "", (), "", False, words.say("common.close"))
    note = words.say("card.nothing-taken" if end.kind == "purchase" else "card.back-on-balance")
    cause = words.say(f"card.cause.{end.cause}")
    return CardPage("nothing", title, amount, cause, note, (), "", False, words.say("common.close"))
