"""The planted bugs: each is one small change to the product that the simulation must find within its budget.

They prove that the checks can fail. A patch that no longer fits the source fails its test: write it anew.
"""

from typing import Final

from tests.planted.bug import Bug
from tests.planted.door_bugs import DOOR_BUGS
from tests.planted.hand_bugs import HAND_BUGS
from tests.planted.kiosk_bugs import KIOSK_BUGS
from tests.planted.money_bugs import MONEY_BUGS
from tests.planted.trust_bugs import TRUST_BUGS

BUGS: Final[tuple[Bug, ...]] = (*HAND_BUGS, *MONEY_BUGS, *TRUST_BUGS, *DOOR_BUGS, *KIOSK_BUGS)
