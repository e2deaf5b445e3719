"""How a table goes on: what is due happens, and whoever is asked acts by his temper."""

from typing import Final

from controller.table.state import Asked
from controller.vocab.hand_records import DecisionOffered
from controller.vocab.table_records import Answer
from tests.sim.attending import attend
from tests.sim.choices import choose, quick
from tests.sim.finding import check
from tests.sim.guests import at_a_seat, at_the_kiosk, bring_note
from tests.sim.shuffling import shuffle_goes_on
from tests.sim.world import World

ABSENT_ONCE_IN: Final = 40
"""So many decisions of which one finds nobody there."""


def play(world: World) -> None:
    """Let the table go on: what is due, an act, or the wait for the next thing that is due."""
    core, clock = world.site.core, world.site.clock
    clock.advance(world.dice.randrange(world.slowest))
    if core.pump() or core.frozen is not None:
        return
    decision, asked = world.decision, core.machine.table.asked
    if core.due() is not None and shuffle_goes_on(world):
        return
    if asked is not None and world.dice.randrange(4):
        _answer(world, asked)
    elif decision is not None and _is_there(world, decision):
        _act(world, decision)
    elif (due := core.due()) is not None:
        clock.advance_to(due)
        core.pump()
    elif world.faults:
        world.dice.choice((bring_note, World.step_devices, at_the_kiosk, at_a_seat, attend))(world)


def _is_there(world: World, decision: DecisionOffered) -> bool:
    """Whether whoever must act can and will; behind an open housing he touches in vain."""
    if world.site.law.seat_shut(decision.seat):
        world.ask(world.people[decision.seat].screen, quick(decision, ()))
        return False
    return not (world.faults and world.dice.randrange(ABSENT_ONCE_IN) == 0)


def _answer(world: World, asked: Asked) -> None:
    """Have somebody who is asked before the hand answer; some are slow, and silence is no."""
    seat = world.dice.choice(asked.seats)
    hand = world.site.core.machine.table.due_hand
    if seat in world.people and hand is not None:
        yes = world.dice.randrange(5) > 0
        world.ask(world.people[seat].screen, Answer(seat=seat, hand=hand, question=asked.question, yes=yes))


def _act(world: World, decision: DecisionOffered) -> None:
    person = world.people[decision.seat]
    view = person.screen.view(world.site.hub)
    shown = view.decision == decision
    check(shown, "decision-shown", f"seat {person.seat} must decide {decision} and is shown {view.decision}")
    cards, unit = view.at(decision.seat).cards, world.site.profile.stakes.unit
    act = choose(world.dice, person.temper, decision, cards, unit) if world.faults else quick(decision, cards)
    accepted = world.ask(person.screen, act)
    excused = world.site.core.frozen is not None
    check(accepted or excused, "offer-holds", f"the table refused what it had offered: {act}")
