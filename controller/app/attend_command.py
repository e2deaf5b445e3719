"""`jakaja attend`: the attendant's desk. Every word is a command of the staff's own connection."""

import argparse
import asyncio
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, get_args

import msgspec

from cashier.money import ZERO
from controller.app.attend_cards import CARD_WORDS, card_lines
from controller.app.attend_cash import CASH_WORDS
from controller.app.attend_players import (
    PLAYER_WORDS,
    Desk,
    Errand,
    PlayerWord,
    add_player_words,
    errand,
    limit_lines,
    player_desk,
    tell,
)
from controller.app.attend_screens import SCREEN_WORDS
from controller.app.attend_staff import STAFF_WORDS
from controller.app.attend_words import Argument, Word, amount_of
from controller.app.home import Home
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.app.release.own import software_words
from controller.app.report import plain_money, refused_line
from controller.app.signing_in import sign_in
from controller.app.socket_screen import SocketScreen
from controller.faults import FAULTS
from controller.language import load_language
from controller.service.trouble import troubles
from controller.vocab.fault_records import AnnounceDoor, ClearFault, DoorId, ResetDoor
from controller.vocab.hand_records import VoidCause, VoidHand
from controller.vocab.ids import HandId
from controller.vocab.jackpot_records import ConfirmBadBeat, GrantBadBeat, PayMonthHand, RefuseBadBeat
from controller.vocab.player_card_records import LookUpPlayerCard
from controller.vocab.profile import GameId, IdentityWay, Profile
from controller.vocab.seat_records import (
    AllowPlayingOver,
    AnswerCall,
    CloseTable,
    JoinList,
    LeaveList,
    LockSeat,
    MoveSeat,
    OpenTable,
    TakeSeatBack,
    UnlockSeat,
    Vacate,
)
from controller.vocab.staff_records import ChangeStaffPin, HireStaff, ResetStaffPin
from controller.vocab.table_records import CallClock, Pause, Resume
from controller.wire.messages import AskedCommand, Refused
from controller.wire.view import View
from controller.wire.viewers import STAFF
from evaluator_ext import print_cards

_SEAT: Final = Argument("seat", "the seat's number", int)
_CAUSES: Final[tuple[str, ...]] = get_args(VoidCause)
_NAME: Final = Argument("name", "the player's name, as he gave it")


def _list(told: argparse.Namespace, _view: View) -> AskedCommand:
    games = tuple(GameId(game) for game in told.games.split(",") if game)
    way, token = _shown(told)
    return JoinList(name=told.name, by=told.by, games=games, moved=told.moved == "yes", way=way, token=token)


def _seat(told: argparse.Namespace, _view: View) -> AskedCommand:
    way, token = _shown(told)
    return JoinList(name=told.name, by=told.by, way=way, token=token, seat=told.seat)


def _shown(told: argparse.Namespace) -> tuple[IdentityWay, str]:
    """What somebody has shown at the desk, and by which way."""
    way, _colon, token = told.shown.partition(":")
    if told.shown and (way not in ("card", "ticket") or not token.strip()):
        raise Problem(f"shown {told.shown}", "is neither card nor ticket", "write card:TOKEN or ticket:NUMBER")
    shown: IdentityWay = "card" if way == "card" else "ticket" if way == "ticket" else "anonymous"
    return shown, token


def _release(told: argparse.Namespace, view: View) -> AskedCommand:
    """End the fault of that name that waits for people; a name that no fault has is refused by the table."""
    waiting = (known for known in view.faults if known.place == told.name and FAULTS[known.fault].ends == "attendant")
    known = next(waiting, None)
    return ClearFault(fault="breach" if known is None else known.fault, place=told.name, by=told.by)


def _void_hand(told: argparse.Namespace, _view: View) -> AskedCommand:
    return VoidHand(hand=HandId(told.hand), cause=told.cause, by=told.by, second=told.second, reason=told.reason)


def _door(told: argparse.Namespace, _view: View) -> AskedCommand:
    if told.deed == "announce":
        return AnnounceDoor(door=told.door, by=told.by)
    return ResetDoor(door=told.door, by=told.by)


def _jackpot(told: argparse.Namespace, view: View) -> AskedCommand:
    match told.verdict:
        case "confirm":
            return ConfirmBadBeat(by=told.by)
        case "refuse":
            return RefuseBadBeat(by=told.by, reason=told.reason)
        case _:
            return GrantBadBeat(by=told.by, amount=amount_of(told.amount, view) if told.amount else ZERO)


def _month(told: argparse.Namespace, _view: View) -> AskedCommand:
    return PayMonthHand(by=told.by, month=told.month, category=told.category)


