"""`jakaja replay FILE [--check]`: play recorded hands again and compare the stacks they end with."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Final

import msgspec

from cashier.refusal import Refusal
from controller.app.phh import OtherGame, PhhAct, PhhHand, read_phh
from controller.app.progress import Progress
from controller.games import find_game, find_rule_set
from controller.hand import Hand, claims, play, rake_terms, split_terms, start
from controller.hand.settle import settle
from controller.vocab.hand_records import Act, ActKind, DecisionOffered, Entrant, ForcedBet, HandStarted, PostKind
from controller.vocab.ids import Chips, DecisionId, HandId
from controller.vocab.profile import Stakes
from evaluator_ext.cards import Card

PRINTED: Final = 20
"""Findings that are written out; of further ones only the number."""


class Finding(msgspec.Struct, frozen=True):
    """Something about one recorded hand, in a sentence."""

    where: str
    sentence: str


class ReplayReport(msgspec.Struct, frozen=True):
    """What came of a file: every hand played is agreed, an odd chip, a finding or not compared.

    `odd_chips` are hands whose record splits a chip that our rule gives to one player; `others` counts hands of games
    that are not in the catalogue, by their PHH code.
    """

    hands: int
    agreed: int
    not_compared: int
    odd_chips: tuple[Finding, ...]
    findings: tuple[Finding, ...]
    others: dict[str, int]


class Fault(msgspec.Struct, frozen=True):
    """Why a recorded hand cannot be played to its end."""

    sentence: str


def replay(
    path: Path,
    check: bool,
    wanted: Callable[[int], bool] = lambda number: True,
    progress: Callable[[int], None] = lambda done: None,
) -> ReplayReport:
    """Play the hands of a PHH file whose number is `wanted`; with `check` compare their stacks with the recorded ones.

    `progress` is told at each hand how many have been read. Raises Problem at a malformed hand.
    """
    agreed = not_compared = 0
    odd_chips: list[Finding] = []
    findings: list[Finding] = []
    others: Counter[str] = Counter()
    for done, hand in enumerate(read_phh(path, wanted), 1):
        progress(done)
        if isinstance(hand, OtherGame):
            others[hand.variant] += 1
            continue
        stacks = play_again(hand)
        if isinstance(stacks, Fault):
            findings.append(Finding(where=hand.where, sentence=stacks.sentence))
        elif not check or not hand.finishing:
            not_compared += 1
        elif stacks == hand.finishing:
            agreed += 1
        else:
            differs = Finding(where=hand.where, sentence=_difference(stacks, hand.finishing))
            (odd_chips if _is_odd_chip(stacks, hand.finishing) else findings).append(differs)
    return ReplayReport(
        hands=agreed + not_compared + len(odd_chips) + len(findings),
        agreed=agreed,
        not_compared=not_compared,
        odd_chips=tuple(odd_chips),
        findings=tuple(findings),
        others=dict(others),
    )


def _is_odd_chip(stacks: tuple[Chips, ...], recorded: tuple[Decimal, ...]) -> bool:
    """Whether the stacks differ only where the record has a fraction of a chip, and by less than one."""
    return all(
        stack == record or (record % 1 and abs(stack - record) < 1)
        for stack, record in zip(stacks, recorded, strict=True)
    )


def _difference(stacks: tuple[Chips, ...], recorded: tuple[Decimal, ...]) -> str:
    return "; ".join(
        f"p{player} ends with {stack}, recorded are {record.normalize():f}"
        for player, (stack, record) in enumerate(zip(stacks, recorded, strict=True), 1)
        if stack != record
    )


# -- one hand ----------------------------------------------------------------------------------------------------


def play_again(recorded: PhhHand) -> tuple[Chips, ...] | Fault:
    """Play a recorded hand act by act: its final stacks from the left of the button, or why that cannot be."""
    hand, _ = start(_started(recorded), _deck(recorded))
    for place, act in enumerate(recorded.acts, 1):
        fault = _take(hand, act)
        if fault:
            return Fault(f"act {place} ({_words(act)}): {fault}")
    if not hand.over:
        return Fault(f"ends with a decision open for p{hand.decision.seat if hand.decision else 0}")
    return _final_stacks(hand, recorded)


def _words(act: PhhAct) -> str:
    return f"p{act.player} {act.word}" + (f" {act.to}" if act.word == "cbr" else "")


def _take(hand: Hand, act: PhhAct) -> str:
    """Play one act; the reason why it cannot be, or nothing."""
    decision = hand.decision
    if hand.over or decision is None:
        return "the hand is over before it"
    if decision.seat != act.player:
        return f"it is p{decision.seat}'s turn"
    command = Act(seat=act.player, decision=decision.decision, kind=_kind(act, decision), to=act.to)
    answer = play(hand, command)
    if not isinstance(answer, Refusal):
        return ""
    facts = "".join(f", {name} {value}" for name, value in answer.facts.items())
    return f"refused as {answer.code}{facts}"


def _kind(act: PhhAct, decision: DecisionOffered) -> ActKind:
    if act.word == "cbr":
        return "raise"
    if act.word == "f":
        return "fold"
    return "call" if decision.call else "check"


def _started(recorded: PhhHand) -> HandStarted:
    """The hand's beginning with players p1, p2, … in the seats 1, 2, …"""
    ante: PostKind = "big-blind-ante" if recorded.antes_are_dead else "ante"
    forced = [ForcedBet(seat=seat, kind=ante, amount=owed) for seat, owed in enumerate(recorded.antes, 1) if owed]
    order = (2, 1) if len(recorded.stacks) == 2 else tuple(range(1, len(recorded.stacks) + 1))
    for place, seat in enumerate(order):
        owed = recorded.blinds[seat - 1]
        if owed:
            forced.append(ForcedBet(seat=seat, kind=_blind(place, owed), amount=abs(owed)))
    return HandStarted(
        hand=HandId(recorded.number),
        game=recorded.game,
        rule_set=recorded.rule_set,
        stakes=Stakes(small_blind=0, big_blind=recorded.least_bet, ante=max(recorded.antes), unit=recorded.unit),
        rake_permille=recorded.rake_permille,
        rake_cap=recorded.rake_cap,
        button=len(recorded.stacks),
        entrants=tuple(Entrant(seat=seat, stack=stack) for seat, stack in enumerate(recorded.stacks, 1)),
        forced=tuple(forced),
        first_decision=DecisionId(1),
    )


