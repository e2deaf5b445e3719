"""The commitment to the order of a hand's cards, as people compare it and as a phone reads it (docs/fairness.md)."""

from typing import Final

from controller.wire.view import View

PROOF_SCHEME: Final = "jakaja-root:"
_GROUPS: Final = 8
_DIGITS: Final = 4


def fingerprint(root: bytes) -> str:
    """The first 128 bits of a root in eight groups, `7F3A 91C2 …`: two roots with the same ones cannot be made."""
    digits = root.hex().upper()
    return " ".join(digits[start : start + _DIGITS] for start in range(0, _GROUPS * _DIGITS, _DIGITS)).strip()


def halves(root: bytes) -> tuple[str, str]:
    """The fingerprint on two lines of four groups each."""
    groups = fingerprint(root).split(" ")
    return " ".join(groups[: _GROUPS // 2]), " ".join(groups[_GROUPS // 2 :])


def root_payload(root: bytes) -> str:
    """What the QR code of a root holds."""
    return f"{PROOF_SCHEME}{root.hex()}"


def root_in_play(view: View) -> bytes:
    """The root of the hand that is played or was played last; none once the next deck is being made."""
    return view.root if view.hand is not None and view.phase in ("betting", "showdown", "resting") else b""
