"""A new screen is paired by the fingers before it, keeps its key, renews it and is sent away (SEC-5)."""

import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pygame
import pytest

from controller.language import load_languages
from controller.vocab import pairing_records as pr
from controller.wire.opening import KEY_BYTES, PairKeys
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK
from seats import link as links
from seats.keyring import Keyring
from seats.kit.button import Button
from seats.kit.pointer import Pointer
from seats.link import Shown
from seats.running import Running
from seats.screens.making import profile_of
from seats.screens.pairing import PairingScreen
from seats.screens.screen import CodesCompared, LinkLost, LinkRestored, PairAgain, PairingStep, PairingTold
from tests.app.house import House
from tests.ui.served import Listener, Served

SEAT = Viewer("seat", 3)
Join = Callable[[], Listener]
LATER_MS = 10_000
"""Long after every key has stopped to guard against fingers on their way."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen asks again whether it may be paired as soon as it was told that it may not."""
    monkeypatch.setattr(links, "UNPAIRED_WAIT", 0.02)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    table = Served(tmp_path / "table")
    yield table
    table.close()


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """The folder of a screen that is new."""
    folder = tmp_path / "screen"
    folder.mkdir()
    return folder


@pytest.fixture
def join(served: Served, keys: Path) -> Iterator[Join]:
    listeners: list[Listener] = []

    def connect() -> Listener:
        listeners.append(Listener(served.folder, SEAT, keys))
        return listeners[-1]

    yield connect
    for listener in listeners:
        listener.close()


def told(screen: Listener, step: PairingStep) -> PairingTold:
    return screen.next(PairingTold, lambda news: news.step == step)


def opened(house: House) -> None:
    house.do(pr.OpenPairing("seat-3", "Tiina"))


def confirmed(code: str) -> Callable[[House], None]:
    return lambda house: house.do(pr.ConfirmPairing("seat-3", code, "Tiina"))


def known_by(house: House) -> bytes:
    return house.machine.screens.keys["seat-3"].public


def pair(served: Served, screen: Listener) -> None:
    served.run(opened)
    code = told(screen, "code").code
    while not served.run(lambda house: house.machine.screens.pairing.offer.code):
        pass
    served.run(confirmed(code))
    screen.link.ask(CodesCompared(same=True))
    told(screen, "done")


def test_a_new_screen_says_what_to_do_is_paired_and_shows_the_table(served: Served, join: Join, keys: Path) -> None:
    screen = join()
    assert told(screen, "not-open").code == ""
    pair(served, screen)
    assert screen.next(Shown).view.own == 3
    (kept,) = keys.iterdir()
    assert (kept.name, stat.S_IMODE(kept.stat().st_mode)) == ("seat-3.pair", 0o600)
    assert PairKeys(kept.read_bytes()[:KEY_BYTES], b"").public == served.run(known_by)
    assert join().next(Shown).view.own == 3, "and it keeps its key"


def test_sec_5_a_screen_whose_code_differs_waits_for_a_finger_before_it_guesses_again(served, join, keys) -> None:
    screen = join()
    served.run(opened)
    told(screen, "code")
    screen.link.ask(CodesCompared(same=False))
    told(screen, "differs")
    while served.run(lambda house: house.machine.screens.pairing.offer):
        pass
    left = served.run(lambda house: house.machine.screens.pairing.left)
    screen.link.ask(PairAgain())
    told(screen, "code")
    assert served.run(lambda house: house.machine.screens.pairing.left) == left - 1
    assert list(keys.iterdir()) == []


def test_sec_5_a_key_that_the_table_may_know_is_kept_whatever_anybody_says(served, join, keys) -> None:
    """Nobody vouches for the byte that ends a pairing: a screen that believed it could be robbed of its key."""
    screen = join()
    served.run(opened)
    told(screen, "code")
    screen.link.ask(CodesCompared(same=True))
    told(screen, "waiting")
    assert [path.name for path in keys.iterdir()] == ["seat-3.pair.next"], "it may be known by it from now on"
    served.run(lambda house: house.do(pr.ClosePairing("Tiina")))
    told(screen, "over")
    told(join(), "not-open")
    assert [path.name for path in keys.iterdir()] == ["seat-3.pair.next"]


