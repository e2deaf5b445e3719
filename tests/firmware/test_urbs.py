"""What a device model does with USB request blocks, and what injected faults make of it."""

from __future__ import annotations

import errno
import itertools

import pytest

from firmware.virtual.bus import VirtualBus
from firmware.virtual.descriptors import DeviceSpec
from firmware.virtual.device import Completion, Setup, Urb, VirtualDevice
from firmware.virtual.faults import Drop, Fault, FaultPlan, Garbage, Nak, PowerCut, Stall, Unplug
from firmware.virtual.loopback import BULK_IN, BULK_OUT, Ask, Loopback, loopback_spec

HOST = "host"
SET_CONFIGURATION = Setup(0x00, 9, 1, 0, 0)


class Rig:
    """A loop-back device on a bus, and a host that numbers its transfers."""

    def __init__(self, *faults: Fault) -> None:
        self.device = VirtualDevice(loopback_spec(), Loopback(), FaultPlan(faults, seed=1))
        self.bus = VirtualBus()
        self.bus.attach("loop", self.device)
        self.at = 0.0
        self.seq = 0
        self.control(SET_CONFIGURATION)

    def submit(self, endpoint: int, data: bytes = b"", length: int = 0, setup: Setup | None = None) -> int:
        self.seq += 1
        self.device.submit(Urb(HOST, self.seq, endpoint, data=data, length=length, setup=setup))
        return self.seq

    def pump(self) -> dict[int, Completion]:
        return {done.seq: done for done in self.bus.pump(self.at)}

    def run(self, endpoint: int, data: bytes = b"", length: int = 0) -> Completion | None:
        seq = self.submit(endpoint, data, length)
        return self.pump().get(seq)

    def control(self, setup: Setup, data: bytes = b"") -> Completion:
        seq = self.submit(0, data, setup.length, setup)
        return self.pump()[seq]

    def ask(self, request: Ask, value: int = 0, index: int = 0) -> None:
        self.control(Setup(0x40, request, value, index, 0))


def ended(done: Completion | None) -> tuple[int, bytes, int]:
    assert done is not None, "the transfer is still pending"
    return done.status, done.data, done.actual


def test_an_out_transfer_completes_with_all_its_bytes() -> None:
    assert ended(Rig().run(BULK_OUT, b"x" * 130)) == (0, b"", 130)


def test_an_in_transfer_ends_with_a_short_packet_or_a_full_buffer() -> None:
    rig = Rig()
    rig.run(BULK_OUT, b"a" * 64 + b"b")
    assert ended(rig.run(BULK_IN, length=512)) == (0, b"a" * 64 + b"b", 65)
    rig.run(BULK_OUT, b"c" * 64)
    assert ended(rig.run(BULK_IN, length=64)) == (0, b"c" * 64, 64)


def test_nothing_to_say_leaves_an_in_transfer_pending_until_there_is() -> None:
    rig = Rig()
    waiting = rig.submit(BULK_IN, length=64)
    assert rig.pump() == {}
    rig.submit(BULK_OUT, b"now")
    assert ended(rig.pump()[waiting]) == (0, b"now", 3)


def test_an_unlinked_in_transfer_gives_back_what_it_had_gathered() -> None:
    rig = Rig()
    rig.run(BULK_OUT, b"a" * 64)
    waiting = rig.submit(BULK_IN, length=128)
    assert rig.pump() == {}
    assert rig.device.unlink(HOST, waiting)
    assert ended(rig.run(BULK_IN, length=64)) == (0, b"a" * 64, 64)


def test_an_unlinked_out_transfer_may_have_been_taken_in_part() -> None:
    rig = Rig(Nak(BULK_OUT, ms=1000, at_byte=64))
    waiting = rig.submit(BULK_OUT, b"a" * 64 + b"b" * 64)
    assert rig.pump() == {}
    assert rig.device.unlink(HOST, waiting)
    assert ended(rig.run(BULK_IN, length=64)) == (0, b"a" * 64, 64)
    assert rig.run(BULK_IN, length=64) is None


def test_a_transfer_that_ended_cannot_be_unlinked() -> None:
    rig = Rig()
    rig.run(BULK_OUT, b"x")
    assert not rig.device.unlink(HOST, rig.seq)


def test_a_packet_larger_than_the_buffer_overflows() -> None:
    rig = Rig()
    rig.run(BULK_OUT, b"x" * 20)
    assert ended(rig.run(BULK_IN, length=10))[0] == -errno.EOVERFLOW


def test_a_halted_endpoint_refuses_until_the_feature_is_cleared() -> None:
    rig = Rig()
    rig.ask(Ask.HALT, index=BULK_OUT)
    assert ended(rig.run(BULK_OUT, b"x"))[0] == -errno.EPIPE
    assert ended(rig.run(BULK_OUT, b"x"))[0] == -errno.EPIPE
    assert rig.control(Setup(0x82, 0, 0, BULK_OUT, 2)).data == b"\x01\x00"
    rig.control(Setup(0x02, 1, 0, BULK_OUT, 0))
    assert ended(rig.run(BULK_OUT, b"x"))[0] == 0


