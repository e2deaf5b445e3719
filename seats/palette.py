"""Every colour of the screens, by role, and the contrasts the screens promise.

Colours are `Rgb` triples. A role is named for what it is used for, not for its hue.
`CONTRASTS` lists each pair of ink and ground a player has to read, with the least ratio
(WCAG 2 definition) it must keep; the palette test walks it.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Rgb = tuple[int, int, int]
Rgba = tuple[int, int, int, int]
Suit = Literal["s", "h", "d", "c"]
DeckStyle = Literal["two_colour", "four_colour"]
SUITS: Final[tuple[Suit, ...]] = ("s", "h", "d", "c")


def rgb(code: str) -> Rgb:
    """The triple behind a six-digit hex code such as ``"F6F1E7"``."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """`first` with `share` (0 to 1) of `second` stirred in."""
    return (
        round(first[0] + (second[0] - first[0]) * share),
        round(first[1] + (second[1] - first[1]) * share),
        round(first[2] + (second[2] - first[2]) * share),
    )


def darker(colour: Rgb, share: float) -> Rgb:
    """`colour` with `share` of its light taken away."""
    return mix(colour, (0, 0, 0), share)


def luminance(colour: Rgb) -> float:
    """Relative luminance, 0 (black) to 1 (white), WCAG 2."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgb, second: Rgb) -> float:
    """Contrast ratio of two colours, 1 to 21, WCAG 2."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


# Felt: the ground of play.
FELT_LIGHT: Final = rgb("2A574E")
FELT_BODY: Final = rgb("1D443E")
FELT_EDGE: Final = rgb("10292A")

# Slabs lie on the felt, wells are cut into slabs.
SLAB_TOP: Final = rgb("1A3131")
SLAB_BOTTOM: Final = rgb("142727")
WELL: Final = rgb("0B1919")

# Light inks on felt and slab.
SNOW: Final = rgb("F6F1E7")
HAZE: Final = rgb("DCE4DD")
MIST: Final = rgb("C0CEC8")
ICE: Final = rgb("9CCBD8")

# Cloudberry: yours to move, and nothing else.
AMBER_LIGHT: Final = rgb("F8C76F")
AMBER: Final = rgb("F2B24C")
AMBER_DEEP: Final = rgb("DE9733")
AMBER_INK: Final = rgb("231705")

# Birch: inlay, time that passes, position discs.
BIRCH_LIGHT: Final = rgb("EFDDBE")
BIRCH: Final = rgb("DDC49C")
BIRCH_DEEP: Final = rgb("B99B6C")

# Keys.
GLASS_TOP: Final = rgb("27413F")
GLASS_BOTTOM: Final = rgb("1D3433")
SNOW_KEY_TOP: Final = rgb("FBF8F1")
SNOW_KEY_BOTTOM: Final = rgb("E9E2D3")
INK: Final = rgb("16231F")
SPRUCE_TOP: Final = rgb("225E52")
SPRUCE_BOTTOM: Final = rgb("1A4E44")
WHITE_KEY_TOP: Final = rgb("FFFFFF")
WHITE_KEY_BOTTOM: Final = rgb("F6F2EA")

# Paper: the ground of money.
PAPER: Final = rgb("F2EEE5")
PAPER_TOP: Final = rgb("F4F0E8")
PAPER_BOTTOM: Final = rgb("E9E3D6")
SHEET: Final = rgb("FDFBF7")
SHEET_BOTTOM: Final = rgb("F8F5EF")
RULE: Final = rgb("DCD5C7")
PAPER_GREY: Final = rgb("54635D")
PAPER_SHADOW: Final = rgb("3C321E")

# Table plan on paper.
RIM_TOP: Final = rgb("EAD6B4")
RIM_BOTTOM: Final = rgb("C6A778")
PLAN_FELT_TOP: Final = rgb("2B5A50")
PLAN_FELT_BOTTOM: Final = rgb("1F4840")

# Steel: the ground of service.
STEEL_TOP: Final = rgb("EEF1F0")
STEEL_BOTTOM: Final = rgb("E4E9E7")
STEEL_LINE: Final = rgb("D5DCDA")
STEEL_GREY: Final = rgb("4C5B57")

# Danger, warning, and what cannot act.
LINGONBERRY: Final = rgb("C0392F")
DANGER_TOP: Final = rgb("C4423A")
DANGER_BOTTOM: Final = rgb("A8322A")
OCHRE: Final = rgb("8A5A00")
OCHRE_GROUND: Final = rgb("FFF1D2")
NOT_LEGAL_TEXT: Final = rgb("7F958F")
NOT_LEGAL_LINE: Final = rgb("2E4744")

# Cards. One shade creamier and the teal club drops below 4.5.
CARD_TOP: Final = rgb("FFFFFD")
CARD_BOTTOM: Final = rgb("FDFCF9")
CARD_EDGE: Final = rgb("D8D0C0")
BACK_TOP: Final = rgb("27456B")
BACK_BOTTOM: Final = rgb("1B3150")
SKIN: Final = rgb("F3D9B8")
GOLD: Final = rgb("D9A441")

DECKS: Final[dict[DeckStyle, dict[Suit, Rgb]]] = {
    "two_colour": {"s": rgb("10161A"), "h": rgb("B3211E"), "d": rgb("B3211E"), "c": rgb("10161A")},
    "four_colour": {"s": rgb("0A0A0A"), "h": rgb("A5180F"), "d": rgb("04259C"), "c": rgb("18836E")},
}


class Contrast(msgspec.Struct, frozen=True):
    """`ink` must stand out from `ground`, the worst it is used on, by at least `least` to 1."""

    use: str
    ink: Rgb
    ground: Rgb
    least: float


CONTRASTS: Final[tuple[Contrast, ...]] = (
    Contrast("amounts and main text in the pool", SNOW, FELT_LIGHT, 7.2),
    Contrast("amounts and main text at the edge", SNOW, FELT_EDGE, 13.5),
    Contrast("amounts of folded seats", HAZE, FELT_BODY, 8.2),
    Contrast("captions in the pool", MIST, FELT_LIGHT, 4.9),
    Contrast("captions on a slab", MIST, SLAB_TOP, 8.3),
    Contrast("position marks", ICE, SLAB_TOP, 7.0),
    Contrast("ink on the light of amber", AMBER_INK, AMBER_LIGHT, 11.1),
    Contrast("ink on the depth of amber", AMBER_INK, AMBER_DEEP, 7.1),
    Contrast("amber as text on a slab", AMBER, SLAB_TOP, 7.0),
    Contrast("birch at the edge", BIRCH_LIGHT, FELT_EDGE, 11.4),
    Contrast("snow on a dark key", SNOW, GLASS_TOP, 9.6),
    Contrast("captions on a dark key", MIST, GLASS_TOP, 6.6),
    Contrast("ink on a snow key", INK, SNOW_KEY_BOTTOM, 12.5),
    Contrast("ink on paper", INK, PAPER_BOTTOM, 12.5),
    Contrast("ink on a sheet", INK, SHEET, 14.0),
    Contrast("grey on paper", PAPER_GREY, PAPER_BOTTOM, 4.8),
    Contrast("grey on a sheet", PAPER_GREY, SHEET, 6.0),
    Contrast("snow on a spruce key", SNOW, SPRUCE_TOP, 6.6),
    Contrast("ink on steel", INK, STEEL_BOTTOM, 13.0),
    Contrast("grey on steel", STEEL_GREY, STEEL_BOTTOM, 5.7),
    Contrast("fault on a sheet", LINGONBERRY, SHEET, 5.2),
    Contrast("white on a danger key", (255, 255, 255), DANGER_TOP, 4.9),
    Contrast("warning on its ground", OCHRE, OCHRE_GROUND, 5.2),
    Contrast("what cannot act, on a slab", NOT_LEGAL_TEXT, SLAB_TOP, 4.3),
    Contrast("two-colour spade", DECKS["two_colour"]["s"], CARD_BOTTOM, 17.5),
    Contrast("two-colour heart", DECKS["two_colour"]["h"], CARD_BOTTOM, 6.3),
    Contrast("safe spade", DECKS["four_colour"]["s"], CARD_BOTTOM, 18.9),
    Contrast("safe heart", DECKS["four_colour"]["h"], CARD_BOTTOM, 7.3),
    Contrast("safe diamond", DECKS["four_colour"]["d"], CARD_BOTTOM, 11.5),
    Contrast("safe club", DECKS["four_colour"]["c"], CARD_BOTTOM, 4.5),
)
