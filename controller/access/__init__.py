"""Who works at the table and which screens it knows: roles, PINs, rights, keys (R-SEC-3, R-SEC-4, SEC-5, SEC-7)."""

from controller.access import pairing
from controller.access.desk import Desk
from controller.access.pairing import Screens
from controller.access.pins import LEAST_COST, SALT_BYTES, PinKeeper, is_usable
from controller.access.play import decide, evolve
from controller.access.rights import DEEDS, RIGHTS, DeedRight, Right
from controller.access.state import Access, Staffer

__all__ = [
    "DEEDS",
    "LEAST_COST",
    "RIGHTS",
    "SALT_BYTES",
    "Access",
    "DeedRight",
    "Desk",
    "PinKeeper",
    "Right",
    "Screens",
    "Staffer",
    "decide",
    "evolve",
    "is_usable",
    "pairing",
]