WORDS: Final[tuple[Word, ...]] = (
    Word("status", "seats, money, devices and tickets as they stand"),
    Word("pause", "stop the clocks and start no new hand", command=lambda told, _view: Pause(by=told.by)),
    Word("resume", "let the clocks run again", command=lambda told, _view: Resume(by=told.by)),
    *CASH_WORDS,
    *STAFF_WORDS,
    *SCREEN_WORDS,
    Word(
        "release",
        "say that you have looked into what made the table stand still, and it may play again",
        (Argument("name", "what stopped it, as status names it"),),
        _release,
    ),
    Word(
        "door",
        "say that you are about to open a door, or that you have looked behind one that was opened",
        (
            Argument("deed", "what you do", choices=("announce", "reset")),
            Argument("door", "which door", choices=get_args(DoorId)),
        ),
        _door,
    ),
    Word(
        "jackpot",
        "decide on the bad beat jackpot that status lists: confirm its hands or refuse it, then grant it",
        (
            Argument("verdict", "what is to become of it", choices=("confirm", "refuse", "grant")),
            Argument("--reason", "why it is refused", default=""),
            Argument("--amount", "what its owner says it holds, if another table was paid before", default=""),
        ),
        _jackpot,
    ),
    Word(
        "month-hand",
        "say that you have paid the hand of a past month that status lists",
        (
            Argument("month", "the month, as 202611", int),
            Argument("category", "which games", choices=("omaha", "other")),
        ),
        _month,
    ),
    Word(
        "void-hand",
        "end the running hand as if it had not been dealt: everyone gets back what he put in",
        (
            Argument("hand", "the hand's number, as status shows it", int),
            Argument("cause", "why: a misdeal, before it was really played, or what takes two people", choices=_CAUSES),
            Argument("--reason", "what has happened; it stands in the journal", default=""),
        ),
        _void_hand,
    ),
    Word(
        "answer",
        "say that you have been where an attendant was called to",
        (Argument("seat", "the seat's number; 0 is the kiosk", int),),
        lambda told, _view: AnswerCall(seat=told.seat, by=told.by),
    ),
    Word("clock", "call the clock on whoever must act", command=lambda told, _view: CallClock(by=told.by)),
    Word("lock", "take a seat out of play", (_SEAT,), lambda told, _view: LockSeat(seat=told.seat, by=told.by)),
    Word("unlock", "let it play again", (_SEAT,), lambda told, _view: UnlockSeat(seat=told.seat, by=told.by)),
    Word(
        "move",
        "move a player to an empty seat, between hands",
        (_SEAT, Argument("to", "the new seat's number", int)),
        lambda told, _view: MoveSeat(seat=told.seat, to=told.to, by=told.by),
    ),
    Word(
        "play-over",
        "let somebody without a seat play at that of a player who is away; he buys in at the kiosk",
        (_SEAT, _NAME),
        lambda told, _view: AllowPlayingOver(seat=told.seat, name=told.name, by=told.by),
    ),
    Word(
        "back",
        "say that the player whose seat is played over is back: it is emptied for him after the hand",
        (_SEAT,),
        lambda told, _view: TakeSeatBack(seat=told.seat, by=told.by),
    ),
    Word(
        "vacate",
        "empty a seat for its player: his chips wait at the kiosk",
        (_SEAT,),
        lambda told, _view: Vacate(seat=told.seat, by=told.by),
    ),
    Word(
        "list",
        "put a name on the waiting list",
        (
            _NAME,
            Argument("--games", "the games he would play, separated by commas; any if none is named", default=""),
            Argument("--moved", "his table was closed, he goes first", choices=("yes", "no"), default="no"),
            Argument("--shown", "what he has shown: card:TOKEN or ticket:NUMBER", default=""),
        ),
        _list,
    ),
    Word(
        "seat",
        "keep an empty seat for somebody: he buys in there at the kiosk",
        (_SEAT, _NAME, Argument("--shown", "what he has shown: card:TOKEN or ticket:NUMBER", default="")),
        _seat,
    ),
    Word("unlist", "take a name off it", (_NAME,), lambda told, _view: LeaveList(name=told.name, by=told.by)),
    Word(
        "close",
        "announce the last round; after it the table is closed",
        (Argument("--hands", "how many more hands; 0 for one to each player", int, default=0),),
        lambda told, _view: CloseTable(by=told.by, hands=told.hands),
    ),
    Word("open", "take the closing back", command=lambda told, _view: OpenTable(by=told.by)),
)


