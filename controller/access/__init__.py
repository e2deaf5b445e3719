"""Who works at the table: roles, PINs, and who may do what (R-SEC-3, SEC-7)."""

from controller.access.desk import Desk
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
    "Staffer",
    "decide",
    "evolve",
    "is_usable",
]
