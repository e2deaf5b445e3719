"""What is wrong with the table itself, until it is mended: the table of faults and doors, and which are open."""

from controller.faults.play import decide, evolve, follow
from controller.faults.state import Door, Faults, OpenFault
from controller.faults.table import DOORS, FAULTS, SCREEN_LOST, DoorRow, TableFault

__all__ = [
    "DOORS",
    "FAULTS",
    "SCREEN_LOST",
    "Door",
    "DoorRow",
    "Faults",
    "OpenFault",
    "TableFault",
    "decide",
    "evolve",
    "follow",
]
