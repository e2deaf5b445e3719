"""What the table asks a player beside his betting: how often to deal the rest, a straddle, a bomb pot, how to come in.

Each is a sentence and a few keys; what a key says is what it sends.
"""

from typing import TypeAlias

import msgspec

from controller.vocab.hand_records import Act, DecisionOffered
from controller.vocab.seat_records import ChooseEntry
from controller.vocab.table_records import Answer
from controller.wire.view import EntryView, QuestionView, SeatView, View
from seats.models.words import Words

Reply: TypeAlias = Act | Answer | ChooseEntry


class ReplyKey(msgspec.Struct, frozen=True):
    """A key that answers. `chosen` marks what was chosen before; the first is what happens if nobody presses."""

    words: str
    amount: str
    reply: Reply
    chosen: bool
    legal: bool


class Asked(msgspec.Struct, frozen=True):
    """A question of the table and its answers, at most three, the quietest first."""

    headline: str
    note: str
    replies: tuple[ReplyKey, ...]


def asks_own(view: View) -> QuestionView | None:
    """The question before a hand that waits for the own seat's answer."""
    question = view.question
    return question if question is not None and view.own in question.seats else None


def asked(view: View, seat: SeatView, words: Words, *, alive: bool) -> Asked | None:
    """Show what the table asks of the own seat, the running hand before the coming one."""
    offer = view.decision
    if offer is not None and offer.seat == view.own:
        return _runs(offer, words, alive=alive) if offer.kind == "runs" else None
    question = asks_own(view)
    if question is not None:
        return _question(view, question, words, alive=alive)
    if seat.entry is not None and len(seat.entry.ways) > 1 and seat.status in ("waiting", "ready"):
        return _entry(seat, seat.entry, words, alive=alive)
    return None


def _runs(offer: DecisionOffered, words: Words, *, alive: bool) -> Asked:
    return Asked(
        headline=words.say("asked.runs"),
        note=words.say("asked.runs-note"),
        replies=tuple(
            ReplyKey(
                words=words.say("asked.run-once") if runs == 1 else words.language.plural("asked.run-times", runs),
                amount="",
                reply=Act(seat=offer.seat, decision=offer.decision, kind="runs", runs=runs),
                chosen=False,
                legal=alive,
            )
            for runs in range(offer.least, offer.most + 1)
        ),
    )


def _question(view: View, question: QuestionView, words: Words, *, alive: bool) -> Asked:
    own = view.own or 0
    amount = words.money(question.amount)
    asker = view.at(question.asker).name if question.asker else ""

    def key(*, yes: bool) -> ReplyKey:
        said = f"asked.{question.question}-{'yes' if yes else 'no'}"
        reply = Answer(seat=own, hand=question.hand, question=question.question, yes=yes)
        shown = amount if yes and question.question != "straddle-consent" else ""
        return ReplyKey(words.say(said), shown, reply, chosen=False, legal=alive)

    return Asked(
        headline=words.say(f"asked.{question.question}", name=asker, amount=amount),
        note=words.say(f"asked.{question.question}-note", name=asker, amount=amount),
        replies=(key(yes=False), key(yes=True)),
    )


def _entry(seat: SeatView, entry: EntryView, words: Words, *, alive: bool) -> Asked:
    price = entry.live + entry.dead
    return Asked(
        headline=words.say("asked.entry"),
        note=words.say("asked.entry-note", live=words.money(entry.live), dead=words.money(entry.dead))
        if entry.dead
        else words.say("asked.entry-short-note"),
        replies=tuple(
            ReplyKey(
                words=words.say(f"entry.{way}"),
                amount=words.money(price) if way == "post" else "",
                reply=ChooseEntry(seat=seat.seat, way=way),
                chosen=way == entry.chosen,
                legal=alive,
            )
            for way in entry.ways
        ),
    )
