"""A table and all its screens in one process on a clock moved by hand, for as many hours as one likes.

Bots play at a mix of games, people come with notes and go home with tickets, fingers wander over the screens, players
change language and deck, and lines break. Screens run as their programs run them, but for the window and the thread.
"""

import gc
import os
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pygame

from cashier.money import Money
from cashier.records import CashOut, CollectClaim, TicketPrinted, TicketSending
from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.bots import TEMPERS, Bot
from controller.app.config import ready_profile
from controller.app.core import Outcome
from controller.app.demo.screens import LocalScreen
from controller.language import LOCALES, load_languages
from controller.vocab.ids import Seat
from controller.vocab.player_card_records import Taste
from controller.vocab.table_records import BuyIn, LeaveSeat, SitIn
from controller.wire.client import copy_view
from controller.wire.messages import ReadProof, ReadRules, Refused
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK
from seats.kept import PICTURES
from seats.kit.pointer import Phase, Pointer
from seats.link import News, Shown
from seats.running import Running
from seats.screens import screen as told
from seats.screens.screen import Wish
from seats.screens.seat import SeatScreen
from tests.app.house import House

HOUR_MS: Final = 3_600_000
SLOWEST_MS: Final = 28_000
BETWEEN_HANDS_MS: Final = 20_000
FRAME_MS: Final = 250
"""How long after each act the screens draw: what flew has nearly landed."""

AHEAD_ONCE_IN: Final = 8
TOUCHES_ONCE_IN: Final = 6
LEAVES_ONCE_IN: Final = 8
BREAKS_ONCE_IN: Final = 40
TASTES: Final = tuple(
    Taste(speak=language, large=large, left=not large, two_colours=large)
    for language in LOCALES
    for large in (False, True)
)


class Weight(msgspec.Struct, frozen=True):
    """What the process and its table hold at one instant."""

    hours: float
    hands: int
    records: int
    tickets: int
    objects: int
    resident: int
    pictures: int
    journal: int


class Line:
    """What a screen's program has instead of a link: a wire client of the same process, without a thread."""

    def __init__(self, house: House, viewer: Viewer) -> None:
        self.viewer = viewer
        self.now_ms = 0
        self._house = house
        self._record = -1
        self._answers: list[News] = []
        self.wire = self._connected()

    def _connected(self) -> LocalScreen:
        return LocalScreen(self._house.hub, self._house.home, self.viewer, self._house.entropy)

    def break_off(self) -> None:
        """Lose the line and find it again: the older connection is replaced by the newer."""
        self._answers += [told.LinkLost(), told.LinkRestored()]
        self._record = -1
        self.wire = self._connected()

    def news(self) -> list[News]:
        """What is new since the last call."""
        self.wire.news()
        news, self._answers = self._answers, []
        if self._house.core.record != self._record:
            self._record = self._house.core.record
            news.append(Shown(copy_view(self.wire.view), self._house.clock.now().table, self.now_ms, self._record))
        return news

    def ask(self, wish: Wish) -> None:
        """Ask the table, which answers at once."""
        if isinstance(wish, ReadRules):
            self._answers.append(told.RulesTold(wish.game, self._house.hub.book_of(wish.game)))
        elif isinstance(wish, ReadProof):
            proof = self._house.hub.proof_of(self.viewer, wish)
            self._answers.append(told.ProofTold(proof.hand, proof.code, proof.on_paper))
        else:
            answer = self.wire.ask(wish)
            refused = isinstance(answer, Refused)
            self._answers.append(told.Refused(wish, answer.refusal) if refused else told.Accepted(wish))


class Onlooker:
    """A screen's program without its window: what it shows lies on a surface."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.running = Running(line, load_languages())  # type: ignore[arg-type]  # all of a link that it uses
        self._surface = pygame.Surface(self.running.profile.size_px, 0, 32)

    def frame(self, now_ms: int) -> None:
        """Take the news, and draw what changed."""
        self.line.now_ms = now_ms
        self.running.step(now_ms)
        self.running.sound(None)
        self.running.draw(self._surface)

    def touch(self, dice: Random, now_ms: int) -> None:
        """Tap somewhere."""
        profile = self.running.profile
        x, y = dice.uniform(0, profile.width_mm), dice.uniform(0, profile.height_mm)
        phases: tuple[Phase, ...] = ("down", "up")
        for phase, later in zip(phases, (0, 80), strict=True):
            self.running.point(Pointer(1, phase, x, y, now_ms + later))

    def like(self, taste: Taste) -> None:
        """Have a seat's screen another language, deck, hand or size of print."""
        screen = self.running._screen
        if isinstance(screen, SeatScreen):
            screen.change_taste(taste)


