"""`jakaja replay FILE [--check]`: play recorded hands again and compare the stacks they end with."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Final

import msgspec

from cashier.refusal import Refusal
from controller.app.phh import ActWord, OtherGame, PhhAct, PhhDeal, PhhHand, read_phh
from controller.app.progress import Progress
from controller.games import find_game, find_rule_set
from controller.hand import Hand, claims, play, rake_terms, split_terms, start
from controller.hand.settle import settle
from controller.vocab.hand_records import Act, ActKind, DecisionOffered, Entrant, ForcedBet, HandStarted, PostKind
from controller.vocab.ids import Chips, DecisionId, HandId
from evaluator_ext import Card

PRINTED: Final = 20
"""Findings that are written out; of further ones only the number."""


KINDS: Final[Mapping[ActWord, ActKind]] = {"f": "fold", "cbr": "raise", "pb": "bring-in", "sd": "discard"}
"""The kinds of the words that have only one."""


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
    to = act.to
    if act.word == "cbr" and to < decision.min_to and to == _reach_of_others(hand, act.player):
        # Some records write a raise that nobody can match as what the others can call: the rest would come back.
        to = decision.min_to
    cards = _gone(hand, act) if act.word == "sd" else ()
    command = Act(seat=act.player, decision=decision.decision, kind=_kind(act, decision), to=to, cards=cards)
    answer = play(hand, command)
    if not isinstance(answer, Refusal):
        return ""
    facts = "".join(f", {name} {value}" for name, value in answer.facts.items())
    return f"refused as {answer.code}{facts}"


def _reach_of_others(hand: Hand, player: int) -> Chips:
    return max(one.bet + one.stack for one in hand.players.values() if one.seat != player and hand.is_live(one.seat))


def _kind(act: PhhAct, decision: DecisionOffered) -> ActKind:
    if act.word == "cc":
        return "bring-in" if decision.kind == "bring-in" else "call" if decision.call else "check"
    return KINDS[act.word]


def _gone(hand: Hand, act: PhhAct) -> tuple[Card, ...]:
    """The cards a player throws away: those named that he holds here, others in the place of those nobody saw."""
    held = list(hand.players[act.player].cards)
    named = [card for card in act.gone if card in held]
    others = [card for card in held if card not in named]
    return (*named, *others[: len(act.gone) - len(named)])


def _started(recorded: PhhHand) -> HandStarted:
    """The hand's beginning with players p1, p2, … in the seats 1, 2, …"""
    ante: PostKind = "big-blind-ante" if recorded.antes_are_dead else "ante"
    forced = [ForcedBet(seat=seat, kind=ante, amount=owed) for seat, owed in enumerate(recorded.antes, 1) if owed]
    order = (2, 1) if len(recorded.stacks) == 2 else tuple(range(1, len(recorded.stacks) + 1))
    blinds = [recorded.blinds[seat - 1] for seat in order]
    for place, (seat, owed) in enumerate(zip(order, blinds, strict=True)):
        if owed:
            # A first blind with none after it is the big one: nobody was there to post the small one.
            alone = place == 0 and not blinds[1] and owed >= recorded.stakes.big_blind
            forced.append(ForcedBet(seat=seat, kind=_blind(1 if alone else place, owed), amount=abs(owed)))
    return HandStarted(
        hand=HandId(recorded.number),
        game=recorded.game,
        rule_set=recorded.rule_set,
        stakes=recorded.stakes,
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
    """A deck that deals what the record knows, in its order; other cards take the places of those nobody saw."""
    game, burns = find_game(recorded.game), find_rule_set(recorded.rule_set).rulings.burn_cards
    players, size = len(recorded.stacks), game.streets[0].hole + game.streets[0].up
    known = {card for deal in recorded.deals for card in deal.cards} | {c for hole in recorded.holes for c in hole}
    spare = [card for card in game.deck if card not in known]
    shown = [] if any(street.draw for street in game.streets) else [list(hole) for hole in recorded.holes]
    for deal in recorded.deals:
        for card in deal.cards:
            if deal.player and shown and card in shown[deal.player - 1]:
                shown[deal.player - 1].remove(card)

    def named(deal: PhhDeal) -> list[Card]:
        """The cards of a deal; for those nobody saw, what the player shows later, or spare ones while there are any."""
        later = shown[deal.player - 1] if deal.player and shown else []
        cards = [later.pop(0) if card is None and later else card for card in deal.cards]
        return [spare.pop() if card is None else card for card in cards if card is not None or spare]

    openings = {deal.player: deal for deal in reversed(recorded.deals) if deal.player}
    holes = {player: named(deal) for player, deal in sorted(openings.items())}
    unnamed = PhhDeal(player=0, cards=(None,) * size, begins=False)
    first = [holes.get(player) or named(unnamed) for player in range(1, players + 1)]
    deck = [cards[place] for place in range(size) for cards in first]
    for deal in recorded.deals:
        if openings.get(deal.player) is deal:
            continue
        if deal.begins and burns and spare:
            deck.append(spare.pop())
        deck += named(deal)
    # What was shuffled under a deck that ran short has been in it before.
    deck = list(dict.fromkeys(deck))
    return (*deck, *[card for card in game.deck if card not in set(deck)])


def _final_stacks(hand: Hand, recorded: PhhHand) -> tuple[Chips, ...] | Fault:
    """The stacks at the end. Whoever reached the showdown and was never seen there has given up."""
    live = [seat for seat in hand.players if hand.is_live(seat)]
    unseen = [seat for seat in live if not recorded.holes[seat - 1]]
    if len(live) == 1:
        return tuple(player.stack for player in hand.players.values())
    board = sum(len(deal.cards) for deal in recorded.deals if not deal.player)
    if board < len(hand.board):
        return Fault(f"reaches the showdown with {board} of {len(hand.board)} board cards")
    if all(set(recorded.holes[seat - 1]) == set(hand.players[seat].cards) for seat in live):
        return tuple(player.stack for player in hand.players.values())
    for seat in live:
        hand.players[seat].cards = recorded.holes[seat - 1]
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
