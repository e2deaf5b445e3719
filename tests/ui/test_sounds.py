"""What is heard at a table: made of numbers, the same for all, and never of a hidden card (visual.md §11)."""

import hashlib
from array import array
from collections.abc import Callable

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.language import Language
from controller.vocab.hand_records import Act
from controller.vocab.profile import ScreenTerms
from controller.wire.client import copy_view
from controller.wire.redact import Viewer
from controller.wire.view import View
from seats.models.cues import MOST_CARDS, MOST_POUR, Cue, cues, last_second
from seats.models.taste import Taste
from seats.screens import seat_layout as at
from seats.screens.screen import LinkLost, LinkRestored, Refused
from seats.sound.speaker import Speaker
from seats.sound.synth import FULL, RATE, sound_of
from tests.ui.models.conftest import Dealt, dealt, turn_view  # noqa: F401  (fixtures)
from tests.ui.screens.sitting import Sitting

ALL = (
    *(Cue("card", cards) for cards in range(1, MOST_CARDS + 1)),
    Cue("chips"),
    Cue("check"),
    *(Cue("pour", length) for length in range(1, MOST_POUR + 1)),
    Cue("turn"),
    Cue("hurry"),
    Cue("refusal"),
    Cue("notice"),
)


@pytest.fixture
def en() -> Language:
    from controller.language import load_language

    return load_language("en")


# -- how it sounds -----------------------------------------------------------------------------------------------


def test_every_sound_is_the_same_bytes_on_every_machine() -> None:
    whole = hashlib.blake2b(b"".join(sound_of(cue) for cue in ALL), digest_size=8).hexdigest()
    assert whole == "275e4e7913fb724d"


@pytest.mark.parametrize(
    ("cue", "most_ms"),
    [(Cue("card"), 60), (Cue("chips"), 40), (Cue("turn"), 210), (Cue("pour", MOST_POUR), 900), (Cue("hurry"), 60)],
)
def test_a_sound_is_as_short_as_it_was_designed(cue: Cue, most_ms: int) -> None:
    assert len(sound_of(cue)) // 2 <= most_ms * RATE // 1000


@pytest.mark.parametrize("cue", ALL, ids=lambda cue: f"{cue.kind}-{cue.times}")
def test_a_sound_is_heard_and_is_not_cut_off(cue: Cue) -> None:
    samples = array("h", sound_of(cue))
    loudest = max(map(abs, samples))
    assert FULL // 16 < loudest < FULL
    assert abs(samples[-1]) < loudest // 4, "it has faded out before it ends"


def test_a_large_pot_is_poured_longer() -> None:
    lengths = [len(sound_of(Cue("pour", length))) for length in range(1, MOST_POUR + 1)]
    assert lengths == sorted(set(lengths))


def test_sounds_are_played_at_their_players_volume() -> None:
    speaker = Speaker()
    assert speaker.play((Cue("card", 2), Cue("chips")), "soft") == 2
    assert speaker.play((Cue("card", 2), Cue("chips")), "off") == 0


# -- when it is heard --------------------------------------------------------------------------------------------


def told(hand: Dealt, do: Callable[[], None]) -> dict[Viewer, tuple[Cue, ...]]:
    """What every screen hears of something that is done."""
    before = {viewer: copy_view(view) for viewer, view in hand.views.items()}
    do()
    return {viewer: cues(before[viewer], view) for viewer, view in hand.views.items()}


ACTS = (("raise", 12), ("call", 0), ("call", 0), ("check", 0), ("raise", 20), ("fold", 0), ("call", 0))


def played(deal: Callable[..., Dealt], first: str = "") -> list[dict[Viewer, tuple[Cue, ...]]]:
    """Three players before the flop and on it, then check after check to the showdown."""
    hand = deal({2: 157, 5: 400, 7: 401}, first, button=7)
    heard = [told(hand, lambda kind=kind, to=to: hand.act(kind, to)) for kind, to in ACTS]
    while hand.offer is not None:
        heard.append(told(hand, lambda: hand.act("check")))
    return heard


