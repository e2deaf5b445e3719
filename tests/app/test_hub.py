"""Hostile, broken and slow screens: the hand goes on, and no other screen notices anything (architecture §4, §5)."""

from collections.abc import Callable

import pytest

from cashier.money import Money
from cashier.refusal import Code
from controller.app.hub import MOST_WAITING, Session
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import DecisionId
from controller.wire.messages import Accepted, Ask, AskedCommand, Bye, Hello, Refused, Snapshot, encode
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, STAFF
from tests.app.house import House, Screen


@pytest.fixture
def playing(house: House) -> House:
    """Seats 1 to 3 in a hand, every screen connected."""
    for seat in (1, 2, 3):
        house.sit(seat)
    house.deal()
    house.numbers = False
    house.everyone()
    return house


def go_on(house: House, without: Viewer | None = None) -> None:
    """Play the hand to its end over the wire; every screen but `without` must see all of it."""
    others = [screen for viewer, screen in house.screens.items() if viewer != without]
    hand = house.machine.table.last_hand
    while house.machine.table.hand is not None:
        decision = house.decision
        kind: hr.ActKind = "call" if decision.call else "check"
        act = hr.Act(seat=decision.seat, decision=decision.decision, kind=kind)
        screen = house.seat(decision.seat)
        if screen in others:
            assert isinstance(screen.ask(act), Accepted)
        else:
            house.do(act)
    assert house.core.frozen is None
    for screen in others:
        assert [event.hand for event in screen.told(hr.HandEnded) if isinstance(event, hr.HandEnded)] == [hand]
        assert screen.client.record == house.core.record
        assert not screen.session.closed


def stranger(house: House) -> Session:
    """A connection of somebody who has no key."""
    return house.hub.connect(b"\7" * 32, lambda: None)


GARBAGE = (
    b"",
    b"\0",
    b"GET / HTTP/1.1\r\n\r\n",
    b"\xff" * 4,
    b"\xff" * 100_000,
    bytes(4),
    bytes(1000),
    b"\0\0\0\1x",
    b"\0\0\0\x40" + bytes(64),
)


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_instead_of_an_opening_reaches_nothing(playing: House, garbage: bytes) -> None:
    before, connected = playing.state, playing.hub.connected
    session = stranger(playing)
    for _again in range(3):
        session.receive(garbage)
    assert b"journal" not in session.outgoing()
    assert (playing.state, playing.hub.connected) == (before, connected)
    go_on(playing)


def test_garbage_byte_by_byte_reaches_nothing_either(playing: House) -> None:
    session = stranger(playing)
    for byte in range(256):
        session.receive(bytes([byte]))
    assert session.closed
    go_on(playing)


def test_a_screen_with_the_wrong_key_gets_no_snapshot(playing: House) -> None:
    impostor = playing.connect(Viewer("seat", 2), key=bytes(32))
    assert impostor.exchange() == []
    assert impostor.session.closed
    assert impostor.session.viewer is None
    assert not playing.seat(2).session.closed
    go_on(playing)


def test_a_screen_that_says_it_is_another_is_sent_away(playing: House) -> None:
    """The channel proves who it is; its hello cannot make it anyone else."""
    screen = opened(playing, CENTRE)
    say(screen, encode(Hello(viewer=Viewer("seat", 1))))
    assert screen.exchange() == [Bye(reason="not-allowed")]
    assert screen.session.closed
    assert not playing.seat(1).session.closed
    go_on(playing)


def test_a_screen_of_another_version_is_told_so(playing: House) -> None:
    screen = opened(playing, CENTRE)
    say(screen, encode(Hello(viewer=CENTRE, version=99)))
    assert screen.exchange() == [Bye(reason="version")]
    assert screen.session.closed
    go_on(playing)


def opened(house: House, viewer: Viewer) -> Screen:
    """A connection of a viewer that has opened its channel and not said hello."""
    screen = house.connect(viewer)
    screen.client._greeted = True
    screen.exchange()
    assert screen.client._channel.is_open
    return screen


def say(screen: Screen, message: bytes) -> None:
    """Send a message through a screen's channel, whatever it is."""
    screen.client._out += screen.client._channel.send(message)


def test_a_question_before_the_hello_is_not_answered(playing: House) -> None:
    before = playing.state
    screen = opened(playing, STAFF)
    say(screen, encode(Ask(seq=1, command=tr.Pause(by="attendant"))))
    assert screen.exchange() == [Bye(reason="not-allowed")]
    assert playing.state == before
    go_on(playing)


