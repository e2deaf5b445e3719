"""Button and blinds: poker.md §5.1-5.6 and the heads-up checks of §17, seat by seat."""

import pytest

from controller.table.positions import Lineup, Missed, first_lineup, next_lineup
from controller.table.state import Positions, SeatState


def seat(number: int, **marks) -> SeatState:
    return SeatState(seat=number, name=f"P{number}", stack=1000, **marks)


def seats(*numbers: int, away: tuple[int, ...] = (), waiting: tuple[int, ...] = ()) -> list[SeatState]:
    return [seat(n, sitting_out=n in away, waits=n in waiting) for n in numbers]


def where(lineup: Lineup) -> tuple[int, int | None, int]:
    positions = lineup.positions
    return positions.button, positions.small_blind, positions.big_blind


def test_5_2_first_hand_small_blind_left_of_the_button_then_big_blind():
    lineup = first_lineup((1, 4, 6, 9), button=4)
    assert where(lineup) == (4, 6, 9)
    assert lineup.dealt == (6, 9, 1, 4), "the button gets the last card (§3.1)"


def test_5_6_first_hand_heads_up_button_posts_the_small_blind():
    lineup = first_lineup((3, 8), button=8)
    assert where(lineup) == (8, 8, 3)
    assert lineup.dealt == (3, 8), "the deal starts with the player without the button (§3.1)"


def test_5_1_everything_moves_one_place_clockwise():
    lineup = next_lineup(seats(1, 4, 6, 9), Positions(4, 6, 9), 6)
    assert where(lineup) == (6, 9, 1)


def test_5_5_big_blind_passes_over_an_absent_player_who_gets_the_markers():
    lineup = next_lineup(seats(1, 4, 6, 9, away=(1,)), Positions(4, 6, 9), 6)
    assert where(lineup) == (6, 9, 4)
    assert lineup.missed == (Missed(1, small=True, big=True),)
    assert 1 not in lineup.dealt


def test_5_5_no_small_blind_when_the_last_big_blind_has_gone():
    lineup = next_lineup(seats(1, 4, 6), Positions(4, 6, 9), 6)
    assert where(lineup) == (6, None, 1)


def test_5_8_last_big_blind_sitting_out_misses_the_small_blind_only():
    lineup = next_lineup(seats(1, 4, 6, 9, away=(9,)), Positions(4, 6, 9), 6)
    assert where(lineup) == (6, None, 1)
    assert lineup.missed == (Missed(9, small=True, big=False),)


def test_5_5_button_repeats_when_the_small_blind_has_gone():
    lineup = next_lineup(seats(1, 4, 9), Positions(4, 6, 9), 6)
    assert where(lineup) == (4, 9, 1), "nearest entitled player counter-clockwise of seat 6"


def test_5_5_button_after_a_hand_without_small_blind_goes_where_it_would_have_stood():
    after_gone = next_lineup(seats(1, 4, 6), Positions(4, 6, 9), 6)
    lineup = next_lineup(seats(1, 4, 6), after_gone.positions, 9)
    assert where(lineup) == (6, 1, 4), "seat 9 is empty, so the same player has the button again"


def test_5_6_three_become_two_button_leaves():
    """Button A=1, SB B=2, BB C=3, and A leaves: C gets the button and posts SB, B posts BB (§17)."""
    assert where(next_lineup(seats(2, 3), Positions(1, 2, 3), 2)) == (3, 3, 2)


def test_5_6_three_become_two_big_blind_leaves():
    """Instead C leaves: B gets the button (larger blind of the two remaining), A posts BB (§17)."""
    assert where(next_lineup(seats(1, 2), Positions(1, 2, 3), 2)) == (2, 2, 1)


def test_5_6_three_become_two_small_blind_leaves():
    assert where(next_lineup(seats(1, 3), Positions(1, 2, 3), 2)) == (3, 3, 1)


def test_5_6_heads_up_blinds_alternate():
    first = Positions(1, 1, 2)
    second = next_lineup(seats(1, 2), first, None)
    third = next_lineup(seats(1, 2), second.positions, first.big_blind)
    assert where(second) == (2, 2, 1)
    assert where(third) == (1, 1, 2)


def test_5_7_newcomer_waits_until_the_big_blind_reaches_him():
    waiting = seats(1, 2, 3, 5, waiting=(5,))
    not_yet = next_lineup(waiting, Positions(2, 3, 1), 3)
    assert 5 not in not_yet.dealt
    reached = next_lineup(waiting, Positions(1, 2, 3), 2)
    assert where(reached) == (2, 3, 5)
    assert 5 in reached.dealt


def test_5_6_two_become_three_when_the_newcomer_posts_the_big_blind():
    lineup = next_lineup(seats(1, 2, 3, waiting=(3,)), Positions(1, 1, 2), 1)
    assert where(lineup) == (1, 2, 3)


def test_5_7_when_the_game_has_broken_up_everyone_who_waits_comes_in():
    lineup = next_lineup(seats(4, 7, 9, waiting=(4, 7, 9)), Positions(1, 2, 3), 2)
    assert set(lineup.dealt) == {4, 7, 9}
    assert lineup.positions.big_blind == 4


@pytest.mark.parametrize("count", range(2, 11))
def test_5_5_every_player_pays_the_big_blind_once_an_orbit(count):
    players = seats(*range(1, count + 1))
    lineup = first_lineup(tuple(range(1, count + 1)), button=1)
    before: int | None = None
    paid = []
    for _hand in range(count):
        paid.append(lineup.positions.big_blind)
        lineup, before = next_lineup(players, lineup.positions, before), lineup.positions.big_blind
    assert sorted(paid) == list(range(1, count + 1))
