"""Poker hand histories in the PHH format, read from `.phh` and `.phhs` files.

PHH is TOML. Players are numbered clockwise from the left of the button, the last one has it; heads-up the arrays of
antes and blinds are written the other way round. A `.phhs` file has one table for each hand, headed by its number.
Keys of our own, with the underscore that PHH reserves for them, carry what the format has no word for: `_rule_set`,
`_unit`, `_rake_permille`, `_rake_cap`, and where it is so, `_rake_step`, `_rake_by_pot` and `_drops` into jackpots,
`_rulings` of the house, `_absent` players, a `_bomb_pot`, why a hand is `_void`, `_posts` one by one, and `_runs`, how
often the rest of the board was dealt: those boards follow each other in the actions.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, TypeAlias

from cashier.money import Money
from controller.app.phh_keys import Keys, Table
from controller.app.problem import Problem
from controller.app.recorded import ActWord, Cards, OtherGame, RecordedAct, RecordedDeal, RecordedHand
from controller.app.text_files import read_text
from controller.games import Game, UnknownGameError, find_game
from controller.vocab.ids import Chips
from controller.vocab.profile import GameId, PotFee, Stakes
from evaluator_ext import Card, parse_card, print_card

VARIANTS: Final[Mapping[str, GameId]] = {
    "FT": GameId("holdem-fl"),
    "NT": GameId("holdem-nl"),
    "NS": GameId("short-deck-nl"),
    "PO": GameId("omaha-pl"),
    "FO/8": GameId("omaha8-fl"),
    "F7S": GameId("stud-fl"),
    "F7S/8": GameId("stud8-fl"),
    "FR": GameId("razz-fl"),
    "N2L1D": GameId("sd27-nl"),
    "F2L3D": GameId("td27-fl"),
    "FB": GameId("badugi-fl"),
}
"""The games of the catalogue by their PHH code; the others stand in files of ours by their own id."""

_Step: TypeAlias = Mapping[str, Any]
"""The named groups of one action; exactly one of `dealt`, `board`, `shows` and `acts` is there."""

_HEADER: Final = re.compile(r"^\[(\d{1,9})\][ \t]*(?:#.*)?$", re.MULTILINE)
_CARDS: Final = r"(?:[2-9TJQKA][cdhs]|\?\?)+"
_ACTION: Final = re.compile(
    rf"d dh p(?P<dealt>\d{{1,2}}) (?P<hole>{_CARDS})"
    rf"|d db (?P<board>{_CARDS})"
    rf"|p(?P<shows>\d{{1,2}}) sm(?: (?:-|(?P<shown>{_CARDS})))?"
    rf"|p(?P<acts>\d{{1,2}}) (?:(?P<word>f|cc|pb)|(?P<draws>sd)(?: (?P<gone>{_CARDS}))?"
    r"|cbr (?P<to>\d{1,15}(?:\.\d{1,4})?))"
)


def read_phh(path: Path, wanted: Callable[[int], bool] = lambda number: True) -> Iterator[RecordedHand | OtherGame]:
    """Read the hands of a file whose number is `wanted`, one after another.

    Raises Problem at the first malformed one, naming file, hand and cure.
    """
    for where, number, table in _tables(path, wanted):
        yield parse_hand(table, where, number)


def _tables(path: Path, wanted: Callable[[int], bool]) -> Iterator[tuple[str, int, Table]]:
    """Read a file's hands as (where it stands, number, keys). A file without numbers is one hand, number 1."""
    text = read_text(path)
    headers = list(_HEADER.finditer(text))
    if not headers:
        yield path.name, 1, _toml(text, path.name)
        return
    _toml(text[: headers[0].start()], path.name)
    ends = [*(header.start() for header in headers[1:]), len(text)]
    seen: set[int] = set()
    for header, end in zip(headers, ends, strict=True):
        number = int(header.group(1))
        where = f"{path.name}, hand {number}"
        if number in seen:
            raise Problem(where, "is there twice", "give every hand a number of its own")
        seen.add(number)
        if wanted(number):
            yield where, number, _toml(text[header.end() : end], where)


def _toml(text: str, where: str) -> Table:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise Problem(where, f"is not TOML: {error}", "correct that line, counted from the hand's own") from error


