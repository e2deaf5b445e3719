"""What one player has chosen for his own screen: language, words, deck, hand, print, sound (R-UI-10, R-UI-11).

A taste is forgotten when its player's seat is taken by another; of a player with a card the table remembers it.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from controller.language import Language
from controller.vocab.player_card_records import Taste, Volume
from controller.vocab.profile import Language as LanguageCode

Languages = Mapping[LanguageCode, Language]

VOLUMES: Final[tuple[Volume, ...]] = ("off", "soft", "loud")

SwitchId = Literal["terms", "two_colours", "left", "large"]


class TasteKey(msgspec.Struct, frozen=True):
    """The key of one language."""

    code: LanguageCode
    label: str
    chosen: bool


class TasteSwitch(msgspec.Struct, frozen=True):
    """A box that is ticked or not; its name is that of the field of `Taste`."""

    id: SwitchId
    words: str
    note: str
    on: bool


class VolumeKey(msgspec.Struct, frozen=True):
    """The key of one volume; none is legal at a table that is to be silent."""

    volume: Volume
    words: str
    chosen: bool
    legal: bool


class TasteModel(msgspec.Struct, frozen=True):
    """The sheet of a player's own choices."""

    taste: Taste
    languages: tuple[TasteKey, ...]
    switches: tuple[TasteSwitch, ...]
    volumes: tuple[VolumeKey, ...]
    close: str


def spoken(taste: Taste, own: Language, languages: Languages) -> Language:
    """The language a screen speaks whose table speaks `own`."""
    language = own if taste.speak is None else languages.get(taste.speak, own)
    return language.international() if taste.terms else language


def taste_model(taste: Taste, language: Language, languages: Languages, *, sounds: bool) -> TasteModel:
    """Put the choices into words; `sounds` says whether the house lets its table be heard."""
    return TasteModel(
        taste=taste,
        languages=tuple(
            TasteKey(code, known.locale.label, known.code == language.code) for code, known in languages.items()
        ),
        switches=tuple(
            TasteSwitch(name, language.text(f"taste.{key}"), language.text(f"taste.{key}-note"), getattr(taste, name))
            for name, key in _SWITCHES.items()
        ),
        volumes=tuple(
            VolumeKey(volume, language.text(f"taste.sound-{volume}"), chosen=volume == taste.volume, legal=sounds)
            for volume in VOLUMES
        ),
        close=language.text("common.close"),
    )


_SWITCHES: Final[Mapping[SwitchId, str]] = {"terms": "terms", "two_colours": "deck", "left": "left", "large": "large"}
"""The boxes in their order, with the keys of their words."""
