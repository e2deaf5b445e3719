"""What a profile must fulfil before a table may run by it."""

import re
from typing import Final

from cashier.money import Money
from cashier.refusal import Code, Refusal
from cashier.terms import CashLimits
from controller.games import Game, rule_sets, rulings_by, table_rules_by, wrong_ruling
from controller.jackpots import NoPayoutRowError, carrier_of, payout_row
from controller.language import LOCALES
from controller.shuffle import is_auditor_key
from controller.table.lineup import ready
from controller.table.state import Table
from controller.table.turns import games_of, is_known
from controller.vocab.fault_records import MOST_DOORS
from controller.vocab.ids import MAX_SEATS
from controller.vocab.jackpot_terms import BeatCategory, JackpotTerms, PayoutRow
from controller.vocab.pins import PinCost
from controller.vocab.profile import CardTerminal, CashDevices, DoorBoard, Profile, RakeRule, Stakes, UsbListed

LONGEST_CUT: Final = 30_000
SHORTEST_NUMBERS: Final = 100
LONGEST_NUMBERS: Final = 10_000
"""Milliseconds: what a shuffle waits for may neither stall the table nor be over before a screen can answer."""

LEAST_KIBIBYTES: Final = 8
LEAST_PASSES: Final = 1
MOST_KIBIBYTES: Final = 1024 * 1024
MOST_PASSES: Final = 10
"""What hashing a PIN may cost: the least that Argon2id knows, and so much that a sign-in does not hold up the table."""


def check_profile(profile: Profile) -> Refusal | None:
    """Return why no table could run by this profile, naming the field in the facts, or None."""
    faults = _faults(profile)
    if not any(faults.values()):
        faults = {
            **_game_faults(profile),
            **_option_faults(profile),
            **_fee_faults(profile),
            **_jackpot_faults(profile),
        }
    fault = next((field for field, wrong in faults.items() if wrong), None)
    return None if fault is None else Refusal(Code.PROFILE_UNUSABLE, {"field": fault})


def _faults(profile: Profile) -> dict[str, bool]:
    """The fields that can be judged one by one, and whether each is wrong."""
    stakes, clocks, wrong = profile.stakes, profile.clocks, wrong_ruling(profile.rulings)
    times = (
        clocks.between_hands, clocks.called, clocks.countdown, clocks.bank, clocks.bank_refill, clocks.question,
        clocks.grace, clocks.hold, clocks.pause, clocks.away, clocks.cut,
    )  # fmt: skip
    return {
        "language": profile.language not in LOCALES,
        "game": not is_known(profile.game),
        "rule_set": profile.rule_set not in {row.id for row in rule_sets()},
        "stakes.unit": stakes.unit < 1,
        "rake.permille": not 0 <= profile.rake.permille <= 1000,
        "clocks": clocks.decision < 1000 or any(time < 0 for time in times),
        "clocks.cut": clocks.cut > LONGEST_CUT,
        "clocks.numbers": not SHORTEST_NUMBERS <= clocks.numbers <= LONGEST_NUMBERS,
        "cash.notes": not profile.cash.notes or any(note <= 0 for note in profile.cash.notes),
        "cash": not _told_apart(profile.cash),
        "cash.recycler": not _can_recycle(profile.cash),
        "cash.hopper": profile.cash.hopper is not None and profile.cash.hopper.coin <= 0,
        "cash.cards": profile.cash.cards is not None and _no_terminal(profile.cash.cards),
        "doors": profile.doors is not None and not _doors_fit(profile.doors),
        "usb": not _usb_fits(profile.usb),
        "limits": any(amount < 0 for amount in _limits(profile.limits)),
        "ticket_days": not 1 <= profile.ticket_days <= 3650,
        "test_decks": profile.test_decks and not profile.no_value,
        "gaming_day": not 0 <= profile.gaming_day.begins < 1440 or abs(profile.gaming_day.utc_offset) > 840,
        "jumps": profile.jumps.notes < 0,
        "auditor": bool(profile.auditor) and not _is_key(profile.auditor),
        "pins": not _pins_dear_enough(profile),
        "players": not 1 <= profile.players.raise_hours <= 8760,
        "hands_a_game": profile.hands_a_game < 0,
        f"rulings.{wrong}" if wrong else "rulings": wrong is not None,
    }


def _is_key(written: str) -> bool:
    """Whether this names a public key as profiles write it, in small hex digits."""
    return re.fullmatch("[0-9a-f]{64}", written) is not None and is_auditor_key(bytes.fromhex(written))


def _told_apart(cash: CashDevices) -> bool:
    """Whether every device of the kiosk has a name of its own."""
    found = (cash.hopper, cash.scanner, cash.recycler, cash.cards, cash.reader)
    more = [device.device for device in found if device is not None]
    names = [cash.validator, cash.printer, *more]
    return len(set(names)) == len(names)


def _can_recycle(cash: CashDevices) -> bool:
    """Whether there is no note store, or one that the protocol knows, and that keeps notes which are taken."""
    recycler = cash.recycler
    return recycler is None or (cash.note_protocol == "essp" and len(set(recycler.stores) & set(cash.notes)) > 0)


