"""What a run leaves on the terminal: the account of the session."""

from typing import Final, TextIO

from cashier.refusal import Refusal
from controller.machine import Reconciliation
from controller.vocab.profile import Profile

WORDS: Final = {
    "notes-in": "notes taken",
    "tickets-out": "tickets paid out",
    "tickets-in": "tickets taken back",
    "tickets-presented": "tickets being looked up",
    "cards-in": "bought by card",
    "cards-asked": "asked of a card",
    "cards-out": "paid to cards",
    "coins-out": "coins paid out",
    "hand-paid": "paid by hand",
    "claims-hand-paid": "claims paid by hand",
    "rake": "rake",
    "time-charge": "charges for time",
    "jackpot-seed": "brought to the jackpots by the house",
    "jackpot-hand-paid": "jackpots paid by hand",
    "jackpots": "in the jackpots",
    "set-aside": "stacks of players whose seats are played over",
    "stacks": "stacks at the seats",
    "reserved": "waiting for a seat",
    "pot": "in the pot",
    "claims": "claims not collected",
    "tickets-unproven": "tickets and pay-outs not proven",
    "balance": "balance at the kiosk",
}
"""The lines of the account for people at a terminal; players never see it."""

DIFFERENCE: Final = "difference"


def plain_money(amount: int, profile: Profile) -> str:
    """Return an amount with its decimals, for terminals and logs: `-12.50`."""
    units = profile.currency.units
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), units)
    return f"{sign}{whole}.{part:0{profile.currency.exponent}d}" if profile.currency.exponent else f"{sign}{whole}"


def refused_line(refusal: Refusal) -> str:
    """Return what whoever asked at a terminal is told of a refusal: its code and its facts."""
    facts = ", ".join(f"{name} {fact}" for name, fact in refusal.facts.items())
    return f"refused: {refusal.code} {facts}".rstrip()


def print_reconciliation(account: Reconciliation, profile: Profile, out: TextIO) -> None:
    """Print money in against money out and what is still there."""
    out.write(f"reconciliation ({profile.currency.code})\n")
    words = [WORDS.get(row.key, row.key) for row in account.rows]
    width = max(map(len, (*words, DIFFERENCE)))
    for row, word in zip(account.rows, words, strict=True):
        count = f"{row.count:7d}" if row.count else " " * 7
        out.write(f"  {word:{width}}{count}{plain_money(row.amount, profile):>14}\n")
    out.write(f"  {DIFFERENCE:{width}}{'':7}{plain_money(account.difference, profile):>14}\n")
