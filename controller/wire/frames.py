"""Instants of a table for pictures: what every screen showed at once, as a stream of length-prefixed records.

Frames hold hole cards, each in its own screen's view; they go through a pipe to the program that draws them and never
onto a disk.
"""

from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from controller.wire.view import View

LARGEST_FRAME: Final = 1 << 22
_HEADER: Final = 4


class FrameError(Exception):
    """The stream of frames is not whole; one sentence says where."""


class Frame(msgspec.Struct, frozen=True):
    """All views at one instant: `views` by the viewers' names, `table_time` in milliseconds."""

    name: str
    table_time: int
    views: dict[str, View]


def encode_frame(frame: Frame) -> bytes:
    """Return a frame as it goes through the pipe."""
    body = msgspec.msgpack.encode(frame)
    return len(body).to_bytes(_HEADER, "big") + body


def read_frames(stream: BinaryIO) -> Iterator[Frame]:
    """Yield the frames of a stream until it ends. Raises FrameError for anything else than whole frames."""
    while header := stream.read(_HEADER):
        length = int.from_bytes(header, "big")
        body = stream.read(length) if len(header) == _HEADER and length <= LARGEST_FRAME else b""
        if len(header) < _HEADER or len(body) < length or not body:
            raise FrameError("the frames end within a frame: run the same version on both ends of the pipe")
        try:
            yield msgspec.msgpack.decode(body, type=Frame)
        except msgspec.MsgspecError as error:
            raise FrameError(f"a frame is not understood ({error})") from error
