"""Every parser of bytes from outside, by where they come from. A new parser is a row in one of four tables."""

from collections.abc import Mapping
from typing import Final

from tests.fuzz.from_cards import FROM_CARDS
from tests.fuzz.from_devices import FROM_DEVICES
from tests.fuzz.from_files import FROM_FILES
from tests.fuzz.from_screens import FROM_SCREENS
from tests.fuzz.parser import Parser, Source
from tests.fuzz.weak import WEAK

PARSERS: Final[Mapping[Source, tuple[Parser, ...]]] = {
    "socket": FROM_SCREENS,
    "usb": FROM_DEVICES,
    "file": FROM_FILES,
    "card": FROM_CARDS,
}

WITH_THE_WEAK: Final[Mapping[Source, tuple[Parser, ...]]] = {**PARSERS, "planted": WEAK}
