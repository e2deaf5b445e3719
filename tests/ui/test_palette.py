"""The palette keeps its contrasts, and the safe deck can be told apart by every eye."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from seats.palette import CONTRASTS, DECKS, SUITS, Contrast, Rgb, contrast, darker, luminance, mix, rgb

Lab = tuple[float, float, float]
Matrix = tuple[Lab, Lab, Lab]

# Complete loss of one cone kind (Machado, Oliveira and Fernandes 2009), on linear light.
VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen_as(colour: Rgb, vision: str) -> Lab:
    """The colour in CIE L*a*b* (D65) as eyes of this kind see it."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    light = [linear(channel) for channel in colour]
    r, g, b = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True))))
        for row in VISIONS[vision]
    )
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def curve(value: float) -> float:
        return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    fx, fy, fz = curve(x), curve(y), curve(z)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(first: Lab, second: Lab) -> float:
    """The colour difference of CIE 142-2001 with all parametric factors 1."""
    l1, a1, b1 = first
    l2, a2, b2 = second
    c_mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    c1, h1 = _polar((1 + g) * a1, b1)
    c2, h2 = _polar((1 + g) * a2, b2)
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    l_mean, c = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(h - 30) + 0.24 * _cos(2 * h) + 0.32 * _cos(3 * h + 6) - 0.20 * _cos(4 * h - 63)
    sl = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    spread = 30 * math.exp(-(((h - 275) / 25) ** 2))
    rt = -2 * math.sqrt(c**7 / (c**7 + 25**7)) * math.sin(math.radians(2 * spread))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def worst_distance(colours: list[Rgb]) -> float:
    """The smallest difference between two of the colours for any kind of eyes."""
    return min(
        ciede2000(seen_as(first, vision), seen_as(second, vision))
        for vision in VISIONS
        for first, second in combinations(colours, 2)
    )


@pytest.mark.parametrize("pair", CONTRASTS, ids=lambda pair: pair.use)
def test_every_ink_keeps_its_contrast(pair: Contrast) -> None:
    assert contrast(pair.ink, pair.ground) >= pair.least


def test_contrast_follows_the_definition() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert luminance((255, 0, 0)) == pytest.approx(0.2126)


def test_colours_are_read_and_mixed_channel_by_channel() -> None:
    assert rgb("F6F1E7") == (0xF6, 0xF1, 0xE7)
    assert mix((0, 100, 200), (100, 100, 0), 0.5) == (50, 100, 100)
    assert darker((100, 200, 50), 0.5) == (50, 100, 25)


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_colour_difference_agrees_with_published_pairs(first: Lab, second: Lab, distance: float) -> None:
    """Sharma, Wu and Dalal 2005, table 1."""
    assert ciede2000(first, second) == pytest.approx(distance, abs=5e-5)


def test_safe_deck_is_told_apart_by_every_eye() -> None:
    deck = DECKS["four_colour"]
    assert worst_distance([deck[suit] for suit in SUITS]) >= 20


@pytest.mark.parametrize(
    "colours",
    [("141414", "C8101E", "145AC8", "007832"), ("0A0A0A", "A5180F", "04259C", "4E7F00")],
    ids=["classic four colours", "olive clubs"],
)
def test_decks_that_some_eyes_confuse_are_found_out(colours: tuple[str, ...]) -> None:
    assert worst_distance([rgb(colour) for colour in colours]) < 15


@pytest.mark.parametrize("style", ["two_colour", "four_colour"])
def test_every_suit_reads_on_the_card_face(style: str) -> None:
    for suit in SUITS:
        assert contrast(DECKS["two_colour" if style == "two_colour" else "four_colour"][suit], (255, 255, 253)) >= 4.5