def parse_hand(table: Table, where: str, number: int) -> RecordedHand | OtherGame:
    """Read one hand from its keys. Raises Problem with the place, the fault and its cure."""
    keys = Keys(table, where)
    variant = keys.text("variant")
    game = _game(variant)
    if game is None:
        return OtherGame(where=where, number=number, variant=variant)
    stacks = _stacks(keys, game)
    players = len(stacks)
    antes = keys.amounts("antes", players)
    blinds = keys.amounts("blinds_or_straddles", players) if game.blinds else (Decimal(0),) * players
    if players == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    bets = _bets(keys, game)
    steps = _steps(keys, players)
    totals = [Decimal(step["to"] or 0) for step in steps]
    scale = _scale([*stacks, *antes, *blinds, *bets.values(), *totals])
    deals = _deals(keys, steps, game)
    finishing = keys.amounts("finishing_stacks", players) if "finishing_stacks" in table else ()
    unit = keys.whole("_unit", 1, least=1)
    if any(chips % unit for chips in _chips((*stacks, *antes, *blinds), scale)):
        keys.fail(f"a stack, ante or blind is no multiple of the _unit {unit}", "correct the amount or _unit")
    return RecordedHand(
        where=where,
        number=number,
        game=game.id,
        rule_set=keys.rule_set(),
        overrides=keys.overrides(),
        stakes=Stakes(
            small_blind=0,
            ante=max(_chips(antes, scale)),
            unit=unit,
            **{name: int(amount * scale) for name, amount in bets.items()},
        ),
        **_taken(keys),
        scale=scale,
        antes_are_dead=table.get("ante_trimming_status") is not True,
        antes=_chips(antes, scale),
        blinds=_chips(blinds, scale),
        stacks=_chips(stacks, scale),
        holes=_holes(keys, steps, players, game),
        deals=deals,
        acts=tuple(_act(step, int(total * scale)) for step, total in zip(steps, totals, strict=True) if step["acts"]),
        finishing=tuple(stack * scale for stack in finishing),
        absent=keys.players("_absent", players),
        bomb_pot=table.get("_bomb_pot") is True,
        runs=keys.whole("_runs", 1, least=1),
        void=keys.void("_void"),
        forced=keys.posts("_posts", players),
    )


def _taken(keys: Keys) -> dict[str, Any]:
    """What the house and the jackpots take, by its field."""
    return {
        "rake_permille": keys.whole("_rake_permille", 0),
        "rake_cap": keys.whole("_rake_cap", 0),
        "rake_step": keys.whole("_rake_step", 0),
        "rake_by_pot": tuple(PotFee(Money(reached), Money(fee)) for reached, fee in keys.pairs("_rake_by_pot")),
        "drops": keys.drops("_drops"),
    }


def _stacks(keys: Keys, game: Game) -> tuple[Decimal, ...]:
    """Everybody's chips at the beginning; as many players as the game is for."""
    stacks = keys.amounts("starting_stacks", None)
    players = len(stacks)
    if not game.fewest <= players <= game.most:
        keys.fail(f"{players} players cannot play {game.id}", f"list {game.fewest} to {game.most} starting_stacks")
    if not all(stacks):
        keys.fail("a player has no chips", "list only players who are dealt in, each with a stack")
    return stacks


def _game(variant: str) -> Game | None:
    try:
        return find_game(VARIANTS.get(variant, GameId(variant)))
    except UnknownGameError:
        return None


def _bets(keys: Keys, game: Game) -> dict[str, Decimal]:
    """The amounts of the stakes beside small blind and ante, by their field."""
    if game.structure != "fixed-limit" and game.blinds:
        return {"big_blind": keys.amount("min_bet")}
    if game.structure == "fixed-limit":
        small, big = keys.amount("small_bet"), keys.amount("big_bet")
    else:
        small, big = keys.amount("min_bet"), Decimal(0)
    bring_in = keys.amount("bring_in") if "bring_in" in keys.table else Decimal(0)
    return {"big_blind": small if game.blinds else Decimal(0), "small_bet": small, "big_bet": big, "bring_in": bring_in}


def _act(step: _Step, to: Chips) -> RecordedAct:
    word: ActWord = step["word"] or step["draws"] or "cbr"
    return RecordedAct(player=int(step["acts"]), word=word, to=to, gone=_cards(step["gone"] or ""))


def _scale(amounts: list[Decimal]) -> int:
    """How many chips make one unit so that every amount is a whole number of chips."""
    return int(10 ** max(0, *(-int(amount.normalize().as_tuple().exponent) for amount in amounts)))


def _chips(amounts: tuple[Decimal, ...], scale: int) -> tuple[Chips, ...]:
    return tuple(int(amount * scale) for amount in amounts)


# -- actions -----------------------------------------------------------------------------------------------------


