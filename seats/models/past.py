"""The own session and the last hands, told again street by street: chapters for the same sheet as the rules.

Behind each hand lies its proof: the receipt of the cards that this seat saw, as a QR code for a phone (RNG-7).
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

from controller.language.rule_text import ToldHand, ToldStep
from controller.vocab.ids import HandId
from controller.wire.view import LastAct, PastAct, PastHand, View
from evaluator_ext import Card, print_card
from seats.models.book import Chapter, Spread, columns_of, open_at
from seats.models.care import duration
from seats.models.games import layout_of
from seats.models.middle import pot_name
from seats.models.proof import halves
from seats.models.words import FLOP_CARDS, Fact, Words, act_words

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_ACTS_TOGETHER: Final = 12
"""Acts of a street that stand in one paragraph."""

_MOST_CARDS: Final = 7
_MOST_FACTS: Final = 12
_ROOM_TENTHS: Final = 78
_FACT_TENTHS: Final = 6
"""A column has room for 7.8 rows of cards, and a fact takes the room of 0.6 of one."""


class Receipt(msgspec.Struct, frozen=True):
    """What the table has told of a hand's receipt.

    `code` is what its QR code holds, empty where there is none, None until it has come; `on_paper` whether the kiosk
    prints it, None until the player has asked.
    """

    code: str | None = None
    on_paper: bool | None = None


Proofs: TypeAlias = Mapping[HandId, Receipt]

NOT_TOLD: Final = Receipt()


def past_spreads(view: View, proofs: Proofs, words: Words, table_ms: int) -> tuple[tuple[Chapter, ...], ...]:
    """The session and the list of hands side by side, then each hand on spreads of its own, the newest first."""
    newest = view.past[::-1]
    hands = [
        page
        for hand in newest
        for page in (*_hand_spreads(hand, words), _proof(hand, proofs.get(hand.hand, NOT_TOLD), words))
    ]
    return ((_session(view, words, table_ms), _list(newest, words)), *hands)


def past_spread(pages: tuple[tuple[Chapter, ...], ...], place: int, words: Words) -> Spread:
    """What lies open at `place`, counted from 0."""
    spread = open_at(pages, place, words.say("past.title"), words.say("past.subtitle"), words)
    hand = next((chapter.proof_of for chapter in spread.chapters if chapter.printable), None)
    return msgspec.structs.replace(spread, print=words.say("proof.print") if hand else "", proof_of=hand)


def _session(view: View, words: Words, table_ms: int) -> Chapter:
    session = view.session
    facts = (
        *_time_at_the_table(view, words, table_ms),
        Fact(words.say("past.hands"), words.language.number(session.hands)),
        Fact(words.say("past.won"), words.language.number(session.won)),
        Fact(words.say("past.biggest"), words.money(session.biggest)),
        Fact(words.say("past.net"), _signed(session.net, words)),
        *(root_facts(view.root, words) if view.root else ()),
    )
    return Chapter(words.say("past.session"), facts=facts)


def _time_at_the_table(view: View, words: Words, table_ms: int) -> tuple[Fact, ...]:
    """How long the player has sat here, pauses of the table not counted (R-RG-3)."""
    since = view.at(view.own).since if view.own is not None else -1
    return (Fact(words.say("past.time"), duration(table_ms - since, words)),) if since >= 0 else ()


def root_facts(root: bytes, words: Words) -> tuple[Fact, Fact]:
    """The fingerprint of a deck in two lines."""
    first, second = halves(root)
    return Fact(words.say("past.root"), first), Fact("", second)


def _list(newest: tuple[PastHand, ...], words: Words) -> Chapter:
    """Each hand and what it brought; a hand that was only watched has no sum."""
    if not newest:
        return Chapter(words.say("past.list"), (words.say("past.none"),))
    facts = [Fact(hand_number(hand.hand, words), _signed(hand.net, words) if hand.dealt else "–") for hand in newest]
    return Chapter(words.say("past.list"), facts=tuple(facts))


def _hand_spreads(hand: PastHand, words: Words) -> list[tuple[Chapter, ...]]:
    """The story of a hand in as many columns as it needs, and last how it ended."""
    story = columns_of(hand_number(hand.hand, words), (), tuple(streets_told(hand, words)))
    chapters = [*story, _ending(hand, words)]
    return [tuple(chapters[start : start + 2]) for start in range(0, len(chapters), 2)]


def hand_number(hand: HandId, words: Words) -> str:
    """A hand by its number, `Hand 18 204`."""
    return words.say("table.hand", number=words.language.number(hand))


def streets_told(hand: PastHand, words: Words) -> list[ToldStep]:
    """What was dealt and done on each street, in paragraphs."""
    names = layout_of(hand.game).streets
    last = max((act.street for act in hand.acts), default=0)
    boards = layout_of(hand.game).boards
    steps: list[ToldStep] = []
    for street in range(max(last, _streets_of(hand.boards[0]) if boards else 0) + 1):
        said = [_acted(hand, act, words) for act in hand.acts if act.street == street]
        cards = [cards_words(cards) for cards in (_dealt(board, street) for board in hand.boards if boards) if cards]
        told = [*[" / ".join(cards)] * bool(cards), *said]
        name = words.say(f"street.{names[min(street, len(names) - 1)]}")
        steps += [
            ToldStep(name if start == 0 else "", ". ".join(told[start : start + _ACTS_TOGETHER]))
            for start in range(0, max(1, len(told)), _ACTS_TOGETHER)
        ]
    return steps


def _acted(hand: PastHand, act: PastAct, words: Words) -> str:
    last = LastAct(act.kind, act.to, act.opens, act.auto, act.count)
    return act_words(hand.names.get(act.seat, ""), last, words, all_in=act.all_in)


def _streets_of(board: tuple[Card, ...]) -> int:
    return max(0, len(board) - FLOP_CARDS + 1)


def _dealt(board: tuple[Card, ...], street: int) -> tuple[Card, ...]:
    """The cards that a street laid on a board of three, one and one."""
    if street == 0:
        return ()
    return board[:FLOP_CARDS] if street == 1 else board[FLOP_CARDS + street - 2 : FLOP_CARDS + street - 1]


def cards_words(cards: tuple[Card, ...]) -> str:
    """Cards within a sentence: `K♠ 9♦ 4♠`."""
    names = (print_card(card) for card in cards)
    return " ".join(("10" if name[0] == "T" else name[0]) + _SUITS[name[1]] for name in names)


def _ending(hand: PastHand, words: Words) -> Chapter:
    """Pots, what was taken of them, who was paid; and the cards that were seen, the own first."""
    facts = [
        Fact(pot_name(number, len(hand.pots), words), words.money(pot.amount)) for number, pot in enumerate(hand.pots)
    ]
    if hand.rake:
        facts.append(Fact(words.say("result.rake"), words.money(-hand.rake)))
    if hand.dropped:
        facts.append(Fact(words.say("result.jackpots"), words.money(-hand.dropped)))
    facts += [
        Fact(words.say("result.paid-to", name=hand.names.get(win.seat, "")), words.money(win.amount))
        for win in hand.won
    ]
    facts = facts[:_MOST_FACTS]
    room = (_ROOM_TENTHS - _FACT_TENTHS * len(facts)) // 10
    said = (words.say(f"void.{hand.void}"),) if hand.void else ()
    return Chapter(words.say("past.ending"), said, facts=tuple(facts), hands=_seen(hand, words)[: max(0, room)])


def _proof(hand: PastHand, told: Receipt, words: Words) -> tuple[Chapter, Chapter]:
    """What the receipt shows and what it does not, and the receipt itself."""
    code, printed = told.code, {None: (), True: ("printing",), False: ("not-printed",)}[told.on_paper]
    said = tuple(words.say(f"proof.{key}") for key in ("how", "shows", "not", *printed))
    facts = root_facts(hand.root, words) if hand.root else ()
    about = Chapter(words.say("proof.of-hand", hand=hand_number(hand.hand, words)), said, facts=facts)
    missing = () if code else (words.say("book.coming" if code is None else "proof.none"),)
    receipt = Chapter(
        words.say("proof.paste"), missing, code=code or "", proof_of=hand.hand, printable=bool(code) and not printed
    )
    return about, receipt


def _seen(hand: PastHand, words: Words) -> tuple[ToldHand, ...]:
    """The cards that this seat saw, the own first; hands of thirteen cards have no room in a line."""
    made = {one.cards: words.language.hand_name(one.made) for one in hand.shown}
    you = words.say("common.you")
    mine = words.say("past.shown", name=you, hand=made[hand.cards]) if hand.cards in made else you
    own = [ToldHand(hand.cards, mine, "")] if hand.cards else []
    others = [
        ToldHand(one.cards, words.say("past.shown", name=hand.names.get(one.seat, ""), hand=made[one.cards]), "")
        for one in hand.shown
        if one.cards != hand.cards
    ]
    return tuple(row for row in (*own, *others) if len(row.cards) <= _MOST_CARDS)


def _signed(amount: int, words: Words) -> str:
    return f"+{words.money(amount)}" if amount > 0 else words.money(amount)