def _blind(place: int, amount: Chips) -> PostKind:
    """PHH has no names for posts: the small blind, the big blind and straddles follow each other; late ones are < 0."""
    if amount < 0:
        return "late-post"
    return ("small-blind", "big-blind")[place] if place < 2 else "straddle"


def _deck(recorded: PhhHand) -> tuple[Card, ...]:
    """A deck that deals what the record knows; other cards take the places of those nobody saw."""
    game = find_game(recorded.game)
    known = {*recorded.board, *(card for cards in recorded.holes for card in cards)}
    spare = [card for card in game.deck if card not in known]
    size = game.streets[0].hole
    holes = [cards or tuple(spare.pop() for _ in range(size)) for cards in recorded.holes]
    deck = [cards[place] for place in range(size) for cards in holes]
    board = list(recorded.board)
    burns = find_rule_set(recorded.rule_set).rulings.burn_cards
    for street in game.streets:
        if street.burn and burns:
            deck.append(spare.pop())
        deck += [board.pop(0) if board else spare.pop() for _ in range(street.board)]
    return (*deck, *spare)


def _final_stacks(hand: Hand, recorded: PhhHand) -> tuple[Chips, ...] | Fault:
    """The stacks at the end. Whoever reached the showdown and was never seen there has given up."""
    live = [seat for seat in hand.players if hand.is_live(seat)]
    unseen = [seat for seat in live if not recorded.holes[seat - 1]]
    if len(live) == 1:
        return tuple(player.stack for player in hand.players.values())
    if len(recorded.board) < len(hand.board):
        return Fault(f"reaches the showdown with {len(recorded.board)} of {len(hand.board)} board cards")
    if not unseen:
        return tuple(player.stack for player in hand.players.values())
    seen = claims(hand, [seat for seat in live if seat not in unseen])
    if any(not seen[0].ranks.keys() & set(pot.seats) for pot in hand.pots):
        return Fault("does not say who won: no hand of a pot is known")
    ends = {seat: recorded.stacks[seat - 1] - player.paid - player.dead for seat, player in hand.players.items()}
    for award in settle(hand.contributions(), seen, split_terms(hand), rake_terms(hand)).awards:
        ends[award.seat] += award.amount
    return tuple(ends.values())


# -- the command -------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja replay` takes."""
    parser.add_argument("file", type=Path, help="a .phh or .phhs file")
    parser.add_argument("--check", action="store_true", help="compare the final stacks with the recorded ones")
    parser.add_argument("--hand", type=int, action="append", help="only the hand of this number; may be repeated")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th hand number")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Replay a file and print what was found: 0 all is well, 1 a hand differs or cannot be played."""
    chosen, every = frozenset(arguments.hand or ()), max(arguments.every, 1)
    progress = Progress("hands")
    report = replay(
        arguments.file,
        arguments.check,
        wanted=lambda number: number in chosen if chosen else number % every == 0,
        progress=progress.at,
    )
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        _print_report(report, arguments.file.name)
    return 1 if report.findings else 0


def _print_report(report: ReplayReport, name: str) -> None:
    for finding in report.odd_chips:
        sys.stdout.write(f"{finding.where}: odd chip: {finding.sentence}\n")
    for finding in report.findings[:PRINTED]:
        sys.stdout.write(f"{finding.where}: {finding.sentence}\n")
    if len(report.findings) > PRINTED:
        sys.stdout.write(f"and {len(report.findings) - PRINTED} more\n")
    for variant, count in sorted(report.others.items()):
        sys.stdout.write(f"{name}: {count} hands of {variant} left out: the game is not in the catalogue\n")
    sys.stdout.write(
        f"{name}: {report.hands} hands played, {report.agreed} with the recorded stacks, "
        f"{len(report.odd_chips)} apart by an odd chip only, {report.not_compared} not compared, "
        f"{len(report.findings)} findings\n"
    )
