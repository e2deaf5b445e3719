"""How much of his limits a player has used, exact at the bounds of the periods."""

import msgspec

from cashier.refusal import Code, Refusal
from controller.players.periods import PERIODS, begins, number_at, written
from controller.players.state import Player, Players, Session, Used
from controller.vocab.gaming_day import MINUTE_MS
from controller.vocab.ids import Chips, Now
from controller.vocab.player_records import Period, Pseudonym


def used_at(players: Players, player: Pseudonym, period: Period, at: Now) -> Used:
    """What a player has used of the period that `at` lies in, the time of his running session counted in.

    A period never gives way to an earlier one, whatever clock and profile say.
    """
    known = next((row for row in players.find(player).used if row.period == period), None)
    number = number_at(period, players.day, at.wall)
    if known is None or number > known.number:
        known = Used(period, number)
    session = players.of(player)
    if session is None:
        return known
    passed = _passed(session, at, begins(period, players.day, known.number))
    return msgspec.structs.replace(known, played=known.played + passed)


def used_all(players: Players, player: Pseudonym, at: Now) -> tuple[Used, ...]:
    """The same for every kind of period."""
    return tuple(used_at(players, player, period, at) for period in PERIODS)


def _passed(session: Session, at: Now, begun: int) -> int:
    """How much of the time since the last count belongs to a period that began at wall time `begun` (ms).

    Table time may have stood still for a while, and nobody knows on which side of the bound: then as much of it
    belongs to the new period as can.
    """
    passed = max(0, at.table - session.counted.table)
    return passed if session.counted.wall >= begun else min(passed, max(0, at.wall - begun))


def limit_refusal(players: Players, player: Pseudonym, amount: Chips, at: Now) -> Refusal | None:
    """Why a player may not put `amount` in, by his own limits, if so."""
    known = players.find(player)
    for period in PERIODS:
        used = used_at(players, player, period, at)
        opens = written(begins(period, players.day, used.number + 1), players.day)
        refusal = _over(known, used, amount, at, opens)
        if refusal is not None:
            return refusal
    return None


def _over(known: Player, used: Used, amount: Chips, at: Now, opens: str) -> Refusal | None:
    most = known.limit("time", used.period).at(at.wall)
    if most is not None and used.played >= most:
        return Refusal(
            Code.TIME_LIMIT, {"minutes": most // MINUTE_MS, "played": used.played // MINUTE_MS, "opens": opens}
        )
    most = known.limit("stake", used.period).at(at.wall)
    if most is not None and used.staked + amount > most:
        return Refusal(Code.STAKE_LIMIT, {"most": most, "left": max(0, most - used.staked), "opens": opens})
    most = known.limit("loss", used.period).at(at.wall)
    if most is not None and used.lost + amount > most:
        return Refusal(Code.LOSS_LIMIT, {"most": most, "left": max(0, most - used.lost), "opens": opens})
    return None
