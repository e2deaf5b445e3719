"""Which ranks a hand's name speaks of, and in which form.

Languages bend ranks differently ("pair of kings", "kuningaspari"; "to the king", "kuninkaaseen"), so a sentence asks
for a form by its use and each catalogue writes that form out: `rank.<form>.<rank>`.
"""

from collections.abc import Mapping
from typing import Final, Literal

from controller.vocab.hand_records import HandCategory, HandName

RankForm = Literal["high", "named", "group", "plural", "to"]
"""A rank that is highest, one by itself, one that names a group of equals, several of it, and the end of a straight."""

ACE: Final = 14

FORMS: Final[Mapping[HandCategory, tuple[RankForm, ...]]] = {
    "high-card": ("high",),
    "pair": ("group",),
    "two-pair": ("plural", "plural"),
    "trips": ("group",),
    "straight": ("to",),
    "flush": ("high",),
    "full-house": ("plural", "plural"),
    "quads": ("group",),
    "straight-flush": ("to",),
    "four-straight": ("to",),
    "four-flush": ("high",),
    "low": ("named", "named"),
    "badugi": ("high",),
    "three-cards": ("high",),
    "two-cards": ("high",),
    "one-card": ("named",),
}
"""The forms of the ranks that name a hand, in the order of `HandName.ranks`; further ranks go unsaid."""

PLACES: Final = ("first", "second")


def sentence_of(name: HandName) -> str:
    """Return the catalogue key of the hand's sentence; the highest straight flush has a name of its own.

    A hand that fewer ranks tell apart than its sentence has places for is called by its category, as a flush of which
    the suit alone counts (poker.md §11.5).
    """
    if len(name.ranks) < len(FORMS[name.category]):
        return f"category.{name.category}"
    if name.category == "straight-flush" and name.ranks[:1] == (ACE,):
        return "hand.royal-flush"
    return f"hand.{name.category}"


def rank_keys(name: HandName) -> dict[str, str]:
    """Return the catalogue key of the rank in each place of the hand's sentence."""
    forms = FORMS[name.category]
    return {
        place: f"rank.{form}.{rank}" for place, form, rank in zip(PLACES, forms, name.ranks[: len(forms)], strict=False)
    }
