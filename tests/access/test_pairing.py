"""Which keys the table knows its screens by: one pairing at a time, few tries, and the old key dead (SEC-5)."""

from random import Random
from typing import get_args

import pytest

from cashier.refusal import Code, Refusal
from controller.access import Screens, pairing
from controller.access.pairing import MOST_TRIES, OPEN_MS
from controller.vocab import fault_records as fr
from controller.vocab import pairing_records as pr
from controller.vocab.ids import Now
from controller.vocab.records import ScreenCommand

WALL = 1_800_000_000_000
KEY, OTHER_KEY = b"k" * 32, b"o" * 32
CODE = "072874"


class Desk:
    """What the table knows of its screens, and the hour."""

    def __init__(self) -> None:
        self.screens = Screens()
        self.wall = WALL

    def ask(self, command) -> Code | None:
        """Carry a command out; return the code of its refusal."""
        decided = pairing.decide(self.screens, command, Now(table=0, wall=self.wall))
        if isinstance(decided, Refusal):
            return decided.code
        for event in decided:
            self.screens = pairing.evolve(self.screens, event)
        return next((event.refusal.code for event in decided if isinstance(event, pr.PairingDiffered)), None)

    def ask_all(self, *commands) -> list[Code | None]:
        return [self.ask(command) for command in commands]

    def public(self, screen="seat-3") -> bytes | None:
        known = self.screens.keys.get(screen)
        return None if known is None else known.public


OPEN = pr.OpenPairing("seat-3", "Tiina")
BEGIN = pr.BeginPairing("seat-3", KEY)
OFFER = pr.OfferCode("seat-3", CODE)
AGREE = pr.AgreePairing("seat-3")
CONFIRM = pr.ConfirmPairing("seat-3", "072 874", "Tiina")
DROP = pr.DropPairing("seat-3")
PAIR = (OPEN, BEGIN, OFFER, AGREE, CONFIRM)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("last", [(AGREE, CONFIRM), (CONFIRM, AGREE)], ids=["screen first", "desk first"])
def test_sec_5_a_screen_is_paired_once_both_have_called_the_codes_the_same(desk, last):
    first, second = last
    assert desk.ask_all(OPEN, BEGIN, OFFER, first) == [None] * 4
    assert desk.public() is None
    assert desk.ask(second) is None
    assert desk.public() == KEY
    assert desk.screens.keys["seat-3"].by == "Tiina"
    assert desk.screens.pairing is None, "and then none is open"


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ((), BEGIN, Code.PAIRING_NOT_OPEN),
        ((), CONFIRM, Code.PAIRING_NOT_OPEN),
        ((), pr.ClosePairing("Tiina"), Code.PAIRING_NOT_OPEN),
        ((OPEN,), pr.BeginPairing("seat-4", KEY), Code.PAIRING_NOT_OPEN),
        ((OPEN,), pr.OpenPairing("seat-4", "Tiina"), Code.PAIRING_OPEN),
        ((OPEN,), pr.BeginPairing("seat-3", b"short"), Code.NOT_ALLOWED),
        ((OPEN,), CONFIRM, Code.NO_SCREEN_WAITS),
        ((OPEN,), OFFER, Code.PAIRING_NOT_OPEN),
        ((OPEN, BEGIN), pr.BeginPairing("seat-3", OTHER_KEY), Code.PAIRING_OPEN),
        ((OPEN, BEGIN), CONFIRM, Code.NO_SCREEN_WAITS),
        ((OPEN, BEGIN), AGREE, Code.PAIRING_NOT_OPEN),
        ((OPEN, BEGIN, OFFER), OFFER, Code.PAIRING_NOT_OPEN),
        ((OPEN, BEGIN, OFFER, AGREE), AGREE, Code.PAIRING_NOT_OPEN),
        ((OPEN, BEGIN, OFFER, CONFIRM), CONFIRM, Code.ALREADY_SO),
        ((OPEN, BEGIN, OFFER, DROP), CONFIRM, Code.NO_SCREEN_WAITS),
        ((OPEN, BEGIN, OFFER, DROP), AGREE, Code.PAIRING_NOT_OPEN),
        ((OPEN, pr.ClosePairing("Tiina")), BEGIN, Code.PAIRING_NOT_OPEN),
        (PAIR, BEGIN, Code.PAIRING_NOT_OPEN),
        (PAIR, DROP, Code.PAIRING_NOT_OPEN),
        ((*PAIR, pr.OpenPairing("seat-4", "Tiina")), pr.BeginPairing("seat-4", KEY), Code.NOT_ALLOWED),
        ((), pr.OpenPairing("staff", "Tiina"), Code.NO_SUCH_SCREEN),
        ((), pr.UnpairScreen("seat-11", "Tiina"), Code.NO_SUCH_SCREEN),
        ((pr.UnpairScreen("seat-3", "T"),), pr.UnpairScreen("seat-3", "T"), Code.SCREEN_NOT_PAIRED),
        ((pr.UnpairScreen("seat-3", "T"),), pr.RenewScreenKey("seat-3", "T"), Code.SCREEN_NOT_PAIRED),
        ((), pr.TakeScreenKey("seat-3", KEY), Code.NOT_ALLOWED),
        (PAIR, pr.TakeScreenKey("seat-3", OTHER_KEY), Code.NOT_ALLOWED),
        ((*PAIR, pr.RenewScreenKey("seat-3", "T")), pr.TakeScreenKey("seat-3", KEY), Code.NOT_ALLOWED),
    ],
)
def test_sec_5_nothing_is_skipped_and_nothing_comes_twice(desk, before, command, code):
    assert desk.ask_all(*before) == [None] * len(before)
    known = desk.screens
    assert desk.ask(command) is code
    assert desk.screens == known