def test_what_comes_behind_a_fatal_message_in_the_same_bytes_is_not_carried_out(playing: House) -> None:
    before = playing.state
    screen = playing.screen(STAFF)
    say(screen, encode(Hello(viewer=STAFF)))
    say(screen, encode(Ask(seq=1, command=tr.Pause(by="attendant"))))
    assert screen.exchange() == [Bye(reason="not-allowed")]
    assert playing.state == before
    assert screen.session.closed


NONSENSE = (b"", b"\xc0", b"not a message", encode(Accepted(seq=1, record=1)), b"\x81\xa4type\xa3Ask", b"\x91" * 4000)


@pytest.mark.parametrize("nonsense", NONSENSE, ids=range(len(NONSENSE)))
def test_a_message_that_is_none_ends_its_connection_and_nothing_else(playing: House, nonsense: bytes) -> None:
    screen = playing.seat(3)
    say(screen, nonsense)
    assert screen.exchange() == [Bye(reason="malformed")]
    assert screen.session.closed
    assert Viewer("seat", 3) not in playing.hub.connected
    go_on(playing, without=Viewer("seat", 3))


def test_a_changed_byte_in_a_frame_ends_the_connection(playing: House) -> None:
    screen = playing.seat(2)
    screen.client.ask(tr.SitOut(seat=2))
    frame = bytearray(screen.client.outgoing())
    frame[-1] ^= 1
    screen.session.receive(bytes(frame))
    assert screen.session.closed
    assert not playing.machine.table.seats[2].sitting_out
    go_on(playing, without=Viewer("seat", 2))


def test_a_frame_sent_twice_is_carried_out_once(playing: House) -> None:
    decision = playing.decision
    screen = playing.seat(decision.seat)
    screen.client.ask(hr.Act(seat=decision.seat, decision=decision.decision, kind="fold"))
    frame = screen.client.outgoing()
    screen.session.receive(frame)
    record = playing.core.record
    screen.session.receive(frame)
    assert screen.session.closed
    assert playing.core.record == record


@pytest.mark.parametrize("announced", [64 * 1024 + 1000, 1 << 20, (1 << 32) - 1])
def test_a_huge_frame_is_refused_at_its_announcement(playing: House, announced: int) -> None:
    screen = playing.seat(1)
    screen.session.receive(announced.to_bytes(4, "big") + b"x")
    assert screen.session.closed
    go_on(playing, without=Viewer("seat", 1))


def test_a_message_longer_than_a_screen_may_send_is_refused(playing: House) -> None:
    screen = playing.seat(1)
    say(screen, bytes(60_000))
    assert screen.exchange() == [Bye(reason="malformed")]
    go_on(playing, without=Viewer("seat", 1))


# -- who may ask for what ----------------------------------------------------------------------------------------

Asking = Callable[[House], AskedCommand]

FORBIDDEN: tuple[tuple[str, Viewer, Asking], ...] = (
    ("another-seat-leaves", Viewer("seat", 1), lambda house: tr.LeaveSeat(seat=2)),
    ("another-seat-sits-out", Viewer("seat", 1), lambda house: tr.SitOut(seat=2)),
    ("seat-buys-in", Viewer("seat", 1), lambda house: tr.BuyIn("a" * 32, 1, Money(4000), "Aino")),  # type: ignore[arg-type]
    ("seat-pauses", Viewer("seat", 1), lambda house: tr.Pause(by="attendant")),
    ("seat-chooses-its-code", Viewer("seat", 1), lambda house: tr.LeaveSeat(seat=1, code="000000")),
    ("centre-sits-out", CENTRE, lambda house: tr.SitOut(seat=1)),
    ("kiosk-leaves", KIOSK, lambda house: tr.LeaveSeat(seat=1)),
    ("staff-sits-out", STAFF, lambda house: tr.SitOut(seat=1)),
    ("staff-pretends-a-breach", STAFF, lambda house: tr.Pause(by="attendant", cause="breach")),
)


@pytest.mark.parametrize(("viewer", "asking"), [row[1:] for row in FORBIDDEN], ids=[row[0] for row in FORBIDDEN])
def test_no_screen_gets_what_is_not_its_own(playing: House, viewer: Viewer, asking: Asking) -> None:
    before = playing.state
    answer = playing.screen(viewer).ask(asking(playing))
    assert isinstance(answer, Refused)
    assert answer.refusal.code == Code.NOT_ALLOWED
    assert playing.state == before
    go_on(playing)


