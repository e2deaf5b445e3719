"""What screens say while the table stands still at its last durable state."""

from __future__ import annotations

from controller.language import Language
from seats.models.words import Banner


def halted_banner(language: Language) -> Banner:
    """The table stopped for safety, everything is kept, and an attendant has to look."""
    return Banner("frozen", language.text("pause.breach"), language.text("pause.breach-note"))
