"""The console where the turn is no bet: cards to choose, cards to set in rows, and questions of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from evaluator_ext import Card, print_card
from seats.art import cards
from seats.art.marks import badge
from seats.art.signs import sign
from seats.kit.button import Button
from seats.kit.faces import Face
from seats.kit.keys import AMBER_KEY, GLASS, SNOW_KEY
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import Box, Type
from seats.models.asked import Asked, ReplyKey
from seats.models.cards import Arranging, Picking
from seats.palette import AMBER, AMBER_INK, FELT_EDGE, HAZE, MIST, SNOW, DeckStyle
from seats.screens import seat_layout as at
from seats.screens.inks import put_paragraph

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.kit.canvas import Canvas

_LIFT_MM: Final = 2.4
_VEIL: Final = 70


class Chooser(Protocol):
    """What the player can do with cards and questions."""

    def pick(self, number: int) -> None:
        """Choose own card `number`, or put it back."""

    def press_pick(self) -> None:
        """Throw away, exchange or show what was chosen."""

    def touch_row(self, card: Card) -> None:
        """Lift a card of the rows, or let it change places."""

    def press_set(self) -> None:
        """Set the rows."""

    def press_surrender(self) -> None:
        """Give the cards up."""

    def press_reply(self, number: int) -> None:
        """Answer with key `number`."""


class CardPicture(msgspec.Struct, frozen=True):
    """A card that can be touched: None for one that lies face down; `lifted` ones stand out."""

    card: Card | None
    lifted: bool
    deck: DeckStyle


class CardKey(Button):
    """A card as a key. One that is chosen is lifted, outlined and ticked."""

    bleed_mm = 4.0

    def __init__(self, box: Box, action: Callable[[], None], picture: CardPicture) -> None:
        super().__init__(box, Face(), action, legal=False, pause_ms=0)
        self._picture = picture

    def lay(self, picture: CardPicture, *, legal: bool) -> None:
        """Show a card; another one or another place of it needs no guard, for nothing is sent by it."""
        if (picture, legal) != (self._picture, self.legal):
            self._picture, self.legal = picture, legal
            self.touch()

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        self._drawn = self.state(now_ms)
        box, shown = self.rect_mm, self._picture
        wide, y = canvas.px(box.w), box.y - (_LIFT_MM if shown.lifted else 0.0)
        canvas.shadow(Box(box.x, y, box.w, box.h), 1.0, "plate")
        if shown.card is None:
            canvas.picture(cards.back(wide), box.x, y)
        else:
            canvas.picture(cards.face(print_card(shown.card), "compact", wide, shown.deck), box.x, y)
        if shown.lifted:
            canvas.picture(cards.winner_outline(wide, canvas.px(0.6), canvas.px(0.2)), box.x - 0.8, y - 0.8)
            canvas.fill(Box(box.right - 5.2, y + 0.8, 4.4, 4.4), 2.2, AMBER)
            canvas.middle(sign("tick", canvas.px(3.2), AMBER_INK), box.right - 3.0, y + 3.0)
        elif not self.legal:
            canvas.picture(cards.veil(wide, _VEIL, FELT_EDGE), box.x, y)


class Pick:
    """A row of own cards to choose from, what is asked, and the key that does it."""

    def __init__(self, chooser: Chooser, deck: DeckStyle) -> None:
        self._chooser, self._deck = chooser, deck
        self._cards: list[CardKey] = []
        self._words = Picture[tuple[str, str]](at.PICK_WORDS, _paint_words, ("", ""), 1.0)
        self._key = Button(at.RAISE, Face(), chooser.press_pick, look=AMBER_KEY, legal=False)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._words, *self._cards, self._key]

    def show(self, picking: Picking | None, now_ms: int) -> None:
        """Show the cards, those that are chosen lifted."""
        if picking is None:
            return
        if len(picking.cards) != len(self._cards):
            nothing = CardPicture(None, lifted=False, deck=self._deck)
            boxes = at.pick_boxes(len(picking.cards))
            self._cards = [CardKey(box, self._picker(number), nothing) for number, box in enumerate(boxes)]
        for key, shown in zip(self._cards, picking.cards, strict=True):
            key.lay(CardPicture(shown.card if shown.face else None, shown.picked, self._deck), legal=shown.legal)
        self._words.show((picking.headline, picking.note))
        self._key.show(Face(picking.words, title_type=Type.TURN), picking.legal, now_ms)

    def _picker(self, number: int) -> Callable[[], None]:
        return lambda: self._chooser.pick(number)


class Rows:
    """Thirteen cards in three rows, whether they are in order, and the keys to set them or to give them up.

    They lie open while they are set: nothing is bet on them, and nobody acts on what he sees.
    """

    def __init__(self, chooser: Chooser, deck: DeckStyle) -> None:
        self._chooser, self._deck = chooser, deck
        self._shown: tuple[Card, ...] = ()
        nothing = CardPicture(None, lifted=False, deck=deck)
        self._cards = [CardKey(box, self._toucher(number), nothing) for number, box in enumerate(at.ROW_CARDS)]
        self._words = Picture[Arranging | None](at.ROWS, _paint_rows, None, 1.0)
        self._give_up = Button(at.SURRENDER, Face(), chooser.press_surrender, look=GLASS, legal=False)
        self._key = Button(at.SET_ROWS, Face(), chooser.press_set, look=AMBER_KEY, legal=False)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._words, *self._cards, self._give_up, self._key]

    def show(self, arranging: Arranging | None, now_ms: int) -> None:
        """Show the rows as they lie."""
        if arranging is None:
            return
        self._shown = tuple(card for row in arranging.rows for card in row.cards)
        for key, card in zip(self._cards, self._shown, strict=True):
            key.lay(CardPicture(card, card == arranging.lifted, self._deck), legal=arranging.legal)
        self._words.show(arranging)
        self._give_up.visible = bool(arranging.surrender)
        self._give_up.show(Face(arranging.surrender), arranging.legal, now_ms)
        self._key.show(Face(arranging.words, title_type=Type.TURN), arranging.legal, now_ms)

    def _toucher(self, number: int) -> Callable[[], None]:
        return lambda: self._chooser.touch_row(self._shown[number])


class Replies:
    """A question of the table, and a key for each answer."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser
        self._keys: list[Button] = []
        self._seen: tuple[ReplyKey, ...] = ()
        self._words = Picture[tuple[str, str]](at.ASKED_WORDS, _paint_question, ("", ""), 1.0)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._words, *self._keys]

    def show(self, asked: Asked | None, now_ms: int) -> None:
        """Show the question; a key that sends something else than before is deaf for a while."""
        if asked is None:
            return
        if len(asked.replies) != len(self._keys):
            boxes = at.reply_boxes(len(asked.replies))
            self._keys = [
                Button(box, Face(), self._replier(number), look=GLASS if number == 0 else SNOW_KEY, legal=False)
                for number, box in enumerate(boxes)
            ]
        self._words.show((asked.headline, asked.note))
        for key, reply in zip(self._keys, asked.replies, strict=True):
            form = Face(reply.words, reply.amount, form="stack", title_type=Type.VERB, amount_type=Type.ACTION)
            plain = Face(reply.words, title_type=Type.TURN)
            key.show(form if reply.amount else plain, reply.legal, now_ms)
            key.chosen = reply.chosen
        sent = tuple(reply.reply for reply in asked.replies)
        if sent != tuple(reply.reply for reply in self._seen):
            for key in self._keys:
                key.guard.start(now_ms, at.REPLY_GUARD_MS)
        self._seen = asked.replies

    def _replier(self, number: int) -> Callable[[], None]:
        return lambda: self._chooser.press_reply(number)