class Soak:
    """A table of `players` at the mix of games of HORSE. The same seed gives the same evening."""

    def __init__(self, folder: Path, players: int, seed: int = 1) -> None:
        ready = ready_profile("horse")
        clocks = msgspec.structs.replace(ready.clocks, between_hands=BETWEEN_HANDS_MS)
        profile = msgspec.structs.replace(ready, language="en", clocks=clocks)
        self.house = House(folder, seed, profile=profile)
        self._dice = Random(f"soak {seed}")
        self._seats: tuple[Seat, ...] = tuple(range(1, players + 1))
        self._bots = {seat: Bot(TEMPERS[seat - 1], seed) for seat in self._seats}
        viewers = (*(Viewer("seat", seat) for seat in self._seats), CENTRE, KIOSK)
        self.screens = {viewer: Onlooker(Line(self.house, viewer)) for viewer in viewers}
        self.tickets = 0
        for seat in self._seats:
            self._arrive(seat)

    # -- time ------------------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        return self.house.clock.now().table

    def play(self, hours: float) -> None:
        """Let so much more time pass."""
        end = self.now_ms + round(hours * HOUR_MS)
        while self.now_ms < end:
            assert self.house.core.frozen is None, self.house.core.frozen
            if not self.house.core.pump() and not self._cut() and not self._act():
                due = self.house.core.due()
                self.house.clock.advance_to(end if due is None else max(due, self.now_ms + 1))
                self._between_hands()
            self._look()

    def _look(self) -> None:
        """Have every screen draw."""
        for screen in self.screens.values():
            screen.frame(self.now_ms + FRAME_MS)

    # -- play ------------------------------------------------------------------------------------------------------

    def _wire(self, viewer: Viewer) -> LocalScreen:
        return self.screens[viewer].line.wire

    def _cut(self) -> bool:
        """Whoever may cut does so, and every screen puts its number in; whether anything came of it."""
        if self.house.machine.table.shuffle is None:
            return False
        before = self.house.core.record
        for seat, bot in self._bots.items():
            wire = self._wire(Viewer("seat", seat))
            cut = bot.cut(wire.view)
            if cut is not None:
                self.house.clock.advance(self._dice.randrange(300, 1_200))
                wire.ask(cut)
        return self.house.core.record != before

    def _act(self) -> bool:
        """Whoever is at turn thinks and acts, or another finger was faster; whether anybody was."""
        hand = self.house.machine.table.hand
        if hand is None or hand.decision is None:
            return False
        viewer = Viewer("seat", hand.decision.seat)
        self.house.clock.advance(self._dice.randrange(SLOWEST_MS))
        if not self._dice.randrange(TOUCHES_ONCE_IN):
            self.screens[self._dice.choice(tuple(self.screens))].touch(self._dice, self.now_ms)
        if not self._dice.randrange(AHEAD_ONCE_IN):
            self.screens[viewer].running.prepare()
        wire = self._wire(viewer)
        if (decision := wire.view.decision) is not None and decision.seat == viewer.seat:
            wire.ask(self._bots[decision.seat].choose(wire.view, decision))
        return True

    # -- coming and going ------------------------------------------------------------------------------------------

    def _between_hands(self) -> None:
        """Print what is to be printed, seat whoever stands about, and now and then do what people do."""
        table = self.house.machine.table
        if table.hand is not None:
            return
        self._print()
        for seat in self._seats:
            sitting = table.seats.get(seat)
            if sitting is None or not (sitting.stack or sitting.reserved):
                self._arrive(seat)
            elif self._wire(Viewer("seat", seat)).view.seats[seat].status == "sitting-out":
                self._wire(Viewer("seat", seat)).ask(SitIn(seat=seat))
        if not self._dice.randrange(LEAVES_ONCE_IN):
            self._go_home(self._dice.choice(self._seats))
        if not self._dice.randrange(LEAVES_ONCE_IN):
            self.screens[Viewer("seat", self._dice.choice(self._seats))].like(self._dice.choice(TASTES))
        if not self._dice.randrange(BREAKS_ONCE_IN):
            self.screens[self._dice.choice(tuple(self.screens))].line.break_off()

    def _arrive(self, seat: Seat) -> None:
        """Buy in with notes for a middling sum, or with what whoever has left with a stack has to bring back."""
        refused = self._buy_in(seat, Money(20_000))
        if isinstance(refused, Refusal) and refused.code is Code.ONE_STACK:
            self._buy_in(seat, Money(refused.facts["amount"]))

    def _buy_in(self, seat: Seat, amount: Money) -> Outcome:
        while self.house.machine.kiosk.balance < amount:
            self.house.insert(10_000)
        name = TEMPERS[seat - 1].name
        return self.house.submit(BuyIn(request=self.house.request(), seat=seat, amount=amount, name=name))

    def _go_home(self, seat: Seat) -> None:
        """Leave, collect at the kiosk, and take a ticket for all that lies there."""
        house = self.house
        if seat not in house.machine.table.seats or isinstance(house.submit(LeaveSeat(seat=seat)), Refusal):
            return
        for claim in self._wire(Viewer("seat", seat)).view.claims:
            if claim.code:
                house.submit(CollectClaim(request=house.request(), code=claim.code))
        if house.machine.kiosk.balance:
            house.submit(CashOut(request=house.request(), amount=house.machine.kiosk.balance))
        self._print()

    def _print(self) -> None:
        """The printer prints the ticket that is asked for."""
        number = self.house.machine.kiosk.paying
        if number:
            for kind in (TicketSending, TicketPrinted):
                self.house.submit(kind(number=number))
            self.tickets += 1

    def end(self) -> int:
        """Have the hand end and everybody go home; what the account leaves unexplained, in cents."""
        while self.house.machine.table.hand is not None:
            self.play(0.01)
        for seat in self._seats:
            self._go_home(seat)
        self._look()
        return machines.reconciliation(self.house.machine).difference

    # -- what it holds ---------------------------------------------------------------------------------------------

    def weigh(self) -> Weight:
        """Count what is held now, once everything that nobody holds has gone."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return Weight(
            hours=self.now_ms / HOUR_MS,
            hands=int(self.house.machine.table.last_hand or 0),
            records=self.house.core.record,
            tickets=self.tickets,
            objects=len(gc.get_objects()),
            resident=pages * os.sysconf("SC_PAGE_SIZE"),
            pictures=PICTURES.taken,
            journal=self.house.home.journal.stat().st_size,
        )
