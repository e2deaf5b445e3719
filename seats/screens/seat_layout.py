"""Where everything lies on a seat screen, in mm of a panel of 256 × 160 (visual.md §9).

Nothing here ever moves: a key that cannot work now keeps its place.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from seats.art.felt import Pool
from seats.metrics import Box

PANEL: Final = Box(0, 0, 256, 160)


class Hand(msgspec.Struct, frozen=True):
    """How far aside own place, own bet and console lie, in mm, and where the weaker pool under the own cards is."""

    own: float
    bet: float
    console: float
    pool: float

    @property
    def pools(self) -> tuple[Pool, Pool]:
        """Lamplight round the board, and a weaker pool under the own cards."""
        return Pool(128, 62, 164, 84), Pool(self.pool, 132, 84, 60, 0.55)


RIGHT: Final = Hand(own=0.0, bet=0.0, console=0.0, pool=40.0)
LEFT: Final = Hand(own=174.0, bet=109.0, console=-76.2, pool=216.0)
"""For whoever acts with the left hand the two change places; fold, call and raise keep their order (visual.md §9)."""

TITLE: Final = Box(5, 5, 38, 10)
MENU: Final = Box(228, 5, 23, 10)
LOG: Final = Box(45, 5, 88, 10)
CORNER: Final = Box(135, 5, 90.6, 10)
"""Time of day and kind of table over the fingerprint of the deck in play."""
HEAD_LINES: Final = (8.4, 13.5)
"""The middles of the two lines of the head."""

BET_LINE: Final = Box(48, 36, 161, 53)
BET_LINE_RADIUS: Final = 26.5

BOARD: Final = Box(85, 45, 86, 21.8)
BOARDS: Final = Box(67, 43, 122, 30)
"""The room of several boards and their names."""
BOARD_NAME_WIDE: Final = 15.6
CARD_WIDE: Final = 15.6
CARD_STEP: Final = 17.6
POT: Final = Box(86, 68.5, 84, 16)
_POT_Y: Final[Mapping[bool, float]] = {True: 72.4, False: 57.0}


class BoardPlace(msgspec.Struct, frozen=True):
    """Where one of several boards lies, and how wide its cards are."""

    box: Box
    wide: float
    step: float


def board_places(boards: int) -> tuple[BoardPlace, ...]:
    """The places of so many boards: one in full size, two below each other, more in two columns."""
    if boards <= 1:
        return (BoardPlace(BOARD, CARD_WIDE, CARD_STEP),) * boards
    columns, rows = (1, 2) if boards == 2 else (2, -(-boards // 2))
    wide = 9.2 if columns == 1 else 8.0 if rows == 2 else 5.6
    step, high = wide + (1.2 if columns == 1 else 0.5), wide * 1.4
    across = step * 5 - (step - wide)
    left = BOARD.centre[0] - (across * columns + 3.6 * (columns - 1)) / 2
    return tuple(
        BoardPlace(
            Box(left + (number % columns) * (across + 3.6), BOARD.y + number // columns * (high + 1.2), across, high),
            wide,
            step,
        )
        for number in range(boards)
    )


def pot_box(boards: int) -> Box:
    """The pot lies below the board, lower where there are several, and in the middle of a table without one."""
    return POT if boards == 1 else Box(POT.x, _POT_Y[boards > 1], POT.w, POT.h)


Side = Literal["left", "top", "right"]


class Spot(msgspec.Struct, frozen=True):
    """One place of the ring: its plate, the side it lies on, and where its bet lies inside the bet line.

    Between the far side and the board there is little room: a `flat` bet has its chips beside both lines of words.
    """

    plate: Box
    side: Side
    bet: Box
    flat: bool = True


PLATE_WIDE: Final = 41.0
PLATE_HIGH: Final = 14.0
PLATE_OPEN_HIGH: Final = 21.0

_LEFT, _RIGHT = 4.0, 211.0
_ROWS = (19.0, 43.0, 67.0)


def _plate(x: float, y: float) -> Box:
    return Box(x, y, PLATE_WIDE, PLATE_HIGH)


SPOTS: Final[tuple[Spot, ...]] = (
    Spot(_plate(_LEFT, _ROWS[2]), "left", Box(54, 66, 28, 11), flat=False),
    Spot(_plate(_LEFT, _ROWS[1]), "left", Box(53.6, 44.4, 28, 11), flat=False),
    Spot(_plate(_LEFT, _ROWS[0]), "left", Box(60.5, 36.8, 26, 7.6)),
    Spot(_plate(60, _ROWS[0]), "top", Box(87.5, 36.8, 26, 7.6)),
    Spot(_plate(107, _ROWS[0]), "top", Box(114.5, 36.8, 26, 7.6)),
    Spot(_plate(155, _ROWS[0]), "top", Box(142, 36.8, 26, 7.6)),
    Spot(_plate(_RIGHT, _ROWS[0]), "right", Box(169.5, 36.8, 26, 7.6)),
    Spot(_plate(_RIGHT, _ROWS[1]), "right", Box(174.4, 44.4, 28, 11), flat=False),
    Spot(_plate(_RIGHT, _ROWS[2]), "right", Box(174, 66, 28, 11), flat=False),
)
"""The ring clockwise, beginning left of the own place."""

_PLACES: Final[Mapping[int, tuple[int, ...]]] = {
    1: (4,),
    2: (2, 6),
    3: (1, 4, 7),
    4: (1, 3, 5, 7),
    5: (1, 2, 4, 6, 7),
    6: (0, 2, 3, 5, 6, 8),
    7: (0, 1, 2, 4, 6, 7, 8),
    8: (0, 1, 2, 3, 5, 6, 7, 8),
    9: (0, 1, 2, 3, 4, 5, 6, 7, 8),
}
"""Which of the nine places a smaller table uses, by the number of other seats; always the same for both sides."""


def spots(others: int) -> tuple[Spot, ...]:
    """The places that `others` (0 to 9) other seats take, in their order."""
    return tuple(SPOTS[place] for place in _PLACES.get(others, ()))


_OPEN_PLATE_MM: Final = 5.0


def bet_box(spot: Spot, *, open_plates: bool) -> Box:
    """Where the bet of a place lies: nearer to the middle where the plates are high with open cards."""
    box = spot.bet
    return Box(box.x, box.y + _OPEN_PLATE_MM, box.w, box.h) if open_plates and spot.flat else box


OWN_BET: Final = Box(62, 79.6, 24, 7.6)

OWN: Final = Box(4, 91, 74, 65)
STACK: Final = Box(6.4, 92, 71, 18)
HOLD: Final = Box(4, 108, 74, 48)
OWN_CARD_WIDE: Final = 26.0
OWN_CARDS: Final = ((28.4, 132.4, 4.0), (52.4, 132.6, -4.0))
"""Middle and turn (degrees anticlockwise) of two own cards."""
FAN_CARD_WIDE: Final = 23.0
_FAN_STEP: Final = 10.2
_FAN_TURN: Final = 3.0


class OwnLayout(msgspec.Struct, frozen=True):
    """How wide the own cards are, and where each lies: its middle and turn; where the position marks begin."""

    wide: float
    places: tuple[tuple[float, float, float], ...]
    marks: tuple[float, float]


def own_layout(count: int) -> OwnLayout:
    """One or two cards lie side by side; more are fanned, so that each shows its corner."""
    if count <= len(OWN_CARDS):
        return OwnLayout(OWN_CARD_WIDE, OWN_CARDS[:count], (9.4, 113.0))
    step = min(_FAN_STEP, (OWN.w - 4.0 - FAN_CARD_WIDE) / (count - 1))
    left = OWN.centre[0] - step * (count - 1) / 2
    turn = 2 * _FAN_TURN / (count - 1)
    places = tuple((left + number * step, 130.4, round(_FAN_TURN - number * turn, 2)) for number in range(count))
    return OwnLayout(FAN_CARD_WIDE, places, (9.4, 151.8))


HINT: Final = Box(22, 145.2, 36.8, 7.6)
HINT_ROW: Final = Box(8, 145.4, 64.4, 7.2)
HAND: Final = Box(8, 111, 66, 7.2)
TOUCH: Final = (40.2, 148.8)

CONSOLE: Final = Box(80.4, 91.2, 171.4, 64.4)
LINE: Final = Box(84.4, 93.6, 163.6, 10)
PRESETS: Final = tuple(Box(84.4 + 33.15 * place, 105.6, 31, 11) for place in range(5))
PAD: Final = Box(84.4, 105.6, 163.6, 24.4)
MINUS: Final = Box(84.4, 119, 11.2, 11)
SLIDER: Final = Box(98.4, 119, 80, 11)
PLUS: Final = Box(182, 119, 11.2, 11)
KEYPAD: Final = Box(195.2, 119, 11.2, 11)
RESULTS: Final = Box(209.2, 119, 38.8, 11)


class PadLayout(msgspec.Struct, frozen=True):
    """Where the parts of the bet pad lie."""

    presets: tuple[Box, ...]
    minus: Box
    slider: Box
    plus: Box
    keypad: Box
    results: Box


def pad_layout(*, large: bool) -> PadLayout:
    """The bet pad; in large print presets are a little higher, and the slider makes room for what it leads to."""
    if not large:
        return PadLayout(PRESETS, MINUS, SLIDER, PLUS, KEYPAD, RESULTS)
    moved = -SLIDER.w / 4
    return PadLayout(
        presets=tuple(Box(box.x, box.y - 1.4, box.w, box.h + 1.6) for box in PRESETS),
        minus=MINUS,
        slider=Box(SLIDER.x, SLIDER.y, SLIDER.w + moved, SLIDER.h),
        plus=PLUS.moved(moved, 0),
        keypad=KEYPAD.moved(moved, 0),
        results=Box(RESULTS.x + moved, RESULTS.y, RESULTS.w - moved, RESULTS.h),
    )


FOLD: Final = Box(84.4, 133, 36.8, 20)
CALL: Final = Box(125.2, 133, 53.6, 20)
RAISE: Final = Box(181.2, 133, 66.8, 20)
AHEAD: Final = (Box(84.4, 105.6, 80, 15), Box(168, 105.6, 80, 15))
AHEAD_NOTE: Final = Box(84.4, 122.4, 163.6, 8)
CHOICES: Final = (Box(182, 134, 32, 11.4), Box(216, 134, 32, 11.4))

_PICK_WIDE: Final = 15.6
_PICK_HIGH: Final = 21.8
_PICK_STEP: Final = 19.6
PICK_WORDS: Final = Box(84.4, 133, 93, 20)


def pick_boxes(count: int) -> tuple[Box, ...]:
    """Where so many cards to choose from lie on the console."""
    step = min(_PICK_STEP, (PAD.w - _PICK_WIDE) / max(count - 1, 1))
    left = PAD.centre[0] - (step * (count - 1) + _PICK_WIDE) / 2
    return tuple(Box(left + number * step, 108.2, _PICK_WIDE, _PICK_HIGH) for number in range(count))


ROWS: Final = Box(84.4, 105.6, 163.6, 48)
ROW_STEP: Final = 16.3
_ROW_CARD: Final = (10.2, 14.28)
ROW_CARDS: Final = tuple(
    Box(106 + 14.4 * number, 106 + ROW_STEP * row, *_ROW_CARD)
    for row, cards in enumerate((3, 5, 5))
    for number in range(cards)
)
"""The front row above, the back row below."""
SURRENDER: Final = Box(184, 121, 64, 11)
SET_ROWS: Final = Box(184, 135, 64, 18)

ASKED_WORDS: Final = Box(84.4, 105.6, 163.6, 26)
REPLY_GUARD_MS: Final = 400
_REPLY_WIDE: Final = 52.8
_REPLY_GAP: Final = 2.6


def reply_boxes(count: int) -> tuple[Box, ...]:
    """Where the answers lie, from the right."""
    wide = min(_REPLY_WIDE, (PAD.w - _REPLY_GAP * (count - 1)) / count)
    left = PAD.right - count * wide - (count - 1) * _REPLY_GAP
    return tuple(Box(left + number * (wide + _REPLY_GAP), 133, wide, 20) for number in range(count))


CUT: Final = Box(84.4, 105.6, 163.6, 21.6)
CUT_CARD_WIDE: Final = 11.4
CUT_NOTE: Final = Box(84.4, 135.6, 92, 8)
CUT_LEAVE: Final = Box(182, 134, 66, 11.4)
NOTICES: Final = Box(84.4, 106, 162, 24)
STAR: Final = Box(21, 103, 40, 40)
FREE: Final = Box(88, 96, 156, 55.2)
"""What a seat says while nobody sits there, beside the knit star."""
POOLS_HELD: Final = Box(84.4, 133, 88, 18)
RESULT_LEFT: Final = Box(86, 95.5, 44, 36)
RESULT_ROWS: Final = Box(138, 95.2, 109.6, 36)
NEXT_HAND: Final = Box(86, 135, 100, 6.4)
NEXT_BAR: Final = Box(86, 141.6, 60, 4)
SAVED: Final = Box(86, 147.2, 162, 6)

_MENU_STEP: Final = 14.0
_MENU_STEP_CLOSE: Final = 12.2
_MENU_ROWS: Final = 5
_MENU_COLUMNS: Final = 2
_TASTE_STEP: Final = 15.4
_MENU_KEY_WIDE: Final = 36.6


def menu_sheet(keys: int) -> Box:
    """A sheet for so many keys, under the menu's key: board, pot and time stay in sight."""
    rows = -(-keys // _MENU_COLUMNS)
    return Box(168.4, 17, 83.4, 6 + _menu_step(rows) * rows)


def menu_keys(keys: int) -> tuple[Box, ...]:
    """Its keys in two columns, each read downwards."""
    rows = -(-keys // _MENU_COLUMNS)
    step = _menu_step(rows)
    return tuple(
        Box(172.4 + (_MENU_KEY_WIDE + 2.2) * (key // rows), 21 + step * (key % rows), _MENU_KEY_WIDE, step - 2)
        for key in range(keys)
    )


def _menu_step(rows: int) -> float:
    """The longest menu lies closer, so that it does not reach the clock."""
    return _MENU_STEP if rows <= _MENU_ROWS else _MENU_STEP_CLOSE


TASTE: Final = Box(103.8, 17, 148, 6 + _MENU_STEP * 2 + 2 * _TASTE_STEP)
"""A sheet of a player's own choices, where the menu lay."""
TASTE_LANGUAGES: Final = Box(107.8, 21, 140, 12)
TASTE_SWITCHES: Final = tuple(
    Box(107.8 + 71.1 * (switch % 2), 21 + _MENU_STEP + _TASTE_STEP * (switch // 2), 68.9, _TASTE_STEP - 2)
    for switch in range(4)
)
TASTE_VOLUMES: Final = Box(107.8, 21 + _MENU_STEP + 2 * _TASTE_STEP, 100, 12)
TASTE_CLOSE: Final = Box(210, 21 + _MENU_STEP + 2 * _TASTE_STEP, 37.8, 12)


def taste_row(keys: int, row: Box) -> tuple[Box, ...]:
    """So many keys of one kind, side by side in their row."""
    wide = (row.w - 2.2 * (keys - 1)) / keys
    return tuple(Box(row.x + number * (wide + 2.2), row.y, wide, row.h) for number in range(keys))


_SEATS_IN_ROW: Final = 3
_SEATS_TOP: Final = 34.6


def seats_sheet(seats: int) -> Box:
    """A sheet for so many seats to ask for, where the menu lay."""
    rows = -(-seats // _SEATS_IN_ROW)
    return Box(189, 17, 62.8, _SEATS_TOP - 17 + _MENU_STEP * (rows + 1) + 2)


def seats_keys(seats: int) -> tuple[Box, ...]:
    """A key for each seat, three in a row, and the key to put the sheet away."""
    wide = (54.8 - 2 * 2.2) / _SEATS_IN_ROW
    keys = [
        Box(193 + number % _SEATS_IN_ROW * (wide + 2.2), _SEATS_TOP + number // _SEATS_IN_ROW * _MENU_STEP, wide, 12)
        for number in range(seats)
    ]
    return (*keys, Box(193, _SEATS_TOP + -(-seats // _SEATS_IN_ROW) * _MENU_STEP, 54.8, 12))


QUESTION: Final = Box(4, 90, 74, 65)
CARE_KEYS: Final = tuple(Box(8, 116 + 12.3 * number, 66, 10.2) for number in range(3))
"""Below each other on the reminder's sheet: go on, take a break, leave."""
BANNER: Final = Box(80.4, 91.2, 171.4, 64.4)
TOAST: Final = Box(96, 83, 140, 9.6)
BOOK: Final = Box(5, 17, 246, 138)
"""The rule book lies over everything but the head."""
BOOK_PAGE: Final = Box(13, 34, 230, 102)
BOOK_BACK: Final = Box(13, 140, 40, 11)
BOOK_ON: Final = Box(55, 140, 40, 11)
BOOK_PRINT: Final = Box(145, 140, 44, 11)
BOOK_CLOSE: Final = Box(193, 140, 50, 11)
