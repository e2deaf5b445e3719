"""What screens and people do while a deck is shuffled, and what may go wrong there (RNG-6)."""

from typing import TYPE_CHECKING, Final

from controller.app.core import Committed
from controller.vocab.entropy_records import BindEntropy, CutDeck, RevealEntropy
from controller.vocab.ids import MAX_SEATS, HandId
from controller.vocab.table_records import OpenShuffle
from tests.sim.finding import check

if TYPE_CHECKING:
    from tests.sim.world import World

SLUGGISH_ONCE_IN: Final = 12
"""Steps of a shuffle of which one lets its time run out: screens that are silent, and nobody cuts."""

LIES_ONCE_IN: Final = 8


def shuffle_goes_on(world: "World") -> bool:
    """Have screens show their numbers and somebody cut; return whether anything came of it."""
    core, dice = world.site.core, world.dice
    shuffle = core.machine.table.shuffle
    if shuffle is None or shuffle.stage == "ready" or (world.faults and not dice.randrange(SLUGGISH_ONCE_IN)):
        return False
    before = core.record
    if world.faults and not dice.randrange(LIES_ONCE_IN):
        liar = dice.choice(shuffle.shares).seat
        core.submit(RevealEntropy(liar, shuffle.hand, dice.randbytes(32)))
    for person in world.people.values():
        mixing = person.screen.view(world.site.hub).mixing
        if mixing is not None and mixing.cut_until and mixing.cutter == person.seat:
            world.ask(person.screen, CutDeck(person.seat, mixing.hand, dice.randrange(mixing.size)))
    return core.record != before


def shuffle_trouble(world: "World") -> None:
    """A screen lies, comes too early or too late, answers for another, or forgets its number; the house draws again."""
    dice, hub = world.dice, world.site.hub
    person = dice.choice(tuple(world.people.values()))
    hand = HandId(world.site.core.machine.table.last_hand + dice.randrange(3))
    view = person.screen.view(hub)
    shuffle = world.site.core.machine.table.shuffle
    match dice.randrange(7):
        case 6 if shuffle is not None:
            outcome = world.site.core.submit(OpenShuffle(shuffle.hand, dice.randbytes(32)))
            check(
                not isinstance(outcome, Committed), "one-seed-a-hand", f"hand {shuffle.hand}: a second seed was taken"
            )
        case 0:
            world.ask(person.screen, RevealEntropy(person.seat, hand, dice.randbytes(32)))
        case 1:
            world.ask(person.screen, BindEntropy(person.seat, hand, dice.randbytes(32)))
        case 2:
            world.ask(person.screen, CutDeck(person.seat, hand, dice.randrange(-1, 60)))
        case 3:
            other = dice.randrange(1, MAX_SEATS + 1)
            lied = world.ask(person.screen, RevealEntropy(other, hand, bytes(32)))
            check(not lied or other == person.seat, "own-number-only", f"seat {person.seat} spoke for {other}")
        case 4 if view.mixing is not None and view.mixing.bound:
            bound = dice.choice(view.mixing.bound)
            world.ask(person.screen, RevealEntropy(person.seat, view.mixing.hand, bound.commitment))
        case _:
            person.screen.forget()
