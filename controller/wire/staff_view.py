"""What the desk knows of the people on the register."""

import msgspec

from controller.vocab.staff_records import StaffRole


class StaffView(msgspec.Struct, frozen=True):
    """Somebody on the register. No PIN is looked at before wall time `until` (ms); `locked`: that is a lock."""

    name: str
    role: StaffRole
    until: int = 0
    locked: bool = False
