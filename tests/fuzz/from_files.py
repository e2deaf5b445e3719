"""Parsers of files that somebody gives us, and of the table's own, which somebody may have changed."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from controller import machine as machines
from controller.app.config import parse_profile, ready_profiles, ready_text
from controller.app.event_file import write_events
from controller.app.hand_files import READERS, ReadFormat
from controller.app.problem import Problem
from controller.journal.codec import EventCodec
from controller.journal.rows import RawEvent
from controller.machine import Machine
from controller.vocab.seat_records import SeatLocked
from tests.fuzz.parser import Parser

_PHH: Final = b"""variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AhAd', 'd dh p2 KcKd', 'p2 cbr 6', 'p1 cc', 'd db 2c3d4h', 'p1 cc', 'p2 f']
"""
_ACPC: Final = b"STATE:0:r300c/cc/cc/cc:AhAd|KcKd/2c3d4h/5s/7s:300|-300:a|b\n"


def _hands(form: ReadFormat) -> Callable[[bytes], object]:
    """Reads a whole file of hands, which lies in memory."""

    def read(data: bytes) -> object:
        file = os.memfd_create("hands")
        try:
            os.write(file, data)
            return list(READERS[form].read(Path(f"/proc/self/fd/{file}"), lambda number: True))
        finally:
            os.close(file)

    return read


def _hand_events() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.events"
        write_events(path, (), "00" * 16, "table", "public")
        return path.read_bytes()


def _event(data: bytes) -> object:
    return EventCodec(None).decode(1, RawEvent(seq=1, kind="", audience="everyone", body=data))


FROM_FILES: Final = (
    Parser(
        "profile",
        lambda data: parse_profile(data, "profile"),
        (Problem,),
        tuple(ready_text(name) for name in ready_profiles()),
    ),
    Parser("phh", _hands("phh"), (Problem,), (_PHH, b"[1]\n" + _PHH + b"[2]\n" + _PHH)),
    Parser("acpc", _hands("acpc"), (Problem,), (_ACPC,)),
    Parser("hand-events", _hands("events"), (Problem,), (_hand_events(),)),
    Parser("journal-event", _event, (msgspec.DecodeError,), (msgspec.json.encode(SeatLocked(seat=1, by="Aino")),)),
    Parser(
        "snapshot", machines.decode, (msgspec.DecodeError,), (machines.encode(Machine(machine_id="00" * 16)), b"\xc1")
    ),
)
