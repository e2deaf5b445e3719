"""The desk's words about those who work at the table: the register and their PINs."""

from typing import Final, get_args

from controller.app.attend_words import Argument, Word
from controller.vocab.staff_records import ChangeRole, ChangeStaffPin, DismissStaff, HireStaff, ResetStaffPin, StaffRole

_WHO: Final = Argument("name", "whose name it is, as the register has it")
_ROLE: Final = Argument("role", "what he may do", choices=get_args(StaffRole))

STAFF_WORDS: Final[tuple[Word, ...]] = (
    Word(
        "hire",
        "put somebody on the register; he types his own PIN. The first is a technician and hires himself",
        (Argument("name", "his name"), _ROLE),
        lambda told, _view: HireStaff(name=told.name, role=told.role, by=told.by, second=told.second),
    ),
    Word(
        "role",
        "give somebody another role",
        (_WHO, _ROLE),
        lambda told, _view: ChangeRole(name=told.name, role=told.role, by=told.by, second=told.second),
    ),
    Word(
        "dismiss",
        "take somebody off the register",
        (_WHO,),
        lambda told, _view: DismissStaff(name=told.name, by=told.by, second=told.second),
    ),
    Word(
        "reset-pin",
        "give somebody another PIN, which he types, and take his lock away",
        (_WHO,),
        lambda told, _view: ResetStaffPin(name=told.name, by=told.by, second=told.second),
    ),
    Word("pin", "choose another PIN for yourself", command=lambda told, _view: ChangeStaffPin(by=told.by)),
)
