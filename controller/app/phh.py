"""Poker hand histories in the PHH format, read from `.phh` and `.phhs` files.

PHH is TOML. Players are numbered clockwise from the left of the button, the last one has it; heads-up the arrays of
antes and blinds are written the other way round. A `.phhs` file has one table for each hand, headed by its number.
Four keys of our own, with the underscore that PHH reserves for them, carry what the format has no word for:
`_rule_set`, `_unit`, `_rake_permille` and `_rake_cap`.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, TypeAlias

import msgspec

from controller.app.problem import Problem
from controller.games import Game, UnknownRuleSetError, find_game, find_rule_set
from controller.vocab.ids import Chips
from controller.vocab.profile import GameId, RuleSetId
from evaluator_ext.cards import Card, parse_cards, print_card

VARIANTS: Final[Mapping[str, GameId]] = {"NT": GameId("holdem-nl")}
"""The games of the catalogue by their PHH code."""

ActWord: TypeAlias = Literal["f", "cc", "cbr"]
"""Fold; check or call; bet or raise to a street total."""

Table: TypeAlias = Mapping[str, Any]
"""One hand's TOML keys; anything may stand in them."""

_HEADER: Final = re.compile(r"^\[(\d{1,9})\][ \t]*(?:#.*)?$", re.MULTILINE)
_CARDS: Final = r"(?:[2-9TJQKA][cdhs]|\?\?)+"
_ACTION: Final = re.compile(
    rf"d dh p(?P<dealt>\d{{1,2}}) (?P<hole>{_CARDS})"
    rf"|d db (?P<board>{_CARDS})"
    rf"|p(?P<shows>\d{{1,2}}) sm(?: (?:-|(?P<shown>{_CARDS})))?"
    r"|p(?P<acts>\d{1,2}) (?:(?P<word>f|cc)|cbr (?P<to>\d{1,15}(?:\.\d{1,4})?))"
)
_LARGEST: Final = 15
"""Digits before the decimal point of an amount; more are a mistake."""
_FINEST: Final = 4
"""Digits behind it."""


class PhhAct(msgspec.Struct, frozen=True):
    """One act of a player; `to` is the street total of `cbr` in chips."""

    player: int
    word: ActWord
    to: Chips = 0


class PhhHand(msgspec.Struct, frozen=True):
    """One recorded hand in chips, of which `scale` make one of the file's units.

    Tuples with one entry per player run from the left of the button. `holes` are empty where nobody saw the cards.
    `finishing` are the recorded stacks, perhaps with fractions of a chip, or empty.
    """

    where: str
    number: int
    game: GameId
    rule_set: RuleSetId
    unit: Chips
    rake_permille: int
    rake_cap: Chips
    scale: int
    antes_are_dead: bool
    antes: tuple[Chips, ...]
    blinds: tuple[Chips, ...]
    least_bet: Chips
    stacks: tuple[Chips, ...]
    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    acts: tuple[PhhAct, ...]
    finishing: tuple[Decimal, ...]


class OtherGame(msgspec.Struct, frozen=True):
    """A recorded hand of a game that is not in the catalogue."""

    where: str
    number: int
    variant: str


def read_phh(path: Path, wanted: Callable[[int], bool] = lambda number: True) -> Iterator[PhhHand | OtherGame]:
    """Read the hands of a file whose number is `wanted`, one after another.

    Raises Problem at the first malformed one, naming file, hand and cure.
    """
    for where, number, table in _tables(path, wanted):
        yield parse_hand(table, where, number)


