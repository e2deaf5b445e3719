"""What can happen in a step of a simulated evening, and how often."""

from collections.abc import Callable
from typing import Final

import msgspec

from tests.sim import cashless, comings, faults, guests, shuffling
from tests.sim.attending import attend
from tests.sim.playing import play
from tests.sim.world import World


class Deed(msgspec.Struct, frozen=True):
    """One thing that can happen in a step: how often, and the name it is counted under if it is a fault."""

    weight: int
    do: Callable[[World], None]
    fault: str = ""


DEEDS: Final[tuple[Deed, ...]] = (
    Deed(460, play),
    Deed(190, World.step_devices),
    Deed(80, guests.bring_note),
    Deed(80, guests.at_the_kiosk),
    Deed(40, guests.at_a_seat),
    Deed(40, attend),
    Deed(8, guests.cancel_ticket),
    Deed(20, faults.snapshot),
    Deed(25, faults.ask_again, "repeated-asks"),
    Deed(20, faults.talk_nonsense, "nonsense"),
    Deed(20, faults.screen_trouble, "screen-trouble"),
    Deed(8, shuffling.shuffle_trouble, "shuffle-trouble"),
    Deed(10, faults.repeat_report, "repeated-reports"),
    Deed(5, faults.skip_report, "skipped-reports"),
    Deed(5, faults.trouble_validator, "validator-trouble"),
    Deed(5, faults.trouble_printer, "printer-trouble"),
    Deed(3, faults.trouble_hopper, "hopper-trouble"),
    Deed(2, faults.cut_power, "cuts-between-commits"),
    Deed(1, faults.kill, "kills-between-commits"),
    Deed(5, faults.light_fuse, "deaths-in-a-commit"),
    Deed(2, faults.die_before_telling, "deaths-before-telling"),
    Deed(2, faults.spoil_disk, "disk-failures"),
    Deed(4, faults.spoil_mirror, "mirror-troubles"),
    Deed(2, faults.fill_disk, "full-disks"),
)
"""Everything that happens; the weights are parts of about a thousand. Faults are far above nature's rate."""

VOID_DEEDS: Final = (*DEEDS, Deed(60, faults.void_hand, "hands to be void"))
"""The same where staff often declare the running hand void."""

ANY_GAME_DEEDS: Final = (
    *DEEDS,
    Deed(5, faults.void_hand, "hands to be void"),
    Deed(15, comings.change_seat),
    Deed(12, comings.see_to_list),
    Deed(15, comings.play_over),
    Deed(4, comings.propose_bomb_pot),
    Deed(3, comings.close_or_open),
    Deed(3, comings.recall),
)
"""The same and more, where not only hold'em is played."""

KIOSK_DEEDS: Final = (
    *DEEDS,
    Deed(50, cashless.buy_by_card),
    Deed(50, cashless.take_notes_or_refund),
    Deed(150, cashless.stand_at_terminal),
    Deed(220, World.step_devices),
    Deed(4, cashless.settle),
    Deed(8, cashless.trouble_store, "store-trouble"),
    Deed(10, cashless.trouble_terminal, "terminal-trouble"),
)
"""The same where the kiosk has a note store and a card terminal, and people use them."""

DOOR_DEEDS: Final = (*DEEDS, Deed(25, faults.open_doors, "opened-doors"), Deed(60, World.step_devices))
"""The same as at any table, where doors are opened at any time: in a hand, while coins fall, between two hands."""


def step(world: World, deeds: tuple[Deed, ...]) -> None:
    """Have one thing happen, and see what became of it."""
    (deed,) = world.dice.choices(deeds, [deed.weight for deed in deeds])
    if deed.fault:
        world.site.counts[deed.fault] += 1
    world.do(deed.do)