BELOW: Final[Mapping[str, tuple[str, tuple[PlayerWord, ...]]]] = {
    "player": ("who may play, and how much", PLAYER_WORDS),
    "player-card": ("whose a player's card is, and what becomes of a lost one", CARD_WORDS),
}
"""Words that have words below them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the desk's words."""
    words = parser.add_subparsers(dest="word", metavar="WORD", required=True)
    for row in WORDS:
        chosen = words.add_parser(row.word, help=row.purpose)
        chosen.add_argument("--folder", type=Path, required=True, help="the table's folder")
        if row.command is not None:
            _add_people(chosen)
        for argument in row.arguments:
            chosen.add_argument(
                argument.name,
                help=argument.purpose,
                type=argument.kind,
                choices=argument.choices,
                default=argument.default,
            )
    for word, (purpose, rows) in BELOW.items():
        players = words.add_parser(word, help=purpose)
        players.add_argument("--folder", type=Path, required=True, help="the table's folder")
        _add_people(players)
        add_player_words(players, rows)


def _add_people(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--by", required=True, help="who says so; it stands in the journal, and he gives his PIN")
    parser.add_argument("--second", default="", help="who says so besides, where it takes two; he gives his PIN, too")


def run(arguments: argparse.Namespace) -> int:
    """Do one word: 0 done, 1 refused."""
    return asyncio.run(_attend(arguments))


async def _attend(arguments: argparse.Namespace) -> int:
    desk, entry = SocketScreen(Home(arguments.folder), STAFF), PinEntry.from_surroundings()
    await desk.connect()
    try:
        row = next((row for row in WORDS if row.word == arguments.word), None)
        if row is not None and row.command is None:
            _say_status(desk) if row.tells is None else tell(row.tells(desk.view))
            return 0
        build = None if row is None else row.command
        stranger = await sign_in(desk, entry, arguments.by, arguments.second)
        if stranger is not None:
            return _say_refused(stranger)
        asked = await _player_errand(arguments, desk) if build is None else Errand(build(arguments, desk.view))
        answer = await desk.ask(_with_new_pin(asked.command, entry), arguments.second)
        if isinstance(answer, Refused):
            return _say_refused(answer)
        tell(asked.tells)
        if asked.shows_limits or asked.shows_card:
            await desk.until(lambda: desk.record >= answer.record)
        if asked.shows_limits and desk.view.profile is not None:
            tell(limit_lines(desk.view.told, desk.view.profile))
        if asked.shows_card and desk.view.looked_up is not None:
            tell(card_lines(desk.view.looked_up))
        sys.stdout.write(f"done, record {answer.record}\n")
        if row is not None and row.then is not None:
            sys.stdout.write(f"{row.then(arguments)}\n")
        return 0
    finally:
        await desk.close()


async def _player_errand(arguments: argparse.Namespace, desk: SocketScreen) -> Errand:
    today = datetime.now(UTC).date()
    words = player_desk(Home(arguments.folder), lambda text: amount_of(text, desk.view), today)
    if arguments.word == "player":
        await _find_player(desk, words, arguments)
    return errand(arguments, words, BELOW[arguments.word][1])


async def _find_player(desk: SocketScreen, words: Desk, arguments: argparse.Namespace) -> None:
    """Put the player in the place of his card, before his person is looked for; a card of nobody stands for itself."""
    named = getattr(arguments, "player", "")
    if not named.startswith("card:"):
        return
    answer = await desk.ask(LookUpPlayerCard(words.player(named), arguments.by, arguments.reason))
    if isinstance(answer, Refused):
        return
    await desk.until(lambda: desk.record >= answer.record)
    if desk.view.looked_up is not None:
        arguments.player = desk.view.looked_up.player


def _with_new_pin(command: AskedCommand, entry: PinEntry) -> AskedCommand:
    """Have the one whose PIN a command sets type it."""
    match command:
        case HireStaff(name=name) | ResetStaffPin(name=name) | ChangeStaffPin(by=name):
            return msgspec.structs.replace(command, pin=entry.new_pin_of(name))
    return command


def _say_refused(answer: Refused) -> int:
    sys.stdout.write(refused_line(answer.refusal) + "\n")
    return 1


def _say_status(desk: SocketScreen) -> None:
    view = desk.view
    profile = view.profile
    if profile is None:
        sys.stdout.write("no profile adopted yet\n")
        return
    running = "CLOSED" if view.closed else "running"
    paused = f"PAUSED by {view.paused_by or 'its own checks'}" if view.paused else running
    halted = f"STANDS STILL ({desk.halted.name}): {desk.halted.sentence}" if desk.halted else paused
    sys.stdout.write(f"table {profile.table}: {halted}, hand {view.hand or 'none'}, {view.phase}\n")
    for trouble in troubles(view, load_language(profile.language), profile.currency):
        code = f"{trouble.code} " if trouble.code else ""
        where = f"{trouble.place}: " if trouble.place else ""
        sys.stdout.write(f"  ! {code}{where}{trouble.what}\n    {trouble.remedy}\n")
    sys.stdout.write(f"  {software_words(view.digest, view.signers)}\n")
    for line in _lines(view, profile):
        sys.stdout.write(f"  {line}\n")


def _lines(view: View, profile: Profile) -> list[str]:
    seats = [
        f"seat {seat.seat:2}  {seat.name:16} {seat.status:12} {plain_money(seat.stack, profile):>10}"
        for seat in sorted(view.seats.values(), key=lambda seat: seat.seat)
        if seat.status != "empty"
    ]
    claims = [
        f"claim {claim.claim} of seat {claim.seat}: {plain_money(claim.amount, profile)}" for claim in view.claims
    ]
    by_hand = [
        f"pay-out {waits.payout} to be paid by hand: {plain_money(waits.amount, profile)} ({waits.cause})"
        for waits in view.hand_pays
    ]
    coins = view.coins
    by_hand += [f"pay-out {coins.payout} by {coins.device}: {coins.coins} coins, {coins.state}"] if coins else []
    notes = view.notes
    if notes is not None:
        asked = plain_money(notes.notes, profile)
        by_hand.append(f"pay-out {notes.payout} by {notes.device}: notes worth {asked}, {notes.state}")
    if view.card is not None:
        row = view.card
        by_hand.append(
            f"{row.kind} {row.payment} by card at {row.device}: {plain_money(row.amount, profile)}, {row.state}"
        )
    tickets = [f"ticket ..{row.number} {plain_money(row.amount, profile)} {row.state}" for row in view.vouchers]
    devices = [f"{device.device}: {device.condition}" for device in view.devices]
    devices += [f"in the note store: {pile.count} of {plain_money(pile.amount, profile)}" for pile in view.store]
    devices += [
        f"door {door.door}: {'OPEN' if door.open else 'closed'}, opened {door.opened} times" for door in view.doors
    ]
    seats += [
        f"seat {seat:2}  {owner.name:16} played over  {plain_money(owner.stack, profile):>10}"
        for seat, owner in sorted(view.owners.items())
    ]
    waiting = [
        f"waiting: {waiter.name}{f', seat {waiter.seat} is kept' if waiter.seat else ''}" for waiter in view.waiting
    ]
    seats += [f"last round: to hand {view.last_round}"] if view.last_round and not view.closed else []
    return [
        *seats,
        *waiting,
        *_jackpot_lines(view, profile),
        f"balance at the kiosk: {plain_money(view.balance, profile)}",
        *claims,
        *by_hand,
        *_settlement_lines(view, profile),
        *(f"{person.role} {person.name}{': LOCKED' if person.locked else ''}" for person in view.staff),
        *tickets,
        *devices,
    ]


def _settlement_lines(view: View, profile: Profile) -> list[str]:
    """The card terminal's end of day, while it runs, and what it left to be explained."""
    told = view.settlement
    if told is None:
        return []
    lines = ["the card terminal ends its day"] if told.running else []
    if told.over or told.short:
        over, short = plain_money(told.over, profile), plain_money(told.short, profile)
        lines.append(f"card settlement to be explained: {over} over, {short} short")
    return lines


def _jackpot_lines(view: View, profile: Profile) -> list[str]:
    """Every jackpot, what waits to be decided, and the hands of the month so far and still to be paid."""
    lines = [f"jackpot {row.pool}: {plain_money(row.held, profile)}" for row in view.pools]
    if view.hit is not None:
        hit, state = view.hit.hit, "confirmed, to be granted" if view.hit.confirmed else "to be confirmed or refused"
        lines.append(
            f"BAD BEAT in hand {hit.hand}, category {hit.category}, {plain_money(hit.worth, profile)}: {state}"
        )
        for what, hands in (("loses", hit.losers), ("wins", hit.winners)):
            lines += [f"  seat {one.seat} {what} with {print_cards(one.plays)}" for one in hands]
    lines += [
        f"hand of the month so far, {made.category}: {print_cards(made.cards)} of {made.player}, hand {made.hand}"
        for made in view.month_hands
    ]
    return lines + [
        f"hand of month {won.month} to be paid, {won.category}: {won.player}, {plain_money(won.amount, profile)}"
        for won in view.month_won
    ]
