"""How msgspec writes and reads a hand that stands inside a larger state: the hooks that its functions take."""

from typing import Any

import msgspec

from controller.hand.model import Hand, restored
from controller.hand.saved import SavedHand


def encode_hook(value: Any) -> SavedHand:
    """What is written for a hand. Raises NotImplementedError, as msgspec asks, for a value of another kind."""
    if isinstance(value, Hand):
        return value.saved()
    raise NotImplementedError(f"a snapshot holds no {type(value).__name__}")


def decode_hook(kind: type, value: Any) -> Hand:
    """The hand that was written. Raises NotImplementedError for another kind, msgspec.ValidationError if it is none."""
    if kind is Hand:
        return restored(msgspec.convert(value, SavedHand))
    raise NotImplementedError(f"a snapshot holds no {kind.__name__}")
