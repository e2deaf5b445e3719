"""Hands written in the PHH format as the public saw them: only tabled cards, `????` for all others."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from cashier.invariant import invariant
from cashier.records import Event
from controller.app.phh import VARIANTS
from controller.games import find_game
from controller.hand.model import DEAD, NOT_LIVE
from controller.vocab import hand_records as hr
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import GameId, Ruling
from evaluator_ext import Card, print_card

UNSEEN: Final = "??"


def has_words_for(game: GameId) -> bool:
    """Whether a hand of this game can be written: PHH tells of bets, and has no words for cards set in rows."""
    return find_game(game).rows is None


def write_hand(events: Iterable[Event], number: int | None = None) -> str:
    """The TOML of one hand from its events, which begin with `HandStarted` and may hold others that are no part of it.

    `number` heads the table in a `.phhs` file of many hands; without it the text is a `.phh` file. Amounts are in
    chips. The private events are passed over, so a stream that has them gives the same text as one that has not.
    """
    told = list(events)
    starts = [event for event in told if isinstance(event, hr.HandStarted)]
    invariant(len(starts) == 1, "one-hand", f"a history is of one hand, and {len(starts)} began")
    started = starts[0]
    seats = [entrant.seat for entrant in started.entrants]
    head = [f"[{number}]"] if number is not None else []
    ends = [f"finishing_stacks = {_list(event)}" for event in told if isinstance(event, hr.HandEnded)]
    return "\n".join(
        [*head, *_opening(told, started, seats), _actions(told, seats), *ends, *_own_keys(told, started, seats), ""]
    )


def _opening(events: Sequence[Event], started: hr.HandStarted, seats: Sequence[Seat]) -> list[str]:
    """The keys of the beginning. PHH takes antes before blinds and ours may come after, so antes are as posted."""
    owed = started.forced
    posts = [event for event in events if isinstance(event, hr.Posted) and event.kind in NOT_LIVE]
    antes = [sum(post.amount for post in posts if post.seat == seat) for seat in seats]
    blinds = [sum(_blind(post) for post in owed if post.seat == seat) for seat in seats]
    if len(seats) == 2:
        antes.reverse()
        blinds.reverse()
    trimmed = not any(post.kind in DEAD for post in owed)
    return [
        f'variant = "{_variant(started.game)}"',
        f"ante_trimming_status = {'true' if trimmed else 'false'}",
        f"antes = {antes}",
        f"blinds_or_straddles = {blinds}",
        *_bets(started),
        f"starting_stacks = {[entrant.stack for entrant in started.entrants]}",
        f"hand = {started.hand}",
        f"seats = {list(seats)}",
    ]


def _blind(post: hr.ForcedBet) -> Chips:
    """A post as PHH has it: late posts are negative, what is not live stands among the antes."""
    if post.kind in NOT_LIVE:
        return 0
    return -post.amount if post.kind == "late-post" else post.amount


def _variant(game: GameId) -> str:
    return next((code for code, row in VARIANTS.items() if row == game), game)


def _bets(started: hr.HandStarted) -> list[str]:
    """The bets of the stakes under the names that PHH has for them."""
    stakes, game = started.stakes, find_game(started.game)
    small = stakes.small_bet or stakes.big_blind or stakes.ante
    bring_in = [f"bring_in = {stakes.bring_in}"] if stakes.bring_in else []
    if game.structure != "fixed-limit":
        return [f"min_bet = {stakes.big_blind or small}", *bring_in]
    return [f"small_bet = {small}", f"big_bet = {stakes.big_bet or 2 * small}", *bring_in]


def _actions(events: Sequence[Event], seats: Sequence[Seat]) -> str:
    told = _Told(seats)
    lines = [action for event in events for action in told.action(event)]
    return "\n".join(["actions = [", *(f'  "{line}",' for line in lines), "]"])


class _Told:
    """What the public has been told of the cards so far: how many each seat holds, and which new ones lie open."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats
        self._held = dict.fromkeys(seats, 0)
        self._open = dict[Seat, str]()
        self._turned_up = dict[Seat, tuple[Card, ...]]()

    def action(self, event: Event) -> list[str]:
        """The PHH actions that an event is told as."""
        match event:
            case hr.UpCardsDealt(seat=seat, cards=cards):
                self._open[seat] = _cards(cards)
            case hr.HoleCardsCounted(seat=seat, count=count):
                return self._dealt(seat, count)
            case hr.BoardDealt(cards=cards):
                return [f"d db {_cards(cards)}"]
            case hr.Acted(kind=kind) if kind not in ("runs", "show"):
                return [self._acted(event)]
            case hr.CardsShown(seat=seat, cards=cards):
                return [f"{_player(seat, self._seats)} sm {_cards(cards)}{UNSEEN * (self._held[seat] - len(cards))}"]
            case hr.HandTurnedUp(seat=seat, cards=cards):
                self._turned_up[seat] = cards
                return [f"{_player(seat, self._seats)} sm {_cards(cards)}"]
            case hr.HandShown(seat=seat, cards=cards) if cards != self._turned_up.get(seat):
                return [f"{_player(seat, self._seats)} sm {_cards(cards)}"]
            case hr.HandMucked(seat=seat):
                return [f"{_player(seat, self._seats)} sm"]
            case _:
                pass
        return []

    def _dealt(self, seat: Seat, count: int) -> list[str]:
        up = self._open.pop(seat, "")
        hidden = count - self._held[seat] - len(up) // 2
        self._held[seat] = count
        return [f"d dh {_player(seat, self._seats)} {UNSEEN * hidden}{up}"] if hidden or up else []

    def _acted(self, event: hr.Acted) -> str:
        player = _player(event.seat, self._seats)
        if event.kind == "discard":
            self._held[event.seat] -= event.discarded
            return f"{player} sd {UNSEEN * event.discarded}".rstrip()
        return f"{player} cbr {event.to}" if event.kind == "raise" else f"{player} {WORDS[event.kind]}"


