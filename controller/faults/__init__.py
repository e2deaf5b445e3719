"""What is wrong with the table itself, until it is mended: the table of faults, and which of them are open."""

from controller.faults.play import decide, evolve
from controller.faults.state import Faults, OpenFault
from controller.faults.table import FAULTS, FaultRow

__all__ = ["FAULTS", "FaultRow", "Faults", "OpenFault", "decide", "evolve"]