def test_sec_5_a_pairing_closes_by_itself_after_a_while(desk):
    assert desk.ask_all(OPEN, BEGIN, OFFER, AGREE) == [None] * 4
    desk.wall += OPEN_MS
    assert desk.ask(CONFIRM) is Code.PAIRING_NOT_OPEN
    assert desk.ask(pr.OpenPairing("seat-4", "Tiina")) is None


def test_sec_5_a_wrong_code_ends_its_try_and_the_third_ends_the_pairing(desk):
    desk.ask(OPEN)
    for left in reversed(range(MOST_TRIES)):
        assert desk.ask_all(BEGIN, OFFER, AGREE) == [None] * 3
        assert desk.ask(pr.ConfirmPairing("seat-3", "072875", "Tiina")) is Code.CODE_DIFFERS
        assert desk.ask(CONFIRM) is (Code.NO_SCREEN_WAITS if left else Code.TRIES_USED_UP), "one guess each"
    assert desk.ask(BEGIN) is Code.PAIRING_NOT_OPEN
    assert desk.public() is None


def test_sec_5_who_leaves_before_there_is_a_code_has_used_up_his_try(desk):
    """He has seen the table's nonce and knows his code already, so he may not look at another one for nothing."""
    desk.ask(OPEN)
    for _each in range(MOST_TRIES):
        assert desk.ask_all(BEGIN, DROP) == [None, None]
    assert desk.ask(BEGIN) is Code.PAIRING_NOT_OPEN
    assert desk.ask(CONFIRM) is Code.TRIES_USED_UP, "the desk hears why, for it may have been somebody else"
    assert desk.ask_all(OPEN, pr.ClosePairing("Tiina")) == [None, None]
    assert desk.ask(CONFIRM) is Code.PAIRING_NOT_OPEN


def test_a_table_that_starts_again_pairs_nobody_who_came_before(desk):
    desk.ask_all(OPEN, BEGIN, OFFER, AGREE)
    desk.screens = pairing.evolve(desk.screens, fr.Started("1", "", ""))
    assert desk.ask(CONFIRM) is Code.NO_SCREEN_WAITS
    assert desk.ask_all(BEGIN, OFFER, CONFIRM, AGREE) == [None] * 4


@pytest.mark.parametrize("before", [(), PAIR], ids=["copied key", "paired"])
def test_sec_5_a_screen_that_was_asked_has_another_key_once(desk, before):
    desk.ask_all(*before)
    assert desk.ask(pr.RenewScreenKey("seat-3", "Bo")) is None
    assert desk.screens.asked_anew("seat-3") == "Bo"
    assert desk.ask(pr.TakeScreenKey("seat-3", OTHER_KEY)) is None
    assert desk.public() == OTHER_KEY
    assert desk.screens.asked_anew("seat-3") == ""
    assert desk.ask(pr.TakeScreenKey("seat-3", b"x" * 32)) is Code.NOT_ALLOWED


@pytest.mark.parametrize("before", [(), PAIR], ids=["copied key", "paired"])
def test_sec_5_a_screen_that_is_unpaired_has_no_key_and_can_be_paired_anew(desk, before):
    desk.ask_all(*before)
    assert desk.ask(pr.UnpairScreen("seat-3", "Bo")) is None
    assert desk.public() == b""
    assert desk.ask_all(*PAIR) == [None] * 5
    assert desk.public() == KEY


ANYTHING = (
    *(pr.OpenPairing(screen, "Tiina") for screen in ("seat-3", "kiosk")),
    *(pr.BeginPairing(screen, key) for screen in ("seat-3", "kiosk") for key in (KEY, OTHER_KEY)),
    OFFER, OFFER, AGREE, AGREE, CONFIRM, pr.ConfirmPairing("seat-3", "072875", "Tiina"),
    DROP, pr.ClosePairing("Tiina"), pr.RenewScreenKey("seat-3", "Tiina"), pr.UnpairScreen("seat-3", "Tiina"),
    pr.TakeScreenKey("seat-3", KEY), pr.TakeScreenKey("seat-3", OTHER_KEY),
)  # fmt: skip


def test_sec_5_in_no_order_of_words_has_a_screen_a_key_that_both_did_not_agree_to(desk):
    dice, carried_out = Random(5), set()
    agreed: set[str] = set()
    tries, asked_anew = 0, False
    for _word in range(4_000):
        command, before = dice.choice(ANYTHING), desk.public()
        desk.wall += dice.choice((0, 0, 1_000, OPEN_MS // 4))
        refused = desk.ask(command)
        if refused is None:
            carried_out.add(type(command))
        if isinstance(command, pr.OpenPairing) and refused is None:
            tries = 0
        if isinstance(command, pr.BeginPairing) and refused is None:
            tries, agreed = tries + 1, set()
        if command in (AGREE, CONFIRM) and refused is None:
            agreed.add(type(command).__name__)
        assert tries <= MOST_TRIES
        if desk.public() != before and desk.public():
            is_renewal = isinstance(command, pr.TakeScreenKey) and asked_anew
            assert is_renewal or agreed == {"AgreePairing", "ConfirmPairing"}
        keys = [known.public for known in desk.screens.keys.values() if known.public]
        assert len(set(keys)) == len(keys)
        asked_anew = bool(desk.screens.asked_anew("seat-3"))
    assert carried_out == set(get_args(ScreenCommand))