def public(heard: tuple[Cue, ...]) -> list[Cue]:
    return [cue for cue in heard if cue.kind != "turn"]


def test_everybody_hears_the_same_but_for_his_own_turn(dealt: Callable[..., Dealt]) -> None:  # noqa: F811
    for step in played(dealt):
        assert len({tuple(public(heard)) for heard in step.values()}) == 1
        assert sum(Cue("turn") in heard for heard in step.values()) <= 1


def test_a_hand_is_heard_as_it_goes(dealt: Callable[..., Dealt]) -> None:  # noqa: F811
    kinds = [[cue.kind for cue in step[Viewer("centre")]] for step in played(dealt)]
    assert kinds[:4] == [["chips"], ["chips"], ["card"], ["check"]]
    assert kinds[-1] == ["check", "pour"]


def test_hidden_cards_are_not_heard(dealt: Callable[..., Dealt]) -> None:  # noqa: F811
    """Seat 7 folds on the flop: whatever it held, nobody hears anything else."""
    held = (("Ah", "Ks"), ("7c", "2d"))
    one, other = (played(dealt, f"4d Kh {first} 4h Kd {second} 9d 4s 9c 2h 3h") for first, second in held)
    assert one == other


@pytest.mark.parametrize("own", [True, False])
def test_the_cue_of_the_own_turn_is_heard_by_its_player_alone(dealt: Callable[..., Dealt], own: bool) -> None:  # noqa: F811
    step = played(dealt)[0]
    assert (Cue("turn") in step[Viewer("seat", 2 if own else 5)]) is own


def test_nothing_is_heard_of_a_look_at_the_cards_or_of_a_bet_that_is_composed(turn_view: View, en: Language) -> None:  # noqa: F811
    sitting = Sitting(turn_view, en)
    sitting.screen.heard()
    sitting.finger("down", *at.TOUCH)
    sitting.wait(300, table=False)
    sitting.finger("up", *at.TOUCH)
    sitting.rest()
    sitting.tap(at.PRESETS[2])
    sitting.tap(at.PLUS)
    assert sitting.screen.heard()[0] == []


def test_each_of_the_last_five_seconds_of_the_own_turn_is_heard_once(turn_view: View, en: Language) -> None:  # noqa: F811
    sitting = Sitting(turn_view, en)
    sitting.screen.heard()
    for _ in range(180):
        sitting.wait(100)
    assert sitting.screen.heard()[0] == [Cue("hurry")] * 5
    turn_view.own = 5
    assert last_second(turn_view, 115_000) is None, "others do not hear how long he has"


def test_a_refusal_is_heard_by_its_player(turn_view: View, en: Language) -> None:  # noqa: F811
    sitting = Sitting(turn_view, en)
    sitting.screen.heard()
    sitting.notice(Refused(Act(7, turn_view.decision.decision, "check"), Refusal(Code.NOT_YOUR_TURN)))
    assert sitting.screen.heard()[0] == [Cue("refusal")]


def test_what_was_missed_while_the_line_was_lost_is_not_heard(turn_view: View, en: Language) -> None:  # noqa: F811
    sitting = Sitting(turn_view, en)
    sitting.screen.heard()
    sitting.notice(LinkLost())
    sitting.notice(LinkRestored())
    turn_view.seats[2].bet = 84_00
    sitting.tell()
    assert sitting.screen.heard()[0] == []


def test_a_player_and_a_house_can_have_it_silent(turn_view: View, en: Language) -> None:  # noqa: F811
    sitting = Sitting(turn_view, en)
    sitting.screen.change_taste(Taste(volume="off"))
    assert sitting.screen.heard()[1] == "off"
    sitting.screen.change_taste(Taste(volume="loud"))
    assert sitting.screen.heard()[1] == "loud"
    turn_view.profile = msgspec.structs.replace(turn_view.profile, screens=ScreenTerms(sounds=False))
    sitting.tell()
    assert sitting.screen.heard()[1] == "off"
