"""QR codes for phones."""

from __future__ import annotations

from typing import Final

import pygame
import qrcode

from seats.kept import kept
from seats.palette import INK

QUIET_MODULES: Final = 4
_LEAST_MODULE: Final = 2


@kept
def qr_picture(payload: str, side: int) -> pygame.Surface:
    """The code in ink on a clear ground with its quiet zone, at most `side` pixels: whole pixels for each module.

    A code for which `side` has no room has modules of two pixels, the least that a phone reads.
    """
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=QUIET_MODULES)
    code.add_data(payload)
    code.make(fit=True)
    rows = code.get_matrix()
    module = max(_LEAST_MODULE, side // len(rows))
    picture = pygame.Surface((module * len(rows), module * len(rows)), pygame.SRCALPHA, 32)
    picture.fill((*INK, 0))
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                picture.fill((*INK, 255), (x * module, y * module, module, module))
    return picture