def _steps(keys: Keys, players: int) -> list[_Step]:
    steps: list[_Step] = []
    for place, text in enumerate(keys.texts("actions"), 1):
        found = _ACTION.fullmatch(text.partition("#")[0].strip())
        if found is None:
            keys.fail(f"action {place} is {text!r}", "write it as in 'p3 cbr 225', 'p3 cc', 'p3 f', 'd db AhKd2c'")
        step = found.groupdict()
        player = step["dealt"] or step["shows"] or step["acts"]
        if player is not None and not 1 <= int(player) <= players:
            keys.fail(f"action {place} is of p{player}", f"there are players p1 to p{players}")
        steps.append(step)
    return steps


def _cards(text: str) -> Cards:
    """Cards as they are written, None for one that nobody saw."""
    return tuple(None if text[at] == "?" else parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def _deals(keys: Keys, steps: list[_Step], game: Game) -> tuple[RecordedDeal, ...]:
    """Everything dealt, in order; the sizes must be those of the game's streets, and every card in one place."""
    first, boards = game.streets[0].hole + game.streets[0].up, [street.board for street in game.streets if street.board]
    dealt = Counter[int]()
    deals: list[RecordedDeal] = []
    for step, begins in zip(steps, _beginnings(steps, game), strict=True):
        if not step["dealt"] and not step["board"]:
            continue
        player, cards = int(step["dealt"] or 0), _cards(step["hole"] or step["board"])
        dealt[player] += 1
        if player and dealt[player] == 1 and len(cards) != first:
            keys.fail(f"p{player} has {len(cards)} hole cards", f"{game.id} deals {first}")
        deals.append(RecordedDeal(player=player, cards=cards, begins=begins))
    middle = [deal for deal in deals if not deal.player]
    several = game.boards > 1 or keys.whole("_runs", 1, least=1) > 1
    if not several and boards and [len(deal.cards) for deal in middle] != boards[: len(middle)]:
        words = " ".join(step["board"] for step in steps if step["board"])
        keys.fail(f"the board is dealt as {words}", f"{game.id} deals {', '.join(map(str, boards))} cards")
    if any(None in deal.cards for deal in middle):
        keys.fail("the board has an unknown card", "name every card of the board")
    _check_cards(keys, [card for deal in deals for card in deal.cards if card is not None], game)
    return tuple(deals)


def _beginnings(steps: list[_Step], game: Game) -> list[bool]:
    """For each action whether it deals the first card of a street: of a board, or of a new round of the players.

    A round is new after a bet, and where the players all-in are gone through from the first again.
    """
    new, last, boards, beginnings = False, 0, 0, list[bool]()
    for step in steps:
        player = int(step["dealt"] or (step["acts"] if step["draws"] else 0) or 0)
        new = new or bool(step["acts"] and not step["draws"]) or 0 < player <= last
        begins = new and bool(step["dealt"])
        if step["board"]:
            begins = boards % game.boards == 0
            boards += 1
        beginnings.append(begins)
        new = new and not begins
        last = player or last
    return beginnings


def _holes(keys: Keys, steps: list[_Step], players: int, game: Game) -> tuple[tuple[Card, ...], ...]:
    """Each player's hand at the end, as dealt and exchanged or as shown; empty if a card of it is unknown."""
    hands: list[list[Card | None]] = [[] for _ in range(players)]
    for step in steps:
        if step["dealt"]:
            hands[int(step["dealt"]) - 1] += _cards(step["hole"])
        elif step["draws"]:
            for card in _cards(step["gone"] or ""):
                held = hands[int(step["acts"]) - 1]
                held.remove(card if card in held else None if None in held else held[0])
        elif step["shows"] and step["shown"]:
            _show(keys, hands[int(step["shows"]) - 1], step, game)
    every = [tuple(card for card in hand if card is not None) for hand in hands]
    return tuple(known if len(known) == len(hand) else () for known, hand in zip(every, hands, strict=True))


def _show(keys: Keys, held: list[Card | None], step: _Step, game: Game) -> None:
    """Take a shown hand for what the player holds; what was known of it must be there."""
    shown = _cards(step["shown"])
    if held and len(shown) != len(held):
        keys.fail(f"p{step['shows']} has {len(shown)} hole cards", f"{game.id} deals {len(held)}")
    if None in shown:
        return
    if not {card for card in held if card is not None} <= set(shown):
        keys.fail(f"p{step['shows']} shows {step['shown']} and was dealt other cards", "correct one of the two")
    held[:] = shown


def _check_cards(keys: Keys, cards: list[Card], game: Game) -> None:
    """Every card is one of the game's, and in one place unless the game deals cards again."""
    others = sorted(set(cards) - set(game.deck))
    if others:
        keys.fail(f"{print_card(others[0])} is no card of {game.id}", "correct the card")
    if game.recycle == "burns-and-discards":
        return
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        keys.fail(f"{print_card(twice[0])} is dealt twice", "give every card to one place")
