"""What a profile must fulfil before a table may run by it."""

from cashier.refusal import Code, Refusal
from controller.games import catalogue, rule_sets
from controller.language import LOCALES
from controller.table.state import Table
from controller.vocab.ids import MAX_SEATS
from controller.vocab.profile import Profile


def check_profile(profile: Profile) -> Refusal | None:
    """Return why no table could run by this profile, naming the field in the facts, or None."""
    stakes, unit = profile.stakes, profile.stakes.unit
    amounts = (stakes.small_blind, stakes.big_blind, stakes.ante, profile.rake.cap)
    game = next((row for row in catalogue() if row.id == profile.game), None)
    rule_set = next((row for row in rule_sets() if row.id == profile.rule_set), None)
    faults = {
        "language": profile.language not in LOCALES,
        "game": game is None or not game.blinds,
        "rule_set": rule_set is None,
        "seats": not 2 <= profile.seats <= (game.most if game else MAX_SEATS),
        "stakes.unit": unit < 1,
        "stakes": unit >= 1 and any(amount < 0 or amount % unit for amount in amounts),
        "stakes.big_blind": not 0 < stakes.small_blind <= stakes.big_blind,
        "buy_in": not stakes.big_blind <= profile.buy_in.least <= profile.buy_in.most,
        "rake.permille": not 0 <= profile.rake.permille <= 1000,
        "clocks": profile.clocks.decision < 1000 or profile.clocks.between_hands < 0,
        "cash.notes": not profile.cash.notes or any(note <= 0 for note in profile.cash.notes),
        "cash": profile.cash.validator == profile.cash.printer,
        "ticket_days": not 1 <= profile.ticket_days <= 3650,
        "test_decks": profile.test_decks and not profile.no_value,
    }
    fault = next((field for field, wrong in faults.items() if wrong), None)
    return None if fault is None else Refusal(Code.PROFILE_UNUSABLE, {"field": fault})


def check_change(table: Table, profile: Profile) -> Refusal | None:
    """Return why this table cannot change to `profile` now, or None."""
    if table.hand is not None or table.shuffle is not None:
        return Refusal(Code.HAND_RUNNING)
    old = table.profile
    if old is not None and (old.currency, old.cash) != (profile.currency, profile.cash):
        return Refusal(Code.PROFILE_UNUSABLE, {"field": "currency or cash of a table in use"})
    if table.seats and old is not None and old.stakes.unit != profile.stakes.unit:
        return Refusal(Code.PROFILE_UNUSABLE, {"field": "stakes.unit with players seated"})
    return check_profile(profile)
