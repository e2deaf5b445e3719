"""What a day came to, as figures."""

import msgspec

from controller.app.day.books import Equation, differences


class DayReport(msgspec.Struct, frozen=True):
    """What a day came to. Amounts are minor units, times ms, shares in parts of a thousand."""

    table: str
    game: str
    players: int
    hours: int
    seed: int
    hands: int
    hands_per_hour: int
    acts: int
    commands: int
    seats_filled: int
    rake: int
    notes_in: int
    tickets_out: int
    blinds_owed: int
    blinds_paid: int
    blinds_missed: int
    entries_posted: int
    straddles: int
    played_over: int
    time_charges: int
    jackpots_fed: int
    jackpots_seeded: int
    jackpots_paid: int
    jackpots_held: int
    hits: int
    numbers: int
    """Numbers of screens that went into decks."""
    cuts: int
    sat_down: int
    listed: int
    seated_from_list: int
    mean_wait: int
    longest_wait: int
    deeds: dict[str, int]
    """How often people did what not everybody does every day."""
    refused: dict[str, int]
    equations: tuple[Equation, ...]

    @property
    def findings(self) -> list[str]:
        """A line for each equation that does not come to nothing."""
        return differences(self.equations)