def test_sec_5_a_screen_that_was_paired_takes_no_table_by_its_copied_key(served: Served, keys: Path) -> None:
    """Whoever has read the table's folder could hang up on the pair and play the table to the screen by the copy."""
    (keys / "seat-3.key").write_bytes(bytes(KEY_BYTES))
    (keys / "seat-3.key").chmod(0o600)
    ring = Keyring(keys, SEAT)
    assert ring.keys == (bytes(KEY_BYTES),)
    pair_of_it = PairKeys(b"p" * KEY_BYTES, b"q" * KEY_BYTES)
    ring.keep_next(pair_of_it)
    assert ring.keys == (pair_of_it, bytes(KEY_BYTES)), "a renewal whose end is not known"
    ring.is_known(pair_of_it)
    assert ring.keys == (pair_of_it,)


def test_sec_5_a_screen_that_is_asked_twice_for_another_key_shows_the_one_that_it_keeps(served, join, keys) -> None:
    def ask_twice(house: House) -> None:
        for _each in range(2):
            house.do(pr.RenewScreenKey("seat-3", "Tiina"))

    screen = join()
    pair(served, screen)
    screen.next(Shown)
    before = served.run(known_by)
    served.run(ask_twice)
    screen.next(LinkRestored)
    screen.next(Shown)
    (kept,) = Keyring(keys, SEAT).keys
    assert kept.public == served.run(known_by) != before


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda kept: kept.write_bytes(b"half"), "is no key"),
        (lambda kept: kept.chmod(0o644), "others may read"),
        (lambda kept: (kept.unlink(), kept.mkdir()), "cannot be read"),
    ],
    ids=["torn", "open to others", "no file"],
)
def test_a_key_that_turns_bad_while_the_screen_runs_is_said_there_until_it_is_mended(served, join, keys, spoil, said):
    screen = join()
    pair(served, screen)
    screen.next(Shown)
    kept = keys / "seat-3.pair"
    good = kept.read_bytes()
    spoil(kept)
    served.shut()
    assert said in told(screen, "bad-key").complaint
    kept.rmdir() if kept.is_dir() else kept.unlink()
    kept.write_bytes(good)
    kept.chmod(0o600)
    served.open()
    screen.next(LinkRestored)


