"""The bet pad: presets, slider and what is left after the bet (ui.md §2.2).

What may be bet comes from the decision alone. The presets only say where on its scale the usual amounts lie.
"""

from typing import Final, Literal

import msgspec

from controller.vocab.hand_records import DecisionOffered
from controller.vocab.ids import Chips
from controller.vocab.profile import Stakes
from seats.models.scale import AmountScale
from seats.models.words import Words

PresetId = Literal["min", "half-pot", "two-thirds-pot", "pot", "all-in"]

PRESETS: Final[tuple[PresetId, ...]] = ("min", "half-pot", "two-thirds-pot", "pot", "all-in")
"""Left to right; a place never changes."""

SHARES: Final[tuple[tuple[PresetId, int, int], ...]] = (("pot", 1, 1), ("two-thirds-pot", 2, 3), ("half-pot", 1, 2))
"""Raises by a share of the pot, as numerator and denominator."""

TYPED_LONGEST: Final = 9


class Preset(msgspec.Struct, frozen=True):
    """One preset key and the street total it sets. A key that is not legal keeps its place."""

    id: PresetId
    words: str
    figure: str
    to: Chips
    legal: bool
    chosen: bool


class Keypad(msgspec.Struct, frozen=True):
    """The amount being typed, in whole units of money where chips are whole units, otherwise in minor units."""

    words: str
    typed: str
    amount: str
    to: Chips
    legal: bool
    erase: str
    accept: str
    cancel: str


class BetPad(msgspec.Struct, frozen=True):
    """Everything between the turn line and the three keys. `scale` is None when raising is not open.

    There are no presets in fixed limit: there is one amount, and it stands on the key.

    `place` and `ticks` are places on the scale's track (`scale.TRAVEL`). An amount here exists on this screen only.
    """

    presets: tuple[Preset, ...]
    scale: AmountScale | None
    to: Chips
    place: int
    ticks: tuple[int, ...]
    fewer: bool
    more: bool
    pot_after_words: str
    pot_after: str
    keep_words: str
    keep: str
    keypad: Keypad | None


def scale_of(offer: DecisionOffered | None, stakes: Stakes) -> AmountScale | None:
    """The street totals that a decision offers, or None when it offers no bet or raise."""
    if offer is None or not offer.max_to:
        return None
    return AmountScale(offer.min_to, offer.max_to, offer.step or stakes.unit)


def preset_amounts(offer: DecisionOffered, stack: Chips, unit: Chips) -> dict[PresetId, Chips]:
    """The street total of every preset, legal or not.

    Adding share s of the pot raises to h + s × (P + t): h the highest bet, P the pot with all bets, t the call
    (poker.md §4.4). Parts of a chip are left out. `stack` is what the player has beside his bet.
    """
    highest = offer.bet + offer.call
    amounts: dict[PresetId, Chips] = {"min": offer.min_to, "all-in": offer.bet + stack}
    for preset, over, under in SHARES:
        raised = highest + (offer.pot + offer.call) * over // under
        amounts[preset] = raised - raised % unit
    return amounts


def legal_presets(offer: DecisionOffered, stack: Chips, scale: AmountScale | None) -> dict[PresetId, Chips]:
    """The presets that can be pressed. Of presets with one amount the plainest name stays: all in, min, then pot."""
    if scale is None:
        return {}
    amounts = preset_amounts(offer, stack, scale.step)
    legal: dict[PresetId, Chips] = {}
    for preset in ("all-in", "min", *(preset for preset, _, _ in SHARES)):
        if scale.holds(amounts[preset]) and amounts[preset] not in legal.values():
            legal[preset] = amounts[preset]
    return legal


def typed_amount(typed: str, words: Words, unit: Chips) -> Chips:
    """The amount that the digits mean: whole units of money, or minor units where chips are smaller than that."""
    whole = words.currency.units
    return int(typed or "0") * (whole if unit % whole == 0 else 1)


def bet_pad(
    offer: DecisionOffered,
    stack: Chips,
    stakes: Stakes,
    words: Words,
    *,
    to: Chips,
    chosen: PresetId | None,
    typed: str | None,
    fixed: bool = False,
) -> BetPad:
    """Show the pad for a decision with `to` as the amount composed so far (0 when raising is not open)."""
    scale = scale_of(offer, stakes)
    added = max(to - offer.bet, 0)
    legal = legal_presets(offer, stack, scale)
    return BetPad(
        presets=() if fixed else _presets(offer, stack, scale, chosen, words),
        scale=scale,
        to=to,
        place=scale.place(to) if scale else 0,
        ticks=tuple(sorted(scale.place(amount) for amount in legal.values())) if scale else (),
        fewer=scale is not None and to > scale.least,
        more=scale is not None and to < scale.most,
        pot_after_words=words.say("bet.pot-after"),
        pot_after=words.money(offer.pot + added),
        keep_words=words.say("bet.you-keep"),
        keep=words.money(stack - added),
        keypad=_keypad(typed, scale, words) if typed is not None and scale and not fixed else None,
    )


def _presets(
    offer: DecisionOffered, stack: Chips, scale: AmountScale | None, chosen: PresetId | None, words: Words
) -> tuple[Preset, ...]:
    amounts = preset_amounts(offer, stack, scale.step) if scale else {}
    legal = legal_presets(offer, stack, scale)
    return tuple(
        Preset(
            id=preset,
            words=words.say(f"bet.{preset}"),
            figure=words.figure(amounts[preset]) if preset in amounts else "",
            to=legal.get(preset, 0),
            legal=preset in legal,
            chosen=preset == chosen and preset in legal,
        )
        for preset in PRESETS
    )


def _keypad(typed: str, scale: AmountScale, words: Words) -> Keypad:
    to = typed_amount(typed, words, scale.step)
    return Keypad(
        words=words.say("bet.amount"),
        typed=typed,
        amount=words.money(to),
        to=to,
        legal=scale.holds(to),
        erase=words.say("bet.erase"),
        accept=words.say("common.ok"),
        cancel=words.say("common.cancel"),
    )
