"""The jackpots on the screens: what they hold, whose hand leads the month, and a hit from trigger to payment.

Everything of a hit is told as the table has announced it (jackpots.md §2, §3).
"""

from collections.abc import Mapping
from typing import Final

from controller.vocab.ids import Seat
from controller.vocab.jackpot_records import TriggerHand
from controller.vocab.jackpot_terms import MonthCategory
from controller.wire.view import HitView, View
from seats.models.words import Banner, Fact, Words

_MOST_SHARES: Final = 3
_LEADS: Final[Mapping[MonthCategory, str]] = {"omaha": "jackpot.leads-omaha", "other": "jackpot.leads-other"}


def pool_lines(view: View, words: Words) -> tuple[Fact, ...]:
    """The jackpots that hold something, as they stood at the end of the last gaming day."""
    return tuple(Fact(words.say(f"jackpot.{pool.pool}"), words.money(pool.held)) for pool in view.pools if pool.held)


def month_lines(view: View, words: Words) -> tuple[str, ...]:
    """Who leads the month so far: `Mikko: four of a kind, nines`; the kind of game too where two lead."""
    several = len(view.month_hands) > 1
    lines = []
    for made in view.month_hands:
        facts = {"name": made.player, "hand": words.language.hand_name(made.name)}
        key = _LEADS[made.category] if several else "jackpot.leads"
        lines.append(words.say(key, **facts))
    return tuple(lines)


def jackpot_banner(view: View, words: Words) -> Banner | None:
    """What a pause for the jackpot says: the hit and its hands, or who was paid what; None without either."""
    if view.hit is not None:
        return _hit(view, view.hit, words)
    if not view.shares:
        return None
    return Banner("jackpot", words.say("jackpot.paid"), words.say("jackpot.paid-note"), _shares(view, words))


def _hit(view: View, shown: HitView, words: Words) -> Banner:
    hit = shown.hit
    return Banner(
        kind="jackpot",
        headline=words.say("jackpot.hit", amount=words.money(hit.worth)),
        note=words.say("jackpot.confirmed-note" if shown.confirmed else "jackpot.hit-note"),
        lines=(
            *(_hand(view, "jackpot.lost-with", hand, words) for hand in hit.losers),
            *(_hand(view, "jackpot.won-with", hand, words) for hand in hit.winners),
        )[:_MOST_SHARES],
    )


def _hand(view: View, key: str, hand: TriggerHand, words: Words) -> str:
    who = "-own" if hand.seat == view.own else ""
    return words.say(f"{key}{who}", name=_name(view, hand.seat, words), hand=words.language.hand_name(hand.name))


def _shares(view: View, words: Words) -> tuple[str, ...]:
    """Every share, the own first; equal ones stand together."""
    groups: dict[int, list[str]] = {}
    for share in sorted(view.shares, key=lambda one: (one.seat != view.own, -one.amount)):
        groups.setdefault(share.amount, []).append(words.say("common.you") if share.seat == view.own else share.name)
    lines = []
    for amount, names in groups.items():
        key = "jackpot.share" if len(names) == 1 else "jackpot.share-each"
        lines.append(words.say(key, names=", ".join(names), amount=words.money(amount)))
    lines[0] = _with_code(view, lines[0], words)
    return tuple(lines[:_MOST_SHARES])


def _with_code(view: View, line: str, words: Words) -> str:
    """The code of the own share beside it, where this screen was given one."""
    own = {share.amount for share in view.shares if share.seat == view.own}
    code = next((claim.code for claim in view.claims[::-1] if claim.code and claim.amount in own), "")
    return words.say("jackpot.share-code", share=line, code=code) if code else line


def _name(view: View, seat: Seat, words: Words) -> str:
    names = {sharer.seat: sharer.name for sharer in view.hit.hit.sharers} if view.hit else {}
    return names.get(seat) or view.at(seat).name or words.say("table.seat", seat=seat)
