"""What is read at the kiosk beside the rules: who waits for a seat, and how to play with care (R-RG-2, R-UI-12)."""

from typing import Final

from controller.vocab.profile import Profile
from controller.wire.view import View, WaiterView
from seats.models.book import COLUMN_LINES, Chapter, Spread, open_at
from seats.models.care import duration
from seats.models.words import Fact, Words

_MOST_ON_PAGE: Final = COLUMN_LINES - 4
_LIMITS: Final = ("care-book.limits", "care-book.tighter", "care-book.remind")
_LIMITS_HERE: Final = ("care-book.limits-here", "care-book.tighter", "care-book.remind")
"""Where there is a reader of cards, a player sets his limits himself."""

_UNKNOWN: Final = ("care-book.nobody-known", "care-book.remind")
_AWAY: Final = ("care-book.break", "care-book.exclude", "care-book.longer", "care-book.help")
_AWAY_HERE: Final = ("care-book.break", "care-book.exclude-here", "care-book.longer", "care-book.help")
_AWAY_UNKNOWN: Final = ("care-book.break", "care-book.help")


def list_spread(view: View, place: int, words: Words) -> Spread:
    """Everybody who waits for a seat, in their order, and how a seat is had from the list."""
    waiting = view.waiting
    starts = range(0, max(len(waiting), 1), _MOST_ON_PAGE)
    rows = tuple(_waiter(number, waiter, words) for number, waiter in enumerate(waiting, start=1))
    sentences = () if rows else (words.say("list.empty"),)
    title = words.say("list.title")
    pages = tuple(
        (Chapter(title, sentences, rows[start : start + _MOST_ON_PAGE]), _how_to_wait(view, words)) for start in starts
    )
    return open_at(pages, place, title, words.say("list.subtitle"), words)


def _waiter(number: int, waiter: WaiterView, words: Words) -> Fact:
    """One place of the list: its number, the name, and the seat that is kept for it."""
    name = words.say("list.kept", name=waiter.name, seat=waiter.seat) if waiter.seat else waiter.name
    return Fact(words.say("list.place", place=number), name)


def _how_to_wait(view: View, words: Words) -> Chapter:
    hold = duration(view.profile.clocks.hold, words) if view.profile else ""
    return Chapter(
        words.say("list.how"),
        (words.say("list.join"), words.say("list.hold", time=hold), words.say("list.sit-down")),
    )


def care_spread(view: View, place: int, words: Words) -> Spread:
    """What a player can limit, how he keeps himself out, and what he is told while he plays."""
    profile = view.profile
    limits, away_keys = _care_keys(profile)
    hours = words.language.number(profile.players.raise_hours if profile is not None else 0)
    menu, sit_out = words.say("common.menu"), words.say("seat.sit-out")
    own = tuple(words.say(key, hours=hours) for key in limits)
    away = tuple(words.say(key, menu=menu, sit_out=sit_out) for key in away_keys)
    pages = ((Chapter(words.say("care-book.own"), own), Chapter(words.say("care-book.away"), away)),)
    return open_at(pages, place, words.say("care-book.title"), words.say("care-book.subtitle"), words)


def _care_keys(profile: Profile | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What there is to say of limits and of staying away: at the kiosk with a card, at the desk, or nowhere."""
    if profile is not None and profile.cash.reader is not None:
        return _LIMITS_HERE, _AWAY_HERE
    known = profile is not None and profile.players.identity == "card"
    return (_LIMITS, _AWAY) if known else (_UNKNOWN, _AWAY_UNKNOWN)