def unwritable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no disk take a name any more."""

    def full(*_words: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("seats.keyring.os.fsync", full)


def test_a_screen_that_cannot_keep_its_new_key_says_so_and_is_not_paired(served, join, monkeypatch) -> None:
    screen = join()
    served.run(opened)
    told(screen, "code")
    with monkeypatch.context() as patched:
        unwritable(patched)
        screen.link.ask(CodesCompared(same=True))
        assert "cannot be written (No space left on device)" in told(screen, "bad-key").complaint
    assert not served.run(lambda house: "seat-3" in house.machine.screens.keys)
    while served.run(lambda house: house.machine.screens.pairing.offer):
        pass
    screen.link.ask(PairAgain())
    told(screen, "code")


def test_a_screen_that_cannot_keep_another_key_goes_on_with_the_one_it_has(served, join, monkeypatch, capfd) -> None:
    screen = join()
    pair(served, screen)
    screen.next(Shown)
    before = served.run(known_by)
    unwritable(monkeypatch)
    for _each in range(2):
        served.run(lambda house: house.do(pr.RenewScreenKey("seat-3", "Tiina")))
        screen.next(Shown)
    assert served.run(known_by) == before
    assert "seat-3.pair.next: cannot be written" in capfd.readouterr().err


def test_sec_5_a_screen_renews_its_key_by_itself_and_is_sent_away_at_once(served: Served, join: Join) -> None:
    screen = join()
    pair(served, screen)
    screen.next(Shown)
    before = served.run(known_by)
    served.run(lambda house: house.do(pr.RenewScreenKey("seat-3", "Tiina")))
    screen.next(LinkRestored)
    screen.next(Shown)
    assert served.run(known_by) != before
    served.run(lambda house: house.do(pr.UnpairScreen("seat-3", "Tiina")))
    screen.next(LinkLost)
    told(screen, "not-open")


def test_a_screen_with_a_copied_key_makes_itself_one_of_its_own(served: Served) -> None:
    screen = Listener(served.folder, KIOSK)
    screen.next(Shown)
    served.run(lambda house: house.do(pr.RenewScreenKey("kiosk", "Tiina")))
    screen.next(LinkRestored)
    screen.next(Shown)
    screen.close()
    assert isinstance(Keyring(served.folder / "keys", KIOSK).keys[0], PairKeys)


@pytest.mark.parametrize("viewer", [SEAT, CENTRE, KIOSK], ids=lambda viewer: viewer.kind)
@pytest.mark.parametrize("step", get_args(PairingStep.__args__[0]) + get_args(PairingStep.__args__[1]))
def test_every_step_can_be_read_and_answered_in_every_language(viewer: Viewer, step: PairingStep) -> None:
    screen = PairingScreen(viewer, profile_of(viewer), load_languages())
    screen.notice(PairingTold(step, "072874"))
    screen.tick(LATER_MS)
    pictures = set()
    for key in [target for target in screen.stage.targets() if isinstance(target, Button)]:
        touch(screen, key)
        picture = pygame.Surface(screen.size_px, 0, 32)
        screen.draw(picture)
        pictures.add(pygame.image.tobytes(picture, "RGB"))
    answers = {"code": 2, "differs": 1, "over": 1, "broken": 1, "bad-key": 1}
    assert len(screen.asked()) == answers.get(step, 0)
    assert len(pictures) >= len(load_languages())


STEPS = [(KIOSK, "en", "code"), (SEAT, "fi", "not-open"), (CENTRE, "sv", "differs")]


@pytest.mark.parametrize(("viewer", "speak", "step"), STEPS, ids=lambda one: str(getattr(one, "kind", one)))
def test_a_screen_that_is_paired_looks_as_designed(viewer: Viewer, speak: str, step: PairingStep, golden) -> None:
    languages = load_languages()
    screen = PairingScreen(viewer, profile_of(viewer), {speak: languages[speak], **languages})
    screen.notice(PairingTold(step, "072874" if step == "code" else ""))
    screen.tick(LATER_MS)
    picture = pygame.Surface(screen.size_px, 0, 32)
    screen.draw(picture)
    golden(f"{viewer.kind}-pairing-{step}" + ("" if speak == "en" else f"-{speak}"), picture)


def test_service_keys_answer_the_screen_that_is_seen(served: Served, keys: Path) -> None:
    screen = Listener(served.folder, KIOSK, keys)
    running = Running(screen.link, load_languages())
    running._notice(PairingTold("code", "072874"))
    page = running._pairing
    page.tick(LATER_MS)
    for _ in range(2):
        running.key("down", LATER_MS)
    assert page.focus.key.face.title == "The same"
    page.key("enter", LATER_MS)
    assert page.asked() == [CodesCompared(same=True)], "and nothing was pressed on the screen behind it"
    page.pointer(Pointer(1, "down", 1, 1, LATER_MS), LATER_MS)
    assert page.focus.key is None
    screen.close()


def test_what_is_wrong_with_a_file_stands_on_the_screen() -> None:
    pictures = set()
    for complaint in ("", "seat-3.pair: is no key (12 bytes): remove it and pair the screen"):
        screen = PairingScreen(SEAT, profile_of(SEAT), load_languages())
        screen.notice(PairingTold("bad-key", complaint=complaint))
        picture = pygame.Surface(screen.size_px, 0, 32)
        screen.draw(picture)
        pictures.add(pygame.image.tobytes(picture, "RGB"))
    assert len(pictures) == 2


def touch(screen: PairingScreen, key: Button) -> None:
    x, y = key.rect_mm.centre
    for phase in ("down", "up"):
        screen.pointer(Pointer(1, phase, x, y, LATER_MS), LATER_MS)


def test_a_screen_that_was_paired_shows_the_table_again_and_nothing_of_the_pairing(served: Served, keys: Path) -> None:
    screen = Listener(served.folder, SEAT, keys)
    running = Running(screen.link, load_languages())
    surface, fresh = (pygame.Surface(running.profile.size_px, 0, 32) for _each in range(2))
    running._notice(PairingTold("not-open"))
    running.draw(surface)
    running._notice(LinkRestored())
    running.draw(surface)
    Running(screen.link, load_languages()).draw(fresh)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(fresh, "RGB")
    screen.close()