@pytest.mark.parametrize("viewer", [CENTRE, KIOSK, STAFF], ids=["centre", "kiosk", "staff"])
def test_nobody_acts_for_a_seat(playing: House, viewer: Viewer) -> None:
    decision, before = playing.decision, playing.state
    act = hr.Act(seat=decision.seat, decision=decision.decision, kind="fold")
    other = next(seat for seat in (1, 2, 3) if seat != decision.seat)
    for screen in (playing.screen(viewer), playing.seat(other)):
        answer = screen.ask(act)
        assert isinstance(answer, Refused)
        assert answer.refusal.code == Code.NOT_ALLOWED
    assert playing.state == before
    go_on(playing)


def test_an_act_for_a_decision_that_is_past_is_refused(playing: House) -> None:
    """A double tap: the second act meets the next player's decision, or the own next one."""
    first = playing.decision
    act = hr.Act(seat=first.seat, decision=first.decision, kind="call")
    screen = playing.seat(first.seat)
    assert isinstance(screen.ask(act), Accepted)
    while playing.decision.seat != first.seat:
        playing.act("call" if playing.decision.call else "check")
    before = playing.state
    answer = screen.ask(act)
    assert isinstance(answer, Refused)
    assert playing.state == before
    later = screen.ask(hr.Act(seat=first.seat, decision=DecisionId(playing.decision.decision + 1), kind="fold"))
    assert isinstance(later, Refused)
    go_on(playing)


# -- slow, replaced, lost ----------------------------------------------------------------------------------------


def test_a_screen_that_never_reads_is_cut_off_and_draws_anew_later(house: House) -> None:
    for seat in (1, 2, 3):
        house.sit(seat)
    slow = house.screen(CENTRE)
    waiting = 0
    while not slow.session.closed:
        house.do(tr.SitOut(seat=3))
        house.do(tr.SitIn(seat=3))
        assert len(slow.session._out) <= MOST_WAITING
        waiting = max(waiting, len(slow.session._out))
    assert waiting > MOST_WAITING // 2
    assert slow.session.outgoing() == b""
    assert CENTRE not in house.hub.connected
    house.deal()
    del house.screens[CENTRE]
    assert house.screen(CENTRE).view.hand == 1
    go_on(house)


def test_a_screen_that_connects_again_replaces_its_older_connection(playing: House) -> None:
    older = playing.screens.pop(Viewer("seat", 2))
    newer = playing.seat(2)
    assert older.exchange() == [Bye(reason="replaced")]
    assert older.session.closed
    older.client.ask(tr.SitOut(seat=2))
    older.exchange()
    assert not playing.machine.table.seats[2].sitting_out
    older.session.lost()
    assert Viewer("seat", 2) in playing.hub.connected
    assert newer.view == playing.core.views.of(Viewer("seat", 2))
    go_on(playing)


def test_a_screen_that_comes_back_sees_what_it_would_have_seen(playing: House) -> None:
    """A snapshot is the fold of the stream that was missed (architecture §1.7)."""
    stayed = {viewer: screen.view for viewer, screen in playing.screens.items()}
    for viewer in list(playing.screens):
        playing.screens.pop(viewer).session.lost()
        fresh = playing.screen(viewer)
        assert [type(message) for message in fresh.sent][1] is Snapshot
        assert fresh.view == stayed[viewer]
    go_on(playing)


def test_a_whole_evening_of_coming_and_going_shows_everyone_the_same(playing: House) -> None:
    """Every screen is lost at every act; what it sees then is what the table knows of it."""
    for _turn in range(25):
        if playing.machine.table.hand is None:
            playing.deal()
        playing.act("call" if playing.decision.call else "check")
        for viewer in list(playing.screens):
            playing.screens.pop(viewer).session.lost()
            assert playing.screen(viewer).view == playing.core.views.of(viewer)


def test_closing_says_good_bye_to_everyone(playing: House) -> None:
    playing.hub.close()
    for screen in playing.screens.values():
        assert screen.exchange() == [Bye(reason="closing")]
    assert playing.hub.connected == frozenset()


def test_seats_put_their_numbers_into_the_deck_by_themselves_and_hear_no_answers_of_it(house: House) -> None:
    for seat in (1, 2, 3):
        house.sit(seat)
    screens = house.everyone()
    house.deal()
    shuffle = next(screen.view.mixing for screen in screens if screen.viewer.seat == 1)
    assert shuffle is not None
    assert [bound.seat for bound in shuffle.bound] == sorted(shuffle.shown) == [1, 2, 3]
    answers = [message for screen in screens for message in screen.sent if isinstance(message, Accepted | Refused)]
    assert len(answers) == (1 if shuffle.cut else 0), "the bot's cut"
