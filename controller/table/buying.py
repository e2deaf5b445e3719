"""How much may be bought: limits, top-ups, rebuys, the short buy-in, one night one stack (poker.md §7.2, §7.3)."""

import msgspec

from cashier.refusal import Code, Refusal
from controller.table.state import Departed, SeatState, Table
from controller.table.turns import game_of, rules_of
from controller.vocab.gaming_day import gaming_day
from controller.vocab.ids import Chips, Now
from controller.vocab.profile import Profile


class Purchase(msgspec.Struct, frozen=True):
    """What somebody may buy: from `least` to `most`, which are one amount where it is `exact`.

    Less than `short_of` is his short buy-in of the day.
    """

    least: Chips
    most: Chips
    short_of: Chips = 0
    exact: bool = False


def purchase_of(
    table: Table, profile: Profile, name: str, seat: SeatState | None, today: int, *, playing: bool, who: str = ""
) -> Purchase:
    """What `name` may buy now for his seat, or for his first one (`None`). `playing`: his seat is in the hand.

    `who` is what the table knows him by whatever he calls himself, empty where it does not.
    """
    limits = profile.buy_in
    if seat is None:
        return _first_purchase(table, profile, table.departed.get(departed_key(table, name, who)), today)
    held = seat.stack + seat.reserved
    if held:
        return Purchase(least=profile.stakes.unit, most=max(limits.most - held, 0))
    half = -(-limits.least // (2 * profile.stakes.unit)) * profile.stakes.unit
    rebuy = rules_of(profile).rebuy
    if rebuy == "half":
        return Purchase(least=half, most=limits.most)
    pot_limit = game_of(table, profile).structure == "pot-limit"
    if rebuy == "half-once-in-pot-limit" and pot_limit and seat.short_day != today and not playing:
        return Purchase(least=half, most=limits.most, short_of=limits.least)
    return Purchase(least=limits.least, most=limits.most)


def amount_refusal(profile: Profile, amount: Chips, purchase: Purchase) -> Refusal | None:
    """Why the amount cannot be bought, if so."""
    if amount <= 0 or amount % profile.stakes.unit:
        return Refusal(Code.NOT_IN_CHIP_UNITS, {"unit": profile.stakes.unit})
    if purchase.exact and amount != purchase.least:
        return Refusal(Code.ONE_STACK, {"amount": purchase.least})
    if amount < purchase.least:
        return Refusal(Code.BUY_IN_TOO_SMALL, {"least": purchase.least})
    if amount > purchase.most:
        return Refusal(Code.BUY_IN_TOO_LARGE, {"most": purchase.most})
    return None


def departed_of(table: Table, profile: Profile, seat: SeatState, amount: Chips, day: int) -> Departed:
    """What is remembered of a player who leaves."""
    structure = game_of(table, profile).structure
    return Departed(
        amount=amount,
        day=day,
        structure=structure,
        short_day=seat.short_day,
        break_day=seat.break_day,
        breaks=seat.breaks,
        name=seat.name,
    )


def departed_key(table: Table, name: str, who: str) -> str:
    """Under which key somebody who comes back is remembered: by what he showed before by his name.

    A name is given by anybody: who showed something when he left is not taken for another who shows something else.
    """
    if who in table.departed or name in table.departed:
        return who if who in table.departed else name
    named = (key for key, left in table.departed.items() if left.name == name and not who)
    return next(named, name)


def brings(table: Table, who: str, now: Now) -> Chips:
    """The very stack that somebody has to bring if he comes back now; 0 where he may choose (poker.md §7.3)."""
    profile, left = table.profile, table.departed.get(who)
    if profile is None or left is None:
        return 0
    purchase = _first_purchase(table, profile, left, gaming_day(profile.gaming_day, now.wall))
    return purchase.least if purchase.exact else 0


def _first_purchase(table: Table, profile: Profile, left: Departed | None, today: int) -> Purchase:
    """The limits, or the very stack that the player took away today, also above the limit (one night, one stack)."""
    limits = profile.buy_in
    same = left is not None and left.day == today and left.structure == game_of(table, profile).structure
    if left is None or not same or not rules_of(profile).one_stack or left.amount <= limits.least:
        return Purchase(least=limits.least, most=limits.most)
    stack = left.amount - left.amount % profile.stakes.unit
    return Purchase(least=stack, most=stack, exact=True)