def _no_terminal(cards: CardTerminal) -> bool:
    """Whether a card terminal could not be spoken to, or offers nothing that could be bought."""
    limits = (cards.purchase.once, cards.purchase.day, cards.refund.once, cards.refund.day)
    return (
        not cards.amounts
        or any(amount <= 0 for amount in cards.amounts)
        or any(limit < 0 for limit in limits)
        or not 1 <= cards.number <= 999
        or not 0 <= cards.password <= 999_999
        or not 1200 <= cards.baud <= 115_200
        or cards.stop_bits not in (1, 2)
        or not 1000 <= cards.late <= 86_400_000
    )


def _pins_dear_enough(profile: Profile) -> bool:
    """Whether hashing a PIN costs what it must where tickets have value, and no more than a table can bear (SEC-7)."""
    least = PinCost(LEAST_KIBIBYTES, LEAST_PASSES) if profile.no_value else PinCost()
    cost = profile.pins
    return least.kibibytes <= cost.kibibytes <= MOST_KIBIBYTES and least.passes <= cost.passes <= MOST_PASSES


def _doors_fit(board: DoorBoard) -> bool:
    """Whether each input of the board watches a door of its own."""
    return 1 <= len(board.doors) <= MOST_DOORS and len(set(board.doors)) == len(board.doors)


def _usb_fits(rows: tuple[UsbListed, ...]) -> bool:
    """Whether each row names a port of its own and the digest of descriptors."""
    ports = {row.port for row in rows if row.port}
    return len(ports) == len(rows) and all(re.fullmatch("[0-9a-f]{16}", row.digest) for row in rows)


def _limits(limits: CashLimits) -> tuple[Money, ...]:
    pairs = (limits.total, limits.ticket, limits.coins, limits.notes)
    return limits.balance, limits.hand_pay, *(amount for pair in pairs for amount in (pair.once, pair.day))


def _game_faults(profile: Profile) -> dict[str, bool]:
    """Whether the games can be played at these stakes and seats."""
    played, unit = games_of(profile), profile.stakes.unit
    burns = rulings_by(profile.rule_set, profile.rulings).burn_cards
    most = min(game.seats_that_fit(burns) for game in played) + (played[0].sit_out if len(played) == 1 else 0)
    own = {row.game for row in profile.game_stakes}
    least = max(_least_bet(profile.stakes_of(game.id)) for game in played)
    faults = {
        "seats": not 2 <= profile.seats <= min(most, MAX_SEATS),
        "stakes": any(_not_whole(row, unit) for row in (profile.stakes, *(row.stakes for row in profile.game_stakes))),
        "rake.cap": profile.rake.cap < 0 or bool(profile.rake.cap % unit),
        "game_stakes": not own <= {game.id for game in played} or len(own) != len(profile.game_stakes),
        "buy_in": not least <= profile.buy_in.least <= profile.buy_in.most,
    }
    for game in played:
        of = "game_stakes" if game.id in own else "stakes"
        faults |= {f"{of}.{field}": True for field, wrong in _stakes_faults(game, profile.stakes_of(game.id)) if wrong}
    return faults


def _stakes_faults(game: Game, stakes: Stakes) -> list[tuple[str, bool]]:
    """What a game asks of its stakes: blinds, or antes where it has none, and the bets of fixed limit (§4.3, §12.5)."""
    limit = game.structure == "fixed-limit"
    brings_in = game.streets[0].bring_in
    small_bet = stakes.small_bet or stakes.big_blind
    return [
        ("big_blind", game.blinds and not 0 < stakes.small_blind <= stakes.big_blind),
        ("ante", not game.blinds and not game.rows and stakes.ante <= 0),
        ("point", bool(game.rows) and stakes.point <= 0),
        ("small_bet", limit and not game.blinds and small_bet <= 0),
        ("big_bet", bool(stakes.big_bet) and stakes.big_bet < small_bet),
        ("bring_in", brings_in and stakes.bring_in > _least_bet(stakes)),
    ]


def _least_bet(stakes: Stakes) -> int:
    return stakes.small_bet or stakes.big_blind or stakes.ante


def _not_whole(stakes: Stakes, unit: int) -> bool:
    amounts = (
        stakes.small_blind, stakes.big_blind, stakes.ante, stakes.small_bet, stakes.big_bet, stakes.bring_in,
        stakes.point,
    )  # fmt: skip
    return stakes.unit != unit or any(amount < 0 or amount % unit for amount in amounts)


def _option_faults(profile: Profile) -> dict[str, bool]:
    """Whether the rule set knows what the profile chooses (poker.md §16)."""
    rules = table_rules_by(profile.rule_set, profile.rulings)
    bomb_pots = profile.bomb_pots
    asked = bomb_pots.every or bomb_pots.by_consent
    return {
        "straddle": profile.straddle not in rules.straddles,
        "win_the_button": profile.win_the_button not in rules.buttons_won,
        "bomb_pots": bomb_pots.every < 0
        or bomb_pots.ante < 0
        or bool(bomb_pots.ante % profile.stakes.unit)
        or (bool(asked) and not bomb_pots.ante),
    }