WORDS: Final[Mapping[hr.ActKind, str]] = {"fold": "f", "check": "cc", "call": "cc", "bring-in": "pb"}
"""The words of acts that need no amount."""


def _player(seat: Seat, seats: Sequence[Seat]) -> str:
    return f"p{seats.index(seat) + 1}"


def _cards(cards: Sequence[Card]) -> str:
    return "".join(print_card(card) for card in cards)


def _list(ended: hr.HandEnded) -> list[Chips]:
    return [entrant.stack for entrant in ended.stacks]


def _own_keys(events: Sequence[Event], started: hr.HandStarted, seats: Sequence[Seat]) -> list[str]:
    """What PHH has no key for; the rarer things only where they are so."""
    runs = [event.runs for event in events if isinstance(event, hr.RunsAgreed)]
    return [
        f'_rule_set = "{started.rule_set}"',
        f"_unit = {started.stakes.unit}",
        f"_rake_permille = {started.rake_permille}",
        f"_rake_cap = {started.rake_cap}",
        *([f"_rake_step = {started.rake_step}"] if started.rake_step else []),
        *([f"_rake_by_pot = {[[row.reached, row.fee] for row in started.rake_by_pot]}"] if started.rake_by_pot else []),
        *([f"_drops = {_drops(started.drops)}"] if started.drops else []),
        *([f"_absent = {[seats.index(seat) + 1 for seat in started.absent]}"] if started.absent else []),
        *([f'_void = "{event.cause}"' for event in events if isinstance(event, hr.HandVoided)]),
        *(["_bomb_pot = true"] if started.bomb_pot else []),
        *([f"_rulings = {_rulings(started.overrides)}"] if started.overrides else []),
        *([f"_runs = {runs[0]}"] if runs else []),
        *_posts(started, seats),
    ]


def _rulings(overrides: Sequence[Ruling]) -> str:
    """The options that are not the rule set's, as an inline table."""
    return "{" + ", ".join(f"{one.option} = {msgspec.json.encode(one.value).decode()}" for one in overrides) + "}"


def _drops(drops: Sequence[hr.Drop]) -> str:
    """What each jackpot is to get, as an inline table in the order in which the pot covers it."""
    return "{" + ", ".join(f"{drop.pool} = {drop.amount}" for drop in drops) + "}"


def _posts(started: hr.HandStarted, seats: Sequence[Seat]) -> list[str]:
    """The posts one by one, where PHH's antes hold more than one kind of dead money."""
    if len({post.kind for post in started.forced if post.kind in NOT_LIVE}) < 2 and not any(
        post.kind == "dead-small-blind" for post in started.forced
    ):
        return []
    posts = ", ".join(f'"{_player(post.seat, seats)} {post.kind} {post.amount}"' for post in started.forced)
    return [f"_posts = [{posts}]"]
