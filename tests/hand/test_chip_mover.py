"""The one mover of chips: exactly what is there can be moved, all of it and nothing more."""

import pytest

from cashier.invariant import InvariantBreach
from controller.vocab.chips import HasPot, HasStack, pot_to_pool, pot_to_rake, pot_to_stack, stack_to_pot


def middle_of(pot, rake):
    middle = HasPot()
    middle.pot, middle.rake = pot, rake
    return middle


def test_the_middle_is_empty_before_anybody_bets():
    middle = HasPot()
    assert (middle.pot, middle.rake, middle.dropped) == (0, 0, 0)


@pytest.mark.parametrize("amount", [0, 1, 250, 300])
def test_chips_go_from_the_stack_into_the_middle(amount):
    player, middle = HasStack(stack=300), middle_of(pot=70, rake=5)
    stack_to_pot(player, middle, amount)
    assert (player.stack, middle.pot, middle.rake) == (300 - amount, 70 + amount, 5)


@pytest.mark.parametrize("amount", [0, 1, 250, 300])
def test_chips_go_from_the_middle_to_a_stack(amount):
    player, middle = HasStack(stack=70), middle_of(pot=300, rake=5)
    pot_to_stack(middle, player, amount)
    assert (player.stack, middle.pot, middle.rake) == (70 + amount, 300 - amount, 5)


@pytest.mark.parametrize("amount", [0, 1, 250, 300])
def test_chips_go_from_the_middle_to_the_house(amount):
    middle = middle_of(pot=300, rake=5)
    pot_to_rake(middle, amount)
    assert (middle.pot, middle.rake) == (300 - amount, 5 + amount)


@pytest.mark.parametrize("amount", [0, 1, 250, 300])
def test_chips_go_from_the_middle_into_a_jackpot(amount):
    middle = middle_of(pot=300, rake=5)
    middle.dropped = 7
    pot_to_pool(middle, amount)
    assert (middle.pot, middle.rake, middle.dropped) == (300 - amount, 5, 7 + amount)


@pytest.mark.parametrize("amount", [-1, 301])
def test_what_is_not_there_cannot_be_moved_and_nothing_changes(amount):
    player, middle = HasStack(stack=300), middle_of(pot=300, rake=5)
    with pytest.raises(InvariantBreach, match=f"stack-covers: {amount} asked of a stack of 300"):
        stack_to_pot(player, middle, amount)
    with pytest.raises(InvariantBreach, match=f"pot-covers: {amount} asked of a pot of 300"):
        pot_to_stack(middle, player, amount)
    with pytest.raises(InvariantBreach, match=f"pot-covers: {amount} of rake asked of a pot of 300"):
        pot_to_rake(middle, amount)
    with pytest.raises(InvariantBreach, match=f"pot-covers: {amount} for a jackpot asked of a pot of 300"):
        pot_to_pool(middle, amount)
    assert (player.stack, middle.pot, middle.rake, middle.dropped) == (300, 300, 5, 0)