def test_an_unconfigured_device_has_only_its_control_endpoint() -> None:
    rig = Rig()
    rig.control(Setup(0x00, 9, 0, 0, 0))
    assert ended(rig.run(BULK_OUT, b"x"))[0] == -errno.ENOENT


def test_unknown_standard_requests_and_descriptors_stall() -> None:
    rig = Rig()
    assert rig.control(Setup(0x80, 6, 0x0600, 0, 10)).status == -errno.EPIPE
    assert rig.control(Setup(0x80, 6, 0x0309, 0, 10)).status == -errno.EPIPE
    assert rig.control(Setup(0x80, 12, 0, 0, 2)).status == -errno.EPIPE


def test_a_control_answer_is_cut_to_the_length_that_was_asked() -> None:
    assert Rig().control(Setup(0x80, 6, 0x0100, 0, 8)).data == b"\x12\x01\x00\x02\x00\x00\x00\x40"


def test_unplugging_ends_everything_that_is_pending() -> None:
    rig = Rig()
    waiting = {rig.submit(BULK_IN, length=64), rig.submit(0, setup=Setup(0xC0, Ask.NEVER, 0, 0, 8))}
    rig.pump()
    assert {(done.seq, done.status) for done in rig.bus.unplug("loop")} == {(seq, -errno.ESHUTDOWN) for seq in waiting}
    assert rig.bus.attached() == ()


def test_each_plugging_in_gives_a_new_address() -> None:
    rig = Rig()
    seen = []
    for _ in range(130):
        seen.append(rig.bus.attached()[0].address)
        rig.bus.unplug("loop")
        rig.bus.replug("loop", rig.at)
    assert all(before != after for before, after in itertools.pairwise(seen))
    assert max(seen) == 127
    assert min(seen) == 2


def test_fault_drop_swallows_one_packet() -> None:
    rig = Rig(Drop(BULK_OUT, at_byte=64))
    assert ended(rig.run(BULK_OUT, b"a" * 64 + b"b" * 64 + b"c")) == (0, b"", 129)
    assert ended(rig.run(BULK_IN, length=512))[1] == b"a" * 64 + b"c"


def test_fault_nak_holds_an_endpoint_for_its_time() -> None:
    rig = Rig(Nak(BULK_OUT, ms=200))
    waiting = rig.submit(BULK_OUT, b"x")
    assert rig.pump() == {}
    assert rig.bus.due(rig.at) == pytest.approx(0.2)
    rig.at = 0.2
    assert ended(rig.pump()[waiting])[0] == 0


def test_fault_stall_halts_before_its_byte_and_loses_nothing() -> None:
    rig = Rig(Stall(BULK_IN))
    rig.run(BULK_OUT, b"x")
    assert ended(rig.run(BULK_IN, length=64))[0] == -errno.EPIPE
    rig.control(Setup(0x02, 1, 0, BULK_IN, 0))
    assert ended(rig.run(BULK_IN, length=64)) == (0, b"x", 1)


def test_fault_garbage_is_the_same_for_the_same_seed() -> None:
    heard = set()
    for _ in range(2):
        rig = Rig(Garbage(BULK_OUT))
        rig.run(BULK_OUT, b"x" * 16)
        heard.add(ended(rig.run(BULK_IN, length=64))[1])
    assert len(heard) == 1
    assert heard != {b"x" * 16}


def test_fault_unplug_cuts_at_its_byte_and_comes_back_with_a_new_address() -> None:
    rig = Rig(Unplug(BULK_OUT, at_byte=100, back_after_ms=500))
    before = rig.bus.attached()[0].address
    writing = rig.submit(BULK_OUT, b"x" * 200)
    assert rig.pump()[writing].status == -errno.ESHUTDOWN
    assert rig.bus.attached() == ()
    rig.at = 0.5
    rig.pump()
    assert rig.bus.attached()[0].address != before


def test_fault_power_cut_takes_the_device_off_the_bus() -> None:
    rig = Rig(PowerCut(BULK_OUT, at_byte=1))
    writing = rig.submit(BULK_OUT, b"xyz")
    assert rig.pump()[writing].status == -errno.ESHUTDOWN
    assert rig.bus.attached() == ()
    assert rig.bus.due(rig.at) is None


def test_a_fault_on_an_endpoint_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="this device has 0x01, 0x81, 0x82"):
        Rig(Drop(0x05))


def test_a_release_number_that_is_not_decimal_is_refused() -> None:
    with pytest.raises(ValueError, match="binary-coded decimal"):
        DeviceSpec(1, 2, "a", "b", "c", (), release=0x01AB)


def test_two_devices_of_one_name_are_refused() -> None:
    rig = Rig()
    with pytest.raises(ValueError, match="two devices are named 'loop'"):
        rig.bus.attach("loop", rig.device)
