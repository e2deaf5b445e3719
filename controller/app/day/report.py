"""A day's report as it is read."""

from collections.abc import Iterator
from typing import Final

from cashier.money import Currency
from controller.app.columns import Column, columns
from controller.app.day.books import Equation
from controller.app.day.figures import DayReport
from controller.app.day.people import MINUTE
from controller.language import load_language

EQUATIONS: Final = (
    Column("equation"),
    Column("one", right=True),
    Column("other", right=True),
    Column("difference", right=True),
)


def report_lines(report: DayReport, currency: Currency) -> Iterator[str]:
    """What was played, money, blinds, the waiting list, what people did, and the equations."""

    def money(amount: int) -> str:
        return load_language("en").money(amount, currency)

    yield (
        f"{report.hours} h of {report.game} at {report.table}, {report.players} players, seed {report.seed}: "
        f"{report.hands} hands, {report.hands_per_hour} an hour, {report.acts} acts, {report.commands} commands"
    )
    yield f"seats filled {report.seats_filled / 10:.1f} %; {report.sat_down} players sat down"
    yield (
        f"notes in {money(report.notes_in)}, tickets out {money(report.tickets_out)}, rake {money(report.rake)} "
        f"({money(report.rake // report.hours)} an hour)"
    )
    yield (
        f"blinds and antes owed {money(report.blinds_owed)}, paid {money(report.blinds_paid)}; "
        f"{report.blinds_missed} missed, {money(report.entries_posted)} posted to come in, {report.straddles} straddles"
    )
    yield (
        f"charges for time {money(report.time_charges)}; jackpots fed {money(report.jackpots_fed)}, brought by the "
        f"house {money(report.jackpots_seeded)}, paid {money(report.jackpots_paid)} in {report.hits} hits, "
        f"held {money(report.jackpots_held)}"
    )
    yield f"decks: {report.hands} made, with {report.numbers} numbers of the seats' screens, {report.cuts} of them cut"
    yield (
        f"waiting list: {report.listed} joined, {report.seated_from_list} seated after {_minutes(report.mean_wait)} "
        f"on average, {_minutes(report.longest_wait)} at most"
    )
    yield "people: " + (", ".join(f"{deed} {count}" for deed, count in report.deeds.items()) or "nothing unusual")
    yield "refused: " + (", ".join(f"{code} {count}" for code, count in report.refused.items()) or "nothing")
    yield ""
    yield from columns(EQUATIONS, [_row(row) for row in report.equations])


def _row(row: Equation) -> tuple[str, ...]:
    return row.name, str(row.one), str(row.other), str(row.difference)


def _minutes(ms: int) -> str:
    return f"{ms / MINUTE:.1f} min"
