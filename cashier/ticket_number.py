"""The number of a ticket as people and machines read it: 18 digits in five groups, the last two check the others.

Screens and printers know no more of vouchers than this.
"""

from typing import Final

NUMBER_DIGITS: Final = 18
GROUP_DIGITS: Final = (2, 4, 4, 4, 4)
"""How many digits stand together on paper and on a keypad."""

SHOWN_DIGITS: Final = 4
"""So many digits of a number, from its end, are shown and logged. The rest stands on the paper alone (LED-9): 10^12
numbers that check have the same end, and ten wrong tries lock the kiosk."""

CHECK_MODULUS: Final = 97
"""ISO 7064 MOD 97-10: a right number leaves 1. It finds every wrong digit and every pair of swapped digits."""


def last_digits(number: str) -> str:
    """What may be shown of a number."""
    return number[-SHOWN_DIGITS:]


def is_number(text: str) -> bool:
    """Whether `text` is 18 decimal digits whose check digits are right."""
    return len(text) == NUMBER_DIGITS and text.isascii() and text.isdecimal() and int(text) % CHECK_MODULUS == 1


def in_groups(number: str) -> tuple[str, ...]:
    """The digits group by group, as they are printed; the last groups of a shorter text are short or empty."""
    starts = [sum(GROUP_DIGITS[:place]) for place in range(len(GROUP_DIGITS))]
    return tuple(number[start : start + size] for start, size in zip(starts, GROUP_DIGITS, strict=True))


def grouped(number: str) -> str:
    """The 18 digits as people read them out: `12-3456-7890-1234-5678`."""
    return "-".join(in_groups(number))