def _tables(path: Path, wanted: Callable[[int], bool]) -> Iterator[tuple[str, int, Table]]:
    """Read a file's hands as (where it stands, number, keys). A file without numbers is one hand, number 1."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Problem(str(path), f"cannot be read ({error.strerror})", "name a hand history file") from error
    except UnicodeDecodeError as error:
        raise Problem(str(path), f"is not text in UTF-8 (byte {error.start})", "name a hand history file") from error
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


def parse_hand(table: Table, where: str, number: int) -> PhhHand | OtherGame:
    """Read one hand from its keys. Raises Problem with the place, the fault and its cure."""
    keys = _Keys(table, where)
    variant = keys.text("variant")
    if variant not in VARIANTS:
        return OtherGame(where=where, number=number, variant=variant)
    game = find_game(VARIANTS[variant])
    stacks = keys.amounts("starting_stacks", None)
    players = len(stacks)
    if not game.fewest <= players <= game.most:
        keys.fail(f"{players} players cannot play {game.id}", f"list {game.fewest} to {game.most} starting_stacks")
    if not all(stacks):
        keys.fail("a player has no chips", "list only players who are dealt in, each with a stack")
    antes, blinds = keys.amounts("antes", players), keys.amounts("blinds_or_straddles", players)
    if players == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    least = keys.amount("min_bet")
    steps = _steps(keys, players)
    totals = [Decimal(step["to"] or 0) for step in steps]
    scale = _scale([*stacks, *antes, *blinds, least, *totals])
    holes, board = _holes(keys, steps, players, game), _board(keys, steps, game)
    _no_card_twice(keys, [*board, *(card for hole in holes for card in hole)])
    finishing = keys.amounts("finishing_stacks", players) if "finishing_stacks" in table else ()
    unit = keys.whole("_unit", 1, least=1)
    if any(chips % unit for chips in _chips((*stacks, *antes, *blinds), scale)):
        keys.fail(f"a stack, ante or blind is no multiple of the _unit {unit}", "correct the amount or _unit")
    return PhhHand(
        where=where,
        number=number,
        game=game.id,
        rule_set=keys.rule_set(),
        unit=unit,
        rake_permille=keys.whole("_rake_permille", 0),
        rake_cap=keys.whole("_rake_cap", 0),
        scale=scale,
        antes_are_dead=table.get("ante_trimming_status") is not True,
        antes=_chips(antes, scale),
        blinds=_chips(blinds, scale),
        least_bet=int(least * scale),
        stacks=_chips(stacks, scale),
        holes=holes,
        board=board,
        acts=tuple(
            PhhAct(player=int(step["acts"]), word=step["word"] or "cbr", to=int(total * scale))
            for step, total in zip(steps, totals, strict=True)
            if step["acts"]
        ),
        finishing=tuple(stack * scale for stack in finishing),
    )


def _scale(amounts: list[Decimal]) -> int:
    """How many chips make one unit so that every amount is a whole number of chips."""
    return int(10 ** max(0, *(-int(amount.normalize().as_tuple().exponent) for amount in amounts)))


def _chips(amounts: tuple[Decimal, ...], scale: int) -> tuple[Chips, ...]:
    return tuple(int(amount * scale) for amount in amounts)


def _is_amount(number: Decimal) -> bool:
    if not number.is_finite() or number.adjusted() >= _LARGEST:
        return False
    exponent = number.normalize().as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -_FINEST


class _Keys:
    """One hand's keys, asked for by name; complains with the hand's place when one is wrong."""

    def __init__(self, table: Table, where: str) -> None:
        self.table = table
        self.where = where

    def fail(self, what: str, mend: str) -> NoReturn:
        """Raise the Problem."""
        raise Problem(self.where, what, mend)

    def needed(self, key: str) -> Any:
        """The value of a key that must be there."""
        if key not in self.table:
            self.fail(f"has no {key}", f"add {key}")
        return self.table[key]

    def text(self, key: str) -> str:
        """The value of a key that holds a text."""
        value = self.needed(key)
        if not isinstance(value, str):
            self.fail(f"{key} is {value!r}", "write a text in quotes")
        return value

    def texts(self, key: str) -> list[str]:
        """The value of a key that holds a list of texts."""
        value = self.needed(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.fail(f"{key} is no list of texts", "write a list of texts in quotes")
        return value

    def whole(self, key: str, default: int, least: int = 0) -> int:
        """The value of one of our own keys, a whole number."""
        value = self.table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 10**_LARGEST:
            self.fail(f"{key} is {value!r}", f"write a whole number from {least}")
        return value

    def amount(self, key: str) -> Decimal:
        """The value of a key that holds one amount."""
        return self._as_amount(key, self.needed(key))

    def amounts(self, key: str, count: int | None) -> tuple[Decimal, ...]:
        """The value of a key that holds an amount for each of `count` players, or for however many there are."""
        value = self.needed(key)
        if not isinstance(value, list):
            self.fail(f"{key} is {value!r}", "write a list of amounts, one for each player")
        if count is not None and len(value) != count:
            self.fail(f"{key} has {len(value)} entries for {count} players", "write one amount for each player")
        return tuple(self._as_amount(key, one) for one in value)

    def _as_amount(self, key: str, value: Any) -> Decimal:
        number = isinstance(value, int | Decimal) and not isinstance(value, bool)
        late_post = key == "blinds_or_straddles"
        if not number or not _is_amount(Decimal(value)) or (value < 0 and not late_post):
            self.fail(f"{key} holds {value!r}", f"write amounts from 0 with at most {_FINEST} decimals")
        return Decimal(value)

    def rule_set(self) -> RuleSetId:
        """Our own key for the rule set, RAY by default."""
        name = RuleSetId(self.text("_rule_set") if "_rule_set" in self.table else "ray")
        try:
            return find_rule_set(name).id
        except UnknownRuleSetError as error:
            raise Problem(self.where, str(error), "name one of them in _rule_set") from error


# -- actions -----------------------------------------------------------------------------------------------------

_Step: TypeAlias = Mapping[str, Any]
"""The named groups of one action; exactly one of `dealt`, `board`, `shows` and `acts` is there."""


def _steps(keys: _Keys, players: int) -> list[_Step]:
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


def _holes(keys: _Keys, steps: list[_Step], players: int, game: Game) -> tuple[tuple[Card, ...], ...]:
    """Each player's cards, as dealt or as shown later."""
    size = sum(street.hole for street in game.streets)
    holes: list[tuple[Card, ...]] = [()] * players
    for step in steps:
        player, cards = int(step["dealt"] or step["shows"] or 0), step["hole"] or step["shown"]
        if not player or not cards:
            continue
        if len(cards) != 2 * size:
            keys.fail(f"p{player} has {len(cards) // 2} hole cards", f"{game.id} deals {size}")
        if "?" in cards:
            continue
        known = parse_cards(cards)
        if holes[player - 1] and set(holes[player - 1]) != set(known):
            keys.fail(f"p{player} shows {cards} and was dealt other cards", "correct one of the two")
        holes[player - 1] = holes[player - 1] or known
    return tuple(holes)


def _board(keys: _Keys, steps: list[_Step], game: Game) -> tuple[Card, ...]:
    """The board, whose deals must be those of the game's streets."""
    deals = [step["board"] for step in steps if step["board"]]
    sizes = [street.board for street in game.streets if street.board]
    if [len(cards) // 2 for cards in deals] != sizes[: len(deals)]:
        keys.fail(f"the board is dealt as {' '.join(deals)}", f"{game.id} deals {', '.join(map(str, sizes))} cards")
    if any("?" in cards for cards in deals):
        keys.fail("the board has an unknown card", "name every card of the board")
    return parse_cards("".join(deals))


def _no_card_twice(keys: _Keys, cards: list[Card]) -> None:
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        keys.fail(f"{print_card(twice[0])} is dealt twice", "give every card to one place")
