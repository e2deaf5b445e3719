"""What every screen is to the program that runs it, whether it has a panel of its own or a place in the mosaic."""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec
import pygame

from cashier.refusal import Refusal
from controller.vocab.ids import HandId
from controller.vocab.player_card_records import Volume
from controller.vocab.profile import GameId
from controller.vocab.rule_book import RuleBook
from controller.wire.messages import AskedCommand, ReadProof, ReadRules
from controller.wire.pairing import WhyNot
from controller.wire.view import View
from seats.kit.focus import ServiceKey
from seats.kit.pointer import Pointer
from seats.models.cues import Cue

Command: TypeAlias = AskedCommand


class CodesCompared(msgspec.Struct, frozen=True):
    """Somebody before a screen that is being paired says whether the desk has called its code the same."""

    same: bool


class PairAgain(msgspec.Struct, frozen=True):
    """Somebody before a screen that is not paired asks for another try."""


Wish: TypeAlias = AskedCommand | ReadRules | ReadProof | CodesCompared | PairAgain
"""What a screen asks of the table: to do something, or to let it read, or to be paired."""

PairingStep = Literal["unreachable", "code", "waiting", "done", "broken", "bad-key"] | WhyNot
"""How far a pairing has come, or what has ended it; `bad-key`: a file of this screen's keys cannot be used."""


class Accepted(msgspec.Struct, frozen=True, tag=True):
    """The table has carried out `command`; what follows from it comes, or came, with an update."""

    command: Command


class Refused(msgspec.Struct, frozen=True, tag=True):
    """The table has refused `command`, and nothing has changed."""

    command: Command
    refusal: Refusal


class RulesTold(msgspec.Struct, frozen=True, tag=True):
    """The rules of a game as this table plays it; None for a game that there is not."""

    game: GameId
    book: RuleBook | None


class ProofTold(msgspec.Struct, frozen=True, tag=True):
    """What the QR code of a past hand's receipt holds; None where there is none. `on_paper`: the kiosk prints it."""

    hand: HandId
    code: str | None
    on_paper: bool = False


class Halted(msgspec.Struct, frozen=True, tag=True):
    """The table stands still at its last durable state until staff have seen to it; the money is safe."""


class PairingTold(msgspec.Struct, frozen=True, tag=True):
    """The table knows this screen by no key: how far its pairing has come, and the code once there is one.

    `complaint` is for technicians: what is wrong with a file, and how to mend it.
    """

    step: PairingStep
    code: str = ""
    complaint: str = ""


class LinkLost(msgspec.Struct, frozen=True, tag=True):
    """The table cannot be heard. What was asked and not answered may or may not have been carried out."""


class LinkRestored(msgspec.Struct, frozen=True, tag=True):
    """The table is heard again; an update with everything it shows follows."""


Notice: TypeAlias = Accepted | Refused | RulesTold | ProofTold | Halted | PairingTold | LinkLost | LinkRestored
"""What a screen is told beside the view."""


class Screen(Protocol):
    """One screen. Its clock `now_ms` is any monotonic one; table time comes with each update.

    The runner calls `update` for everything the table says and, while table time runs, before each `tick`;
    then `draw`. After `notice` and `pointer` it fetches `asked`.
    """

    size_px: tuple[int, int]

    def update(self, view: View, table_ms: int) -> None:
        """Show `view` at table time `table_ms`; the view is the screen's to keep and never changes."""

    def notice(self, notice: Notice) -> None:
        """Take an answer, or news about the link."""

    def pointer(self, event: Pointer, now_ms: int) -> None:
        """Take a finger, in millimetres of this screen's panel."""

    def key(self, key: ServiceKey, now_ms: int) -> None:
        """Take one of the four service keys, where the screen has them."""

    def tick(self, now_ms: int) -> None:
        """Let time pass."""

    def asked(self) -> Sequence[Wish]:
        """Return what the player has asked for since the last call, oldest first."""

    def heard(self) -> tuple[Sequence[Cue], Volume]:
        """Return what is to be heard since the last call, and how loud."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring `surface`, of `size_px`, up to date; return what changed. Another surface is drawn whole."""

    def busy(self) -> bool:
        """Whether something moves, so that the next frame should come soon."""

    def prepare(self) -> None:
        """Nothing moves and nobody touches: draw one thing that will be wanted soon, if there is any."""