def _fee_faults(profile: Profile) -> dict[str, bool]:
    """Whether the house fee can be taken in whole chips, and its rows stand in order (poker.md §13)."""
    rake, unit = profile.rake, profile.stakes.unit
    most = [row.most for row in rake.by_players]
    reached = [row.reached for row in rake.by_pot]
    time = rake.time
    return {
        "rake.step": rake.step < 0 or bool(rake.step % unit),
        "rake.by_players": most != sorted(set(most))
        or any(not 0 <= row.permille <= 1000 or row.cap < 0 or row.cap % unit for row in rake.by_players),
        "rake.by_pot": reached != sorted(set(reached))
        or any(not 0 <= row.fee <= row.reached or row.fee % unit for row in rake.by_pot),
        "rake.time": time.amount < 0
        or bool(time.amount % unit)
        or time.period < _SHORTEST_PERIOD
        or not 0 <= time.warning < time.period
        or (bool(time.amount) and _takes_of_pots(rake)),
    }


_SHORTEST_PERIOD: Final = 60_000


def _takes_of_pots(rake: RakeRule) -> bool:
    """A table takes a share of the pots or charges for time, not both (RAY §1.4.1.1.1)."""
    return bool(rake.permille or rake.by_pot or any(row.permille for row in rake.by_players))


def _jackpot_faults(profile: Profile) -> dict[str, bool]:
    """Whether the jackpots can be fed in whole chips by a game that carries them, and every hit be paid."""
    terms, unit = profile.jackpots, profile.stakes.unit
    hourly = terms.hourly
    carried = any(carrier_of(game.id) for game in games_of(profile))
    return {
        "jackpots": terms.feeds and not carried,
        "jackpots.bad_beat": min(terms.bad_beat, terms.month_hand) < 0
        or bool((terms.bad_beat + terms.month_hand) % unit),
        "jackpots.players": not 2 <= terms.players <= MAX_SEATS,
        "jackpots.guaranteed": terms.guaranteed < 0,
        "jackpots.share_unit": terms.share_unit < 1,
        "jackpots.hourly": hourly.amount < 0
        or hourly.minutes < 1
        or bool(hourly.amount % unit)
        or (bool(hourly.amount) and not terms.bad_beat),
        "jackpots.payouts": not _pays_every_hit(terms),
    }


def _pays_every_hit(terms: JackpotTerms) -> bool:
    """Whether the payout table has a row for every hit there can be, and none pays more than there is."""
    for players in range(terms.players, MAX_SEATS + 1):
        for losers in range(1, players):
            for winners in range(1, players + 1 - losers):
                try:
                    rows = [payout_row(terms.payouts, category, players, losers, winners) for category in CATEGORIES]
                except NoPayoutRowError:
                    return False
                others = players - losers - winners
                if any(_whole(row, others) > _WHOLE or _takes(row) for row in rows):
                    return False
    return True


CATEGORIES: Final[tuple[BeatCategory, ...]] = (1, 2)
_WHOLE: Final = 1000


def _whole(row: PayoutRow, others: int) -> int:
    return row.to_losers + row.to_winners + row.to_others + row.each_other * others


def _takes(row: PayoutRow) -> bool:
    return min(row.to_losers, row.to_winners, row.to_others, row.each_other) < 0


def _stands_bound(table: Table, profile: Profile) -> bool:
    """Whether an opened shuffle stands against a change: its hand comes next, or its seed is bound for the old names.

    Where everybody has gone in the meantime it waits for the next players, and the table can be set up for them.
    """
    old = table.profile
    if table.shuffle is None or old is None:
        return False
    return ready(table) or (old.table, old.auditor) != (profile.table, profile.auditor)


def check_change(table: Table, profile: Profile) -> Refusal | None:
    """Return why this table cannot change to `profile` now, or None."""
    if table.hand is not None or table.asked is not None or _stands_bound(table, profile):
        return Refusal(Code.HAND_RUNNING)
    old = table.profile
    if old is not None and (old.currency, old.cash) != (profile.currency, profile.cash):
        return Refusal(Code.PROFILE_UNUSABLE, {"field": "currency or cash of a table in use"})
    if old is not None and old.no_value != profile.no_value:
        return Refusal(Code.PROFILE_UNUSABLE, {"field": "no_value of a table in use"})
    if table.seats and old is not None and old.stakes.unit != profile.stakes.unit:
        return Refusal(Code.PROFILE_UNUSABLE, {"field": "stakes.unit with players seated"})
    if any(seat > profile.seats for seat in table.seats):
        return Refusal(Code.PROFILE_UNUSABLE, {"field": "seats where players sit"})
    if table.jackpots.hit is not None:
        return Refusal(Code.JACKPOT_OPEN, {"hand": table.jackpots.hit.hand})
    return check_profile(profile)
