"""Amounts and phrases that more than one screen speaks, in one language and the table's currency."""

from typing import Final, Literal

import msgspec

from cashier.money import EUR, Currency
from controller.language import Language
from controller.vocab.profile import GameId, Profile
from controller.wire.view import LastAct, SeatView, View
from evaluator_ext import Card
from seats.models.games import layout_of, structure_of

BannerKind = Literal["disconnected", "connecting", "paused", "jackpot", "frozen", "door"]
PAUSES: Final[tuple[BannerKind, ...]] = ("paused", "jackpot")
"""Stops in which a seated player may still sit out or leave."""

FLOP_CARDS: Final = 3


class Words(msgspec.Struct, frozen=True):
    """A language together with the currency in which it writes amounts."""

    language: Language
    currency: Currency

    def say(self, key: str, **facts: int | str) -> str:
        """The text of `key`."""
        return self.language.text(key, **facts)

    def money(self, amount: int) -> str:
        """An amount with its sign, as short as it can be written: `30 €`."""
        return self.language.money(amount, self.currency, brief=True)

    def figure(self, amount: int) -> str:
        """An amount without its sign, where a row of amounts shares it: `506`."""
        return self.language.amount(amount, self.currency)

    def seconds(self, left: int) -> str:
        """Seconds left, as beside a bar: `18 s`."""
        return self.say("common.seconds", seconds=left)


class Fact(msgspec.Struct, frozen=True):
    """What something is, and its figure: `Rake`, `5 %, at most 10 €`."""

    words: str
    value: str


class Header(msgspec.Struct, frozen=True):
    """Game and limits; empty before a profile is adopted."""

    title: str
    limits: str
    demonstration: str


class LogLine(msgspec.Struct, frozen=True):
    """What happened last: the street, the cards it brought, and the latest act in words."""

    street: str
    cards: tuple[Card, ...]
    words: str


class Banner(msgspec.Struct, frozen=True):
    """What keeps the whole screen from play: one headline, `lines` about what happened, and what comes next."""

    kind: BannerKind
    headline: str
    note: str
    lines: tuple[str, ...] = ()


def words_for(language: Language, view: View) -> Words:
    """Pair `language` with the table's currency. Before a profile is adopted no amount exists to be written."""
    return Words(language, view.profile.currency if view.profile else EUR)


def game_of(view: View) -> GameId:
    """The game that is dealt, or will be; of a mix the one whose turn it is."""
    if view.profile is None:
        return GameId("")
    return view.game or view.profile.game


def header(view: View, words: Words) -> Header:
    """Name the game and its limits, `Hold'em`, `No limit 2/4 €`, and of a mix the mix as well."""
    profile = view.profile
    if profile is None:
        return Header("", "", "")
    game, limits = game_of(view), _limits(view, profile, words)
    if game != profile.game:
        mix = words.say(f"game.{profile.game}")
        limits = words.say("game.in-mix", mix=mix, limits=limits) if limits else mix
    return Header(
        title=words.say(f"game.{game}"),
        limits=limits,
        demonstration=words.say("common.demonstration") if profile.no_value else "",
    )


def _limits(view: View, profile: Profile, words: Words) -> str:
    """What the game is played for: blinds, the two bets of fixed limit, the ante without blinds, or a point."""
    game = game_of(view)
    stakes, structure = profile.stakes_of(game), structure_of(game)
    if structure == "pts":
        return words.say("game.points", amount=words.money(stakes.point or stakes.big_blind))
    if structure == "fl":
        small = stakes.small_bet or stakes.big_blind
        bets = f"{words.figure(small)}/{words.money(stakes.big_bet or 2 * small)}"
        return words.say("game.fixed-limit", stakes=bets)
    kind = {"nl": "game.no-limit", "pl": "game.pot-limit"}.get(structure)
    if kind is None:
        return ""
    if layout_of(game).blinds:
        return words.say(kind, stakes=words.language.stakes(stakes, profile.currency))
    return words.say(f"{kind}-ante", amount=words.money(stakes.ante))


def street_words(view: View, words: Words) -> str:
    """The name of the running street; empty when no hand has begun."""
    if view.hand is None:
        return ""
    names = layout_of(game_of(view)).streets
    return words.say(f"street.{names[min(view.street, len(names) - 1)]}")


def newest_cards(view: View) -> tuple[Card, ...]:
    """The cards that the latest street laid on the board."""
    return view.board if len(view.board) <= FLOP_CARDS else view.board[-1:]


def log_line(view: View, words: Words) -> LogLine:
    """One line about the latest street and the latest act, or about who won."""
    return LogLine(street_words(view, words), newest_cards(view), _latest(view, words))


def _latest(view: View, words: Words) -> str:
    if view.void is not None:
        return words.say(f"void.{view.void}")
    if view.awards and view.phase in ("showdown", "resting"):
        return "  ".join(_won(view, seat, words) for seat in view.seats.values() if seat.won)
    if view.last_seat is None:
        return ""
    seat = view.seats[view.last_seat]
    return _acted(seat, seat.last, words) if seat.last else ""


def _won(view: View, seat: SeatView, words: Words) -> str:
    who = "you-win" if seat.seat == view.own else "wins"
    facts = {"amount": words.money(seat.won), "name": seat.name}
    if seat.shown is None:
        return words.say(f"log.{who}", **facts)
    return words.say(f"log.{who}-with", hand=words.language.hand_name(seat.shown), **facts)


def _acted(seat: SeatView, last: LastAct, words: Words) -> str:
    return act_words(seat.name, last, words, all_in=seat.status == "all-in")


def act_words(name: str, last: LastAct, words: Words, *, all_in: bool) -> str:
    """What somebody did: `Zsófia bets 30 €`, `Mikko is all in`."""
    key: str = last.kind
    if last.auto and last.kind in ("fold", "check"):
        key = f"time-{last.kind}"
    elif last.kind in ("call", "raise") and all_in:
        key = "all-in"
    elif last.opens:
        key = "bet"
    return words.say(f"log.{key}", name=name, amount=words.money(last.to), runs=last.count)


def last_words(last: LastAct | None, words: Words) -> str:
    """What stands above a bet: `Bets`, `Raises to`, `Small blind`."""
    if last is None:
        return ""
    return words.say("last.bet" if last.opens else f"last.{last.kind}")


def holders(profile: Profile) -> range:
    """Every seat number of the table."""
    return range(1, profile.seats + 1)
