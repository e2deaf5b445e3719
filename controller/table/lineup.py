"""Who plays the coming hand, where, and what everyone owes for it: by the game's blinds, without them, or anew."""

from typing import Final

from controller import games
from controller import shuffle as cards
from controller.games import Game
from controller.table.entry import Price, late_posts, price_of
from controller.table.positions import (
    Lineup,
    first_lineup,
    lineup_without_blinds,
    next_lineup,
    won_button_lineup,
)
from controller.table.state import Positions, SeatState, Shuffle, Table
from controller.table.turns import game_of, has_blinds, rules_of
from controller.vocab import table_records as tr
from controller.vocab.hand_records import ForcedBet
from controller.vocab.ids import Seat, clockwise
from controller.vocab.profile import Profile, Stakes
from evaluator_ext import full_deck

FEWEST: Final = 2
"""A hand needs two players (poker.md §12.1)."""


def ready(table: Table) -> bool:
    """True when enough seats are present for a hand."""
    return sum(seat.present for seat in table.seats.values()) >= FEWEST


def draw_button(table: Table, profile: Profile, shuffle: Shuffle, inputs: tuple[bytes, ...]) -> tr.ButtonDrawn:
    """One open card to every seat with at least the smallest buy-in; the highest gets the first button (poker.md §5.4).

    Where no seat has so much all that are present draw.
    """
    present = _present(table)
    drawing = tuple(seat for seat in present if table.seats[seat].stack >= profile.buy_in.least) or present
    order = cards.draw_for_button(shuffle.seed, shuffle.hand, full_deck(), inputs)
    drawn = tuple(tr.DrawnCard(seat=seat, card=card) for seat, card in zip(drawing, order, strict=False))
    # A card's number grows with rank, then suit: the Bridge Rank Order.
    return tr.ButtonDrawn(cards=drawn, button=max(drawn, key=lambda draw: draw.card).seat)


def line_up(table: Table, profile: Profile, drawn: Seat = 0) -> Lineup:
    """The line-up of the due hand; `drawn` is the seat that drew the first button. At least two seats are present."""
    game, past = game_of(table, profile), table.past
    if past is None:
        return _first(table, profile, game, drawn or _present(table)[0])
    if is_bomb_pot(table) or (not game.blinds and has_blinds(profile)):
        return _standing(table, past, _most(game, profile), everyone=not is_bomb_pot(table))
    if not game.blinds:
        return lineup_without_blinds(_present(table), clockwise(_present(table), past.button)[0], _most(game, profile))
    if past.big_blind is None:
        return first_lineup(_present(table), clockwise(_present(table), past.button)[0])
    if profile.win_the_button == "single-button" and table.betting_button is not None:
        return won_button_lineup(_and_owners(table), table.betting_button)
    straddle = 2 * profile.stakes_of(game.id).big_blind if profile.straddle in ("live", "mississippi") else 0
    return next_lineup(_and_owners(table), past, table.past_big_blind, rules_of(profile), straddle=straddle)


def is_bomb_pot(table: Table) -> bool:
    """Whether the due hand is a bomb pot: that was settled, and two players are in the game still."""
    return table.agreed.bomb_pot and sum(seat.standing.in_game for seat in table.seats.values()) > 1


def betting_button(table: Table, profile: Profile, lineup: Lineup) -> Seat | None:
    """Where the button of the betting order is, if that is another than the one that moves (poker.md §6)."""
    if profile.win_the_button != "two-buttons" or table.betting_button is None:
        return None
    won = table.betting_button
    return won if won in lineup.dealt else clockwise(lineup.dealt, won)[0]


def forced_bets(
    table: Table, profile: Profile, lineup: Lineup, stakes: Stakes, straddler: Seat = 0
) -> tuple[ForcedBet, ...]:
    """What everyone owes before the deal: antes, blinds, what comes in late, and last the straddle.

    A game without betting is paid by points alone.
    """
    if game_of(table, profile).rows:
        return ()
    if is_bomb_pot(table):
        return tuple(ForcedBet(seat=seat, kind="ante", amount=profile.bomb_pots.ante) for seat in lineup.dealt)
    forced = [ForcedBet(seat=seat, kind="ante", amount=stakes.ante) for seat in lineup.dealt if stakes.ante]
    positions, rules = lineup.positions, rules_of(profile)
    if positions.small_blind is not None:
        forced.append(ForcedBet(seat=positions.small_blind, kind="small-blind", amount=stakes.small_blind))
    if positions.big_blind is not None:
        forced.append(ForcedBet(seat=positions.big_blind, kind="big-blind", amount=stakes.big_blind))
    for seat in lineup.dealt:
        if seat in lineup.posting:
            price = price_of(table.seats[seat], stakes, rules)
            if seat == straddler:
                # The straddle holds what he would post live; what is dead he owes unless he comes in by it.
                price = Price(dead=0 if rules.straddle_entry else price.dead)
            forced += late_posts(table.seats[seat], price)
    if straddler:
        forced.append(ForcedBet(seat=straddler, kind="straddle", amount=2 * stakes.big_blind))
    return tuple(forced)


def _first(table: Table, profile: Profile, game: Game, button: Seat) -> Lineup:
    if game.blinds:
        return first_lineup(_present(table), button)
    return lineup_without_blinds(_present(table), button, _most(game, profile))


def _standing(table: Table, past: Positions, most: int, *, everyone: bool) -> Lineup:
    """The line-up of a hand among others with blinds that it does not touch: the button stands where it was."""
    seats = tuple(seat.seat for seat in table.seats.values() if seat.present and (everyone or not seat.waits))
    return lineup_without_blinds(seats, past.button, most)


def _most(game: Game, profile: Profile) -> int:
    return game.seats_that_fit(games.rulings_by(profile.rule_set, profile.rulings).burn_cards)


def _in_order(table: Table) -> list[SeatState]:
    return sorted(table.seats.values(), key=lambda seat: seat.seat)


def _and_owners(table: Table) -> list[SeatState]:
    """The seats, and after them the players whose seats are played over: blinds pass them by, too (poker.md §5.10)."""
    return [*_in_order(table), *sorted(table.owners.values(), key=lambda owner: owner.seat)]


def _present(table: Table) -> tuple[Seat, ...]:
    return tuple(seat.seat for seat in _in_order(table) if seat.present)