# -- painters ----------------------------------------------------------------------------------------------------


def _paint_words(canvas: Canvas, box: Box, words: tuple[str, str]) -> None:
    y = put_paragraph(canvas, words[0], box.x, box.y + 3.0, Type.BODY_STRONG, SNOW, box.w)
    put_paragraph(canvas, words[1], box.x, y, Type.BODY, MIST, box.w)


def _paint_question(canvas: Canvas, box: Box, words: tuple[str, str]) -> None:
    canvas.text(words[0], box.x, box.y + 5.0, Type.TURN, SNOW, "left", box.w)
    put_paragraph(canvas, words[1], box.x, box.y + 14.0, Type.TEXT, HAZE, box.w)


def _paint_rows(canvas: Canvas, box: Box, arranging: Arranging | None) -> None:
    """The names of the rows, whether they are in order, and how to move a card."""
    if arranging is None:
        return
    for number, row in enumerate(arranging.rows):
        y = at.ROW_CARDS[0].centre[1] + number * at.ROW_STEP
        canvas.text(row.words, box.x, y, Type.TEXT, SNOW, "left", at.ROW_CARDS[0].x - box.x - 2.0)
    x, y, room = at.SET_ROWS.x, box.y + 4.4, at.SET_ROWS.w
    wrong = arranging.out_of_order
    mark = badge("warning", canvas.px(5.0)) if wrong else sign("tick", canvas.px(4.6), MIST)
    canvas.middle(mark, x + 2.4, y)
    canvas.text(arranging.verdict, x + 6.6, y, Type.BODY_STRONG, SNOW, "left", room - 6.6)
    canvas.text(arranging.note, x, y + 7.0, Type.BODY, MIST, "left", room)
