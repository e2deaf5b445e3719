"""The account of a day that is over: its figures, and what people carried in and out against the machine's books."""

from collections.abc import Sequence

import msgspec

from cashier.accounts import TransferCode
from controller import machine as machines
from controller.app.day.books import DayBooks, Equation
from controller.app.day.figures import DayReport
from controller.app.day.host import Host
from controller.app.day.people import HOUR, MILLE, Person
from controller.app.day.proving import Proving
from controller.machine import Machine


class Seen(msgspec.Struct, frozen=True):
    """What was seen of a day beside its books: seat time (ms) up to closing, waits for a seat (ms), deeds."""

    hours: int
    seed: int
    filled: int
    waits: Sequence[int]
    deeds: dict[str, int]


def draw_up(host: Host, books: DayBooks, proving: Proving, people: Sequence[Person], seen: Seen) -> DayReport:
    """Return the report of a day. Raises `InvariantBreach` where the machine's books do not fit the table."""
    machines.audit(host.machine)
    sums, profile = books.totals, host.profile
    return DayReport(
        table=profile.table,
        game=profile.game,
        players=len(people),
        hours=seen.hours,
        seed=seen.seed,
        hands=sums.hands,
        hands_per_hour=sums.hands // seen.hours,
        acts=sums.acts,
        commands=host.commands,
        seats_filled=MILLE * seen.filled // (seen.hours * HOUR * profile.seats),
        rake=sums.rake,
        notes_in=sums.notes,
        tickets_out=sums.tickets,
        blinds_owed=sums.forced,
        blinds_paid=sums.posted,
        blinds_missed=sums.missed,
        entries_posted=sums.entry_paid,
        straddles=sums.straddles,
        played_over=sums.played_over,
        time_charges=sums.charged,
        jackpots_fed=sums.dropped + sums.hour_paid,
        jackpots_seeded=sums.seeded,
        jackpots_paid=sums.shares + sums.month_paid,
        jackpots_held=_in_jackpots(host.machine),
        hits=sums.hits,
        sat_down=sums.sat_down,
        listed=sums.listed,
        seated_from_list=sums.seated_from_list,
        mean_wait=sum(seen.waits) // max(len(seen.waits), 1),
        longest_wait=max(seen.waits, default=0),
        deeds=dict(sorted(seen.deeds.items())),
        refused={code.value: count for code, count in sorted(host.refused.items())},
        numbers=proving.numbers,
        cuts=proving.cuts,
        equations=(
            *_of_the_machine(host.machine, books, people),
            Equation("decks: looked at = made of seed, numbers, cut", proving.looked_at, proving.proven),
            *_of_the_books(host.machine, books),
        ),
    )


def _of_the_books(machine: Machine, books: DayBooks) -> tuple[Equation, ...]:
    table = machine.table
    stacks = sum(seat.stack for seat in (*table.seats.values(), *table.owners.values()))
    return books.equations(stacks=stacks, listed=len(table.waiting), jackpots=_in_jackpots(machine))


def _in_jackpots(machine: Machine) -> int:
    return sum(pool.held + pool.today for pool in machine.table.jackpots.pools.values())


def _of_the_machine(machine: Machine, books: DayBooks, people: Sequence[Person]) -> tuple[Equation, ...]:
    """The machine's own account, and people's pockets against it."""
    sums, held, ledger = books.totals, machines.held(machine), machine.ledger
    brought = sum(person.brought for person in people)
    tickets = sum(person.tickets for person in people)
    carried = sum(person.cash for person in people) + tickets
    here = held.balance + held.claims + held.pot
    here += sum(sum(chips.values()) for chips in (held.stacks, held.reserved, held.aside))
    away = carried + sums.fees + here
    return (
        Equation("machine: money in = out + held", machines.reconciliation(machine).difference, 0),
        Equation("pockets: brought + won = carried home + fees + here", brought + sums.shares, away),
        Equation("tickets: printed = carried home", sums.tickets, tickets),
        Equation("rake: meter = hands", ledger.meter(TransferCode.RAKE).amount, sums.rake),
        Equation("time: meter = charges", ledger.meter(TransferCode.TIME_CHARGE).amount, sums.charged),
    )
